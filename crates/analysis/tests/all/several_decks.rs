//! The road of several decks, asked about one: it must be what the other road counts, to the last integer.

use super::{METER, bet, compare_laws, game_file};
use tercet_analysis::{Bet, Decks, Law, OneDeckOnly, Spot, Strategy, main_bet};
use tercet_games::builtin_game;
use tercet_rules::{Game, LineOf, WagerNo};

/// The bets of a game that read no more than three cards: the main bet, it with all that may stand beside it, and each
/// side bet alone.
fn bets(game: &Game) -> Vec<Bet> {
    let three = |no: &WagerNo| game.table(LineOf::Wager(*no)).reads.cards() == 3;
    let all: Vec<WagerNo> = game.wager_nos().filter(three).collect();
    let main = main_bet(game);
    let sides = all.iter().filter(|no| !main.contains(no) && !game.wager(**no).table.closed);
    let alone = sides.map(|no| Bet::alone(game, *no, tercet_rules::Money::from_units(700)));
    let bets = [bet(game, &main), bet(game, &all)].into_iter().chain(alone);
    bets.filter(|bet| OneDeckOnly::of(game, bet).is_none()).collect()
}

fn compare_roads(game: &Game) -> usize {
    let bets = bets(game);
    for bet in &bets {
        let spot = Spot { game, bet, meter: Some(METER) };
        // How hands are decided has nothing to do with how they are counted.
        let several = Law::of_decks(&spot, Strategy::Best, Decks::ONE).expect("no more than three cards");
        let one = Law::of_hand(&spot).unwrap_or_else(|| Law::of(&spot, Strategy::Best));
        compare_laws(&spot, &several, &one, &format!("{}, {:?}", game.name, bet.stakes()));
    }
    bets.len()
}

#[test]
fn one_deck_of_the_built_in_games() {
    let counted: Vec<usize> = tercet_games::builtin()
        .iter()
        .map(|game| compare_roads(&builtin_game(game.id).expect("a built-in game")))
        .collect();
    assert_eq!(counted, [3, 3, 0, 4, 3], "3 Card Fury deals four cards");
}

#[test]
fn one_deck_of_the_game_files() {
    for (name, bets) in [
        ("colour-bets", 3),
        ("dealer-always-qualifies", 2),
        ("fixed-awards", 3),
        ("four-card-duel", 0),
        ("half-pays", 3),
        ("own-rulings", 3),
        ("pair-plus-mini-royal", 3),
        ("qualifier-q64", 2),
        ("raise-1-2-3", 2),
        ("two-meter-rows", 3),
    ] {
        assert_eq!(compare_roads(&game_file(name)), bets, "{name}");
    }
}
