//! A table whose store lies to it about its meter: everything that it writes follows from what it saw, and what it saw is named.

use crate::evening::said;
use crate::played::{Dice, Shelf, name, two_meter_rows};
use std::sync::{Arc, Mutex};
use tercet_audit::{Kind, Options, Report, audit};
use tercet_ledger::{Account, Hash, Key, Record, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Store, handed_on};
use tercet_table::{Ask, Clocks, Do, HouseKey, Live, Settings, Stage, Status, Who};

/// A store that says something else of one account, and does not ask what a step expects.
#[derive(Clone, Debug, Default)]
struct Liar(Shelf, Arc<Mutex<Option<(Account, Money)>>>);

impl Store for Liar {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        self.0.append(&Append { expects: Vec::new(), ..append.clone() })
    }
    fn balance(&self, account: &Account) -> Result<Money, Failure> {
        match &*self.1.lock().unwrap() {
            Some((of, lie)) if of == account => Ok(*lie),
            Some(_) | None => self.0.balance(account),
        }
    }

    handed_on! { it => it.0; receipt, version, events, moves, balances, chain, records }
}

fn meter() -> Account {
    Account::Meter(name("m1"))
}

/// A table at which one player bets on the meter, whose every hand takes that share of it.
struct Felt {
    live: Live<Liar>,
    player: &'static str,
    asked: u64,
    now_ms: u64,
}

impl Felt {
    fn open(store: &Liar, table: &'static str, player: &'static str, share: &str) -> Felt {
        let row = r#"{ hand = "three of a kind", pays = "50 for 1" },"#;
        let more = format!(r#"{{ hand = "high card or better", pays = "{share} of the meter" }},"#);
        let text = two_meter_rows().replacen(row, &format!("{row}\n  {more}"), 1);
        let live = Live::open(&name(table), store.clone(), HouseKey::new([42; 32]), 1_000).unwrap();
        let mut felt = Felt { live, player, asked: 0, now_ms: 1_000 };
        let settings = Settings::new(&text, 0, Some(name("m1")), Clocks::default()).unwrap();
        let floor = || Who::Floor(name("flo"));
        felt.ask(floor(), Do::Set(Box::new(settings)));
        felt.ask(floor(), Do::Turn(Status::Open, "come in".into()));
        felt.ask(Who::Player(name(player)), Do::Sit(1));
        felt
    }

    fn ask(&mut self, who: Who, what: Do) {
        self.asked += 1;
        let key = Key::new(format!("{}-{}", self.player, self.asked).as_bytes()).unwrap();
        self.live.ask(&Ask::new(who, what), &key, self.now_ms, [7; 32]).unwrap();
    }

    /// Goes on until the round is so far.
    fn up_to(&mut self, stage: Stage, dice: &mut Dice) {
        while self.live.table().stage() != Some(stage) {
            match self.live.due(self.now_ms).unwrap() {
                Some((ask, key)) => {
                    drop(self.live.ask(&ask, &key, self.now_ms, dice.bytes()).unwrap());
                }
                None => self.now_ms += 1_000,
            }
        }
    }

    fn bet(&mut self, dice: &mut Dice) {
        self.up_to(Stage::Open, dice);
        for (wager, stake) in [("ante", 1_000), ("progressive", 100)] {
            self.ask(Who::Player(name(self.player)), Do::Place(1, wager.into(), Money::from_units(stake)));
        }
    }
}

/// A round whose meter is taken by another table while it is at this stage, and what the audit says if the table takes its next step with
/// the meter as it was before, or with the truth. Gives also the record of that step, and what is paid from the meter in the round.
fn played(seed: u64, at: Stage, lies: bool) -> (Report, u64, i64) {
    let (store, dice) = (Liar::default(), &mut Dice::new(seed));
    let mut opening = Transaction::new();
    for player in ["ann", "bob"] {
        opening.post(Account::World, Account::Wallet(name(player)), Money::from_units(100_000), Why::CashIn);
    }
    opening.post(Account::House, meter(), Money::from_units(2_500_000), Why::HouseFunds);
    store.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
    let mut first = Felt::open(&store, "t1", "ann", "100%");
    let mut second = Felt::open(&store, "t2", "bob", "10%");
    first.bet(dice);
    second.bet(dice);
    first.up_to(Stage::Decided, dice);
    second.up_to(at, dice);
    let before = store.balance(&meter()).unwrap();
    first.up_to(Stage::Over, dice);
    *store.1.lock().unwrap() = lies.then_some((meter(), before));
    second.up_to(if at == Stage::Closed { Stage::Dealt } else { Stage::Settled }, dice);
    let step = store.chain().unwrap().size - 1;
    *store.1.lock().unwrap() = None;
    second.up_to(Stage::Over, dice);
    let records = store.records(0, 1_000).unwrap();
    let records = records.iter().map(|bytes| Record::decode(bytes).unwrap());
    let postings = records.flat_map(|record| record.transactions).flat_map(|all| all.postings().to_vec());
    let bob = Account::Wallet(name("bob"));
    let paid: Money = postings.filter(|of| of.from == meter() && of.to == bob).map(|of| of.amount).sum();
    (audit(&store, &[], Options::default(), &mut |_| ()), step, paid.units())
}

/// A table reads how many awards its meter has paid, and then what it holds: whoever saw the award of another table cannot have seen the
/// meter as it was before. If it did, its share would be one of money that was paid already (R20).
#[test]
fn a_meter_as_it_was_before_an_award_that_was_seen_is_named() {
    for at in [Stage::Closed, Stage::Decided] {
        for seed in 0..4 {
            let (honest, _, share) = played(seed, at, false);
            assert_eq!(honest.findings.count(), 0, "{}", said(&honest));
            let (report, step, more) = played(seed, at, true);
            assert!(
                share < 51_000 && more > 250_000,
                "a tenth of what was started again, and of what was won"
            );
            let found: Vec<_> = report.findings.kept().iter().map(|one| (one.kind, one.record)).collect();
            assert_eq!(found, [(Kind::MeterShown, Some(step))], "{}", said(&report));
        }
    }
}
