//! What each figure means, with its denominator.

use crate::document::{Block, Section};
use crate::odds::Answered;

/// The section of definitions.
pub(super) fn section(answered: &Answered<'_>) -> Section {
    let game = answered.ask.game;
    let main = answered.report.wagers.iter().find(|wager| wager.wagers.len() > 1);
    let unit = main.map_or("the wager", |main| &game.wager(main.of).name);
    let mut terms = vec![
        (
            "House edge",
            format!(
                "what the house wins on average per unit of {unit}, or per unit staked on a side bet; below zero the player has the edge."
            ),
        ),
        (
            "Expectation",
            "the same from the player's side, as a fraction over the deals that were counted.".into(),
        ),
        (
            "Element of risk",
            "what the house wins per unit of all money staked, the wager made by the decision included."
                .into(),
        ),
        (
            "Hit frequency",
            "the share of deals in which the wager, with all that belongs to it, is up.".into(),
        ),
        ("Variance, standard deviation", "of one round, in units of the same stake.".into()),
        ("Ways, probability", "the deals in which a row decides, and their share of all.".into()),
        ("Contribution", "what a row adds to the expectation; the rows of a wager add up to it.".into()),
        (
            "Deals",
            format!(
                "every hand of the player with every hand of the dealer, from {}; fewer cards where fewer decide.",
                answered.ask.decks
            ),
        ),
    ];
    if answered.report.total.is_some() {
        terms.push(("Covariance", "of two wagers of the bet, in dollars squared; twice their sum and the variances make the variance of the whole.".into()));
    }
    let mut section = Section::new("Figures");
    section
        .blocks
        .push(Block::Terms(terms.into_iter().map(|(term, about)| (term.to_owned(), about)).collect()));
    let readings = answered.conditions.command().with("readings");
    section.text(format!("More in docs/ODDS.md. The other readings of the rulings: {readings}."));
    section
}
