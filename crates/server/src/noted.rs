//! Why something was done that stands in the journal: a row in the log of significant events, once for each record, whatever is cut short.

use crate::aside::aside;
use crate::founding::FOUNDED;
use crate::house::House;
use crate::problem::{Answered, Not, failed};
use crate::seen::rules;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tercet_audit::{NotRecalled, set_before};
use tercet_ledger::{Hash, Key, Name};
use tercet_people::{Intended, Intent, Who};
use tercet_store::{Failure, Receipt, Store};
use tercet_table::Settings;

/// The word for a table that is set.
pub(crate) const SET: &str = "table.set";

/// What a row says of a record.
pub(crate) fn after(came_to: impl std::fmt::Display, record: u64) -> String {
    format!("{came_to} in record {record}")
}

/// Whether what is intended may still be on its way to the journal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meanwhile {
    /// The house is not open yet: what the journal does not have by now it will never have.
    Closed,
    /// The house is open.
    Open,
}

/// The keys of those who still wait for the journal, or to write their row: nobody else makes them good.
#[derive(Default)]
pub(crate) struct Underway(Mutex<Vec<Key>>);

impl Underway {
    fn keys(&self) -> MutexGuard<'_, Vec<Key>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This one is, as long as what is given back is held: whoever asked may go away at any time. Two may ask under one key.
    fn hold(&self, key: &Key) -> Held<'_> {
        self.keys().push(key.clone());
        Held { of: self, key: key.clone() }
    }
}

/// That somebody waits under a key.
struct Held<'u> {
    of: &'u Underway,
    key: Key,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut keys = self.of.keys();
        if let Some(at) = keys.iter().position(|key| *key == self.key) {
            keys.swap_remove(at);
        }
    }
}

impl House {
    /// Does what the journal will keep under this key as this request, and writes the row that the log of events has of it. It is noted as intended before, so that the
    /// row is made good whatever is cut short in between. Whether the row was not there before.
    ///
    /// # Errors
    ///
    /// If it cannot be noted as intended, and nothing is done then; or if it is not done.
    pub(crate) async fn with_row(
        &self,
        intent: Intent,
        (key, request): (Key, Hash),
        done: impl Future<Output = Result<Receipt, Answered>>,
    ) -> Result<(Receipt, bool), Answered> {
        // From before anybody can find the intent.
        let _held = self.underway.hold(&key);
        let noted = intent.clone();
        let id = self.people.ask(move |people, _| people.intend(&noted, &key, &request)).await?;
        match done.await {
            // What is done is done. Should the row not be written now, that is in the log of the program, and it is made good in a minute, or as the house opens.
            Ok(receipt) => {
                let written = self.write_row(id, intent, &receipt).await;
                Ok((receipt, written.unwrap_or(true)))
            }
            Err(not) => {
                // Of what failed it is not known whether the journal has it or gets it yet.
                if not.0.status < 500 {
                    let _ = self.people.ask(move |people, _| people.forget_intent(id)).await;
                }
                Err(not)
            }
        }
    }

    /// Writes the rows of what was intended and is in the journal, if they are missing.
    pub(crate) async fn make_good(&self, meanwhile: Meanwhile) {
        let mut after = 0;
        // What cannot be read or written is in the log of the program, and the next minute tries again.
        while let Ok(intended) = self.people.ask(move |people, _| people.intents(after)).await {
            let Some(last) = intended.last() else { return };
            after = last.id;
            for Intended { id, key, request, intent } in intended {
                let known = self.store.receipt(&key);
                // Asked for after the journal was: whoever has begun since then is looked at in the next minute.
                if self.underway.keys().contains(&key) {
                    continue;
                }
                match known {
                    Ok(Some((asked, receipt))) if asked == request && self.is_by(&intent) => {
                        if let Ok(true) = self.write_row(id, intent, &receipt).await {
                            tracing::warn!(
                                record = receipt.seq,
                                "the log of events had no row of a record; it has now"
                            );
                        }
                    }
                    // Of what the journal does not have it may be on its way there as long as the house is open; where something else stands under the key it never will be.
                    Ok(None) if meanwhile == Meanwhile::Open => {}
                    Ok(_) => {
                        let _ = self.people.ask(move |people, _| people.forget_intent(id)).await;
                    }
                    Err(failure) => tracing::error!(%failure, "the store failed"),
                }
            }
        }
    }

    /// Whether what stands under the key of this intent was done by whom it names. The keys of the tables that are founded are nobody's: those of everything else are of whoever asks.
    fn is_by(&self, intent: &Intent) -> bool {
        intent.what != FOUNDED
            || self.founded().is_ok_and(|all| {
                all.iter().any(|founding| {
                    founding.table.as_str() == intent.subject
                        && *intent.by.who() == Who::Account(founding.by.clone())
                })
            })
    }

    /// Writes the row of a record, unless it is there. Whether it was not.
    async fn write_row(&self, id: u64, intent: Intent, receipt: &Receipt) -> Result<bool, Answered> {
        let (record, at_ms) = (after(&intent.came_to, receipt.seq), receipt.at_ms);
        let before = match Name::new(&intent.subject) {
            Ok(table) if intent.what == SET => {
                let (store, seq) = (Arc::clone(&self.store) as Arc<dyn Store>, receipt.seq);
                // It stands in the books, so that the row is the same whenever it is written.
                aside(move || was_set_to(&*store, &table, seq)).await?
            }
            _ => String::new(),
        };
        let written = move |people: &tercet_people::People, _: &tercet_people::Chance| {
            people.note_intended(id, &intent, &intent.change(&before, &record)?, at_ms)
        };
        self.people.ask(written).await
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
