//! Thousands of live tables in one process, over one store on the disk. See README.md.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_pit::{Eyes, Handle, House, Pit, Watcher};
use tercet_rules::{Choice, Money};
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Ask, Clocks, Do, HouseKey, Settings, Stage, Status, TableView, Who};

/// How many tables stand idle, how many are played at, and for how long.
const IDLE: usize = 5_000;
const PLAYED: [usize; 3] = [1, 100, 2_000];
const TIME: Duration = Duration::from_secs(10);

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder for the files");
    runtime.block_on(idle(&folder.path().join("idle.db")));
    println!("\n{:>8}{:>12}{:>14}{:>16}", "tables", "rounds", "rounds/s", "records/s");
    for tables in PLAYED {
        runtime.block_on(played(&folder.path().join(format!("{tables}.db")), tables));
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("\nload of the machine, of 1, 5 and 15 minutes: {load}");
}

/// Opens tables that nobody plays at, and looks at the memory they take.
async fn idle(file: &std::path::Path) {
    let pit = open(file);
    let first = table(&pit, 0).await;
    let before = memory_kib();
    let mut tables = vec![first];
    for chunk in (1..=IDLE).collect::<Vec<_>>().chunks(250) {
        let opened: Vec<_> = chunk.iter().map(|no| table(&pit, *no)).map(Box::pin).collect();
        for opens in opened {
            tables.push(opens.await);
        }
    }
    let took = memory_kib() - before;
    println!("{IDLE} idle tables: {took} KiB, {:.1} KiB each", took as f64 / IDLE as f64);
    assert_eq!(pit.tables().len(), IDLE + 1);
    assert!(pit.stop().await.is_empty());
}

/// One player at each table plays as fast as the table goes, whose clocks all stand at a millisecond.
async fn played(file: &std::path::Path, tables: usize) {
    let pit = Arc::new(open(file));
    let mut buys = Transaction::new();
    for no in 0..tables {
        buys.post(Account::World, Account::Wallet(player(no)), Money::from_units(1_000_000_000), Why::CashIn);
    }
    let key = Key::new(b"cash").expect("a short key");
    pit.store().append(&Append::new(key, Hash::ZERO, 0).moving(buys)).expect("written");
    let mut handles = Vec::new();
    for no in 0..tables {
        handles.push(table(&pit, no).await);
    }
    let before = pit.store().chain().expect("the end of the journal").size;
    let began = Instant::now();
    let players: Vec<_> =
        handles.into_iter().enumerate().map(|(no, table)| tokio::spawn(plays(no, table, began))).collect();
    let mut rounds = 0;
    for player in players {
        rounds += player.await.expect("no panic");
    }
    let seconds = began.elapsed().as_secs_f64();
    let records = pit.store().chain().expect("the end of the journal").size - before;
    assert_eq!(pit.store().balances().expect("the balances").sum(), 0);
    println!("{tables:>8}{rounds:>12}{:>14.0}{:>16.0}", rounds as f64 / seconds, records as f64 / seconds);
    assert!(pit.stop().await.is_empty());
}

/// Bets, plays, and bets again, until the time is over; gives the rounds that were settled.
async fn plays(no: usize, table: Handle, began: Instant) -> u64 {
    let who = Who::Player(player(no));
    let mut watcher = table.watch();
    ask(&table, &who, Do::Sit(1)).await;
    let mut rounds = 0;
    while began.elapsed() < TIME {
        let round = until(&mut watcher, |view| view.stage == Some(Stage::Open)).await;
        ask(&table, &who, Do::Place(1, "ante".into(), Money::from_units(1_000))).await;
        until(&mut watcher, |view| view.stage == Some(Stage::Dealt)).await;
        ask(&table, &who, Do::Decide(1, Choice::Play { times: 1 })).await;
        // Who looks away for a moment finds the next round open already.
        until(&mut watcher, |view| view.round > round || view.stage == Some(Stage::Over)).await;
        rounds += 1;
    }
    rounds
}

/// Waits until it is so; gives the number of the round.
async fn until(watcher: &mut Watcher, so: impl Fn(&TableView) -> bool) -> u64 {
    loop {
        let view = watcher.view(&Eyes::Spectator);
        if so(&view) {
            return view.round;
        }
        watcher.changed().await.expect("the table runs");
    }
}

fn open(file: &std::path::Path) -> Pit<Sqlite> {
    let store = Sqlite::open(file).expect("a new store");
    let chance = AtomicU64::new(0);
    let chance = move || Ok(Hash::of(&[&chance.fetch_add(1, Ordering::Relaxed).to_be_bytes()]).0);
    Pit::new(store, House { key: HouseKey::new([1; 32]), now_ms: 1_000_000, chance: Arc::new(chance) })
}

/// A table that is open for a game.
async fn table(pit: &Pit<Sqlite>, no: usize) -> Handle {
    let table = pit.open(&Name::new(&format!("t{no}")).expect("a name")).await.expect("a new table");
    let text = tercet_games::builtin_text("three-card-fortune").expect("it is built in");
    // Nobody is in a hurry to decide, and nothing else is waited for.
    let clocks = Clocks { bet_ms: 1, secret_ms: 1, decide_ms: 60_000, show_ms: 1 };
    let settings = Settings::new(text, 0, None, clocks).expect("good settings");
    let floor = Who::Floor(Name::new("flo").expect("a name"));
    ask(&table, &floor, Do::Set(Box::new(settings))).await;
    ask(&table, &floor, Do::Turn(Status::Open, "good evening".into())).await;
    table
}

static KEYS: AtomicU64 = AtomicU64::new(0);

async fn ask(table: &Handle, who: &Who, what: Do) {
    let key = Key::new(&KEYS.fetch_add(1, Ordering::Relaxed).to_be_bytes()).expect("a short key");
    table.ask(Ask::new(who.clone(), what), key).await.expect("it is done");
}

fn player(no: usize) -> Name {
    Name::new(&format!("p{no}")).expect("a name")
}

/// What the process holds in memory now.
fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
    line.trim_end_matches("kB").trim().parse().expect("a number")
}
