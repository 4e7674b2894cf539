//! Counts of bets and of hands, beside the slow roads to the same numbers.

use crate::bets::{UNIT, all, bet, builtin, files, spot};
use crate::brute::{self, Ranked};
use crate::clock::{self, best, once, ratio, say};
use crate::settled;
use tercet_analysis::{Figures, Hands, Law, Spot, Strategy, main_bet, six_card_counts};
use tercet_cards::{CardSet, best_five_of_six_set, combinations};
use tercet_rules::{Game, WagerNo};

/// Ante and Play of Three Card Poker by four roads.
pub(crate) fn ante_and_play(rounds: usize) {
    let game = &builtin("three-card-poker");
    let bet = bet(game, &main_bet(game));
    let spot = spot(game, &bet);
    let counted = || Law::of(&spot, Strategy::Best);
    let figures = Figures::of(&counted(), UNIT, |_| true);
    say(&format!(
        "Ante and Play of Three Card Poker, best play, 407,170,400 deals: {}",
        figures.expectation()
    ));

    let ours = Ranked::ours();
    let (remembering, poker) = once(Ranked::poker);
    let exactly = figures.net / i128::from(UNIT.units());
    assert_eq!(i128::from(brute::ante_and_play(&ours)), exactly, "brute force with tercet-cards disagrees");
    assert_eq!(i128::from(brute::ante_and_play(&poker)), exactly, "brute force with crate poker disagrees");
    let settled = settled::some(&spot, 100);

    let (fast, _) = best(rounds, counted);
    let (with_ours, _) = best(3, || brute::ante_and_play(&ours));
    let (with_poker, _) = best(3, || brute::ante_and_play(&poker));
    ratio("counted, from nothing", fast, fast);
    ratio("brute force, all pairs, strengths of tercet-cards remembered", with_ours, fast);
    ratio("brute force, all pairs, strengths of crate poker remembered", remembering + with_poker, fast);
    ratio("settled through the rules by suit class: one in 100, times 100", settled, fast);
}

/// Larger bets, beside the settled ones.
pub(crate) fn bets(rounds: usize) {
    let poker = builtin("three-card-poker");
    let fury = builtin("three-card-fury");
    beside_settled("Fury: Ante, Play and Monster, 4,682,459,600 deals", &fury, &main_bet(&fury), rounds);
    beside_settled("Fury: every wager", &fury, &all(&fury), rounds);
    beside_settled("Three Card Poker: every wager at once, 407,170,400 deals", &poker, &all(&poker), rounds);
}

fn beside_settled(name: &str, game: &Game, wagers: &[WagerNo], rounds: usize) {
    const ONE_IN: u32 = 1_000;
    let bet = bet(game, wagers);
    let spot = spot(game, &bet);
    let settled = settled::some(&spot, ONE_IN);
    let (fast, _) = best(rounds, || Law::of(&spot, Strategy::Best));
    say(&format!("\n{name}"));
    ratio("counted, from nothing", fast, fast);
    ratio("settled through the rules by suit class: one in 1,000, times 1,000", settled, fast);
}

/// The best five of six cards.
pub(crate) fn six_cards(rounds: usize) {
    let (slow, walked) = once(|| {
        let mut counts = [0_u64; 10];
        for hand in combinations(CardSet::FULL, 6) {
            let rank = best_five_of_six_set(hand).expect("six cards");
            counts[rank.category() as usize] += 1;
        }
        counts
    });
    assert_eq!(six_card_counts(), walked, "the six-card counts disagree");
    let (fast, _) = best(rounds, six_card_counts);
    say("\nbest five of six, 20,358,520 hands");
    ratio("counted, from nothing", fast, fast);
    ratio("every hand, evaluated by tercet-cards", slow, fast);
}

/// Every game file of the tests: odd rules cost more.
pub(crate) fn game_files(rounds: usize) {
    say("\ngame files of the tests, every wager at once, from nothing");
    for (name, game) in files() {
        let bet = bet(&game, &all(&game));
        let spot: Spot<'_> = spot(&game, &bet);
        settled::compare(&spot, &Hands::all(game.player.0).every(4_000, 7));
        let (time, _) = best(rounds.min(25), || Law::of(&spot, Strategy::Best));
        clock::time(&name, time);
    }
}
