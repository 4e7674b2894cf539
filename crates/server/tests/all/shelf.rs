//! The shelf of games: what no table was set to does not stand on it, whoever asked for it.

use crate::house::{Open, PATIENCE, at_stage, send, sits};
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_games::variant::set_limits;
use tercet_protocol::live::{FromClient, ToClient};
use tercet_rules::Money;
use tokio::time::timeout;

const GAME: &str = "three-card-fortune";
const ASKS: &str = "/api/v1/tables/three-card-fortune/asks";

/// Setting the table to its game with this much as the most for an Ante, and the hash of the rules that this makes.
fn set_to(most: i64) -> (Value, String) {
    let mut doc = tercet_games::read(tercet_games::builtin_text(GAME).unwrap()).unwrap();
    set_limits(&mut doc, "ante", [1_000, most, 500].map(Money::from_units).into()).unwrap();
    let limits = json!({"ante": {"min": 1_000, "max": most, "step": 500}});
    (json!({"do":"set","game":GAME,"limits":limits,"reason":"late"}), tercet_games::rules_hash(&doc))
}

/// Whether there is a game with this hash.
async fn is_there(client: &Client, rules: &str) -> bool {
    let (status, said) = send(client, "GET", &format!("/api/v1/games/{rules}"), "", &Value::Null).await;
    assert!(status == 200 || status == 404, "{said}");
    status == 200
}

/// What is answered on a live line to an ask.
async fn refused_on_a_line(client: &Client, ask: &Value) -> String {
    let mut line = client.live().await.unwrap();
    let ask = serde_json::from_value(ask.clone()).unwrap();
    line.say(&FromClient::Ask { key: "line".into(), table: GAME.into(), ask }).await.unwrap();
    let told = async {
        loop {
            if let Some(ToClient::Refused { problem, .. }) = line.hear().await.unwrap() {
                break problem.code;
            }
        }
    };
    timeout(PATIENCE, told).await.unwrap()
}

/// Whoever may not set tables has no file made and kept, nor has who may and is refused: neither before the table is asked, nor by it. What a table is set to is
/// found by its hash from then on, also when it is set to something else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_that_is_refused_leaves_the_shelf_as_it_was() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();

    let (set, guests) = set_to(20_000);
    let (status, said) = send(&ann, "POST", ASKS, "set", &set).await;
    assert_eq!((status, &said["code"]), (403, &json!("forbidden")), "{said}");
    assert_eq!(refused_on_a_line(&ann, &set).await, "forbidden");
    assert!(!is_there(&ann, &guests).await);

    let (done, first) = set_to(30_000);
    let (status, said) = send(&boss, "POST", ASKS, "done", &done).await;
    assert_eq!(status, 200, "{said}");
    assert!(is_there(&ann, &first).await);
    // The first is refused before the table is asked, the second by the table.
    for (key, reason, expected) in [("new", "a line\nand another", "value"), ("done", "late", "key-used")] {
        let (mut set, rules) = set_to(40_000);
        set["reason"] = json!(reason);
        let (status, said) = send(&boss, "POST", ASKS, key, &set).await;
        assert_eq!((status >= 400, &said["code"]), (true, &json!(expected)), "{said}");
        assert!(!is_there(&ann, &rules).await, "{said}");
    }

    // A round keeps its rules, and they are found while it is played and afterwards.
    sits(&ann, GAME, 1).await;
    let round = at_stage(&ann, GAME, "open").await;
    assert_eq!(round["game"]["rules"], json!(first));
    let (anew, second) = set_to(50_000);
    let (status, said) = send(&boss, "POST", ASKS, "anew", &anew).await;
    assert_eq!(status, 200, "{said}");
    assert!(is_there(&ann, &second).await && is_there(&ann, &first).await);
    house.close().await;
}

/// Whoever has no right to ask for something is told so, whatever stands in it: it is not looked at.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_right_is_asked_before_anything_else() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let auditor = house.staff(&boss, "auditor").await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    for (who, ask) in [
        (&ann, json!({"do":"set","game":"none","deal":"none","meter":"NO\nNAME"})),
        (&ann, json!({"do":"turn","status":"open","reason":""})),
        (&ann, json!({"do":"void","reason":""})),
        (&ann, json!({"do":"report","event":"x","reason":""})),
        (&auditor, json!({"do":"place","spot":1,"wager":"NO WAGER","amount":1})),
        (&auditor, json!({"do":"take-back","spot":1,"wager":"NO WAGER"})),
        (&auditor, json!({"do":"swear","spot":1,"hash":"none"})),
        (&auditor, json!({"do":"tell","spot":1,"secret":"none"})),
        (&auditor, json!({"do":"decide","spot":1,"choice":"fold","times":2})),
        (&auditor, json!({"do":"leave","spot":1,"reason":""})),
    ] {
        let (status, said) = send(who, "POST", ASKS, "key", &ask).await;
        assert_eq!((status, &said["code"]), (403, &json!("forbidden")), "{ask}: {said}");
    }
    house.close().await;
}
