//! A walk through a parsed file that notes every fault on its way and goes on.
//!
//! [`Section`] is a table being read: each key is taken by name, and [`Section::finish`] finds those that
//! nobody took. [`Item`] is a value with its place; its getters note what is wrong with it and give nothing.

use crate::findings::MOST;
use core::cell::RefCell;
use tercet_rules::{Fault, Money, Path, Reading, RulingId, Setting, is_harmless, nearest, one_of};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where faults are noted.
#[derive(Default)]
pub(crate) struct Notes(RefCell<Vec<Fault>>);

impl Notes {
    pub(crate) fn note(&self, fault: Fault) {
        self.0.borrow_mut().push(fault);
    }

    pub(crate) fn into_faults(self) -> Vec<Fault> {
        self.0.into_inner()
    }
}

/// The most characters of a text in a game file.
const LONGEST_TEXT: usize = 2_000;

/// A value and its place.
pub(crate) struct Item<'t> {
    notes: &'t Notes,
    pub(crate) at: Path,
    value: &'t DeValue<'t>,
}

impl<'t> Item<'t> {
    /// Notes what is wrong with the value and how to mend it.
    pub(crate) fn fault(&self, message: impl Into<String>, help: impl Into<String>) {
        self.notes.note(Fault::at(self.at.clone(), message).help(help));
    }

    fn expected<T>(&self, what: &str) -> Option<T> {
        self.fault(format!("{} where {what} belongs", kind(self.value)), format!("expected {what}"));
        None
    }

    /// A text of one line, not empty.
    pub(crate) fn text(&self) -> Option<&'t str> {
        let DeValue::String(text) = self.value else { return self.expected("a text in quotes") };
        if text.trim().is_empty() {
            self.fault("an empty text", "write something, or leave the key out");
            return None;
        }
        if text.chars().any(char::is_control) {
            self.fault("a text with a line end or another control character", "write it in one line");
            return None;
        }
        if let Some(c) = text.chars().find(|c| !is_harmless(*c)) {
            self.fault(format!("a text with {}", hidden(c)), "leave it out");
            return None;
        }
        if text.chars().count() > LONGEST_TEXT {
            self.fault(
                format!("a text of {} characters", text.chars().count()),
                format!("at most {LONGEST_TEXT}"),
            );
            return None;
        }
        Some(text)
    }

    /// A text that means a value of its own; the errors of `tercet-rules` read `… ; expected …`.
    pub(crate) fn parsed<T, E: core::fmt::Display>(
        &self,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match parse(self.text()?) {
            Ok(value) => Some(value),
            Err(error) => {
                let error = error.to_string();
                let (message, help) = error.split_once("; ").unwrap_or((&error, "see docs/GAME-FILE.md"));
                self.fault(message, help);
                None
            }
        }
    }

    /// An amount of dollars, always as text: a number would leave open what it counts.
    pub(crate) fn money(&self) -> Option<Money> {
        if let DeValue::Integer(_) | DeValue::Float(_) = self.value {
            let shown = shown(self.value);
            self.fault(
                format!("{shown} is a number, not an amount"),
                "amounts are texts in dollars, such as \"$5\", \"$2.50\" or \"$1,000\"",
            );
            return None;
        }
        self.parsed(Money::parse_dollars)
    }

    /// A small whole number.
    pub(crate) fn whole(&self) -> Option<u8> {
        let DeValue::Integer(number) = self.value else { return self.expected("a whole number") };
        let value = u8::from_str_radix(number.as_str(), number.radix()).ok();
        if value.is_none() {
            self.fault(format!("{} is out of range", shown(self.value)), "expected 0 to 255");
        }
        value
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self) -> Option<bool> {
        let DeValue::Boolean(flag) = self.value else { return self.expected("true or false") };
        Some(*flag)
    }

    /// The elements of a list.
    pub(crate) fn list(&self) -> Option<Vec<Item<'t>>> {
        let DeValue::Array(array) = self.value else { return self.expected("a list in brackets") };
        let element = |(i, value): (usize, &'t Spanned<DeValue<'t>>)| Item {
            notes: self.notes,
            at: self.at.index(i),
            value: value.get_ref(),
        };
        Some(array.iter().enumerate().map(element).collect())
    }

    /// The elements of a list that is not empty, or a value that stands alone.
    pub(crate) fn one_or_more(&self) -> Option<Vec<Item<'t>>> {
        if !matches!(self.value, DeValue::Array(_)) {
            return Some(vec![Item { notes: self.notes, at: self.at.clone(), value: self.value }]);
        }
        let list = self.list()?;
        if list.is_empty() {
            self.fault("an empty list", "leave the key out if there is nothing to say");
            return None;
        }
        Some(list)
    }

    /// A table to be read key by key.
    pub(crate) fn section(&self) -> Option<Section<'t>> {
        let DeValue::Table(table) = self.value else {
            return self.expected("a table such as { … }");
        };
        Some(Section::new(self.notes, self.at.clone(), table))
    }

    /// Whether the value is a text.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.value, DeValue::String(_))
    }

    /// One of several words.
    pub(crate) fn choice<T: Copy>(&self, names: &[(&str, T)]) -> Option<T> {
        let text = self.text()?;
        let found = names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        if found.is_none() {
            self.no_such_word(text, names.iter().map(|(name, _)| *name), "");
        }
        found
    }

    /// A value that is written down or left to a ruling.
    pub(crate) fn setting<T: Reading>(&self) -> Option<Setting<T>> {
        let text = self.text()?;
        if is_ruling_id(text) {
            return Some(Setting::ByRuling(RulingId::from(text)));
        }
        let found = T::from_name(text).map(Setting::Fixed);
        if found.is_none() {
            let names = T::NAMES.iter().map(|(name, _)| *name);
            self.no_such_word(text, names, ", or a ruling such as `R5`");
        }
        found
    }

    /// A word that is none of those possible here.
    fn no_such_word<'a>(&self, word: &str, names: impl Iterator<Item = &'a str> + Clone, also: &str) {
        let shown: String = word.chars().take(40).collect();
        let mut help = format!("expected {}{also}", one_of(names.clone()));
        if let Some(near) = nearest(word, names) {
            help = format!("did you mean `{near}`? {help}");
        }
        self.fault(format!("`{shown}` means nothing here"), help);
    }
}

