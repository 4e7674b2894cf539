//! Who is there at which table, and whose seats the house gives up.
//!
//! A player is there as long as a live line of theirs watches the table. Who asks it for something without one, as a program may, is there for a
//! minute from then on; anybody else is absent. The house looks once a minute: whoever has not been there for as long as it keeps a seat is stood up.

use crate::ask::Asked;
use crate::house::{House, key_of, of_the_house};
use crate::problem::Answered;
use futures_util::stream::{self, StreamExt as _};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tercet_ledger::Name;
use tercet_pit::{Handle, Look};
use tercet_table::{Ask, Do, Who};

/// For how long whoever asks without a line is there.
const ASKED_MS: u64 = 60_000;

/// At how many tables somebody is stood up at the same time.
const AT_ONCE: usize = 16;

/// Who is there at which table.
#[derive(Default)]
pub(crate) struct Attendance(Mutex<BTreeMap<Name, AtTable>>);

#[derive(Default)]
struct AtTable {
    /// How often somebody came who was absent, or the other way round.
    changes: u64,
    players: BTreeMap<Name, Player>,
}

/// A player of whom it is known when they were at a table last. Whoever is not known is absent, and nobody can say since when.
struct Player {
    /// How many live lines of theirs watch the table.
    lines: usize,
    /// When they were there last, as far as anybody knows; where there are lines, that is now.
    last_ms: u64,
    absent: bool,
}

impl Player {
    /// Whether a seat that is kept for so long is kept no more.
    fn is_gone(&self, kept_ms: u64, now_ms: u64) -> bool {
        self.lines == 0 && now_ms.saturating_sub(self.last_ms) >= kept_ms
    }
}

impl AtTable {
    /// Changes what is known of a player.
    fn note(&mut self, player: &Name, now_ms: u64, note: impl FnOnce(&mut Player)) {
        let new = || Player { lines: 0, last_ms: now_ms, absent: true };
        let known = self.players.entry(player.clone()).or_insert_with(new);
        let before = known.absent;
        note(known);
        self.changes += u64::from(known.absent != before);
    }
}

impl Attendance {
    fn tables(&self) -> MutexGuard<'_, BTreeMap<Name, AtTable>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, table: &Name, player: &Name, now_ms: u64, note: impl FnOnce(&mut Player)) {
        self.tables().entry(table.clone()).or_default().note(player, now_ms, note);
    }

    /// A line of the player's watches the table from now on.
    fn comes(&self, table: &Name, player: &Name, now_ms: u64) {
        self.note(table, player, now_ms, |known| {
            known.lines += 1;
            known.absent = false;
        });
    }

    /// It watches the table no more.
    fn goes(&self, table: &Name, player: &Name, now_ms: u64) {
        self.note(table, player, now_ms, |known| {
            known.lines = known.lines.saturating_sub(1);
            known.last_ms = now_ms;
            known.absent = known.lines == 0;
        });
    }

    /// The player asks something of the table, whether over a line that watches it or not.
    pub(crate) fn asks(&self, table: &Name, player: &Name, now_ms: u64) {
        self.note(table, player, now_ms, |known| {
            known.last_ms = now_ms;
            known.absent = false;
        });
    }

    /// How often somebody has come to a table or gone: whoever keeps what is said of it sees by this that there is more to say.
    pub(crate) fn changes(&self, table: &Name) -> u64 {
        self.tables().get(table).map_or(0, |there| there.changes)
    }

    /// The spots whose players are absent, in ascending order.
    pub(crate) fn absent(&self, table: &Name, seats: &BTreeMap<u8, Name>) -> Vec<u8> {
        let tables = self.tables();
        let there = tables.get(table);
        let known = |player| there.and_then(|there| there.players.get(player));
        let absent = |player| known(player).is_none_or(|known| known.absent);
        seats.iter().filter(|(_, player)| absent(player)).map(|(spot, _)| *spot).collect()
    }

    /// Whether the player has not been there for so long. Of whoever is not known here that is not known either.
    fn is_gone(&self, table: &Name, player: &Name, kept_ms: u64, now_ms: u64) -> bool {
        let tables = self.tables();
        let known = tables.get(table).and_then(|there| there.players.get(player));
        known.is_some_and(|known| known.is_gone(kept_ms, now_ms))
    }

    /// Looks who of those who sit at a table is there: whoever nobody knows of is absent from now on. Forgets who neither sits there nor watches.
    fn look(&self, table: &Name, seats: &BTreeMap<u8, Name>, now_ms: u64) {
        let mut tables = self.tables();
        let there = tables.entry(table.clone()).or_default();
        for player in seats.values() {
            there.note(player, now_ms, |known| known.absent |= known.is_gone(ASKED_MS, now_ms));
        }
        // Whoever has just asked may be about to sit down.
        there.players.retain(|player, known| {
            !known.is_gone(ASKED_MS, now_ms) || seats.values().any(|sits| sits == player)
        });
    }
}

