//! The five games, with all 52 cards: every dealer hand against some classes of the player's.
//!
//! All classes take minutes: `cargo xtask bench analysis` settles them (see `benches/analysis`).

use super::compare_some;
use tercet_games::builtin_game;

#[test]
fn three_card_fortune() {
    compare_some(&builtin_game("three-card-fortune").unwrap(), 100);
}

#[test]
fn three_card_shine() {
    compare_some(&builtin_game("three-card-shine").unwrap(), 100);
}

#[test]
fn three_card_fury() {
    compare_some(&builtin_game("three-card-fury").unwrap(), 1_000);
}

#[test]
fn three_card_poker() {
    compare_some(&builtin_game("three-card-poker").unwrap(), 100);
}

#[test]
fn three_card_pairs_plus() {
    compare_some(&builtin_game("three-card-pairs-plus").unwrap(), 100);
}
