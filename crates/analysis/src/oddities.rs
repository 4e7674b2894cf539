//! Dealer hands that patterns of ranks cannot judge: those in which a row sees a colour, a suit, or six ranks.
//!
//! There are few of them, so they are looked at one by one and moved from the world they were counted in to
//! the one they belong to.

use crate::cells::Cell;
use crate::hands::Hands;
use crate::numbered::Numbered;
use crate::plan::{Asked, Plan};
use crate::strengths::Strengths;
use crate::worlds::{Groups, World, Worlds, category_masks};
use tercet_cards::{Ace, Card, CardSet, Colour, combinations};
use tercet_rules::{Hand, HandTest, Suits};

/// The tests of a bet that patterns of ranks cannot answer.
pub(crate) struct Oddities<'a> {
    ace: Ace,
    plan: &'a Plan<'a>,
    strengths: &'a Strengths,
    floor: u16,
    of_six: Vec<&'a HandTest>,
    of_dealer: Vec<&'a HandTest>,
}

/// What decides the world of a dealer's hand: cell, category, group, and the answers of the odd tests.
type Key = ([usize; 3], Vec<bool>);

impl<'a> Oddities<'a> {
    /// The odd tests of a plan.
    pub(crate) fn of(ace: Ace, plan: &'a Plan<'a>, strengths: &'a Strengths, floor: u16) -> Oddities<'a> {
        let simple = |tables: &'a [Asked<'a>]| tables.iter().flat_map(Asked::tests).flat_map(parts);
        let odd = |test: &&HandTest| matches!(test, HandTest::Ranks(..) | HandTest::Colour(_));
        let of_six = simple(&plan.six).filter(odd).collect();
        let of_dealer = simple(&plan.dealer).filter(|test| test.names_suits()).collect();
        Oddities { ace, plan, strengths, floor, of_six, of_dealer }
    }

    /// Moves every dealer hand in which an odd test holds to its world.
    pub(crate) fn put_right(&self, hands: &Hands, players: &[Numbered], worlds: &mut Worlds) {
        if self.of_six.is_empty() && self.of_dealer.is_empty() {
            return;
        }
        let by_category = category_masks(&self.plan.six);
        let (of_strength, groups) = Groups::of_strengths(self.plan, self.strengths);
        let mut known: Vec<(Key, [usize; 2])> = Vec::new();
        let mut moved: Vec<(usize, [usize; 2])> = Vec::new();
        for (class, player) in players.iter().enumerate() {
            let rest = hands.deck().difference(CardSet::from_cards(player.cards()));
            within(&self.sieves(player), rest, |dealer| {
                let dealer = Numbered::new(dealer, self.strengths);
                let cell = Cell::of(player.number, dealer.number, self.floor).index();
                let group = of_strength[usize::from(dealer.number)];
                let (both, theirs) = self.read(player, &dealer);
                let Hand::Six(_, rank) = both else { unreachable!("three cards each") };
                let category = rank.category() as usize;
                let odd = self.of_six.iter().map(|test| test.holds(&both));
                let odd: Vec<bool> =
                    odd.chain(self.of_dealer.iter().map(|test| test.holds(&theirs))).collect();
                let key = ([cell, category, group], odd);
                let step = known.iter().find(|(other, _)| *other == key).map(|(_, step)| *step);
                let step = step.unwrap_or_else(|| {
                    let counted =
                        World { cell, six: by_category[category].clone(), dealer: groups.0[group].clone() };
                    let really = World {
                        cell,
                        six: self.plan.six.iter().map(|asked| asked.mask(&both)).collect(),
                        dealer: self.plan.dealer.iter().map(|asked| asked.mask(&theirs)).collect(),
                    };
                    let step = [worlds.place(counted), worlds.place(really)];
                    known.push((key, step));
                    step
                });
                moved.push((class, step));
            });
        }
        worlds.widen(players.len());
        let width = worlds.worlds.len();
        for (class, [from, to]) in moved {
            worlds.counts[class * width + from] -= 1;
            worlds.counts[class * width + to] += 1;
        }
    }

    /// Both hands together, and the dealer's.
    fn read(&self, player: &Numbered, dealer: &Numbered) -> (Hand, Hand) {
        let both = Hand::both(player.cards(), dealer.cards()).expect("three cards each");
        (both, dealer.playing(self.ace))
    }

    /// Sets of cards such that odd tests hold only for dealer hands within one of them.
    fn sieves(&self, player: &Numbered) -> Vec<CardSet> {
        let mine = player.cards();
        let held = |card: Card| mine.iter().any(|own| own.rank() == card.rank());
        let mut sieves = Vec::new();
        for test in &self.of_six {
            if let HandTest::Ranks(ranks, _) = test
                && mine.iter().all(|card| ranks.contains(&card.rank()))
            {
                sieves.push(cards_of(|card| ranks.contains(&card.rank()) && !held(card)));
            }
            if let HandTest::Colour(_) = test
                && let Some(colour) = colour_of(mine)
            {
                sieves.push(cards_of(|card| card.colour() == colour));
            }
        }
        for test in &self.of_dealer {
            if let HandTest::Ranks(ranks, Suits::Of(suit)) = test {
                sieves.push(ranks.iter().map(|rank| Card::new(*rank, *suit)).collect());
            }
            if let HandTest::Colour(_) = test {
                let of = |colour| cards_of(|card| card.colour() == colour);
                sieves.extend([Colour::Red, Colour::Black].map(of));
            }
        }
        sieves
    }
}

/// The simple tests that a test is made of.
fn parts(test: &HandTest) -> Vec<&HandTest> {
    match test {
        HandTest::AnyOf(tests) => tests.iter().flat_map(parts).collect(),
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Ranks(..)
        | HandTest::Colour(_) => vec![test],
    }
}

/// The colour of cards that have but one.
pub(crate) fn colour_of(cards: &[Card]) -> Option<Colour> {
    let first = cards.first()?.colour();
    cards.iter().all(|card| card.colour() == first).then_some(first)
}

fn cards_of(which: impl Fn(Card) -> bool) -> CardSet {
    Card::ALL.into_iter().filter(|card| which(*card)).collect()
}

/// Calls back with every hand of three of the rest that lies within one of the sieves, once.
fn within(sieves: &[CardSet], rest: CardSet, mut each: impl FnMut(CardSet)) {
    for (i, sieve) in sieves.iter().enumerate() {
        let new = |hand: &CardSet| !sieves[..i].iter().any(|earlier| hand.is_subset(*earlier));
        combinations(sieve.intersection(rest), 3).filter(new).for_each(&mut each);
    }
}
