//! How many dealer hands hold given cards: the terms of an inclusion and exclusion.

use crate::strengths::{MULTISETS, Numbered, ranks_index};
use core::marker::PhantomData;
use tercet_cards::Card;

/// Several counts of dealer hands at once: each lane has a condition of its own.
pub(crate) type Lanes = [u32; 4];

/// Kinds of up to three cards: cards of one kind are held by equally many dealer hands.
pub(crate) trait Kinds {
    /// What every count is multiplied by, so that a hand can be shared out among all cards of a kind.
    const SCALE: u32;
    /// The number of kinds of one, two and three cards.
    const KINDS: [usize; 3];

    /// The kind of a card, and [`SCALE`](Kinds::SCALE) over the number of cards of this kind.
    fn one(card: Card) -> (usize, u32);
    /// The same of two cards, the higher rank first.
    fn two(cards: [Card; 2]) -> (usize, u32);
    /// The same of three cards, the higher ranks first.
    fn three(cards: [Card; 3]) -> (usize, u32);
}

/// Dealer hands come in whole suit classes: cards that become each other by renaming suits are of one kind.
pub(crate) struct ByRenaming;

impl Kinds for ByRenaming {
    const SCALE: u32 = 24;
    const KINDS: [usize; 3] = [13, 169, MULTISETS * 5];

    fn one(card: Card) -> (usize, u32) {
        (card.rank().index(), 24 / 4)
    }

    fn two([a, b]: [Card; 2]) -> (usize, u32) {
        let (high, low) = (a.rank().index(), b.rank().index());
        // One triangle for two suits (with the pairs on the diagonal), the other for one suit.
        match (a.suit() == b.suit(), high == low) {
            (true, _) => (low * 13 + high, 24 / 4),
            (false, true) => (high * 13 + low, 24 / 6),
            (false, false) => (high * 13 + low, 24 / 12),
        }
    }

    fn three([a, b, c]: [Card; 3]) -> (usize, u32) {
        // By which two cards share a suit. Of a pair either card may be named first, so that is made one case.
        let same = [a.suit() == b.suit(), a.suit() == c.suit(), b.suit() == c.suit()];
        let (case, share) = match (same, a.rank() == b.rank(), b.rank() == c.rank()) {
            ([true, true, _], ..) => (0, 24 / 4),
            ([true, false, _], ..) | ([false, true, _], _, true) => (1, 24 / 12),
            ([false, true, _], ..) | ([false, false, true], true, _) => (2, 24 / 12),
            ([false, false, true], ..) => (3, 24 / 12),
            ([false, false, false], true, true) => (4, 24 / 4),
            ([false, false, false], false, false) => (4, 1),
            ([false, false, false], ..) => (4, 24 / 12),
        };
        (ranks_index([a.rank(), b.rank(), c.rank()]) * 5 + case, share)
    }
}

/// Dealer hands come one by one: cards are of one kind with themselves only.
pub(crate) struct ByCard;

impl Kinds for ByCard {
    const SCALE: u32 = 1;
    const KINDS: [usize; 3] = [52, 52 * 51 / 2, 52 * 51 * 50 / 6];

    fn one(card: Card) -> (usize, u32) {
        (card.index(), 1)
    }

    fn two([a, b]: [Card; 2]) -> (usize, u32) {
        let (a, b) = (a.index(), b.index());
        (a * (a - 1) / 2 + b, 1)
    }

    fn three([a, b, c]: [Card; 3]) -> (usize, u32) {
        let (a, b, c) = (a.index(), b.index(), c.index());
        (a * (a - 1) * (a - 2) / 6 + b * (b - 1) / 2 + c, 1)
    }
}

/// Counts of dealer hands by what they hold, in [`Lanes`].
pub(crate) struct Holding<K> {
    any: Lanes,
    one: Vec<Lanes>,
    two: Vec<Lanes>,
    three: Vec<Lanes>,
    kinds: PhantomData<K>,
}

impl<K: Kinds> Holding<K> {
    /// No hand yet.
    pub(crate) fn new() -> Holding<K> {
        let [one, two, three] = K::KINDS.map(|kinds| vec![[0; 4]; kinds]);
        Holding { any: [0; 4], one, two, three, kinds: PhantomData }
    }

    /// Counts a dealer hand (with all that it stands for) in some lanes: those where `once` is 1.
    pub(crate) fn add(&mut self, dealer: &Numbered, once: Lanes) {
        let ways = once.map(|once| once * u32::from(dealer.ways));
        let cards = dealer.cards();
        plus(&mut self.any, ways, K::SCALE);
        for (i, a) in cards.iter().enumerate() {
            let (kind, share) = K::one(*a);
            plus(&mut self.one[kind], ways, share);
            for (j, b) in cards.iter().enumerate().skip(i + 1) {
                let (kind, share) = K::two([*a, *b]);
                plus(&mut self.two[kind], ways, share);
                for c in &cards[j + 1..] {
                    let (kind, share) = K::three([*a, *b, *c]);
                    plus(&mut self.three[kind], ways, share);
                }
            }
        }
    }

    /// How many hands hold none of the player's cards; `same` says in which lanes a hand of exactly these
    /// (four) cards was counted.
    ///
    /// The sum over all subsets of the player's cards of `(-1)^size` times the hands that hold the subset.
    pub(crate) fn avoiding(&self, player: &Numbered, same: Lanes) -> Lanes {
        let cards = player.cards();
        let mut lanes = self.any;
        plus(&mut lanes, same, K::SCALE);
        for (i, a) in cards.iter().enumerate() {
            minus(&mut lanes, self.one[K::one(*a).0]);
            for (j, b) in cards.iter().enumerate().skip(i + 1) {
                plus(&mut lanes, self.two[K::two([*a, *b]).0], 1);
                for c in &cards[j + 1..] {
                    minus(&mut lanes, self.three[K::three([*a, *b, *c]).0]);
                }
            }
        }
        lanes.map(|count| count / K::SCALE)
    }

    /// How many hands of three hold a card and none of the player's, which it is not one of.
    pub(crate) fn holding(&self, card: Card, player: &Numbered) -> Lanes {
        let cards = player.cards();
        let mut lanes = self.one[K::one(card).0];
        for (i, a) in cards.iter().enumerate() {
            minus(&mut lanes, self.two[K::two(falling([*a, card])).0]);
            for b in &cards[i + 1..] {
                plus(&mut lanes, self.three[K::three(falling([*a, *b, card])).0], 1);
            }
        }
        lanes.map(|count| count / K::SCALE)
    }
}

fn plus(to: &mut Lanes, lanes: Lanes, times: u32) {
    for (to, count) in to.iter_mut().zip(lanes) {
        // Wrapping, because what is subtracted may come before what it is subtracted from.
        *to = to.wrapping_add(count.wrapping_mul(times));
    }
}

fn minus(from: &mut Lanes, lanes: Lanes) {
    for (from, count) in from.iter_mut().zip(lanes) {
        *from = from.wrapping_sub(count);
    }
}

/// The cards with the last one put where it belongs.
fn falling<const N: usize>(mut cards: [Card; N]) -> [Card; N] {
    let mut at = N - 1;
    while at > 0 && cards[at - 1] < cards[at] {
        cards.swap(at - 1, at);
        at -= 1;
    }
    cards
}
