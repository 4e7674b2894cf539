//! The steps that real tables make of an evening of betting.

use std::sync::{Arc, Mutex, PoisonError};
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Memory, Receipt, Store, handed_on};
use tercet_table::{Ask, Clocks, Do, HouseKey, Live, Settings, Status, Who};

/// The game that is bet on, its wager, and how many sit at a table.
const GAME: &str = "three-card-poker";
const WAGER: &str = "ante";
const SEATS: usize = 7;

/// One table for each client, all of whose seats are taken; a table has one bet under way at a time, as it is one task.
pub(crate) struct Evening {
    /// Up to the first bet.
    pub(crate) before: Vec<Append>,
    /// The bets of each table, in their order.
    pub(crate) bets: Vec<Vec<Append>>,
}

impl Evening {
    /// An evening with so many tables, and about so many bets in all.
    pub(crate) fn new(tables: usize, bets: usize) -> Evening {
        let text = tercet_games::builtin_text(GAME).expect("it is built in");
        let meter = Name::new("m1").expect("a name");
        let settings = Settings::new(text, 0, Some(meter), Clocks::default()).expect("good settings");
        let shelf = Shelf::default();
        let mut evening = Evening { before: Vec::new(), bets: Vec::new() };
        let mut lives: Vec<_> = (0..tables).map(|table| open(table, &settings, &shelf)).collect();
        evening.before = shelf.taken();
        for (table, live) in lives.iter_mut().enumerate() {
            for bet in 0..bets / tables {
                let (seat, units) = (bet % SEATS, 100 * (1 + bet / SEATS));
                let amount = Money::from_units(i64::try_from(units).expect("a small stake"));
                let ante = Do::Place(spot(seat), WAGER.into(), amount);
                ask(live, Who::Player(player(table, seat)), ante, &format!("bet-{bet}"));
            }
            evening.bets.push(shelf.taken());
        }
        evening
    }

    /// How many steps there are in all.
    pub(crate) fn steps(&self) -> usize {
        self.before.len() + self.bets.iter().map(Vec::len).sum::<usize>()
    }
}

/// A table whose seats are taken and whose round is open.
fn open(table: usize, settings: &Settings, shelf: &Shelf) -> Live<Shelf> {
    let mut bought = Transaction::new();
    for seat in 0..SEATS {
        let wallet = Account::Wallet(player(table, seat));
        bought.post(Account::World, wallet, Money::from_units(1_000_000), Why::CashIn);
    }
    let key = Key::new(format!("in-{table}").as_bytes()).expect("a short key");
    shelf.append(&Append::new(key, Hash::ZERO, 0).moving(bought)).expect("written");
    let name = Name::new(&format!("t{table}")).expect("a name");
    let mut live = Live::open(&name, shelf.clone(), HouseKey::new([1; 32]), 0).expect("a new table");
    let floor = || Who::Floor(Name::new("flo").expect("a name"));
    ask(&mut live, floor(), Do::Set(Box::new(settings.clone())), "set");
    ask(&mut live, floor(), Do::Turn(Status::Open, "the evening begins".into()), "turn");
    for seat in 0..SEATS {
        ask(&mut live, Who::Player(player(table, seat)), Do::Sit(spot(seat)), &format!("sit-{seat}"));
    }
    live.tick(0, || [2; 32]).expect("a round opens");
    live
}

fn ask(live: &mut Live<Shelf>, who: Who, what: Do, key: &str) {
    let key = Key::new(key.as_bytes()).expect("a short key");
    live.ask(&Ask::new(who, what), &key, 0, [3; 32]).expect("allowed");
}

fn player(table: usize, seat: usize) -> Name {
    Name::new(&format!("player-{table}-{seat}")).expect("a name")
}

fn spot(seat: usize) -> u8 {
    u8::try_from(seat + 1).expect("seven seats")
}

/// A store in memory that notes every step it writes.
#[derive(Clone, Default)]
struct Shelf(Arc<(Memory, Mutex<Vec<Append>>)>);

impl Shelf {
    /// What was written since this was asked last.
    fn taken(&self) -> Vec<Append> {
        std::mem::take(&mut self.0.1.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Store for Shelf {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let receipt = self.0.0.append(append)?;
        self.0.1.lock().unwrap_or_else(PoisonError::into_inner).push(append.clone());
        Ok(receipt)
    }

    handed_on! { it => it.0.0; receipt, version, events, moves, balance, balances, chain, records }
}
