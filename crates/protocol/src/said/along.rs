//! The walk along a schema: the first value that is not of the kind that its place has.
//!
//! Only what makes a value unreadable is looked at. How long a text may be, or how it must look, is for whoever takes it.

use super::Unread;
use crate::json::{Member, Value, field, shown, unknown_field};
use serde_json::Value as Schema;
use std::borrow::Cow;
use tercet_rules::{nearest, one_of};
use utoipa::ToSchema;

/// The schema of a message, with those that it refers to.
pub(super) struct Along {
    whole: Schema,
    named: Schema,
}

/// The place of a value, and how it is called there.
struct Place {
    at: String,
    called: String,
}

impl Place {
    fn field(&self, key: &str) -> Place {
        Place { at: field(&self.at, key), called: shown(key) }
    }

    fn element(&self, index: usize) -> Place {
        Place { at: format!("{}[{index}]", self.at), called: format!("{}[{index}]", self.called) }
    }

    fn refuse<T>(&self, why: impl core::fmt::Display) -> Result<T, Unread> {
        Err(Unread { at: Some(self.at.clone()), why: format!("{why}") })
    }

    /// A word is here that is none of those that it can be.
    fn no_such(&self, found: &Value<'_>, word: &str, words: &[&str]) -> Result<(), Unread> {
        let meant = nearest(word, words.iter().copied());
        let meant = meant.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        self.other(found, &format!("{meant}expected {}", one_of(words.iter().copied())))
    }

    /// Another value is here than was expected.
    fn other(&self, found: &Value<'_>, expected: &str) -> Result<(), Unread> {
        self.refuse(format_args!("`{}` is {}; {expected}", self.called, found.kind()))
    }
}

impl Along {
    pub(super) fn new<T: ToSchema>() -> Along {
        let mut all = Vec::new();
        T::schemas(&mut all);
        // No schema has keys that are no text, which is all that could go wrong.
        let json = |schema| serde_json::to_value(schema).unwrap_or_default();
        Along {
            whole: json(T::schema()),
            named: all.into_iter().map(|(name, schema)| (name, json(schema))).collect(),
        }
    }

    /// Looks at an object that is all of what was sent.
    pub(super) fn object(&self, members: Vec<Member<'_>>) -> Result<(), Unread> {
        let place = Place { at: String::new(), called: String::new() };
        self.value(&place, &Value::Object(members), &self.whole, true)
    }

    /// The schema itself, and whether null is allowed beside it.
    fn itself<'s>(&'s self, schema: &'s Schema) -> (&'s Schema, bool) {
        if let Some(target) = schema["$ref"].as_str() {
            return self.itself(&self.named[target.rsplit('/').next().unwrap_or_default()]);
        }
        let is_null = |one: &&Schema| one["type"] == "null";
        if let Some(several) = schema["oneOf"].as_array() {
            let null = several.iter().any(|one| is_null(&one));
            let mut others = several.iter().filter(|one| !is_null(one));
            return match (others.next(), others.next()) {
                (Some(one), None) => {
                    let (one, or_null) = self.itself(one);
                    (one, null || or_null)
                }
                _ => (schema, null),
            };
        }
        (schema, schema["type"].as_array().is_some_and(|all| all.iter().any(|one| one == "null")))
    }

    /// Looks at a value; `must` if it has to be there, so that null is only what its schema says.
    fn value(&self, place: &Place, value: &Value<'_>, schema: &Schema, must: bool) -> Result<(), Unread> {
        let (schema, or_null) = self.itself(schema);
        if *value == Value::Null && (or_null || !must) {
            return Ok(());
        }
        match (kind(schema), value) {
            ("tagged", Value::Object(members)) => return self.tagged(place, members, variants(schema)),
            ("object", Value::Object(members)) => return self.fields(place, members, schema),
            ("array", Value::List(elements)) => {
                let mut places = elements.iter().enumerate().map(|(no, one)| (place.element(no), one));
                return places.try_for_each(|(place, one)| self.value(&place, one, &schema["items"], true));
            }
            ("string", Value::Text(text)) => {
                let words = words(schema);
                if words.is_empty() || words.contains(&&**text) {
                    return Ok(());
                }
                return place.no_such(value, text, &words);
            }
            ("integer", Value::Number(text)) if Bounds::of(schema).hold(text) => return Ok(()),
            ("number", Value::Number(_)) | ("boolean", Value::Bool(_)) | ("", _) => return Ok(()),
            _ => {}
        }
        place.other(value, &expected(schema, or_null && must, Some(value)))
    }

    /// An object whose fields depend on what one of them says.
    fn tagged(&self, place: &Place, members: &[Member<'_>], variants: &[Schema]) -> Result<(), Unread> {
        let tag = variants.first().and_then(tag_of).unwrap_or_default();
        let names: Vec<&str> =
            variants.iter().flat_map(|variant| words(&variant["properties"][tag])).collect();
        let at = place.field(tag);
        let Some(said) = members.iter().find(|member| member.key == tag) else {
            return at.refuse(format_args!("`{tag}` is missing; expected {}", one_of(names)));
        };
        let Value::Text(word) = &said.value else {
            return at.other(&said.value, &format!("expected {}", one_of(names)));
        };
        match variants.iter().zip(&names).find(|one| *one.1 == &**word) {
            Some((variant, _)) => self.fields(place, members, variant),
            None => at.no_such(&said.value, word, &names),
        }
    }

    fn fields(&self, place: &Place, members: &[Member<'_>], schema: &Schema) -> Result<(), Unread> {
        let Some(fields) = schema["properties"].as_object() else {
            // Named as whoever sends it likes, each of the same kind.
            let each = &schema["additionalProperties"];
            return members
                .iter()
                .try_for_each(|one| self.value(&place.field(&one.key), &one.value, each, true));
        };
        let must: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Schema::as_str).collect();
        for Member { key, value } in members {
            let at = place.field(key);
            let Some(schema) = fields.get(&**key) else {
                let known: Vec<&str> = fields.keys().map(String::as_str).collect();
                return at.refuse(unknown_field(key, &known));
            };
            self.value(&at, value, schema, must.contains(&&**key))?;
        }
        let missing = must.iter().find(|name| members.iter().all(|member| member.key != ***name));
        let Some(name) = missing else { return Ok(()) };
        let (schema, or_null) = self.itself(&fields[*name]);
        let at = place.field(name);
        at.refuse(format_args!("`{name}` is missing; {}", expected(schema, or_null, None)))
    }
}

