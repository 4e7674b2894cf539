//! Dealer hands by how they look to the tables, each look counted by a pass of its own.

use crate::cells::CELLS;
use crate::dealers::Pass;
use crate::kinds::Kinds;
use crate::numbered::Numbered;
use crate::oddities::colour_of;
use crate::plan::Plan;
use crate::strengths::Strengths;
use crate::worlds::{Groups, World, Worlds, of_colours};
use tercet_cards::{Ace, Colour};

/// What the tables see in a dealer's hand, how it compares aside.
#[derive(PartialEq, Eq)]
struct Look {
    /// By dealer table of the plan.
    masks: Vec<u64>,
    /// The colour of the cards, if they have but one and a table of six asks for it.
    colour: Option<Colour>,
}

/// Dealer hands by how they look to the tables.
pub(crate) struct Looks {
    looks: Vec<Look>,
    /// By dealer hand: the place of its look; empty where all look the same.
    of: Vec<usize>,
}

impl Looks {
    /// Each dealer hand by itself, by what the dealer's tables see in it and by its colour.
    pub(crate) fn of_each(ace: Ace, plan: &Plan<'_>, hands: &[Numbered]) -> Looks {
        let mut looks: Vec<Look> = Vec::new();
        let mut place = |hand: &Numbered| {
            let playing = hand.playing(ace);
            let masks = plan.dealer.iter().map(|asked| asked.mask(&playing)).collect();
            let colour = if plan.six.is_empty() { None } else { colour_of(hand.cards()) };
            let look = Look { masks, colour };
            looks.iter().position(|known| *known == look).unwrap_or_else(|| {
                looks.push(look);
                looks.len() - 1
            })
        };
        let of = hands.iter().map(&mut place).collect();
        Looks { looks, of }
    }

    /// Dealer hands by what the dealer's tables see in their strength.
    pub(crate) fn of_strengths(plan: &Plan<'_>, strengths: &Strengths, hands: &[Numbered]) -> Looks {
        let (of_strength, masks) = Groups::of_strengths(plan, strengths);
        let looks: Vec<Look> = masks.0.into_iter().map(|masks| Look { masks, colour: None }).collect();
        let of = |hand: &Numbered| of_strength[usize::from(hand.number)];
        let of = if looks.len() == 1 { Vec::new() } else { hands.iter().map(of).collect() };
        Looks { looks, of }
    }
}

/// Inclusion and exclusion, for each look of dealer hands.
pub(crate) fn by_looks<K: Kinds>(plan: &Plan<'_>, looks: &Looks, pass: &Pass<'_, K>) -> Worlds {
    const COLOURS: [Option<Colour>; 3] = [None, Some(Colour::Red), Some(Colour::Black)];
    let world = |look: &Look, colour: Option<Colour>, cell: usize| World {
        cell,
        six: of_colours(&plan.six, colour, look.colour),
        dealer: look.masks.clone(),
    };
    if let ([look], true) = (looks.looks.as_slice(), plan.six.is_empty()) {
        // The worlds are the cells.
        let worlds = (0..CELLS).map(|cell| world(look, None, cell)).collect();
        return Worlds { worlds, counts: pass.of_all().into_flattened() };
    }
    let players = pass.players.hands;
    let mut worlds = Worlds::none();
    // By look and by the colour of the player's hand: where its six worlds are.
    let mut place = |look: &Look| {
        COLOURS.map(|colour| core::array::from_fn(|cell| worlds.place(world(look, colour, cell))))
    };
    let places: Vec<[[usize; CELLS]; 3]> = looks.looks.iter().map(&mut place).collect();
    worlds.widen(players.len());
    let width = worlds.worlds.len();
    for (look, places) in places.iter().enumerate() {
        let cells = pass.of_those(|dealer| looks.of.is_empty() || looks.of[dealer] == look);
        for ((player, cells), row) in players.iter().zip(cells).zip(worlds.counts.chunks_exact_mut(width)) {
            let colour = if plan.six.is_empty() { None } else { colour_of(player.cards()) };
            let places = &places[COLOURS.iter().position(|known| *known == colour).unwrap_or(0)];
            places.iter().zip(cells).for_each(|(place, count)| row[*place] += count);
        }
    }
    worlds
}
