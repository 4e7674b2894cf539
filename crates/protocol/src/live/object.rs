//! Objects of JSON, read as such.

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
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
        T::deserialize(MapAccessDeserializer::new(NamedByText(fields)))
    }
}

/// Fields in whose values every name is a text.
///
/// What tells one kind of object from another is read as a name. Within an object that has such a name itself, what serde derives takes a number for one, too: the
/// place of the kind in our source.
struct NamedByText<A>(A);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for NamedByText<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(NamedByText(seed))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for NamedByText<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(NamedByText(from))
    }
}

/// Reads everything as it was read.
macro_rules! as_before {
    ($($read:ident($($what:ident: $kind:ty),*);)*) => {$(
        fn $read<V: Visitor<'de>>(self, $($what: $kind,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$read($($what,)* visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for NamedByText<D> {
    type Error = D::Error;

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_str(visitor)
    }

    as_before! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(count: usize);
        deserialize_tuple_struct(name: &'static str, count: usize);
        deserialize_map();
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_ignored_any();
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
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
