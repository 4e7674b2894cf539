//! One thing that is wrong is found where it was written, and not again in all that follows from it.

use crate::evening::{Evening, said};
use crate::forging::{changes, follows, postings, with};
use tercet_audit::{Kind, Options, Report, audit};
use tercet_ledger::{Posting, Record, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Memory, Store as _};

/// The most findings that one posting makes: its accounts, and what shows before the seed of the round is told.
const MOST: u64 = 3;

/// What the audit says of these records, every hash made anew and everything beside them made to fit; none if no store takes them.
fn audited(records: &[Record]) -> Option<Report> {
    let store = Memory::new();
    for record in records {
        let Record { key, request, at_ms, parts, transactions, .. } = record.clone();
        match store.append(&Append { key, request, at_ms, parts, transactions, expects: Vec::new() }) {
            Ok(_) => {}
            Err(AppendError::Refused(_)) => return None,
            Err(error) => panic!("{error}"),
        }
    }
    Some(audit(&store, &[], Options::default(), &mut |_| ()))
}

fn names_it(report: &Report, seq: usize, what: &str) {
    let findings = report.findings.kept();
    assert!(
        findings.iter().any(|one| one.record == Some(seq as u64)),
        "{what} is not named: {}",
        said(report)
    );
    assert!(report.findings.count() <= MOST, "{what} makes {}:\n{}", report.findings.count(), said(report));
    assert!(report.rounds.unchecked == 0, "{what}: every round is looked at to its end");
}

/// Whoever writes the journal anew with one posting changed is found at that record, and nobody who came after is blamed for it.
#[test]
fn a_posting_that_was_changed_is_found_once_in_a_journal_written_anew() {
    let records = Evening::new().records();
    let (mut tried, mut reasons) = (0, std::collections::BTreeSet::new());
    for (n, (seq, at, posting)) in postings(&records).filter(|(.., posting)| follows(posting)).enumerate() {
        let reason = posting.why.to_string();
        // Each sort of posting, early and late; of those that are many, some.
        let many = !matches!(
            posting.why,
            Why::Contribution(_) | Why::ToReserve(_) | Why::Award(_) | Why::MeterStart
        );
        if many && n % 23 != 0 && reasons.contains(&reason) {
            continue;
        }
        reasons.insert(reason);
        for new in changes(posting) {
            let mut forged = records.clone();
            forged[seq].transactions = with(&records[seq], at, &new);
            if let Some(report) = audited(&forged) {
                names_it(&report, seq, &format!("record {seq}, {posting} as {new}"));
                tried += 1;
            }
        }
    }
    assert!(tried > 300 && reasons.len() > 12, "{tried} {reasons:?}");
}

/// Whoever changes one amount in the file, and nothing beside it, is found at that record by its hash and its money.
#[test]
fn an_amount_that_was_changed_in_the_file_is_found_once() {
    let whole = Evening::new().records();
    for (n, (seq, at, posting)) in postings(&whole).enumerate() {
        if n % 29 != 0 || seq + 1 == whole.len() {
            continue;
        }
        let amount = posting.amount + Money::from_units(1);
        let new = Posting { amount, ..posting.clone() };
        let evening = Evening::new();
        evening.write(&Record { transactions: with(&whole[seq], at, &new), ..whole[seq].clone() });
        let report = evening.audit();
        names_it(&report, seq, &format!("record {seq}, {posting} as {new}"));
        assert_eq!(report.findings.counts()[&Kind::ChangedRecord], 1);
    }
}

/// A record that is missing or cannot be read, be its place left empty or taken by those behind it, and two in each other's place: each is
/// named at its place, and a few findings at most say that what it moved is not known, and of what that shows.
#[test]
fn a_record_that_is_not_in_its_place_is_found_once() {
    let whole = Evening::new().records();
    for (what, most) in [("missing", 5), ("moved up", 7), ("exchanged", 2), ("unreadable", 5)] {
        // One in so many, and the first rounds with the start of the meter.
        for at in (3..whole.len() - 2).step_by(29).chain(16..20) {
            let evening = Evening::new();
            let seq = at as u64;
            match what {
                "unreadable" => evening.put(seq, b"no record"),
                "exchanged" => {
                    evening.put(seq, &whole[at + 1].encode());
                    evening.put(seq + 1, &whole[at].encode());
                }
                _ => evening.damage(|connection| {
                    let drop = format!("DELETE FROM record WHERE seq = {seq}");
                    // By way of numbers that no other has, or the places would be taken.
                    let up = format!(
                        "UPDATE record SET seq = -seq WHERE seq > {seq}; UPDATE record SET seq = -seq - 1 WHERE seq < 0"
                    );
                    let up = if what == "moved up" { up } else { String::new() };
                    connection.execute_batch(&format!("BEGIN; {drop}; {up}; COMMIT")).unwrap();
                }),
            }
            let report = evening.audit();
            assert!(report.findings.kept().iter().any(|one| one.record == Some(seq)), "{}", said(&report));
            assert!(report.findings.count() <= most, "{what} {at}:\n{}", said(&report));
            // Without its settings no round of a table can be settled again.
            assert!(at < 16 || report.rounds.unchecked <= 2, "{what} {at}: {:?}", report.rounds);
        }
    }
}
