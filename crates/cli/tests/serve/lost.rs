//! A house whose key of the seeds is lost while rounds are in play, and the way out.

use crate::{Served, block_on, ran, tercet};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;
use tercet_bots::{Client, lowest_bets};
use tercet_protocol::live::GameInfo;

/// Where the hand is dealt, and where bets are open.
const TABLES: [&str; 2] = ["three-card-shine", "three-card-poker"];

const WHY: &str = "the disk is broken, and there is no copy";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn said(ran: &Output) -> String {
    String::from_utf8_lossy(&[&*ran.stdout, &*ran.stderr].concat()).into_owned()
}

/// How a command ended, which must say all of this.
fn says(ran: &Output, status: i32, parts: &[&str]) -> String {
    let said = said(ran);
    assert_eq!(ran.status.code(), Some(status), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part}: {said}");
    }
    said
}

fn void_lost(data: &Path, reason: &str) -> Output {
    ran(&["void-lost", "--data", text(data), "--reason", reason])
}

/// Opens a house that must not open.
fn serve(data: &Path) -> Output {
    tercet().args(["serve", "--listen", "127.0.0.1:0", "--data", text(data)]).output().unwrap()
}

async fn asks(client: &Client, table: &str, key: &str, ask: &Value) {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    let path = format!("/api/v1/tables/{table}/asks");
    let answer = client.ask("POST".parse().unwrap(), &path, &headers, ask.to_string().into()).await.unwrap();
    assert_eq!(answer.status.as_u16(), 200, "{ask}: {}", String::from_utf8_lossy(&answer.body));
}

