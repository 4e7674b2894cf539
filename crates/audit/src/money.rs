//! Money that moved beside money that should have moved.

use crate::adrift::Thing;
use crate::finding::{Finding, Findings, Kind};
use std::collections::{BTreeMap, BTreeSet};
use tercet_ledger::{Account, Posting, Record, Transaction, Why};
use tercet_rules::Money;

/// Where the transactions of a record are not those that the rules give: account by account, or posting by posting where
/// each account comes to the same.
pub(crate) fn differences(written: &[Transaction], expected: &[Transaction]) -> Vec<Finding> {
    if written == expected {
        return Vec::new();
    }
    let [wrote, expects] = [written, expected].map(sums);
    let accounts: BTreeSet<&Account> = wrote.keys().chain(expects.keys()).collect();
    let mut findings: Vec<Finding> = Vec::new();
    for account in accounts {
        let of = |sums: &BTreeMap<Account, i128>| sums.get(account).copied().unwrap_or(0);
        let (found, expected) = (of(&wrote), of(&expects));
        if found != expected {
            let message =
                format!("{account}: {} was written; by the rules {}", shown(found), shown(expected));
            findings.push(Finding::new(Kind::Money, message).account(account, found, expected));
        }
    }
    if findings.is_empty() {
        let [wrote, expects] = [written, expected].map(|all| {
            all.iter().map(|one| one.postings().iter().map(Posting::to_string).collect::<Vec<_>>().join(", "))
        });
        let [wrote, expects] = [wrote, expects].map(|all| all.collect::<Vec<_>>().join("; "));
        let message =
            format!("each account comes to the same by other postings: {wrote}; by the rules {expects}");
        findings.push(Finding::new(Kind::Money, message));
    }
    findings
}

fn sums(transactions: &[Transaction]) -> BTreeMap<Account, i128> {
    let mut sums: BTreeMap<Account, i128> = BTreeMap::new();
    for (account, change) in transactions.iter().flat_map(Transaction::changes) {
        *sums.entry(account.clone()).or_default() += change;
    }
    sums.retain(|_, change| *change != 0);
    sums
}

/// An amount in words, also one that is more than money can be.
pub(crate) fn shown(units: i128) -> String {
    i64::try_from(units)
        .map_or_else(|_| format!("{units} units"), |units| Money::from_units(units).to_string())
}

/// Names the money of a record in which nothing happens at a table, but what the cashier and the house may move.
pub(crate) fn unfounded(record: &Record, findings: &mut Findings) {
    if record.transactions.iter().any(Transaction::is_empty) {
        findings.add(Finding::new(Kind::Unfounded, "a transaction in which no money moves").at(record.seq));
    }
    let postings = record.transactions.iter().flat_map(Transaction::postings);
    for posting in postings.filter(|posting| !is_founded(posting)) {
        let message =
            format!("{posting}: nothing happened at a table with it, and no cashier moves money so");
        findings.add(Finding::new(Kind::Unfounded, message).at(record.seq));
        let amount = i128::from(posting.amount.units());
        for (account, more) in [(&posting.from, -amount), (&posting.to, amount)] {
            findings.astray(Thing::Holds(account.clone()), record.seq, more);
        }
    }
}

fn is_founded(posting: &Posting) -> bool {
    let house = |account: &Account| matches!(account, Account::World | Account::House | Account::Bank(_));
    let meter = |account: &Account| matches!(account, Account::Meter(_) | Account::Reserve(_));
    let (from, to) = (&posting.from, &posting.to);
    match &posting.why {
        Why::CashIn => matches!((from, to), (Account::World, Account::Wallet(_))),
        Why::CashOut => matches!((from, to), (Account::Wallet(_), Account::World)),
        // What players gave to a meter stays on meters until it is won.
        Why::HouseFunds => (house(from) && (house(to) || meter(to))) || (meter(from) && meter(to)),
        Why::MeterStart => matches!(from, Account::House | Account::Reserve(_)) && meter(to),
        Why::Stake(_)
        | Why::StakeBack(_)
        | Why::Hold(_)
        | Why::Release(_)
        | Why::Contribution(_)
        | Why::ToReserve(_)
        | Why::Take(_)
        | Why::Return(_)
        | Why::Pay(_)
        | Why::Award(_)
        | Why::Envy(_)
        | Why::Breakage => false,
    }
}
