//! Changes to a game as somebody asks for them: `R1=player-wins`, `pair-plus=40-30-6-4-1`; and the game that they make.

use crate::canonical::rules_hash;
use crate::variant::{VariantError, set_pays, set_ruling};
use core::fmt;
use std::sync::Arc;
use tercet_rules::{Fault, Game, GameDoc, LineOf, shown};

/// What can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// The reading of a ruling.
    Ruling,
    /// The pays of a wager or bonus.
    Pays,
}

impl ChangeKind {
    /// The kind in one word, as options and parameters are called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ChangeKind::Ruling => "ruling",
            ChangeKind::Pays => "pay",
        }
    }

    /// How one is written.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            ChangeKind::Ruling => "R1=player-wins",
            ChangeKind::Pays => "pair-plus=40-30-6-4-1",
        }
    }
}

/// One change to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What is changed.
    pub kind: ChangeKind,
    /// Of what: the ruling, or the wager or bonus.
    pub what: String,
    /// To what.
    pub value: String,
}

/// As it is written: `R1=player-wins`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.what, self.value)
    }
}

/// Why there is no game with some changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeError {
    /// It is not written as a change.
    NoEquals {
        /// What it is about.
        kind: ChangeKind,
        /// What was written.
        text: String,
    },
    /// Two are about the same thing.
    Twice(Box<(Change, Change)>),
    /// It does not fit the game.
    Refused(Box<(Change, VariantError)>),
    /// With all of them it is no game.
    Faults(Vec<Fault>),
    /// Pays for a wager that is closed would be without effect.
    Closed(Change),
}

impl ChangeError {
    /// That a change does not fit the game.
    #[must_use]
    pub fn refused(change: &Change, error: VariantError) -> ChangeError {
        ChangeError::Refused(Box::new((change.clone(), error)))
    }

    /// What the change is about that is to blame; of all changes together that of the first one there is.
    #[must_use]
    pub const fn kind(&self) -> Option<ChangeKind> {
        match self {
            ChangeError::NoEquals { kind, .. } => Some(*kind),
            ChangeError::Twice(both) => Some(both.0.kind),
            ChangeError::Refused(refused) => Some(refused.0.kind),
            ChangeError::Closed(change) => Some(change.kind),
            ChangeError::Faults(_) => None,
        }
    }
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChangeError::NoEquals { kind, text } => {
                let text = shown(text, 80);
                write!(f, "{text}: expected an equals sign, as in {}", kind.example())
            }
            ChangeError::Twice(both) => {
                write!(f, "{} and {}: expected one of them", both.0.shown(), both.1.shown())
            }
            ChangeError::Refused(refused) => write!(f, "{}: {}", refused.0.shown(), refused.1),
            ChangeError::Faults(faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                write!(f, "it is no game with these changes: {}", faults.join("; "))
            }
            ChangeError::Closed(change) => {
                let (change, what) = (change.shown(), &change.what);
                write!(f, "{change}: {what} is closed: no pay table is posted for it")
            }
        }
    }
}

impl std::error::Error for ChangeError {}

impl Change {
    /// As it was written, cut short and made fit to be shown.
    fn shown(&self) -> String {
        shown(&self.to_string(), 80)
    }

    /// Reads a change.
    ///
    /// # Errors
    ///
    /// If there is no equals sign in it.
    pub fn read(kind: ChangeKind, text: &str) -> Result<Change, ChangeError> {
        let parts = text.split_once('=');
        let (what, value) = parts.ok_or_else(|| ChangeError::NoEquals { kind, text: text.into() })?;
        Ok(Change { kind, what: what.trim().into(), value: value.trim().into() })
    }

    /// Reads changes, rulings first.
    ///
    /// # Errors
    ///
    /// If one is not written as a change, or two are about the same thing.
    pub fn read_all(rulings: &[String], pays: &[String]) -> Result<Vec<Change>, ChangeError> {
        let mut changes: Vec<Change> = Vec::new();
        for (kind, texts) in [(ChangeKind::Ruling, rulings), (ChangeKind::Pays, pays)] {
            for text in texts {
                let change = Change::read(kind, text)?;
                let same = |other: &&Change| (other.kind, &other.what) == (kind, &change.what);
                if let Some(other) = changes.iter().find(same) {
                    return Err(ChangeError::Twice(Box::new((other.clone(), change))));
                }
                changes.push(change);
            }
        }
        Ok(changes)
    }

    /// Makes the change in a file.
    ///
    /// # Errors
    ///
    /// If it does not fit the game.
    pub fn make(&self, doc: &mut GameDoc) -> Result<(), VariantError> {
        match self.kind {
            ChangeKind::Ruling => set_ruling(doc, &self.what, &self.value),
            ChangeKind::Pays => set_pays(doc, &self.what, &self.value),
        }
    }
}

/// A game ready to use, with the file that it was made from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file, with the changes asked for.
    pub doc: GameDoc,
    /// The game.
    pub game: Arc<Game>,
    /// The hash of its rules: `sha256:…`.
    pub hash: String,
}

impl Loaded {
    /// A game and the file that it was made from.
    #[must_use]
    pub fn new(doc: GameDoc, game: Game) -> Loaded {
        let hash = rules_hash(&doc);
        Loaded { doc, game: Arc::new(game), hash }
    }

    /// The same game with these changes.
    ///
    /// # Errors
    ///
    /// If one does not fit the game, or it is none with all of them.
    pub fn with(&self, changes: &[Change]) -> Result<Loaded, ChangeError> {
        if changes.is_empty() {
            return Ok(self.clone());
        }
        let mut doc = self.doc.clone();
        // Pays first: whoever gives them counts the rows of the game as it is shown, whatever other reading is asked about.
        let (pays, rulings): (Vec<_>, Vec<_>) =
            changes.iter().partition(|change| change.kind == ChangeKind::Pays);
        for change in pays.into_iter().chain(rulings) {
            change.make(&mut doc).map_err(|error| ChangeError::refused(change, error))?;
        }
        Loaded::changed(doc, changes.iter())
    }

    /// The game of a file in which these changes were made.
    ///
    /// # Errors
    ///
    /// If it is none with all of them, or pays were changed for nothing.
    pub fn changed<'c>(
        doc: GameDoc,
        mut changes: impl Iterator<Item = &'c Change>,
    ) -> Result<Loaded, ChangeError> {
        let game = doc.check().map_err(ChangeError::Faults)?;
        if let Some(change) =
            changes.find(|change| change.kind == ChangeKind::Pays && is_closed(&game, &change.what))
        {
            return Err(ChangeError::Closed(change.clone()));
        }
        Ok(Loaded::new(doc, game))
    }
}

/// Whether a wager or bonus has no posted pay table, so that nothing is paid whatever its rows say.
fn is_closed(game: &Game, id: &str) -> bool {
    let bonus = || game.bonuses.iter().position(|bonus| bonus.id == *id).map(LineOf::Bonus);
    let line = game.wager_no(id).map(LineOf::Wager).or_else(bonus);
    line.is_some_and(|line| game.table(line).closed)
}
