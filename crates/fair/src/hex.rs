//! Thirty-two bytes as sixty-four letters, and back.

use core::error::Error;
use core::fmt;

/// Bytes that show as lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug)]
pub struct Hex<'b>(pub &'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads exactly 64 lower-case hexadecimal digits, so that each value has one form.
///
/// ```
/// use tercet_fair::{Hex, parse_hex};
///
/// assert_eq!(parse_hex(&"0a".repeat(32))?, [10; 32]);
/// assert_eq!(Hex(&[10; 32]).to_string(), "0a".repeat(32));
/// assert_eq!(parse_hex("0a").unwrap_err().to_string(), "2 characters; expected 64 hexadecimal digits");
/// # Ok::<(), tercet_fair::HexError>(())
/// ```
///
/// # Errors
///
/// At another character, else for another length.
pub fn parse_hex(text: &str) -> Result<[u8; 32], HexError> {
    let mut bytes = [0; 32];
    let mut count = 0;
    for c in text.chars() {
        let digit = match c {
            '0'..='9' | 'a'..='f' => c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()),
            _ => None,
        };
        let digit = digit.ok_or(HexError::Digit { found: c, at: count })?;
        if let Some(byte) = bytes.get_mut(count / 2) {
            *byte = *byte << 4 | digit;
        }
        count += 1;
    }
    if count == 64 { Ok(bytes) } else { Err(HexError::Length(count)) }
}

/// Why a text is not thirty-two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexError {
    /// This is no lower-case hexadecimal digit.
    Digit {
        /// The character.
        found: char,
        /// Its place in characters, counted from 0.
        at: usize,
    },
    /// There are this many digits.
    Length(usize),
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HexError::Digit { found, at } => {
                let column = at + 1;
                write!(f, "`{}` at character {column}; expected a digit of 0-9 a-f", found.escape_debug())
            }
            HexError::Length(count) => write!(f, "{count} characters; expected 64 hexadecimal digits"),
        }
    }
}

impl Error for HexError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;
    use proptest::prelude::*;

    #[test]
    fn other_letters_and_lengths_are_refused_with_their_place() {
        let good = "0123456789abcdef".repeat(4);
        for (text, said) in [
            (good.replace('a', "A"), "`A` at character 11; expected a digit of 0-9 a-f"),
            (good.replace('0', "é"), "`é` at character 1; expected a digit of 0-9 a-f"),
            (good.replace('1', " "), "` ` at character 2; expected a digit of 0-9 a-f"),
            (good[1..].to_string(), "63 characters; expected 64 hexadecimal digits"),
            (good.clone() + "0", "65 characters; expected 64 hexadecimal digits"),
            ("".into(), "0 characters; expected 64 hexadecimal digits"),
        ] {
            assert_eq!(parse_hex(&text).unwrap_err().to_string(), said, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(bytes: [u8; 32]) {
            prop_assert_eq!(parse_hex(&Hex(&bytes).to_string()), Ok(bytes));
        }
    }
}
