//! How many dealer hands hold given cards: the terms of an inclusion and exclusion.

use crate::kinds::Kinds;
use crate::numbered::Numbered;
use core::marker::PhantomData;
use tercet_cards::Card;

/// The kinds of the subsets of three cards: three of one, three of two, and all.
pub(crate) type OfThree = [u16; 7];

/// The kinds of the subsets of four cards, up to three of them: four of one, six of two, four of three.
pub(crate) type OfFour = [u16; 14];

/// The kinds of the subsets of some cards.
pub(crate) trait Subsets: Copy {
    /// Where in it the kinds of two cards begin, and where those of three.
    const STARTS: [usize; 2];

    /// Those of the cards of a hand.
    fn of<K: Kinds>(hand: &Numbered) -> Self;

    /// As a slice.
    fn kinds(&self) -> &[u16];
}

impl Subsets for OfThree {
    const STARTS: [usize; 2] = [3, 6];

    #[inline]
    fn of<K: Kinds>(hand: &Numbered) -> OfThree {
        let &[a, b, c] = hand.cards() else { unreachable!("a hand of three cards") };
        let two = |a: Card, b: Card| K::two([a, b]);
        [K::one(a), K::one(b), K::one(c), two(a, b), two(a, c), two(b, c), K::three([a, b, c])]
    }

    #[inline]
    fn kinds(&self) -> &[u16] {
        self
    }
}

impl Subsets for OfFour {
    const STARTS: [usize; 2] = [4, 10];

    #[inline]
    fn of<K: Kinds>(hand: &Numbered) -> OfFour {
        let &[a, b, c, d] = hand.cards() else { unreachable!("a hand of four cards") };
        let two = |a: Card, b: Card| K::two([a, b]);
        let three = |a: Card, b: Card, c: Card| K::three([a, b, c]);
        [
            K::one(a),
            K::one(b),
            K::one(c),
            K::one(d),
            two(a, b),
            two(a, c),
            two(a, d),
            two(b, c),
            two(b, d),
            two(c, d),
            three(a, b, c),
            three(a, b, d),
            three(a, c, d),
            three(b, c, d),
        ]
    }

    #[inline]
    fn kinds(&self) -> &[u16] {
        self
    }
}

/// Counts of dealer hands by what they hold.
pub(crate) struct Holding<K> {
    any: u32,
    /// By kind.
    held: Vec<u32>,
    kinds: PhantomData<K>,
}

impl<K: Kinds> Holding<K> {
    /// No hand yet.
    pub(crate) fn new() -> Holding<K> {
        Holding { any: 0, held: vec![0; K::KINDS], kinds: PhantomData }
    }

    /// Counts a dealer hand with these subsets, and all that it stands for.
    #[inline]
    pub(crate) fn add<S: Subsets>(&mut self, dealer: &S, ways: u8) {
        let ways = u32::from(ways);
        self.any += K::SCALE * ways;
        for kind in dealer.kinds() {
            // Wrapping only to be quick: there are at most 24 times 270,725 hands.
            let held = &mut self.held[usize::from(*kind)];
            *held = held.wrapping_add(K::share(*kind).wrapping_mul(ways));
        }
    }

    /// How many hands hold none of the player's cards; `same` says how many of exactly these (four) cards were counted.
    ///
    /// The sum over all subsets of the player's cards of `(-1)^size` times the hands that hold the subset.
    #[inline]
    pub(crate) fn avoiding<S: Subsets>(&self, player: &S, same: u32) -> u32 {
        let [two, three] = S::STARTS;
        let (ones, more) = player.kinds().split_at(two);
        let (twos, threes) = more.split_at(three - two);
        // Wrapping, because what is subtracted may come before what it is subtracted from.
        let sum = |kinds: &[u16]| {
            kinds.iter().fold(0_u32, |sum, kind| sum.wrapping_add(self.held[usize::from(*kind)]))
        };
        let count = self.any.wrapping_add(same * K::SCALE);
        count.wrapping_sub(sum(ones)).wrapping_add(sum(twos)).wrapping_sub(sum(threes)) / K::SCALE
    }
}
