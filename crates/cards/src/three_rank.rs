//! The strength of three cards.

use crate::Rank;
use core::fmt;

/// The category of a three-card hand, lowest first: this order is the ranking of all five games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ThreeCategory {
    /// None of the others.
    HighCard = 0,
    /// Two cards of one rank.
    Pair,
    /// Three cards of one suit.
    Flush,
    /// Three cards in sequence.
    Straight,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Three cards of one suit in sequence.
    StraightFlush,
}

impl ThreeCategory {
    /// Every category, lowest first.
    pub const ALL: [ThreeCategory; 6] = [
        ThreeCategory::HighCard,
        ThreeCategory::Pair,
        ThreeCategory::Flush,
        ThreeCategory::Straight,
        ThreeCategory::ThreeOfAKind,
        ThreeCategory::StraightFlush,
    ];

    /// The words a dealer uses: "three of a kind".
    pub const fn name(self) -> &'static str {
        match self {
            ThreeCategory::HighCard => "high card",
            ThreeCategory::Pair => "pair",
            ThreeCategory::Flush => "flush",
            ThreeCategory::Straight => "straight",
            ThreeCategory::ThreeOfAKind => "three of a kind",
            ThreeCategory::StraightFlush => "straight flush",
        }
    }
}

/// Writes the [name](ThreeCategory::name).
impl fmt::Display for ThreeCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The strength of a three-card hand: of two hands the higher one wins, and equal ones tie.
///
/// It is the category and then the three ranks in the order in which they matter.
///
/// ```
/// use tercet_cards::{Ace, Rank, ThreeCategory, ThreeRank, parse_cards, rank_three};
///
/// let cards = parse_cards("9c 9d Kh")?;
/// let strength = rank_three([cards[0], cards[1], cards[2]], Ace::HighAndLow);
/// assert_eq!(strength.category(), ThreeCategory::Pair);
/// assert_eq!(strength.ranks(), [Rank::Nine, Rank::Nine, Rank::King]);
/// assert_eq!(strength.to_string(), "pair of nines");
/// assert!(strength >= ThreeRank::pair_floor(Rank::Nine));
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
// The category, times 4096; plus the three ranks as digits to the base 13.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreeRank(u16);

impl ThreeRank {
    /// The strength with this category and these ranks, in the order in which they matter: a pair before its
    /// kicker, the ace of 3-2-A last, everything else from high to low.
    pub const fn new(category: ThreeCategory, ranks: [Rank; 3]) -> ThreeRank {
        let [a, b, c] = ranks;
        ThreeRank((category as u16) << 12 | (a as u16 * 169 + b as u16 * 13 + c as u16))
    }

    /// The category.
    pub const fn category(self) -> ThreeCategory {
        ThreeCategory::ALL[(self.0 >> 12) as usize]
    }

    /// The three ranks in the order in which they matter: a pair before its kicker, the ace of 3-2-A last, everything
    /// else from high to low.
    pub const fn ranks(self) -> [Rank; 3] {
        let digits = (self.0 & 0xFFF) as usize;
        [Rank::ALL[digits / 169], Rank::ALL[digits / 13 % 13], Rank::ALL[digits % 13]]
    }

    /// The number behind the order: a higher one is stronger.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A strength that every hand of this or a higher category reaches, and no hand of a lower one; from several decks
    /// too, where the lowest flush is 3-2-2.
    pub const fn lowest(category: ThreeCategory) -> ThreeRank {
        use Rank::{Ace, Five, Three, Two};
        let ranks = match category {
            ThreeCategory::HighCard => [Five, Three, Two],
            ThreeCategory::Flush => [Three, Two, Two],
            ThreeCategory::Pair => [Two, Two, Three],
            ThreeCategory::Straight | ThreeCategory::StraightFlush => [Three, Two, Ace],
            ThreeCategory::ThreeOfAKind => [Two, Two, Two],
        };
        ThreeRank::new(category, ranks)
    }

    /// A strength that every hand reaches with a pair or better, or with high cards at least as good as these.
    ///
    /// `[Queen]` asks for queen high, `[Queen, Six, Four]` for Q-6-4. The ranks may be given in any order; beyond
    /// the three highest they do not matter.
    ///
    /// ```
    /// use tercet_cards::{Rank, ThreeRank};
    ///
    /// let queen_high = ThreeRank::high_card_floor(&[Rank::Queen]);
    /// assert_eq!(queen_high.to_string(), "queen high");
    /// assert!(queen_high < ThreeRank::high_card_floor(&[Rank::Queen, Rank::Six, Rank::Four]));
    /// ```
    pub const fn high_card_floor(ranks: &[Rank]) -> ThreeRank {
        let mut highest = [Rank::Two, Rank::Two, Rank::Two];
        let mut i = 0;
        while i < ranks.len() {
            let [a, b, c] = highest;
            let new = ranks[i];
            if new as u8 > a as u8 {
                highest = [new, a, b];
            } else if new as u8 > b as u8 {
                highest = [a, new, b];
            } else if new as u8 > c as u8 {
                highest = [a, b, new];
            }
            i += 1;
        }
        ThreeRank::new(ThreeCategory::HighCard, highest)
    }

    /// A strength that every hand reaches with a pair of this rank or anything better.
    pub const fn pair_floor(rank: Rank) -> ThreeRank {
        ThreeRank::new(ThreeCategory::Pair, [rank, rank, Rank::Two])
    }
}

/// Writes what a dealer says: "queen high", "pair of nines", "flush, king high", "straight, three high",
/// "three of a kind, tens", "straight flush, ace high".
impl fmt::Display for ThreeRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let category = self.category();
        let [first, ..] = self.ranks();
        match category {
            ThreeCategory::HighCard => write!(f, "{} high", first.name()),
            ThreeCategory::Pair => write!(f, "pair of {}", first.plural()),
            ThreeCategory::ThreeOfAKind => write!(f, "{category}, {}", first.plural()),
            ThreeCategory::Flush | ThreeCategory::Straight | ThreeCategory::StraightFlush => {
                write!(f, "{category}, {} high", first.name())
            }
        }
    }
}

impl fmt::Debug for ThreeRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.ranks();
        write!(f, "ThreeRank({} {a}-{b}-{c})", self.category())
    }
}
