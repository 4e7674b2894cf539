//! Whole rounds of all games, told to everybody who may watch, beside the plain way: both pictures made whole, and compared.

use super::*;
use crate::hub::Line;
use crate::seen::state;
use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::{Account, Hash, Key, Transaction, Why};
use tercet_pit::{Eyes, Handle, House, Pit};
use tercet_protocol::live::{Fact, GameInfo, apply, difference};
use tercet_rules::{Choice, Money};
use tercet_store::{Append, Memory, Store as _};
use tercet_table::{Ask, Clocks, Do, HouseKey, Settings, Stage, Status, Who as Asks};
use tokio::sync::mpsc;
use tokio::time::{advance, sleep};

/// Everybody is called by the own name, and more.
struct Called;

impl Players for Called {
    fn called(&self, player: &Name) -> String {
        format!("{player} the {}th", player.as_str().len())
    }

    fn own(&self, player: Option<&Name>, now_ms: u64) -> Option<Box<Own>> {
        let own = json!({"net": 1, "net_day": now_ms});
        player.and_then(|_| serde_json::from_value(own).ok())
    }
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// A table of a game, and what it has told.
struct Evening {
    table: Handle,
    settings: Settings,
    told: Arc<Mutex<Vec<News>>>,
    keys: AtomicU64,
}

impl Evening {
    async fn ask(&self, who: Asks, what: Do) -> bool {
        let key = self.keys.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        self.table.ask(Ask::new(who, what), Key::new(&key).unwrap()).await.is_ok()
    }

    async fn player(&self, who: &str, what: Do) -> bool {
        self.ask(Asks::Player(name(who)), what).await
    }

    async fn floor(&self, what: Do) {
        assert!(self.ask(Asks::Floor(name("flo")), what).await);
    }

    /// Waits until a round has come to one of these stages.
    async fn until(&self, round: u64, stages: &[Stage]) -> Stage {
        let mut watcher = self.table.watch();
        loop {
            let look = watcher.look();
            if let Some(stage) = look.stage().filter(|stage| look.rounds() == round && stages.contains(stage))
            {
                return stage;
            }
            watcher.changed().await.unwrap();
        }
    }

