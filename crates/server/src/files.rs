//! The files of a house: for whoever runs it alone, whatever the machine lets others read.

use crate::house::{NotOpen, OWN_GAMES, chance};
use crate::part::{PART, is_finished};
use std::path::{Path, PathBuf};
use tercet_ledger::{Name, hex};
use tercet_people::People;
use tercet_sqlite::reason;
use tercet_store::Store;
use tercet_store_sqlite::Sqlite;
use tercet_table::{HouseKey, NotLive, NotThis, Reset};

/// The file of the books in the folder of a house.
pub const BOOKS: &str = "tables.db";

/// The file of the people there.
pub const PEOPLE: &str = "people.db";

/// The file with the key of the seeds there.
pub(crate) const KEY: &str = "seeds.key";

/// The file of the settings there.
pub(crate) const SETTINGS: &str = "tercet.toml";

/// What is said where the key of the seeds is not.
pub(crate) const NO_KEY: &str =
    "no such file; expected the key of the seeds, without which rounds in play cannot go on";

/// What is said of a table whose round does not fit the key of the seeds.
const ANOTHER_KEY: &str = "its round is in play, and goes on with the seeds.key that it was opened with and with no other: put that key back from \
where it is kept, or from a copy (tercet restore)";

/// What helps where the key is nowhere.
pub(crate) const IF_LOST: &str = "if it is lost for good, tercet void-lost gives all bets of the rounds in play back, so that the house opens again";

/// Why a table cannot be opened, and what helps.
pub(crate) fn not_opened(table: &Name, why: &NotLive) -> NotOpen {
    let another_key = matches!(why, NotLive::Damaged { why: Reset::NotThis(NotThis::Commitment), .. });
    let helps = if another_key { format!("; {ANOTHER_KEY}; {IF_LOST}") } else { String::new() };
    NotOpen::Table { table: table.clone(), why: format!("{why}{helps}") }
}

/// What belongs to the books of a house and is there.
pub(crate) struct There {
    people: bool,
    key: bool,
}

/// Looks whether everything that a house needs is in its folder, or can be made there, and changes nothing.
///
/// # Errors
///
/// If something else stands in the place of one of its files, it was filled in part, or the people of a house are there and its books are not: a
/// house that opened then would have forgotten what everybody has.
pub(crate) fn look(folder: &Path) -> Result<There, NotOpen> {
    is_folder(folder, "the folder of a house")?;
    is_finished(folder)?;
    let key = is_file(&folder.join(KEY), "the key of the seeds")?;
    is_file(&folder.join(SETTINGS), "the settings of the house")?;
    is_folder(&folder.join(OWN_GAMES), "the folder of the house's own games")?;
    let books = Sqlite::look(folder.join(BOOKS)).map_err(NotOpen::Books)?;
    let people = People::look(folder.join(PEOPLE)).map_err(NotOpen::People)?;
    if people && !books {
        let why = "no such file, or nothing in it, and the people of a house are beside it; expected the books of that house";
        return Err(not(&folder.join(BOOKS), why));
    }
    Ok(There { people, key })
}

impl There {
    /// Looks whether what belongs to the books is there, once these are open, if something stands in them.
    ///
    /// # Errors
    ///
    /// If the key of their seeds, or the people whose money it is, are not; or the books cannot be read.
    pub(crate) fn belong_to_the_books(&self, folder: &Path, books: &dyn Store) -> Result<(), NotOpen> {
        if books.chain().map_err(NotOpen::Books)?.size == 0 {
            return Ok(());
        }
        if !self.key {
            return Err(not(&folder.join(KEY), format!("{NO_KEY}; {IF_LOST}")));
        }
        if !self.people {
            let why =
                "no such file, or nothing in it; expected the people of the house whose books are beside it";
            return Err(not(&folder.join(PEOPLE), why));
        }
        Ok(())
    }
}

/// Whether a file is there, and nothing else in its place.
pub(crate) fn is_file(path: &Path, expected: &str) -> Result<bool, NotOpen> {
    tercet_sqlite::is_file(path, expected).map_err(|why| not(path, why))
}

/// Whether a folder is there, and nothing else in its place.
pub(crate) fn is_folder(path: &Path, expected: &str) -> Result<bool, NotOpen> {
    tercet_sqlite::is_folder(path, expected).map_err(|why| not(path, why))
}

/// The text of the settings; none if there is no such file.
///
/// # Errors
///
/// If something else is there, or it cannot be read.
pub fn settings_text(path: &Path) -> Result<Option<String>, NotOpen> {
    if !is_file(path, "the settings of the house")? {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|error| at(path, &error))?;
    String::from_utf8(bytes).map(Some).map_err(|_| not(path, "no text; expected the settings of the house"))
}

