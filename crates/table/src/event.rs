//! What happened at a table, as it is written down.

use tercet_fair::{Commitment, SeatHash, SeatSecret};
use tercet_ledger::{MeterNow, Name};
use tercet_rules::{Choice, Money, WagerId};

/// A fact about a table.
///
/// It is what was asked and allowed, no more: that bets which cannot stand go back as bets close, which cards are dealt and
/// what is paid follows from it by the rules of the round, and is compared with the money in the same record when it is read
/// again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// The floor set the table: the next round is the first that is played so.
    Set {
        /// Who.
        by: Name,
        /// The game file in its normal form.
        text: String,
        /// The way of dealing, by its place in the game's list.
        way: u8,
        /// The meter.
        meter: Option<Name>,
        /// The clocks: to bet, for secrets, to decide, to look.
        clocks_ms: [u64; 4],
        /// Whether players are told what each decision is worth.
        hints: bool,
    },
    /// The floor opened, paused or closed the table.
    Turned {
        /// Who.
        by: Name,
        /// To what.
        status: Status,
        /// Why.
        reason: String,
    },
    /// A player took a position.
    Seated {
        /// The position.
        spot: u8,
        /// Who.
        player: Name,
    },
    /// A player left a position, or was stood up.
    Left {
        /// The position.
        spot: u8,
        /// Who of the floor stood the player up, if it was not the player who left.
        by: Option<Name>,
    },
    /// OPEN: bets may be made, and the house has committed to the seed.
    RoundOpened {
        /// The number of the round at this table, from 1.
        round: u64,
        /// The program that deals it and its version: the seed is bound to it, whichever program reads the round later.
        engine: String,
        /// The chance from which, with the house's key, the seed follows.
        chance: [u8; 32],
        /// The commitment to the seed.
        commitment: Commitment,
    },
    /// The meter of the table held nothing as the round opened, and was started (R19).
    MeterStarted {
        /// What it held, and what was kept to start it.
        meter: MeterSeen,
    },
    /// A wager lies on its place, so high in all.
    Placed {
        /// The position.
        spot: u8,
        /// The wager.
        wager: WagerId,
        /// The whole stake.
        amount: Money,
    },
    /// A wager was taken back.
    TakenBack {
        /// The position.
        spot: u8,
        /// The wager.
        wager: WagerId,
    },
    /// A seat committed to a secret for the shuffle.
    Sworn {
        /// The position.
        spot: u8,
        /// The hash of the secret.
        hash: SeatHash,
    },
    /// A seat is done with betting. It is so until it bets or takes back once more.
    Ready {
        /// The position.
        spot: u8,
    },
    /// CLOSED: no more bets, as their time was up or everybody who sat there was done with betting. Bets that cannot stand went back.
    BetsClosed {
        /// The seats whose bets went back, in ascending order, each with the rule that they break. It follows from the bets; here it is
        /// said. Earlier programs did not say it: of what they closed there is none here, whatever went back.
        sent_back: Vec<CannotStand>,
    },
    /// A seat told its secret.
    Told {
        /// The position.
        spot: u8,
        /// The secret.
        secret: SeatSecret,
    },
    /// DEALT: seats that withheld their secret were sent back, and the cards are out, unless nobody is left.
    Dealt {
        /// What the meter held before this round gave its part.
        meter: Option<MeterSeen>,
        /// The seats that were sent back, in ascending order. Who withheld a secret follows from the secrets that were told; here it is
        /// said. Earlier programs did not say it: of their deals there is none here, whoever withheld.
        withheld: Vec<u8>,
    },
    /// A player decided.
    Decided {
        /// The position.
        spot: u8,
        /// Play or fold.
        choice: Choice,
    },
    /// A player did not decide in time, and the table did (R24).
    TimedOut {
        /// The position.
        spot: u8,
    },
    /// Something irregular was reported (R25).
    Reported {
        /// By whom.
        by: Name,
        /// Its name in the game file.
        event: String,
    },
    /// DECIDED: folded hands were collected and the dealer's cards turned over.
    Revealed,
    /// SETTLED: every spot was paid and taken.
    Reconciled {
        /// What the meter holds by now.
        meter: Option<MeterSeen>,
    },
    /// REVEALED: the seed was told, and everybody can check the shuffle.
    SeedTold {
        /// The seed.
        seed: [u8; 32],
    },
    /// The round is void: every stake went back.
    Voided {
        /// By whom; none: by the table itself, as nobody had bet or it was started again.
        by: Option<Name>,
        /// Why.
        reason: String,
    },
    /// The round ended without its seed: the key from which that follows is lost, said the operator of the machine while the house was closed.
    /// Every stake went back, unless the round was over but for its seed, which nobody can tell any more.
    SeedLost {
        /// Why.
        reason: String,
    },
}

impl TableEvent {
    /// Whether it is the table that does it, by its clocks or as it is started again, and nobody who asks for it.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        match self {
            TableEvent::RoundOpened { .. }
            | TableEvent::MeterStarted { .. }
            | TableEvent::BetsClosed { .. }
            | TableEvent::Dealt { .. }
            | TableEvent::TimedOut { .. }
            | TableEvent::Revealed
            | TableEvent::Reconciled { .. }
            | TableEvent::SeedTold { .. } => true,
            TableEvent::Voided { by, .. } => by.is_none(),
            TableEvent::Set { .. }
            | TableEvent::Turned { .. }
            | TableEvent::Seated { .. }
            | TableEvent::Left { .. }
            | TableEvent::Placed { .. }
            | TableEvent::TakenBack { .. }
            | TableEvent::Sworn { .. }
            | TableEvent::Ready { .. }
            | TableEvent::Told { .. }
            | TableEvent::Decided { .. }
            | TableEvent::Reported { .. }
            | TableEvent::SeedLost { .. } => false,
        }
    }

    /// What was seen of the meter as this happened, if that matters to it.
    #[must_use]
    pub fn meter_seen(&self) -> Option<&MeterSeen> {
        if let TableEvent::Dealt { meter, .. } | TableEvent::Reconciled { meter } = self {
            meter.as_ref()
        } else if let TableEvent::MeterStarted { meter } = self {
            Some(meter)
        } else {
            None
        }
    }
}

/// A seat whose bets cannot stand as bets close.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotStand {
    /// The position.
    pub spot: u8,
    /// The stable name of the rule that its bets break, such as `missing-required-wager`.
    pub code: String,
}

/// Whether a table takes bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Rounds follow one another.
    Open,
    /// The round is played to its end, and no other opens.
    Paused,
    /// As paused, and nobody may sit down.
    Closed,
}

/// What a meter held when somebody looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterSeen {
    /// On it, and in its reserve.
    pub now: MeterNow,
    /// How many awards it had paid by then.
    pub hits: u64,
}
