//! What players and the house have set for their protection stands before every bet.
//!
//! It is asked by the task of the table, with the postings of the step in hand, so that it knows to the cent what a bet takes; and it is told of every step
//! before the next one is asked about. Bets of one player that are under way at other tables count as made.

use crate::directory::Directory;
use crate::problem::{Answered, Code, Not, failed_people, problem};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tercet_ledger::{Name, Record, Transaction};
use tercet_people::protect::{Protection, Stop, Tally, Until, Window};
use tercet_pit::{Bet, Forbidden, News, Permit};
use tercet_protocol::live::Own;
use tercet_rules::Money;
use tercet_store::{Failure, Store};
use tokio::task::spawn_blocking;

/// How long it is known what somebody has set who bets nothing.
const KEPT_MS: u64 = 60 * 60 * 1_000;

/// What stands before the bets of all players.
pub(crate) struct Guards {
    store: Arc<dyn Store>,
    people: Arc<Directory>,
    players: Mutex<Players>,
    /// Held while what was set is read anew, so that the last reading counts.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Players {
    known: BTreeMap<Name, Known>,
    /// How many readings were begun.
    readings: u64,
    /// Of whom something is being set, as often as it is.
    held: Vec<Name>,
    /// What the bets take that are being written, by player and table.
    under_way: BTreeMap<Name, BTreeMap<Name, Money>>,
}

/// What is known of a player.
enum Known {
    /// It is being read.
    Reading(Reading),
    /// What was set, and what was bet.
    Read(Box<Guarded>),
}

/// What is set and was bet is being read, by one or more at the same time.
struct Reading {
    /// Which reading it is, of all that were begun: one that is thrown away is not taken for the next.
    no: u64,
    /// What has happened meanwhile.
    heard: Vec<Heard>,
}

/// What moved in one step.
#[derive(Clone)]
struct Heard {
    record: u64,
    moves: Arc<Vec<Transaction>>,
    at_ms: u64,
}

struct Guarded {
    protection: Protection,
    tally: Tally,
    /// What stands in the journal before this record is in the tally.
    read_to: u64,
    used_ms: u64,
}

impl Guarded {
    fn hear(&mut self, player: &Name, heard: &Heard) {
        if heard.record >= self.read_to {
            for transaction in &*heard.moves {
                self.tally.take_transaction(player, transaction, heard.at_ms);
            }
        }
    }

    fn own(&self, now_ms: u64) -> Own {
        own(&self.protection, &self.tally, now_ms)
    }
}

/// What a player's time and money come to.
pub(crate) fn own(protection: &Protection, tally: &Tally, now_ms: u64) -> Own {
    let playing = tally.playing(now_ms);
    let lost = tally.loss(Window::Day, now_ms);
    Own {
        playing_since_ms: playing.map(|(since, _)| since),
        net: playing.map_or(0, |(_, net)| net.units()),
        net_day: lost.units().saturating_neg(),
        check_at_ms: protection.check_at(now_ms, tally),
        away_until_ms: protection.away(now_ms).map(|away| match away.until {
            Until::Time(time) => time,
            Until::ForEver => 0,
        }),
    }
}

/// Says that it is not known yet what a player has set: the bet may be tried again at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotReadYet;

impl fmt::Display for NotReadYet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what you have set for yourself is being read; ask again under the same key")
    }
}

impl std::error::Error for NotReadYet {}

/// A bet that is being written, until this is dropped.
struct UnderWay {
    guards: Arc<Guards>,
    player: Name,
    table: Name,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.guards.players().arrived(&self.player, &self.table);
    }
}

impl Players {
    /// Nothing that this player bets at this table is under way any more.
    fn arrived(&mut self, player: &Name, table: &Name) {
        if let Some(tables) = self.under_way.get_mut(player) {
            tables.remove(table);
            if tables.is_empty() {
                self.under_way.remove(player);
            }
        }
    }
}

/// That no bet of a player is allowed, until this is dropped.
pub(crate) struct Held {
    guards: Arc<Guards>,
    player: Name,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut players = self.guards.players();
        if let Some(at) = players.held.iter().position(|held| *held == self.player) {
            players.held.swap_remove(at);
        }
    }
}

