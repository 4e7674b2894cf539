//! Copies of a house: made while it is open, and a house made of one.
//!
//! What belongs together is in two files, and each is copied as it was at one moment: the journal first, then the people. So everybody who is in the
//! books of a copy is among its people. A copy, and a house that is restored, is there once it is whole and was looked at: until then it is in
//! a folder whose name ends in `.part`.

use crate::files::{at, make_private, private, seeds_key_of, write_secret};
use crate::games::{Games, files};
use crate::house::{NotOpen, OWN_GAMES, clock_ms};
use std::fs;
use std::path::{Path, PathBuf};
use tercet_people::{By, People, Settings as PeopleSettings};
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;

/// The files of a house.
const BOOKS: &str = "tables.db";
const PEOPLE: &str = "people.db";
const KEY: &str = "seeds.key";
const SETTINGS: &str = "tercet.toml";

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    /// How many records are in the journal of the copy.
    pub records: u64,
    /// Whether the key of the seeds is in it.
    pub with_key: bool,
}

/// Copies the house in a folder, whether it is open or not, to a folder that is not there yet, with or without the key of the seeds.
///
/// # Errors
///
/// If something of it cannot be read, is damaged, or cannot be written; there is no copy then.
pub fn back_up(data: &Path, to: &Path, with_key: bool) -> Result<Copied, NotOpen> {
    let part = new_folder(to)?;
    let copied = copy(data, &part, with_key).and_then(|copied| named(&part, to).map(|()| copied));
    or_nothing(&part, copied)
}

fn copy(data: &Path, part: &Path, with_key: bool) -> Result<Copied, NotOpen> {
    let books = Sqlite::open_read_only(data.join(BOOKS)).map_err(NotOpen::Books)?;
    // What the journal holds is fixed by now; the people follow at once, so that it is about one moment.
    People::back_up_file(data.join(PEOPLE), part.join(PEOPLE)).map_err(NotOpen::People)?;
    books.back_up(part.join(BOOKS)).map_err(NotOpen::Books)?;
    let file = part.join(BOOKS);
    private(&file).map_err(|error| at(&file, &error))?;
    let records = books.chain().map_err(NotOpen::Books)?.size;
    if with_key {
        copy_key(&data.join(KEY), part)?;
    }
    copy_settings(data, part)?;
    copy_games(data, part)?;
    Ok(Copied { records, with_key })
}

/// Makes a house of a copy, in a folder that is not there yet or is empty. The key of the seeds is the one of the copy, or in a file of its own.
///
/// # Errors
///
/// If the folder holds something, or a part of the copy is missing, damaged or cannot be opened; there is no house then.
pub fn restore(from: &Path, data: &Path, key: Option<&Path>) -> Result<Copied, NotOpen> {
    let part = new_folder(data)?;
    let copied = open_copy(from, &part, key).and_then(|copied| named(&part, data).map(|()| copied));
    or_nothing(&part, copied)
}

fn open_copy(from: &Path, part: &Path, key: Option<&Path>) -> Result<Copied, NotOpen> {
    let own = from.join(KEY);
    let key = key.unwrap_or(&own);
    if !key.exists() {
        let why = "no such file; expected the key of the seeds, without which rounds in play cannot go on: name it with --key";
        return Err(NotOpen::File { path: key.into(), why: why.into() });
    }
    copy_key(key, part)?;
    // What is copied is what SQLite sees, a log that lies beside it included; then it is opened as the house will open it, which looks at all of it.
    let books = Sqlite::open_read_only(from.join(BOOKS)).map_err(NotOpen::Books)?;
    books.back_up(part.join(BOOKS)).map_err(NotOpen::Books)?;
    let file = part.join(BOOKS);
    private(&file).map_err(|error| at(&file, &error))?;
    People::back_up_file(from.join(PEOPLE), part.join(PEOPLE)).map_err(NotOpen::People)?;
    let opened = Sqlite::open(part.join(BOOKS)).map_err(NotOpen::Books)?;
    let records = opened.chain().map_err(NotOpen::Books)?.size;
    drop(opened);
    let people = People::open(part.join(PEOPLE), PeopleSettings::default()).map_err(NotOpen::People)?;
    // A session that was ended since the copy was made would go on, and so would one of whoever has got hold of the copy.
    let by = By::house("the house was restored from a copy");
    people.end_all_sessions(&by, clock_ms()).map_err(|error| not_ended(&part.join(PEOPLE), error))?;
    drop(people);
    copy_settings(from, part)?;
    copy_games(from, part)?;
    // As the house will: what it would not open with is found now.
    Games::open(part.join(OWN_GAMES))?;
    Ok(Copied { records, with_key: true })
}

fn not_ended(path: &Path, error: tercet_people::Error) -> NotOpen {
    match error {
        tercet_people::Error::Failed(failure) => NotOpen::People(failure),
        tercet_people::Error::Refused(refused) => {
            NotOpen::File { path: path.into(), why: refused.to_string() }
        }
    }
}

/// A folder beside the one that is to be, for nobody else to read. What a copy that was cut short has left there is removed.
fn new_folder(to: &Path) -> Result<PathBuf, NotOpen> {
    let file = |why: &str| NotOpen::File { path: to.into(), why: why.into() };
    match fs::read_dir(to) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(file("it is there and not empty; expected a folder to be made"));
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(at(to, &error)),
    }
    let name = to.file_name().ok_or_else(|| file("it has no name; expected a folder to be made"))?;
    let mut name = name.to_os_string();
    name.push(".part");
    let part = to.with_file_name(name);
    if let Some(parent) = part.parent() {
        fs::create_dir_all(parent).map_err(|error| at(parent, &error))?;
    }
    match fs::remove_dir_all(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(at(&part, &error)),
        Err(_) | Ok(()) => {}
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&part).map_err(|error| at(&part, &error))?;
    Ok(part)
}

/// Gives the folder its name, for good.
fn named(part: &Path, to: &Path) -> Result<(), NotOpen> {
    let synced = |path: &Path| fs::File::open(path).and_then(|folder| folder.sync_all());
    synced(part).map_err(|error| at(part, &error))?;
    // An empty folder makes room for it; anything else does not.
    fs::rename(part, to).map_err(|error| at(to, &error))?;
    let parent = to.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    synced(parent).map_err(|error| at(parent, &error))
}

/// Leaves nothing behind of what did not come to its end.
fn or_nothing(part: &Path, copied: Result<Copied, NotOpen>) -> Result<Copied, NotOpen> {
    if copied.is_err() && part.exists() {
        // Why there is no copy counts for more than what is left of it.
        let _ = fs::remove_dir_all(part);
    }
    copied
}

fn copy_key(from: &Path, part: &Path) -> Result<(), NotOpen> {
    let bytes = fs::read(from).map_err(|error| at(from, &error))?;
    seeds_key_of(from, &bytes)?;
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
    match fs::copy(&from, &to) {
        Ok(_) => fs::File::open(&to).and_then(|file| file.sync_all()).map_err(|error| at(&to, &error)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(at(&from, &error)),
    }
}