    /// Bets on all spots, the first under a secret, and nobody in a hurry.
    async fn bets(&self, round: u64, spots: &[(&str, u8)]) {
        self.until(round, &[Stage::Open]).await;
        let secret = SeatSecret::new([7; 32]);
        let context = self.table.watch().view(&Eyes::Spectator).context.unwrap();
        assert!(self.player(spots[0].0, Do::Swear(1, seat_hash(&context, 1, &secret))).await);
        let info = GameInfo::of(&self.settings.game, "", true);
        for (player, spot) in spots {
            for (wager, units) in tercet_bots::lowest_bets(&info) {
                let bet = Do::Place(*spot, wager.as_str().into(), Money::from_units(units));
                assert!(self.player(player, bet).await, "{wager}");
                sleep(Duration::from_millis(60)).await;
            }
            assert!(self.player(player, Do::Ready(*spot)).await);
        }
        if self.until(round, &[Stage::Closed, Stage::Dealt]).await == Stage::Closed {
            assert!(self.player(spots[0].0, Do::Tell(1, secret)).await);
        }
        self.until(round, &[Stage::Dealt]).await;
    }
}

/// All that a table of this game tells on an evening: Ann has two spots where that is allowed, one hand is folded, somebody does not decide, a round is void, and
/// somebody leaves.
async fn evening(game: &str) -> Vec<News> {
    let store = Arc::new(Memory::default());
    let mut opening = Transaction::new();
    for player in ["ann", "bob", "cyd"] {
        let money = Money::from_units(10_000_000);
        opening.post(Account::World, Account::Wallet(name(player)), money, Why::CashIn);
    }
    store.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 0).moving(opening)).unwrap();
    let (chance, seed) = (AtomicU64::new(0), game.to_owned());
    let chance = move || {
        let no = chance.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        Ok(Hash::of(&[seed.as_bytes(), &no]).0)
    };
    let told = Arc::<Mutex<Vec<News>>>::default();
    let tells = Arc::clone(&told);
    let house = House { key: HouseKey::new([42; 32]), now_ms: 1_000_000, chance: Arc::new(chance) };
    let pit =
        Pit::new(store, house).telling(Arc::new(move |news: &News| tells.lock().unwrap().push(news.clone())));
    let text = tercet_games::builtin_text(game).unwrap();
    let settings = Settings::new(text, 0, None, Clocks::default())
        .or_else(|_| Settings::new(text, 0, Some(name("meter")), Clocks::default()))
        .unwrap();
    let table = pit.open(&name("t1")).await.unwrap();
    let evening = Evening { table, settings, told, keys: AtomicU64::default() };
    evening.floor(Do::Set(Box::new(evening.settings.clone()))).await;
    evening.floor(Do::Turn(Status::Open, "good evening".into())).await;
    assert!(evening.player("ann", Do::Sit(1)).await);
    let mut spots = vec![("ann", 1), ("bob", 3), ("cyd", 4)];
    if evening.player("ann", Do::Sit(2)).await {
        spots.insert(1, ("ann", 2));
    }
    for player in ["bob", "cyd"] {
        let spot = spots.iter().find(|(who, _)| *who == player).unwrap().1;
        assert!(evening.player(player, Do::Sit(spot)).await);
    }
    let times = evening.settings.game.play_times()[0];
    // Spots that sat down in the middle of a round play from the next one on.
    let first = evening.table.watch().look().rounds() + u64::from(evening.table.watch().look().rounds() == 0);
    evening.bets(first, &spots).await;
    assert!(evening.player("ann", Do::Decide(1, Choice::Play { times })).await);
    assert!(evening.player("bob", Do::Decide(3, Choice::Fold)).await);
    evening.until(first, &[Stage::Over]).await;
    evening.bets(first + 1, &spots).await;
    evening.floor(Do::Void("a card fell".into())).await;
    assert!(evening.player("cyd", Do::Leave(4)).await);
    evening.bets(first + 2, &spots[..spots.len() - 1]).await;
    evening.floor(Do::Turn(Status::Paused, "good night".into())).await;
    evening.floor(Do::Report("exposed-card".into())).await;
    evening.until(first + 2, &[Stage::Over]).await;
    sleep(Duration::from_secs(60)).await;
    pit.stop().await;
    drop(evening.table);
    std::mem::take(&mut *evening.told.lock().unwrap())
}

/// The state of a table as somebody sees it, made as a whole.
fn plain(look: &Look, player: Option<&Name>) -> Value {
    let eyes = player.map_or(Eyes::Spectator, |player| Eyes::Player(player.clone()));
    let names = look.seats().values().map(|player| (player.clone(), Called.called(player))).collect();
    serde_json::to_value(state(look.table(), &look.view(&eyes), &names)).unwrap()
}

/// Somebody who watches, with what a client makes of what it is told.
struct Client {
    who: Who,
    line: Line,
    told: mpsc::Receiver<Utf8Bytes>,
    n: u64,
    state: Value,
    facts: Vec<Value>,
    words: Vec<Value>,
    messages: usize,
}

impl Client {
    fn new(who: Who) -> Client {
        let (line, told) = Line::new();
        let (facts, words) = (Vec::new(), Vec::new());
        Client { who, line, told, n: 0, state: Value::Null, facts, words, messages: 0 }
    }

    /// Watches anew.
    fn watches(&mut self, felt: &mut Felt, look: &Look) {
        let shown = felt.shown(look, &Called);
        let state = serde_json::to_value(shown.state_for(self.who.player.as_ref())).unwrap();
        (self.n, self.state) = (look.version(), state);
        felt.unwatch(&self.line);
        felt.watch(self.who.clone(), self.line.clone(), shown);
    }

    /// Takes what it was told; gives each message.
    fn hears(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Ok(text) = self.told.try_recv() {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "event" {
                assert_eq!(message["after"], self.n, "it is told of each step once, in order");
                apply(&mut self.state, &message["patch"]);
                self.facts.extend(message["facts"].as_array().unwrap().iter().cloned());
                self.words.extend(message["words"].as_array().unwrap().iter().cloned());
            } else {
                self.state = message["state"].clone();
            }
            self.n = message["n"].as_u64().unwrap();
            self.messages += 1;
            all.push(message);
        }
        all
    }
}

