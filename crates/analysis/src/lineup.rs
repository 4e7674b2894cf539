//! Hands as a pass wants them: in the order of their strength, with the kinds of cards that they hold.

use crate::kinds::{ByRenaming, Kinds};
use crate::numbered::Numbered;
use crate::subsets::{OfFour, OfThree, Subsets as _};
use crate::three;
use core::marker::PhantomData;
use std::borrow::Cow;
use tercet_cards::Ace;

/// Hands in the order of their strength, with the kinds of cards that they hold.
pub(crate) struct Lineup<'a, K> {
    pub(crate) hands: &'a [Numbered],
    pub(crate) held: Held,
    order: Order,
    kinds: PhantomData<K>,
}

/// By hand: the kinds of the subsets of its cards.
pub(crate) enum Held {
    /// Where hands have three cards.
    Three(Cow<'static, [OfThree]>),
    /// Where hands have four cards.
    Four(Vec<OfFour>),
}

impl<'a, K: Kinds> Lineup<'a, K> {
    /// These hands, all of three cards or all of four.
    pub(crate) fn of(hands: &'a [Numbered]) -> Lineup<'a, K> {
        let four = hands.first().is_some_and(|hand| hand.cards().len() == 4);
        let held = if four {
            Held::Four(hands.iter().map(OfFour::of::<K>).collect())
        } else {
            Held::Three(hands.iter().map(OfThree::of::<K>).collect())
        };
        Lineup::holding(hands, held)
    }

    fn holding(hands: &'a [Numbered], held: Held) -> Lineup<'a, K> {
        Lineup { hands, held, order: Order::of(hands), kinds: PhantomData }
    }

    /// A number that no strength reaches.
    pub(crate) fn strengths(&self) -> usize {
        self.order.starts.len() - 1
    }

    /// The places of the hands of a strength.
    pub(crate) fn at(&self, strength: usize) -> impl Iterator<Item = usize> + use<'_, K> {
        let places = match self.order.starts.get(strength..strength + 2) {
            Some([from, to]) => &self.order.places[*from as usize..*to as usize],
            _ => &[],
        };
        places.iter().map(|place| *place as usize)
    }
}

impl<'a> Lineup<'a, ByRenaming> {
    /// Suit classes: what all classes of three cards hold is known beforehand.
    pub(crate) fn of_classes(hands: &'a [Numbered], ace: Ace) -> Lineup<'a, ByRenaming> {
        if core::ptr::eq(hands, three::numbered(ace)) {
            Lineup::holding(hands, Held::Three(Cow::Borrowed(&three::HELD)))
        } else {
            Lineup::of(hands)
        }
    }
}

/// Hands in the order of their strength.
struct Order {
    /// Places of hands.
    places: Vec<u32>,
    /// Where each strength starts in `places`.
    starts: Vec<u32>,
}

impl Order {
    fn of(hands: &[Numbered]) -> Order {
        let top = hands.iter().map(|hand| usize::from(hand.number)).max().unwrap_or(0);
        let mut starts = vec![0; top + 2];
        for hand in hands {
            starts[usize::from(hand.number) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut places = vec![0; hands.len()];
        for (place, hand) in (0..).zip(hands) {
            let at = &mut next[usize::from(hand.number)];
            places[*at as usize] = place;
            *at += 1;
        }
        Order { places, starts }
    }
}
