//! Tables that name suits, colours and six ranks, wherever a table can stand: house games made from others.

use super::{METER, bets, compare, compare_some, game_text};
use tercet_analysis::{Hands, Spot, Strategy, reference};
use tercet_cards::Rank::{Ace, Jack, King, Queen, Ten, Three, Two};
use tercet_rules::Game;

/// A game file with parts of it replaced.
fn changed(file: &str, changes: &[(&str, &str)]) -> Game {
    replaced(&game_text(file), changes)
}

/// A game file's text with parts of it replaced.
pub(super) fn replaced(text: &str, changes: &[(&str, &str)]) -> Game {
    let mut text = text.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "the file has no {from}");
        text = text.replace(from, to);
    }
    tercet_games::load(&text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The colour bets, the six cards judged by these rows too.
fn six_cards(rows: &str) -> Game {
    changed("colour-bets", &[(r#"  { hand = "one colour", pays = "20 to 1" },"#, rows)])
}

/// The colour bets with a bet on the dealer's own cards.
fn dealer_cards(rows: &str, six: &str) -> Game {
    let wager = format!(
        "[wager.dealer-bet]\nname = \"Dealer Bet\"\nlimits = {{ min = \"$1\", max = \"$100\", step = \"$1\" }}\n\
         on_fold = {{ then = \"stays\" }}\nreads = \"dealer\"\nrows = [\n{rows}\n]\n\
         otherwise = {{ pays = \"lose\" }}\n\n[reconcile]"
    );
    let order = (r#""six-of-a-colour"] }"#, r#""six-of-a-colour", "dealer-bet"] }"#);
    let six = (r#"  { hand = "one colour", pays = "20 to 1" },"#, six);
    changed("colour-bets", &[("[reconcile]", &wager), order, six])
}

/// A part of the whole deck by class, and a short one hand by hand.
fn compare_both(game: &Game) {
    compare_some(game, 400);
    let hands = Hands::of_ranks(game.player.0, &[Two, Queen, King, Ace]);
    for (name, bet) in bets(game) {
        let spot = Spot { game, bet: &bet, meter: None };
        compare(&spot, Strategy::Best, &hands, &reference::one_by_one(&hands), name);
    }
}

#[test]
fn colours_beside_categories() {
    compare_both(&six_cards(
        r#"  { hand = "straight flush or better", pays = "100 to 1" },
  { hand = ["one colour", "four of a kind"], pays = "20 to 1" },
  { hand = "all red", pays = "19 to 1" },
  { player = "equal", pays = "8 to 1" },
  { hand = "two pair", pays = "2 to 1" },"#,
    ));
}

#[test]
fn six_ranks() {
    let rows = r#"  { hand = "suited A-K-Q-J-10-3", pays = "5000 to 1" },
  { hand = "A-K-Q-J-10-3 of hearts", pays = "6000 to 1" },
  { hand = "A-K-Q-J-10-3", pays = "70 to 1" },
  { hand = "straight", dealer = "qualifies", pays = "3 to 1" },"#;
    let game = six_cards(rows);
    compare_some(&game, 400);
    let hands = Hands::of_ranks(3, &[Ace, King, Queen, Jack, Ten, Three]).every(11, 3);
    for (name, bet) in bets(&game) {
        let spot = Spot { game: &game, bet: &bet, meter: Some(METER) };
        compare(&spot, Strategy::Best, &hands, &reference::told_apart(&spot, &hands), name);
    }
}

#[test]
fn the_dealers_category() {
    let rows = r#"  { hand = "straight flush", pays = "40 to 1" },
  { hand = "suited A-K-Q", pays = "50 to 1" },
  { hand = "A-K-Q", player = "equal", pays = "10 to 1" },
  { hand = "pair of kings or better", pays = "1 to 1" },"#;
    compare_both(&dealer_cards(rows, r#"{ hand = "pair", pays = "1 to 1" },"#));
    compare_both(&dealer_cards(rows, r#"{ hand = "one colour", pays = "20 to 1" },"#));
}

#[test]
fn the_dealers_suits() {
    let rows = r#"  { hand = "A-K-Q of spades", pays = "500 to 1" },
  { hand = ["all red", "pair"], player = "higher", pays = "3 to 1" },
  { hand = "one colour", pays = "1 to 1" },"#;
    compare_both(&dealer_cards(rows, r#"{ hand = "flush or better", pays = "5 to 1" },"#));
    compare_both(&dealer_cards(rows, r#"{ hand = "one colour", pays = "20 to 1" },"#));
}

/// The best three of four cards, the player's and the dealer's.
#[test]
fn suits_of_the_best_three() {
    let trips = r#"reads   = "dealer"
rows = [
  { hand = "three of a kind", pays = "30 to 1" },"#;
    for reads in ["hand", "dealer"] {
        let rows = format!(
            r#"reads   = "{reads}"
rows = [
  {{ hand = "A-K-Q of spades", pays = "90 to 1" }},
  {{ hand = ["A-K-Q of hearts", "three of a kind"], pays = "30 to 1" }},
  {{ hand = "suited A-K-Q", player = "lower", pays = "20 to 1" }},"#
        );
        let game = changed("four-card-duel", &[(trips, &rows)]);
        let hands = Hands::of_ranks(4, &[Queen, King, Ace]);
        for (name, bet) in bets(&game) {
            let spot = Spot { game: &game, bet: &bet, meter: None };
            compare(&spot, Strategy::Best, &hands, &reference::one_by_one(&hands), name);
            let few = hands.clone().every(9, 2);
            compare(&spot, Strategy::Best, &few, &reference::told_apart(&spot, &few), name);
        }
    }
}
