//! Player's and dealer's hands together: for one player's hand, how many dealer hands give each cell and each
//! best five of six.

use crate::cells::{CELLS, Cell};
use crate::dealers::three;
use crate::six::{SIX_CATEGORIES, category_of_ranks, category_of_suited, counted};
use crate::strengths::{Ranks, Strengths, rank_multisets, ranks_index};
use tercet_cards::{Ace, Card, CardSet, FiveCategory, Rank, Suit, ThreeRank, binomial, rank_three};

/// Dealer hands by cell and category: `counts[cell][category]`.
pub(crate) type Joint = [[u32; SIX_CATEGORIES]; CELLS];

/// Counts dealer hands by patterns of ranks, then puts right the hands with five or six cards of one suit.
pub(crate) struct JointCounts<'a> {
    strengths: &'a Strengths,
    ace: Ace,
    floor: usize,
    multisets: Vec<Ranks>,
    /// `categories[player * 455 + dealer]` by rank multisets, as if no five cards shared a suit.
    categories: Vec<u8>,
}

impl<'a> JointCounts<'a> {
    /// Prepares the patterns; `floor` is the least strength that qualifies (none: every dealer does).
    #[must_use]
    pub(crate) fn new(strengths: &'a Strengths, ace: Ace, floor: Option<ThreeRank>) -> JointCounts<'a> {
        let multisets: Vec<Ranks> = rank_multisets().collect();
        let n = multisets.len();
        let mut categories = vec![0; n * n];
        for (i, a) in multisets.iter().enumerate() {
            for (j, b) in multisets.iter().enumerate().take(i + 1) {
                let (counts, mask) = counted(&[a, b]);
                let category = category_of_ranks(&counts, mask) as u8;
                categories[i * n + j] = category;
                categories[j * n + i] = category;
            }
        }
        let floor = floor.map_or(0, |floor| strengths.below(floor));
        JointCounts { strengths, ace, floor, multisets, categories }
    }

    /// Dealer hands against these three cards, by cell and category.
    #[must_use]
    pub(crate) fn count(&self, player: CardSet) -> Joint {
        let hand = three(player);
        let strength = self.strengths.number(rank_three(hand, self.ace));
        let ranks = falling(hand.map(Card::rank));
        let n = self.multisets.len();
        let categories = &self.categories[ranks_index(ranks) * n..][..n];
        let mut joint = [[0; SIX_CATEGORIES]; CELLS];
        // By rank: which suits the player holds, and in how many ways the dealer can hold so many cards.
        let mut held = [0_u8; 13];
        for card in hand {
            held[card.rank().index()] |= 1 << card.suit() as u8;
        }
        let ways = held.map(|suits| [0, 1, 2, 3].map(|k| choose(4 - suits.count_ones(), k)));
        for (i, [a, b, c]) in self.multisets.iter().enumerate() {
            let [a, b, c] = [a.index(), b.index(), c.index()];
            let (hands, flushes) = if a == c {
                (ways[a][3], 0)
            } else if a == b {
                (ways[a][2] * ways[c][1], 0)
            } else if b == c {
                (ways[a][1] * ways[b][2], 0)
            } else {
                let flushes = 4 - (held[a] | held[b] | held[c]).count_ones();
                (ways[a][1] * ways[b][1] * ways[c][1], flushes)
            };
            let category = usize::from(categories[i]);
            joint[self.cell(strength, self.strengths.plain(i))][category] += hands - flushes;
            if flushes > 0 {
                joint[self.cell(strength, self.strengths.flush(i))][category] += flushes;
            }
        }
        for suit in Suit::ALL {
            let mine = player.suit_mask(suit);
            match mine.count_ones() {
                3 => self.flushes_of_three(&mut joint, mine, strength, categories),
                2 => self.flushes_of_two(&mut joint, mine, strength, categories),
                _ => {}
            }
        }
        joint
    }

    /// The player holds three of the suit: two or three of it at the dealer make a flush.
    fn flushes_of_three(&self, joint: &mut Joint, mine: u16, strength: usize, categories: &[u8]) {
        let free = free_ranks(mine);
        for (i, a) in free.iter().enumerate() {
            for (j, b) in free.iter().enumerate().take(i) {
                let suited = mine | bit(*a) | bit(*b);
                for c in Rank::ALL {
                    // The third card is of another suit, where the player holds none.
                    let ranks = ranks_index(falling([*a, *b, c]));
                    let cell = self.cell(strength, self.strengths.plain(ranks));
                    shift(&mut joint[cell], categories[ranks], suited, 3);
                }
                for c in &free[..j] {
                    self.all_suited(joint, [*a, *b, *c], suited | bit(*c), strength, categories);
                }
            }
        }
    }

    /// The player holds two of the suit: three of it at the dealer make a flush.
    fn flushes_of_two(&self, joint: &mut Joint, mine: u16, strength: usize, categories: &[u8]) {
        let free = free_ranks(mine);
        for (i, a) in free.iter().enumerate() {
            for (j, b) in free.iter().enumerate().take(i) {
                for c in &free[..j] {
                    let suited = mine | bit(*a) | bit(*b) | bit(*c);
                    self.all_suited(joint, [*a, *b, *c], suited, strength, categories);
                }
            }
        }
    }

    fn all_suited(&self, joint: &mut Joint, dealer: Ranks, suited: u16, strength: usize, categories: &[u8]) {
        let ranks = ranks_index(dealer);
        let cell = self.cell(strength, self.strengths.flush(ranks));
        shift(&mut joint[cell], categories[ranks], suited, 1);
    }

    fn cell(&self, player: usize, dealer: usize) -> usize {
        Cell::of(player, dealer, self.floor).index()
    }
}

/// Moves hands from the category of their ranks to that of their suited cards.
fn shift(counts: &mut [u32; SIX_CATEGORIES], from: u8, suited: u16, hands: u32) {
    let to: FiveCategory = category_of_suited(suited);
    counts[usize::from(from)] -= hands;
    counts[to as usize] += hands;
}

/// The ranks, in rising order, that the player does not hold in a suit.
fn free_ranks(mine: u16) -> Vec<Rank> {
    Rank::ALL.into_iter().filter(|rank| mine & bit(*rank) == 0).collect()
}

fn bit(rank: Rank) -> u16 {
    1 << rank.index()
}

fn falling(mut ranks: Ranks) -> Ranks {
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks
}

fn choose(n: u32, k: u64) -> u32 {
    u32::try_from(binomial(u64::from(n), k)).expect("at most 6")
}
