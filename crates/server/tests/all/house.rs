//! A house for one test.

use serde_json::{Value, json};
use std::future::pending;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tercet_audit::{Options, Report, audit};
use tercet_bots::{Client, Order, Until, crowd};
use tercet_protocol::live::GameInfo;
use tercet_server::{Clocks, House, Settings, serve};
use tercet_store_sqlite::Sqlite;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The five games, whose ids are the names of the first tables.
pub(crate) const GAMES: [&str; 5] = [
    "three-card-fortune",
    "three-card-fury",
    "three-card-pairs-plus",
    "three-card-poker",
    "three-card-shine",
];

/// No test waits longer than this for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A house that is open, in a folder of its own.
pub(crate) struct Open {
    pub(crate) at: SocketAddr,
    pub(crate) administrator_link: Option<String>,
    pub(crate) house: Arc<House>,
    folder: tempfile::TempDir,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<()>,
}

/// Clocks that nobody waits for who says that they are done, and that never run out before a slow machine has done what it is asked.
pub(crate) fn unhurried() -> Clocks {
    Clocks { bet_ms: 600_000, secret_ms: 600_000, decide_ms: 600_000, show_ms: 50 }
}

/// And at which what came of a round stays to be looked at.
pub(crate) fn patient(settings: Settings) -> Settings {
    Settings { clocks: Clocks { show_ms: 600_000, ..unhurried() }, ..settings }
}

impl Open {
    pub(crate) async fn new() -> Open {
        Open::with(|settings| settings).await
    }

    pub(crate) async fn with(set: impl FnOnce(Settings) -> Settings) -> Open {
        Open::again(tempfile::tempdir().unwrap(), set).await
    }

    /// A house in this folder.
    pub(crate) async fn again(folder: tempfile::TempDir, set: impl FnOnce(Settings) -> Settings) -> Open {
        let mut settings = Settings { clocks: unhurried(), ..Settings::new(folder.path()) };
        settings.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        // A test asks faster than anybody who plays.
        settings.limits.asks_a_second = 10_000;
        settings.limits.requests_a_second = 10_000;
        let house = House::open(set(settings)).await.unwrap();
        let administrator_link = house.administrator_link().await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let (ready, is_ready) = oneshot::channel();
        let open = Arc::clone(&house);
        let server = tokio::spawn(async move {
            let stopped = async move {
                if stopped.await.is_err() {
                    pending().await
                }
            };
            serve(house, |at| ready.send(at).unwrap(), stopped).await.unwrap();
        });
        Open {
            at: is_ready.await.unwrap(),
            administrator_link,
            house: open,
            folder,
            stop: Some(stop),
            server,
        }
    }

    /// The folder with all its files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn at(&self) -> String {
        self.at.to_string()
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.at())
    }

    /// The first administrator.
    pub(crate) async fn boss(&self) -> Client {
        let link = self.administrator_link.clone().expect("the first time there is one");
        accept(&self.client(), &link, "anna").await
    }

    /// Somebody of the staff whom the administrator has invited.
    pub(crate) async fn staff(&self, boss: &Client, role: &str) -> Client {
        let link: Value =
            boss.post("/api/v1/links", &json!({"roles":[role],"reason":"the evening"})).await.unwrap();
        accept(&self.client(), link["token"].as_str().unwrap(), role).await
    }

    /// Two players come to the first game, and play a round; nothing may go wrong.
    pub(crate) async fn a_round_is_played(&self) {
        let tables = vec![GAMES[0].to_owned()];
        let order = Order {
            at: self.at().into(),
            tables,
            seats: 2,
            until: Until::Rounds(1),
            proofs_each: None,
            wait_for_nobody: true,
            comes_back: None,
        };
        let seen = crowd(&order, &Arc::default()).await.unwrap();
        assert!(seen.is_well(), "{seen:?}");
    }

    /// Closes the house and opens it again in the same folder.
    pub(crate) async fn reopen(mut self) -> Open {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, self.server).await.unwrap().unwrap();
        // Whoever has the house has its files.
        drop(self.house);
        Open::again(self.folder, |settings| settings).await
    }

    /// Closes the house; gives its folder.
    pub(crate) async fn close(mut self) -> tempfile::TempDir {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, self.server).await.unwrap().unwrap();
        self.folder
    }
}

/// Uses a link of invitation.
pub(crate) async fn accept(client: &Client, link: &str, who: &str) -> Client {
    let body = json!({"token": link, "name": format!("{who} one"), "login": who, "password": format!("a pass for {who}!")});
    let session: Value = client.post("/api/v1/links/accept", &body).await.unwrap();
    client.with_token(session["token"].as_str().unwrap())
}

/// Asks for something under a key; gives the status and what came of it.
pub(crate) async fn send(client: &Client, method: &str, path: &str, key: &str, body: &Value) -> (u16, Value) {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    let answer = client.ask(method.parse().unwrap(), path, &headers, body.to_string().into()).await.unwrap();
    (answer.status.as_u16(), serde_json::from_slice(&answer.body).unwrap_or_default())
}

/// Sits down at a spot.
pub(crate) async fn sits(client: &Client, table: &str, spot: u8) {
    let asks = format!("/api/v1/tables/{table}/asks");
    let (sat, why) =
        send(client, "POST", &asks, &format!("sit-{spot}"), &json!({"do":"sit","spot":spot})).await;
    assert_eq!(sat, 200, "{why}");
}

/// Bets the least that the game takes once bets are open, and is done: when everybody who sits there is, bets close.
pub(crate) async fn bets(client: &Client, table: &str, spot: u8) {
    let round = at_stage(client, table, "open").await;
    let game = round["game"]["rules"].as_str().unwrap();
    let game: GameInfo = client.get(&format!("/api/v1/games/{game}")).await.unwrap();
    let places = tercet_bots::lowest_bets(&game)
        .into_iter()
        .map(|(wager, amount)| json!({"do":"place","spot":spot,"wager":wager,"amount":amount}));
    let done = json!({"do":"ready","spot":spot});
    for (no, ask) in places.chain([done]).enumerate() {
        let key = format!("{}-{spot}-{no}", round["no"]);
        let (came, why) = send(client, "POST", &format!("/api/v1/tables/{table}/asks"), &key, &ask).await;
        assert_eq!(came, 200, "{ask}: {why}");
    }
}

/// Waits until a table has come to a stage; gives the round as this player sees it.
pub(crate) async fn at_stage(client: &Client, table: &str, stage: &str) -> Value {
    let waits = async {
        loop {
            let seen: Value = client.get(&format!("/api/v1/tables/{table}")).await.unwrap();
            if seen["state"]["round"]["stage"] == stage {
                break seen["state"]["round"].clone();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, waits).await.unwrap()
}

/// The books in the folder of a house that was closed, audited: nothing may be found.
pub(crate) fn audited(folder: &Path) -> Report {
    let store = Sqlite::open_read_only(folder.join("tables.db")).unwrap();
    let report = audit(&store, &[], Options::default(), &mut |_| {});
    assert_eq!(report.findings.count(), 0, "{report:?}");
    report
}
