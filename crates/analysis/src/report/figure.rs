//! Which bet a wager is figured in, and its figures there.

use super::laws::{self, Laws};
use super::{Added, AskError, Progressive, State, StrategyReport, one_deck_only, signed, stakes, strategy};
use crate::bet::{Bet, BetError};
use crate::fraction::Fraction;
use crate::law::{Law, Outcome};
use tercet_rules::{Cites, Code, Game, OnFold, WagerNo};

/// The main bet, and what is decided.
pub(super) fn figure_main(
    laws: &mut Laws<'_>,
    head: WagerNo,
    main: &[WagerNo],
    mixed: Option<(&Bet, &Law)>,
) -> Result<(State, Option<StrategyReport>), AskError> {
    let game = laws.ask.game;
    let (stake, bet) = match mixed.and_then(|(bet, _)| Some((bet.stake(head)?, bet.clone()))) {
        Some(mixed) => mixed,
        None => {
            let stake = stakes::alone(laws.ask, head);
            match stakes::beside(game, &[head], stake) {
                Ok(bet) => (bet.stake(head).unwrap_or(stake), bet),
                Err(BetError(refusal)) if refusal.code == Code::OddsNotPosted => {
                    return Ok((State::Closed(closed_by(game, main)), None));
                }
                Err(error) => return Err(stakes::refused(&error)),
            }
        }
    };
    if let Some(why) = one_deck_only(laws.ask, &bet) {
        return Ok((State::OneDeck(why), None));
    }
    let law = laws.of(&bet);
    let within = mixed.filter(|(mix, _)| **mix == bet).map(|(mix, _)| stakes::listed(game, mix));
    let within =
        within.filter(|stakes| stakes.iter().any(|(id, _)| !main.iter().any(|no| game.wager(*no).id == *id)));
    let strategy = StrategyReport::of(game, &law, stake, laws.ask.policy);
    Ok((State::Open(Box::new(laws.figured(head, main, stake, (&bet, &law), within))), strategy))
}

/// A wager that the player may leave out.
pub(super) fn figure_side(
    laws: &mut Laws<'_>,
    no: WagerNo,
    head: Option<WagerNo>,
    mixed: Option<(&Bet, &Law)>,
) -> Result<State, AskError> {
    let game = laws.ask.game;
    let wager = game.wager(no);
    if wager.table.closed {
        return Ok(State::Closed(wager.table.posted.clone().unwrap_or_default()));
    }
    let mixed = mixed.and_then(|(bet, law)| Some((bet, law, bet.stake(no)?)));
    let stake = mixed.map_or_else(|| stakes::alone(laws.ask, no), |(_, _, stake)| stake);
    let folds = wager.on_fold.0 == OnFold::Forfeit && game.decided_on().is_some();
    if let Some((bet, law, stake)) = mixed
        && ((folds && bet.decides(game)) || laws::limited(law, &laws::lines_of(game, &[no])) > 0)
    {
        let within = Some(stakes::listed(game, bet));
        return Ok(State::Open(Box::new(laws.figured(no, &[no], stake, (bet, law), within))));
    }
    // A wager that was asked about and stands without the main bet cannot be folded away.
    let beside = match head.filter(|_| folds && mixed.is_none()) {
        Some(head) => match stakes::with_head(laws.ask, head, no) {
            Ok(bet) => Some(bet),
            // Nothing is folded where the main bet is closed.
            Err(BetError(refusal)) if refusal.code == Code::OddsNotPosted => None,
            Err(error) => return Err(stakes::refused(&error)),
        },
        None => None,
    };
    let Some(bet) = beside else {
        let bet = Bet::alone(game, no, stake);
        if let Some(why) = one_deck_only(laws.ask, &bet) {
            return Ok(State::OneDeck(why));
        }
        let law = laws.of(&bet);
        return Ok(State::Open(Box::new(laws.figured(no, &[no], stake, (&bet, &law), None))));
    };
    if let Some(why) = one_deck_only(laws.ask, &bet) {
        return Ok(State::OneDeck(why));
    }
    let law = laws.of(&bet);
    let within = Some(stakes::listed(game, &bet));
    let stake = bet.stake(no).unwrap_or(stake);
    let mut figured = laws.figured(no, &[no], stake, (&bet, &law), within);
    let rest = laws.of(&bet.without(no));
    let unit = i128::from(stake.units());
    let of = |law: &Law| Fraction::over(law.total(Outcome::net), unit, signed(law.deals));
    let strategy = if strategy::decide_alike(&law, &rest) {
        None
    } else {
        let unit = head.and_then(|head| bet.stake(head)).unwrap_or(stake);
        StrategyReport::of(game, &law, unit, laws.ask.policy).map(|strategy| strategy.text)
    };
    let gained = of(&law).plus(of(&rest).scaled(-1));
    let envy = figured.progressive.as_ref().map(Progressive::envy);
    let expectation = envy.map_or(gained, |envy| gained.plus(envy));
    figured.added = Some(Added { expectation, strategy });
    Ok(State::Open(Box::new(figured)))
}

fn closed_by(game: &Game, wagers: &[WagerNo]) -> Cites {
    let closed = wagers.iter().map(|no| &game.wager(*no).table).find(|table| table.closed);
    closed.and_then(|table| table.posted.clone()).unwrap_or_default()
}
