//! What was played is told again: histories, statements, disputes, meters, the journal.

use crate::house::{Open, PATIENCE, send as status};
use crate::rounds::sit;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tercet_bots::{Client, Player};
use tercet_ledger::{Account, Hash, Record, Transaction};
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;
use tokio::time::{sleep, timeout};

const TABLE: &str = "three-card-poker";

/// Rounds that Ann and Bob have played, and the staff of the house.
pub(crate) struct Evening {
    pub(crate) house: Open,
    pub(crate) ann: Player,
    pub(crate) bob: Player,
    staff: BTreeMap<&'static str, Client>,
}

impl Evening {
    pub(crate) async fn new(rounds: u64) -> Evening {
        let house = Open::new().await;
        let boss = house.boss().await;
        let mut staff = BTreeMap::new();
        for role in ["floor", "cashier", "auditor", "dealer"] {
            staff.insert(role, house.staff(&boss, role).await);
        }
        staff.insert("administrator", boss);
        let (mut ann, mut bob) = (sit(&house, "Ann", TABLE, 1).await, sit(&house, "Bob", TABLE, 4).await);
        let (first, second) =
            tokio::join!(timeout(PATIENCE, ann.play(rounds)), timeout(PATIENCE, bob.play(rounds)));
        first.unwrap().unwrap();
        second.unwrap().unwrap();
        Evening { house, ann, bob, staff }
    }

    pub(crate) fn staff(&self, role: &str) -> &Client {
        &self.staff[role]
    }

    async fn who(&self, client: &Client) -> String {
        let me: Value = client.get("/api/v1/me").await.unwrap();
        me["player"].as_str().unwrap().to_owned()
    }
}

async fn get(client: &Client, path: &str) -> (u16, Value) {
    status(client, "GET", path, "", &Value::Null).await
}

/// All pages of something, one after the other.
async fn pages(client: &Client, path: &str, what: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut path_now = path.to_owned();
    for _ in 0..200 {
        let (came, page) = get(client, &path_now).await;
        assert_eq!(came, 200, "{path_now}: {page}");
        all.extend(page[what].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { return all };
        path_now = format!("{path}&before={next}");
    }
    panic!("{path} has no end");
}

/// What somebody's play came to is the sum of the own rounds, bet by bet, and the records have every line of them and nobody else's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_played_is_the_sum_of_the_own_rounds() {
    let evening = Evening::new(3).await;
    let ann = evening.ann.client();
    let ann_id = evening.who(ann).await;
    let mut nets = Vec::new();
    for round in pages(ann, "/api/v1/me/rounds?limit=50", "rounds").await {
        let path = format!("/api/v1/tables/{TABLE}/rounds/{}", round["round"]);
        let (_, told) = get(ann, &path).await;
        let own: Vec<Value> = told["spots"].as_array().unwrap().clone();
        let own = own.iter().filter(|spot| spot["player"] == ann_id && spot["net"].is_i64());
        nets.extend(own.map(|spot| spot["net"].as_i64().unwrap()));
    }
    let (came, sums) = get(ann, "/api/v1/me/played").await;
    assert_eq!(came, 200, "{sums}");
    assert_eq!(sums["hands"], json!(nets.len()), "{sums}");
    assert_eq!(sums["net"], json!(nets.iter().sum::<i64>()), "{sums}");
    let best = nets.iter().copied().max().filter(|net| *net > 0);
    assert_eq!(sums["best"]["net"].as_i64(), best, "{sums}");
    let bets = sums["bets"].as_array().unwrap();
    let sum = |what: &str| bets.iter().map(|bet| bet[what].as_i64().unwrap()).sum::<i64>();
    assert_eq!(
        (sum("staked"), sum("net")),
        (sums["staked"].as_i64().unwrap(), sums["net"].as_i64().unwrap())
    );
    assert_eq!((&bets[0]["wager"], &bets[0]["name"]), (&json!("ante"), &json!("Ante")), "{sums}");

    let answer = ann.ask("GET".parse().unwrap(), "/api/v1/me/played?form=csv", &[], "".into()).await.unwrap();
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    assert_eq!(answer.kind, "text/csv; charset=utf-8");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let net = head.iter().position(|column| *column == "net").unwrap();
    let cents = |dollars: &str| {
        let (whole, part) = dollars.split_once('.').unwrap_or((dollars, "00"));
        format!("{whole}{part}").parse::<i64>().unwrap()
    };
    assert_eq!(lines.map(|line| cents(line[net])).sum::<i64>(), nets.iter().sum::<i64>(), "{text}");

    let (_, none) = get(ann, "/api/v1/me/played?table=three-card-fury").await;
    assert_eq!((&none["hands"], &none["bets"]), (&json!(0), &json!([])));
    for (path, at) in [("form=xml", "form"), ("from=5&to=5", "to"), ("player=bob", "player")] {
        let (came, why) = get(ann, &format!("/api/v1/me/played?{path}")).await;
        assert_eq!((came, &why["at"]), (422, &json!(at)), "{why}");
    }
    let (came, _) = get(&evening.house.client(), "/api/v1/me/played").await;
    assert_eq!(came, 401);
    evening.house.close().await;
}

