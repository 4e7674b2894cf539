//! Names of things in a game file: games, wagers, source rules, rulings.

use alloc::sync::Arc;
use core::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                $name(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                &*self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                &*self.0 == *other
            }
        }
    };
}

id! {
    /// A game: `three-card-poker`. Lower-case words joined by hyphens.
    GameId
}
id! {
    /// A wager or a bonus of a game: `pair-plus`. Lower-case words joined by hyphens.
    WagerId
}
id! {
    /// A numbered rule of a source document: `003.grid.win`.
    RuleId
}
id! {
    /// A ruling, where the sources are silent or disagree: `R1`.
    RulingId
}

/// What a cell that decides money stands on: a source rule, a ruling, both, or (in a house's own game)
/// nothing written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cites {
    /// The numbered rule of the source document.
    pub rule: Option<RuleId>,
    /// The ruling that decided, where one did.
    pub ruling: Option<RulingId>,
}

impl Cites {
    /// These citations, with the ruling of `other` where there is none of its own.
    #[must_use]
    pub fn or_ruling_of(mut self, other: &Cites) -> Cites {
        if self.ruling.is_none() {
            self.ruling.clone_from(&other.ruling);
        }
        self
    }
}

impl fmt::Display for Cites {
    /// `003.grid.win`, `004.12, ruling R1`, `ruling R24`, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.rule, &self.ruling) {
            (Some(rule), Some(ruling)) => write!(f, "{rule}, ruling {ruling}"),
            (Some(rule), None) => rule.fmt(f),
            (None, Some(ruling)) => write!(f, "ruling {ruling}"),
            (None, None) => Ok(()),
        }
    }
}

/// Whether a text can be an id: lower-case letters, digits and single hyphens, starting with a letter.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let plain = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    plain
        && text.len() <= 60
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('-')
        && !text.contains("--")
}
