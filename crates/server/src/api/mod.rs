//! The HTTP interface: a file for each kind of thing that can be asked for.

mod cases;
mod cashier;
pub(crate) mod docs;
mod games;
mod house;
mod journal;
mod json;
mod me;
mod messages;
mod meters;
mod params;
mod people;
mod protection;
mod query;
mod rounds;
mod sessions;
mod settle;
mod tables;

use crate::house::House;
use std::sync::Arc;
use utoipa::openapi::{Info, OpenApi};
use utoipa_axum::router::OpenApiRouter;

/// Every route, each with what the document says of it.
pub(crate) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .merge(house::routes())
        .merge(games::routes())
        .merge(tables::routes())
        .merge(rounds::routes())
        .merge(settle::routes())
        .merge(cases::routes())
        .merge(meters::routes())
        .merge(journal::routes())
        .merge(sessions::routes())
        .merge(me::routes())
        .merge(people::routes())
        .merge(protection::routes())
        .merge(cashier::routes())
        .merge(messages::routes())
}

/// The document of the routes, with what it says of itself.
pub(crate) fn document(mut document: OpenApi) -> OpenApi {
    document.info = Info::new("Tercet", env!("CARGO_PKG_VERSION"));
    document.info.description = Some(
        "Live tables of three-card games. Amounts are whole cents, times are milliseconds since 1970-01-01 UTC, \
         problems are documents as of RFC 9457 with a code that never changes."
            .into(),
    );
    document
}
