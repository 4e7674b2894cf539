//! One wager: its figures, its rows, what it can come to.

use super::exactly;
use crate::document::{Block, Section, Set, Table};
use crate::odds::Answered;
use crate::words::{contribution, grouped, names, percent, plain, share};
use tercet_analysis::report::{Figured, LineReport, Progressive, State, WagerReport};
use tercet_analysis::{Figures, Fraction};
use tercet_rules::{Game, Pay};

/// The section about a wager.
pub(super) fn section(answered: &Answered<'_>, wager: &WagerReport) -> Section {
    let game = answered.ask.game;
    let mut section = Section::new(names(game, &wager.wagers));
    let notes = wager.notes(game, answered.ask.policy);
    match &wager.state {
        State::Closed(cites) => {
            section.text(format!("{} [{cites}]", notes.join(" ")));
            return section;
        }
        State::OneDeck(_) => {
            section.text(notes.join(" "));
            return section;
        }
        State::Open(figured) => {
            section.blocks.push(Block::Table(figures(game, wager, figured)));
            if let Some(parts) = &figured.progressive {
                section.blocks.push(Block::Table(progressive(parts)));
            }
            if !notes.is_empty() {
                section.blocks.push(Block::List(notes));
            }
            let several = figured.lines.len() > 1;
            for line in &figured.lines {
                if several {
                    section.blocks.push(Block::Heading(format!(
                        "{}: {} per unit",
                        game.line_name(line.of),
                        contribution(line.expectation)
                    )));
                }
                section.blocks.push(Block::Table(rows(line, figured.figures.deals)));
            }
            if several {
                section.blocks.push(Block::Heading("What a round comes to".into()));
                section.blocks.push(Block::Table(outcomes(&figured.figures, "Net in units")));
            }
        }
    }
    section
}

fn figures(game: &Game, wager: &WagerReport, figured: &Figured) -> Table {
    let of = &figured.figures;
    let unit = &game.wager(wager.of).name;
    let mut table = Table::new(&[("Figure", Set::Left), ("Value", Set::Right), ("Exactly", Set::Left)]);
    table.row([
        "House edge".into(),
        percent(figured.house_edge()),
        format!("expectation {} per unit of {unit}", exactly(figured)),
    ]);
    if wager.wagers.len() > 1 {
        let staked = format!("{} units are staked on average", plain(figured.average_stake()));
        table.row(["Element of risk".into(), percent(figured.element_of_risk()), staked]);
    }
    table.row([
        "Hit frequency".into(),
        percent(of.hit_frequency()),
        format!("of {} deals", grouped(of.deals)),
    ]);
    table.row(["Variance".into(), format!("{:.4}", of.variance().value()), "units squared".into()]);
    table.row(["Standard deviation".into(), format!("{:.4}", of.standard_deviation()), "units".into()]);
    table
}

fn progressive(parts: &Progressive) -> Table {
    let mut table =
        Table::new(&[("Part of the expectation", Set::Left), ("Value", Set::Right), ("Exactly", Set::Left)]);
    let mut row = |name: &str, fraction: Fraction| {
        table.row([name.into(), contribution(fraction), fraction.to_string()]);
    };
    row("Fixed", parts.fixed);
    if parts.meter.is_some() {
        row("Each dollar of the meter", parts.per_meter_unit);
    }
    if let Some(each) = parts.per_other_player {
        row("Each other player, by envy", each);
    }
    if let (None, Some(cap)) = (parts.break_even_meter, parts.meter_cap) {
        let value = format!("none up to the cap of {cap}");
        table.row(["Break-even meter".into(), value, String::new()]);
    }
    if let Some(even) = parts.break_even_meter {
        let players = if parts.players == 1 {
            "alone at the table".to_owned()
        } else {
            format!("with {} players", parts.players)
        };
        table.row(["Break-even meter".into(), format!("${}", dollars(even)), players]);
    }
    table
}

/// Dollars, with cents only where there are any; a part of a cent counts as one.
fn dollars(amount: Fraction) -> String {
    let amount = amount.reduced();
    let cents = (amount.num() * 100 + amount.den() - 1).div_euclid(amount.den());
    let cents = i128::try_from(cents).unwrap_or(i128::MAX);
    let (whole, cents) = (cents.div_euclid(100), cents.rem_euclid(100));
    if cents == 0 { grouped(whole) } else { format!("{}.{cents:02}", grouped(whole)) }
}

fn rows(line: &LineReport, deals: u128) -> Table {
    let mut table = Table::new(&[
        ("Hand", Set::Left),
        ("Pays", Set::Left),
        ("Ways", Set::Right),
        ("Probability", Set::Right),
        ("Contribution", Set::Right),
    ]);
    for row in &line.rows {
        table.row([
            row.hand.clone(),
            row.pays.as_ref().map_or_else(String::new, Pay::to_string),
            grouped(row.ways),
            percent(share(row.ways, deals).value()),
            contribution(row.contribution),
        ]);
    }
    table
}

/// What a round comes to, and in how many deals; the best first.
pub(super) fn outcomes(figures: &Figures, head: &str) -> Table {
    let mut table = Table::new(&[(head, Set::Right), ("Ways", Set::Right), ("Probability", Set::Right)]);
    for (net, ways) in figures.outcomes.iter().rev() {
        let net = Fraction::new(i128::from(net.units()), i128::from(figures.stake.units()));
        let sign = if net.num() > 0 { "+" } else { "" };
        table.row([
            format!("{sign}{}", plain(net)),
            grouped(*ways),
            percent(share(*ways, figures.deals).value()),
        ]);
    }
    table
}
