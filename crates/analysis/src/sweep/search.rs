//! Every table in turn, axis by axis. What is certain for all tables that begin alike is done once for them.

use super::axes::{self, Placed};
use super::cells::{Cell, Cells, Class};
use super::{Sums, Sweep};
use core::cmp::Ordering;

/// Calls back with every table until it returns false.
pub(super) fn search(sweep: &Sweep<'_>, cells: &Cells, each: &mut dyn FnMut(&[u32], Sums) -> bool) {
    let Ok(placed) = axes::place(sweep) else { return };
    let axes = sweep.axes.len();
    let last =
        |cell: &Cell| cell.slots.iter().map(|(slot, _)| cells.slots[*slot].axis + 1).max().unwrap_or(0);
    let mut done_at = vec![Vec::new(); axes + 1];
    cells.cells.iter().enumerate().for_each(|(i, cell)| done_at[last(cell)].push(i));
    let mut search = Search {
        sweep,
        cells,
        placed,
        done_at,
        last: cells.cells.iter().map(last).collect(),
        box_of: cells.slots.iter().map(super::money::Slot::range).collect(),
        chosen: vec![0; axes],
        late: vec![0; cells.cells.len()],
        each,
    };
    let compared: Vec<Compared<'_>> = cells.classes.iter().map(|class| Compared::of(cells, class)).collect();
    search.descend(0, cells.ways.clone(), Sums::default(), compared.iter().collect());
}

struct Search<'a> {
    sweep: &'a Sweep<'a>,
    cells: &'a Cells,
    placed: Vec<Placed>,
    /// By number of axes that are chosen: cells whose money is known by then, and was not before.
    done_at: Vec<Vec<usize>>,
    /// By cell: that number.
    last: Vec<usize>,
    /// By slot: the least and the most it may be up, as far as axes are chosen.
    box_of: Vec<(i64, i64)>,
    chosen: Vec<u32>,
    /// By cell: zeros, between uses.
    late: Vec<u64>,
    each: &'a mut dyn FnMut(&[u32], Sums) -> bool,
}

/// A class of hands with what its decisions are worth, one against the other.
struct Compared<'a> {
    class: &'a Class,
    /// For each decision, the margins over all others, in order.
    margins: Vec<Vec<Margin>>,
}

/// By how much one decision is worth more than another, over all hands of the dealer.
struct Margin {
    constant: i128,
    /// How much oftener each slot decides.
    slots: Vec<(usize, i64)>,
}

impl Margin {
    /// The least it can be for money in the box.
    fn least(&self, box_of: &[(i64, i64)]) -> i128 {
        let least = |(slot, count): &(usize, i64)| {
            let (low, high) = box_of[*slot];
            i128::from(if *count > 0 { low } else { high } * count)
        };
        self.constant + self.slots.iter().map(least).sum::<i128>()
    }
}

impl<'a> Compared<'a> {
    fn of(cells: &Cells, class: &'a Class) -> Compared<'a> {
        let margin = |a: &[(u32, u32)], b: &[(u32, u32)]| {
            let mut margin = Margin { constant: 0, slots: Vec::new() };
            for (counts, sign) in [(a, 1), (b, -1)] {
                for (cell, count) in counts {
                    let (cell, count) = (&cells.cells[*cell as usize], sign * i64::from(*count));
                    margin.constant += i128::from(cell.all) * i128::from(count);
                    for (slot, _) in &cell.slots {
                        match margin.slots.iter_mut().find(|(known, _)| known == slot) {
                            Some((_, sum)) => *sum += count,
                            None => margin.slots.push((*slot, count)),
                        }
                    }
                }
            }
            margin.slots.retain(|(_, count)| *count != 0);
            margin
        };
        let over = |a: &Vec<(u32, u32)>| class.plays.iter().map(|b| margin(a, b)).collect();
        Compared { class, margins: class.plays.iter().map(over).collect() }
    }

    /// The decision that is best for every money in the box, of equal ones the cheapest; none if that depends.
    fn decided(&self, box_of: &[(i64, i64)]) -> Option<usize> {
        (0..self.margins.len()).find(|play| {
            self.margins[*play].iter().enumerate().all(|(other, margin)| match other.cmp(play) {
                Ordering::Less => margin.least(box_of) > 0,
                Ordering::Equal => true,
                Ordering::Greater => margin.least(box_of) >= 0,
            })
        })
    }
}

impl Search<'_> {
    /// Every table that begins with the pays of the axes chosen so far. Return false to stop.
    fn descend(
        &mut self,
        depth: usize,
        mut ways: Vec<u64>,
        mut sums: Sums,
        mut undecided: Vec<&Compared<'_>>,
    ) -> bool {
        // Deals of cells that have been summed up already.
        let before = undecided.len();
        let mut late = core::mem::take(&mut self.late);
        undecided.retain(|one| match one.decided(&self.box_of) {
            None => true,
            Some(play) => {
                for (cell, count) in &one.class.plays[play] {
                    let cell = *cell as usize;
                    let to = if self.last[cell] < depth { &mut late } else { &mut ways };
                    to[cell] += u64::from(*count) * one.class.size;
                }
                false
            }
        });
        let decided = undecided.len() < before;
        for (cell, ways) in late.iter_mut().enumerate().filter(|_| decided) {
            self.add(&mut sums, cell, core::mem::take(ways));
        }
        self.late = late;
        for cell in &self.done_at[depth] {
            self.add(&mut sums, *cell, ways[*cell]);
        }
        let Some(axis) = self.sweep.axes.get(depth) else {
            return (self.each)(&self.chosen, sums);
        };
        let boxes = self.box_of.clone();
        for (i, pay) in (0_u32..).zip(&axis.pays) {
            if let Some(before) = self.placed[depth].below.filter(|_| self.sweep.falling)
                && axes::exceeds(*pay, self.sweep.axes[before].pays[self.chosen[before] as usize])
            {
                continue;
            }
            self.chosen[depth] = i;
            for (range, slot) in self.box_of.iter_mut().zip(&self.cells.slots) {
                if slot.axis == depth {
                    *range = (slot.nets[i as usize], slot.nets[i as usize]);
                }
            }
            let go_on = if undecided.is_empty() && depth + 1 == self.sweep.axes.len() {
                self.table(&ways, sums)
            } else {
                self.descend(depth + 1, ways.clone(), sums, undecided.clone())
            };
            if !go_on {
                return false;
            }
        }
        self.box_of = boxes;
        true
    }

    /// The last axis, when nothing is left to decide.
    fn table(&mut self, ways: &[u64], mut sums: Sums) -> bool {
        for cell in &self.done_at[self.sweep.axes.len()] {
            self.add(&mut sums, *cell, ways[*cell]);
        }
        (self.each)(&self.chosen, sums)
    }

    /// Adds deals of a cell whose money is known.
    fn add(&self, sums: &mut Sums, cell: usize, ways: u64) {
        if ways == 0 {
            return;
        }
        let cell = &self.cells.cells[cell];
        let figured = cell.slots.iter().filter(|(_, figured)| *figured);
        let net = cell.figured + figured.map(|(slot, _)| self.box_of[*slot].0).sum::<i64>();
        let sum = i128::from(net) * i128::from(ways);
        sums.net += sum;
        sums.squares += sum * i128::from(net);
        if net > 0 {
            sums.wins += u128::from(ways);
        }
    }
}