/// A player finds the own rounds page by page, each once and the newest first; each is told whole, marked as a replay, with the reason of
/// each line, and others only as they are called. A round in play is told to nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_rounds_are_found_and_told_whole() {
    let evening = Evening::new(4).await;
    let (ann, floor, auditor) = (evening.ann.client(), evening.staff("floor"), evening.staff("auditor"));
    let (ann_id, bob_id) = (evening.who(ann).await, evening.who(evening.bob.client()).await);
    let all = pages(ann, "/api/v1/me/rounds?limit=50", "rounds").await;
    let numbers: Vec<u64> = all.iter().map(|round| round["round"].as_u64().unwrap()).collect();
    assert!(numbers.len() >= 4 && numbers.is_sorted_by(|a, b| a > b), "{numbers:?}");
    assert_eq!(pages(ann, "/api/v1/me/rounds?limit=1", "rounds").await, all, "page by page it is the same");
    assert_eq!(pages(ann, &format!("/api/v1/me/rounds?limit=2&table={TABLE}"), "rounds").await, all);
    let (_, none) = get(ann, "/api/v1/me/rounds?table=three-card-fury").await;
    assert_eq!(none["rounds"], json!([]));
    let opened = all[1]["opened_ms"].as_u64().unwrap();
    let since = pages(ann, &format!("/api/v1/me/rounds?limit=9&from={opened}"), "rounds").await;
    let until = pages(ann, &format!("/api/v1/me/rounds?limit=9&to={opened}"), "rounds").await;
    assert_eq!((since.len(), until.len()), (2, all.len() - 2));
    // The staff finds the same by player, by table and in the whole house.
    for path in [
        format!("player={ann_id}"),
        format!("table={TABLE}"),
        format!("from=0&table={TABLE}"),
        "from=0".into(),
    ] {
        let found = pages(floor, &format!("/api/v1/rounds?limit=3&{path}"), "rounds").await;
        let found: Vec<u64> = found.iter().map(|round| round["round"].as_u64().unwrap()).collect();
        assert!(numbers.iter().all(|no| found.contains(no)), "{path}: {found:?}");
        assert!(found.is_sorted_by(|a, b| a > b), "{path}: {found:?}");
    }
    let (came, why) = get(ann, "/api/v1/rounds").await;
    assert_eq!((came, &why["code"]), (403, &json!("forbidden")));

    let path = format!("/api/v1/tables/{TABLE}/rounds/{}", numbers[0]);
    let (_, told) = get(ann, &path).await;
    assert_eq!((&told["replay"], &told["status"]), (&json!(true), &json!("settled")), "{told}");
    let text = told.to_string();
    assert!(text.contains(&ann_id) && !text.contains(&bob_id) && text.contains("\"name\":\"Bob\""), "{text}");
    for spot in told["spots"].as_array().unwrap() {
        assert!(spot["cards"].is_string() && spot["decision"].is_string(), "{spot}");
        let lines = spot["lines"].as_array().unwrap();
        assert!(lines.iter().all(|line| line["why"].is_string() && line["rule"].is_string()), "{spot}");
        let nets: i64 = lines.iter().map(|line| line["net"].as_i64().unwrap()).sum();
        let envy: i64 =
            spot["envy"].as_array().unwrap().iter().map(|envy| envy["won"].as_i64().unwrap()).sum();
        assert_eq!(nets + envy, spot["net"].as_i64().unwrap(), "{spot}");
    }
    let game: Value = ann.get(&format!("/api/v1/games/{TABLE}")).await.unwrap();
    assert_eq!(told["rules"], game["rules"]);
    let (_, seen) = get(auditor, &path).await;
    assert!(seen.to_string().contains(&bob_id), "{seen}");
    // What is in play is told to nobody.
    let table: Value = ann.get(&format!("/api/v1/tables/{TABLE}")).await.unwrap();
    let now = table["state"]["round"]["no"].as_u64().unwrap();
    if table["state"]["round"]["stage"] != "over" {
        for client in [ann, floor, auditor] {
            let (came, told) = get(client, &format!("/api/v1/tables/{TABLE}/rounds/{now}")).await;
            assert!(came == 409 && told["code"] == "not-now" || told["status"] == "settled", "{told}");
        }
    }
    let nobody = evening.house.client();
    for (client, path, expected) in [
        (&nobody, path.clone(), 401),
        (ann, format!("{path}?form=pdf"), 422),
        (ann, format!("/api/v1/tables/{TABLE}/rounds/999999"), 404),
        (ann, "/api/v1/tables/nowhere/rounds/1".into(), 404),
        (evening.staff("cashier"), path.clone(), 403),
        (ann, "/api/v1/me/rounds?limit=51".into(), 422),
        (ann, "/api/v1/me/rounds?before=x".into(), 422),
        (ann, "/api/v1/me/rounds?from=5&to=5".into(), 422),
        (ann, "/api/v1/me/rounds?player=bob".into(), 422),
    ] {
        let (came, why) = get(client, &path).await;
        assert_eq!(came, expected, "{path}: {why}");
        assert!(why["code"].is_string(), "{path}: {why}");
    }
    evening.house.close().await;
}

