//! Journals in which every hash is right, and one thing is not what the rules give; and what the store keeps beside.

use crate::evening::{Evening, said};
use crate::lax::Lax;
use crate::played::name;
use tercet_audit::{Finding, Kind, Report};
use tercet_ledger::{Account, Hash, Key, Name, Part, Posting, Record, Transaction, Why};
use tercet_rules::Money;
use tercet_table::{Award, Founding, Opening, TableEvent, bytes_of};

/// The first record in which something of this sort happens, and its place among the parts.
pub(crate) fn first(records: &[Record], holds: impl Fn(&TableEvent) -> bool) -> (usize, usize) {
    nth(records, 0, holds)
}

fn nth(records: &[Record], n: usize, holds: impl Fn(&TableEvent) -> bool) -> (usize, usize) {
    let places = records
        .iter()
        .enumerate()
        .flat_map(|(at, record)| record.parts.iter().enumerate().map(move |(place, part)| (at, place, part)));
    let mut fits = places.filter(|(_, _, part)| {
        part.stream.as_str().starts_with("table.")
            && part.events.iter().any(|event| holds(&TableEvent::read(event).unwrap()))
    });
    let (at, place, _) = fits.nth(n).unwrap();
    (at, place)
}

fn only(report: &Report) -> &Finding {
    assert_eq!(report.findings.count(), 1, "{}", said(report));
    &report.findings.kept()[0]
}

/// The transactions of a record with every posting changed by this.
fn changed(record: &Record, change: impl Fn(&Posting) -> Posting) -> Vec<Transaction> {
    let transactions = record.transactions.iter().map(|transaction| {
        let mut new = Transaction::new();
        for posting in transaction.postings() {
            let Posting { from, to, amount, why } = change(posting);
            new.post(from, to, amount, why);
        }
        new
    });
    transactions.collect()
}

/// A settlement that pays ten dollars more is named with table, round, record, account and amounts.
#[test]
fn a_settlement_that_pays_too_much_is_named_to_the_cent() {
    let evening = Evening::new();
    let mut records = evening.records();
    let pays = |record: &Record| {
        record
            .transactions
            .iter()
            .flat_map(Transaction::postings)
            .any(|posting| matches!(posting.why, Why::Pay(_)))
    };
    let at = records.iter().position(pays).unwrap();
    let first_pay = records[at]
        .transactions
        .iter()
        .flat_map(Transaction::postings)
        .find(|posting| matches!(posting.why, Why::Pay(_)))
        .unwrap()
        .clone();
    let more = Money::from_units(1_000);
    records[at].transactions = changed(&records[at], |posting| {
        let amount = if *posting == first_pay { posting.amount + more } else { posting.amount };
        Posting { amount, ..posting.clone() }
    });
    evening.forge(records);
    let report = evening.audit();
    let findings = report.findings.kept();
    assert_eq!(findings.len(), 2, "{}", said(&report));
    for finding in findings {
        assert_eq!((finding.kind, finding.record), (Kind::Money, Some(at as u64)));
        assert!(finding.table.is_some() && finding.round == Some(1), "{finding}");
        assert!([&first_pay.from, &first_pay.to].contains(&finding.account.as_ref().unwrap()));
        let more = finding.found.unwrap() - finding.expected.unwrap();
        assert_eq!(more.abs(), 1_000, "{finding}");
    }
    assert!(report.rounds.unchecked == 0, "the round was looked at to its end");
}

/// A decision that was turned into a fold: the settlement that was paid does not follow from it.
#[test]
fn a_decision_that_was_changed_is_named() {
    let evening = Evening::new();
    let mut records = evening.records();
    let plays = |event: &TableEvent| {
        matches!(event, TableEvent::Decided { choice: tercet_rules::Choice::Play { .. }, .. })
    };
    let (at, part) = first(&records, plays);
    let TableEvent::Decided { spot, .. } = TableEvent::read(&records[at].parts[part].events[0]).unwrap()
    else {
        panic!()
    };
    let fold = TableEvent::Decided { spot, choice: tercet_rules::Choice::Fold };
    records[at].parts[part].events[0] = bytes_of(&fold);
    evening.forge(records);
    let report = evening.audit();
    assert!(
        report
            .findings
            .kept()
            .iter()
            .all(|one| matches!(one.kind, Kind::Event | Kind::Money | Kind::Opening)),
        "{}",
        said(&report)
    );
    assert_eq!(report.findings.kept()[0].record, Some(at as u64), "{}", said(&report));
}