async fn at_stage(client: &Client, table: &str, stage: &str) -> Value {
    loop {
        let seen: Value = client.get(&format!("/api/v1/tables/{table}")).await.unwrap();
        if seen["state"]["round"]["stage"] == stage {
            return seen["state"]["round"].clone();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A guest sits down and bets; whoever is done is dealt to.
async fn bets(at: &str, name: &str, table: &str, done: bool) -> Client {
    let mut client = Client::new(at);
    client.come_as_guest(name).await.unwrap();
    asks(&client, table, "sit", &json!({"do":"sit","spot":1})).await;
    let round = at_stage(&client, table, "open").await;
    let rules = round["game"]["rules"].as_str().unwrap();
    let game: GameInfo = client.get(&format!("/api/v1/games/{rules}")).await.unwrap();
    for (wager, amount) in lowest_bets(&game) {
        let place = json!({"do":"place","spot":1,"wager":wager,"amount":amount});
        asks(&client, table, &wager, &place).await;
    }
    if done {
        asks(&client, table, "done", &json!({"do":"ready","spot":1})).await;
        at_stage(&client, table, "dealt").await;
    }
    client
}

async fn balance(client: &Client) -> Value {
    client.get::<Value>("/api/v1/me").await.unwrap()["balance"].clone()
}

/// A house that was killed with a hand dealt at one table and bets open at another, and its players.
fn killed(folder: &Path) -> (PathBuf, Vec<String>) {
    let data = folder.join("house");
    let mut served = Served::open(&data, &[]);
    let at = served.at.clone();
    let tokens = block_on(async {
        let mut tokens = Vec::new();
        for (no, table) in TABLES.into_iter().enumerate() {
            let client = bets(&at, ["Ann", "Bob"][no], table, no == 0).await;
            assert_ne!(balance(&client).await, 100_000);
            tokens.push(client.token().unwrap().to_owned());
        }
        tokens
    });
    let was = std::fs::read(data.join("seeds.key")).unwrap();
    says(&void_lost(&data, WHY), 2, &["open already"]);
    assert_eq!(std::fs::read(data.join("seeds.key")).unwrap(), was, "the house is open, and nothing is done");
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    (data, tokens)
}

/// The house names the way out; it gives every bet back; then the house opens, and whoever looks is told what these rounds are.
#[test]
fn a_house_whose_key_is_lost_gives_all_bets_back_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let (data, tokens) = killed(folder.path());
    let (books, key, kept) = (data.join("tables.db"), data.join("seeds.key"), folder.path().join("kept.key"));
    // As long as the key is there nothing is lost, and no round is anybody's to be rid of.
    let said =
        says(&void_lost(&data, WHY), 1, &["the key is not lost: seeds.key opens round 1 at three-card"]);
    TABLES.iter().for_each(|table| assert!(said.contains(table), "{said}"));
    std::fs::rename(&key, &kept).unwrap();
    says(&serve(&data), 2, &["seeds.key", "tercet void-lost"]);
    for (bytes, why) in
        [(&[7; 31][..], "31 bytes; expected the 32 of a key of the seeds"), (&[7; 32], "put that key back")]
    {
        std::fs::write(&key, bytes).unwrap();
        says(&serve(&data), 2, &[why, "tercet void-lost"]);
    }
    for reason in ["", "  ", &"x".repeat(501)] {
        says(&void_lost(&data, reason), 2, &["--reason: expected why the key is lost"]);
    }
    assert!(!data.join("seeds.key.1").exists(), "what is refused changes nothing");

    let ended = ["Round 1 at three-card-shine is void", "Round 1 at three-card-poker is void", "seeds.key.1"];
    says(&void_lost(&data, WHY), 0, &ended);
    assert_eq!(std::fs::read(data.join("seeds.key.1")).unwrap(), [7; 32]);
    assert_eq!(std::fs::read(&key).unwrap().len(), 32);
    says(&void_lost(&data, WHY), 1, &["no round is in play"]);

    let served = Served::open(&data, &[]);
    block_on(async {
        for (token, table) in tokens.iter().zip(TABLES) {
            let client = Client::new(&*served.at).with_token(token);
            assert_eq!(balance(&client).await, 100_000, "{table}");
            let rounds: Value = client.get("/api/v1/me/rounds").await.unwrap();
            let round = &rounds["rounds"][0];
            assert_eq!(
                (&round["status"], &round["void"], &round["seed_lost"]),
                (&"void".into(), &WHY.into(), &WHY.into()),
                "{rounds}"
            );
            let path = format!("/api/v1/tables/{table}/rounds/1");
            let round: Value = client.get(&path).await.unwrap();
            assert!(
                round["spots"][0]["wagers"]["ante"].is_u64() && round["spots"][0]["cards"].is_null(),
                "{round}"
            );
            let refused = client.get::<Value>(&format!("{path}/proof")).await.unwrap_err().to_string();
            assert!(refused.contains("there is no proof of it"), "{refused}");
            let played: Value = client.get("/api/v1/me/played").await.unwrap();
            assert_eq!((&played["rounds"], &played["net"]), (&0.into(), &0.into()), "{played}");
            // The next round opens, under the new key.
            assert_eq!(at_stage(&client, table, "open").await["no"], 2);
        }
    });
    let log = served.close();
    assert!(!log.contains("ERROR"), "{log}");

    let sound = ["2 rounds ended without their seeds", WHY, "Nothing was found"];
    says(&ran(&["audit", text(&books)]), 0, &sound);
    let beside = ran(&["audit", text(&books), "--lost-key", text(&kept)]);
    says(&beside, 1, &["key-lost", "follows from the key that was given"]);
    says(
        &ran(&["audit", text(&books), "--lost-key", text(&books)]),
        2,
        &["expected the 32 of a key of the seeds"],
    );
    let report = says(&ran(&["audit", text(&books), "--json"]), 0, &[]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["rounds"]["lost"], &report["lost"][1]["reason"]), (&2.into(), &WHY.into()));
    says(&ran(&["history", text(&books)]), 0, &["void", "its seed was lost: no proof"]);
    let one = ["history", text(&books), "--table", TABLES[0], "--round", "1"];
    says(&ran(&one), 0, &["ended it without its seed", WHY, "no proof of its shuffle"]);
    says(&ran(&[&one[..], &["--proof"]].concat()), 2, &["there is no proof of it and will be none"]);
    says(&ran(&[&one[..], &["--settle"]].concat()), 0, &["1 round left out"]);
    says(&ran(&[&one[..], &["--rules"]].concat()), 0, &["id = \"three-card-shine\""]);
    // The new key opens what is in play now.
    says(&void_lost(&data, WHY), 1, &["the key is not lost"]);
}

/// Nothing is ended where the books are not what was written, or are none; and nothing is changed then.
#[test]
fn no_round_is_ended_on_books_that_do_not_verify() {
    let folder = tempfile::tempdir().unwrap();
    let (data, _) = killed(folder.path());
    // As it is closed the balances are written, and nothing but an audit compares them with all records.
    Served::open(&data, &[]).close();
    let key = data.join("seeds.key");
    std::fs::remove_file(&key).unwrap();
    let connection = rusqlite::Connection::open(data.join("tables.db")).unwrap();
    let one = "(SELECT min(account) FROM balance WHERE account LIKE 'wallet/%')";
    for forged in ["units + 1 WHERE account = 'world'", &format!("units - 1 WHERE account = {one}")] {
        assert_eq!(connection.execute(&format!("UPDATE balance SET units = {forged}"), []).unwrap(), 1);
    }
    drop(connection);
    let said = says(&void_lost(&data, WHY), 1, &["does not verify", "tercet audit says more"]);
    assert!(said.lines().count() == 1, "{said}");
    assert!(!key.exists());

    let nowhere = folder.path().join("nowhere");
    says(&void_lost(&nowhere, WHY), 2, &["tables.db", "expected the books of a house"]);
    assert!(!nowhere.exists());
    says(&ran(&["void-lost", "--data", text(&data)]), 2, &["--reason"]);
    std::fs::create_dir(&key).unwrap();
    says(&void_lost(&data, WHY), 2, &["seeds.key", "expected the key of the seeds"]);
}
