//! What is written, held against what was answered.

use super::child::{CASHIERS, TABLES, buy_in, house_key, opening};
use super::wish::{METER, Wish};
use crate::books::{Books, Wrong};
use crate::crowd::witness::Witness;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tercet_ledger::{Account, Chain, Key, Name, Record};
use tercet_store::{Append, State, Store};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Stage, TableEvent};

/// What the children were answered, all of them together.
#[derive(Default, Debug)]
pub(super) struct Answers {
    /// Wishes that were granted, with the record that has them.
    pub(super) granted: Vec<(Wish, u64)>,
    /// Buy-ins: by cashier and number, the record.
    pub(super) paid_in: BTreeMap<(usize, u64), u64>,
}

/// What a store holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Found {
    pub(super) records: u64,
    pub(super) settled: u64,
    pub(super) void: u64,
    pub(super) awards: u64,
    /// How many rounds were opened at the table that had most.
    pub(super) most_rounds: u64,
}

/// Whether everything that was answered is written, once, and everything that is written makes sense.
///
/// `at_rest` says that nobody is in the midst of anything: then nothing is written that nobody was told.
pub(super) fn check(path: &Path, answers: &Answers, at_rest: bool) -> Result<Found, Wrong> {
    let store = Sqlite::open_read_only(path).map_err(|failure| failure.to_string())?;
    let mut books = Books::new();
    let records = journal(&store)?;
    bought_in(&records, answers, &mut books)?;
    let mut witnesses = BTreeMap::new();
    for table in TABLES {
        let name = Name::new(table).map_err(|error| error.to_string())?;
        none_is_void_once_closed(&records, &name)?;
        witnesses.insert(table, Witness::new(&name));
    }
    // In the order in which it happened, as tables share a meter.
    for part in records.iter().flat_map(|record| &record.parts) {
        if let Some(witness) = witnesses.values_mut().find(|witness| *witness.stream() == part.stream) {
            witness.catch_up(&store, part.events.len(), &house_key(), &mut books)?;
        }
    }
    for (wish, seq) in &answers.granted {
        let witness = witnesses.get_mut(wish.table.as_str());
        let witness = witness.ok_or_else(|| format!("`{wish}`, and there is no such table"))?;
        witness.claims(&wish.who, &wish.ask()?, &wish.key(), *seq)?;
    }
    let mut found = Found { records: records.len() as u64, ..Found::default() };
    for (table, witness) in &witnesses {
        if at_rest {
            is_at_rest(witness).map_err(|wrong| format!("{table}: {wrong}"))?;
        }
        found.settled += witness.settled;
        found.void += witness.void;
        found.most_rounds = found.most_rounds.max(witness.table.rounds());
    }
    agree(&store, &books)?;
    let meter = Name::new(METER).map_err(|error| error.to_string())?;
    let awards = tercet_table::Stream::Meter(meter).name().ok_or("a long name")?;
    found.awards = store.version(&awards).map_err(|failure| failure.to_string())?;
    Ok(found)
}

/// Everything that was asked for was told to whoever asked, and every round is over.
fn is_at_rest(witness: &Witness) -> Result<(), Wrong> {
    witness.all_claimed()?;
    let (table, settled, void) = (&witness.table, witness.settled, witness.void);
    if !matches!(table.stage(), None | Some(Stage::Over)) {
        return Err(format!("the last round is {:?}", table.stage()));
    }
    if table.rounds() != settled + void {
        return Err(format!("{} rounds, and {settled} settled, {void} void", table.rounds()));
    }
    Ok(())
}

/// The records, which must be a chain that makes the same books again.
fn journal(store: &dyn Store) -> Result<Vec<Record>, Wrong> {
    let (mut chain, mut state) = (Chain::EMPTY, State::new());
    let mut records = Vec::new();
    for bytes in store.records(0, usize::MAX).map_err(|failure| failure.to_string())? {
        let record = chain.follow(&bytes).map_err(|broken| broken.to_string())?;
        state.take(&record, Record::hash(&bytes)).map_err(|refused| refused.to_string())?;
        records.push(record);
    }
    crate::rebuilt::same(store, &state)?;
    Ok(records)
}

