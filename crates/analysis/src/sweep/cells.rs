//! Deals by what decides them: cells, in which pays may differ from table to table but nothing else.

use super::Sweep;
use super::axes::Placed;
use super::money::{Pricing, Slot, cut};
use crate::hands::Hands;
use crate::law::{Law, Outcome, Spot, plays};
use crate::plan::Plan;
use crate::players::Players;
use crate::prices::Prices;
use crate::report::{Subject, meter};
use crate::strengths::Strengths;
use crate::worlds::Worlds;
use std::collections::BTreeMap;
use tercet_rules::LineOf;

/// Deals that are decided by the same varied rows, and alike in everything else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cell {
    /// What the figured lines are up or down, without the varied rows.
    pub(super) figured: i64,
    /// The same of all lines of the bet, which the decision looks at.
    pub(super) all: i64,
    /// The varied rows that decide, and whether each is figured.
    pub(super) slots: Vec<(usize, bool)>,
}

/// A class of hands of the player.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// How many hands.
    pub(super) size: u64,
    /// By decision, the cheapest first: cells, and how many hands of the dealer's fall into each.
    pub(super) plays: Vec<Vec<(u32, u32)>>,
}

/// All deals.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub(super) slots: Vec<Slot>,
    pub(super) cells: Vec<Cell>,
    /// By cell: deals that are there whatever the pays.
    pub(super) ways: Vec<u64>,
    /// Classes that must be decided.
    pub(super) classes: Vec<Class>,
}

impl Cells {
    /// The cells of a bet; none where a limit may cut pays together.
    pub(super) fn of(
        sweep: &Sweep<'_>,
        subject: &Subject,
        placed: &[Placed],
        law: &Law,
        best: bool,
    ) -> Option<Cells> {
        let mut maker = Maker {
            pricing: Pricing { game: sweep.ask.game, axes: sweep.axes, placed },
            lines: &subject.lines,
            slots: Vec::new(),
            places: BTreeMap::new(),
            cells: Vec::new(),
        };
        if best {
            let spot = Spot { game: sweep.ask.game, bet: &subject.bet, meter: meter(sweep.ask) };
            return maker.decided(&spot);
        }
        let mut ways = Vec::new();
        for outcome in &law.outcomes {
            let cell = maker.cell(outcome)?;
            ways.resize(maker.cells.len(), 0);
            ways[cell] += u64::try_from(outcome.ways).ok()?;
        }
        Some(Cells { slots: maker.slots, cells: maker.cells, ways, classes: Vec::new() })
    }
}

struct Maker<'a> {
    pricing: Pricing<'a>,
    lines: &'a [LineOf],
    slots: Vec<Slot>,
    places: BTreeMap<Cell, usize>,
    cells: Vec<Cell>,
}

impl Maker<'_> {
    /// The place of the cell of an outcome; none where a limit may cut it.
    fn cell(&mut self, outcome: &Outcome) -> Option<usize> {
        if self.pricing.may_be_cut(outcome) {
            return None;
        }
        let mut cell = Cell { figured: 0, all: 0, slots: Vec::new() };
        for line in &outcome.lines {
            let figured = self.lines.contains(&line.of);
            if let Some(axis) = self.pricing.axis(line) {
                let slot = self.pricing.slot(axis, line, outcome);
                let place = self.slots.iter().position(|known| *known == slot).unwrap_or_else(|| {
                    self.slots.push(slot);
                    self.slots.len() - 1
                });
                cell.slots.push((place, figured));
            } else {
                let net = (line.net() + cut(line)).units();
                cell.all += net;
                cell.figured += if figured { net } else { 0 };
            }
        }
        let (places, cells) = (&mut self.places, &mut self.cells);
        Some(*places.entry(cell).or_insert_with_key(|cell| {
            cells.push(cell.clone());
            cells.len() - 1
        }))
    }

    /// Every class with all its decisions.
    fn decided(mut self, spot: &Spot<'_>) -> Option<Cells> {
        let (game, bet) = (spot.game, spot.bet);
        let plan = Plan::new(game, bet);
        let plays = plays(game, bet);
        let strengths = Strengths::under(game.ace);
        let hands = Hands::all(game.player.0);
        let players = Players::of(&plan, strengths, &hands);
        let worlds = Worlds::count(game, &plan, strengths, &hands, &players.hands);
        let mut prices = Prices::new(spot, &plan, &plays, &players.kinds, &worlds.worlds);
        let mut known: Vec<usize> = Vec::new();
        let mut classes = Vec::with_capacity(players.classes.len());
        for (class, kind, here) in players.against(&worlds) {
            let mut by_play = Vec::with_capacity(plays.len());
            for play in 0..plays.len() {
                let mut cells: Vec<(u32, u32)> = Vec::new();
                for (place, count) in prices.met(kind, play, here) {
                    for outcome in &prices.all()[known.len()..] {
                        known.push(self.cell(outcome)?);
                    }
                    let cell = u32::try_from(known[place]).ok()?;
                    match cells.iter_mut().find(|(known, _)| *known == cell) {
                        Some((_, sum)) => *sum += count,
                        None => cells.push((cell, count)),
                    }
                }
                by_play.push(cells);
            }
            classes.push(Class { size: class.size, plays: by_play });
        }
        let ways = vec![0; self.cells.len()];
        Some(Cells { slots: self.slots, cells: self.cells, ways, classes })
    }
}
