//! Many players at once, and what they saw together.

use crate::client::{Client, Failed};
use crate::latency::Latencies;
use crate::player::{Player, Report};
use crate::server::Server;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

/// How many players come at the same time: those after them wait a moment, as guests at a door do.
const AT_THE_DOOR: Duration = Duration::from_millis(5);

/// How long somebody waits before they try again to come back.
const AGAIN: Duration = Duration::from_millis(500);

/// How long they play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Until each has seen so many rounds.
    Rounds(u64),
    /// So long, from when the last of them has sat down.
    Time(Duration),
}

/// Whom to send.
#[derive(Clone, Debug)]
pub struct Order {
    /// The server.
    pub at: Server,
    /// At these tables.
    pub tables: Vec<String>,
    /// So many players at each: at its free spots, from the first.
    pub seats: u8,
    /// How long.
    pub until: Until,
    /// Each looks at the proof of one of its rounds in so many; none: at no proof.
    pub proofs_each: Option<u64>,
    /// Each says that it is done once it has bet: bets close when everybody at its table has.
    pub wait_for_nobody: bool,
    /// How long somebody whose line fails tries to come back; none: not at all.
    pub comes_back: Option<Duration>,
}

/// What they saw together.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// How many played.
    pub players: usize,
    /// How many did not come, as so many spots were not free.
    pub without_spot: usize,
    /// Rounds, each counted for each who sat there.
    pub rounds: u64,
    /// Proofs that were found right.
    pub proofs: u64,
    /// How long it took in all.
    pub took: Duration,
    /// How long answers took.
    pub latencies: Arc<Latencies>,
    /// What the server refused.
    pub refused: Vec<String>,
    /// What was not as it should be: money, commitments, numbers, states, proofs.
    pub mismatches: Vec<String>,
    /// Lines that failed, and whatever else kept somebody from playing.
    pub failed: Vec<String>,
}

impl Seen {
    /// Whether everything was as it should be.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.refused.is_empty() && self.mismatches.is_empty() && self.failed.is_empty()
    }

    fn add(&mut self, report: Report) {
        self.rounds += report.rounds;
        self.proofs += report.proofs;
        self.refused.extend(report.refused);
        self.mismatches.extend(report.mismatches);
    }
}

/// How far they are, for whoever waits for them.
#[derive(Debug, Default)]
pub struct SoFar {
    /// How many come; 0 until it is known how many spots are free.
    pub come: AtomicU64,
    /// How many have sat down.
    pub seated: AtomicU64,
    /// Rounds, each counted for each who sat there.
    pub rounds: AtomicU64,
    /// How often somebody came back who had lost the line.
    pub came_back: AtomicU64,
}

/// The tables of a lobby, in its order.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// Those that are open: rounds follow one another there.
    pub open: Vec<String>,
    /// Those that are paused or closed. Whoever sat down at one would wait until the floor opens it.
    pub idle: Vec<String>,
}

/// The tables of a server.
///
/// # Errors
///
/// If they cannot be had.
pub async fn lobby(at: &Server) -> Result<Lobby, Failed> {
    let all: Vec<Value> = Client::new(at).get("/api/v1/tables").await?;
    let mut lobby = Lobby::default();
    for table in &all {
        let Some(name) = table["table"].as_str() else { continue };
        let list = if table["status"] == "open" { &mut lobby.open } else { &mut lobby.idle };
        list.push(name.to_owned());
    }
    Ok(lobby)
}

/// Sends players to the free spots of a server's tables, and tells what they saw. Where fewer are free than should come, fewer do
/// ([`Seen::without_spot`]).
///
/// # Errors
///
/// If it cannot be had which spots are free, or the operating system gives no chance for their names.
pub async fn crowd(order: &Order, so_far: &Arc<SoFar>) -> Result<Seen, Failed> {
    let began = Instant::now();
    let latencies = Arc::<Latencies>::default();
    let mut playing = JoinSet::new();
    // When the last has sat down is known then.
    let (ends, ends_at) = tokio::sync::watch::channel(None);
    let places = places(order).await?;
    so_far.come.store(places.len() as u64, Ordering::Relaxed);
    let without_spot = order.tables.len() * usize::from(order.seats) - places.len();
    for (table, spot) in places {
        let guest = Guest {
            order: order.clone(),
            name: name()?,
            table,
            spot,
            latencies: Arc::clone(&latencies),
            so_far: Arc::clone(so_far),
            ends_at: ends_at.clone(),
        };
        playing.spawn(guest.plays());
        sleep(AT_THE_DOOR).await;
    }
    if let Until::Time(time) = order.until {
        ends.send_replace(Some(Instant::now() + time));
    }
    let mut seen = Seen { players: playing.len(), without_spot, latencies, ..Seen::default() };
    while let Some(ended) = playing.join_next().await {
        match ended {
            Ok((report, failed)) => {
                seen.add(report);
                seen.failed.extend(failed.map(|failed| failed.to_string()));
            }
            Err(panicked) => seen.failed.push(panicked.to_string()),
        }
    }
    seen.took = began.elapsed();
    Ok(seen)
}

