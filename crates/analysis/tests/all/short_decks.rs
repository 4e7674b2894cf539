//! Short decks: every hand of the player, one by one, against every hand of the dealer, with no class of any kind.

use super::{METER, bets, compare, game_file, strategies};
use tercet_analysis::{Hands, Spot, reference};
use tercet_cards::Rank::{self, Ace, Five, Four, King, Queen, Three, Two};
use tercet_games::builtin_game;
use tercet_rules::Game;

fn compare_all(game: &Game, ranks: &[Rank]) {
    let hands = Hands::of_ranks(game.player.0, ranks);
    for (bet_name, bet) in bets(game) {
        let spot = Spot { game, bet: &bet, meter: Some(METER) };
        for (name, strategy) in strategies() {
            let what = format!("{}, {bet_name}, {name}", game.name);
            compare(&spot, strategy, &hands, &reference::one_by_one(&hands), &what);
        }
    }
}

/// Straights on both sides of the ace, the royal hands, and a dealer who does not qualify.
const FOUR_RANKS: [Rank; 4] = [Queen, King, Ace, Two];

#[test]
fn the_built_in_games() {
    for game in tercet_games::builtin() {
        compare_all(&builtin_game(game.id).unwrap(), &FOUR_RANKS);
    }
}

#[test]
fn the_game_files() {
    for name in ["colour-bets", "dealer-always-qualifies", "fixed-awards", "half-pays", "own-rulings"] {
        compare_all(&game_file(name), &FOUR_RANKS);
    }
    for name in ["pair-plus-mini-royal", "qualifier-q64", "raise-1-2-3", "two-meter-rows"] {
        compare_all(&game_file(name), &FOUR_RANKS);
    }
}

#[test]
fn four_cards_each() {
    compare_all(&game_file("four-card-duel"), &[Queen, King, Ace]);
}

/// Five ranks: five in a row with the ace low, for hands of six cards.
#[test]
fn straights_of_five() {
    let game = builtin_game("three-card-pairs-plus").unwrap();
    let hands = Hands::of_ranks(3, &[Two, Three, Four, Five, Ace]);
    let (name, bet) = bets(&game).remove(1);
    let spot = Spot { game: &game, bet: &bet, meter: None };
    let players = reference::one_by_one(&hands);
    compare(&spot, tercet_analysis::Strategy::Best, &hands, &players, name);
}
