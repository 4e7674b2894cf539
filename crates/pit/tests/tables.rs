//! Tables that run: clocks, people who come and go, a store that fails, a house that closes.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_pit::{Eyes, Handle, House, News, NotAsked, Pit, Stopped};
use tercet_rules::{Choice, Money, View};
use tercet_store::{Append, AppendError, Done, Failure, Memory, Receipt, Store, handed_on};
use tercet_table::{
    Answer, Ask, Clocks, Do, HouseKey, NotLive, Refused, Settings, Stage, Status, Stream, TableEvent,
    TableView, Who, bytes_of,
};
use tokio::time::sleep;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// A store that outlives the house, takes its time, and fails when it is told to.
#[derive(Clone, Debug, Default)]
struct Slow(Arc<(Memory, AtomicBool, AtomicU64)>);

impl Slow {
    fn fails(&self, whether: bool) {
        self.0.1.store(whether, Ordering::Relaxed);
    }
}

impl Store for Slow {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        if self.0.1.load(Ordering::Relaxed) {
            return Err(Failure::Full("no room".into()).into());
        }
        self.0.0.append(append)
    }

    /// Answers later, as a store on a disk does.
    fn submit(&self, append: Append, done: Done) {
        let store = self.clone();
        self.0.2.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move { done(store.append(&append)) });
    }

    handed_on! { it => it.0.0; receipt, version, events, moves, balance, balances, chain, records }
}

fn house() -> House {
    let chance = AtomicU64::new(0);
    let chance = move || Ok(Hash::of(&[&chance.fetch_add(1, Ordering::Relaxed).to_be_bytes()]).0);
    House { key: HouseKey::new([42; 32]), now_ms: 1_000_000, chance: Arc::new(chance) }
}

fn funded() -> Slow {
    let store = Slow::default();
    let mut opening = Transaction::new();
    for player in ["ann", "bob"] {
        opening.post(Account::World, Account::Wallet(name(player)), Money::from_units(100_000), Why::CashIn);
    }
    store.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 0).moving(opening)).unwrap();
    store
}

static KEYS: AtomicU64 = AtomicU64::new(0);

async fn ask(table: &Handle, who: Who, what: Do) -> Result<Answer, NotAsked> {
    let key = KEYS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    table.ask(Ask::new(who, what), Key::new(&key).unwrap()).await
}

async fn player(table: &Handle, who: &str, what: Do) -> Result<Answer, NotAsked> {
    ask(table, Who::Player(name(who)), what).await
}

async fn open(pit: &Pit<Slow>, table: &str) -> Handle {
    let table = pit.open(&name(table)).await.unwrap();
    let text = tercet_games::builtin_text("three-card-fortune").unwrap();
    let settings = Settings::new(text, 0, None, Clocks::default()).unwrap();
    ask(&table, Who::Floor(name("flo")), Do::Set(Box::new(settings))).await.unwrap();
    ask(&table, Who::Floor(name("flo")), Do::Turn(Status::Open, "good evening".into())).await.unwrap();
    table
}

fn ten() -> Do {
    Do::Place(1, "ante".into(), Money::from_units(1_000))
}

/// A table at which Ann sits alone, with $10 on the Ante.
async fn ann_has_bet(pit: &Pit<Slow>) -> Handle {
    let table = open(pit, "t1").await;
    player(&table, "ann", Do::Sit(1)).await.unwrap();
    until(&table, |view| view.stage == Some(Stage::Open)).await;
    player(&table, "ann", ten()).await.unwrap();
    table
}

fn eyes(player: &str) -> Eyes {
    Eyes::Player(name(player))
}

/// Watches until it is so.
async fn until(table: &Handle, mut so: impl FnMut(&TableView) -> bool) -> TableView {
    let mut watcher = table.watch();
    loop {
        let view = watcher.view(&Eyes::Spectator);
        if so(&view) {
            return view;
        }
        watcher.changed().await.unwrap();
    }
}

fn cards(view: &View, spot: u8) -> Option<Vec<tercet_cards::Card>> {
    view.spots.iter().find(|seat| seat.spot == spot).and_then(|seat| seat.cards.clone())
}

