//! Counting the deals of several decks.

use super::Pack;
use super::pack::Packed;
use crate::cells::{CELLS, cells};
use crate::held::{Classes, HandClass, Held};
use crate::law::Told;
use crate::plan::Plan;
use crate::worlds::{Groups, World, Worlds};
use std::collections::BTreeMap;
use tercet_cards::ThreeRank;
use tercet_rules::{Game, Hand};

impl Pack {
    /// The player's hands, told apart as far as a bet can: those that no table tells apart when suits are renamed are one
    /// class, with the number of ways to deal any of them.
    pub(crate) fn told(&self, game: &Game, plan: &Plan<'_>) -> Told {
        let symmetry = plan.symmetry_of_all().keeping(self.deck);
        let mut sizes: BTreeMap<Held, u64> = BTreeMap::new();
        for hand in &self.hands {
            *sizes.entry(symmetry.first_held(&hand.cards)).or_insert(0) += hand.ways;
        }
        told_of(game, plan, sizes.into_iter().map(|(cards, size)| HandClass { cards, size }).collect())
    }

    /// Against each class of the player's hands, every hand of the dealer that the pack still holds.
    pub(crate) fn worlds(&self, game: &Game, plan: &Plan<'_>, told: &Told) -> Worlds {
        let dealers = Dealers::of(game, plan, self);
        let mut worlds = Worlds::none();
        for dealer in &dealers.looks.0 {
            let world = |cell| World { cell, six: Vec::new(), dealer: dealer.clone() };
            worlds.worlds.extend((0..CELLS).map(world));
        }
        for place in 0..told.classes.len() {
            worlds.counts.extend(dealers.against(&told.classes.at(place).cards).as_flattened());
        }
        worlds
    }
}

/// Classes of the player's hands, each with what the tables of the player's own cards see in it.
pub(super) fn told_of(game: &Game, plan: &Plan<'_>, classes: Vec<HandClass>) -> Told {
    let mut kinds = Groups::default();
    let kind = |class: &HandClass| {
        let hand = Hand::playing(&class.cards, game.ace).expect("hands of three");
        let kind = kinds.place(plan.own.iter().map(|asked| asked.mask(&hand)).collect());
        u16::try_from(kind).expect("fewer kinds than hands")
    };
    let kind = classes.iter().map(kind).collect();
    Told { classes: Classes::Held(classes), kind, kinds: kinds.0 }
}

/// The dealer's hands, counted by what is seen in them and by their strength.
struct Dealers<'a> {
    game: &'a Game,
    pack: &'a Pack,
    /// What the dealer's tables see in a hand.
    looks: Groups,
    /// Every strength that a hand can have, in rising order.
    strengths: Vec<ThreeRank>,
    /// The place of the least of them that qualifies.
    floor: usize,
    /// By hand of the pack: its look, and the place of its strength.
    at: Vec<(usize, usize)>,
    /// By look and place: the hands of less strength, of which the player's cards have taken none.
    below: Vec<Vec<u32>>,
    /// By card: the hands that hold it, by their places.
    holding: [Vec<usize>; 52],
}

impl Dealers<'_> {
    fn of<'a>(game: &'a Game, plan: &Plan<'_>, pack: &'a Pack) -> Dealers<'a> {
        let rank = |hand: &Packed| hand.cards.strength(game.ace);
        let mut strengths: Vec<ThreeRank> = pack.hands.iter().map(rank).collect();
        strengths.sort_unstable();
        strengths.dedup();
        let mut looks = Groups::default();
        let place = |hand: &Packed| {
            let read = Hand::playing(&hand.cards, game.ace).expect("hands of three");
            let look = looks.place(plan.dealer.iter().map(|asked| asked.mask(&read)).collect());
            (look, strengths.partition_point(|other| *other < hand.cards.strength(game.ace)))
        };
        let at: Vec<(usize, usize)> = pack.hands.iter().map(place).collect();
        let mut below = vec![vec![0; strengths.len() + 1]; looks.0.len()];
        let mut holding = [const { Vec::new() }; 52];
        for (i, ((look, place), hand)) in at.iter().zip(&pack.hands).enumerate() {
            below[*look][place + 1] += u32::try_from(hand.ways).expect("fewer than 2^24 hands");
            for card in hand.kinds() {
                holding[card].push(i);
            }
        }
        for below in &mut below {
            for place in 0..strengths.len() {
                below[place + 1] += below[place];
            }
        }
        let floor = game.qualifier.floor.as_ref().map_or(0, |floor| {
            let floor = floor.strength();
            strengths.partition_point(|strength| *strength < floor)
        });
        Dealers { game, pack, looks, strengths, floor, at, below, holding }
    }

    /// The dealer's hands against one of the player's, by look and cell.
    fn against(&self, player: &Held) -> Vec<[u32; CELLS]> {
        let strength = player.strength(self.game.ace);
        let mine = self.strengths.partition_point(|other| *other < strength);
        // All hands, those that do not qualify, those below the player's strength, and those not above it.
        let up_to = [self.strengths.len(), self.floor, mine, mine + 1];
        let mut counts: Vec<[u32; 4]> =
            self.below.iter().map(|below| up_to.map(|place| below[place])).collect();
        let left = self.pack.left(player);
        for (i, card) in player.iter().enumerate() {
            if player[..i].contains(card) {
                continue;
            }
            for place in &self.holding[card.index()] {
                let hand = &self.pack.hands[*place];
                // Hands that share several cards with the player's are met at the first.
                if hand.cards.iter().any(|held| player[..i].contains(held)) {
                    continue;
                }
                let taken = u32::try_from(hand.ways - left.ways(hand)).expect("fewer than 2^24 hands");
                let (look, at) = self.at[*place];
                for (count, up_to) in counts[look].iter_mut().zip(up_to) {
                    *count -= if at < up_to { taken } else { 0 };
                }
            }
        }
        counts.into_iter().map(|counts| cells(counts, mine < self.floor)).collect()
    }
}
