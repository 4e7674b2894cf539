//! The HTTP interface: a file for each kind of thing that can be asked for.

mod answers;
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
mod moves;
mod optional;
mod own_games;
mod params;
pub(crate) mod path;
mod people;
mod played;
mod protection;
mod reports;
mod rounds;
mod sessions;
mod settle;
mod tables;

use crate::cookie::PLAIN;
use crate::documents::PLACE;
use crate::house::House;
use crate::problem::codes;
use serde_json::{Map, Value};
use std::sync::Arc;
use utoipa::openapi::external_docs::ExternalDocs;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Info, OpenApi, RefOr, Schema, SecurityRequirement};
use utoipa_axum::router::OpenApiRouter;

/// Every route, each with what the document says of it.
pub(crate) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .merge(house::routes())
        .merge(games::routes())
        .merge(own_games::routes())
        .merge(tables::routes())
        .merge(rounds::routes())
        .merge(played::routes())
        .merge(moves::routes())
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
pub(crate) fn document(mut document: OpenApi) -> Value {
    document.info = Info::new("Tercet", env!("CARGO_PKG_VERSION"));
    document.info.description = Some(
        "Live tables of three-card games. Amounts are whole cents, times are milliseconds since 1970-01-01 UTC, \
         problems are documents as of RFC 9457 with a code that never changes. A field that need not be sent may be null, \
         which says the same as to leave it out; where null says something of its own, the field must be there. A table is played over a live \
         line, a WebSocket at `/api/v1/live`: its messages are in `/api/v1/messages.json`, and a whole round is explained at `/docs/LIVE-TABLES`."
            .into(),
    );
    let mut documents = ExternalDocs::new(PLACE);
    documents.description = Some(
        "How a client plays a round, checks a shuffle or settles a dispute; what the files and figures mean"
            .into(),
    );
    document.external_docs = Some(documents);
    answers::complete(&mut document);
    let components = document.components.get_or_insert_default();
    for (name, scheme) in [("bearer", bearer()), ("cookie", cookie())] {
        components.add_security_scheme(name, scheme);
        let allowed = SecurityRequirement::new::<_, [&str; 0], &str>(name, []);
        document.security.get_or_insert_default().push(allowed);
    }
    if let Some(RefOr::T(Schema::Object(problem))) = components.schemas.get_mut("Problem")
        && let Some(RefOr::T(Schema::Object(code))) = problem.properties.get_mut("code")
    {
        code.enum_values = Some(codes().map(|one| one.code.into()).collect());
        let means: String = codes().map(|one| format!("\n- `{}`: {}", one.code, one.says)).collect();
        code.description = Some(format!("{}\n{means}", code.description.as_deref().unwrap_or_default()));
    }
    // No map of it has keys that are no text, which is all that could go wrong.
    let mut said = serde_json::to_value(document).unwrap_or_default();
    optional::parameters(&mut said["paths"]);
    optional::sessions(&mut said["paths"]);
    let bodies = bodies(&said);
    if let Some(schemas) = said["components"]["schemas"].as_object_mut() {
        let sent = optional::reached(&bodies, schemas);
        optional::left_out(schemas, &sent);
        optional::asks(schemas);
    }
    said
}

/// The bodies of all operations.
fn bodies(said: &Value) -> Value {
    let operations = said["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object);
    operations.flat_map(Map::values).map(|operation| operation["requestBody"].clone()).collect()
}

/// A program sends its token with every request.
fn bearer() -> SecurityScheme {
    SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer))
}

/// A browser has it in a cookie; over https that is called `__Host-tercet`.
fn cookie() -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(PLAIN)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;
    use std::path::Path;
    use tercet_ledger::LONGEST_REASON;

    fn said() -> Value {
        let (_, document) = routes().split_for_parts();
        super::document(document)
    }

    /// Programs make functions of operations, so each has an id that no other has.
    #[test]
    fn every_operation_has_an_id_of_its_own() {
        let (document, mut ids) = (said(), BTreeSet::new());
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path}"));
                assert!(ids.insert(id.to_owned()), "{method} {path}: there is another {id}");
            }
        }
    }

    /// Whether a session is needed is what the document says: one is where 401 can come of none, and nothing else is asked for elsewhere.
    #[test]
    fn what_needs_no_session_says_so() {
        let document = said();
        let security = |path: &str, method: &str| document["paths"][path][method]["security"].clone();
        assert_eq!(security("/api/v1/games", "get"), json!([]));
        assert_eq!(security("/api/v1/sessions/guest", "post"), json!([]));
        assert_eq!(security("/api/v1/me", "get"), Value::Null, "what holds for all");
        let may_be_sent = json!([{}, {"bearer": []}, {"cookie": []}]);
        assert_eq!(security("/api/v1/tables/{table}", "get"), may_be_sent);
        assert_eq!(document["security"], json!([{"bearer": []}, {"cookie": []}]));
    }

    /// Each reason that is sent may be as long as the books take it, and no longer.
    #[test]
    fn every_reason_is_as_long_as_the_books_take_it() {
        fn reasons<'d>(value: &'d Value, found: &mut Vec<&'d Value>) {
            match value {
                Value::Object(members) => {
                    found.extend(members.get("properties").and_then(|fields| fields.get("reason")));
                    members.values().for_each(|member| reasons(member, found));
                }
                Value::Array(elements) => elements.iter().for_each(|element| reasons(element, found)),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        let document = said();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let sent = optional::reached(&bodies(&document), schemas);
        let mut found = Vec::new();
        sent.iter().for_each(|name| reasons(&schemas[name], &mut found));
        assert!(found.len() > 15, "{found:?}");
        for reason in found {
            assert_eq!(
                (&reason["minLength"], &reason["maxLength"]),
                (&json!(1), &json!(LONGEST_REASON)),
                "{reason}"
            );
        }
    }

    /// The front end makes its types from these two documents, so that it is built without a server.
    #[test]
    fn the_documents_of_the_front_end_are_those_of_the_server() {
        for (name, said) in [("openapi.json", said()), ("messages.json", messages::schema())] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/api").join(name);
            let text = serde_json::to_string_pretty(&said).unwrap() + "\n";
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::write(&file, &text).unwrap();
            }
            let lies_there = std::fs::read_to_string(&file).unwrap();
            assert!(lies_there == text, "web/api/{name} is another; UPDATE_GOLDEN=1 writes it anew");
        }
    }
}
