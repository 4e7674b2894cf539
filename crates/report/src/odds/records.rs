//! The figures as records: one for each wager, each line of it and each row, under the same columns.

use super::Answered;
use crate::conditions::{note, stakes};
use tercet_analysis::report::{Figured, LineReport, RowReport, State, WagerReport};
use tercet_analysis::{Figures, Fraction};
use tercet_protocol::odds::slug;
use tercet_rules::{Game, Money};
use tercet_sheets::{Sheet, Value};

/// The columns before those that all records have; the last three are [`OWN`](crate::conditions::OWN).
const COLUMNS: [&str; 19] = [
    "record",
    "wager",
    "line",
    "hand",
    "stake",
    "deals",
    "ways",
    "pays",
    "probability",
    "contribution",
    "expectation",
    "house_edge",
    "element_of_risk",
    "hit_frequency",
    "variance",
    "standard_deviation",
    "stakes",
    "per",
    "note",
];

/// One record: a value for each of [`COLUMNS`].
type Record = [Value; COLUMNS.len()];

/// Every record, wager by wager; the record of a wager stands before those of its lines and rows.
pub(super) fn together(answered: &Answered<'_>) -> Sheet<'static> {
    sheet("Records", records(answered))
}

/// The records of wagers, and those of their lines and rows.
pub(super) fn apart(answered: &Answered<'_>) -> Vec<Sheet<'static>> {
    let of_a_row = |record: &Record| match under(record, "record") {
        Value::Text(kind) => matches!(kind.as_str(), "row" | "line"),
        Value::None | Value::Number(_) | Value::Share(_) | Value::Chance(_) | Value::Money(_) => false,
    };
    let (rows, wagers) = records(answered).into_iter().partition(of_a_row);
    vec![sheet("Wagers", wagers), sheet("Rows", rows)]
}

fn sheet(name: &'static str, records: Vec<Record>) -> Sheet<'static> {
    Sheet { name, columns: COLUMNS.to_vec(), rows: records.into_iter().map(Vec::from).collect() }
}

fn records(answered: &Answered<'_>) -> Vec<Record> {
    let mut records = Vec::new();
    for wager in &answered.report.wagers {
        records.extend(of_a_wager(answered.ask.game, wager));
    }
    if let Some(total) = &answered.report.total {
        let figures = &total.figures;
        let mut record = named("total", "", "");
        put(&mut record, "deals", text(&figures.deals));
        put(&mut record, "expectation", text(&total.expectation()));
        put(&mut record, "stake", dollars(total.staked_before_the_deal()));
        put(&mut record, "house_edge", Value::Share(total.house_edge()));
        put(&mut record, "element_of_risk", Value::Share(total.element_of_risk()));
        spread(&mut record, figures);
        put(&mut record, "stakes", stakes(&total.stakes));
        put(&mut record, "per", text(&"round"));
        put(&mut record, "note", note(answered.ask.game, &total.stakes));
        records.push(record);
    }
    records
}

/// Puts a value under a column.
fn put(record: &mut Record, column: &str, value: Value) {
    let place = COLUMNS.iter().position(|name| *name == column).expect("a column of this name");
    record[place] = value;
}

/// How results are spread.
fn spread(record: &mut Record, figures: &Figures) {
    put(record, "hit_frequency", Value::Share(figures.hit_frequency()));
    put(record, "variance", Value::Number(figures.variance().value()));
    put(record, "standard_deviation", Value::Number(figures.standard_deviation()));
}

/// What stands under a column.
fn under<'a>(record: &'a Record, column: &str) -> &'a Value {
    let place = COLUMNS.iter().position(|name| *name == column).expect("a column of this name");
    &record[place]
}

fn dollars(money: Money) -> Value {
    Value::Number(Fraction::new(money.units(), 100).value())
}

fn text(value: &impl ToString) -> Value {
    Value::Text(value.to_string())
}

fn named(kind: &str, wager: &str, line: &str) -> Record {
    let mut record: Record = [const { Value::None }; COLUMNS.len()];
    for (column, name) in [("record", kind), ("wager", wager), ("line", line)] {
        if !name.is_empty() {
            put(&mut record, column, text(&name));
        }
    }
    record
}

/// The record of a wager, and those of its lines and rows.
fn of_a_wager(game: &Game, wager: &WagerReport) -> Vec<Record> {
    let id = wager.id.as_str();
    let figured = match &wager.state {
        State::Open(figured) => figured,
        State::Closed(_) => return vec![named("closed", id, "")],
        State::OneDeck(_) => return vec![named("one-deck-only", id, "")],
    };
    let figures = &figured.figures;
    let mut record = named("wager", id, "");
    put(&mut record, "stake", dollars(figured.stake));
    put(&mut record, "deals", text(&figures.deals));
    put(&mut record, "expectation", text(&figured.expectation()));
    put(&mut record, "house_edge", Value::Share(figured.house_edge()));
    put(&mut record, "element_of_risk", Value::Share(figured.element_of_risk()));
    spread(&mut record, figures);
    let mut records = vec![record];
    for line in &figured.lines {
        records.extend((figured.lines.len() > 1).then(|| of_a_line(id, figured, line)));
        records.extend(line.rows.iter().map(|row| of_a_row(id, figured, line, row)));
    }
    let staked = wager.stakes(game);
    let (staked, note) = (stakes(&staked), note(game, &staked));
    for record in &mut records {
        put(record, "stakes", staked.clone());
        put(record, "note", note.clone());
        put(record, "per", text(&id));
    }
    records
}

fn of_a_line(id: &str, figured: &Figured, line: &LineReport) -> Record {
    let mut record = named("line", id, line.id.as_str());
    put(&mut record, "deals", text(&figured.figures.deals));
    put(&mut record, "contribution", Value::Number(line.expectation.value()));
    put(&mut record, "expectation", text(&line.expectation));
    record
}

fn of_a_row(id: &str, figured: &Figured, line: &LineReport, row: &RowReport) -> Record {
    let deals = figured.figures.deals;
    let mut record = named("row", id, line.id.as_str());
    put(&mut record, "hand", text(&slug(&row.hand)));
    put(&mut record, "deals", text(&deals));
    put(&mut record, "ways", text(&row.ways));
    put(&mut record, "pays", row.pays.map_or(Value::None, |pays| text(&pays)));
    put(&mut record, "probability", Value::Share(crate::words::share(row.ways, deals).value()));
    put(&mut record, "contribution", Value::Number(row.contribution.value()));
    record
}
