//! Every table in turn, axis by axis. What is certain for all tables that begin alike is done once for them.

use super::axes::{self, Placed};
use super::bundles::{Bundle, Bundles};
use super::last::Last;
use super::rivals::{Compared, Rivals};
use super::{Sums, Sweep};

/// Calls back with every table until it returns false.
pub(super) fn search(
    sweep: &Sweep<'_>,
    bundles: &Bundles,
    placed: &[Placed],
    each: &mut dyn FnMut(&[u32], Sums) -> bool,
) {
    // Axes with one pay are chosen once for all; that does not change the order in which tables are met.
    let is_single = |axis: &usize| sweep.axes[*axis].pays.len() == 1;
    let (mut order, others): (Vec<usize>, Vec<usize>) = (0..sweep.axes.len()).partition(is_single);
    order.extend(others);
    let place_of = |axis: usize| order.iter().position(|other| *other == axis).map_or(0, |place| place + 1);
    let last = |bundle: &Bundle| {
        bundle.slots.iter().map(|(slot, _)| place_of(bundles.slots[*slot].axis)).max().unwrap_or(0)
    };
    let mut done_at = vec![Vec::new(); order.len() + 1];
    bundles.bundles.iter().enumerate().for_each(|(i, bundle)| done_at[last(bundle)].push(i));
    let compared = Compared::of(bundles, &order);
    let mut levels = vec![Level::default(); order.len()];
    levels[0] = Level { ways: bundles.ways.clone(), rivals: Rivals::all(&compared) };
    let mut search = Search {
        sweep,
        bundles,
        placed,
        compared,
        done_at,
        levels,
        done: bundles.bundles.iter().map(last).collect(),
        net_of: vec![0; bundles.slots.len()],
        chosen: vec![None; order.len()],
        order,
        late: vec![0; bundles.bundles.len()],
        last: Last::default(),
        table: Vec::new(),
        each,
    };
    search.descend(0, Sums::default());
}

/// What is known when so many axes are chosen.
#[derive(Clone, Default)]
struct Level {
    /// By bundle: deals that are decided. Those of bundles that have been summed up are of no use any more.
    ways: Vec<u64>,
    /// Hands that are not.
    rivals: Rivals,
}

struct Search<'a> {
    sweep: &'a Sweep<'a>,
    bundles: &'a Bundles,
    placed: &'a [Placed],
    /// The axes as they are chosen.
    order: Vec<usize>,
    compared: Compared<'a>,
    /// By number of axes that are chosen: bundles whose money is known by then, and was not before.
    done_at: Vec<Vec<usize>>,
    /// By bundle: that number.
    done: Vec<usize>,
    /// By number of axes that are chosen.
    levels: Vec<Level>,
    /// By slot of a chosen axis: what it is up or down.
    net_of: Vec<i64>,
    /// By axis.
    chosen: Vec<Option<usize>>,
    /// By bundle: zeros, between uses.
    late: Vec<u64>,
    last: Last,
    table: Vec<u32>,
    each: &'a mut dyn FnMut(&[u32], Sums) -> bool,
}

