//! How a dealer's hands lie against each of the player's: one sweep through all strengths, by inclusion and
//! exclusion.
//!
//! Dealer hands that avoid the player's cards are counted from those that hold some of them
//! ([`Holding`]). Hands are added in the order of their strength, so when the sweep
//! comes to a strength, exactly the weaker ones have been counted.

use crate::cells::{Cells, cells};
use crate::strengths::Numbered;
use crate::subsets::{Holding, Kinds};
use core::marker::PhantomData;
use tercet_cards::CardSet;

/// Dealer hands that no table tells apart but by their strength: all of one kind, or each by itself.
pub(crate) struct Dealers<K> {
    hands: Vec<Numbered>,
    /// The hands of four cards, in order: only these can be the player's hand too.
    fours: Vec<CardSet>,
    kinds: PhantomData<K>,
}

impl<K: Kinds> Dealers<K> {
    /// These hands.
    pub(crate) fn new(hands: Vec<Numbered>) -> Dealers<K> {
        let fours = hands.iter().filter(|hand| hand.cards().len() == 4);
        let mut fours: Vec<CardSet> = fours.map(known_as::<K>).collect();
        fours.sort_unstable();
        Dealers { hands, fours, kinds: PhantomData }
    }

    /// Whether a hand of just the player's cards is among them.
    fn has(&self, player: &Numbered) -> bool {
        !self.fours.is_empty() && self.fours.binary_search(&known_as::<K>(player)).is_ok()
    }
}

fn known_as<K: Kinds>(hand: &Numbered) -> CardSet {
    K::known_as(CardSet::from_cards(hand.cards()))
}

/// The lanes of a sweep: all dealer hands, those that do not qualify, those below the player's strength, and those not
/// above it.
const ALL: usize = 0;
const BELOW_FLOOR: usize = 1;
const BELOW: usize = 2;
const UP_TO: usize = 3;

/// Calls back with the cells of each of the player's hands, by its place.
pub(crate) fn by_cell<K: Kinds>(
    dealers: &Dealers<K>,
    players: &[Numbered],
    floor: u16,
    mut each: impl FnMut(usize, Cells),
) {
    let mut holding = Holding::<K>::new();
    for dealer in &dealers.hands {
        if dealer.number < floor {
            holding.add(dealer, [ALL, BELOW_FLOOR]);
        } else {
            holding.add(dealer, [ALL]);
        }
    }
    let theirs = Order::of(&dealers.hands);
    let mine = Order::of(players);
    for strength in 0..theirs.strengths().max(mine.strengths()) {
        let equal = || theirs.at(strength).iter().map(|i| &dealers.hands[*i as usize]);
        equal().for_each(|dealer| holding.add(dealer, [UP_TO]));
        for player in mine.at(strength) {
            let i = *player as usize;
            let player = &players[i];
            let weak = player.number < floor;
            let same = u32::from(dealers.has(player));
            let same = [same, if weak { same } else { 0 }, 0, same];
            each(i, cells(holding.avoiding(player, same), weak));
        }
        equal().for_each(|dealer| holding.add(dealer, [BELOW]));
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

    fn strengths(&self) -> usize {
        self.starts.len() - 1
    }

    fn at(&self, strength: usize) -> &[u32] {
        match self.starts.get(strength..strength + 2) {
            Some([from, to]) => &self.places[*from as usize..*to as usize],
            _ => &[],
        }
    }
}
