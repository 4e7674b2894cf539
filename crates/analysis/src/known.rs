//! One player's actual cards, with whatever else is known: every dealer hand that is still possible, one by one.

use crate::cells::Cell;
use crate::fraction::Fraction;
use crate::law::{Law, Play, Spot, Strategy, plays};
use crate::plan::{Asked, Plan};
use crate::prices::Prices;
use crate::strengths::{Numbered, Strengths};
use crate::worlds::{World, Worlds, floor};
use core::fmt;
use tercet_cards::{Card, CardSet, SuitClass, combinations};
use tercet_rules::{Game, Hand, Money, Reads};

/// Cards that somebody knows beside the player's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Cards of the dealer's that have been seen.
    pub dealer: CardSet,
    /// Cards that are out of play: other players', burnt or exposed ones.
    pub dead: CardSet,
}

/// What one decision is worth when the player's cards are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The decision.
    pub play: Play,
    /// The total of what the spot is up or down over all dealer hands that are possible, in units of money.
    pub total: i128,
    /// How many these are.
    pub deals: u128,
}

impl Value {
    /// The player's expectation, in units of `stake`.
    #[must_use]
    pub fn expectation(&self, stake: Money) -> Fraction {
        let deals = i128::try_from(self.deals).expect("fewer than 2^127 deals");
        Fraction::over(self.total, i128::from(stake.units()), deals)
    }
}

/// What each decision is worth to a player with these cards, the cheapest decision first.
///
/// # Errors
///
/// Says which cards cannot be so.
///
/// ```
/// use tercet_analysis::{Bet, Known, Play, Spot, values_of};
/// use tercet_cards::{CardSet, parse_cards};
/// use tercet_rules::{Money, WagerId};
///
/// let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
/// let unit = Money::from_units(100);
/// let bet = Bet::new(&game, &[(WagerId::from("ante"), unit)])?;
/// let spot = Spot { game: &game, bet: &bet, meter: None };
/// let set = |text: &str| -> CardSet { parse_cards(text).unwrap().into_iter().collect() };
///
/// // The hand on which playing and folding differ least.
/// let values = values_of(&spot, set("Qd 6h 4c"), &Known::default())?;
/// assert_eq!(values[1].play, Play::Times(1));
/// assert_eq!(values[1].expectation(unit).to_string(), "-18302/18424");
///
/// // With the dealer's ace in sight it is no hand to play.
/// let values = values_of(&spot, set("Qd 6h 4c"), &Known { dealer: set("As"), ..Known::default() })?;
/// assert!(values[1].total < values[0].total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values_of(spot: &Spot<'_>, cards: CardSet, known: &Known) -> Result<Vec<Value>, KnownError> {
    let law = Law::given(spot, Strategy::Best, cards, known)?;
    let value = |(play, total): (&Play, &i128)| Value { play: *play, total: *total, deals: law.deals };
    Ok(law.plays.iter().zip(&law.values).map(value).collect())
}

impl Law {
    /// The law of a spot for a player with these cards.
    ///
    /// # Errors
    ///
    /// Says which cards cannot be so.
    pub fn given(
        spot: &Spot<'_>,
        strategy: Strategy<'_>,
        cards: CardSet,
        known: &Known,
    ) -> Result<Law, KnownError> {
        let game = spot.game;
        let rest = check(game, cards, known)?;
        let plan = Plan::new(game, spot.bet);
        let plays = plays(game, spot.bet);
        let strengths = Strengths::new(game.ace);
        let player = Numbered::new(cards, &strengths);
        let floor = floor(game, &strengths);
        let mut worlds = Worlds::none();
        let unknown = usize::from(game.dealer.0) - known.dealer.len();
        for hand in combinations(rest, unknown) {
            let dealer = Numbered::new(hand.union(known.dealer), &strengths);
            let cell = Cell::of(player.number, dealer.number, floor);
            worlds.meet(world(game, &plan, cell, &player, &dealer));
        }
        let kinds = [own_masks(game, &plan, &player)];
        let mut prices = Prices::new(spot, &plan, &plays, &kinds, &worlds.worlds);
        let class = SuitClass { representative: cards, size: 1 };
        let mut values = vec![0; plays.len()];
        prices.values(0, &worlds.counts, &mut values);
        let place = strategy.place(&class, &plays, &values);
        prices.add(0, &worlds.counts, place, 1);
        let deals = worlds.counts.iter().map(|count| u128::from(*count)).sum();
        let taken = vec![u8::try_from(place).expect("few decisions")];
        Ok(Law { deals, outcomes: prices.outcomes(), plays, classes: vec![class], values, taken })
    }
}

