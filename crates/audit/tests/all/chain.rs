//! Records that somebody changed, dropped, put elsewhere or cut off, in the file and with nothing else beside.

use crate::evening::{Evening, checkpoint, said};
use tercet_audit::{Kind, Report};

/// The kinds and records of what was found, and that nothing else was, but what follows from them.
fn found(report: &Report, kind: Kind) -> Vec<Option<u64>> {
    report.findings.kept().iter().filter(|one| one.kind == kind).map(|one| one.record).collect()
}

fn places() -> Vec<u64> {
    let last = Evening::new().records().len() as u64 - 1;
    vec![0, 1, 7, 100, 255, 256, 257, last - 1, last]
}

#[test]
fn a_record_with_any_byte_changed_is_named() {
    for seq in places() {
        let evening = Evening::new();
        let records = evening.records();
        let mark = checkpoint(&records, records.len());
        let mut bytes = records[usize::try_from(seq).unwrap()].encode();
        // In the time, so that it can still be read.
        bytes[1 + 8 + 32 + 7] ^= 1;
        evening.put(seq, &bytes);
        let report = evening.audit_beside(&[mark]);
        // Nothing follows the last record: that its time was changed shows beside a checkpoint only.
        let named: &[_] = if seq + 1 < report.records { &[Some(seq)] } else { &[] };
        assert_eq!(found(&report, Kind::ChangedRecord), named, "{}", said(&report));
        assert_eq!(found(&report, Kind::Checkpoint), [None], "{}", said(&report));
    }
}

#[test]
fn a_record_that_cannot_be_read_is_named() {
    for seq in places() {
        let evening = Evening::new();
        evening.put(seq, b"nothing");
        let report = evening.audit();
        assert_eq!(found(&report, Kind::UnreadableRecord), [Some(seq)], "{}", said(&report));
        assert_eq!(found(&report, Kind::ChangedRecord), [], "{}", said(&report));
    }
}

#[test]
fn a_record_that_is_dropped_is_named_whether_the_others_move_up_or_not() {
    for moves_up in [false, true] {
        for seq in places() {
            let evening = Evening::new();
            let last = evening.records().len() as u64 - 1;
            evening.damage(|connection| {
                let seq = i64::try_from(seq).unwrap();
                connection.execute("DELETE FROM record WHERE seq = ?1", [seq]).unwrap();
                if moves_up {
                    // One after the other, or the places would be taken.
                    for from in seq + 1..=i64::try_from(last).unwrap() {
                        connection
                            .execute("UPDATE record SET seq = ?1 WHERE seq = ?2", [from - 1, from])
                            .unwrap();
                    }
                }
            });
            let report = evening.audit();
            if seq < last {
                assert_eq!(found(&report, Kind::MissingRecord), [Some(seq)], "{}", said(&report));
                assert_eq!(found(&report, Kind::MisplacedRecord), [], "{}", said(&report));
            } else {
                // The end was cut off: what the store keeps beside the journal has more.
                assert!(report.findings.counts().contains_key(&Kind::Stream), "{}", said(&report));
            }
            assert!(!report.is_sound());
        }
    }
}

#[test]
fn two_records_in_each_others_place_are_named() {
    for (one, other) in [(0, 1), (7, 8), (255, 256), (30, 90)] {
        let evening = Evening::new();
        let records = evening.records();
        evening.put(one, &records[usize::try_from(other).unwrap()].encode());
        evening.put(other, &records[usize::try_from(one).unwrap()].encode());
        let report = evening.audit();
        assert_eq!(found(&report, Kind::MisplacedRecord), [Some(one), Some(other)], "{}", said(&report));
        assert_eq!(found(&report, Kind::ChangedRecord), [], "{}", said(&report));
    }
}

#[test]
fn a_record_that_is_there_twice_is_named() {
    let evening = Evening::new();
    let records = evening.records();
    evening.put(50, &records[49].encode());
    assert_eq!(found(&evening.audit(), Kind::MisplacedRecord), [Some(50)]);
}

