//! What tables dropped, won and held, beside what the exact odds say: as JSON, records with commas between, and a workbook.

use crate::api::params::Params;
use crate::api::rounds::not_recalled;
use crate::form::{Form, workbook};
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::takings::{Change, MOST_ROWS, NotTaken, Span, Sums, Takings, takings};
use crate::who::SignedIn;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tercet_analysis::Fraction;
use tercet_people::Right;
use tercet_protocol::live::Problem;
use tercet_rules::{Money, shown};
use tercet_sheets::{Sheet, Value, csv};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(report))
}

/// The sums of a report.
#[derive(Clone, Serialize, ToSchema)]
struct Figures {
    /// Rounds that were settled.
    rounds: u64,
    /// Bets: spots that made the wager, the main bet as one.
    bets: u64,
    /// What was staked, Play and all.
    drop: i64,
    /// Of that, given back as it was settled.
    returned: i64,
    /// Paid by the house.
    paid: i64,
    /// Paid as envy.
    envy: i64,
    /// Paid by meters.
    awarded: i64,
    /// Given to meters and their reserves.
    contributed: i64,
    /// What players have lost to the house and the meters: `drop` less `returned`, `paid`, `envy` and `awarded`.
    win: i64,
    /// `win` as a part of `drop`; left out where nothing was staked.
    #[serde(skip_serializing_if = "Option::is_none")]
    hold: Option<f64>,
    /// What the exact odds say that the win is, in the smallest unit; left out where a game has no figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical_win: Option<f64>,
    /// The same, exactly: `n/d`.
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical_exact: Option<String>,
}

/// A wager at a table on a day.
#[derive(Serialize, ToSchema)]
struct WagerRow {
    /// The day, by the offset that was asked for.
    day: String,
    /// The table.
    table: String,
    /// The game.
    game: String,
    /// The hash of its rules.
    rules: String,
    /// The wager; the main bet (Ante, Play, bonuses and what must be made with it) is one.
    wager: String,
    /// What it is called by those rules.
    name: String,
    /// The sums.
    #[serde(flatten)]
    figures: Figures,
}

/// A table on a day.
#[derive(Serialize, ToSchema)]
struct TableRow {
    /// The day.
    day: String,
    /// The table.
    table: String,
    /// Rounds that were void.
    void: u64,
    /// The sums over all wagers.
    #[serde(flatten)]
    figures: Figures,
}

/// The cashier on a day.
#[derive(Serialize, ToSchema)]
struct DayRow {
    /// The day.
    day: String,
    /// What guests were given to play with as they came.
    given: i64,
    /// What players brought to the cashier.
    cash_in: i64,
    /// What players took away from there.
    cash_out: i64,
}

/// A report.
#[derive(Serialize, ToSchema)]
struct Report {
    /// Rounds that were settled at this time or later.
    from_ms: u64,
    /// And before this time.
    to_ms: u64,
    /// How far the days are east of UTC, in minutes, until the first change.
    offset_minutes: i64,
    /// Where clocks change, as it was asked; left out where they do not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<ClockChange>,
    /// All of it.
    total: Figures,
    /// Rounds that were void.
    void: u64,
    /// The cashier, day by day.
    days: Vec<DayRow>,
    /// The tables, day by day.
    tables: Vec<TableRow>,
    /// The wagers, day by day and table by table.
    wagers: Vec<WagerRow>,
}

/// Clocks change.
#[derive(Serialize, ToSchema)]
struct ClockChange {
    /// From this time on.
    at_ms: u64,
    /// How far the days are east of UTC, in minutes.
    offset_minutes: i64,
}

/// Which records there are with commas between.
#[derive(Clone, Copy)]
enum Part {
    Wagers,
    Tables,
    Days,
}