fn everybody() -> BTreeMap<&'static str, Client> {
    let who = |player: &str| match player {
        "nobody" => Who::default(),
        _ => Who { player: Some(name(player)), is_staff: player == "flo" },
    };
    ["ann", "bob", "cyd", "dan", "flo", "nobody"].map(|player| (player, Client::new(who(player)))).into()
}

/// The message of a step, made the plain way.
fn plain_event(before: &Look, news: &News, player: Option<&Name>, now_ms: u64) -> Value {
    let (after, n) = (before.version(), news.look.version());
    let facts: Vec<Fact> = crate::facts::facts(&news.events, after + 1, news.at_ms);
    let called = |said: &String| {
        let names = news.look.seats().values().chain(before.seats().values());
        let said_of =
            |player: &Name| said.strip_prefix(player.as_str()).is_some_and(|rest| rest.starts_with(' '));
        names
            .clone()
            .find(|player| said_of(player))
            .map_or_else(|| said.clone(), |player| said.replacen(player.as_str(), &Called.called(player), 1))
    };
    let words: Vec<String> = news.words.iter().map(called).collect();
    let patch = difference(&plain(before, player), &plain(&news.look, player));
    let table = news.look.table().as_str();
    json!({"type": "event", "table": table, "after": after, "n": n, "now_ms": now_ms, "facts": facts, "words": words, "patch": patch})
}

/// Whoever plays, and the staff, get of every step the very message that the plain way makes; whoever looks on gets a few, which come to the same. So in all
/// games, for two spots of a player, for those who leave and come back, and where a step was lost.
#[tokio::test(start_paused = true)]
async fn everybody_is_told_what_the_plain_way_says() {
    let (mut games, mut two_spots) = (0, 0);
    for game in tercet_games::builtin().iter().map(|builtin| builtin.id) {
        let all = evening(game).await;
        games += 1;
        let has_two =
            |news: &News| news.look.seats().values().filter(|player| player.as_str() == "ann").count() == 2;
        two_spots += usize::from(all.iter().any(has_two));
        for lost in [None, Some(all.len() / 2)] {
            is_told(&all, lost).await;
        }
    }
    assert_eq!((games, two_spots > 0), (5, true));
}

fn are_events(heard: &[Value]) -> bool {
    heard.iter().all(|message| message["type"] == "event")
}

async fn is_told(all: &[News], lost: Option<usize>) {
    let (mut felt, mut clients) = (Felt::default(), everybody());
    let (mut due, mut now_ms, mut own) = (None::<Instant>, 5_000_000, 0);
    let mut known = &all[0].look;
    clients.values_mut().for_each(|client| client.watches(&mut felt, known));
    for (no, news) in all.iter().enumerate().skip(1) {
        if lost == Some(no) {
            continue;
        }
        let before = std::mem::replace(&mut known, &news.look);
        let follows = before.version() + news.events.len() as u64 == news.look.version();
        if let Some(wait) = felt.tell(news, now_ms, &Called) {
            assert!(wait <= PAUSE, "{wait:?}");
            due = due.or(Some(Instant::now() + wait));
        }
        for (who, client) in &mut clients {
            let player = client.who.player.clone();
            let sits = |look: &Look| look.seats().values().any(|seated| Some(seated) == player.as_ref());
            let at_once = *who == "flo" || sits(before) || sits(&news.look);
            let heard = client.hears();
            assert!(
                lost.is_some() || are_events(&heard),
                "{who} watches anew at any time, and is told of steps: {heard:?}"
            );
            if at_once && follows && lost.is_none() {
                let expected = plain_event(before, news, player.as_ref(), now_ms);
                let public = plain_event(before, news, None, now_ms);
                own += usize::from(expected != public);
                assert_eq!(heard.last(), Some(&expected), "{who}");
            }
            if at_once || client.n == known.version() {
                assert_eq!(
                    (client.n, &client.state),
                    (known.version(), &plain(known, player.as_ref())),
                    "{who}"
                );
            }
            if no % 7 == 0 && (no / 7) % 3 == who.len() % 3 {
                client.watches(&mut felt, &news.look);
            }
        }
        now_ms += 60;
        advance(Duration::from_millis(60)).await;
        if due.is_some_and(|due| due <= Instant::now()) {
            due = felt.tell_due(now_ms, &Called).map(|wait| Instant::now() + wait);
            if due.is_some() {
                // They were told meanwhile, as one of them sat down.
                continue;
            }
            for client in clients.values_mut() {
                let heard = client.hears();
                assert!(lost.is_some() || are_events(&heard), "{heard:?}");
                assert_eq!(
                    (client.n, &client.state),
                    (known.version(), &plain(known, client.who.player.as_ref()))
                );
            }
        }
    }
    advance(PAUSE).await;
    assert_eq!(felt.tell_due(now_ms, &Called), None);
    for (who, client) in &mut clients {
        client.hears();
        assert_eq!(
            (client.n, &client.state),
            (known.version(), &plain(known, client.who.player.as_ref())),
            "{who}"
        );
    }
    let (some, most) = (clients["nobody"].messages, now_ms.saturating_sub(5_000_000) / 250 + 2);
    assert!(
        some as u64 <= most,
        "{some} in {now_ms}: whoever looks on is told at most four times a second, whoever sits down"
    );
    assert!(lost.is_some() || own > 0, "some are told of cards that not everybody sees");
    let many = clients["flo"].messages;
    assert!(clients["nobody"].messages * 2 < many, "{} of {many}", clients["nobody"].messages);
}

