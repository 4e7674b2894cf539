//! The strength of five cards.

use crate::Rank;
use core::fmt;

/// The category of a five-card poker hand, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum FiveCategory {
    /// None of the others.
    HighCard = 0,
    /// Two cards of one rank.
    Pair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five cards in sequence.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Five cards of one suit in sequence, king high at most.
    StraightFlush,
    /// A-K-Q-J-T of one suit.
    RoyalFlush,
}

impl FiveCategory {
    /// Every category, lowest first.
    pub const ALL: [FiveCategory; 10] = [
        FiveCategory::HighCard,
        FiveCategory::Pair,
        FiveCategory::TwoPair,
        FiveCategory::ThreeOfAKind,
        FiveCategory::Straight,
        FiveCategory::Flush,
        FiveCategory::FullHouse,
        FiveCategory::FourOfAKind,
        FiveCategory::StraightFlush,
        FiveCategory::RoyalFlush,
    ];

    /// The words a dealer uses: "full house".
    pub const fn name(self) -> &'static str {
        match self {
            FiveCategory::HighCard => "high card",
            FiveCategory::Pair => "pair",
            FiveCategory::TwoPair => "two pair",
            FiveCategory::ThreeOfAKind => "three of a kind",
            FiveCategory::Straight => "straight",
            FiveCategory::Flush => "flush",
            FiveCategory::FullHouse => "full house",
            FiveCategory::FourOfAKind => "four of a kind",
            FiveCategory::StraightFlush => "straight flush",
            FiveCategory::RoyalFlush => "royal flush",
        }
    }
}

/// Writes the [name](FiveCategory::name).
impl fmt::Display for FiveCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The strength of a five-card poker hand: the higher one wins, and equal ones tie.
///
/// It is the category and then the five ranks in the order in which they matter.
///
/// ```
/// use tercet_cards::{FiveCategory, Rank, parse_cards, rank_five};
///
/// let cards = parse_cards("9c Kd 9h Ks Kh")?;
/// let strength = rank_five([cards[0], cards[1], cards[2], cards[3], cards[4]]);
/// assert_eq!(strength.category(), FiveCategory::FullHouse);
/// assert_eq!(strength.ranks(), [Rank::King, Rank::King, Rank::King, Rank::Nine, Rank::Nine]);
/// assert_eq!(strength.to_string(), "full house, kings over nines");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
// The category, times 4096; plus a number that stands for the ranks, see `pack`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FiveRank(u16);

impl FiveRank {
    /// The strength with this category and these ranks, in the order in which they matter: the greater group first,
    /// the higher first among equals, and the ace of 5-4-3-2-A last.
    pub const fn new(category: FiveCategory, ranks: [Rank; 5]) -> FiveRank {
        FiveRank((category as u16) << 12 | pack(category, ranks))
    }

    /// The category.
    pub const fn category(self) -> FiveCategory {
        FiveCategory::ALL[(self.0 >> 12) as usize]
    }

    /// The five ranks in the order in which they matter: the greater group first, the higher first among equals, and
    /// the ace of 5-4-3-2-A last.
    pub const fn ranks(self) -> [Rank; 5] {
        unpack(self.category(), self.0 & 0xFFF)
    }

