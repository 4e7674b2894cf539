//! The name that others see: it cannot deceive, turn a line around, or be taken for the staff.

use std::fmt;
use tercet_rules::{is_harmless, shown};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _, skeleton};
use unicode_segmentation::UnicodeSegmentation as _;

/// The most graphemes (what a reader takes for one character) of a name.
pub const LONGEST: usize = 20;

/// The most marks above and below one letter (Unicode Technical Standard 39, section 5.4).
const MOST_MARKS: usize = 4;

/// What only the staff may be called, by itself or as a word of a name.
const STAFF: &[&str] = &[
    "admin",
    "administrator",
    "auditor",
    "bank",
    "cashier",
    "casino",
    "croupier",
    "dealer",
    "floor",
    "floorman",
    "house",
    "manager",
    "mod",
    "moderator",
    "official",
    "operator",
    "pitboss",
    "root",
    "security",
    "staff",
    "supervisor",
    "support",
    "system",
    "table",
    "tercet",
];

/// A name as others see it: 1 to [`LONGEST`] letters, digits, marks, single spaces and `. - ' _` of one script, in NFKC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisplayName {
    text: String,
    skeleton: String,
}

impl DisplayName {
    /// A name as somebody chooses it; `staff` says whether it is for somebody with a role of the staff.
    ///
    /// # Errors
    ///
    /// A [`NameRefused`] that says what was expected.
    pub fn new(text: &str, staff: bool) -> Result<DisplayName, NameRefused> {
        // A grapheme has few characters here, and what is longer is not worked on.
        if text.len() > 1_000 {
            return Err(NameRefused::Length { graphemes: text.len() });
        }
        // Before it is normalized, too: a character that cannot be seen may vanish from it.
        if let Some(c) = text.chars().find(|c| !is_harmless(*c)) {
            return Err(NameRefused::Character(c));
        }
        let text: String = text.nfkc().collect();
        let graphemes = text.graphemes(true).count();
        if graphemes == 0 || graphemes > LONGEST {
            return Err(NameRefused::Length { graphemes });
        }
        if let Some(c) = text.chars().find(|c| !may_stand(*c)) {
            return Err(NameRefused::Character(c));
        }
        if text.starts_with(' ') || text.ends_with(' ') || text.contains("  ") {
            return Err(NameRefused::Spaces);
        }
        if !text.chars().any(char::is_alphanumeric) {
            return Err(NameRefused::NoLetter);
        }
        marks(&text)?;
        if !text.as_str().is_single_script() {
            return Err(NameRefused::Scripts);
        }
        if !staff && sounds_like_staff(&text) {
            return Err(NameRefused::Staff);
        }
        Ok(DisplayName { skeleton: as_seen(&text), text })
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What the name looks like: two names with the same skeleton can be taken for each other, and are never there at once.
    #[must_use]
    pub fn skeleton(&self) -> &str {
        &self.skeleton
    }
}

impl fmt::Display for DisplayName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Letters, digits and marks that the scripts of today use, a space and `. - ' _`.
fn may_stand(c: char) -> bool {
    // The recommended characters of Unicode Technical Standard 39: no symbols, no scripts that nobody can tell apart.
    let recommended = c.identifier_type() == Some(IdentifierType::Recommended);
    is_harmless(c) && (is_punctuation(c) || recommended && (c.is_alphanumeric() || is_combining_mark(c)))
}

const fn is_punctuation(c: char) -> bool {
    matches!(c, ' ' | '.' | '-' | '\'' | '_')
}

/// Marks stand on letters, few on each, none twice.
fn marks(text: &str) -> Result<(), NameRefused> {
    let mut before: Option<char> = None;
    let mut stacked = 0;
    for c in text.nfd() {
        if is_combining_mark(c) {
            stacked += 1;
            let on_something = before.is_some_and(|b| b.is_alphanumeric() || is_combining_mark(b));
            if !on_something || before == Some(c) || stacked > MOST_MARKS {
                return Err(NameRefused::Marks);
            }
        } else {
            stacked = 0;
        }
        before = Some(c);
    }
    Ok(())
}

/// The skeleton of Unicode Technical Standard 39, whatever letters are capital, without what stands between letters and marks on them, and with
/// what that standard leaves apart although a reader does not: digits within words, pairs that run together, small capitals.
fn as_seen(text: &str) -> String {
    let bare: String = text.nfd().filter(|c| !is_on_a_letter(*c)).nfc().collect();
    let words: Vec<String> =
        bare.split(is_punctuation).map(|word| run_together(&digits_as_letters(word))).collect();
    let once: String = skeleton(&words.concat()).collect();
    let lower = once.to_lowercase();
    // A small i is a capital one, and that is an l.
    skeleton(&lower).map(|c| if c == 'i' { 'l' } else { small(c) }).collect()
}

/// The marks that stand on Latin, Greek and Cyrillic letters, which are read without them; in other scripts they are half of what is read.
const fn is_on_a_letter(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Digits that are read as letters: those that look like one only, anywhere; the others before a letter of the same word. A number at the end of
/// a name counts those who have it, and 6 and 8 are two.
fn digits_as_letters(word: &str) -> String {
    let last_letter = word.rfind(char::is_alphabetic).unwrap_or(0);
    let read = |(at, digit): (usize, char)| match digit {
        '5' => 's',
        '8' => 'b',
        '6' if at < last_letter => 'b',
        '9' if at < last_letter => 'g',
        '2' if at < last_letter => 'z',
        '3' if at < last_letter => 'e',
        '4' if at < last_letter => 'a',
        '7' if at < last_letter => 't',
        other => other,
    };
    // A number is not a word.
    if word.chars().any(char::is_alphabetic) { word.char_indices().map(read).collect() } else { word.into() }
}

/// Pairs of letters that run together to another; of capitals only those that do as well.
fn run_together(word: &str) -> String {
    let mut word = word.to_owned();
    for (pair, letter) in [("vv", "w"), ("Vv", "w"), ("VV", "w"), ("cl", "d"), ("cI", "d"), ("c1", "d")] {
        word = word.replace(pair, letter);
    }
    word
}

/// Letters that look like small capitals, as some small letters of Cyrillic do.
const fn small(c: char) -> char {
    match c {
        'ʙ' | 'в' => 'b',
        'ʜ' | 'н' => 'h',
        'ĸ' | 'к' => 'k',
        'ᴍ' | 'м' => 'm',
        'ᴛ' | 'т' => 't',
        other => other,
    }
}

/// Whether a word of the name, or all of it, looks like what only the staff may be called, also with marks or a number added.
fn sounds_like_staff(text: &str) -> bool {
    let bare: String = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let counted = |word: &str| as_seen(word.trim_end_matches(|c: char| c.is_ascii_digit()));
    let reserved: Vec<String> = STAFF.iter().map(|word| as_seen(word)).collect();
    let is = |seen: &String| reserved.contains(seen);
    let words = || bare.split(|c: char| !c.is_alphanumeric());
    is(&as_seen(&bare)) || is(&counted(&bare)) || words().any(|word| is(&as_seen(word)) || is(&counted(word)))
}

/// Says why a text is no [`DisplayName`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameRefused {
    /// It is empty, or too long.
    Length {
        /// How long it is.
        graphemes: usize,
    },
    /// A character that may not stand in it.
    Character(char),
    /// Spaces at its ends, or several together.
    Spaces,
    /// Nothing but signs.
    NoLetter,
    /// Marks that stand on nothing, on top of each other, or twice.
    Marks,
    /// Letters of several scripts, which can look like others.
    Scripts,
    /// It sounds like the staff.
    Staff,
}

impl fmt::Display for NameRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameRefused::Length { graphemes } => {
                write!(f, "a name of {graphemes} characters; expected 1 to {LONGEST}")
            }
            NameRefused::Character(c) => write!(
                f,
                "`{}` (U+{:04X}) may not stand in a name; expected letters, digits, spaces and . - ' _",
                shown(&c.to_string(), 1),
                u32::from(*c)
            ),
            NameRefused::Spaces => {
                f.write_str("spaces at an end, or several together; expected single ones between words")
            }
            NameRefused::NoLetter => f.write_str("a name without a letter or digit; expected at least one"),
            NameRefused::Marks => {
                write!(f, "too many marks; expected up to {MOST_MARKS} on a letter, none twice")
            }
            NameRefused::Scripts => f.write_str("letters of several scripts; expected those of one"),
            NameRefused::Staff => f.write_str("a name that sounds like the staff; expected another"),
        }
    }
}

impl std::error::Error for NameRefused {}

#[cfg(test)]
mod tests;