/// The cards that may still be the dealer's.
fn check(game: &Game, cards: CardSet, known: &Known) -> Result<CardSet, KnownError> {
    let expected = usize::from(game.player.0);
    if cards.len() != expected {
        return Err(KnownError::WrongNumber { found: cards.len(), expected });
    }
    let twice =
        cards.intersection(known.dealer.union(known.dead)).union(known.dealer.intersection(known.dead));
    if let Some(card) = twice.iter().next() {
        return Err(KnownError::Twice(card));
    }
    let most = usize::from(game.dealer.0);
    let Some(unknown) = most.checked_sub(known.dealer.len()) else {
        return Err(KnownError::TooMany { found: known.dealer.len(), most });
    };
    let rest = CardSet::FULL.difference(cards.union(known.dealer).union(known.dead));
    if rest.len() < unknown {
        return Err(KnownError::TooFewLeft { left: rest.len(), needed: unknown });
    }
    Ok(rest)
}

/// By own table, what it sees in the player's hand.
fn own_masks(game: &Game, plan: &Plan<'_>, player: &Numbered) -> Vec<u64> {
    let playing = player.playing(game.ace);
    let all = Hand::all_four(player.cards(), game.ace).unwrap_or(playing);
    let mask = |asked: &Asked<'_>| asked.mask(if asked.reads == Reads::AllFour { &all } else { &playing });
    plan.own.iter().map(mask).collect()
}

/// What a dealer's hand is to the player's.
fn world(game: &Game, plan: &Plan<'_>, cell: Cell, player: &Numbered, dealer: &Numbered) -> World {
    let masks = |tables: &[Asked<'_>], hand: Option<Hand>| {
        tables.iter().filter_map(|asked| hand.as_ref().map(|hand| asked.mask(hand))).collect()
    };
    let six = if plan.six.is_empty() { None } else { Hand::both(player.cards(), dealer.cards()) };
    let theirs = if plan.dealer.is_empty() { None } else { Some(dealer.playing(game.ace)) };
    World { cell: cell.index(), six: masks(&plan.six, six), dealer: masks(&plan.dealer, theirs) }
}

/// Why cards cannot be the known ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownError {
    /// The player is dealt another number of cards.
    WrongNumber {
        /// Cards given.
        found: usize,
        /// Cards that the game deals.
        expected: usize,
    },
    /// A card is known in two places.
    Twice(Card),
    /// More cards of the dealer's are known than the dealer gets.
    TooMany {
        /// Cards given.
        found: usize,
        /// Cards that the game deals.
        most: usize,
    },
    /// The rest of the deck does not make a dealer's hand.
    TooFewLeft {
        /// Cards left.
        left: usize,
        /// Cards that the dealer still needs.
        needed: usize,
    },
}

impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnownError::WrongNumber { found, expected } => {
                write!(f, "{found} cards for the player; expected {expected}")
            }
            KnownError::Twice(card) => write!(f, "{card} is there twice"),
            KnownError::TooMany { found, most } => {
                write!(f, "{found} cards of the dealer's; the dealer gets {most}")
            }
            KnownError::TooFewLeft { left, needed } => {
                write!(f, "{left} cards are left in the deck; the dealer needs {needed} more")
            }
        }
    }
}

