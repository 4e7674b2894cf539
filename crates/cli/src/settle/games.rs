//! The games that rounds name, each loaded when it is first needed.

use crate::source::{Loaded, Variant, load};
use std::path::Path;
use tercet_games::builtin;

/// The games of one run.
pub(super) struct Games {
    variant: Variant,
    loaded: Vec<Loaded>,
    /// The place of the game for rounds that name none.
    usual: Option<usize>,
}

impl Games {
    /// The games of a run, with the one for rounds that name none.
    pub(super) fn new(game: Option<&str>, file: Option<&Path>, variant: &Variant) -> Result<Games, String> {
        let mut games = Games { variant: variant.clone(), loaded: Vec::new(), usual: None };
        let usual = match (game, file) {
            (Some(id), _) if is_builtin(id) => Some(load(id, variant)?),
            (Some(id), _) => return Err(unknown(id)),
            (None, Some(path)) => Some(load(&as_path(path), variant)?),
            (None, None) => None,
        };
        if let Some(usual) = usual {
            games.usual = Some(0);
            games.loaded.push(usual);
        }
        Ok(games)
    }

    /// The game of this name; without a name, the usual one.
    ///
    /// Names come with the input: only built-in games are found by them, and the file given for this run.
    pub(super) fn find(&mut self, name: Option<&str>) -> Result<&Loaded, String> {
        let place = match name {
            None => self.usual.ok_or_else(|| format!("no game is named; {}", builtins()))?,
            Some(name) => match self.loaded.iter().position(|loaded| loaded.game.id == *name) {
                Some(place) => place,
                None if is_builtin(name) => {
                    self.loaded.push(load(name, &self.variant)?);
                    self.loaded.len() - 1
                }
                None => return Err(unknown(name)),
            },
        };
        Ok(&self.loaded[place])
    }
}

fn is_builtin(id: &str) -> bool {
    builtin().iter().any(|game| game.id == id)
}

/// A path that cannot be taken for the id of a built-in game.
fn as_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.contains(std::path::MAIN_SEPARATOR) { text.into_owned() } else { format!(".{}{text}", std::path::MAIN_SEPARATOR) }
}

fn unknown(name: &str) -> String {
    let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    format!("there is no game `{shown}`; {}", builtins())
}

fn builtins() -> String {
    let ids: Vec<&str> = builtin().iter().map(|game| game.id).collect();
    format!("the built-in games are {}", ids.join(", "))
}
