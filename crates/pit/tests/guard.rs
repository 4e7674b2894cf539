//! A guard stands before every bet that takes money, and before nothing else.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_pit::{Bet, Forbidden, Handle, House, NotAsked, Permit, Pit};
use tercet_rules::Money;
use tercet_store::{Append, Memory, Store};
use tercet_table::{Answer, Ask, Clocks, Do, HouseKey, NotLive, Settings, Status, Who};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TooMuch;

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("more than Ann wants to bet")
    }
}

impl std::error::Error for TooMuch {}

/// Counts the permits that are out.
struct Out(Arc<AtomicUsize>);

impl Drop for Out {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

static KEYS: AtomicU64 = AtomicU64::new(0);

async fn ask(table: &Handle, who: Who, what: Do) -> Result<Answer, NotAsked> {
    let key = KEYS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    ask_as(table, &key, who, what).await
}

async fn ask_as(table: &Handle, key: &[u8], who: Who, what: Do) -> Result<Answer, NotAsked> {
    table.ask(Ask::new(who, what), Key::new(key).unwrap()).await
}

fn ante(dollars: i64) -> Do {
    Do::Place(1, "ante".into(), Money::from_units(dollars * 100))
}

/// What a bet takes, with what it holds for the Play wager, is known before it is written; what is forbidden is not written, and the table
/// goes on as it was. What is taken back, and a smaller bet, is nobody's business.
/// Who asks again for what was done before is told so, whatever is forbidden by now.
#[tokio::test(start_paused = true)]
async fn a_bet_that_is_forbidden_is_not_written() {
    let store = Memory::new();
    let mut opening = Transaction::new();
    opening.post(Account::World, Account::Wallet(name("ann")), Money::from_units(100_000), Why::CashIn);
    store.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 0).moving(opening)).unwrap();
    let (asked, out): (Arc<Mutex<Vec<Bet>>>, Arc<AtomicUsize>) = Default::default();
    let (seen, counted) = (Arc::clone(&asked), Arc::clone(&out));
    let most = Arc::new(AtomicI64::new(3_000));
    let limit = Arc::clone(&most);
    let guard = move |bet: &Bet| {
        seen.lock().unwrap().push(bet.clone());
        if bet.takes > Money::from_units(limit.load(Ordering::Relaxed)) {
            return Err(Forbidden::new(TooMuch));
        }
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(Permit::holding(Out(Arc::clone(&counted))))
    };
    let chance = AtomicU64::new(0);
    let chance = move || Ok(Hash::of(&[&chance.fetch_add(1, Ordering::Relaxed).to_be_bytes()]).0);
    let house = House { key: HouseKey::new([42; 32]), now_ms: 1_000_000, chance: Arc::new(chance) };
    let pit = Pit::new(store, house).guarded(Arc::new(guard));
    let table = pit.open(&name("t1")).await.unwrap();
    let text = tercet_games::builtin_text("three-card-fortune").unwrap();
    let settings = Settings::new(text, 0, None, Clocks::default()).unwrap();
    let (flo, ann) = (Who::Floor(name("flo")), Who::Player(name("ann")));
    ask(&table, flo.clone(), Do::Set(Box::new(settings))).await.unwrap();
    ask(&table, flo, Do::Turn(Status::Open, "good evening".into())).await.unwrap();
    ask(&table, ann.clone(), Do::Sit(1)).await.unwrap();
    assert_eq!(*asked.lock().unwrap(), []);

    // $10 on the Ante holds $10 for the Play wager.
    ask(&table, ann.clone(), ante(10)).await.unwrap();
    let takes = || asked.lock().unwrap().iter().map(|bet| bet.takes.units()).collect::<Vec<_>>();
    assert_eq!((takes(), out.load(Ordering::Relaxed)), (vec![2_000], 0));
    // Nobody is asked about a wager that grows smaller; one that grows takes what is more.
    ask(&table, ann.clone(), ante(5)).await.unwrap();
    let before = pit.store().chain().unwrap();
    let refused = ask(&table, ann.clone(), ante(25)).await.unwrap_err();
    let NotAsked::Forbidden(why) = refused else { unreachable!("{refused:?}") };
    assert_eq!(why.why(), Some(&TooMuch));
    assert_eq!((takes(), pit.store().chain().unwrap()), (vec![2_000, 4_000], before));
    let first = ask_as(&table, b"twenty", ann.clone(), ante(20)).await.unwrap();
    assert_eq!((takes(), out.load(Ordering::Relaxed)), (vec![2_000, 4_000, 3_000], 0));
    // What the table refuses is no bet.
    assert!(matches!(ask(&table, ann.clone(), ante(-1)).await, Err(NotAsked::Table(_))));
    assert_eq!(takes().len(), 3);

    ask(&table, ann.clone(), ante(5)).await.unwrap();
    most.store(0, Ordering::Relaxed);
    let before = pit.store().chain().unwrap();
    assert!(matches!(ask(&table, ann.clone(), ante(20)).await, Err(NotAsked::Forbidden(_))));
    let again = ask_as(&table, b"twenty", ann.clone(), ante(20)).await.unwrap();
    assert_eq!((again.receipt.seq, again.receipt.again), (first.receipt.seq, true));
    let other = ask_as(&table, b"twenty", ann.clone(), ante(15)).await;
    assert!(matches!(other, Err(NotAsked::Table(NotLive::KeyUsed { .. }))), "{other:?}");
    let impossible = ask_as(&table, b"twenty", ann, ante(-1)).await;
    assert!(matches!(impossible, Err(NotAsked::Table(NotLive::KeyUsed { .. }))), "{impossible:?}");
    assert_eq!((out.load(Ordering::Relaxed), pit.store().chain().unwrap()), (0, before));
    assert_eq!(pit.stop().await, []);
}
