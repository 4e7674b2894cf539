//! Times durable bets: the store of live tables beside a plain journal of the same records. See README.md.

mod bets;
mod journal;
mod run;

use bets::Evening;
use journal::Journal;
use run::{Line, run};
use std::path::Path;
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;

/// How many bets are timed for each number of clients, and how often; the middle time counts.
const CLIENTS: [(usize, usize); 3] = [(1, 1_000), (64, 40_000), (1_000, 200_000)];
const REPEATS: usize = 5;

fn main() {
    let folder = std::env::args().nth(1).map_or_else(|| std::env::temp_dir().join("tercet-bench"), Into::into);
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    println!("bets a second, each answered once it is on the disk; the middle of {REPEATS} runs\n");
    println!("{:>8}{:>9}{:>12}{:>12}{:>8}", "clients", "bets", "SQLite", "journal", "ratio");
    let only: Option<usize> = std::env::args().nth(2).and_then(|clients| clients.parse().ok());
    for (clients, bets) in CLIENTS.into_iter().filter(|(clients, _)| only.is_none_or(|only| only == *clients)) {
        let evening = Evening::new(clients, bets);
        let mut rates = [Vec::new(), Vec::new()];
        for _ in 0..REPEATS {
            let temporary = tempfile::tempdir_in(&folder).expect("a folder for the files");
            rates[0].push(on_sqlite(&evening, temporary.path()));
            rates[1].push(on_journal(&evening, temporary.path()));
        }
        let [ours, plain] = rates.map(middle);
        println!("{clients:>8}{bets:>9}{ours:>12.0}{plain:>12.0}{:>8.2}", ours / plain);
    }
    std::fs::remove_dir(&folder).expect("every file was removed");
}

fn on_sqlite(evening: &Evening, folder: &Path) -> f64 {
    let store = Sqlite::open(folder.join("tercet.db")).expect("a new store");
    before(evening, |append, line| store.submit(append, line));
    let rate = run(evening, |append, line| store.submit(append, line));
    assert_eq!(store.chain().expect("the end of the journal").size as usize, evening.steps());
    assert_eq!(store.balances().expect("the balances").sum(), 0);
    rate
}

fn on_journal(evening: &Evening, folder: &Path) -> f64 {
    let path = folder.join("journal");
    let journal = Journal::create(&path);
    before(evening, |append, line| journal.submit(append, line));
    let rate = run(evening, |append, line| journal.submit(append, line));
    drop(journal);
    assert_eq!(journal::records_in(&path), evening.steps());
    rate
}

/// What happened before the first bet: players buy in and sit down, rounds open. Not timed.
fn before(evening: &Evening, submit: impl Fn(Append, Line)) {
    run::all(evening.before.clone(), submit);
}

fn middle(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
