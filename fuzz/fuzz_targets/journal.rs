//! Records, events, checkpoints and proofs, and audits of journals with any of them in their midst.
#![no_main]

use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};
use std::sync::LazyLock;
use tercet_audit::{Options, audit};
use tercet_fuzz::{Edit, spoiled_bytes};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Record, SigningKey, VerifyingKey};
use tercet_protocol::proof::Proof;
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Store, Stored};
use tercet_table::{Award, Opening, TableEvent, bytes_of};

#[derive(Arbitrary, Debug)]
enum Input {
    Bytes(Vec<u8>),
    /// A record of an evening, spoiled.
    Record { which: u16, edits: Vec<Edit> },
    /// An evening in which some events are spoiled, and all is chained anew.
    Evening { length: u8, spoiled: Vec<(u8, Spoiled)> },
}

#[derive(Arbitrary, Debug)]
enum Spoiled {
    Event(Vec<Edit>),
    Twice,
    Gone,
    Later(i16),
    NoMoney,
    MoneyOf(u8),
    PartOf(u8),
}

fuzz_target!(|input: Input| match input {
    Input::Bytes(bytes) => reads(&bytes),
    Input::Record { which, edits } => {
        let record = &EVENING[usize::from(which) % EVENING.len()];
        let bytes = spoiled_bytes(record, &edits);
        reads(&bytes);
        let decoded = Record::decode(record).expect("a good record");
        for event in decoded.parts.iter().flat_map(|part| &part.events) {
            reads(&spoiled_bytes(event, &edits));
        }
        // What is not even a record stands in the journal as it is.
        let mut rows = EVENING[..20].to_vec();
        rows[usize::from(which) % 20] = bytes;
        audited(rows);
    }
    Input::Evening { length, spoiled } => audited(evening(usize::from(length) % 48 + 1, &spoiled)),
});

/// Every reader answers, and what it reads is written the same way again.
fn reads(bytes: &[u8]) {
    if let Ok(record) = Record::decode(bytes) {
        assert_eq!(record.encode(), bytes);
    }
    if let Ok(event) = TableEvent::read(bytes) {
        assert_eq!(bytes_of(&event), bytes);
    }
    if let Ok(opening) = Opening::read(bytes) {
        assert_eq!(opening.bytes(), bytes);
    }
    if let Ok(award) = Award::read(bytes) {
        assert_eq!(award.bytes(), bytes);
    }
    let _ = Proof::read(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(account) = text.parse::<Account>() {
        assert_eq!(account.to_string(), text);
    }
    let _ = SigningKey::from_text(text);
    let _ = VerifyingKey::from_text(text);
}

/// An audit comes to its end whatever stands there, and a journal that nothing beside it agrees with is not sound.
fn audited(rows: Vec<Vec<u8>>) {
    let report = audit(&Rows(rows), &[], Options::default(), &mut |_| ());
    assert!(!report.is_sound(), "nothing is found under any key");
}

fn evening(length: usize, spoiled: &[(u8, Spoiled)]) -> Vec<Vec<u8>> {
    let mut records: Vec<Record> =
        EVENING[..length].iter().map(|bytes| Record::decode(bytes).expect("a good record")).collect();
    for (which, how) in spoiled {
        let (at, other) = (usize::from(*which) % length, |from: &u8| usize::from(*from) % length);
        match how {
            Spoiled::Event(edits) => {
                for event in records[at].parts.iter_mut().flat_map(|part| &mut part.events) {
                    *event = spoiled_bytes(event, edits);
                }
            }
            Spoiled::Twice => {
                for part in &mut records[at].parts {
                    part.events = [&part.events[..], &part.events].concat();
                }
            }
            Spoiled::Gone => records[at].parts.iter_mut().for_each(|part| part.events.clear()),
            Spoiled::Later(ms) => {
                records[at].at_ms = records[at].at_ms.wrapping_add_signed(i64::from(*ms) * 1_000);
            }
            Spoiled::NoMoney => records[at].transactions.clear(),
            Spoiled::MoneyOf(from) => records[at].transactions = records[other(from)].transactions.clone(),
            Spoiled::PartOf(from) => records[at].parts = records[other(from)].parts.clone(),
        }
    }
    let mut before = Hash::ZERO;
    let chained = (0..).zip(records).map(|(seq, mut record)| {
        (record.seq, record.prev) = (seq, before);
        let bytes = record.encode();
        before = Record::hash(&bytes);
        bytes
    });
    chained.collect()
}

/// The records of `testdata/journal/evening.records`, each behind its length.
static EVENING: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/journal/evening.records"));
    let file = file.expect("the file is there");
    let (mut rest, mut records) = (&file[..], Vec::new());
    while let Some((length, after)) = rest.split_first_chunk() {
        let (record, after) = after.split_at(u32::from_be_bytes(*length) as usize);
        records.push(record.to_vec());
        rest = after;
    }
    records
});

/// A store that has a journal, and nothing beside it.
struct Rows(Vec<Vec<u8>>);

impl Store for Rows {
    fn append(&self, _: &Append) -> Result<Receipt, AppendError> {
        Err(Failure::Denied("it is only read".into()).into())
    }
    fn receipt(&self, _: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        Ok(None)
    }
    fn version(&self, _: &Name) -> Result<u64, Failure> {
        Ok(0)
    }
    fn events(&self, _: &Name, _: u64, _: usize) -> Result<Vec<Stored>, Failure> {
        Ok(Vec::new())
    }
    fn moves(&self, _: &Name, _: u64, _: usize) -> Result<Vec<u64>, Failure> {
        Ok(Vec::new())
    }
    fn balance(&self, _: &Account) -> Result<Money, Failure> {
        Ok(Money::ZERO)
    }
    fn balances(&self) -> Result<Balances, Failure> {
        Ok(Balances::default())
    }
    fn chain(&self) -> Result<Chain, Failure> {
        Ok(Chain::EMPTY)
    }
    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        Ok(self.0.iter().skip(from).take(most).cloned().collect())
    }
}
