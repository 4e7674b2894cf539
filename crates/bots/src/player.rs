//! A player who plays by itself and keeps its own books.

use crate::bets::lowest_bets;
use crate::client::{Client, Failed};
use crate::latency::Latencies;
use crate::line::Line;
use crate::proof;
use crate::server::Server;
use crate::table::Table;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_fair::{Context, Frozen, SeatHash, SeatSecret, ServerSeed, commit, parse_hex, seat_hash};
use tercet_protocol::live::{AskBody, Choice, FromClient, GameInfo, Round, Spot, TableState, ToClient};
use tokio::time::Instant;

/// A player at one table. It makes every wager there is, tells its secret, plays a queen high or better, and compares what it is paid
/// with what it sees.
#[derive(Debug)]
pub struct Player {
    client: Client,
    line: Line,
    me: String,
    table: Table,
    name: String,
    spot: u8,
    game: Option<GameInfo>,
    keys: u64,
    /// What was asked and not answered: when.
    asked: BTreeMap<String, Instant>,
    round: Mine,
    /// What the wallet should hold whenever nothing of it lies at the table.
    expected: i64,
    balance: i64,
    /// How long answers take, from the ask to the answer that it is done; the event comes before that.
    latencies: Arc<Latencies>,
    /// It looks at the proof of one round in so many.
    proofs_each: Option<u64>,
    /// It says that it is done once it has bet.
    waits_for_nobody: bool,
    /// It has looked at the table at which it sat down.
    begun: bool,
    /// What it has seen so far.
    pub report: Report,
}

/// What is this player's in the round.
#[derive(Clone, Debug, Default)]
struct Mine {
    no: u64,
    secret: Option<[u8; 32]>,
    commitment: String,
    bets: Vec<(String, i64)>,
    /// How many of them it has said on this line.
    placed: usize,
    has_bet: bool,
    /// It has said on this line that it is done with betting.
    done: bool,
    sworn: Sworn,
    /// It has said its secret on this line.
    told: bool,
    /// It has decided on this line.
    decided: bool,
    over: bool,
}

/// How far the hash of its secret is. Only one that was taken must be among those that are frozen: what is said too late, or is lost with
/// the line, counts for nothing.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
enum Sworn {
    #[default]
    No,
    /// It was said under this key, and not answered.
    Asked(String),
    Taken,
}

/// What a player has seen.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Rounds that it saw from the bets to the end.
    pub rounds: u64,
    /// How many proofs it had and found right.
    pub proofs: u64,
    /// What the server refused.
    pub refused: Vec<String>,
    /// What was not as it should be.
    pub mismatches: Vec<String>,
}

