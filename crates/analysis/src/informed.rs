//! The law of a spot when more cards are known than usual: exposed ones of the dealer's, dead ones, the player's own.
//!
//! Every dealer hand that is still possible is taken by itself, since known cards make the suits differ.

use crate::counted::Counted;
use crate::fraction::Fraction;
use crate::known::{Known, KnownError};
use crate::law::{Law, Play, Spot, Strategy};
use crate::plan::Plan;
use tercet_cards::{CardSet, SuitClass, suit_classes};
use tercet_rules::Money;

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
/// let cards: CardSet = parse_cards("Qd 6h 4c")?.into_iter().collect();
///
/// // The hand on which playing and folding differ least.
/// let values = values_of(&spot, cards, &Known::default())?;
/// assert_eq!(values[1].play, Play::Times(1));
/// assert_eq!(values[1].expectation(unit).to_string(), "-18302/18424");
///
/// // With the dealer's ace in sight it is no hand to play.
/// let values = values_of(&spot, cards, &"dealer: As".parse()?)?;
/// assert!(values[1].total < values[0].total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values_of(spot: &Spot<'_>, cards: CardSet, known: &Known) -> Result<Vec<Value>, KnownError> {
    let law = Law::given(spot, Strategy::Best, cards, known)?;
    let value = |(play, total): (&Play, &i128)| Value { play: *play, total: *total, deals: law.deals };
    Ok(law.plays.iter().zip(&law.values).map(value).collect())
}

impl Law {
    /// The law of a spot when some cards are known before the player decides, but not yet which are the player's.
    ///
    /// # Errors
    ///
    /// Says which cards cannot be so.
    pub fn knowing(spot: &Spot<'_>, strategy: Strategy<'_>, known: &Known) -> Result<Law, KnownError> {
        known.check(spot.game)?;
        Ok(Law::priced(spot, strategy, Counted::knowing(spot.game, spot.bet, known)))
    }

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
        known.check_hand(spot.game, cards)?;
        Ok(Law::priced(spot, strategy, Counted::given(spot.game, spot.bet, cards, known)))
    }
}

/// For so many cards of the dealer's that are exposed before the decision: the law of a spot for each set of cards that
/// can be seen, with the number of sets that come to the same but for the names of suits.
///
/// A deal is in as many of these laws as there are ways to choose the exposed cards of its dealer hand.
pub fn exposures<'a>(
    spot: &'a Spot<'a>,
    strategy: Strategy<'a>,
    cards: u8,
) -> impl Iterator<Item = (SuitClass, Law)> + 'a {
    let plan = Plan::new(spot.game, spot.bet);
    let symmetry = plan.symmetry_of_all();
    let seen: Vec<SuitClass> =
        suit_classes(usize::from(cards)).flat_map(|class| symmetry.parts(class)).collect();
    seen.into_iter().filter_map(move |seen| {
        let known = Known { dealer: seen.representative, dead: CardSet::EMPTY };
        // None only for more cards than the dealer gets.
        Some((seen, Law::knowing(spot, strategy, &known).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bet::Bet;
    use crate::figures::Figures;
    use crate::hands::Hands;
    use tercet_cards::{combinations, parse_cards};
    use tercet_rules::{Game, WagerId};

    fn set(text: &str) -> CardSet {
        parse_cards(text).expect("cards").into_iter().collect()
    }

    fn bet(game: &Game, wagers: &[&str]) -> Bet {
        let stakes: Vec<_> = wagers.iter().map(|id| (WagerId::from(*id), Money::from_units(100))).collect();
        Bet::new(game, &stakes).expect("a bet")
    }

    /// Nothing known: what the whole count says of the class, for some classes.
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
                let cards = decided.class.cards.set().unwrap();
                let law = Law::given(&spot, Strategy::Best, cards, &Known::default()).unwrap();
                let one = law.decided().next().unwrap();
                assert_eq!((one.values, one.play), (decided.values, decided.play), "{cards}");
            }
        }
    }

    /// The law of all hands is the laws of each hand together, whichever road counts them.
    #[test]
    fn all_hands_are_each_hand() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        // So many dead cards that few hands are left.
        let left = set("Ac Ad Kc Qs Jd 9c 9h 5d 4c 2h");
        for wagers in [&["ante", "pair-plus"][..], &["ante", "six-card-bonus", "progressive"]] {
            let bet = bet(&game, wagers);
            let spot = Spot { game: &game, bet: &bet, meter: Some(Money::from_units(500_000)) };
            let known = Known {
                dealer: set("Kd"),
                dead: CardSet::FULL.difference(left.with(set("Kd").iter().next().unwrap())),
            };
            let all = Law::knowing(&spot, Strategy::Best, &known).unwrap();
            let (mut net, mut deals) = (0, 0);
            for cards in combinations(left, 3) {
                let law = Law::given(&spot, Strategy::Best, cards, &known).unwrap();
                net += Figures::of(&law, Money::from_units(100), |_| true).net;
                deals += law.deals;
            }
            assert_eq!(deals, 120 * 21);
            assert_eq!((all.deals, Figures::of(&all, Money::from_units(100), |_| true).net), (deals, net));
        }
    }

    /// Seen cards of the dealer's average out to nothing known, for one hand.
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

    /// A player who plays on regardless gains nothing by what is exposed, in any game, however much it is.
    #[test]
    fn exposures_add_up_to_the_law() {
        for (id, most) in [("three-card-poker", 2), ("three-card-fury", 1), ("three-card-shine", 1)] {
            let game = tercet_games::builtin_game(id).unwrap();
            let bet = bet(&game, &["ante"]);
            let spot = Spot { game: &game, bet: &bet, meter: None };
            let all = Law::of(&spot, Strategy::PlayAll);
            let net = |law: &Law| Figures::of(law, Money::from_units(100), |_| true).net;
            for cards in 1..=most {
                let (mut deals, mut sum) = (0, 0);
                for (seen, law) in exposures(&spot, Strategy::PlayAll, cards) {
                    deals += u128::from(seen.size) * law.deals;
                    sum += i128::from(seen.size) * net(&law);
                }
                // Three ways to choose one card of a dealer hand, three to choose two.
                assert_eq!((deals, sum), (3 * all.deals, 3 * net(&all)), "{id}, {cards}");
            }
        }
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
}
