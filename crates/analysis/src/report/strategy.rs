//! What is decided with which hands, and the nearest thing to it that can be said in a sentence.

mod line;
mod words;

use crate::fraction::Fraction;
use crate::held::{self, HandClass};
use crate::law::{Decided, Law, Play, Strategy, place_of};
use crate::strategy_card::StrategyCard;
use crate::symmetry::Symmetry;
use line::Line;
use std::collections::BTreeMap;
use tercet_cards::{Card, ThreeRank};
use tercet_rules::{Game, Money};

use super::laws::qualifies;
use super::signed;

/// How the player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy<'a> {
    /// The decision with the greatest expectation over all wagers that it touches; of equal ones the cheapest.
    #[default]
    Best,
    /// Never fold; the lowest multiple.
    PlayAll,
    /// Play, at the lowest multiple, what a dealer would qualify with; fold the rest.
    MimicDealer,
    /// As somebody wrote it down.
    Card(&'a StrategyCard),
}

impl Policy<'_> {
    /// Does something with the rule for decisions that this is in a game.
    pub fn with<T>(self, game: &Game, work: impl FnOnce(Strategy<'_>) -> T) -> T {
        match self {
            Policy::Best => work(Strategy::Best),
            Policy::PlayAll => work(Strategy::PlayAll),
            Policy::MimicDealer => work(Strategy::By(&|class: &HandClass, _: &[Play], _: &[i128]| {
                usize::from(qualifies(game, class))
            })),
            Policy::Card(card) => work(Strategy::By(&|class: &HandClass, plays: &[Play], _: &[i128]| {
                place_of(plays, card.decide(game, &class.cards))
            })),
        }
    }
}

/// What is decided with which hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyReport {
    /// It in a sentence or two; what is said is true of every hand.
    pub text: String,
    /// The stake that costs are per.
    pub unit: Money,
    /// The nearest rule that looks at nothing but the strength of the hand, in a sentence: all there is to say, unless
    /// decisions differ from it ([`StrategyReport::apart`]). Of best play it is the rule that costs least; of any other
    /// strategy the one that decides the most hands as that does.
    pub rule: String,
    /// Hands by decision, the cheapest first; decisions that no hand takes are left out.
    pub hands: Vec<(Play, u64)>,
    /// The played hand of the least strength; of equal ones one of the commonest suits.
    pub weakest_play: Option<Vec<Card>>,
    /// The folded hand of the greatest strength; of equal ones one of the commonest suits.
    pub strongest_fold: Option<Vec<Card>>,
    /// The bounds of the nearest rule, the highest first.
    pub line: Vec<Bound>,
    /// How the decisions differ from that rule; none if they do not.
    pub apart: Option<Apart>,
    /// What is lost against best play; none if nothing is.
    pub loses: Option<Loses>,
}

/// How decisions differ from the best ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loses {
    /// Hands for which another decision is better.
    pub hands: u64,
    /// What best play would gain, per unit of the stake that figures are per.
    pub cost: Fraction,
    /// One hand of each kind, the dearest kinds first.
    pub kinds: Vec<Lost>,
}

/// Hands of one kind for which another decision is better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// One of them.
    pub cards: Vec<Card>,
    /// What is decided.
    pub play: Play,
    /// What would be best.
    pub best: Play,
    /// How many hands are of this kind.
    pub hands: u64,
    /// Their part of [`Loses::cost`].
    pub cost: Fraction,
}

/// From a strength on, this is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The least strength.
    pub from: ThreeRank,
    /// The decision.
    pub play: Play,
}

/// How decisions differ from the nearest rule that looks at nothing but the strength of the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Apart {
    /// Hands that are decided otherwise.
    pub hands: u64,
    /// One hand of each kind (suits renamed are one kind), with what is decided.
    pub kinds: Vec<(Vec<Card>, Play)>,
    /// What the rule would cost against best play, per unit of the stake that figures are per; none of decisions that
    /// are somebody's own, which the rule may well be better than.
    pub cost: Option<Fraction>,
}

/// Whether two laws decide every hand alike, one of them perhaps telling more hands apart.
pub(super) fn decide_alike(a: &Law, b: &Law) -> bool {
    if a.classes == b.classes {
        return a.decided().map(|one| one.play).eq(b.decided().map(|one| one.play));
    }
    let every = Symmetry::of(core::iter::empty());
    let by_class = |law: &Law| {
        let mut classes: BTreeMap<held::Held, BTreeMap<Play, u64>> = BTreeMap::new();
        for decided in law.decided() {
            let class = classes.entry(every.first_held(&decided.class.cards)).or_default();
            *class.entry(decided.play).or_insert(0) += decided.class.size;
        }
        classes
    };
    by_class(a) == by_class(b)
}

