//! What the tests of `play` share: games, tables, golden files.

use super::session::Session;
use super::shoe::Shoe;
use super::table::Table;
use std::path::PathBuf;
use std::sync::Arc;
use tercet_rules::{Game, Money};

/// So many dollars.
pub(crate) fn dollars(dollars: i64) -> Money {
    Money::from_units(dollars * 100)
}

/// A built-in game by id, or a game of `testdata/games` by the name of its file.
pub(crate) fn game(name: &str) -> Arc<Game> {
    let built_in = tercet_games::builtin_game(name);
    Arc::new(built_in.unwrap_or_else(|| {
        let text = std::fs::read_to_string(test_games().join(name).with_extension("toml")).unwrap();
        tercet_games::load(&text).unwrap()
    }))
}

/// The five built-in games and those of `testdata/games`.
pub(crate) fn all_games() -> Vec<Arc<Game>> {
    let mut names: Vec<String> = tercet_games::builtin().iter().map(|file| file.id.to_owned()).collect();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(test_games()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    names.extend(files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()));
    names.iter().map(|name| game(name)).collect()
}

fn test_games() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games")
}

/// A table with $500 and the cards of a seed.
pub(crate) fn table(name: &str, positions: u8, others: u8, seed: u64) -> Table {
    let session = Session::sit(game(name), dollars(500), positions, others).unwrap();
    Table::new(session, Shoe::new(Some(seed)), None)
}

/// Compares a text with a golden file of this directory; `UPDATE_GOLDEN=1` writes the file instead.
#[track_caller]
pub(crate) fn golden(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/play/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == wanted,
        "{name} differs; UPDATE_GOLDEN=1 writes it anew. It is now:\n{text}\nIt was:\n{wanted}"
    );
}