/// A round runs by its clocks and nothing else: bets, no more bets, the deal, the decision of who is there, that of the table for who
/// is not (R24), the settlement, the next round.
#[tokio::test(start_paused = true)]
async fn a_round_runs_by_its_clocks() {
    let store = funded();
    let pit = Pit::new(store.clone(), house());
    let table = open(&pit, "t1").await;
    for (spot, who) in [(1, "ann"), (2, "bob")] {
        player(&table, who, Do::Sit(spot)).await.unwrap();
    }
    until(&table, |view| view.stage == Some(Stage::Open)).await;
    player(&table, "ann", ten()).await.unwrap();
    sleep(Duration::from_secs(10)).await;
    player(&table, "bob", Do::Place(2, "ante".into(), Money::from_units(1_000))).await.unwrap();
    // The countdown of the first bet covers all of them.
    sleep(Duration::from_millis(10_001)).await;
    let late =
        player(&table, "bob", Do::Place(2, "ante".into(), Money::from_units(2_000))).await.unwrap_err();
    assert!(matches!(late, NotAsked::Table(NotLive::Refused(Refused::NotNow { .. }))), "{late}");
    until(&table, |view| view.stage == Some(Stage::Dealt)).await;
    player(&table, "ann", Do::Decide(1, Choice::Play { times: 1 })).await.unwrap();
    // Bob went away, and the table decides for him.
    let over = until(&table, |view| view.stage == Some(Stage::Over)).await;
    assert!(over.seed.is_some());
    let next = until(&table, |view| view.round == 2).await;
    assert_eq!(next.stage, Some(Stage::Open));
    assert!(pit.stop().await.is_empty());
    assert_eq!(store.balances().unwrap().sum(), 0);
}

/// Who goes away and comes back finds the same cards, and the time that is left; others see neither the cards nor that they were gone.
#[tokio::test(start_paused = true)]
async fn who_comes_back_finds_the_same_cards_and_the_time_that_is_left() {
    let pit = Pit::new(funded(), house());
    let table = ann_has_bet(&pit).await;
    until(&table, |view| view.stage == Some(Stage::Dealt)).await;
    let before = table.watch().view(&eyes("ann"));
    let mine = cards(before.view.as_ref().unwrap(), 1).unwrap();
    sleep(Duration::from_secs(15)).await;
    let again = pit.open(&name("t1")).await.unwrap().watch().view(&eyes("ann"));
    assert_eq!(cards(again.view.as_ref().unwrap(), 1).unwrap(), mine);
    assert_eq!(again.deadline_ms, before.deadline_ms);
    let others = table.watch().view(&eyes("bob"));
    assert_eq!(cards(others.view.as_ref().unwrap(), 1), None);
    player(&table, "ann", Do::Decide(1, Choice::Fold)).await.unwrap();
    until(&table, |view| view.stage == Some(Stage::Over)).await;
    pit.stop().await;
}

/// A house that closes loses nothing: the round goes on with the same cards as it opens again.
#[tokio::test(start_paused = true)]
async fn a_house_that_closes_finishes_its_rounds_when_it_opens() {
    let store = funded();
    let pit = Pit::new(store.clone(), house());
    let table = ann_has_bet(&pit).await;
    let dealt = until(&table, |view| view.stage == Some(Stage::Dealt)).await;
    let mine = cards(table.watch().view(&eyes("ann")).view.as_ref().unwrap(), 1);
    let mut watcher = table.watch();
    assert!(pit.stop().await.is_empty());
    while watcher.changed().await != Err(Stopped) {}
    assert_eq!(table.stopped().await, Stopped);
    assert_eq!(player(&table, "ann", Do::Decide(1, Choice::Fold)).await, Err(NotAsked::Stopped));

    let pit = Pit::new(store.clone(), house());
    let table = pit.open(&name("t1")).await.unwrap();
    let view = table.watch().view(&eyes("ann"));
    assert_eq!((view.stage, view.commitment), (Some(Stage::Dealt), dealt.commitment));
    assert_eq!(cards(view.view.as_ref().unwrap(), 1), mine);
    until(&table, |view| view.stage == Some(Stage::Over)).await;
    pit.stop().await;
    assert_eq!(store.balance(&Account::Layout(name("t1"), 1)), Ok(Money::ZERO));
}

