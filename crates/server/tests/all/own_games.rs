//! The house's own games: looked at, brought in, played, replaced and taken away.

use crate::house::{Open, PATIENCE, at_stage, audited, bets, send, sits};
use serde_json::{Value, json};
use tercet_bots::{Client, Order, Until, crowd};
use tokio::time::timeout;

/// A game that is not built in: other names, limits and pays.
pub(crate) fn own_game() -> String {
    let text = tercet_games_text("three-card-fortune");
    text.replacen("\"three-card-fortune\"", "\"friday-cards\"", 1)
}

fn tercet_games_text(id: &str) -> String {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/data/{id}.toml"));
    std::fs::read_to_string(file).unwrap()
}

async fn found(boss: &Client, table: &str, game: &str) {
    let asks = format!("/api/v1/tables/{table}/asks");
    let founding = json!({"table": table, "reason": "friday"});
    assert_eq!(send(boss, "POST", "/api/v1/tables", "", &founding).await.0, 201);
    let (set, said) = send(
        boss,
        "POST",
        &asks,
        "set",
        &json!({"do":"set","game":game,
        "clocks":{"bet_ms":600_000,"secret_ms":5_000,"decide_ms":600_000,"show_ms":50}}),
    )
    .await;
    assert_eq!(set, 200, "{said}");
}

/// Every fault is said with its place; a game without faults is brought in, played by bots who check everything, is there after a reopening, and
/// a table keeps the version that it was set to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_the_house_is_looked_at_brought_in_and_played() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let broken = own_game().replacen("\nname", "\nnmae", 1).replace("[dealer]", "[daeler]");
    let (status, looked) = send(&boss, "POST", "/api/v1/games/check", "", &json!({ "text": broken })).await;
    assert_eq!((status, &looked["game"]), (200, &Value::Null), "{looked}");
    let findings = looked["findings"].as_array().unwrap();
    assert!(findings.len() >= 2, "{looked}");
    for finding in findings {
        assert!(finding["line"].as_u64().is_some() && finding["message"].is_string(), "{finding}");
    }
    let path = "/api/v1/games/friday-cards/file";
    let bring = |text: &str| json!({"text": text, "reason": "for fridays"});
    let (status, said) = send(&boss, "PUT", path, "", &bring(&broken)).await;
    assert_eq!((status, &said["at"]), (422, &json!("text")), "{said}");
    assert!(said["detail"].as_str().unwrap().contains("line "), "{said}");
    assert_eq!(send(&floor, "PUT", path, "", &bring(&own_game())).await.0, 403);
    assert_eq!(send(&boss, "PUT", "/api/v1/games/other/file", "", &bring(&own_game())).await.0, 422);
    let built_in = bring(&tercet_games_text("three-card-fortune"));
    assert_eq!(send(&boss, "PUT", "/api/v1/games/three-card-fortune/file", "", &built_in).await.0, 409);
    assert_eq!(house.client().get::<Value>("/api/v1/games").await.unwrap().as_array().unwrap().len(), 5);

    let (status, first) = send(&boss, "PUT", path, "", &bring(&own_game())).await;
    assert_eq!((status, &first["built_in"]), (201, &json!(false)), "{first}");
    found(&floor, "friday", "friday-cards").await;
    let opened = json!({"do":"turn","status":"open","reason":"friday"});
    assert_eq!(send(&floor, "POST", "/api/v1/tables/friday/asks", "open", &opened).await.0, 200);
    let order = Order {
        at: house.at().into(),
        tables: vec!["friday".into()],
        seats: 2,
        until: Until::Rounds(2),
        proofs_each: None,
        wait_for_nobody: true,
        comes_back: None,
    };
    let seen = timeout(PATIENCE, crowd(&order, &std::sync::Arc::default())).await.unwrap().unwrap();
    assert!(seen.is_well(), "{seen:?}");

    // Another version: the table goes on with the first, which can still be read by its hash and no longer be set.
    let other = own_game().replacen("\"3 Card Fortune", "\"Late 3 Card Fortune", 1);
    let (status, second) = send(&boss, "PUT", path, "", &bring(&other)).await;
    assert_eq!(status, 200, "{second}");
    assert_ne!(first["rules"], second["rules"]);
    let playing: Value = house.client().get("/api/v1/tables/friday").await.unwrap();
    assert_eq!(playing["state"]["game"]["rules"], first["rules"]);
    let house = house.reopen().await;
    let boss = house.client().with_token(boss.token().unwrap());
    let by_hash = format!("/api/v1/games/{}", first["rules"].as_str().unwrap());
    assert_eq!(house.client().get::<Value>(&by_hash).await.unwrap()["name"], first["name"]);
    assert_eq!(
        house.client().get::<Value>("/api/v1/games/friday-cards").await.unwrap()["name"],
        second["name"]
    );
    let asks = "/api/v1/tables/friday/asks";
    let set = |game: &Value| json!({"do":"set","game":game});
    assert_eq!(send(&boss, "POST", asks, "first", &set(&first["rules"])).await.0, 404);
    assert_eq!(send(&boss, "POST", asks, "second", &set(&second["rules"])).await.0, 200);
    let now: Value = house.client().get("/api/v1/tables/friday").await.unwrap();
    assert_eq!(now["state"]["game"]["rules"], second["rules"]);

    // Taken away, it is offered no more; who did what is in the log.
    assert_eq!(send(&boss, "DELETE", path, "", &json!({"reason": "no more fridays"})).await.0, 204);
    assert_eq!(send(&boss, "POST", asks, "third", &set(&json!("friday-cards"))).await.0, 404);
    assert_eq!(send(&boss, "DELETE", path, "", &json!({"reason": "again"})).await.0, 404);
    let built_in = "/api/v1/games/three-card-fortune/file";
    assert_eq!(send(&boss, "DELETE", built_in, "", &json!({"reason": "why not"})).await.0, 409);
    let log: Value = boss.get("/api/v1/events?what=game.").await.unwrap();
    let words: Vec<&Value> = log["events"].as_array().unwrap().iter().map(|event| &event["what"]).collect();
    assert_eq!(words, ["game.taken-away", "game.brought-in", "game.brought-in"]);
    house.close().await;
}

