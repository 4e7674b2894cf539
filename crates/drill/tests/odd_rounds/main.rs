//! Odd rounds through the tasks of the pit over a store in a file: two tables on one meter that hit in the same instant, envy, folds, one at
//! two positions, one who is away, secrets that are withheld, rounds that are void in each stage, and the house closed and opened again in each.
//! All money is calculated once more from the rule card, and the journal is audited.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]
#![expect(clippy::panic, reason = "a test stops where something is wrong")]

mod grip;
mod people;
#[path = "../../../audit/tests/all/rule_card.rs"]
mod rule_card;

use grip::Grip;
use people::{floor, play, until};
use rule_card::{Books, PLAYERS, TABLES, game};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tercet_audit::{Options, audit, recall};
use tercet_cards::Card;
use tercet_drill::dice::Dice;
use tercet_ledger::{Account, Hash, Key, Name, Record, Transaction, Why};
use tercet_pit::{Eyes, Handle, House, Pit};
use tercet_rules::{Money, Phase};
use tercet_store::{Append, Store};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Clocks, Do, HouseKey, Settings, Stage, Status, Stream, TableEvent, TableView};

const STAGES: [Stage; 6] =
    [Stage::Open, Stage::Closed, Stage::Dealt, Stage::Decided, Stage::Settled, Stage::Over];

/// What each player brings.
const BRINGS: i64 = 5_000_000;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// A house whose tables run.
struct Open {
    pit: Pit<Grip>,
    grip: Grip,
    tables: Vec<Handle>,
}

impl Open {
    /// Opens the house over this file, with tables kept in stages from the first moment on.
    async fn house(path: &Path, dice: &mut Dice, kept: &[(&str, Stage)]) -> Open {
        let grip = Grip::on(Sqlite::open(path).unwrap());
        for (table, stage) in kept {
            grip.keep(&name(table), *stage);
        }
        let chance = Mutex::new(Dice::new(dice.below(u64::MAX)));
        let chance = move || Ok(chance.lock().unwrap().bytes());
        let house = House { key: HouseKey::new([42; 32]), now_ms: 1_000_000, chance: Arc::new(chance) };
        let pit = Pit::new(grip.clone(), house);
        let mut tables = Vec::new();
        for table in TABLES {
            tables.push(pit.open(&name(table)).await.unwrap());
        }
        Open { pit, grip, tables }
    }

    /// The first time: the tables are set and opened.
    async fn begins(&self) {
        // Bets are closed when everybody is done; what runs out are the clocks for those who withhold a secret and who are away.
        let clocks = Clocks { bet_ms: 30_000, secret_ms: 150, decide_ms: 120, show_ms: 10 };
        let settings = Settings::new(&game(), 0, Some(name("m1")), clocks).unwrap();
        for table in &self.tables {
            assert!(floor(table, Do::Set(Box::new(settings.clone()))).await);
            assert!(floor(table, Do::Turn(Status::Open, "good evening".into())).await);
        }
    }

    /// Everybody plays.
    fn plays(&self, dice: &mut Dice) {
        for table in &self.tables {
            tokio::spawn(play(table.clone(), Dice::new(dice.below(u64::MAX))));
        }
    }

    fn table(&self, table: &str) -> &Handle {
        self.tables.iter().find(|handle| handle.name().as_str() == table).unwrap()
    }

    fn view(&self, table: &str) -> TableView {
        self.table(table).watch().view(&Eyes::Player(name("ann")))
    }

    fn stage(&self, table: &str) -> Option<Stage> {
        self.view(table).stage
    }

    /// Closes the house; the store goes with it.
    async fn closes(self) {
        assert_eq!(self.pit.stop().await, []);
        let Open { pit, grip, tables } = self;
        drop((pit, tables));
        until("nobody has the file", || grip.is_alone()).await;
    }
}

