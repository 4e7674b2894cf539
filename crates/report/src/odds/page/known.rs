//! What it is worth to know more cards than one's own.

use crate::document::{Block, Section, Set, Table};
use crate::odds::Answered;
use crate::words::{grouped, percent, signed_percent};
use tercet_analysis::Fraction;
use tercet_analysis::report::{Ask, Exposed, Policy, Worth};
use tercet_cards::format_cards;
use tercet_rules::Money;

/// More sets of cards than this are listed in JSON only.
const MOST_SHOWN: usize = 13;

/// What the known cards are worth.
pub(super) fn worth(ask: &Ask<'_>, worth: &Worth) -> Section {
    let mut section = Section::new("What is known");
    section.text(format!(
        "{}. Every figure of this report is for rounds in which these cards are known before the decision and the others are not.",
        ask.known
    ));
    let mut table =
        Table::new(&[("Player's expectation", Set::Left), ("Value", Set::Right), ("Exactly", Set::Left)]);
    let rows = [
        (format!("{} with what is known", play(ask)), Some(worth.known)),
        ("The same cards, played as if nothing were known".into(), worth.ignored),
        (format!("{} before any card is known", play(ask)), Some(worth.before)),
    ];
    for (name, value) in rows.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        table.row([name, said(ask, value), value.to_string()]);
    }
    section.blocks.push(Block::Table(table));
    let envy = if worth.envy { " The envy of other players is counted." } else { "" };
    section.text(format!("Per {}.{envy}", unit(ask, worth.unit)));
    section
}

/// What exposed cards of the dealer's are worth.
pub(super) fn exposed(answered: &Answered<'_>, exposed: &Exposed) -> Section {
    let ask = answered.ask;
    let what = if exposed.cards == 1 { "card is".to_owned() } else { "cards are".into() };
    let mut section = Section::new(format!("Where {} dealer {what} exposed", exposed.cards));
    let value = exposed.expectation;
    section.text(format!(
        "{}: a player who sees {} gains {} per {} ({value}), instead of {} when nothing is seen.",
        play(ask),
        match exposed.cards {
            1 => "one of the dealer's cards before deciding, whichever it is,".to_owned(),
            cards => format!("{cards} of the dealer's cards before deciding, whichever they are,"),
        },
        said(ask, value),
        unit(ask, exposed.unit),
        said(ask, exposed.before)
    ));
    if exposed.shown.len() > MOST_SHOWN {
        section.text(format!(
            "There are {} kinds of cards that can be seen; {} lists them all.",
            exposed.shown.len(),
            answered.conditions.command().form("json")
        ));
        return section;
    }
    let mut table = Table::new(&[
        ("Seen", Set::Left),
        ("Of", Set::Right),
        ("Expectation", Set::Right),
        ("Played", Set::Right),
        ("Decided", Set::Left),
    ]);
    for shown in &exposed.shown {
        let (played, text) = shown.strategy.as_ref().map_or_else(Default::default, |strategy| {
            let share = Fraction::new(i128::from(strategy.plays()), i128::from(strategy.all().max(1)));
            let about = if strategy.apart.is_some() { "Nearly: " } else { "" };
            (percent(share.value()), format!("{about}{}", strategy.rule))
        });
        table.row([
            format_cards(shown.cards.iter().copied()),
            grouped(shown.ways),
            said(ask, shown.expectation),
            played,
            text,
        ]);
    }
    section.blocks.push(Block::Table(table));
    section.text("Cards stand for all that differ from them by the names of suits.");
    section
}

/// How the player decides.
fn play(ask: &Ask<'_>) -> &'static str {
    match ask.policy {
        Policy::Best => "Best play",
        Policy::PlayAll => "Every hand played",
        Policy::MimicDealer => "The dealer's rule",
        Policy::Card(_) => "The given strategy",
    }
}

/// `+3.4829%` of a unit, or `+$0.034829`.
fn said(ask: &Ask<'_>, value: Fraction) -> String {
    if ask.bets.is_empty() { signed_percent(value.value()) } else { format!("{:+.6}", value.value()) }
}

fn unit(ask: &Ask<'_>, unit: Money) -> String {
    if ask.bets.is_empty() {
        let on = ask.game.decided_on().map_or("the wager", |on| &ask.game.wager(on).name);
        format!("unit of {on}")
    } else {
        format!("round, in units of {unit}")
    }
}
