//! Two things that are wrong are both found: neither is taken for what follows from the other.

use crate::evening::{Evening, said};
use crate::forging::{changes, follows, postings, with};
use crate::lax::Lax;
use crate::played::{Dice, PLAYERS, name};
use std::collections::{BTreeMap, BTreeSet};
use tercet_audit::{Kind, Report, recall};
use tercet_ledger::{Account, Balances, Hash, Key, Record, Transaction, Why};
use tercet_rules::Money;
use tercet_table::{MeterSeen, TableEvent, bytes_of};

/// One thing that was changed in a journal: the record and what stands in it now.
struct Forgery {
    seq: usize,
    what: String,
    record: Record,
}

fn names(report: &Report, seq: usize) -> bool {
    report.findings.kept().iter().any(|one| one.record == Some(seq as u64))
}

/// Each posting that follows from a table, changed in some way.
fn forged_postings(records: &[Record]) -> Vec<Forgery> {
    let mut all = Vec::new();
    for (seq, at, posting) in postings(records).filter(|(.., posting)| follows(posting)) {
        for new in changes(posting) {
            let record = Record { transactions: with(&records[seq], at, &new), ..records[seq].clone() };
            all.push(Forgery { seq, what: format!("{posting} as {new}"), record });
        }
    }
    all
}

/// The record with what it saw of a meter changed; none if it saw none.
fn seen(record: &Record, mut change: impl FnMut(&mut MeterSeen)) -> Option<Record> {
    let mut new = record.clone();
    let mut any = false;
    for event in new.parts.iter_mut().flat_map(|part| &mut part.events) {
        let Ok(mut read) = TableEvent::read(event) else { continue };
        let (TableEvent::Dealt { meter: Some(meter), .. }
        | TableEvent::Reconciled { meter: Some(meter) }
        | TableEvent::MeterStarted { meter }) = &mut read
        else {
            continue;
        };
        change(meter);
        any = true;
        *event = bytes_of(&read);
    }
    any.then_some(new)
}

/// Whatever is seen of a meter, higher or lower.
fn forged_looks(records: &[Record]) -> Vec<Forgery> {
    let mut all = Vec::new();
    for (seq, record) in records.iter().enumerate() {
        for by in [1, -1, 5_000, 25, -25, 50] {
            let changed = seen(record, |meter| {
                meter.now.meter = Money::from_units((meter.now.meter.units() + by).max(0));
            });
            let changed = changed.filter(|changed| changed != record);
            let what = format!("a meter seen {by} higher");
            all.extend(changed.map(|record| Forgery { seq, what, record }));
        }
    }
    all
}

fn audited(records: &[Record], forgeries: &[&Forgery]) -> Report {
    let mut forged = records.to_vec();
    forgeries.iter().for_each(|one| forged[one.seq] = one.record.clone());
    Lax::of(&forged).audit()
}

/// Whatever is found by itself is found beside something else that is wrong, be it a cent.
#[test]
fn what_is_found_by_itself_is_found_beside_another() {
    let records = Evening::new().records();
    let mut dice = Dice::new(11);
    let (postings, looks) = (forged_postings(&records), forged_looks(&records));
    let on_meter = |one: &&Forgery| one.what.contains("meter/") || one.what.contains("reserve/");
    let contributions: Vec<&Forgery> = postings.iter().filter(on_meter).collect();
    let (mut tried, mut found) = (0, BTreeMap::new());
    for n in 0..400 {
        let first = match n % 4 {
            0 | 1 => contributions[dice.below(contributions.len())],
            2 => &looks[dice.below(looks.len())],
            _ => &postings[dice.below(postings.len())],
        };
        let second =
            if n % 2 == 0 { &looks[dice.below(looks.len())] } else { &postings[dice.below(postings.len())] };
        if first.seq == second.seq {
            continue;
        }
        let mut alone = |one: &Forgery| {
            *found
                .entry((one.seq, one.what.clone()))
                .or_insert_with(|| names(&audited(&records, &[one]), one.seq))
        };
        if !alone(first) || !alone(second) {
            continue;
        }
        let report = audited(&records, &[first, second]);
        for one in [first, second] {
            let named = names(&report, one.seq) || report.rounds.unchecked > 0;
            assert!(
                named,
                "record {}, {}, and record {}, {}: {} is not named:\n{}",
                first.seq,
                first.what,
                second.seq,
                second.what,
                one.seq,
                said(&report)
            );
        }
        tried += 1;
    }
    assert!(tried > 200, "{tried}");
}

