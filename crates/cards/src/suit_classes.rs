//! Hands that differ only by the names of their suits.

use crate::CardSet;

/// The representative of all sets that differ from this one only by the names of the suits.
///
/// No game here ranks suits, so one hand of each class is enough to study them all. Of the 24 renamings the one is
/// taken whose suit masks rise from clubs to spades: three suited cards become spades.
///
/// ```
/// use tercet_cards::{CardSet, parse_cards, suit_class};
///
/// let hand: CardSet = parse_cards("Ah Kh 2c")?.into_iter().collect();
/// assert_eq!(suit_class(hand).to_string(), "As Ks 2h");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[must_use]
pub const fn suit_class(set: CardSet) -> CardSet {
    let [mut a, mut b, mut c, mut d] = set.lanes();
    // A sorting network for four.
    (a, b) = sorted(a, b);
    (c, d) = sorted(c, d);
    (a, c) = sorted(a, c);
    (b, d) = sorted(b, d);
    (b, c) = sorted(b, c);
    CardSet::from_lanes([a, b, c, d])
}

const fn sorted(a: u16, b: u16) -> (u16, u16) {
    if a <= b { (a, b) } else { (b, a) }
}

/// A class of hands that differ only by the names of their suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitClass {
    /// The hand that [`suit_class`] gives for every hand of the class.
    pub representative: CardSet,
    /// The number of hands in the class, at most 24.
    pub size: u64,
}

/// The suit classes of all hands of `k` cards, each once; their sizes add up to the number of hands.
///
/// ```
/// assert_eq!(tercet_cards::suit_classes(3).count(), 1_755);
/// ```
#[inline]
pub fn suit_classes(k: usize) -> impl Iterator<Item = SuitClass> {
    // The masks of a representative rise from clubs to spades: chosen from spades down, each is at most the last.
    choices(k, ALL_RANKS)
        .flat_map(|(s, left)| choices(left, s).map(move |(h, left)| (s, h, left)))
        .flat_map(|(s, h, left)| choices(left, h).map(move |(d, left)| (s, h, d, left)))
        .flat_map(|(s, h, d, left)| masks(left, d).map(move |c| CardSet::from_lanes([c, d, h, s])))
        .map(|representative| SuitClass { representative, size: renamings(representative) })
}

/// The suit classes of all hands of three cards, in the order of [`suit_classes`]: a table made when the program is built.
///
/// ```
/// use tercet_cards::{CLASSES_OF_THREE, suit_classes};
///
/// assert!(suit_classes(3).eq(CLASSES_OF_THREE));
/// ```
pub static CLASSES_OF_THREE: [SuitClass; 1_755] = table(3);

/// The suit classes of all hands of four cards, in the order of [`suit_classes`]: a table made when the program is built.
///
/// ```
/// use tercet_cards::{CLASSES_OF_FOUR, suit_classes};
///
/// assert!(suit_classes(4).eq(CLASSES_OF_FOUR));
/// ```
pub static CLASSES_OF_FOUR: [SuitClass; 16_432] = table(4);

const fn table<const N: usize>(cards: usize) -> [SuitClass; N] {
    let mut table = [SuitClass { representative: CardSet::EMPTY, size: 0 }; N];
    let filled = fill(&mut table, 0, [0; 4], 3, cards);
    assert!(filled == N, "as many classes as there are places");
    table
}

/// Fills a table from a place on with the classes that have these masks above a suit, and so many cards in it and below;
/// gives the next place.
const fn fill(table: &mut [SuitClass], mut at: usize, lanes: [u16; 4], suit: usize, left: usize) -> usize {
    let greatest = if suit == 3 { ALL_RANKS } else { lanes[suit + 1] };
    // The last suit takes all that is left.
    let mut count = if suit == 0 { left } else { 0 };
    while count <= left {
        let mut i = STARTS[count];
        while i < STARTS[count + 1] && MASKS[i] <= greatest {
            let mut lanes = lanes;
            lanes[suit] = MASKS[i];
            if suit > 0 {
                at = fill(table, at, lanes, suit - 1, left - count);
            } else {
                let representative = CardSet::from_lanes(lanes);
                table[at] = SuitClass { representative, size: renamings(representative) };
                at += 1;
            }
            i += 1;
        }
        count += 1;
    }
    at
}

const ALL_RANKS: u16 = 0x1FFF;

/// The masks of at most so many ranks up to the greatest, each with the number of cards then left to choose.
#[inline]
fn choices(cards: usize, greatest: u16) -> impl Iterator<Item = (u16, usize)> {
    (0..=cards).flat_map(move |n| masks(n, greatest).map(move |mask| (mask, cards - n)))
}

/// The masks of so many ranks, rising, up to the greatest.
#[inline]
fn masks(count: usize, greatest: u16) -> impl Iterator<Item = u16> {
    let masks = if count <= 13 { &MASKS[STARTS[count]..STARTS[count + 1]] } else { &[] };
    masks.iter().copied().take_while(move |mask| *mask <= greatest)
}

/// Every mask of ranks by the number of its ranks, rising among those of one number.
static MASKS: [u16; 1 << 13] = {
    let mut masks = [0; 1 << 13];
    let mut next = STARTS;
    let mut mask: u16 = 0;
    while mask <= ALL_RANKS {
        let place = &mut next[mask.count_ones() as usize];
        masks[*place] = mask;
        *place += 1;
        mask += 1;
    }
    masks
};

/// Where in [`MASKS`] those of each number of ranks start.
const STARTS: [usize; 15] = {
    let mut starts = [0; 15];
    let mut count = 0;
    while count < 14 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1,716")]
        let masks = crate::binomial(13, count as u64) as usize;
        starts[count + 1] = starts[count] + masks;
        count += 1;
    }
    starts
};

/// The number of different sets among the 24 renamings of a set whose suit masks are in order: 24, divided by the orders
/// in which equal masks could stand.
#[inline]
const fn renamings(sorted: CardSet) -> u64 {
    let [a, b, c, d] = sorted.lanes();
    match [a == b, b == c, c == d] {
        [false, false, false] => 24,
        [true, false, false] | [false, true, false] | [false, false, true] => 12,
        [true, false, true] => 6,
        [true, true, false] | [false, true, true] => 4,
        [true, true, true] => 1,
    }
}
