//! A room with one table, players with money, and a store that may fail.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tercet_cards::Card;
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::{Account, Chain, Hash, Key, Name, Record, Transaction, Why};
use tercet_rules::{Amount, Game, Money, WagerNo};
use tercet_store::{Append, AppendError, Failure, Memory, Receipt, Store, Stored, handed_on};
use tercet_table::{Answer, Ask, Clocks, Do, HouseKey, Live, NotLive, Settings, Stage, Status, Who};

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// Chance that follows from a seed: the words of a hash chain.
pub(crate) struct Dice(Hash);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Hash::of(&[&seed.to_be_bytes()]))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = Hash::of(&[&self.0.0]);
        usize::from(u16::from_be_bytes([self.0.0[0], self.0.0[1]])) % bound
    }

    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        self.0 = Hash::of(&[&self.0.0]);
        self.0.0
    }
}

/// A store that outlives the table, and fails when it is told to: before it writes, or after.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf(Arc<(Memory, AtomicU64)>, Range<u64>);

impl Shelf {
    /// The next append fails: 1 before it is written, 2 after.
    pub(crate) fn fail_next(&self, how: u64) {
        self.0.1.store(how, Ordering::Relaxed);
    }

    /// Another store with the same records: what happens there happens there alone.
    pub(crate) fn copy(&self) -> Shelf {
        let copy = Shelf::default();
        for bytes in self.records(0, usize::MAX).unwrap() {
            let Record { key, request, at_ms, parts, transactions, .. } = Record::decode(&bytes).unwrap();
            let append = Append { key, request, at_ms, parts, transactions, expects: Vec::new() };
            copy.append(&append).unwrap();
        }
        copy
    }

    /// The same store, but that the events of tables from one place up to another cannot be read.
    pub(crate) fn with_odd_events(&self, from: u64, to: u64) -> Shelf {
        Shelf(Arc::clone(&self.0), from..to)
    }
}

impl Store for Shelf {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let fail = Failure::Io("the power is gone".into());
        match self.0.1.swap(0, Ordering::Relaxed) {
            0 => self.0.0.append(append),
            1 => Err(fail.into()),
            _ => self.0.0.append(append).and(Err(fail.into())),
        }
    }

    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        let mut events = self.0.0.events(stream, from, most)?;
        let of_table = stream.as_str().starts_with("table.");
        let odd = events.iter_mut().filter(|stored| of_table && self.1.contains(&stored.version));
        odd.for_each(|stored| stored.event = vec![255]);
        Ok(events)
    }

    handed_on! { it => it.0.0; receipt, version, moves, balance, balances, chain, records }
}

pub(crate) const PLAYERS: [&str; 5] = ["ann", "bob", "cyd", "dee", "eve"];

/// A table, its shelf, and what its players keep to themselves.
pub(crate) struct Room {
    pub(crate) live: Live<Shelf>,
    pub(crate) shelf: Shelf,
    pub(crate) now_ms: u64,
    /// Changes the chance of the house, and with it every card.
    pub(crate) twist: u8,
    /// What was answered to people.
    pub(crate) said: Vec<String>,
    table: Name,
    asked: u64,
}

pub(crate) fn text_of(id: &str) -> String {
    tercet_games::builtin_text(id).map_or_else(
        || {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games");
            std::fs::read_to_string(format!("{folder}/{id}.toml")).unwrap()
        },
        str::to_owned,
    )
}

pub(crate) fn settings(id: &str) -> Settings {
    let text = text_of(id);
    let meter = tercet_games::load(&text).unwrap().meter.is_some().then(|| name("m1"));
    Settings::new(&text, 0, meter, Clocks::default()).unwrap()
}

/// The same for a game without a meter that has seven spots, with three of them.
pub(crate) fn with_three_spots(id: &str) -> Settings {
    let text = text_of(id);
    let line = text.lines().find(|line| line.starts_with("spots") && line.ends_with(" 7")).unwrap();
    let fewer = Settings::new(&text.replacen(line, "spots = 3", 1), 0, None, Clocks::default()).unwrap();
    assert_eq!(fewer.game.spots, 3);
    fewer
}

pub(crate) fn key() -> HouseKey {
    HouseKey::new([42; 32])
}

