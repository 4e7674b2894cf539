//! The rows of `testdata/rounds` (its README explains them), and how a round is settled for them.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, from_str};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tercet_games::variant::set_ruling;
use tercet_protocol::settle::{Answer, Incoming, Problem, write_settlement};
use tercet_rules::{Game, GameDoc, TableLimits, settle};

/// The files of the built-in games, read once.
static BUILTIN: LazyLock<Vec<GameDoc>> = LazyLock::new(|| {
    let all = tercet_games::builtin().iter();
    all.filter_map(|file| tercet_games::builtin_doc(file.id)).collect()
});

/// One row.
pub(crate) struct Row {
    /// File, line and name, for messages.
    pub(crate) place: String,
    pub(crate) round: String,
    fields: BTreeMap<String, Box<RawValue>>,
}

impl Row {
    /// A field of the row, if it is there.
    pub(crate) fn get<T: for<'de> Deserialize<'de>>(&self, field: &str) -> Option<T> {
        let text = self.fields.get(field)?.get();
        Some(from_str(text).unwrap_or_else(|error| panic!("{}: {field}: {error}", self.place)))
    }

    /// Whether the row's round is of this built-in game.
    pub(crate) fn plays(&self, id: &str) -> bool {
        let named = Incoming::read(self.round.as_bytes()).game().is_some_and(|game| game == id);
        named && !self.fields.contains_key("file")
    }

    /// The game of the row, with the rulings it asks for and changed as told; none if there is no such game,
    /// or the change makes it none.
    fn game(&self, named: Option<&str>, change: &dyn Fn(&mut GameDoc)) -> Option<Game> {
        let mut doc = match self.get::<String>("file") {
            Some(file) => {
                let text =
                    std::fs::read_to_string(testdata("games").join(file)).expect("the game file is there");
                tercet_games::read(&text).expect("the game file can be read")
            }
            None => BUILTIN.iter().find(|doc| doc.id == *named.unwrap_or_default())?.clone(),
        };
        for change in self.get::<Vec<String>>("rulings").unwrap_or_default() {
            let (ruling, reading) = change.split_once('=').expect("a ruling and a reading");
            set_ruling(&mut doc, ruling, reading).unwrap_or_else(|error| panic!("{}: {error}", self.place));
        }
        change(&mut doc);
        doc.check().ok()
    }

    /// The answer to the row's round under a changed game: a settlement as JSON, or why there is none.
    pub(crate) fn settle(&self, change: &dyn Fn(&mut GameDoc)) -> Result<Value, Problem> {
        let round = Incoming::read(self.round.as_bytes());
        let Some(game) = self.game(round.game(), change) else {
            return Err(round.unknown_game("there is no such game"));
        };
        let limits =
            if self.get("no_limits").unwrap_or(false) { TableLimits::Ignore } else { TableLimits::Apply };
        let settlement = settle(&round.check(&game, limits)?);
        let mut json = Vec::new();
        let answer = Answer {
            id: round.id(),
            game: &game,
            rules: "sha256:0",
            settlement: &settlement,
            readings: None,
        };
        write_settlement(&mut json, &answer);
        Ok(serde_json::from_slice(&json).expect("answers are JSON"))
    }
}

/// An object in the order in which it is written.
pub(crate) struct Ordered(pub(crate) Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ordered, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Ordered;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

pub(crate) fn testdata(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder)
}

/// The rows of one file.
pub(crate) fn rows(file: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(file).expect("the rows can be read");
    let row = |(at, line): (usize, &str)| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let fields: BTreeMap<String, Box<RawValue>> =
            from_str(line).unwrap_or_else(|error| panic!("{name}:{}: {error}", at + 1));
        let round = fields["round"].get().to_owned();
        let title = fields.get("name").map_or("", |name| name.get());
        Row { place: format!("{name}:{} {title}", at + 1), round, fields }
    };
    text.lines().enumerate().map(row).collect()
}

/// Every file of rows but the cases from outside, which have a form of their own.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(testdata("rounds")).expect("the folder is there");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "jsonl") && !path.ends_with("cases.jsonl"));
    files.sort();
    files
}
