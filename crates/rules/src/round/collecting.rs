//! What is taken from folded spots, and which hands stay on the table to be shown.

use super::{Dealt, SeatHand, finishing};
use crate::event::{Event, StaysFor};
use crate::game::{Bonus, Game, WagerNo};
use crate::reading::{Irregular, OnFold};
use crate::settle::{SpotSettlement, gives_envy, settle};
use alloc::vec::Vec;

impl Dealt {
    /// Whether a hand is shown when it is reconciled: it played, or its cards stay for something.
    ///
    /// Sources: 000.7.who, 002.5, 004.9; a folded hand for which nothing is live is collected unseen (000.5).
    pub(crate) fn is_shown(&self, game: &Game, hand: &SeatHand, settled: &SpotSettlement) -> bool {
        hand.played() || self.stays_for(game, hand, settled).is_some()
    }

    /// What the cards of a hand stay on the table for when nobody plays them.
    fn stays_for(&self, game: &Game, hand: &SeatHand, settled: &SpotSettlement) -> Option<StaysFor> {
        let wager = game.wager_nos().find(|no| self.stays_live(game, hand, *no));
        let due = |bonus: &&Bonus| {
            let lost = hand.folded() && bonus.on_fold.0 == OnFold::Forfeit;
            hand.seat.stake(bonus.on).is_some() && !lost && self.goes_on(game, bonus.on)
        };
        let bonus = || game.bonuses.iter().find(due).map(|bonus| StaysFor::Bonus(bonus.id.clone()));
        let envy = || gives_envy(game, settled).then_some(StaysFor::Envy);
        wager.map(|no| StaysFor::Wager(game.wager(no).id.clone())).or_else(bonus).or_else(envy)
    }

    /// What is collected from every folded spot, in paying order, by the irregularities so far: what the fold
    /// forfeits, and what a policy forfeits; nothing that a policy gives back. Sources: 000.5, 004.7, R25.
    pub(super) fn collected(&self, game: &Game) -> Vec<Event> {
        let settlement = settle(&finishing::checked(game, self, self.meter));
        let order = game.reconcile.order(self.hands.iter().map(|hand| hand.seat.spot));
        let hands = order.into_iter().map(|i| (&self.hands[i], &settlement.spots[i]));
        hands
            .filter(|(hand, _)| hand.folded())
            .map(|(hand, settled)| {
                let lost = |no: &WagerNo| {
                    !self.stays_live(game, hand, *no) && self.policy(game, *no) != Irregular::Void
                };
                Event::Collected {
                    spot: hand.seat.spot,
                    wagers: hand
                        .seat
                        .stakes(game)
                        .filter(|(no, _)| lost(no))
                        .map(|(no, amount)| (game.wager(no).id.clone(), amount))
                        .collect(),
                    stays_for: self.stays_for(game, hand, settled),
                    corrects: false,
                }
            })
            .collect()
    }

    /// What is collected otherwise than it was before this irregularity (by its place in the game's list).
    ///
    /// Cards never come back: a policy only takes away what they stay for.
    pub(super) fn corrections(&self, game: &Game, rule: usize) -> Vec<Event> {
        let before = self.collected(game);
        let mut after = self.clone();
        after.irregular.push(rule);
        let mut changed: Vec<Event> =
            after.collected(game).into_iter().filter(|event| !before.contains(event)).collect();
        for event in &mut changed {
            if let Event::Collected { corrects, .. } = event {
                *corrects = true;
            }
        }
        changed
    }
}
