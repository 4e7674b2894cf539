//! An evening at three tables, two of which share a meter. Tests of the program use this file, too.

use std::path::Path;
use std::sync::Arc;
use tercet_fair::{Context, SeatSecret, seat_hash};
use tercet_ledger::{Account, Hash, Key, Name, Record, Transaction, Why};
use tercet_rules::{Amount, Audience, Choice, Game, Money, WagerNo};
use tercet_store::{Append, Memory, Store};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Ask, Clocks, Do, HouseKey, Live, Settings, Stage, Status, Who};

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// A store that several tables share.
pub(crate) type Shelf = Arc<Memory>;

/// Chance that follows from a seed.
pub(crate) struct Dice(Hash);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Hash::of(&[&seed.to_be_bytes()]))
    }
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::from(u16::from_be_bytes(self.bytes()[..2].try_into().unwrap())) % bound
    }
    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        self.0 = Hash::of(&[&self.0.0]);
        self.0.0
    }
}

pub(crate) const PLAYERS: [&str; 4] = ["ann", "bob", "cyd", "dee"];

pub(crate) fn two_meter_rows() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/two-meter-rows.toml");
    std::fs::read_to_string(path).unwrap()
}

/// A game whose meter pays often: a pair takes a tenth of it, a flush all.
fn generous() -> String {
    two_meter_rows().replace("\"A-K-Q of spades\"", "\"flush\"").replace("\"suited A-K-Q\"", "\"pair\"")
}

/// A table, and how often it was asked.
pub(crate) struct Place {
    pub(crate) live: Live<Shelf>,
    name: &'static str,
    asked: u64,
}

impl Place {
    pub(crate) fn open(shelf: &Shelf, table: &'static str, text: &str) -> Place {
        let live = Live::open(&name(table), shelf.clone(), HouseKey::new([42; 32]), 1_000).unwrap();
        let mut place = Place { live, name: table, asked: 0 };
        let meter = tercet_games::load(text).unwrap().meter.is_some().then(|| name("m1"));
        let settings = Settings::new(text, 0, meter, Clocks::default()).unwrap();
        place.floor(Do::Set(Box::new(settings)), 1_000);
        place.floor(Do::Turn(Status::Open, "the evening begins".into()), 1_000);
        place
    }

    fn ask(&mut self, who: Who, what: Do, now_ms: u64) -> bool {
        self.asked += 1;
        let key = Key::new(format!("{}-{}", self.name, self.asked).as_bytes()).unwrap();
        self.live.ask(&Ask::new(who, what), &key, now_ms, [7; 32]).is_ok()
    }

    pub(crate) fn floor(&mut self, what: Do, now_ms: u64) -> bool {
        self.ask(Who::Floor(name("flo")), what, now_ms)
    }

    pub(crate) fn player(&mut self, player: &str, what: Do, now_ms: u64) -> bool {
        self.ask(Who::Player(name(player)), what, now_ms)
    }

    fn seats(&self) -> Vec<(u8, String)> {
        let view = self.live.table().view(Audience::Spectator);
        view.seats.into_iter().map(|(spot, player)| (spot, player.to_string())).collect()
    }

    /// Bets as the dice fall; some seats commit to secrets.
    pub(crate) fn bet(&mut self, now_ms: u64, dice: &mut Dice) -> Vec<(u8, String, SeatSecret)> {
        let game = Arc::clone(&self.live.table().settings().unwrap().game);
        let mut secrets = Vec::new();
        for (spot, player) in self.seats() {
            if dice.one_in(2) {
                let secret = SeatSecret::new(dice.bytes());
                let hash = seat_hash(&self.context(), spot, &secret);
                if self.player(&player, Do::Swear(spot, hash), now_ms) {
                    secrets.push((spot, player.clone(), secret));
                }
            }
            for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
                if game.wager(no).required.is_some() || !dice.one_in(4) {
                    let place = Do::Place(spot, game.wager(no).id.clone(), stake(&game, no, dice));
                    self.player(&player, place, now_ms);
                }
            }
            if dice.one_in(9) {
                let wager = game.wagers[dice.below(game.wagers.len())].id.clone();
                self.player(&player, Do::TakeBack(spot, wager), now_ms);
            }
        }
        secrets
    }

    fn context(&self) -> Context {
        let table = self.live.table();
        let settings = table.settings().unwrap();
        let way = settings.game.ways[settings.way].name.as_str();
        let engine = concat!("tercet ", env!("CARGO_PKG_VERSION"));
        Context::new(self.name, table.rounds(), settings.rules.0, way, engine).unwrap()
    }

    pub(crate) fn decide(&mut self, now_ms: u64, dice: &mut Dice) {
        for (spot, player) in self.seats() {
            let choice = if dice.one_in(3) { Choice::Fold } else { Choice::Play { times: 1 } };
            if !dice.one_in(4) {
                self.player(&player, Do::Decide(spot, choice), now_ms);
            }
        }
    }
}

