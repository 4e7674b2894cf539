//! What decisions are worth, where the table says it.

use crate::house::{GAMES, Open, PATIENCE, at_stage, bets, send, sits};
use serde_json::{Value, json};
use tercet_analysis::report::{Ask, advice};
use tercet_bots::Client;
use tercet_cards::parse_cards;
use tercet_protocol::live::{Advice, FromClient, GameInfo, ToClient};
use tercet_rules::{Money, WagerId};
use tokio::time::timeout;

async fn said(client: &Client, table: &str, key: &str, ask: Value) -> (u16, Value) {
    send(client, "POST", &format!("/api/v1/tables/{table}/asks"), key, &ask).await
}

/// Sets a table to a game, with hints or without, and opens it.
async fn found(floor: &Client, table: &str, game: &str, hints: bool) {
    let meter = floor.get::<GameInfo>(&format!("/api/v1/games/{game}")).await.unwrap().meter_wager;
    let founding = json!({"table": table, "reason": "hints"});
    assert_eq!(send(floor, "POST", "/api/v1/tables", "", &founding).await.0, 201);
    let mut set = json!({"do":"set","game":game,"hints":hints,
        "clocks":{"bet_ms":600_000,"secret_ms":100,"decide_ms":60_000,"show_ms":50}});
    if meter.is_some() {
        set["meter"] = json!(format!("{table}-meter"));
    }
    assert_eq!(said(floor, table, "set", set).await.0, 200);
    let turn = json!({"do":"turn","status":"open","reason":"hints"});
    assert_eq!(said(floor, table, "open", turn).await.0, 200);
}

/// Waits until the cards are out; gives the round as this player sees it.
async fn dealt(client: &Client, table: &str) -> Value {
    at_stage(client, table, "dealt").await
}

/// In every game: who asks is told what `tercet advise` says of the own cards and bets, over HTTP and over the line; what lies at the spots of others changes nothing of
/// it, and others are not told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_decision_is_worth_what_the_own_cards_say() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    for (no, game) in GAMES.into_iter().enumerate() {
        let table = format!("hints-{no}");
        found(&floor, &table, game, true).await;
        let (mut ann, mut bob) = (house.client(), house.client());
        ann.come_as_guest(&format!("Ann {no}")).await.unwrap();
        bob.come_as_guest(&format!("Bob {no}")).await.unwrap();
        sits(&ann, &table, 1).await;
        sits(&bob, &table, 5).await;
        bets(&ann, &table, 1).await;
        bets(&bob, &table, 5).await;
        let round = dealt(&ann, &table).await;
        assert_eq!(round["hints"], true);
        let path = format!("/api/v1/tables/{table}/spots/1/advice");
        let told: Advice = ann.get(&path).await.unwrap();

        let spot = &round["spots"]["1"];
        let rules = tercet_games::builtin_game(game).unwrap();
        let bets: Vec<(WagerId, Money)> = (spot["wagers"].as_object().unwrap().iter())
            .map(|(id, stake)| (WagerId::from(id.as_str()), Money::from_units(stake.as_i64().unwrap())))
            .collect();
        let meter = round["meter"].as_i64().map(Money::from_units);
        let ask = Ask { bets: &bets, meter, ..Ask::of(&rules) };
        let cards = parse_cards(spot["cards"].as_str().unwrap()).unwrap();
        let counted = advice(&ask, &cards).unwrap();
        assert_eq!(Some(&told), Advice::of(1, 1, &counted).as_ref(), "{game}");
        assert_eq!(told.decisions.len(), rules.play_times().len() + 1);
        for each in &told.decisions {
            assert_eq!(each.ahead + each.even + each.behind, told.deals);
        }
        let greatest = told.decisions.iter().map(|each| each.total).max();
        assert_eq!(Some(told.decisions[told.best].total), greatest, "{told:?}");

        let mut line = ann.live().await.unwrap();
        let advise = FromClient::Advise { key: "a".into(), table: table.clone(), spot: 1 };
        line.say(&advise).await.unwrap();
        let answer = async {
            loop {
                if let Some(ToClient::Advice { key, advice, .. }) = line.hear().await.unwrap() {
                    break (key, *advice);
                }
            }
        };
        assert_eq!(timeout(PATIENCE, answer).await.unwrap(), ("a".into(), told));
        for (client, expected, code) in
            [(&bob, 403, "not-your-spot"), (&boss, 403, "not-your-spot"), (&house.client(), 401, "sign-in")]
        {
            let (status, said) = send(client, "GET", &path, "", &Value::Null).await;
            assert_eq!((status, &said["code"]), (expected, &json!(code)), "{said}");
        }
        // Once it is decided there is nothing to be told.
        let fold = json!({"do":"decide","spot":1,"choice":"fold"});
        assert_eq!(said(&ann, &table, "fold", fold).await.0, 200);
        let (status, said) = send(&ann, "GET", &path, "", &Value::Null).await;
        assert_eq!((status, &said["code"]), (409, &json!("not-now")), "{said}");
    }
    house.close().await;
}

/// A table gives no hints unless it is set so; how it is set stands in the lobby and the state, and holds after the house was closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_table_gives_hints_unless_the_floor_says_so() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    found(&floor, "quiet", "three-card-poker", false).await;
    found(&floor, "talks", "three-card-poker", true).await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    sits(&ann, "quiet", 1).await;
    bets(&ann, "quiet", 1).await;
    let round = dealt(&ann, "quiet").await;
    assert_eq!(round["hints"], Value::Null);
    let (status, said) = send(&ann, "GET", "/api/v1/tables/quiet/spots/1/advice", "", &Value::Null).await;
    assert_eq!((status, &said["code"]), (403, &json!("no-hints")), "{said}");
    let house = house.reopen().await;
    for (table, hints) in [("quiet", false), ("talks", true), ("three-card-poker", false)] {
        let seen: Value = house.client().get(&format!("/api/v1/tables/{table}")).await.unwrap();
        assert_eq!(seen["state"]["hints"].as_bool().unwrap_or(false), hints, "{table}");
        let lobby: Vec<Value> = house.client().get("/api/v1/tables").await.unwrap();
        let row = lobby.iter().find(|row| row["table"] == table).unwrap();
        assert_eq!(row["hints"], hints);
    }
    house.close().await;
}
