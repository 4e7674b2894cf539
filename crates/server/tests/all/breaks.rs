//! What somebody finds who comes back after a break: who has sworn and told, and whose bets went back meanwhile, and why.

use crate::house::{Open, PATIENCE, at_stage, send};
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_fair::{Context, SeatSecret, seat_hash};
use tercet_ledger::Hash;
use tercet_protocol::live::{CannotStand, FactKind, FromClient, TableState, ToClient, WentBack};
use tokio::time::timeout;

const TABLE: &str = "evening";
const ASKS: &str = "/api/v1/tables/evening/asks";

async fn asked(client: &Client, key: &str, ask: Value) {
    let (status, said) = send(client, "POST", ASKS, key, &ask).await;
    assert_eq!(status, 200, "{key}: {said}");
}

async fn guest(house: &Open, called: &str) -> Client {
    let mut client = house.client();
    client.come_as_guest(called).await.unwrap();
    client
}

/// What a new line is told that has the events up to this number: the state, its number, and what was missed.
async fn comes_back(client: &Client, after: Option<u64>) -> (TableState, u64, Vec<FactKind>) {
    let mut line = client.live().await.unwrap();
    line.say(&FromClient::Watch { table: TABLE.into(), after }).await.unwrap();
    let told = async {
        loop {
            if let Some(ToClient::Snapshot { state, n, missed, .. }) = line.hear().await.unwrap() {
                break (*state, n, missed.into_iter().map(|fact| fact.what).collect());
            }
        }
    };
    timeout(PATIENCE, told).await.unwrap()
}

/// The hash by which a spot commits to a secret in the round that is open.
pub(crate) fn hash(state: &TableState, spot: u8, secret: &[u8; 32]) -> String {
    let context = &state.round.as_ref().unwrap().context;
    let rules = Hash::from_hex(context.rules.strip_prefix("sha256:").unwrap()).unwrap().0;
    let context = Context::new(&context.table, context.round, rules, &context.deal, &context.engine).unwrap();
    seat_hash(&context, spot, &SeatSecret::new(*secret)).to_string()
}

/// Through a whole round, after a break in each part of it: everybody, players and not, finds the spots that have sworn and told, and what was missed
/// names the spot whose bets went back at the close with the rule that they break.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_break_hides_neither_who_has_sworn_nor_why_bets_went_back() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let founded = json!({"table":TABLE,"reason":"late"});
    assert_eq!(send(&floor, "POST", "/api/v1/tables", "", &founded).await.0, 201);
    // Nothing here happens because a clock has run out.
    let clocks = json!({"bet_ms":600_000,"secret_ms":600_000,"decide_ms":600_000,"show_ms":600_000});
    asked(&floor, "set", json!({"do":"set","game":"three-card-poker","meter":TABLE,"clocks":clocks})).await;
    asked(&floor, "open", json!({"do":"turn","status":"open","reason":"late"})).await;
    let (ann, bob) = (guest(&house, "Ann").await, guest(&house, "Bob").await);
    asked(&ann, "sit", json!({"do":"sit","spot":1})).await;
    asked(&bob, "sit", json!({"do":"sit","spot":4})).await;
    at_stage(&ann, TABLE, "open").await;
    let (state, begun, _) = comes_back(&ann, None).await;
    let seen = |state: &TableState| {
        let round = state.round.as_ref().unwrap();
        (round.stage.clone(), round.sworn.clone(), round.told.clone())
    };
    assert_eq!(seen(&state), ("open".into(), vec![], vec![]));

    asked(&bob, "bet", json!({"do":"place","spot":4,"wager":"six-card-bonus","amount":500})).await;
    asked(&bob, "swear", json!({"do":"swear","spot":4,"hash":hash(&state, 4, &[4; 32])})).await;
    asked(&ann, "bet", json!({"do":"place","spot":1,"wager":"ante","amount":1_000})).await;
    for who in [&ann, &bob, &house.client()] {
        assert_eq!(seen(&comes_back(who, None).await.0), ("open".into(), vec![4], vec![]));
    }
    let swear = json!({"do":"swear","spot":1,"hash":hash(&state, 1, &[1; 32])});
    asked(&ann, "swear", swear.clone()).await;
    // Who is not sure swears the same again.
    asked(&ann, "swear once more", swear).await;
    assert_eq!(seen(&comes_back(&ann, None).await.0), ("open".into(), vec![1, 4], vec![]));

    asked(&ann, "ready", json!({"do":"ready","spot":1})).await;
    asked(&bob, "ready", json!({"do":"ready","spot":4})).await;
    at_stage(&ann, TABLE, "closed").await;
    let back = CannotStand { spot: 4, code: "requires-wager".into() };
    // What went back, whose it was and why is part of the state: nobody need have been there as it did.
    let sent_back = [WentBack {
        spot: 4,
        player: Some(state.seats["4"].player.clone()),
        wagers: [("six-card-bonus".into(), 500)].into(),
        code: Some("requires-wager".into()),
        why: "6 Card Bonus needs Ante or Pair Plus beside it".into(),
    }];
    for who in [&ann, &bob, &house.client()] {
        let (state, _, missed) = comes_back(who, Some(begun)).await;
        assert_eq!(seen(&state), ("closed".into(), vec![1], vec![]), "the spot that stands");
        assert_eq!(state.round.as_ref().unwrap().sent_back, sent_back);
        let closes: Vec<&FactKind> =
            missed.iter().filter(|fact| matches!(fact, FactKind::BetsClosed { .. })).collect();
        assert_eq!(closes, [&FactKind::BetsClosed { sent_back: vec![back.clone()] }]);
    }

    asked(&ann, "tell", json!({"do":"tell","spot":1,"secret":Hash([1; 32]).to_string()})).await;
    at_stage(&ann, TABLE, "dealt").await;
    let house = house.reopen().await;
    for who in [house.client().with_token(ann.token().unwrap()), house.client()] {
        let (state, _, missed) = comes_back(&who, Some(begun)).await;
        assert_eq!(seen(&state), ("dealt".into(), vec![1], vec![1]));
        assert_eq!(state.round.as_ref().unwrap().sent_back, sent_back);
        assert!(missed.contains(&FactKind::BetsClosed { sent_back: vec![back.clone()] }), "{missed:?}");
    }
    house.close().await;
}