/// A clock that is behind what was written holds up no round: time goes on from there.
#[tokio::test(start_paused = true)]
async fn a_clock_that_is_years_behind_holds_up_no_round() {
    let store = funded();
    let pit = Pit::new(store.clone(), house());
    let table = ann_has_bet(&pit).await;
    until(&table, |view| view.stage == Some(Stage::Dealt)).await;
    pit.stop().await;
    let pit = Pit::new(store.clone(), House { now_ms: 5, ..house() });
    let began = tokio::time::Instant::now();
    let table = pit.open(&name("t1")).await.unwrap();
    assert!(pit.now_ms() > 1_000_000, "the house has the time of its tables: {}", pit.now_ms());
    until(&table, |view| view.stage == Some(Stage::Over)).await;
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    pit.stop().await;
    assert_eq!(store.balance(&Account::Layout(name("t1"), 1)), Ok(Money::ZERO));
    // A house that is closed opens no table.
    assert!(matches!(pit.open(&name("t1")).await, Err(NotLive::Failed(Failure::Denied(_)))));
}

/// A store without room holds up a table, and loses it nothing: with room again it goes on by itself.
#[tokio::test(start_paused = true)]
async fn a_table_waits_for_its_store() {
    let store = funded();
    let pit = Pit::new(store.clone(), house());
    let table = ann_has_bet(&pit).await;
    store.fails(true);
    let failed = player(&table, "ann", Do::TakeBack(1, "ante".into())).await.unwrap_err();
    assert!(matches!(failed, NotAsked::Table(NotLive::Failed(Failure::Full(_)))), "{failed}");
    sleep(Duration::from_secs(60)).await;
    assert_eq!(table.watch().view(&Eyes::Spectator).stage, Some(Stage::Open));
    store.fails(false);
    until(&table, |view| view.stage == Some(Stage::Over)).await;
    pit.stop().await;
}

/// A table that stopped by itself and was opened again is not forgotten: who closes the house is told why it had stopped.
#[tokio::test(start_paused = true)]
async fn why_a_table_had_stopped_is_told_at_the_end() {
    let store = funded();
    let pit = Pit::new(store.clone(), house());
    open(&pit, "t1").await;
    for spot in [3, 4] {
        let table = pit.open(&name("t1")).await.unwrap();
        // Another program writes to the table behind its back.
        let stream = Stream::Table(name("t1")).name().unwrap();
        let seated = bytes_of(&TableEvent::Seated { spot, player: name("bob") });
        let version = store.version(&stream).unwrap();
        let step = Append::new(Key::new(&[spot]).unwrap(), Hash::ZERO, 0);
        store.append(&step.happening(stream, version, vec![seated])).unwrap();
        let came = player(&table, "ann", Do::Sit(1)).await;
        // The second time a round is due, and the table finds it out by itself.
        let expected = if spot == 3 { NotAsked::Table(NotLive::Overtaken) } else { NotAsked::Stopped };
        assert_eq!(came, Err(expected));
        assert_eq!(table.stopped().await, Stopped);
        assert_eq!(table.hindered(), None, "nothing is tried again at a table that has stopped");
    }
    let again = pit.open(&name("t1")).await.unwrap();
    assert_eq!(again.watch().view(&Eyes::Spectator).seats.len(), 2, "both of the other program");
    assert_eq!(pit.tables().len(), 1);
    let t1 = || (name("t1"), NotLive::Overtaken);
    assert_eq!(pit.stop().await, [t1(), t1()]);
}

/// While what is due cannot be done, people are answered all the same, and told why not: what needs the store fails, and a bet is late as it would be had bets been
/// closed in time. With room again the round goes on with the bets that were made in time.
#[tokio::test(start_paused = true)]
async fn people_are_answered_while_what_is_due_cannot_be_done() {
    let store = funded();
    let pit = Pit::new(store.clone(), house());
    let table = ann_has_bet(&pit).await;
    assert_eq!(table.hindered(), None);
    store.fails(true);
    sleep(Duration::from_secs(30)).await;
    assert!(matches!(table.hindered(), Some(NotLive::Failed(Failure::Full(_)))), "it is said to be hindered");
    let refused = |came: Result<_, NotAsked>| {
        let Err(NotAsked::Table(NotLive::Refused(refused))) = came else { panic!("{came:?}") };
        refused
    };
    for _ in 0..300 {
        let failed = player(&table, "bob", Do::Sit(5)).await.unwrap_err();
        assert!(matches!(failed, NotAsked::Table(NotLive::Failed(Failure::Full(_)))), "{failed}");
        let more = Do::Place(1, "ante".into(), Money::from_units(2_000));
        for late in [more, Do::TakeBack(1, "ante".into()), Do::Ready(1)] {
            assert!(matches!(refused(player(&table, "ann", late).await), Refused::NotNow { .. }));
        }
        assert_eq!(refused(player(&table, "ann", Do::Leave(1)).await), Refused::InPlay { spot: 1 });
    }
    store.fails(false);
    until(&table, |view| view.stage == Some(Stage::Dealt)).await;
    sleep(Duration::from_millis(1)).await;
    assert_eq!(table.hindered(), None);
    assert_eq!(store.balance(&Account::Layout(name("t1"), 1)), Ok(Money::from_units(1_000)));
    pit.stop().await;
}

