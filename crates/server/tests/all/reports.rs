//! What tables dropped, won and held, beside a naive sum over the proofs of their rounds.

use crate::house::Open;
use crate::house::send;
use crate::records::Evening;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use tercet_bots::{Client, Order, Until, crowd};

const TABLE: &str = "three-card-poker";

async fn get(client: &Client, path: &str) -> (u16, Value) {
    send(client, "GET", path, "", &Value::Null).await
}

fn sum<'v>(values: impl IntoIterator<Item = &'v Value>, of: &str) -> i64 {
    values.into_iter().map(|value| value[of].as_i64().unwrap_or(0)).sum()
}

/// Drop, win and what was given back are those of the settlements, round by round; the wagers and the tables sum to the whole; the theoretical win is that
/// of the exact odds: what was staked on a wager that has neither meter nor envy, times its edge.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn takings_are_what_the_settlements_say() {
    let evening = Evening::new(5).await;
    let (ann, floor) = (evening.ann.client(), evening.staff("floor"));
    // No round goes on: whoever counts after another counts the same.
    let pause = json!({"do": "turn", "status": "paused", "reason": "counting"});
    let paused = send(floor, "POST", &format!("/api/v1/tables/{TABLE}/asks"), "pause", &pause).await;
    assert_eq!(paused.0, 200, "{}", paused.1);
    let path = "/api/v1/reports/takings";
    assert_eq!(get(ann, path).await.0, 403);
    let (status, report) = get(floor, path).await;
    assert_eq!(status, 200, "{report}");
    let total = &report["total"];
    let rounds = total["rounds"].as_u64().unwrap();
    assert!(rounds >= 5, "{report}");

    let mut spots = Vec::new();
    for round in 1..=rounds {
        let (_, proof) = get(ann, &format!("/api/v1/tables/{TABLE}/rounds/{round}/proof")).await;
        spots.extend(proof["settlement"]["spots"].as_array().unwrap_or(&Vec::new()).clone());
    }
    let (staked, net) = (sum(&spots, "staked"), sum(&spots, "net"));
    assert_eq!((total["drop"].as_i64(), total["win"].as_i64()), (Some(staked), Some(-net)), "{report}");
    assert_eq!(total["hold"].as_f64(), Some(-net as f64 / staked as f64), "{report}");
    for part in ["wagers", "tables"] {
        let rows = report[part].as_array().unwrap();
        for figure in ["drop", "win", "returned", "paid", "awarded", "contributed", "envy"] {
            assert_eq!(sum(rows, figure), total[figure].as_i64().unwrap(), "{part} {figure}");
        }
    }

    let odds: Value = ann.get(&format!("/api/v1/games/{TABLE}/odds")).await.unwrap();
    let row = report["wagers"].as_array().unwrap().iter().find(|row| row["wager"] == "pair-plus").unwrap();
    assert_eq!(row["name"], "Pair Plus", "as it is called on the layout");
    let wager = &odds["wagers"]["pair-plus"];
    let (theory, drop) = (row["theoretical_win"].as_f64().unwrap(), row["drop"].as_i64().unwrap());
    assert!((theory - wager["house_edge"].as_f64().unwrap() * drop as f64).abs() < 1e-6, "{row} {wager}");
    let fraction = |text: &str| -> (i128, i128) {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        (num.parse().unwrap(), den.parse().unwrap())
    };
    let (lost, deals) = fraction(wager["expectation"].as_str().unwrap());
    let (num, den) = fraction(row["theoretical_exact"].as_str().unwrap());
    assert_eq!(num * deals, -lost * i128::from(drop) * den, "exactly: {row} {wager}");

    // The same as records and as a workbook.
    for (form, kind) in [("csv", "text/csv"), ("xlsx", "application/vnd.openxml")] {
        let path = format!("{path}?form={form}");
        let answer = floor.ask("GET".parse().unwrap(), &path, &[], Vec::new().into()).await.unwrap();
        assert!(answer.status.is_success() && answer.kind.starts_with(kind), "{form}: {}", answer.kind);
        assert!(!answer.body.is_empty());
    }
    for (bad, at) in [
        ("form=pdf", "form"),
        ("from=x", "from"),
        ("offset=100000", "offset"),
        ("change=5", "change"),
        ("change=5,1440", "change"),
        ("change=5,60&change=5,120", "change"),
        ("part=x", "part"),
    ] {
        let (status, problem) = get(floor, &format!("{path}?{bad}")).await;
        assert_eq!((status, &problem["at"]), (422, &json!(at)), "{bad}: {problem}");
    }
    evening.house.close().await;
}

