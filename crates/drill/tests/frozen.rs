//! A journal as it was written once: later programs read it, and pay its rounds as they were paid.

use tercet_audit::{Options, audit};
use tercet_drill::crowd::{Fails, Plan, played};
use tercet_ledger::Record;
use tercet_store::{Append, Memory, Store as _};

/// Each record after its length in four bytes, most significant first.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/journal/evening.records");

/// The hash of its last record, and so of all of it.
const HEAD: &str = "3bcf63c8701fde3621ff0ba8dd2ebc717fddb2a67bed29aa9bf51b3a60d58ba3";

/// What is written stays readable, and what was settled stays settled so: a change of the record layout, of an event, of the deck that
/// follows from a seed, of a pay or of a posting shows here.
#[test]
fn a_journal_of_the_past_is_read_and_found_sound() {
    let store = Memory::new();
    for bytes in records() {
        let record = Record::decode(&bytes).expect("a record");
        let Record { key, request, at_ms, parts, transactions, .. } = record;
        let append = Append { key, request, at_ms, parts, transactions, expects: Vec::new() };
        let receipt = store.append(&append).expect("it was written once");
        assert_eq!(store.records(receipt.seq, 1).expect("the record"), [bytes]);
    }
    assert_eq!(store.chain().expect("its end").head.to_string(), HEAD);
    let report = audit(&store, &[], Options::default(), &mut |_| ());
    assert!(report.is_sound(), "{:?}", report.findings.kept());
    assert!(report.rounds.settled >= 20, "{:?}", report.rounds);
}

/// The records of the file. Where there is none, that of an evening of today is written: once for all.
fn records() -> Vec<Vec<u8>> {
    if !std::fs::exists(FILE).expect("the folder can be read") {
        assert!(std::env::var_os("UPDATE_GOLDEN").is_some(), "{FILE} is missing, and must not be made anew");
        let plan = Plan { seed: 3, tables: 7, players: 20, rounds: 28, failing: Fails::Never, cuts: 300 };
        let (_, store) = played(&plan, &mut |_| ()).expect("an evening");
        let mut file = Vec::new();
        for bytes in store.records(0, usize::MAX).expect("the records") {
            file.extend(u32::try_from(bytes.len()).expect("a short record").to_be_bytes());
            file.extend(bytes);
        }
        std::fs::write(FILE, file).expect("the file is written");
    }
    let file = std::fs::read(FILE).expect("the file");
    let mut rest = &file[..];
    let mut records = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk() {
        let (record, after) = after.split_at(u32::from_be_bytes(*length) as usize);
        records.push(record.to_vec());
        rest = after;
    }
    assert!(rest.is_empty());
    records
}
