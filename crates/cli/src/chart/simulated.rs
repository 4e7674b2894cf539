//! What a simulation came to.

use super::picture::{Bar, Bars, Drawing, Histogram};
use crate::odds::simulate::Answered;
use tercet_report::words::grouped;
use tercet_rules::Money;
use tercet_sim::exact::{Edge, FAR};

/// So much on either side may lie outside the picture.
const OUTSIDE: f64 = 0.001;

/// The heading, how sessions ended or how far each wager is from its exact figure, and what must be said beside it.
pub(crate) fn drawing(answered: &Answered<'_>) -> (String, Drawing, Vec<String>) {
    let name = &answered.loaded().game.name;
    let rounds = grouped(answered.rounds());
    let seed = format!("{rounds} rounds, seed {}.", answered.seed());
    if let Some((sessions, bins)) = answered.sessions().filter(|(sessions, _)| sessions.count > 0) {
        let chance = |count: u64| count as f64 / sessions.count as f64;
        let results: Vec<(i64, f64)> = (0..)
            .zip(&sessions.results)
            .filter(|(_, count)| **count > 0)
            .map(|(place, count)| (bins.from(place), chance(*count)))
            .collect();
        let at = |share: f64| sessions.quantile(share, bins).unwrap_or(0);
        let window = (at(OUTSIDE).min(0), at(1.0 - OUTSIDE).max(0));
        let mean = sessions.net as f64 / sessions.count as f64 / 100.0;
        let notes = vec![
            seed,
            format!(
                "{} sessions, results in steps of {}; up to 0.1% of them on either side lie outside the picture.",
                grouped(sessions.count),
                Money::from_units(bins.width)
            ),
        ];
        let mut marks = vec![(0.0, "even".to_owned()), (mean, format!("mean {}", super::dollars(mean)))];
        marks.retain(|(at, _)| (window.0 as f64..=window.1 as f64).contains(&(at * 100.0)));
        marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let histogram = Histogram { of: "Net in dollars".into(), results, window, marks };
        return (format!("How sessions of {name} ended"), Drawing::Histogram(histogram), notes);
    }
    let lines = answered.figures().lines.iter().map(|line| (answered.name(line), line.edge.as_ref()));
    let all = lines.chain([("All".to_owned(), answered.figures().total.as_ref())]);
    let bar = |(name, edge): (String, Option<&Edge>)| {
        let distance = edge.and_then(Edge::distance)?;
        Some(Bar { name, share: (distance.abs() / FAR).min(1.0), value: format!("{distance:+.2}") })
    };
    let bars = Bars {
        of: "Wagers and bonuses".into(),
        length: format!("Distance from the exact house edge, of {FAR:.0} standard errors"),
        bars: all.filter_map(bar).collect(),
    };
    (format!("How far {name} is from its exact figures"), Drawing::Bars(bars), vec![seed])
}
