//! Cards that somebody knows beside the player's own.

use crate::decks::Decks;
use core::fmt;
use core::str::FromStr;
use tercet_cards::{Card, CardSet, CardsError, parse_cards};
use tercet_rules::Game;

/// Cards that somebody knows beside the player's own.
///
/// Written as `dealer: Kd; dead: 4c 5c`, either part alone, in any order and any case; a comma does as well as a
/// semicolon, and between cards.
///
/// ```
/// use tercet_analysis::Known;
///
/// let known: Known = "dealer: Kd; dead: 5c 4c".parse()?;
/// assert_eq!((known.dealer.len(), known.dead.len()), (1, 2));
/// assert_eq!(known.to_string(), "dealer: Kd; dead: 5c 4c");
/// # Ok::<(), tercet_analysis::KnownTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Cards of the dealer's that have been seen.
    pub dealer: CardSet,
    /// Cards that are out of play: other players', burnt or exposed ones.
    pub dead: CardSet,
}

impl Known {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.all().is_empty()
    }

    /// All cards that are known.
    #[must_use]
    pub fn all(&self) -> CardSet {
        self.dealer.union(self.dead)
    }

    /// How many cards of the dealer's are not known.
    pub(crate) fn unseen(&self, game: &Game) -> usize {
        usize::from(game.dealer.0) - self.dealer.len()
    }

    /// Checks that a round of a game can go on with these cards known.
    ///
    /// # Errors
    ///
    /// Says which cards cannot be so.
    pub fn check(&self, game: &Game) -> Result<(), KnownError> {
        if let Some(card) = self.dealer.intersection(self.dead).iter().next() {
            return Err(KnownError::Twice(card));
        }
        let (found, most) = (self.dealer.len(), usize::from(game.dealer.0));
        if found > most {
            return Err(KnownError::TooMany { found, most });
        }
        let left = 52 - self.all().len();
        let needed = usize::from(game.player.0) + self.unseen(game);
        if left < needed { Err(KnownError::TooFewLeft { left, needed }) } else { Ok(()) }
    }

    /// Checks that these can be the player's cards beside the known ones.
    ///
    /// # Errors
    ///
    /// Says which cards cannot be so.
    pub fn check_hand(&self, game: &Game, cards: CardSet) -> Result<(), KnownError> {
        let (found, expected) = (cards.len(), usize::from(game.player.0));
        if found != expected {
            return Err(KnownError::WrongNumber { found, expected });
        }
        if let Some(card) = cards.intersection(self.all()).iter().next() {
            return Err(KnownError::Twice(card));
        }
        self.check(game)
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.dealer.is_empty(), self.dead.is_empty()) {
            (true, true) => Ok(()),
            (false, true) => write!(f, "dealer: {}", self.dealer),
            (true, false) => write!(f, "dead: {}", self.dead),
            (false, false) => write!(f, "dealer: {}; dead: {}", self.dealer, self.dead),
        }
    }
}

impl FromStr for Known {
    type Err = KnownTextError;

    fn from_str(text: &str) -> Result<Known, KnownTextError> {
        let mut known = Known::default();
        let mut before = None;
        for part in text.split([';', ',']).map(str::trim).filter(|part| !part.is_empty()) {
            let short = || part.chars().take(40).collect();
            // After a comma more cards of the same kind may stand.
            let (whose, cards) = match part.split_once(':') {
                Some((whose, cards)) => (whose.trim().to_lowercase(), cards),
                None => (before.ok_or_else(|| KnownTextError::NoPart(short()))?, part),
            };
            let set = match whose.as_str() {
                "dealer" => &mut known.dealer,
                "dead" => &mut known.dead,
                _ => return Err(KnownTextError::NotThose(whose.chars().take(40).collect())),
            };
            let cards = parse_cards(cards).map_err(KnownTextError::Cards)?;
            if cards.is_empty() {
                return Err(KnownTextError::NoCards(whose));
            }
            before = Some(whose);
            for card in cards {
                if set.contains(card) {
                    return Err(KnownTextError::Twice(card));
                }
                set.insert(card);
            }
        }
        if known.is_nothing() { Err(KnownTextError::NoPart(String::new())) } else { Ok(known) }
    }
}

/// Why a text is no [`Known`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnownTextError {
    /// Cards of which nothing says whose they are, or nothing at all.
    NoPart(String),
    /// This names neither the dealer's nor dead cards.
    NotThose(String),
    /// No cards follow this name.
    NoCards(String),
    /// A card stands there twice.
    Twice(Card),
    /// Something is no card.
    Cards(CardsError),
}

