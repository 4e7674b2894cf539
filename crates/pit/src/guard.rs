//! Who may stop a bet before it is written.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use tercet_ledger::{Account, Name, Transaction};
use tercet_rules::Money;
use tercet_table::{Ask, Do, Who};

/// Who is asked before a bet of a player is written.
///
/// The table waits for it, so it must be quick, and it must not ask the table.
pub type Guard = dyn Fn(&Bet) -> Result<Permit, Forbidden> + Send + Sync;

/// A bet that the table would take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bet {
    /// The table.
    pub table: Name,
    /// Whose bet it is.
    pub player: Name,
    /// All that it takes from the wallet: more than zero, with what is held for a Play wager that it requires, and without what a
    /// smaller bet in its place had taken before.
    pub takes: Money,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
}

impl Bet {
    /// What is asked, if it is a bet that takes money; a wager that grows smaller, or the Play wager of a hand that is dealt, is none.
    pub(crate) fn of(table: &Name, ask: &Ask, moves: &[Transaction], at_ms: u64) -> Option<Bet> {
        let (Who::Player(player), Do::Place(..)) = (&ask.who, &ask.what) else { return None };
        let is_wallet = |account: &Account| matches!(account, Account::Wallet(of) if of == player);
        let takes = moves.iter().flat_map(Transaction::postings).fold(Money::ZERO, |takes, posting| {
            match (is_wallet(&posting.from), is_wallet(&posting.to)) {
                (true, false) => takes + posting.amount,
                (false, true) => takes - posting.amount,
                (true, true) | (false, false) => takes,
            }
        });
        (takes > Money::ZERO).then(|| Bet { table: table.clone(), player: player.clone(), takes, at_ms })
    }
}

/// That a bet may be written. It is dropped once whoever listens has been told of the bet, or it was not written after all: until then two bets
/// at two tables can be known to be under way.
pub struct Permit {
    _held: Option<Box<dyn Any + Send>>,
}

impl Permit {
    /// Lets the bet be written, and keeps this until it is.
    pub fn holding(held: impl Any + Send) -> Permit {
        Permit { _held: Some(Box::new(held)) }
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

/// Why a bet may not be written, in the words of the guard. Two are equal if they say the same.
#[derive(Clone, Debug)]
pub struct Forbidden(Arc<dyn Error + Send + Sync>);

impl Forbidden {
    /// For this reason.
    pub fn new(why: impl Error + Send + Sync + 'static) -> Forbidden {
        Forbidden(Arc::new(why))
    }

    /// The reason, if it is of this type.
    #[must_use]
    pub fn why<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl PartialEq for Forbidden {
    fn eq(&self, other: &Forbidden) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Forbidden {}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