/// A meter that is seen as it stood some changes before, whenever that was, is named beside a cent that is missing on it.
#[test]
fn a_cent_hides_no_other_difference_of_its_meter() {
    let records = Evening::new().records();
    let gives = |record: &Record| {
        let mut all = record.transactions.iter().flat_map(Transaction::postings);
        all.any(|posting| matches!(posting.why, Why::Contribution(_)))
    };
    let at = records.iter().position(gives).unwrap();
    let (_, place, posting) = postings(&records)
        .find(|(seq, _, posting)| *seq == at && matches!(posting.why, Why::Contribution(_)))
        .unwrap();
    let mut cent = posting.clone();
    cent.amount += Money::from_units(1);
    let cent = Forgery {
        seq: at,
        what: "a cent".into(),
        record: Record { transactions: with(&records[at], place, &cent), ..records[at].clone() },
    };
    // What the meter held after each record, so that every difference between two of its states is tried.
    let mut balances = Balances::new();
    let mut held: Vec<i64> = Vec::new();
    let meter = Account::Meter(name("m1"));
    for record in &records {
        record.transactions.iter().for_each(|transaction| balances.apply(transaction).unwrap());
        held.push(balances.of(&meter).units());
    }
    // The first look behind the cent differs from each of the states before it by so much.
    let saw = |record: &Record| {
        let mut units = None;
        let _ = seen(record, |seen| units = Some(seen.now.meter.units()));
        units
    };
    let (first, seen_first) =
        (at + 1..records.len()).find_map(|seq| Some((seq, saw(&records[seq])?))).unwrap();
    let since = (at..first).map(|seq| held[seq] + 1);
    let differences: BTreeSet<i64> =
        since.chain([held[at - 1]]).map(|held| held - seen_first).filter(|by| *by != 0).collect();
    let mut tried = 0;
    for seq in first + 1..records.len() {
        for by in &differences {
            let changed = seen(&records[seq], |seen| {
                seen.now.meter = Money::from_units((seen.now.meter.units() - by).max(0));
            });
            let Some(record) = changed.filter(|changed| *changed != records[seq]) else { continue };
            let look = Forgery { seq, what: format!("{by}"), record };
            let shown = |report: &Report| {
                let mut found = report.findings.kept().iter();
                found.any(|one| one.kind == Kind::MeterShown && one.record == Some(seq as u64))
            };
            // Seen a cent lower is what the meter held without the cent: that is explained.
            if *by == 1 || !shown(&audited(&records, &[&look])) {
                continue;
            }
            let report = audited(&records, &[&cent, &look]);
            assert!(shown(&report), "record {seq}, seen {by} lower:\n{}", said(&report));
            assert!(names(&report, at), "{}", said(&report));
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

/// A record of the cashier who pays out so much to each of these.
fn paid_out(key: &str, at_ms: u64, outs: &[(&str, i64)]) -> Record {
    let mut transaction = Transaction::new();
    for (player, units) in outs {
        let (wallet, amount) = (Account::Wallet(name(player)), Money::from_units(units.abs()));
        if *units > 0 {
            transaction.post(wallet, Account::World, amount, Why::CashOut);
        } else {
            transaction.post(Account::World, wallet, amount, Why::CashIn);
        }
    }
    let key = Key::new(key.as_bytes()).unwrap();
    Record {
        seq: 0,
        prev: Hash::ZERO,
        at_ms,
        key,
        request: Hash::ZERO,
        parts: Vec::new(),
        transactions: vec![transaction],
    }
}

/// An account that was overdrawn and held enough again is named when it is overdrawn again, be it by less.
#[test]
fn whoever_pays_without_money_is_named_each_time() {
    let mut records = Evening::new().records();
    let at = records.len() as u64;
    let at_ms = records.last().unwrap().at_ms;
    let outs: [&[(&str, i64)]; 6] = [
        &[("zed", 1_000)],
        &[("zed", -5_000)],
        &[("zed", 4_500)],
        &[("zed", -200)],
        &[("zed", 100)],
        // Two at once.
        &[("yve", 3), ("zoe", 4)],
    ];
    records.extend(outs.iter().enumerate().map(|(n, outs)| paid_out(&format!("out {n}"), at_ms, outs)));
    let report = Lax::of(&records).audit();
    let found = report.findings.kept().iter();
    let overdrawn: Vec<_> =
        found.filter(|one| one.kind == Kind::Overdraft).map(|one| one.record.unwrap() - at).collect();
    assert_eq!(overdrawn, [0, 2, 4, 5, 5], "{}", said(&report));
    assert_eq!(report.findings.count(), 5);
}

/// A wallet that a changed posting left short, which is named there, hides no payment that its player had no money for.
#[test]
fn a_posting_that_was_changed_hides_no_overdraft() {
    let records = Evening::new().records();
    let mut tried = 0;
    for player in PLAYERS {
        let wallet = Account::Wallet(name(player));
        let paid = postings(&records)
            .find(|(_, _, posting)| posting.to == wallet && matches!(posting.why, Why::Pay(_)));
        let Some((seq, place, posting)) = paid else { continue };
        let mut less = posting.clone();
        less.amount = Money::from_units(posting.amount.units() / 2);
        let short = (posting.amount - less.amount).units();
        let mut forged = records.clone();
        forged[seq].transactions = with(&records[seq], place, &less);
        // By the rules the wallet holds this at the end; by the journal so much less.
        let mut balances = Balances::new();
        let all = records.iter().flat_map(|record| &record.transactions);
        all.for_each(|transaction| balances.apply(transaction).unwrap());
        let holds = balances.of(&wallet).units();
        for (over, found) in [(0, 0), (1, 1), (short, 1)] {
            let mut forged = forged.clone();
            forged.push(paid_out("out", records.last().unwrap().at_ms, &[(player, holds + over)]));
            let report = Lax::of(&forged).audit();
            let overdrafts = report.findings.counts().get(&Kind::Overdraft).copied().unwrap_or(0);
            assert_eq!(overdrafts, found, "{player} pays {over} more than there is:\n{}", said(&report));
            assert!(names(&report, seq));
        }
        tried += 1;
    }
    assert!(tried > 2, "{tried}");
}

/// Amounts beyond all money are refused where they are read: nobody counts with them, in an audit or a replay, however many there are.
#[test]
fn amounts_beyond_all_money_are_named_and_counted_with_by_nobody() {
    let whole = Evening::new().records();
    for units in [i64::MAX, i64::MIN, -1, (1 << 53) + 1] {
        let mut records = whole.clone();
        let mut forged = Vec::new();
        for (seq, record) in records.iter_mut().enumerate() {
            let changed = seen(record, |seen| {
                (seen.now.meter, seen.now.reserve) = (Money::from_units(units), Money::from_units(units));
            });
            if let Some(changed) = changed.filter(|_| seq % 3 != 0) {
                *record = changed;
                forged.push(seq);
            }
        }
        let store = Lax::of(&records);
        let report = store.audit();
        assert!(forged.len() > 8);
        for seq in forged {
            let found = report.findings.kept().iter().find(|one| one.record == Some(seq as u64));
            assert_eq!(found.unwrap().kind, Kind::UnreadableEvent, "{units}: {}", said(&report));
        }
        for (table, no) in ["t1", "t2"].into_iter().flat_map(|table| (1..=14).map(move |no| (table, no))) {
            if let Ok(recalled) = recall(&store, &name(table), no) {
                assert!(
                    recalled.damaged.is_some() || recalled.over.is_none() || recalled.otherwise.is_empty()
                );
            }
        }
    }
}
