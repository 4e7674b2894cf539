//! What many rounds come to.

use super::picture::{Drawing, Histogram};
use tercet_analysis::session::Session;
use tercet_report::session::{Answered, fates, percent as small_chance, staked};
use tercet_report::words::grouped;
use tercet_rules::Money;

/// So much on either side may lie outside the picture.
const OUTSIDE: f64 = 0.001;

/// The heading, the results of a session with its quantiles, and what must be said beside them.
pub(super) fn drawing(answered: &Answered) -> (String, Drawing, Vec<String>) {
    let session = &answered.session;
    let chances = &session.chances;
    let results: Vec<(i64, f64)> = chances.iter().map(|(net, chance)| (net.units(), chance)).collect();
    let window = window(session);
    let mut notes = vec![staked(answered), said(session)];
    let whole =
        chances.below(Money::from_units(window.0)) + chances.above(Money::from_units(window.1)) == 0.0;
    if !whole {
        notes.push("Up to 0.1% of sessions on either side lie outside the picture.".into());
    }
    if let Some(fate) = &session.bankroll {
        notes.push(format!(
            "The picture shows all rounds, played on credit where the bankroll of {} would run out.",
            fate.asked.start
        ));
        notes.extend(fates(session, fate));
    }
    notes.extend(answered.notes.iter().cloned());
    let histogram = Histogram { of: "Net in dollars".into(), results, window, marks: marks(session, window) };
    let rounds =
        if session.rounds == 1 { "a round".into() } else { format!("{} rounds", grouped(session.rounds)) };
    let comes = if session.rounds == 1 { "comes" } else { "come" };
    let title = format!("What {rounds} of {} {comes} to", answered.loaded.game.name);
    (title, Drawing::Histogram(histogram), notes)
}

/// The usual results, and to be even among them if that is not far.
fn window(session: &Session) -> (i64, i64) {
    let at = |share: f64| session.chances.quantile(share).units();
    let (low, high) = (at(OUTSIDE), at(1.0 - OUTSIDE));
    let (with_low, with_high) = (low.min(0), high.max(0));
    if with_high - with_low <= (high - low) * 3 / 2 { (with_low, with_high) } else { (low, high) }
}

/// Even, the mean and three quantiles, where they lie in the picture.
fn marks(session: &Session, window: (i64, i64)) -> Vec<(f64, String)> {
    let dollars = |money: Money| money.units() as f64 / 100.0;
    let mean = session.mean().value();
    let mut marks = vec![(0.0, "even".to_owned()), (mean, format!("mean {}", super::dollars(mean)))];
    for (share, name) in [(0.05, "5%"), (0.5, "median"), (0.95, "95%")] {
        let net = session.chances.quantile(share);
        marks.push((dollars(net), format!("{name} {net}")));
    }
    marks.retain(|(at, _)| {
        (dollars(Money::from_units(window.0))..=dollars(Money::from_units(window.1))).contains(at)
    });
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    marks
}

/// The figures in words, those that are marked among them.
fn said(session: &Session) -> String {
    let chances = &session.chances;
    let at = |share| chances.quantile(share);
    format!(
        "Ahead {}, even {}, behind {}. On average {}, with a standard deviation of {}. 5% of sessions end at or below {}, half at or below {}, 95% at or below {}.",
        small_chance(chances.above(Money::ZERO)),
        small_chance(chances.at(Money::ZERO)),
        small_chance(chances.below(Money::ZERO)),
        super::dollars(session.mean().value()),
        super::dollars(session.standard_deviation()),
        at(0.05),
        at(0.5),
        at(0.95)
    )
}
