//! The strengths of three cards as small numbers in order, for tables that count hands below a strength.

use tercet_cards::{Ace, Card, Rank, Suit, ThreeCategory, ThreeRank, best_three_of_four, rank_three};

/// Three ranks in falling order: what a hand of three cards is when suits are forgotten. There are 455.
pub(crate) type Ranks = [Rank; 3];

/// The number of multisets of three ranks.
pub(crate) const MULTISETS: usize = 455;

/// Every multiset of three ranks, in falling order within, by [`ranks_index`].
pub(crate) fn rank_multisets() -> impl Iterator<Item = Ranks> {
    let at = |i: usize| Rank::ALL[i];
    (0..13).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [at(a), at(b), at(c)])))
}

/// The place of a multiset in [`rank_multisets`]; the ranks must fall.
pub(crate) fn ranks_index(ranks: Ranks) -> usize {
    multiset_index(ranks.map(Rank::index))
}

/// The place of a multiset of falling ranks, given by their places.
pub(crate) const fn multiset_index([a, b, c]: [usize; 3]) -> usize {
    PYRAMID[a] + TRIANGLE[b] + c
}

const PYRAMID: [usize; 13] = [0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364];
const TRIANGLE: [usize; 13] = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78];

/// The number of strengths of three cards.
pub(crate) const STRENGTHS: usize = 741;

/// All strengths of three cards in rising order, numbered from 0.
///
/// A strength stands for three ranks, of one suit or not: no two such hands are equally strong. No game changes them, so
/// they are tables of the program, one for each rule for the ace.
pub(crate) struct Strengths {
    ace: Ace,
    /// By packed strength; 0 where there is none.
    number: [u16; PACKED],
    /// By number: a hand that has it.
    hands: [[Card; 3]; STRENGTHS],
    /// By number: the strength.
    ranks: [ThreeRank; STRENGTHS],
    /// By rank multiset: the number of the hand when it is no flush.
    plain: [u16; MULTISETS],
    /// By rank multiset: the number of the hand when it is a flush; only for three different ranks.
    flush: [u16; MULTISETS],
}

/// Packed strengths are below this.
const PACKED: usize = {
    let top = ThreeRank::new(ThreeCategory::StraightFlush, [Rank::Ace, Rank::King, Rank::Queen]);
    top.bits() as usize + 1
};

static HIGH_AND_LOW: Strengths = Strengths::made(Ace::HighAndLow);
static HIGH_ONLY: Strengths = Strengths::made(Ace::HighOnly);

impl Strengths {
    /// The strengths under a rule for the ace.
    #[must_use]
    pub(crate) const fn under(ace: Ace) -> &'static Strengths {
        match ace {
            Ace::HighAndLow => &HIGH_AND_LOW,
            Ace::HighOnly => &HIGH_ONLY,
        }
    }

    const fn made(ace: Ace) -> Strengths {
        const SEVERAL: [Suit; 3] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts];
        const ONE: [Suit; 3] = [Suit::Spades; 3];
        let mut strengths = Strengths {
            ace,
            number: [0; PACKED],
            hands: [[Card::ALL[0]; 3]; STRENGTHS],
            ranks: [ThreeRank::lowest(ThreeCategory::HighCard); STRENGTHS],
            plain: [0; MULTISETS],
            flush: [0; MULTISETS],
        };
        // A hand of each strength, by packed strength.
        let mut met: [Option<([usize; 3], bool)>; PACKED] = [None; PACKED];
        let mut a = 0;
        while a < 13 {
            let mut b = 0;
            while b <= a {
                let mut c = 0;
                while c <= b {
                    let ranks = [a, b, c];
                    met[rank_three(deal(ranks, SEVERAL), ace).bits() as usize] = Some((ranks, false));
                    if a != b && b != c {
                        met[rank_three(deal(ranks, ONE), ace).bits() as usize] = Some((ranks, true));
                    }
                    c += 1;
                }
                b += 1;
            }
            a += 1;
        }
        let mut number = 0;
        let mut packed = 0;
        while packed < PACKED {
            if let Some((ranks, one_suit)) = met[packed] {
                let hand = deal(ranks, if one_suit { ONE } else { SEVERAL });
                let table = if one_suit { &mut strengths.flush } else { &mut strengths.plain };
                table[multiset_index(ranks)] = number;
                strengths.number[packed] = number;
                strengths.hands[number as usize] = hand;
                strengths.ranks[number as usize] = rank_three(hand, ace);
                number += 1;
            }
            packed += 1;
        }
        assert!(number as usize == STRENGTHS, "every strength has its number");
        strengths
    }

    /// The rule for the ace.
    pub(crate) const fn ace(&self) -> Ace {
        self.ace
    }

    /// How many strengths there are.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        STRENGTHS
    }

    /// The number of a strength that some hand has.
    #[must_use]
    pub(crate) const fn number(&self, rank: ThreeRank) -> u16 {
        self.number[rank.bits() as usize]
    }

    /// The number of the best three of three or four cards.
    #[inline]
    #[must_use]
    pub(crate) fn of(&self, cards: &[Card]) -> u16 {
        self.number(match *cards {
            [a, b, c] => rank_three([a, b, c], self.ace),
            [a, b, c, d] => best_three_of_four([a, b, c, d], self.ace),
            _ => unreachable!("three or four cards are dealt"),
        })
    }

    /// For each number, a hand that has it, and the strength.
    pub(crate) fn hands(&self) -> impl Iterator<Item = ([Card; 3], ThreeRank)> {
        self.hands.iter().copied().zip(self.ranks.iter().copied())
    }

    /// The number of strengths below a floor, which need not be the strength of any hand.
    #[must_use]
    pub(crate) fn below(&self, floor: ThreeRank) -> u16 {
        let below = self.ranks.partition_point(|rank| *rank < floor);
        u16::try_from(below).expect("741 strengths")
    }

    /// The number of the hand with these ranks, of no one suit.
    pub(crate) fn plain(&self, ranks: usize) -> u16 {
        self.plain[ranks]
    }

    /// The number of the hand with these different ranks, of one suit.
    pub(crate) fn flush(&self, ranks: usize) -> u16 {
        self.flush[ranks]
    }
}

const fn deal(ranks: [usize; 3], suits: [Suit; 3]) -> [Card; 3] {
    let [a, b, c] = ranks;
    [Card::new(Rank::ALL[a], suits[0]), Card::new(Rank::ALL[b], suits[1]), Card::new(Rank::ALL[c], suits[2])]
}
