//! Many players at once, and what they saw together.

use crate::client::{Client, Failed};
use crate::player::{Player, Report};
use serde_json::Value;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

/// How many players come at the same time: those after them wait a moment, as guests at a door do.
const AT_THE_DOOR: Duration = Duration::from_millis(5);

/// Whom to send.
#[derive(Clone, Debug)]
pub struct Order {
    /// Host and port of the server.
    pub at: String,
    /// At so many tables of the lobby, from the first; none: at all of them.
    pub tables: Option<usize>,
    /// So many players at each, from spot 1.
    pub seats: u8,
    /// Until each has seen so many rounds.
    pub rounds: u64,
}

/// What they saw together.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// How many played.
    pub players: usize,
    /// Rounds, each counted for each who sat there.
    pub rounds: u64,
    /// How long it took in all.
    pub took: Duration,
    /// How long answers took, from the shortest to the longest.
    pub latencies: Vec<Duration>,
    /// What the server refused.
    pub refused: Vec<String>,
    /// What was not as it should be: money, commitments, numbers, states.
    pub mismatches: Vec<String>,
    /// Lines that failed, and whatever else kept somebody from playing.
    pub failed: Vec<String>,
}

impl Seen {
    /// How long answers took at most, but for one in so many hundred: 99 for the slowest of a hundred.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let at = (self.latencies.len() * percent / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(at).copied().unwrap_or_default()
    }

    /// Whether everything was as it should be.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.refused.is_empty() && self.mismatches.is_empty() && self.failed.is_empty()
    }

    fn add(&mut self, report: Report) {
        self.rounds += report.rounds;
        self.latencies.extend(report.latencies);
        self.refused.extend(report.refused);
        self.mismatches.extend(report.mismatches);
    }
}

/// Sends players to the tables of a server, and tells what they saw.
///
/// # Errors
///
/// If the lobby cannot be had, or the operating system gives no chance for their names.
pub async fn crowd(order: &Order) -> Result<Seen, Failed> {
    let lobby: Vec<Value> = Client::new(&order.at).get("/api/v1/tables").await?;
    let tables = lobby.iter().filter_map(|table| table["table"].as_str());
    let tables: Vec<String> = tables.take(order.tables.unwrap_or(usize::MAX)).map(Into::into).collect();
    let began = Instant::now();
    let mut playing = JoinSet::new();
    for table in &tables {
        for spot in 1..=order.seats {
            playing.spawn(plays(order.at.clone(), name()?, table.clone(), spot, order.rounds));
            sleep(AT_THE_DOOR).await;
        }
    }
    let mut seen = Seen { players: playing.len(), ..Seen::default() };
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
    seen.latencies.sort_unstable();
    Ok(seen)
}

async fn plays(at: String, name: String, table: String, spot: u8, rounds: u64) -> (Report, Option<Failed>) {
    match Player::sit(&at, &name, &table, spot).await {
        Ok(mut player) => {
            let failed = player.play(rounds).await.err();
            (player.report, failed)
        }
        Err(failed) => (Report::default(), Some(failed)),
    }
}

/// A name that nobody has.
fn name() -> Result<String, Failed> {
    let mut bytes = [0; 6];
    getrandom::fill(&mut bytes).map_err(|error| Failed::Line(error.to_string()))?;
    Ok(format!("bot {}", tercet_fair::Hex(&bytes)))
}
