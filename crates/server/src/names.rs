//! The names that the staff gives to tables and meters, and those of wagers that somebody says.

use crate::house::House;
use crate::problem::{Code, Not, failed, problem_at};
use tercet_ledger::{Account, Name};
use tercet_rules::{Money, WagerId};
use tercet_store::{Failure, Store as _};

/// Whether a text is of the letters that stand for themselves in addresses and files of games, and has so many of them at most.
fn is_plain(text: &str, most: usize) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=most).contains(&text.len()) && text.chars().all(plain)
}

/// The name of a table that is to be, or of a meter: it stands in addresses.
///
/// # Errors
///
/// If it could not stand there, or is too long to be read; `at` says where it was given.
pub(crate) fn in_addresses(text: &str, at: &str) -> Result<Name, Not> {
    let name = Name::new(text).ok().filter(|_| is_plain(text, 40));
    name.ok_or_else(|| {
        problem_at(Code::Value, at, "expected a name of 1 to 40 lower-case letters, digits and hyphens")
    })
}

/// The name of a meter: a new one as it can be given, or another that a meter of the house has had for longer, with money in it that is its players'.
///
/// # Errors
///
/// If it is neither, or the books cannot be read.
pub(crate) fn of_a_meter(text: &str, at: &str, house: &House) -> Result<Name, Not> {
    in_addresses(text, at).or_else(|not| {
        let Ok(name) = Name::new(text) else { return Err(not) };
        if holds_money(house, &name).map_err(|failure| failed(&failure))? { Ok(name) } else { Err(not) }
    })
}

fn holds_money(house: &House, meter: &Name) -> Result<bool, Failure> {
    let holds = |account| house.store.balance(&account).map(|balance| balance != Money::ZERO);
    Ok(holds(Account::Meter(meter.clone()))? || holds(Account::Reserve(meter.clone()))?)
}

/// A wager's id is one of a game: what can be none is refused before any table looks at it.
pub(crate) fn of_a_wager(text: &str) -> Result<WagerId, Not> {
    if !is_plain(text, 64) {
        let expected = "expected the id of a wager, such as ante or pair-plus";
        return Err(problem_at(Code::Value, "ask.wager", expected));
    }
    Ok(WagerId::from(text))
}
