//! Where a command gets its game from: a built-in id or a file, with rulings and pays changed on request.

use crate::output;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
pub(crate) use tercet_games::{Change, Loaded};
use tercet_games::{ChangeError, LONGEST_FILE, builtin, builtin_text, canonical, nearest};

/// Changes to a game that a command accepts: `--ruling R1=player-wins`, `--pay pair-plus=40-30-6-4-1`.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Variant {
    /// Take another reading of a ruling, such as R1=player-wins (repeatable).
    #[arg(long, value_name = "RULING=READING")]
    ruling: Vec<String>,
    /// Post other pays for a wager, first row first, such as pair-plus=40-30-6-4-1 (repeatable).
    #[arg(long, value_name = "WAGER=PAYS")]
    pay: Vec<String>,
}

impl Variant {
    /// These readings and these pays.
    pub(crate) fn new(ruling: Vec<String>, pay: Vec<String>) -> Variant {
        Variant { ruling, pay }
    }

    /// Whether the game is wanted as it is written.
    pub(crate) fn is_none(&self) -> bool {
        self.ruling.is_empty() && self.pay.is_empty()
    }

    /// Each change by itself.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: a change is not written as one, or two are about the same thing.
    pub(crate) fn changes(&self) -> Result<Vec<Change>, String> {
        Change::read_all(&self.ruling, &self.pay).map_err(|error| refused("", &error))
    }
}

/// A change as it was typed.
pub(crate) fn typed(change: &Change) -> String {
    format!("--{} {change}", change.kind.word())
}

/// Why a game (this one) cannot be had with some changes: a message for the person at the terminal.
fn refused(name: &str, error: &ChangeError) -> String {
    match error {
        ChangeError::NoEquals { kind, text } => {
            format!("error: --{} {text}: expected an equals sign, as in {}", kind.word(), kind.example())
        }
        ChangeError::Twice(both) => {
            format!("error: {} and {}: expected one of them", typed(&both.0), typed(&both.1))
        }
        ChangeError::Refused(refused) => format!("error: {}: {}", typed(&refused.0), refused.1),
        ChangeError::Faults(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            format!("error: {name} is no game with these changes:{}", faults.concat())
        }
        ChangeError::Closed(change) => {
            let (typed, what) = (typed(change), &change.what);
            format!("error: {typed}: {what} is closed in {name}: no pay table is posted for it")
        }
    }
}

/// Loads a built-in game by id, or a game file by path, with the changes asked for.
///
/// # Errors
///
/// A message for the person at the terminal, ready to print.
pub(crate) fn load(name: &str, variant: &Variant) -> Result<Loaded, String> {
    load_changed(name, &variant.changes()?)
}

/// Loads a game with all of these changes.
///
/// # Errors
///
/// As [`load`].
pub(crate) fn load_changed(name: &str, changes: &[Change]) -> Result<Loaded, String> {
    read(&open(name)?)?.with(changes).map_err(|error| refused(name, &error))
}

/// Loads a game with those of the changes that are about something it has, each by itself; also says which are.
///
/// # Errors
///
/// A message for the person at the terminal: there is no such game; a change is about something that the game has, but
/// does not fit it; or the changes do not fit together.
pub(crate) fn load_with_own(name: &str, changes: &[Change]) -> Result<(Loaded, Vec<bool>), String> {
    let Loaded { mut doc, .. } = read(&open(name)?)?;
    let mut own = Vec::with_capacity(changes.len());
    for change in changes {
        own.push(match change.make(&mut doc) {
            Ok(()) => true,
            Err(error) if error.is_about_another_game() => false,
            Err(error) => {
                let error = ChangeError::refused(change, error);
                return Err(format!("{} (in {name})", refused(name, &error)));
            }
        });
    }
    let made = changes.iter().zip(&own).filter_map(|(change, own)| own.then_some(change));
    Ok((Loaded::changed(doc, made).map_err(|error| refused(name, &error))?, own))
}

/// The text of a game file: as it is written, or, with changes, in the normal form.
///
/// # Errors
///
/// As [`load`].
pub(crate) fn file_text(name: &str, variant: &Variant) -> Result<String, String> {
    if variant.is_none() {
        let source = open(name)?;
        return text(&source).map(str::to_owned);
    }
    load(name, variant).map(|loaded| canonical(&loaded.doc))
}

fn read(source: &Source) -> Result<Loaded, String> {
    let checked = tercet_games::check(text(source)?).map_err(|faults| rendered(&faults, source))?;
    Ok(Loaded::new(checked.doc, checked.game))
}

fn text(source: &Source) -> Result<&str, String> {
    tercet_games::utf8(&source.bytes).map_err(|faults| rendered(&faults, source))
}

fn rendered(faults: &tercet_games::Faults, source: &Source) -> String {
    faults.render(&source.name, output::stderr_colour())
}

/// What stands in a game file, read as bytes.
pub(crate) struct Source {
    /// What to call it in messages.
    pub(crate) name: String,
    /// Its bytes; one more than the longest file if it is too long.
    pub(crate) bytes: Vec<u8>,
}

