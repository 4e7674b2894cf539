//! What moves between two reports.

use super::{Figured, Report, Total, WagerReport};
use crate::fraction::Fraction;

/// One wager in two reports.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// It in the first; none if only the second has it.
    pub before: Option<&'a WagerReport>,
    /// It in the second; none if only the first has it.
    pub after: Option<&'a WagerReport>,
}

impl Change<'_> {
    /// The figures before and after, where the wager is open in both.
    #[must_use]
    pub fn open(&self) -> Option<(&Figured, &Figured)> {
        Some((self.before?.figured()?, self.after?.figured()?))
    }

    /// Whether any figure differs: the deals it is counted over, and what is figured beside it, do not matter.
    #[must_use]
    pub fn moves(&self) -> bool {
        let Some((before, after)) = self.open() else {
            let open = |report: Option<&WagerReport>| report.map(|report| report.figured().is_some());
            return open(self.before) != open(self.after);
        };
        let exact = |figured: &Figured| {
            let spread = figured.figures.variance().reduced();
            (figured.expectation().reduced(), figured.average_stake().reduced(), spread)
        };
        let parts = |figured: &Figured| {
            figured.progressive.as_ref().map(|parts| {
                (
                    parts.fixed.reduced(),
                    parts.per_meter_unit.reduced(),
                    parts.per_other_player.map(|each| each.reduced()),
                )
            })
        };
        let added = |figured: &Figured| figured.adds().reduced();
        exact(before) != exact(after) || parts(before) != parts(after) || added(before) != added(after)
    }
}

/// The wagers of two reports side by side, those of the second that the first lacks at the end.
#[must_use]
pub fn changes<'a>(before: &'a Report, after: &'a Report) -> Vec<Change<'a>> {
    let find =
        |report: &'a Report, like: &WagerReport| report.wagers.iter().find(|wager| wager.id == like.id);
    let first = before.wagers.iter().map(|wager| Change { before: Some(wager), after: find(after, wager) });
    let only_after = after.wagers.iter().filter(|wager| find(before, wager).is_none());
    first.chain(only_after.map(|wager| Change { before: None, after: Some(wager) })).collect()
}

/// What the house gains per unit of stake from one to the other: the rise of the house edge.
#[must_use]
pub fn gain(before: &Figured, after: &Figured) -> Fraction {
    before.expectation().minus(after.expectation())
}

impl Total {
    /// What the house gains, in dollars a round, from this to another.
    #[must_use]
    pub fn gain(&self, after: &Total) -> Fraction {
        self.expectation().minus(after.expectation())
    }

    /// Whether anything differs in another.
    #[must_use]
    pub fn moves(&self, after: &Total) -> bool {
        let exact = |total: &Total| {
            (
                total.expectation().reduced(),
                total.average_stake().reduced(),
                total.figures.variance().reduced(),
            )
        };
        exact(self) != exact(after)
    }
}