/// Every buy-in that was answered is written where it was said to be, no other is, and none twice (which the journal refuses: they
/// have keys).
fn bought_in(records: &[Record], answers: &Answers, books: &mut Books) -> Result<(), Wrong> {
    let known: BTreeMap<Key, Append> = (0..CASHIERS)
        .flat_map(|cashier| {
            let last = answers.paid_in.range((cashier, 0)..=(cashier, u64::MAX)).next_back();
            let last = last.map_or(0, |((_, number), _)| number + 1);
            // What was under way when the process ended may be written, too.
            (0..=last).map(move |number| buy_in(cashier, number))
        })
        .chain([opening()])
        .map(|append| (append.key.clone(), append))
        .collect();
    for record in records.iter().filter(|record| record.parts.is_empty()) {
        let append =
            known.get(&record.key).ok_or_else(|| format!("nobody asked for record {}", record.seq))?;
        if append.transactions != record.transactions {
            return Err(format!("record {} moves other money than was asked", record.seq));
        }
        for posting in record.transactions.iter().flat_map(tercet_ledger::Transaction::postings) {
            let units = i128::from(posting.amount.units());
            books.give(&posting.from.to_string(), &posting.to.to_string(), units);
        }
    }
    for ((cashier, number), seq) in &answers.paid_in {
        let key = buy_in(*cashier, *number).key;
        let there = usize::try_from(*seq).ok().and_then(|seq| records.get(seq));
        if there.is_none_or(|record| record.key != key) {
            return Err(format!(
                "buy-in {number} of cashier {cashier} was answered, and record {seq} is another"
            ));
        }
    }
    Ok(())
}

/// A round whose bets were closed is never made void as the table is started again, and the floor voids none here: it is finished with
/// the deck it had. (A round all of whose seats keep their secrets ends at the deal, by the rules.)
fn none_is_void_once_closed(records: &[Record], table: &Name) -> Result<(), Wrong> {
    let stream = tercet_table::Stream::Table(table.clone()).name().ok_or("a long name")?;
    let mut closed = None;
    for part in records.iter().flat_map(|record| &record.parts).filter(|part| part.stream == stream) {
        for event in &part.events {
            let event = TableEvent::read(event).map_err(|bad| bad.to_string())?;
            if let TableEvent::RoundOpened { round, .. } = event {
                closed = Some((round, false));
            } else if let TableEvent::BetsClosed { .. } = event {
                closed = closed.map(|(round, _)| (round, true));
            } else if let (TableEvent::Voided { .. }, Some((round, true))) = (event, closed) {
                return Err(format!("round {round}, whose bets were closed, was made void"));
            }
        }
    }
    Ok(())
}

/// The balances are those of the second books, and come to nothing.
fn agree(store: &dyn Store, books: &Books) -> Result<(), Wrong> {
    let balances = store.balances().map_err(|failure| failure.to_string())?;
    if balances.sum() != 0 {
        return Err(format!("the balances come to {}", balances.sum()));
    }
    let accounts: BTreeSet<String> = balances.all().map(|(account, _)| account.to_string()).collect();
    if let Some((account, units)) = books.all().find(|(account, _)| !accounts.contains(*account)) {
        return Err(format!("{account} has {units} by the second books, and nothing by the store"));
    }
    for (account, holds) in balances.all() {
        let expected = books.has(&account.to_string());
        if i128::from(holds.units()) != expected {
            return Err(format!(
                "{account} holds {} units, and {expected} by the second books",
                holds.units()
            ));
        }
        if holds.units() < 0 && matches!(account, Account::Wallet(_)) {
            return Err(format!("{account} owes"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drill would notice: an answer that is lost, or is in another record, and a record that nobody asked for.
    #[test]
    fn what_is_lost_or_was_never_asked_for_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tercet.db");
        let store = Sqlite::open(&path).unwrap();
        for append in [opening(), buy_in(0, 0), buy_in(1, 0)] {
            store.append(&append).unwrap();
        }
        let told = |paid_in: &[((usize, u64), u64)]| {
            let answers = Answers { paid_in: paid_in.iter().copied().collect(), ..Answers::default() };
            check(&path, &answers, false)
        };
        assert_eq!(told(&[((0, 0), 1), ((1, 0), 2)]).unwrap().records, 3);
        // The answer to the last one did not arrive.
        told(&[((0, 0), 1)]).unwrap();
        assert!(told(&[((0, 0), 1), ((0, 1), 3)]).unwrap_err().contains("was answered"));
        assert!(told(&[((0, 0), 2)]).unwrap_err().contains("was answered"));
        store.append(&buy_in(2, 5)).unwrap();
        assert!(told(&[((0, 0), 1)]).unwrap_err().contains("nobody asked for record 3"));
    }
}
