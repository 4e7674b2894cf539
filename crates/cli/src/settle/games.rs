//! The games that rounds name, each loaded when it is first needed.

use crate::source::{Change, Loaded, Variant, load_changed, load_with_own, typed};
use core::slice;
use std::path::Path;
use tercet_games::{builtin, nearest};

/// The games of one run.
///
/// Each change asked for goes to every game that has what it is about, by itself: a log of several games may be read
/// with a ruling that only one of them has. A change that goes to none is a slip, and so is one that is about something
/// in a game but does not fit it.
pub(super) struct Games {
    changes: Vec<Change>,
    /// By change: whether a game that was needed has it.
    used: Vec<bool>,
    loaded: Vec<Loaded>,
    /// The place of the game for rounds that name none.
    usual: Option<usize>,
}

/// Why there is no game for a round.
#[derive(Debug)]
pub(super) enum Missing {
    /// The round names none, or one that is not known.
    Unknown(String),
    /// The changes asked for do not fit it, so no round can be trusted.
    Unchangeable(String),
}

impl Games {
    /// The games of a run, with the one for rounds that name none.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: there is no such game, or a change fits neither it nor any built-in
    /// game.
    pub(super) fn new(game: Option<&str>, file: Option<&Path>, variant: &Variant) -> Result<Games, String> {
        let changes = variant.changes()?;
        let usual = match (game, file) {
            (Some(id), _) if is_builtin(id) => Some(id.to_owned()),
            (Some(id), _) => return Err(format!("error: {}", unknown(id))),
            (None, Some(path)) => Some(as_path(path)),
            (None, None) => None,
        };
        let mut games = Games { used: vec![false; changes.len()], changes, loaded: Vec::new(), usual: None };
        if let Some(name) = &usual {
            games.usual = Some(games.load(name)?);
        }
        games.check_changes(usual.as_deref())?;
        Ok(games)
    }

    /// Every change must fit the usual game or some built-in game.
    fn check_changes(&self, usual: Option<&str>) -> Result<(), String> {
        for change in
            self.changes.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(change, _)| change)
        {
            let mut reasons = Vec::new();
            let builtins = builtin().iter().map(|game| game.id);
            for name in usual.into_iter().chain(builtins.filter(|id| Some(*id) != usual)) {
                match load_changed(name, slice::from_ref(change)) {
                    Ok(_) => {
                        reasons.clear();
                        break;
                    }
                    Err(error) => reasons.push((name, error)),
                }
            }
            if !reasons.is_empty() {
                let start = format!("error: {}: ", typed(change));
                let reason = |(name, error): &(&str, String)| {
                    format!("\n  {name}: {}", error.strip_prefix(&start).unwrap_or(error))
                };
                let reasons: Vec<String> = reasons.iter().map(reason).collect();
                return Err(format!("{start}no game takes it{}", reasons.concat()));
            }
        }
        Ok(())
    }

    /// The game of this name; without a name, the usual one.
    ///
    /// Names come with the input: only built-in games are found by them, and the file given for this run.
    pub(super) fn find(&mut self, name: Option<&str>) -> Result<&Loaded, Missing> {
        let place = match name {
            None => {
                self.usual.ok_or_else(|| Missing::Unknown(format!("no game is named; {}", builtins())))?
            }
            Some(name) => match self.loaded.iter().position(|loaded| loaded.game.id == *name) {
                Some(place) => place,
                None if is_builtin(name) => self.load(name).map_err(Missing::Unchangeable)?,
                None => return Err(Missing::Unknown(unknown(name))),
            },
        };
        Ok(&self.loaded[place])
    }

    /// Loads a game with the changes that are its own.
    fn load(&mut self, name: &str) -> Result<usize, String> {
        let (loaded, own) = load_with_own(name, &self.changes)?;
        self.used.iter_mut().zip(own).for_each(|(used, own)| *used |= own);
        self.loaded.push(loaded);
        Ok(self.loaded.len() - 1)
    }

    /// The changes asked for that no game of this run has; none if it had no game.
    pub(super) fn unused(&self) -> impl Iterator<Item = &Change> {
        let unused =
            self.changes.iter().zip(&self.used).filter(|(_, used)| !self.loaded.is_empty() && !**used);
        unused.map(|(change, _)| change)
    }
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
    format!("there is no game `{shown}`; {meant}{}; --game-file names the file of another", builtins())
}

fn builtins() -> String {
    let ids: Vec<&str> = builtin().iter().map(|game| game.id).collect();
    format!("the built-in games are {}", ids.join(", "))
}
