//! Known cards: what is counted beside them against every deal settled.

use super::{GAME_FILES, METER, bets, compare_laws, game_file, strategies};
use tercet_analysis::{Known, Law, Spot, reference};
use tercet_cards::{CardSet, SuitClass, combinations, parse_cards};
use tercet_games::builtin_game;
use tercet_rules::Game;

fn set(text: &str) -> CardSet {
    parse_cards(text).expect("cards").into_iter().collect()
}

/// Every deal that these exposed cards and these others, the only ones that are not dead, allow.
fn compare_all(game: &Game, exposed: &str, left: &str) {
    let (dealer, left) = (set(exposed), set(left));
    let known = Known { dealer, dead: CardSet::FULL.difference(dealer.union(left)) };
    let players: Vec<SuitClass> = combinations(left, usize::from(game.player.0))
        .map(|representative| SuitClass { representative, size: 1 })
        .collect();
    for (bet_name, bet) in bets(game) {
        let spot = Spot { game, bet: &bet, meter: Some(METER) };
        for (name, strategy) in strategies() {
            let settled = reference::knowing(&spot, strategy, &players, &known);
            let counted = Law::knowing(&spot, strategy, &known).expect("cards that can be");
            compare_laws(&spot, &counted, &settled, &format!("{}, {bet_name}, {name}, {known}", game.name));
        }
    }
}

/// The ace of either end, suited royals, two colours; the suits are not alike.
const LEFT: &str = "As Ks Qs Ad Kd Qh Jc 3h 2h 2c";

#[test]
fn the_built_in_games() {
    for game in tercet_games::builtin() {
        let game = builtin_game(game.id).unwrap();
        for exposed in ["", "Kh", "Qd 9d", "2s 2d 7c"] {
            compare_all(&game, exposed, LEFT);
        }
    }
}

#[test]
fn the_game_files() {
    for name in GAME_FILES {
        for exposed in ["", "Kh", "2s 2d"] {
            compare_all(&game_file(name), exposed, LEFT);
        }
    }
}
