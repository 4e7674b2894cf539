//! What of a game file could not be read.

use crate::fault::{Path, Step};
use alloc::collections::BTreeSet;

/// The places of a game file that could not be read, each of which is a fault already.
///
/// In the document something else stands there, so that the rest can be checked
/// ([`GameDoc::faults_beside`](crate::GameDoc::faults_beside)).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unread(BTreeSet<Path>);

impl Unread {
    /// Adds a place.
    pub fn add(&mut self, at: Path) {
        self.0.insert(at);
    }

    /// Whether a place, or the part of the file that it is in, could not be read.
    #[must_use]
    pub fn holds(&self, at: &Path) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let mut around = Path::root();
        self.0.contains(&around)
            || at.steps().iter().any(|step| {
                around = match step {
                    Step::Key(key) => around.key(key),
                    Step::Index(index) => around.index(*index),
                };
                self.0.contains(&around)
            })
    }

    /// Whether a place, the part of the file that it is in, or anything in it could not be read.
    #[must_use]
    pub fn touches(&self, at: &Path) -> bool {
        let inside = self.0.range(at..).next().is_some_and(|next| next.steps().starts_with(at.steps()));
        inside || self.holds(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_cannot_be_read_counts_for_what_is_in_it_and_touches_what_it_is_in() {
        let (wager, ante) = (Path::root().key("wager"), Path::root().key("wager").key("ante"));
        let mut unread = Unread::default();
        assert!(!unread.holds(&ante) && !unread.touches(&Path::root()));
        unread.add(ante.key("rows").index(2));
        unread.add(Path::root().key("deal"));
        for (at, holds, touches) in [
            (ante.key("rows").index(2).key("pays"), true, true),
            (ante.key("rows").index(2), true, true),
            (ante.key("rows").index(1), false, false),
            (ante.key("rows"), false, true),
            (wager, false, true),
            (Path::root(), false, true),
            (ante.key("limits"), false, false),
            (Path::root().key("deal").key("player"), true, true),
            (Path::root().key("dealer"), false, false),
        ] {
            assert_eq!((unread.holds(&at), unread.touches(&at)), (holds, touches), "{at}");
        }
    }
}
