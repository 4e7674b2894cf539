//! Copies of a house: made while it is open, and a house made of one.
//!
//! What belongs together is in two files, and each is copied as it was at one moment: the journal first, then the people. So everybody who is in the
//! books of a copy is among its people. A copy, and a house that is restored, is there once it is whole and was looked at: until then it is in
//! a folder whose name ends in `.part`.

use crate::files::{
    BOOKS, IF_LOST, KEY, NO_KEY, PEOPLE, SETTINGS, at, folder_of, is_file, is_folder, make_private, not,
    private, read_key, settings_text, write_secret,
};
use crate::founding::founded_in;
use crate::games::{Games, files};
use crate::house::{NotOpen, OWN_GAMES, Settings, clock_ms};
use std::fs;
use std::path::{Path, PathBuf};
use tercet_ledger::Name;
use tercet_people::{By, People, Settings as PeopleSettings};
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;
use tercet_table::{Founding, HouseKey, opens};

/// What was copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// How many records are in the journal of the copy.
    pub records: u64,
    /// Whether the key of the seeds is in it.
    pub with_key: bool,
    /// The tables of a house that was restored with a round in play that its key does not open: it cannot be opened under it.
    pub locked: Vec<Name>,
}

/// Copies the house in a folder, whether it is open or not, to a folder that is not there yet, with or without the key of the seeds.
///
/// # Errors
///
/// If something of it cannot be read, is damaged, or cannot be written; there is no copy then.
pub fn back_up(data: &Path, to: &Path, with_key: bool) -> Result<Copied, NotOpen> {
    // What the journal holds is fixed by now; the people follow at once, so that it is about one moment.
    let books = Sqlite::open_read_only(data.join(BOOKS)).map_err(NotOpen::Books)?;
    new_folder(to)?.filled(|part| {
        People::back_up_file(data.join(PEOPLE), part.join(PEOPLE)).map_err(NotOpen::People)?;
        let records = copy_books(&books, part)?;
        if with_key {
            copy_key(&data.join(KEY), part)?;
        }
        copy_settings(data, part)?;
        copy_games(data, part)?;
        Ok(Copied { records, with_key, locked: Vec::new() })
    })
}

/// Copies the books; gives how many records are in the copy.
fn copy_books(books: &Sqlite, part: &Path) -> Result<u64, NotOpen> {
    let file = part.join(BOOKS);
    books.back_up(&file).map_err(NotOpen::Books)?;
    private(&file).map_err(|error| at(&file, &error))?;
    Ok(books.chain().map_err(NotOpen::Books)?.size)
}

/// Makes a house of a copy, in a folder that is not there yet or is empty. The key of the seeds is the one of the copy, or in a file of its own.
///
/// # Errors
///
/// If the folder holds something, or a part of the copy is missing, damaged or cannot be opened; there is no house then.
pub fn restore(from: &Path, data: &Path, key: Option<&Path>) -> Result<Copied, NotOpen> {
    if !is_folder(from, "the folder of a copy")? {
        return Err(not(from, "no such folder; expected that of a copy"));
    }
    let own = from.join(KEY);
    if key.is_none() && !is_file(&own, "the key of the seeds")? {
        return Err(not(&own, format!("{NO_KEY}: name it with --key; {IF_LOST}")));
    }
    new_folder(data)?.filled(|part| open_copy(from, part, key.unwrap_or(&own)))
}

fn open_copy(from: &Path, part: &Path, key: &Path) -> Result<Copied, NotOpen> {
    copy_key(key, part)?;
    // What is copied is what SQLite sees, a log that lies beside it included; then it is opened as the house will open it, which looks at all of it.
    let books = Sqlite::open_read_only(from.join(BOOKS)).map_err(NotOpen::Books)?;
    let records = copy_books(&books, part)?;
    People::back_up_file(from.join(PEOPLE), part.join(PEOPLE)).map_err(NotOpen::People)?;
    let locked =
        locked(&Sqlite::open(part.join(BOOKS)).map_err(NotOpen::Books)?, &read_key(&part.join(KEY))?.0)?;
    let people = People::open(part.join(PEOPLE), PeopleSettings::default()).map_err(NotOpen::People)?;
    // A session that was ended since the copy was made would go on, and so would one of whoever has got hold of the copy.
    let by = By::house("the house was restored from a copy");
    people.end_all_sessions(&by, clock_ms()).map_err(|error| not_ended(&part.join(PEOPLE), error))?;
    drop(people);
    copy_settings(from, part)?;
    copy_games(from, part)?;
    // As the house will: what it would not open with is found now, and named as it is in the copy.
    Games::open(from.join(OWN_GAMES))?;
    let settings = from.join(SETTINGS);
    if let Some(text) = settings_text(&settings)? {
        let mut taken = Settings::new(part);
        let bad = taken.take_file(&text, &settings.display().to_string());
        if let Some(bad) = bad.into_iter().next() {
            return Err(NotOpen::Setting(bad));
        }
    }
    Ok(Copied { records, with_key: true, locked })
}

