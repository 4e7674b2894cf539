//! How a round of the past ended whose seed is lost: made again with cards that stand in for those that nobody knows.

use crate::recall::{Recollection, damage};
use tercet_ledger::Transaction;
use tercet_rules::Event;
use tercet_table::{Settings, Table, TableEvent, untold_money};

/// How a round ended whose seed is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unproven {
    /// Why it ended so, in the words of the operator.
    pub reason: String,
    /// What it was before.
    pub was: Was,
    /// What the table was set to as it opened.
    pub settings: Settings,
}

/// What a round was before it ended without its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Was {
    /// Played: it is void, and every stake went back.
    Played,
    /// Void already, for this reason.
    Void(String),
    /// Settled: what was paid stands.
    Settled,
}

impl Unproven {
    /// Why it is void, if it is.
    #[must_use]
    pub fn void(&self) -> Option<&str> {
        match &self.was {
            Was::Played => Some(&self.reason),
            Was::Void(reason) => Some(reason),
            Was::Settled => None,
        }
    }
}

/// How a round ended that ended without its seed, made again with cards that stand in for its own, and the records in which other money was
/// written than follows whatever these were; else, what no table can have had.
pub(crate) fn unproven(
    mut table: Table,
    steps: &[Recollection],
    reason: String,
) -> Result<(Unproven, Vec<u64>), String> {
    let (mut otherwise, mut was) = (Vec::new(), Was::Played);
    let settings = table.settings().cloned();
    for step in steps {
        let mut expected: Vec<Transaction> = Vec::new();
        for event in &step.events {
            let next = step.transactions.get(expected.len());
            let mut taken =
                table.take_untold(event, step.at_ms, next).map_err(|not| damage(step.seq, &not))?;
            let happened = std::mem::take(&mut taken.events);
            expected.extend(untold_money(event, taken, next));
            if let TableEvent::Reconciled { .. } = event {
                was = Was::Settled;
            } else if !matches!(event, TableEvent::SeedLost { .. }) {
                was = why_void(happened).map_or(was, Was::Void);
            }
        }
        if step.transactions != expected {
            otherwise.push(step.seq);
        }
    }
    let settings = settings.expect("a table that has played a round was set");
    Ok((Unproven { reason, was, settings }, otherwise))
}

/// Why a round became void, if it did.
fn why_void(happened: Vec<Event>) -> Option<String> {
    happened
        .into_iter()
        .find_map(|event| if let Event::Voided { reason, .. } = event { Some(reason) } else { None })
}
