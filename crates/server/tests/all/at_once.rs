//! What is asked at the same moment as what it depends on.

use crate::house::{Open, accept, send};
use serde_json::{Value, json};

/// Money comes to nobody who is made staff, or whose account is closed, at that moment: it is there before, and then it is in the way, or it does not come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_money_comes_to_who_is_a_player_no_more() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let cashier = house.staff(&boss, "cashier").await;
    for no in 0..6 {
        let invited: Value =
            boss.post("/api/v1/links", &json!({"roles":["player"],"reason":"the evening"})).await.unwrap();
        let who = accept(&house.client(), invited["token"].as_str().unwrap(), &format!("player{no}")).await;
        let id: Value = who.get("/api/v1/me").await.unwrap();
        let id = id["player"].as_str().unwrap().to_owned();
        let brings = json!({"player": id, "amount": 5_000, "reason": "receipt"});
        let key = format!("brings-{no}");
        let cash = send(&cashier, "POST", "/api/v1/cashier/moves", &key, &brings);
        let (method, path, body) = if no % 2 == 0 {
            ("PUT", format!("/api/v1/people/{id}/roles"), json!({"roles": ["floor"], "reason": "hands"}))
        } else {
            ("POST", format!("/api/v1/people/{id}/close"), json!({"reason": "gone"}))
        };
        let changes = send(&boss, method, &path, "", &body);
        let ((came, why), (changed, other)) = tokio::join!(cash, changes);
        assert!([200, 409, 422].contains(&came) && [200, 409].contains(&changed), "{why} {other}");
        assert!((came == 200) != (changed == 200), "{came} {why}; {changed} {other}");
        assert!(changed == 200 || other["code"] == "has-money", "{other}");
        let held: Value = cashier.get(&format!("/api/v1/people/{id}/balance")).await.unwrap();
        assert_eq!(held["balance"], if came == 200 { 5_000 } else { 0 }, "{held}");
    }
    house.close().await;
}
