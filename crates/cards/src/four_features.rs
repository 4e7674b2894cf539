//! What a four-card hand contains.

use core::{
    fmt,
    ops::{BitOr, BitOrAssign},
};

/// The patterns that a four-card hand contains, each whether or not a better one hides it.
///
/// Four nines contain three of a kind, a pair, and no two pair, which takes two ranks. A four-card straight contains a
/// three-card straight. Which of them a table pays, and which goes first, its rows say.
///
/// ```
/// use tercet_cards::{Ace, FourFeatures, four_features, parse_cards};
///
/// let cards = parse_cards("5s 5h 6d 7c")?;
/// let features = four_features([cards[0], cards[1], cards[2], cards[3]], Ace::HighAndLow);
/// assert_eq!(features, FourFeatures::PAIR | FourFeatures::STRAIGHT_3);
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FourFeatures(u16);

impl FourFeatures {
    /// No pattern at all.
    pub const NONE: FourFeatures = FourFeatures(0);
    /// Two cards of one rank, or more.
    pub const PAIR: FourFeatures = FourFeatures(1);
    /// Two cards of one rank and two of another.
    pub const TWO_PAIR: FourFeatures = FourFeatures(1 << 1);
    /// Three cards of one rank, or four.
    pub const THREE_OF_A_KIND: FourFeatures = FourFeatures(1 << 2);
    /// Four cards of one rank.
    pub const FOUR_OF_A_KIND: FourFeatures = FourFeatures(1 << 3);
    /// Three cards of one suit, or four.
    pub const FLUSH_3: FourFeatures = FourFeatures(1 << 4);
    /// Four cards of one suit.
    pub const FLUSH_4: FourFeatures = FourFeatures(1 << 5);
    /// Some three of the cards are in sequence.
    pub const STRAIGHT_3: FourFeatures = FourFeatures(1 << 6);
    /// All four cards are in sequence.
    pub const STRAIGHT_4: FourFeatures = FourFeatures(1 << 7);
    /// Some three of the cards are of one suit and in sequence.
    pub const STRAIGHT_FLUSH_3: FourFeatures = FourFeatures(1 << 8);
    /// All four cards are of one suit and in sequence.
    pub const STRAIGHT_FLUSH_4: FourFeatures = FourFeatures(1 << 9);
    /// A-K-Q-J of one suit.
    pub const ROYAL_FAMILY: FourFeatures = FourFeatures(1 << 10);

    /// Every single pattern with its name.
    pub const ALL: [(FourFeatures, &'static str); 11] = [
        (FourFeatures::PAIR, "pair"),
        (FourFeatures::TWO_PAIR, "two pair"),
        (FourFeatures::THREE_OF_A_KIND, "three of a kind"),
        (FourFeatures::FOUR_OF_A_KIND, "four of a kind"),
        (FourFeatures::FLUSH_3, "three-card flush"),
        (FourFeatures::FLUSH_4, "four-card flush"),
        (FourFeatures::STRAIGHT_3, "three-card straight"),
        (FourFeatures::STRAIGHT_4, "four-card straight"),
        (FourFeatures::STRAIGHT_FLUSH_3, "three-card straight flush"),
        (FourFeatures::STRAIGHT_FLUSH_4, "four-card straight flush"),
        (FourFeatures::ROYAL_FAMILY, "royal family"),
    ];

    /// The patterns of either.
    #[must_use]
    pub const fn union(self, other: FourFeatures) -> FourFeatures {
        FourFeatures(self.0 | other.0)
    }

    /// These patterns too, if they are `present`.
    pub(crate) const fn or(self, patterns: FourFeatures, present: bool) -> FourFeatures {
        if present { self.union(patterns) } else { self }
    }

    /// Whether all these patterns are there.
    pub const fn contains(self, patterns: FourFeatures) -> bool {
        self.0 & patterns.0 == patterns.0
    }

    /// Whether at least one of these patterns is there.
    pub const fn intersects(self, patterns: FourFeatures) -> bool {
        self.0 & patterns.0 != 0
    }

    /// One bit per pattern, in the order of [`FourFeatures::ALL`].
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl BitOr for FourFeatures {
    type Output = FourFeatures;

    fn bitor(self, other: FourFeatures) -> FourFeatures {
        self.union(other)
    }
}

impl BitOrAssign for FourFeatures {
    fn bitor_assign(&mut self, other: FourFeatures) {
        *self = self.union(other);
    }
}

/// Writes the names of the patterns, with commas: "pair, three-card straight".
impl fmt::Display for FourFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("nothing");
        }
        let mut names = FourFeatures::ALL.iter().filter(|(pattern, _)| self.contains(*pattern));
        if let Some((_, first)) = names.next() {
            f.write_str(first)?;
        }
        names.try_for_each(|(_, name)| write!(f, ", {name}"))
    }
}

impl fmt::Debug for FourFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FourFeatures({self})")
    }
}
