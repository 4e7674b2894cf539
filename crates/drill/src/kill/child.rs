//! The process that is killed: a table with its players, and a few cashiers who write beside it.

use super::stops::Stops;
use super::wish::{METER, What, Wish};
use crate::books::Wrong;
use crate::dice::Dice;
use crate::flaky::When;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::{Account, Hash, Key, Name, Record, Transaction, Why};
use tercet_rules::{Audience, DealerView, Money};
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::{Options, Sqlite};
use tercet_table::{HouseKey, Live, NotLive, Stage};

/// The table, its players, and how many cashiers there are.
pub(super) const TABLE: &str = "t1";
const PLAYERS: [&str; 5] = ["ann", "bob", "cyd", "dee", "eve"];
pub(super) const CASHIERS: usize = 3;

/// What a child is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// The store.
    pub store: PathBuf,
    /// The seed of its chance.
    pub seed: u64,
    /// It goes on until so many rounds were opened.
    pub rounds: u64,
    /// The number of its first wish.
    pub from: u64,
    /// A wish that was asked before, and not answered.
    pub again: Option<String>,
    /// The number of the next buy-in of each cashier.
    pub cash: Vec<u64>,
    /// The step of the table before or after which it stops.
    pub stop: Option<(u64, When)>,
    /// How many records the tables of the store may be behind.
    pub most_behind: usize,
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

