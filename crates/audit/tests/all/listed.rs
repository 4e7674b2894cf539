//! Rounds of the past are listed though a record is damaged: all the others are, and what cannot be read is named.

use crate::evening::Evening;
use crate::played::{PLAYERS, name};
use std::collections::{BTreeMap, BTreeSet};
use tercet_audit::{
    Damage, NotRecalled, Page, Recalled, Recollection, Sought, When, recall, rounds, rounds_at, rounds_of,
};
use tercet_ledger::{Account, Name, Transaction};
use tercet_store::Store;
use tercet_store_sqlite::Sqlite;

type Rounds = Vec<(Name, u64)>;

/// All pages of something, and what was damaged on any.
fn pages(list: impl Fn(&Sought) -> Result<Page, NotRecalled>, mut sought: Sought) -> (Rounds, Vec<Damage>) {
    let (mut all, mut damaged) = (Vec::new(), Vec::new());
    for _ in 0..1_000 {
        let page = list(&sought).unwrap();
        all.extend(page.rounds);
        damaged.extend(page.damaged);
        let Some(next) = page.next else { return (all, damaged) };
        assert!(sought.before.is_none_or(|before| next < before), "{next} after {:?}", sought.before);
        sought.before = Some(next);
    }
    panic!("there is no end of it")
}

/// Every list that there is: of the house, of each table, of each player, and each of them in a span of time.
fn lists(store: &dyn Store, middle_ms: u64) -> Vec<(String, Rounds, Vec<Damage>)> {
    let mut all = Vec::new();
    for (from_ms, to_ms) in [(None, None), (Some(middle_ms), None), (None, Some(middle_ms))] {
        let sought = || Sought { from_ms, to_ms, most: 7, ..Sought::default() };
        let mut add = |of: String, (rounds, damaged)| {
            all.push((format!("{of} {from_ms:?} {to_ms:?}"), rounds, damaged));
        };
        add("house".into(), pages(|sought| rounds(store, sought), sought()));
        for table in ["t1", "t2", "t3"] {
            let sought = Sought { table: Some(name(table)), ..sought() };
            add(table.into(), pages(|sought| rounds(store, sought), sought));
        }
        for player in PLAYERS {
            for when in [When::Opened, When::Touched] {
                let of_player = |sought: &Sought| rounds_of(store, &name(player), sought, when);
                add(format!("{player} {when:?}"), pages(of_player, sought()));
            }
        }
    }
    all
}

/// The records of each round that touch it.
fn touched(store: &dyn Store, seq: u64) -> BTreeSet<(Name, u64)> {
    let mut all = BTreeSet::new();
    for table in ["t1", "t2", "t3"].map(name) {
        for no in 1..=rounds_at(store, &table).unwrap() {
            if recall(store, &table, no).unwrap().steps.iter().any(|step| step.seq == seq) {
                all.insert((table.clone(), no));
            }
        }
    }
    all
}

#[test]
fn a_damaged_record_hides_no_other_round() {
    let evening = Evening::new();
    let whole = evening.records();
    let middle_ms = whole[whole.len() / 2].at_ms;
    let store = Sqlite::open_read_only(evening.path()).unwrap();
    let honest = lists(&store, middle_ms);
    assert!(honest.iter().all(|(_, _, damaged)| damaged.is_empty()));
    assert!(honest[0].1.len() > 30, "{}", honest[0].1.len());
    // Each kind of record: one in a few of those at which a round opens, and others.
    let opens: Vec<u64> =
        whole.iter().filter(|record| record.parts.len() > 1).map(|record| record.seq).collect();
    let some = opens.iter().copied().step_by(opens.len() / 8);
    let others = (0..whole.len() as u64).step_by(whole.len() / 6);
    let (mut named, mut tried) = (0, 0);
    for seq in some.chain(others) {
        let hit = touched(&store, seq);
        let evening = Evening::new();
        evening.put(seq, b"nothing");
        let store = Sqlite::open_read_only(evening.path()).unwrap();
        for ((of, rounds, _), (_, found, damaged)) in honest.iter().zip(lists(&store, middle_ms)) {
            let [before, now]: [BTreeSet<_>; 2] = [rounds.iter().collect(), found.iter().collect()];
            assert_eq!(now.len(), found.len(), "record {seq}, {of}: told twice");
            for round in before.difference(&now) {
                assert!(hit.contains(round), "record {seq}, {of}: {round:?} is missing");
                assert!(
                    !damaged.is_empty(),
                    "record {seq}, {of}: {round:?} is missing, and nothing is named"
                );
            }
            // The time of a round of which nothing is noted is not known.
            for round in now.difference(&before) {
                assert!(hit.contains(round), "record {seq}, {of}: {round:?}");
            }
            named += usize::from(!damaged.is_empty());
            assert!(
                damaged.iter().all(|damage| damage.record.is_none_or(|named| named == seq)),
                "{damaged:?}"
            );
        }
        tried += 1;
    }
    assert!(tried >= 12 && named > tried, "{named} of {tried}");
}

/// A round counts for a player in the one span of time in which it last touched the wallet, however long before that it opened, and wherever the pages end.
#[test]
fn spans_that_follow_one_another_have_each_round_once() {
    let evening = Evening::new();
    let store = Sqlite::open_read_only(evening.path()).unwrap();
    let tables = ["t1", "t2", "t3"].map(name);
    let all =
        tables.iter().flat_map(|table| (1..=rounds_at(&store, table).unwrap()).map(move |no| (table, no)));
    let all: Vec<_> = all.map(|(table, no)| recall(&store, table, no).unwrap()).collect();
    let (mut rounds, mut opened_before) = (0, 0);
    for player in PLAYERS.map(name) {
        let wallet = Account::Wallet(player.clone());
        let touches = |step: &&Recollection| {
            let mut postings = step.transactions.iter().flat_map(Transaction::postings);
            postings.any(|posting| posting.from == wallet || posting.to == wallet)
        };
        let last = |round: &Recalled| round.steps.iter().rev().find(touches).map(|step| step.at_ms);
        let was: BTreeMap<(Name, u64), (u64, u64)> = all
            .iter()
            .filter_map(|round| Some(((round.table.clone(), round.no), (round.opened_ms(), last(round)?))))
            .collect();
        let mut cuts: Vec<u64> = was.values().map(|(_, last)| *last).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let cuts: Vec<u64> = cuts.into_iter().step_by(3).collect();
        let spans = [None].into_iter().chain(cuts.iter().copied().map(Some));
        let spans = spans.zip(cuts.iter().copied().map(Some).chain([None]));
        let mut found = BTreeSet::new();
        for (from_ms, to_ms) in spans {
            let sought = Sought { from_ms, to_ms, most: 2, ..Sought::default() };
            let (some, damaged) = pages(|sought| rounds_of(&store, &player, sought, When::Touched), sought);
            assert_eq!(damaged, []);
            for round in some {
                let (opened_ms, last_ms) = was[&round];
                assert!(from_ms.is_none_or(|from| last_ms >= from) && to_ms.is_none_or(|to| last_ms < to));
                opened_before += usize::from(from_ms.is_some_and(|from| opened_ms < from));
                assert!(found.insert(round.clone()), "{round:?} is in two spans");
            }
        }
        assert_eq!(found, was.keys().cloned().collect(), "{player}");
        rounds += found.len();
    }
    assert!(rounds > 60 && opened_before > 5, "{rounds}, {opened_before} of them opened before their span");
}
