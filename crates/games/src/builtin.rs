//! The five games of the source documents.

use tercet_rules::{Game, GameDoc};

/// A game file that is part of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Builtin {
    /// The id of the game.
    pub id: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! files {
    ($($id:literal,)*) => {
        &[$(Builtin { id: $id, text: include_str!(concat!("../data/", $id, ".toml")) },)*]
    };
}

const FILES: &[Builtin] = files![
    "three-card-fortune",
    "three-card-shine",
    "three-card-fury",
    "three-card-poker",
    "three-card-pairs-plus",
];

/// The five built-in game files, in the order of their source documents. Nothing is parsed.
#[must_use]
pub fn builtin() -> &'static [Builtin] {
    FILES
}

/// The text of a built-in game file.
#[must_use]
pub fn builtin_text(id: &str) -> Option<&'static str> {
    FILES.iter().find(|file| file.id == id).map(|file| file.text)
}

/// A built-in game file, read.
#[must_use]
pub fn builtin_doc(id: &str) -> Option<GameDoc> {
    builtin_text(id).map(|text| crate::read(text).expect("the built-in files can be read"))
}

/// A built-in game.
///
/// ```
/// let game = tercet_games::builtin_game("three-card-poker").expect("it is built in");
/// assert_eq!(game.name, "Three Card Poker");
/// ```
#[must_use]
pub fn builtin_game(id: &str) -> Option<Game> {
    builtin_text(id).map(|text| crate::load(text).expect("the built-in files are games"))
}
