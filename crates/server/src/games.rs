//! The games that tables can be set to: the built-in ones, and those that the house has brought in itself.
//!
//! A house's own are files in its folder `games`, one for each id, in their normal form. A table holds the whole file that it was set to, so that one may be
//! brought in anew, or taken away, at any time: it is the tables that are set afterwards which notice.

use crate::files::{at, is_file, is_folder, make_private, write_secret};
use crate::fixed::Fixed;
use crate::house::NotOpen;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard};
use tercet_games::{Checked, Faults, Loaded, utf8};
use tercet_ledger::Hash;
use tercet_pit::Look;
use tercet_rules::{Game, one_of};

/// A game and its file.
pub(crate) struct GameFile {
    /// The file in its normal form.
    pub(crate) text: String,
    /// What it makes.
    pub(crate) game: Arc<Game>,
    /// Both, as odds and rule cards are made from them.
    pub(crate) loaded: Arc<Loaded>,
    /// The SHA-256 of the text.
    pub(crate) rules: Hash,
    /// Whether it comes with the program.
    pub(crate) built_in: bool,
    /// What is answered about it, once that was asked for.
    pub(crate) answers: Answers,
}

/// What is answered about a game as it is written.
#[derive(Default)]
pub(crate) struct Answers {
    /// What may be bet, and what it pays.
    pub(crate) info: OnceLock<Fixed>,
    /// The rule card as JSON.
    pub(crate) card: OnceLock<Fixed>,
    /// The rule card as a document.
    pub(crate) markdown: OnceLock<Fixed>,
    /// The file.
    pub(crate) file: OnceLock<Fixed>,
}

impl GameFile {
    /// # Errors
    ///
    /// Every fault of the file.
    pub(crate) fn read(text: &str, built_in: bool) -> Result<GameFile, Faults> {
        // Names of tables and files are made of it, so it is read as bytes from outside are.
        Ok(GameFile::of(tercet_games::check(utf8(text.as_bytes())?)?, built_in))
    }

    /// A file that was checked.
    pub(crate) fn of(Checked { doc, game }: Checked, built_in: bool) -> GameFile {
        let text = tercet_games::canonical(&doc);
        let loaded = Arc::new(Loaded::new(doc, game));
        let (game, rules) = (Arc::clone(&loaded.game), Hash::of(&[text.as_bytes()]));
        GameFile { text, game, loaded, rules, built_in, answers: Answers::default() }
    }
}

impl GameFile {
    /// Whether its rules have this hash, as every form writes it.
    fn is(&self, name: &str) -> bool {
        crate::seen::rules(&self.rules) == name
    }
}

/// What is on the shelf.
#[derive(Default)]
struct Shelf {
    by_id: BTreeMap<String, Arc<GameFile>>,
    /// Those that were taken away or replaced, and are played on at tables that were set before; limits that are posted at a table make another.
    past: BTreeMap<Hash, Arc<GameFile>>,
    /// Those of them that tables could be set to.
    taken_away: BTreeSet<Hash>,
    /// The list of those that tables can be set to, once it was asked for since the last change.
    list: OnceLock<Arc<Fixed>>,
}

impl Shelf {
    /// The game of this id, or whose rules have this hash, of those that tables can be set to.
    fn offered(&self, name: &str) -> Option<&Arc<GameFile>> {
        self.by_id.get(name).or_else(|| self.by_id.values().find(|file| file.is(name)))
    }

    /// Whether there is one whose rules have this hash.
    fn has(&self, rules: &Hash) -> bool {
        self.past.contains_key(rules) || self.by_id.values().any(|file| file.rules == *rules)
    }

    /// Keeps one that no table can be set to any more.
    fn take(&mut self, file: Arc<GameFile>) {
        self.taken_away.insert(file.rules);
        self.past.insert(file.rules, file);
    }
}

