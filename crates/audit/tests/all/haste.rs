//! Rounds whose bets were closed early, as everybody was done, at a table that was set anew meanwhile: what somebody who makes everything else fit, keys and
//! hashes too, can change of it unseen is what might have happened so, and nothing else.

use crate::evening::said;
use crate::lax::Lax;
use crate::made_to_fit::{fit, fit_own_keys};
use crate::played::{Dice, PLAYERS, Place, Shelf, name};
use tercet_audit::{Kind, Report, by_id, recall};
use tercet_ledger::{Account, Hash, Key, Record, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, Store as _};
use tercet_table::{Ask, Clocks, Do, Settings, Stage, Stream, TableEvent, Who, bytes_of};

const BET_MS: u64 = 20_000;

/// Rounds of three players, each of whom has one bet. In those that are divisible by three all are done at once, in the next one Bob bets once more after
/// that, and in the others Cyd never says it; the table is set anew in each stage that waits for somebody.
fn played() -> Vec<Record> {
    let (shelf, mut dice) = (Shelf::default(), Dice::new(4));
    let mut opening = Transaction::new();
    for player in PLAYERS {
        opening.post(Account::World, Account::Wallet(name(player)), Money::from_units(900_000), Why::CashIn);
    }
    shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
    let text = |no: u64| {
        let id = ["three-card-fortune", "three-card-shine"][usize::from(no % 2 == 1)];
        tercet_games::builtin_text(id).unwrap()
    };
    let mut place = Place::open(&shelf, "t1", text(0));
    let seats = [(1, "ann"), (2, "bob"), (3, "cyd")];
    for (spot, player) in seats {
        assert!(place.player(player, Do::Sit(spot), 1_500));
    }
    let mut now_ms = 2_000;
    for round in 0..9 {
        let mut tick = |place: &mut Place, ms: u64| {
            now_ms += ms;
            place.live.tick(now_ms, || dice.bytes()).unwrap();
            now_ms
        };
        let set = |place: &mut Place, at: u64, now_ms: u64| {
            if round / 3 == at {
                let settings = Settings::new(text(round + 1), 0, None, Clocks::default()).unwrap();
                assert!(place.floor(Do::Set(Box::new(settings)), now_ms));
            }
        };
        let now = tick(&mut place, 6_000);
        let ante = |units| move |spot| Do::Place(spot, "ante".into(), Money::from_units(units));
        for (spot, player) in seats {
            assert!(place.player(player, ante(1_000)(spot), now));
        }
        set(&mut place, 0, now);
        let now = tick(&mut place, 1_000);
        for (spot, player) in &seats[..if round % 3 == 2 { 2 } else { 3 }] {
            assert!(place.player(player, Do::Ready(*spot), now));
            if round % 3 == 1 && *spot == 2 {
                assert!(place.player("bob", ante(2_000)(2), now));
                assert!(place.player("bob", Do::Ready(2), now));
            }
        }
        let now = tick(&mut place, 0);
        let early = round % 3 < 2;
        assert_eq!(place.live.table().stage() == Some(Stage::Dealt), early);
        let now = if early { now } else { tick(&mut place, BET_MS - 1_000) };
        assert_eq!(place.live.table().stage(), Some(Stage::Dealt));
        set(&mut place, 1, now);
        let now = tick(&mut place, 20_000);
        assert_eq!(place.live.table().stage(), Some(Stage::Over));
        set(&mut place, 2, now);
    }
    shelf.records(0, usize::MAX).unwrap().iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}

/// What happens at the table in a record.
fn event(record: &Record) -> Option<TableEvent> {
    let part = record.parts.iter().find(|part| Stream::table_of(&part.stream).is_some())?;
    Some(TableEvent::read(&part.events[0]).unwrap())
}