/// What tables dropped, won and held in a span of time, per wager, table and day, beside the theoretical win: stakes times the exact edge under the
/// rules of each round. A round counts when it is settled.
#[utoipa::path(get, path = "/api/v1/reports/takings", tag = "staff",
    params(("from" = Option<u64>, Query, description = "Settled at this time or later; from the first round if it is left out"),
        ("to" = Option<u64>, Query, description = "Settled before this time; up to now if it is left out"),
        ("offset" = Option<i64>, Query, description = "How far days are east of UTC, in minutes; 0 if it is left out"),
        ("change" = Option<Vec<String>>, Query, description = "Where clocks change within the span, as often as they do and in order: the time and the offset from then on, such as `1774746000000,120`"),
        ("form" = Option<String>, Query, description = "`json`, `csv` or `xlsx`", pattern = "^(json|csv|xlsx)$"),
        ("part" = Option<String>, Query, description = "Which records, with `csv`: `wagers`, `tables` or `days`", pattern = "^(wagers|tables|days)$")),
    responses((status = 200, content((Report = "application/json"), (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 408, body = Problem), (status = 413, body = Problem),
        (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn report(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    params: Params,
) -> Result<Response, Answered> {
    signed.person.needs(Right::ReadReports)?;
    params.only(&["from", "to", "offset", "change", "form", "part"])?;
    let number = |name| params.number(name, 0, i64::MAX.unsigned_abs());
    let span = Span {
        from_ms: number("from")?.unwrap_or(0),
        to_ms: number("to")?.unwrap_or_else(|| house.pit.now_ms().saturating_add(1)),
        offset_minutes: params.number("offset", -MOST_OFFSET, MOST_OFFSET)?.unwrap_or(0),
        changes: changes(&params.all("change"))?,
    };
    if span.from_ms >= span.to_ms {
        return Err(problem_at(
            Code::Value,
            "to",
            "a span that ends before it begins; expected `from` < `to`",
        )
        .into());
    }
    let forms = [("json", Form::Json), ("csv", Form::Csv), ("xlsx", Form::Xlsx)];
    let form = params.word("form", &forms)?.unwrap_or(Form::Json);
    let parts = [("wagers", Part::Wagers), ("tables", Part::Tables), ("days", Part::Days)];
    let part = params.word("part", &parts)?;
    if part.is_some() && !matches!(form, Form::Csv) {
        return Err(problem_at(Code::Value, "part", "it chooses records of `form=csv`; leave it out").into());
    }
    let gone = Gone(Arc::new(AtomicBool::new(false)));
    let left = Arc::clone(&gone.0);
    let (store, made_for) = (Arc::clone(&house.store), Arc::clone(&house));
    let made = move || {
        let taken = takings(&*store, &span, &made_for.prices, &left).map_err(not_taken)?;
        answer(&span, &taken, form, part.unwrap_or(Part::Wagers))
    };
    let answer = house.desk.ask(peer, made).await;
    drop(gone);
    answer
}

/// Days are no further from UTC than this, in minutes.
const MOST_OFFSET: i64 = 1_439;

/// Where clocks change, in the order of time.
fn changes(texts: &[String]) -> Result<Vec<Change>, Not> {
    let mut changes: Vec<Change> = Vec::with_capacity(texts.len());
    for text in texts {
        let wrong = |expected: &str| {
            problem_at(Code::Value, "change", format!("`{}`; expected {expected}", shown(text, 40)))
        };
        let read = text.split_once(',').and_then(|(at, offset)| {
            Some(Change { at_ms: at.parse().ok()?, offset_minutes: offset.parse().ok()? })
        });
        let change = read.filter(|change| (-MOST_OFFSET..=MOST_OFFSET).contains(&change.offset_minutes));
        let change = change.ok_or_else(|| {
            wrong("a time in milliseconds and how far days are east of UTC from then on, in minutes, such as `1774746000000,120`")
        })?;
        if changes.last().is_some_and(|before| before.at_ms >= change.at_ms) {
            return Err(wrong("changes in the order of time"));
        }
        changes.push(change);
    }
    Ok(changes)
}

/// Says, as it goes, that nobody waits any more.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn not_taken(not: NotTaken) -> Not {
    match not {
        NotTaken::Books(not) => not_recalled(&not),
        NotTaken::TooMany => {
            let detail = format!("more than {MOST_ROWS} rows; expected a shorter span");
            problem_at(Code::Value, "from", detail)
        }
        NotTaken::Gone => problem(Code::Late, "nobody waits for the report any more"),
        NotTaken::Rules(why) => {
            tracing::error!(%why, "the rules of a round cannot be figured");
            problem(Code::Store, "the rules of a round cannot be figured")
        }
    }
}

fn answer(span: &Span, taken: &Takings, form: Form, part: Part) -> Result<Response, Not> {
    let report = report_of(span, taken);
    let (name, bytes) = match form {
        Form::Json | Form::Text | Form::Markdown | Form::Html => return Ok(Json(report).into_response()),
        Form::Csv => {
            // Whoever takes all three has three files.
            let (name, sheet) = match part {
                Part::Wagers => ("takings-wagers", wagers(&report)),
                Part::Tables => ("takings-tables", tables(&report)),
                Part::Days => ("takings-days", days(&report)),
            };
            (name, csv::text(&sheet).into())
        }
        Form::Xlsx => {
            let about = [
                ("From", Value::Text(tercet_audit::time_of(span.from_ms))),
                ("To, without it", Value::Text(tercet_audit::time_of(span.to_ms))),
                ("Days east of UTC, in minutes", Value::Text(offsets(span))),
                ("Amounts", Value::Text("dollars of play money".into())),
                (
                    "Theoretical win",
                    Value::Text("stakes times the exact edge under the rules of each round".into()),
                ),
                ("Program", Value::Text(concat!("tercet ", env!("CARGO_PKG_VERSION")).into())),
            ];
            let sheets = [wagers(&report), tables(&report), days(&report)];
            ("takings", workbook(&sheets, &about)?)
        }
    };
    Ok(form.answered(name, bytes))
}

/// How far days are east of UTC, with the times from which it is another: `60; 120 from 2026-03-29T01:00:00.000Z`.
fn offsets(span: &Span) -> String {
    let then = span
        .changes
        .iter()
        .map(|change| format!("; {} from {}", change.offset_minutes, tercet_audit::time_of(change.at_ms)));
    std::iter::once(span.offset_minutes.to_string()).chain(then).collect()
}

/// Sums with what the odds say of them.
#[derive(Clone, Default)]
struct Summed {
    sums: Sums,
    /// None where a wager of it has no figures.
    theory: Option<Theory>,
}

/// A sum of fractions; nothing before the first.
#[derive(Clone, Copy)]
struct Theory(Fraction);

impl Summed {
    fn add(&mut self, sums: &Sums, theory: Option<Fraction>) {
        let first = self.sums == Sums::default();
        self.sums.add(sums);
        self.theory = match (first, self.theory, theory) {
            (true, _, Some(one)) => Some(Theory(one)),
            (false, Some(Theory(so_far)), Some(one)) => Some(Theory(so_far.plus(one).reduced())),
            (_, _, None) | (false, None, Some(_)) => None,
        };
    }

    fn figures(&self, rounds: u64) -> Figures {
        let sums = &self.sums;
        let win = sums.win();
        let theory = self.theory.map(|Theory(theory)| theory);
        Figures {
            rounds,
            bets: sums.bets,
            drop: units(sums.staked),
            returned: units(sums.returned),
            paid: units(sums.paid),
            envy: units(sums.envy),
            awarded: units(sums.awarded),
            contributed: units(sums.contributed),
            win: units(win),
            hold: (sums.staked > 0).then(|| Fraction::new(win, sums.staked).value()),
            theoretical_win: theory.map(Fraction::value),
            theoretical_exact: theory.map(|theory| theory.to_string()),
        }
    }
}

fn units(sum: i128) -> i64 {
    i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX })
}

fn report_of(span: &Span, taken: &Takings) -> Report {
    let (mut total, mut by_table): (Summed, BTreeMap<(&str, &str), Summed>) = Default::default();
    let mut wagers = Vec::new();
    for (place, sums) in &taken.wagers {
        let prices = taken.prices.get(&place.rules);
        let theory = prices.and_then(|prices| prices.expects(&place.wager, &sums.exposure));
        let mut one = Summed::default();
        one.add(sums, theory);
        total.add(sums, theory);
        by_table.entry((&place.day, place.table.as_str())).or_default().add(sums, theory);
        wagers.push(WagerRow {
            day: place.day.clone(),
            table: place.table.to_string(),
            game: place.game.clone(),
            rules: place.rules.clone(),
            wager: place.wager.to_string(),
            name: prices.map_or(place.wager.as_str(), |prices| prices.name(&place.wager)).to_owned(),
            figures: one.figures(sums.rounds),
        });
    }
    let tables = taken.tables.iter().map(|((day, table), rounds)| TableRow {
        day: day.clone(),
        table: table.to_string(),
        void: rounds.void,
        figures: by_table
            .get(&(day.as_str(), table.as_str()))
            .cloned()
            .unwrap_or_default()
            .figures(rounds.settled),
    });
    let days = taken.days.iter().map(|(day, cash)| DayRow {
        day: day.clone(),
        given: units(cash.given),
        cash_in: units(cash.r#in),
        cash_out: units(cash.out),
    });
    Report {
        from_ms: span.from_ms,
        to_ms: span.to_ms,
        offset_minutes: span.offset_minutes,
        changes: span
            .changes
            .iter()
            .map(|&Change { at_ms, offset_minutes }| ClockChange { at_ms, offset_minutes })
            .collect(),
        total: total.figures(taken.tables.values().map(|rounds| rounds.settled).sum()),
        void: taken.tables.values().map(|rounds| rounds.void).sum(),
        days: days.collect(),
        tables: tables.collect(),
        wagers,
    }
}

/// The columns of figures: amounts in dollars there, as people count.
const COLUMNS: [&str; 12] = [
    "rounds",
    "bets",
    "drop",
    "returned",
    "paid",
    "envy",
    "awarded",
    "contributed",
    "win",
    "hold",
    "theoretical_win",
    "theoretical_exact_cents",
];

fn cells(figures: &Figures) -> Vec<Value> {
    let money = |units: i64| Value::Money(Money::from_units(units));
    vec![
        Value::Text(figures.rounds.to_string()),
        Value::Text(figures.bets.to_string()),
        money(figures.drop),
        money(figures.returned),
        money(figures.paid),
        money(figures.envy),
        money(figures.awarded),
        money(figures.contributed),
        money(figures.win),
        figures.hold.map_or(Value::None, Value::Share),
        figures.theoretical_win.map_or(Value::None, |units| Value::Number(units / 100.0)),
        figures.theoretical_exact.clone().map_or(Value::None, Value::Text),
    ]
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn wagers(report: &Report) -> Sheet<'static> {
    let columns = [&["day", "table", "game", "rules", "wager", "name"][..], &COLUMNS].concat();
    let row = |row: &WagerRow| {
        let head = [&row.day, &row.table, &row.game, &row.rules, &row.wager, &row.name].map(|one| text(one));
        head.into_iter().chain(cells(&row.figures)).collect()
    };
    Sheet { name: "Wagers", columns, rows: report.wagers.iter().map(row).collect() }
}

fn tables(report: &Report) -> Sheet<'static> {
    let columns = [&["day", "table", "void"][..], &COLUMNS].concat();
    let row = |row: &TableRow| {
        let head = [text(&row.day), text(&row.table), text(&row.void.to_string())];
        head.into_iter().chain(cells(&row.figures)).collect()
    };
    Sheet { name: "Tables", columns, rows: report.tables.iter().map(row).collect() }
}

fn days(report: &Report) -> Sheet<'static> {
    let money = |units: i64| Value::Money(Money::from_units(units));
    let row = |row: &DayRow| vec![text(&row.day), money(row.given), money(row.cash_in), money(row.cash_out)];
    Sheet {
        name: "Days",
        columns: vec!["day", "given", "cash_in", "cash_out"],
        rows: report.days.iter().map(row).collect(),
    }
}
