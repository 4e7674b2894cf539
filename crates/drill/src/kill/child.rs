//! The process that is killed: tables with their players, and a few cashiers who write beside them.

use super::stops::{Stop, Stops};
use super::wish::METER;
use super::{Driver, by_hand, by_pit};
use crate::books::Wrong;
use crate::flaky::When;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use tercet_cards::Card;
use tercet_fair::SeatSecret;
use tercet_ledger::{Account, Hash, Key, Name, Record, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::{Options, Sqlite};
use tercet_table::HouseKey;

/// The tables, of which only the pit has more than the first.
pub(super) const TABLES: [&str; 2] = ["t1", "t2"];
/// Who plays, at the positions from 1 on.
pub(super) const PLAYERS: [&str; 5] = ["ann", "bob", "cyd", "dee", "eve"];
/// How many cashiers there are.
pub(super) const CASHIERS: usize = 3;

/// What a child is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// What drives its tables.
    pub driver: Driver,
    /// The store.
    pub store: PathBuf,
    /// The seed of its chance.
    pub seed: u64,
    /// It goes on until so many rounds were opened at each table.
    pub rounds: u64,
    /// The number of its first wish.
    pub from: u64,
    /// Wishes that were asked before, and not answered.
    pub again: Vec<String>,
    /// The number of the next buy-in of each cashier.
    pub cash: Vec<u64>,
    /// The step of the tables before or after which it stops.
    pub stop: Option<(u64, When)>,
    /// How many records the tables of the store may be behind.
    pub most_behind: usize,
    /// How many answers the thread that writes gives itself.
    pub on_the_spot: usize,
}

/// The key of the house.
pub(super) fn house_key() -> HouseKey {
    HouseKey::new([9; 32])
}

/// Writes a line, whole, to whoever watches.
pub(super) fn say(line: &str) {
    // Nobody listens any more: then nobody is to be told.
    let _ = std::io::stdout().lock().write_all(format!("{line}\n").as_bytes());
}

/// Runs the tables until all rounds were played, or until it is killed.
///
/// # Errors
///
/// If anything is not as it should be.
pub fn run(orders: &Orders) -> Result<(), Wrong> {
    let Orders { most_behind, on_the_spot, .. } = *orders;
    let options = Options { most_behind, on_the_spot, ..Options::default() };
    let store = Sqlite::open_with(&orders.store, options).map_err(|failure| failure.to_string())?;
    let store = Arc::new(store);
    store.append(&opening()).map_err(|error| error.to_string())?;
    let cashiers: Vec<_> = orders
        .cash
        .iter()
        .enumerate()
        .map(|(cashier, next)| {
            let (store, next) = (Arc::clone(&store), *next);
            // As long as the tables go on, so that the steps of both share commits.
            let paid = move || (next..next + 40).try_for_each(|number| pay_in(&store, cashier, number));
            thread::spawn(paid)
        })
        .collect();
    let last = last_written(&store)?;
    let stops = Stops::new(store, Stop::at(orders.stop));
    match orders.driver {
        Driver::Hand => by_hand::play(orders, stops, last)?,
        Driver::Pit => by_pit::play(orders, stops, last)?,
    }
    for cashier in cashiers {
        cashier.join().map_err(|_| "a cashier panicked")??;
    }
    say("end");
    Ok(())
}

/// What everybody starts with; asked anew by every child, and written once.
pub(super) fn opening() -> Append {
    let mut moves = Transaction::new();
    for player in PLAYERS {
        moves.post(Account::World, wallet(player), Money::from_units(5_000_000), Why::CashIn);
    }
    let meter = Account::Meter(Name::new(METER).expect("a name"));
    moves.post(Account::House, meter, Money::from_units(100_000), Why::MeterStart);
    Append::new(Key::new(b"opening").expect("a short key"), Hash::ZERO, 0).moving(moves)
}

/// A buy-in: which it is says who brings how much.
pub(super) fn buy_in(cashier: usize, number: u64) -> Append {
    let text = format!("cash-{cashier}-{number}");
    let request = Hash::of(&[text.as_bytes()]);
    let mut moves = Transaction::new();
    let player = PLAYERS[usize::from(request.0[0]) % PLAYERS.len()];
    let units = 100 + i64::from(request.0[1]);
    moves.post(Account::World, wallet(player), Money::from_units(units), Why::CashIn);
    Append::new(Key::new(text.as_bytes()).expect("a short key"), request, 1).moving(moves)
}

fn wallet(player: &str) -> Account {
    Account::Wallet(Name::new(player).expect("a name"))
}

fn pay_in(store: &Sqlite, cashier: usize, number: u64) -> Result<(), Wrong> {
    let receipt = store.append(&buy_in(cashier, number)).map_err(|error| error.to_string())?;
    say(&format!("cash {cashier} {number} {}", receipt.seq));
    Ok(())
}

/// The end of the journal as a child finds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last {
    /// How many records there are: a number by which to have chance that no earlier child had.
    pub(super) records: u64,
    /// A time after the last of them, in milliseconds since 1970-01-01 UTC.
    pub(super) after_ms: u64,
}

fn last_written(store: &Sqlite) -> Result<Last, Wrong> {
    let records = store.chain().map_err(|failure| failure.to_string())?.size;
    let last = store.records(records.saturating_sub(1), 1).map_err(|failure| failure.to_string())?;
    let last = last.first().map(|bytes| Record::decode(bytes)).transpose().map_err(|bad| bad.to_string())?;
    Ok(Last { records, after_ms: last.map_or(0, |record| record.at_ms).max(1_000) + 1 })
}

/// The secret of a seat in a round, whichever child asks.
pub(super) fn secret(seed: u64, table: &str, round: u64, spot: u8) -> SeatSecret {
    let parts = [&seed.to_be_bytes()[..], table.as_bytes(), &round.to_be_bytes(), &[spot]];
    SeatSecret::new(Hash::of(&parts).0)
}

/// Says which cards lie at a place: they must be the same in every child that says it.
pub(super) fn say_cards(table: &str, round: u64, place: &str, cards: &[Card]) {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    say(&format!("cards {table} {round} {place} {}", cards.join(" ")));
}
