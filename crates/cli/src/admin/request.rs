//! What a house is asked, and what comes back.

use super::text::Shape;
use serde_json::Value;
use tercet_bots::Method;

/// What is asked.
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) body: Option<Value>,
    pub(super) key: Option<String>,
    shape: Shape,
}

/// What came back.
pub(super) struct Answer {
    /// The answer of the house.
    pub(super) json: Value,
    /// How it is shown to people.
    pub(super) shape: Shape,
    /// What is printed whatever was asked for; else the answer.
    pub(super) text: Option<String>,
}

/// Why nothing came of it.
pub(super) enum Wrong {
    /// The house refuses it.
    Refused(String),
    /// The arguments, a file or the house cannot be used.
    Unusable(String),
}

impl Wrong {
    pub(super) fn unusable(what: impl std::fmt::Display) -> Wrong {
        Wrong::Unusable(format!("error: {what}"))
    }
}

impl Request {
    /// Something that changes nothing.
    pub(super) fn get(path: impl Into<String>) -> Request {
        Request::new(Method::GET, path, None)
    }

    /// Something that is done.
    pub(super) fn post(path: impl Into<String>, body: Value) -> Request {
        Request::new(Method::POST, path, Some(body))
    }

    pub(super) fn new(method: Method, path: impl Into<String>, body: Option<Value>) -> Request {
        let path = path.into();
        Request { method, path, query: Vec::new(), body, key: None, shape: Shape::Done("Done.") }
    }

    /// The same, with a parameter, if there is a value.
    pub(super) fn with(mut self, name: &'static str, value: Option<impl ToString>) -> Request {
        self.query.extend(value.map(|value| (name, value.to_string())));
        self
    }

    /// The same, done once under this key.
    pub(super) fn under(mut self, key: Option<String>) -> Request {
        self.key = key;
        self
    }

    /// The same, with an answer that is shown so.
    pub(super) fn shown(self, shape: Shape) -> Request {
        Request { shape, ..self }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The path with its parameters.
    pub(super) fn target(&self) -> String {
        let each = |(name, value): &(&str, String)| format!("{name}={}", encoded(value));
        let query: Vec<String> = self.query.iter().map(each).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{}{mark}{}", self.path, query.join("&"))
    }
}

/// A part of a path or a query, in which nothing means anything else.
pub(super) fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
