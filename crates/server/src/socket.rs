//! A live connection: what a client says, and what it is told.

use crate::accept::Closing;
use crate::ask::{OF_TABLES, ask, key};
use crate::attendance::Watches;
use crate::felt::{Players as _, Who};
use crate::hints;
use crate::house::{House, PLAY_MONEY};
use crate::hub::Line;
use crate::origin;
use crate::peer::Peer;
use crate::places::Place;
use crate::problem::{Answered, Code, Not, failed, problem, problem_at, unreadable};
use crate::shown::text;
use crate::who::{Came as SignedBy, Person, SignedIn};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::header::SEC_WEBSOCKET_KEY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tercet_ledger::Name;
use tercet_people::Right;
use tercet_pit::Handle;
use tercet_protocol::live::{AskBody, FromClient, Problem, ToClient, VERSION};
use tercet_protocol::said::read;
use tercet_rules::Money;
use tercet_store::Receipt;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, sleep_until, timeout};
use tungstenite::Error as Unheard;
use tungstenite::error::ProtocolError;

/// How long a client may take to read a message before it is cut off.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long is waited for whoever is told why the connection ends.
const FAREWELL: Duration = Duration::from_millis(500);

/// How a live connection names its messages, if the client asks.
const PROTOCOL: &str = "tercet.v1";

/// Lets a client talk: whose page it is, and who it is, is looked at before.
pub(crate) async fn upgrade(
    State(house): State<Arc<House>>,
    Extension(closing): Extension<Closing>,
    (Extension(peer), Extension(place)): (Extension<Peer>, Extension<Arc<Place>>),
    signed: Option<SignedIn>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Answered> {
    let upgrade = upgrade.map_err(|rejected| problem(Code::Upgrade, rejected.body_text()))?;
    keyed(&headers)?;
    // A page of another site could open a connection with the session of who looks at it; a program that has a token could not be tricked so.
    if signed.as_ref().is_none_or(|signed| signed.came == SignedBy::InACookie) {
        origin::allowed(&house, peer, &headers)?;
    }
    let most = house.settings.limits.message;
    // Small buffers: most connections are idle, and there are many.
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(most)
        .max_frame_size(most);
    let person = signed.map(|signed| signed.person);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (line, told) = Line::new();
        let answers = FuturesUnordered::new();
        let pace = Pace::new(house.settings.limits.messages_a_second);
        let tables = BTreeMap::new();
        let mut live = Live { house, peer, person, line, told, socket, answers, pace, tables };
        live.house.metrics.line_begins();
        let end = live.run(closing).await;
        live.house.metrics.line_ended(end.word());
        live.ends(end).await;
        drop(place);
    }))
}

/// A client says sixteen bytes of its own in base64 (RFC 6455, section 4.2.1), and sees by the answer that it is heard by somebody who speaks WebSocket.
fn keyed(headers: &HeaderMap) -> Result<(), Not> {
    let said = headers.get(SEC_WEBSOCKET_KEY).map_or(&[][..], HeaderValue::as_bytes);
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/".contains(byte);
    let is_key = said.strip_suffix(b"==").is_some_and(|key| key.len() == 22 && key.iter().all(is_digit));
    let expected = "expected 16 bytes in base64";
    if is_key { Ok(()) } else { Err(problem_at(Code::Unreadable, SEC_WEBSOCKET_KEY.as_str(), expected)) }
}

/// So many facts that are looked up, as a client has missed them, take as long as a message.
const FACTS_A_MESSAGE: usize = 32;

/// An answer that is still to come.
type Answer = Pin<Box<dyn Future<Output = ToClient> + Send>>;

/// A live connection.
struct Live {
    house: Arc<House>,
    peer: Peer,
    person: Option<Person>,
    line: Line,
    told: mpsc::Receiver<Utf8Bytes>,
    socket: WebSocket,
    answers: FuturesUnordered<Answer>,
    pace: Pace,
    /// The tables that it watches, and whoever does so, where that is known.
    tables: BTreeMap<Name, Option<Watches>>,
}

/// Why a connection ends.
#[derive(Clone, Copy)]
enum End {
    /// The other side has gone.
    Gone,
    /// The other side has said that it goes.
    Goes,
    /// The house closes.
    Stopping,
    /// It reads too slowly.
    Slow,
    /// It says bytes.
    Bytes,
    /// It says text that is not in UTF-8.
    NotText,
    /// It breaks the rules of WebSocket itself.
    Broken,
    /// It says what is longer than any message.
    TooLong,
    /// The session is over.
    SignedOut,
}

