//! What somebody sends, read into its type; or refused in the words of JSON: where it is wrong, what was found there and what was expected.
//!
//! What serde says of a type is for whoever wrote it (`expected u64`, `tuple variant`), and it knows no place inside a message with a tag. So it is asked
//! only whether a text can be read. Why it cannot is found by walking along the schema of the type, which is what the documents say of it.

mod along;

use crate::json::members_of;
use crate::live::Object;
use along::Along;
use core::fmt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

/// Why what was sent cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The place, such as `limits.ante.min` or `roles[0]`; none if it is no place alone.
    pub at: Option<String>,
    /// What was found and what was expected.
    pub why: String,
}

impl Unread {
    /// The same, of what stands inside a field.
    #[must_use]
    pub fn inside(self, field: &str) -> Unread {
        let at = self.at.map_or_else(|| field.into(), |at| format!("{field}.{at}"));
        Unread { at: Some(at), ..self }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl core::error::Error for Unread {}

/// Reads a text that is one object of JSON, and nothing else.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn read<T: DeserializeOwned + ToSchema>(text: &[u8]) -> Result<T, Unread> {
    serde_json::from_slice(text).map(|Object(said)| said).map_err(|bad| why_not::<T>(text, &bad))
}

fn why_not<T: ToSchema>(text: &[u8], bad: &serde_json::Error) -> Unread {
    let mut members = Vec::new();
    if let Err(fault) = members_of("the text", text, &mut members) {
        return Unread { at: Some(fault.at).filter(|at| !at.is_empty()), why: fault.message };
    }
    let found = Along::new::<T>().object(members);
    // Should the schema allow what the type does not take, the place is all that can be said in these words.
    let why = || format!("line {}, column {}: this is not what is read here", bad.line(), bad.column());
    found.err().unwrap_or_else(|| Unread { at: None, why: why() })
}

/// Reads a field that need not be there: null says the same as to leave it out.
///
/// # Errors
///
/// If it is neither null nor such a value.
pub fn or_left_out<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{AskBody, FromClient};

    fn why<T: DeserializeOwned + ToSchema + fmt::Debug>(text: &str) -> (String, String) {
        let unread = read::<T>(text.as_bytes()).expect_err(text);
        (unread.at.unwrap_or_default(), unread.why)
    }

