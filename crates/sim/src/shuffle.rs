//! Whether decks look shuffled, whoever shuffled them.
//!
//! Each test compares counts with what follows from every order being equally likely and independent of the one before, and answers
//! with the chance of so much or more. Of many honest shuffles one in a hundred has a chance below one in a hundred.

use crate::likely::{Fit, beyond, either_side, is_odd};
use tercet_analysis::six_card_counts;
use tercet_cards::{Ace, Card, CardSet, Deck, best_five_of_six, combinations, rank_three, rank_three_set};

/// What is counted of decks, one after the other.
#[derive(Clone, Debug)]
pub struct Shuffles {
    decks: u64,
    /// By place and card.
    places: Vec<u64>,
    /// By the first and the second card.
    pairs: Vec<u64>,
    /// By category of the first three cards, of the next three, and of all six.
    player: [u64; 6],
    dealer: [u64; 6],
    six: [u64; 10],
    /// The place of each card in the deck before.
    before: Option<[i64; 52]>,
    /// Sums of products of the places of each card in decks that follow each other, about the middle, times four.
    products: i128,
    /// Cards at the same place as in the deck before, by how many there were.
    same_place: [u64; MOST],
    /// Cards that follow the same card as in the deck before, by how many there were.
    same_neighbour: [u64; MOST],
}

/// So many and more are counted together.
const MOST: usize = 8;

/// One test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test {
    /// Its id, such as `card-at-place`.
    pub id: &'static str,
    /// What is compared.
    pub what: &'static str,
    /// A chi-square, or a distance in standard deviations where there are no degrees of freedom.
    pub statistic: f64,
    /// The degrees of freedom of a chi-square.
    pub degrees: Option<u32>,
    /// The chance of so much or more.
    pub chance: f64,
}

impl Test {
    /// Whether chance does not explain it: too far from what was expected, or, of many things, too near.
    #[must_use]
    pub fn is_far(&self) -> bool {
        is_odd(self.chance, self.degrees.unwrap_or(1))
    }
}

impl Default for Shuffles {
    fn default() -> Shuffles {
        Shuffles {
            decks: 0,
            places: vec![0; 52 * 52],
            pairs: vec![0; 52 * 52],
            player: [0; 6],
            dealer: [0; 6],
            six: [0; 10],
            before: None,
            products: 0,
            same_place: [0; MOST],
            same_neighbour: [0; MOST],
        }
    }
}

