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
    let folder =
        std::env::args().nth(1).map_or_else(|| std::env::temp_dir().join("tercet-bench"), Into::into);
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    println!("bets a second, each answered once it is on the disk; the middle of {REPEATS} runs\n");
    println!("{:>30}{:>12}{:>8}{:>14}{:>12}", "bets a second", "", "", "CPU us a bet", "");
    println!(
        "{:>8}{:>9}{:>13}{:>12}{:>8}{:>14}{:>12}",
        "clients", "bets", "SQLite", "journal", "ratio", "SQLite", "journal"
    );
    let only: Option<usize> = std::env::args().nth(2).and_then(|clients| clients.parse().ok());
    for (clients, bets) in CLIENTS.into_iter().filter(|(clients, _)| only.is_none_or(|only| only == *clients))
    {
        let evening = Evening::new(clients, bets);
        let mut rates = [Vec::new(), Vec::new()];
        let mut costs = [Vec::new(), Vec::new()];
        for _ in 0..REPEATS {
            let temporary = tempfile::tempdir_in(&folder).expect("a folder for the files");
            for (which, runs) in [on_sqlite, on_journal].into_iter().enumerate() {
                let (rate, cost) = runs(&evening, temporary.path());
                rates[which].push(rate);
                costs[which].push(cost);
            }
        }
        let [ours, plain] = rates.map(middle);
        let [our_cost, plain_cost] = costs.map(middle);
        let ratio = ours / plain;
        println!(
            "{clients:>8}{bets:>9}{ours:>13.0}{plain:>12.0}{ratio:>8.2}{our_cost:>14.1}{plain_cost:>12.1}"
        );
    }
    println!(
        "\nload of the machine, of 1, 5 and 15 minutes: {}",
        std::fs::read_to_string("/proc/loadavg").unwrap_or_default()
    );
}

fn on_sqlite(evening: &Evening, folder: &Path) -> (f64, f64) {
    let store = Sqlite::open(folder.join("tercet.db")).expect("a new store");
    before(evening, |append, line| store.submit(append, line));
    let rate = run(evening, |append, line| store.submit(append, line));
    assert_eq!(store.chain().expect("the end of the journal").size as usize, evening.steps());
    assert_eq!(store.balances().expect("the balances").sum(), 0);
    rate
}

fn on_journal(evening: &Evening, folder: &Path) -> (f64, f64) {
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
