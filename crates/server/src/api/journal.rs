//! The journal as it was written, and the log of significant events: for whoever audits.

use crate::api::params::Params;
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, failed};
use crate::who::SignedIn;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::sync::Arc;
use tercet_ledger::{Record, hex};
use tercet_people::{Event, Right, Which, Who};
use tercet_protocol::live::Problem;
use tercet_sheets::{Sheet, Value, csv};
use tercet_store::{Failure, Store};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(journal)).routes(routes!(events))
}

/// How many records a page has if nobody says, and at most.
const RECORDS: (usize, usize) = (100, 500);

/// After so many bytes of records a page ends.
const BYTES: usize = 1 << 20;

/// How many events a page has if nobody says, and at most.
const EVENTS: (usize, usize) = (100, 1_000);

/// A record of the journal.
#[derive(Serialize, ToSchema)]
struct RecordOut {
    /// Its place, from 0.
    record: u64,
    /// Its hash, which the next one names: 64 hexadecimal digits.
    hash: String,
    /// Its bytes, two hexadecimal digits each, as docs/AUDIT.md describes them.
    bytes: String,
}

/// A part of the journal.
#[derive(Serialize, ToSchema)]
struct JournalPage {
    /// How many records there are by now.
    size: u64,
    /// The hash of the last one of them.
    head: String,
    /// Records in their order.
    records: Vec<RecordOut>,
    /// What to ask for as `from` to get the next page; left out on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// A significant event.
#[derive(Serialize, ToSchema)]
struct EventOut {
    /// Its number, from 1.
    number: u64,
    /// When.
    at_ms: u64,
    /// In which part of the program.
    component: String,
    /// Who did it: an account, `house` or `nobody`.
    who: String,
    /// Who allowed it, if somebody else did.
    #[serde(skip_serializing_if = "Option::is_none")]
    authorised_by: Option<String>,
    /// What happened, as a word such as `account.closed`.
    what: String,
    /// To what.
    subject: String,
    /// What was before.
    before: String,
    /// What is now.
    after: String,
    /// Why.
    reason: String,
}

/// Some events, the newest first.
#[derive(Serialize, ToSchema)]
struct EventsPage {
    /// The events.
    events: Vec<EventOut>,
    /// What to ask for as `before` to get the next page; left out on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// The records of the journal as they were written, from a place on, and its end. Nothing in it is ever changed, and no card is in it before its
/// seed is told.
#[utoipa::path(get, path = "/api/v1/journal", tag = "staff",
    params(("from" = Option<u64>, Query, description = "From this record on; from the first if it is left out"),
        ("limit" = Option<u32>, Query, description = "1 to 500 records; 100 if it is left out. A page has fewer where they are long", minimum = 1, maximum = 500)),
    responses((status = 200, body = JournalPage), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem),
        (status = 503, body = Problem)))]
async fn journal(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    params: Params,
) -> Result<Json<JournalPage>, Answered> {
    signed.person.needs(Right::ReadAll)?;
    params.only(&["from", "limit"])?;
    let from = params.number("from", 0, u64::MAX)?.unwrap_or(0);
    let most = params.number("limit", 1, RECORDS.1)?.unwrap_or(RECORDS.0);
    let store = Arc::clone(&house.store);
    let read = move || part(&*store, from, most).map_err(|failure| failed(&failure));
    Ok(Json(house.desk.ask(peer, read).await?))
}

fn part(store: &dyn Store, from: u64, most: usize) -> Result<JournalPage, Failure> {
    let chain = store.chain()?;
    let (mut records, mut bytes, mut next) = (Vec::new(), 0, from);
    // A few at a time: the longest record is much longer than most.
    while records.len() < most && bytes < BYTES && next < chain.size {
        let left = usize::try_from(chain.size - next).unwrap_or(usize::MAX);
        let few = store.records(next, (most - records.len()).min(left).min(16))?;
        if few.is_empty() {
            return Err(Failure::Corrupt(format!("record {next} is missing")));
        }
        for record in few {
            bytes += record.len();
            let hash = Record::hash(&record).to_string();
            records.push(RecordOut { record: next, hash, bytes: hex(&record) });
            next += 1;
        }
    }
    let next = Some(next).filter(|next| *next < chain.size && !records.is_empty());
    Ok(JournalPage { size: chain.size, head: chain.head.to_string(), records, next })
}

