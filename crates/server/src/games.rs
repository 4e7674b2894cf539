//! The games that tables can be set to.

use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_games::{Faults, Loaded};
use tercet_ledger::Hash;
use tercet_rules::{Game, one_of};

/// A game and its file.
pub(crate) struct GameFile {
    /// The file in its normal form.
    pub(crate) text: String,
    /// What it makes.
    pub(crate) game: Arc<Game>,
    /// Both, as odds and rule cards are made from them.
    pub(crate) loaded: Arc<Loaded>,
    /// The SHA-256 of the text.
    pub(crate) rules: Hash,
}

/// The games of the house, by id.
pub(crate) struct Games(BTreeMap<String, Arc<GameFile>>);

impl Games {
    /// The built-in ones.
    ///
    /// # Errors
    ///
    /// The faults of the first that has any.
    pub(crate) fn built_in() -> Result<Games, Faults> {
        let files = tercet_games::builtin().iter().map(|game| {
            let text = tercet_games::canonical(&tercet_games::read(game.text)?);
            let checked = tercet_games::check(&text)?;
            let loaded = Arc::new(Loaded::new(checked.doc, checked.game));
            let (game, rules) = (Arc::clone(&loaded.game), Hash::of(&[text.as_bytes()]));
            Ok((game.id.to_string(), Arc::new(GameFile { text, game, loaded, rules })))
        });
        files.collect::<Result<_, _>>().map(Games)
    }

    /// The game of this id, or whose rules have this hash.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<GameFile>> {
        let by_rules = || self.0.values().find(|file| crate::seen::rules(&file.rules) == name);
        self.0.get(name).or_else(by_rules)
    }

    /// All of them, in order of their ids.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<GameFile>> {
        self.0.values()
    }

    /// What to say if there is no game of this name.
    pub(crate) fn none(&self, name: &str) -> String {
        let name = tercet_rules::shown(name, 80);
        format!("there is no game {name}; expected {}", one_of(self.0.keys().map(String::as_str)))
    }
}
