//! Three cards, by table.
//!
//! The strength depends on the three ranks and on whether there is one suit. Each card has a code, so chosen that the sum
//! of three codes tells both: its low bits are the place in a table, its high bits say which of two tables.

use crate::{Ace, Card, CardSet, Rank, ThreeCategory, ThreeRank, tally::FallingRanks};

/// The strength of three cards, of one deck or of several shuffled together.
///
/// A hand is the highest category whose definition it meets. From several decks that may be two at once: three kings of
/// diamonds are of one suit and three of a kind, which is higher; two of them and a five of diamonds are a flush, and no
/// pair. Ties go by the ranks of what it is.
///
/// ```
/// use tercet_cards::{Ace, parse_cards, rank_three};
///
/// let cards = parse_cards("Ah 3h 2h")?;
/// let hand = [cards[0], cards[1], cards[2]];
/// assert_eq!(rank_three(hand, Ace::HighAndLow).to_string(), "straight flush, three high");
/// assert_eq!(rank_three(hand, Ace::HighOnly).to_string(), "flush, ace high");
///
/// let [king, five] = [parse_cards("Kd")?[0], parse_cards("5d")?[0]];
/// assert_eq!(rank_three([king; 3], Ace::HighAndLow).to_string(), "three of a kind, kings");
/// assert_eq!(rank_three([king, king, five], Ace::HighAndLow).to_string(), "flush, king high");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[inline]
pub const fn rank_three(cards: [Card; 3], ace: Ace) -> ThreeRank {
    let [a, b, c] = cards;
    let sum =
        CODE[a.byte() as usize].wrapping_add(CODE[b.byte() as usize]).wrapping_add(CODE[c.byte() as usize]);
    let one_suit = ONE_SUIT[(sum >> SUIT_SHIFT) as usize];
    STRENGTH[ace as usize][one_suit as usize][sum as usize % SUMS]
}

/// The strength of a set of three cards; `None` if there are more or fewer.
#[inline]
pub fn rank_three_set(cards: CardSet, ace: Ace) -> Option<ThreeRank> {
    let mut cards = cards.iter();
    let three = [cards.next()?, cards.next()?, cards.next()?];
    if cards.next().is_none() { Some(rank_three(three, ace)) } else { None }
}

/// What each card adds, at [`Card::byte`]: 256 entries, so that no index is out of bounds.
///
/// The low bits hold the key of the rank, the top six the key of the suit.
static CODE: [u32; 256] = {
    let mut code = [0; 256];
    let mut i = 0;
    while i < 52 {
        let card = Card::ALL[i];
        code[card.index()] = RANK_KEY[card.rank().index()] | SUIT_KEY[card.suit().index()] << SUIT_SHIFT;
        i += 1;
    }
    code
};

/// The sums of three of these are all different, and small: a Bose-Chowla set.
///
/// Let t generate the field of 13^3 elements. By their theorem no two sums of three of the thirteen logarithms of t + a
/// (a in 0..13) are equal modulo 13^3 - 1, nor are they after multiplying by a unit and shifting. Of all generators and
/// multipliers these keys have the smallest greatest member.
const RANK_KEY: [u32; 13] = [0, 28, 129, 186, 288, 628, 648, 870, 875, 978, 1012, 1031, 1043];

/// The sums of three of these are all different too, so the sum tells whether the three are equal.
const SUIT_KEY: [u32; 4] = [0, 1, 4, 13];

const SUIT_SHIFT: u32 = 26;
const SUMS: usize = 1 << 12;

/// Whether a sum of three suit keys stands for one suit.
static ONE_SUIT: [bool; 64] = {
    let mut one_suit = [false; 64];
    let mut suit = 0;
    while suit < 4 {
        one_suit[3 * SUIT_KEY[suit] as usize] = true;
        suit += 1;
    }
    one_suit
};

/// Strengths by ace, by suits (several, one) and by the sum of the rank keys.
static STRENGTH: [[[ThreeRank; SUMS]; 2]; 2] = [
    [strengths(Ace::HighAndLow, false), strengths(Ace::HighAndLow, true)],
    [strengths(Ace::HighOnly, false), strengths(Ace::HighOnly, true)],
];

const fn strengths(ace: Ace, one_suit: bool) -> [ThreeRank; SUMS] {
    let mut table = [ThreeRank::lowest(ThreeCategory::HighCard); SUMS];
    let mut ranks = Some(FallingRanks::<3>::lowest());
    while let Some(these) = ranks {
        let [a, b, c] = these.0;
        let sum = RANK_KEY[a.index()] + RANK_KEY[b.index()] + RANK_KEY[c.index()];
        table[sum as usize] = strength(these.0, one_suit, ace);
        ranks = these.next();
    }
    table
}

/// The strength of three falling ranks, of one suit or of several.
pub(crate) const fn strength(falling: [Rank; 3], one_suit: bool, ace: Ace) -> ThreeRank {
    let [a, b, c] = falling;
    let (high, middle, low) = (a as u8, b as u8, c as u8);
    let ace_low = matches!((falling, ace), ([Rank::Ace, Rank::Three, Rank::Two], Ace::HighAndLow));
    let straight = ace_low || high == middle + 1 && middle == low + 1;
    // From the highest category down: cards of several decks may meet two of them.
    let category = match (straight, one_suit) {
        (true, true) => ThreeCategory::StraightFlush,
        _ if high == low => ThreeCategory::ThreeOfAKind,
        (true, false) => ThreeCategory::Straight,
        (false, true) => ThreeCategory::Flush,
        (false, false) if high == middle || middle == low => ThreeCategory::Pair,
        (false, false) => ThreeCategory::HighCard,
    };
    let low_pair = matches!(category, ThreeCategory::Pair) && middle == low;
    let order = if ace_low || low_pair { [b, c, a] } else { falling };
    ThreeRank::new(category, order)
}
