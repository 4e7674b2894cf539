//! Kinds of up to three cards: cards of one kind are held by equally many dealer hands.

use crate::strengths::{MULTISETS, multiset_index};
use tercet_cards::{Card, CardSet, suit_class};

/// Kinds of up to three cards, numbered without gaps: those of one card first, then those of two, then those of three.
pub(crate) trait Kinds {
    /// What every count is multiplied by, so that a hand can be shared out among all cards of a kind.
    const SCALE: u32;
    /// The number of kinds.
    const KINDS: usize;

    /// The kind of a card.
    fn one(card: Card) -> u16;
    /// The kind of two cards, the higher first.
    fn two(cards: [Card; 2]) -> u16;
    /// The kind of three cards, the higher first.
    fn three(cards: [Card; 3]) -> u16;
    /// [`SCALE`](Kinds::SCALE) over the number of cards of this kind.
    fn share(kind: u16) -> u32;
    /// The hand by which a dealer hand and all that it stands for are known.
    fn known_as(hand: CardSet) -> CardSet;
}

/// Dealer hands come in whole suit classes: cards that become each other by renaming suits are of one kind.
pub(crate) struct ByRenaming;

/// Ranks; ranks of two suits (a triangle with the pairs on its diagonal) and of one (the other triangle); three ranks,
/// each in five cases.
const RENAMED: [usize; 3] = [13, 13 * 13, 5 * MULTISETS];

impl ByRenaming {
    #[inline]
    pub(crate) const fn one(card: Card) -> u16 {
        number(rank(card))
    }

    #[inline]
    pub(crate) const fn two([a, b]: [Card; 2]) -> u16 {
        let (high, low) = (rank(a), rank(b));
        number(RENAMED[0] + if suit(a) == suit(b) { low * 13 + high } else { high * 13 + low })
    }

    #[inline]
    pub(crate) const fn three([a, b, c]: [Card; 3]) -> u16 {
        let ranks = [rank(a), rank(b), rank(c)];
        let flags = (suit(a) == suit(b)) as usize
            | ((suit(a) == suit(c)) as usize) << 1
            | ((suit(b) == suit(c)) as usize) << 2
            | ((ranks[0] == ranks[1]) as usize) << 3
            | ((ranks[1] == ranks[2]) as usize) << 4;
        number(RENAMED[0] + RENAMED[1] + 5 * multiset_index(ranks) + CASES[flags] as usize)
    }
}

impl Kinds for ByRenaming {
    const SCALE: u32 = 24;
    const KINDS: usize = RENAMED[0] + RENAMED[1] + RENAMED[2];

    #[inline]
    fn one(card: Card) -> u16 {
        ByRenaming::one(card)
    }

    #[inline]
    fn two(cards: [Card; 2]) -> u16 {
        ByRenaming::two(cards)
    }

    #[inline]
    fn three(cards: [Card; 3]) -> u16 {
        ByRenaming::three(cards)
    }

    #[inline]
    fn share(kind: u16) -> u32 {
        u32::from(SHARES[usize::from(kind)])
    }

    fn known_as(hand: CardSet) -> CardSet {
        suit_class(hand)
    }
}

const fn rank(card: Card) -> usize {
    card.index() / 4
}

const fn suit(card: Card) -> usize {
    card.index() % 4
}

#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^16 kinds")]
const fn number(kind: usize) -> u16 {
    kind as u16
}

/// Three cards by which of them share a suit (bits 0 to 2: the first two, the outer two, the last two) and a rank
/// (bits 3 and 4: the first two, the last two): one of five cases.
const CASES: [u8; 32] = {
    let mut cases = [0; 32];
    let mut flags = 0;
    while flags < 32 {
        let (pair_above, pair_below) = (flags & 8 != 0, flags & 16 != 0);
        cases[flags] = match flags & 7 {
            // Of a pair either card may be named first, so that is made one case.
            1 => 1,
            2 if pair_below => 1,
            2 => 2,
            4 if pair_above => 2,
            4 => 3,
            0 => 4,
            // All of one suit; the rest are no cards, since suits that are the same in two ways are so in the third.
            _ => 0,
        };
        flags += 1;
    }
    cases
};

/// By kind: 24 over the number of cards that renaming the suits makes of one another.
static SHARES: [u8; <ByRenaming as Kinds>::KINDS] = {
    let mut shares = [24 / 4; <ByRenaming as Kinds>::KINDS];
    let mut high = 0;
    while high < 13 {
        let mut middle = 0;
        while middle <= high {
            // Two cards of two suits; those of one suit are four, like single cards.
            shares[RENAMED[0] + high * 13 + middle] = if high == middle { 24 / 6 } else { 24 / 12 };
            let mut low = 0;
            while low <= middle {
                let first = RENAMED[0] + RENAMED[1] + 5 * multiset_index([high, middle, low]);
                // Two of the three share a suit; then none do.
                shares[first + 1] = 24 / 12;
                shares[first + 2] = 24 / 12;
                shares[first + 3] = 24 / 12;
                shares[first + 4] = match (high == middle, middle == low) {
                    (true, true) => 24 / 4,
                    (true, false) | (false, true) => 24 / 12,
                    (false, false) => 1,
                };
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    shares
};

/// Dealer hands come one by one: cards are of one kind with themselves only.
pub(crate) struct ByCard;

/// The numbers of hands of one, two and three cards.
const EACH: [usize; 3] = [52, 52 * 51 / 2, 52 * 51 * 50 / 6];

impl Kinds for ByCard {
    const SCALE: u32 = 1;
    const KINDS: usize = EACH[0] + EACH[1] + EACH[2];

    #[inline]
    fn one(card: Card) -> u16 {
        number(card.index())
    }

    #[inline]
    fn two([a, b]: [Card; 2]) -> u16 {
        let (a, b) = (a.index(), b.index());
        number(EACH[0] + a * (a - 1) / 2 + b)
    }

    #[inline]
    fn three([a, b, c]: [Card; 3]) -> u16 {
        let (a, b, c) = (a.index(), b.index(), c.index());
        number(EACH[0] + EACH[1] + a * (a - 1) * (a - 2) / 6 + b * (b - 1) / 2 + c)
    }

    #[inline]
    fn share(_: u16) -> u32 {
        1
    }

    fn known_as(hand: CardSet) -> CardSet {
        hand
    }
}
