//! Every row holds.

use crate::table::{Ordered, Row, files, rows, testdata};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tercet_protocol::settle::Reason;
use tercet_rules::{Code, GameDoc};

/// Everything that is wrong with the answer to a row under a changed game, in words; empty if it holds.
pub(crate) fn wrong(row: &Row, change: &dyn Fn(&mut GameDoc)) -> String {
    let expected = row.get::<String>("refused");
    match (row.settle(change), expected) {
        (Ok(answer), None) => differences(row, &answer),
        (Ok(answer), Some(code)) => format!("settled, not refused as {code}: {answer}"),
        (Err(problem), None) => format!("refused: {problem}"),
        (Err(problem), Some(code)) => {
            let at = row.get::<String>("at").unwrap_or_else(|| problem.at.clone());
            if problem.reason.as_str() == code && problem.at == at {
                String::new()
            } else {
                format!("refused otherwise: {problem}")
            }
        }
    }
}

fn differences(row: &Row, answer: &Value) -> String {
    let mut found = String::new();
    let mut compare = |what: String, is: Value, should: Value| {
        if is != should {
            found.push_str(&format!("\n    {what}: {is}, should be {should}"));
        }
    };
    let expect: Vec<Ordered> = row.get("expect").expect("a row that settles says what is paid");
    let nets: Vec<i64> = row.get("net").expect("a row that settles says what it comes to");
    let spots = answer["spots"].as_array().expect("spots");
    compare("spots".into(), json!(spots.len()), json!(expect.len()));
    for (i, ((spot, Ordered(expect)), net)) in spots.iter().zip(&expect).zip(nets).enumerate() {
        let lines = spot["lines"].as_array().expect("lines");
        let is: Vec<&Value> = lines.iter().map(|line| &line["wager"]).collect();
        let should: Vec<&String> =
            expect.iter().map(|(wager, _)| wager).filter(|wager| *wager != "envy").collect();
        compare(format!("lines of spot {i}"), json!(is), json!(should));
        for (wager, expected) in expect {
            let what = format!("{wager} of spot {i}");
            if wager == "envy" {
                let envy = spot["envy"].as_array().cloned().unwrap_or_default();
                let is: BTreeMap<String, Value> = envy
                    .iter()
                    .map(|envy| {
                        let from = envy["spot"].to_string();
                        let full = [envy["won"].clone(), grounds(envy)];
                        let asked = as_asked(&full, &expected[&from]);
                        (from, asked)
                    })
                    .collect();
                compare(what, json!(is), expected.clone());
            } else if let Some(line) = lines.iter().find(|line| line["wager"] == **wager) {
                let full = [
                    line["stake"].clone(),
                    line["won"].clone(),
                    line["returned"].clone(),
                    line["outcome"].clone(),
                    grounds(line),
                ];
                let asked = expected.as_array().expect("a line is a list").len();
                compare(what, json!(full[..asked]), expected.clone());
            }
        }
        if !expect.iter().any(|(wager, _)| wager == "envy") {
            compare(format!("envy of spot {i}"), spot["envy"].clone(), Value::Null);
        }
        compare(format!("net of spot {i}"), spot["net"].clone(), json!(net));
        totals(i, spot, &mut compare);
    }
    let cut: Vec<BTreeMap<String, Value>> =
        row.get("cut").unwrap_or_else(|| vec![BTreeMap::new(); spots.len()]);
    for (i, (spot, cut)) in spots.iter().zip(cut).enumerate() {
        let lines =
            spot["lines"].as_array().expect("lines").iter().filter(|line| line.get("limited_by").is_some());
        let is: BTreeMap<&str, Value> = lines
            .map(|line| {
                let wager = line["wager"].as_str().expect("a text");
                let full = [line["cut"].clone(), line["limited_by"].clone()];
                (wager, as_asked(&full, cut.get(wager).unwrap_or(&Value::Null)))
            })
            .collect();
        compare(format!("what is cut at spot {i}"), json!(is), json!(cut));
    }
    if let Some(meter) = row.get::<Value>("meter") {
        let meters = &answer["meter"];
        compare("meter".into(), json!([meters["before"], meters["paid"], meters["after"]]), meter);
    }
    if let Some(remarks) = row.get::<Value>("remarks") {
        let is: Vec<usize> =
            spots.iter().map(|spot| spot["remarks"].as_array().map_or(0, Vec::len)).collect();
        compare("remarks".into(), json!(is), remarks);
    }
    found
}

