//! The journal beside checkpoints that were kept elsewhere.

use crate::finding::{Finding, Findings, Kind};
use std::collections::BTreeMap;
use tercet_ledger::{Checkpoint, Hash, Tree};

/// The tree over the records, and the checkpoints that it is compared with on the way.
pub(crate) struct Marks {
    tree: Tree,
    /// By size.
    checkpoints: BTreeMap<u64, Vec<Checkpoint>>,
    /// The first place that is missing: no tree has a leaf for it.
    gap: Option<u64>,
    /// The size of the greatest checkpoint that fits.
    fits: Option<u64>,
    /// How many fit.
    fitting: usize,
}

impl Marks {
    pub(crate) fn new(checkpoints: &[Checkpoint], findings: &mut Findings) -> Marks {
        let mut by_size: BTreeMap<u64, Vec<Checkpoint>> = BTreeMap::new();
        for checkpoint in checkpoints {
            by_size.entry(checkpoint.size).or_default().push(checkpoint.clone());
        }
        let mut marks = Marks { tree: Tree::new(), checkpoints: by_size, gap: None, fits: None, fitting: 0 };
        marks.compare(findings);
        marks
    }

    /// Adds what stands in the next place.
    pub(crate) fn push(&mut self, seq: u64, leaf: Hash, after_gap: bool, findings: &mut Findings) {
        if after_gap && self.gap.is_none() {
            self.gap = Some(self.tree.size());
        }
        if self.gap.is_none() {
            debug_assert_eq!(self.tree.size(), seq, "a leaf for each place");
            self.tree.push(leaf);
            self.compare(findings);
        }
    }

    /// Compares the tree with the checkpoints of its size.
    fn compare(&mut self, findings: &mut Findings) {
        let size = self.tree.size();
        let Some(checkpoints) = self.checkpoints.remove(&size) else { return };
        let root = self.tree.root();
        for checkpoint in checkpoints {
            if checkpoint.root == root {
                self.fits = Some(size);
                self.fitting += 1;
                continue;
            }
            let since = match self.fits {
                Some(fits) if fits == size => {
                    "another checkpoint of this size fits: the house signed two journals".into()
                }
                Some(fits) if fits > 0 => {
                    format!("the first {fits} fit another checkpoint, so it was changed after them")
                }
                Some(_) | None => "it was changed among them".into(),
            };
            let message = format!(
                "the first {size} records have the root {root}; the checkpoint of {} says {}: {since}",
                checkpoint.origin, checkpoint.root
            );
            findings.add(Finding::new(Kind::Checkpoint, message));
        }
    }

    /// What is said of the checkpoints that were not reached, at the end of so many places.
    pub(crate) fn finish(&self, size: u64, findings: &mut Findings) {
        for checkpoint in self.checkpoints.values().flatten() {
            let (origin, signed) = (&checkpoint.origin, checkpoint.size);
            let finding = if signed > size {
                let message = format!(
                    "the journal has {size} records; the checkpoint of {origin} has {signed}: its end was cut off"
                );
                Finding::new(Kind::Truncated, message)
            } else {
                let gap = self.gap.unwrap_or(size);
                let message = format!(
                    "the checkpoint of {origin} over {signed} records cannot fit: record {gap} is missing"
                );
                Finding::new(Kind::Checkpoint, message)
            };
            findings.add(finding);
        }
    }

    /// The root over all records, if none is missing.
    pub(crate) fn root(&self) -> Option<Hash> {
        self.gap.is_none().then(|| self.tree.root())
    }

    /// How many checkpoints fit.
    pub(crate) const fn fitting(&self) -> usize {
        self.fitting
    }
}