/// Cut off with everything that the store keeps beside the journal mended: only a checkpoint shows it.
#[test]
fn a_journal_that_was_cut_off_is_found_by_a_checkpoint() {
    let evening = Evening::new();
    let records = evening.records();
    let mark = checkpoint(&records, records.len());
    evening.forge(records[..records.len() - 3].to_vec());
    assert_eq!(said(&evening.audit()), "");
    let report = evening.audit_beside(&[mark]);
    assert_eq!(report.findings.counts().keys().collect::<Vec<_>>(), [&Kind::Truncated], "{}", said(&report));
}

/// Written anew with every hash right: only a checkpoint shows it, and it says among which records.
#[test]
fn a_journal_that_was_written_anew_is_found_by_a_checkpoint() {
    let evening = Evening::new();
    let records = evening.records();
    let marks: Vec<_> = [100, 200, records.len()].map(|size| checkpoint(&records, size)).into();
    let mut forged = records.clone();
    // Another key; nothing else.
    forged[150].key = tercet_ledger::Key::new(b"another").unwrap();
    evening.forge(forged);
    assert_eq!(said(&evening.audit()), "");
    let report = evening.audit_beside(&marks);
    assert_eq!(report.checkpoints, 1);
    assert_eq!(report.findings.counts().get(&Kind::Checkpoint), Some(&2), "{}", said(&report));
    assert!(said(&report).contains("the first 100 fit another checkpoint"), "{}", said(&report));
}

/// Whether nothing is said in the words of the database itself, which nobody who audits need know.
fn in_words_of_a_store(report: &Report) -> bool {
    !["column", "index: ", "sqlite", "integer"].iter().any(|word| said(report).to_lowercase().contains(word))
}

/// A row far behind the others, or rows under other numbers, are named once, and the audit comes to its end.
#[test]
fn rows_under_other_numbers_are_named_and_end_the_audit() {
    let last = Evening::new().records().len() as u64 - 1;
    for far in [100_000, i64::MAX] {
        let evening = Evening::new();
        evening.damage(|connection| {
            let sql = "UPDATE record SET seq = ?1 WHERE seq = ?2";
            connection.execute(sql, [far, i64::try_from(last).unwrap()]).unwrap();
        });
        let report = evening.audit();
        assert_eq!(found(&report, Kind::MisplacedRecord), [Some(last)]);
        assert!(in_words_of_a_store(&report), "{}", said(&report));

        let evening = Evening::new();
        evening.damage(|connection| {
            connection.execute("INSERT INTO record VALUES (?1, x'00')", [far]).unwrap();
        });
        let report = evening.audit();
        assert_eq!(found(&report, Kind::UnreadableRecord), [Some(last + 1)]);
        assert!(in_words_of_a_store(&report), "{}", said(&report));
        // It is in the way of whatever the store is asked, which is said once.
        assert!(report.findings.count() <= 4, "{}", said(&report));
    }
    let evening = Evening::new();
    evening.damage(|connection| {
        connection.execute("UPDATE record SET seq = -1 - seq", []).unwrap();
        connection.execute("UPDATE record SET seq = 99999 - seq", []).unwrap();
    });
    assert_eq!(found(&evening.audit(), Kind::MisplacedRecord), [Some(0)]);
}

/// Time does not run backwards at a table, nor by more than an hour anywhere; one wrong time is told once or twice.
#[test]
fn a_time_that_runs_backwards_is_named() {
    for (at, at_ms, found_at) in
        [(100, 0, &[100][..]), (300, 0, &[300]), (301, 1 << 40, &[302, 303, 304]), (100, u64::MAX, &[101])]
    {
        let evening = Evening::new();
        let mut forged = evening.records();
        forged[at].at_ms = at_ms;
        evening.forge(forged);
        let report = evening.audit();
        let times = found(&report, Kind::Time);
        assert!((1..=4).contains(&times.len()), "{}", said(&report));
        assert!(times.iter().flatten().any(|seq| found_at.contains(seq)), "{}", said(&report));
    }
}
