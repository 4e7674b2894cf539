//! What one round comes to.

use super::picture::{Bar, Bars, Drawing};
use tercet_analysis::report::{Ask, Report, State};
use tercet_analysis::{Figures, Fraction};
use tercet_report::words::grouped;
use tercet_rules::Money;

/// More results than this are drawn in ranges.
const MOST_BARS: usize = 32;

/// The results of the bet that was asked about, or of the main bet per unit.
///
/// # Errors
///
/// If the main bet is closed.
pub(super) fn drawing(ask: &Ask<'_>, report: &Report) -> Result<(Drawing, Vec<String>), String> {
    let main = report.wagers.iter().find_map(|wager| match &wager.state {
        State::Open(figured) if report.total.is_none() => Some((wager, figured)),
        State::Open(_) | State::Closed(_) | State::OneDeck(_) => None,
    });
    let (figures, unit, of) = match (&report.total, main) {
        (Some(total), _) => (&total.figures, None, "Net in dollars".to_owned()),
        (None, Some((wager, figured))) => {
            let name = &ask.game.wager(wager.of).name;
            (&figured.figures, Some(figured.stake), format!("Net in units of {name}"))
        }
        (None, None) => return Err(format!("error: every wager of {} is closed", ask.game.name)),
    };
    let groups = groups(figures);
    let scale = Scale::of(&groups);
    let bars = groups.iter().map(|group| Bar {
        name: name(group, unit),
        share: scale.length(group.ways),
        value: said(group.ways, figures.deals),
    });
    let mut notes = vec![format!("All {} deals are counted, none sampled.", grouped(figures.deals))];
    let length = match scale {
        Scale::Even(_) => "length: the chance",
        Scale::Logarithm { .. } => {
            notes.push("Lengths are logarithms, so that rare results can be seen: read the figures.".into());
            "length: the logarithm of the chance"
        }
    };
    let length = length.into();
    Ok((Drawing::Bars(Bars { of, length, bars: bars.collect() }), notes))
}

/// Results next to each other.
struct Group {
    from: Money,
    to: Money,
    ways: u128,
}

/// Each result, or ranges of results where there are too many, the best first.
fn groups(figures: &Figures) -> Vec<Group> {
    let all: Vec<(Money, u128)> = figures.outcomes.iter().rev().map(|(net, ways)| (*net, *ways)).collect();
    let each = all.len().div_ceil(MOST_BARS).max(1);
    let group = |results: &[(Money, u128)]| Group {
        from: results[results.len() - 1].0,
        to: results[0].0,
        ways: results.iter().map(|(_, ways)| ways).sum(),
    };
    all.chunks(each).map(group).collect()
}

fn name(group: &Group, unit: Option<Money>) -> String {
    let one = |net: Money| {
        let unit = unit.map_or(100, Money::units);
        let value = Fraction::new(i128::from(net.units()), i128::from(unit));
        let reduced = value.reduced();
        match (net == Money::ZERO, reduced.den() == 1) {
            (true, _) => "0".to_owned(),
            (false, true) => format!("{:+}", reduced.num()),
            (false, false) => format!("{:+.2}", value.value()),
        }
    };
    if group.from == group.to { one(group.to) } else { format!("{} to {}", one(group.from), one(group.to)) }
}

/// What the length of a bar means.
enum Scale {
    /// Ways, as a part of the most.
    Even(u128),
    /// The logarithm of the ways: from a tenth of the least to the most.
    Logarithm { most: u128, decades: f64 },
}

impl Scale {
    /// Even, unless that would hide the rarest.
    fn of(groups: &[Group]) -> Scale {
        const HIDDEN: u128 = 1_000;
        let ways = || groups.iter().map(|group| group.ways);
        let (least, most) = (ways().min().unwrap_or(1).max(1), ways().max().unwrap_or(1).max(1));
        if most / least < HIDDEN {
            return Scale::Even(most);
        }
        Scale::Logarithm { most, decades: (most as f64 / least as f64).log10() + 1.0 }
    }

    fn length(&self, ways: u128) -> f64 {
        match self {
            Scale::Even(most) => ways as f64 / *most as f64,
            Scale::Logarithm { most, decades } => {
                ((ways as f64 / *most as f64).log10() / decades + 1.0).max(0.0)
            }
        }
    }
}

fn said(ways: u128, deals: u128) -> String {
    let share = ways as f64 / deals as f64 * 100.0;
    if share >= 0.0001 { format!("{share:.4}%") } else { format!("{share:.2e}%") }
}