impl End {
    /// As it is counted, and told to whoever it is.
    const fn word(self) -> &'static str {
        match self {
            End::Gone | End::Goes => "gone",
            End::Stopping => "stopping",
            End::Slow => "slow",
            End::Bytes | End::NotText => "unreadable",
            End::Broken => "protocol",
            End::TooLong => "too-long",
            End::SignedOut => "signed-out",
        }
    }
}

impl End {
    /// Why a connection ends on which nothing more can be heard.
    fn of(error: axum::Error) -> End {
        match error.into_inner().downcast_ref::<Unheard>() {
            Some(Unheard::Capacity(_)) => End::TooLong,
            Some(Unheard::Utf8(_)) => End::NotText,
            // To hang up without a word is against the rules, too, but nobody is there to be told.
            Some(Unheard::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => End::Gone,
            Some(Unheard::Protocol(_)) => End::Broken,
            _ => End::Gone,
        }
    }

    /// What whoever still listens is told: the code of RFC 6455 (section 7.4.1) and a sentence; nothing if nobody does.
    const fn farewell(self) -> Option<(u16, &'static str)> {
        Some(match self {
            End::Gone | End::Goes => return None,
            End::Stopping => (
                1001,
                "the house closes; rounds whose bets are closed go on when it opens again, and open bets go back",
            ),
            End::Broken => (1002, "a frame broke the rules of WebSocket (RFC 6455)"),
            End::Bytes => (1003, "expected messages of text"),
            End::NotText => (1007, "the text was not in UTF-8"),
            End::Slow => (1008, "too much waited to be read; come back and go on from your last number"),
            End::SignedOut => (1008, "the session is over; sign in again"),
            End::TooLong => (1009, "the message was longer than this server reads"),
        })
    }
}

/// What comes next.
enum Came {
    Told(Utf8Bytes),
    Said(Option<Result<Message, axum::Error>>),
    AskIfThere,
}

impl Live {
    /// Talks until one side has had enough.
    async fn run(&mut self, mut closing: Closing) -> End {
        let idle = self.house.settings.limits.idle;
        // From before the balance is read on: nothing that happens between is missed.
        if let Some(person) = &self.person {
            self.house.hubs.watch_wallet(&person.id, &self.line);
        }
        let hello = hello(&self.house, self.person.as_ref()).await;
        if let Err(end) = self.send(Message::Text(text(&hello))).await {
            return end;
        }
        // A line that is dead says nothing by itself.
        let mut asks = interval_at(Instant::now() + idle / 4, idle / 4);
        asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        // One clock for all of the line, which is set anew only once it has run out: to set it at each message costs more than most messages.
        let silent = sleep_until(heard + idle);
        tokio::pin!(silent);
        let line = self.line.clone();
        loop {
            let listens = self.answers.len() < self.house.settings.limits.unanswered;
            let (socket, may_speak) = (&mut self.socket, self.pace.free_at());
            let says = async move {
                if may_speak > Instant::now() {
                    sleep_until(may_speak).await;
                }
                socket.recv().await
            };
            let came = tokio::select! {
                biased;
                () = closing.closes() => return End::Stopping,
                () = line.cut() => return End::Slow,
                Some(told) = self.told.recv() => Came::Told(told),
                Some(answer) = self.answers.next() => Came::Told(text(&answer)),
                said = says, if listens => Came::Said(said),
                _ = asks.tick() => Came::AskIfThere,
                () = silent.as_mut() => {
                    if heard + idle <= Instant::now() {
                        return End::Gone;
                    }
                    silent.as_mut().reset(heard + idle);
                    continue;
                }
            };
            let message = match came {
                // Nothing more is shown to whoever has signed out elsewhere.
                Came::Told(_) | Came::AskIfThere if self.is_over() => return End::SignedOut,
                Came::Told(told) => Some(Message::Text(told)),
                Came::AskIfThere => Some(Message::Ping(axum::body::Bytes::new())),
                Came::Said(Some(Ok(message))) => {
                    heard = Instant::now();
                    self.house.metrics.message_in();
                    self.pace.took(1);
                    match message {
                        Message::Text(said) => self.hear(&said).map(|answer| Message::Text(text(&answer))),
                        Message::Ping(_) | Message::Pong(_) => None,
                        Message::Binary(_) => return End::Bytes,
                        Message::Close(_) => return End::Goes,
                    }
                }
                Came::Said(Some(Err(error))) => return End::of(error),
                Came::Said(None) => return End::Gone,
            };
            if let Some(message) = message
                && let Err(end) = self.send(message).await
            {
                return end;
            }
        }
    }