/// Runs the table until all rounds were played, or until it is killed.
///
/// # Errors
///
/// If anything is not as it should be.
pub fn run(orders: &Orders) -> Result<(), Wrong> {
    let options = Options { most_behind: orders.most_behind, ..Options::default() };
    let store = Sqlite::open_with(&orders.store, options).map_err(|failure| failure.to_string())?;
    let store = Arc::new(store);
    store.append(&opening()).map_err(|error| error.to_string())?;
    let cashiers: Vec<_> = orders
        .cash
        .iter()
        .enumerate()
        .map(|(cashier, next)| {
            let (store, next) = (Arc::clone(&store), *next);
            // As long as the table goes on, so that the steps of both share commits.
            let paid = move || (next..next + 40).try_for_each(|number| pay_in(&store, cashier, number));
            thread::spawn(paid)
        })
        .collect();
    Evening::begin(orders, store)?.play(orders.rounds)?;
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

struct Evening {
    live: Live<Stops>,
    dice: Dice,
    seed: u64,
    next: u64,
    now_ms: u64,
}

impl Evening {
    fn begin(orders: &Orders, store: Arc<Sqlite>) -> Result<Evening, Wrong> {
        let size = store.chain().map_err(|failure| failure.to_string())?.size;
        let last = store.records(size.saturating_sub(1), 1).map_err(|failure| failure.to_string())?;
        let last =
            last.first().map(|bytes| Record::decode(bytes)).transpose().map_err(|bad| bad.to_string())?;
        let now_ms = last.map_or(0, |record| record.at_ms).max(1_000) + 1;
        let name = Name::new(TABLE).map_err(|error| error.to_string())?;
        let stops = Stops::new(store, orders.stop);
        let live = Live::open(&name, stops, house_key(), now_ms).map_err(|error| error.to_string())?;
        // Chance that no earlier child had.
        let dice = Dice::new(orders.seed ^ size << 32);
        let mut evening = Evening { live, dice, seed: orders.seed, next: orders.from, now_ms };
        if let Some(line) = &orders.again {
            evening.wish_for(&line.parse()?)?;
        }
        Ok(evening)
    }

    fn wish(&mut self, who: &str, what: What) -> Result<(), Wrong> {
        let wish = Wish { number: self.next, who: who.into(), what };
        self.next += 1;
        self.wish_for(&wish)
    }

    fn wish_for(&mut self, wish: &Wish) -> Result<(), Wrong> {
        say(&format!("ask {wish}"));
        let chance = self.dice.bytes();
        match self.live.ask(&wish.ask()?, &wish.key(), self.now_ms, chance) {
            Ok(answer) => say(&format!("ok {} {}", wish.number, answer.receipt.seq)),
            Err(NotLive::Refused(refused)) => say(&format!("no {} {refused}", wish.number)),
            Err(other) => return Err(format!("{wish}: {other}")),
        }
        Ok(())
    }

    fn wait(&mut self, ms: u64) -> Result<(), Wrong> {
        self.now_ms += ms;
        let dice = &mut self.dice;
        self.live.tick(self.now_ms, || dice.bytes()).map(|_| ()).map_err(|error| error.to_string())
    }

    fn play(mut self, rounds: u64) -> Result<(), Wrong> {
        if self.live.table().settings().is_none() {
            self.wish("flo", What::Set)?;
        }
        if self.live.table().seats().is_empty() {
            self.wish("flo", What::Open)?;
            for (spot, player) in (1..).zip(PLAYERS) {
                self.wish(player, What::Sit(spot))?;
            }
        }
        loop {
            self.wait(0)?;
            match self.live.table().stage() {
                Some(Stage::Open) => self.bets()?,
                Some(Stage::Closed) => self.secrets()?,
                Some(Stage::Dealt) => self.decisions()?,
                Some(Stage::Over) if self.live.table().rounds() >= rounds => return Ok(()),
                Some(Stage::Over | Stage::Decided | Stage::Settled) | None => {}
            }
            self.wait(20_000)?;
        }
    }

    fn seats(&self) -> Vec<(u8, String)> {
        self.live.table().seats().iter().map(|(spot, player)| (*spot, player.to_string())).collect()
    }

    /// The secret of a seat in this round, whichever child asks.
    fn secret(&self, spot: u8) -> SeatSecret {
        let round = self.live.table().rounds();
        SeatSecret::new(Hash::of(&[&self.seed.to_be_bytes(), &round.to_be_bytes(), &[spot]]).0)
    }

    fn bets(&mut self) -> Result<(), Wrong> {
        let context =
            self.live.table().view(Audience::Spectator).context.ok_or("a round without a context")?;
        for (spot, player) in self.seats() {
            if !self.dice.one_in(4) {
                let hash = seat_hash(&context, spot, &self.secret(spot));
                self.wish(&player, What::Swear(spot, *hash.bytes()))?;
            }
            for wager in ["ante", "pair-plus", "progressive"] {
                if wager == "ante" || self.dice.one_in(3) {
                    let units =
                        if wager == "progressive" { 100 } else { 100 * (1 + i64::from(self.dice.byte(40))) };
                    self.wish(&player, What::Place(spot, wager.into(), units))?;
                }
            }
        }
        Ok(())
    }

    fn secrets(&mut self) -> Result<(), Wrong> {
        for (spot, player) in self.seats() {
            if !self.dice.one_in(8) {
                let secret = *self.secret(spot).tell();
                self.wish(&player, What::Tell(spot, secret))?;
            }
        }
        Ok(())
    }

    fn decisions(&mut self) -> Result<(), Wrong> {
        self.tell_cards();
        for (spot, player) in self.seats() {
            if !self.dice.one_in(5) {
                let times = self.dice.byte(2);
                self.wish(&player, What::Decide(spot, times))?;
            }
        }
        Ok(())
    }

    /// Says which cards lie there, as the house sees them: they must be the same in every child.
    fn tell_cards(&self) {
        let view = self.live.table().view(Audience::Audit);
        let Some(cards) = view.view else { return };
        let mut text = String::new();
        for spot in &cards.spots {
            for card in spot.cards.iter().flatten() {
                text.push_str(&format!(" {}{card}", spot.spot));
            }
        }
        if let Some(DealerView::Open(hand)) = &cards.dealer {
            hand.cards.iter().for_each(|card| text.push_str(&format!(" d{card}")));
        }
        if !text.is_empty() {
            say(&format!("cards {}{text}", view.round));
        }
    }
}
