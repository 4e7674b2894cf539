//! What somebody can do to the postings of a journal.

use crate::played::name;
use tercet_ledger::{Account, Posting, Record, Transaction, Why};
use tercet_rules::Money;

/// The transactions of a record with one posting changed.
pub(crate) fn with(record: &Record, at: (usize, usize), new: &Posting) -> Vec<Transaction> {
    let each = record.transactions.iter().enumerate().map(|(i, transaction)| {
        let mut changed = Transaction::new();
        for (j, posting) in transaction.postings().iter().enumerate() {
            let Posting { from, to, amount, why } = if (i, j) == at { new } else { posting }.clone();
            changed.post(from, to, amount, why);
        }
        changed
    });
    each.collect()
}

/// Every posting with its place.
pub(crate) fn postings(records: &[Record]) -> impl Iterator<Item = (usize, (usize, usize), &Posting)> {
    records.iter().enumerate().flat_map(|(seq, record)| {
        record.transactions.iter().enumerate().flat_map(move |(i, transaction)| {
            transaction.postings().iter().enumerate().map(move |(j, posting)| (seq, (i, j), posting))
        })
    })
}

/// What can be done to one posting: more, less, to somebody else, from somebody else.
pub(crate) fn changes(posting: &Posting) -> Vec<Posting> {
    let more = Posting { amount: posting.amount + Money::from_units(1_234), ..posting.clone() };
    let less = Posting { amount: Money::from_units(posting.amount.units() / 2), ..posting.clone() };
    let to = Posting { to: Account::Wallet(name("zed")), ..posting.clone() };
    let from = Posting { from: Account::Bank(name("t9")), ..posting.clone() };
    [more, less, to, from].into_iter().filter(|new| new.amount > Money::ZERO && new != posting).collect()
}

/// Whether a posting follows from what happened at a table: how much somebody bought in for follows from nothing.
pub(crate) fn follows(posting: &Posting) -> bool {
    !matches!(posting.why, Why::CashIn | Why::CashOut | Why::HouseFunds)
}
