//! The player's hands, told apart as far as a bet can.

use crate::plan::{Asked, Plan};
use crate::strengths::{Numbered, Strengths};
use crate::symmetry::{Symmetry, names_suits};
use tercet_cards::{Ace, Card, CardSet, SuitClass, four_features};
use tercet_rules::{Hand, HandTest, Reads};

/// The classes of the player's hands with their strengths, and with their kinds: hands of one kind look the
/// same to every table that reads the player's cards alone.
pub(crate) struct Players {
    /// Suit classes, divided where a table names suits.
    pub(crate) classes: Vec<SuitClass>,
    /// By class.
    pub(crate) hands: Vec<Numbered>,
    /// By class: the place of its kind in `kinds`.
    pub(crate) kind: Vec<u16>,
    /// By kind: for each own table of the plan, one bit for each row whose hand test holds.
    pub(crate) kinds: Vec<Vec<u64>>,
}

impl Players {
    /// Tells these suit classes apart.
    pub(crate) fn of(ace: Ace, plan: &Plan<'_>, strengths: &Strengths, classes: &[SuitClass]) -> Players {
        let mut sorter = Sorter::new(ace, plan, strengths);
        let mut players = Players {
            classes: Vec::with_capacity(classes.len() + 8),
            hands: Vec::with_capacity(classes.len() + 8),
            kind: Vec::with_capacity(classes.len() + 8),
            kinds: Vec::new(),
        };
        for class in classes {
            if plan.symmetry.is_full() {
                players.add(&mut sorter, &plan.symmetry, *class);
            } else {
                plan.symmetry.parts(*class).into_iter().for_each(|part| {
                    players.add(&mut sorter, &plan.symmetry, part);
                });
            }
        }
        players.kinds = sorter.kinds();
        players
    }

    /// Forgets the classes whose representative is not wanted.
    pub(crate) fn keep(&mut self, wanted: impl Fn(CardSet) -> bool) {
        let wanted: Vec<bool> = self.classes.iter().map(|class| wanted(class.representative)).collect();
        let mut at = 0..;
        self.classes.retain(|_| at.next().is_some_and(|i: usize| wanted[i]));
        let mut at = 0..;
        self.hands.retain(|_| at.next().is_some_and(|i: usize| wanted[i]));
        let mut at = 0..;
        self.kind.retain(|_| at.next().is_some_and(|i: usize| wanted[i]));
    }

    fn add(&mut self, sorter: &mut Sorter<'_>, symmetry: &Symmetry, class: SuitClass) {
        let hand = Numbered::of_class(&class, sorter.strengths);
        if !sorter.may_be_odd(&hand) {
            self.push(class, hand, sorter.kind(&hand, 0));
            return;
        }
        // Some row may see the names of suits: the members of the class are asked one by one.
        let mut parts: Vec<(usize, CardSet, u64)> = Vec::new();
        for member in symmetry.members(class.representative) {
            let odd = sorter.odd(member);
            match parts.iter_mut().find(|part| part.0 == odd) {
                Some((.., size)) => *size += 1,
                None => parts.push((odd, member, 1)),
            }
        }
        for (odd, representative, size) in parts {
            let part = SuitClass { representative, size };
            let hand = Numbered::of_class(&part, sorter.strengths);
            self.push(part, hand, sorter.kind(&hand, odd));
        }
    }

    fn push(&mut self, class: SuitClass, hand: Numbered, kind: u16) {
        self.classes.push(class);
        self.hands.push(hand);
        self.kind.push(kind);
    }
}

/// Sorts hands into kinds by three marks: what rows see in the strength, what they see in four cards, and what
/// *odd* rows see, which ask for suits, colours or four ranks.
struct Sorter<'a> {
    ace: Ace,
    strengths: &'a Strengths,
    own: &'a [Asked<'a>],
    /// Each kind that was met, by its marks.
    met: Vec<[usize; 3]>,
    last: usize,
    by_number: Marks,
    number: Vec<usize>,
    by_features: Marks,
    /// By the bits of [`FourFeatures`](tercet_cards::FourFeatures); `usize::MAX` where not met.
    features: Vec<usize>,
    /// The first mark: no odd row holds.
    by_oddness: Marks,
    has_odd: bool,
}

