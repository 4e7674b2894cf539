//! Tables: which there are, what they do, what is asked of them.

use crate::api::json::{Body, Said};
use crate::api::params::Params;
use crate::api::path::Path;
use crate::ask::{ask, key, said_key};
use crate::house::House;
use crate::lobby::InLobby;
use crate::names::in_addresses;
use crate::peer::Peer;
use crate::problem::{Answered, Code, problem, unreadable};
use crate::who::SignedIn;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_people::Right;
use tercet_protocol::live::{Advice, AskBody, Problem, TableState};
use tercet_protocol::said;
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

/// A table that is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FoundIn {
    /// Its name: 1 to 40 lower-case letters, digits and hyphens. It has that for ever.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    table: String,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
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
    params(("table" = Option<String>, Query, description = "This one alone, if there is one")),
    responses((status = 200, body = [InLobby]), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn tables(
    State(house): State<Arc<House>>,
    query: Params,
) -> Result<([(HeaderName, &'static str); 1], Bytes), Answered> {
    query.only(&["table"])?;
    let said = match query.one("table")? {
        None => house.hubs.lobby.all(&house)?,
        Some(table) => {
            // What can be the name of no table is that of none.
            let table = Name::new(table).ok().and_then(|name| house.pit.table(&name));
            let one = table.map(|table| InLobby::now(&house, &table.watch().look()));
            let one: Vec<InLobby> = one.transpose()?.into_iter().collect();
            serde_json::to_vec(&one).map_err(|error| problem(Code::Store, error))?.into()
        }
    };
    Ok(([(CONTENT_TYPE, "application/json")], said))
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
    let table = in_addresses(&said.table, "table")?;
    house.found_one(&table, &signed.person.id, by).await?;
    let look = house.table(table.as_str())?.watch().look();
    Ok((StatusCode::CREATED, Json(InLobby::now(&house, &look)?)))
}

/// A table, as whoever asks may see it: a player sees the own cards.
#[utoipa::path(get, path = "/api/v1/tables/{table}", tag = "tables", params(("table" = String, Path)),
    security((), ("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = TableNow), (status = 401, description = "the session is over", body = Problem), (status = 404, body = Problem)))]
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
        ("idempotency-key" = String, Header, description = "1 to 64 bytes: ask again under it if the answer is lost", min_length = 1, max_length = 64)),
    responses((status = 200, body = DoneOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
async fn asked(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(table): Path<String>,
    headers: HeaderMap,
    Said(body): Said,
) -> Result<Json<DoneOut>, Answered> {
    // The places of an ask are called as over a live line, where it stands inside a message.
    let body: AskBody = said::read(&body).map_err(|unread| unreadable(unread.inside("ask")))?;
    let handle = house.table(&table)?;
    let key = key(said_key(&headers)?)?;
    let asked = ask(&signed.person, &body, (&handle, &key), &house)?;
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
