//! Who sits at a table while a session goes on: bankrolls, goals, and what it came to.

use crate::setup::Seat;
use crate::tally::{Bins, Sessions, extreme};
use tercet_rules::Money;

/// One seat of one table in a session.
#[derive(Clone, Debug)]
pub(crate) struct Sitting {
    /// What the player brought and wants, in units; none: as much as it takes.
    bankroll: Option<i64>,
    goal: Option<i64>,
    /// What a round may cost at most.
    cost: i64,
    net: i64,
    peak: i64,
    drawdown: i64,
    rounds: u64,
    here: bool,
}

impl Sitting {
    pub(crate) fn new(seat: &Seat<'_>, cost: Money) -> Sitting {
        let (bankroll, goal) = (seat.bankroll.map(Money::units), seat.goal.map(Money::units));
        Sitting { bankroll, goal, cost: cost.units(), net: 0, peak: 0, drawdown: 0, rounds: 0, here: false }
    }

    /// Whether the player is dealt in.
    #[inline]
    pub(crate) fn here(&self) -> bool {
        self.here
    }

    /// A session begins. Who cannot pay for one round is ruined before it.
    pub(crate) fn begin(&mut self, sessions: &mut Sessions, bins: Bins) {
        (self.net, self.peak, self.drawdown, self.rounds, self.here) = (0, 0, 0, 0, true);
        self.leave_if_done(sessions, bins);
    }

    /// What a round came to.
    #[inline]
    pub(crate) fn round(&mut self, net: i64, sessions: &mut Sessions, bins: Bins) {
        self.rounds += 1;
        self.net += net;
        self.peak = self.peak.max(self.net);
        self.drawdown = self.drawdown.max(self.peak - self.net);
        self.leave_if_done(sessions, bins);
    }

    #[inline]
    fn leave_if_done(&mut self, sessions: &mut Sessions, bins: Bins) {
        let Some(bankroll) = self.bankroll else { return };
        let holds = bankroll + self.net;
        if self.goal.is_some_and(|goal| holds >= goal) {
            sessions.reached += 1;
            self.end(sessions, bins);
        } else if holds < self.cost {
            sessions.ruined += 1;
            sessions.rounds_to_ruin += self.rounds;
            self.end(sessions, bins);
        }
    }

    /// The session is over for whoever is still there.
    pub(crate) fn end(&mut self, sessions: &mut Sessions, bins: Bins) {
        if !self.here {
            return;
        }
        self.here = false;
        let net = self.net;
        sessions.count += 1;
        sessions.ahead += u64::from(net > 0);
        sessions.even += u64::from(net == 0);
        sessions.rounds += self.rounds;
        sessions.net += i128::from(net);
        sessions.net_squared += i128::from(net) * i128::from(net);
        sessions.drawdown += i128::from(self.drawdown);
        sessions.worst_drawdown = sessions.worst_drawdown.max(self.drawdown);
        sessions.best = extreme(sessions.best, Some(net), i64::max);
        sessions.worst = extreme(sessions.worst, Some(net), i64::min);
        sessions.results[bins.place(net)] += 1;
        sessions.drawdowns[bins.place(self.drawdown)] += 1;
    }
}
