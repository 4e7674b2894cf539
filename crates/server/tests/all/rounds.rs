//! Rounds at live tables, over the line.

use crate::house::{GAMES, Open, PATIENCE, at_stage, audited, send, sits};
use serde_json::{Value, json};
use tercet_bots::Player;
use tercet_fair::{Frozen, Sealed};
use tercet_ledger::{Hash, Key, Name};
use tercet_protocol::live::{AskBody, FromClient, ToClient};
use tercet_protocol::proof::Proof;
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;
use tercet_table::Founding;
use tokio::time::timeout;

/// Two players at each of the five games make every wager there is, tell secrets, decide and are settled; their own books agree, the seeds fit, and the state that
/// the messages made of the table is the one that the server has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_and_every_book_agrees() {
    let house = Open::new().await;
    for (no, game) in GAMES.into_iter().enumerate() {
        let [ann, bob] = ["Ann", "Bob"].map(|name| format!("{name} {no}"));
        let (ann, bob) = (sit(&house, &ann, game, 1).await, sit(&house, &bob, game, 4).await);
        let (mut ann, mut bob) = (ann.proving(Some(1)), bob.proving(Some(1)));
        // Whoever has played first stands up: nobody waits for them.
        let [first, second] = [&mut ann, &mut bob].map(async |player| {
            timeout(PATIENCE, player.play(2)).await.unwrap().unwrap();
            player.leaves().await.unwrap();
        });
        tokio::join!(first, second);
        for player in [&ann, &bob] {
            assert_eq!(player.report.mismatches, Vec::<String>::new());
            assert_eq!(player.report.refused, Vec::<String>::new());
            assert!(player.latencies().count() >= 8, "{game}: {:?}", player.latencies());
            assert_eq!(player.report.proofs, 2, "{game}");
        }
        same_as_the_server(&mut ann, game).await;
        proved(&ann, game).await;
    }
    let folder = house.close().await;
    let report = audited(folder.path());
    assert!(report.rounds.settled >= 10, "{report:?}");
}

/// A player who loses the line in the middle of a round comes back to the same cards, misses no fact and sees none twice; what was lost with the line is said
/// once more, and no clock is waited for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_loses_the_line_comes_back_to_the_same_round() {
    let house = Open::new().await;
    let mut ann = sit(&house, "Ann", "three-card-poker", 2).await;
    for stage in ["open", "closed", "dealt"] {
        let lost = async {
            while ann.state().ok().and_then(|state| state.round).is_none_or(|round| round.stage != stage) {
                ann.hears().await.unwrap();
            }
        };
        timeout(PATIENCE, lost).await.unwrap();
        ann.come_back().await.unwrap();
    }
    timeout(PATIENCE, ann.play(2)).await.unwrap().unwrap();
    assert_eq!(ann.report.mismatches, Vec::<String>::new());
    house.close().await;
}

/// A house that closes and opens again has the same tables, the same seats and the same money.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_that_opens_again_has_what_it_had() {
    let house = Open::new().await;
    let mut ann = sit(&house, "Ann", "three-card-fortune", 7).await;
    timeout(PATIENCE, ann.play(1)).await.unwrap().unwrap();
    drop(ann);
    let house = house.reopen().await;
    let tables: Vec<Value> = house.client().get("/api/v1/tables").await.unwrap();
    assert_eq!(tables.iter().map(|table| table["table"].as_str().unwrap()).collect::<Vec<_>>(), GAMES);
    let table: Value = house.client().get("/api/v1/tables/three-card-fortune").await.unwrap();
    assert!(table["state"]["seats"]["7"]["player"].is_string(), "{table}");
    house.close().await;
}

