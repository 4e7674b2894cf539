//! Pieces of TOML.

use std::fmt::Write as _;
use tercet_rules::Cites;

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => write!(out, "\\u{:04X}", u32::from(c)).expect("a String takes everything"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A key, in quotes where it needs them.
pub(super) fn key(text: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !text.is_empty() && text.chars().all(bare) { text.into() } else { quoted(text) }
}

/// Texts in one line.
pub(super) fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.map(quoted).collect();
    format!("[{}]", texts.join(", "))
}

/// Values, each in a line of its own.
pub(super) fn rows(values: impl Iterator<Item = String>) -> String {
    let mut out = String::from("[\n");
    for value in values {
        out.push_str("  ");
        out.push_str(&value);
        out.push_str(",\n");
    }
    out.push(']');
    out
}

/// An inline table in the making.
pub(super) struct Inline(Vec<String>);

impl Inline {
    pub(super) fn new() -> Inline {
        Inline(Vec::new())
    }

    pub(super) fn text(&mut self, name: &str, value: &str) -> &mut Inline {
        self.raw(name, &quoted(value))
    }

    /// A value that is TOML already.
    pub(super) fn raw(&mut self, name: &str, value: &str) -> &mut Inline {
        self.0.push(format!("{} = {value}", key(name)));
        self
    }

    pub(super) fn cites(&mut self, cites: &Cites) -> &mut Inline {
        if let Some(rule) = &cites.rule {
            self.text("rule", rule.as_str());
        }
        if let Some(ruling) = &cites.ruling {
            self.text("ruling", ruling.as_str());
        }
        self
    }

    pub(super) fn done(&self) -> String {
        if self.0.is_empty() { "{}".into() } else { format!("{{ {} }}", self.0.join(", ")) }
    }
}