impl Shuffles {
    /// One more deck.
    pub fn add(&mut self, deck: &Deck) {
        let cards = deck.cards();
        self.decks += 1;
        let mut now = [0; 52];
        for ((place, card), at) in cards.iter().enumerate().zip(0..) {
            self.places[place * 52 + card.index()] += 1;
            now[card.index()] = at;
        }
        self.pairs[cards[0].index() * 52 + cards[1].index()] += 1;
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|place: usize| cards[place]);
        // The ace counts high and low, as in every built-in game.
        self.player[rank_three([a, b, c], Ace::HighAndLow).category() as usize] += 1;
        self.dealer[rank_three([d, e, f], Ace::HighAndLow).category() as usize] += 1;
        self.six[best_five_of_six([a, b, c, d, e, f]).category() as usize] += 1;
        if let Some(before) = self.before.replace(now) {
            self.beside(&before, &now, cards);
        }
    }

    fn beside(&mut self, before: &[i64; 52], now: &[i64; 52], cards: &[Card; 52]) {
        let product = |(before, now): (&i64, &i64)| (2 * before - 51) * (2 * now - 51);
        self.products += i128::from(before.iter().zip(now).map(product).sum::<i64>());
        let same = before.iter().zip(now).filter(|(before, now)| before == now).count();
        self.same_place[same.min(MOST - 1)] += 1;
        let follows = |pair: &&[Card]| before[pair[1].index()] == before[pair[0].index()] + 1;
        let same = cards.windows(2).filter(follows).count();
        self.same_neighbour[same.min(MOST - 1)] += 1;
    }

    /// How many decks there were.
    #[must_use]
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// By category of three cards, the lowest first: how often the first three cards made it, and the next three.
    #[must_use]
    pub fn hands(&self) -> [[u64; 6]; 2] {
        [self.player, self.dealer]
    }

    /// All tests that there are enough decks for.
    #[must_use]
    pub fn tests(&self) -> Vec<Test> {
        let decks = self.decks as f64;
        let mut tests = Vec::new();
        tests.extend(self.card_at_place());
        let pairs = (0..52).flat_map(|a| (0..52).map(move |b| (a, b))).filter(|(a, b)| a != b);
        let pairs = pairs.map(|(a, b)| (self.pairs[a * 52 + b], decks / 2_652.0));
        tests.extend(fit("first-two", "the first two cards, in order", pairs));
        let three = three_card_shares();
        let of = |counts: &[u64], shares: &[f64]| -> Vec<(u64, f64)> {
            counts.iter().zip(shares).map(|(hits, share)| (*hits, share * decks)).collect()
        };
        tests.extend(fit("player", "what the first three cards make", of(&self.player, &three)));
        tests.extend(fit("dealer", "what the next three cards make", of(&self.dealer, &three)));
        let six = six_card_counts();
        let all: u64 = six.iter().sum();
        let six: Vec<f64> = six.iter().map(|ways| *ways as f64 / all as f64).collect();
        tests.extend(fit("six-cards", "the best five of the first six cards", of(&self.six, &six)));
        let steps = self.decks.saturating_sub(1) as f64;
        if steps > 0.0 {
            // The correlation of two independent orders of n has the variance 1 / (n - 1).
            let whole = f64::from(52 * (52 * 52 - 1)) / 12.0;
            let statistic = self.products as f64 / 4.0 / whole * (51.0 / steps).sqrt();
            tests.push(Test {
                id: "serial",
                what: "places of each card in decks that follow each other",
                statistic,
                degrees: None,
                chance: either_side(statistic),
            });
        }
        let of = |counts: &[u64; MOST], shares: [f64; MOST]| -> Vec<(u64, f64)> {
            counts.iter().zip(shares).map(|(hits, share)| (*hits, share * steps)).collect()
        };
        let what = "cards at the same place as in the deck before";
        tests.extend(fit("same-place", what, of(&self.same_place, fixed_points())));
        let what = "cards that follow the same card as in the deck before";
        tests.extend(fit("same-neighbour", what, of(&self.same_neighbour, successions())));
        tests
    }

    /// Each card at each place. A deck has each card once, so rows and columns hang together: with n cards (n - 1) / n of the sum of
    /// squares is a chi-square of (n - 1)² degrees.
    fn card_at_place(&self) -> Option<Test> {
        let expected = self.decks as f64 / 52.0;
        if expected < 5.0 {
            return None;
        }
        let sum: f64 = self.places.iter().map(|hits| (*hits as f64 - expected).powi(2) / expected).sum();
        let (statistic, degrees) = (sum * 51.0 / 52.0, 51 * 51);
        let chance = beyond(statistic, degrees);
        Some(Test {
            id: "card-at-place",
            what: "each card at each place",
            statistic,
            degrees: Some(degrees),
            chance,
        })
    }
}

fn fit(id: &'static str, what: &'static str, cells: impl IntoIterator<Item = (u64, f64)>) -> Option<Test> {
    let fit = Fit::of(cells)?;
    Some(Test { id, what, statistic: fit.statistic, degrees: Some(fit.degrees), chance: fit.chance })
}

/// The share of the hands of three cards that each category has.
fn three_card_shares() -> [f64; 6] {
    let mut counts = [0_u32; 6];
    for set in combinations(CardSet::FULL, 3) {
        let rank = rank_three_set(set, Ace::HighAndLow).expect("three cards");
        counts[rank.category() as usize] += 1;
    }
    counts.map(|count| f64::from(count) / 22_100.0)
}

/// By number, the last for more: the share of orders that leave so many of 52 cards where they were, which is (1 / k!) times the sum
/// of (-1)^i / i! up to 52 - k.
fn fixed_points() -> [f64; MOST] {
    shares(|k| derangements(52 - k) / factorial(k))
}

/// The same of orders in which so many cards follow their neighbour: of k such, the n - 1 places choose k, and the rest is an order of
/// n - k without any, of which there are D(n - k) + D(n - k - 1), where D counts those that leave nothing where it was.
fn successions() -> [f64; MOST] {
    shares(|k| {
        // Over 52!: choose(51, k) * (52 - k)! * (d(52 - k) + d(51 - k) / (52 - k)) / 52!
        let rest = f64::from(52 - k);
        let none = derangements(52 - k) + derangements(51 - k) / rest;
        none * rest / 52.0 / factorial(k)
    })
}