    /// The number behind the order: a higher one is stronger.
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// The ranks as one number below 4096 that rises with them.
///
/// A group of equal cards is a digit to the base 13. Different ranks that matter in their order are numbered as
/// combinations: there are few enough of those.
const fn pack(category: FiveCategory, [a, b, c, d, e]: [Rank; 5]) -> u16 {
    match category {
        FiveCategory::HighCard | FiveCategory::Flush => place([a, b, c, d, e]),
        FiveCategory::Pair => a as u16 * 286 + place([c, d, e]),
        FiveCategory::TwoPair => place([a, c]) * 13 + e as u16,
        FiveCategory::ThreeOfAKind => a as u16 * 78 + place([d, e]),
        FiveCategory::FullHouse => a as u16 * 13 + d as u16,
        FiveCategory::FourOfAKind => a as u16 * 13 + e as u16,
        FiveCategory::Straight | FiveCategory::StraightFlush | FiveCategory::RoyalFlush => a as u16,
    }
}

/// The inverse of [`pack`].
const fn unpack(category: FiveCategory, number: u16) -> [Rank; 5] {
    match category {
        FiveCategory::HighCard | FiveCategory::Flush => ranks_at(number),
        FiveCategory::Pair => {
            let (pair, [c, d, e]) = (Rank::ALL[number as usize / 286], ranks_at(number % 286));
            [pair, pair, c, d, e]
        }
        FiveCategory::TwoPair => {
            let ([high, low], kicker) = (ranks_at(number / 13), Rank::ALL[number as usize % 13]);
            [high, high, low, low, kicker]
        }
        FiveCategory::ThreeOfAKind => {
            let (three, [d, e]) = (Rank::ALL[number as usize / 78], ranks_at(number % 78));
            [three, three, three, d, e]
        }
        FiveCategory::FullHouse => {
            let (three, pair) = (Rank::ALL[number as usize / 13], Rank::ALL[number as usize % 13]);
            [three, three, three, pair, pair]
        }
        FiveCategory::FourOfAKind => {
            let (four, kicker) = (Rank::ALL[number as usize / 13], Rank::ALL[number as usize % 13]);
            [four, four, four, four, kicker]
        }
        FiveCategory::Straight | FiveCategory::StraightFlush | FiveCategory::RoyalFlush => {
            // 5-4-3-2-A is the only straight that goes below the two.
            let fifth = if number == 3 { 12 } else { number as usize - 4 };
            [
                Rank::ALL[number as usize],
                Rank::ALL[number as usize - 1],
                Rank::ALL[number as usize - 2],
                Rank::ALL[number as usize - 3],
                Rank::ALL[fifth],
            ]
        }
    }
}

/// The place of K falling ranks among all such, lowest first: below `r` there are `r` choose K ways to put all K,
/// and so on for the rest.
const fn place<const K: usize>(ranks: [Rank; K]) -> u16 {
    let mut place = 0;
    let mut i = 0;
    while i < K {
        place += WAYS[ranks[i] as usize][K - i];
        i += 1;
    }
    place
}

/// The inverse of [`place`].
const fn ranks_at<const K: usize>(place: u16) -> [Rank; K] {
    let mut ranks = [Rank::Two; K];
    let mut left = place;
    let mut rank = 13;
    let mut i = 0;
    while i < K {
        rank -= 1;
        while choose(rank, K - i) > left {
            rank -= 1;
        }
        ranks[i] = Rank::ALL[rank as usize];
        left -= choose(rank, K - i);
        i += 1;
    }
    ranks
}

/// The number of ways to choose k of n ranks.
const fn choose(n: u16, k: usize) -> u16 {
    WAYS[n as usize][k]
}

static WAYS: [[u16; 6]; 13] = {
    let mut ways = [[0; 6]; 13];
    let mut n = 0;
    while n < 13 {
        ways[n][0] = 1;
        let mut k = 1;
        while k < 6 && n > 0 {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
};

/// Writes what a dealer says: "full house, kings over nines", "two pair, tens and twos", "straight, ten high",
/// "royal flush".
impl fmt::Display for FiveRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let category = self.category();
        let [first, _, third, fourth, _] = self.ranks();
        match category {
            FiveCategory::HighCard => write!(f, "{} high", first.name()),
            FiveCategory::Pair => write!(f, "pair of {}", first.plural()),
            FiveCategory::TwoPair => write!(f, "{category}, {} and {}", first.plural(), third.plural()),
            FiveCategory::ThreeOfAKind | FiveCategory::FourOfAKind => {
                write!(f, "{category}, {}", first.plural())
            }
            FiveCategory::FullHouse => write!(f, "{category}, {} over {}", first.plural(), fourth.plural()),
            FiveCategory::Straight | FiveCategory::Flush | FiveCategory::StraightFlush => {
                write!(f, "{category}, {} high", first.name())
            }
            FiveCategory::RoyalFlush => write!(f, "{category}"),
        }
    }
}

impl fmt::Debug for FiveRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.ranks();
        write!(f, "FiveRank({} {a}-{b}-{c}-{d}-{e})", self.category())
    }
}
