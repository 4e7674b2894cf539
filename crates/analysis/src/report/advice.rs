//! One hand: what each decision is worth.

use super::known::bet;
use super::{Ask, AskError, Part, check, meter, stakes, stakes_not_taken};
use crate::figures::Figures;
use crate::fraction::Fraction;
use crate::held::{HandClass, Held};
use crate::known::KnownError;
use crate::law::{Law, Play, Spot, Strategy};
use tercet_cards::Card;
use tercet_rules::{Money, WagerId};

/// What each decision is worth to one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The player's cards, from high to low.
    pub cards: Vec<Card>,
    /// What is staked before the deal.
    pub stakes: Vec<(WagerId, Money)>,
    /// The unit of the figures: one of the wager that is decided on, or a dollar for a bet of several wagers.
    pub unit: Money,
    /// The dealer hands that are possible.
    pub deals: u128,
    /// Each decision, the cheapest first; one, where nothing is to be decided.
    pub decisions: Vec<Advised>,
    /// The place of the best decision; of equal ones the cheapest.
    pub best: usize,
    /// What must be known beside the figures, in sentences: stakes that the table does not take.
    pub notes: Vec<String>,
}

/// What one decision comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advised {
    /// The decision.
    pub play: Play,
    /// The sums over all dealer hands that are possible, per unit.
    pub figures: Figures,
}

impl Advised {
    /// The player's expectation per unit.
    #[must_use]
    pub fn expectation(&self) -> Fraction {
        self.figures.expectation()
    }

    /// Dealer hands against which the player comes out ahead, even and behind.
    #[must_use]
    pub fn results(&self) -> [u128; 3] {
        let mut results = [0; 3];
        for (net, ways) in &self.figures.outcomes {
            let place = match net.cmp(&Money::ZERO) {
                core::cmp::Ordering::Greater => 0,
                core::cmp::Ordering::Equal => 1,
                core::cmp::Ordering::Less => 2,
            };
            results[place] += ways;
        }
        results
    }
}

/// What each decision is worth to a player with these cards, in the bet that is asked about, or in the main bet if none
/// is. Envy is left out, and how the question says that the player decides counts for nothing.
///
/// # Errors
///
/// As [`report`](super::report), and cards that cannot be the player's.
pub fn advice(ask: &Ask<'_>, cards: &[Card]) -> Result<Advice, AskError> {
    check(ask)?;
    let refuse = |part, message: String| AskError { part, message };
    let game = ask.game;
    let held = held(ask, cards).map_err(|error| refuse(Part::Cards, error.to_string()))?;
    let Some((bet, unit)) = bet(ask)? else {
        return Err(refuse(Part::Bets, format!("the main bet of {} is closed; name the wagers", game.name)));
    };
    let spot = Spot { game, bet: &bet, meter: meter(ask) };
    let law = |strategy: Strategy<'_>| match held.set().filter(|_| ask.decks.is_one()) {
        Some(cards) => {
            Law::given(&spot, strategy, cards, &ask.known).expect("checked: these can be the player's cards")
        }
        None => Law::given_of_decks(&spot, strategy, held, ask.decks)
            .expect("checked: no more than three cards are read"),
    };
    let best = law(Strategy::Best);
    let decisions = (0..best.plays.len()).map(|place| {
        let always = move |_: &HandClass, _: &[Play], _: &[i128]| place;
        Advised { play: best.plays[place], figures: Figures::of(&law(Strategy::By(&always)), unit, |_| true) }
    });
    let stakes = stakes::listed(game, &bet);
    Ok(Advice {
        cards: held.to_vec(),
        notes: stakes_not_taken(game, &stakes),
        stakes,
        unit,
        deals: best.deals,
        decisions: decisions.collect(),
        best: best.decided().next().map_or(0, |decided| best.place(decided.play)),
    })
}

/// These cards as a hand of the player's.
///
/// # Errors
///
/// As [`Known::check_hand`](crate::Known::check_hand), and a card that is there more often than there are decks.
fn held(ask: &Ask<'_>, cards: &[Card]) -> Result<Held, KnownError> {
    let (found, expected) = (cards.len(), usize::from(ask.game.player.0));
    let held = Held::new(cards).filter(|_| found == expected);
    let held = held.ok_or(KnownError::WrongNumber { found, expected })?;
    let often = |card: &Card| held.iter().filter(|other| *other == card).count();
    if let Some(card) = held.iter().find(|card| often(card) > usize::from(ask.decks.count())) {
        return Err(KnownError::TooOften { card: *card, found: often(card), decks: ask.decks });
    }
    match held.set().filter(|_| ask.decks.is_one()) {
        Some(set) => ask.known.check_hand(ask.game, set).map(|()| held),
        None => Ok(held),
    }
}