/// A live line of a player's watches a table, until this is dropped.
pub(crate) struct Watches {
    house: Arc<House>,
    table: Name,
    player: Name,
}

impl Watches {
    pub(crate) fn new(house: &Arc<House>, table: &Name, player: &Name) -> Watches {
        house.attendance.comes(table, player, house.pit.now_ms());
        Watches { house: Arc::clone(house), table: table.clone(), player: player.clone() }
    }
}

impl Drop for Watches {
    fn drop(&mut self) {
        self.house.attendance.goes(&self.table, &self.player, self.house.pit.now_ms());
    }
}

impl House {
    /// Looks who is there at all tables, and stands up whoever has been absent for longer than the house keeps a seat.
    pub(crate) async fn tend_seats(&self, now_ms: u64) {
        let tend = |table: Handle| async move {
            let look = table.watch().look();
            // Whoever is stood up was said to be absent a minute before, however short a seat is kept.
            let absent = self.attendance.absent(look.table(), look.seats());
            self.attendance.look(look.table(), look.seats(), now_ms);
            let Some(kept) = self.settings.limits.seat_kept else { return };
            for (spot, player) in look.seats().iter().filter(|(spot, _)| absent.contains(spot)) {
                self.stands_up(&table, (*spot, player), kept, now_ms).await;
            }
        };
        stream::iter(self.pit.tables()).for_each_concurrent(AT_ONCE, tend).await;
    }

