//! What is decided, as the grid that players carry: by the two highest of the three cards that play.

use super::known::bet;
use super::{Ask, AskError, Part, check, law_of};
use crate::law::Play;
use std::collections::BTreeMap;
use tercet_cards::{Rank, ThreeCategory};

/// Hands by decision.
pub type Decisions = BTreeMap<Play, u64>;

/// What is decided, by the cards that play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Hands of no more than high cards, flushes and pairs.
    pub cells: Vec<GridCell>,
    /// The other hands, by what they are, the strongest first; flushes that hold their highest rank twice, which several
    /// decks can deal, are among them.
    pub others: Vec<(ThreeCategory, Decisions)>,
}

/// Hands with the same two highest cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridCell {
    /// High cards, a flush, or a pair.
    pub category: ThreeCategory,
    /// The highest rank; that of the pair.
    pub high: Rank,
    /// The second rank; that of the pair too.
    pub second: Rank,
    /// Hands by the rank of the third card.
    pub by_third: BTreeMap<Rank, Decisions>,
}

impl GridCell {
    /// All hands of the cell, by decision.
    #[must_use]
    pub fn decisions(&self) -> Decisions {
        let mut all = Decisions::new();
        for decisions in self.by_third.values() {
            decisions.iter().for_each(|(play, hands)| *all.entry(*play).or_insert(0) += hands);
        }
        all
    }

    /// The least third card with which the dearer of two decisions is taken, if the third card alone decides.
    #[must_use]
    pub fn least_third(&self) -> Option<(Rank, Play)> {
        let mut one_each = Vec::new();
        for (third, decisions) in &self.by_third {
            let mut plays = decisions.keys();
            let (Some(play), None) = (plays.next(), plays.next()) else { return None };
            one_each.push((*third, *play));
        }
        let (cheap, dear) = (one_each.first()?.1, one_each.last()?.1);
        let turn = one_each.iter().position(|(_, play)| *play != cheap)?;
        let (_, rest) = one_each.split_at(turn);
        (cheap < dear && rest.iter().all(|(_, play)| *play == dear)).then(|| (rest[0].0, dear))
    }
}

/// The grid of what is decided in the bet that is asked about, or in the main bet if none is.
///
/// # Errors
///
/// As [`report`](super::report), and a bet in which nothing is decided.
pub fn grid(ask: &Ask<'_>) -> Result<Grid, AskError> {
    check(ask)?;
    let game = ask.game;
    let law = bet(ask)?.map(|(bet, _)| law_of(ask, &bet)).filter(|law| law.plays.len() > 1);
    let Some(law) = law else {
        let message = format!("nothing is decided in this bet of {}", game.name);
        return Err(AskError { part: Part::Bets, message });
    };
    let mut cells: BTreeMap<(ThreeCategory, Rank, Rank), BTreeMap<Rank, Decisions>> = BTreeMap::new();
    let mut others: BTreeMap<ThreeCategory, Decisions> = BTreeMap::new();
    for decided in law.decided() {
        let rank = decided.class.cards.strength(game.ace);
        let [high, second, third] = rank.ranks();
        let decisions = match rank.category() {
            category @ ThreeCategory::Flush if high == second => others.entry(category).or_default(),
            category @ (ThreeCategory::HighCard | ThreeCategory::Flush | ThreeCategory::Pair) => {
                cells.entry((category, high, second)).or_default().entry(third).or_default()
            }
            category @ (ThreeCategory::Straight
            | ThreeCategory::ThreeOfAKind
            | ThreeCategory::StraightFlush) => others.entry(category).or_default(),
        };
        *decisions.entry(decided.play).or_insert(0) += decided.class.size;
    }
    let cells = cells.into_iter().map(|((category, high, second), by_third)| GridCell {
        category,
        high,
        second,
        by_third,
    });
    Ok(Grid { cells: cells.collect(), others: others.into_iter().rev().collect() })
}
