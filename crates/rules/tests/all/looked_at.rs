//! Which hands there is something to look at once a round is settled: for the tests here and for the fuzzer, which takes this
//! file as it is.

use tercet_rules::{EnvyHands, Game, Hand, LineOf, OnFold, Outcome, SpotSettlement};

/// Whether a settled spot that did not play has a wager or bonus that neither the fold nor a policy took, or
/// gives envy to others.
pub(crate) fn is_looked_at(game: &Game, spot: &SpotSettlement) -> bool {
    let wagers = || spot.lines.iter().filter(|line| matches!(line.of, LineOf::Wager(_)));
    let live = |outcome| !matches!(outcome, Outcome::Forfeit | Outcome::Void);
    let line = |no| wagers().find(|line| line.of == LineOf::Wager(no));
    let bonus = game.bonuses.iter().any(|bonus| {
        let stays = !spot.folded || bonus.on_fold.0 == OnFold::Stays;
        stays && line(bonus.on).is_some_and(|line| !line.by_policy)
    });
    let envy = game.envy.as_ref().is_some_and(|envy| {
        let hand = Hand::Three(spot.playing, spot.rank);
        let rows = &game.wager(envy.wager).table.rows;
        let row = rows.iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(&hand)));
        // A fold leaves envy alone: the wager was made.
        let counts = envy.hands.0 == EnvyHands::Any || line(envy.wager).is_some_and(|line| !line.by_policy);
        counts && row.is_some_and(|row| row.envy.is_some()) && wagers().any(|l| l.outcome != Outcome::Void)
    });
    wagers().any(|line| live(line.outcome)) || bonus || envy
}