/// Sets of masks, one mask for each own table, each set once.
#[derive(Default)]
struct Marks {
    sets: Vec<Vec<u64>>,
    next: Vec<u64>,
    last: usize,
}

impl Marks {
    /// The place of a set; a new one if there was none such.
    fn place(&mut self, masks: impl Iterator<Item = u64>) -> usize {
        self.next.clear();
        self.next.extend(masks);
        // Neighbours are mostly alike.
        if self.sets.get(self.last) != Some(&self.next) {
            self.last = self.sets.iter().position(|known| *known == self.next).unwrap_or_else(|| {
                self.sets.push(self.next.clone());
                self.sets.len() - 1
            });
        }
        self.last
    }
}

impl<'a> Sorter<'a> {
    fn new(ace: Ace, plan: &'a Plan<'_>, strengths: &'a Strengths) -> Sorter<'a> {
        let own = plan.own.as_slice();
        let has_odd = own.iter().any(|asked| asked.tests().any(|test| is_odd(asked.reads, test)));
        let mut by_oddness = Marks::default();
        by_oddness.place(own.iter().map(|_| 0));
        let mut by_number = Marks::default();
        let mut of_strength = |(cards, rank)| {
            let hand = Hand::Three(cards, rank);
            by_number.place(own.iter().map(|asked| plain_mask(asked, Reads::Hand, &hand)))
        };
        let tells = own.iter().any(|asked| asked.reads == Reads::Hand && asked.tells_hands_apart());
        let number = if tells {
            strengths.hands().map(of_strength).collect()
        } else {
            // Any one hand stands for all.
            strengths.hands().take(1).for_each(|hand| _ = of_strength(hand));
            vec![0; strengths.len()]
        };
        let four = own.iter().any(|asked| asked.reads == Reads::AllFour);
        let features = if four { vec![usize::MAX; 1 << 11] } else { Vec::new() };
        Sorter {
            ace,
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
    fn kind(&mut self, hand: &Numbered, odd: usize) -> u16 {
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
    fn four(&mut self, hand: &Numbered) -> usize {
        if self.features.is_empty() {
            return 0;
        }
        let Ok(cards) = <[Card; 4]>::try_from(hand.cards()) else { return 0 };
        let features = four_features(cards, self.ace);
        let known = &mut self.features[usize::from(features.bits())];
        if *known == usize::MAX {
            let hand = Hand::Four(cards, features);
            let masks = self.own.iter().map(|asked| plain_mask(asked, Reads::AllFour, &hand));
            *known = self.by_features.place(masks);
        }
        *known
    }

    /// Whether an odd row may hold for some hand with these ranks.
    fn may_be_odd(&self, hand: &Numbered) -> bool {
        self.has_odd
            && self.own.iter().any(|asked| {
                asked.tests().any(|test| is_odd(asked.reads, test) && may_hold(test, hand.cards()))
            })
    }

    /// The mark of what odd rows see in a hand.
    fn odd(&mut self, hand: CardSet) -> usize {
        let cards: Vec<Card> = hand.iter().collect();
        let playing = Hand::playing(&cards, self.ace);
        let all = Hand::all_four(&cards, self.ace);
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
    fn kinds(&self) -> Vec<Vec<u64>> {
        let masks = |[number, four, odd]: &[usize; 3]| {
            let mut masks = self.by_number.sets[*number].clone();
            for more in
                [self.by_features.sets.get(*four), self.by_oddness.sets.get(*odd)].into_iter().flatten()
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
    names_suits(test) || (reads == Reads::AllFour && names_ranks(test))
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