    /// Whether the session that it began with is over by now.
    fn is_over(&self) -> bool {
        let people = self.house.people.in_memory();
        self.person
            .as_ref()
            .is_some_and(|person| people.live(person.session.id, self.house.pit.now_ms()).is_none())
    }

    /// Sends; whoever does not take it in time is cut off, so that what waits for others does not grow.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        let line = self.line.clone();
        self.house.metrics.message_out();
        // In this order: most of what is sent is taken at once, and then no clock is set for it.
        tokio::select! {
            biased;
            sent = self.socket.send(message) => sent.map_err(|_| End::Gone),
            () = line.cut() => Err(End::Slow),
            () = sleep(PATIENCE) => Err(End::Slow),
        }
    }

    /// Takes a message; what can be answered at once is.
    fn hear(&mut self, said: &str) -> Option<ToClient> {
        let message = match read(said.as_bytes()) {
            Ok(message) => message,
            Err(unread) => {
                let (key, table) = asked_as(said);
                return Some(refused(key, table, *unreadable(unread)));
            }
        };
        match message {
            FromClient::Ping {} => Some(ToClient::Pong { now_ms: self.house.pit.now_ms() }),
            FromClient::Watch { table, after } => {
                let watched = self.watch(&table, after);
                watched.err().map(|problem| refused(None, Some(table), *problem))
            }
            FromClient::Unwatch { table } => {
                if let Ok(name) = Name::new(&table)
                    && self.tables.remove(&name).is_some()
                {
                    self.house.hubs.unwatch(&name, &self.line);
                }
                None
            }
            FromClient::Advise { key, table, spot } => match self.advised(&key, &table, spot) {
                Ok(answer) => {
                    self.answers.push(answer);
                    None
                }
                Err(problem) => Some(refused(Some(key), Some(table), *problem)),
            },
            FromClient::Ask { key, table, ask } => match self.asks(&key, &table, &ask) {
                Ok(answer) => {
                    self.answers.push(answer);
                    None
                }
                Err(problem) => Some(refused(Some(key), Some(table), *problem)),
            },
        }
    }

    fn watch(&mut self, table: &str, after: Option<u64>) -> Result<(), Not> {
        let handle = self.table(table)?;
        let most = self.house.settings.limits.watched;
        if self.tables.len() >= most && !self.tables.contains_key(handle.name()) {
            return Err(problem_at(
                Code::TooMany,
                "table",
                format!("expected {most} tables at most on one connection"),
            ));
        }
        let person = self.person.as_ref();
        let who = Who {
            player: person.map(|person| person.id.clone()),
            is_staff: person.is_some_and(|person| OF_TABLES.iter().any(|right| person.may(*right))),
        };
        let now_ms = self.house.pit.now_ms();
        let missed = self.house.hubs.watch(&handle, who, &self.line, after, now_ms)?;
        self.pace.took(u32::try_from(missed / FACTS_A_MESSAGE).unwrap_or(u32::MAX));
        let watches = || person.map(|person| Watches::new(&self.house, handle.name(), &person.id));
        self.tables.entry(handle.name().clone()).or_insert_with(watches);
        Ok(())
    }

    /// Whoever asks for something, if they may still ask, and do not ask too much.
    fn asker(&self) -> Result<&Person, Not> {
        let person = self.person.as_ref();
        let person = person
            .ok_or_else(|| problem(Code::SignIn, "who only watches cannot ask; come with a session"))?;
        // Rights change and sessions end while a line is open.
        if !self.house.people.in_memory().touch(person.session.id, self.house.pit.now_ms()) {
            return Err(problem(Code::SignIn, "the session is over; sign in again"));
        }
        self.house.rates.ask(&person.id)?;
        Ok(person)
    }

    fn advised(&self, given: &str, table: &str, spot: u8) -> Result<Answer, Not> {
        let person = self.asker()?;
        key(given)?;
        let hand = hints::hand(&self.table(table)?, &person.id, spot)?;
        let (hints, peer) = (Arc::clone(&self.house.hints), self.peer);
        let (given, table) = (given.to_owned(), table.to_owned());
        Ok(Box::pin(async move {
            match hints.of(peer, hand).await {
                Ok(advice) => ToClient::Advice { key: given, table, advice: Box::new(advice) },
                Err(Answered(problem)) => refused(Some(given), Some(table), *problem),
            }
        }))
    }

