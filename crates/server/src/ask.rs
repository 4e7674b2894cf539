//! What somebody says becomes what is asked of a table.

use crate::house::House;
use crate::names::{of_a_meter, of_a_wager};
use crate::noted::{SET, set_to};
use crate::problem::{Code, Not, problem_at};
use crate::set::Wanted;
use crate::who::Person;
use axum::http::{HeaderMap, HeaderValue};
use std::slice;
use tercet_fair::{SeatHash, SeatSecret, parse_hex};
use tercet_ledger::{Key, Name};
use tercet_people::{By, Intent, Right};
use tercet_pit::Handle;
use tercet_protocol::live::{AskBody, Choice, Problem, TableStatus};
use tercet_rules::{Choice as Chosen, Money, shown, words};
use tercet_table::{Ask, Clocks, Do, Status, Who};

/// The key that somebody gives.
///
/// # Errors
///
/// If it is empty or too long.
pub(crate) fn key(text: &str) -> Result<Key, Not> {
    let key = Some(text).filter(|text| !text.is_empty()).and_then(|text| Key::new(text.as_bytes()));
    key.ok_or_else(|| {
        let found = if text.is_empty() { "no key".into() } else { format!("a key of {} bytes", text.len()) };
        problem_at(Code::Key, "key", format!("{found}; expected one of 1 to 64 bytes"))
    })
}

/// The key of a request, as it is said in its head; nothing if it is not.
///
/// # Errors
///
/// If it is no text: on a live line it could not be said.
pub(crate) fn said_key(headers: &HeaderMap) -> Result<&str, Not> {
    let said = headers.get("idempotency-key").map_or(&[][..], HeaderValue::as_bytes);
    std::str::from_utf8(said).map_err(|_| problem_at(Code::Key, "key", "no text; expected one in UTF-8"))
}

/// What is asked of a table, and what the log of events is to say of it.
pub(crate) struct Asked {
    pub(crate) ask: Ask,
    pub(crate) row: Option<Intent>,
}

/// What a person asks of a table under a key of theirs. Whatever has changed since it was asked for the first time, it is the same that is asked.
///
/// # Errors
///
/// If the person may not ask for this, or a field holds what it cannot.
pub(crate) fn ask(
    person: &Person,
    body: &AskBody,
    (table, key): (&Handle, &Key),
    house: &House,
) -> Result<Asked, Not> {
    let needs = needed(person, body);
    // Nothing is done for whoever may not ask: reading a game alone takes a while.
    // Leaving is for both, each in their own way.
    let leaving = [Right::Bet, Right::RunTables];
    person.needs_one(if matches!(body, AskBody::Leave { .. }) {
        &leaving
    } else {
        slice::from_ref(&needs)
    })?;
    let what = meant(person, body, (table, key), house)?;
    let who = if needs == Right::Bet { Who::Player } else { Who::Floor };
    let row = row(person, needs, table.name(), (body, &what))?;
    let ask = Ask { round: body.round(), ..Ask::new(who(person.id.clone()), what) };
    Ok(Asked { ask, row })
}

/// The rights by which the staff asks something of a table.
pub(crate) const OF_TABLES: [Right; 3] = [Right::RunTables, Right::VoidRounds, Right::SetTables];

/// The right that somebody needs to ask for this: to bet, or one of [`OF_TABLES`].
fn needed(person: &Person, body: &AskBody) -> Right {
    match body {
        AskBody::Sit { .. }
        | AskBody::Place { .. }
        | AskBody::TakeBack { .. }
        | AskBody::Swear { .. }
        | AskBody::Ready { .. }
        | AskBody::Tell { .. }
        | AskBody::Decide { .. } => Right::Bet,
        // Who runs tables does not play: whoever sits there is stood up, and the same is meant if somebody else does by the time it is asked again.
        AskBody::Leave { .. } if person.may(Right::RunTables) => Right::RunTables,
        AskBody::Leave { .. } => Right::Bet,
        AskBody::Turn { .. } | AskBody::Report { .. } => Right::RunTables,
        AskBody::Void { .. } => Right::VoidRounds,
        AskBody::Set { .. } => Right::SetTables,
    }
}

