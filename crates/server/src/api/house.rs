//! What the house is.

use crate::house::House;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use tercet_protocol::live::VERSION;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(house)).routes(routes!(healthy)).routes(routes!(ready))
}

/// What the house is.
#[derive(Serialize, ToSchema)]
struct HouseInfo {
    /// The program.
    server: String,
    /// The version of the messages of live tables.
    messages: u32,
    /// The time of the house, in milliseconds since 1970-01-01 UTC.
    now_ms: u64,
    /// Whether guests are let in.
    guests: bool,
    /// What the money is: `play`, which nobody can turn into anything else.
    money: String,
    /// The youngest that a player may be.
    minimum_age: u8,
    /// Where somebody finds help who plays more than is good.
    help_line: String,
}

/// What the house is, and what time it is there.
#[utoipa::path(get, path = "/api/v1/house", tag = "house", responses((status = 200, body = HouseInfo)))]
async fn house(State(house): State<Arc<House>>) -> Json<HouseInfo> {
    let settings = &house.settings;
    Json(HouseInfo {
        server: concat!("tercet ", env!("CARGO_PKG_VERSION")).into(),
        messages: VERSION,
        now_ms: house.pit.now_ms(),
        guests: settings.guests,
        money: "play".into(),
        minimum_age: settings.minimum_age,
        help_line: settings.help_line.clone(),
    })
}

/// Whether the program runs.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
async fn healthy() -> &'static str {
    "runs\n"
}

/// Whether the books can be read and every table runs.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = tercet_protocol::live::Problem)))]
async fn ready(State(house): State<Arc<House>>) -> Result<&'static str, crate::problem::Answered> {
    house.store.chain()?;
    Ok("ready\n")
}