impl Player {
    /// Comes in as a guest and sits down; it does nothing at the table before it plays.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn sit(at: impl Into<Server>, called: &str, table: &str, spot: u8) -> Result<Player, Failed> {
        let mut client = Client::new(at);
        let me = client.come_as_guest(called).await?;
        let line = client.live().await?;
        let mut player = Player {
            client,
            line,
            me,
            table: Table::default(),
            name: table.into(),
            spot,
            game: None,
            keys: 0,
            asked: BTreeMap::new(),
            round: Mine::default(),
            expected: 0,
            balance: 0,
            latencies: Arc::default(),
            proofs_each: None,
            waits_for_nobody: false,
            begun: false,
            report: Report::default(),
        };
        let hello = player.line.hear().await?;
        let Some(ToClient::Hello { balance: Some(balance), .. }) = hello else {
            return Err(Failed::NotAsDocumented(format!("expected hello, came {hello:?}")));
        };
        (player.expected, player.balance) = (balance, balance);
        player.line.say(&FromClient::Watch { table: table.into(), after: None }).await?;
        let key = player.ask(AskBody::Sit { spot }).await?;
        player.is_done(&key).await?;
        Ok(player)
    }

    /// The same, and how long its answers take is noted there.
    #[must_use]
    pub fn noting(self, latencies: Arc<Latencies>) -> Player {
        Player { latencies, ..self }
    }

    /// The same, and it looks at the proof of one round in so many.
    #[must_use]
    pub fn proving(self, one_in: Option<u64>) -> Player {
        Player { proofs_each: one_in, ..self }
    }

    /// The same, and it says that it is done as soon as it has bet: where everybody does, no clock of the table is waited for.
    #[must_use]
    pub fn waiting_for_nobody(self, waits_for_nobody: bool) -> Player {
        Player { waits_for_nobody, ..self }
    }

    /// Plays until so many rounds are over from bets to seed.
    ///
    /// # Errors
    ///
    /// If the line fails, or the server hangs up.
    pub async fn play(&mut self, rounds: u64) -> Result<(), Failed> {
        self.begins().await?;
        while self.report.rounds < rounds {
            self.hears().await?;
        }
        Ok(())
    }

    /// Stands up, between two rounds: whoever plays on does not wait for it.
    ///
    /// # Errors
    ///
    /// If the line fails, or the server hangs up.
    pub async fn leaves(&mut self) -> Result<(), Failed> {
        let key = self.ask(AskBody::Leave { spot: self.spot, reason: None }).await?;
        self.is_done(&key).await
    }

    /// Waits until what it asked under a key is done, and does nothing of what the table calls for meanwhile; what is refused has failed.
    async fn is_done(&mut self, key: &str) -> Result<(), Failed> {
        while self.asked.contains_key(key) {
            let message = self.listens().await?;
            if let ToClient::Refused { key: Some(of), problem, .. } = &message
                && of == key
            {
                return Err(Failed::Refused(Box::new(problem.clone())));
            }
            self.takes(message)?;
        }
        Ok(())
    }

    /// Does what the table at which it has sat down calls for by now; nothing if it has begun before.
    pub(crate) async fn begins(&mut self) -> Result<(), Failed> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        self.looks().await
    }

    /// Loses the line and comes back with the number that it had.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn come_back(&mut self) -> Result<(), Failed> {
        self.line = self.client.live().await?;
        self.asked.clear();
        // What was said on the line that is lost may never have come: a wager is set once more to what it is, and a secret that the table does
        // not have is told once more.
        self.round.placed = 0;
        (self.round.done, self.round.told, self.round.decided) = (false, false, false);
        let after = Some(self.table.n());
        self.line.say(&FromClient::Watch { table: self.name.clone(), after }).await
    }

    /// Adds to its books what came of its last round, if that ended while it was away.
    async fn makes_up_for(&mut self, now: u64) -> Result<(), Failed> {
        let (missed, had_bets) = (self.round.no, self.round.has_bet);
        if self.round.over || missed == 0 || missed >= now || !had_bets {
            return Ok(());
        }
        self.round.over = true;
        let path = format!("/api/v1/tables/{}/rounds/{missed}/proof", self.name);
        match self.client.get::<Value>(&path).await {
            Ok(proof) => {
                let spots = proof["settlement"]["spots"].as_array().cloned().unwrap_or_default();
                let mine = spots.iter().find(|spot| spot["spot"] == self.spot);
                self.expected += mine.and_then(|mine| mine["net"].as_i64()).unwrap_or(0);
                Ok(())
            }
            // A round that is void has no such proof, and never will: every stake went back.
            Err(Failed::Refused(problem)) if problem.code == "not-found" => Ok(()),
            Err(failed) => Err(failed),
        }
    }

    /// Waits for one message, and does what it calls for.
    ///
    /// # Errors
    ///
    /// If the line fails, or the server hangs up.
    pub async fn hears(&mut self) -> Result<(), Failed> {
        let message = self.listens().await?;
        self.does(message).await
    }

    /// Waits for one message. Nothing is lost if the waiting is given up.
    pub(crate) async fn listens(&mut self) -> Result<ToClient, Failed> {
        let message = self.line.hear().await?;
        message.ok_or_else(|| Failed::Line("the server has hung up".into()))
    }

    /// Does what a message calls for.
    pub(crate) async fn does(&mut self, message: ToClient) -> Result<(), Failed> {
        if self.takes(message)? { self.looks().await } else { Ok(()) }
    }

    /// Takes note of a message; whether the table is another by it.
    fn takes(&mut self, message: ToClient) -> Result<bool, Failed> {
        match self.table.take(&message) {
            Ok(true) => return Ok(true),
            Ok(false) => self.minds(message)?,
            Err(broken) => self.mismatch(broken),
        }
        Ok(false)
    }

    /// The table as it is now.
    ///
    /// # Errors
    ///
    /// If the messages have made nonsense of it.
    pub fn state(&self) -> Result<TableState, Failed> {
        self.table.state().map_err(|broken| Failed::NotAsDocumented(broken.to_string()))
    }

    /// The number of the table that it has.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.table.n()
    }

    /// How long its answers took.
    #[must_use]
    pub fn latencies(&self) -> &Latencies {
        &self.latencies
    }

    /// Its client.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    fn minds(&mut self, message: ToClient) -> Result<(), Failed> {
        match message {
            ToClient::Wallet { balance, .. } => self.balance = balance,
            ToClient::Hello { balance: Some(balance), .. } => self.balance = balance,
            ToClient::Done { key, .. } => {
                if let Some(at) = self.asked.remove(&key) {
                    self.latencies.note(at.elapsed());
                }
                if self.round.sworn == Sworn::Asked(key) {
                    self.round.sworn = Sworn::Taken;
                }
            }
            ToClient::Refused { key, problem, .. } => {
                if let Some(key) = key {
                    self.asked.remove(&key);
                }
                self.report.refused.push(format!("{}: {}", problem.code, problem.detail));
            }
            ToClient::Bye { reason, .. } => return Err(Failed::Line(reason)),
            ToClient::Hello { .. }
            | ToClient::Pong { .. }
            | ToClient::Advice { .. }
            | ToClient::Snapshot { .. }
            | ToClient::Event { .. } => {}
        }
        Ok(())
    }

    /// Looks at the table and does what is its turn.
    async fn looks(&mut self) -> Result<(), Failed> {
        let state = self.state()?;
        let spot = self.spot.to_string();
        if state.seats.get(&spot).is_none_or(|seat| seat.player != self.me) {
            return Ok(());
        }
        let Some(round) = state.round else { return Ok(()) };
        self.makes_up_for(round.no).await?;
        if self.game.as_ref().is_none_or(|game| game.rules != round.game.rules) {
            self.game = Some(self.client.get(&format!("/api/v1/games/{}", round.game.rules)).await?);
        }
        let mine = round.spots.get(&spot).filter(|spot| spot.player == self.me);
        match &*round.stage {
            "open" => self.bets(&round).await?,
            "closed" => self.tells(&round).await?,
            "dealt" => self.decides(mine).await?,
            "over" => {
                let reckoned = self.round.over;
                self.reckons(&round, mine);
                if !reckoned && self.round.over {
                    self.proves(&round, mine).await?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    async fn bets(&mut self, round: &Round) -> Result<(), Failed> {
        if self.round.no != round.no {
            let bets = self.game.as_ref().map(lowest_bets).unwrap_or_default();
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| Failed::Line(error.to_string()))?;
            let (secret, commitment) = (Some(secret), round.commitment.clone());
            self.round = Mine { no: round.no, secret, commitment, bets, ..Mine::default() };
        }
        if self.round.sworn == Sworn::No
            && let Some(hash) = self.hash(round)
        {
            let key = self
                .ask(AskBody::Swear { spot: self.spot, hash: hash.to_string(), round: Some(round.no) })
                .await?;
            self.round.sworn = Sworn::Asked(key);
        }
        while let Some((wager, amount)) = self.round.bets.get(self.round.placed).cloned() {
            self.round.placed += 1;
            self.round.has_bet = true;
            self.ask(AskBody::Place { spot: self.spot, wager, amount, round: Some(round.no) }).await?;
        }
        if self.waits_for_nobody && !self.round.done {
            self.round.done = true;
            self.ask(AskBody::Ready { spot: self.spot, round: Some(round.no) }).await?;
        }
        Ok(())
    }

    /// Its hash of its secret.
    fn hash(&self, round: &Round) -> Option<SeatHash> {
        Some(seat_hash(&context(round)?, self.spot, &SeatSecret::new(self.round.secret?)))
    }

    /// Looks whether its hash was published with the others, and tells its secret.
    async fn tells(&mut self, round: &Round) -> Result<(), Failed> {
        if self.round.told || self.round.no != round.no || round.told.contains(&self.spot) {
            return Ok(());
        }
        self.round.told = true;
        let own = self.hash(round).map(|hash| hash.to_string());
        let is_frozen = own.is_some() && round.frozen_seats.get(&self.spot.to_string()) == own.as_ref();
        if !is_frozen && self.round.sworn == Sworn::Taken && stands(round, self.spot) {
            self.mismatch("its hash is not among the frozen seats");
        }
        if frozen(round) != round.frozen {
            self.mismatch("the frozen seats do not give the number that was published");
        }
        if let Some(secret) = self.round.secret.filter(|_| is_frozen) {
            let secret = tercet_fair::Hex(&secret).to_string();
            self.ask(AskBody::Tell { spot: self.spot, secret, round: Some(round.no) }).await?;
        }
        Ok(())
    }

    async fn decides(&mut self, mine: Option<&Spot>) -> Result<(), Failed> {
        let Some(mine) = mine.filter(|mine| mine.undecided && !self.round.decided) else { return Ok(()) };
        self.round.decided = true;
        if mine.cards.is_none() {
            self.mismatch("it does not see its own cards");
        }
        let choice = if Player::plays(mine) { Choice::Play } else { Choice::Fold };
        self.ask(AskBody::Decide { spot: self.spot, choice, times: None, round: Some(self.round.no) })
            .await
            .map(drop)
    }

    /// Whether it plays a hand: anything that is more than a high card, and a queen or better.
    fn plays(mine: &Spot) -> bool {
        let cards = mine.cards.as_deref().unwrap_or_default();
        mine.made || cards.split(' ').any(|card| card.starts_with(['A', 'K', 'Q']))
    }

    /// Compares what the round came to with its books.
    fn reckons(&mut self, round: &Round, mine: Option<&Spot>) {
        if self.round.no != round.no || self.round.over {
            return;
        }
        self.round.over = true;
        self.expected += mine.and_then(|mine| mine.net).unwrap_or(0);
        if self.expected != self.balance {
            let (expected, balance) = (self.expected, self.balance);
            self.mismatch(format!(
                "round {}: the wallet holds {balance}, by its own books {expected}",
                round.no
            ));
            self.expected = balance;
        }
        let seed = round.seed.as_deref().and_then(|seed| parse_hex(seed).ok());
        let committed = context(round)
            .zip(seed)
            .map(|(context, seed)| commit(&context, &ServerSeed::new(seed)).to_string());
        if committed.as_ref() != Some(&self.round.commitment) {
            self.mismatch(format!("round {}: the seed is not the one that was committed to", round.no));
        }
        // What was said on a line that is lost is not waited for.
        if let Sworn::Asked(key) = &self.round.sworn
            && self.asked.contains_key(key)
        {
            self.mismatch(format!("round {}: its hash was never answered", round.no));
        }
        self.report.rounds += 1;
    }

    /// Looks at the proof of a round, once in a while: the deck must follow from the seed and the secrets, and what it saw from the deck.
    async fn proves(&mut self, round: &Round, mine: Option<&Spot>) -> Result<(), Failed> {
        let due = self.proofs_each.is_some_and(|each| self.report.rounds.is_multiple_of(each.max(1)));
        if !due || round.void.is_some() {
            return Ok(());
        }
        let path = format!("/api/v1/tables/{}/rounds/{}/proof", self.name, round.no);
        let document: Value = self.client.get(&path).await?;
        match proof::holds(&document, round, (self.spot, mine)) {
            Ok(()) => self.report.proofs += 1,
            Err(why) => self.mismatch(format!("round {}: {why}", round.no)),
        }
        Ok(())
    }

    /// Asks under a new key, and tells the key.
    async fn ask(&mut self, ask: AskBody) -> Result<String, Failed> {
        self.keys += 1;
        let key = format!("{}-{}", self.me, self.keys);
        self.asked.insert(key.clone(), Instant::now());
        self.line.say(&FromClient::Ask { key: key.clone(), table: self.name.clone(), ask }).await?;
        Ok(key)
    }

    fn mismatch(&mut self, what: impl std::fmt::Display) {
        self.report.mismatches.push(format!("{} at {}: {what}", self.me, self.name));
    }
}

/// What the seed of the round is bound to.
fn context(round: &Round) -> Option<Context> {
    let context = &round.context;
    let rules = parse_hex(context.rules.strip_prefix("sha256:")?).ok()?;
    Context::new(&context.table, context.round, rules, &context.deal, &context.engine).ok()
}

/// Whether bets of this spot stand, now that they are closed: only then is a hash that was taken among those that are frozen. Where all bets of a seat came too
/// late it plays no part in the shuffle.
fn stands(round: &Round, spot: u8) -> bool {
    round.spots.get(&spot.to_string()).is_some_and(|spot| !spot.wagers.is_empty())
}

/// The number for the seats that were published.
fn frozen(round: &Round) -> Option<String> {
    let seats = round.frozen_seats.iter().map(|(spot, hash)| {
        let hash = if hash.is_empty() { None } else { Some(SeatHash::from_bytes(parse_hex(hash).ok()?)) };
        Some((spot.parse().ok()?, hash))
    });
    let mut seats = seats.collect::<Option<Vec<(u8, Option<SeatHash>)>>>()?;
    seats.sort_unstable_by_key(|(spot, _)| *spot);
    Some(Frozen::new(seats).ok()?.digest(&context(round)?).to_string())
}