/// Seeds, secrets, openings, meters, awards: each with one thing changed, and what is said of it.
#[test]
fn what_no_table_can_have_had_is_named_with_its_round() {
    type Change = fn(&mut Vec<Record>) -> (usize, Kind);
    let cases: &[(&str, Change)] = &[
        ("another seed", |records| {
            let (at, part) = first(records, |event| matches!(event, TableEvent::SeedTold { .. }));
            records[at].parts[part].events[0] = bytes_of(&TableEvent::SeedTold { seed: [9; 32] });
            let stream = records[at].parts[part].stream.clone();
            let opened = records.iter().position(|record| {
                record.parts.iter().any(|one| {
                    one.stream == stream
                        && one.events.iter().any(|event| {
                            matches!(TableEvent::read(event), Ok(TableEvent::RoundOpened { .. }))
                        })
                })
            });
            (opened.unwrap(), Kind::Event)
        }),
        ("a player who sits elsewhere, by what is noted", |records| {
            let at = records
                .iter()
                .position(|record| record.parts.iter().any(|part| part.stream.as_str() == "rounds.t2"))
                .unwrap();
            let part = records[at].parts.iter().position(|part| part.stream.as_str() == "rounds.t2").unwrap();
            let mut opening = Opening::read(&records[at].parts[part].events[0]).unwrap();
            opening.seats.insert(5, name("eve"));
            records[at].parts[part].events[0] = opening.bytes();
            (at, Kind::Opening)
        }),
        ("nothing noted as the round opened", |records| {
            let at = records
                .iter()
                .rposition(|record| record.parts.iter().any(|part| part.stream.as_str() == "rounds.t2"))
                .unwrap();
            records[at].parts.retain(|part| part.stream.as_str() != "rounds.t2");
            (at, Kind::Opening)
        }),
        ("a meter that was never so high", |records| {
            let (at, part) =
                first(records, |event| matches!(event, TableEvent::Dealt { meter: Some(_), .. }));
            let TableEvent::Dealt { meter: Some(mut seen), withheld } =
                TableEvent::read(&records[at].parts[part].events[0]).unwrap()
            else {
                panic!()
            };
            seen.now.meter = Money::from_units(1_000_000_000);
            records[at].parts[part].events[0] = bytes_of(&TableEvent::Dealt { meter: Some(seen), withheld });
            (at, Kind::MeterShown)
        }),
        ("an award that is noted elsewhere", |records| {
            let at = records
                .iter()
                .position(|record| record.parts.iter().any(|part| part.stream.as_str() == "meter.m1"))
                .unwrap();
            let part = records[at].parts.iter_mut().find(|part| part.stream.as_str() == "meter.m1").unwrap();
            let award = Award::read(&part.events[0]).unwrap();
            part.events[0] = Award { round: award.round + 1, ..award }.bytes();
            (at, Kind::Award)
        }),
        ("an award that is not noted", |records| {
            let at = records
                .iter()
                .rposition(|record| record.parts.iter().any(|part| part.stream.as_str() == "meter.m1"))
                .unwrap();
            records[at].parts.retain(|part| part.stream.as_str() != "meter.m1");
            (at, Kind::Award)
        }),
        ("bytes that are no event", |records| {
            let (at, part) = nth(records, 40, |_| true);
            records[at].parts[part].events[0] = vec![1, 99];
            (at, Kind::UnreadableEvent)
        }),
    ];
    for (what, change) in cases {
        let evening = Evening::new();
        let mut records = evening.records();
        let (at, kind) = change(&mut records);
        evening.forge(records);
        let report = evening.audit();
        let found =
            report.findings.kept().iter().find(|one| one.kind == kind && one.record == Some(at as u64));
        let found = found.unwrap_or_else(|| panic!("{what}, record {at}: {}", said(&report)));
        assert!(found.table.is_some(), "{what}: {found}");
        // A table is taken up again: what is wrong with one round is not found in all that follow.
        assert!(report.findings.count() <= 4, "{what}: {}", said(&report));
        assert!(report.rounds.unchecked <= 1, "{what}: {:?}", report.rounds);
    }
}

