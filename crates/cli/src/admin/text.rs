//! Answers of a house as text: a table of a list, a line for each field of one thing.

use crate::journal::time_of;
use crate::output::{harmless, with_cents};
use ratatui::text::Span;
use serde_json::Value;
use std::iter;
use tercet_rules::Money;

/// How an answer is shown.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// A row for each element of the list at this place, and what there is to say if there is none.
    Rows(&'static str, &'static [Column], &'static str),
    /// A line for each field.
    Fields(&'static [Column]),
    /// The fields of what is at this place, then the rows of each of these lists.
    Both(&'static str, &'static [Column], &'static [List]),
    /// That it was done.
    Done(&'static str),
}

/// A column, or a field: its name, its place in JSON, and what it is.
type Column = (&'static str, &'static str, Kind);

/// A list: its place in JSON, and a row for each element.
type List = (&'static str, &'static [Column]);

/// What stands there.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A word, a number, or a list of them.
    Plain,
    /// Money in the smallest unit.
    Cents,
    /// A time in milliseconds.
    Time,
    /// A share, as a percentage.
    Share,
}

use Kind::{Cents, Plain, Share, Time};
use Shape::{Both, Fields, Rows};

pub(super) const ME: Shape = Fields(&[
    ("id", "/player", Plain),
    ("name", "/name", Plain),
    ("roles", "/roles", Plain),
    ("session ends", "/session_ends_ms", Time),
]);
pub(super) const SIGNED_IN: Shape = ME;
pub(super) const TABLES: Shape = Rows(
    "",
    &[
        ("table", "/table", Plain),
        ("status", "/status", Plain),
        ("game", "/game", Plain),
        ("taken", "/taken", Plain),
        ("of", "/spots", Plain),
        ("absent at", "/absent", Plain),
        ("round", "/round", Plain),
        ("stage", "/stage", Plain),
        ("meter", "/meter", Cents),
        ("hints", "/hints", Plain),
    ],
    "There are no tables.",
);
pub(super) const METERS: Shape = Rows(
    "",
    &[
        ("meter", "/meter", Plain),
        ("holds", "/balance", Cents),
        ("reserve", "/reserve", Cents),
        ("hits", "/hits", Plain),
        ("last", "/last_hits/0/at_ms", Time),
        ("tables", "/tables", Plain),
    ],
    "There are no meters.",
);
pub(super) const PEOPLE: Shape = Rows("/people", PERSON_COLUMNS, "Nobody.");
const PERSON_COLUMNS: &[Column] = &[
    ("id", "/id", Plain),
    ("kind", "/kind", Plain),
    ("name", "/name", Plain),
    ("login", "/login", Plain),
    ("roles", "/roles", Plain),
    ("since", "/created_ms", Time),
    ("closed", "/closed/since_ms", Time),
];
pub(super) const PERSON: Shape = Fields(&[
    ("id", "/id", Plain),
    ("kind", "/kind", Plain),
    ("name", "/name", Plain),
    ("login", "/login", Plain),
    ("roles", "/roles", Plain),
    ("since", "/created_ms", Time),
    ("closed", "/closed/since_ms", Time),
    ("closed by", "/closed/by", Plain),
    ("why", "/closed/reason", Plain),
]);
pub(super) const LINK: Shape = Fields(&[
    ("number", "/id", Plain),
    ("link, to be used once", "/link", Plain),
    ("ends", "/ends_ms", Time),
]);
pub(super) const LINKS: Shape = Rows(
    "",
    &[
        ("number", "/id", Plain),
        ("purpose", "/purpose", Plain),
        ("made", "/made_ms", Time),
        ("by", "/made_by", Plain),
        ("ends", "/ends_ms", Time),
    ],
    "There are no links that can be used.",
);
pub(super) const SESSIONS: Shape = Rows(
    "",
    &[
        ("number", "/id", Plain),
        ("kind", "/kind", Plain),
        ("began", "/created_ms", Time),
        ("seen", "/seen_ms", Time),
        ("ends", "/ends_ms", Time),
        ("from", "/peer", Plain),
    ],
    "There are no sessions.",
);
pub(super) const ENDED: Shape = Fields(&[("sessions ended", "/ended", Plain)]);
pub(super) const BALANCE: Shape = Fields(&[("wallet", "/balance", Cents)]);
pub(super) const CASHED: Shape = Fields(&[
    ("wallet", "/balance", Cents),
    ("record", "/record", Plain),
    ("at", "/at_ms", Time),
    ("done before", "/again", Plain),
]);
pub(super) const GAMES: Shape = Rows(
    "",
    &[
        ("game", "/id", Plain),
        ("name", "/name", Plain),
        ("built in", "/built_in", Plain),
        ("rules", "/rules", Plain),
    ],
    "There are no games.",
);
pub(super) const FINDINGS: Shape = Rows(
    "/findings",
    &[
        ("line", "/line", Plain),
        ("column", "/column", Plain),
        ("", "/severity", Plain),
        ("message", "/message", Plain),
        ("help", "/help", Plain),
    ],
    "No fault was found.",
);
pub(super) const CASES: Shape = Rows("/cases", CASE_COLUMNS, "There are no cases.");
const CASE_COLUMNS: &[Column] = &[
    ("case", "/number", Plain),
    ("state", "/state", Plain),
    ("due", "/deadline_ms", Time),
    ("player", "/patron/name", Plain),
    ("table", "/table", Plain),
    ("round", "/round", Plain),
    ("claim", "/claim", Plain),
];
pub(super) const CASE: Shape = Both(
    "/case",
    CASE_COLUMNS,
    &[(
        "/entries",
        &[
            ("at", "/at_ms", Time),
            ("by", "/by/name", Plain),
            ("", "/kind", Plain),
            ("text", "/text", Plain),
            ("authority", "/authority", Plain),
        ],
    )],
);
pub(super) const EVENTS: Shape = Rows(
    "/events",
    &[
        ("number", "/number", Plain),
        ("at", "/at_ms", Time),
        ("who", "/who", Plain),
        ("what", "/what", Plain),
        ("subject", "/subject", Plain),
        ("before", "/before", Plain),
        ("after", "/after", Plain),
        ("why", "/reason", Plain),
    ],
    "Nothing was noted.",
);
pub(super) const TAKINGS: Shape = Both(
    "",
    &[
        ("from", "/from_ms", Time),
        ("to", "/to_ms", Time),
        ("rounds", "/total/rounds", Plain),
        ("void", "/void", Plain),
        ("drop", "/total/drop", Cents),
        ("win", "/total/win", Cents),
        ("hold", "/total/hold", Share),
        ("theoretical", "/total/theoretical_win", Cents),
    ],
    &[
        (
            "/days",
            &[
                ("day", "/day", Plain),
                ("given", "/given", Cents),
                ("cash in", "/cash_in", Cents),
                ("cash out", "/cash_out", Cents),
            ],
        ),
        (
            "/wagers",
            &[
                ("day", "/day", Plain),
                ("table", "/table", Plain),
                ("wager", "/wager", Plain),
                ("rounds", "/rounds", Plain),
                ("drop", "/drop", Cents),
                ("win", "/win", Cents),
                ("hold", "/hold", Share),
                ("theoretical", "/theoretical_win", Cents),
            ],
        ),
    ],
);

impl Shape {
    /// The answer in lines; a table as far as its rows fit in so many columns, if that is said, else a line for each field of each element.
    pub(super) fn text(self, json: &Value, room: Option<usize>) -> String {
        match self {
            Shape::Done(said) => format!("{said}\n"),
            Fields(columns) => fields(json, columns),
            Rows(at, columns, none) => {
                // What a page ends with says where the next begins: people go on after a name, what has numbers before one.
                let more = match &json["next"] {
                    Value::String(name) => Some(format!("--after {name}")),
                    Value::Number(number) => Some(format!("--before {number}")),
                    Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
                };
                let rows = rows(json.pointer(at), columns, room);
                let rows = if rows.is_empty() { format!("{none}\n") } else { rows };
                rows + &more.map(|how| format!("There are more: {how}\n")).unwrap_or_default()
            }
            Both(of, first, lists) => {
                let fields = json.pointer(of).map(|of| fields(of, first));
                let lists = lists.iter().map(|(at, columns)| rows(json.pointer(at), columns, room));
                let parts: Vec<String> = fields.into_iter().chain(lists).collect();
                let there = parts.iter().filter(|part| !part.is_empty());
                there.map(String::as_str).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

fn fields(json: &Value, columns: &[Column]) -> String {
    let widest = columns.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let line = |(name, at, kind): &Column| {
        let value = cell(json.pointer(at), *kind);
        Some(format!("{name:widest$}  {value}\n")).filter(|_| !value.is_empty())
    };
    columns.iter().filter_map(line).collect()
}

/// A column of a table that something stands in.
struct Shown {
    name: &'static str,
    width: usize,
    /// Whether its cells end below one another: numbers do, digit under digit.
    right: bool,
    cells: Vec<String>,
}

impl Shown {
    fn of(elements: &[Value], (name, at, kind): &Column) -> Option<Shown> {
        let mut cells: Vec<String> = elements.iter().map(|each| cell(each.pointer(at), *kind)).collect();
        if matches!(kind, Cents) {
            with_cents(&mut cells);
        }
        let widest = cells.iter().map(|cell| columns_of(cell)).max().filter(|widest| *widest > 0)?;
        let mut there = elements.iter().filter_map(|each| each.pointer(at)).filter(|value| !value.is_null());
        let right = !matches!(kind, Time) && there.all(Value::is_number);
        Some(Shown { name, width: widest.max(name.len()), right, cells })
    }

    /// A cell, or the name, in the whole room of the column.
    fn padded(&self, text: &str) -> String {
        let room = " ".repeat(self.width.saturating_sub(columns_of(text)));
        if self.right { room + text } else { format!("{text}{room}") }
    }
}

/// A table; columns in which nothing stands are left out.
fn rows(list: Option<&Value>, columns: &[Column], room: Option<usize>) -> String {
    let elements: &[Value] = list.and_then(Value::as_array).map_or(&[], Vec::as_slice);
    let shown: Vec<Shown> = columns.iter().filter_map(|column| Shown::of(elements, column)).collect();
    if shown.is_empty() {
        return String::new();
    }
    let line = |cell: &dyn Fn(&Shown) -> &str| {
        let all: Vec<String> = shown.iter().map(|column| column.padded(cell(column))).collect();
        format!("{}\n", all.join(GAP).trim_end())
    };
    let head = line(&|column| column.name);
    let rows = (0..elements.len()).map(|row| line(&|column| column.cells[row].as_str()));
    let lines: Vec<String> = iter::once(head).chain(rows).collect();
    let fits = |room| lines.iter().all(|line| columns_of(line.trim_end()) <= room);
    if room.is_none_or(fits) {
        return lines.concat();
    }
    elements.iter().map(|element| fields(element, columns)).collect::<Vec<_>>().join("\n")
}

/// What stands between two columns.
const GAP: &str = "  ";

/// How many columns of a terminal a text takes.
fn columns_of(text: &str) -> usize {
    Span::raw(text).width()
}

fn cell(value: Option<&Value>, kind: Kind) -> String {
    let Some(value) = value else { return String::new() };
    match (kind, value) {
        (_, Value::Null) => String::new(),
        (Cents, Value::Number(_)) => {
            // What is expected on average comes with parts of a cent.
            let whole = || format!("{:.0}", value.as_f64()?).parse().ok();
            let units = value.as_i64().or_else(whole);
            units.map_or_else(|| value.to_string(), |units| Money::from_units(units).to_string())
        }
        (Time, Value::Number(_)) => value.as_u64().map_or_else(|| value.to_string(), time_of),
        (Share, Value::Number(_)) => {
            // Half a hundredth goes up, as in the pages; what is written of a fraction would go to the even one.
            let percent = |share: f64| format!("{:.2}%", (share * 10_000.0).round() / 100.0);
            value.as_f64().map_or_else(|| value.to_string(), percent)
        }
        (_, Value::Bool(is)) => if *is { "yes" } else { "no" }.into(),
        // One line each: what somebody wrote may have several.
        (_, Value::String(text)) => {
            harmless(&text.split_whitespace().collect::<Vec<_>>().join(" "), false).into_owned()
        }
        (_, Value::Array(all)) => {
            all.iter().map(|each| cell(Some(each), Plain)).collect::<Vec<_>>().join(", ")
        }
        (_, Value::Number(_) | Value::Object(_)) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_are_tables_and_what_is_not_there_takes_no_room() {
        let tables = json!([
            {"table": "a", "status": "open", "taken": 3, "spots": 7, "absent": [1, 5], "round": 4, "meter": 123_456},
            {"table": "longer", "status": "closed", "taken": 0, "spots": 7, "round": 10},
        ]);
        let expected = "table   status  taken  of  absent at  round      meter\n\
                        a       open        3   7  1, 5           4  $1,234.56\n\
                        longer  closed      0   7                10\n";
        assert_eq!(TABLES.text(&tables, None), expected);
        assert_eq!(TABLES.text(&tables, Some(54)), expected);
        assert_eq!(TABLES.text(&json!([]), Some(10)), "There are no tables.\n");
        assert_eq!(
            PEOPLE.text(&json!({"people": [], "next": "p-7"}), None),
            "Nobody.\nThere are more: --after p-7\n"
        );
        assert_eq!(
            EVENTS.text(&json!({"events": [], "next": 17}), None),
            "Nothing was noted.\nThere are more: --before 17\n"
        );
    }

    /// Columns line up whatever stands in them: names as long as those of the built-in tables, wide letters, nothing, numbers of different length; money and
    /// numbers at their ends.
    #[test]
    fn columns_line_up() {
        let people = json!({"people": [
            {"id": "p-1", "kind": "member", "name": "汉字", "roles": ["floor"]},
            {"id": "g-4f6c", "kind": "guest", "name": "Zo\u{308}e", "roles": ["player"]},
        ]});
        let expected =
            "id      kind    name  roles\np-1     member  汉字  floor\ng-4f6c  guest   Zo\u{308}e   player\n";
        assert_eq!(PEOPLE.text(&people, None), expected);
        let takings = json!({"wagers": [
            {"day": "2026-11-28", "table": "three-card-pairs-plus", "wager": "six-card-bonus", "rounds": 1_204, "drop": 1_204_000, "win": -98_550, "hold": -0.081_85},
            {"day": "2026-11-28", "table": "a", "wager": "ante", "rounds": 9, "drop": 4_500, "win": 7_400},
        ]});
        let expected = "\
day         table                  wager           rounds     drop       win    hold
2026-11-28  three-card-pairs-plus  six-card-bonus    1204  $12,040  -$985.50  -8.19%
2026-11-28  a                      ante                 9      $45    $74.00
";
        assert_eq!(TAKINGS.text(&takings, None), expected);
    }

    /// A row that is longer than the terminal is wide would break anywhere: its fields stand below one another instead.
    #[test]
    fn what_does_not_fit_in_rows_is_shown_field_by_field() {
        let events = json!({"events": [
            {"number": 12, "who": "p-1", "what": "table.set", "subject": "friday", "before": "nothing", "after": "three-card-fortune sha256:00 (face up)", "reason": "a friday"},
            {"number": 7, "who": "p-1", "what": "table.founded", "subject": "friday", "reason": "a friday"},
        ], "next": 7});
        let expected = "\
number   12
who      p-1
what     table.set
subject  friday
before   nothing
after    three-card-fortune sha256:00 (face up)
why      a friday

number   7
who      p-1
what     table.founded
subject  friday
why      a friday
There are more: --before 7
";
        assert_eq!(EVENTS.text(&events, Some(80)), expected);
        assert_eq!(EVENTS.text(&events, None).lines().count(), 4);
    }

    /// What came to the cashier and went from there, day by day, stands above what was won with it; a part with no rows takes no room.
    #[test]
    fn a_report_has_the_cash_of_each_day() {
        let days = json!([
            {"day": "2026-11-28", "given": 200_000, "cash_in": 50_000, "cash_out": 0},
            {"day": "2026-11-29", "given": 0, "cash_in": 0, "cash_out": 61_250},
        ]);
        let report = json!({"total": {"rounds": 2}, "days": days, "wagers": []});
        let expected = "\
rounds       2

day          given  cash in  cash out
2026-11-28  $2,000     $500     $0.00
2026-11-29      $0       $0   $612.50
";
        assert_eq!(TAKINGS.text(&report, None), expected);
    }

    #[test]
    fn money_is_dollars_to_the_cent_with_parts_of_a_cent_too() {
        let report = json!({
            "total": {"rounds": 1, "drop": 6_800, "win": 2_900, "theoretical_win": 123_502.401_2},
            "wagers": [{"table": "t", "theoretical_win": 10.118_9}, {"table": "t", "theoretical_win": -149.5}],
        });
        let said = TAKINGS.text(&report, None);
        let amounts: Vec<&str> = said.split_whitespace().filter(|word| word.contains('$')).collect();
        assert_eq!(amounts, ["$68", "$29", "$1,235.02", "$0.10", "-$1.50"], "{said}");
    }

    /// 25 of 160 is 15.625 %: the half goes up, as the pages of the house say it.
    #[test]
    fn half_a_hundredth_of_a_percent_goes_up() {
        let of = |share: f64| cell(Some(&json!(share)), Share);
        let said = [0.156_25, -0.156_25, 0.156_24, 0.0, 1.0, 0.031_25].map(of);
        assert_eq!(said, ["15.63%", "-15.63%", "15.62%", "0.00%", "100.00%", "3.13%"]);
    }

    #[test]
    fn what_others_wrote_steers_no_terminal() {
        let person =
            json!({"id": "p-1", "kind": "member", "name": "A\u{1b}[2J\nB", "roles": ["floor", "dealer"]});
        let said = PERSON.text(&person, None);
        assert!(!said.contains('\u{1b}') && said.lines().count() == 4, "{said:?}");
        assert!(said.contains("floor, dealer"), "{said}");
    }
}
