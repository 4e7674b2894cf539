//! Player's and dealer's hands together: for one player's hand, how many dealer hands give each cell and each
//! best five of six.

use crate::cells::{CELLS, QUALIFIES, versus};
use crate::numbered::Numbered;
use crate::six::{RankCounts, SIX_CATEGORIES, category_of_suited};
use crate::strengths::{MULTISETS, Ranks, Strengths, multiset_index, rank_multisets, ranks_index};
use tercet_cards::{Card, Rank};

/// Dealer hands by category, for one slot.
pub(crate) type ByCategory = [u32; SIX_CATEGORIES];

/// Stands for the category of ranks that no six cards have.
const NO_CATEGORY: u8 = 10;

/// Counts dealer hands by patterns of ranks, then puts right the hands with five or six cards of one suit.
///
/// A *slot* is a cell of one group of dealer hands: groups are what the tables of the dealer's own hand see.
pub(crate) struct JointCounts {
    /// The ranks in the deck, one bit each.
    deck: u16,
    /// By number of a dealer's strength: the slot in which the player's hand is lower.
    slot: Vec<usize>,
    multisets: Vec<Multiset>,
    /// The multisets of three different ranks: only these can be flushes.
    different: Vec<Multiset>,
    /// `categories[player][dealer]` by rank multisets, as if no five cards shared a suit.
    categories: Vec<[u8; MULTISETS]>,
    /// Dealer hands by slot and category, flushes counted as if they were none, for the player's ranks (no
    /// flush, flush): once they have been needed.
    plain: Vec<Option<Vec<ByCategory>>>,
    slots: usize,
}

/// Three ranks of a dealer's hand.
#[derive(Clone, Copy)]
struct Multiset {
    index: usize,
    ranks: [usize; 3],
    /// One bit for each rank.
    mask: u16,
    /// The number of the strength, when it is no flush and when it is one.
    plain: u16,
    flush: u16,
}

impl JointCounts {
    /// Prepares the patterns. `floor` is the number of the least strength that qualifies; `group` says to which
    /// of `groups` groups the dealer hands of each strength belong.
    #[must_use]
    pub(crate) fn new(
        strengths: &Strengths,
        floor: u16,
        deck: u16,
        group: &[usize],
        groups: usize,
    ) -> JointCounts {
        let multiset = |(index, ranks): (usize, Ranks)| Multiset {
            index,
            ranks: ranks.map(Rank::index),
            mask: ranks.iter().fold(0, |mask, rank| mask | bit(*rank)),
            plain: strengths.plain(index),
            flush: strengths.flush(index),
        };
        let multisets: Vec<Multiset> = rank_multisets().enumerate().map(multiset).collect();
        let different = |multiset: &&Multiset| multiset.mask & !deck == 0 && multiset.mask.count_ones() == 3;
        let slot =
            |(group, dealer): (&usize, u16)| group * CELLS + if dealer < floor { 0 } else { QUALIFIES };
        JointCounts {
            deck,
            slot: group.iter().zip(0..).map(slot).collect(),
            different: multisets.iter().filter(different).copied().collect(),
            multisets,
            categories: categories(),
            plain: vec![None; 2 * MULTISETS],
            slots: groups * CELLS,
        }
    }

    /// Dealer hands against these three cards, by slot and category.
    #[must_use]
    pub(crate) fn count(&mut self, player: &Numbered) -> Vec<ByCategory> {
        let hand = Hand::of(player, self.deck);
        let mut counts = self.plain(&hand).clone();
        let categories = &self.categories[hand.multiset];
        // Flushes of the dealer are stronger than their ranks, and those with cards of the player's are of six cards.
        for multiset in &self.different {
            let [a, b, c] = multiset.ranks;
            let suits = hand.open[a] & hand.open[b] & hand.open[c];
            if suits == 0 {
                continue;
            }
            let (from, to) = (self.slot(&hand, multiset.plain), self.slot(&hand, multiset.flush));
            let category = usize::from(categories[multiset.index]);
            let flushes = suits.count_ones();
            counts[from][category] -= flushes;
            counts[to][category] += flushes;
            if suits & hand.doubled != 0 {
                // At most one suit: the player holds two or three cards of it.
                let mine = hand.suits[suits_index(suits & hand.doubled)];
                counts[to][category] -= 1;
                counts[to][category_of_suited(mine | multiset.mask) as usize] += 1;
            }
        }
        for mine in hand.suits.into_iter().filter(|mine| mine.count_ones() == 3) {
            self.flushes_of_five(&mut counts, &hand, mine);
        }
        counts
    }