    /// Stands a player up who is gone. Whoever has bets in play keeps the spot until the round is over: the table says so, and in a minute it is asked again.
    async fn stands_up(&self, table: &Handle, (spot, player): (u8, &Name), kept: Duration, now_ms: u64) {
        let kept_ms = u64::try_from(kept.as_millis()).unwrap_or(u64::MAX);
        // As it is by now: somebody may have come back, or sit there instead, while others were stood up. Should that happen before the table comes to this, it
        // stands up nobody else.
        let look: Look = table.watch().look();
        let sits = look.seats().get(&spot) == Some(player);
        if !sits || !self.attendance.is_gone(table.name(), player, kept_ms, now_ms) {
            return;
        }
        let key = key_of(&[b"absent", &look.version().to_be_bytes(), &[spot]]);
        let ask = Ask::new(Who::Floor(of_the_house()), Do::StandUp(spot, player.clone()));
        if let Err(Answered(problem)) = self.ask(table, Asked { ask, row: None }, key).await {
            tracing::debug!(table = %table.name(), spot, code = problem.code, "an absent player keeps the seat for now");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::Settings;
    use crate::limits::Limits;
    use serde_json::{Value, json};
    use std::net::SocketAddr;
    use tempfile::TempDir;
    use tercet_bots::{Client, Line};
    use tercet_people::Which;
    use tercet_protocol::live::{FactKind, FromClient, ToClient};
    use tercet_table::{Clocks, Stream, TableEvent};
    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;
    use tokio::time::{sleep, timeout};

    const TABLE: &str = "three-card-fortune";
    const MINUTE_MS: u64 = 60_000;
    const KEPT_MS: u64 = 15 * MINUTE_MS;
    const PATIENCE: Duration = Duration::from_secs(60);
    const NOBODY: [u8; 0] = [];

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    /// What one player does.
    #[derive(Clone, Copy, PartialEq)]
    enum Deed {
        Comes,
        Goes,
        Asks,
        /// Nothing; but the house looks.
        Looked,
    }

    /// In whatever order a player comes over several lines, goes and asks, and the house looks: since when they are gone, and whether they are absent, is
    /// what the list of all of it says; and it changes as often as is counted.
    #[test]
    fn who_is_there_follows_from_all_that_happened() {
        let (table, ann) = (name(TABLE), name("ann"));
        let seats = BTreeMap::from([(3, ann.clone())]);
        let deeds = [Deed::Comes, Deed::Goes, Deed::Asks, Deed::Looked];
        for order in 0..4_usize.pow(7) {
            let attendance = Attendance::default();
            let mut done: Vec<(u64, Deed)> = Vec::new();
            let (mut was_absent, mut changes) = (true, 0);
            for step in 0..7 {
                let (deed, now_ms) = (deeds[order / 4_usize.pow(step) % 4], 40_000 * u64::from(step));
                let lines = |done: &[(u64, Deed)]| {
                    let count = |which| done.iter().filter(|(_, deed)| *deed == which).count();
                    count(Deed::Comes) - count(Deed::Goes)
                };
                match deed {
                    Deed::Goes if lines(&done) == 0 => continue,
                    Deed::Comes => attendance.comes(&table, &ann, now_ms),
                    Deed::Goes => attendance.goes(&table, &ann, now_ms),
                    Deed::Asks => attendance.asks(&table, &ann, now_ms),
                    Deed::Looked => attendance.look(&table, &seats, now_ms),
                }
                done.push((now_ms, deed));
                let last = done.iter().rposition(|(_, deed)| matches!(deed, Deed::Goes | Deed::Asks));
                let since = last.or(Some(0).filter(|_| done[0].1 == Deed::Looked)).map(|at| done[at].0);
                for kept_ms in [40_000, 100_000, 160_000] {
                    let gone = lines(&done) == 0 && since.is_some_and(|since| now_ms - since >= kept_ms);
                    assert_eq!(attendance.is_gone(&table, &ann, kept_ms, now_ms), gone, "{order}, {step}");
                }
                let asked = last.filter(|at| done[*at].1 == Deed::Asks).map(|at| {
                    let late =
                        |(at_ms, deed): &(u64, Deed)| *deed == Deed::Looked && at_ms - done[at].0 >= 60_000;
                    !done[at..].iter().any(late)
                });
                let absent = lines(&done) == 0 && !asked.unwrap_or(false);
                let spots: &[u8] = if absent { &[3] } else { &[] };
                assert_eq!(attendance.absent(&table, &seats), spots, "{order}, {step}");
                changes += u64::from(absent != was_absent);
                was_absent = absent;
                assert_eq!(attendance.changes(&table), changes, "{order}, {step}");
            }
        }
    }

    /// Who neither sits at a table nor watches it takes no room for long.
    #[test]
    fn whoever_came_by_is_forgotten() {
        let (attendance, table) = (Attendance::default(), name(TABLE));
        let known = || attendance.tables()[&table].players.keys().cloned().collect::<Vec<_>>();
        for player in ["sits", "watches", "asked", "went"].map(name) {
            attendance.asks(&table, &player, 0);
        }
        attendance.comes(&table, &name("watches"), 0);
        attendance.comes(&table, &name("went"), 0);
        attendance.goes(&table, &name("went"), 0);
        let seats = BTreeMap::from([(1, name("sits"))]);
        attendance.look(&table, &seats, 59_999);
        assert_eq!(known().len(), 4);
        attendance.look(&table, &seats, 60_000);
        assert_eq!(known(), ["sits", "watches"].map(name));
    }

    /// A house that lets people in.
    struct Open {
        house: Arc<House>,
        at: SocketAddr,
        folder: TempDir,
        stop: oneshot::Sender<()>,
        server: JoinHandle<()>,
    }

    impl Open {
        async fn in_folder(folder: TempDir, seat_kept: Option<Duration>) -> Open {
            let clocks = Clocks { bet_ms: 600_000, secret_ms: 600_000, decide_ms: 600_000, show_ms: 600_000 };
            let limits = Limits { seat_kept, asks_a_second: 10_000, ..Limits::default() };
            let mut settings = Settings { clocks, limits, ..Settings::new(folder.path()) };
            settings.listen = SocketAddr::from(([127, 0, 0, 1], 0));
            let house = House::open(settings).await.unwrap();
            let ((stop, stops), (ready, is_ready)) = (oneshot::channel::<()>(), oneshot::channel());
            let open = Arc::clone(&house);
            let server = tokio::spawn(async move {
                let stops = async { drop(stops.await) };
                crate::serve(open, |at| ready.send(at).unwrap(), stops).await.unwrap();
            });
            Open { house, at: is_ready.await.unwrap(), folder, stop, server }
        }

        async fn new() -> Open {
            Open::in_folder(tempfile::tempdir().unwrap(), Limits::default().seat_kept).await
        }

        async fn close(self) -> TempDir {
            self.stop.send(()).unwrap();
            timeout(PATIENCE, self.server).await.unwrap().unwrap();
            self.folder
        }

        async fn guest(&self, called: &str) -> Guest {
            let mut client = Client::new(self.at.to_string());
            let player = name(&client.come_as_guest(called).await.unwrap());
            Guest { client, player }
        }

        fn table(&self) -> Handle {
            self.house.table(TABLE).unwrap()
        }

        fn absent(&self) -> Vec<u8> {
            self.house.attendance.absent(&name(TABLE), self.table().watch().look().seats())
        }

        fn taken(&self) -> Vec<u8> {
            self.table().watch().look().seats().keys().copied().collect()
        }

        /// Looks so long after now, as the house does once a minute.
        async fn later(&self, ms: u64) -> Vec<u8> {
            self.house.tend_seats(self.house.pit.now_ms() + ms).await;
            self.taken()
        }

        async fn until(&self, what: impl Fn(&Open) -> bool) {
            let waits = async {
                while !what(self) {
                    sleep(Duration::from_millis(5)).await;
                }
            };
            timeout(PATIENCE, waits).await.unwrap();
        }

        /// Who stood up from where, of the house, the floor or by themselves, as the journal has it.
        fn left(&self) -> Vec<(u8, Option<Name>)> {
            let stream = Stream::Table(name(TABLE)).name().unwrap();
            let events = self.house.store.events(&stream, 0, 1_000).unwrap();
            let left = |event: &[u8]| {
                let event = TableEvent::read(event).unwrap();
                if let TableEvent::Left { spot, by } = event { Some((spot, by)) } else { None }
            };
            events.iter().filter_map(|stored| left(&stored.event)).collect()
        }
    }

    struct Guest {
        client: Client,
        player: Name,
    }

    impl Guest {
        /// Asks over HTTP, without a line.
        async fn asks(&self, ask: Value) {
            let key = ask.to_string();
            let headers = [("content-type", "application/json"), ("idempotency-key", key.as_str())];
            let (path, body) = (format!("/api/v1/tables/{TABLE}/asks"), key.clone());
            let answer =
                self.client.ask("POST".parse().unwrap(), &path, &headers, body.into()).await.unwrap();
            assert_eq!(answer.status, 200, "{ask}: {}", String::from_utf8_lossy(&answer.body));
        }

        async fn sits(&self, spots: &[u8]) {
            for spot in spots {
                self.asks(json!({"do":"sit","spot":spot})).await;
            }
        }

        /// A line of theirs that watches the table.
        async fn watches(&self) -> Line {
            let mut line = self.client.live().await.unwrap();
            line.say(&FromClient::Watch { table: TABLE.into(), after: None }).await.unwrap();
            hears(&mut line, |said| matches!(said, ToClient::Snapshot { .. })).await;
            line
        }
    }

    /// Listens until something is said.
    async fn hears(line: &mut Line, what: impl Fn(&ToClient) -> bool) {
        let waits = async { while !what(&line.hear().await.unwrap().expect("the line is open")) {} };
        timeout(PATIENCE, waits).await.unwrap();
    }

    /// Whoever has no line that watches the table keeps all of their seats so long and no longer: one who never had any, too, but not who has one of
    /// several left. Open bets go back, everybody is told, and the journal says that it was the house; the log of events has no row for each.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_seat_is_kept_for_so_long_and_no_longer() {
        let house = Open::new().await;
        let guests = [house.guest("Ann").await, house.guest("Bob").await, house.guest("Cid").await];
        let [ann, bob, cid] = &guests;
        let (mut one, other, gone) = (ann.watches().await, ann.watches().await, bob.watches().await);
        ann.sits(&[1]).await;
        bob.sits(&[4, 5]).await;
        cid.sits(&[7]).await;
        house.until(|house| house.table().watch().look().stage().is_some()).await;
        bob.asks(json!({"do":"place","spot":4,"wager":"ante","amount":1_000})).await;
        assert_eq!(house.absent(), NOBODY, "who asks without a line is there");
        assert!(house.house.balance(&bob.player).unwrap() < house.house.settings.guest_money);
        drop((other, gone));
        house.until(|house| house.absent() == [4, 5]).await;
        assert_eq!(house.later(KEPT_MS - MINUTE_MS).await, [1, 4, 5, 7]);
        assert_eq!(house.absent(), [4, 5, 7], "for a minute");
        assert_eq!(house.later(KEPT_MS).await, [1]);
        hears(&mut one, |said| {
            let left = FactKind::Left { spot: 7, by_floor: true, absent: true };
            matches!(said, ToClient::Event { facts, .. } if facts.iter().any(|fact| fact.what == left))
        })
        .await;
        assert_eq!(house.left(), [4, 5, 7].map(|spot| (spot, Some(of_the_house()))));
        for guest in &guests {
            assert_eq!(house.house.balance(&guest.player).unwrap(), house.house.settings.guest_money);
        }
        let which = Which { what: Some("table.".into()), ..Which::default() };
        let rows = house.house.people.ask(move |people, _| people.events(&which, 100)).await.unwrap();
        assert!(rows.is_empty(), "{rows:?}");
        // Who comes back sits down as anybody does.
        bob.sits(&[6]).await;
        assert_eq!(house.taken(), [1, 6]);
        house.close().await;
    }

    /// Who comes back in time keeps the seat, and has all the time again once they go.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_comes_back_in_time_stays() {
        let house = Open::new().await;
        let ann = house.guest("Ann").await;
        let line = ann.watches().await;
        ann.sits(&[2]).await;
        drop(line);
        house.until(|house| house.absent() == [2]).await;
        let line = ann.watches().await;
        assert_eq!(house.absent(), NOBODY);
        assert_eq!(house.later(100 * KEPT_MS).await, [2]);
        // A line that watches another table is none at this one.
        let mut elsewhere = ann.client.live().await.unwrap();
        elsewhere.say(&FromClient::Watch { table: "three-card-fury".into(), after: None }).await.unwrap();
        drop(line);
        house.until(|house| house.absent() == [2]).await;
        assert_eq!(house.later(KEPT_MS - MINUTE_MS).await, [2]);
        assert_eq!(house.later(KEPT_MS).await, NOBODY);
        house.close().await;
    }