/// Whatever the moment at which a span ends and the next begins, in the middle of rounds too: each round is in one of the two, whole, and their sums come to those
/// of all. The journal is longer than what is read of it at once, and several tables are in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_that_lie_side_by_side_come_to_the_whole() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let (floor, auditor) = (house.staff(&boss, "floor").await, house.staff(&boss, "auditor").await);
    let tables = ["three-card-poker", "three-card-fury", "three-card-shine"].map(str::to_owned);
    let order = Order {
        at: house.at().into(),
        tables: tables.to_vec(),
        seats: 5,
        until: Until::Rounds(3),
        proofs_each: None,
        wait_for_nobody: true,
        comes_back: None,
    };
    let seen = crowd(&order, &Arc::default()).await.unwrap();
    assert!(seen.is_well(), "{seen:?}");
    for table in &tables {
        let pause = json!({"do": "turn", "status": "paused", "reason": "counting"});
        assert_eq!(
            send(&floor, "POST", &format!("/api/v1/tables/{table}/asks"), "pause", &pause).await.0,
            200
        );
    }
    // What is still played comes to its end.
    let over = async {
        loop {
            let lobby: Vec<Value> = floor.get("/api/v1/tables").await.unwrap();
            if lobby.iter().all(|table| table["stage"].is_null() || table["stage"] == "over") {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::house::PATIENCE, over).await.unwrap();
    let takings = async |query: &str| {
        let (status, report) = get(&floor, &format!("/api/v1/reports/takings{query}")).await;
        assert_eq!(status, 200, "{query}: {report}");
        report
    };
    let all = takings("").await;
    let journal: Value = auditor.get("/api/v1/journal?limit=1").await.unwrap();
    assert!(journal["size"].as_u64().unwrap() > 256, "{journal}");
    let rounds: Value = floor.get("/api/v1/rounds?limit=50").await.unwrap();
    let rounds = rounds["rounds"].as_array().unwrap();
    let times = |of: &str| rounds.iter().filter_map(|round| round[of].as_u64()).collect::<BTreeSet<u64>>();
    let (opened, ended) = (times("opened_ms"), times("ended_ms"));
    // At which a round opens or ends, the moment after, and one in its middle.
    let middles = opened.iter().zip(&ended).map(|(opened, ended)| opened.midpoint(*ended));
    let cuts: BTreeSet<u64> =
        opened.iter().chain(&ended).flat_map(|at| [*at, at + 1]).chain(middles).collect();
    let mut between = 0;
    for cut in &cuts {
        let (before, after) = (takings(&format!("?to={cut}")).await, takings(&format!("?from={cut}")).await);
        for figure in ["rounds", "bets", "drop", "returned", "paid", "envy", "awarded", "contributed", "win"]
        {
            let sum = before["total"][figure].as_i64().unwrap() + after["total"][figure].as_i64().unwrap();
            assert_eq!(sum, all["total"][figure].as_i64().unwrap(), "{figure} at {cut}");
        }
        let theory = |of: &Value| of["total"]["theoretical_win"].as_f64().unwrap_or(0.0);
        assert!((theory(&before) + theory(&after) - theory(&all)).abs() < 1e-6, "{cut}");
        let settled = |of: &Value| of["total"]["rounds"].as_u64().unwrap();
        between += u64::from(settled(&before) > 0 && settled(&after) > 0);
    }
    assert!(cuts.len() > 20 && between > 10, "{between} of {}", cuts.len());

    // Days begin where the offset says: the same sums under other days.
    let sums = |of: &Value| {
        of["tables"].as_array().unwrap().iter().map(|row| row["drop"].as_i64().unwrap()).sum::<i64>()
    };
    let days = |of: &Value| {
        of["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["day"].as_str().unwrap().to_owned())
            .collect::<BTreeSet<_>>()
    };
    let (east, west) = (takings("?offset=1439").await, takings("?offset=-1439").await);
    assert_eq!((sums(&east), sums(&west)), (sums(&all), sums(&all)));
    assert!(days(&west).iter().next() < days(&east).iter().next(), "{west} {east}");
    // Where clocks change in the middle of the evening, what comes after is of the days after the change; nothing is lost.
    let cut = cuts.iter().nth(cuts.len() / 2).unwrap();
    let changed = takings(&format!("?offset=-1439&change={cut},1439")).await;
    assert_eq!(sums(&changed), sums(&all));
    assert_eq!(days(&changed), &days(&west) | &days(&east), "{changed}");
    assert_eq!(changed["changes"], json!([{"at_ms": cut, "offset_minutes": 1439}]));
    house.close().await;
}
