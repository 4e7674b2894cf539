//! An evening as it was played.

use crate::evening::{Evening, checkpoint, said};
use tercet_ledger::{Account, Tree};
use tercet_rules::Money;

#[test]
fn an_evening_as_it_was_played_is_sound() {
    let evening = Evening::new();
    let records = evening.records();
    let marks: Vec<_> = [0, 1, 100, records.len()].map(|size| checkpoint(&records, size)).into();
    let report = evening.audit_beside(&marks);
    assert_eq!(said(&report), "");
    assert!(report.is_sound());
    assert_eq!((report.records, report.checkpoints), (records.len() as u64, 4));
    assert_eq!(report.root, Some(marks[3].root));
    let rounds = report.rounds;
    assert_eq!((rounds.in_play, rounds.unchecked), (3, 0));
    assert_eq!(rounds.settled + rounds.void + 3, rounds.opened);
    assert!(rounds.void >= 2 && rounds.settled > 25, "{rounds:?}");
    assert!(report.in_play.iter().all(|one| one.round >= 14), "{:?}", report.in_play);
    assert_eq!(report.span_ms, Some((900, records.last().unwrap().at_ms)));
    let moved = report.moved;
    assert!(moved.awarded > 0 && moved.contributed > 0 && moved.paid > 0, "{moved:?}");
    assert_eq!(moved.cash_in, 4 * 900_000);
    assert_eq!(report.balances.sum(), 0);
    assert_eq!(report.balances.of(&Account::World), Money::from_units(-4 * 900_000));
    assert_ne!(report.root, Some(Tree::new().root()));
}