/// The games of the house, by id.
pub(crate) struct Games {
    folder: PathBuf,
    shelf: RwLock<Shelf>,
    /// Held while a game is brought in or taken away, its row in the log included: the shelf is free meanwhile.
    pub(crate) changing: tokio::sync::Mutex<()>,
}

/// Why a game is not brought in or taken away.
pub(crate) enum NotKept {
    /// There is none of this name.
    None,
    /// It comes with the program.
    BuiltIn,
    /// The file cannot be written.
    File(NotOpen),
}

impl Games {
    /// The built-in ones, and those in this folder, which need not be there.
    ///
    /// # Errors
    ///
    /// The faults of the first that has any, with its name; or what cannot be read.
    pub(crate) fn open(folder: PathBuf) -> Result<Games, NotOpen> {
        let mut shelf = Shelf::default();
        for game in tercet_games::builtin() {
            let file = GameFile::read(game.text, true).map_err(NotOpen::Game)?;
            shelf.by_id.insert(file.game.id.to_string(), Arc::new(file));
        }
        for path in files(&folder)? {
            let bytes = std::fs::read(&path).map_err(|error| at(&path, &error))?;
            let wrong = |why: String| NotOpen::File { path: path.clone(), why };
            let read = utf8(&bytes).and_then(|text| GameFile::read(text, false));
            let file = read.map_err(|faults| wrong(format!("a game file with faults\n{faults}")))?;
            let id = file.game.id.to_string();
            if path.file_stem().and_then(|stem| stem.to_str()) != Some(&id) {
                return Err(wrong(format!(
                    "it holds the game {id}; expected one that is called as the file is"
                )));
            }
            if shelf.by_id.contains_key(&id) {
                return Err(wrong(format!("{id} comes with the program; expected another id")));
            }
            shelf.by_id.insert(id, Arc::new(file));
        }
        Ok(Games { folder, shelf: RwLock::new(shelf), changing: tokio::sync::Mutex::default() })
    }

    /// The same, if tables can be set to it: what was taken away or replaced, they cannot.
    pub(crate) fn offered(&self, name: &str) -> Option<Arc<GameFile>> {
        self.shelf().offered(name).cloned()
    }

