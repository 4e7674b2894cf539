//! What the targets share: the games, and ways to spoil a good text.

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use tercet_rules::Game;

/// The built-in games.
pub static BUILTIN: LazyLock<Vec<Arc<Game>>> =
    LazyLock::new(|| tercet_games::builtin().iter().map(|file| game(file.text)).collect());

/// The built-in games and those of `testdata/games`.
pub static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/games");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let text = |path| std::fs::read_to_string(path).expect("the file can be read");
    BUILTIN.iter().cloned().chain(files.into_iter().map(|path| game(&text(path)))).collect()
});

fn game(text: &str) -> Arc<Game> {
    Arc::new(tercet_games::load(text).expect("a good game"))
}

/// A change to a text: so many bytes at a place (in 65,536ths of the length) replaced by others.
#[derive(Arbitrary, Debug)]
pub struct Edit {
    at: u16,
    out: u8,
    put_in: Piece,
}

/// What an edit puts in.
#[derive(Arbitrary, Debug)]
enum Piece {
    Nothing,
    Byte(u8),
    Bytes(Vec<u8>),
    Number(i64),
    Word(u8),
    /// A stretch of the text itself.
    Copy(u16, u8),
}

const WORDS: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    "=",
    ":",
    "\\u0000",
    "\\ud800",
    "null",
    "true",
    "push",
    "lose",
    "1 to 1",
    "R1",
    "R5",
    "stays",
    "forfeit",
    "play",
    "fold",
    "ante",
    "\"play\":1000",
    "As",
    "10h",
    "\u{2660}",
    "straight flush",
    "100% of the meter",
    "\n",
    "\r\n",
    "$5",
    "1e3",
    "0.5",
    "9223372036854775808",
    "[[aggregate]]",
    "[wager.x]",
    "\"\"\"",
];

/// The text with the edits made, one after the other.
#[must_use]
pub fn spoiled(text: &str, edits: &[Edit]) -> Vec<u8> {
    spoiled_bytes(text.as_bytes(), edits)
}

/// The bytes with the edits made, one after the other.
#[must_use]
pub fn spoiled_bytes(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for edit in edits {
        let place = |at: u16, len: usize| usize::from(at) * (len + 1) >> 16;
        let at = place(edit.at, bytes.len());
        let end = bytes.len().min(at + usize::from(edit.out % 32));
        let put_in = match &edit.put_in {
            Piece::Nothing => Vec::new(),
            Piece::Byte(byte) => vec![*byte],
            Piece::Bytes(bytes) => bytes.clone(),
            Piece::Number(number) => number.to_string().into_bytes(),
            Piece::Word(word) => WORDS[usize::from(*word) % WORDS.len()].as_bytes().to_vec(),
            Piece::Copy(from, len) => {
                let from = place(*from, bytes.len());
                bytes[from..bytes.len().min(from + usize::from(*len))].to_vec()
            }
        };
        bytes.splice(at..end, put_in);
    }
    bytes
}
