//! The statement of a wallet: what came to it and left it.

use crate::api::cashier::CASH;
use crate::api::params::Params;
use crate::api::path::Path;
use crate::api::protection::read_player;
use crate::api::rounds::not_recalled;
use crate::house::House;
use crate::noted;
use crate::peer::Peer;
use crate::problem::Answered;
use crate::who::SignedIn;
use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_audit::{Move, Until, statement};
use tercet_ledger::Name;
use tercet_people::{Event, Right, Which};
use tercet_protocol::live::Problem;
use tercet_rules::Money;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(my_moves)).routes(routes!(moves_of))
}

/// How many records a page of a statement is made of if nobody says, and at most.
const MOVES: (usize, usize) = (50, 200);

/// Money that came to a wallet or left it.
#[derive(Serialize, ToSchema)]
struct MoveOut {
    /// The place of its record in the journal.
    record: u64,
    /// When it was written, in milliseconds since 1970-01-01 UTC.
    at_ms: u64,
    /// Why, such as `cash in`, `stake ante`, `hold for play on ante`, `pay ante`.
    what: String,
    /// The table at which it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The number of the round in which it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u64>,
    /// What came; below zero, what left.
    amount: i64,
    /// What the wallet held then.
    balance: i64,
    /// Why a cashier took it in or paid it out, as the log of events says it; for the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Which cashier, as in the books; for the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

/// Some of the statement of a wallet, the newest first.
#[derive(Serialize, ToSchema)]
struct Statement {
    /// What came and left.
    moves: Vec<MoveOut>,
    /// What to ask for as `before` to get the next page; left out on the last. It is good until the server starts anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What came to the wallet of whoever is signed in and left it, the newest first.
#[utoipa::path(get, path = "/api/v1/me/moves", tag = "history",
    params(("before" = Option<String>, Query, description = "Where the page before ended: its `next`"),
        ("limit" = Option<u32>, Query, description = "Of 1 to 200 records; 50 if it is left out", minimum = 1, maximum = 200)),
    responses((status = 200, body = Statement), (status = 401, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn my_moves(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    params: Params,
) -> Result<Json<Statement>, Answered> {
    Ok(Json(page(&house, peer, &signed.person.id, &params).await?))
}

/// What came to the wallet of a player and left it, the newest first: for the cashier, and for who reads everything.
#[utoipa::path(get, path = "/api/v1/people/{id}/moves", tag = "staff",
    params(("id" = String, Path), ("before" = Option<String>, Query, description = "Where the page before ended: its `next`"),
        ("limit" = Option<u32>, Query, description = "Of 1 to 200 records; 50 if it is left out", minimum = 1, maximum = 200)),
    responses((status = 200, body = Statement), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn moves_of(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<Statement>, Answered> {
    signed.person.needs_one(&[Right::Cash, Right::ReadAll])?;
    let id = read_player(&id)?;
    let account = house.people.ask(move |people, _| people.account(&id)).await?;
    let mut page = page(&house, peer, &account.id, &params).await?;
    give_reasons(&house, &account.id, &mut page.moves).await?;
    Ok(Json(page))
}

async fn page(house: &House, peer: Peer, player: &Name, params: &Params) -> Result<Statement, Answered> {
    params.only(&["before", "limit"])?;
    let until = params.read_as("before", |word| {
        let (seq, balance) =
            house.seal.open(player.as_str(), word).ok_or("expected the `next` of a page, as it was given")?;
        Ok(Until { seq, balance: Money::from_units(balance) })
    })?;
    let most = params.number("limit", 1, MOVES.1)?.unwrap_or(MOVES.0);
    let (store, of) = (Arc::clone(&house.store), player.clone());
    let found = move || statement(&*store, &of, until, most).map_err(|not| not_recalled(&not));
    let (moves, next) = house.desk.ask(peer, found).await?;
    let next = next.map(|until| house.seal.close(player.as_str(), until.seq, until.balance.units()));
    Ok(Statement { moves: moves.into_iter().map(move_out).collect(), next })
}

/// How much earlier than its record a row of the log may say that cash was moved, in milliseconds.
const EARLIER_MS: u64 = 60_000;

/// Says of the moves of cash by whom they were made, and why.
async fn give_reasons(house: &House, player: &Name, moves: &mut [MoveOut]) -> Result<(), Answered> {
    let cash: Vec<&mut MoveOut> = moves.iter_mut().filter(|one| one.what.starts_with(CASH)).collect();
    let Some((first, last)) =
        cash.iter().map(|one| one.at_ms).min().zip(cash.iter().map(|one| one.at_ms).max())
    else {
        return Ok(());
    };
    let which = Which {
        from_ms: Some(first.saturating_sub(EARLIER_MS)),
        until_ms: Some(last.saturating_add(1)),
        what: Some(CASH.into()),
        subject: Some(player.to_string()),
        ..Which::default()
    };
    let events = house.people.ask(move |people, _| people.events(&which, usize::MAX)).await?;
    let said: BTreeMap<&str, &Event> = events.iter().map(|event| (event.after.as_str(), event)).collect();
    for one in cash {
        let row = noted::after(Money::from_units(one.amount), one.record);
        if let Some(event) = said.get(row.as_str()) {
            one.reason = Some(event.reason.clone());
            one.by = Some(event.who.to_string());
        }
    }
    Ok(())
}

fn move_out(moved: Move) -> MoveOut {
    let (table, round) = moved.place.unzip();
    MoveOut {
        record: moved.seq,
        at_ms: moved.at_ms,
        what: moved.why.to_string(),
        table: table.map(|table| table.to_string()),
        round,
        amount: moved.amount.units(),
        balance: moved.balance.units(),
        reason: None,
        by: None,
    }
}