/// The places of the records in which something of this sort happens.
fn places(records: &[Record], is: impl Fn(&TableEvent) -> bool) -> Vec<usize> {
    (0..records.len()).filter(|at| event(&records[*at]).is_some_and(|event| is(&event))).collect()
}

fn closes(event: &TableEvent) -> bool {
    matches!(event, TableEvent::BetsClosed { .. })
}

fn is_ready(event: &TableEvent) -> bool {
    matches!(event, TableEvent::Ready { .. })
}

/// The record in which bets are closed after this one.
fn closed_after(records: &[Record], at: usize) -> usize {
    places(records, closes).into_iter().find(|close| *close > at).unwrap()
}

/// A record of the table with another event in it, asked for by this player.
fn other(record: &Record, what: Do, by: &str, event: &TableEvent) -> Record {
    let mut other = record.clone();
    other.key = Key::new(b"by hand").unwrap();
    other.request = Ask::new(Who::Player(name(by)), what).hash(&name("t1"));
    other.transactions.clear();
    other.parts.retain(|part| Stream::table_of(&part.stream).is_some());
    other.parts[0].events = vec![bytes_of(event)];
    other
}

fn audited(mut records: Vec<Record>) -> Report {
    fit(&mut records);
    fit_own_keys(&mut records);
    Lax::of(&records).audit()
}

/// It is named at this record, as something that the table cannot have had.
fn is_named(report: &Report, at: usize, what: &str) {
    let mut all = report.findings.kept().iter();
    let here = all.any(|found| (found.kind, found.record) == (Kind::Event, Some(at as u64)));
    assert!(here, "{what}, record {at}:\n{}", said(report));
    assert!(report.findings.count() <= 4, "{what}:\n{}", said(report));
}

fn is_unseen(report: &Report, what: &str) {
    assert_eq!(report.findings.count(), 0, "{what}:\n{}", said(report));
}

#[test]
fn rounds_that_were_closed_early_are_sound_and_told_again() {
    let records = played();
    is_unseen(&audited(records.clone()), "as it was played");
    let store = Lax::of(&records);
    for round in 1..=9 {
        let recalled = recall(&store, &name("t1"), round).unwrap();
        assert_eq!((&recalled.damaged, recalled.otherwise.len()), (&None, 0));
        let steps = recalled.replay(true, &by_id).steps.unwrap();
        let said = |text: &str| steps.iter().flat_map(|step| &step.said).filter(|said| *said == text).count();
        let done = [1, 2, 3].map(|spot| said(&format!("Spot {spot} is done with betting.")));
        assert_eq!(done, [[1, 1, 1], [1, 2, 1], [1, 1, 0]][usize::try_from((round - 1) % 3).unwrap()]);
        // In the last three it was set once the round was over, which is nothing of the round.
        assert_eq!(said("flo set the table."), usize::from(round <= 6), "{round}");
    }
}

