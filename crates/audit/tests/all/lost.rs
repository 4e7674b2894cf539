//! Rounds that ended without their seeds, as the key was said to be lost: sound where it was done as it must be, found where it was not.

use crate::evening::{Evening, said};
use crate::forged::first;
use crate::lax::Lax;
use crate::played::{Dice, name};
use std::sync::Arc;
use tercet_audit::{Finding, Kind, Named, NoProof, Options, Report, Was, audit, by_id, proof, recall};
use tercet_ledger::{Account, Key, Name, Part, Record, Transaction};
use tercet_protocol::replay::ReplayStatus;
use tercet_store::{Append, Memory, Store as _};
use tercet_table::{
    Ask, Do, HouseKey, Live, Stage, Stream, TableEvent, Who, bytes_of, end_without_seed, in_play,
};

const WHY: &str = "the disk is broken";

/// After the evening.
const LATER: u64 = 10_000_000;

const TABLES: [&str; 3] = ["t1", "t2", "t3"];

/// The key of the evening, and the one that the house has afterwards.
fn key() -> HouseKey {
    HouseKey::new([42; 32])
}

fn new_key() -> HouseKey {
    HouseKey::new([9; 32])
}

/// A store with these records.
fn shelf(records: &[Record]) -> Arc<Memory> {
    let shelf = Memory::new();
    for record in records {
        let Record { key, request, at_ms, parts, transactions, .. } = record.clone();
        shelf.append(&Append { key, request, at_ms, parts, transactions, expects: Vec::new() }).unwrap();
    }
    Arc::new(shelf)
}

fn records(shelf: &Memory) -> Vec<Record> {
    let records = shelf.records(0, usize::MAX).unwrap();
    records.iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}

fn audited(shelf: &Memory) -> Report {
    audit(shelf, &[], Options::default(), &mut |_| ())
}

fn beside(shelf: &Memory, key: &HouseKey) -> Report {
    audit(shelf, &[], Options { lost_key: Some(key), ..Options::default() }, &mut |_| ())
}

/// Ends the round in play at a table, if there is one: the round, and the record that says so.
fn end(shelf: &Memory, table: &str) -> Option<(u64, u64)> {
    let table = in_play(&name(table), shelf).unwrap()?;
    let (receipt, _) = end_without_seed(&table, shelf, WHY, LATER).unwrap();
    Some((table.rounds(), receipt.seq))
}

/// A table goes on under this key, up to here and no further than steps of its own.
fn goes_on(shelf: &Arc<Memory>, table: &str, key: HouseKey, steps: usize) {
    let mut dice = Dice::new(7);
    let now_ms = LATER + 1;
    let mut live = Live::open(&name(table), Arc::clone(shelf), key, now_ms).unwrap();
    for step in 0..steps as u64 {
        let now_ms = now_ms + step * 60_000;
        let Some((ask, key)) = live.due(now_ms).unwrap() else { break };
        live.ask(&ask, &key, now_ms, dice.bytes()).unwrap();
    }
}

fn kinds(report: &Report) -> Vec<Kind> {
    report.findings.kept().iter().map(|finding| finding.kind).collect()
}

/// The first rounds of the evening, wherever they are cut: ended without their seeds they are sound, and so is what follows under a new key.
/// Beside the key that opens them they are not: then it was not lost.
#[test]
fn rounds_without_their_seeds_are_sound_wherever_they_end() {
    let evening = Evening::new().records();
    let (mut void, mut paid) = (0, 0);
    for cut in (60..400.min(evening.len())).step_by(7) {
        let shelf = shelf(&evening[..cut]);
        let before = audited(&shelf);
        let ended: Vec<_> = TABLES.iter().filter_map(|table| Some((*table, end(&shelf, table)?))).collect();
        let report = audited(&shelf);
        assert_eq!(said(&report), "", "cut at {cut}");
        assert_eq!(report.rounds.in_play, 0);
        assert_eq!(report.rounds.lost, before.rounds.in_play);
        let rounds = &report.rounds;
        assert_eq!(rounds.opened, rounds.settled + rounds.void + rounds.lost);
        let listed: Vec<_> =
            report.lost.iter().map(|one| (one.table.as_str(), (one.round, one.record))).collect();
        assert_eq!(listed, ended);
        assert!(report.lost.iter().all(|one| one.reason == WHY));
        for one in &report.lost {
            is_told(&shelf, &one.table, one.round, one.paid);
            *(if one.paid { &mut paid } else { &mut void }) += 1;
        }
        assert_eq!(said(&beside(&shelf, &new_key())), "");
        assert_eq!(kinds(&beside(&shelf, &key())), vec![Kind::KeyLost; ended.len()], "cut at {cut}");
        TABLES.iter().for_each(|table| goes_on(&shelf, table, new_key(), 3));
        let report = audited(&shelf);
        assert_eq!(said(&report), "", "cut at {cut}, and on");
        assert_eq!(report.rounds.lost, before.rounds.in_play);
    }
    assert!(void > 20 && paid > 0, "{void} {paid}");
}

