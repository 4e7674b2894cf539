//! Which renamings of the suits a bet cannot notice.
//!
//! A row for the ace, king and queen *of spades*, or for *red* cards, tells apart hands that are otherwise
//! the same; everything else in a game file is blind to the names of suits.

use crate::held::Held;
use tercet_cards::{CardSet, Suit, SuitClass};
use tercet_rules::{HandTest, Suits};

/// A renaming of the suits: the suit at place `i` becomes the one at `renaming[i]`.
type Renaming = [usize; 4];

/// The renamings under which some tests keep their answers.
///
/// That holds for the best three of four cards too, whichever of two equal threes plays: there no test asks for a
/// colour ([`GameDoc::check`](tercet_rules::GameDoc::check)), and a three of a named suit has no equal among four cards.
pub(crate) struct Symmetry {
    renamings: Vec<Renaming>,
}

impl Symmetry {
    /// The renamings that leave all these tests alone.
    pub(crate) fn of<'a>(tests: impl Iterator<Item = &'a HandTest>) -> Symmetry {
        let tests: Vec<&HandTest> = tests.collect();
        let keep = |renaming: &Renaming| tests.iter().all(|test| keeps(test, *renaming));
        Symmetry { renamings: EVERY.into_iter().filter(keep).collect() }
    }

    /// No renaming but the one that changes nothing.
    pub(crate) fn none() -> Symmetry {
        Symmetry { renamings: vec![[0, 1, 2, 3]] }
    }

    /// Those of these renamings that leave a set of cards as it is.
    pub(crate) fn keeping(&self, set: CardSet) -> Symmetry {
        let keeps = |names: &&Renaming| renamed(set, **names) == set;
        Symmetry { renamings: self.renamings.iter().filter(keeps).copied().collect() }
    }

    /// Whether every renaming will do.
    pub(crate) fn is_full(&self) -> bool {
        self.renamings.len() == 24
    }

    /// The hands that these renamings make of one, each once, in order.
    pub(crate) fn members(&self, hand: CardSet) -> Vec<CardSet> {
        let mut members: Vec<CardSet> = self.renamings.iter().map(|names| renamed(hand, *names)).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    /// Of the hands that these renamings make of one, the first: cards may be there twice.
    pub(crate) fn first_held(&self, hand: &Held) -> Held {
        let renamed = |names: &Renaming| {
            let mut cards = *hand;
            cards.rename(|suit| Suit::ALL[names[suit.index()]]);
            cards
        };
        self.renamings.iter().map(renamed).min().unwrap_or(*hand)
    }

    /// A suit class, divided so that these renamings make every hand of a part out of every other.
    pub(crate) fn parts(&self, class: SuitClass) -> Vec<SuitClass> {
        if self.is_full() {
            return vec![class];
        }
        let mut hands = EVERY.map(|names| renamed(class.representative, names));
        hands.sort_unstable();
        let mut parts = Vec::new();
        for (i, hand) in hands.into_iter().enumerate() {
            let again = i > 0 && hands[i - 1] == hand;
            if !again && let Some(size) = self.first_of(hand) {
                parts.push(SuitClass { representative: hand, size });
            }
        }
        parts
    }

    /// How many hands these renamings make of one, if none of them comes before it.
    fn first_of(&self, hand: CardSet) -> Option<u64> {
        let mut same = 0;
        for names in &self.renamings {
            let other = renamed(hand, *names);
            if other < hand {
                return None;
            }
            same += u64::from(other == hand);
        }
        // The renamings are a group: each hand is made by equally many of them.
        Some(self.renamings.len() as u64 / same)
    }
}

/// Whether a test answers the same for renamed cards.
fn keeps(test: &HandTest, renaming: Renaming) -> bool {
    let colour = |suit: usize| Suit::ALL[suit].colour();
    let after = |suit: usize| colour(renaming[suit]);
    match test {
        HandTest::Ranks(_, Suits::Of(suit)) => renaming[suit.index()] == suit.index(),
        HandTest::Colour(Some(_)) => (0..4).all(|suit| after(suit) == colour(suit)),
        HandTest::Colour(None) => {
            (0..4).all(|a| (0..4).all(|b| (colour(a) == colour(b)) == (after(a) == after(b))))
        }
        HandTest::AnyOf(tests) => tests.iter().all(|test| keeps(test, renaming)),
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Ranks(_, Suits::Any | Suits::Same) => true,
    }
}

/// All 24 renamings.
const EVERY: [Renaming; 24] = {
    let mut every = [[0; 4]; 24];
    let (mut n, mut found) = (0, 0);
    while n < 256 {
        let names = [n / 64, n / 16 % 4, n / 4 % 4, n % 4];
        if 1 << names[0] | 1 << names[1] | 1 << names[2] | 1 << names[3] == 0b1111 {
            every[found] = names;
            found += 1;
        }
        n += 1;
    }
    every
};

/// The set with its suits renamed.
fn renamed(set: CardSet, names: Renaming) -> CardSet {
    let lane = |suit: usize| (set.bits() >> (16 * suit) & 0x1FFF) << (16 * names[suit]);
    CardSet::from_bits(lane(0) | lane(1) | lane(2) | lane(3)).expect("the same ranks in other suits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_cards::suit_classes;
    use tercet_rules::Reads;

    fn symmetry(texts: &[&str]) -> Symmetry {
        let tests: Vec<_> =
            texts.iter().map(|text| HandTest::parse(text, Reads::Hand).expect("a test")).collect();
        Symmetry::of(tests.iter())
    }

    #[test]
    fn tests_that_name_suits_leave_fewer_renamings() {
        for (texts, renamings) in [
            (&["pair", "suited A-K-Q"][..], 24),
            (&["A-K-Q of spades"], 6),
            (&["one colour"], 8),
            (&["all red"], 4),
            (&["A-K-Q of spades", "all red"], 2),
        ] {
            assert_eq!(symmetry(texts).renamings.len(), renamings, "{texts:?}");
        }
    }

    #[test]
    fn parts_are_whole() {
        for texts in [&["A-K-Q of spades"][..], &["one colour"], &["all red"]] {
            let symmetry = symmetry(texts);
            for class in suit_classes(3).step_by(7) {
                let parts = symmetry.parts(class);
                assert_eq!(parts.iter().map(|part| part.size).sum::<u64>(), class.size);
                for part in parts {
                    let members = symmetry.members(part.representative);
                    assert_eq!((members[0], members.len() as u64), (part.representative, part.size));
                }
            }
        }
    }
}