impl Guards {
    pub(crate) fn new(store: Arc<dyn Store>, people: Arc<Directory>) -> Guards {
        Guards { store, people, players: Mutex::default(), reading: tokio::sync::Mutex::default() }
    }

    fn players(&self) -> MutexGuard<'_, Players> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this bet may be written.
    ///
    /// # Errors
    ///
    /// [`Stop`], or [`NotReadYet`].
    pub(crate) fn ask(guards: &Arc<Guards>, bet: &Bet) -> Result<Permit, Forbidden> {
        let mut players = guards.players();
        let Players { known, under_way, held, .. } = &mut *players;
        if held.contains(&bet.player) {
            return Err(Forbidden::new(NotReadYet));
        }
        let Some(Known::Read(guarded)) = known.get_mut(&bet.player) else {
            return Err(Forbidden::new(NotReadYet));
        };
        guarded.used_ms = guarded.used_ms.max(bet.at_ms);
        let tables = under_way.entry(bet.player.clone()).or_default();
        let may = if tables.is_empty() {
            guarded.protection.may_bet(bet.at_ms, bet.takes, &guarded.tally)
        } else {
            let mut tally = guarded.tally.clone();
            tables.iter().for_each(|(table, takes)| tally.staked(table, *takes, bet.at_ms));
            guarded.protection.may_bet(bet.at_ms, bet.takes, &tally)
        };
        if let Err(stop) = may {
            if tables.is_empty() {
                under_way.remove(&bet.player);
            }
            return Err(Forbidden::new(stop));
        }
        tables.insert(bet.table.clone(), bet.takes);
        let (player, table) = (bet.player.clone(), bet.table.clone());
        Ok(Permit::holding(UnderWay { guards: Arc::clone(guards), player, table }))
    }

    /// Sees to it that no bet of this player is allowed while something is set for them: what is set at a time holds for every bet after it.
    #[must_use]
    pub(crate) fn hold(guards: &Arc<Guards>, player: &Name) -> Held {
        guards.players().held.push(player.clone());
        Held { guards: Arc::clone(guards), player: player.clone() }
    }

    /// Takes what a table did.
    pub(crate) fn hear(&self, news: &News) {
        let mut players = self.players();
        if news.events.is_empty() {
            // The table found more written than it knew. What of it moved whose money is not said: it is read anew.
            news.look.seats().values().for_each(|player| drop(players.known.remove(player)));
            return;
        }
        let wallets = news.wallets();
        if wallets.is_empty() {
            return;
        }
        let heard = Heard { record: news.record, moves: Arc::new(news.moves.clone()), at_ms: news.at_ms };
        for player in &wallets {
            // What was under way at this table is in the tally from now on.
            players.arrived(player, news.look.table());
            match players.known.get_mut(player) {
                Some(Known::Read(guarded)) => guarded.hear(player, &heard),
                Some(Known::Reading(reading)) => reading.heard.push(heard.clone()),
                None => {}
            }
        }
    }

