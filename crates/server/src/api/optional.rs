//! What need not be there: in answers it is left out and never null, and so do the documents say it.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Says of the schemas by their names that what need not be there is left out; but for what a client may send, which may be null there, too.
pub(super) fn left_out(schemas: &mut Map<String, Value>, sent: &BTreeSet<String>) {
    schemas.iter_mut().filter(|(name, _)| !sent.contains(*name)).for_each(|(_, schema)| in_objects(schema));
}

/// Says so of the parameters of every operation: a query has no null.
pub(super) fn parameters(paths: &mut Value) {
    let items = paths.as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in items.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten() {
            parameter.get_mut("schema").into_iter().for_each(without_null);
        }
    }
}

/// Says of what is asked of a table that nothing else is read in it.
pub(super) fn asks(schemas: &mut Map<String, Value>) {
    let asks = schemas.get_mut("AskBody").and_then(|ask| ask.get_mut("oneOf")).and_then(Value::as_array_mut);
    for ask in asks.into_iter().flatten() {
        ask["additionalProperties"] = json!(false);
    }
}

/// What answers nobody with 401 takes no notice of a session. Where one may be sent and need not be, the route says so itself.
pub(super) fn sessions(paths: &mut Value) {
    let items = paths.as_object_mut().into_iter().flat_map(Map::values_mut);
    let operations = items.filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    for operation in operations.filter(|operation| operation["security"].is_null()) {
        if operation.get("responses").is_some_and(|responses| responses["401"].is_null()) {
            operation["security"] = json!([]);
        }
    }
}

/// The names of all schemas that can be come to from here, by references.
pub(super) fn reached(from: &Value, schemas: &Map<String, Value>) -> BTreeSet<String> {
    let (mut found, mut next) = (BTreeSet::new(), Vec::new());
    named(from, &mut next);
    while let Some(name) = next.pop() {
        if let Some(schema) = schemas.get(&name)
            && found.insert(name)
        {
            named(schema, &mut next);
        }
    }
    found
}

fn named(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            names.extend(target.and_then(|target| target.rsplit('/').next()).map(str::to_owned));
            members.values().for_each(|member| named(member, names));
        }
        Value::Array(elements) => elements.iter().for_each(|element| named(element, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn in_objects(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let required: BTreeSet<String> =
                (members.get("required").and_then(Value::as_array).into_iter().flatten())
                    .filter_map(|name| name.as_str().map(str::to_owned))
                    .collect();
            if let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) {
                let may_lack = properties.iter_mut().filter(|(name, _)| !required.contains(*name));
                may_lack.for_each(|(_, property)| without_null(property));
            }
            members.values_mut().for_each(in_objects);
        }
        Value::Array(elements) => elements.iter_mut().for_each(in_objects),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Takes null from what a value may be.
fn without_null(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            members.insert("type".into(), one);
        }
    }
    for several in ["oneOf", "anyOf"] {
        let Some(Value::Array(all)) = members.get_mut(several) else { continue };
        all.retain(|one| one["type"] != "null");
        if let [Value::Object(one)] = &all[..] {
            let one = one.clone();
            members.remove(several);
            // What is said of the property itself counts for more.
            for (name, value) in one {
                members.entry(name).or_insert(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_need_not_be_there_is_left_out_and_never_null() {
        let mut schemas = json!({
            "Out": {"type": "object", "required": ["a"], "properties": {
                "a": {"type": ["string", "null"]},
                "b": {"type": ["string", "null"], "description": "b"},
                "c": {"oneOf": [{"type": "null"}, {"$ref": "#/x/In", "description": "in"}], "description": "c"},
            }},
            "In": {"type": "object", "properties": {"d": {"type": ["integer", "null"]}, "e": {"$ref": "#/x/Out"}}},
        });
        let all = schemas.as_object_mut().unwrap();
        assert_eq!(
            reached(&json!({"x": [{"$ref": "#/x/Out"}]}), all),
            ["In", "Out"].map(String::from).into()
        );
        left_out(all, &BTreeSet::from(["In".into()]));
        let expected = json!({
            "a": {"type": ["string", "null"]},
            "b": {"type": "string", "description": "b"},
            "c": {"$ref": "#/x/In", "description": "c"},
        });
        assert_eq!(all["Out"]["properties"], expected);
        assert_eq!(all["In"]["properties"]["d"], json!({"type": ["integer", "null"]}));
    }
}
