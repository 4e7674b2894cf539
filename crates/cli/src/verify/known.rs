//! The games that a proof may name, found by the hash of their rules.

use crate::source::{Loaded, Variant, load};
use std::collections::BTreeSet;
use tercet_games::builtin;

/// The game given for this run, if one was, and the built-in ones.
pub(super) struct Known {
    games: Vec<Loaded>,
    /// Whether the first of them was given.
    given: bool,
}

impl Known {
    /// The games of a run.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: there is no such game, or changes do not fit it or are made to none.
    pub(super) fn new(game: Option<&str>, variant: &Variant) -> Result<Known, String> {
        let given = match game {
            Some(name) => Some(load(name, variant)?),
            None if variant.is_none() => None,
            None => {
                return Err("error: --ruling and --pay change a game; expected --game to say which".into());
            }
        };
        let own = builtin().iter().map(|file| load(file.id, &Variant::default()));
        let has_given = given.is_some();
        let games = given.into_iter().map(Ok).chain(own).collect::<Result<_, String>>()?;
        Ok(Known { games, given: has_given })
    }

    /// Knows the game with these rules no more.
    #[cfg(test)]
    pub(super) fn forget(&mut self, hash: &str) {
        self.games.retain(|game| game.hash != hash);
    }

    /// The game that was given for this run.
    pub(super) fn given(&self) -> Option<&Loaded> {
        self.games.first().filter(|_| self.given)
    }

    /// The game whose rules have this hash.
    ///
    /// # Errors
    ///
    /// Why there is none: nothing is known of the game, or what is known of it are other rules.
    pub(super) fn find(&self, hash: &str, id: &str) -> Result<&Loaded, NotKnown> {
        if let Some(found) = self.games.iter().find(|loaded| loaded.hash == hash) {
            return Ok(found);
        }
        let same = self.games.iter().filter(|loaded| loaded.game.id == *id);
        // The one that was given may be one of those that come with the program.
        let here: BTreeSet<&str> = same.map(|loaded| loaded.hash.as_str()).collect();
        let here: Vec<&str> = here.into_iter().collect();
        Err(match here.as_slice() {
            [] => NotKnown::Missing(format!(
                "no known game has the rules {hash}; give the file that was dealt by with --game"
            )),
            here => NotKnown::Other(format!(
                "dealt by {hash}; the rules of {id} here are {}. The house hands out the file that it dealt by, as /api/v1/games/{hash}/file: read it, and give it with --game",
                here.join(" or ")
            )),
        })
    }
}

/// Why the rules of a proof are not known, as a sentence.
pub(super) enum NotKnown {
    /// No game of this name is here.
    Missing(String),
    /// A game of this name is here, and its rules are others.
    Other(String),
}
