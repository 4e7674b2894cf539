//! The games that rounds name, each loaded when it is first needed.

use crate::source::{Loaded, Variant, load};
use std::path::Path;
use tercet_games::{builtin, nearest};

/// The games of one run.
pub(super) struct Games {
    variant: Variant,
    loaded: Vec<Loaded>,
    /// The place of the game for rounds that name none.
    usual: Option<usize>,
    /// Whether any loaded game takes the changes asked for.
    changed: bool,
}

impl Games {
    /// The games of a run, with the one for rounds that name none.
    ///
    /// The changes asked for must fit that game, or at least one built-in game where there is none. Others are
    /// settled by their own rules: a log of several games may be read with a ruling that only one of them has.
    pub(super) fn new(game: Option<&str>, file: Option<&Path>, variant: &Variant) -> Result<Games, String> {
        let usual = match (game, file) {
            (Some(id), _) if is_builtin(id) => Some(load(id, variant)?),
            (Some(id), _) => return Err(format!("error: {}", unknown(id))),
            (None, Some(path)) => Some(load(&as_path(path), variant)?),
            (None, None) => {
                fits_any(variant)?;
                None
            }
        };
        let place = usual.as_ref().map(|_| 0);
        let changed = usual.is_some();
        Ok(Games { variant: variant.clone(), loaded: usual.into_iter().collect(), usual: place, changed })
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
                    let changed = load(name, &self.variant);
                    self.changed |= changed.is_ok();
                    self.loaded.push(changed.or_else(|_| load(name, &Variant::default()))?);
                    self.loaded.len() - 1
                }
                None => return Err(unknown(name)),
            },
        };
        Ok(&self.loaded[place])
    }

    /// Whether changes were asked for that no game of this run takes.
    pub(super) fn changed_nothing(&self) -> bool {
        !self.variant.is_none() && !self.loaded.is_empty() && !self.changed
    }
}

/// Changes that no built-in game takes are a slip.
fn fits_any(variant: &Variant) -> Result<(), String> {
    if variant.is_none() {
        return Ok(());
    }
    let mut reasons = String::from("error: no built-in game takes these changes:");
    for game in builtin() {
        match load(game.id, variant) {
            Ok(_) => return Ok(()),
            Err(error) => {
                let error = error.trim_start_matches("error: ");
                reasons.push_str(&format!("\n  {}: {error}", game.id));
            }
        }
    }
    Err(reasons)
}

fn is_builtin(id: &str) -> bool {
    builtin().iter().any(|game| game.id == id)
}

/// A path that cannot be taken for the id of a built-in game.
fn as_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.contains(std::path::MAIN_SEPARATOR) {
        text.into_owned()
    } else {
        format!(".{}{text}", std::path::MAIN_SEPARATOR)
    }
}

fn unknown(name: &str) -> String {
    let shown = tercet_rules::shown(name, 40);
    let ids = builtin().iter().map(|game| game.id);
    let meant = nearest(name, ids).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    format!("there is no game `{shown}`; {meant}{}", builtins())
}

fn builtins() -> String {
    let ids: Vec<&str> = builtin().iter().map(|game| game.id).collect();
    format!("the built-in games are {}", ids.join(", "))
}