/// A statement says after each move what the wallet held; the moves of all pages come to the balance, and nobody can change where a page begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_statement_adds_up_to_the_balance() {
    let evening = Evening::new(3).await;
    let ann = evening.ann.client();
    let stop = json!({"do":"turn","status":"paused","reason":"the end"});
    status(evening.staff("floor"), "POST", &format!("/api/v1/tables/{TABLE}/asks"), "stop", &stop).await;
    let moves = pages(ann, "/api/v1/me/moves?limit=200", "moves").await;
    assert_eq!(pages(ann, "/api/v1/me/moves?limit=2", "moves").await, moves);
    let me: Value = ann.get("/api/v1/me").await.unwrap();
    assert_eq!(moves[0]["balance"], me["balance"]);
    let mut held = 0;
    for one in moves.iter().rev() {
        held += one["amount"].as_i64().unwrap();
        assert_eq!(one["balance"], json!(held), "{one}");
        assert_eq!(one["round"].is_u64(), one["what"] != "cash in", "{one}");
    }
    let (_, page) = get(ann, "/api/v1/me/moves?limit=1").await;
    let next = page["next"].as_str().unwrap();
    let (seq, rest) = next.split_once('.').unwrap();
    for word in [format!("{seq}.1{rest}"), format!("1{next}"), "1.2".into(), String::new()] {
        let (came, why) = get(ann, &format!("/api/v1/me/moves?before={word}")).await;
        assert_eq!((came, &why["at"]), (422, &json!("before")), "{word}: {why}");
    }
    let (came, _) = get(evening.bob.client(), &format!("/api/v1/me/moves?before={next}")).await;
    assert_eq!(came, 422, "a page of somebody else");
    let id = evening.who(ann).await;
    let path = format!("/api/v1/people/{id}/moves");
    for role in ["cashier", "floor", "auditor"] {
        assert_eq!(pages(evening.staff(role), &format!("{path}?limit=2"), "moves").await, moves, "{role}");
    }
    for client in [evening.staff("administrator"), evening.staff("dealer"), evening.bob.client(), ann] {
        let (came, why) = get(client, &path).await;
        assert_eq!((came, &why["code"]), (403, &json!("forbidden")), "{why}");
    }
    let (came, why) = get(evening.staff("cashier"), "/api/v1/people/nobody/moves").await;
    assert_eq!(came, 404, "{why}");
    evening.house.close().await;
}

