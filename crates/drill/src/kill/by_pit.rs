//! Tables that the pit drives, as a server does: everybody is a task, asks when they like, and sees what they may see.

use super::Driver;
use super::child::{Last, Orders, PLAYERS, TABLES, house_key, say};
use super::player::Player;
use super::stops::Stops;
use super::wish::{What, Wish};
use crate::books::Wrong;
use crate::dice::Dice;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tercet_ledger::Name;
use tercet_pit::{Eyes, Handle, House, NotAsked, Pit};
use tercet_table::{NotLive, Stage, Status, TableView};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// After so long a child is believed to stand still.
const STANDS_STILL: Duration = Duration::from_mins(5);

/// Plays until all rounds were played at each table.
pub(super) fn play(orders: &Orders, stops: Stops, last: Last) -> Result<(), Wrong> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let ended = runtime.block_on(async { timeout(STANDS_STILL, evening(orders, stops, last)).await });
    ended.unwrap_or_else(|_| Err("the tables stand still".into()))
}

async fn evening(orders: &Orders, stops: Stops, last: Last) -> Result<(), Wrong> {
    // Chance that no earlier child had.
    let mut dice = Dice::new(orders.seed ^ last.records << 32);
    let chance = Mutex::new(Dice::new(dice.below(u64::MAX)));
    let chance = move || Ok(chance.lock().unwrap_or_else(PoisonError::into_inner).bytes());
    let house = House { key: house_key(), now_ms: last.after_ms, chance: Arc::new(chance) };
    let pit = Pit::new(stops, house);
    let mut tables = BTreeMap::new();
    for table in TABLES {
        let name = Name::new(table).map_err(|error| error.to_string())?;
        tables.insert(table, pit.open(&name).await.map_err(|error| error.to_string())?);
    }
    let asks = Arc::new(Asks { tables, next: AtomicU64::new(orders.from) });
    let mut again = JoinSet::new();
    for line in &orders.again {
        let (asks, wish) = (Arc::clone(&asks), line.parse()?);
        again.spawn(async move { asks.wish_for(&wish).await });
    }
    all(again).await?;
    let mut everybody = JoinSet::new();
    for table in TABLES {
        asks.opens(table).await?;
        everybody.spawn(Arc::clone(&asks).pauses_after(table, orders.rounds));
        for (spot, name) in (1..).zip(PLAYERS) {
            let dice = Dice::new(dice.below(u64::MAX));
            let player = Player { asks: Arc::clone(&asks), table, name, spot, seed: orders.seed, dice };
            everybody.spawn(player.plays());
        }
    }
    all(everybody).await?;
    pit.stop().await.first().map_or(Ok(()), |(table, not)| Err(format!("{table} had stopped: {not}")))
}

/// Waits for all of them; for none any more if one of them fails.
async fn all(mut tasks: JoinSet<Result<(), Wrong>>) -> Result<(), Wrong> {
    while let Some(ended) = tasks.join_next().await {
        ended.map_err(|panicked| panicked.to_string())??;
    }
    Ok(())
}

/// Asks the tables for everybody, and says what is asked and what is answered.
pub(super) struct Asks {
    tables: BTreeMap<&'static str, Handle>,
    /// The number of the next wish.
    next: AtomicU64,
}

impl Asks {
    pub(super) fn table(&self, table: &str) -> Result<&Handle, Wrong> {
        self.tables.get(table).ok_or_else(|| format!("no table {table}"))
    }

    pub(super) async fn wish(&self, table: &str, who: &str, what: What) -> Result<(), Wrong> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.wish_for(&Wish { number, table: table.into(), who: who.into(), what }).await
    }

    async fn wish_for(&self, wish: &Wish) -> Result<(), Wrong> {
        let table = self.table(&wish.table)?;
        say(&format!("ask {wish}"));
        match table.ask(wish.ask()?, wish.key()).await {
            Ok(answer) => say(&format!("ok {} {}", wish.number, answer.receipt.seq)),
            Err(NotAsked::Table(not @ (NotLive::Refused(_) | NotLive::Funds(_)))) => {
                say(&format!("no {} {not}", wish.number));
            }
            Err(other) => return Err(format!("{wish}: {other}")),
        }
        Ok(())
    }

    /// The floor opens a table.
    async fn opens(&self, table: &str) -> Result<(), Wrong> {
        let status = self.table(table)?.watch().view(&Eyes::Spectator).status;
        if status == Status::Closed {
            self.wish(table, "flo", What::Set(Driver::Pit)).await?;
        }
        if status != Status::Open {
            self.wish(table, "flo", What::Open).await?;
        }
        Ok(())
    }

    /// The floor pauses a table after so many rounds, and waits until the one that is played by then is over.
    async fn pauses_after(self: Arc<Self>, table: &str, rounds: u64) -> Result<(), Wrong> {
        let over = |view: &TableView| matches!(view.stage, None | Some(Stage::Over));
        self.until(table, |view| view.round > rounds || view.round == rounds && over(view)).await?;
        self.wish(table, "flo", What::Pause).await?;
        self.until(table, over).await
    }

    async fn until(&self, table: &str, so: impl Fn(&TableView) -> bool) -> Result<(), Wrong> {
        let mut watcher = self.table(table)?.watch();
        while !so(&watcher.view(&Eyes::Spectator)) {
            watcher.changed().await.map_err(|stopped| stopped.to_string())?;
        }
        Ok(())
    }
}