impl Search<'_> {
    /// Every table that begins with the pays of the axes chosen so far. Returns false to stop.
    fn descend(&mut self, depth: usize, mut sums: Sums) -> bool {
        let mut level = core::mem::take(&mut self.levels[depth]);
        self.decide(depth, &mut level, &mut sums);
        for bundle in &self.done_at[depth] {
            self.add(&mut sums, *bundle, level.ways[*bundle]);
        }
        let axis = self.order[depth];
        let go_on = if depth + 1 == self.order.len() {
            self.finish(&level, sums)
        } else {
            (0..self.sweep.axes[axis].pays.len()).all(|pay| {
                if !self.choose(axis, pay) {
                    return true;
                }
                let next = &mut self.levels[depth + 1];
                next.ways.clone_from(&level.ways);
                next.rivals.step(&level.rivals, &self.compared, depth, &self.net_of);
                self.descend(depth + 1, sums)
            })
        };
        self.chosen[axis] = None;
        self.levels[depth] = level;
        go_on
    }

    /// Decides the hands that need not wait. Bundles that have been summed up already are so again, for these.
    fn decide(&mut self, depth: usize, level: &mut Level, sums: &mut Sums) {
        let mut late = core::mem::take(&mut self.late);
        let mut any = false;
        let classes = self.compared.classes;
        level.rivals.take_decided(&self.compared, depth, |class, play| {
            any = true;
            let class = &classes[class];
            for (bundle, count) in &class.plays[play] {
                let bundle = *bundle as usize;
                let to = if self.done[bundle] < depth { &mut late } else { &mut level.ways };
                to[bundle] += u64::from(*count) * class.size;
            }
        });
        for (bundle, ways) in late.iter_mut().enumerate().filter(|_| any) {
            self.add(sums, bundle, core::mem::take(ways));
        }
        self.late = late;
    }

    /// Every pay of the last axis.
    fn finish(&mut self, level: &Level, mut sums: Sums) -> bool {
        let Some(&axis) = self.order.last() else { return true };
        let mut last = core::mem::take(&mut self.last);
        last.clear();
        for bundle in self.done_at.last().into_iter().flatten() {
            let ways = level.ways[*bundle];
            let slots = &self.bundles.bundles[*bundle].slots;
            let varied =
                slots.iter().find(|(slot, figured)| *figured && self.bundles.slots[*slot].axis == axis);
            match varied {
                _ if ways == 0 => {}
                None => self.add(&mut sums, *bundle, ways),
                Some((slot, _)) => {
                    last.add(self.bundles, *slot, self.net(*bundle, |other| other != *slot), ways)
                }
            }
        }
        // Deals of hands that the last pay decides; from one pay to the next few of them change.
        let mut late = core::mem::take(&mut self.late);
        let mut decisions = vec![None; level.rivals.classes.len()];
        let go_on = (0..self.sweep.axes[axis].pays.len()).all(|pay| {
            if !self.choose(axis, pay) {
                return true;
            }
            level.rivals.last(&self.compared, &self.net_of, |i, play| {
                let class = &self.compared.classes[level.rivals.classes[i]];
                let before = decisions[i].replace(play);
                if before == Some(play) {
                    return;
                }
                for (bundle, count) in before.map_or(&[][..], |play: usize| class.plays[play].as_slice()) {
                    late[*bundle as usize] -= u64::from(*count) * class.size;
                }
                for (bundle, count) in &class.plays[play] {
                    late[*bundle as usize] += u64::from(*count) * class.size;
                }
            });
            let mut sums = last.with(self.bundles, pay, sums);
            if !decisions.is_empty() {
                late.iter().enumerate().for_each(|(bundle, ways)| self.add(&mut sums, bundle, *ways));
            }
            self.table.clear();
            let places = self.chosen.iter().map(|pay| pay.unwrap_or(0));
            self.table.extend(places.map(|pay| u32::try_from(pay).expect("fewer pays than tables")));
            (self.each)(&self.table, sums)
        });
        if !decisions.is_empty() {
            late.fill(0);
        }
        (self.late, self.last) = (late, last);
        go_on
    }

    /// Chooses a pay of an axis; false where the tables that have it are left out.
    fn choose(&mut self, axis: usize, pay: usize) -> bool {
        self.chosen[axis] = Some(pay);
        // The row before this one and the row after it, as far as they are chosen already.
        if self.sweep.falling && [axis, axis + 1].into_iter().any(|row| self.rises(row)) {
            return false;
        }
        for (net, slot) in self.net_of.iter_mut().zip(&self.bundles.slots) {
            if slot.axis == axis {
                *net = slot.nets[pay];
            }
        }
        true
    }

    /// Whether a row pays more than the one before it, which it must not.
    fn rises(&self, row: usize) -> bool {
        let pay = |axis: usize| Some(self.sweep.axes[axis].pays[self.chosen[axis]?]);
        let before = self.placed.get(row).and_then(|placed| placed.below);
        before.and_then(|before| Some(axes::exceeds(pay(row)?, pay(before)?))).unwrap_or(false)
    }

    /// What the figured lines of a bundle are up or down, with those of its slots that are wanted.
    fn net(&self, bundle: usize, wanted: impl Fn(usize) -> bool) -> i64 {
        let bundle = &self.bundles.bundles[bundle];
        let figured = bundle.slots.iter().filter(|(slot, figured)| *figured && wanted(*slot));
        bundle.figured + figured.map(|(slot, _)| self.net_of[*slot]).sum::<i64>()
    }

    /// Adds deals of a bundle whose money is known.
    fn add(&self, sums: &mut Sums, bundle: usize, ways: u64) {
        if ways == 0 {
            return;
        }
        let net = self.net(bundle, |_| true);
        let sum = i128::from(net) * i128::from(ways);
        sums.net += sum;
        sums.squares += sum * i128::from(net);
        if net > 0 {
            sums.wins += u128::from(ways);
        }
    }
}