impl core::error::Error for KnownError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bet::Bet;
    use crate::figures::Figures;
    use crate::hands::Hands;
    use tercet_cards::parse_cards;
    use tercet_rules::WagerId;

    fn set(text: &str) -> CardSet {
        parse_cards(text).expect("cards").into_iter().collect()
    }

    fn bet(game: &Game, wagers: &[&str]) -> Bet {
        let stakes: Vec<_> = wagers.iter().map(|id| (WagerId::from(*id), Money::from_units(100))).collect();
        Bet::new(game, &stakes).expect("a bet")
    }

    /// Nothing known: what the whole count says of the class, for every ninety-seventh.
    #[test]
    fn one_hand_agrees_with_the_count_of_all() {
        for (id, wagers) in [
            ("three-card-poker", &["ante", "pair-plus", "six-card-bonus", "progressive"][..]),
            ("three-card-fury", &["ante", "royal-family-bonus"]),
        ] {
            let game = tercet_games::builtin_game(id).unwrap();
            let bet = bet(&game, wagers);
            let spot = Spot { game: &game, bet: &bet, meter: Some(Money::from_units(500_000)) };
            let hands = Hands::all(game.player.0).every(997, 5);
            for decided in Law::over(&spot, Strategy::Best, &hands).decided() {
                let cards = decided.class.representative;
                let law = Law::given(&spot, Strategy::Best, cards, &Known::default()).unwrap();
                let one = law.decided().next().unwrap();
                assert_eq!((one.values, one.play), (decided.values, decided.play), "{cards}");
            }
        }
    }

    /// Seen cards of the dealer's average out to nothing known.
    #[test]
    fn all_that_can_be_seen_add_up() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let bet = bet(&game, &["ante", "six-card-bonus"]);
        let spot = Spot { game: &game, bet: &bet, meter: None };
        let cards = set("Ks 9s 4h");
        let all = Law::given(&spot, Strategy::PlayAll, cards, &Known::default()).unwrap();
        let (mut deals, mut values, mut net) = (0, vec![0; 2], 0);
        for card in CardSet::FULL.difference(cards) {
            let known = Known { dealer: CardSet::of(card), dead: CardSet::EMPTY };
            let law = Law::given(&spot, Strategy::PlayAll, cards, &known).unwrap();
            deals += law.deals;
            values.iter_mut().zip(&law.values).for_each(|(sum, value)| *sum += value);
            net += Figures::of(&law, Money::from_units(100), |_| true).net;
        }
        // Each deal is met once for each of its three cards.
        assert_eq!(deals, 3 * all.deals);
        assert_eq!(values, all.values.iter().map(|value| 3 * value).collect::<Vec<_>>());
        assert_eq!(net, 3 * Figures::of(&all, Money::from_units(100), |_| true).net);
    }

    #[test]
    fn dead_cards_are_nobodys() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let bet = bet(&game, &["ante"]);
        let spot = Spot { game: &game, bet: &bet, meter: None };
        // Only four cards are left, so the dealer has one of four hands; three of them hold the ace.
        let left = set("Ac 5d 4c 2h");
        let cards = set("Ks 9s 4h");
        let dead = CardSet::FULL.difference(left).difference(cards);
        let values = values_of(&spot, cards, &Known { dealer: CardSet::EMPTY, dead }).unwrap();
        assert_eq!(values[0], Value { play: Play::Fold, total: -400, deals: 4 });
        // 5-4-2 does not qualify; A-5-4, A-5-2 and A-4-2 win.
        assert_eq!(values[1], Value { play: Play::Times(1), total: 100 - 3 * 200, deals: 4 });
    }

    #[test]
    fn cards_that_cannot_be_are_refused() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let bet = bet(&game, &["ante"]);
        let spot = Spot { game: &game, bet: &bet, meter: None };
        let refused = |cards: &str, dealer: &str, dead: CardSet| {
            let known = Known { dealer: set(dealer), dead };
            values_of(&spot, set(cards), &known).unwrap_err().to_string()
        };
        assert_eq!(refused("Ks 9s", "", CardSet::EMPTY), "2 cards for the player; expected 3");
        assert_eq!(refused("Ks 9s 4h", "9s", CardSet::EMPTY), "9s is there twice");
        assert_eq!(refused("Ks 9s 4h", "2c", set("2c")), "2c is there twice");
        assert_eq!(
            refused("Ks 9s 4h", "2c 3c 4c 5c", CardSet::EMPTY),
            "4 cards of the dealer's; the dealer gets 3"
        );
        let dead = CardSet::FULL.difference(set("Ks 9s 4h 2c 3c"));
        assert_eq!(refused("Ks 9s 4h", "", dead), "2 cards are left in the deck; the dealer needs 3 more");
    }
}
