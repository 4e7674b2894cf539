//! Tables: which there are, what they do, what is asked of them.

use crate::api::json::Body;
use crate::api::path::Path;
use crate::ask::{ask, key, said_key};
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, problem_at};
use crate::seen::{rules, stage, status};
use crate::who::SignedIn;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use tercet_ledger::{Account, Name};
use tercet_people::{Change, Right};
use tercet_pit::{Eyes, Handle};
use tercet_protocol::live::{Advice, AskBody, Problem, TableState, TableStatus};
use tercet_rules::Money;
use tercet_store::Failure;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(tables, found))
        .routes(routes!(table))
        .routes(routes!(asked))
        .routes(routes!(advised))
}

/// A table in the lobby.
#[derive(Serialize, ToSchema)]
struct InLobby {
    /// Its name.
    table: String,
    /// Whether it takes bets.
    status: TableStatus,
    /// The id of its game; left out before it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The name of its game.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The hash of its rules: `sha256:` and 64 digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// Whether players are told, if they ask, what each of their decisions is worth.
    hints: bool,
    /// What its progressive meter holds now, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    meter: Option<i64>,
    /// What those who sit there are called, each once.
    players: Vec<String>,
    /// How many spots there are.
    spots: u8,
    /// How many are taken.
    taken: usize,
    /// The number of the last round.
    round: u64,
    /// What the round is doing.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
}

/// A table that is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FoundIn {
    /// Its name: 1 to 40 lower-case letters, digits and hyphens. It has that for ever.
    table: String,
    /// Why.
    reason: String,
}

/// A table as it is.
#[derive(Serialize, ToSchema)]
struct TableNow {
    /// How many events there were.
    n: u64,
    /// The time of the house.
    now_ms: u64,
    /// The table, as whoever asks may see it.
    state: TableState,
}

/// What was asked is done.
#[derive(Serialize, ToSchema)]
struct DoneOut {
    /// The place of its record in the journal.
    record: u64,
    /// When it was written.
    at_ms: u64,
    /// Whether it was done before, under this key.
    again: bool,
}

/// The tables of the house.
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables",
    responses((status = 200, body = [InLobby]), (status = 503, body = Problem)))]
async fn tables(State(house): State<Arc<House>>) -> Result<Json<Vec<InLobby>>, Answered> {
    let tables: Result<Vec<_>, _> = house.pit.tables().iter().map(|table| in_lobby(&house, table)).collect();
    Ok(Json(tables?))
}

/// Found a table: it is closed until it is set to a game and opened, which is asked of it as everything else.
#[utoipa::path(post, path = "/api/v1/tables", tag = "staff", request_body = FoundIn,
    responses((status = 201, body = InLobby), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn found(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Body(said): Body<FoundIn>,
) -> Result<(StatusCode, Json<InLobby>), Answered> {
    signed.person.needs(Right::SetTables)?;
    let by = signed.person.by(&said.reason)?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let table = Name::new(&said.table)
        .ok()
        .filter(|name| name.as_str().len() <= 40 && name.as_str().chars().all(plain));
    let table = table.ok_or_else(|| {
        problem_at(Code::Value, "table", "expected a name of 1 to 40 lower-case letters, digits and hyphens")
    })?;
    house.found_one(&table, &signed.person.id).await?;
    let now_ms = house.pit.now_ms();
    let noted = move |people: &tercet_people::People, _: &tercet_people::Chance| {
        people.note(&by, &Change::new("tables", "table.founded", said.table.as_str())?, now_ms)
    };
    house.people.ask(noted).await?;
    Ok((StatusCode::CREATED, Json(in_lobby(&house, &house.table(table.as_str())?)?)))
}

fn in_lobby(house: &House, handle: &Handle) -> Result<InLobby, Failure> {
    let seen = handle.watch().view(&Eyes::Spectator);
    let settings = seen.settings.as_ref();
    let game = settings.map(|settings| &settings.game);
    let meter = settings.and_then(|settings| settings.meter.clone());
    let holds = meter.map(|meter| house.store.balance(&Account::Meter(meter))).transpose()?;
    let sitting: BTreeSet<&Name> = seen.seats.values().collect();
    Ok(InLobby {
        table: handle.name().to_string(),
        status: status(seen.status),
        game: game.map(|game| game.id.to_string()),
        name: game.map(|game| game.name.clone()),
        rules: settings.map(|settings| rules(&settings.rules)),
        hints: settings.is_some_and(|settings| settings.hints),
        meter: holds.map(Money::units),
        players: sitting.into_iter().map(|player| house.people.called(player)).collect(),
        spots: game.map_or(0, |game| game.spots),
        taken: seen.seats.len(),
        round: seen.round,
        stage: seen.stage.map(|now| stage(now).into()),
    })
}

/// A table, as whoever asks may see it: a player sees the own cards.
#[utoipa::path(get, path = "/api/v1/tables/{table}", tag = "tables", params(("table" = String, Path)),
    responses((status = 200, body = TableNow), (status = 404, body = Problem)))]
async fn table(
    State(house): State<Arc<House>>,
    signed: Option<SignedIn>,
    Path(table): Path<String>,
) -> Result<Json<TableNow>, Answered> {
    let handle = house.table(&table)?;
    let (n, state) = house.hubs.look(&handle, signed.as_ref().map(|signed| &signed.person.id));
    Ok(Json(TableNow { n, now_ms: house.pit.now_ms(), state }))
}

/// Ask a table for something, once under each key.
#[utoipa::path(post, path = "/api/v1/tables/{table}/asks", tag = "tables", request_body = AskBody,
    params(("table" = String, Path),
        ("idempotency-key" = String, Header, description = "1 to 64 bytes: ask again under it if the answer is lost")),
    responses((status = 200, body = DoneOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
async fn asked(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(table): Path<String>,
    headers: HeaderMap,
    Body(body): Body<AskBody>,
) -> Result<Json<DoneOut>, Answered> {
    let handle = house.table(&table)?;
    let key = key(said_key(&headers))?;
    let asked = ask(&signed.person, &body, &handle, &house.games)?;
    let receipt = house.ask(&handle, asked, key).await?;
    Ok(Json(DoneOut { record: receipt.seq, at_ms: receipt.at_ms, again: receipt.again }))
}

/// What each decision of a spot of one's own is worth, while it has to decide, where the table gives hints: every hand that the dealer may have is counted, from
/// what the player sees.
#[utoipa::path(get, path = "/api/v1/tables/{table}/spots/{spot}/advice", tag = "tables",
    params(("table" = String, Path), ("spot" = u8, Path, description = "The spot, from 1")),
    responses((status = 200, body = Advice), (status = 401, body = Problem),
        (status = 403, description = "The spot is not yours, or the table gives no hints (`no-hints`)", body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn advised(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Path((table, spot)): Path<(String, u8)>,
) -> Result<Json<Advice>, Answered> {
    // Reading is not counted otherwise, but this takes a processor.
    house.rates.ask(&signed.person.id)?;
    let hand = crate::hints::hand(&house.table(&table)?, &signed.person.id, spot)?;
    Ok(Json(Arc::clone(&house.hints).of(peer, hand).await?))
}
