//! Why something was done that stands in the journal: a row in the log of significant events, once for each record.

use crate::aside::aside;
use crate::house::House;
use crate::problem::{Answered, Not, failed};
use crate::seen::rules;
use std::sync::Arc;
use tercet_audit::{NotRecalled, set_before};
use tercet_ledger::Name;
use tercet_people::{By, Change, Which};
use tercet_store::{Failure, Receipt, Store};
use tercet_table::Settings;

/// The row that a record is to have.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    /// By whom, and why.
    pub(crate) by: By,
    /// The part of the program, and the word for what happened.
    pub(crate) what: (&'static str, &'static str),
    /// To what.
    pub(crate) subject: String,
    /// What it came to; the number of the record follows.
    pub(crate) came_to: String,
    /// The table that it sets, if it sets one: then the row says what that was set to before.
    pub(crate) sets: Option<Name>,
}

/// What a row says of a record.
pub(crate) fn after(came_to: impl std::fmt::Display, record: u64) -> String {
    format!("{came_to} in record {record}")
}

impl Noted {
    /// Writes the row of a record, unless it is there: whoever was told that it could not be written asks again under the same key, and the record is there by then.
    ///
    /// # Errors
    ///
    /// If the log cannot be read or written, or the books cannot be read.
    pub(crate) async fn once(self, house: &House, receipt: &Receipt) -> Result<(), Answered> {
        let Noted { by, what: (component, what), subject, came_to, sets } = self;
        let (record, at_ms) = (after(came_to, receipt.seq), receipt.at_ms);
        let before = match sets {
            Some(table) => {
                let (store, seq) = (Arc::clone(&house.store) as Arc<dyn Store>, receipt.seq);
                // It stands in the books, so that whoever asks again under the same key leaves the same row.
                aside(move || was_set_to(&*store, &table, seq)).await?
            }
            None => String::new(),
        };
        // The same may be asked twice at the same time.
        let _one_at_a_time = house.noting.lock().await;
        let which = Which {
            from_ms: Some(at_ms),
            until_ms: Some(at_ms.saturating_add(1)),
            what: Some(what.into()),
            subject: Some(subject.clone()),
            ..Which::default()
        };
        let written = move |people: &tercet_people::People, _: &tercet_people::Chance| {
            if people.events(&which, usize::MAX)?.iter().any(|event| event.after == record) {
                return Ok(());
            }
            people.note(&by, &Change::new(component, what, &subject)?.from_to(&before, &record), at_ms)
        };
        house.people.ask(written).await
    }
}

/// What a table is set to, in one line. Limits that are posted at it are part of its rules.
pub(crate) fn set_to(settings: &Settings) -> String {
    let Settings { game, rules: hash, way, meter, clocks, hints, text: _ } = settings;
    let meter = meter.as_ref().map_or(String::new(), |meter| format!(", meter {meter}"));
    let [bet, secret, decide, show] = clocks.all();
    let hints = if *hints { ", hints" } else { "" };
    let way = &game.ways[*way].name;
    format!("{} {} ({way}){meter}, clocks {bet} {secret} {decide} {show} ms{hints}", game.id, rules(hash))
}

/// What a table was set to before a record set it anew.
fn was_set_to(store: &dyn Store, table: &Name, seq: u64) -> Result<String, Not> {
    let set = match set_before(store, table, seq) {
        Ok(set) => set,
        Err(NotRecalled::Failed(failure)) if !matches!(failure, Failure::Corrupt(_)) => {
            return Err(failed(&failure));
        }
        // The table is set, and the row says what can be said.
        Err(not) => {
            tracing::error!(%not, "what a table was set to before cannot be read");
            return Ok("damaged".into());
        }
    };
    Ok(match set.as_ref().and_then(Settings::of) {
        Some(Ok(settings)) => set_to(&settings),
        Some(Err(bad)) => bad.to_string(),
        None => "nothing".into(),
    })
}