/// The first of these, or as many of them as the row asks for.
fn as_asked(full: &[Value], expected: &Value) -> Value {
    expected.as_array().map_or_else(|| full[0].clone(), |asked| json!(full[..asked.len().min(full.len())]))
}

/// The sums of a spot are those of its lines.
fn totals(i: usize, spot: &Value, compare: &mut impl FnMut(String, Value, Value)) {
    let number = |value: &Value| value.as_i64().expect("money is a whole number");
    let lines = spot["lines"].as_array().expect("lines");
    let sum = |key: &str| lines.iter().map(|line| number(&line[key])).sum::<i64>();
    let envy: i64 =
        spot["envy"].as_array().iter().flat_map(|envy| envy.iter()).map(|envy| number(&envy["won"])).sum();
    compare(format!("staked at spot {i}"), spot["staked"].clone(), json!(sum("stake")));
    compare(format!("won at spot {i}"), spot["won"].clone(), json!(sum("won") + envy));
    compare(format!("returned at spot {i}"), spot["returned"].clone(), json!(sum("returned")));
    for line in lines {
        let net = number(&line["won"]) + number(&line["returned"]) - number(&line["stake"]);
        compare(format!("net of {} at spot {i}", line["wager"]), line["net"].clone(), json!(net));
    }
}

/// The rule and the rulings of a line: `004.12 R1`.
fn grounds(line: &Value) -> Value {
    let mut grounds: Vec<&str> = line["rule"].as_str().into_iter().collect();
    match line["rulings"].as_array() {
        Some(rulings) => grounds.extend(rulings.iter().filter_map(Value::as_str)),
        None => grounds.extend(line["ruling"].as_str()),
    }
    json!(grounds.join(" "))
}

#[test]
fn every_row_holds() {
    let mut failures = Vec::new();
    let mut count = 0;
    for file in files() {
        for row in rows(&file) {
            count += 1;
            let wrong = wrong(&row, &|_| ());
            if !wrong.is_empty() {
                failures.push(format!("{}: {wrong}", row.place));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} rows do not hold:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 400, "only {count} rows");
}

/// The cases that public implementations got wrong: the lines named, these amounts, and no other lines.
#[test]
fn every_case_from_outside_holds() {
    let cases = rows(&testdata("rounds").join("cases.jsonl"));
    for case in &cases {
        let answer = case.settle(&|_| ()).unwrap_or_else(|problem| panic!("{}: {problem}", case.round));
        let expect: BTreeMap<String, Value> = case.get("expect").expect("what is paid");
        let lines = answer["spots"][0]["lines"].as_array().expect("lines");
        let amounts =
            |line: &Value| json!({"stake": line["stake"], "won": line["won"], "returned": line["returned"]});
        let is: BTreeMap<String, Value> = lines
            .iter()
            .map(|line| (line["wager"].as_str().expect("a text").into(), amounts(line)))
            .collect();
        assert_eq!(is, expect, "{}", case.round);
    }
    assert_eq!(cases.len(), 75);
}

/// A code that no row shows is a code that nobody tried.
#[test]
fn every_code_is_refused_somewhere() {
    let refused: BTreeSet<String> =
        files().iter().flat_map(|file| rows(file)).filter_map(|row| row.get("refused")).collect();
    let rules = [
        Code::DuplicateCard,
        Code::WrongCardCount,
        Code::UnknownWager,
        Code::BadAmount,
        Code::BelowMinimum,
        Code::AboveMaximum,
        Code::OffStep,
        Code::UnequalWagers,
        Code::MissingRequiredWager,
        Code::MissingMultiple,
        Code::RequiresWager,
        Code::UnexpectedWager,
        Code::MissingDecision,
        Code::UnexpectedDecision,
        Code::BadSpot,
        Code::DuplicateSpot,
        Code::NoWagers,
        Code::MissingMeter,
        Code::BadMeter,
        Code::OddsNotPosted,
    ];
    let line = [
        Reason::BadJson,
        Reason::UnknownField,
        Reason::MissingField,
        Reason::UnknownGame,
        Reason::BadCard,
        Reason::BadDecision,
    ];
    let all: BTreeSet<String> = line
        .into_iter()
        .chain(rules.into_iter().map(Reason::Rules))
        .map(|reason| reason.to_string())
        .collect();
    assert_eq!(refused, all);
}