impl StrategyReport {
    /// All hands.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.hands.iter().map(|(_, hands)| hands).sum()
    }

    /// The hands that are folded.
    #[must_use]
    pub fn folds(&self) -> u64 {
        self.hands.iter().filter(|(play, _)| *play == Play::Fold).map(|(_, hands)| hands).sum()
    }

    /// The hands that are played, at any price.
    #[must_use]
    pub fn plays(&self) -> u64 {
        self.all() - self.folds()
    }

    /// What a policy decides in a law, figures per `stake`; none where there is nothing to decide.
    pub(super) fn of(game: &Game, law: &Law, stake: Money, policy: Policy<'_>) -> Option<StrategyReport> {
        if law.plays.len() < 2 {
            return None;
        }
        let decided: Vec<Held<'_>> = law
            .decided()
            .map(|decided| Held { strength: decided.class.cards.strength(game.ace), decided })
            .collect();
        let hands = law.plays.iter().map(|play| {
            let here = decided.iter().filter(|held| held.decided.play == *play);
            (*play, here.map(|held| held.decided.class.size).sum())
        });
        let hands: Vec<(Play, u64)> = hands.filter(|(_, hands)| *hands > 0).collect();
        let plays = |held: &&Held<'_>| held.decided.play != Play::Fold;
        let commonest = |held: &&Held<'_>| core::cmp::Reverse(held.decided.class.size);
        let weakest = decided.iter().filter(plays).min_by_key(|held| (held.strength, commonest(held)));
        let strongest = decided
            .iter()
            .filter(|held| !plays(held))
            .min_by_key(|held| (core::cmp::Reverse(held.strength), commonest(held)));
        let best = policy == Policy::Best;
        let line = Line::nearest(law, &decided, if best { Line::worth } else { Line::agreement });
        let deals = signed(law.deals);
        let unit = i128::from(stake.units());
        let mut apart = line.apart(law, &decided, unit);
        if let Some(apart) = apart.as_mut().filter(|_| !best) {
            apart.cost = None;
        }
        let bounds = line.bounds(&law.plays);
        Some(StrategyReport {
            text: words::text(game, &bounds, apart.as_ref(), &line.strengths(), law.renames),
            unit: stake,
            rule: words::text(game, &bounds, None, &line.strengths(), law.renames),
            hands,
            weakest_play: weakest.map(|held| shown(law, &held.decided.class.cards)),
            strongest_fold: strongest.map(|held| shown(law, &held.decided.class.cards)),
            line: bounds,
            apart,
            loses: Loses::of(law, &decided, unit, deals),
        })
    }
}

impl Loses {
    fn of(law: &Law, decided: &[Held<'_>], unit: i128, deals: i128) -> Option<Loses> {
        let (mut hands, mut sum, mut kinds) = (0, 0_i128, Vec::new());
        for held in decided {
            let Decided { class, values, play } = held.decided;
            let best = Strategy::Best.place(|| class, &law.plays, values);
            let taken = values[law.place(play)];
            if values[best] == taken {
                continue;
            }
            let lost = (values[best] - taken) * i128::from(class.size);
            hands += class.size;
            sum += lost;
            let cards = shown(law, &class.cards);
            kinds.push((
                lost,
                Lost {
                    cards,
                    play,
                    best: law.plays[best],
                    hands: class.size,
                    cost: Fraction::over(lost, unit, deals),
                },
            ));
        }
        kinds.sort_by_key(|(lost, _)| core::cmp::Reverse(*lost));
        let kinds = kinds.into_iter().map(|(_, kind)| kind).collect();
        (hands > 0).then(|| Loses { hands, cost: Fraction::over(sum, unit, deals), kinds })
    }
}

/// The cards of a class from high to low; where suits are all alike, in suits that read well.
fn shown(law: &Law, hand: &[Card]) -> Vec<Card> {
    if law.renames { usual_suits(hand) } else { hand.to_vec() }
}

/// A class of hands with its strength and what is decided.
struct Held<'a> {
    strength: ThreeRank,
    decided: Decided<'a>,
}

/// The cards of a class from high to low, its suits named in the order of red and black that reads well:
/// `Qd 6h 4c`.
fn usual_suits(hand: &[Card]) -> Vec<Card> {
    use tercet_cards::Suit::{Clubs, Diamonds, Hearts, Spades};
    let mut suits = Vec::new();
    hand.iter()
        .map(|card| {
            let place = suits.iter().position(|suit| *suit == card.suit()).unwrap_or_else(|| {
                suits.push(card.suit());
                suits.len() - 1
            });
            Card::new(card.rank(), [Diamonds, Hearts, Clubs, Spades][place])
        })
        .collect()
}
