//! The player's hands, told apart as far as a bet can.

use crate::hands::Hands;
use crate::held::Classes;
use crate::law::Told;
use crate::numbered::Numbered;
use crate::plan::Plan;
use crate::sorter::{Mark, Sorter};
use crate::strengths::Strengths;
use crate::symmetry::Symmetry;
use std::borrow::Cow;
use tercet_cards::{CardSet, SuitClass};

/// The classes of the player's hands with their strengths, and with their kinds: hands of one kind look the
/// same to every table that reads the player's cards alone.
pub(crate) struct Players {
    /// Suit classes, divided where a table names suits.
    pub(crate) classes: Cow<'static, [SuitClass]>,
    /// By class.
    pub(crate) hands: Cow<'static, [Numbered]>,
    /// By class: the place of its kind in `kinds`.
    pub(crate) kind: Vec<u16>,
    /// By kind: for each own table of the plan, one bit for each row whose hand test holds.
    pub(crate) kinds: Vec<Vec<u64>>,
}

impl Players {
    /// Tells the classes of these hands apart.
    pub(crate) fn of(plan: &Plan<'_>, strengths: &Strengths, hands: &Hands) -> Players {
        let mut sorter = Sorter::new(plan, strengths);
        if !plan.symmetry.is_full() || sorter.has_odd {
            return Players::divided(sorter, &plan.symmetry, hands.classes());
        }
        let (classes, hands) = (hands.shared_classes(), hands.numbered(strengths));
        let kind = hands.iter().map(|hand| sorter.kind(hand, 0)).collect();
        Players { classes, hands, kind, kinds: sorter.kinds() }
    }

    /// One hand.
    pub(crate) fn one(plan: &Plan<'_>, strengths: &Strengths, cards: CardSet) -> Players {
        let mut sorter = Sorter::new(plan, strengths);
        let mut parts = Parts::default();
        parts.add(&mut sorter, &Symmetry::none(), SuitClass { representative: cards, size: 1 });
        parts.sorted_by(&sorter)
    }

    /// Tells suit classes apart, some tables perhaps seeing the names of suits.
    fn divided(mut sorter: Sorter<'_>, symmetry: &Symmetry, classes: &[SuitClass]) -> Players {
        let mut parts = Parts::default();
        for class in classes {
            for part in symmetry.parts(*class) {
                parts.add(&mut sorter, symmetry, part);
            }
        }
        parts.sorted_by(&sorter)
    }

    /// What a law needs of them.
    pub(crate) fn told(self) -> Told {
        Told { classes: Classes::Sets(self.classes), kind: self.kind, kinds: self.kinds }
    }

    /// Forgets the classes whose representative is not wanted.
    pub(crate) fn keep(&mut self, wanted: impl Fn(CardSet) -> bool) {
        let wanted: Vec<bool> = self.classes.iter().map(|class| wanted(class.representative)).collect();
        let mut at = 0..;
        self.classes.to_mut().retain(|_| at.next().is_some_and(|i: usize| wanted[i]));
        let mut at = 0..;
        self.hands.to_mut().retain(|_| at.next().is_some_and(|i: usize| wanted[i]));
        let mut at = 0..;
        self.kind.retain(|_| at.next().is_some_and(|i: usize| wanted[i]));
    }
}

/// Classes of the player's hands, told apart one after the other.
#[derive(Default)]
struct Parts {
    classes: Vec<SuitClass>,
    hands: Vec<Numbered>,
    kind: Vec<u16>,
}

impl Parts {
    fn add(&mut self, sorter: &mut Sorter<'_>, symmetry: &Symmetry, class: SuitClass) {
        let hand = Numbered::of_class(&class, sorter.strengths);
        if !sorter.may_be_odd(&hand) {
            self.push(class, hand, sorter.kind(&hand, 0));
            return;
        }
        for (odd, members) in Parts::apart(sorter, symmetry, &class, &hand) {
            let part = SuitClass { representative: members[0], size: members.len() as u64 };
            let hand = Numbered::of_class(&part, sorter.strengths);
            self.push(part, hand, sorter.kind(&hand, odd));
        }
    }

    /// The members of a class, apart where some row sees the names of suits in them; each part with its mark.
    fn apart(
        sorter: &mut Sorter<'_>,
        symmetry: &Symmetry,
        class: &SuitClass,
        hand: &Numbered,
    ) -> Vec<(Mark, Vec<CardSet>)> {
        let members = symmetry.members(class.representative);
        if !sorter.may_be_odd(hand) {
            return vec![(0, members)];
        }
        let mut parts: Vec<(Mark, Vec<CardSet>)> = Vec::new();
        for member in members {
            let odd = sorter.odd(member);
            match parts.iter_mut().find(|part| part.0 == odd) {
                Some((_, members)) => members.push(member),
                None => parts.push((odd, vec![member])),
            }
        }
        parts
    }

    fn push(&mut self, class: SuitClass, hand: Numbered, kind: u16) {
        self.classes.push(class);
        self.hands.push(hand);
        self.kind.push(kind);
    }

    fn sorted_by(self, sorter: &Sorter<'_>) -> Players {
        let Parts { classes, hands, kind } = self;
        Players { classes: classes.into(), hands: hands.into(), kind, kinds: sorter.kinds() }
    }
}
