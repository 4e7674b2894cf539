//! Texts from outside, made fit to be shown: a name may not steer a terminal or turn a line around.

use alloc::string::String;

/// Whether a character shows as itself and does nothing else: no control character, no line or paragraph end,
/// none that changes the direction of what follows, none that cannot be seen.
///
/// Joiners stay, as scripts and emoji need them.
#[must_use]
pub fn is_harmless(c: char) -> bool {
    let turns =
        matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let ends_a_line = matches!(c, '\u{2028}' | '\u{2029}');
    let unseen = matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180E}'
            | '\u{200B}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{FFA0}'
            | '\u{206A}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E00FF}'
    );
    !(c.is_control() || turns || ends_a_line || unseen)
}

/// A text in one line, everything that is not harmless as an escape such as `\u{202e}`; after `most` characters
/// it is cut short with `…`.
///
/// ```
/// assert_eq!(tercet_rules::shown("ann\u{1b}[2J", 80), "ann\\u{1b}[2J");
/// assert_eq!(tercet_rules::shown("Annabel", 3), "Ann…");
/// ```
#[must_use]
pub fn shown(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut chars = text.chars();
    for c in chars.by_ref().take(most) {
        if is_harmless(c) {
            shown.push(c);
        } else {
            shown.extend(c.escape_default());
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character there is: what stays is no control character, and every escape says which one it was.
    #[test]
    fn nothing_that_steers_is_left() {
        for c in '\0'..=char::MAX {
            let shown = shown(c.encode_utf8(&mut [0; 4]), 9);
            assert!(shown.chars().all(is_harmless), "{c:?}");
            assert_eq!(shown.starts_with('\\') && shown.len() > 1, !is_harmless(c), "{c:?}");
        }
        for c in [
            '\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}', '\n', '\u{2800}',
            '\u{3164}',
        ] {
            assert!(!is_harmless(c), "{c:?}");
        }
        for c in ['a', 'é', '\u{301}', '汉', '🂡', '\u{200d}', '\'', '"', '\\', ' ', '\u{a0}'] {
            assert!(is_harmless(c), "{c:?}");
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(shown("12345", 5), "12345");
        assert_eq!(shown("123456", 5), "12345…");
        assert_eq!(shown("", 0), "");
    }
}
