//! What the house says of its games: rule cards and exact odds.

use crate::house::{GAMES, Open};
use serde_json::{Value, json};
use tercet_bots::Client;

async fn get(client: &Client, path: &str) -> (u16, String, String) {
    let answer = client.ask("GET".parse().unwrap(), path, &[], String::new().into()).await.unwrap();
    (answer.status.as_u16(), answer.kind.clone(), String::from_utf8(answer.body.to_vec()).unwrap())
}

/// Every game has a card, by its id and by the hash of its rules, and both forms say the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_has_a_rule_card_in_both_forms() {
    let house = Open::new().await;
    let client = house.client();
    for game in GAMES {
        let (status, kind, text) = get(&client, &format!("/api/v1/games/{game}/card")).await;
        assert_eq!((status, kind.as_str()), (200, "application/json"), "{game}");
        let card: Value = serde_json::from_str(&text).unwrap();
        let info: Value = client.get(&format!("/api/v1/games/{game}")).await.unwrap();
        assert_eq!((&card["id"], &card["rules"]), (&json!(game), &info["rules"]));
        let rules = card["rules"].as_str().unwrap();
        let (status, kind, markdown) =
            get(&client, &format!("/api/v1/games/{rules}/card?form=markdown")).await;
        assert_eq!((status, kind.as_str()), (200, "text/markdown; charset=utf-8"));
        for section in card["sections"].as_array().unwrap() {
            let title = section["title"].as_str().unwrap();
            assert!(markdown.contains(&format!("\n## {title}\n")), "{game}: {title}");
        }
    }
    for (path, expected, code, at) in [
        ("/api/v1/games/roulette/card", 404, "not-found", Value::Null),
        ("/api/v1/games/three-card-poker/card?form=pdf", 422, "value", json!("form")),
        ("/api/v1/games/three-card-poker/card?from=json", 422, "value", json!("from")),
    ] {
        let (status, kind, text) = get(&client, path).await;
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, kind.as_str()), (expected, "application/problem+json"), "{path}");
        assert_eq!((&problem["code"], &problem["at"]), (&json!(code), &at), "{problem}");
    }
    house.close().await;
}

/// The grid has every hand once, plays as many as the strategy of the odds does, turns at Q-6-4, and follows other pays and readings.
#[tokio::test]
async fn the_grid_says_what_the_strategy_does_with_every_hand() {
    let house = Open::new().await;
    let client = house.client();
    for query in ["", "?pay=ante-bonus%3D3-2-1", "?ruling=R4%3Dstays"] {
        let odds: Value = client.get(&format!("/api/v1/games/three-card-poker/odds{query}")).await.unwrap();
        let grid: Value =
            client.get(&format!("/api/v1/games/three-card-poker/decisions{query}")).await.unwrap();
        let parts = grid["cells"].as_array().unwrap().iter().chain(grid["others"].as_array().unwrap());
        let (mut plays, mut folds) = (0, 0);
        for part in parts {
            plays += part["decisions"]["play-1x"].as_u64().unwrap_or(0);
            folds += part["decisions"]["fold"].as_u64().unwrap_or(0);
        }
        let said = |what: &str| odds["strategy"][what].as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!((plays, folds), (said("plays"), said("folds")), "{query}");
        assert_eq!(plays + folds, 22_100, "{query}");
        assert_eq!(grid["rules"], odds["rules"]);
    }
    let grid: Value = client.get("/api/v1/games/three-card-poker/decisions").await.unwrap();
    let mixed = |cell: &&Value| {
        (cell["category"].as_str(), cell["high"].as_str(), cell["second"].as_str())
            == (Some("high-card"), Some("Q"), Some("6"))
    };
    let cell = grid["cells"].as_array().unwrap().iter().find(mixed).unwrap();
    assert_eq!(cell["third"], serde_json::json!({"rank": "4", "decision": "play-1x"}), "{cell}");
    for (query, at) in [("bet=pair-plus%3D5", "bet"), ("stake=5", "stake"), ("pay=ante%3Dx", "pay")] {
        let (status, _, why) =
            get(&client, &format!("/api/v1/games/three-card-poker/decisions?{query}")).await;
        let why: Value = serde_json::from_str(&why).unwrap();
        assert_eq!((status, &why["at"]), (422, &serde_json::json!(at)), "{why}");
    }
    house.close().await;
}