    fn asks(&self, given: &str, table: &str, body: &AskBody) -> Result<Answer, Not> {
        let person = self.asker()?;
        let (handle, key) = (self.table(table)?, key(given)?);
        let asked = ask(person, body, (&handle, &key), &self.house)?;
        let house = Arc::clone(&self.house);
        let (given, table) = (given.to_owned(), table.to_owned());
        Ok(Box::pin(async move {
            match house.ask(&handle, asked, key).await {
                Ok(Receipt { seq: record, at_ms, again }) => {
                    ToClient::Done { key: given, table, record, at_ms, again }
                }
                Err(Answered(problem)) => refused(Some(given), Some(table), *problem),
            }
        }))
    }

    fn table(&self, table: &str) -> Result<Handle, Not> {
        self.house.table(table).map_err(|problem| Box::new(Problem { at: Some("table".into()), ..*problem }))
    }

    /// Says why it ends, to whoever still listens, and is forgotten.
    async fn ends(mut self, end: End) {
        let person = self.person.as_ref().map(|person| &person.id);
        self.house.hubs.forget(self.tables.keys(), person, &self.line);
        self.tables.clear();
        let Some((number, reason)) = end.farewell() else {
            if let End::Goes = end {
                // The answer to a close frame is sent as the line is listened to once more.
                let _ = timeout(FAREWELL, self.socket.recv()).await;
            }
            return;
        };
        let code = end.word();
        let bye = Message::Text(text(&ToClient::Bye { code: code.into(), reason: reason.into() }));
        let close = Message::Close(Some(CloseFrame { code: number, reason: code.into() }));
        let says = async {
            self.socket.send(bye).await?;
            self.socket.send(close).await
        };
        // Whoever did not read before does not read this either.
        let _ = timeout(FAREWELL, says).await;
    }
}

/// The first message to somebody.
async fn hello(house: &House, person: Option<&Person>) -> ToClient {
    let now_ms = house.pit.now_ms();
    if let Some(player) = person.filter(|person| person.may(Right::Bet))
        && let Err(Answered(problem)) = house.guards.ready(&player.id, now_ms).await
    {
        return refused(None, None, *problem);
    }
    let balance = |person: &Person| house.balance(&person.id);
    match person.map(balance).transpose() {
        Ok(balance) => ToClient::Hello {
            version: VERSION,
            now_ms,
            player: person.map(|person| person.id.to_string()),
            name: person.map(|person| person.name.clone()),
            balance: balance.map(Money::units),
            money: PLAY_MONEY.into(),
            own: house.hubs.own(person.map(|person| &person.id), now_ms),
        },
        Err(failure) => refused(None, None, *failed(&failure)),
    }
}

/// The key and the table of a message that cannot be read as a whole, where they can: whoever waits for an answer knows it by them.
fn asked_as(said: &str) -> (Option<String>, Option<String>) {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(said).unwrap_or_default();
    let text = |name: &str| fields.get(name).and_then(|field| serde_json::from_str(field.get()).ok());
    (text("key"), text("table"))
}

fn refused(key: Option<String>, table: Option<String>, problem: Problem) -> ToClient {
    ToClient::Refused { key, table, problem }
}

/// How fast a client may speak: so many messages a second, and as many at once after a pause.
struct Pace {
    each: Duration,
    burst: u32,
    /// When all that was said would have been said at that speed.
    said_by: Instant,
}

impl Pace {
    fn new(messages_a_second: u32) -> Pace {
        let burst = messages_a_second.max(1);
        Pace { each: Duration::from_secs(1) / burst, burst, said_by: Instant::now() }
    }

    /// When the next message is listened to.
    fn free_at(&self) -> Instant {
        let ahead = self.each * (self.burst - 1);
        self.said_by.checked_sub(ahead).unwrap_or(self.said_by)
    }

    /// Counts so many messages.
    fn took(&mut self, messages: u32) {
        self.said_by = self.said_by.max(Instant::now()) + self.each.saturating_mul(messages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many at once as in a second, and then only as time goes by; what counts for many makes the next wait for as many.
    #[test]
    fn who_says_much_is_heard_later() {
        let waits = |pace: &Pace| pace.free_at().saturating_duration_since(Instant::now()).as_secs();
        let mut pace = Pace::new(20);
        pace.took(19);
        assert!(pace.free_at() <= Instant::now(), "as many at once as in a second");
        // A minute of messages: nobody is so slow that it is over by now.
        pace.took(20 * 60);
        assert!(waits(&pace) > 30, "{}", waits(&pace));
    }
}
