//! The report that people read: figures in short, best play, each wager with its rows, and what the figures mean.

mod definitions;
mod known;
mod others;
mod wagers;

use super::Answered;
use crate::document::{Block, Document, Section, Set, Table, head};
use crate::words::{grouped, listed, names, percent, plain, share, stakes, wager_name};
use tercet_analysis::report::{Figured, Loses, Lost, Policy, State, StrategyReport, Total, what_if};
use tercet_analysis::{Fraction, Play};
use tercet_rules::{Game, Money, WagerId};

/// The report.
pub(super) fn page(answered: &Answered<'_>) -> Document {
    let game = answered.ask.game;
    let decks = answered.ask.decks;
    let mut sections: Vec<Section> = what_if(game, decks).map(Section::what_if).into_iter().collect();
    sections.push(in_short(answered));
    sections.extend(answered.worth.map(|worth| known::worth(answered.ask, worth)));
    sections.extend(answered.report.strategy.as_ref().map(|one| strategy(answered, one)));
    sections.extend(answered.report.total.as_ref().map(|total| together(answered, total)));
    sections.extend(answered.report.wagers.iter().map(|wager| wagers::section(answered, wager)));
    sections.extend(answered.exposed.map(|exposed| known::exposed(answered, exposed)));
    sections.extend(answered.readings.map(|readings| others::section(answered, readings)));
    sections.push(definitions::section(answered));
    let from = if decks.is_one() { String::new() } else { format!(", as if from {decks}") };
    Document { title: format!("Odds of {}{from}", game.name), head: head(answered.loaded).into(), sections }
}

/// The most asked figures of every wager.
fn in_short(answered: &Answered<'_>) -> Section {
    let game = answered.ask.game;
    let mut table = Table::new(&[
        ("Wager", Set::Left),
        ("House edge", Set::Right),
        ("Element of risk", Set::Right),
        ("Hit frequency", Set::Right),
        ("Standard deviation", Set::Right),
    ]);
    for wager in &answered.report.wagers {
        let name = names(game, &wager.wagers);
        match &wager.state {
            State::Closed(_) => {
                table.row([name, "closed".into(), String::new(), String::new(), String::new()]);
            }
            State::OneDeck(_) => {
                table.row([name, "one deck only".into(), String::new(), String::new(), String::new()]);
            }
            State::Open(figured) => table.row([
                name,
                percent(figured.house_edge()),
                percent(figured.element_of_risk()),
                percent(figured.figures.hit_frequency()),
                format!("{:.4}", figured.figures.standard_deviation()),
            ]),
        }
    }
    let mut section = Section::new("In short");
    let main = answered.report.wagers.iter().find(|wager| wager.wagers.len() > 1);
    let per = main.map_or_else(
        || "All figures are per unit staked".to_owned(),
        |main| {
            format!(
                "All figures are per unit of {}, or per unit staked on a side bet",
                game.wager(main.of).name
            )
        },
    );
    section.text(format!("{per}. Every deal is counted, none sampled."));
    section.blocks.push(Block::Table(table));
    section
}

/// What is decided with which hands.
fn strategy(answered: &Answered<'_>, strategy: &StrategyReport) -> Section {
    let title = match answered.ask.policy {
        Policy::Best => "Best play",
        Policy::PlayAll => "Play: never fold",
        Policy::MimicDealer => "Play: as the dealer must",
        Policy::Card(_) => "Play: as it is written down",
    };
    let mut section = Section::new(title);
    section.text(&*strategy.text);
    let (plays, all) = (strategy.plays(), strategy.all());
    let mut facts = vec![format!(
        "{} of {} hands are played ({}).",
        grouped(plays),
        grouped(all),
        percent(share(u128::from(plays), u128::from(all)).value())
    )];
    let cards = |cards: &[tercet_cards::Card]| tercet_cards::format_cards(cards.iter().copied());
    if let (Some(weakest), Some(strongest)) = (&strategy.weakest_play, &strategy.strongest_fold) {
        facts.push(format!(
            "The weakest hand that is played is {}, the strongest that is folded {}.",
            cards(weakest),
            cards(strongest)
        ));
    }
    let of_the_stake = |cost| of_the_stake(answered.ask.game, strategy.unit, cost);
    if let Some(cost) = strategy.apart.as_ref().and_then(|apart| apart.cost) {
        facts.push(format!("To follow the nearest rule and nothing else costs {} more.", of_the_stake(cost)));
    }
    if let Some(loses) = &strategy.loses {
        facts.push(lost(loses, &of_the_stake(loses.cost)));
    } else if answered.ask.policy != Policy::Best {
        facts.push("Best play would gain nothing: no other decision is better with any hand.".into());
    }
    let (qualifying, hands) = answered.report.qualifying;
    if qualifying < hands {
        facts.push(format!(
            "The dealer qualifies with {} of {} hands ({}).",
            grouped(qualifying),
            grouped(hands),
            percent(share(u128::from(qualifying), u128::from(hands)).value())
        ));
    }
    section.blocks.push(Block::List(facts));
    section
}