/// A round that ended so is told without a card, says what it is, and has no proof.
fn is_told(shelf: &Memory, table: &Name, no: u64, paid: bool) {
    let recalled = recall(shelf, table, no).unwrap();
    assert_eq!(recalled.damaged, None);
    assert!(recalled.otherwise.is_empty() && recalled.over.is_none());
    let lost = recalled.lost.as_ref().unwrap();
    assert_eq!(lost.was == Was::Settled, paid);
    let replay = recalled.replay(true, &by_id);
    assert_eq!(replay.status, if paid { ReplayStatus::Unproven } else { ReplayStatus::Void });
    assert_eq!(replay.seed_lost.as_deref(), Some(WHY));
    assert_eq!(replay.void.as_deref(), lost.void());
    assert!(lost.was != Was::Played || replay.void_by.is_none(), "it was nobody of the floor");
    assert!(replay.ended.is_some() && replay.rules.is_some());
    assert!(replay.dealer.is_none() && replay.spots.iter().all(|spot| spot.cards.is_none()));
    let said: Vec<String> = replay.steps.unwrap().into_iter().flat_map(|step| step.said).collect();
    assert!(said.last().unwrap().contains(WHY), "{said:?}");
    for named in [Named::InTheBooks, Named::BySeat] {
        let Err(NoProof::Never(why)) = proof(&recalled, named) else {
            panic!("a proof of what nobody knows")
        };
        assert!(why.contains("said to be lost"), "{why}");
    }
}

/// Three tables in play, as the evening ends.
fn in_play_at_the_end() -> Arc<Memory> {
    shelf(&Evening::new().records())
}

/// A house that ends the one round that it does not like, and goes on with others of the same key, is found: at the first thing that happens at any
/// table, though no seed is told yet.
#[test]
fn one_round_alone_is_not_ended_unseen() {
    let mut found = 0;
    for (ended, on) in [("t1", "t2"), ("t2", "t1"), ("t3", "t1"), ("t1", "t3"), ("t3", "t2")] {
        for steps in 1..6 {
            let shelf = in_play_at_the_end();
            let (_, lost) = end(&shelf, ended).unwrap();
            goes_on(&shelf, on, key(), steps);
            let report = audited(&shelf);
            if report.records == lost + 1 {
                // Nobody had bet there, and nothing was due.
                assert_eq!(said(&report), "");
                continue;
            }
            found += 1;
            let [finding] = report.findings.kept() else { panic!("{ended} {on}: {}", said(&report)) };
            assert_eq!((finding.kind, finding.record), (Kind::KeyLost, Some(lost + 1)), "{finding}");
            assert!(finding.to_string().contains(&format!("record {lost}")), "{finding}");
        }
    }
    assert!(found > 9, "{found}");
    // Nor by who ends another of them later.
    let shelf = in_play_at_the_end();
    end(&shelf, "t1").unwrap();
    goes_on(&shelf, "t2", key(), 1);
    end(&shelf, "t2").unwrap();
    end(&shelf, "t3").unwrap();
    assert_eq!(kinds(&audited(&shelf)), [Kind::KeyLost]);
}

/// Cut short between two tables and asked again later, it is as if it had been done at once.
#[test]
fn what_was_cut_short_and_done_later_is_sound() {
    let shelf = in_play_at_the_end();
    end(&shelf, "t2").unwrap();
    let report = audited(&shelf);
    assert_eq!((said(&report), report.rounds.lost, report.rounds.in_play), (String::new(), 1, 2));
    end(&shelf, "t1").unwrap();
    end(&shelf, "t3").unwrap();
    TABLES.iter().for_each(|table| goes_on(&shelf, table, new_key(), 9));
    assert_eq!(said(&audited(&shelf)), "");
    // And a second time, years later.
    let again = TABLES.iter().filter_map(|table| end(&shelf, table)).count();
    let report = audited(&shelf);
    assert_eq!((said(&report), report.rounds.lost), (String::new(), 3 + again as u64));
}

/// Who has put the key back afterwards shows it to nobody but to who has the key, too.
#[test]
fn a_key_that_is_put_back_shows_beside_a_copy_of_it() {
    let shelf = in_play_at_the_end();
    TABLES.iter().for_each(|table| assert!(end(&shelf, table).is_some()));
    TABLES.iter().for_each(|table| goes_on(&shelf, table, key(), 2));
    assert_eq!(said(&audited(&shelf)), "");
    let report = beside(&shelf, &key());
    assert_eq!(kinds(&report), [Kind::KeyLost; 3]);
    for (finding, one) in report.findings.kept().iter().zip(&report.lost) {
        assert_eq!((finding.record, finding.round), (Some(one.record), Some(one.round)));
    }
}

