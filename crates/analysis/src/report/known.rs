//! What it is worth to know more cards than one's own before deciding.

use super::laws::Laws;
use super::{Ask, AskError, DOLLAR, Part, StrategyReport, check, law_of, meter, progressive, signed, stakes};
use crate::bet::Bet;
use crate::fraction::Fraction;
use crate::held::HandClass;
use crate::informed::exposures;
use crate::known::Known;
use crate::law::{Law, Outcome, Play, Spot, Strategy, head_of_main_bet, place_of};
use std::collections::BTreeMap;
use tercet_cards::{Card, CardSet, suit_class};
use tercet_rules::Money;

/// What the known cards of a question are worth, in its bet, or in the main bet if it names none; with the envy of other
/// players, who are dealt from what is left too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The unit of the figures: one of the wager that is decided on, or a dollar for a bet of several wagers.
    pub unit: Money,
    /// The player's expectation with the cards known, decided as was asked.
    pub known: Fraction,
    /// The same cards, and the player decides as if nothing were known; none where that is not one rule for all suits.
    pub ignored: Option<Fraction>,
    /// The player's expectation before any card is known, decided as was asked.
    pub before: Fraction,
    /// Whether the bet is paid envy, which all of these count.
    pub envy: bool,
}

/// What the known cards of a question are worth; none if it knows no cards.
///
/// # Errors
///
/// As [`report`](super::report).
pub fn worth(ask: &Ask<'_>) -> Result<Option<Worth>, AskError> {
    check(ask)?;
    if ask.known.is_nothing() {
        return Ok(None);
    }
    let Some((bet, unit)) = bet(ask)? else { return Ok(None) };
    let known = law_of(ask, &bet);
    let unknown = Ask { known: Known::default(), ..*ask };
    let before = law_of(&unknown, &bet);
    let ignored = as_if(&before).and_then(|rule| {
        let rule = |class: &HandClass, plays: &[Play], _: &[i128]| {
            let hand = class.cards.set().map(suit_class);
            place_of(plays, hand.and_then(|hand| rule.get(&hand).copied()))
        };
        let spot = Spot { game: ask.game, bet: &bet, meter: meter(ask) };
        Law::knowing(&spot, Strategy::By(&rule), &ask.known).ok()
    });
    let of = |law: &Law, ask: &Ask<'_>| {
        let alone = expectation(law, unit);
        progressive::envy(ask, &bet, unit).map_or(alone, |envy| alone.plus(envy))
    };
    Ok(Some(Worth {
        unit,
        known: of(&known, ask),
        ignored: ignored.as_ref().map(|law| of(law, ask)),
        before: of(&before, &unknown),
        envy: progressive::envy(ask, &bet, unit).is_some(),
    }))
}

/// What was decided, by suit class; none where it depends on the names of suits.
fn as_if(law: &Law) -> Option<BTreeMap<CardSet, Play>> {
    let mut rule = BTreeMap::new();
    for decided in law.decided() {
        let known = rule.entry(suit_class(decided.class.cards.set()?)).or_insert(decided.play);
        if *known != decided.play {
            return None;
        }
    }
    Some(rule)
}

/// What cards of the dealer's that are exposed before the decision are worth, averaged over all that can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exposed {
    /// How many cards are exposed.
    pub cards: u8,
    /// The unit of the figures: one of the wager that is decided on, or a dollar for a bet of several wagers.
    pub unit: Money,
    /// All deals, each counted once for every choice of the cards of the dealer's that are exposed.
    pub deals: u128,
    /// The player's expectation.
    pub expectation: Fraction,
    /// The player's expectation when nothing is exposed.
    pub before: Fraction,
    /// What can be seen, sets of cards that differ by the names of suits as one, the lowest first.
    pub shown: Vec<Shown>,
}

/// Cards of the dealer's that can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// One set of them.
    pub cards: Vec<Card>,
    /// How many sets come to the same.
    pub ways: u64,
    /// The player's expectation when they are seen.
    pub expectation: Fraction,
    /// What is decided then.
    pub strategy: Option<StrategyReport>,
}

