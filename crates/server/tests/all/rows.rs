//! What the staff does in the books has its row in the log of events, whatever is cut short in between, and nothing else has one.

use crate::house::{Open, at_stage, bets, send, sits};
use serde_json::{Value, json};
use std::path::Path;
use tercet_bots::Client;

const TABLE: &str = "three-card-fortune";
const ASKS: &str = "/api/v1/tables/three-card-fortune/asks";

/// Changes the file of the people behind the back of the house that has it open.
fn behind(folder: &Path, sql: &str) {
    let file = rusqlite::Connection::open(folder.join("people.db")).unwrap();
    file.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    file.execute_batch(sql).unwrap();
}

/// From now on nothing can be written in this table of the file.
fn none_in(folder: &Path, table: &str) {
    behind(
        folder,
        &format!("CREATE TRIGGER none_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"),
    );
}

fn again_in(folder: &Path, table: &str) {
    behind(folder, &format!("DROP TRIGGER none_{table}"));
}

/// Staff of every kind, and a player who sits at the first spot of the table.
struct Evening {
    boss: Client,
    floor: Client,
    cashier: Client,
    auditor: Client,
    player: Client,
}

impl Evening {
    async fn of(house: &Open) -> Evening {
        let boss = house.boss().await;
        let [floor, cashier, auditor] = [
            house.staff(&boss, "floor").await,
            house.staff(&boss, "cashier").await,
            house.staff(&boss, "auditor").await,
        ];
        let mut player = house.client();
        player.come_as_guest("Ann").await.unwrap();
        Evening { boss, floor, cashier, auditor, player }
    }

    /// The player has cards at the table, and sits at another.
    async fn begins(&self) {
        sits(&self.player, "three-card-shine", 1).await;
        sits(&self.player, TABLE, 1).await;
        bets(&self.player, TABLE, 1).await;
        at_stage(&self.player, TABLE, "dealt").await;
    }

    async fn id(&self) -> String {
        let me: Value = self.player.get("/api/v1/me").await.unwrap();
        me["player"].as_str().unwrap().into()
    }

    /// Everything that stands in the books and has its row in the log, each with the word of that: who asks, where, under which key, what.
    async fn all(&self) -> Vec<(&'static str, &Client, &'static str, &'static str, Value)> {
        let player = self.id().await;
        let cash = "/api/v1/cashier/moves";
        let [report, brought, took, set, up, friday] = [
            json!({"do": "report", "event": "exposed-card"}),
            json!({"player": player, "amount": 500, "reason": "of ann"}),
            json!({"player": player, "amount": -300, "reason": "for ann"}),
            json!({"do": "set", "game": "three-card-shine", "reason": "as ann wants"}),
            json!({"do": "leave", "spot": 1, "reason": "gone home"}),
            json!({"table": "friday", "reason": "friday"}),
        ];
        vec![
            ("table.reported", &self.floor, ASKS, "report", report),
            ("cash", &self.cashier, cash, "in", brought),
            ("cash", &self.cashier, cash, "out", took),
            ("table.set", &self.floor, ASKS, "set", set),
            ("table.stood-up", &self.floor, "/api/v1/tables/three-card-shine/asks", "up", up),
            ("table.founded", &self.boss, "/api/v1/tables", "", friday),
        ]
    }

    /// The rows of the log about the books, the oldest first.
    async fn rows(&self) -> Vec<Value> {
        let events: Value = self.auditor.get("/api/v1/events?limit=200").await.unwrap();
        let mut rows = events["events"].as_array().unwrap().clone();
        rows.retain(|row| {
            ["cash", "table."].iter().any(|word| row["what"].as_str().unwrap().starts_with(word))
        });
        rows.reverse();
        rows
    }

    /// The same people, in the house that was opened again.
    fn again(self, house: &Open) -> Evening {
        let [boss, floor, cashier, auditor, player] =
            [self.boss, self.floor, self.cashier, self.auditor, self.player]
                .map(|who| house.client().with_token(who.token().unwrap()));
        Evening { boss, floor, cashier, auditor, player }
    }
}

