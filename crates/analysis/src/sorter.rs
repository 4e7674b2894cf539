//! What the player's own tables see in a hand.

use crate::numbered::Numbered;
use crate::plan::{Asked, Plan};
use crate::strengths::Strengths;
use tercet_cards::{Card, CardSet, ThreeCategory, ThreeRank, four_features};
use tercet_rules::{Hand, HandTest, Reads};

/// Sorts hands into kinds by three marks: what rows see in the strength, what they see in four cards, and what
/// *odd* rows see, which ask for suits, colours or four ranks.
pub(crate) struct Sorter<'a> {
    pub(crate) strengths: &'a Strengths,
    own: &'a [Asked<'a>],
    /// Each kind that was met, by its marks.
    met: Vec<[Mark; 3]>,
    last: usize,
    by_number: Marks,
    number: Vec<Mark>,
    by_features: Marks,
    /// By the bits of [`FourFeatures`](tercet_cards::FourFeatures); [`UNMET`] where not met.
    features: Vec<Mark>,
    /// The first mark: no odd row holds.
    by_oddness: Marks,
    /// Whether there are odd rows.
    pub(crate) has_odd: bool,
}

/// The place of a set in [`Marks`].
pub(crate) type Mark = u16;

/// Stands for no mark: there are fewer sets than hands of three cards.
const UNMET: Mark = Mark::MAX;

/// Sets of masks, one mask for each own table, each set once.
#[derive(Default)]
struct Marks {
    sets: Vec<Vec<u64>>,
    last: usize,
}

impl Marks {
    /// The place of a set; a new one if there was none such.
    fn place(&mut self, masks: impl Iterator<Item = u64> + Clone) -> Mark {
        // Neighbours are mostly alike.
        let like_the_last = |known: &Vec<u64>| known.iter().copied().eq(masks.clone());
        if !self.sets.get(self.last).is_some_and(like_the_last) {
            let set: Vec<u64> = masks.collect();
            self.last = self.sets.iter().position(|known| *known == set).unwrap_or_else(|| {
                self.sets.push(set);
                self.sets.len() - 1
            });
        }
        Mark::try_from(self.last).expect("fewer sets than hands of three cards")
    }
}