/// Figures the bet of a question, or the main bet if it names none, when so many cards of the dealer's, any of them
/// alike, are exposed before the decision. `progress` is told how many kinds of cards that can be seen are done, and of how
/// many.
///
/// # Errors
///
/// As [`report`](super::report); and a number of cards that the dealer does not have, a bet without a decision, cards
/// that are known beside.
pub fn exposed(ask: &Ask<'_>, cards: u8, progress: &mut dyn FnMut(u64, u64)) -> Result<Exposed, AskError> {
    check(ask)?;
    let game = ask.game;
    let refuse = |message: String| AskError { part: Part::Exposed, message };
    if !ask.decks.is_one() {
        return Err(refuse("exposed cards are figured for one deck only; leave one of the two out".into()));
    }
    if cards == 0 || cards > game.dealer.0 {
        return Err(refuse(format!("{cards} cards; the dealer has {}, so expected 1 to {0}", game.dealer.0)));
    }
    if ask.players > 1 {
        let message = "envy is not figured beside exposed cards; leave other players out".into();
        return Err(AskError { part: Part::Players, message });
    }
    if !ask.known.is_nothing() {
        return Err(refuse("other cards are known; ask for one or the other".into()));
    }
    let Some((bet, unit)) = bet(ask)?.filter(|(bet, _)| bet.decides(game)) else {
        return Err(refuse("nothing is decided in this bet, so a card that is seen changes nothing".into()));
    };
    let mut laws = Laws::new(ask);
    let before = expectation(&laws.of(&bet), unit);
    let (mut deals, mut sum, mut shown) = (0, 0, Vec::new());
    let spot = Spot { game, bet: &bet, meter: meter(ask) };
    laws.with_strategy(|strategy| {
        let all = exposures(&spot, strategy, cards);
        let most = all.size_hint().1.and_then(|most| u64::try_from(most).ok()).unwrap_or_default();
        for (done, (seen, law)) in (1..).zip(all) {
            progress(done, most);
            deals += u128::from(seen.size) * law.deals;
            sum += i128::from(seen.size) * law.total(Outcome::net);
            shown.push(Shown {
                cards: seen.representative.descending().collect(),
                ways: seen.size,
                expectation: expectation(&law, unit),
                strategy: StrategyReport::of(game, &law, unit, ask.policy),
            });
        }
    });
    shown.sort_by_key(|shown| {
        let ranks: Vec<_> = shown.cards.iter().map(|card| card.rank()).collect();
        (ranks, core::cmp::Reverse(shown.ways))
    });
    let expectation = Fraction::over(sum, i128::from(unit.units()), signed(deals));
    Ok(Exposed { cards, unit, deals, expectation, before, shown })
}

fn expectation(law: &Law, unit: Money) -> Fraction {
    Fraction::over(law.total(Outcome::net), i128::from(unit.units()), signed(law.deals))
}

/// The bet that is asked about with the unit of its figures; the main bet if none is; none if that is closed.
pub(super) fn bet(ask: &Ask<'_>) -> Result<Option<(Bet, Money)>, AskError> {
    let found = unchecked_bet(ask)?;
    if let Some((bet, _)) = &found {
        super::check_decks(ask, bet)?;
    }
    Ok(found)
}

fn unchecked_bet(ask: &Ask<'_>) -> Result<Option<(Bet, Money)>, AskError> {
    if !ask.bets.is_empty() {
        return Ok(Some((stakes::mix(ask)?, DOLLAR)));
    }
    let game = ask.game;
    let Some(head) = head_of_main_bet(game) else {
        return Ok(None);
    };
    let stake = stakes::alone(ask, head);
    let bet = stakes::beside(game, &[head], stake).ok();
    Ok(bet.map(|bet| {
        let unit = bet.stake(head).unwrap_or(stake);
        (bet, unit)
    }))
}
