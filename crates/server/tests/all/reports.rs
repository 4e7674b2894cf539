//! What tables dropped, won and held, beside a naive sum over the proofs of their rounds.

use crate::house::send;
use crate::records::Evening;
use serde_json::{Value, json};
use tercet_bots::Client;

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
    for (bad, at) in
        [("form=pdf", "form"), ("from=x", "from"), ("offset=100000", "offset"), ("part=x", "part")]
    {
        let (status, problem) = get(floor, &format!("{path}?{bad}")).await;
        assert_eq!((status, &problem["at"]), (422, &json!(at)), "{bad}: {problem}");
    }
    evening.house.close().await;
}
