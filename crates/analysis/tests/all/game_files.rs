//! House games, with all 52 cards: colours, fixed awards, meters, raises, half pays, four cards each.

use super::{compare_some, game_file};

#[test]
fn colours_of_three_and_six_cards() {
    compare_some(&game_file("colour-bets"), 180);
}

#[test]
fn a_dealer_who_always_qualifies() {
    compare_some(&game_file("dealer-always-qualifies"), 180);
}

#[test]
fn awards_whatever_the_stake() {
    compare_some(&game_file("fixed-awards"), 180);
}

#[test]
fn four_cards_each_and_a_bet_on_the_dealer() {
    compare_some(&game_file("four-card-duel"), 12_000);
}

#[test]
fn half_pays_and_limits_on_lines_together() {
    compare_some(&game_file("half-pays"), 180);
}

#[test]
fn rulings_of_the_house() {
    compare_some(&game_file("own-rulings"), 180);
}

#[test]
fn a_row_for_one_hand() {
    compare_some(&game_file("pair-plus-mini-royal"), 180);
}

#[test]
fn a_qualifier_of_three_ranks() {
    compare_some(&game_file("qualifier-q64"), 180);
}

#[test]
fn raises() {
    compare_some(&game_file("raise-1-2-3"), 240);
}

#[test]
fn two_rows_of_the_meter() {
    compare_some(&game_file("two-meter-rows"), 180);
}