/// What is asked of the table.
fn meant(person: &Person, body: &AskBody, (table, key): (&Handle, &Key), house: &House) -> Result<Do, Not> {
    Ok(match body {
        AskBody::Sit { spot } => Do::Sit(*spot),
        AskBody::Leave { spot, reason: _ } => Do::Leave(*spot),
        AskBody::Place { spot, wager, amount, round: _ } => {
            Do::Place(*spot, of_a_wager(wager)?, Money::from_units(*amount))
        }
        AskBody::TakeBack { spot, wager, round: _ } => Do::TakeBack(*spot, of_a_wager(wager)?),
        AskBody::Swear { spot, hash, round: _ } => {
            Do::Swear(*spot, SeatHash::from_bytes(bytes(hash, "ask.hash")?))
        }
        AskBody::Ready { spot, round: _ } => Do::Ready(*spot),
        AskBody::Tell { spot, secret, round: _ } => {
            Do::Tell(*spot, SeatSecret::new(bytes(secret, "ask.secret")?))
        }
        AskBody::Decide { spot, choice, times, round: _ } => {
            let choice = match (choice, times) {
                (Choice::Play, times) => Chosen::Play { times: times.unwrap_or(1) },
                (Choice::Fold, None) => Chosen::Fold,
                (Choice::Fold, Some(_)) => {
                    return Err(problem_at(Code::Value, "ask.times", "a fold has no multiple; leave it out"));
                }
            };
            Do::Decide(*spot, choice)
        }
        AskBody::Turn { status, reason } => {
            let status = match status {
                TableStatus::Open => Status::Open,
                TableStatus::Paused => Status::Paused,
                TableStatus::Closed => Status::Closed,
            };
            Do::Turn(status, because(person, reason)?.reason().into())
        }
        AskBody::Void { reason, round: _ } => Do::Void(because(person, reason)?.reason().into()),
        AskBody::Report { event, reason: _, round: _ } => Do::Report(event.clone()),
        AskBody::Set { game, deal, meter, clocks, limits, hints, reason: _ } => {
            let clocks = clocks.as_ref().map(|clocks| Clocks {
                bet_ms: clocks.bet_ms,
                secret_ms: clocks.secret_ms,
                decide_ms: clocks.decide_ms,
                show_ms: clocks.show_ms,
            });
            let meter = meter.as_deref().map(|meter| of_a_meter(meter, "ask.meter", house)).transpose()?;
            let wanted = Wanted { game, deal: deal.as_deref(), meter, clocks, limits, hints: *hints };
            let who = Who::Floor(person.id.clone());
            Do::Set(Box::new(wanted.settings(house, (table.name(), &who, key))?))
        }
    })
}

/// Whoever asks, with the reason, wherever that is written: a line that can be shown, as everybody at the table is told of it.
fn because(person: &Person, reason: &str) -> Result<By, Not> {
    person.by(reason).map_err(|bad| Box::new(Problem { at: Some("ask.reason".into()), ..*bad }))
}

/// The reason, the word of the log of events and what it came to, of what has no place for its reason in the journal.
fn reason<'b>(body: &'b AskBody, what: &Do) -> Option<(Option<&'b str>, &'static str, String)> {
    let (reason, word, came_to) = match (body, what) {
        (AskBody::Set { reason, .. }, Do::Set(settings)) => (reason, SET, set_to(settings)),
        (AskBody::Leave { spot, reason }, _) => (reason, "table.stood-up", format!("spot {spot}")),
        (AskBody::Report { event, reason, .. }, _) => {
            (reason, "table.reported", shown(&words::irregularity(event), 64))
        }
        _ => return None,
    };
    Some((reason.as_deref(), word, came_to))
}

/// What the log of events is to say of an ask, if it has a row there.
fn row(
    person: &Person,
    needs: Right,
    table: &Name,
    (body, what): (&AskBody, &Do),
) -> Result<Option<Intent>, Not> {
    let Some((reason, word, came_to)) = reason(body, what) else { return Ok(None) };
    if needs == Right::Bet {
        let none = || problem_at(Code::Value, "ask.reason", "a player leaves without one; expected none");
        return reason.map_or(Ok(None), |_| Err(none()));
    }
    // What the staff does is in the log whether they say why or not.
    let by = because(person, reason.unwrap_or("none was given"))?;
    Ok(Some(Intent {
        by,
        component: "tables".into(),
        what: word.into(),
        subject: table.to_string(),
        came_to,
    }))
}

fn bytes(text: &str, at: &str) -> Result<[u8; 32], Not> {
    parse_hex(text).map_err(|bad| problem_at(Code::Value, at, bad))
}
