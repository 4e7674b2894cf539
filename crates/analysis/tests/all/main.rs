//! The counting against the reference road, which settles every deal through the rules; and the examples.

mod asked;
mod built_in;
mod examples;
mod game_files;
mod given_strategies;
mod known_cards;
mod several_decks;
mod short_decks;
mod told_apart;

use std::collections::BTreeMap;
use tercet_analysis::{Bet, Figures, HandClass, Hands, Law, Play, Spot, Strategy, reference};
use tercet_cards::{CardSet, SuitClass, suit_class};
use tercet_rules::{Amount, Game, LineOf, Money, Stage, WagerId, WagerNo};

/// The meter in all tests.
const METER: Money = Money::from_units(1_234_567);

/// Some strategies: the best one, two blunt ones, and one that nobody should play.
fn strategies() -> [(&'static str, Strategy<'static>); 3] {
    let odd = |class: &HandClass, plays: &[Play], _: &[i128]| {
        let ranks = usize::from(suit_class(set(class)).rank_mask());
        ranks % plays.len()
    };
    [
        ("best play", Strategy::Best),
        ("never folding", Strategy::PlayAll),
        ("by a rule of its own", Strategy::By(Box::leak(Box::new(odd)))),
    ]
}

/// The cards of a hand of one deck.
fn set(class: &HandClass) -> CardSet {
    class.cards.set().expect("no card is there twice")
}

/// The main bet, and it with every side bet, in stakes that are not alike.
fn bets(game: &Game) -> Vec<(&'static str, Bet)> {
    let main = tercet_analysis::main_bet(game);
    let all: Vec<WagerNo> = game.wager_nos().collect();
    [("the main bet", main), ("everything", all)]
        .into_iter()
        .map(|(name, wagers)| (name, bet(game, &wagers)))
        .collect()
}

fn bet(game: &Game, wagers: &[WagerNo]) -> Bet {
    let stakes = (1..).zip(wagers).filter(|(_, no)| {
        let wager = game.wager(**no);
        let follows = matches!(wager.amount, Amount::EqualTo(_) | Amount::Times(..));
        wager.stage != Stage::Decision && !follows && !wager.table.closed
    });
    let stakes: Vec<(WagerId, Money)> = stakes
        .map(|(i, no)| {
            let stake = match game.wager(*no).amount {
                Amount::Fixed(stake) => stake,
                Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => Money::from_units(100 + 35 * i),
            };
            (game.wager(*no).id.clone(), stake)
        })
        .collect();
    Bet::new(game, &stakes).expect("what it needs is beside it")
}

/// The house games of `testdata/games`.
const GAME_FILES: [&str; 10] = [
    "colour-bets",
    "dealer-always-qualifies",
    "fixed-awards",
    "four-card-duel",
    "half-pays",
    "own-rulings",
    "pair-plus-mini-royal",
    "qualifier-q64",
    "raise-1-2-3",
    "two-meter-rows",
];

/// The text of a file of `testdata/games`.
fn game_text(name: &str) -> String {
    let path = format!("{}/../../testdata/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a game file")
}

/// A game of `testdata/games`.
fn game_file(name: &str) -> Game {
    tercet_games::load(&game_text(name)).expect("a valid game")
}

/// Settles these hands of the player against every hand of the dealer, and compares with the counting.
fn compare(spot: &Spot<'_>, strategy: Strategy<'_>, hands: &Hands, players: &[SuitClass], what: &str) {
    let settled = reference::law(spot, strategy, players, hands.deck());
    let counted = Law::over(spot, strategy, hands);
    compare_laws(spot, &counted, &settled, what);
}

/// Compares what was counted with what was settled, to the last integer.
fn compare_laws(spot: &Spot<'_>, counted: &Law, settled: &Law, what: &str) {
    assert_eq!(counted.deals, settled.deals, "{what}");
    assert_eq!(counted.plays, settled.plays, "{what}");
    assert_eq!(decisions(counted), decisions(settled), "{what}");
    let unit = Money::from_units(100);
    assert_eq!(Figures::of(counted, unit, |_| true), Figures::of(settled, unit, |_| true), "{what}");
    let game = spot.game;
    let lines = game.wager_nos().map(LineOf::Wager).chain((0..game.bonuses.len()).map(LineOf::Bonus));
    for line in lines {
        let of = |law: &Law| Figures::of(law, unit, |of| of == line);
        assert_eq!(of(counted), of(settled), "{what}: {}", game.line_id(line));
    }
    let ways: u128 = counted.outcomes.iter().map(|outcome| outcome.ways).sum();
    assert_eq!(ways, counted.deals, "{what}");
}

/// By suit class: how many hands take each decision, and the total of each decision's values over its hands.
type Decisions = BTreeMap<CardSet, (BTreeMap<Play, u64>, Vec<i128>)>;

fn decisions(law: &Law) -> Decisions {
    let mut decisions = Decisions::new();
    for decided in law.decided() {
        let (plays, values) = decisions
            .entry(suit_class(set(&decided.class)))
            .or_insert_with(|| (BTreeMap::new(), vec![0; law.plays.len()]));
        *plays.entry(decided.play).or_insert(0) += decided.class.size;
        for (sum, value) in values.iter_mut().zip(decided.values) {
            *sum += value * i128::from(decided.class.size);
        }
    }
    decisions
}

/// Compares some classes of a whole deck, by suit class.
fn compare_some(game: &Game, every: usize) {
    for (bet_name, bet) in bets(game) {
        let spot = Spot { game, bet: &bet, meter: Some(METER) };
        let hands = Hands::all(game.player.0).every(every, every / 2);
        let players = reference::told_apart(&spot, &hands);
        compare(&spot, Strategy::Best, &hands, &players, &format!("{}, {bet_name}", game.name));
    }
}