/// What a program writes into its log of a table shows no card.
#[tokio::test(start_paused = true)]
async fn no_card_is_in_a_log() {
    let pit = Pit::new(funded(), house());
    let table = ann_has_bet(&pit).await;
    until(&table, |view| view.stage == Some(Stage::Dealt)).await;
    let mine = cards(table.watch().view(&eyes("ann")).view.as_ref().unwrap(), 1).unwrap();
    for log in [format!("{table:?}"), format!("{:?}", table.watch()), format!("{pit:?}")] {
        // One card may stand in a hash by accident, three of them in a row do not.
        let hand = format!("{mine:?}");
        assert!(!log.contains(hand.trim_matches(['[', ']'])), "{log}");
    }
    pit.stop().await;
}

/// Tables do not wait for each other, and each takes only so much at once.
#[tokio::test(start_paused = true)]
async fn who_is_asked_too_much_says_so() {
    let pit = Pit::new(funded(), house());
    let table = open(&pit, "t1").await;
    let many: Vec<_> = (0..600).map(|_| player(&table, "ann", Do::Sit(1))).collect();
    let mut busy = 0;
    let tasks: Vec<_> = many.into_iter().map(Box::pin).collect();
    for came in join(tasks).await {
        busy += u64::from(came == Err(NotAsked::Busy));
    }
    assert!((1..600).contains(&busy), "{busy} were turned away");
    let other = open(&pit, "t2").await;
    player(&other, "bob", Do::Sit(1)).await.unwrap();
    assert_eq!(pit.tables().len(), 2);
    pit.stop().await;
}

/// Polls all of them until each is done.
async fn join<F: Future + Unpin>(mut all: Vec<F>) -> Vec<F::Output> {
    let mut done: Vec<Option<F::Output>> = all.iter().map(|_| None).collect();
    std::future::poll_fn(move |context| {
        for (future, done) in all.iter_mut().zip(&mut done) {
            if done.is_none()
                && let std::task::Poll::Ready(output) = std::pin::Pin::new(future).poll(context)
            {
                *done = Some(output);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(done.iter_mut().filter_map(Option::take).collect())
        } else {
            std::task::Poll::Pending
        }
    })
    .await
}

/// Who listens is told of each step once, in order, by what was written, and nobody's hidden card is in it.
#[tokio::test(start_paused = true)]
async fn who_listens_is_told_of_every_step_once() {
    let heard: Arc<Mutex<Vec<News>>> = Arc::default();
    let ears = Arc::clone(&heard);
    let pit =
        Pit::new(funded(), house()).telling(Arc::new(move |news| ears.lock().unwrap().push(news.clone())));
    let table = ann_has_bet(&pit).await;
    until(&table, |view| view.stage == Some(Stage::Over)).await;
    pit.stop().await;
    let heard = heard.lock().unwrap();
    let mut version = 0;
    for news in heard.iter() {
        version += u64::try_from(news.events.len()).unwrap();
        assert_eq!((news.look.table(), news.look.version()), (&name("t1"), version), "{news:?}");
        let seen = news.look.view(&Eyes::Spectator);
        if seen.stage == Some(Stage::Dealt) {
            assert_eq!(cards(&seen.view.unwrap(), 1), None);
            assert!(cards(&news.look.view(&eyes("ann")).view.unwrap(), 1).is_some());
        }
    }
    let words: Vec<&str> = heard.iter().flat_map(|news| news.words.iter().map(String::as_str)).collect();
    assert!(words.contains(&"Spot 1: $10 on Ante."), "{words:?}");
    let moved = heard.iter().filter(|news| news.wallets().contains(&name("ann"))).count();
    assert!(moved >= 1, "the bet and what came of it");
    assert!(matches!(heard.last().unwrap().events[..], [TableEvent::SeedTold { .. }]));
}
