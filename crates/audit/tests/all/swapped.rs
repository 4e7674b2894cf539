//! Rounds with envy and awards at two tables, in which pays have changed hands or height, or rounds have changed places: every hash fits.

use crate::evening::said;
use crate::forging::{postings, with};
use crate::lax::Lax;
use crate::played::name;
use crate::rule_card::TABLES;
use crate::two_tables::records;
use std::collections::BTreeMap;
use tercet_audit::Kind;
use tercet_ledger::{Name, Posting, Record, Why};
use tercet_rules::Money;
use tercet_table::{Stream, TableEvent, bytes_of};

/// What is paid to one player goes to another of the same round, and the other way round: every balance of the house is as it was.
#[test]
fn pays_that_two_players_have_swapped_are_named() {
    let records = records();
    let wins = |posting: &Posting| {
        matches!(posting.why, Why::Pay(_) | Why::Envy(_) | Why::Award(_) | Why::Return(_))
    };
    let mut tried = BTreeMap::new();
    for (seq, record) in records.iter().enumerate() {
        let settles: Vec<_> = postings(std::slice::from_ref(record)).filter(|(.., of)| wins(of)).collect();
        for (_, place, one) in &settles {
            let Some((_, beside, other)) =
                settles.iter().find(|(.., other)| other.to != one.to && other.amount != one.amount)
            else {
                continue;
            };
            let word = format!("{:?}", one.why);
            let word = word.split('(').next().unwrap().to_owned();
            if tried.get(&word).is_some_and(|many| *many == 6) {
                continue;
            }
            *tried.entry(word).or_insert(0) += 1;
            let mut forged = records.clone();
            forged[seq].transactions =
                with(&forged[seq], *place, &Posting { to: other.to.clone(), ..(*one).clone() });
            forged[seq].transactions =
                with(&forged[seq], *beside, &Posting { to: one.to.clone(), ..(*other).clone() });
            let report = Lax::of(&forged).audit();
            assert!((1..=4).contains(&report.findings.count()), "{one:?} {other:?}: {}", said(&report));
            for found in report.findings.kept() {
                assert_eq!((found.kind, found.record), (Kind::Money, Some(seq as u64)), "{found}");
            }
        }
    }
    assert!(tried.len() == 4 && tried.values().all(|many| *many > 3), "{tried:?}");
}

/// Each envy pay and each award a cent higher or half as high, from the same account, and the rest of the journal made to fit.
#[test]
fn envy_pays_and_awards_of_another_height_are_named() {
    let records = records();
    let mut tried = BTreeMap::new();
    for (seq, place, posting) in postings(&records) {
        let what = if matches!(posting.why, Why::Envy(_)) {
            "envy"
        } else if matches!(posting.why, Why::Award(_)) {
            "award"
        } else if posting.why == Why::MeterStart {
            "start"
        } else {
            continue;
        };
        let many = tried.entry(what).or_insert(0);
        *many += 1;
        if *many > 6 {
            continue;
        }
        for amount in [posting.amount + Money::from_units(1), Money::from_units(posting.amount.units() / 2)] {
            let mut forged = records.clone();
            forged[seq].transactions = with(&forged[seq], place, &Posting { amount, ..posting.clone() });
            let report = Lax::of(&forged).audit();
            let found = report
                .findings
                .kept()
                .iter()
                .any(|one| one.record == Some(seq as u64) && one.kind == Kind::Money);
            assert!(found, "{posting:?}: {}", said(&report));
        }
    }
    assert!(tried.len() == 3 && tried.values().all(|many| *many > 3), "{tried:?}");
}

/// Two settled rounds of a table in each other's place, with numbers, versions, keys and notes as they stood there.
#[test]
fn rounds_that_have_changed_places_are_named() {
    let records = records();
    let mut tried = 0;
    for table in TABLES {
        let stream = Stream::Table(name(table)).name().unwrap();
        let opened: Vec<usize> = records
            .iter()
            .enumerate()
            .filter(|(_, record)| {
                let part = record.parts.iter().find(|part| part.stream == stream);
                part.is_some_and(|part| {
                    matches!(TableEvent::read(&part.events[0]), Ok(TableEvent::RoundOpened { .. }))
                })
            })
            .map(|(seq, _)| seq)
            .collect();
        for pair in opened.windows(3).step_by(3) {
            let [first, second, end] = *pair else { panic!("three") };
            let mut forged = records[..first].to_vec();
            forged.extend_from_slice(&records[second..end]);
            forged.extend_from_slice(&records[first..second]);
            forged.extend_from_slice(&records[end..]);
            number(&mut forged);
            let report = Lax::of(&forged).audit();
            let named = report.findings.kept().iter().any(|one| one.record == Some(first as u64));
            assert!(named, "{table} {first}: {}", said(&report));
            tried += 1;
        }
    }
    assert!(tried >= 8, "{tried}");
}

/// Makes the versions of all streams and the numbers of the rounds fit.
fn number(records: &mut [Record]) {
    let (mut versions, mut rounds): (BTreeMap<Name, u64>, BTreeMap<Name, u64>) = Default::default();
    for part in records.iter_mut().flat_map(|record| &mut record.parts) {
        let version = versions.entry(part.stream.clone()).or_default();
        part.version = *version;
        *version += part.events.len() as u64;
        if Stream::table_of(&part.stream).is_none() {
            continue;
        }
        for event in &mut part.events {
            if let Ok(TableEvent::RoundOpened { engine, chance, commitment, .. }) = TableEvent::read(event) {
                let round = rounds.entry(part.stream.clone()).or_default();
                *round += 1;
                *event = bytes_of(&TableEvent::RoundOpened { round: *round, engine, chance, commitment });
            }
        }
    }
}