impl<'a> Sorter<'a> {
    /// For the player's own tables of a plan.
    pub(crate) fn new(plan: &'a Plan<'_>, strengths: &'a Strengths) -> Sorter<'a> {
        let own = plan.own.as_slice();
        let has_odd = own.iter().any(|asked| asked.tests().any(|test| is_odd(asked.reads, test)));
        let mut by_oddness = Marks::default();
        by_oddness.place(own.iter().map(|_| 0));
        let mut by_number = Marks::default();
        // Tables that do not ask for the strength see the same in every hand.
        let tells = |asked: &&Asked<'_>| asked.reads == Reads::Hand && asked.tells_hands_apart();
        let lowest = strengths.hands().next().map(|(cards, rank)| Hand::Three(cards, rank));
        let same = |asked| if tells(&asked) { None } else { Some(plain_mask(asked, Reads::Hand, &lowest?)) };
        let same: Vec<Option<u64>> = own.iter().map(same).collect();
        let mut of_strength = |(cards, rank)| {
            let hand = Hand::Three(cards, rank);
            let masks = own.iter().zip(&same);
            by_number.place(
                masks.map(|(asked, same)| same.unwrap_or_else(|| plain_mask(asked, Reads::Hand, &hand))),
            )
        };
        let number = if own.iter().filter(tells).flat_map(Asked::tests).all(asks_category) {
            // Any one hand of a category stands for all.
            let mut known = [None; ThreeCategory::ALL.len()];
            let mut of_category = |(cards, rank): ([Card; 3], ThreeRank)| {
                *known[rank.category() as usize].get_or_insert_with(|| of_strength((cards, rank)))
            };
            strengths.hands().map(&mut of_category).collect()
        } else {
            strengths.hands().map(of_strength).collect()
        };
        let four = own.iter().any(|asked| asked.reads == Reads::AllFour);
        let features = if four { vec![UNMET; 1 << 11] } else { Vec::new() };
        Sorter {
            strengths,
            own,
            met: Vec::new(),
            last: 0,
            by_number,
            number,
            by_features: Marks::default(),
            features,
            by_oddness,
            has_odd,
        }
    }

    /// The kind of a hand, whose odd rows have this mark.
    pub(crate) fn kind(&mut self, hand: &Numbered, odd: Mark) -> u16 {
        let marks = [self.number[usize::from(hand.number)], self.four(hand), odd];
        // Neighbours are mostly of one kind, and there are few kinds.
        if self.met.get(self.last) != Some(&marks) {
            self.last = self.met.iter().position(|known| *known == marks).unwrap_or_else(|| {
                self.met.push(marks);
                self.met.len() - 1
            });
        }
        u16::try_from(self.last).expect("fewer kinds than hands of three cards")
    }

    /// What the rows see in all four cards of a hand.
    fn four(&mut self, hand: &Numbered) -> Mark {
        if self.features.is_empty() {
            return 0;
        }
        let Ok(cards) = <[Card; 4]>::try_from(hand.cards()) else { return 0 };
        let features = four_features(cards, self.strengths.ace());
        let known = &mut self.features[usize::from(features.bits())];
        if *known == UNMET {
            let hand = Hand::Four(cards, features);
            let masks = self.own.iter().map(|asked| plain_mask(asked, Reads::AllFour, &hand));
            *known = self.by_features.place(masks);
        }
        *known
    }

    /// Whether an odd row may hold for some hand with these ranks.
    pub(crate) fn may_be_odd(&self, hand: &Numbered) -> bool {
        self.has_odd
            && self.own.iter().any(|asked| {
                asked.tests().any(|test| is_odd(asked.reads, test) && may_hold(test, hand.cards()))
            })
    }

    /// The mark of what odd rows see in a hand.
    pub(crate) fn odd(&mut self, hand: CardSet) -> Mark {
        let cards: Vec<Card> = hand.iter().collect();
        let playing = Hand::playing(&cards, self.strengths.ace());
        let all = Hand::all_four(&cards, self.strengths.ace());
        let masks = self.own.iter().map(|asked| {
            let read = if asked.reads == Reads::AllFour { all } else { playing };
            // Rows without a test are not odd: the other marks have them.
            let odd = asked.rows.iter().map(|row| {
                let test = row.hand.as_ref().filter(|test| is_odd(asked.reads, test));
                u64::from(test.zip(read).is_some_and(|(test, hand)| test.holds(&hand)))
            });
            (0..).zip(odd).map(|(i, bit)| bit << i).sum()
        });
        self.by_oddness.place(masks)
    }

    /// By kind, the masks of all own tables.
    pub(crate) fn kinds(&self) -> Vec<Vec<u64>> {
        let masks = |[number, four, odd]: &[Mark; 3]| {
            let mut masks = self.by_number.sets[usize::from(*number)].clone();
            for more in
                [self.by_features.sets.get(usize::from(*four)), self.by_oddness.sets.get(usize::from(*odd))]
                    .into_iter()
                    .flatten()
            {
                masks.iter_mut().zip(more).for_each(|(mask, more)| *mask |= more);
            }
            masks
        };
        self.met.iter().map(masks).collect()
    }
}

/// The mask of a table that reads these cards, as if its odd rows never held; nothing for another table.
fn plain_mask(asked: &Asked<'_>, reads: Reads, hand: &Hand) -> u64 {
    if asked.reads == reads { asked.mask_by(|test| !is_odd(reads, test) && test.holds(hand)) } else { 0 }
}

/// Whether a test of the player's cards asks for more than the strength of three cards, or than the features
/// of four.
fn is_odd(reads: Reads, test: &HandTest) -> bool {
    test.names_suits() || (reads == Reads::AllFour && names_ranks(test))
}

/// Whether a test of three cards asks for their category and nothing else.
fn asks_category(test: &HandTest) -> bool {
    match test {
        HandTest::Any | HandTest::Three(_) => true,
        HandTest::AnyOf(tests) => tests.iter().all(asks_category),
        HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Ranks(..)
        | HandTest::Colour(_) => false,
    }
}

fn names_ranks(test: &HandTest) -> bool {
    match test {
        HandTest::Ranks(..) => true,
        HandTest::AnyOf(tests) => tests.iter().any(names_ranks),
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Colour(_) => false,
    }
}

/// Whether a test can hold for cards of these ranks.
fn may_hold(test: &HandTest, cards: &[Card]) -> bool {
    match test {
        HandTest::Ranks(ranks, _) => ranks.iter().all(|rank| cards.iter().any(|card| card.rank() == *rank)),
        HandTest::AnyOf(tests) => tests.iter().any(|test| may_hold(test, cards)),
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Colour(_) => true,
    }
}
