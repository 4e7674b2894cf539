//! The figures as records: one for each wager, each line of it and each row, under the same columns.

use super::Answered;
use super::sheet::{Sheet, Value};
use tercet_analysis::report::{Figured, LineReport, RowReport, State, WagerReport, what_if};
use tercet_analysis::{Figures, Fraction};
use tercet_protocol::odds::slug;
use tercet_rules::Money;

/// The columns; a new one goes to the end, so that readers by place keep working.
const COLUMNS: [&str; 20] = [
    "game",
    "rules",
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
    "decks",
    "what_if",
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
    let mut records = Records {
        game: answered.ask.game.id.to_string(),
        rules: answered.loaded.hash.clone(),
        decks: answered.ask.decks.count(),
        what_if: what_if(answered.ask.game, answered.ask.decks),
        all: Vec::new(),
    };
    for wager in &answered.report.wagers {
        records.wager(wager);
    }
    if let Some(total) = &answered.report.total {
        let figures = &total.figures;
        let mut record = records.record("total", "", "");
        put(&mut record, "deals", text(&figures.deals));
        put(&mut record, "expectation", text(&total.expectation()));
        put(&mut record, "stake", dollars(total.staked_before_the_deal()));
        put(&mut record, "house_edge", Value::Share(total.house_edge()));
        put(&mut record, "element_of_risk", Value::Share(total.element_of_risk()));
        spread(&mut record, figures);
        records.all.push(record);
    }
    records.all
}

struct Records {
    game: String,
    rules: String,
    decks: u8,
    what_if: Option<String>,
    all: Vec<Record>,
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

impl Records {
    fn record(&self, kind: &str, wager: &str, line: &str) -> Record {
        let mut record: Record = [const { Value::None }; COLUMNS.len()];
        let named = [self.game.as_str(), self.rules.as_str(), kind, wager, line];
        for (value, name) in record.iter_mut().zip(named) {
            if !name.is_empty() {
                *value = text(&name);
            }
        }
        put(&mut record, "decks", text(&self.decks));
        put(&mut record, "what_if", self.what_if.as_ref().map_or(Value::None, text));
        record
    }

    fn wager(&mut self, wager: &WagerReport) {
        let id = wager.id.as_str();
        let (figured, unfigured) = match &wager.state {
            State::Open(figured) => (Some(figured), ""),
            State::Closed(_) => (None, "closed"),
            State::OneDeck(_) => (None, "one-deck-only"),
        };
        let Some(figured) = figured else {
            let record = self.record(unfigured, id, "");
            self.all.push(record);
            return;
        };
        let figures = &figured.figures;
        let mut record = self.record("wager", id, "");
        put(&mut record, "stake", dollars(figured.stake));
        put(&mut record, "deals", text(&figures.deals));
        put(&mut record, "expectation", text(&figured.expectation()));
        put(&mut record, "house_edge", Value::Share(figured.house_edge()));
        put(&mut record, "element_of_risk", Value::Share(figured.element_of_risk()));
        spread(&mut record, figures);
        self.all.push(record);
        for line in &figured.lines {
            self.line(id, figured, line);
        }
    }

    fn line(&mut self, id: &str, figured: &Figured, line: &LineReport) {
        if figured.lines.len() > 1 {
            let mut record = self.record("line", id, line.id.as_str());
            put(&mut record, "deals", text(&figured.figures.deals));
            put(&mut record, "contribution", Value::Number(line.expectation.value()));
            put(&mut record, "expectation", text(&line.expectation));
            self.all.push(record);
        }
        for row in &line.rows {
            self.row(id, figured, line, row);
        }
    }

    fn row(&mut self, id: &str, figured: &Figured, line: &LineReport, row: &RowReport) {
        let deals = figured.figures.deals;
        let mut record = self.record("row", id, line.id.as_str());
        put(&mut record, "hand", text(&slug(&row.hand)));
        put(&mut record, "deals", text(&deals));
        put(&mut record, "ways", text(&row.ways));
        put(&mut record, "pays", row.pays.map_or(Value::None, |pays| text(&pays)));
        put(&mut record, "probability", Value::Share(super::page::share(row.ways, deals).value()));
        put(&mut record, "contribution", Value::Number(row.contribution.value()));
        self.all.push(record);
    }
}
