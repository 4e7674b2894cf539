//! What a round is told to do.

use crate::ids::WagerId;
use crate::money::Money;
use alloc::string::String;
use tercet_cards::Deck;

/// An order to a live round. [`Round::handle`](crate::Round::handle) answers with what would happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A player takes a position.
    Sit {
        /// The position, 1 at the dealer's left.
        spot: u8,
        /// Who sits down.
        player: String,
    },
    /// A player leaves a position; wagers there come back.
    Leave {
        /// The position.
        spot: u8,
    },
    /// A wager is set to this amount in all, whatever lay there before.
    Place {
        /// The position.
        spot: u8,
        /// The wager.
        wager: WagerId,
        /// The whole stake.
        amount: Money,
    },
    /// A wager is taken back.
    TakeBack {
        /// The position.
        spot: u8,
        /// The wager.
        wager: WagerId,
    },
    /// "No more bets". Seat by seat, in order of the positions: if the wagers of a seat cannot stand by the
    /// rules, all of that seat come back, lawful ones too, with the rule they break; so do those of a player's
    /// seat that may not be held beside the seats before it (R27). The wagers of the other seats are final.
    ///
    /// If none stand, the round is over, void; with no wager at all the command is refused and bets stay open.
    CloseWagers,
    /// A seat committed to a secret for the shuffle and did not tell it: between "no more bets" and the deal the table sends
    /// its wagers back. Who withheld is for the table to know. If no wager stands any more, the round is over, void.
    SendBackWithheld {
        /// The position.
        spot: u8,
    },
    /// The cards are dealt from the top of this deck.
    Deal {
        /// The order of the cards.
        deck: Deck,
        /// The meter, after this round's contributions; needed if its wager was made.
        meter: Option<Money>,
    },
    /// A player decides.
    Decide {
        /// The position.
        spot: u8,
        /// Play or fold.
        choice: Choice,
    },
    /// A player did not decide in time: the table does, by its rule (R24).
    TimeOut {
        /// The position.
        spot: u8,
    },
    /// Folded hands are collected and the dealer's cards are turned over.
    Reveal,
    /// The spots are paid and taken in order.
    Reconcile {
        /// What the meter holds now, if another table has changed it since the deal (R20).
        meter: Option<Money>,
    },
    /// Something irregular happened; the game's policy is applied (R25), to what was collected already too.
    Report {
        /// Its name in the game file, such as `exposed-card`.
        event: String,
    },
    /// The floor voids the round: every stake is returned.
    Void {
        /// Why.
        reason: String,
    },
}

/// A decision, and how high the wager is that goes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Choice {
    /// Make the Play wager: so many times the wager it is measured by.
    Play {
        /// The multiple.
        times: u8,
    },
    /// Give up the hand.
    Fold,
}