/// Bets that were closed early are closed by what everybody said: what one of them did not say, said later, or took back by a bet, is named at the close. Where it was
/// not what closed them, nobody can know.
#[test]
fn bets_are_not_closed_early_without_all_that_were_said() {
    let records = played();
    let (mut named, mut unseen) = (0, 0);
    for at in places(&records, is_ready) {
        let close = closed_after(&records, at);
        let first_bet = places(&records[..at], |event| matches!(event, TableEvent::RoundOpened { .. }));
        let first_bet = records[*first_bet.last().unwrap()..].iter();
        let first_bet = first_bet.filter(|record| matches!(event(record), Some(TableEvent::Placed { .. })));
        let early = records[close].at_ms < first_bet.clone().next().unwrap().at_ms + BET_MS;
        let Some(TableEvent::Ready { spot }) = event(&records[at]) else { panic!() };
        // Said once more later, it was not this that closed them.
        let again = places(&records[..close], is_ready).into_iter().filter(|later| *later > at);
        let again = again.map(|later| event(&records[later])).any(|later| later == event(&records[at]));
        let decides = early && !again;
        let mut dropped = records.clone();
        dropped.remove(at);
        let report = audited(dropped);
        if decides {
            is_named(&report, close - 1, "dropped")
        } else {
            is_unseen(&report, "dropped")
        }
        let mut twice = records.clone();
        let once_more = Record { key: Key::new(b"again").unwrap(), ..records[at].clone() };
        twice.insert(at + 1, once_more);
        is_unseen(&audited(twice), "there twice");
        // Behind the close it is nothing that can have been asked for, whoever had said it before.
        let mut late = records.clone();
        let moved = late.remove(at);
        late.insert(close, moved);
        is_named(&audited(late), if decides { close - 1 } else { close }, "moved");
        // A bet of the seat after it.
        let player = PLAYERS[usize::from(spot) - 1];
        let amount = Money::from_units(if spot == 2 && !again { 2_000 } else { 1_000 });
        let bet = Do::Place(spot, "ante".into(), amount);
        let placed = TableEvent::Placed { spot, wager: "ante".into(), amount };
        let last = close - 1;
        if early && event(&records[last]).is_some_and(|event| is_ready(&event)) {
            let mut changed = records.clone();
            changed.insert(close, other(&records[last], bet, player, &placed));
            let report = audited(changed);
            assert!(report.findings.count() > 0, "a bet after it:\n{}", said(&report));
        }
        // By a seat where nobody sits, and under the name of somebody who sits elsewhere.
        for (spot, by) in [(5, "ann"), (spot, "zed")] {
            let mut forged = records.clone();
            forged[at] = other(&records[at], Do::Ready(spot), by, &TableEvent::Ready { spot });
            assert!(audited(forged).findings.count() > 0, "{spot} {by}");
        }
        (named, unseen) = (named + u32::from(decides), unseen + u32::from(!decides));
    }
    assert_eq!((named, unseen), (18, 9));
}

/// A setting that is not there, or stands behind the opening that it is for, is named there; within the round before it may stand anywhere, and twice.
#[test]
fn what_is_set_stands_before_the_round_that_is_played_so() {
    let records = played();
    let sets = places(&records, |event| matches!(event, TableEvent::Set { .. }));
    let opens = places(&records, |event| matches!(event, TableEvent::RoundOpened { .. }));
    assert_eq!(sets.len(), 10);
    for at in sets.into_iter().skip(1) {
        let before = *opens.iter().rfind(|opens| **opens < at).unwrap();
        let mut twice = records.clone();
        twice.insert(at, Record { key: Key::new(b"again").unwrap(), ..records[at].clone() });
        is_unseen(&audited(twice), "set twice");
        let mut sooner = records.clone();
        let moved = sooner.remove(at);
        let at_ms = sooner[before].at_ms;
        sooner.insert(before + 1, Record { at_ms, ..moved });
        is_unseen(&audited(sooner), "set sooner");
        let mut renamed = records.clone();
        let Some(TableEvent::Set { text, way, meter, clocks_ms, hints, .. }) = event(&records[at]) else {
            panic!()
        };
        let by = name("zed");
        renamed[at].parts[0].events =
            vec![bytes_of(&TableEvent::Set { by, text, way, meter, clocks_ms, hints })];
        is_named(&audited(renamed), at, "by another name");
        // The last one is for a round that was never opened.
        let Some(next) = opens.iter().copied().find(|opens| *opens > at) else { continue };
        let mut dropped = records.clone();
        dropped.remove(at);
        let report = audited(dropped);
        assert!(report.findings.count() > 0, "dropped");
        assert!(
            report.findings.kept()[0].record.is_some_and(|seq| seq + 1 >= next as u64),
            "{}",
            said(&report)
        );
        let mut late = records.clone();
        let moved = late.remove(at);
        let at_ms = late[next].at_ms;
        late.insert(next, Record { at_ms, ..moved });
        assert!(audited(late).findings.count() > 0, "set late");
    }
}