/// `3.3730% of Ante of $10, which is $0.337298 a round`
fn of_the_stake(game: &Game, stake: Money, cost: Fraction) -> String {
    let on = tercet_analysis::head_of_main_bet(game).map_or("wager", |no| &game.wager(no).name);
    let dollars = cost.value() * stake.units() as f64 / 100.0;
    format!("{} of {on} of {stake}, which is ${dollars:.6} a round", percent(cost.value()))
}

/// What decisions lose against the best ones, with the cost in words.
fn lost(loses: &Loses, cost: &str) -> String {
    const LISTED: usize = 3;
    let each = |lost: &Lost| {
        let cards = tercet_cards::format_cards(lost.cards.iter().copied());
        format!("{cards} ({} instead of {})", said(lost.play), said(lost.best))
    };
    let kinds: Vec<String> = loses.kinds.iter().take(LISTED).map(each).collect();
    let which = if loses.kinds.len() > LISTED { "dearest: " } else { "" };
    format!(
        "Best play would gain {cost}: it decides {} hands otherwise, {which}{}.",
        grouped(loses.hands),
        listed(&kinds)
    )
}

fn said(play: Play) -> String {
    match play {
        Play::Nothing => "kept".into(),
        Play::Fold => "folded".into(),
        Play::Times(1) => "played".into(),
        Play::Times(times) => format!("played {times}x"),
    }
}

/// The bet that was asked about.
fn together(answered: &Answered<'_>, total: &Total) -> Section {
    let game = answered.ask.game;
    let figures = &total.figures;
    let mut section = Section::new("The bet together");
    let name = |id: &WagerId| wager_name(game, id);
    section.text(format!("{} before the deal. Figures are in dollars a round.", stakes(game, &total.stakes)));
    let mut table = Table::new(&[("Figure", Set::Left), ("Value", Set::Right), ("Exactly", Set::Left)]);
    let expectation = total.expectation();
    table.row(["Expectation".into(), format!("{:.6}", expectation.value()), expectation.to_string()]);
    table.row(["Staked on average".into(), plain(total.average_stake()), total.average_stake().to_string()]);
    table.row(["Element of risk".into(), percent(total.element_of_risk()), String::new()]);
    table.row([
        "Hit frequency".into(),
        percent(figures.hit_frequency()),
        format!("of {} deals", grouped(figures.deals)),
    ]);
    table.row(["Variance".into(), format!("{:.4}", figures.variance().value()), String::new()]);
    table.row(["Standard deviation".into(), format!("{:.4}", figures.standard_deviation()), String::new()]);
    section.blocks.push(Block::Table(table));
    let mut notes = Vec::new();
    if total.limited > 0 {
        notes.push(format!("A limit cuts a pay in {} deals.", grouped(total.limited)));
    }
    if total.rounded > 0 {
        notes.push(format!("A pay is rounded in {} deals.", grouped(total.rounded)));
    }
    if let Some(envy) = total.envy {
        notes.push(format!(
            "The expectation counts envy of {:.6}; everything else leaves envy out.",
            envy.value()
        ));
    }
    if !notes.is_empty() {
        section.blocks.push(Block::List(notes));
    }
    if !total.covariances.is_empty() {
        let mut table = Table::new(&[("Wagers", Set::Left), ("Covariance", Set::Right)]);
        for (a, b, together) in &total.covariances {
            table.row([format!("{} and {}", name(a), name(b)), format!("{:.4}", together.value())]);
        }
        section.blocks.push(Block::Table(table));
    }
    if figures.outcomes.len() <= MOST_OUTCOMES {
        section.blocks.push(Block::Table(wagers::outcomes(figures, "Net in dollars")));
    } else {
        section.text(format!(
            "A round has {} different results; {} lists them all.",
            figures.outcomes.len(),
            answered.conditions.command().form("json")
        ));
    }
    section
}

/// So many results still make a table that can be read.
const MOST_OUTCOMES: usize = 40;

/// The house edge of a figured wager and how it is counted.
pub(super) fn exactly(figured: &Figured) -> String {
    figured.expectation().to_string()
}
