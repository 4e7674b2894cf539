//! Deals settled through the rules, some or all of them, and compared with the counting to the last integer.

use crate::bets::{UNIT, all, bet, builtin, spot};
use crate::clock::{once, say};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tercet_analysis::{Bet, Figures, Hands, Law, Spot, Strategy, grouped, main_bet, reference};
use tercet_rules::{Game, LineOf};

/// The hands of the player are divided into so many parts, each compared by itself.
const PARTS: usize = 256;

/// Settles every deal of all five games, or of one: every dealer hand against one of all the player's hands that no
/// table tells apart.
pub(crate) fn everything(only: Option<&str>) {
    for game in tercet_games::builtin().iter().filter(|game| only.is_none_or(|only| only == game.id)) {
        let game = builtin(game.id);
        whole(&game, "main bet", &bet(&game, &main_bet(&game)));
        whole(&game, "every wager at once", &bet(&game, &all(&game)));
    }
}

fn whole(game: &Game, name: &str, bet: &Bet) {
    let start = Instant::now();
    let spot = spot(game, bet);
    let hands = Hands::all(game.player.0);
    let next = AtomicUsize::new(0);
    let settled = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= PARTS {
                        break;
                    }
                    let rounds = compare(&spot, &hands.clone().every(PARTS, part));
                    settled.fetch_add(rounds, Ordering::Relaxed);
                }
            });
        }
    });
    let law = Law::of(&spot, Strategy::Best);
    say(&format!(
        "{}, {name}: {} rounds settled for {} deals, expectation {}: equal ({} s)",
        game.name,
        grouped(settled.into_inner() as u128),
        grouped(law.deals),
        Figures::of(&law, UNIT, |_| true).expectation(),
        start.elapsed().as_secs(),
    ));
}

/// Settles one suit class in so many, compares, and says how long all would have taken.
pub(crate) fn some(spot: &Spot<'_>, one_in: u32) -> Duration {
    let all = Hands::all(spot.game.player.0);
    let hands = all.clone().every(one_in as usize, 0);
    compare(spot, &hands);
    let players = reference::told_apart(spot, &hands);
    let (time, _) = once(|| reference::law(spot, Strategy::Best, &players, hands.deck()));
    time * u32::try_from(all.classes().len()).expect("few")
        / u32::try_from(hands.classes().len()).expect("few")
}

/// Compares the figures of some hands, all lines together and each line by itself; says how many rounds were settled.
pub(crate) fn compare(spot: &Spot<'_>, hands: &Hands) -> usize {
    let game = spot.game;
    let players = reference::told_apart(spot, hands);
    let settled = reference::law(spot, Strategy::Best, &players, hands.deck());
    let counted = Law::over(spot, Strategy::Best, hands);
    let of = |law: &Law| Figures::of(law, UNIT, |_| true);
    assert_eq!(of(&counted), of(&settled), "{}", game.name);
    let lines = game.wager_nos().map(LineOf::Wager).chain((0..game.bonuses.len()).map(LineOf::Bonus));
    for line in lines {
        let of = |law: &Law| Figures::of(law, UNIT, |of| of == line);
        assert_eq!(of(&counted), of(&settled), "{}: {}", game.name, game.line_id(line));
    }
    let dealers = tercet_cards::binomial(52 - u64::from(game.player.0), u64::from(game.dealer.0));
    players.len() * settled.plays.len() * usize::try_from(dealers).expect("a number of hands")
}