/// A round settles again to what was written, from its settle form too; other readings are told, and what cannot be settled is named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_settle_again_to_what_was_paid() {
    let evening = Evening::new(2).await;
    let ann = evening.ann.client();
    let (_, page) = get(ann, "/api/v1/me/rounds").await;
    for round in page["rounds"].as_array().unwrap() {
        let path = format!("/api/v1/tables/{TABLE}/rounds/{}", round["round"]);
        let (came, again) = status(ann, "POST", &format!("{path}/settle"), "", &Value::Null).await;
        assert_eq!((came, &again["same"]), (200, &json!(true)), "{again}");
        for player in again["players"].as_array().unwrap() {
            assert_eq!(player["written"], player["settled"]);
        }
        let (_, form) = get(ann, &format!("{path}?form=settle")).await;
        let (came, settled) = status(ann, "POST", "/api/v1/settle?limits=ignore", "", &form).await;
        assert_eq!(came, 200, "{settled}");
        assert_eq!(settled["spots"], again["settlement"]["spots"]);
        assert_eq!(settled["rules"], round["rules"]);
    }
    let typed = json!({"id":"d1","dealer":"Qs Td 4c","meter":100_000,"spots":[{"spot":1,"cards":"As Ks Qh","wagers":{"ante":1000},"decision":"play"}]});
    let (came, settled) = status(ann, "POST", "/api/v1/settle?game=three-card-pairs-plus", "", &{
        let mut typed = typed.clone();
        typed.as_object_mut().unwrap().remove("meter");
        typed["dealer"] = json!("As Ks Qh");
        typed["spots"][0]["cards"] = json!("Ad Kd Qc");
        typed
    })
    .await;
    assert_eq!(came, 200, "{settled}");
    assert!(
        settled["readings"].as_array().unwrap().iter().any(|other| other["ruling"] == "R1"),
        "equal hands are what R1 is about: {settled}"
    );
    let bad = |change: &dyn Fn(&mut Value)| {
        let mut bad = typed.clone();
        change(&mut bad);
        bad
    };
    for (query, body, code, said) in [
        (
            "?game=three-card-poker",
            bad(&|b| b["spots"][0]["cards"] = json!("As As Qh")),
            "round",
            "duplicate-card",
        ),
        (
            "?game=three-card-poker",
            bad(&|b| b["spots"][0]["wagers"] = json!({"ante":-1})),
            "round",
            "bad-amount",
        ),
        ("?game=three-card-poker", bad(&|b| b["typo"] = json!(1)), "round", "unknown-field"),
        ("", typed.clone(), "round", "unknown-game"),
        ("", bad(&|b| b["game"] = json!("roulette")), "round", "unknown-game"),
        ("?game=roulette", typed.clone(), "not-found", "there is no game"),
        (
            "?game=three-card-fury",
            bad(&|b| b["game"] = json!("three-card-poker")),
            "value",
            "expected the same",
        ),
        ("?game=three-card-poker&ruling=R99%3Dx", typed.clone(), "value", "R99"),
        ("?limits=none", typed.clone(), "value", "expected"),
        ("?game=three-card-poker", json!([]), "round", "bad-json"),
    ] {
        let (came, why) = status(ann, "POST", &format!("/api/v1/settle{query}"), "", &body).await;
        assert!((400..500).contains(&came), "{query} {body}: {why}");
        assert_eq!(why["code"], code, "{query} {body}: {why}");
        assert!(why["detail"].as_str().unwrap().contains(said), "{query} {body}: {why}");
    }
    evening.house.close().await;
}

