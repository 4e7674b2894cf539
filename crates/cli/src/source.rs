//! Where a command gets its game from: a built-in id or a file, with rulings and pays changed on request.

use crate::output;
use core::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;
use tercet_games::{LONGEST_FILE, builtin, builtin_text, canonical, nearest, rules_hash, variant};
use tercet_rules::{Game, GameDoc, LineOf};

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
        let mut changes: Vec<Change> = Vec::new();
        for (kind, texts) in [(&RULING, &self.ruling), (&PAY, &self.pay)] {
            for text in texts {
                let change = Change::read(kind, text)?;
                if let Some(other) = changes.iter().find(|other| other.what == change.what && other.is(kind))
                {
                    return Err(format!("error: {other} and {change}: expected one of them"));
                }
                changes.push(change);
            }
        }
        Ok(changes)
    }
}

/// One change to a game.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    kind: &'static Kind,
    what: String,
    value: String,
}

/// What can be changed.
#[derive(Debug)]
struct Kind {
    option: &'static str,
    example: &'static str,
    set: fn(&mut GameDoc, &str, &str) -> Result<(), variant::VariantError>,
}

static RULING: Kind = Kind { option: "--ruling", example: "R1=player-wins", set: variant::set_ruling };
static PAY: Kind = Kind { option: "--pay", example: "pair-plus=40-30-6-4-1", set: variant::set_pays };

impl Change {
    fn read(kind: &'static Kind, text: &str) -> Result<Change, String> {
        let Some((what, value)) = text.split_once('=') else {
            let Kind { option, example, .. } = kind;
            return Err(format!("error: {option} {text}: expected an equals sign, as in {example}"));
        };
        Ok(Change { kind, what: what.trim().into(), value: value.trim().into() })
    }

    fn is(&self, kind: &Kind) -> bool {
        self.kind.option == kind.option
    }

    /// Makes the change.
    fn make(&self, doc: &mut GameDoc) -> Result<(), variant::VariantError> {
        (self.kind.set)(doc, &self.what, &self.value)
    }

    /// Why the change cannot be made: a message for the person at the terminal.
    fn refused(&self, error: &variant::VariantError) -> String {
        format!("error: {self}: {error}")
    }
}

/// As it was typed.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}={}", self.kind.option, self.what, self.value)
    }
}

/// A game ready to use.
pub(crate) struct Loaded {
    /// The file as it was written, with the changes asked for.
    pub(crate) doc: GameDoc,
    /// The game.
    pub(crate) game: Arc<Game>,
    /// The hash of its rules: `sha256:…`.
    pub(crate) hash: String,
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
    let (mut doc, game) = read(&open(name)?)?;
    if changes.is_empty() {
        let hash = rules_hash(&doc);
        return Ok(Loaded { doc, game: Arc::new(game), hash });
    }
    for change in changes {
        change.make(&mut doc).map_err(|error| change.refused(&error))?;
    }
    changed(name, doc, changes.iter())
}

/// Loads a game with those of the changes that are about something it has, each by itself; also says which are.
///
/// # Errors
///
/// A message for the person at the terminal: there is no such game; a change is about something that the game has, but
/// does not fit it; or the changes do not fit together.
pub(crate) fn load_with_own(name: &str, changes: &[Change]) -> Result<(Loaded, Vec<bool>), String> {
    let (mut doc, _) = read(&open(name)?)?;
    let mut own = Vec::with_capacity(changes.len());
    for change in changes {
        own.push(match change.make(&mut doc) {
            Ok(()) => true,
            Err(error) if error.is_about_another_game() => false,
            Err(error) => return Err(format!("{} (in {name})", change.refused(&error))),
        });
    }
    let made = changes.iter().zip(&own).filter_map(|(change, own)| own.then_some(change));
    Ok((changed(name, doc, made)?, own))
}

/// The game of a file in which these changes were made.
fn changed<'a>(
    name: &str,
    doc: GameDoc,
    mut changes: impl Iterator<Item = &'a Change>,
) -> Result<Loaded, String> {
    let game = doc.check().map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        format!("error: {name} is no game with these changes:{}", faults.concat())
    })?;
    if let Some(change) = changes.find(|change| change.is(&PAY) && is_closed(&game, &change.what)) {
        return Err(format!(
            "error: {change}: {} is closed in {name}: no pay table is posted for it",
            change.what
        ));
    }
    let hash = rules_hash(&doc);
    Ok(Loaded { doc, game: Arc::new(game), hash })
}

/// Whether a wager or bonus has no posted pay table, so that nothing is paid whatever its rows say.
fn is_closed(game: &Game, id: &str) -> bool {
    let bonus = || game.bonuses.iter().position(|bonus| bonus.id == *id).map(LineOf::Bonus);
    let line = game.wager_no(id).map(LineOf::Wager).or_else(bonus);
    line.is_some_and(|line| game.table(line).closed)
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

fn read(source: &Source) -> Result<(GameDoc, Game), String> {
    let checked = tercet_games::check(text(source)?).map_err(|faults| rendered(&faults, source))?;
    Ok((checked.doc, checked.game))
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

    fn refused(name: &str, variant: &Variant) -> String {
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
        let message = refused("three-card-pokr", &Variant::default());
        assert!(message.contains("did you mean three-card-poker?"), "{message}");
        assert!(message.contains("three-card-fury") && message.contains("./my-game.toml"), "{message}");
        assert!(!refused("roulette", &Variant::default()).contains("did you mean"));
    }

    #[test]
    fn files_that_cannot_be_read_say_why() {
        let none = Variant::default();
        assert_eq!(refused("no/such.toml", &none), "error: no/such.toml: there is no such file");
        assert_eq!(refused("src", &none), "error: src is a directory; expected a game file");
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
            let message = refused("three-card-pairs-plus", &variant);
            assert!(message.starts_with("error: --") && message.contains(part), "{message}");
        }
        // Pays for a table that another change closes would be without effect.
        let both = Variant::new(vec!["R15=unset".into()], vec!["ante-bonus=50-40-9".into()]);
        let message = refused("three-card-shine", &both);
        assert!(message.contains("ante-bonus is closed in three-card-shine"), "{message}");
    }
}