impl Room {
    /// A table that is open for a game, in a room whose players have bought in for so many dollars.
    pub(crate) fn open(id: &str, dollars: i64) -> Room {
        let shelf = Shelf::default();
        let mut opening = Transaction::new();
        for player in PLAYERS {
            opening.post(
                Account::World,
                Account::Wallet(name(player)),
                Money::from_units(dollars * 100),
                Why::CashIn,
            );
        }
        opening.post(Account::House, Account::Meter(name("m1")), Money::from_units(100_000), Why::MeterStart);
        shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 0).moving(opening)).unwrap();
        let mut room = Room::beside(&shelf, "t1");
        room.floor(Do::Set(Box::new(settings(id)))).unwrap();
        room.floor(Do::Turn(Status::Open, "the evening begins".into())).unwrap();
        room
    }

    /// Another table with the same store; nothing has happened at it.
    pub(crate) fn beside(shelf: &Shelf, table: &str) -> Room {
        let live = Live::open(&name(table), shelf.clone(), key(), 1_000).unwrap();
        Room {
            live,
            shelf: shelf.clone(),
            now_ms: 1_000,
            twist: 0,
            said: Vec::new(),
            table: name(table),
            asked: 0,
        }
    }

    /// The table after a power cut.
    pub(crate) fn restart(&mut self) {
        self.live = Live::open(&self.table, self.shelf.clone(), key(), self.now_ms).unwrap();
    }

    pub(crate) fn next_key(&mut self) -> Key {
        self.asked += 1;
        Key::new(&Hash::of(&[self.table.as_str().as_bytes(), &self.asked.to_be_bytes()]).0).unwrap()
    }

    pub(crate) fn ask(&mut self, who: Who, what: Do) -> Result<Answer, NotLive> {
        let key = self.next_key();
        let came = self.live.ask(&Ask::new(who, what), &key, self.now_ms, [7; 32]);
        let said = came.as_ref().map(|answer| &answer.events);
        self.said.push(format!("{said:?}"));
        came
    }

    pub(crate) fn floor(&mut self, what: Do) -> Result<Answer, NotLive> {
        self.ask(Who::Floor(name("flo")), what)
    }

    pub(crate) fn player(&mut self, player: &str, what: Do) -> Result<Answer, NotLive> {
        self.ask(Who::Player(name(player)), what)
    }

    /// Lets time go by, and the table do what is due.
    pub(crate) fn wait(&mut self, ms: u64, dice: &mut Dice) {
        self.now_ms += ms;
        let twist = self.twist;
        let chance = || {
            let mut chance = dice.bytes();
            chance[0] ^= twist;
            chance
        };
        self.live.tick(self.now_ms, chance).unwrap();
    }

    pub(crate) fn stage(&self) -> Option<Stage> {
        self.live.table().stage()
    }

    pub(crate) fn game(&self) -> Arc<Game> {
        Arc::clone(&self.live.table().settings().unwrap().game)
    }

    pub(crate) fn balance(&self, account: &Account) -> Money {
        self.shelf.balance(account).unwrap()
    }

    pub(crate) fn wallet(&self, player: &str) -> Money {
        self.balance(&Account::Wallet(name(player)))
    }

    /// Everything that could have changed: the state, and the journal.
    pub(crate) fn state(&self) -> (Hash, Chain) {
        (self.live.table().digest(), self.shelf.chain().unwrap())
    }
}

/// A secret of a seat, and its hash in the round that is open.
pub(crate) fn secret(room: &Room, spot: u8, dice: &mut Dice) -> (SeatSecret, tercet_fair::SeatHash) {
    let context = room.live.table().view(tercet_rules::Audience::Spectator).context.unwrap();
    let secret = SeatSecret::new(dice.bytes());
    let hash = seat_hash(&context, spot, &secret);
    (secret, hash)
}

/// A stake that the rules take, most of the time.
pub(crate) fn stake(game: &Game, no: WagerNo, dice: &mut Dice) -> Money {
    let wager = game.wager(no);
    let limits = match &wager.amount {
        Amount::Fixed(money) => return *money,
        Amount::EqualTo(of) | Amount::Times(_, of) => &game.wager(*of).limits,
        Amount::Free => &wager.limits,
    };
    let (least, step) =
        limits.as_ref().map_or((500, 500), |limits| (limits.min.units(), limits.step.units()));
    Money::from_units(least + step * i64::try_from(dice.below(4)).unwrap())
}

/// Every card that a view shows.
pub(crate) fn cards_in(view: &tercet_table::TableView) -> Vec<Card> {
    let Some(view) = &view.view else { return Vec::new() };
    let hands = view.spots.iter().filter_map(|spot| spot.cards.clone()).flatten();
    let dealer = match &view.dealer {
        Some(tercet_rules::DealerView::Open(hand)) => hand.cards.clone(),
        Some(tercet_rules::DealerView::FaceDown(_)) | None => Vec::new(),
    };
    hands.chain(dealer).collect()
}
