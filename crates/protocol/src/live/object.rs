//! Objects of JSON, read as such.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Something that is an object in JSON, read from an object only.
///
/// What serde derives for a struct takes a list of its fields in their order, too. Nobody means that, and a client that sends it has made a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Object<T>, D::Error> {
        from.deserialize_map(Fields(PhantomData)).map(Object)
    }
}

/// Reads a field that is an object.
pub(super) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Object::deserialize(from).map(|Object(value)| value)
}

/// Reads a field that is an object, or is left out or null.
pub(super) fn object_if_any<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Option::<Object<T>>::deserialize(from).map(|value| value.map(|Object(value)| value))
}

/// Reads a field that has objects by their names, each once; or is null, or left out.
pub(super) fn objects_if_any<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    Option::<ByName<T>>::deserialize(from).map(|all| all.map_or_else(BTreeMap::new, |ByName(all)| all))
}

struct ByName<T>(BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ByName<T>, D::Error> {
        from.deserialize_map(Named(PhantomData)).map(ByName)
    }
}

struct Named<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Named<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<BTreeMap<String, T>, A::Error> {
        let mut all = BTreeMap::new();
        while let Some((name, Object(value))) = fields.next_entry::<String, Object<T>>()? {
            if all.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{}`", name.escape_debug())));
            }
            all.insert(name, value);
        }
        Ok(all)
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AskBody, FromClient};
    use super::*;
    use serde_json::{Value, json};

    /// Every way in which one of the objects within could be a list instead.
    fn with_one_as_a_list(value: &Value) -> Vec<Value> {
        let Value::Object(fields) = value else { return Vec::new() };
        let mut all = vec![Value::Array(fields.values().cloned().collect())];
        for (name, field) in fields {
            for changed in with_one_as_a_list(field) {
                let mut fields = fields.clone();
                fields.insert(name.clone(), changed);
                all.push(Value::Object(fields));
            }
        }
        all
    }

    /// A list is taken for no object, neither as the message nor anywhere within, and read errors still say what they did.
    #[test]
    fn a_list_is_no_object() {
        let clocks = json!({"bet_ms":1,"secret_ms":2,"decide_ms":3,"show_ms":4});
        let asks = [
            json!({"do":"sit","spot":1}),
            json!({"do":"place","spot":1,"wager":"ante","amount":100}),
            json!({"do":"decide","spot":1,"choice":"play"}),
            json!({"do":"turn","status":"open","reason":"x"}),
            json!({"do":"set","game":"g","clocks":clocks,"limits":{"ante":{"min":1,"max":2,"step":1}}}),
        ];
        let mut lists = 0;
        for ask in asks {
            let message = json!({"type":"ask","key":"k","table":"t","ask":ask});
            assert!(serde_json::from_value::<Object<AskBody>>(ask.clone()).is_ok(), "{ask}");
            assert!(serde_json::from_value::<Object<FromClient>>(message.clone()).is_ok(), "{message}");
            for list in with_one_as_a_list(&ask) {
                assert!(serde_json::from_value::<Object<AskBody>>(list.clone()).is_err(), "{list}");
                lists += 1;
            }
            for list in with_one_as_a_list(&message) {
                let bad = serde_json::from_str::<Object<FromClient>>(&list.to_string()).unwrap_err();
                assert!(bad.to_string().contains("expected an object"), "{list}: {bad}");
            }
        }
        assert_eq!(lists, 8, "each ask, the clocks, the limits and those of a wager");
        let limits = r#"{"min":1,"max":2,"step":1}"#;
        let twice = format!(r#"{{"do":"set","game":"g","limits":{{"ante":{limits},"ante":{limits}}}}}"#);
        let bad = serde_json::from_str::<Object<AskBody>>(&twice).unwrap_err();
        assert!(bad.to_string().contains("duplicate field `ante`"), "{bad}");
        let twice = r#"{"type":"ping","type":"ping"}"#;
        let bad = serde_json::from_str::<Object<FromClient>>(twice).unwrap_err();
        assert!(bad.to_string().contains("duplicate field") && bad.line() == 1, "{bad}");
        assert!(serde_json::from_str::<Object<FromClient>>(r#"{"type":"ping"} x"#).is_err());
    }
}