/// A case goes from the player's claim to its end, each word with who said it and when; nobody else sees it, and nothing of it is changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_case_is_opened_answered_and_closed() {
    let evening = Evening::new(1).await;
    let (ann, bob, floor) = (evening.ann.client(), evening.bob.client(), evening.staff("floor"));
    let (ann_id, bob_id) = (evening.who(ann).await, evening.who(bob).await);
    let (_, page) = get(ann, "/api/v1/me/rounds").await;
    let round = page["rounds"][0]["round"].clone();
    let claim = json!({"table":TABLE,"round":round,"claim":"My pair was not paid."});
    let (came, case) = status(ann, "POST", "/api/v1/cases", "", &claim).await;
    assert_eq!(
        (came, &case["state"], &case["patron"]["id"]),
        (201, &json!("open"), &json!(ann_id)),
        "{case}"
    );
    let path = format!("/api/v1/cases/{}", case["number"]);
    for (who, body, expected) in [
        (ann, json!({"table":TABLE,"round":999_999,"claim":"x"}), 404),
        (ann, json!({"table":"nowhere","round":1,"claim":"x"}), 404),
        (ann, json!({"table":TABLE,"round":round,"claim":" "}), 422),
        (ann, json!({"table":TABLE,"round":round,"claim":"x","player":bob_id}), 403),
        (floor, json!({"table":TABLE,"round":round,"claim":"x","player":"g-nobody"}), 422),
        (evening.staff("auditor"), json!({"table":TABLE,"round":round,"claim":"x"}), 403),
        (ann, json!({"table":TABLE,"round":round}), 400),
    ] {
        let (came, why) = status(who, "POST", "/api/v1/cases", "", &body).await;
        assert_eq!(came, expected, "{body}: {why}");
    }
    let (came, _) = get(bob, &path).await;
    assert_eq!(came, 404, "nobody else's business");
    let (_, own) = get(bob, "/api/v1/cases").await;
    assert_eq!(own["cases"], json!([]));
    let post = async |who: &Client, what: &str, body: Value| {
        status(who, "POST", &format!("{path}/{what}"), "", &body).await
    };
    let text = |words: &str| json!({"text":words});
    assert_eq!(post(bob, "entries", text("me too")).await.0, 404);
    assert_eq!(post(ann, "decision", json!({"text":"I am right","authority":"me"})).await.0, 403);
    assert_eq!(post(floor, "close", text("done")).await.0, 409, "nobody has answered");
    assert_eq!(post(floor, "entries", text("The cameras were looked at.")).await.0, 200);
    let (came, decided) =
        post(floor, "decision", json!({"text":"The hand was paid.","authority":"the shift manager"})).await;
    assert_eq!((came, &decided["state"]), (200, &json!("answered")), "{decided}");
    assert_eq!(post(ann, "entries", text("I see.")).await.1["state"], "open");
    assert_eq!(post(ann, "close", text("Thank you.")).await.1["state"], "closed");
    assert_eq!(post(floor, "entries", text("more")).await.0, 409);
    let (_, file) = get(ann, &path).await;
    let kinds: Vec<&str> =
        file["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["note", "decision", "note", "closing"]);
    assert_eq!(file["entries"][0]["by"], json!({"name":"the house"}), "to players the staff are the house");
    let (_, file) = get(evening.staff("auditor"), &path).await;
    assert_eq!(file["entries"][0]["by"]["name"], "floor one");
    let (_, open) = get(floor, "/api/v1/cases?state=open").await;
    assert_eq!(open["cases"], json!([]));
    let (_, closed) = get(floor, &format!("/api/v1/cases?state=closed&player={ann_id}&table={TABLE}")).await;
    assert_eq!(closed["cases"].as_array().unwrap().len(), 1);
    // The log of events has each step, in both forms, for who may read it.
    let boss = evening.staff("administrator");
    let events = pages(boss, "/api/v1/events?what=case.&limit=1000", "events").await;
    assert_eq!(events.len(), 5, "{events:?}");
    let answer = boss
        .ask("GET".parse().unwrap(), "/api/v1/events?what=case.&form=csv", &[], String::new().into())
        .await
        .unwrap();
    assert_eq!(answer.kind, "text/csv; charset=utf-8");
    let csv = String::from_utf8(answer.body.to_vec()).unwrap();
    assert_eq!(csv.lines().count(), 6, "{csv}");
    assert!(
        csv.starts_with("number,at_ms,at,component,who,authorised_by,what,subject,before,after,reason\n")
    );
    for (who, expected) in [(ann, 403), (floor, 403), (evening.staff("auditor"), 200)] {
        assert_eq!(get(who, "/api/v1/events").await.0, expected);
    }
    evening.house.close().await;
}