    /// Sees to it that what this player has set and bet is known.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) async fn ready(self: &Arc<Guards>, player: &Name, now_ms: u64) -> Result<(), Answered> {
        // What was set may change while it is read; then it is read anew.
        while let Some(no) = self.begin(player, now_ms) {
            let (guards, who) = (Arc::clone(self), player.clone());
            // To its end, though nobody may wait any more: what is begun is told of every step meanwhile.
            let read = spawn_blocking(move || guards.end(&who, no, guards.guarded(&who, now_ms))).await;
            read.map_err(|panicked| failed_people(&panicked))??;
        }
        Ok(())
    }

    /// Begins to read, or joins whoever does; none if it is known.
    fn begin(&self, player: &Name, now_ms: u64) -> Option<u64> {
        let mut players = self.players();
        let Players { known, readings, .. } = &mut *players;
        let known = known.entry(player.clone()).or_insert_with(|| {
            *readings += 1;
            Known::Reading(Reading { no: *readings, heard: Vec::new() })
        });
        match known {
            Known::Read(guarded) => {
                guarded.used_ms = guarded.used_ms.max(now_ms);
                None
            }
            Known::Reading(reading) => Some(reading.no),
        }
    }

    /// Takes what was read, unless that reading was thrown away, or somebody who read it, too, was faster and has been told of more since.
    ///
    /// # Errors
    ///
    /// Why it could not be read.
    fn end(&self, player: &Name, no: u64, read: Result<Guarded, Answered>) -> Result<(), Answered> {
        let mut players = self.players();
        let heard = match players.known.get_mut(player) {
            Some(Known::Reading(reading)) if reading.no == no => std::mem::take(&mut reading.heard),
            Some(Known::Reading(_) | Known::Read(_)) | None => return read.map(drop),
        };
        match read {
            Ok(mut guarded) => {
                heard.iter().for_each(|heard| guarded.hear(player, heard));
                players.known.insert(player.clone(), Known::Read(Box::new(guarded)));
                Ok(())
            }
            Err(failed) => {
                players.known.remove(player);
                Err(failed)
            }
        }
    }

    /// Reads what the player has set, and every record that touched the wallet and still counts.
    fn guarded(&self, player: &Name, now_ms: u64) -> Result<Guarded, Answered> {
        let protection = self.people.protection(player)?;
        let read_to = self.store.chain()?.size;
        let mut moves = self.store.moves(player, 0, usize::MAX)?;
        moves.retain(|seq| *seq < read_to);
        let counts_from = now_ms.saturating_sub(Tally::LOOKS_BACK_MS);
        let first = self.first_after(&moves, counts_from)?;
        let mut tally = Tally::new();
        for seq in &moves[first..] {
            tally.take(player, &self.record(*seq)?);
        }
        Ok(Guarded { protection, tally, read_to, used_ms: now_ms })
    }

    /// How many of these records were written before this time.
    fn first_after(&self, moves: &[u64], from_ms: u64) -> Result<usize, Failure> {
        let (mut low, mut high) = (0, moves.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.record(moves[middle])?.at_ms < from_ms {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn record(&self, seq: u64) -> Result<Record, Failure> {
        let bytes = self.store.records(seq, 1)?.pop();
        let bytes = bytes.ok_or_else(|| Failure::Corrupt(format!("record {seq} is missing")))?;
        Record::decode(&bytes).map_err(|bad| Failure::Corrupt(format!("record {seq}: {bad}")))
    }

    /// Reads anew what is set for a player, after it was changed.
    ///
    /// # Errors
    ///
    /// If it cannot be read; then no bet is taken until it can.
    pub(crate) async fn changed(self: &Arc<Guards>, player: &Name) -> Result<(), Answered> {
        let _one_at_a_time = self.reading.lock().await;
        let (guards, who) = (Arc::clone(self), player.clone());
        let read = spawn_blocking(move || guards.people.protection(&who)).await;
        let read = read.map_err(|panicked| Answered(failed_people(&panicked))).flatten();
        let mut players = self.players();
        match (read, players.known.get_mut(player)) {
            (Ok(protection), Some(Known::Read(guarded))) => guarded.protection = protection,
            (Ok(_), None) => {}
            // What is being read may have been read before the change.
            (Ok(_), Some(Known::Reading(_))) => drop(players.known.remove(player)),
            (Err(failed), _) => {
                players.known.remove(player);
                return Err(failed);
            }
        }
        Ok(())
    }

    /// Notes that the player was told of time and cost, and said so.
    ///
    /// # Errors
    ///
    /// If it cannot be read what they have set.
    pub(crate) async fn acknowledged(
        self: &Arc<Guards>,
        player: &Name,
        now_ms: u64,
    ) -> Result<Own, Answered> {
        self.ready(player, now_ms).await?;
        let mut players = self.players();
        let Some(Known::Read(guarded)) = players.known.get_mut(player) else {
            return Err(problem(Code::Busy, NotReadYet).into());
        };
        guarded.tally.acknowledged(now_ms);
        Ok(guarded.own(now_ms))
    }

    /// What the player's time and money come to, if that is known.
    pub(crate) fn own(&self, player: &Name, now_ms: u64) -> Option<Own> {
        match self.players().known.get(player) {
            Some(Known::Read(guarded)) => Some(guarded.own(now_ms)),
            Some(Known::Reading(_)) | None => None,
        }
    }

    /// What is set for a player, and what was staked and lost, as it counts now.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) async fn seen(
        self: &Arc<Guards>,
        player: &Name,
        now_ms: u64,
    ) -> Result<(Protection, Tally), Answered> {
        self.ready(player, now_ms).await?;
        match self.players().known.get(player) {
            Some(Known::Read(guarded)) => Ok((guarded.protection.clone(), guarded.tally.clone())),
            Some(Known::Reading(_)) | None => Err(problem(Code::Busy, NotReadYet).into()),
        }
    }

    /// Forgets who has not bet for long: it is read again when they do.
    pub(crate) fn tend(&self, now_ms: u64) {
        self.players().known.retain(|_, known| match known {
            Known::Reading(_) => true,
            Known::Read(guarded) => guarded.used_ms.saturating_add(KEPT_MS) > now_ms,
        });
    }
}

/// Why a bet is not taken, as the answer.
pub(crate) fn forbidden(why: &Forbidden, now_ms: u64) -> Not {
    why.why::<Stop>().map_or_else(|| problem(Code::Busy, why), |stop| stopped(stop, now_ms))
}

/// The same, of what stops it.
pub(crate) fn stopped(stop: &Stop, now_ms: u64) -> Not {
    let code = match stop {
        Stop::Away(_) => Code::Away,
        Stop::Limit { .. } => Code::Limit,
        Stop::RealityCheck { .. } => Code::RealityCheck,
    };
    let mut not = problem(code, stop);
    not.retry_after_ms = stop.frees_ms().map(|frees| frees.saturating_sub(now_ms));
    not
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use tercet_people::protect::{Limit, Setter};
    use tercet_people::{Arrival, By, SessionKind};
    use tercet_store::Memory;
    use tercet_table::{Clocks, Settings};

    /// The people of a house, of whom Ann is one, and the folder in which they are.
    fn with_ann() -> (tempfile::TempDir, Arc<Directory>, Name) {
        let folder = tempfile::tempdir().unwrap();
        let people = Arc::new(Directory::open(&folder.path().join("people.db")).unwrap());
        let arrival = Arrival { kind: SessionKind::Program, peer: "192.0.2.1" };
        let ann = people.in_memory().guest("Ann", arrival, &[7; 32], 1).unwrap().account.id;
        (folder, people, ann)
    }

    fn guards_of(people: &Arc<Directory>) -> Arc<Guards> {
        Arc::new(Guards::new(Arc::new(Memory::new()), Arc::clone(people)))
    }

    /// What is set while it is read, for a bet that comes at the same time, holds at once: a reading of what was set before is thrown away for good, though
    /// another has begun since.
    #[tokio::test]
    async fn a_limit_that_is_set_while_it_is_read_holds() {
        let (_folder, people, ann) = with_ann();
        let guards = || guards_of(&people);
        let limit = Limit::Stake(Window::Day);
        let set = |value| {
            let which = (Setter::Player, limit);
            people.in_memory().ask_limit(&ann, which, Some(value), &By::oneself(&ann), 1).unwrap();
        };
        let holds = async |guards: &Arc<Guards>| guards.seen(&ann, 1).await.unwrap().0.limit(limit, 1);

        let first = guards();
        let before = first.begin(&ann, 1).unwrap();
        let read_before = first.guarded(&ann, 1);
        set(900);
        first.changed(&ann).await.unwrap();
        let after = first.begin(&ann, 1).unwrap();
        first.end(&ann, before, read_before).unwrap();
        assert_eq!(first.own(&ann, 1), None, "what was set before is not taken for what holds");
        first.end(&ann, after, first.guarded(&ann, 1)).unwrap();
        assert_eq!(holds(&first).await, Some(900));

        // Two read at the same time, and one is slower: what is set meanwhile stays.
        let second = guards();
        let [fast, slow] = [(); 2].map(|()| second.begin(&ann, 1).unwrap());
        let read_slowly = second.guarded(&ann, 1);
        second.end(&ann, fast, second.guarded(&ann, 1)).unwrap();
        set(300);
        second.changed(&ann).await.unwrap();
        second.end(&ann, slow, read_slowly).unwrap();
        assert_eq!(holds(&second).await, Some(300));
    }

    /// Whoever asked may be gone before it is read: it is read to its end, or every later step of the wallet would be kept for it.
    #[tokio::test]
    async fn what_is_begun_is_read_though_nobody_waits() {
        let (_folder, people, ann) = with_ann();
        let guards = guards_of(&people);
        // Asked, and given up at once.
        drop(guards.ready(&ann, 1).now_or_never());
        while guards.own(&ann, 1).is_none() {
            tokio::task::yield_now().await;
        }
    }

    fn bet(player: &Name, table: &str, takes: i64) -> Bet {
        Bet {
            player: player.clone(),
            table: Name::new(table).unwrap(),
            takes: Money::from_units(takes),
            at_ms: 1,
        }
    }

    /// While something is set for a player no bet of theirs is allowed, and it can be asked for again at once; bets of others are.
    #[tokio::test]
    async fn no_bet_is_allowed_while_something_is_set() {
        let (_folder, people, ann) = with_ann();
        let guards = guards_of(&people);
        guards.ready(&ann, 1).await.unwrap();
        let allowed = || Guards::ask(&guards, &bet(&ann, "one", 5)).is_ok();
        assert!(allowed());
        let [first, second] = [(); 2].map(|()| Guards::hold(&guards, &ann));
        drop(first);
        let Err(not) = Guards::ask(&guards, &bet(&ann, "one", 5)) else { panic!("it is held") };
        assert_eq!(not.why::<NotReadYet>(), Some(&NotReadYet));
        let arrival = Arrival { kind: SessionKind::Program, peer: "192.0.2.1" };
        let ben = people.in_memory().guest("Ben", arrival, &[8; 32], 1).unwrap().account.id;
        guards.ready(&ben, 1).await.unwrap();
        assert!(Guards::ask(&guards, &bet(&ben, "one", 5)).is_ok());
        drop(second);
        assert!(allowed());
    }

    /// Bets that are being written at other tables count as made: a limit says that they are used, and when there is room again for this bet alone.
    #[tokio::test]
    async fn bets_under_way_count_as_made() {
        let (_folder, people, ann) = with_ann();
        let which = (Setter::Player, Limit::Stake(Window::Day));
        people.in_memory().ask_limit(&ann, which, Some(900), &By::oneself(&ann), 1).unwrap();
        let guards = guards_of(&people);
        guards.ready(&ann, 1).await.unwrap();
        let under_way = Guards::ask(&guards, &bet(&ann, "one", 500)).unwrap();
        let Err(not) = Guards::ask(&guards, &bet(&ann, "two", 500)) else { panic!("it is too much") };
        let Some(Stop::Limit { used: 500, frees_ms: Some(_), .. }) = not.why::<Stop>() else {
            panic!("{not:?}")
        };
        assert!(Guards::ask(&guards, &bet(&ann, "two", 400)).is_ok());
        drop(under_way);
        assert!(Guards::ask(&guards, &bet(&ann, "two", 500)).is_ok());
    }

    /// A win belongs to the first stake of its round only if bets stand open at no table for longer than a tally reckons with.
    #[test]
    fn bets_stand_open_no_longer_than_a_tally_reckons_with() {
        let text = tercet_games::builtin_text("three-card-fortune").unwrap();
        let set = |bet_ms| Settings::new(text, 0, None, Clocks { bet_ms, ..Clocks::default() });
        assert!(set(Tally::BETS_MS).is_ok() && set(Tally::BETS_MS + 1).is_err());
    }
}