/// Of each note in turn the hash of the events before it is another: one finding, where it stands.
#[test]
fn a_note_of_other_events_is_named_once() {
    let evening = Evening::new();
    let records = evening.records();
    let mut tried = 0;
    for at in 0..records.len() {
        let rounds = |part: &Part| part.stream.as_str().starts_with("rounds.") && !part.events.is_empty();
        let Some(part) = records[at].parts.iter().position(rounds) else { continue };
        let noted = Opening::read(&records[at].parts[part].events[0]).unwrap();
        let mut changed = records.clone();
        changed[at].parts[part].events[0] = Opening { digest: Hash([7; 32]), ..noted }.bytes();
        let evening = Evening::new();
        evening.forge(changed);
        let report = evening.audit();
        let found: Vec<_> =
            report.findings.kept().iter().map(|finding| (finding.kind, finding.record)).collect();
        assert_eq!(found, [(Kind::Opening, Some(at as u64))], "{}", said(&report));
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}

/// Money that moves with nothing at a table.
#[test]
fn money_that_no_rule_moves_is_named() {
    let evening = Evening::new();
    let mut records = evening.records();
    let mut theft = Transaction::new();
    theft.post(
        Account::Wallet(name("ann")),
        Account::Wallet(name("bob")),
        Money::from_units(5),
        Why::CashOut,
    );
    records.push(at_the_end(Vec::new(), vec![theft]));
    let last = records.len() as u64 - 1;
    evening.forge(records);
    let report = evening.audit();
    let finding = only(&report);
    assert_eq!((finding.kind, finding.record), (Kind::Unfounded, Some(last)), "{finding}");
}

/// A record in which nothing happens at a table, at the end of the evening.
fn at_the_end(parts: Vec<Part>, transactions: Vec<Transaction>) -> Record {
    let (seq, prev, key) = (0, Hash::ZERO, Key::new(b"by hand").unwrap());
    Record { seq, prev, at_ms: 9_000_000, key, request: Hash::ZERO, parts, transactions }
}

/// What players gave to a meter stays on meters until it is won; the house may add to it, and move what is its own.
#[test]
fn money_that_leaves_a_meter_and_is_not_won_is_named() {
    let (meter, reserve) = (Account::Meter(name("m1")), Account::Reserve(name("m1")));
    let (house, bank, other) = (Account::House, Account::Bank(name("t1")), Account::Meter(name("m2")));
    let wallet = Account::Wallet(name("ann"));
    for (from, to, may) in [
        (&meter, &house, false),
        (&meter, &bank, false),
        (&meter, &Account::World, false),
        (&reserve, &house, false),
        (&meter, &wallet, false),
        (&bank, &wallet, false),
        (&meter, &other, true),
        (&meter, &reserve, true),
        (&house, &reserve, true),
        (&bank, &house, true),
        (&house, &Account::World, true),
    ] {
        let evening = Evening::new();
        let mut records = evening.records();
        let mut funds = Transaction::new();
        funds.post(from.clone(), to.clone(), Money::from_units(1), Why::HouseFunds);
        records.push(at_the_end(Vec::new(), vec![funds]));
        let last = records.len() as u64 - 1;
        let report = Lax::of(&records).audit();
        let found: Vec<_> = report.findings.kept().iter().map(|one| (one.kind, one.record)).collect();
        let expected: &[_] = if may { &[] } else { &[(Kind::Unfounded, Some(last))] };
        assert_eq!(found, expected, "{from} to {to}: {}", said(&report));
    }
}

/// What stands in the stream of the house, or in one of which nobody knows: a server reads the first as it starts, and would not.
#[test]
fn streams_that_are_no_tables_are_looked_at_too() {
    let founding = |table: &str| Founding { table: name(table), by: name("flo") }.bytes();
    let part = |stream: &str, events: Vec<Vec<u8>>| Part { stream: name(stream), version: 0, events };
    for (what, one, kind) in [
        ("two tables", part("house", vec![founding("t1"), founding("t2")]), None),
        ("one table twice", part("house", vec![founding("t1"), founding("t1")]), Some(Kind::Event)),
        ("no table", part("house", vec![vec![9, 9]]), Some(Kind::UnreadableEvent)),
        ("another stream", part("hearsay", vec![vec![1]]), Some(Kind::UnreadableEvent)),
        ("nothing of the house", part("house", Vec::new()), Some(Kind::Event)),
        ("nothing of a meter", part("meter.m9", Vec::new()), Some(Kind::Event)),
        ("nothing of a round", part("rounds.t9", Vec::new()), Some(Kind::Event)),
    ] {
        let mut records = Evening::new().records();
        records.push(at_the_end(vec![one], Vec::new()));
        let last = records.len() as u64 - 1;
        let report = Lax::of(&records).audit();
        let found: Vec<_> = report.findings.kept().iter().map(|one| (one.kind, one.record)).collect();
        assert_eq!(
            found,
            kind.map(|kind| (kind, Some(last))).into_iter().collect::<Vec<_>>(),
            "{what}: {}",
            said(&report)
        );
    }
}

/// A meter that holds nothing as a round opens is started with it: whoever leaves that out, and the house its share, is named.
#[test]
fn a_meter_that_is_not_started_is_named() {
    let mut records = Evening::new().records();
    let (at, part) = first(&records, |event| matches!(event, TableEvent::MeterStarted { .. }));
    records.truncate(at + 1);
    assert_eq!(said(&Lax::of(&records).audit()), "");
    records[at].parts[part].events.truncate(1);
    records[at].transactions.clear();
    let report = Lax::of(&records).audit();
    let finding = only(&report);
    assert_eq!((finding.kind, finding.record), (Kind::MeterShown, Some(at as u64)), "{finding}");
}

/// A meter is started by the table that finds it empty, and by no other.
#[test]
fn a_meter_that_is_started_twice_is_named() {
    let evening = Evening::new();
    let mut records = evening.records();
    let (started, at) = first(&records, |event| matches!(event, TableEvent::MeterStarted { .. }));
    let (event, money) =
        (records[started].parts[at].events[1].clone(), records[started].transactions.clone());
    let second = nth(&records, 1, |event| matches!(event, TableEvent::RoundOpened { .. }));
    let (record, at) = second;
    assert_eq!(records[record].parts[at].stream.as_str(), "table.t2");
    records[record].parts[at].events.push(event);
    records[record].transactions = money;
    evening.forge(records);
    let report = evening.audit();
    let mut meters = report.findings.kept().iter().filter(|found| found.kind == Kind::MeterShown);
    assert_eq!(meters.next().unwrap().record, Some(record as u64));
}

/// What the store keeps beside the journal: each table of the database changed by itself.
#[test]
fn what_the_store_keeps_beside_the_journal_is_compared() {
    for (sql, kind) in [
        ("UPDATE balance SET units = units + 1 WHERE account = 'wallet/ann'", Kind::Balance),
        ("DELETE FROM balance WHERE account = 'meter/m1'", Kind::Balance),
        ("INSERT INTO balance (account, units) VALUES ('wallet/eve', 1)", Kind::Balance),
        ("UPDATE stream SET events = events + 1 WHERE stream = 'table.t2'", Kind::Stream),
        ("DELETE FROM stream WHERE stream = 'meter.m1'", Kind::Stream),
        (
            "UPDATE part SET list = CAST(substr(list, 1, length(list) - 8) || x'0000000000000001' AS BLOB) WHERE stream = 'rounds.t1'",
            Kind::Stream,
        ),
        ("DELETE FROM part WHERE stream = 'table.t1' AND version = 0", Kind::Stream),
        ("DELETE FROM key WHERE seq = 44", Kind::Receipt),
        ("UPDATE moved SET list = substr(list, 1, length(list) - 8) WHERE player = 'bob'", Kind::Moves),
        (
            "UPDATE moved SET seq = 2, list = CAST(x'0000000000000002' || list AS BLOB) WHERE player = 'bob'",
            Kind::Moves,
        ),
        ("UPDATE key SET seq = 45 WHERE seq = 44", Kind::Receipt),
    ] {
        let evening = Evening::new();
        evening.damage(|connection| {
            assert_eq!(connection.execute(sql, []).unwrap(), 1, "{sql}");
        });
        let report = evening.audit();
        assert_eq!(report.findings.counts().keys().collect::<Vec<_>>(), [&kind], "{sql}: {}", said(&report));
    }
}

/// A key that two records have, and an account that owes: what no store takes, written into the file.
#[test]
fn a_key_used_twice_and_an_account_that_owes_are_named() {
    let evening = Evening::new();
    let records = evening.records();
    let mut second = records[30].clone();
    second.key = records[29].key.clone();
    evening.write(&second);
    let report = evening.audit();
    let twice: Vec<_> = report.findings.kept().iter().filter(|one| one.kind == Kind::KeyTwice).collect();
    assert_eq!(twice.iter().map(|one| one.record).collect::<Vec<_>>(), [Some(30)], "{}", said(&report));

    let evening = Evening::new();
    let mut owes = evening.records()[0].clone();
    owes.transactions[0].post(
        Account::Wallet(name("eve")),
        Account::World,
        Money::from_units(7),
        Why::CashOut,
    );
    evening.write(&owes);
    let report = evening.audit();
    let found = report.findings.kept().iter().find(|one| one.kind == Kind::Overdraft).unwrap();
    assert_eq!(found.account, Some(Account::Wallet(Name::new("eve").unwrap())), "{found}");
}

/// However many things are wrong, so many are kept, and all are counted.
#[test]
fn no_more_findings_are_kept_than_asked_for() {
    let evening = Evening::new();
    evening.damage(|connection| {
        connection.execute("DELETE FROM key", []).unwrap();
    });
    let report = evening.audit();
    assert_eq!(report.findings.count(), report.records);
    let kept = report.findings.kept().len() as u64;
    assert_eq!(kept, report.records.min(1_000));
}
