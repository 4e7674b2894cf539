//! The edge where words reach a terminal: the last look at them.

use std::borrow::Cow;
use tercet_rules::{is_harmless, shown};

/// Words as they may be written: lines stay lines, and everything else that is not harmless becomes an escape such as
/// `\u{1b}`. Where colour is welcome, the looks that this program uses stay too.
pub(crate) fn harmless(text: &str, colour: bool) -> Cow<'_, str> {
    if text.chars().all(|c| is_harmless(c) || c == '\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if colour { look(rest) } else { 0 };
        let (taken, left) = rest.split_at(length.max(c.len_utf8()));
        if length > 0 || c == '\n' {
            out.push_str(taken);
        } else {
            out.push_str(&shown(taken, 1));
        }
        rest = left;
    }
    Cow::Owned(out)
}

/// JSON as it may be written. Outside of its texts there is nothing to escape but the ends of lines, which stay.
pub(crate) fn harmless_json(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| is_harmless(c) || c == '\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_harmless(c) || c == '\n' {
            out.push(c);
        } else {
            out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    Cow::Owned(out)
}

/// The bytes of a look at the beginning of a text, none if there is none: `ESC [`, numbers, `m`. Those that hide what
/// is written are none of ours.
pub(super) fn look(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else { return 0 };
    let Some(end) = rest.find('m') else { return 0 };
    let ours = |number: &str| {
        matches!(number, "" | "0" | "1" | "2" | "4" | "38" | "5" | "22" | "24" | "39")
            || number.parse::<u8>().is_ok_and(|n| matches!(n, 9..=15 | 31..=37 | 91..=97))
    };
    if rest[..end].split(';').all(ours) { "\u{1b}[".len() + end + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_and_what_steers_becomes_an_escape() {
        for colour in [false, true] {
            assert_eq!(harmless("a\nb é 🂡\n", colour), "a\nb é 🂡\n");
            assert_eq!(harmless("a\u{1b}[2J\r\t\u{7}", colour), "a\\u{1b}[2J\\r\\t\\u{7}");
            assert_eq!(harmless("\u{202e}txt.\u{9b}8m", colour), "\\u{202e}txt.\\u{9b}8m");
            assert_eq!(harmless("\u{1b}[8mhidden", colour), "\\u{1b}[8mhidden");
            assert_eq!(harmless("\u{1b}]0;title\u{7}", colour), "\\u{1b}]0;title\\u{7}");
            assert_eq!(harmless("\u{1b}[1\u{1b}", colour), "\\u{1b}[1\\u{1b}");
        }
    }

    #[test]
    fn json_means_the_same_afterwards() {
        let value = serde_json::json!({ "a\u{9b}": ["\u{202e}", "\u{e0041}\n\u{1b}é"] });
        let text = harmless_json(&format!("{value:#}\n")).into_owned();
        assert!(text.chars().all(|c| is_harmless(c) || c == '\n'), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn looks_stay_where_they_are_welcome() {
        let bold = "\u{1b}[1m\u{1b}[91merror\u{1b}[0m";
        assert_eq!(harmless(bold, true), bold);
        assert_eq!(harmless(bold, false), "\\u{1b}[1m\\u{1b}[91merror\\u{1b}[0m");
    }

    /// The findings in a file are shown with looks that all stay.
    #[test]
    fn the_looks_of_findings_are_ours() {
        for text in ["id = 1", "name = ", "[a", ""] {
            let shown = tercet_games::load(text).unwrap_err().render("file", true);
            assert!(shown.contains('\u{1b}'));
            assert_eq!(harmless(&shown, true), shown);
        }
    }
}
