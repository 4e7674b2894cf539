//! Game files that tables have in common: a game is read once, however many tables are set to it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tercet_games::Faults;
use tercet_ledger::Hash;
use tercet_rules::Game;

/// A game file, and the game it makes.
pub(crate) struct GameFile {
    /// In its normal form.
    pub(crate) text: Arc<str>,
    pub(crate) game: Arc<Game>,
    /// The SHA-256 of the normal form.
    pub(crate) hash: Hash,
}

/// What some table has, by the hash of the normal form. A table that goes away takes its game with it, if it was the last one.
static KNOWN: Mutex<BTreeMap<Hash, Known>> = Mutex::new(BTreeMap::new());

type Known = (Weak<str>, Weak<Game>);

impl GameFile {
    /// The game that a text makes: the one that another table has already, if it is the same to the byte.
    ///
    /// # Errors
    ///
    /// Every fault of the text.
    pub(crate) fn of(text: &str) -> Result<GameFile, Faults> {
        let hash = Hash::of(&[text.as_bytes()]);
        if let Some(file) = known(hash) {
            return Ok(file);
        }
        let text: Arc<str> = tercet_games::canonical(&tercet_games::read(text)?).into();
        let hash = Hash::of(&[text.as_bytes()]);
        if let Some(file) = known(hash) {
            return Ok(file);
        }
        // The normal form is what is kept, so it is what the game is made of.
        let game = Arc::new(tercet_games::load(&text)?);
        let mut all = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (_, game)| game.strong_count() > 0);
        all.insert(hash, (Arc::downgrade(&text), Arc::downgrade(&game)));
        Ok(GameFile { text, game, hash })
    }
}

fn known(hash: Hash) -> Option<GameFile> {
    let all = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let (text, game) = all.get(&hash)?;
    Some(GameFile { text: text.upgrade()?, game: game.upgrade()?, hash })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_one_game_share_it_and_it_goes_with_the_last_of_them() {
        let text = tercet_games::builtin_text("three-card-shine").expect("one of the five");
        let one = GameFile::of(text).expect("a game");
        // However it is written, it is the same game in its normal form.
        for same in [text.to_owned(), one.text.to_string(), text.replace('\n', "\r\n")] {
            assert!(Arc::ptr_eq(&one.game, &GameFile::of(&same).expect("a game").game));
        }
        let other = text.replace("Three Card", "Four Card").replace("3 Card", "4 Card");
        assert!(!Arc::ptr_eq(&one.game, &GameFile::of(&other).expect("a game").game));
        let hash = one.hash;
        drop(one);
        assert!(known(hash).is_none());
        assert!(GameFile::of("id = 1").is_err());
    }
}