/// The journal comes page by page as it was written: each record names the one before it, and the last is the head.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_journal_is_given_away_as_it_was_written() {
    let evening = Evening::new(1).await;
    let auditor = evening.staff("auditor");
    let stop = json!({"do":"turn","status":"paused","reason":"the end"});
    status(evening.staff("floor"), "POST", &format!("/api/v1/tables/{TABLE}/asks"), "stop", &stop).await;
    let (_, meters) = get(evening.staff("floor"), "/api/v1/meters").await;
    assert_eq!(get(evening.ann.client(), "/api/v1/meters").await.0, 403);
    assert_eq!(get(evening.staff("dealer"), "/api/v1/journal").await.0, 403);
    let (mut from, mut before, mut records) = (0, Hash::ZERO, Vec::new());
    let head = loop {
        let (came, page) = get(auditor, &format!("/api/v1/journal?from={from}&limit=7")).await;
        assert_eq!(came, 200, "{page}");
        for one in page["records"].as_array().unwrap() {
            let text = one["bytes"].as_str().unwrap();
            let bytes: Vec<u8> = (0..text.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
                .collect();
            let record = Record::decode(&bytes).unwrap();
            assert_eq!((record.seq, record.prev), (from, before));
            before = Record::hash(&bytes);
            assert_eq!(one["hash"], before.to_string());
            records.push(record);
            from += 1;
        }
        if page["next"].is_null() {
            break page["head"].as_str().unwrap().to_owned();
        }
        assert_eq!(page["next"], json!(from));
    };
    assert_eq!(head, before.to_string());
    assert_eq!(get(auditor, "/api/v1/journal?from=99999999").await.1["records"], json!([]));
    // The meters hold what the postings of the journal leave in them.
    let postings = records.iter().flat_map(|record| &record.transactions).flat_map(Transaction::changes);
    let mut sums: BTreeMap<Account, i128> = BTreeMap::new();
    postings.for_each(|(account, change)| *sums.entry(account.clone()).or_default() += change);
    let meters = meters.as_array().unwrap();
    assert!(meters.iter().any(|meter| meter["tables"] == json!([TABLE])), "{meters:?}");
    for meter in meters {
        for (field, kind) in [("balance", "meter"), ("reserve", "reserve")] {
            let account: Account = format!("{kind}/{}", meter["meter"].as_str().unwrap()).parse().unwrap();
            let sum = sums.get(&account).copied().unwrap_or(0);
            assert_eq!(i128::from(meter[field].as_i64().unwrap()), sum, "{meter}");
        }
    }
    let folder = evening.house.close().await;
    let store = Sqlite::open_read_only(folder.path().join("tables.db")).unwrap();
    assert!(store.chain().unwrap().size >= from);
}