/// The record that ends the round of a table, with its events.
fn ends(records: &[Record], table: &str) -> (usize, usize) {
    let stream = Stream::Table(name(table)).name().unwrap();
    let found = records.iter().enumerate().rev().find_map(|(at, record)| {
        let part = record.parts.iter().position(|part| part.stream == stream)?;
        let lost = |bytes: &Vec<u8>| matches!(TableEvent::read(bytes), Ok(TableEvent::SeedLost { .. }));
        record.parts[part].events.iter().any(lost).then_some((at, part))
    });
    found.unwrap()
}

/// Whatever is changed in what ends a round is found, at its table.
#[test]
fn an_end_without_the_seed_is_what_the_operator_asked_for_and_moves_what_it_must() {
    let shelf = in_play_at_the_end();
    TABLES.iter().for_each(|table| assert!(end(&shelf, table).is_some()));
    let sound = records(&shelf);
    let lost = |why: &str| bytes_of(&TableEvent::SeedLost { reason: why.into() });
    let is_found = |what: &str, forge: &dyn Fn(&mut Vec<Record>, usize, usize)| {
        for table in TABLES {
            let mut forged = sound.clone();
            let (at, part) = ends(&forged, table);
            forge(&mut forged, at, part);
            let report = Lax::of(&forged).audit();
            let of_table = |finding: &Finding| finding.table == Some(name(table));
            let found = report.findings.kept().iter().any(of_table);
            assert!(found, "{what} at {table}: {}", said(&report));
        }
    };
    is_found("another reason", &|all, at, part| all[at].parts[part].events[0] = lost("another"));
    is_found("no reason", &|all, at, part| {
        let table = Stream::table_of(&all[at].parts[part].stream).unwrap();
        all[at].parts[part].events[0] = lost("");
        all[at].request = Ask::new(Who::Operator, Do::LoseSeed(String::new())).hash(&table);
    });
    is_found("a void by nobody", &|all, at, part| {
        all[at].parts[part].events[0] = bytes_of(&TableEvent::Voided { by: None, reason: WHY.into() });
    });
    is_found("no money", &|all, at, _| all[at].transactions.clear());
    is_found("money for another", &|all, at, _| {
        let postings = all[at].transactions[0].postings().to_vec();
        let mut other = Transaction::new();
        for mut posting in postings {
            if let Account::Wallet(_) = posting.to {
                posting.to = Account::Wallet(name("mallory"));
            }
            other.post(posting.from, posting.to, posting.amount, posting.why);
        }
        all[at].transactions[0] = other;
    });
    is_found("twice in one record", &|all, at, part| all[at].parts[part].events.push(lost(WHY)));
    is_found("with a seed", &|all, at, part| {
        all[at].parts[part].events.push(bytes_of(&TableEvent::SeedTold { seed: [5; 32] }));
    });
}

/// Nobody ends a round without its seed that is over, or before the first one; nor is a seed told afterwards.
#[test]
fn it_needs_a_round_in_play_and_nothing_follows_it() {
    let told = |event: &TableEvent| matches!(event, TableEvent::SeedTold { .. });
    let sound = Evening::new().records();
    let (at, part) = first(&sound, told);
    for behind in [TableEvent::SeedLost { reason: WHY.into() }, TableEvent::SeedTold { seed: [5; 32] }] {
        let mut forged = sound[..=at].to_vec();
        let mut next = forged[at].clone();
        let stream = next.parts[part].stream.clone();
        next.key = Key::new(b"forged").unwrap();
        next.parts = vec![Part {
            version: next.parts[part].version + next.parts[part].events.len() as u64,
            stream,
            events: vec![bytes_of(&behind)],
        }];
        next.transactions.clear();
        forged.push(next);
        let report = Lax::of(&forged).audit();
        let found = report
            .findings
            .kept()
            .iter()
            .any(|one| (one.kind, one.record) == (Kind::Event, Some(at as u64 + 1)));
        assert!(found, "{}", said(&report));
    }
}

/// A table that played on in memory, with the cards of a round that was ended, cannot write.
#[test]
fn who_still_has_the_cards_is_overtaken() {
    let shelf = in_play_at_the_end();
    let mut live = Live::open(&name("t1"), Arc::clone(&shelf), key(), LATER).unwrap();
    assert!(live.table().stage().is_some_and(|stage| stage != Stage::Over));
    end(&shelf, "t1").unwrap();
    let (ask, due) = live.due(LATER + 60_000).unwrap().unwrap();
    live.ask(&ask, &due, LATER + 60_000, [1; 32]).unwrap_err();
    assert_eq!(said(&audited(&shelf)), "");
}
