//! Reading a text: parse, walk, check, and every fault with its place.

use crate::document;
use crate::findings::{Faults, Findings};
use crate::tree::{Notes, hidden};
use tercet_rules::{Fault, Game, GameDoc, is_harmless, lint};
use toml::Spanned;
use toml::de::DeTable;

/// The longest game file, in bytes. The built-in files are a hundredth of this.
pub const LONGEST_FILE: usize = 1 << 20;

/// Reads a game file piece by piece, without asking whether it makes sense as a whole.
///
/// # Errors
///
/// Every fault, each with its place: syntax, unknown keys, values of the wrong kind, and what the parts that could be
/// read have besides ([`GameDoc::faults_beside`]).
pub fn read(text: &str) -> Result<GameDoc, Faults> {
    parsed(text).map(|parsed| parsed.doc)
}

/// Reads a game file and checks it as a whole.
///
/// # Errors
///
/// Every fault of the file, each with its place and what was expected.
///
/// ```
/// let faults = tercet_games::load("id = \"Bad Id\"").expect_err("this is no game");
/// assert_eq!(faults.list()[0].message, "`name` is missing");
/// ```
pub fn load(text: &str) -> Result<Game, Faults> {
    check(text).map(|checked| checked.game)
}

/// [`load`] for bytes that may be no text.
///
/// # Errors
///
/// As [`load`]; bytes that are not UTF-8 are a fault too.
pub fn load_bytes(bytes: &[u8]) -> Result<Game, Faults> {
    load(utf8(bytes)?)
}

/// Bytes as the text of a game file.
///
/// # Errors
///
/// Bytes that are not UTF-8, more of them than a game file has, and characters that do not show as themselves.
pub fn utf8(bytes: &[u8]) -> Result<&str, Faults> {
    short_enough(bytes.len())?;
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
        let help = format!("byte {at}, in line {line}, begins no character; save the file as UTF-8");
        Faults(Findings::unreadable("this is not UTF-8 text", help))
    })?;
    legible(text)?;
    Ok(text)
}

/// A game file that is a game.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The file as it is written.
    pub doc: GameDoc,
    /// The game.
    pub game: Game,
}

impl Checked {
    /// What is legal in the file but suspicious, or worth knowing; `text` is the text it was read from.
    #[must_use]
    pub fn lints(&self, text: &str) -> Findings {
        let (file, _) = DeTable::parse_recoverable(text);
        Findings::lints(text, file.get_ref(), lint(&self.doc, &self.game))
    }
}

/// Reads and checks a game file, and keeps both forms of it.
///
/// # Errors
///
/// As [`load`].
pub fn check(text: &str) -> Result<Checked, Faults> {
    let parsed = parsed(text)?;
    match parsed.doc.check() {
        Ok(game) => Ok(Checked { doc: parsed.doc, game }),
        Err(faults) => Err(Faults(Findings::new(text, parsed.file.get_ref(), &[], faults))),
    }
}

struct Parsed<'t> {
    file: Spanned<DeTable<'t>>,
    doc: GameDoc,
}

fn parsed(text: &str) -> Result<Parsed<'_>, Faults> {
    short_enough(text.len())?;
    legible(text)?;
    let (file, syntax) = DeTable::parse_recoverable(text);
    // After a repeated key the first one counts, and the rest can be read. After anything else it cannot.
    if syntax.iter().any(|error| error.message() != "duplicate key") {
        return Err(Faults(Findings::new(text, file.get_ref(), &syntax, Vec::new())));
    }
    let notes = Notes::default();
    let doc = document::read(file.get_ref(), &notes);
    let (mut faults, unread): (Vec<Fault>, _) = notes.into_parts();
    if syntax.is_empty() && faults.is_empty() {
        return Ok(Parsed { file, doc });
    }
    faults.extend(doc.faults_beside(&unread));
    Err(Faults(Findings::new(text, file.get_ref(), &syntax, faults)))
}

fn short_enough(bytes: usize) -> Result<(), Faults> {
    if bytes <= LONGEST_FILE {
        return Ok(());
    }
    // Whoever reads the bytes may have stopped behind the bound, so their number is not the size of the file.
    let help = format!("this has more than {LONGEST_FILE} bytes; expected a game file of at most that many");
    Err(Faults(Findings::unreadable("this file is too long", help)))
}

/// Whether everything in a text shows as itself, in comments too: whoever reads a file sees what the program sees.
/// A byte order mark at the beginning is no trouble.
fn legible(text: &str) -> Result<(), Faults> {
    let hides = |(at, c): &(usize, char)| {
        !(is_harmless(*c) || matches!(c, '\t' | '\n' | '\r') || *at == 0 && *c == '\u{FEFF}')
    };
    let found: Vec<_> =
        text.char_indices().filter(hides).map(|(at, c)| (at..at + c.len_utf8(), hidden(c))).collect();
    if found.is_empty() { Ok(()) } else { Err(Faults(Findings::hidden(text, found))) }
}