fn shares(of: impl Fn(u32) -> f64) -> [f64; MOST] {
    let mut shares = [0.0; MOST];
    for (k, share) in (0..).zip(shares.iter_mut().take(MOST - 1)) {
        *share = of(k);
    }
    shares[MOST - 1] = (1.0 - shares.iter().sum::<f64>()).max(0.0);
    shares
}

/// The share of orders of n that leave nothing where it was.
fn derangements(n: u32) -> f64 {
    (0..=n).map(|i| if i % 2 == 0 { 1.0 / factorial(i) } else { -1.0 / factorial(i) }).sum()
}

fn factorial(n: u32) -> f64 {
    (1..=n).map(f64::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Decks, Seed};

    fn ours(decks: usize) -> impl Iterator<Item = Deck> {
        Decks::new(Seed::from_number(3)).take(decks)
    }

    fn shuffled(decks: usize) -> Shuffles {
        let mut shuffles = Shuffles::default();
        ours(decks).for_each(|deck| shuffles.add(&deck));
        shuffles
    }

    fn chance_of(shuffles: &Shuffles, id: &str) -> f64 {
        shuffles.tests().iter().find(|test| test.id == id).expect("a test").chance
    }

    #[test]
    fn our_shuffle_passes_every_test() {
        let tests = shuffled(40_000).tests();
        assert_eq!(tests.len(), 8);
        assert!(tests.iter().all(|test| test.chance > 1e-3 && !test.is_far()), "{tests:?}");
    }

    /// Six cards in order are too few to see, but the shares of neighbours that stay are those of all orders of a small deck.
    #[test]
    fn shares_add_up() {
        for shares in [fixed_points(), successions()] {
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        // On average one card stays, and 51 / 52 neighbours.
        let mean =
            |shares: [f64; MOST]| (0..).zip(shares).map(|(k, share)| f64::from(k) * share).sum::<f64>();
        assert!((mean(fixed_points()) - 1.0).abs() < 1e-4);
        assert!((mean(successions()) - 51.0 / 52.0).abs() < 1e-4);
    }

    /// A cut is no shuffle, an old order shows through, a card that likes the top is seen.
    #[test]
    fn bad_shuffles_are_seen() {
        let mut cut = Shuffles::default();
        let (mut chance, mut cards) = (Chance::new(Seed::from_number(4), 0), *Deck::sorted().cards());
        for _ in 0..500 {
            cards.rotate_left(usize::try_from(chance.below(52)).unwrap());
            cut.add(&Deck::from_cards(&cards).unwrap());
        }
        assert!(chance_of(&cut, "same-neighbour") < 1e-9);
        // Each card comes to each place just as often as to every other: chance is never so even.
        let mut even = Shuffles::default();
        for _ in 0..5_200 {
            cards.rotate_left(1);
            even.add(&Deck::from_cards(&cards).unwrap());
        }
        let places = even.tests().into_iter().find(|test| test.id == "card-at-place").expect("a test");
        assert!(places.is_far() && places.chance > 0.999, "{places:?}");
        let mut biased = Shuffles::default();
        for (round, deck) in (0..).zip(ours(20_000)) {
            let mut cards = *deck.cards();
            if round % 25 == 0 {
                let ace = cards.iter().position(|card| *card == Card::ALL[51]).unwrap();
                cards.swap(0, ace);
            }
            biased.add(&Deck::from_cards(&cards).unwrap());
        }
        assert!(chance_of(&biased, "card-at-place") < 1e-6);
        let mut swaps = Shuffles::default();
        let mut cards = *Deck::sorted().cards();
        for _ in 0..2_000 {
            for _ in 0..26 {
                let mut place = || usize::try_from(chance.below(52)).unwrap();
                let (a, b) = (place(), place());
                cards.swap(a, b);
            }
            swaps.add(&Deck::from_cards(&cards).unwrap());
        }
        assert!(chance_of(&swaps, "serial") < 1e-9);
        assert!(chance_of(&swaps, "same-place") < 1e-9);
    }
}