/// The record is written and the row is not: it is answered as done, as it is, and the row comes as the house opens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_was_cut_off_is_made_good() {
    let house = Open::new().await;
    let evening = Evening::of(&house).await;
    evening.begins().await;
    none_in(house.folder(), "event");
    let mut words = Vec::new();
    for (word, who, path, key, what) in evening.all().await {
        let (status, said) = send(who, "POST", path, key, &what).await;
        assert!(status == 200 || status == 201, "{word}: {said}");
        words.push((word, what["reason"].as_str().unwrap_or("none was given").to_owned()));
    }
    assert_eq!(evening.rows().await, Vec::<Value>::new());

    // Nor can it be written as the house closes. Somebody else had meant to found the table before, and was cut off.
    let folder = house.close().await;
    again_in(folder.path(), "event");
    let earlier = "UPDATE intent SET id = id + 100;
        INSERT INTO intent (id, key, request, component, who, what, subject, came_to, reason)
        SELECT 1, key, request, component, 'p-aaaaaaaaaaaaaaaa', what, subject, came_to, 'mine' FROM intent WHERE what = 'table.founded'";
    behind(folder.path(), earlier);
    assert_eq!(intents(folder.path()), 7);
    let house = Open::again(folder, |settings| settings).await;
    assert_eq!(intents(house.folder()), 0);
    let evening = evening.again(&house);
    let rows = evening.rows().await;
    let said: Vec<(&str, String)> = (rows.iter())
        .map(|row| (row["what"].as_str().unwrap(), row["reason"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(said, words);
    let [_, cash_in, .., founded] = &rows[..] else { panic!("{rows:?}") };
    let records = rows.iter().map(|row| row["after"].as_str().unwrap().rsplit_once(" in record ").unwrap());
    assert!(records.map(|(_, record)| record.parse::<u64>().unwrap()).is_sorted());
    assert!(cash_in["after"].as_str().unwrap().starts_with("$5 in record "), "{cash_in}");
    assert_eq!(founded["subject"], "friday");
    assert_eq!(rows[3]["before"].as_str().unwrap().split(' ').next(), Some(TABLE));

    // Asked again it is done already, and has its row already. Who founds a table has no key, and is told that there is one.
    for (word, who, path, key, what) in evening.all().await {
        let (status, said) = send(who, "POST", path, key, &what).await;
        let expected = if key.is_empty() { (409, &Value::Null) } else { (200, &json!(true)) };
        assert_eq!((status, &said["again"]), expected, "{word}: {said}");
    }
    let house = house.reopen().await;
    assert_eq!(evening.again(&house).rows().await, rows, "once for each record");
    house.close().await;
}

/// What cannot be noted as intended is not done; under the same key it is done later, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_noted_is_not_done() {
    let house = Open::new().await;
    let evening = Evening::of(&house).await;
    evening.begins().await;
    let journal = "/api/v1/journal";
    none_in(house.folder(), "intent");
    let before: Value = evening.auditor.get(journal).await.unwrap();
    for (word, who, path, key, what) in evening.all().await {
        let (status, said) = send(who, "POST", path, key, &what).await;
        assert_eq!((status, &said["code"]), (503, &json!("store")), "{word}: {said}");
    }
    let after: Value = evening.auditor.get(journal).await.unwrap();
    assert_eq!(before, after);
    again_in(house.folder(), "intent");
    for (word, who, path, key, what) in evening.all().await {
        let (status, said) = send(who, "POST", path, key, &what).await;
        assert!(status == 201 || said["again"] == false, "{word}: {said}");
    }
    assert_eq!(evening.rows().await.len(), evening.all().await.len());
    house.close().await;
}

/// What was refused has no row, whatever becomes of its key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_refused_has_no_row() {
    let house = Open::new().await;
    let evening = Evening::of(&house).await;
    let player = evening.id().await;
    let out = |amount: i64| json!({"player": player, "amount": -amount, "reason": "for ann"});
    let moves = "/api/v1/cashier/moves";
    assert_eq!(send(&evening.cashier, "POST", moves, "k", &out(100_001)).await.0, 409);
    let up = json!({"do": "leave", "spot": 1, "reason": "gone home"});
    assert_eq!(send(&evening.floor, "POST", ASKS, "k", &up).await.0, 409);
    assert_eq!(evening.rows().await, Vec::<Value>::new());
    assert_eq!(intents(house.folder()), 0);

    // Cut off before they were refused, they would have stayed; under their keys something else is done by now.
    behind(house.folder(), "CREATE TRIGGER stays BEFORE DELETE ON intent BEGIN SELECT RAISE(IGNORE); END");
    assert_eq!(send(&evening.cashier, "POST", moves, "k", &out(100_001)).await.0, 409);
    assert_eq!(send(&evening.floor, "POST", ASKS, "k", &up).await.0, 409);
    assert_eq!(send(&evening.cashier, "POST", moves, "k", &out(700)).await.0, 200);
    let set = json!({"do": "set", "game": "three-card-shine"});
    assert_eq!(send(&evening.floor, "POST", ASKS, "k", &set).await.0, 200);
    behind(house.folder(), "DROP TRIGGER stays");
    let rows = evening.rows().await;
    assert_eq!((rows.len(), intents(house.folder())), (2, 4), "{rows:?}");
    let house = house.reopen().await;
    assert_eq!(evening.again(&house).rows().await, rows);
    assert_eq!(intents(house.folder()), 0);
    house.close().await;
}