/// A table has the limits that are posted at it: the game's own hold at the others, and what makes no game is refused with its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_has_limits_of_its_own() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    found(&floor, "high", "three-card-fortune").await;
    let asks = "/api/v1/tables/high/asks";
    let set = |limits: Value| json!({"do":"set","game":"three-card-fortune","limits":limits});
    for (no, (limits, at)) in [
        (json!({"antee":{"min":5_000,"max":50_000,"step":5_000}}), "ask.limits.antee"),
        (json!({"play":{"min":5_000,"max":50_000,"step":5_000}}), "ask.limits.play"),
        (json!({"ante":{"min":0,"max":50_000,"step":5_000}}), "ask.limits"),
        (json!({"ante":{"min":5_000,"max":4_000,"step":5_000}}), "ask.limits"),
        (json!({"ante":{"min":-1,"max":i64::MAX,"step":i64::MIN}}), "ask.limits"),
    ]
    .into_iter()
    .enumerate()
    {
        let (status, said) = send(&floor, "POST", asks, &format!("bad-{no}"), &set(limits)).await;
        assert_eq!((status, &said["at"]), (422, &json!(at)), "{said}");
    }
    let limits = json!({"ante":{"min":5_000,"max":50_000,"step":5_000}});
    let (status, said) = send(&floor, "POST", asks, "set high", &set(limits)).await;
    assert_eq!(status, 200, "{said}");
    let opened = json!({"do":"turn","status":"open","reason":"the high table"});
    assert_eq!(send(&floor, "POST", asks, "open", &opened).await.0, 200);
    let table: Value = house.client().get("/api/v1/tables/high").await.unwrap();
    let rules = table["state"]["game"]["rules"].as_str().unwrap();
    let game: Value = house.client().get(&format!("/api/v1/games/{rules}")).await.unwrap();
    let ante = game["wagers"].as_array().unwrap().iter().find(|wager| wager["id"] == "ante").unwrap();
    assert_eq!((&ante["min"], &ante["max"], &ante["step"]), (&json!(5_000), &json!(50_000), &json!(5_000)));
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let ask = |key: &'static str, ask: Value| {
        let ann = ann.clone();
        async move { send(&ann, "POST", asks, key, &ask).await }
    };
    assert_eq!(ask("sit", json!({"do":"sit","spot":1})).await.0, 200);
    let place = |amount: i64| json!({"do":"place","spot":1,"wager":"ante","amount":amount});
    let opens = async {
        loop {
            let (status, said) = ask("low", place(1_000)).await;
            if said["code"] != "not-now" {
                break (status, said);
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let (status, said) = timeout(PATIENCE, opens).await.unwrap();
    assert_eq!((status, &said["code"]), (422, &json!("wager")), "{said}");
    assert_eq!(ask("high", place(5_000)).await.0, 200);
    house.close().await;
}

/// The file of a game is another, or gone, as a house opens again that was closed in mid-round: the round is finished by the rules that it was opened
/// with, the table keeps them until it is set anew, and what is offered is what is there then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_file_that_changed_while_the_house_was_closed_changes_no_round() {
    let other = own_game().replacen("\"3 Card Fortune", "\"Late 3 Card Fortune", 1);
    for change in [Some(&*other), None] {
        let house = Open::new().await;
        let boss = house.boss().await;
        let floor = house.staff(&boss, "floor").await;
        let bring = json!({"text": own_game(), "reason": "for fridays"});
        let (_, first) = send(&boss, "PUT", "/api/v1/games/friday-cards/file", "", &bring).await;
        found(&floor, "friday", "friday-cards").await;
        let asks = "/api/v1/tables/friday/asks";
        let turn = |status: &str| json!({"do":"turn","status":status,"reason":"friday"});
        assert_eq!(send(&floor, "POST", asks, "open", &turn("open")).await.0, 200);
        let mut ann = house.client();
        ann.come_as_guest("Ann").await.unwrap();
        sits(&ann, "friday", 1).await;
        bets(&ann, "friday", 1).await;
        let dealt = at_stage(&ann, "friday", "dealt").await;
        let folder = house.close().await;

        let file = folder.path().join("games/friday-cards.toml");
        match change {
            Some(text) => std::fs::write(&file, text).unwrap(),
            None => std::fs::remove_file(&file).unwrap(),
        }
        let house = Open::again(folder, |settings| settings).await;
        let [boss, floor, ann] =
            [&boss, &floor, &ann].map(|who| house.client().with_token(who.token().unwrap()));
        let again = at_stage(&ann, "friday", "dealt").await;
        for what in ["no", "game", "commitment", "frozen", "context", "spots"] {
            assert_eq!(again[what], dealt[what], "{what}");
        }
        assert_eq!(again["game"]["rules"], first["rules"]);
        // The next round does not come before it was looked at.
        assert_eq!(send(&floor, "POST", asks, "pause", &turn("paused")).await.0, 200);
        let play = json!({"do":"decide","spot":1,"choice":"play"});
        let (played, why) = send(&ann, "POST", asks, "play", &play).await;
        assert_eq!(played, 200, "{why}");
        let over = at_stage(&ann, "friday", "over").await;
        assert_eq!((&over["no"], &over["game"]["rules"]), (&dealt["no"], &first["rules"]));
        let table: Value = ann.get("/api/v1/tables/friday").await.unwrap();
        assert_eq!(table["state"]["game"]["rules"], first["rules"], "it is set to what it was set to");
        let by_hash = format!("/api/v1/games/{}", first["rules"].as_str().unwrap());
        assert_eq!(ann.get::<Value>(&by_hash).await.unwrap()["name"], first["name"]);
        // What is offered is what is there.
        let set = json!({"do":"set","game":"friday-cards"});
        let expected = if change.is_some() { 200 } else { 404 };
        let (set, why) = send(&boss, "POST", asks, "set", &set).await;
        assert_eq!(set, expected, "{why}");
        let table: Value = ann.get("/api/v1/tables/friday").await.unwrap();
        assert_eq!(table["state"]["game"]["rules"] == first["rules"], change.is_none());
        assert_eq!(table["state"]["round"]["game"]["rules"], first["rules"]);
        let folder = house.close().await;
        audited(folder.path());
    }
}

/// A game file that has faults by the time the house opens again is named with its lines, and nothing is changed; put right, the house opens, and the
/// round goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_file_with_faults_keeps_the_house_closed_until_it_is_put_right() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let bring = json!({"text": own_game(), "reason": "for fridays"});
    assert_eq!(send(&boss, "PUT", "/api/v1/games/friday-cards/file", "", &bring).await.0, 201);
    let folder = house.close().await;
    let (file, books) = (folder.path().join("games/friday-cards.toml"), folder.path().join("tables.db"));
    let (good, before) = (std::fs::read(&file).unwrap(), std::fs::read(&books).unwrap());
    for (bad, says) in [
        (own_game().replacen("\nname", "\nnmae", 1), "unknown key `nmae`"),
        (
            own_game().replacen("friday-cards", "saturday-cards", 1),
            "expected one that is called as the file is",
        ),
        (tercet_games_text("three-card-fortune"), "expected one that is called as the file is"),
        (String::new(), "faults"),
    ] {
        std::fs::write(&file, &bad).unwrap();
        let not = tercet_server::House::open(tercet_server::Settings::new(folder.path())).await.unwrap_err();
        let said = not.to_string();
        assert!(said.contains("friday-cards.toml") && said.contains(says), "{said}");
        assert!(std::fs::read(&books).unwrap() == before && std::fs::read(&file).unwrap() == bad.as_bytes());
    }
    std::fs::write(&file, good).unwrap();
    let house = Open::again(folder, |settings| settings).await;
    assert_eq!(
        house.client().get::<Value>("/api/v1/games/friday-cards").await.unwrap()["id"],
        "friday-cards"
    );
    house.close().await;
}