/// Where they will sit: the first free spots of each table, as many as should come. At a table that the lobby does not have, as if nobody sat
/// there: what the server says to that is told.
async fn places(order: &Order) -> Result<Vec<(String, u8)>, Failed> {
    let mut places = Vec::new();
    if order.seats == 0 || order.tables.is_empty() {
        return Ok(places);
    }
    let client = Client::new(&order.at);
    let lobby: Vec<Value> = client.get("/api/v1/tables").await?;
    let lobby: BTreeMap<_, _> = lobby.iter().map(|table| (table["table"].as_str(), table)).collect();
    for table in &order.tables {
        let there = lobby.get(&Some(table.as_str()));
        let spots = there.and_then(|there| u8::try_from(there["spots"].as_u64()?).ok());
        let now: Value = match there {
            Some(there) if there["taken"] != 0 => client.get(&format!("/api/v1/tables/{table}")).await?,
            Some(_) | None => Value::Null,
        };
        let seats = &now["state"]["seats"];
        let free = (1..=spots.unwrap_or(order.seats)).filter(|spot| seats[spot.to_string()].is_null());
        places.extend(free.take(order.seats.into()).map(|spot| (table.clone(), spot)));
    }
    Ok(places)
}

/// Somebody who comes to play.
struct Guest {
    order: Order,
    name: String,
    table: String,
    spot: u8,
    latencies: Arc<Latencies>,
    so_far: Arc<SoFar>,
    ends_at: tokio::sync::watch::Receiver<Option<Instant>>,
}

impl Guest {
    async fn plays(mut self) -> (Report, Option<Failed>) {
        let player = Player::sit(&self.order.at, &self.name, &self.table, self.spot).await;
        let mut player = match player {
            Ok(player) => player
                .noting(Arc::clone(&self.latencies))
                .proving(self.order.proofs_each)
                .waiting_for_nobody(self.order.wait_for_nobody),
            Err(failed) => return (Report::default(), Some(failed)),
        };
        self.so_far.seated.fetch_add(1, Ordering::Relaxed);
        loop {
            match self.rounds(&mut player).await {
                Ok(()) => return (player.report, None),
                Err(Failed::Line(why)) => match self.order.comes_back {
                    Some(patience) if comes_back(&mut player, patience).await => {
                        self.so_far.came_back.fetch_add(1, Ordering::Relaxed);
                    }
                    Some(_) | None => return (player.report, Some(Failed::Line(why))),
                },
                Err(failed) => return (player.report, Some(failed)),
            }
        }
    }

    /// Plays round after round, and stands up once it has played as many as it should. Where time counts, what the last message led to is finished, and a round
    /// in play is left to the table, with the seat.
    async fn rounds(&mut self, player: &mut Player) -> Result<(), Failed> {
        player.begins().await?;
        loop {
            let before = player.report.rounds;
            let end = *self.ends_at.borrow();
            match (self.order.until, end) {
                (Until::Rounds(rounds), _) if before >= rounds => return player.leaves().await,
                (Until::Time(_), Some(end)) => match timeout_at(end, player.listens()).await {
                    Ok(heard) => player.does(heard?).await?,
                    Err(_) => return Ok(()),
                },
                (Until::Time(_), None) => tokio::select! {
                    heard = player.listens() => player.does(heard?).await?,
                    // The sender lives until all have sat down.
                    _ = self.ends_at.changed() => {}
                },
                (Until::Rounds(_), _) => player.hears().await?,
            }
            self.so_far.rounds.fetch_add(player.report.rounds - before, Ordering::Relaxed);
        }
    }
}

/// Tries to come back, again and again; whether it did.
async fn comes_back(player: &mut Player, patience: Duration) -> bool {
    let end = Instant::now() + patience;
    while Instant::now() < end {
        if player.come_back().await.is_ok() {
            return true;
        }
        sleep(AGAIN).await;
    }
    false
}

/// A name that nobody has.
fn name() -> Result<String, Failed> {
    let mut bytes = [0; 6];
    getrandom::fill(&mut bytes).map_err(|error| Failed::Line(error.to_string()))?;
    Ok(format!("bot {}", tercet_fair::Hex(&bytes)))
}
