//! A game read another way: another hash, and another card exactly where it matters.

use crate::{flat, shown};
use std::collections::BTreeSet;

/// What a change puts on a card that was not there, and another hash with it.
fn check(game: &str, change: [&str; 2], statement: &str) -> String {
    let (usual, card) = (shown(["show", game]), shown(["show", game, change[0], change[1]]));
    assert_ne!(hash(&usual), hash(&card), "{change:?}");
    let (before, after) = (rules(&usual), rules(&card));
    assert!(!before.contains(statement), "{game} says already: {statement}");
    assert!(after.contains(statement), "{game} with {change:?} does not say: {statement}");
    card
}

/// A card up to its rulings, which quote every reading.
fn rules(card: &str) -> String {
    flat(card.split("\nRULINGS\n").next().unwrap_or(card))
}

fn hash(card: &str) -> String {
    card.lines().find(|line| line.starts_with("rules sha256:")).expect("every card has one").to_owned()
}

#[test]
fn a_ruling_changes_the_statements_that_rest_on_it() {
    for (game, change, statement) in [
        ("three-card-pairs-plus", "R1=player-wins", "qualifies equal 1 to 1 1 to 1 004.11a, R1"),
        ("three-card-pairs-plus", "R2=dealer-qualifies", "due only when the dealer qualifies."),
        ("three-card-poker", "R4=stays", "Ante Bonus is paid after a fold too. [R4]"),
        ("three-card-shine", "R5=forfeit", "A fold loses Ante and Pair XXX. [001.fold, R5]"),
        ("three-card-shine", "R6=forfeit", "A fold loses Ante and Super 6 Bonus. [001.fold, R6]"),
        ("three-card-poker", "R7=forfeit", "A fold loses Ante and Progressive."),
        ("three-card-fury", "R8=stays", "4 Card Royal Family Bonus stays in play"),
        ("three-card-fortune", "R9=ante-needed", "Optional, and only beside Ante. [R9]"),
        (
            "three-card-fortune",
            "R10=equal-pushes",
            "does not qualify equal push push 000.tie, 000.not-qualified, R10",
        ),
        ("three-card-fury", "R13=ace-high", "The ace is always high: 3-2-A is no straight. [R13]"),
        ("three-card-pairs-plus", "R16=proportional", "all winnings are shortened"),
        ("three-card-pairs-plus", "R16=in-order-with-stakes", "so do bets that come back"),
        ("three-card-pairs-plus", "R16=proportional-with-stakes", "so do bets that come back"),
        ("three-card-poker", "R17=paid", "A player's second position is paid envy"),
        ("three-card-poker", "R18=only-with-wager", "The hand counts only with a Progressive bet"),
        ("three-card-poker", "R21=shared", "are all paid from what it"),
        ("three-card-poker", "R22=up", "A pay that is not whole in cents is rounded up. [R22]"),
        (
            "three-card-poker",
            "R22=nearest",
            "A pay that is not whole in cents is rounded to the nearest cent",
        ),
        ("three-card-poker", "R24=play-made-hands", "The table plays a pair or better"),
        ("three-card-poker", "R25=continue", "the round goes on. [R25]"),
        ("three-card-poker", "R25=forfeit", "every bet is lost. [R25]"),
        ("three-card-poker", "R25=settle", "every bet is settled as the"),
        ("three-card-poker", "R27=allowed", "The house may allow more"),
    ] {
        let card = check(game, ["--ruling", change], statement);
        assert!(card.contains(&format!("{change} (in force):")), "{game} {change}");
    }
}

#[test]
fn a_pay_changes_its_line() {
    check("three-card-poker", ["--pay", "pair-plus=40-30-6-4-1"], "Flush 4 to 1 $40 + $10 003.pp.flush");
    check("three-card-shine", ["--pay", "ante-bonus=7/2-4-1"], "Straight flush 7 to 2 $35");
}

#[test]
fn every_variant_has_a_hash_of_its_own() {
    let hash = |arguments: &[&str]| hash(&shown(arguments));
    let game = "three-card-pairs-plus";
    let hashes: BTreeSet<String> = [
        hash(&["show", game]),
        hash(&["show", game, "--ruling", "R1=player-wins"]),
        hash(&["show", game, "--ruling", "R2=dealer-qualifies"]),
        hash(&["show", game, "--ruling", "R1=player-wins", "--ruling", "R2=dealer-qualifies"]),
        hash(&["show", game, "--pay", "pairs-plus=40-30-6-4-1"]),
        hash(&["show", "three-card-poker"]),
    ]
    .into();
    assert_eq!(hashes.len(), 6);
}