/// How many rows wait.
fn intents(folder: &Path) -> u32 {
    let file = rusqlite::Connection::open(folder.join("people.db")).unwrap();
    file.query_row("SELECT count(*) FROM intent", [], |row| row.get(0)).unwrap()
}

/// What a cashier moves is told apart from what guests are given, and a key that was used otherwise is told of without what the books make of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cash_is_what_a_cashier_moves() {
    let house = Open::new().await;
    let evening = Evening::of(&house).await;
    let player = evening.id().await;
    let moves = "/api/v1/cashier/moves";
    let cash = |amount: i64| json!({"player": player, "amount": amount, "reason": "of ann"});
    assert_eq!(send(&evening.cashier, "POST", moves, "in", &cash(500)).await.0, 200);
    assert_eq!(send(&evening.cashier, "POST", moves, "out", &cash(-300)).await.0, 200);
    let report: Value = evening.auditor.get("/api/v1/reports/takings").await.unwrap();
    let sum = |what: &str| -> i64 {
        report["days"].as_array().unwrap().iter().map(|day| day[what].as_i64().unwrap()).sum()
    };
    assert_eq!([sum("given"), sum("cash_in"), sum("cash_out")], [100_000, 500, 300]);

    let (status, said) = send(&evening.cashier, "POST", moves, "in", &cash(600)).await;
    assert_eq!((status, &said["code"]), (409, &json!("key-used")));
    let detail = said["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("under this key something else was done, in record ") && detail.len() < 70,
        "{said}"
    );
    house.close().await;
}

/// Settings that cannot be are refused with the field that says them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_that_cannot_be_are_named() {
    let house = Open::new().await;
    let evening = Evening::of(&house).await;
    let clocks = |which: &str, ms: u64| {
        let mut clocks = json!({"bet_ms": 1_000, "secret_ms": 1_000, "decide_ms": 1_000, "show_ms": 1_000});
        clocks[which] = json!(ms);
        json!({"clocks": clocks})
    };
    let cases = [
        ("ask.clocks.bet_ms", clocks("bet_ms", 0)),
        ("ask.clocks.secret_ms", clocks("secret_ms", 3_600_001)),
        ("ask.clocks.decide_ms", clocks("decide_ms", 0)),
        ("ask.clocks.show_ms", clocks("show_ms", u64::MAX)),
        ("ask.meter", json!({"meter": "night"})),
        ("ask.deal", json!({"deal": "none"})),
        ("ask.limits", json!({"limits": {"ante": {"min": 0, "max": 1, "step": 1}}})),
        ("ask.game", json!({"game": "none"})),
    ];
    for (at, more) in cases {
        let mut set = json!({"do": "set", "game": TABLE});
        set.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, said) = send(&evening.floor, "POST", ASKS, "set", &set).await;
        assert!((400..500).contains(&status) && said["at"] == at, "{at}: {said}");
    }
    // Leaving is for players, and for the floor, who stands others up: nobody else does.
    for (who, role) in
        [(&evening.cashier, "cashier"), (&evening.auditor, "auditor"), (&evening.boss, "administrator")]
    {
        let leave = json!({"do": "leave", "spot": 1});
        let (status, said) = send(who, "POST", ASKS, "leave", &leave).await;
        let detail = said["detail"].as_str().unwrap();
        assert!(status == 403 && detail.contains("bet") && detail.contains("run-tables"), "{role}: {said}");
    }
    house.close().await;
}
