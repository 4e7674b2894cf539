//! Cards, sets of cards, decks and hand evaluators for three-card table games.
//!
//! The crate is pure: no clock, no randomness, no floating point, no `unsafe`, no dependencies, no `std`.
//! Chance comes in as an argument ([`Deck::shuffled_by`]).
//!
//! ```
//! use tercet_cards::{Ace, CardSet, parse_cards, rank_three_set};
//!
//! let cards: CardSet = parse_cards("3d 2s Ah")?.into_iter().collect();
//! let strength = rank_three_set(cards, Ace::HighAndLow).expect("three cards");
//! assert_eq!(strength.to_string(), "straight, three high");
//! # Ok::<(), tercet_cards::CardsError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | name cards | [`Rank`], [`Suit`], [`Card`], [`parse_cards`], [`format_cards`] |
//! | hold cards | [`CardSet`] (no order), [`Deck`] (an order of all 52) |
//! | walk through hands | [`combinations`], [`binomial`], [`suit_classes`], [`CLASSES_OF_THREE`], [`CLASSES_OF_FOUR`] |
//! | rank three cards | [`rank_three`], [`ThreeRank`], [`ThreeCategory`], [`Ace`] |
//! | rank four cards | [`best_three_of_four`], [`best_three_cards`], [`four_features`], [`FourFeatures`] |
//! | rank five and six cards | [`rank_five`], [`best_five_of_six`], [`FiveRank`], [`FiveCategory`] |
//! | check all of this | [`naive`], the same evaluators written to be read |

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

mod ace;
mod card;
mod combinations;
mod deck;
mod draw;
mod five_rank;
mod four_features;
mod notation;
mod rank;
mod set;
mod suit;
mod suit_classes;
mod three_rank;

mod eval_five;
mod eval_four;
mod eval_three;
pub mod naive;

mod five_of_ranks;
mod perfect_hash;
mod rank_mask;
mod tally;

pub use ace::Ace;
pub use card::Card;
pub use combinations::{Combinations, binomial, combinations};
pub use deck::{Deck, DeckError};
pub use draw::draw_below;
pub use eval_five::{best_five_of_six, best_five_of_six_set, rank_five, rank_five_set};
pub use eval_four::{best_three_cards, best_three_of_four, four_features};
pub use eval_three::{rank_three, rank_three_set};
pub use five_rank::{FiveCategory, FiveRank};
pub use four_features::FourFeatures;
pub use notation::{CardsError, CardsErrorKind, format_cards, parse_cards};
pub use rank::Rank;
pub use set::{CardSet, Iter as CardSetIter};
pub use suit::{Colour, Suit};
pub use suit_classes::{CLASSES_OF_FOUR, CLASSES_OF_THREE, SuitClass, suit_class, suit_classes};
pub use three_rank::{ThreeCategory, ThreeRank};
