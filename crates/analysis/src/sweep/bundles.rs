//! Deals by what decides them: bundles, in which pays may differ from table to table but nothing else.

use super::Sweep;
use super::axes::Placed;
use super::money::{Pricing, Slot, cut};
use crate::counted::Counted;
use crate::law::{Law, Outcome, Spot, plays};
use crate::prices::Prices;
use crate::report::{Subject, counted, meter};
use std::collections::BTreeMap;
use tercet_rules::LineOf;

/// Deals that are decided by the same varied rows, and alike in everything else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bundle {
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
    /// By decision, the cheapest first: bundles, and how many hands of the dealer's fall into each.
    pub(super) plays: Vec<Vec<(u32, u32)>>,
}

/// All deals.
#[derive(Clone, Debug)]
pub(super) struct Bundles {
    pub(super) slots: Vec<Slot>,
    pub(super) bundles: Vec<Bundle>,
    /// By bundle: deals that are there whatever the pays.
    pub(super) ways: Vec<u64>,
    /// Classes that must be decided.
    pub(super) classes: Vec<Class>,
}

impl Bundles {
    /// The bundles of a bet; none where a limit may cut pays together.
    pub(super) fn of(
        sweep: &Sweep<'_>,
        subject: &Subject,
        placed: &[Placed],
        law: &Law,
        best: bool,
    ) -> Option<Bundles> {
        let mut maker = Maker {
            pricing: Pricing { game: sweep.ask.game, axes: sweep.axes, placed },
            lines: &subject.lines,
            slots: Vec::new(),
            places: BTreeMap::new(),
            bundles: Vec::new(),
        };
        if best {
            let spot = Spot { game: sweep.ask.game, bet: &subject.bet, meter: meter(sweep.ask) };
            return maker.decided(&spot, &counted(sweep.ask, &subject.bet));
        }
        let mut ways = Vec::new();
        for outcome in &law.outcomes {
            let bundle = maker.bundle(outcome)?;
            ways.resize(maker.bundles.len(), 0);
            ways[bundle] += u64::try_from(outcome.ways).ok()?;
        }
        Some(Bundles { slots: maker.slots, bundles: maker.bundles, ways, classes: Vec::new() })
    }
}

impl Bundles {
    /// Whether sums over so many deals fit, whatever the pays.
    ///
    /// No net, no part of one and no net without one of its slots is beyond the sum of what its parts are at most. What a
    /// sum of squares is made of is at most four times the square of that, for each deal, beside the sum itself: so eight
    /// times as much leaves room.
    pub(super) fn fit(&self, deals: u128) -> bool {
        let furthest = |slot: &usize| {
            let (least, most) = self.slots[*slot].range();
            i128::from(least.unsigned_abs().max(most.unsigned_abs()))
        };
        let most = |bundle: &Bundle| {
            let slots = bundle.slots.iter().map(|(slot, _)| furthest(slot));
            i128::from(bundle.figured.unsigned_abs()) + slots.sum::<i128>()
        };
        let most = self.bundles.iter().map(most).max().unwrap_or(0);
        let squares = most.checked_mul(most).zip(i128::try_from(deals).ok());
        squares.and_then(|(square, deals)| square.checked_mul(deals)?.checked_mul(8)).is_some()
    }
}

struct Maker<'a> {
    pricing: Pricing<'a>,
    lines: &'a [LineOf],
    slots: Vec<Slot>,
    places: BTreeMap<Bundle, usize>,
    bundles: Vec<Bundle>,
}

impl Maker<'_> {
    /// The place of the bundle of an outcome; none where a limit may cut it.
    fn bundle(&mut self, outcome: &Outcome) -> Option<usize> {
        if self.pricing.may_be_cut(outcome) {
            return None;
        }
        let mut bundle = Bundle { figured: 0, all: 0, slots: Vec::new() };
        for line in &outcome.lines {
            let figured = self.lines.contains(&line.of);
            if let Some(axis) = self.pricing.axis(line) {
                let slot = self.pricing.slot(axis, line, outcome);
                let place = self.slots.iter().position(|known| *known == slot).unwrap_or_else(|| {
                    self.slots.push(slot);
                    self.slots.len() - 1
                });
                bundle.slots.push((place, figured));
            } else {
                let net = (line.net() + cut(line)).units();
                bundle.all += net;
                bundle.figured += if figured { net } else { 0 };
            }
        }
        let (places, bundles) = (&mut self.places, &mut self.bundles);
        Some(*places.entry(bundle).or_insert_with_key(|bundle| {
            bundles.push(bundle.clone());
            bundles.len() - 1
        }))
    }

    /// Every class with all its decisions.
    fn decided(mut self, spot: &Spot<'_>, counted: &Counted<'_>) -> Option<Bundles> {
        let plays = plays(spot.game, spot.bet);
        let (told, worlds) = (&counted.told, &counted.worlds.worlds);
        let mut prices = Prices::new(spot, &counted.plan, &plays, &told.kinds, worlds);
        let mut known: Vec<usize> = Vec::new();
        let mut classes = Vec::with_capacity(told.classes.len());
        for (size, kind, here) in counted.classes() {
            let mut by_play = Vec::with_capacity(plays.len());
            for play in 0..plays.len() {
                let mut bundles: Vec<(u32, u32)> = Vec::new();
                for (place, count) in prices.met(kind, play, here) {
                    for outcome in &prices.all()[known.len()..] {
                        known.push(self.bundle(outcome)?);
                    }
                    let bundle = u32::try_from(known[place]).ok()?;
                    match bundles.iter_mut().find(|(known, _)| *known == bundle) {
                        Some((_, sum)) => *sum += count,
                        None => bundles.push((bundle, count)),
                    }
                }
                by_play.push(bundles);
            }
            classes.push(Class { size, plays: by_play });
        }
        let ways = vec![0; self.bundles.len()];
        Some(Bundles { slots: self.slots, bundles: self.bundles, ways, classes })
    }
}
