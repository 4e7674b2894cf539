//! Accounts: the places where money can be.

use crate::name::{Name, NameError};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A place where money can be.
///
/// The order of the variants is part of the byte layout of the journal ([`Account::encode`]): it never changes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Outside: where money comes from when it is brought, and goes to when it is taken away.
    World,
    /// The house, apart from the banks of its tables.
    House,
    /// The bank of a table: what it pays from and collects into. The house stands behind it, so it may be negative: its
    /// balance is what the table has won (or lost) for the house.
    Bank(Name),
    /// What a player has and has not bet.
    Wallet(Name),
    /// The chips that lie at a spot of a table.
    Layout(Name, u8),
    /// What is held of the player at a spot for the Play wager that the Ante may require, until it is decided.
    Held(Name, u8),
    /// A progressive meter.
    Meter(Name),
    /// What is kept to start a meter again.
    Reserve(Name),
}

impl Account {
    /// Whether the balance may be below zero: of the world and of the house (its tables included), of nobody else.
    #[must_use]
    pub const fn may_be_negative(&self) -> bool {
        match self {
            Account::World | Account::House | Account::Bank(_) => true,
            Account::Wallet(_)
            | Account::Layout(..)
            | Account::Held(..)
            | Account::Meter(_)
            | Account::Reserve(_) => false,
        }
    }
}

impl fmt::Display for Account {
    /// `world`, `house`, `bank/t1`, `wallet/ann`, `layout/t1/3`, `held/t1/3`, `meter/m1`, `reserve/m1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::World => f.write_str("world"),
            Account::House => f.write_str("house"),
            Account::Bank(table) => write!(f, "bank/{table}"),
            Account::Wallet(player) => write!(f, "wallet/{player}"),
            Account::Layout(table, spot) => write!(f, "layout/{table}/{spot}"),
            Account::Held(table, spot) => write!(f, "held/{table}/{spot}"),
            Account::Meter(meter) => write!(f, "meter/{meter}"),
            Account::Reserve(meter) => write!(f, "reserve/{meter}"),
        }
    }
}

/// Says that a text is no [`Account`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountError {
    /// There is no such kind of account, or it is written with more or fewer parts.
    Kind(String),
    /// The spot is no number from 1 to 255.
    Spot(String),
    /// The name in it is none.
    Name(NameError),
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Kind(found) => write!(
                f,
                "`{}` is no account; expected world, house, bank/TABLE, wallet/PLAYER, layout/TABLE/SPOT, \
                 held/TABLE/SPOT, meter/METER or reserve/METER",
                tercet_rules::shown(found, 80)
            ),
            AccountError::Spot(found) => {
                write!(f, "`{}` is no spot; expected a number from 1 to 255", tercet_rules::shown(found, 80))
            }
            AccountError::Name(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AccountError {}

impl FromStr for Account {
    type Err = AccountError;

    fn from_str(text: &str) -> Result<Account, AccountError> {
        let name = |text| Name::new(text).map_err(AccountError::Name);
        let mut parts = text.split('/');
        let parts = (parts.next(), parts.next(), parts.next(), parts.next());
        match parts {
            (Some("world"), None, None, None) => Ok(Account::World),
            (Some("house"), None, None, None) => Ok(Account::House),
            (Some("bank"), Some(table), None, None) => Ok(Account::Bank(name(table)?)),
            (Some("wallet"), Some(player), None, None) => Ok(Account::Wallet(name(player)?)),
            (Some("layout"), Some(table), Some(at), None) => Ok(Account::Layout(name(table)?, spot(at)?)),
            (Some("held"), Some(table), Some(at), None) => Ok(Account::Held(name(table)?, spot(at)?)),
            (Some("meter"), Some(meter), None, None) => Ok(Account::Meter(name(meter)?)),
            (Some("reserve"), Some(meter), None, None) => Ok(Account::Reserve(name(meter)?)),
            _ => Err(AccountError::Kind(text.chars().take(80).collect())),
        }
    }
}

/// A spot, written in the one way that [`Account`] writes it.
fn spot(text: &str) -> Result<u8, AccountError> {
    let number: Option<u8> = text.parse().ok().filter(|spot| *spot > 0);
    let as_written = number.filter(|spot| alloc::format!("{spot}") == text);
    as_written.ok_or_else(|| AccountError::Spot(text.chars().take(80).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    #[test]
    fn every_account_reads_back_from_its_text() {
        let texts = [
            "world",
            "house",
            "bank/t1",
            "wallet/ann@x.org",
            "layout/t1/7",
            "held/T-1/255",
            "meter/m",
            "reserve/m",
        ];
        for text in texts {
            assert_eq!(text.parse::<Account>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_account_is_refused_with_what_was_expected() {
        for text in [
            "",
            "World",
            "bank",
            "bank/",
            "bank/a/b",
            "wallet/a b",
            "layout/t/0",
            "layout/t/01",
            "layout/t/256",
            "held/t",
            "held/t/1/2",
            "house/x",
        ] {
            let error = text.parse::<Account>().unwrap_err().to_string();
            assert!(error.contains("expected"), "{text}: {error}");
        }
    }
}
