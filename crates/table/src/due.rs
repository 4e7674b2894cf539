//! What the table does by itself, and when.

use crate::ask::Do;
use crate::state::{Shuffle, Stage, Table};
use tercet_rules::Phase;

/// Why a round is void whose bets were open as the table was started again. This and the reasons below stand in journals, where an audit knows
/// them by their very words: another wording is taken beside the old one, never in its place.
pub(crate) const RESTARTED: &str = "the table was started again while bets were open";

impl Table {
    /// What is due at this time, if anything: the table asks itself for it, one step after the other.
    #[must_use]
    pub fn due(&self, now_ms: u64) -> Option<Do> {
        let Some(live) = &self.live else { return self.opens().then_some(Do::OpenRound) };
        let crowded = self.is_crowded();
        let late = live.is_late(now_ms);
        match live.stage() {
            // A table that takes no more rounds does not keep an empty one open, or nobody could set it anew.
            Stage::Open if !self.status.opens_rounds() && !live.any_bets() => {
                Some(Do::Void("the table is paused and nobody has bet".into()))
            }
            // Nor does one that was set anew, or nobody would get to see what it was set to.
            Stage::Open if self.is_pending() && !live.any_bets() => {
                Some(Do::Void("the table is set anew and nobody has bet".into()))
            }
            Stage::Open if crowded && !live.any_bets() => {
                Some(Do::Void("places and bets were changed too often, and nobody has bet".into()))
            }
            Stage::Open => (late || crowded || self.is_ready()).then_some(Do::CloseBets),
            Stage::Closed => {
                let told =
                    matches!(&live.shuffle, Shuffle::Closed(closed) if closed.waiting().next().is_none());
                (late || told).then_some(Do::Deal)
            }
            Stage::Dealt => {
                let Phase::Deciding(dealt) = live.round.phase() else { return None };
                let game = live.round.game();
                if dealt.hands.iter().all(|hand| !dealt.undecided(game, hand)) {
                    Some(Do::Reveal)
                } else {
                    late.then_some(Do::TimeOut)
                }
            }
            Stage::Decided => Some(Do::Reconcile),
            Stage::Settled => Some(Do::TellSeed),
            Stage::Over => (late && self.opens()).then_some(Do::OpenRound),
        }
    }

    /// When something becomes due if nobody asks for anything; none if nothing ever does.
    #[must_use]
    pub fn next_due_ms(&self, now_ms: u64) -> Option<u64> {
        if self.due(now_ms).is_some() {
            return Some(now_ms);
        }
        self.deadline_ms().filter(|_| self.waits_for_a_clock())
    }

    /// Whether something happens as a clock runs out: after a round only if another opens then, so not where nobody sits.
    pub(crate) fn waits_for_a_clock(&self) -> bool {
        self.stage() != Some(Stage::Over) || self.opens()
    }

    /// Whether the table voids its round by itself at this time, and for this reason: one that is due, or that open bets go back as it is started
    /// again.
    pub(crate) fn voids(&self, why: &str, now_ms: u64) -> bool {
        (why == RESTARTED && self.has_open_bets())
            || matches!(self.due(now_ms), Some(Do::Void(reason)) if reason == why)
    }

    fn opens(&self) -> bool {
        self.status.opens_rounds() && self.settings.is_some() && !self.seats.is_empty()
    }
}
