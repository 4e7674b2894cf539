//! What is refused of a question about several decks.

use super::{Ask, AskError, Part, Policy, State, WagerReport};
use crate::bet::Bet;
use crate::decks::OneDeckOnly;

/// Refuses what is figured for one deck only, whatever the bet.
pub(super) fn check(ask: &Ask<'_>) -> Result<(), AskError> {
    if ask.decks.is_one() {
        return Ok(());
    }
    let refuse = |part, message: String| Err(AskError { part, message });
    if let Some(why) = OneDeckOnly::dealt(ask.game) {
        return refuse(Part::Decks, why.words(ask.game));
    }
    if !ask.known.is_nothing() {
        return refuse(
            Part::Decks,
            "known cards are figured for one deck only; leave one of the two out".into(),
        );
    }
    if let Policy::Card(card) = ask.policy
        && let Some(cards) = card.undecided(ask.game, ask.decks)
    {
        return refuse(
            Part::Policy,
            format!("{cards}, a hand of {}, is not decided; end with a line such as `fold: any`", ask.decks),
        );
    }
    Ok(())
}

/// Refuses a bet that is figured for one deck only.
pub(crate) fn check_decks(ask: &Ask<'_>, bet: &Bet) -> Result<(), AskError> {
    match one_deck_only(ask, bet) {
        Some(why) => Err(AskError { part: Part::Decks, message: why.words(ask.game) }),
        None => Ok(()),
    }
}

/// What stands against the decks that are asked about.
pub(super) fn one_deck_only(ask: &Ask<'_>, bet: &Bet) -> Option<OneDeckOnly> {
    if ask.decks.is_one() { None } else { OneDeckOnly::of(ask.game, bet) }
}

/// Refuses a game of which nothing is figured for several decks.
pub(super) fn check_wagers(ask: &Ask<'_>, wagers: &[WagerReport]) -> Result<(), AskError> {
    let mut why = None;
    let mut any = false;
    for wager in wagers {
        match &wager.state {
            State::Open(_) => any = true,
            State::OneDeck(one) => why = why.or(Some(*one)),
            State::Closed(_) => {}
        }
    }
    match why.filter(|_| !any) {
        Some(why) => Err(AskError { part: Part::Decks, message: why.words(ask.game) }),
        None => Ok(()),
    }
}
