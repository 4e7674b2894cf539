//! A simulation in records.

use super::Answered;
use tercet_analysis::Fraction;
use tercet_protocol::odds::slug;
use tercet_report::conditions::OWN;
use tercet_sheets::{Sheet, Value};
use tercet_sim::exact::{Edge, Fall, Fit, LineFigures};

const COLUMNS: [&str; 16] = [
    "record",
    "line",
    "hand",
    "rounds",
    "staked",
    "won",
    "returned",
    "hold",
    "house_edge",
    "standard_error",
    "exact",
    "distance",
    "hits",
    "expected",
    "chi_square",
    "chance",
];

/// Lines, their rows, and all of it together.
pub(super) fn all<'a>(answered: &Answered<'_>) -> Sheet<'a> {
    sheet("Simulation", lines(answered).chain(rows(answered)).chain(total(answered)), answered)
}

/// The same on two sheets, and how sessions ended.
pub(super) fn apart<'a>(answered: &Answered<'_>) -> Vec<Sheet<'a>> {
    let mut sheets = vec![
        sheet("Wagers", lines(answered).chain(total(answered)), answered),
        sheet("Rows", rows(answered), answered),
    ];
    if let Some((sessions, bins)) = answered.sessions() {
        let results = (0..).zip(&sessions.results).filter(|(_, count)| **count > 0);
        let row = |(place, count): (usize, &u64)| {
            let share = *count as f64 / sessions.count.max(1) as f64;
            vec![dollars(bins.from(place).into()), Value::Text(count.to_string()), Value::Share(share)]
        };
        let columns = vec!["net_from", "sessions", "share"];
        sheets.push(Sheet { name: "Sessions", columns, rows: results.map(row).collect() });
    }
    sheets
}

fn sheet<'a>(
    name: &'static str,
    records: impl Iterator<Item = Vec<Value>>,
    answered: &Answered<'_>,
) -> Sheet<'a> {
    let columns = COLUMNS.iter().copied().chain(OWN).collect();
    let seats = Value::Text(answered.played.seats.join("; "));
    let own = [seats, Value::Text("wager".into()), Value::Text(format!("seed {}", answered.played.seed))];
    let rows = records.map(|mut record| {
        record.extend(own.iter().cloned());
        record
    });
    Sheet { name, columns, rows: rows.collect() }
}

fn dollars(units: i128) -> Value {
    Value::Number(Fraction::new(units, 100).value())
}

fn number(value: Option<f64>) -> Value {
    value.filter(|value| value.is_finite()).map_or(Value::None, Value::Number)
}

fn record(
    kind: &str,
    names: [&str; 2],
    rounds: u64,
    sums: Option<[i128; 4]>,
    edge: Option<&Edge>,
    hits: Option<&Fall>,
    fit: Option<&Fit>,
) -> Vec<Value> {
    let text = |text: &str| if text.is_empty() { Value::None } else { Value::Text(text.to_owned()) };
    let share = |value: Option<f64>| value.map_or(Value::None, Value::Share);
    let mut record = vec![text(kind), text(names[0]), text(names[1]), Value::Text(rounds.to_string())];
    match sums {
        Some(sums) => record.extend(sums.map(dollars)),
        None => record.extend([const { Value::None }; 4]),
    }
    record.extend([
        share(edge.map(|edge| edge.played)),
        share(edge.and_then(|edge| edge.error)),
        share(edge.and_then(|edge| edge.exact)),
        number(edge.and_then(Edge::distance)),
        hits.map_or(Value::None, |fall| Value::Text(fall.hits.to_string())),
        number(hits.map(|fall| fall.expected)),
        number(fit.map(|fit| fit.statistic)),
        share(fit.map(|fit| fit.chance)),
    ]);
    record
}

fn id(answered: &Answered<'_>, line: &LineFigures) -> String {
    line.of.map_or_else(|| "envy".into(), |of| answered.played.prepared.game().line_id(of).to_string())
}

fn lines(answered: &Answered<'_>) -> impl Iterator<Item = Vec<Value>> {
    let rounds = answered.played.tally.rounds;
    answered.figures().lines.iter().map(move |line| {
        let sums = [line.staked, line.won, line.returned, line.hold()];
        let id = id(answered, line);
        record("line", [&id, ""], rounds, Some(sums), line.edge.as_ref(), None, line.fit.as_ref())
    })
}

fn rows(answered: &Answered<'_>) -> impl Iterator<Item = Vec<Value>> {
    let (rounds, game) = (answered.played.tally.rounds, answered.played.prepared.game());
    answered.figures().lines.iter().flat_map(move |line| {
        line.falls.iter().filter_map(move |fall| {
            let (id, hand) = (id(answered, line), slug(&fall.what.words(game, line.of?)));
            Some(record("row", [&id, &hand], rounds, None, None, Some(fall), None))
        })
    })
}

fn total(answered: &Answered<'_>) -> impl Iterator<Item = Vec<Value>> {
    let lines = &answered.figures().lines;
    let sum = |what: fn(&LineFigures) -> i128| lines.iter().map(what).sum::<i128>();
    let sums =
        [sum(|line| line.staked), sum(|line| line.won), sum(|line| line.returned), sum(LineFigures::hold)];
    let edge = answered.figures().total;
    let rounds = answered.played.tally.rounds;
    core::iter::once(record("total", [""; 2], rounds, Some(sums), edge.as_ref(), None, None))
}
