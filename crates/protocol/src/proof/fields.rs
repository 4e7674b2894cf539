//! An object whose fields are all known and all needed.

use crate::json::{Member, Value, field, unknown_field};
use crate::settle::Problem;
use core::fmt;
use std::borrow::Cow;

/// Why a text is no proof of a round: the place, what was found there and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadProof {
    /// The place, such as `seats[0].hash`; `file` for the whole.
    pub at: String,
    /// What was found and what was expected.
    pub message: String,
}

impl BadProof {
    pub(super) fn new(at: impl Into<String>, message: impl Into<String>) -> BadProof {
        BadProof { at: at.into(), message: message.into() }
    }

    /// What is wrong with the record inside a proof.
    pub(super) fn in_record(problem: &Problem) -> BadProof {
        let at = if problem.at == "line" { "record".into() } else { format!("record.{}", problem.at) };
        BadProof { at, message: problem.message.clone() }
    }
}

impl fmt::Display for BadProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

impl core::error::Error for BadProof {}

/// The fields of an object that are still to be read.
pub(super) struct Fields<'t> {
    at: String,
    members: Vec<Member<'t>>,
}

impl<'t> Fields<'t> {
    /// The fields of the object at this place, which has these and no others.
    pub(super) fn new(at: &str, members: Vec<Member<'t>>, known: &[&str]) -> Result<Fields<'t>, BadProof> {
        let unknown = members.iter().find(|member| !known.contains(&&*member.key));
        if let Some(Member { key, .. }) = unknown {
            return Err(BadProof::new(field(at, key), unknown_field(key, known)));
        }
        Ok(Fields { at: at.into(), members })
    }

    /// The place of a field.
    pub(super) fn at(&self, key: &str) -> String {
        field(&self.at, key)
    }

    /// The value of a field, which must be there.
    pub(super) fn take(&mut self, key: &str, expected: &str) -> Result<Value<'t>, BadProof> {
        match self.members.iter().position(|member| member.key == key) {
            Some(place) => Ok(self.members.swap_remove(place).value),
            None => Err(BadProof::new(self.at(key), format!("`{key}` is missing; expected {expected}"))),
        }
    }

    /// What is said of a value of another kind.
    pub(super) fn refuse<T>(&self, key: &str, found: &Value<'_>, expected: &str) -> Result<T, BadProof> {
        Err(BadProof::new(self.at(key), format!("{}; expected {expected}", found.kind())))
    }

    /// A text.
    pub(super) fn text(&mut self, key: &str, expected: &str) -> Result<Cow<'t, str>, BadProof> {
        let value = self.take(key, expected)?;
        if let Value::Text(text) = value { Ok(text) } else { self.refuse(key, &value, expected) }
    }

    /// A whole number from 0, written in digits and nothing else.
    pub(super) fn whole(&mut self, key: &str, expected: &str) -> Result<u64, BadProof> {
        let value = self.take(key, expected)?;
        let digits = if let Value::Number(text) = value { text.parse().ok() } else { None };
        digits.map_or_else(|| self.refuse(key, &value, expected), Ok)
    }

    /// The elements of a list.
    pub(super) fn list(&mut self, key: &str, expected: &str) -> Result<Vec<Value<'t>>, BadProof> {
        let value = self.take(key, expected)?;
        if let Value::List(values) = value { Ok(values) } else { self.refuse(key, &value, expected) }
    }

    /// The members of an object.
    pub(super) fn object(&mut self, key: &str, expected: &str) -> Result<Vec<Member<'t>>, BadProof> {
        let value = self.take(key, expected)?;
        if let Value::Object(members) = value { Ok(members) } else { self.refuse(key, &value, expected) }
    }
}
