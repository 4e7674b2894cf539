//! Rulings and their readings: the switches of a game, and what each position of a switch is called.

use crate::ids::RulingId;
use crate::money::Rounding;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use tercet_cards::Ace;

/// A question that the source documents leave open, with the answers a game may give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Its number, such as `R1`.
    pub id: RulingId,
    /// The question in words.
    pub question: String,
    /// The answers, the built-in games' default first.
    pub readings: Vec<ReadingWords>,
    /// The name of the answer in force.
    pub chosen: String,
    /// Whether the game file itself explains the question (else it stands in the common catalogue).
    pub own: bool,
}

impl Ruling {
    /// What the answer in force says.
    #[must_use]
    pub fn chosen_words(&self) -> &str {
        self.readings.iter().find(|r| r.name == self.chosen).map_or("", |r| &r.words)
    }
}

/// One answer to a ruling's question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingWords {
    /// Its short name, such as `player-wins`.
    pub name: String,
    /// What it says.
    pub words: String,
}

/// A condition on a row: this row counts only under one reading of a ruling. Written `R1=push`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The ruling that is asked.
    pub ruling: RulingId,
    /// The reading under which the row counts.
    pub reading: String,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.ruling, self.reading)
    }
}

/// A value that a game file either writes down or leaves to a ruling (`then = "R5"`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting<T> {
    /// Written down.
    Fixed(T),
    /// The reading of this ruling.
    ByRuling(RulingId),
}

/// A type whose values are the readings of a ruling.
pub trait Reading: Copy + PartialEq + 'static {
    /// Each value with the name that game files use.
    const NAMES: &'static [(&'static str, Self)];

    /// The value of this name.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// The name of this value.
    #[must_use]
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(n, _)| n)
    }
}

macro_rules! readings {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$value_doc])* $value,)*
        }

        impl Reading for $name {
            const NAMES: &'static [(&'static str, $name)] = &[$(($text, $name::$value),)*];
        }
    };
}

readings! {
    /// What a fold does to a wager, or to a bonus. Rulings R4 to R8.
    OnFold {
        /// It is lost at once (a bonus: not due).
        Forfeit = "forfeit",
        /// It stays live and is settled like any other.
        Stays = "stays",
    }
}
readings! {
    /// When a bonus is due. Ruling R2.
    Due {
        /// Whatever the dealer holds.
        Always = "always",
        /// Only when the dealer qualifies.
        DealerQualifies = "dealer-qualifies",
    }
}
readings! {
    /// Whether a table that the source leaves to "posted pays" is posted. Ruling R15.
    Posting {
        /// The house has posted the rows that the file holds.
        HouseTables = "house-tables",
        /// Nothing is posted: the wager is closed.
        Unset = "unset",
    }
}
readings! {
    /// How an aggregate limit cuts, and what it counts. Ruling R16.
    Cut {
        /// Winnings count; the last lines in reconcile order are shortened.
        InOrder = "in-order",
        /// Winnings count; every winning line is shortened in proportion.
        Proportional = "proportional",
        /// Winnings and returned stakes count; the last winnings in reconcile order are shortened.
        InOrderWithStakes = "in-order-with-stakes",
        /// Winnings and returned stakes count; every winning line is shortened in proportion.
        ProportionalWithStakes = "proportional-with-stakes",
    }
}
readings! {
    /// Whether an envy hand pays the same player's other position. Ruling R17.
    OwnPositions {
        /// Own hand means every hand of that player.
        NotPaid = "none",
        /// Each position counts for itself.
        Paid = "paid",
    }
}
readings! {
    /// Which hands pay envy to the others. Ruling R18.
    EnvyHands {
        /// Any player's hand at the table.
        Any = "any-hand",
        /// Only a hand whose own progressive wager is live.
        OnlyWithWager = "only-with-wager",
    }
}
readings! {
    /// What happens when several rows pay a share of one meter in one round. Ruling R21.
    MeterHits {
        /// Paid in reconcile order, each from what the meter then holds.
        InOrder = "in-order",
        /// All from the meter at the deal; shares that add up to more than it holds shrink alike.
        Shared = "shared",
    }
}
readings! {
    /// What the table decides for a player who does not. Ruling R24.
    Timeout {
        /// It folds.
        Fold = "fold",
        /// It plays a pair or better, or any hand with a live wager on the player's own cards.
        PlayMadeHands = "play-made-hands",
    }
}
readings! {
    /// What an irregularity does to a wager. Ruling R25.
    Irregular {
        /// The stake is returned and the wager has no result.
        Void = "void",
        /// Nothing: the round goes on.
        Continue = "continue",
        /// The stake is lost.
        Forfeit = "forfeit",
        /// It is settled as the cards lie, even where the rest of the round is void.
        Settle = "settle",
    }
}
readings! {
    /// Whether a player may hold more positions than the game allows. Ruling R27.
    Beyond {
        /// Refused when seated.
        Refused = "refused",
        /// The house allows it.
        Allowed = "allowed",
    }
}

impl Reading for Ace {
    const NAMES: &'static [(&'static str, Ace)] =
        &[("ace-both", Ace::HighAndLow), ("ace-high", Ace::HighOnly)];
}

impl Reading for Rounding {
    const NAMES: &'static [(&'static str, Rounding)] =
        &[("down", Rounding::Down), ("nearest", Rounding::Nearest), ("up", Rounding::Up)];
}
