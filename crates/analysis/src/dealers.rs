//! How a dealer's hands lie against each of the player's: one sweep through all strengths, by inclusion and
//! exclusion.
//!
//! Dealer hands that avoid the player's cards are counted from those that hold some of them
//! ([`Holding`]). Hands are added in the order of their strength, so when the sweep
//! comes to a strength, exactly the weaker ones have been counted.

use crate::cells::{Cells, cells};
use crate::strengths::Numbered;
use crate::subsets::{Holding, Kinds, Lanes};
use tercet_cards::CardSet;

/// Dealer hands that no table tells apart but by their strength.
pub(crate) struct Dealers {
    /// The hands: whole suit classes, or each hand by itself.
    pub(crate) hands: Vec<Numbered>,
    /// The hands of four cards, in order: only these can be the player's hand too.
    fours: Vec<(CardSet, u16)>,
}

impl Dealers {
    /// These hands.
    pub(crate) fn new(hands: Vec<Numbered>) -> Dealers {
        let fours = hands.iter().filter(|hand| hand.cards().len() == 4);
        let mut fours: Vec<(CardSet, u16)> =
            fours.map(|hand| (CardSet::from_cards(hand.cards()), hand.number)).collect();
        fours.sort_unstable();
        Dealers { hands, fours }
    }

    /// Whether a hand of just these cards, of the strength of this number, is among them.
    fn has(&self, cards: CardSet, number: u16) -> bool {
        self.fours.binary_search(&(cards, number)).is_ok()
    }
}

/// Calls back for each of the player's hands with the counts of dealer hands when the sweep is at its
/// strength. Lanes: all dealer hands, those that do not qualify (below the floor), those below the player, and those
/// not above the player.
pub(crate) fn sweep<K: Kinds>(
    dealers: &Dealers,
    players: &[Numbered],
    floor: u16,
    mut each: impl FnMut(usize, &Holding<K>),
) {
    const ALL: Lanes = [1, 0, 0, 0];
    const ALL_WEAK: Lanes = [1, 1, 0, 0];
    const BELOW: Lanes = [0, 0, 1, 0];
    const UP_TO: Lanes = [0, 0, 0, 1];
    let mut holding = Holding::<K>::new();
    for dealer in &dealers.hands {
        holding.add(dealer, if dealer.number < floor { ALL_WEAK } else { ALL });
    }
    let theirs = Order::of(&dealers.hands);
    let mine = Order::of(players);
    for strength in 0..theirs.strengths().max(mine.strengths()) {
        let equal = || theirs.at(strength).iter().map(|i| &dealers.hands[*i as usize]);
        equal().for_each(|dealer| holding.add(dealer, UP_TO));
        for player in mine.at(strength) {
            each(*player as usize, &holding);
        }
        equal().for_each(|dealer| holding.add(dealer, BELOW));
    }
}

/// The cells of each of the player's hands. `suitless` makes the hand by which the dealer's are known.
pub(crate) fn by_cell<K: Kinds>(
    dealers: &Dealers,
    players: &[Numbered],
    floor: u16,
    known_as: impl Fn(CardSet) -> CardSet,
) -> Vec<Cells> {
    let mut all = vec![Cells::default(); players.len()];
    sweep::<K>(dealers, players, floor, |i, holding| {
        let player = &players[i];
        let weak = player.number < floor;
        let same = match player.cards() {
            [_, _, _, _] if !dealers.fours.is_empty() => {
                let hand = known_as(CardSet::from_cards(player.cards()));
                let once = u32::from(dealers.has(hand, player.number));
                [once, if weak { once } else { 0 }, 0, once]
            }
            _ => [0; 4],
        };
        all[i] = cells(holding.avoiding(player, same), weak);
    });
    all
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