/// A house whose first opening was cut short, its tables founded and not yet set, makes up for it as it opens again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_opening_that_was_cut_short_is_made_up_for() {
    let folder = Open::new().await.close().await;
    // As it is cut there: the people and the key are there, and in the books are the tables and no more.
    let books = folder.path().join("tables.db");
    for end in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(folder.path().join(format!("tables.db{end}"))));
    }
    let store = Sqlite::open(books).unwrap();
    let by = Name::new("house").unwrap();
    let founding = |table: &str| Founding { table: Name::new(table).unwrap(), by: by.clone() }.bytes();
    let founded = Append::new(Key::new(b"first").unwrap(), Hash::ZERO, 1);
    store.append(&founded.happening(Founding::stream(), 0, GAMES.map(founding).into())).unwrap();
    drop(store);
    let mut house = Open::again(folder, |settings| settings).await;
    for _ in 0..2 {
        let tables: Vec<Value> = house.client().get("/api/v1/tables").await.unwrap();
        assert!(tables.len() == 5 && tables.iter().all(|table| table["status"] == "open"), "{tables:?}");
        house = house.reopen().await;
    }
    house.close().await;
}

/// The first round has a proof, and its deck follows from the seed and the secrets of both seats.
async fn proved(player: &Player, table: &str) {
    let path = |round: u64| format!("/api/v1/tables/{table}/rounds/{round}/proof");
    let proof: Value = player.client().get(&path(1)).await.unwrap();
    let text = proof.to_string();
    // Who plays there in the books is nobody's business.
    assert!(!text.contains("\"g-"), "{text}");
    assert!(text.contains("seat-1"), "{text}");
    let proof = Proof::read(text.as_bytes()).unwrap();
    let seats = proof.seats.iter().map(|seat| (seat.spot, seat.hash));
    let mut closed =
        Sealed::new(proof.context.clone(), proof.seed.clone()).close(Frozen::new(seats).unwrap());
    assert_eq!(closed.frozen(), proof.frozen, "{text}");
    for seat in &proof.seats {
        closed.reveal(seat.spot, seat.secret.clone().unwrap()).unwrap();
    }
    assert_eq!(closed.finish().deck().cards(), proof.deck.cards(), "{text}");
    for round in ["0", "-1", "1000000", "x"] {
        let none =
            player.client().get::<Value>(&format!("/api/v1/tables/{table}/rounds/{round}/proof")).await;
        assert!(none.unwrap_err().to_string().contains("not-found"), "{round}");
    }
}

pub(crate) async fn sit(house: &Open, called: &str, table: &str, spot: u8) -> Player {
    Player::sit(house.at(), called, table, spot).await.unwrap().waiting_for_nobody(true)
}

/// Listens until the messages have made the very state that the server gives.
async fn same_as_the_server(player: &mut Player, table: &str) {
    let same = async {
        loop {
            let now: Value = player.client().get(&format!("/api/v1/tables/{table}")).await.unwrap();
            while player.n() < now["n"].as_u64().unwrap() {
                player.hears().await.unwrap();
            }
            if player.n() == now["n"].as_u64().unwrap() {
                let state = serde_json::to_value(player.state().unwrap()).unwrap();
                assert_eq!(state, now["state"]);
                return;
            }
        }
    };
    timeout(PATIENCE, same).await.unwrap();
}

/// What the dealer says names players as they are called; who has a number that the table has not come to is told so, and is told of the table once they ask as they should.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_is_told_names_and_refused_numbers_that_cannot_be() {
    let house = Open::new().await;
    let table = "three-card-shine";
    let ann = sit(&house, "Ann", table, 1).await;
    let mut line = house.client().live().await.unwrap();
    for after in [Some(u64::MAX), Some(1_000_000)] {
        line.say(&FromClient::Watch { table: table.into(), after }).await.unwrap();
        let refused = async {
            loop {
                if let Some(ToClient::Refused { problem, .. }) = line.hear().await.unwrap() {
                    break problem;
                }
            }
        };
        let problem = timeout(PATIENCE, refused).await.unwrap();
        assert_eq!((problem.code.as_str(), problem.at.as_deref()), ("value", Some("after")));
    }
    line.say(&FromClient::Watch { table: table.into(), after: Some(0) }).await.unwrap();
    let bob = sit(&house, "Bob", table, 3).await;
    let sits_down = async {
        loop {
            if let Some(ToClient::Event { words, .. }) = line.hear().await.unwrap()
                && let Some(said) = words.iter().find(|said| said.contains("sits down"))
            {
                break said.clone();
            }
        }
    };
    assert_eq!(timeout(PATIENCE, sits_down).await.unwrap(), "Bob sits down at spot 3.");
    drop((ann, bob));
    house.close().await;
}