/// The word for what a schema asks for; empty if that is anything.
fn kind(schema: &Schema) -> &str {
    if schema["oneOf"].is_array() {
        return "tagged";
    }
    let one_of_them =
        || schema["type"].as_array()?.iter().filter_map(Schema::as_str).find(|one| *one != "null");
    schema["type"].as_str().or_else(one_of_them).unwrap_or_default()
}

/// The words that a text may be; none if it may be any.
fn words(schema: &Schema) -> Vec<&str> {
    schema["enum"].as_array().into_iter().flatten().filter_map(Schema::as_str).collect()
}

fn variants(schema: &Schema) -> &[Schema] {
    schema["oneOf"].as_array().map_or(&[], Vec::as_slice)
}

/// The field that says which variant an object is: it can be one word alone.
fn tag_of(variant: &Schema) -> Option<&str> {
    let fields = variant["properties"].as_object()?;
    fields.iter().find(|(_, field)| words(field).len() == 1).map(|(name, _)| name.as_str())
}

/// What was expected, in words.
fn expected(schema: &Schema, or_null: bool, found: Option<&Value<'_>>) -> String {
    let what: Cow<'_, str> = match kind(schema) {
        "object" | "tagged" => "an object".into(),
        "array" => "a list".into(),
        "string" if words(schema).is_empty() => "a text".into(),
        "string" => one_of(words(schema)).into(),
        "boolean" => "true or false".into(),
        "integer" => Bounds::of(schema).words(found).into(),
        "number" => "a number".into(),
        _ => "a value".into(),
    };
    format!("expected {what}{}", if or_null { ", or null" } else { "" })
}

/// Between what a whole number must lie: as the schema says, or as far as such numbers go.
struct Bounds<'s> {
    schema: &'s Schema,
    least: i128,
    most: i128,
}

impl Bounds<'_> {
    fn of(schema: &Schema) -> Bounds<'_> {
        let said = |bound: &str| schema[bound].as_i64().map(i128::from);
        let least = said("minimum").unwrap_or(i64::MIN.into());
        let goes_to = if least < 0 { i64::MAX.into() } else { u64::MAX.into() };
        Bounds { schema, least, most: said("maximum").unwrap_or(goes_to) }
    }

    /// Whether a number lies between them, as it is written: no fraction, no exponent, and no zero below zero.
    fn hold(&self, text: &str) -> bool {
        text != "-0" && text.parse::<i128>().is_ok_and(|number| (self.least..=self.most).contains(&number))
    }

    /// Both of them where the schema says them; the end of all such numbers only to whoever went past it.
    fn words(&self, found: Option<&Value<'_>>) -> String {
        let digits = if let Some(Value::Number(text)) = found { text } else { "" };
        let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let says = |bound: &str, past: bool| !self.schema[bound].is_null() || past && whole;
        let below = digits.starts_with('-');
        // What is too long to be a number of ours is past them, too.
        let past = !self.hold(digits);
        let least = says("minimum", past && below).then_some(self.least);
        let most = says("maximum", past && !below).then_some(self.most);
        match (least, most) {
            (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
            (Some(least), None) => format!("a whole number from {least}"),
            (None, Some(most)) => format!("a whole number up to {most}"),
            (None, None) => "a whole number".into(),
        }
    }
}
