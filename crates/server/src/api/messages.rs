//! The messages of live tables, as a schema.

use crate::api::optional;
use crate::documents::PLACE;
use crate::fixed::{Fixed, SAME};
use crate::house::House;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value, json};
use std::sync::{Arc, LazyLock};
use tercet_protocol::live::{FromClient, ToClient};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(messages))
}

/// The messages of live tables, as a JSON Schema (2020-12): `FromClient` is what a client may say, `ToClient` what it is told.
#[utoipa::path(get, path = "/api/v1/messages.json", tag = "tables",
    responses((status = 200, body = Object), (status = 304, description = SAME)))]
async fn messages(headers: HeaderMap) -> Response {
    static MADE: LazyLock<Fixed> = LazyLock::new(|| Fixed::json(&schema()));
    MADE.answer(&headers)
}

/// The schema.
pub(crate) fn schema() -> Value {
    let mut all = vec![
        (FromClient::name().into_owned(), FromClient::schema()),
        (ToClient::name().into_owned(), ToClient::schema()),
    ];
    FromClient::schemas(&mut all);
    ToClient::schemas(&mut all);
    let all = all.into_iter().map(|(name, schema)| (name, serde_json::to_value(schema).unwrap_or_default()));
    let mut defs: Map<String, Value> = all.collect();
    let sent = optional::reached(&json!({ "$ref": FromClient::name() }), &defs);
    optional::left_out(&mut defs, &sent);
    optional::asks(&mut defs);
    let mut defs = Value::Object(defs);
    point_at_defs(&mut defs);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of a live table",
        "description": format!("Explained along one round in {PLACE}/LIVE-TABLES"),
        "anyOf": [{ "$ref": "#/$defs/FromClient" }, { "$ref": "#/$defs/ToClient" }],
        "$defs": defs,
    })
}

/// References of an OpenAPI document point at its components; those of a schema at its definitions.
fn point_at_defs(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(target)) = members.get_mut("$ref") {
                *target = target.replace("#/components/schemas/", "#/$defs/");
            }
            members.values_mut().for_each(point_at_defs);
        }
        Value::Array(elements) => elements.iter_mut().for_each(point_at_defs),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of 32 bits in a schema.
    fn numbers<'s>(schema: &'s Value, found: &mut Vec<&'s Value>) {
        found.extend((schema["format"] == "int32").then_some(schema));
        match schema {
            Value::Object(members) => members.values().for_each(|member| numbers(member, found)),
            Value::Array(elements) => elements.iter().for_each(|element| numbers(element, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Each message is read with a field that it has not as the schema says it: not at all.
    #[test]
    fn no_message_has_more_fields_than_the_schema_says() {
        let schema = schema();
        for name in ["FromClient", "AskBody"] {
            for kind in schema["$defs"][name]["oneOf"].as_array().unwrap() {
                assert_eq!(kind["additionalProperties"], json!(false), "{name}: {kind}");
            }
        }
    }

    /// What the schema lets a client say is not refused as unreadable: all small numbers that it sends are bytes.
    #[test]
    fn what_a_client_sends_is_no_larger_than_what_is_read() {
        let (schema, mut found) = (schema(), Vec::new());
        for name in ["FromClient", "AskBody"] {
            numbers(&schema["$defs"][name], &mut found);
        }
        assert!(found.len() >= 10, "{found:?}");
        for number in found {
            assert_eq!(number["maximum"], json!(255), "{number}");
        }
    }
}
