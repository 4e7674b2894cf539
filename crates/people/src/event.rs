//! The log of significant events: what was changed, by whom, and why (GLI-19 §2.8.8, §2.9.5).

use crate::error::{Error, Refused};
use crate::text::line;
use std::fmt;
use tercet_ledger::{LONGEST_REASON, Name};

/// Who did something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    /// The program itself, or whoever has its machine in hand.
    House,
    /// Somebody who is not signed in.
    Nobody,
    /// Somebody with an account.
    Account(Name),
}

impl fmt::Display for Who {
    /// `house`, `nobody`, or the id: ids have a hyphen in their second place, so the words are nobody's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::House => f.pad("house"),
            Who::Nobody => f.pad("nobody"),
            Who::Account(id) => f.pad(id.as_str()),
        }
    }
}

impl Who {
    /// The one that this text means, as it is written.
    #[must_use]
    pub fn of(text: &str) -> Option<Who> {
        match text {
            "house" => Some(Who::House),
            "nobody" => Some(Who::Nobody),
            id => Name::new(id).ok().map(Who::Account),
        }
    }
}

/// Who does something, who allowed it, and why: the part of an event that whoever asks brings along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct By {
    who: Who,
    authorised_by: Option<Name>,
    reason: String,
}

impl By {
    /// Somebody, with a reason of up to [`LONGEST_REASON`] characters.
    ///
    /// # Errors
    ///
    /// If there is no reason, or it is too long or cannot be shown.
    pub fn new(who: Who, reason: &str) -> Result<By, Error> {
        Ok(By { who, authorised_by: None, reason: line("the reason", reason, LONGEST_REASON)? })
    }

    /// Somebody with an account, about what is their own.
    #[must_use]
    pub fn oneself(id: &Name) -> By {
        By { who: Who::Account(id.clone()), authorised_by: None, reason: "own wish".into() }
    }

    /// The program itself, for a reason that stands in it.
    #[must_use]
    pub fn house(reason: &'static str) -> By {
        By { who: Who::House, authorised_by: None, reason: reason.into() }
    }

    /// Somebody, as the file has it.
    pub(crate) const fn kept(who: Who, authorised_by: Option<Name>, reason: String) -> By {
        By { who, authorised_by, reason }
    }

    /// The same, allowed by somebody else.
    #[must_use]
    pub fn authorised_by(mut self, id: Name) -> By {
        self.authorised_by = Some(id);
        self
    }

    /// Who does it.
    #[must_use]
    pub const fn who(&self) -> &Who {
        &self.who
    }

    /// Who allowed it, if somebody else did.
    #[must_use]
    pub const fn allowed_by(&self) -> Option<&Name> {
        self.authorised_by.as_ref()
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// What is written down of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub(crate) component: String,
    pub(crate) what: String,
    pub(crate) subject: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl Change {
    /// The longest text of each part, in characters.
    pub const LONGEST: usize = 2_000;

    /// A change: in which part of the program, what happened there (a word such as `table.opened`), to what.
    ///
    /// # Errors
    ///
    /// If a text is empty or too long, or the word is none.
    pub fn new(component: &str, what: &str, subject: &str) -> Result<Change, Error> {
        let word = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'.' | b'-');
        if what.len() > 60 || !what.bytes().all(word) {
            return Err(
                Refused::Text { what: "what happened, as a word such as table.opened", most: 60 }.into()
            );
        }
        Ok(Change {
            component: line("the component", component, 60)?,
            what: line("what happened", what, 60)?,
            subject: line("what it happened to", subject, 200)?,
            before: String::new(),
            after: String::new(),
        })
    }

    /// What was, and what is now; what is too long is cut short.
    #[must_use]
    pub fn from_to(mut self, before: &str, after: &str) -> Change {
        self.before = tercet_rules::shown(before, Change::LONGEST);
        self.after = tercet_rules::shown(after, Change::LONGEST);
        self
    }

    /// A change of the people, written here.
    pub(crate) fn own(what: &'static str, subject: &str) -> Change {
        Change {
            component: "people".into(),
            what: what.into(),
            subject: subject.into(),
            before: String::new(),
            after: String::new(),
        }
    }
}

/// One row of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number, from 1; a later one is greater.
    pub seq: u64,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// In which part of the program.
    pub component: String,
    /// Who did it.
    pub who: Who,
    /// Who allowed it, if somebody else did.
    pub authorised_by: Option<Name>,
    /// What happened, as a word.
    pub what: String,
    /// To what: an account, a login, a table, a case.
    pub subject: String,
    /// What was before, empty if nothing.
    pub before: String,
    /// What is now, empty if nothing.
    pub after: String,
    /// Why.
    pub reason: String,
}

/// Which events are asked for: all that fit everything that is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Which {
    /// From this time on.
    pub from_ms: Option<u64>,
    /// Up to this time, without it.
    pub until_ms: Option<u64>,
    /// By this one.
    pub who: Option<Who>,
    /// Whose word begins so: `account.` has all about accounts.
    pub what: Option<String>,
    /// That happened to this.
    pub subject: Option<String>,
    /// Before this number: the last of one page asks for the next, as the newest come first.
    pub before_seq: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_has_words_that_can_be_looked_for() {
        assert!(Change::new("server", "table.opened", "t1").is_ok());
        for (component, what, subject) in [
            ("", "a", "b"),
            ("a", "", "b"),
            ("a", "b", ""),
            ("a", "Table opened", "t"),
            ("a", "b", "\u{202e}"),
        ] {
            assert!(Change::new(component, what, subject).is_err(), "{component} {what} {subject}");
        }
        assert!(By::new(Who::House, " ").is_err());
        for who in [Who::House, Who::Nobody, Who::Account(Name::new("p-a").unwrap())] {
            assert_eq!(Who::of(&who.to_string()), Some(who));
        }
    }
}