/// What Ann sees of a round that must be there again.
fn round(view: &TableView) -> (u64, Option<Stage>, String, Vec<Option<Vec<Card>>>) {
    let cards = view.view.iter().flat_map(|view| &view.spots).map(|spot| spot.cards.clone());
    (view.round, view.stage, format!("{:?} {:?}", view.commitment, view.frozen), cards.collect())
}

fn written(store: &dyn Store) -> Vec<Record> {
    let records = store.records(0, usize::MAX).unwrap();
    records.iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}

/// The money of all rounds by the rule card, in the order in which they were settled.
fn second_books(store: &dyn Store) -> Books {
    let mut books = Books::default();
    PLAYERS.iter().for_each(|player| books.pay("world", player, BRINGS));
    let mut rounds: BTreeMap<Name, u64> = BTreeMap::new();
    let mut on_the_meter: BTreeMap<Name, BTreeSet<u8>> = BTreeMap::new();
    let mut at_deal: BTreeMap<Name, (i64, u64)> = BTreeMap::new();
    for part in written(store).iter().flat_map(|record| &record.parts) {
        let Some(table) = Stream::table_of(&part.stream) else { continue };
        for event in &part.events {
            match TableEvent::read(event).unwrap() {
                TableEvent::RoundOpened { round, .. } => {
                    rounds.insert(table.clone(), round);
                    on_the_meter.insert(table.clone(), BTreeSet::new());
                }
                TableEvent::MeterStarted { .. } => books.start(),
                TableEvent::Placed { spot, wager, .. } if wager.as_str() == "progressive" => {
                    on_the_meter.entry(table.clone()).or_default().insert(spot);
                }
                TableEvent::Dealt { meter, withheld } => {
                    let seen = meter.unwrap();
                    let wagers = on_the_meter[&table].iter().filter(|spot| !withheld.contains(spot)).count();
                    let wagers = i64::try_from(wagers).unwrap();
                    at_deal.insert(table.clone(), (seen.now.meter.units() + 26 * wagers, seen.hits));
                    books.deal(table.as_str(), wagers);
                }
                TableEvent::Reconciled { .. } => {
                    let recalled = recall(store, &table, rounds[&table]).unwrap();
                    let round = recalled.round().unwrap();
                    let Phase::Settled(dealt, _) = round.phase() else { panic!("it is settled") };
                    books.settle(table.as_str(), round.game(), dealt, at_deal[&table]);
                }
                TableEvent::Set { .. }
                | TableEvent::Turned { .. }
                | TableEvent::Seated { .. }
                | TableEvent::Left { .. }
                | TableEvent::Placed { .. }
                | TableEvent::TakenBack { .. }
                | TableEvent::Sworn { .. }
                | TableEvent::Ready { .. }
                | TableEvent::BetsClosed { .. }
                | TableEvent::Told { .. }
                | TableEvent::Decided { .. }
                | TableEvent::TimedOut { .. }
                | TableEvent::Reported { .. }
                | TableEvent::Revealed
                | TableEvent::SeedTold { .. }
                | TableEvent::Voided { .. }
                | TableEvent::SeedLost { .. } => {}
            }
        }
    }
    books
}

fn is_sound(path: &Path) {
    let report = audit(&Sqlite::open_read_only(path).unwrap(), &[], Options::default(), &mut |_| ());
    assert!(report.is_sound(), "{:?}", report.findings.kept());
}

/// A new file in which the players have brought their money.
fn brought(folder: &Path) -> PathBuf {
    let path = folder.join("tables.db");
    let mut opening = Transaction::new();
    for player in PLAYERS {
        opening.post(Account::World, Account::Wallet(name(player)), Money::from_units(BRINGS), Why::CashIn);
    }
    let append = Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 1_000_000).moving(opening);
    Sqlite::open(&path).unwrap().append(&append).unwrap();
    path
}