/// Whoever never went away is told of all facts and all words, each once, in order: those who look on in fewer messages, and those who sit down and leave, too. So
/// is whoever came at any moment, of all that followed.
#[tokio::test(start_paused = true)]
async fn nothing_is_left_out_of_what_is_told_later() {
    let all = evening("three-card-poker").await;
    let (mut felt, mut clients, mut due) = (Felt::default(), everybody(), None);
    clients.values_mut().for_each(|client| client.watches(&mut felt, &all[0].look));
    // Each with how many facts and words there were before.
    let mut later: Vec<(usize, usize, Client)> = Vec::new();
    let hear = |clients: &mut BTreeMap<_, Client>, later: &mut Vec<(usize, usize, Client)>| {
        for client in clients.values_mut().chain(later.iter_mut().map(|(.., client)| client)) {
            assert!(are_events(&client.hears()));
        }
    };
    for news in &all[1..] {
        let wait = felt.tell(news, 1, &Called);
        due = due.or(wait.map(|wait| Instant::now() + wait));
        hear(&mut clients, &mut later);
        let mut comes = Client::new(Who::default());
        comes.watches(&mut felt, &news.look);
        let staff = &clients["flo"];
        later.push((staff.facts.len(), staff.words.len(), comes));
        advance(Duration::from_millis(60)).await;
        if due.take_if(|due| *due <= Instant::now()).is_some() {
            due = felt.tell_due(1, &Called).map(|wait| Instant::now() + wait);
            hear(&mut clients, &mut later);
        }
    }
    advance(PAUSE).await;
    assert_eq!(felt.tell_due(1, &Called), None);
    hear(&mut clients, &mut later);
    let staff = &clients["flo"];
    assert_eq!(staff.facts.len() + 1, all.iter().map(|news| news.events.len()).sum::<usize>());
    for client in clients.values() {
        assert_eq!((&client.facts, &client.words), (&staff.facts, &staff.words));
    }
    for (facts, words, client) in &later {
        assert_eq!((&client.facts[..], &client.words[..]), (&staff.facts[*facts..], &staff.words[*words..]));
    }
    let [few, many] = ["nobody", "flo"].map(|who| clients[who].messages);
    assert!(few * 2 < many, "{few} of {many}");
}

/// A table that is quiet is told of at once to whoever looks on, too.
#[tokio::test(start_paused = true)]
async fn what_happens_after_a_pause_is_told_at_once() {
    let all = evening("three-card-fury").await;
    let mut felt = Felt::default();
    let mut client = everybody().remove("nobody").unwrap();
    client.watches(&mut felt, &all[0].look);
    for news in &all[1..] {
        assert_eq!(felt.tell(news, 1, &Called), None, "nothing is left for later");
        assert_eq!(client.hears().len(), 1);
        advance(PAUSE).await;
    }
}
