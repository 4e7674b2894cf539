//! The page about a session.

use super::Answered;
use crate::document::{Block, Document, Section, Set, Table, head};
use crate::words::{grouped, plain, stakes};
use tercet_analysis::report::what_if;
use tercet_analysis::session::{ERROR, Fate, Ruin, Session};
use tercet_protocol::odds::QUANTILES;
use tercet_rules::Money;

/// The page.
pub(super) fn document(answered: &Answered) -> Document {
    let (game, session) = (&answered.loaded.game, &answered.session);
    let mut sections: Vec<Section> =
        what_if(game, answered.decks).map(Section::what_if).into_iter().collect();
    sections.extend([after(answered), ends(session)]);
    sections.extend(session.bankroll.as_ref().map(|fate| bankroll(session, fate)));
    let mut notes = Section::new("Notes");
    notes.blocks.push(Block::List(answered.notes.to_vec()));
    sections.push(notes);
    let title = format!("A session of {}", game.name);
    Document { title, head: head(&answered.loaded).into(), sections }
}

/// A chance for reading: what can happen does not look like nothing, and what can fail not like all.
#[must_use]
pub fn percent(chance: f64) -> String {
    if chance > 0.0 && chance < 5e-7 {
        "less than 0.0001%".into()
    } else if chance < 1.0 && 1.0 - chance < 5e-7 && 1.0 - chance > ERROR {
        "more than 99.9999%".into()
    } else {
        crate::words::percent(chance)
    }
}

/// A chance for reading: what can happen stays more than nothing where it is too rare to be told from that, and what cannot is nothing
/// whatever floating point makes of it.
fn chance(chance: f64, can_happen: bool) -> String {
    match can_happen {
        true if chance <= 0.0 => percent(f64::MIN_POSITIVE),
        true => percent(chance),
        false => percent(0.0),
    }
}

/// Whether the player can be even after all rounds, as far as one result or two bring that about; three and more are not tried.
fn can_be_even(session: &Session) -> bool {
    let nets = || session.round.outcomes.keys().map(|net| i128::from(net.units()));
    let rounds = i128::from(session.rounds);
    let with = |loss: i128, gain: i128| loss < 0 && gain > 0 && (rounds * gain) % (gain - loss) == 0;
    nets().any(|net| net == 0) || nets().any(|loss| nets().any(|gain| with(loss, gain)))
}

/// The greatest loss and the greatest gain, in units of money, if every round were the worst or the best one.
fn reach(session: &Session) -> (i128, i128) {
    let nets = || session.round.outcomes.keys().map(|net| net.units());
    let all_rounds = |net: Option<i64>| i128::from(net.unwrap_or(0)) * i128::from(session.rounds);
    (all_rounds(nets().min()), all_rounds(nets().max()))
}

/// A number that is not below zero, with one place and a comma between thousands: `9,876.5`
fn tenths(number: f64) -> String {
    let text = format!("{number:.1}");
    let parts = text.split_once('.').and_then(|(whole, part)| Some((whole.parse::<i128>().ok()?, part)));
    parts.map_or_else(|| text.clone(), |(whole, part)| format!("{}.{part}", grouped(whole)))
}

/// What a round stakes.
#[must_use]
pub fn staked(answered: &Answered) -> String {
    format!(
        "{} before the deal in every round, which may cost up to {} with what the decisions of the strategy add.",
        stakes(&answered.loaded.game, &answered.stakes),
        answered.session.cost
    )
}

/// What the player is up or down after all rounds.
fn after(answered: &Answered) -> Section {
    let session = &answered.session;
    let rounds = grouped(session.rounds);
    let mut section =
        Section::new(format!("After {rounds} {}", if session.rounds == 1 { "round" } else { "rounds" }));
    section.text(format!("{} Money on the table does not run out here.", staked(answered)));
    let mut table = Table::new(&[("Figure", Set::Left), ("Value", Set::Right)]);
    let (chances, even) = (&session.chances, Money::ZERO);
    let (worst, best) = reach(session);
    let rows = [
        ("Ahead", chance(chances.above(even), best > 0)),
        ("Even", chance(chances.at(even), chances.at(even) > 0.0 || can_be_even(session))),
        ("Behind", chance(chances.below(even), worst < 0)),
        ("Up on average, in dollars", plain(session.mean())),
        ("Standard deviation, in dollars", format!("{:.4}", session.standard_deviation())),
    ];
    for (figure, value) in rows {
        table.row([figure.into(), value]);
    }
    section.blocks.push(Block::Table(table));
    section
}