/// Why the floor did something stands in the log of events, and why money came or went on the statement, for the staff; once, however often it is asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_staff_does_has_its_reason() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let [floor, cashier, auditor] = [
        house.staff(&boss, "floor").await,
        house.staff(&boss, "cashier").await,
        house.staff(&boss, "auditor").await,
    ];
    let mut ann = house.client();
    let player = ann.come_as_guest("Ann").await.unwrap();
    let asks = format!("/api/v1/tables/{TABLE}/asks");
    let asked = async |who: &Client, key: &str, ask: Value| status(who, "POST", &asks, key, &ask).await;
    assert_eq!(asked(&ann, "sit", json!({"do":"sit","spot":3})).await.0, 200);
    let report = json!({"do":"report","event":"exposed-card","reason":"a card lay open"});
    let stands = json!({"do":"leave","spot":3,"reason":"asleep"});
    // Nothing can be irregular before the deal: it is refused, and leaves no row.
    assert_eq!(asked(&floor, "report", report).await.0, 409);
    for (key, ask) in [("up", &stands), ("up", &stands)] {
        let (came, why) = asked(&floor, key, ask.clone()).await;
        assert_eq!(came, 200, "{ask}: {why}");
    }
    for reason in ["a\nb", "a\u{202e}b", "\u{1b}[2J", " "] {
        for ask in [
            json!({"do":"leave","spot":3,"reason":reason}),
            json!({"do":"set","game":TABLE,"meter":TABLE,"reason":reason}),
            json!({"do":"turn","status":"open","reason":reason}),
            json!({"do":"void","reason":reason}),
        ] {
            let (came, why) = asked(&floor, "bad", ask.clone()).await;
            assert_eq!((came, &why["at"]), (422, &json!("ask.reason")), "{ask}: {why}");
        }
    }
    assert_eq!(asked(&ann, "again", json!({"do":"sit","spot":3})).await.0, 200);
    let (came, why) = asked(&ann, "leave", json!({"do":"leave","spot":3,"reason":"tired"})).await;
    assert_eq!((came, &why["at"]), (422, &json!("ask.reason")), "{why}");
    assert_eq!(asked(&floor, "up again", json!({"do":"leave","spot":3})).await.0, 200);
    let (_, log) = get(&boss, "/api/v1/events?what=table.").await;
    let rows: Vec<(&str, &str)> = log["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["what"].as_str().unwrap(), row["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(rows, [("table.stood-up", "none was given"), ("table.stood-up", "asleep")], "{log}");

    for (key, amount, reason) in
        [("in", 5_000, "receipt 1"), ("in", 5_000, "receipt 1"), ("out", -700, "receipt 2")]
    {
        let body = json!({"player":player,"amount":amount,"reason":reason});
        let (came, why) = status(&cashier, "POST", "/api/v1/cashier/moves", key, &body).await;
        assert_eq!(came, 200, "{why}");
    }
    let cashier_id: Value = cashier.get("/api/v1/me").await.unwrap();
    for who in [&cashier, &floor, &auditor] {
        let moves = pages(who, &format!("/api/v1/people/{player}/moves?limit=1"), "moves").await;
        let said: Vec<_> =
            moves.iter().map(|one| (one["amount"].as_i64().unwrap(), one["reason"].as_str())).collect();
        assert_eq!(
            said,
            [(-700, Some("receipt 2")), (5_000, Some("receipt 1")), (100_000, None)],
            "{moves:?}"
        );
        assert_eq!(moves[0]["by"], cashier_id["player"]);
    }
    let own = pages(&ann, "/api/v1/me/moves?limit=9", "moves").await;
    assert!(own.iter().all(|one| one["reason"].is_null() && one["by"].is_null()), "{own:?}");
    let (_, log) = get(&boss, "/api/v1/events?what=cash").await;
    assert_eq!(log["events"].as_array().unwrap().len(), 2, "{log}");
    house.close().await;
}

/// A void round has no proof and never will: it is told so, and not to come again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_void_round_is_said_to_have_no_proof_and_to_get_none() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let asks = format!("/api/v1/tables/{TABLE}/asks");
    let proof = format!("/api/v1/tables/{TABLE}/rounds/1/proof");
    assert_eq!(status(&ann, "POST", &asks, "sit", &json!({"do":"sit","spot":3})).await.0, 200);
    // A round opens a moment after somebody has sat down, and is over a moment after it is void.
    let comes_to = async |code: &str| {
        loop {
            let (came, why) = get(&ann, &proof).await;
            if why["code"] == code {
                return (came, why);
            }
            sleep(Duration::from_millis(5)).await;
        }
    };
    let (came, why) = timeout(PATIENCE, comes_to("not-now")).await.unwrap();
    assert_eq!(came, 409, "{why}");
    let (came, why) = status(&floor, "POST", &asks, "void", &json!({"do":"void","reason":"a test"})).await;
    assert_eq!(came, 200, "{why}");
    let (came, why) = timeout(PATIENCE, comes_to("not-found")).await.unwrap();
    assert_eq!(came, 404, "{why}");
    assert!(why["detail"].as_str().unwrap().contains("will be none"), "{why}");
    house.close().await;
}

/// A case is to be answered in as many days as the house has set.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_case_is_due_in_the_days_that_the_house_sets() {
    let house = Open::with(|settings| tercet_server::Settings { case_days: 3, ..settings }).await;
    let mut ann = sit(&house, "Ann", TABLE, 1).await;
    timeout(PATIENCE, ann.play(1)).await.unwrap().unwrap();
    let claim = json!({"table":TABLE,"round":1,"claim":"My pair was not paid."});
    let (came, case) = status(ann.client(), "POST", "/api/v1/cases", "", &claim).await;
    assert_eq!(came, 201, "{case}");
    let days = case["deadline_ms"].as_u64().unwrap() - case["opened_ms"].as_u64().unwrap();
    assert_eq!(days, 3 * 24 * 3_600_000, "{case}");
    house.close().await;
}
