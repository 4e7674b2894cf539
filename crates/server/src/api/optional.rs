//! What need not be there: in answers it is left out and never null, in what is sent it may be null as well, and so do the documents say it.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Says of the schemas by their names that what need not be there is left out; in those of what a client sends, that it may be null as well.
pub(super) fn left_out(schemas: &mut Map<String, Value>, sent: &BTreeSet<String>) {
    for (name, schema) in schemas {
        in_objects(schema, if sent.contains(name) { with_null } else { without_null });
    }
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

/// Says of what is asked of a table, and of each message that a client sends, that nothing else is read in it.
pub(super) fn asks(schemas: &mut Map<String, Value>) {
    for name in ["AskBody", "FromClient"] {
        let kinds = schemas.get_mut(name).and_then(|of| of.get_mut("oneOf")).and_then(Value::as_array_mut);
        for kind in kinds.into_iter().flatten() {
            kind["additionalProperties"] = json!(false);
        }
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

/// Says something of every property in a schema that need not be there.
fn in_objects(schema: &mut Value, says: fn(&mut Value)) {
    match schema {
        Value::Object(members) => {
            let required: BTreeSet<String> =
                (members.get("required").and_then(Value::as_array).into_iter().flatten())
                    .filter_map(|name| name.as_str().map(str::to_owned))
                    .collect();
            if let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) {
                let may_lack = properties.iter_mut().filter(|(name, _)| !required.contains(*name));
                may_lack.for_each(|(_, property)| says(property));
            }
            members.values_mut().for_each(|member| in_objects(member, says));
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| in_objects(element, says)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds null to what a value may be.
fn with_null(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    let nothing = json!({ "type": "null" });
    if let Some(Value::Array(several)) = members.get_mut("oneOf") {
        if !several.contains(&nothing) {
            several.push(nothing);
        }
        return;
    }
    // A list of words would not have null among them.
    let has_words = members.contains_key("enum");
    match members.get_mut("type") {
        Some(Value::Array(types)) if types.contains(&nothing["type"]) => {}
        Some(Value::Array(types)) => types.push(nothing["type"].clone()),
        Some(one) if !has_words => *one = json!([one, "null"]),
        _ => {
            let description = members.remove("description");
            let described = description.map(|text| ("description".into(), text));
            *members = described.into_iter().chain([("oneOf".into(), json!([members, nothing]))]).collect();
        }
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
    fn what_need_not_be_there_is_left_out_and_null_only_where_it_is_sent() {
        let mut schemas = json!({
            "Out": {"type": "object", "required": ["a"], "properties": {
                "a": {"type": ["string", "null"]},
                "b": {"type": ["string", "null"], "description": "b"},
                "c": {"oneOf": [{"type": "null"}, {"$ref": "#/x/In", "description": "in"}], "description": "c"},
            }},
            "In": {"type": "object", "required": ["f"], "properties": {
                "d": {"type": ["integer", "null"]},
                "e": {"$ref": "#/x/Out", "description": "e"},
                "f": {"type": "string"},
                "g": {"type": "boolean", "description": "g"},
                "h": {"oneOf": [{"$ref": "#/x/Out"}, {"type": "null"}]},
                "i": {"type": "string", "enum": ["x", "y"]},
            }},
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
        let expected = json!({
            "d": {"type": ["integer", "null"]},
            "e": {"oneOf": [{"$ref": "#/x/Out"}, {"type": "null"}], "description": "e"},
            "f": {"type": "string"},
            "g": {"type": ["boolean", "null"], "description": "g"},
            "h": {"oneOf": [{"$ref": "#/x/Out"}, {"type": "null"}]},
            "i": {"oneOf": [{"type": "string", "enum": ["x", "y"]}, {"type": "null"}]},
        });
        assert_eq!(all["In"]["properties"], expected);
    }
}
