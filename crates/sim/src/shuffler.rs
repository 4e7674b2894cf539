//! Hands that are drawn from a deck, for many rounds side by side.

use crate::chance::{Chance, Seed, least, take};
use tercet_cards::{Card, Deck};

/// Which way cards follow from a seed: counted up with every change after which a seed gives other cards, as chunks of two ways must not
/// be added ([`digest`](crate::Prepared::digest)).
pub(crate) const WAY: u32 = 1;

/// Rounds whose cards are drawn at once. What is done to each of them alike, one instruction does to many; of 16 or fewer a compiler
/// makes single steps, and those take three times as long.
pub(crate) const LANES: usize = 64;

/// One card of each round that is drawn at once, by its place among [`Card::ALL`].
pub(crate) type Row = [u8; LANES];

/// How many threes there are of 52 cards.
const THREES: usize = 22_100;

/// The threes of numbers below 52 in ascending order, ordered by the highest, then by the middle one. So the first of them are the
/// threes of any smaller deck.
static THREE: [[u8; 4]; THREES] = {
    let mut all = [[0; 4]; THREES];
    let (mut at, mut high) = (0, 2_u8);
    while high < 52 {
        let mut middle = 1;
        while middle < high {
            let mut low = 0;
            while low < middle {
                all[at] = [low, middle, high, 0];
                at += 1;
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    all
};

/// Draws the cards of the next rounds, as many of each as are dealt.
///
/// Nobody looks at the order of the three cards of a hand, so they are drawn together: one number below as many as there are threes
/// of the cards that are left says which of those it is. A fourth card is drawn for itself. [`mix`](Shuffler::mix) draws the order
/// as well, for those who want to see a deck.
#[derive(Clone, Debug)]
pub(crate) struct Shuffler {
    parcels: Vec<Parcel>,
    batches: Vec<Batch>,
    /// By place: cards of a parcel lie in ascending order.
    cards: Vec<Row>,
    words: Vec<[u64; LANES]>,
    /// By parcel.
    draws: Vec<[u32; LANES]>,
}

/// Cards that are drawn together: three or one.
#[derive(Clone, Copy, Debug)]
struct Parcel {
    /// The place of the first.
    place: usize,
    three: bool,
    /// Among how many parcels of this size it is drawn.
    bound: u64,
}

/// Parcels whose draws come out of one word.
#[derive(Clone, Copy, Debug)]
struct Batch {
    first: usize,
    count: usize,
    /// 2^64 mod the product of their bounds: a word that leaves less is thrown away.
    least: u64,
}

impl Shuffler {
    /// Draws hands of so many cards, 52 at most in all.
    pub(crate) fn new(hands: &[usize]) -> Shuffler {
        let mut parcels: Vec<Parcel> = Vec::new();
        let mut place = 0;
        for hand in hands {
            let end = place + hand;
            while place < end {
                let left = 52 - place as u64;
                let three = end - place >= 3;
                let bound = if three { left * (left - 1) * (left - 2) / 6 } else { left };
                parcels.push(Parcel { place, three, bound });
                place += if three { 3 } else { 1 };
            }
        }
        let mut batches: Vec<Batch> = Vec::new();
        let mut product = 1;
        for (at, parcel) in parcels.iter().enumerate() {
            match batches.last_mut() {
                // With the product well below 2^64 a word is hardly ever thrown away.
                Some(batch) if product <= (1 << 57) / parcel.bound => {
                    batch.count += 1;
                    product *= parcel.bound;
                }
                Some(_) | None => {
                    batches.push(Batch { first: at, count: 1, least: 0 });
                    product = parcel.bound;
                }
            }
            if let Some(batch) = batches.last_mut() {
                batch.least = least(product);
            }
        }
        let words = vec![[0; LANES]; batches.len()];
        let draws = vec![[0; LANES]; parcels.len()];
        Shuffler { parcels, batches, cards: vec![[0; LANES]; place], words, draws }
    }

    /// Draws the next rounds.
    pub(crate) fn draw(&mut self, chance: &mut Chance) {
        chance.words(self.words.as_flattened_mut());
        for (batch, words) in self.batches.iter().zip(&mut self.words) {
            let range = batch.first..batch.first + batch.count;
            let (parcels, draws) = (&self.parcels[range.clone()], &mut self.draws[range]);
            for (parcel, draws) in parcels.iter().zip(&mut *draws) {
                *draws = draw(words, parcel.bound);
            }
            let short = words.iter().enumerate().filter(|(_, left)| **left < batch.least);
            for (lane, _) in short {
                again(batch, parcels, lane, draws, chance);
            }
        }
        for (parcel, draws) in self.parcels.iter().zip(&self.draws) {
            pick(draws, &mut self.cards[parcel.place..parcel.end()]);
        }
        // From the last to the first, what is numbered among the cards that a parcel left becomes what is numbered with it.
        for parcel in self.parcels.iter().rev() {
            let (here, later) = self.cards.split_at_mut(parcel.end());
            match here {
                [.., a, b, c] if parcel.three => later.iter_mut().for_each(|row| past_three(row, a, b, c)),
                [.., a] => later.iter_mut().for_each(|row| past(row, a)),
                [] => {}
            }
        }
    }

    /// The card at each place, for each round.
    #[inline]
    pub(crate) fn rows(&self) -> &[Row] {
        &self.cards
    }

    /// Puts the cards of each parcel into an order of their own, every order equally likely. Rounds stay what they were: nothing but
    /// the eye looks at it.
    pub(crate) fn mix(&mut self, orders: &mut Chance) {
        let threes: Vec<usize> =
            self.parcels.iter().filter(|parcel| parcel.three).map(|parcel| parcel.place).collect();
        for lane in 0..LANES {
            for place in &threes {
                // One of six orders: any of the three in front, and the other two as they lie or exchanged.
                let order = usize::try_from(orders.below(6)).expect("below six");
                self.swap(lane, *place, place + order / 2);
                self.swap(lane, place + 1, place + 1 + order % 2);
            }
        }
    }

    fn swap(&mut self, lane: usize, a: usize, b: usize) {
        let held = self.cards[a][lane];
        self.cards[a][lane] = self.cards[b][lane];
        self.cards[b][lane] = held;
    }
}

/// Whole decks in random order, one after the other, as the cards of a simulation are drawn.
#[derive(Debug)]
pub struct Decks {
    chance: Chance,
    orders: Chance,
    shuffler: Shuffler,
    next: usize,
}

impl Decks {
    /// Those of a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Decks {
        let (chance, orders) = (Chance::new(seed, 0), Chance::orders(seed, 0));
        Decks { chance, orders, shuffler: Shuffler::new(&[52]), next: 0 }
    }
}

impl Iterator for Decks {
    type Item = Deck;

    fn next(&mut self) -> Option<Deck> {
        if self.next == 0 {
            self.shuffler.draw(&mut self.chance);
            self.shuffler.mix(&mut self.orders);
        }
        let lane = self.next;
        self.next = (lane + 1) % LANES;
        Some(deck(self.shuffler.rows().iter().map(|row| card(row[lane]))))
    }
}

impl Parcel {
    fn end(&self) -> usize {
        self.place + if self.three { 3 } else { 1 }
    }
}

/// A deck with these cards on top and the others below them.
pub(crate) fn deck(top: impl Iterator<Item = Card>) -> Deck {
    let mut cards: Vec<Card> = top.collect();
    let rest = Card::ALL.into_iter().filter(|card| !cards.contains(card));
    let rest: Vec<Card> = rest.collect();
    cards.extend(rest);
    Deck::from_cards(&cards).expect("no card is drawn twice")
}

/// A card by its number.
#[inline]
pub(crate) fn card(number: u8) -> Card {
    Card::ALL[usize::from(number) % 52]
}

/// Takes one number below the bound out of each word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "no bound is above the 22,100 threes of a deck")]
fn draw(words: &mut [u64; LANES], bound: u64) -> [u32; LANES] {
    let mut draws = [0; LANES];
    draws.iter_mut().zip(words).for_each(|(draw, word)| *draw = take(word, bound) as u32);
    draws
}

/// The draws of a round out of words to come, as its own was thrown away.
#[cold]
fn again(batch: &Batch, parcels: &[Parcel], lane: usize, draws: &mut [[u32; LANES]], chance: &mut Chance) {
    loop {
        let mut words = [chance.word(); LANES];
        for (parcel, draws) in parcels.iter().zip(&mut *draws) {
            draws[lane] = draw(&mut words, parcel.bound)[lane];
        }
        if words[lane] >= batch.least {
            return;
        }
    }
}

/// The cards that draws stand for, numbered among those that are left.
#[inline]
fn pick(draws: &[u32; LANES], rows: &mut [Row]) {
    match rows {
        [a, b, c] => {
            for (((draw, a), b), c) in draws.iter().zip(a).zip(b).zip(c) {
                [*a, *b, *c, _] = THREE[*draw as usize];
            }
        }
        [a] => a.iter_mut().zip(draws).for_each(|(a, draw)| *a = draw.to_le_bytes()[0]),
        _ => {}
    }
}

/// Numbers among the cards that are left when `a` is taken become numbers with it.
#[inline]
fn past(row: &mut Row, a: &Row) {
    for (card, a) in row.iter_mut().zip(a) {
        *card = card.wrapping_add(u8::from(*card >= *a));
    }
}

/// The same of three cards in ascending order.
#[inline]
fn past_three(row: &mut Row, a: &Row, b: &Row, c: &Row) {
    for (((card, a), b), c) in row.iter_mut().zip(a).zip(b).zip(c) {
        let mut at = *card;
        at = at.wrapping_add(u8::from(at >= *a));
        at = at.wrapping_add(u8::from(at >= *b));
        *card = at.wrapping_add(u8::from(at >= *c));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest as _, Sha256};

    /// One number below each bound, each word as often thrown away as it must be.
    fn draws(batch: &Batch, parcels: &[Parcel], first: u64, next: &mut dyn FnMut() -> u64) -> Vec<u64> {
        let mut word = first;
        loop {
            let draws = parcels.iter().map(|parcel| take(&mut word, parcel.bound)).collect();
            if word >= batch.least {
                return draws;
            }
            word = next();
        }
    }

    /// The obvious way: of the cards that are left, list every hand, take the one that was drawn, and take its cards away.
    fn dealt(shuffler: &Shuffler, draws: &[u64]) -> Vec<u8> {
        let mut left: Vec<u8> = (0..52).collect();
        let mut cards = Vec::new();
        for (parcel, draw) in shuffler.parcels.iter().zip(draws) {
            let hand = if parcel.three {
                let n = left.len();
                let threes = (0..n).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
                let three = threes.clone().nth(usize::try_from(*draw).unwrap()).unwrap();
                assert_eq!(threes.count() as u64, parcel.bound);
                three.map(|place| left[place]).to_vec()
            } else {
                assert_eq!(left.len() as u64, parcel.bound);
                vec![left[usize::try_from(*draw).unwrap()]]
            };
            left.retain(|card| !hand.contains(card));
            cards.extend(hand);
        }
        cards
    }

    /// The cards of a seed are those of its way for ever: who changes them counts up [`WAY`], and writes both anew here.
    #[test]
    fn a_seed_gives_the_cards_of_its_way() {
        let mut digest = Sha256::new();
        for hands in [&[3, 3][..], &[3, 3, 4], &[3; 8], &[52]] {
            let mut shuffler = Shuffler::new(hands);
            let (mut chance, mut orders) =
                (Chance::new(Seed::from_number(7), 3), Chance::orders(Seed::from_number(7), 3));
            for _ in 0..100 {
                shuffler.draw(&mut chance);
                digest.update(shuffler.rows().as_flattened());
            }
            shuffler.mix(&mut orders);
            digest.update(shuffler.rows().as_flattened());
        }
        let told: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            (WAY, told.as_str()),
            (1, "c8542d533aaee8b25b1465be7db2d7f101498d72001b817e1c2c1447848a24d7")
        );
    }

    /// However many cards are dealt to however many hands, and however many words are thrown away.
    #[test]
    fn cards_are_drawn_as_the_obvious_way_draws_them() {
        for hands in [&[3, 3][..], &[4, 4, 3], &[3, 4], &[3; 8], &[4, 4, 4, 4, 4, 4, 4, 3], &[52]] {
            for often in [false, true] {
                let mut shuffler = Shuffler::new(hands);
                let all: usize = shuffler.batches.iter().map(|batch| batch.count).sum();
                assert_eq!(all, shuffler.parcels.len());
                if often {
                    shuffler.batches.iter_mut().for_each(|batch| batch.least = u64::MAX / 2);
                }
                let mut chance = Chance::new(Seed::from_number(1), 7);
                let mut same = Chance::new(Seed::from_number(1), 7);
                for _ in 0..3 {
                    shuffler.draw(&mut chance);
                    let words: Vec<u64> = (0..shuffler.batches.len() * LANES).map(|_| same.word()).collect();
                    let mut drawn = vec![Vec::new(); LANES];
                    for (batch, words) in shuffler.batches.iter().zip(words.chunks(LANES)) {
                        let parcels = &shuffler.parcels[batch.first..batch.first + batch.count];
                        for (drawn, word) in drawn.iter_mut().zip(words) {
                            drawn.extend(draws(batch, parcels, *word, &mut || same.word()));
                        }
                    }
                    for (lane, drawn) in drawn.iter().enumerate() {
                        let cards: Vec<u8> = shuffler.rows().iter().map(|row| row[lane]).collect();
                        assert_eq!(cards, dealt(&shuffler, drawn), "{hands:?} {lane}");
                    }
                    assert_eq!(chance.word(), same.word());
                }
            }
        }
    }

    /// Each card at each place, each pair at the first two: within five standard deviations.
    #[test]
    fn cards_fall_evenly_on_places_and_pairs() {
        const DECKS: u32 = 3_125 * 64;
        let (mut at, mut pairs) = (vec![[0_u32; 52]; 52], vec![0_u32; 52 * 52]);
        let (mut chance, mut orders) =
            (Chance::new(Seed::from_number(2), 0), Chance::orders(Seed::from_number(2), 0));
        let mut shuffler = Shuffler::new(&[52]);
        for _ in 0..DECKS / 64 {
            shuffler.draw(&mut chance);
            shuffler.mix(&mut orders);
            for (hits, row) in at.iter_mut().zip(shuffler.rows()) {
                row.iter().for_each(|card| hits[usize::from(*card)] += 1);
            }
            for (a, b) in shuffler.rows()[0].iter().zip(&shuffler.rows()[1]) {
                pairs[usize::from(*a) * 52 + usize::from(*b)] += 1;
            }
        }
        let near = |hits: u32, share: f64| {
            let mean = f64::from(DECKS) * share;
            (f64::from(hits) - mean).abs() < 5.0 * mean.sqrt()
        };
        assert!(at.iter().flatten().all(|hits| near(*hits, 1.0 / 52.0)));
        let all = (0..52).flat_map(|a| (0..52).map(move |b| (a, b))).filter(|(a, b)| a != b);
        assert!(all.clone().all(|(a, b)| near(pairs[a * 52 + b], 1.0 / 2_652.0)));
        assert!((0..52).all(|a| pairs[a * 53] == 0));
    }
}