/// Opens a built-in game file by id, or a file by path.
///
/// # Errors
///
/// A message for the person at the terminal: there is no such game, or the file cannot be read.
pub(crate) fn open(name: &str) -> Result<Source, String> {
    if let Some(text) = builtin_text(name) {
        return Ok(Source { name: name.into(), bytes: text.into() });
    }
    let path = Path::new(name);
    let looks_like_a_path =
        name.contains(std::path::is_separator) || name.ends_with(".toml") || path.exists();
    if !looks_like_a_path {
        return Err(unknown(name));
    }
    if path.is_dir() {
        return Err(format!("error: {name} is a directory; expected a game file"));
    }
    let file = File::open(path).map_err(|error| format!("error: {name}: {}", said(&error)))?;
    from(name, file)
}

/// Reads a game file from standard input.
///
/// # Errors
///
/// A message for the person at the terminal.
pub(crate) fn stdin() -> Result<Source, String> {
    from("<stdin>", io::stdin().lock())
}

fn from(name: &str, from: impl io::Read) -> Result<Source, String> {
    let most = u64::try_from(LONGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    from.take(most).read_to_end(&mut bytes).map_err(|error| format!("error: {name}: {}", said(&error)))?;
    Ok(Source { name: name.into(), bytes })
}

/// An error of the system in words that do not change from one system to the next.
pub(crate) fn said(error: &io::Error) -> String {
    let known = [
        (io::ErrorKind::NotFound, "there is no such file"),
        (io::ErrorKind::PermissionDenied, "permission to read it is denied"),
    ];
    let words = known.into_iter().find(|(kind, _)| *kind == error.kind());
    words.map_or_else(|| output::file::reason(error), |(_, words)| words.to_owned())
}

fn unknown(name: &str) -> String {
    let ids = || builtin().iter().map(|file| file.id);
    let meant = nearest(name, ids()).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    let list: Vec<String> = ids().map(|id| format!("\n  {id}")).collect();
    format!(
        "error: there is no game `{name}`{meant}\nThe built-in games are:{}\nA game file can be given by its path, such as ./my-game.toml.",
        list.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(name: &str, variant: &Variant) -> String {
        load(name, variant).err().unwrap_or_default()
    }

    fn ruling(change: &str) -> Variant {
        Variant { ruling: vec![change.into()], pay: Vec::new() }
    }

    fn pay(change: &str) -> Variant {
        Variant { ruling: Vec::new(), pay: vec![change.into()] }
    }

    #[test]
    fn every_built_in_game_loads() {
        for file in builtin() {
            let loaded = load(file.id, &Variant::default()).map_err(|error| panic!("{error}")).unwrap();
            assert_eq!(loaded.game.id, *file.id);
            assert_eq!(loaded.hash.len(), "sha256:".len() + 64);
        }
    }

    #[test]
    fn a_change_changes_the_hash() {
        let hash =
            |variant: &Variant| load("three-card-pairs-plus", variant).map(|loaded| loaded.hash).unwrap();
        let all = [
            hash(&Variant::default()),
            hash(&ruling("R1=player-wins")),
            hash(&ruling("R2=dealer-qualifies")),
            hash(&pay("pairs-plus=40-30-6-4-1")),
        ];
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one), "{i}");
        }
        assert_eq!(all[0], hash(&pay("pairs-plus=40-30-6-3-1")), "nothing changed");
    }

    #[test]
    fn an_unknown_game_is_told_what_there_is() {
        let message = why("three-card-pokr", &Variant::default());
        assert!(message.contains("did you mean three-card-poker?"), "{message}");
        assert!(message.contains("three-card-fury") && message.contains("./my-game.toml"), "{message}");
        assert!(!why("roulette", &Variant::default()).contains("did you mean"));
    }

    #[test]
    fn files_that_cannot_be_read_say_why() {
        let none = Variant::default();
        assert_eq!(why("no/such.toml", &none), "error: no/such.toml: there is no such file");
        assert_eq!(why("src", &none), "error: src is a directory; expected a game file");
    }

    #[test]
    fn changes_that_cannot_be_made_say_why() {
        for (variant, part) in [
            (ruling("R1"), "expected an equals sign, as in R1=player-wins"),
            (ruling(&["R1", "player-win"].join("=")), "did you mean `player-wins`?"),
            (ruling(&["R99", "push"].join("=")), "there is no ruling `R99`"),
            (ruling("R8=stays"), "depends on"),
            (pay("pairs-plus"), "expected an equals sign"),
            (pay("pairs-plus=40-30"), "2 pays for `pairs-plus`; expected 5"),
            (pay("pair-plus=40-30-6-4-1"), "did you mean `pairs-plus`?"),
            (pay("pairs-plus=40-30-6-4-x"), "`x` is no pay"),
        ] {
            let message = why("three-card-pairs-plus", &variant);
            assert!(message.starts_with("error: --") && message.contains(part), "{message}");
        }
        // Pays for a table that another change closes would be without effect.
        let both = Variant::new(vec!["R15=unset".into()], vec!["ante-bonus=50-40-9".into()]);
        let message = why("three-card-shine", &both);
        assert!(message.contains("ante-bonus is closed in three-card-shine"), "{message}");
    }
}
