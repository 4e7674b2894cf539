//! Hands whose best decision depends on the pays that are still to be chosen.

use super::bundles::{Bundles, Class};

/// Every class of hands with what its decisions are worth, one against the other: margins of each two of them, as in
/// [`pair`], one class after the other.
///
/// A margin is by how much the dearer decision is worth more than the cheaper one, over all hands of the dealer.
pub(super) struct Compared<'a> {
    pub(super) classes: &'a [Class],
    /// How many decisions each class has.
    plays: usize,
    /// The margins where no varied row decides.
    constant: Vec<i128>,
    /// By axis in the order of the search.
    steps: Vec<Steps>,
    /// By number of axes that are chosen, and by margin: the least and the most that the others add.
    rest: Vec<Vec<(i128, i128)>>,
}

/// By margin: how much oftener each slot of an axis decides with the dearer decision.
#[derive(Default)]
struct Steps {
    /// By margin: where its slots end.
    ends: Vec<usize>,
    slots: Vec<(usize, i64)>,
}

/// The place of two decisions, the cheaper one first, among all pairs.
const fn pair(cheap: usize, dear: usize) -> usize {
    dear * (dear - 1) / 2 + cheap
}

impl<'a> Compared<'a> {
    /// Compares the decisions; axes are chosen in this order.
    pub(super) fn of(bundles: &'a Bundles, order: &[usize]) -> Compared<'a> {
        let classes = bundles.classes.as_slice();
        let plays = classes.first().map_or(1, |class| class.plays.len());
        let mut compared = Compared {
            classes,
            plays,
            constant: Vec::new(),
            steps: order.iter().map(|_| Steps::default()).collect(),
            rest: Vec::new(),
        };
        for class in classes {
            for (dear, more) in class.plays.iter().enumerate() {
                for less in &class.plays[..dear] {
                    compared.push(bundles, order, more, less);
                }
            }
        }
        let mut rest = vec![(0, 0); compared.constant.len()];
        compared.rest.push(rest.clone());
        for steps in compared.steps.iter().rev() {
            for (margin, (low, high)) in rest.iter_mut().enumerate() {
                for (slot, count) in steps.of(margin) {
                    let (least, most) = bundles.slots[*slot].range();
                    let (a, b) = (times(least, *count), times(most, *count));
                    (*low, *high) = (*low + a.min(b), *high + a.max(b));
                }
            }
            compared.rest.push(rest.clone());
        }
        compared.rest.reverse();
        compared
    }

    /// The margin of a decision over a cheaper one.
    fn push(&mut self, bundles: &Bundles, order: &[usize], more: &[(u32, u32)], less: &[(u32, u32)]) {
        let mut constant = 0;
        let mut slots: Vec<(usize, i64)> = Vec::new();
        for (counts, sign) in [(more, 1), (less, -1)] {
            for (bundle, count) in counts {
                let (bundle, count) = (&bundles.bundles[*bundle as usize], sign * i64::from(*count));
                constant += times(bundle.all, count);
                for (slot, _) in &bundle.slots {
                    match slots.iter_mut().find(|(known, _)| known == slot) {
                        Some((_, sum)) => *sum += count,
                        None => slots.push((*slot, count)),
                    }
                }
            }
        }
        self.constant.push(constant);
        for (steps, axis) in self.steps.iter_mut().zip(order) {
            let of_axis =
                slots.iter().filter(|(slot, count)| *count != 0 && bundles.slots[*slot].axis == *axis);
            steps.slots.extend(of_axis);
            steps.ends.push(steps.slots.len());
        }
    }

    /// How many margins a class has.
    fn pairs(&self) -> usize {
        pair(0, self.plays)
    }

    /// The decision that is best, of equal ones the cheapest, when this may be added to the margins; none if it depends
    /// on what is.
    fn best(&self, margins: &[i128], rest: impl Fn(usize) -> (i128, i128)) -> Option<usize> {
        let least = |at: usize| margins[at] + rest(at).0;
        let most = |at: usize| margins[at] + rest(at).1;
        (0..self.plays).find(|&play| {
            (0..play).all(|cheaper| least(pair(cheaper, play)) > 0)
                && (play + 1..self.plays).all(|dearer| most(pair(play, dearer)) <= 0)
        })
    }
}

impl Steps {
    fn of(&self, margin: usize) -> &[(usize, i64)] {
        let start = if margin == 0 { 0 } else { self.ends[margin - 1] };
        &self.slots[start..self.ends[margin]]
    }

    /// What the pay that is chosen adds to a margin.
    fn add(&self, margin: usize, net_of: &[i64]) -> i128 {
        self.of(margin).iter().map(|(slot, count)| times(net_of[*slot], *count)).sum()
    }
}

fn times(net: i64, count: i64) -> i128 {
    i128::from(net) * i128::from(count)
}

/// Classes that are still to be decided, with their margins as far as axes are chosen.
#[derive(Clone, Default)]
pub(super) struct Rivals {
    pub(super) classes: Vec<usize>,
    margins: Vec<i128>,
}

impl Rivals {
    /// All classes, before any axis is chosen.
    pub(super) fn all(compared: &Compared<'_>) -> Rivals {
        Rivals { classes: (0..compared.classes.len()).collect(), margins: compared.constant.clone() }
    }

    /// Becomes what `before` is when one more axis is chosen; by slot of that axis, `net_of` says what it comes to.
    pub(super) fn step(&mut self, before: &Rivals, compared: &Compared<'_>, depth: usize, net_of: &[i64]) {
        self.classes.clone_from(&before.classes);
        self.margins.clone_from(&before.margins);
        let pairs = compared.pairs();
        for (class, margins) in self.classes.iter().zip(self.margins.chunks_exact_mut(pairs.max(1))) {
            for (at, margin) in margins.iter_mut().enumerate() {
                *margin += compared.steps[depth].add(class * pairs + at, net_of);
            }
        }
    }

    /// Takes out the classes that are decided whatever the axes that are not chosen yet, with the decision.
    pub(super) fn take_decided(
        &mut self,
        compared: &Compared<'_>,
        chosen: usize,
        mut taken: impl FnMut(usize, usize),
    ) {
        let pairs = compared.pairs();
        let rest = &compared.rest[chosen];
        let mut kept = 0;
        for i in 0..self.classes.len() {
            let class = self.classes[i];
            let margins = i * pairs..(i + 1) * pairs;
            match compared.best(&self.margins[margins.clone()], |at| rest[class * pairs + at]) {
                Some(play) => taken(class, play),
                None => {
                    self.classes[kept] = class;
                    self.margins.copy_within(margins, kept * pairs);
                    kept += 1;
                }
            }
        }
        self.classes.truncate(kept);
        self.margins.truncate(kept * pairs);
    }

    /// The decision of each class when the last axis is chosen.
    pub(super) fn last(
        &self,
        compared: &Compared<'_>,
        net_of: &[i64],
        mut decided: impl FnMut(usize, usize),
    ) {
        let pairs = compared.pairs();
        let Some(steps) = compared.steps.last() else { return };
        for (i, class) in self.classes.iter().enumerate() {
            let added = |at: usize| {
                let added = steps.add(class * pairs + at, net_of);
                (added, added)
            };
            if let Some(play) = compared.best(&self.margins[i * pairs..(i + 1) * pairs], added) {
                decided(i, play);
            }
        }
    }
}