fn stake(game: &Game, no: WagerNo, dice: &mut Dice) -> Money {
    let wager = game.wager(no);
    let limits = match &wager.amount {
        Amount::Fixed(money) => return *money,
        Amount::EqualTo(of) | Amount::Times(_, of) => &game.wager(*of).limits,
        Amount::Free => &wager.limits,
    };
    let (least, step) =
        limits.as_ref().map_or((500, 500), |limits| (limits.min.units(), limits.step.units()));
    Money::from_units(least + step * i64::try_from(dice.below(3)).unwrap())
}

/// The journal of an evening: rounds settled and void, awards, a game changed between rounds, and one round in play at its end.
fn played() -> Shelf {
    let (shelf, mut dice) = (Shelf::default(), Dice::new(3));
    let mut opening = Transaction::new();
    for player in PLAYERS {
        opening.post(Account::World, Account::Wallet(name(player)), Money::from_units(900_000), Why::CashIn);
    }
    shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
    let fury = tercet_games::builtin_text("three-card-fury").unwrap();
    let mut places = [
        Place::open(&shelf, "t1", &generous()),
        Place::open(&shelf, "t2", &generous()),
        Place::open(&shelf, "t3", fury),
    ];
    for (at, place) in places.iter_mut().enumerate() {
        for spot in 0..3 {
            place.player(PLAYERS[(at + spot) % 4], Do::Sit(u8::try_from(spot + 1).unwrap()), 1_500);
        }
    }
    let mut now_ms = 2_000;
    for round in 0..14 {
        if round == 7 {
            let text = tercet_games::builtin_text("three-card-shine").unwrap();
            let settings = Settings::new(text, 0, None, Clocks::default()).unwrap();
            assert!(places[2].floor(Do::Set(Box::new(settings)), now_ms), "between rounds");
            assert!(places[2].floor(Do::Turn(Status::Open, "on it goes".into()), now_ms));
        }
        let mut tick = |places: &mut [Place], ms: u64, dice: &mut Dice| {
            now_ms += ms;
            for place in places {
                place.live.tick(now_ms, || dice.bytes()).unwrap();
            }
            now_ms
        };
        let now = tick(&mut places, 30_000, &mut dice);
        let secrets: Vec<_> = places.iter_mut().map(|place| place.bet(now, &mut dice)).collect();
        let now = tick(&mut places, 20_000, &mut dice);
        for (place, secrets) in places.iter_mut().zip(secrets) {
            for (spot, player, secret) in secrets {
                if !dice.one_in(5) {
                    place.player(&player, Do::Tell(spot, secret), now);
                }
            }
        }
        if round == 13 {
            break;
        }
        let now = tick(&mut places, 3_000, &mut dice);
        for place in &mut places {
            match dice.below(12) {
                0 => drop(place.floor(Do::Void("a drink on the layout".into()), now)),
                1 => drop(place.floor(Do::Report("exposed-card".into()), now)),
                _ => {}
            }
            place.decide(now, &mut dice);
        }
        if round == 6 {
            places[2].floor(Do::Turn(Status::Paused, "another game".into()), now);
        }
        tick(&mut places, 20_000, &mut dice);
        assert!(round != 6 || places[2].live.table().stage() == Some(Stage::Over), "between rounds");
    }
    shelf
}

/// Writes records to a new store in this file, with hashes and everything beside them as if they had come in one by one.
pub(crate) fn write_to(path: &Path, records: impl IntoIterator<Item = Record>) {
    let store = Sqlite::open(path).unwrap();
    for Record { key, request, at_ms, parts, transactions, .. } in records {
        let append = Append { key, request, at_ms, parts, transactions, expects: Vec::new() };
        let written = |done: Result<_, _>| assert!(done.is_ok(), "{done:?}");
        store.submit(append, Box::new(written));
    }
}

/// Writes the evening to a new store in this file.
pub(crate) fn write_evening(path: &Path) {
    let records = played().records(0, usize::MAX).unwrap();
    write_to(path, records.iter().map(|bytes| Record::decode(bytes).unwrap()));
}
