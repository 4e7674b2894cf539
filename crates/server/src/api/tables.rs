//! Tables: which there are, what they do, what is asked of them.

use crate::api::json::Body;
use crate::ask::{ask, key, said_key};
use crate::house::House;
use crate::problem::{Answered, not_asked};
use crate::seen::{stage, status};
use crate::who::SignedIn;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde::Serialize;
use std::sync::Arc;
use tercet_pit::{Eyes, Handle};
use tercet_protocol::live::{AskBody, Problem, TableState, TableStatus};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(tables)).routes(routes!(table)).routes(routes!(asked))
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
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", responses((status = 200, body = [InLobby])))]
async fn tables(State(house): State<Arc<House>>) -> Json<Vec<InLobby>> {
    Json(house.pit.tables().iter().map(in_lobby).collect())
}

fn in_lobby(handle: &Handle) -> InLobby {
    let seen = handle.watch().view(&Eyes::Spectator);
    let game = seen.settings.as_ref().map(|settings| &settings.game);
    InLobby {
        table: handle.name().to_string(),
        status: status(seen.status),
        game: game.map(|game| game.id.to_string()),
        name: game.map(|game| game.name.clone()),
        spots: game.map_or(0, |game| game.spots),
        taken: seen.seats.len(),
        round: seen.round,
        stage: seen.stage.map(|now| stage(now).into()),
    }
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
    let seen = handle.watch().view(&Eyes::Spectator);
    let ask = ask(&signed.person, &body, &seen, &house.games)?;
    let receipt = handle.ask(ask, key).await.map_err(|not| not_asked(&not))?.receipt;
    Ok(Json(DoneOut { record: receipt.seq, at_ms: receipt.at_ms, again: receipt.again }))
}