    /// The game of this id, or whose rules have this hash.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<GameFile>> {
        let shelf = self.shelf();
        let past = || shelf.past.values().find(|file| file.is(name));
        shelf.offered(name).or_else(past).cloned()
    }

    /// Every file of this id, or whose rules have this hash, that tables can be set to, or could since the house opened.
    pub(crate) fn known(&self, name: &str) -> Vec<Arc<GameFile>> {
        let shelf = self.shelf();
        let taken_away = shelf.taken_away.iter().filter_map(|rules| shelf.past.get(rules));
        let all = shelf.by_id.values().chain(taken_away);
        all.filter(|file| file.game.id.as_str() == name || file.is(name)).cloned().collect()
    }

    fn shelf(&self) -> RwLockReadGuard<'_, Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them, in order of their ids.
    pub(crate) fn all(&self) -> Vec<Arc<GameFile>> {
        self.shelf().by_id.values().cloned().collect()
    }

    /// The list of all of them, in order of their ids, as it was made of them since the last change.
    pub(crate) fn list(&self, make: impl FnOnce(&mut dyn Iterator<Item = &GameFile>) -> Fixed) -> Arc<Fixed> {
        let shelf = self.shelf();
        let made = || Arc::new(make(&mut shelf.by_id.values().map(Arc::as_ref)));
        Arc::clone(shelf.list.get_or_init(made))
    }

    /// What to say if there is no game of this name.
    pub(crate) fn none(&self, name: &str) -> String {
        let name = tercet_rules::shown(name, 80);
        let all = self.all();
        format!("there is no game {name}; expected {}", one_of(all.iter().map(|file| file.game.id.as_str())))
    }

    /// Notes what a table is set to, and what it plays.
    pub(crate) fn hear(&self, look: &Look) {
        for settings in [look.settings(), look.round_settings()].into_iter().flatten() {
            self.remember(&settings.text, &settings.rules);
        }
    }

    /// Notes a game that a table is set to, which may be on the shelf no more. What no table has taken is not noted: whoever asks could fill the memory.
    pub(crate) fn remember(&self, text: &str, rules: &Hash) {
        if self.shelf().has(rules) {
            return;
        }
        // A table that was set by an older program may hold a file that this one would not take; its rounds can be played all the same.
        let Ok(file) = GameFile::read(text, false) else { return };
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        if !shelf.has(rules) {
            shelf.past.insert(*rules, Arc::new(file));
        }
    }

    /// The game that one of this id would take the place of, if there is one.
    ///
    /// # Errors
    ///
    /// If one of that id comes with the program.
    pub(crate) fn replaced_by(&self, id: &str) -> Result<Option<Arc<GameFile>>, NotKept> {
        let there = self.shelf().by_id.get(id).cloned();
        if there.as_ref().is_some_and(|there| there.built_in) { Err(NotKept::BuiltIn) } else { Ok(there) }
    }

    /// Brings in a game, in the place of an own one of the same id. Whoever calls holds [`changing`](Games::changing).
    ///
    /// # Errors
    ///
    /// If one of that id comes with the program, or the file cannot be written.
    pub(crate) fn keep(&self, file: GameFile) -> Result<(), NotKept> {
        let id = file.game.id.to_string();
        self.replaced_by(&id)?;
        let path = self.path(&id);
        let written = make_private(&self.folder).and_then(|()| write_secret(&path, file.text.as_bytes()));
        written.map_err(|error| NotKept::File(at(&path, &error)))?;
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        shelf.list = OnceLock::new();
        let before = shelf.by_id.insert(id, Arc::new(file));
        before.into_iter().for_each(|before| shelf.take(before));
        Ok(())
    }

    /// Takes an own game away. Whoever calls holds [`changing`](Games::changing).
    ///
    /// # Errors
    ///
    /// If there is none of that id, it comes with the program, or the file cannot be removed.
    pub(crate) fn take_away(&self, id: &str) -> Result<(), NotKept> {
        let file = self.replaced_by(id)?.ok_or(NotKept::None)?;
        let path = self.path(id);
        std::fs::remove_file(&path).map_err(|error| NotKept::File(at(&path, &error)))?;
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        shelf.list = OnceLock::new();
        shelf.by_id.remove(id);
        shelf.take(file);
        Ok(())
    }

    /// The file of an own game. An id has lower-case letters, digits and hyphens.
    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.toml"))
    }
}

/// The game files in a folder, in order; none if there is no such folder. What was not written to its end is no game file.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, NotOpen> {
    if !is_folder(folder, "the folder of the house's own games")? {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| at(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            is_file(&path, "a game file")?;
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use crate::house::House;
    use crate::seen::rules;
    use crate::{Clocks, Settings};
    use tercet_ledger::{Key, Name};
    use tercet_table::{Ask, Do, Who};

    /// What everybody can see of a table is found, though nobody was told of it yet.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_a_table_is_seen_to_be_set_to_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let house = House::open(Settings::new(folder.path())).await.unwrap();
        let text = tercet_games::builtin_text("three-card-fortune").unwrap().replacen(
            "\"3 Card",
            "\"Late 3 Card",
            1,
        );
        let set = tercet_table::Settings::new(&text, 0, None, Clocks::default()).unwrap();
        let name = rules(&set.rules);
        assert!(house.game(&name).is_none());
        let ask = Ask::new(Who::Floor(Name::new("flo").unwrap()), Do::Set(Box::new(set)));
        let table = house.table("three-card-fortune").unwrap();
        table.ask(ask, Key::new(b"set").unwrap()).await.unwrap();
        house.games.shelf.write().unwrap().past.clear();
        assert_eq!(house.game(&name).map(|file| rules(&file.rules)), Some(name));
        house.close().await;
    }
}
