//! The house edge against the meter.

use super::picture::{Axis, Drawing, Line};
use tercet_analysis::report::{Ask, MOST_METER, Progressive, Report, State, WagerReport};
use tercet_rules::{Money, Pay, Row};

/// The meters that are drawn.
#[derive(clap::Args)]
pub(super) struct Range {
    /// The least meter, in dollars; else nothing.
    #[arg(long, value_name = "DOLLARS")]
    from: Option<Money>,
    /// The greatest meter, in dollars; else twice the meter at which the wager is even.
    #[arg(long, value_name = "DOLLARS")]
    to: Option<Money>,
}

/// The edge of the wager that pays a share of the meter.
///
/// # Errors
///
/// If there is no such wager, or no such range.
pub(super) fn drawing(
    ask: &Ask<'_>,
    report: &Report,
    range: &Range,
) -> Result<(Drawing, Vec<String>), String> {
    let progressive = |wager: &WagerReport| match &wager.state {
        State::Open(figured) => figured.progressive.clone().filter(|parts| parts.per_meter_unit.num() > 0),
        State::Closed(_) | State::OneDeck(_) => None,
    };
    let found = report.wagers.iter().find_map(|wager| Some((wager, progressive(wager)?)));
    let Some((wager, parts)) = found else {
        return Err(nothing_to_draw(ask));
    };
    let even = parts.break_even_meter.map(|even| even.value());
    let money = |amount: Money| amount.units() as f64 / 100.0;
    let from = range.from.map_or(0.0, money);
    let cap = parts.meter_cap.map(money);
    if let (Some(to), Some(cap)) = (range.to.map(money), cap)
        && to > cap
    {
        return Err(format!(
            "error: --to {}: the meter is full at {}; expected no more",
            super::dollars(to),
            super::dollars(cap)
        ));
    }
    if let Some(beyond) = [range.from, range.to].into_iter().flatten().find(|meter| *meter > MOST_METER) {
        return Err(format!("error: a meter of {beyond}; meters up to {MOST_METER} are figured"));
    }
    let full = cap.unwrap_or(f64::INFINITY).min(money(MOST_METER));
    let unless_told = even.map_or(10_000.0, |even| (even * 2.0).max(1.0));
    let to = range.to.map_or(unless_told.min(full), money);
    if from < 0.0 || from >= to {
        return Err(format!(
            "error: --from {} --to {}: expected a meter from $0 up to a greater one",
            super::dollars(from),
            super::dollars(to)
        ));
    }
    let edge = |meter: f64| edge(&parts, meter);
    let mut marks = Vec::new();
    let name = &ask.game.wager(wager.of).name;
    if let Some(even) = even.filter(|even| (from..=to).contains(even)) {
        marks.push((even, 0.0, format!("even at {}", super::dollars(even))));
    }
    if let Some(meter) = parts.meter.map(money).filter(|meter| (from..=to).contains(meter)) {
        marks.push((
            meter,
            edge(meter),
            format!("{} at {}", super::percent(edge(meter)), super::dollars(meter)),
        ));
    }
    let line = Line {
        x: Axis { name: "meter".into(), format: super::dollars },
        y: Axis { name: format!("house edge of {name}"), format: super::round_percent },
        points: vec![(from, edge(from)), (to, edge(to))],
        dots: false,
        marks,
    };
    let each = parts.per_meter_unit;
    let (who, envy) = match parts.players {
        1 => ("alone at the table".to_owned(), String::new()),
        players => (format!("with {players} players at the table"), format!(", {} by envy", parts.envy())),
    };
    let notes = vec![format!(
        "Per unit of {name}, {who}: the player's expectation is {}{envy}, and {each} for each dollar of the meter. Below zero the player has the edge.",
        parts.fixed
    )];
    Ok((Drawing::Line(line), notes))
}

/// Why there is no edge that depends on a meter.
fn nothing_to_draw(ask: &Ask<'_>) -> String {
    let game = ask.game;
    let of_meter = |row: &Row| matches!(row.pays, Pay::Meter(_));
    let Some(wager) = game.wagers.iter().find(|wager| wager.table.rows.iter().any(of_meter)) else {
        return format!("error: no wager of {} pays a share of a meter", game.name);
    };
    if wager.table.closed {
        return format!("error: {} is closed: no pay table is posted for it", wager.name);
    }
    format!("error: no hand that can still be dealt wins {} a share of the meter", wager.name)
}

/// What the house wins per unit with so many dollars in the meter.
fn edge(parts: &Progressive, meter: f64) -> f64 {
    -(parts.fixed.value() + parts.envy().value() + parts.per_meter_unit.value() * meter)
}