/// The odds are those that every deal makes, as written, read otherwise, paid otherwise and bet together; asked again they are the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odds_are_exact_and_take_other_rulings_pays_and_bets() {
    let house = Open::new().await;
    let client = house.client();
    let odds = async |query: &str| -> Value {
        client.get(&format!("/api/v1/games/three-card-poker/odds{query}")).await.unwrap()
    };
    let usual = odds("").await;
    let info: Value = client.get("/api/v1/games/three-card-poker").await.unwrap();
    assert_eq!(usual["rules"], info["rules"]);
    // Published figures: shared/contract/odds.md.
    assert_eq!(usual["wagers"]["ante"]["expectation"], "-13733780/407170400");
    assert_eq!(usual["wagers"]["pair-plus"]["expectation"], "-1608/22100");
    assert_eq!(usual["strategy"]["text"], "Play Q-6-4 or better; fold anything lower.");
    assert_eq!(usual["wagers"]["pair-plus"]["rows"][0]["ways"], "48");
    assert_eq!(odds("").await, usual);
    let paid = odds("?pay=pair-plus%3D40-30-6-4-1").await;
    assert_ne!(paid["rules"], usual["rules"]);
    assert_eq!(paid["wagers"]["ante"], usual["wagers"]["ante"]);
    assert_ne!(paid["wagers"]["pair-plus"]["expectation"], usual["wagers"]["pair-plus"]["expectation"]);
    let other = "/api/v1/games/three-card-pairs-plus/odds";
    let written: Value = client.get(other).await.unwrap();
    let read: Value = client.get(&format!("{other}?ruling=R1%3Dplayer-wins")).await.unwrap();
    assert_ne!(read["wagers"]["ante"]["expectation"], written["wagers"]["ante"]["expectation"]);
    let together = odds("?bet=ante%3D10&bet=pair-plus%3D5").await;
    assert_eq!(together["total"]["stakes"], json!({"ante":10,"pair-plus":5}));
    let asked = together["conditions"]["command"].as_str().unwrap();
    let again: Value = client.get(asked.strip_prefix("GET ").unwrap()).await.unwrap();
    assert_eq!(again, together);
    let richer = odds("?meter=25000&players=3").await;
    assert_eq!(
        (&richer["conditions"]["meter"], &richer["conditions"]["players"]),
        (&json!(25000), &json!(3))
    );
    house.close().await;
}

/// Whatever cannot be asked is refused by the name of the parameter, with what was expected.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odds_that_cannot_be_asked_are_refused_by_name() {
    let house = Open::new().await;
    let client = house.client();
    for (query, at, said) in [
        ("ruling=R1", "ruling", "expected an equals sign"),
        ("ruling=R99%3Dx", "ruling", "there is no ruling `R99`"),
        ("ruling=R1%3Dpush&ruling=R1%3Dplayer-wins", "ruling", "expected one of them"),
        ("pay=pair-plus%3D1", "pay", "1 pays for `pair-plus`; expected"),
        ("pay=ante%3Dx", "pay", ""),
        ("bet=ante", "bet", "expected a wager and dollars"),
        ("bet=pair-pls%3D5", "bet", "did you mean `pair-plus`?"),
        ("bet=ante%3D0", "bet", "expected $0.01"),
        ("bet=ante%3D1&stake=5", "stake", "leave it out"),
        ("stake=-1", "stake", "expected dollars"),
        ("stake=0", "stake", "expected $0.01"),
        ("stake=1&stake=2", "stake", "given twice"),
        ("meter=1e9", "meter", ""),
        ("players=99", "players", "spots"),
        ("players=0", "players", "from 1"),
        ("player=1", "player", "did you mean players?"),
    ] {
        let path = format!("/api/v1/games/three-card-poker/odds?{query}");
        let (status, kind, text) = get(&client, &path).await;
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, kind.as_str()), (422, "application/problem+json"), "{query}: {text}");
        assert_eq!((&problem["code"], &problem["at"]), (&json!("value"), &json!(at)), "{query}: {text}");
        assert!(problem["detail"].as_str().unwrap().contains(said), "{query}: {text}");
    }
    let (status, ..) = get(&client, "/api/v1/games/three-card-pairs-plus/odds?meter=100").await;
    assert_eq!(status, 422, "a game without a meter");
    house.close().await;
}

/// A session over HTTP is that of `tercet session`, with the percentiles on the way; what takes too long, or means nothing, is refused by name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_have_percentiles_ruin_and_goal_within_bounds() {
    let house = Open::new().await;
    let client = house.client();
    let path = "/api/v1/games/three-card-poker/session";
    let asked = format!("{path}?bet=ante%3D10&rounds=100&bankroll=300&goal=400&points=4");
    let session: Value = client.get(&asked).await.unwrap();
    // The doc test of the session: 100 rounds of a $10 Ante.
    let ahead = session["ahead"].as_f64().unwrap();
    assert!((ahead - 0.404_169_215_2).abs() < 1e-9, "{ahead}");
    let curve = session["curve"].as_array().unwrap();
    let rounds: Vec<_> = curve.iter().map(|point| point["rounds"].as_u64().unwrap()).collect();
    assert_eq!(rounds, [25, 50, 75, 100]);
    assert_eq!(curve[3]["quantiles"], session["quantiles"]);
    assert!(session["bankroll"]["with_goal"]["reached"].as_f64().unwrap() > 0.0, "{session}");
    let again = session["conditions"]["command"].as_str().unwrap();
    assert_eq!(client.get::<Value>(again.strip_prefix("GET ").unwrap()).await.unwrap(), session);
    for (query, at) in [
        ("rounds=100", "bet"),
        ("bet=ante%3D10", "rounds"),
        ("bet=ante%3D10&rounds=0", "rounds"),
        ("bet=ante%3D10&rounds=10001", "rounds"),
        ("bet=ante%3D10&rounds=10&goal=5", "bankroll"),
        ("bet=ante%3D10&rounds=10&bankroll=5", "bankroll"),
        ("bet=ante%3D10&rounds=10&bankroll=50&goal=50", "goal"),
        ("bet=ante%3D10&rounds=10&points=25", "points"),
        ("bet=antee%3D10&rounds=10", "bet"),
        ("bet=ante%3D10&rounds=10&players=2", "players"),
    ] {
        let (status, _, text) = get(&client, &format!("{path}?{query}")).await;
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &problem["at"]), (422, &json!(at)), "{query}: {text}");
    }
    house.close().await;
}