/// The key from which the seeds follow: read, or made the first time, for nobody else to read.
pub(crate) fn seeds_key(path: &Path) -> Result<HouseKey, NotOpen> {
    if is_file(path, "the key of the seeds")? {
        let bytes = std::fs::read(path).map_err(|error| at(path, &error))?;
        return parsed_key(path, &bytes, Some(IF_LOST));
    }
    let bytes = chance().map_err(|failure| NotOpen::Chance(failure.to_string()))?;
    write_secret(path, &bytes).map_err(|error| at(path, &error))?;
    Ok(HouseKey::new(bytes))
}

/// The key in a file, and its bytes.
pub(crate) fn read_key(path: &Path) -> Result<(HouseKey, Vec<u8>), NotOpen> {
    if !is_file(path, "the key of the seeds")? {
        return Err(not(path, NO_KEY));
    }
    let bytes = std::fs::read(path).map_err(|error| at(path, &error))?;
    parsed_key(path, &bytes, None).map(|key| (key, bytes))
}

/// The key that these bytes of a file are; where they are none, it is said what helps, if anything does.
pub(crate) fn parsed_key(path: &Path, bytes: &[u8], helps: Option<&str>) -> Result<HouseKey, NotOpen> {
    key_of_the_seeds(bytes).map_err(|why| {
        let helps = helps.map_or(String::new(), |helps| format!("; {helps}"));
        not(path, format!("{why}{helps}"))
    })
}

/// The key of the seeds that the bytes of a file are.
///
/// # Errors
///
/// If they are none: what was found, and expected.
pub fn key_of_the_seeds(bytes: &[u8]) -> Result<HouseKey, String> {
    let key = bytes.try_into().map(HouseKey::new);
    key.map_err(|_| format!("{} bytes; expected the 32 of a key of the seeds", bytes.len()))
}

/// Makes a folder that only its owner may look into, if there is none.
///
/// # Errors
///
/// If it cannot be made.
pub fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Keeps a file for its owner alone, if it is there.
pub(crate) fn private(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    match std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        set => set?,
    }
    Ok(())
}

/// Makes a folder that only its owner may look into, where nothing is.
pub(crate) fn new_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A name beside another that nobody uses, for what is not whole yet: what is called nearly so is somebody else's.
pub(crate) fn unused_name(path: &Path) -> std::io::Result<PathBuf> {
    let bytes = chance().map_err(|failure| std::io::Error::other(failure.to_string()))?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}{PART}", hex(&bytes[..8])));
    Ok(path.with_file_name(name))
}

/// Writes a file that only its owner may read, whole or not at all, and for good.
///
/// # Errors
///
/// If it cannot be written; what was there before is there then.
pub fn write_secret(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    let part = unused_name(path)?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&part)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    // What was made of it goes; why it could not be written counts for more than what is left.
    let written = written.and_then(|()| std::fs::rename(&part, path));
    written.inspect_err(|_| drop(std::fs::remove_file(&part)))?;
    std::fs::File::open(folder_of(path))?.sync_all()
}

/// Gives a file that only its owner may read to whoever another belongs to; its group, who may not, is no matter then.
pub(crate) fn give_to_owner_of(other: &Path, path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let (owner, is) = (other.metadata()?, path.metadata()?);
        if owner.uid() != is.uid() {
            chown(path, Some(owner.uid()), Some(owner.gid()))?;
        }
    }
    Ok(())
}

/// The folder in which a file lies: the one where the program runs, if the file has no more than a name.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Says of the file of the people why it did not do something.
pub(crate) fn failed_people(path: &Path, error: tercet_people::Error) -> NotOpen {
    match error {
        tercet_people::Error::Failed(failure) => NotOpen::People(failure),
        tercet_people::Error::Refused(refused) => not(path, refused.to_string()),
    }
}

pub(crate) fn at(path: &Path, error: &std::io::Error) -> NotOpen {
    not(path, reason(error))
}

/// Says of a file or folder why it cannot be used.
pub(crate) fn not(path: &Path, why: impl Into<String>) -> NotOpen {
    NotOpen::File { path: path.into(), why: why.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A file is written whole and for its owner alone, and nothing else is touched: what is called nearly as it is somebody else's.
    #[test]
    fn a_secret_is_written_and_nothing_else_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for others in ["s3.part", "s3.json.part"] {
            fs::write(at(others), "x").unwrap();
        }
        for text in ["one", "two"] {
            write_secret(&at("s3.json"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(at("s3.json")).unwrap(), text);
        }
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("folder/below"), "x").unwrap();
        write_secret(&at("folder"), b"one").unwrap_err();
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&at("s3.json").metadata().unwrap().permissions()) & 0o777,
            0o600
        );
        for others in ["s3.part", "s3.json.part", "folder/below"] {
            assert_eq!(fs::read_to_string(at(others)).unwrap(), "x");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}