/// The tables with a round in play that this key does not open.
fn locked(books: &Sqlite, key: &HouseKey) -> Result<Vec<Name>, NotOpen> {
    let mut locked = Vec::new();
    for Founding { table, .. } in founded_in(books).map_err(NotOpen::Books)? {
        // What is wrong besides is said as the house is opened.
        if let Ok(false) = opens(&table, books, key) {
            locked.push(table);
        }
    }
    Ok(locked)
}

fn not_ended(path: &Path, error: tercet_people::Error) -> NotOpen {
    match error {
        tercet_people::Error::Failed(failure) => NotOpen::People(failure),
        tercet_people::Error::Refused(refused) => {
            NotOpen::File { path: path.into(), why: refused.to_string() }
        }
    }
}

/// A folder beside the one that is to be, and what was made for it.
struct Part<'a> {
    path: PathBuf,
    to: &'a Path,
    /// The folders above it that were not there, the deepest first.
    above: Vec<PathBuf>,
}

/// Makes a folder beside the one that is to be, for nobody else to read. What a copy that was cut short has left there is removed.
fn new_folder(to: &Path) -> Result<Part<'_>, NotOpen> {
    let is_empty = || fs::read_dir(to).map(|mut entries| entries.next().is_none());
    if is_folder(to, "a folder to be made")? && !is_empty().map_err(|error| at(to, &error))? {
        return Err(not(to, "it is there and not empty; expected a folder to be made"));
    }
    let name = to.file_name().ok_or_else(|| not(to, "it has no name; expected a folder to be made"))?;
    let mut name = name.to_os_string();
    name.push(".part");
    let path = to.with_file_name(name);
    let missing = |folder: &&Path| !folder.as_os_str().is_empty() && folder.symlink_metadata().is_err();
    let above = path.ancestors().skip(1).take_while(missing).map(Path::to_path_buf).collect();
    let part = Part { path, to, above };
    part.make().inspect_err(|_| part.remove())?;
    Ok(part)
}

impl Part<'_> {
    fn make(&self) -> Result<(), NotOpen> {
        if let Some(parent) = self.path.parent() {
            fs::create_dir_all(parent).map_err(|error| at(parent, &error))?;
        }
        match fs::remove_dir_all(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(at(&self.path, &error)),
            Err(_) | Ok(()) => {}
        }
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.path).map_err(|error| at(&self.path, &error))
    }

    /// Gives it its name once everything is in it; leaves nothing behind if something is not.
    fn filled(self, fill: impl FnOnce(&Path) -> Result<Copied, NotOpen>) -> Result<Copied, NotOpen> {
        let filled = fill(&self.path).and_then(|copied| named(&self.path, self.to).map(|()| copied));
        filled.inspect_err(|_| self.remove())
    }

    /// Why there is no copy counts for more than what is left of it.
    fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
        self.above.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

/// Gives the folder its name, for good.
fn named(part: &Path, to: &Path) -> Result<(), NotOpen> {
    let synced = |path: &Path| fs::File::open(path).and_then(|folder| folder.sync_all());
    synced(part).map_err(|error| at(part, &error))?;
    // An empty folder makes room for it; anything else does not.
    fs::rename(part, to).map_err(|error| at(to, &error))?;
    let parent = folder_of(to);
    synced(parent).map_err(|error| at(parent, &error))
}

fn copy_key(from: &Path, part: &Path) -> Result<(), NotOpen> {
    let (_, bytes) = read_key(from)?;
    let to = part.join(KEY);
    write_secret(&to, &bytes).map_err(|error| at(&to, &error))
}

/// Copies the house's own games; it may have none.
fn copy_games(from: &Path, part: &Path) -> Result<(), NotOpen> {
    let (from, to) = (from.join(OWN_GAMES), part.join(OWN_GAMES));
    for file in files(&from)? {
        make_private(&to).map_err(|error| at(&to, &error))?;
        let bytes = fs::read(&file).map_err(|error| at(&file, &error))?;
        let copy = to.join(file.file_name().unwrap_or_default());
        write_secret(&copy, &bytes).map_err(|error| at(&copy, &error))?;
    }
    Ok(())
}

/// Copies the settings; a house without a file of them has the usual ones.
fn copy_settings(from: &Path, part: &Path) -> Result<(), NotOpen> {
    let (from, to) = (from.join(SETTINGS), part.join(SETTINGS));
    if !is_file(&from, "the settings of the house")? {
        return Ok(());
    }
    fs::copy(&from, &to).map_err(|error| at(&from, &error))?;
    fs::File::open(&to).and_then(|file| file.sync_all()).map_err(|error| at(&to, &error))
}