/// How many rounds were void by the floor, by the stage in which they were.
fn voids(store: &dyn Store, table: &str) -> u64 {
    let stream = Stream::Table(name(table)).name().unwrap();
    let events = store.events(&stream, 0, usize::MAX).unwrap();
    let void = |event: &TableEvent| matches!(event, TableEvent::Voided { by: Some(_), .. });
    events.iter().filter(|stored| void(&TableEvent::read(&stored.event).unwrap())).count() as u64
}

async fn evening(path: &Path, dice: &mut Dice) {
    let (closed_at, void_at) = TABLES.into();
    let mut voided = 0;
    let house = Open::house(path, dice, &[]).await;
    house.begins().await;
    house.closes().await;
    for stage in STAGES {
        let house = Open::house(path, dice, &[]).await;
        house.grip.keep(&name(closed_at), stage);
        house.grip.keep(&name(void_at), stage);
        house.plays(dice);
        for table in TABLES {
            until(&format!("{table}, {stage:?}"), || house.grip.has(&name(table))).await;
            assert_eq!(house.stage(table), Some(stage), "{table}");
        }
        let may = matches!(stage, Stage::Open | Stage::Closed | Stage::Dealt | Stage::Decided);
        let void = floor(house.table(void_at), Do::Void(format!("a spill while {}", stage.words()))).await;
        assert_eq!(void, may, "{stage:?}");
        voided += u64::from(void);
        assert_eq!(house.stage(closed_at), Some(stage));
        let before = house.view(closed_at);
        house.closes().await;

        // A round whose bets went back is over, and the next one must not come before it was looked at.
        let kept = if stage == Stage::Open { Stage::Over } else { stage };
        let house = Open::house(path, dice, &[(closed_at, kept)]).await;
        let after = house.view(closed_at);
        if stage == Stage::Open {
            // The bets are back, and the round is void.
            assert_eq!((after.round, after.commitment), (before.round, before.commitment));
            assert!(matches!(after.stage, Some(Stage::Settled | Stage::Over)), "{:?}", after.stage);
            for spot in 1..=7 {
                for account in [Account::Layout(name(closed_at), spot), Account::Held(name(closed_at), spot)]
                {
                    assert_eq!(house.grip.balance(&account).unwrap(), Money::ZERO, "{account}");
                }
            }
        } else {
            assert_eq!(round(&after), round(&before), "{stage:?}");
        }
        assert_eq!(voids(&house.grip, void_at), voided);
        house.closes().await;
        is_sound(path);
    }
}

/// Plays on until the tables have hit the meter in the same instant so often, and every round is over.
async fn plays_on(path: &Path, dice: &mut Dice, hits: u64) -> u64 {
    let house = Open::house(path, dice, &[]).await;
    house.plays(dice);
    let rounds = |house: &Open| TABLES.map(|table| house.view(table).round).into_iter().min().unwrap();
    let last = rounds(&house) + 40;
    until("both hit", || house.grip.hits_of_both() >= hits || rounds(&house) >= last).await;
    for table in &house.tables {
        assert!(floor(table, Do::Turn(Status::Paused, "good night".into())).await);
    }
    until("all rounds are over", || TABLES.iter().all(|table| house.stage(table) == Some(Stage::Over))).await;
    let both = house.grip.hits_of_both();
    house.closes().await;
    both
}

/// R7, R17 to R21, R24, by the tasks of the pit and over the disk.
#[test]
fn all_money_of_odd_rounds_through_the_pit_is_what_the_rule_card_says() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = brought(folder.path());
    let mut dice = Dice::new(11);
    let both = runtime.block_on(async {
        evening(&path, &mut dice).await;
        plays_on(&path, &mut dice, 3).await
    });
    let store = Sqlite::open_read_only(&path).unwrap();
    let books = second_books(&store);
    books.compare(&store, "the evening");
    assert!(both >= 3 && books.awards >= 6, "{both} {}", books.awards);
    assert!(books.envy.iter().all(|many| *many > 0), "{:?}", books.envy);
    is_sound(&path);
}