/// What is meant for a round is refused in another, over the line and over HTTP, by player and floor; what was done in its round is answered again as long as it is asked for the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_meant_for_another_round_is_refused() {
    let house = Open::new().await;
    let floor = house.staff(&house.boss().await, "floor").await;
    let table = "three-card-fortune";
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    sits(&ann, table, 1).await;
    let no = at_stage(&ann, table, "open").await["no"].as_u64().unwrap();
    let asks = format!("/api/v1/tables/{table}/asks");
    let place = |round: u64| json!({"do":"place","spot":1,"wager":"ante","amount":1_000,"round":round});
    for (client, ask) in [
        (&ann, place(no + 1)),
        (&ann, json!({"do":"ready","spot":1,"round":no - 1})),
        (&ann, json!({"do":"decide","spot":1,"choice":"fold","round":no + 1})),
        (&floor, json!({"do":"void","reason":"late","round":no - 1})),
        (&floor, json!({"do":"report","event":"exposed-card","round":no + 1})),
    ] {
        let (status, said) = send(client, "POST", &asks, "k", &ask).await;
        assert_eq!((status, &said["code"]), (409, &json!("other-round")), "{ask}: {said}");
    }
    for (round, came) in [(no, 200), (no, 200), (no + 1, 409)] {
        let (status, said) = send(&ann, "POST", &asks, "bet", &place(round)).await;
        assert_eq!(status, came, "{said}");
    }
    let (status, said) = send(&ann, "POST", &asks, "x", &json!({"do":"sit","spot":2,"round":no})).await;
    assert_eq!((status, &said["code"]), (400, &json!("unreadable")), "to sit down is of no round: {said}");
    let mut line = ann.live().await.unwrap();
    let late = AskBody::Ready { spot: 1, round: Some(no + 1) };
    line.say(&FromClient::Ask { key: "late".into(), table: table.into(), ask: late }).await.unwrap();
    let refused = async {
        loop {
            if let Some(ToClient::Refused { problem, .. }) = line.hear().await.unwrap() {
                break problem.code;
            }
        }
    };
    assert_eq!(timeout(PATIENCE, refused).await.unwrap(), "other-round");
    house.close().await;
}

/// Whoever finds a spot taken is told so, and does not wait for rounds that never come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_at_a_taken_spot_plays_nothing_and_says_why() {
    let house = Open::new().await;
    let table = "three-card-shine";
    let ann = sit(&house, "Ann", table, 1).await;
    let refused = timeout(PATIENCE, Player::sit(house.at(), "Bob", table, 1)).await.unwrap().unwrap_err();
    assert!(refused.to_string().contains("spot 1 is taken"), "{refused}");
    drop(ann);
    house.close().await;
}

/// Whoever loses the line, and whose round is void before they are back, had every stake back: their books agree, and they play on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_away_as_the_round_was_void_plays_on() {
    let house = Open::new().await;
    let floor = house.staff(&house.boss().await, "floor").await;
    let table = "three-card-fury";
    let mut ann = Player::sit(house.at(), "Ann", table, 1).await.unwrap();
    let bets = async {
        ann.play(0).await.unwrap();
        while ann.latencies().count() < 4 {
            ann.hears().await.unwrap();
        }
    };
    timeout(PATIENCE, bets).await.unwrap();
    let void = json!({"do":"void","reason":"a spill"});
    let (status, said) = send(&floor, "POST", &format!("/api/v1/tables/{table}/asks"), "void", &void).await;
    assert_eq!(status, 200, "{said}");
    at_stage(&floor, table, "open").await;
    ann.come_back().await.unwrap();
    let mut ann = ann.waiting_for_nobody(true);
    timeout(PATIENCE, ann.play(1)).await.unwrap().unwrap();
    assert_eq!((&ann.report.mismatches, &ann.report.refused), (&vec![], &vec![]));
    house.close().await;
}
