//! Five and six cards, by table.
//!
//! Without a flush only the ranks matter: their [tally](crate::tally), sent through a perfect hash, finds the strength
//! in a table. With a flush, one hand in a hundred, nothing but the ranks of that suit matters: six cards have no room
//! for a full house or four of a kind beside it.

use crate::{
    Card, CardSet, FiveCategory, FiveRank, Rank,
    five_of_ranks::{best_of_ranks, best_of_suit},
    perfect_hash::PerfectHash,
    tally::{FallingRanks, count, suit_index, suited, tally, tally_of_mask},
};

/// The strength of five different cards as a poker hand.
#[inline]
pub fn rank_five(cards: [Card; 5]) -> FiveRank {
    best_five(cards)
}

/// The strength of a set of five cards; `None` if there are more or fewer.
#[inline]
pub fn rank_five_set(cards: CardSet) -> Option<FiveRank> {
    best_five_of_set(cards, 5)
}

/// The strength of the best five of six different cards.
///
/// ```
/// use tercet_cards::{best_five_of_six, parse_cards};
///
/// let cards = parse_cards("Ks Kh 9d 9c 9s Kd")?;
/// let strength = best_five_of_six(cards.try_into().expect("six cards"));
/// assert_eq!(strength.to_string(), "full house, kings over nines");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[inline]
pub fn best_five_of_six(cards: [Card; 6]) -> FiveRank {
    best_five(cards)
}

/// The strength of the best five of a set of six cards; `None` if there are more or fewer.
#[inline]
pub fn best_five_of_six_set(cards: CardSet) -> Option<FiveRank> {
    best_five_of_set(cards, 6)
}

/// For five or six cards.
#[inline]
fn best_five<const N: usize>(cards: [Card; N]) -> FiveRank {
    let tally = tally(cards);
    let flush = suited(tally, 5);
    if flush == 0 { OF_RANKS[HASH.slot(tally)] } else { best_flush(cards, suit_index(flush)) }
}

#[cold]
fn best_flush<const N: usize>(cards: [Card; N], suit: usize) -> FiveRank {
    OF_SUIT[CardSet::from_cards(&cards).lanes()[suit] as usize % MASKS]
}

#[inline]
fn best_five_of_set(cards: CardSet, len: u64) -> Option<FiveRank> {
    let tallies = cards.lanes().map(tally_of_mask);
    let tally = tallies.into_iter().fold(0, u64::wrapping_add);
    if count(tally) != len {
        return None;
    }
    match tallies.iter().position(|&suit| count(suit) >= 5) {
        None => Some(OF_RANKS[HASH.slot(tally)]),
        Some(suit) => Some(OF_SUIT[cards.lanes()[suit] as usize % MASKS]),
    }
}

const SLOTS: usize = 1 << 15;
const MASKS: usize = 1 << 13;

static HASH: PerfectHash<4096, SLOTS> = PerfectHash::build(&keys(), MULTIPLIER);

/// Found by the search in the tests of `perfect_hash`.
pub(crate) const MULTIPLIER: u64 = 0x1715_609F_7C72;

/// The tallies of five and six ranks.
pub(crate) const fn keys() -> [u64; 6_175 + 18_395] {
    let mut keys = [0; 6_175 + 18_395];
    add_keys::<5>(&mut keys, 0);
    add_keys::<6>(&mut keys, 6_175);
    keys
}

const fn add_keys<const K: usize>(keys: &mut [u64], first: usize) {
    let mut ranks = Some(FallingRanks::<K>::lowest());
    let mut i = first;
    while let Some(these) = ranks {
        keys[i] = these.tally();
        i += 1;
        ranks = these.next();
    }
}

/// The strength of five or six ranks without a flush, by slot.
static OF_RANKS: [FiveRank; SLOTS] = {
    let mut table = [UNUSED; SLOTS];
    add_strengths::<5>(&mut table);
    add_strengths::<6>(&mut table);
    table
};

const fn add_strengths<const K: usize>(table: &mut [FiveRank; SLOTS]) {
    let mut ranks = Some(FallingRanks::<K>::lowest());
    while let Some(these) = ranks {
        table[HASH.slot(these.tally())] = best_of_ranks(&these.0);
        ranks = these.next();
    }
}

/// The strength of the ranks of one suit, five or more, by mask.
static OF_SUIT: [FiveRank; MASKS] = {
    let mut table = [UNUSED; MASKS];
    let mut ranks = 0_u16;
    while (ranks as usize) < MASKS {
        if ranks.count_ones() >= 5 {
            table[ranks as usize] = best_of_suit(ranks);
        }
        ranks += 1;
    }
    table
};

/// The lowest strength there is.
const UNUSED: FiveRank =
    FiveRank::new(FiveCategory::HighCard, [Rank::Seven, Rank::Five, Rank::Four, Rank::Three, Rank::Two]);
