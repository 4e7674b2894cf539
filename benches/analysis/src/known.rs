//! Cards of the dealer's that are seen before the decision.

use crate::bets::{all, bet, builtin, spot};
use crate::clock::{self, best, say};
use tercet_analysis::{Figures, Law, Strategy, exposures, main_bet};
use tercet_rules::{Game, WagerNo};

/// How often each is timed.
const ROUNDS: usize = 5;

/// One card of the dealer's exposed: best play for each card that it can be.
pub(crate) fn run() {
    say("\none card of the dealer's exposed: the law for each of the 13 that differ");
    for game in tercet_games::builtin() {
        let game = builtin(game.id);
        exposed(&game.name, &game, &main_bet(&game));
    }
    let poker = builtin("three-card-poker");
    exposed("Three Card Poker, every wager at once", &poker, &all(&poker));
}

fn exposed(name: &str, game: &Game, wagers: &[WagerNo]) {
    let bet = bet(game, wagers);
    let spot = spot(game, &bet);
    // Who never folds gains nothing by what is seen: each deal is met once for each of its dealer's cards.
    let net = |law: &Law| Figures::of(law, crate::bets::UNIT, |_| true).net;
    let seen = exposures(&spot, Strategy::PlayAll, 1).map(|(seen, law)| i128::from(seen.size) * net(&law));
    let blind = net(&Law::of(&spot, Strategy::PlayAll));
    assert_eq!(seen.sum::<i128>(), i128::from(game.dealer.0) * blind, "{name}: the exposures do not add up");
    let (time, _) =
        best(ROUNDS, || exposures(&spot, Strategy::Best, 1).map(|(_, law)| law.deals).sum::<u128>());
    clock::time(name, time);
}
