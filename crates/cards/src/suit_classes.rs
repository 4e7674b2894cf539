//! Hands that differ only by the names of their suits.

use crate::{CardSet, combinations};

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
pub fn suit_classes(k: usize) -> impl Iterator<Item = SuitClass> {
    combinations(CardSet::FULL, k)
        .filter(|&hand| suit_class(hand) == hand)
        .map(|representative| SuitClass { representative, size: renamings(representative) })
}

/// The number of different sets among the 24 renamings of a set whose suit masks are in order: 24, divided by the orders
/// in which equal masks could stand.
fn renamings(sorted: CardSet) -> u64 {
    let [a, b, c, d] = sorted.lanes();
    match [a == b, b == c, c == d] {
        [false, false, false] => 24,
        [true, false, false] | [false, true, false] | [false, false, true] => 12,
        [true, false, true] => 6,
        [true, true, false] | [false, true, true] => 4,
        [true, true, true] => 1,
    }
}