    /// Dealer hands by slot and category, as if nobody's cards could share a suit.
    fn plain(&mut self, hand: &Hand) -> &Vec<ByCategory> {
        let place = 2 * hand.multiset + usize::from(hand.flush);
        if self.plain[place].is_none() {
            self.plain[place] = Some(self.count_plain(hand));
        }
        self.plain[place].as_ref().expect("counted just now")
    }

    fn count_plain(&self, hand: &Hand) -> Vec<ByCategory> {
        let mut counts = vec![[0; SIX_CATEGORIES]; self.slots];
        let categories = &self.categories[hand.multiset];
        for (multiset, category) in self.multisets.iter().zip(categories) {
            let [a, b, c] = multiset.ranks;
            let hands = match (a == b, b == c) {
                (false, false) => hand.ways[a][1] * hand.ways[b][1] * hand.ways[c][1],
                (true, false) => hand.ways[a][2] * hand.ways[c][1],
                (false, true) => hand.ways[a][1] * hand.ways[b][2],
                (true, true) => hand.ways[a][3],
            };
            if hands > 0 {
                counts[self.slot(hand, multiset.plain)][usize::from(*category)] += hands;
            }
        }
        counts
    }

    /// The player holds three of a suit, the dealer two more of it and a card of another suit, where the player holds
    /// none.
    fn flushes_of_five(&self, counts: &mut [ByCategory], hand: &Hand, mine: u16) {
        let in_deck = |rank: &usize| self.deck >> rank & 1 == 1;
        let ranks: Vec<usize> = (0..13).filter(in_deck).collect();
        let free: Vec<usize> = ranks.iter().copied().filter(|rank| mine >> rank & 1 == 0).collect();
        for (i, a) in free.iter().enumerate() {
            for b in &free[..i] {
                let to = category_of_suited(mine | 1 << a | 1 << b) as usize;
                for c in &ranks {
                    let (high, low) = (a.max(c), b.min(c));
                    let multiset = &self.multisets[multiset_index([*high, a + b + c - high - low, *low])];
                    let counts = &mut counts[self.slot(hand, multiset.plain)];
                    counts[usize::from(self.categories[hand.multiset][multiset.index])] -= 3;
                    counts[to] += 3;
                }
            }
        }
    }

    fn slot(&self, hand: &Hand, dealer: u16) -> usize {
        self.slot[usize::from(dealer)] + versus(hand.number, dealer)
    }
}

/// The place of the suit, of a set of one.
fn suits_index(suits: u8) -> usize {
    suits.trailing_zeros() as usize
}

/// The player's hand, as the counting needs it.
struct Hand {
    number: u16,
    multiset: usize,
    flush: bool,
    /// By suit: the ranks held, one bit each.
    suits: [u16; 4],
    /// The suits of which two or three cards are held, one bit each.
    doubled: u8,
    /// By rank: the suits that the dealer can have, one bit each.
    open: [u8; 13],
    /// By rank: in how many ways the dealer can have so many cards.
    ways: [[u32; 4]; 13],
}

impl Hand {
    fn of(player: &Numbered, deck: u16) -> Hand {
        let &[a, b, c] = player.cards() else { unreachable!("tables of six cards need three of the player") };
        let mut open: [u8; 13] = core::array::from_fn(|rank| if deck >> rank & 1 == 1 { 0b1111 } else { 0 });
        let mut suits = [0; 4];
        for card in [a, b, c] {
            open[card.rank().index()] &= !(1 << card.suit().index());
            suits[card.suit().index()] |= bit(card.rank());
        }
        /// By number of suits: choices of so many of them.
        const CHOICES: [[u32; 4]; 5] = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1], [1, 4, 6, 4]];
        Hand {
            number: player.number,
            multiset: ranks_index([a, b, c].map(Card::rank)),
            flush: a.suit() == b.suit() && b.suit() == c.suit(),
            doubled: (0..4).map(|suit| u8::from(suits[suit].count_ones() > 1) << suit).sum(),
            suits,
            ways: open.map(|suits| CHOICES[suits.count_ones() as usize]),
            open,
        }
    }
}

/// The category of each player's ranks with each dealer's.
fn categories() -> Vec<[u8; MULTISETS]> {
    let counts: Vec<RankCounts> = rank_multisets().map(RankCounts::of).collect();
    let mut categories = vec![[NO_CATEGORY; MULTISETS]; MULTISETS];
    for (i, mine) in counts.iter().enumerate() {
        for (j, theirs) in counts.iter().enumerate().take(i + 1) {
            if let Some(both) = mine.and(*theirs) {
                categories[i][j] = both.category() as u8;
                categories[j][i] = categories[i][j];
            }
        }
    }
    categories
}

fn bit(rank: Rank) -> u16 {
    1 << rank.index()
}
