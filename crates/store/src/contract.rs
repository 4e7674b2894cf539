//! The cases that every store passes: call [`all`] from a test of the store.

use crate::{Append, AppendError, Expected, Refused, Store};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Overdraft, Record, Transaction, Why};
use tercet_rules::Money;

/// One case: its name, and what it does with an empty store.
pub type Case = (&'static str, fn(&dyn Store));

/// Every case, by name.
pub const CASES: &[Case] = &[
    ("an_empty_store_has_nothing", an_empty_store_has_nothing),
    ("what_is_appended_is_read_back", what_is_appended_is_read_back),
    ("a_step_asked_twice_is_written_once", a_step_asked_twice_is_written_once),
    ("a_refused_step_changes_nothing", a_refused_step_changes_nothing),
    ("reasons_are_given_in_their_order", reasons_are_given_in_their_order),
    ("one_step_may_touch_many_streams", one_step_may_touch_many_streams),
    ("the_moves_of_a_wallet_are_found", the_moves_of_a_wallet_are_found),
    ("within_a_step_the_end_counts", within_a_step_the_end_counts),
    ("the_journal_is_a_chain_and_makes_the_books_again", the_journal_is_a_chain_and_makes_the_books_again),
    ("no_amount_is_too_much_for_a_store", no_amount_is_too_much_for_a_store),
    ("two_who_race_for_one_wallet_cannot_both_have_it", two_who_race_for_one_wallet_cannot_both_have_it),
];

/// As many as there are.
const ALL: usize = usize::MAX;

/// Runs every case, each on a store of its own.
///
/// # Panics
///
/// If the store does not pass, with the name of the case.
pub fn all<S: Store>(mut empty: impl FnMut() -> S) {
    for (name, case) in CASES {
        // The name stands in the output of a test that fails here.
        println!("{name}");
        case(&empty());
    }
}

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn key(number: u64) -> Key {
    Key::new(&number.to_be_bytes()).expect("a key")
}

fn wallet(player: &str) -> Account {
    Account::Wallet(name(player))
}

fn dollars(amount: i64) -> Money {
    Money::from_units(amount * 100)
}

fn moved(from: Account, to: Account, amount: i64, why: Why) -> Transaction {
    let mut transaction = Transaction::new();
    transaction.post(from, to, dollars(amount), why);
    transaction
}

fn buys_in(player: &str, amount: i64) -> Transaction {
    moved(Account::World, wallet(player), amount, Why::CashIn)
}

fn bets(player: &str, amount: i64) -> Transaction {
    moved(wallet(player), Account::Layout(name("t1"), 1), amount, Why::Stake("ante".into()))
}

fn step(number: u64) -> Append {
    Append::new(key(number), Hash::of(&[&number.to_be_bytes()]), 1_000 + number)
}

/// Everything that a store shows of itself.
fn shown(store: &dyn Store) -> (Chain, Balances, Vec<Vec<u8>>, u64) {
    let chain = store.chain().expect("the end of the journal");
    let records = store.records(0, usize::MAX).expect("the records");
    let version = store.version(&name("t1")).expect("a version");
    (chain, store.balances().expect("the balances"), records, version)
}

fn refused(store: &dyn Store, append: &Append) -> Refused {
    let before = shown(store);
    let error = store.append(append).expect_err("refused");
    assert_eq!(shown(store), before, "a refused step changed something");
    match error {
        AppendError::Refused(refused) => refused,
        AppendError::Failed(failure) => panic!("refused, not failed: {failure}"),
    }
}

fn an_empty_store_has_nothing(store: &dyn Store) {
    assert_eq!(shown(store), (Chain::EMPTY, Balances::new(), Vec::new(), 0));
    assert_eq!(store.events(&name("t1"), 0, ALL), Ok(Vec::new()));
    assert_eq!(store.receipt(&key(1)), Ok(None));
    assert_eq!(store.balance(&Account::House), Ok(Money::ZERO));
}

fn what_is_appended_is_read_back(store: &dyn Store) {
    let events = [vec![1, 2, 3], vec![], vec![0; 3_000]];
    let first = step(1).happening(name("t1"), 0, events[..2].to_vec()).moving(buys_in("ann", 100));
    let second = step(2).happening(name("t1"), 2, events[2..].to_vec()).moving(bets("ann", 30));
    let receipts = [&first, &second].map(|append| store.append(append).expect("written"));
    assert_eq!(
        receipts.map(|receipt| (receipt.seq, receipt.at_ms, receipt.again)),
        [(0, 1_001, false), (1, 1_002, false)]
    );
    assert_eq!(store.balance(&wallet("ann")), Ok(dollars(70)));
    assert_eq!(store.balance(&Account::World), Ok(dollars(-100)));
    assert_eq!(store.version(&name("t1")), Ok(3));
    let read = store.events(&name("t1"), 0, ALL).expect("the events");
    assert_eq!(read.iter().map(|stored| stored.event.clone()).collect::<Vec<_>>(), events);
    let places: Vec<_> = read.iter().map(|stored| (stored.version, stored.seq, stored.at_ms)).collect();
    assert_eq!(places, [(0, 0, 1_001), (1, 0, 1_001), (2, 1, 1_002)]);
    // From the midst of a step, from the end, and from beyond.
    assert_eq!(store.events(&name("t1"), 1, ALL).expect("the events"), read[1..]);
    assert_eq!(store.events(&name("t1"), 1, 1).expect("the events"), read[1..2]);
    assert_eq!(store.events(&name("t1"), 0, 0), Ok(Vec::new()));
    assert_eq!(store.events(&name("t1"), 3, ALL), Ok(Vec::new()));
    assert_eq!(store.events(&name("t1"), u64::MAX, ALL), Ok(Vec::new()));
    assert_eq!(store.records(1, 1).expect("the records").len(), 1);
    assert_eq!(store.records(2, 9), Ok(Vec::new()));
}

fn a_step_asked_twice_is_written_once(store: &dyn Store) {
    let append = step(1).happening(name("t1"), 0, vec![vec![1]]).moving(buys_in("ann", 100));
    let first = store.append(&append).expect("written");
    let before = shown(store);
    // Asked again later: the time of the first time is the answer, and what has happened since does not matter.
    let later = Append { at_ms: 5_000, ..append.clone() };
    let again = store.append(&later).expect("there already");
    assert_eq!((again.seq, again.at_ms, again.again), (first.seq, first.at_ms, true));
    assert_eq!(store.receipt(&append.key), Ok(Some((append.request, again))));
    assert_eq!(shown(store), before);
}

fn a_refused_step_changes_nothing(store: &dyn Store) {
    store
        .append(&step(1).happening(name("t1"), 0, vec![vec![1]]).moving(buys_in("ann", 100)))
        .expect("written");
    let other = Append { request: Hash::ZERO, ..step(1) };
    assert_eq!(refused(store, &other), Refused::KeyUsed { key: key(1), seq: 0 });
    let late = step(2).happening(name("t1"), 0, vec![vec![2]]).moving(bets("ann", 10));
    assert_eq!(refused(store, &late), Refused::Version { stream: name("t1"), expected: 0, has: 1 });
    let early = step(2).happening(name("t1"), 2, vec![vec![2]]);
    assert_eq!(refused(store, &early), Refused::Version { stream: name("t1"), expected: 2, has: 1 });
    let changed = step(2).expecting(wallet("ann"), dollars(99)).moving(bets("ann", 10));
    let expected = Expected { account: wallet("ann"), holds: dollars(99) };
    assert_eq!(refused(store, &changed), Refused::Changed { expected, holds: dollars(100) });
    let dear = step(2).happening(name("t1"), 1, vec![vec![2]]).moving(bets("ann", 101));
    let overdraft = Overdraft { account: wallet("ann"), has: dollars(100), needs: dollars(101) };
    assert_eq!(refused(store, &dear), Refused::Overdraft(overdraft));
    // The second of two transactions is refused, and the first with it.
    let both = step(2).moving(bets("ann", 60)).moving(bets("ann", 60));
    assert!(matches!(refused(store, &both), Refused::Overdraft(_)));
    // A key that was refused is not used.
    assert_eq!(store.receipt(&key(2)), Ok(None));
    store.append(&step(2).moving(bets("ann", 60))).expect("written");
}

fn reasons_are_given_in_their_order(store: &dyn Store) {
    store
        .append(&step(1).happening(name("t1"), 0, vec![vec![1]]).moving(buys_in("ann", 1)))
        .expect("written");
    let mut all = step(1)
        .happening(name("t1"), 7, Vec::new())
        .expecting(wallet("ann"), dollars(5))
        .moving(bets("ann", 9));
    all.request = Hash::ZERO;
    assert!(matches!(refused(store, &all), Refused::KeyUsed { .. }));
    all.key = key(2);
    assert!(matches!(refused(store, &all), Refused::Version { .. }));
    all.parts[0].version = 1;
    assert!(matches!(refused(store, &all), Refused::Changed { .. }));
    all.expects[0].holds = dollars(1);
    assert!(matches!(refused(store, &all), Refused::Overdraft(_)));
    all.transactions = vec![bets("ann", 1)];
    store.append(&all).expect("nothing is wrong any more");
}

fn one_step_may_touch_many_streams(store: &dyn Store) {
    let hit = step(1).happening(name("t1"), 0, vec![vec![1]]).happening(name("m1"), 0, vec![vec![2]]);
    store.append(&hit).expect("written");
    assert_eq!((store.version(&name("t1")), store.version(&name("m1"))), (Ok(1), Ok(1)));
    // Two tables hit one meter at once: the second must look at it again.
    let other = step(2).happening(name("t2"), 0, vec![vec![1]]).happening(name("m1"), 0, vec![vec![2]]);
    assert_eq!(refused(store, &other), Refused::Version { stream: name("m1"), expected: 0, has: 1 });
    assert_eq!(store.version(&name("t2")), Ok(0));
    // Twice in one stream is one after the other.
    let twice = step(3).happening(name("t1"), 1, vec![vec![1]]).happening(name("t1"), 2, vec![vec![2]]);
    store.append(&twice).expect("written");
    assert_eq!(store.events(&name("t1"), 1, ALL).expect("the events").len(), 2);
}

fn the_moves_of_a_wallet_are_found(store: &dyn Store) {
    store.append(&step(0).moving(buys_in("ann", 100))).expect("written");
    store.append(&step(1).moving(buys_in("bob", 100))).expect("written");
    // Twice in one step is one record, and a step without money is none.
    store.append(&step(2).moving(bets("ann", 1)).moving(bets("ann", 2))).expect("written");
    store.append(&step(3).happening(name("t1"), 0, vec![vec![1]])).expect("written");
    store.append(&step(4).moving(bets("bob", 1)).moving(bets("ann", 1))).expect("written");
    assert_eq!(store.moves(&name("ann"), 0, ALL), Ok(vec![0, 2, 4]));
    assert_eq!(store.moves(&name("bob"), 0, ALL), Ok(vec![1, 4]));
    assert_eq!(store.moves(&name("ann"), 1, 1), Ok(vec![2]));
    assert_eq!(store.moves(&name("ann"), 3, ALL), Ok(vec![4]));
    assert_eq!(store.moves(&name("ann"), 5, ALL), Ok(Vec::new()));
    assert_eq!(store.moves(&name("ann"), u64::MAX, ALL), Ok(Vec::new()));
    assert_eq!(store.moves(&name("an"), 0, ALL), Ok(Vec::new()));
    // Backwards they are the same.
    assert_eq!(store.moves_before(&name("ann"), u64::MAX, ALL), Ok(vec![4, 2, 0]));
    assert_eq!(store.moves_before(&name("ann"), 4, 1), Ok(vec![2]));
    assert_eq!(store.moves_before(&name("ann"), 3, ALL), Ok(vec![2, 0]));
    assert_eq!(store.moves_before(&name("ann"), 0, ALL), Ok(Vec::new()));
    assert_eq!(store.moves_before(&name("ann"), u64::MAX, 0), Ok(Vec::new()));
    assert_eq!(store.moves_before(&name("an"), u64::MAX, ALL), Ok(Vec::new()));
}

fn within_a_step_the_end_counts(store: &dyn Store) {
    let (meter, ann) = (Account::Meter(name("m1")), wallet("ann"));
    let mut award = moved(meter.clone(), ann.clone(), 1_000, Why::Award("progressive".into()));
    award.post(Account::House, meter.clone(), dollars(1_300), Why::MeterStart);
    store.append(&step(1).moving(award)).expect("written");
    assert_eq!((store.balance(&meter), store.balance(&ann)), (Ok(dollars(300)), Ok(dollars(1_000))));
    // Between transactions it counts, too.
    let first = moved(meter.clone(), ann, 301, Why::Award("progressive".into()));
    let second = moved(Account::House, meter, 1_000, Why::MeterStart);
    assert!(matches!(refused(store, &step(2).moving(first).moving(second)), Refused::Overdraft(_)));
}

fn the_journal_is_a_chain_and_makes_the_books_again(store: &dyn Store) {
    for number in 0..50 {
        let player = ["ann", "bob", "cyd"][usize::try_from(number % 3).expect("small")];
        let append = step(number).moving(buys_in(player, 10)).moving(bets(player, 3));
        store.append(&append.happening(name("t1"), number, vec![vec![0]])).expect("written");
    }
    let (mut chain, mut state) = (Chain::EMPTY, crate::State::new());
    for bytes in store.records(0, usize::MAX).expect("the records") {
        let record = chain.follow(&bytes).expect("the next record");
        state.take(&record, Record::hash(&bytes)).expect("a step that was written");
    }
    // A record that stands elsewhere, or follows another, is not taken.
    let last = store.records(49, 1).expect("the last record").remove(0);
    let mut record = Record::decode(&last).expect("a record");
    let mut before = state.clone();
    record.key = key(777);
    assert!(before.take(&record, Hash::ZERO).is_err(), "record 49 again");
    record.parts.clear();
    assert_eq!(before.take(&record, Hash::ZERO), Err(Refused::OutOfPlace { expected: 50 }));
    record.seq = 50;
    assert_eq!(before.take(&record, Hash::ZERO), Err(Refused::OutOfPlace { expected: 50 }));
    assert_eq!(before, state);
    assert_eq!(store.chain(), Ok(chain));
    assert_eq!(store.balances(), Ok(state.balances));
    assert_eq!(store.version(&name("t1")), Ok(50));
}

/// Amounts that no balance can hold are refused; the store goes on.
fn no_amount_is_too_much_for_a_store(store: &dyn Store) {
    let most = Money::from_units(i64::MAX);
    let mut twice = Transaction::new();
    for _ in 0..2 {
        twice.post(Account::World, wallet("ann"), most, Why::CashIn);
    }
    assert!(matches!(refused(store, &step(1).moving(twice)), Refused::TooMuch { .. }));
    let mut huge = Transaction::new();
    huge.post(Account::World, wallet("ann"), most, Why::CashIn);
    assert!(matches!(refused(store, &step(1).moving(huge)), Refused::TooMuch { .. }));
    store.append(&step(1).moving(buys_in("ann", 100))).expect("written");
}

fn two_who_race_for_one_wallet_cannot_both_have_it(store: &dyn Store) {
    store.append(&step(0).moving(buys_in("ann", 100))).expect("written");
    let written: usize = std::thread::scope(|scope| {
        let racers: Vec<_> = (1..=8)
            .map(|racer| {
                let bet = move |number: u64| {
                    store.append(&step(racer * 100 + number).moving(bets("ann", 1))).is_ok()
                };
                scope.spawn(move || (0..20).filter(|number| bet(*number)).count())
            })
            .collect();
        racers.into_iter().map(|racer| racer.join().expect("no panic")).sum()
    });
    assert_eq!(written, 100);
    assert_eq!(store.balance(&wallet("ann")), Ok(Money::ZERO));
    assert_eq!(store.balance(&Account::Layout(name("t1"), 1)), Ok(dollars(100)));
}