    /// Each kind of fault says where it is, what stands there and what was expected.
    #[test]
    fn what_cannot_be_read_says_where_and_what_was_expected() {
        let spots = "a whole number from 0 to 255";
        for (text, at, said) in [
            ("", "", "column 1: the text ends where one object in braces should be".into()),
            ("[1]", "", "column 1: `[` where one object in braces should be".into()),
            (r#"{"do":"sit","spot":1} x"#, "", "column 23: `x` where nothing after the object should be".into()),
            (r#"{"do":"sit","do":"sit"}"#, "do", "column 13: the field `do` stands here twice".into()),
            (r#"{"do":"sit"}"#, "spot", format!("`spot` is missing; expected {spots}")),
            (r#"{"do":"sit","spot":"1"}"#, "spot", format!("`spot` is the text \"1\"; expected {spots}")),
            (r#"{"do":"sit","spot":256}"#, "spot", format!("`spot` is the number 256; expected {spots}")),
            (r#"{"do":"sit","spot":1.0}"#, "spot", format!("`spot` is the number 1.0; expected {spots}")),
            (r#"{"do":"sit","spot":null}"#, "spot", format!("`spot` is null; expected {spots}")),
            (
                r#"{"do":"sit","sopt":1}"#,
                "sopt",
                "unknown field `sopt`; did you mean `spot`? the fields here are `do` and `spot`".into(),
            ),
            (
                r#"{"do":"place","spot":1,"wager":5,"amount":1}"#,
                "wager",
                "`wager` is the number 5; expected a text".into(),
            ),
            (
                r#"{"do":"place","spot":1,"wager":"ante","amount":"5"}"#,
                "amount",
                "`amount` is the text \"5\"; expected a whole number".into(),
            ),
            (
                r#"{"do":"place","spot":1,"wager":"ante","amount":9223372036854775808}"#,
                "amount",
                "`amount` is the number 9223372036854775808; expected a whole number up to 9223372036854775807".into(),
            ),
            (
                r#"{"do":"ready","spot":1,"round":-1}"#,
                "round",
                "`round` is the number -1; expected a whole number from 0".into(),
            ),
            (
                r#"{"do":"ready","spot":1,"round":18446744073709551616}"#,
                "round",
                "`round` is the number 18446744073709551616; expected a whole number from 0 to 18446744073709551615".into(),
            ),
            (
                r#"{"do":"decide","spot":1,"choice":"plaay"}"#,
                "choice",
                "`choice` is the text \"plaay\"; did you mean `play`? expected `play` or `fold`".into(),
            ),
            (
                r#"{"do":"set","game":"g","hints":1}"#,
                "hints",
                "`hints` is the number 1; expected true or false".into(),
            ),
            (
                r#"{"do":"set","game":"g","limits":[]}"#,
                "limits",
                "`limits` is a list; expected an object".into(),
            ),
            (
                r#"{"do":"set","game":"g","limits":{"ante":{"min":true,"max":2,"step":1}}}"#,
                "limits.ante.min",
                "`min` is true; expected a whole number".into(),
            ),
            (
                r#"{"do":"set","game":"g","clocks":{"bet_ms":1}}"#,
                "clocks.secret_ms",
                "`secret_ms` is missing; expected a whole number from 0".into(),
            ),
        ] {
            assert_eq!(why::<AskBody>(text), (at.into(), said), "{text}");
        }
        let (at, said) = why::<AskBody>(r#"{"do":"sitt","spot":1}"#);
        assert_eq!(at, "do");
        assert!(
            said.starts_with("`do` is the text \"sitt\"; did you mean `sit`? expected `sit`, `leave`, "),
            "{said}"
        );
        let (at, said) = why::<AskBody>(r#"{"spot":1}"#);
        assert!(at == "do" && said.starts_with("`do` is missing; expected `sit`, `leave`, "), "{said}");
        for (text, place) in [
            (r#"{"type":"ask","key":"k","table":"t","ask":[]}"#, "ask"),
            (r#"{"type":"ask","key":"k","table":"t","ask":{"do":"sit","spot":""}}"#, "ask.spot"),
            (r#"{"type":"ask","key":"k","table":"t"}"#, "ask"),
            (r#"{"type":"ping","extra":1}"#, "extra"),
            (r#"{"type":1}"#, "type"),
        ] {
            assert_eq!(why::<FromClient>(text).0, place, "{text}");
        }
    }

    /// Null says of what need not be there what it says to leave it out.
    #[test]
    fn null_is_read_as_left_out() {
        for (with, without) in [
            (
                r#"{"do":"set","game":"g","deal":null,"meter":null,"clocks":null,"limits":null,"hints":null,"reason":null}"#,
                r#"{"do":"set","game":"g"}"#,
            ),
            (r#"{"do":"leave","spot":1,"reason":null}"#, r#"{"do":"leave","spot":1}"#),
            (
                r#"{"do":"decide","spot":1,"choice":"play","times":null,"round":null}"#,
                r#"{"do":"decide","spot":1,"choice":"play"}"#,
            ),
        ] {
            let read = |text: &str| read::<AskBody>(text.as_bytes());
            assert_eq!(read(with), read(without));
            assert!(read(with).is_ok(), "{with}");
        }
    }

    /// What is cited is cut short, and nothing in it can turn a line around.
    #[test]
    fn what_is_cited_is_made_fit_to_be_shown() {
        let evil = format!("\u{202e}{}", "x".repeat(2_000));
        for text in [
            format!(r#"{{"do":"{evil}"}}"#),
            format!(r#"{{"do":"sit","{evil}":1}}"#),
            format!(r#"{{"do":"sit","spot":"{evil}"}}"#),
            format!(r#"{{"do":"set","game":"g","limits":{{"{evil}":1}}}}"#),
            format!(r#"{{"do":"sit","spot":{}}}"#, "9".repeat(2_000)),
        ] {
            let (at, why) = why::<AskBody>(&text);
            assert!(at.len() < 80 && why.len() < 300, "{at}: {why}");
            assert!((at + &why).chars().all(tercet_rules::is_harmless), "{text}");
        }
    }
}