/// The log of significant events: what was changed, by whom, and why; the newest first.
#[utoipa::path(get, path = "/api/v1/events", tag = "staff",
    params(("from" = Option<u64>, Query, description = "At this time or later"), ("to" = Option<u64>, Query, description = "Before this time"),
        ("who" = Option<String>, Query, description = "By this account, `house` or `nobody`"),
        ("what" = Option<String>, Query, description = "Whose word begins so, such as `account.`"),
        ("subject" = Option<String>, Query, description = "That happened to this"),
        ("before" = Option<u64>, Query, description = "Where the page before ended: its `next`, or the last number of its records"),
        ("limit" = Option<u32>, Query, description = "1 to 1000 events; 100 if it is left out", minimum = 1, maximum = 1000),
        ("form" = Option<String>, Query, description = "`json`, or `csv`", pattern = "^(json|csv)$")),
    responses((status = 200, content((EventsPage = "application/json"), (String = "text/csv"))), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn events(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    params: Params,
) -> Result<Response, Answered> {
    signed.person.needs(Right::ReadEvents)?;
    params.only(&["from", "to", "who", "what", "subject", "before", "limit", "form"])?;
    let number = |name| params.number(name, 0, i64::MAX.unsigned_abs());
    let text = |name| params.one(name).map(|text| text.map(str::to_owned));
    let who = |text: &str| Who::of(text).ok_or_else(|| "expected an account, `house` or `nobody`".to_owned());
    let which = Which {
        from_ms: number("from")?,
        until_ms: number("to")?,
        who: params.read_as("who", who)?,
        what: text("what")?,
        subject: text("subject")?,
        before_seq: number("before")?,
    };
    let most = params.number("limit", 1, EVENTS.1)?.unwrap_or(EVENTS.0);
    let as_csv = params.word("form", &[("json", false), ("csv", true)])?.unwrap_or(false);
    let found = house.people.ask(move |people, _| people.events(&which, most)).await?;
    if as_csv {
        return Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], csv::text(&sheet(&found))).into_response());
    }
    let next = found.last().filter(|_| found.len() == most).map(|last| last.seq);
    let events = found.into_iter().map(event_out).collect();
    Ok(Json(EventsPage { events, next }).into_response())
}

fn event_out(event: Event) -> EventOut {
    EventOut {
        number: event.seq,
        at_ms: event.at_ms,
        component: event.component,
        who: event.who.to_string(),
        authorised_by: event.authorised_by.map(|by| by.to_string()),
        what: event.what,
        subject: event.subject,
        before: event.before,
        after: event.after,
        reason: event.reason,
    }
}

/// The events as records, the same fields in the same order.
fn sheet(events: &[Event]) -> Sheet<'static> {
    let columns = [
        "number",
        "at_ms",
        "at",
        "component",
        "who",
        "authorised_by",
        "what",
        "subject",
        "before",
        "after",
        "reason",
    ];
    let row = |event: &Event| {
        let text = |text: &str| if text.is_empty() { Value::None } else { Value::Text(text.to_owned()) };
        vec![
            text(&event.seq.to_string()),
            text(&event.at_ms.to_string()),
            text(&tercet_audit::time_of(event.at_ms)),
            text(&event.component),
            text(&event.who.to_string()),
            event.authorised_by.as_ref().map_or(Value::None, |by| text(by.as_str())),
            text(&event.what),
            text(&event.subject),
            text(&event.before),
            text(&event.after),
            text(&event.reason),
        ]
    };
    Sheet { name: "Events", columns: columns.to_vec(), rows: events.iter().map(row).collect() }
}