impl fmt::Display for KnownTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnownTextError::NoPart(found) if found.is_empty() => {
                f.write_str("no cards; expected such as `dealer: Kd; dead: 4c 5c`")
            }
            KnownTextError::NoPart(found) => {
                write!(f, "`{found}` says not whose cards; expected such as `dealer: Kd; dead: 4c 5c`")
            }
            KnownTextError::NotThose(found) => write!(
                f,
                "`{found}:` is neither; expected `dealer` or `dead`, such as `dealer: Kd; dead: 4c 5c`"
            ),
            KnownTextError::NoCards(whose) => {
                write!(f, "no cards after `{whose}:`; expected such as `{whose}: Kd`")
            }
            KnownTextError::Twice(card) => write!(f, "{card} is there twice"),
            KnownTextError::Cards(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for KnownTextError {}

/// Why cards cannot be the known ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownError {
    /// The player is dealt another number of cards.
    WrongNumber {
        /// Cards given.
        found: usize,
        /// Cards that the game deals.
        expected: usize,
    },
    /// A card is known in two places.
    Twice(Card),
    /// The player has a card more often than there are decks.
    TooOften {
        /// The card.
        card: Card,
        /// How often.
        found: usize,
        /// The decks.
        decks: Decks,
    },
    /// More cards of the dealer's are known than the dealer gets.
    TooMany {
        /// Cards given.
        found: usize,
        /// Cards that the game deals.
        most: usize,
    },
    /// The rest of the deck does not make the hands of a round.
    TooFewLeft {
        /// Cards left.
        left: usize,
        /// Cards that the player and the dealer still need.
        needed: usize,
    },
}

impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnownError::WrongNumber { found, expected } => {
                write!(f, "{found} cards for the player; expected {expected}")
            }
            KnownError::Twice(card) => write!(f, "{card} is there twice"),
            KnownError::TooOften { card, decks, .. } if decks.is_one() => write!(f, "{card} is there twice"),
            KnownError::TooOften { card, found, decks } => {
                write!(f, "{card} is there {found} times; there are {decks}")
            }
            KnownError::TooMany { found, most } => {
                write!(f, "{found} cards of the dealer's; the dealer gets {most}")
            }
            KnownError::TooFewLeft { left, needed } => {
                write!(f, "{left} cards are left in the deck; the hands need {needed}")
            }
        }
    }
}

impl core::error::Error for KnownError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        parse_cards(text).expect("cards").into_iter().collect()
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["dealer: Kd", "dead: 5c 4c", "dealer: As Kd; dead: 5c 4c"] {
            let known: Known = text.parse().unwrap();
            assert_eq!(known.to_string().parse(), Ok(known), "{text}");
        }
    }

    #[test]
    fn commas_and_capitals_are_read_too() {
        let known: Known = "dealer: Kd; dead: 4c 5c".parse().unwrap();
        for text in [
            "dealer: Kd, dead: 4c 5c",
            "DEAD: 4c, 5c; Dealer: Kd",
            "dead:4c;dead:5c,dealer:Kd",
            " dealer : Kd ;; dead: 4c 5c,",
        ] {
            assert_eq!(text.parse(), Ok(known), "{text}");
        }
    }

    #[test]
    fn texts_that_say_nothing_are_refused() {
        for (text, why) in [
            ("", "no cards; expected such as `dealer: Kd; dead: 4c 5c`"),
            ("Kd", "`Kd` says not whose cards; expected such as `dealer: Kd; dead: 4c 5c`"),
            (
                "player: Kd",
                "`player:` is neither; expected `dealer` or `dead`, such as `dealer: Kd; dead: 4c 5c`",
            ),
            ("dealer:", "no cards after `dealer:`; expected such as `dealer: Kd`"),
            ("dead: 4c 4c", "4c is there twice"),
            ("dead: 4x", "\"4x\" at 1: \"x\" is no suit; expected one of c d h s"),
        ] {
            assert_eq!(text.parse::<Known>().unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn cards_that_cannot_be_are_refused() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let refused = |cards: &str, dealer: &str, dead: CardSet| {
            Known { dealer: set(dealer), dead }.check_hand(&game, set(cards)).unwrap_err().to_string()
        };
        assert_eq!(refused("Ks 9s", "", CardSet::EMPTY), "2 cards for the player; expected 3");
        assert_eq!(refused("Ks 9s 4h", "9s", CardSet::EMPTY), "9s is there twice");
        assert_eq!(refused("Ks 9s 4h", "2c", set("2c")), "2c is there twice");
        assert_eq!(
            refused("Ks 9s 4h", "2c 3c 4c 5c", CardSet::EMPTY),
            "4 cards of the dealer's; the dealer gets 3"
        );
        let dead = CardSet::FULL.difference(set("Ks 9s 4h 2c 3c"));
        assert_eq!(refused("Ks 9s 4h", "", dead), "5 cards are left in the deck; the hands need 6");
    }
}
