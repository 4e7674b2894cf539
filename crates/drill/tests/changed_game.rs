//! The floor sets another game while a round is in play, and the power goes: the round is finished by the rules that it was opened with, and
//! the next one has the new ones once they were set.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::{Path, PathBuf};
use tercet_audit::{Options, audit, recall};
use tercet_drill::dice::Dice;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;
use tercet_table::{
    Answer, Ask, Clocks, Do, HouseKey, Live, NotLive, Settings, Stage, Status, Stream, TableEvent, Who,
};

const STAGES: [Stage; 6] =
    [Stage::Open, Stage::Closed, Stage::Dealt, Stage::Decided, Stage::Settled, Stage::Over];

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn settings(id: &str) -> Settings {
    let text = tercet_games::builtin_text(id).unwrap();
    let meter = tercet_games::load(text).unwrap().meter.is_some().then(|| name("m1"));
    Settings::new(text, 0, meter, Clocks::default()).unwrap()
}

/// A table over a file.
struct Table {
    live: Live<Sqlite>,
    path: PathBuf,
    now_ms: u64,
    dice: Dice,
}

impl Table {
    fn open(path: &Path, now_ms: u64) -> Table {
        let store = Sqlite::open(path).unwrap();
        let live = Live::open(&name("t1"), store, HouseKey::new([42; 32]), now_ms).unwrap();
        Table { live, path: path.into(), now_ms, dice: Dice::new(now_ms) }
    }

    /// The power goes: what is on the disk at this moment is all there is, the log that nobody brought in included.
    fn cut(self, folder: &Path) -> Table {
        let to = folder.join("after.db");
        for end in ["", "-wal"] {
            let beside = |path: &Path| PathBuf::from(format!("{}{end}", path.display()));
            std::fs::copy(beside(&self.path), beside(&to)).unwrap();
        }
        let now_ms = self.now_ms;
        drop(self);
        Table::open(&to, now_ms)
    }

    fn ask(&mut self, key: &str, who: Who, what: Do) -> Result<Answer, NotLive> {
        let key = Key::new(key.as_bytes()).unwrap();
        self.live.ask(&Ask::new(who, what), &key, self.now_ms, [7; 32])
    }

    fn floor(&mut self, key: &str, what: Do) -> Result<Answer, NotLive> {
        self.ask(key, Who::Floor(name("flo")), what)
    }

    fn sets(&mut self, key: &str, id: &str) -> Result<Answer, NotLive> {
        self.floor(key, Do::Set(Box::new(settings(id))))
    }

    fn stage(&self) -> Option<Stage> {
        self.live.table().stage()
    }

    /// The one next thing that is due, waited for.
    fn goes_on(&mut self) {
        if self.live.due(self.now_ms).unwrap().is_none() {
            self.now_ms += 20_000;
        }
        if let Some((ask, key)) = self.live.due(self.now_ms).unwrap() {
            self.live.ask(&ask, &key, self.now_ms, self.dice.bytes()).unwrap();
        }
    }

    /// Plays until this stage of this round; Ann bets on the Ante as soon as she can, and never decides.
    fn plays_to(&mut self, round: u64, stage: Stage) {
        for _ in 0..60 {
            let (at, now) = (self.live.table().rounds(), self.stage());
            if now == Some(Stage::Open) && self.live.table().deadline_ms().is_none() {
                let ante = Do::Place(1, "ante".into(), Money::from_units(1_000));
                self.ask(&format!("ante-{at}"), Who::Player(name("ann")), ante).unwrap();
            }
            if (at, now) == (round, Some(stage)) {
                return;
            }
            self.goes_on();
        }
        unreachable!("round {round} never came to {stage:?}");
    }

    /// What was set, by whom, in the order of the journal: the hash of each game.
    fn was_set(&self) -> Vec<(Name, Hash)> {
        let stream = Stream::Table(name("t1")).name().unwrap();
        let events = self.live.store().events(&stream, 0, usize::MAX).unwrap();
        let set = events.iter().filter_map(|stored| {
            let TableEvent::Set { by, text, .. } = TableEvent::read(&stored.event).unwrap() else {
                return None;
            };
            Some((by, Hash::of(&[text.as_bytes()])))
        });
        set.collect()
    }

    /// By which rules a round that is over was played.
    fn rules_of(&self, round: u64) -> Hash {
        let recalled = recall(self.live.store(), &name("t1"), round).unwrap();
        recalled.over.unwrap().round_settings().unwrap().rules
    }

    fn is_sound(&self) {
        let report = audit(self.live.store(), &[], Options::default(), &mut |_| ());
        assert!(report.is_sound(), "{:?}", report.findings.kept());
    }
}

/// A table at which a game is set and Ann sits.
fn begun(folder: &Path, first: &str) -> Table {
    let mut table = Table::open(&folder.join("tables.db"), 1_000);
    let mut cash = Transaction::new();
    cash.post(Account::World, Account::Wallet(name("ann")), Money::from_units(100_000), Why::CashIn);
    let append = Append::new(Key::new(b"cash").unwrap(), Hash::ZERO, 1_000).moving(cash);
    table.live.store().append(&append).unwrap();
    table.sets("first", first).unwrap();
    table.floor("open", Do::Turn(Status::Open, "good evening".into())).unwrap();
    table.ask("sit", Who::Player(name("ann")), Do::Sit(1)).unwrap();
    table
}

/// In each stage of a round, with a meter before and none after and the other way round: what is set is taken at once, and once; over a cut the
/// round keeps the rules that it was opened with to its end, and the next one is the first under the new ones; and the journal says who set what,
/// in order.
#[test]
fn a_round_keeps_its_rules_over_a_cut_and_the_next_has_the_new_ones() {
    let (meter, none) = ("three-card-poker", "three-card-fortune");
    for (first, second) in [(meter, none), (none, meter), (none, "three-card-shine")] {
        let (old, new) = (settings(first).rules, settings(second).rules);
        for stage in STAGES {
            let folder = tempfile::tempdir().unwrap();
            let mut table = begun(folder.path(), first);
            table.plays_to(2, stage);
            assert!(!table.sets("second", second).unwrap().receipt.again, "{stage:?}");
            table = table.cut(folder.path());
            // Whoever had no answer asks again: it is set once.
            assert!(table.sets("second", second).unwrap().receipt.again, "{stage:?}");
            assert_eq!(table.was_set(), [(name("flo"), old), (name("flo"), new)], "{stage:?}");
            table.plays_to(3, Stage::Over);
            assert_eq!([1, 2, 3].map(|round| table.rules_of(round)), [old, old, new], "{stage:?}");
            table.is_sound();
            assert_eq!(table.live.store().balances().unwrap().sum(), 0);
        }
    }
}

/// The power goes before the new rules were written: they were never set, and whoever asks again under the same key sets them, once.
#[test]
fn rules_that_were_not_written_are_not_set() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = begun(folder.path(), "three-card-poker");
    table.plays_to(1, Stage::Over);
    let mut table = table.cut(folder.path());
    assert_eq!(table.was_set().len(), 1);
    for again in [false, true] {
        assert_eq!(table.sets("second", "three-card-shine").unwrap().receipt.again, again);
    }
    // Under the same key for something else.
    assert!(matches!(table.sets("second", "three-card-fury"), Err(NotLive::KeyUsed { .. })));
    table.plays_to(2, Stage::Over);
    assert_eq!(
        [1, 2].map(|round| table.rules_of(round)),
        ["three-card-poker", "three-card-shine"].map(|id| settings(id).rules)
    );
    table.is_sound();
}
