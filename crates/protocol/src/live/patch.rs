//! Merge patches (RFC 7396): what changed, as a JSON value.

use serde_json::{Map, Value};

/// The patch that makes `after` of `before`: members that are gone are null, members that are objects in both are patched, all else is replaced.
///
/// Neither may hold a null, which no patch could make.
#[must_use]
pub fn difference(before: &Value, after: &Value) -> Value {
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return after.clone() };
    let mut patch = Map::new();
    for (key, was) in before {
        match after.get(key) {
            None => {
                patch.insert(key.clone(), Value::Null);
            }
            Some(is) if is == was => {}
            Some(is) => {
                patch.insert(key.clone(), difference(was, is));
            }
        }
    }
    for (key, is) in after {
        if !before.contains_key(key) {
            patch.insert(key.clone(), is.clone());
        }
    }
    Value::Object(patch)
}

/// Applies a patch.
pub fn apply(to: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        to.clone_from(patch);
        return;
    };
    if !to.is_object() {
        *to = Value::Object(Map::new());
    }
    let Value::Object(to) = to else { return };
    for (key, change) in patch {
        if change.is_null() {
            to.remove(key);
        } else {
            apply(to.entry(key.as_str()).or_insert(Value::Null), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..4i64).prop_map(Value::from),
            "[ab]{0,2}".prop_map(Value::from)
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map("[abc]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_patch_makes_what_it_was_made_from(before in values(), after in values()) {
            let mut patched = before.clone();
            apply(&mut patched, &difference(&before, &after));
            prop_assert_eq!(patched, after);
        }
    }

    /// The cases of RFC 7396, appendix A.
    #[test]
    fn patches_do_what_the_rfc_says() {
        let cases = [
            (json!({"a":"b"}), json!({"a":"c"}), json!({"a":"c"})),
            (json!({"a":"b"}), json!({"b":"c"}), json!({"a":"b","b":"c"})),
            (json!({"a":"b"}), json!({"a":null}), json!({})),
            (json!({"a":"b","b":"c"}), json!({"a":null}), json!({"b":"c"})),
            (json!({"a":["b"]}), json!({"a":"c"}), json!({"a":"c"})),
            (json!({"a":"c"}), json!({"a":["b"]}), json!({"a":["b"]})),
            (json!({"a":{"b":"c"}}), json!({"a":{"b":"d","c":null}}), json!({"a":{"b":"d"}})),
            (json!({"a":[{"b":"c"}]}), json!({"a":[1]}), json!({"a":[1]})),
            (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
            (json!({"a":"b"}), json!(["c"]), json!(["c"])),
            (json!({"a":"foo"}), json!(null), json!(null)),
            (json!({"a":"foo"}), json!("bar"), json!("bar")),
            (json!({"e":null}), json!({"a":1}), json!({"e":null,"a":1})),
            (json!([1, 2]), json!({"a":"b","c":null}), json!({"a":"b"})),
            (json!({}), json!({"a":{"bb":{"ccc":null}}}), json!({"a":{"bb":{}}})),
        ];
        for (mut to, patch, expected) in cases {
            apply(&mut to, &patch);
            assert_eq!(to, expected, "{patch}");
        }
    }
}
