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

/// A record that cannot be read: what it moved is not known, and that is not found at each account and each round after it.
#[test]
fn a_record_that_cannot_be_read_is_found_once() {
    let whole = Evening::new().records();
    for seq in (5..whole.len() - 1).step_by(17) {
        let evening = Evening::new();
        evening.put(seq as u64, b"no record");
        let report = evening.audit();
        assert!(report.findings.kept().iter().any(|one| one.record == Some(seq as u64)), "{}", said(&report));
        let overdrawn = report.findings.counts().get(&Kind::Overdraft).copied().unwrap_or(0);
        let shown = report.findings.counts().get(&Kind::MeterShown).copied().unwrap_or(0);
        assert!(overdrawn <= 14 && shown <= 3, "record {seq}:\n{}", said(&report));
    }
}
