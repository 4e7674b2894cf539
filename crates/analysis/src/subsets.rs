//! How many dealer hands hold given cards: the terms of an inclusion and exclusion.

use crate::strengths::{MULTISETS, Numbered, multiset_index};
use core::marker::PhantomData;
use tercet_cards::{Card, CardSet, suit_class};

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
    /// The hand by which a dealer hand and all that it stands for are known.
    fn known_as(hand: CardSet) -> CardSet;
}

/// Dealer hands come in whole suit classes: cards that become each other by renaming suits are of one kind.
pub(crate) struct ByRenaming;

impl Kinds for ByRenaming {
    const SCALE: u32 = 24;
    const KINDS: [usize; 3] = [13, 169, MULTISETS * 5];

    fn one(card: Card) -> (usize, u32) {
        (rank(card), 24 / 4)
    }

    fn two([a, b]: [Card; 2]) -> (usize, u32) {
        let (high, low) = (rank(a), rank(b));
        // One triangle for two suits (with the pairs on the diagonal), the other for one suit.
        if suit(a) == suit(b) {
            (low * 13 + high, 24 / 4)
        } else {
            (high * 13 + low, if high == low { 24 / 6 } else { 24 / 12 })
        }
    }

    fn three([a, b, c]: [Card; 3]) -> (usize, u32) {
        let ranks = [rank(a), rank(b), rank(c)];
        let flags = [
            suit(a) == suit(b),
            suit(a) == suit(c),
            suit(b) == suit(c),
            ranks[0] == ranks[1],
            ranks[1] == ranks[2],
        ];
        let flags = (0..).zip(flags).map(|(i, flag)| usize::from(flag) << i).sum::<usize>();
        let (case, share) = CASES[flags];
        (multiset_index(ranks) * 5 + usize::from(case), u32::from(share))
    }

    fn known_as(hand: CardSet) -> CardSet {
        suit_class(hand)
    }
}

fn rank(card: Card) -> usize {
    card.index() / 4
}

fn suit(card: Card) -> usize {
    card.index() % 4
}

/// Three cards by which of them share a suit (bits 0 to 2: the first two, the outer two, the last two) and a rank
/// (bits 3 and 4: the first two, the last two): one of five cases, and 24 over the number of such cards.
const CASES: [(u8, u8); 32] = {
    let mut cases = [(0, 0); 32];
    let mut flags = 0;
    while flags < 32 {
        let (pair_above, pair_below) = (flags & 8 != 0, flags & 16 != 0);
        cases[flags] = match flags & 7 {
            7 => (0, 24 / 4),
            // Of a pair either card may be named first, so that is made one case.
            1 => (1, 24 / 12),
            2 if pair_below => (1, 24 / 12),
            2 => (2, 24 / 12),
            4 if pair_above => (2, 24 / 12),
            4 => (3, 24 / 12),
            0 if pair_above && pair_below => (4, 24 / 4),
            0 if pair_above || pair_below => (4, 24 / 12),
            0 => (4, 1),
            // No cards: suits that are the same in two ways are so in the third.
            _ => (0, 0),
        };
        flags += 1;
    }
    cases
};

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

    fn known_as(hand: CardSet) -> CardSet {
        hand
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

    /// Counts a dealer hand (with all that it stands for) in some lanes.
    pub(crate) fn add<const L: usize>(&mut self, dealer: &Numbered, lanes: [usize; L]) {
        match *dealer.cards() {
            [a, b, c] => self.add_cards([a, b, c], dealer.ways, lanes),
            [a, b, c, d] => self.add_cards([a, b, c, d], dealer.ways, lanes),
            _ => unreachable!("three or four cards are dealt"),
        }
    }

    fn add_cards<const N: usize, const L: usize>(&mut self, cards: [Card; N], ways: u8, lanes: [usize; L]) {
        let count = |to: &mut Lanes, share: u32| {
            for lane in lanes {
                to[lane] += share * u32::from(ways);
            }
        };
        count(&mut self.any, K::SCALE);
        for i in 0..N {
            let (kind, share) = K::one(cards[i]);
            count(&mut self.one[kind], share);
            for j in i + 1..N {
                let (kind, share) = K::two([cards[i], cards[j]]);
                count(&mut self.two[kind], share);
                for k in j + 1..N {
                    let (kind, share) = K::three([cards[i], cards[j], cards[k]]);
                    count(&mut self.three[kind], share);
                }
            }
        }
    }

    /// How many hands hold none of the player's cards; `same` says in which lanes a hand of exactly these
    /// (four) cards was counted.
    ///
    /// The sum over all subsets of the player's cards of `(-1)^size` times the hands that hold the subset.
    pub(crate) fn avoiding(&self, player: &Numbered, same: Lanes) -> Lanes {
        match *player.cards() {
            [a, b, c] => self.avoiding_cards([a, b, c], same),
            [a, b, c, d] => self.avoiding_cards([a, b, c, d], same),
            _ => unreachable!("three or four cards are dealt"),
        }
    }

    fn avoiding_cards<const N: usize>(&self, cards: [Card; N], same: Lanes) -> Lanes {
        let mut lanes = self.any;
        plus(&mut lanes, same.map(|once| once * K::SCALE));
        for i in 0..N {
            minus(&mut lanes, self.one[K::one(cards[i]).0]);
            for j in i + 1..N {
                plus(&mut lanes, self.two[K::two([cards[i], cards[j]]).0]);
                for k in j + 1..N {
                    minus(&mut lanes, self.three[K::three([cards[i], cards[j], cards[k]]).0]);
                }
            }
        }
        lanes.map(|count| count / K::SCALE)
    }
}

fn plus(to: &mut Lanes, lanes: Lanes) {
    for (to, count) in to.iter_mut().zip(lanes) {
        // Wrapping, because what is subtracted may come before what it is subtracted from.
        *to = to.wrapping_add(count);
    }
}

fn minus(from: &mut Lanes, lanes: Lanes) {
    for (from, count) in from.iter_mut().zip(lanes) {
        *from = from.wrapping_sub(count);
    }
}
