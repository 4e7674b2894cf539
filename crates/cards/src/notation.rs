//! Cards as people write them: `AsKs`, `As, Ks`, `10h 9c`.

use crate::{Card, Rank, Suit};
use alloc::{string::String, vec::Vec};
use core::{error::Error, fmt, str::FromStr};

/// Reads cards in the order in which they are written.
///
/// A card is a rank (`A K Q J T 9 8 7 6 5 4 3 2`, or `10`) and a suit (`c d h s`, or a pip such as `♠`), in capitals or
/// not. Between two cards there may be white space and commas. A card written twice is given twice: whether that is
/// wrong is for the caller to say.
///
/// ```
/// use tercet_cards::{format_cards, parse_cards};
///
/// assert_eq!(format_cards(parse_cards("asks, 10H")?), "As Ks Th");
///
/// let error = parse_cards("AsKh1h").unwrap_err();
/// assert_eq!(error.at, 4);
/// assert_eq!(error.to_string(), r#""1h" at 4: "1" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2"#);
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
///
/// # Errors
///
/// At the first thing that is not a card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardsError> {
    let mut cards = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let (card, after) = parse_one(rest).map_err(|kind| CardsError::new(at, rest, kind))?;
        cards.push(card);
        rest = after.trim_start_matches(is_separator);
    }
    Ok(cards)
}

/// Writes cards in the given order, with a space between two: `As Ks Qs`.
pub fn format_cards(cards: impl IntoIterator<Item = Card>) -> String {
    let mut text = String::new();
    for card in cards {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(card.rank().letter());
        text.push(card.suit().letter());
    }
    text
}

/// Reads exactly one card, with nothing before or after it.
impl FromStr for Card {
    type Err = CardsError;

    fn from_str(text: &str) -> Result<Card, CardsError> {
        let (card, after) = parse_one(text).map_err(|kind| CardsError::new(0, text, kind))?;
        if after.is_empty() {
            Ok(card)
        } else {
            Err(CardsError::new(text.len() - after.len(), after, CardsErrorKind::Trailing))
        }
    }
}

/// Says where a text stops being cards, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardsError {
    /// The byte offset at which the faulty card begins.
    pub at: usize,
    /// The faulty text up to the next separator, cut to a few characters.
    pub found: String,
    /// What is wrong with it.
    pub kind: CardsErrorKind,
}

/// What is wrong with a text that should be a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsErrorKind {
    /// There is no text where a card should be.
    Empty,
    /// This is no rank.
    NoRank(char),
    /// A rank stands alone, without a suit.
    SuitMissing,
    /// This follows a rank and is no suit.
    NoSuit(char),
    /// One card was expected, and more text follows it.
    Trailing,
}

/// So many characters of a faulty text are quoted.
const QUOTED: usize = 8;

impl CardsError {
    fn new(at: usize, rest: &str, kind: CardsErrorKind) -> CardsError {
        let word = rest.split(is_separator).next().unwrap_or(rest);
        let mut found: String = word.chars().take(QUOTED).collect();
        if found.len() < word.len() {
            found.push('…');
        }
        CardsError { at, found, kind }
    }
}

/// For example `"1h" at 4: "1" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2`.
impl fmt::Display for CardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" at {}: ", self.found.escape_debug(), self.at)?;
        match self.kind {
            CardsErrorKind::Empty => write!(f, "expected a card such as As or Th"),
            CardsErrorKind::NoRank(found) => write!(
                f,
                "\"{}\" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2",
                found.escape_debug()
            ),
            CardsErrorKind::SuitMissing => write!(f, "the suit is missing; expected one of c d h s"),
            CardsErrorKind::NoSuit(found) => {
                write!(f, "\"{}\" is no suit; expected one of c d h s", found.escape_debug())
            }
            CardsErrorKind::Trailing => write!(f, "expected nothing after one card"),
        }
    }
}

impl Error for CardsError {}

fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

/// Splits one card off the front of a text.
fn parse_one(text: &str) -> Result<(Card, &str), CardsErrorKind> {
    let mut chars = text.chars();
    let first = chars.next().ok_or(CardsErrorKind::Empty)?;
    let rank = match text.strip_prefix("10") {
        Some(rest) => {
            chars = rest.chars();
            Rank::Ten
        }
        None => rank_of(first).ok_or(CardsErrorKind::NoRank(first))?,
    };
    let second = chars.next().filter(|&c| !is_separator(c)).ok_or(CardsErrorKind::SuitMissing)?;
    let suit = suit_of(second).ok_or(CardsErrorKind::NoSuit(second))?;
    Ok((Card::new(rank, suit), chars.as_str()))
}

fn rank_of(c: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| rank.letter() == c.to_ascii_uppercase())
}

fn suit_of(c: char) -> Option<Suit> {
    Suit::ALL.into_iter().find(|suit| suit.letter() == c.to_ascii_lowercase() || suit.symbol() == c)
}
