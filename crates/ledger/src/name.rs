//! Names of players, tables and meters in the books.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

/// The name of a player, a table or a meter in the books: 1 to 64 of `A-Z a-z 0-9 . _ @ -`.
///
/// It is an identifier, never what is shown: how people call themselves can change and can deceive, and lives elsewhere.
/// Names are few and plain so that an account has one text, one encoding and one place in every sorted list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

impl Name {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 64;

    /// A name.
    ///
    /// # Errors
    ///
    /// A [`NameError`] that says what stands in the text and what was expected.
    pub fn new(text: &str) -> Result<Name, NameError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '@' | '-');
        if text.is_empty() || text.len() > Name::LONGEST || !text.chars().all(plain) {
            return Err(NameError { found: text.chars().take(80).collect() });
        }
        Ok(Name(text.into()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

/// Says that a text is no [`Name`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    /// The start of what was found.
    pub found: String,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = tercet_rules::shown(&self.found, 80);
        let longest = Name::LONGEST;
        write!(
            f,
            "`{found}` is no name; expected 1 to {longest} of the letters a to z and A to Z, digits and . _ @ -"
        )
    }
}

impl core::error::Error for NameError {}
