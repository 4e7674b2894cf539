//! What a table writes of itself, and how: nobody can write it otherwise unseen.

use crate::evening::{Evening, said};
use crate::lax::Lax;
use crate::played::name;
use tercet_audit::{Kind, Report, by_id, recall};
use tercet_ledger::{Key, Record};
use tercet_protocol::replay::ReplayStatus;
use tercet_table::{Stream, TableEvent, bytes_of};

fn audit(records: &[Record]) -> Report {
    Lax::of(records).audit()
}

/// What happens in a record at a table.
fn events(record: &Record) -> Vec<TableEvent> {
    let of_tables = record.parts.iter().filter(|part| Stream::table_of(&part.stream).is_some());
    of_tables.flat_map(|part| &part.events).map(|event| TableEvent::read(event).unwrap()).collect()
}

/// A step of a table's own under another key than the table takes for it is one finding, at its record; the key of a person is of their
/// own choice.
#[test]
fn a_step_of_the_tables_own_stands_under_its_own_key() {
    let records = Evening::new().records();
    let (mut own, mut others) = (0, 0);
    for (seq, record) in records.iter().enumerate().step_by(3) {
        let Some(first) = events(record).into_iter().next() else { continue };
        let mut forged = records.clone();
        forged[seq].key = Key::new(b"another").unwrap();
        let report = audit(&forged);
        if first.is_own() {
            let [finding] = report.findings.kept() else { panic!("{seq}: {}", said(&report)) };
            assert_eq!((finding.kind, finding.record), (Kind::Event, Some(seq as u64)));
            assert!(finding.to_string().contains("not under this key"), "{finding}");
            own += 1;
        } else {
            assert_eq!(report.findings.count(), 0, "{}", said(&report));
            others += 1;
        }
    }
    assert!(own > 30 && others > 30, "{own} {others}");
}

/// The parts of a step in another order are one finding, at its record.
#[test]
fn the_parts_of_a_step_stand_in_their_order() {
    let records = Evening::new().records();
    let mut tried = 0;
    for seq in 0..records.len() {
        if records[seq].parts.len() < 2 {
            continue;
        }
        let mut forged = records.clone();
        forged[seq].parts.reverse();
        let report = audit(&forged);
        let [finding] = report.findings.kept() else { panic!("{seq}: {}", said(&report)) };
        assert_eq!((finding.kind, finding.record), (Kind::Event, Some(seq as u64)), "{finding}");
        assert!(finding.to_string().contains("another order"), "{finding}");
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

/// Seats that are said to have withheld their secret and did not, or the other way round, are found at the deal.
#[test]
fn who_is_said_to_have_withheld_a_secret_must_have() {
    let records = Evening::new().records();
    let (mut tried, mut named) = (0, 0);
    for (seq, record) in records.iter().enumerate() {
        let place = record.parts.iter().position(|part| Stream::table_of(&part.stream).is_some());
        let Some((place, TableEvent::Dealt { meter, withheld })) =
            place.zip(events(record).into_iter().next())
        else {
            continue;
        };
        named += usize::from(!withheld.is_empty());
        for said_of in [vec![1], vec![2], vec![1, 2, 3], vec![7]] {
            if said_of == withheld {
                continue;
            }
            let mut forged = records.clone();
            forged[seq].parts[place].events[0] = bytes_of(&TableEvent::Dealt { meter, withheld: said_of });
            let report = audit(&forged);
            let found = report.findings.kept().iter();
            let here =
                found.clone().any(|found| (found.kind, found.record) == (Kind::Event, Some(seq as u64)));
            assert!(here, "{seq}: {}", said(&report));
            tried += 1;
        }
    }
    assert!(tried > 60 && named > 3, "{tried} {named}");
}

/// A round that is told again says who of the floor voided it, by their word or by a report, and which seats withheld their secret.
#[test]
fn a_round_of_the_past_says_who_voided_it_and_who_withheld() {
    let records = Evening::new().records();
    let store = Lax::of(&records);
    let (mut voided, mut withholding) = (0, 0);
    for table in ["t1", "t2", "t3"] {
        for no in 1..=13 {
            let recalled = recall(&store, &name(table), no).unwrap();
            let replay = recalled.replay(true, &by_id);
            let by_floor = |event: &TableEvent| {
                matches!(event, TableEvent::Voided { by: Some(_), .. } | TableEvent::Reported { .. })
            };
            let floor = recalled.steps.iter().flat_map(|step| &step.events).any(by_floor);
            let void = floor && replay.status == ReplayStatus::Void;
            assert_eq!(replay.void_by.as_deref(), void.then_some("flo"), "{table} {no}");
            assert_eq!(replay.void.is_some(), replay.status == ReplayStatus::Void);
            let said: Vec<String> = replay.steps.unwrap().into_iter().flat_map(|step| step.said).collect();
            let came: Vec<u8> = replay.sent_back.iter().map(|back| back.spot).collect();
            for spot in 1..=3 {
                let back = said.iter().any(|said| {
                    said.starts_with(&format!("Spot {spot}: ")) && said.contains("did not tell it")
                });
                assert_eq!(replay.withheld.contains(&spot), back, "{table} {no} {spot}");
                // What players took back themselves is said without a reason.
                let any = said.iter().any(|said| {
                    let what = said.strip_prefix(&format!("Spot {spot}: "));
                    what.is_some_and(|what| what.contains(" back from ") && what.contains(": "))
                });
                assert_eq!(came.contains(&spot), any, "{table} {no} {spot}: {said:?}");
            }
            voided += usize::from(void);
            withholding += usize::from(!replay.withheld.is_empty());
        }
    }
    assert!(voided > 0 && withholding > 3, "{voided} {withholding}");
}
