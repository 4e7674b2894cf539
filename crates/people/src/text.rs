//! Texts that people write: bounded, and nothing in them that cannot be seen.

use crate::error::Refused;
use tercet_rules::is_harmless;

/// A text of one or more lines, without blanks at its ends.
pub(crate) fn text(what: &'static str, text: &str, most: usize) -> Result<String, Refused> {
    let trimmed = text.trim();
    let length = trimmed.chars().take(most + 1).count();
    let fine = |c: char| is_harmless(c) || c == '\n';
    if length == 0 || length > most || !trimmed.chars().all(fine) {
        return Err(Refused::Text { what, most });
    }
    Ok(trimmed.into())
}

/// The same, of one line: it stands in a row of a list, and what follows a break could be taken for the next row.
pub(crate) fn line(what: &'static str, text: &str, most: usize) -> Result<String, Refused> {
    if text.trim().contains('\n') {
        return Err(Refused::Lines { what });
    }
    self::text(what, text, most)
}

/// What a program says of itself, such as an address: cut short, and made fit to be shown.
pub(crate) fn peer(text: &str) -> String {
    tercet_rules::shown(text.trim(), 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_bounded_and_can_be_seen() {
        assert_eq!(text("x", " two\nlines ", 9), Ok("two\nlines".into()));
        for wrong in ["", "  \n", "0123456789", "a\u{202e}b", "a\0b", "a\u{1b}[2J"] {
            assert_eq!(text("reason", wrong, 9), Err(Refused::Text { what: "reason", most: 9 }), "{wrong:?}");
        }
        assert_eq!(line("reason", " one line\n", 9), Ok("one line".into()));
        assert_eq!(line("reason", "two\nlines", 9), Err(Refused::Lines { what: "reason" }));
        assert!(text("x", &"a".repeat(1_000_000), 9).is_err());
        assert_eq!(peer("1.2.3.4\u{1b}"), "1.2.3.4\\u{1b}");
    }
}