/// Results of a session that are too many are counted and refused before one is written; the figures of the same session are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_have_an_end() {
    let house = Open::new().await;
    let client = house.client();
    let odd = "/api/v1/games/three-card-poker/session?bet=ante%3D10&bet=pair-plus%3D2.51&rounds=2000";
    for form in ["csv", "xlsx"] {
        let (status, _, text) = get(&client, &format!("{odd}&form={form}")).await;
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &problem["at"]), (422, &json!("form")), "{text}");
        assert!(problem["detail"].as_str().unwrap().contains("records; expected 10,000 at most"), "{text}");
    }
    let (status, kind, text) = get(&client, &format!("{odd}&form=text")).await;
    assert_eq!((status, kind.as_str()), (200, "text/plain; charset=utf-8"), "{text}");
    let (status, _, records) =
        get(&client, "/api/v1/games/three-card-poker/session?bet=ante%3D10&rounds=2000&form=csv").await;
    assert_eq!(status, 200);
    assert!(records.lines().count() > 1_000 && records.lines().count() <= 10_001);
    house.close().await;
}

/// What two games differ in is asked of either side by its own parameters, and refused by their names.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_comparison_is_asked_side_by_side() {
    let house = Open::new().await;
    let client = house.client();
    let path = "/api/v1/games/three-card-poker/comparison";
    let same: Value = client.get(path).await.unwrap();
    assert_eq!((&same["rows"], &same["settings"], &same["rulings"]), (&json!([]), &json!([]), &json!([])));
    assert_eq!(same["a"]["rules"], same["b"]["rules"]);
    let paid: Value =
        client.get(&format!("{path}?pay-b=pair-plus%3D40-30-6-4-1&ruling-a=R4%3Dstays")).await.unwrap();
    assert_eq!(paid["rows"], json!([{"what": "pair-plus: flush", "a": "3 to 1", "b": "4 to 1"}]));
    assert_eq!(paid["rulings"], json!([{"what": "R4", "a": "stays", "b": "forfeit"}]));
    let other: Value = client.get(&format!("{path}?with=three-card-fury&bet=ante%3D10")).await.unwrap();
    assert_eq!(
        (&other["a"]["game"], &other["b"]["game"]),
        (&json!("three-card-poker"), &json!("three-card-fury"))
    );
    for (query, at, said) in [
        ("ruling=R1%3Dpush", "ruling", "did you mean ruling-"),
        ("ruling-a=R1", "ruling-a", "expected an equals sign"),
        ("ruling-b=R99%3Dx", "ruling-b", "there is no ruling `R99`"),
        ("pay-a=pair-plus%3D1", "pay-a", "1 pays for `pair-plus`; expected"),
        ("pay-b=pair-plus", "pay-b", "expected an equals sign"),
        ("with=three-card-fury&meter=100", "meter", "has no meter"),
        ("with=three-card-fury&bet=pair-plus%3D5", "bet", ""),
        ("players=9", "players", "spots"),
        ("form=csv", "form", "expected `json`, `text`, `markdown` or `html`"),
    ] {
        let (status, _, text) = get(&client, &format!("{path}?{query}")).await;
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &problem["at"]), (422, &json!(at)), "{query}: {text}");
        assert!(problem["detail"].as_str().unwrap().contains(said), "{query}: {text}");
    }
    let (status, ..) = get(&client, &format!("{path}?with=roulette")).await;
    assert_eq!(status, 404);
    house.close().await;
}

/// Records have no place for other readings, and say so rather than leave them out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_readings_are_told_in_pages_and_refused_in_records() {
    let house = Open::new().await;
    let client = house.client();
    let path = "/api/v1/games/three-card-pairs-plus/odds?readings=yes";
    let odds: Value = client.get(path).await.unwrap();
    assert!(!odds["readings"].as_array().unwrap().is_empty());
    let (status, kind, page) = get(&client, &format!("{path}&form=markdown")).await;
    assert_eq!((status, kind.as_str()), (200, "text/markdown; charset=utf-8"));
    assert!(page.contains("\n## Other readings\n") && page.contains("GET /api/v1/games/"), "{page}");
    for (query, at) in [
        ("&form=csv", "readings"),
        ("&form=xlsx", "readings"),
        ("&form=pdf", "form"),
        ("&readings=no", "readings"),
    ] {
        let (status, _, text) = get(&client, &format!("{path}{query}")).await;
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &problem["at"]), (422, &json!(at)), "{query}: {text}");
    }
    house.close().await;
}
