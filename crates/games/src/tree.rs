//! A walk through a parsed file that notes every fault on its way and goes on.
//!
//! [`Section`] is a table being read: each key is taken by name, and [`Section::finish`] finds those that
//! nobody took. [`Item`] is a value with its place; its getters note what is wrong with it and give nothing.

use crate::findings::MOST;
use core::cell::RefCell;
use tercet_rules::{
    Fault, Money, On, Path, Reading, RulingId, Setting, Unread, is_harmless, nearest, one_of,
};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where faults are noted, and what could not be read.
#[derive(Default)]
pub(crate) struct Notes {
    faults: RefCell<Vec<Fault>>,
    unread: RefCell<Unread>,
}

impl Notes {
    /// Notes a fault; a value that has one is unread.
    pub(crate) fn note(&self, fault: Fault) {
        if fault.on == On::Value {
            self.unread(fault.at.clone());
        }
        self.faults.borrow_mut().push(fault);
    }

    /// Notes a fault of a table of which everything else can be read.
    fn note_beside(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }

    fn unread(&self, at: Path) {
        self.unread.borrow_mut().add(at);
    }

    /// Whether a place could be read, as far as the file has been.
    pub(crate) fn has_read(&self, at: &Path) -> bool {
        !self.unread.borrow().holds(at)
    }

    pub(crate) fn into_parts(self) -> (Vec<Fault>, Unread) {
        (self.faults.into_inner(), self.unread.into_inner())
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

    /// Notes what is wrong with the key; its value can be read all the same.
    pub(crate) fn key_fault(&self, message: impl Into<String>, help: impl Into<String>) {
        self.notes.note(Fault::at(self.at.clone(), message).help(help).on_key());
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

    /// Whether the value is a table.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self.value, DeValue::Table(_))
    }

    /// One of several words; of one with a slip, which is a fault, what was probably meant.
    pub(crate) fn choice<T: Copy>(&self, names: &[(&str, T)]) -> Option<T> {
        let text = self.text()?;
        let value = |word: &str| names.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        value(text).or_else(|| value(self.no_such_word(text, names.iter().map(|(name, _)| *name), "")?))
    }

    /// A value that is written down or left to a ruling.
    pub(crate) fn setting<T: Reading>(&self) -> Option<Setting<T>> {
        let text = self.text()?;
        if is_ruling_id(text) {
            return Some(Setting::ByRuling(RulingId::from(text)));
        }
        let names = T::NAMES.iter().map(|(name, _)| *name);
        let near = || self.no_such_word(text, names, ", or a ruling such as `R5`");
        T::from_name(text).or_else(|| T::from_name(near()?)).map(Setting::Fixed)
    }

    /// Notes a word that is none of those possible here; the one that was probably meant.
    fn no_such_word<'a>(
        &self,
        word: &str,
        names: impl Iterator<Item = &'a str> + Clone,
        also: &str,
    ) -> Option<&'a str> {
        let shown: String = word.chars().take(40).collect();
        let mut help = format!("expected {}{also}", one_of(names.clone()));
        let near = nearest(word, names);
        if let Some(near) = near {
            help = format!("did you mean `{near}`? {help}");
        }
        self.fault(format!("`{shown}` means nothing here"), help);
        near
    }
}

/// A table being read.
pub(crate) struct Section<'t> {
    notes: &'t Notes,
    pub(crate) at: Path,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
    /// Keys that must be there and are not, each with an example of how it could read.
    missing: Vec<(&'static str, String)>,
}

impl<'t> Section<'t> {
    pub(crate) fn new(notes: &'t Notes, at: Path, table: &'t DeTable<'t>) -> Section<'t> {
        Section { notes, at, table, known: Vec::new(), missing: Vec::new() }
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
            self.missing.push((key, example.into()));
        }
        item
    }

    /// Whether a key that is not there was probably meant by one that is.
    pub(crate) fn has_slip_for(&self, key: &str) -> bool {
        let slip = |other: &str| !self.known.contains(&other) && nearest(other, [key]).is_some();
        !self.table.contains_key(key) && self.table.keys().any(|other| slip(other.get_ref()))
    }

    /// Notes what is wrong with the table as a whole, unless a key with a slip may be the cause: that is said by itself.
    pub(crate) fn fault(&self, message: impl Into<String>, help: impl Into<String>) {
        self.notes.unread(self.at.clone());
        if self.table.keys().all(|key| self.known.contains(&&**key.get_ref())) {
            self.notes.note(Fault::at(self.at.clone(), message).help(help));
        }
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

    /// Notes every key that nobody took, and those that are missing without one of these being a slip for them.
    pub(crate) fn finish(self) {
        let unknown = self.entries().into_iter().filter(|(key, _)| !self.known.contains(key));
        let mut meant = Vec::new();
        for (i, (key, item)) in unknown.enumerate() {
            // Those are only counted, and a file may have a hundred thousand.
            if i >= MOST {
                self.notes.note(Fault::at(item.at, "unknown key").on_key());
                continue;
            }
            let shown = tercet_rules::shown(key, 40);
            let names = one_of(self.known.iter().copied());
            let near = nearest(key, self.known.iter().copied());
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {}", names.replace(" or ", " and ")),
            };
            if let Some(near) = near {
                self.slip(near, &item);
                meant.push(near);
            }
            item.key_fault(format!("unknown key `{shown}`"), help);
        }
        for (key, example) in self.missing {
            self.notes.unread(self.at.key(key));
            if !meant.contains(&key) {
                let fault = Fault::at(self.at.clone(), format!("`{key}` is missing"));
                self.notes.note_beside(fault.help(format!("add it, such as `{example}`")));
            }
        }
    }

    /// A key was probably meant as another: what it holds is then missing there, and not known.
    fn slip(&self, meant: &str, item: &Item<'t>) {
        let at = self.at.key(meant);
        match (self.table.contains_key(meant), item.value) {
            (false, _) => self.notes.unread(at),
            (true, DeValue::Table(table)) => {
                table.keys().for_each(|key| self.notes.unread(at.key(key.get_ref())));
            }
            (true, _) => {}
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
