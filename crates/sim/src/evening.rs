//! Who sits at a table while a session goes on: bankrolls, goals, and what it came to.

use crate::setup::Seat;
use crate::tally::{Bins, RUIN_TIMES, Sessions, extreme, ruin_step};
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
    state: State,
    /// How many rounds of the session are one part of those by which ruin is told apart.
    part: u64,
}

/// Where a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// No session was begun.
    Away,
    Here,
    /// Left, as the bankroll does not cover the next round.
    Ruined,
    /// Left with the goal.
    Reached,
}

impl Sitting {
    /// Nobody sits down yet. `cost` is what a round may cost at most, `session` how many rounds a session has.
    pub(crate) fn new(seat: &Seat<'_>, cost: Money, session: u32) -> Sitting {
        let (bankroll, goal) = (seat.bankroll.map(Money::units), seat.goal.map(Money::units));
        let (cost, part) = (cost.units(), ruin_step(session));
        Sitting { bankroll, goal, cost, net: 0, peak: 0, drawdown: 0, rounds: 0, state: State::Away, part }
    }

    /// Whether the player is dealt in.
    #[inline]
    pub(crate) fn here(&self) -> bool {
        self.state == State::Here
    }

    /// A session begins, with a bankroll that covers one round.
    pub(crate) fn begin(&mut self) {
        (self.net, self.peak, self.drawdown, self.rounds, self.state) = (0, 0, 0, 0, State::Here);
    }

    /// What a round came to.
    #[inline]
    pub(crate) fn round(&mut self, net: i64) {
        self.rounds += 1;
        self.net += net;
        self.peak = self.peak.max(self.net);
        self.drawdown = self.drawdown.max(self.peak - self.net);
        let Some(bankroll) = self.bankroll else { return };
        let holds = bankroll + self.net;
        if self.goal.is_some_and(|goal| holds >= goal) {
            self.state = State::Reached;
        } else if holds < self.cost {
            self.state = State::Ruined;
        }
    }

    /// The last round of the session is over, whoever was there for it. Only now does it count: if a session that was cut off counted
    /// where it ended early, there would be too many of those.
    pub(crate) fn count(&self, sessions: &mut Sessions, bins: Bins) {
        match self.state {
            State::Away => return,
            State::Here => {}
            State::Ruined => {
                sessions.ruined += 1;
                sessions.rounds_to_ruin += self.rounds;
                // The first part is that of the first rounds.
                let part = self.rounds.saturating_sub(1) / self.part;
                sessions.ruin_times[usize::try_from(part).unwrap_or(RUIN_TIMES).min(RUIN_TIMES - 1)] += 1;
            }
            State::Reached => sessions.reached += 1,
        }
        let net = self.net;
        sessions.count += 1;
        sessions.ahead += u64::from(net > 0);
        sessions.even += u64::from(net == 0);
        sessions.rounds += self.rounds;
        sessions.rounds_squared += i128::from(self.rounds) * i128::from(self.rounds);
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
