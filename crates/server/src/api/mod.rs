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
mod reports;
mod rounds;
mod sessions;
mod settle;
mod tables;

use crate::cookie::PLAIN;
use crate::house::House;
use crate::problem::codes;
use std::sync::Arc;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Info, OpenApi, RefOr, Schema, SecurityRequirement};
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
        .merge(reports::routes())
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
    let components = document.components.get_or_insert_default();
    for (name, scheme) in [("bearer", bearer()), ("cookie", cookie())] {
        components.add_security_scheme(name, scheme);
        // What needs no session says so by having no 401.
        let allowed = SecurityRequirement::new::<_, [&str; 0], &str>(name, []);
        document.security.get_or_insert_default().push(allowed);
    }
    if let Some(RefOr::T(Schema::Object(problem))) = components.schemas.get_mut("Problem")
        && let Some(RefOr::T(Schema::Object(code))) = problem.properties.get_mut("code")
    {
        code.enum_values = Some(codes().map(Into::into).collect());
    }
    document
}

/// A program sends its token with every request.
fn bearer() -> SecurityScheme {
    SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer))
}

/// A browser has it in a cookie; over https that is called `__Host-tercet`.
fn cookie() -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(PLAIN)))
}