/// The results that so many sessions stay below.
fn ends(session: &Session) -> Section {
    let mut section = Section::new("Results");
    let mut table = Table::new(&[("Share of sessions", Set::Right), ("End at or below", Set::Right)]);
    for share in QUANTILES {
        table.row([format!("{:.0}%", share * 100.0), session.chances.quantile(share).to_string()]);
    }
    section.blocks.push(Block::Table(table));
    section
}

/// How the bankroll fares.
fn bankroll(session: &Session, fate: &Fate) -> Section {
    let mut section = Section::new(format!("With a bankroll of {}", fate.asked.start));
    section.text(format!(
        "The player stops when the bankroll does not cover the {} that the next round may cost.",
        session.cost
    ));
    section.blocks.push(Block::List(fates(session, fate)));
    section
}

/// How likely ruin is, and the goal, in sentences.
#[must_use]
pub fn fates(session: &Session, fate: &Fate) -> Vec<String> {
    let (worst, best) = reach(session);
    let start = i128::from(fate.asked.start.units());
    let ruined = |ruin: &Ruin| chance(ruin.ruin, start + worst < i128::from(session.cost.units()));
    let mut facts = vec![format!(
        "All rounds together lose more than the bankroll with a chance of {}, if they could be played on credit.",
        chance(fate.loses_more, start + worst < 0)
    )];
    let unknown = |what: &str| {
        format!("{what} is not figured for so many rounds: it would take too long. Ask about fewer.")
    };
    let played = |ruin: &Ruin| format!("{} rounds are played on average", tenths(ruin.rounds));
    facts.push(fate.ruin.as_ref().map_or_else(
        || unknown("The risk of ruin"),
        |ruin| format!("The risk of ruin is {}; {}.", ruined(ruin), played(ruin)),
    ));
    if let (Some(goal), Some(with_goal)) = (fate.asked.goal, &fate.with_goal) {
        facts.push(with_goal.as_ref().map_or_else(
            || unknown(&format!("Leaving at {goal}")),
            |ruin| {
                let neither = (1.0 - ruin.ruin - ruin.goal).max(0.0);
                format!(
                    "A player who leaves with {goal} gets there with a chance of {} and is ruined before with one of {}; {} play to the end. Of {}, {}.",
                    chance(ruin.goal, start + best >= i128::from(goal.units())),
                    ruined(ruin),
                    percent(neither),
                    grouped(session.rounds),
                    played(ruin)
                )
            },
        ));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_do_not_look_like_none_or_all() {
        for (chance, wanted) in [
            (0.0, "0.0000%"),
            (1e-9, "less than 0.0001%"),
            (0.25, "25.0000%"),
            (1.0 - 1e-9, "more than 99.9999%"),
            (1.0 - 1e-13, "100.0000%"),
            (1.0, "100.0000%"),
        ] {
            assert_eq!(percent(chance), wanted);
        }
        assert_eq!(chance(0.0, true), "less than 0.0001%");
        assert_eq!(chance(0.0, false), "0.0000%");
        assert_eq!(chance(0.25, true), "25.0000%");
        // What floating point makes of nothing.
        assert_eq!(chance(1e-17, false), "0.0000%");
    }

    #[test]
    fn long_numbers_are_grouped_with_their_places() {
        for (number, wanted) in
            [(0.0, "0.0"), (9.96, "10.0"), (9_999.96, "10,000.0"), (1_234_567.89, "1,234,567.9")]
        {
            assert_eq!(tenths(number), wanted);
        }
    }
}
