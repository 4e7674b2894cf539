//! How a dealer's hands lie against each of the player's: one pass through all strengths, by inclusion and
//! exclusion.
//!
//! Dealer hands that avoid the player's cards are counted from those that hold some of them
//! ([`Holding`]). Hands are added in the order of their strength, so when the pass
//! comes to a strength, exactly the weaker ones have been counted.

use crate::cells::{CELLS, Cells, cells};
use crate::kinds::Kinds;
use crate::lineup::{Held, Lineup};
use crate::numbered::Numbered;
use crate::subsets::{Holding, Subsets};
use tercet_cards::CardSet;

/// A pass through the dealer's hands.
pub(crate) struct Pass<'a, K> {
    /// The dealer's hands.
    pub(crate) dealers: &'a Lineup<'a, K>,
    /// The player's hands.
    pub(crate) players: &'a Lineup<'a, K>,
    /// The number of the least strength that qualifies.
    pub(crate) floor: u16,
    /// How many of all dealer hands avoid each of the player's, if that is the same for all.
    pub(crate) all: Option<u32>,
}

/// Where in the row of one of the player's hands the pass counts all dealer hands, those that do not qualify, those
/// below the player's strength, and those not above it.
const ALL: usize = 0;
const BELOW_FLOOR: usize = 1;
const BELOW: usize = 2;
const UP_TO: usize = 3;

impl<K: Kinds> Pass<'_, K> {
    /// The cells of each of the player's hands against all dealer hands.
    pub(crate) fn of_all(&self) -> Vec<Cells> {
        self.of_some(|_| true, self.all)
    }

    /// The cells of each of the player's hands against the dealer hands at places that are `met`.
    pub(crate) fn of_those(&self, met: impl Fn(usize) -> bool) -> Vec<Cells> {
        self.of_some(met, None)
    }

    fn of_some(&self, met: impl Fn(usize) -> bool, all: Option<u32>) -> Vec<Cells> {
        match (&self.dealers.held, &self.players.held) {
            (Held::Three(theirs), Held::Three(mine)) => self.count(theirs, mine, met, all, |_| 0),
            (Held::Three(theirs), Held::Four(mine)) => self.count(theirs, mine, met, all, |_| 0),
            (Held::Four(theirs), Held::Three(mine)) => self.count(theirs, mine, met, all, |_| 0),
            (Held::Four(theirs), Held::Four(mine)) => {
                // Only here can the dealer's hand be the player's, which is a subset of four cards.
                let hands = self.dealers.hands.iter().enumerate().filter(|(i, _)| met(*i));
                let mut hands: Vec<CardSet> = hands.map(|(_, hand)| known_as::<K>(hand)).collect();
                hands.sort_unstable();
                let same = |player: &Numbered| u32::from(hands.binary_search(&known_as::<K>(player)).is_ok());
                self.count(theirs, mine, &met, all, same)
            }
        }
    }

    /// Counts dealer hands against each of the player's; `same` says how many of the player's own there are, `all` how
    /// many avoid each of the player's, if that is the same for all.
    fn count<D: Subsets, P: Subsets>(
        &self,
        theirs: &[D],
        mine: &[P],
        met: impl Fn(usize) -> bool,
        all: Option<u32>,
        same: impl Fn(&Numbered) -> u32,
    ) -> Vec<Cells> {
        let (dealers, players) = (self.dealers, self.players);
        let floor = usize::from(self.floor);
        let mut rows: Vec<Cells> = vec![[0; CELLS]; mine.len()];
        let mut holding = Holding::<K>::new();
        for strength in 0..dealers.strengths().max(players.strengths()).max(floor + 1) {
            if strength > 0 && strength == floor {
                for ((row, player), mine) in rows.iter_mut().zip(players.hands).zip(mine) {
                    let same = if player.number < self.floor { same(player) } else { 0 };
                    row[BELOW_FLOOR] = holding.avoiding(mine, same);
                }
            }
            for i in players.at(strength) {
                rows[i][BELOW] = holding.avoiding(&mine[i], 0);
            }
            for i in dealers.at(strength).filter(|i| met(*i)) {
                holding.add(&theirs[i], dealers.hands[i].ways);
            }
            for i in players.at(strength) {
                rows[i][UP_TO] = holding.avoiding(&mine[i], same(&players.hands[i]));
            }
        }
        for ((row, player), mine) in rows.iter_mut().zip(players.hands).zip(mine) {
            row[ALL] = all.unwrap_or_else(|| holding.avoiding(mine, same(player)));
            *row = cells([row[ALL], row[BELOW_FLOOR], row[BELOW], row[UP_TO]], player.number < self.floor);
        }
        rows
    }
}

fn known_as<K: Kinds>(hand: &Numbered) -> CardSet {
    K::known_as(CardSet::from_cards(hand.cards()))
}
