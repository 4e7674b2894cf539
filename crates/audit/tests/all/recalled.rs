//! A round of the past is shown with its own steps and no others, whatever was done to what is noted of it.

use crate::evening::Evening;
use crate::lax::Lax;
use crate::played::name;
use std::collections::BTreeMap;
use tercet_audit::{Recalled, recall};
use tercet_ledger::{Name, Record};
use tercet_table::{Opening, Stream, TableEvent};

/// The place of what is noted of each round: its record and part.
fn notes(records: &[Record]) -> Vec<(Name, u64, usize, usize)> {
    let mut all = Vec::new();
    for (seq, record) in records.iter().enumerate() {
        for (part, noted) in record.parts.iter().enumerate() {
            if let Some(Stream::Rounds(table)) = Stream::of(&noted.stream) {
                all.push((table, noted.version + 1, seq, part));
            }
        }
    }
    all
}

fn records_of(recalled: &Recalled) -> Vec<u64> {
    recalled.steps.iter().map(|step| step.seq).collect()
}

/// Every round, as the store gives it; nothing where it gives none.
fn all(store: &Lax, notes: &[(Name, u64, usize, usize)]) -> BTreeMap<(Name, u64), Recalled> {
    let rounds = notes.iter().filter_map(|(table, no, ..)| {
        recall(store, table, *no).ok().map(|recalled| ((table.clone(), *no), recalled))
    });
    rounds.collect()
}

/// Whatever is noted of where a round opens: its own records are shown, or it is said that it is damaged.
#[test]
fn a_forged_note_shows_no_other_round_in_the_place_of_its_own() {
    let records = Evening::new().records();
    let notes = notes(&records);
    let honest = all(&Lax::of(&records), &notes);
    assert!(honest.values().all(|recalled| recalled.damaged.is_none()));
    let mut tried = 0;
    for (at, (table, no, seq, part)) in notes.iter().enumerate().step_by(3) {
        let opening = Opening::read(&records[*seq].parts[*part].events[0]).unwrap();
        let version = opening.version;
        let others = notes
            .iter()
            .filter(|(other, ..)| other == table)
            .map(|(_, _, seq, part)| Opening::read(&records[*seq].parts[*part].events[0]).unwrap().version);
        let others: Vec<u64> = others.filter(|other| *other != version).take(4).collect();
        for forged in [version + 1, version - 1, 0, u64::MAX].into_iter().chain(others) {
            let mut changed = records.clone();
            let noted = Opening { version: forged, ..opening.clone() };
            changed[*seq].parts[*part].events[0] = noted.bytes();
            let found = all(&Lax::of(&changed), &notes);
            for (round, recalled) in &found {
                let own = records_of(&honest[round]);
                let shown = records_of(recalled);
                assert!(
                    shown.iter().all(|seq| own.contains(seq)),
                    "{round:?} shows {shown:?}, not of {own:?}"
                );
                assert!(shown == own || recalled.damaged.is_some(), "{round:?}");
            }
            // Its steps can be read, so they are shown.
            let own = &found[&(table.clone(), *no)];
            assert!(
                own.damaged.is_some() && records_of(own) == records_of(&honest[&(table.clone(), *no)]),
                "{at}"
            );
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

/// Who sat there, by a forged note: the round is damaged, and no other one is.
#[test]
fn a_note_of_other_seats_is_not_believed() {
    let records = Evening::new().records();
    let notes = notes(&records);
    let mut tried = 0;
    for (table, no, seq, part) in notes.iter().step_by(2) {
        let opening = Opening::read(&records[*seq].parts[*part].events[0]).unwrap();
        let mut more = opening.clone();
        more.seats.insert(6, name("eve"));
        let mut other = opening.clone();
        other.seats.insert(1, name("eve"));
        let mut fewer = opening.clone();
        fewer.seats.pop_last();
        let digest = Opening { digest: tercet_ledger::Hash([7; 32]), ..opening.clone() };
        for forged in [more, other, fewer, digest] {
            let mut changed = records.clone();
            changed[*seq].parts[*part].events[0] = forged.bytes();
            let found = all(&Lax::of(&changed), &notes);
            let last = notes.iter().filter(|(other, ..)| other == table).map(|(_, no, ..)| *no).max();
            for ((at, round), recalled) in &found {
                let own = (at, round) == (table, no);
                // With nothing behind it, it is not known which of the last two notes is wrong.
                let either = at == table && *round == no + 1 && last == Some(*round);
                assert!(either || recalled.damaged.is_some() == own, "{at} {round}: {:?}", recalled.damaged);
            }
            let own = &found[&(table.clone(), *no)];
            assert!(own.over.is_none() && !own.steps.is_empty());
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}

/// A round whose seed cannot be read, before one of which what is noted cannot be: it ends where the next one opens.
#[test]
fn a_round_without_an_end_shows_nothing_of_the_next() {
    let records = Evening::new().records();
    let notes = notes(&records);
    let honest = all(&Lax::of(&records), &notes);
    for (table, no) in [("t1", 3), ("t2", 9), ("t3", 12)] {
        let table = name(table);
        let mut changed = records.clone();
        for seq in records_of(&honest[&(table.clone(), no)]) {
            let record = &mut changed[usize::try_from(seq).unwrap()];
            for event in record.parts.iter_mut().flat_map(|part| &mut part.events) {
                if matches!(TableEvent::read(event), Ok(TableEvent::SeedTold { .. })) {
                    *event = vec![1, 99];
                }
            }
        }
        let (.., seq, part) = notes.iter().find(|(at, next, ..)| *at == table && *next == no + 1).unwrap();
        changed[*seq].parts[*part].events[0] = vec![9];
        let store = Lax::of(&changed);
        let recalled = recall(&store, &table, no).unwrap();
        assert!(recalled.damaged.is_some() && recalled.over.is_none());
        let own = records_of(&honest[&(table.clone(), no)]);
        let shown = records_of(&recalled);
        assert!(
            shown.iter().all(|seq| own.contains(seq)) && shown.len() + 1 >= own.len(),
            "{shown:?} {own:?}"
        );
        let next = recall(&store, &table, no + 1).unwrap();
        assert_eq!(records_of(&next), records_of(&honest[&(table.clone(), no + 1)]));
        assert!(next.damaged.is_some());
    }
}
