//! Where two JSON values are not the same.

use crate::json::{Member, Value, field, shown};
use core::fmt;

/// A place where a text says something else than it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The place, such as `settlement.spots[0].lines[1].won`.
    pub at: String,
    /// What stands there; none: nothing.
    pub found: Option<String>,
    /// What should; none: nothing.
    pub expected: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.found, &self.expected) {
            (Some(found), Some(expected)) => write!(f, "{}: {found}; expected {expected}", self.at),
            (None, Some(expected)) => write!(f, "{} is missing; expected {expected}", self.at),
            (found, None) => {
                write!(f, "{}: {}; expected nothing", self.at, found.as_deref().unwrap_or("nothing"))
            }
        }
    }
}

/// Every place where a value is not the expected one. The order of fields means nothing; the order of lists, and the way in
/// which a number is written, does.
pub(super) fn differences(at: &str, found: &Value<'_>, expected: &Value<'_>) -> Vec<Difference> {
    let mut all = Vec::new();
    compare(at, Some(found), Some(expected), &mut all);
    all
}

fn compare(at: &str, found: Option<&Value<'_>>, expected: Option<&Value<'_>>, all: &mut Vec<Difference>) {
    match (found, expected) {
        (Some(Value::Object(found)), Some(Value::Object(expected))) => {
            for Member { key, value } in expected {
                compare(&field(at, key), get(found, key), Some(value), all);
            }
            for Member { key, value } in found.iter().filter(|member| get(expected, &member.key).is_none()) {
                compare(&field(at, key), Some(value), None, all);
            }
        }
        (Some(Value::List(found)), Some(Value::List(expected))) => {
            for i in 0..found.len().max(expected.len()) {
                compare(&format!("{at}[{i}]"), found.get(i), expected.get(i), all);
            }
        }
        (found, expected) if found == expected => {}
        (found, expected) => {
            all.push(Difference { at: at.into(), found: found.map(said), expected: expected.map(said) });
        }
    }
}

fn get<'a, 't>(members: &'a [Member<'t>], key: &str) -> Option<&'a Value<'t>> {
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

/// A value in a message.
fn said(value: &Value<'_>) -> String {
    match value {
        Value::Number(text) => shown(text),
        Value::Text(text) => format!("\"{}\"", shown(text)),
        Value::Null | Value::Bool(_) | Value::List(_) | Value::Object(_) => value.kind(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::members;

    fn said_of(found: &str, expected: &str) -> Vec<String> {
        let value = |text: &'static str| {
            let mut into = Vec::new();
            members(text.as_bytes(), &mut into).unwrap();
            Value::Object(into)
        };
        let [found, expected] = [found, expected].map(|text| value(text.to_owned().leak()));
        differences("s", &found, &expected).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_place_is_named_and_the_order_of_fields_means_nothing() {
        assert_eq!(said_of(r#"{"a":1,"b":[{"c":"x"}]}"#, r#"{"b":[{"c":"x"}],"a":1}"#), Vec::<String>::new());
        assert_eq!(
            said_of(r#"{"a":1,"b":[2,{"c":"x"},3],"e":null}"#, r#"{"a":1.0,"b":[2,{"c":true}],"d":{}}"#),
            [
                "s.a: 1; expected 1.0",
                "s.b[1].c: \"x\"; expected true",
                "s.b[2]: 3; expected nothing",
                "s.d is missing; expected an object",
                "s.e: null; expected nothing",
            ]
        );
    }
}
