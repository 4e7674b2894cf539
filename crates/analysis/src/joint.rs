//! Player's and dealer's hands together: for one player's hand, how many dealer hands give each cell and each
//! best five of six.

use crate::cells::{CELLS, Cell};
use crate::six::{RankCounts, SIX_CATEGORIES, category_of_suited};
use crate::strengths::{MULTISETS, Numbered, Ranks, Strengths, rank_multisets, ranks_index};
use tercet_cards::{Card, FiveCategory, Rank, Suit};

/// Dealer hands by category, for one slot.
pub(crate) type ByCategory = [u32; SIX_CATEGORIES];

/// Stands for the category of ranks that no six cards have.
const NO_CATEGORY: u8 = 10;

/// Counts dealer hands by patterns of ranks, then puts right the hands with five or six cards of one suit.
///
/// A *slot* is a cell of one group of dealer hands: groups are what the tables of the dealer's own hand see.
pub(crate) struct JointCounts<'a> {
    strengths: &'a Strengths,
    floor: u16,
    /// The ranks in the deck, one bit each.
    deck: u16,
    /// By number of a strength: the first slot of its group.
    group: Vec<usize>,
    slots: usize,
    multisets: Vec<Multiset>,
    /// `categories[player][dealer]` by rank multisets, as if no five cards shared a suit.
    categories: Vec<[u8; MULTISETS]>,
    /// Dealer hands by slot and category, flushes counted as if they were none, for the player's ranks (no
    /// flush, flush): once they have been needed.
    plain: Vec<Option<Vec<ByCategory>>>,
}

/// Three ranks of a dealer's hand.
struct Multiset {
    ranks: [usize; 3],
    /// The number of the strength, when it is no flush and when it is one.
    plain: u16,
    flush: u16,
}

impl<'a> JointCounts<'a> {
    /// Prepares the patterns. `floor` is the number of the least strength that qualifies; `group` says to which
    /// of `groups` groups the dealer hands of each strength belong.
    #[must_use]
    pub(crate) fn new(
        strengths: &'a Strengths,
        floor: u16,
        deck: u16,
        group: &[usize],
        groups: usize,
    ) -> JointCounts<'a> {
        let multiset = |(i, ranks): (usize, Ranks)| Multiset {
            ranks: ranks.map(Rank::index),
            plain: strengths.plain(i),
            flush: strengths.flush(i),
        };
        JointCounts {
            strengths,
            floor,
            deck,
            group: group.iter().map(|group| group * CELLS).collect(),
            slots: groups * CELLS,
            multisets: rank_multisets().enumerate().map(multiset).collect(),
            categories: categories(),
            plain: vec![None; 2 * MULTISETS],
        }
    }

    /// Dealer hands against these three cards, by slot and category.
    #[must_use]
    pub(crate) fn count(&mut self, player: &Numbered) -> Vec<ByCategory> {
        let hand = Hand::of(player, self.deck);
        let mut counts = self.plain(&hand).clone();
        let categories = &self.categories[hand.multiset];
        // The dealer's flushes are stronger than their ranks.
        for (i, multiset) in self.multisets.iter().enumerate() {
            let [a, b, c] = multiset.ranks;
            if a == b || b == c {
                continue;
            }
            let flushes = (hand.open[a] & hand.open[b] & hand.open[c]).count_ones();
            let (from, to) = (self.slot(&hand, multiset.plain), self.slot(&hand, multiset.flush));
            let category = usize::from(categories[i]);
            if from != to && flushes > 0 {
                counts[from][category] -= flushes;
                counts[to][category] += flushes;
            }
        }
        for suit in Suit::ALL {
            let mine = hand.suits[suit.index()];
            match mine.count_ones() {
                3 => self.flushes_of_three(&mut counts, &hand, mine),
                2 => self.flushes_of_two(&mut counts, &hand, mine),
                _ => {}
            }
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

    /// The player holds three of the suit: two or three of it at the dealer make a flush.
    fn flushes_of_three(&self, counts: &mut [ByCategory], hand: &Hand, mine: u16) {
        let free = ranks_of(self.deck & !mine);
        for (i, a) in free.iter().enumerate() {
            for (j, b) in free.iter().enumerate().take(i) {
                let suited = mine | bit(*a) | bit(*b);
                let to = category_of_suited(suited);
                for c in ranks_of(self.deck) {
                    // The third card is of another suit, where the player holds none.
                    let ranks = ranks_index(falling([*a, *b, c]));
                    let slot = self.slot(hand, self.strengths.plain(ranks));
                    self.shift(&mut counts[slot], hand, ranks, to, 3);
                }
                for c in &free[..j] {
                    self.all_suited(counts, hand, [*a, *b, *c], suited | bit(*c));
                }
            }
        }
    }

    /// The player holds two of the suit: three of it at the dealer make a flush.
    fn flushes_of_two(&self, counts: &mut [ByCategory], hand: &Hand, mine: u16) {
        let free = ranks_of(self.deck & !mine);
        for (i, a) in free.iter().enumerate() {
            for (j, b) in free.iter().enumerate().take(i) {
                for c in &free[..j] {
                    self.all_suited(counts, hand, [*a, *b, *c], mine | bit(*a) | bit(*b) | bit(*c));
                }
            }
        }
    }

    fn all_suited(&self, counts: &mut [ByCategory], hand: &Hand, dealer: Ranks, suited: u16) {
        let ranks = ranks_index(dealer);
        let slot = self.slot(hand, self.strengths.flush(ranks));
        self.shift(&mut counts[slot], hand, ranks, category_of_suited(suited), 1);
    }

    /// Moves hands from the category of their ranks to that of their suited cards.
    fn shift(&self, counts: &mut ByCategory, hand: &Hand, dealer: usize, to: FiveCategory, hands: u32) {
        counts[usize::from(self.categories[hand.multiset][dealer])] -= hands;
        counts[to as usize] += hands;
    }

    fn slot(&self, hand: &Hand, dealer: u16) -> usize {
        self.group[usize::from(dealer)] + Cell::of(hand.number, dealer, self.floor).index()
    }
}

/// The player's hand, as the counting needs it.
struct Hand {
    number: u16,
    multiset: usize,
    flush: bool,
    /// By suit: the ranks held, one bit each.
    suits: [u16; 4],
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

/// The ranks of a mask, in rising order.
fn ranks_of(mask: u16) -> Vec<Rank> {
    Rank::ALL.into_iter().filter(|rank| mask & bit(*rank) != 0).collect()
}

fn bit(rank: Rank) -> u16 {
    1 << rank.index()
}

fn falling(mut ranks: Ranks) -> Ranks {
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks
}