    /// A line that watches a table twice is one, and one that watches it no more is none.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_line_counts_as_long_as_it_watches() {
        let house = Open::new().await;
        let ann = house.guest("Ann").await;
        ann.sits(&[2]).await;
        let mut line = ann.watches().await;
        line.say(&FromClient::Watch { table: TABLE.into(), after: None }).await.unwrap();
        hears(&mut line, |said| matches!(said, ToClient::Snapshot { .. })).await;
        assert_eq!(house.absent(), NOBODY);
        line.say(&FromClient::Unwatch { table: TABLE.into() }).await.unwrap();
        house.until(|house| house.absent() == [2]).await;
        assert_eq!(house.later(KEPT_MS).await, NOBODY);
        house.close().await;
    }

    /// Whoever has bets in play keeps the seat until the round is over, however long they are gone.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn bets_in_play_keep_the_seat_until_the_round_is_over() {
        let house = Open::new().await;
        let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
        let (here, gone) = (ann.watches().await, bob.watches().await);
        ann.sits(&[1]).await;
        bob.sits(&[4]).await;
        let until = async |stage: &str| {
            let is = |house: &Open| {
                house.table().watch().look().stage().is_some_and(|now| crate::seen::stage(now) == stage)
            };
            house.until(is).await;
        };
        until("open").await;
        for (guest, spot) in [(&ann, 1), (&bob, 4)] {
            guest.asks(json!({"do":"place","spot":spot,"wager":"ante","amount":1_000})).await;
            guest.asks(json!({"do":"ready","spot":spot})).await;
        }
        until("dealt").await;
        drop(gone);
        house.until(|house| house.absent() == [4]).await;
        assert_eq!(house.later(100 * KEPT_MS).await, [1, 4]);
        for (guest, spot) in [(&ann, 1), (&bob, 4)] {
            guest.asks(json!({"do":"decide","spot":spot,"choice":"play"})).await;
        }
        until("over").await;
        let came_to = house.house.balance(&bob.player).unwrap();
        // He has just decided without a line, and is said to be absent before he is stood up.
        assert_eq!((house.later(2 * MINUTE_MS).await, house.absent()), (vec![1, 4], vec![4]));
        assert_eq!(house.later(100 * KEPT_MS).await, [1]);
        assert_eq!(house.house.balance(&bob.player).unwrap(), came_to);
        drop(here);
        house.close().await;
    }

    /// As the house opens nobody has been away yet: the time begins anew.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn after_a_restart_the_time_begins_anew() {
        let house = Open::new().await;
        let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
        ann.sits(&[1]).await;
        bob.sits(&[4]).await;
        assert_eq!(house.later(KEPT_MS - MINUTE_MS).await, [1, 4]);
        let folder = house.close().await;
        let house = Open::in_folder(folder, Limits::default().seat_kept).await;
        assert_eq!(house.absent(), [1, 4], "nobody has come yet");
        assert_eq!(house.later(0).await, [1, 4]);
        let back = Guest {
            client: Client::new(house.at.to_string()).with_token(ann.client.token().unwrap()),
            ..ann
        };
        let line = back.watches().await;
        assert_eq!(house.absent(), [4]);
        assert_eq!(house.later(KEPT_MS - MINUTE_MS).await, [1, 4]);
        assert_eq!(house.later(KEPT_MS).await, [1]);
        drop(line);
        house.close().await;
    }

    /// However short a seat is kept, whoever is stood up was said to be absent at the look before.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nobody_is_stood_up_who_was_not_said_to_be_absent() {
        let folder = tempfile::tempdir().unwrap();
        let house = Open::in_folder(folder, Some(Duration::from_millis(MINUTE_MS))).await;
        let ann = house.guest("Ann").await;
        ann.sits(&[2]).await;
        assert_eq!((house.later(0).await, house.absent()), (vec![2], NOBODY.into()));
        assert_eq!((house.later(2 * MINUTE_MS).await, house.absent()), (vec![2], vec![2]));
        assert_eq!(house.later(2 * MINUTE_MS).await, NOBODY);
        house.close().await;
    }

    /// A house that keeps seats for ever stands nobody up, and says who is absent all the same.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_house_may_keep_seats_for_ever() {
        let house = Open::in_folder(tempfile::tempdir().unwrap(), None).await;
        let ann = house.guest("Ann").await;
        ann.sits(&[1]).await;
        assert_eq!(house.later(10_000 * KEPT_MS).await, [1]);
        assert_eq!(house.absent(), [1]);
        let said: Value = ann.client.get(&format!("/api/v1/tables?table={TABLE}")).await.unwrap();
        assert_eq!((&said[0]["taken"], &said[0]["absent"]), (&json!(1), &json!([1])));
        house.close().await;
    }
}
