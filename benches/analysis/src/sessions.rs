//! Many rounds of a bet, beside one round after the other.

use crate::bets::{all, bet, builtin, spot};
use crate::clock::{best, once, ratio, say};
use std::collections::BTreeMap;
use tercet_analysis::session::session;
use tercet_analysis::{Law, Strategy, main_bet};
use tercet_rules::{Money, WagerNo};

/// How often each session is timed.
const ROUNDS: usize = 25;

/// So many rounds are played one after the other.
const FEW: u32 = 300;

/// Sessions of 10,000 rounds.
pub(crate) fn run() {
    let poker = builtin("three-card-poker");
    let fury = builtin("three-card-fury");
    rounds("Three Card Poker, main bet", &poker, &main_bet(&poker));
    rounds("Three Card Poker, every wager at once", &poker, &all(&poker));
    rounds("Fury, every wager at once", &fury, &all(&fury));
}

fn rounds(name: &str, game: &tercet_rules::Game, wagers: &[WagerNo]) {
    let bet = bet(game, wagers);
    let law = Law::of(&spot(game, &bet), Strategy::Best);
    let (slow, ahead) = once(|| one_by_one(&law));
    let few = session(&law, FEW, None).expect("a session");
    let apart = (few.chances.above(Money::ZERO) - ahead).abs();
    assert!(apart < 1e-10, "{name}: one round after the other gives {ahead}, {apart} away");
    say(&format!("\na session, the law of a round known: {name}"));
    let (long, _) = best(ROUNDS, || session(&law, 10_000, None).expect("a session"));
    ratio("10,000 rounds", long, long);
    let (short, _) = best(ROUNDS, || session(&law, FEW, None).expect("a session"));
    ratio("300 rounds", short, long);
    ratio("300 rounds, one after the other", slow, long);
}

/// The chance to be ahead after a few rounds, by the definition.
fn one_by_one(law: &Law) -> f64 {
    let mut nets: BTreeMap<i64, f64> = BTreeMap::new();
    for outcome in &law.outcomes {
        let net: i64 = outcome.lines.iter().map(|line| line.net().units()).sum();
        *nets.entry(net).or_insert(0.0) += real(outcome.ways) / real(law.deals);
    }
    let mut here = BTreeMap::from([(0_i64, 1.0)]);
    for _ in 0..FEW {
        let mut next: BTreeMap<i64, f64> = BTreeMap::new();
        for (money, chance) in &here {
            for (net, each) in &nets {
                *next.entry(money + net).or_insert(0.0) += chance * each;
            }
        }
        // What is less likely than this in all is left out: it keeps the slow road from never ending.
        next.retain(|_, chance| *chance > 1e-18);
        here = next;
    }
    here.range(1..).map(|(_, chance)| chance).sum()
}

#[expect(clippy::cast_precision_loss, reason = "chances are floating-point numbers")]
fn real(ways: u128) -> f64 {
    ways as f64
}
