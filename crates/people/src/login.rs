//! The name by which somebody signs in.

use std::fmt;
use tercet_rules::shown;

/// The name by which a member signs in: 3 to 32 of the letters a to z, digits and `. _ -`, a letter or digit first.
///
/// Nobody but its owner and the staff sees it; at the table everybody has a [display name](crate::DisplayName).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Login(String);

impl Login {
    /// A login as somebody chooses it.
    ///
    /// # Errors
    ///
    /// A [`LoginRefused`] that says what was expected.
    pub fn new(text: &str) -> Result<Login, LoginRefused> {
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'.' | b'_' | b'-');
        let begins = text.bytes().next().is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        if !(3..=32).contains(&text.len()) || !begins || !text.bytes().all(plain) {
            return Err(LoginRefused { found: text.chars().take(40).collect() });
        }
        Ok(Login(text.into()))
    }

    /// A login as somebody types it to sign in: capital letters and blanks around it are forgiven. None if nobody can have it.
    #[must_use]
    pub fn typed(text: &str) -> Option<Login> {
        // What is longer is none, and is not copied.
        if text.len() > 64 {
            return None;
        }
        Login::new(&text.trim().to_ascii_lowercase()).ok()
    }

    /// The login as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Says that a text is no [`Login`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginRefused {
    /// The start of what was found.
    pub found: String,
}

impl fmt::Display for LoginRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = shown(&self.found, 40);
        write!(
            f,
            "`{found}` is no login; expected 3 to 32 of the letters a to z, digits and . _ -, with a letter or digit first"
        )
    }
}

impl std::error::Error for LoginRefused {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_plain() {
        for text in ["ann", "0ann", "a.b_c-d", &"a".repeat(32)] {
            assert_eq!(Login::new(text).unwrap().as_str(), text);
        }
        for text in ["", "an", "Ann", "ann ", "änn", ".ann", "-ann", "a\u{202e}nn", "a\0nn", &"a".repeat(33)]
        {
            let said = Login::new(text).unwrap_err().to_string();
            assert!(
                said.contains("expected 3 to 32") && said.chars().all(tercet_rules::is_harmless),
                "{said}"
            );
        }
    }

    #[test]
    fn capitals_and_blanks_are_forgiven_when_it_is_typed() {
        assert_eq!(Login::typed(" Ann "), Login::new("ann").ok());
        assert_eq!(Login::typed("a b"), None);
        assert_eq!(Login::typed(&" ".repeat(99)), None);
    }
}