/// A table being read.
pub(crate) struct Section<'t> {
    notes: &'t Notes,
    pub(crate) at: Path,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
}

impl<'t> Section<'t> {
    pub(crate) fn new(notes: &'t Notes, at: Path, table: &'t DeTable<'t>) -> Section<'t> {
        Section { notes, at, table, known: Vec::new() }
    }

    /// The value of a key, if it is there.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<Item<'t>> {
        self.known.push(key);
        let value = self.table.get(key)?;
        Some(Item { notes: self.notes, at: self.at.key(key), value: value.get_ref() })
    }

    /// The value of a key that must be there; `example` shows how it could read.
    pub(crate) fn need(&mut self, key: &'static str, example: &str) -> Option<Item<'t>> {
        let item = self.take(key);
        if item.is_none() {
            self.fault(format!("`{key}` is missing"), format!("add it, such as `{example}`"));
        }
        item
    }

    /// Notes what is wrong with the table as a whole.
    pub(crate) fn fault(&self, message: impl Into<String>, help: impl Into<String>) {
        self.notes.note(Fault::at(self.at.clone(), message).help(help));
    }

    /// Every key with its value, in the order of the file: for tables whose keys are names.
    pub(crate) fn entries(&self) -> Vec<(&'t str, Item<'t>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let item = |key: &str, value: &'t Spanned<DeValue<'t>>| Item {
            notes: self.notes,
            at: self.at.key(key),
            value: value.get_ref(),
        };
        entries.into_iter().map(|(key, value)| (&**key.get_ref(), item(key.get_ref(), value))).collect()
    }

    /// Notes every key that nobody took.
    pub(crate) fn finish(self) {
        let unknown = self.entries().into_iter().filter(|(key, _)| !self.known.contains(key));
        for (i, (key, item)) in unknown.enumerate() {
            // Those are only counted, and a file may have a hundred thousand.
            if i >= MOST {
                self.notes.note(Fault::at(item.at, "unknown key").on_key());
                continue;
            }
            let shown = tercet_rules::shown(key, 40);
            let names = one_of(self.known.iter().copied());
            let help = match nearest(key, self.known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {}", names.replace(" or ", " and ")),
            };
            self.notes.note(Fault::at(item.at, format!("unknown key `{shown}`")).help(help).on_key());
        }
    }
}

/// Whether a text names a ruling: a capital letter and a number, such as `R5`.
pub(crate) fn is_ruling_id(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && (2..=4).contains(&text.len())
        && chars.all(|c| c.is_ascii_digit())
}

/// A character that does not show as itself, for messages.
pub(crate) fn hidden(c: char) -> String {
    format!("the hidden character U+{:04X}", u32::from(c))
}

/// A value in a word, for messages.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A number as it stands in the file, shortened.
fn shown(value: &DeValue<'_>) -> String {
    let text = match value {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::String(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => kind(value).to_owned(),
    };
    text.chars().take(30).collect()
}
