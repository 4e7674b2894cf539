//! Copies of a house: made while it is open, and a house made of one.
//!
//! What belongs together is in two files, and each is copied as it was at one moment: the journal first, then the people. So everybody who is in the
//! books of a copy is among its people. A copy, and a house that is restored, is there once it is whole and was looked at ([`part`](crate::part)).

use crate::ahead;
use crate::files::{
    BOOKS, IF_LOST, KEY, NO_KEY, PEOPLE, SETTINGS, at, failed_people, is_file, is_folder, make_private, not,
    private, read_key, settings_text, write_secret,
};
use crate::founding::founded_in;
use crate::games::{Games, files};
use crate::house::{NotOpen, OWN_GAMES, Settings, clock_ms};
use crate::mark::Mark;
use crate::owners::{self, Ownerless};
use crate::part::{is_finished, made};
use std::fs;
use std::path::Path;
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
    /// Wallets of a house that was restored whose owners are not among its people, if there are any.
    pub ownerless: Option<Ownerless>,
    /// Of a house that was restored, where its books are so far ahead of the clock of the machine that it opens only if that is accepted: both times, in
    /// words.
    pub ahead: Option<String>,
}

/// Copies the house in a folder, whether it is open or not, to a folder that is not there yet or is empty, with or without the key of the seeds.
///
/// # Errors
///
/// If something of it cannot be read, is damaged, or cannot be written; there is no copy then.
pub fn back_up(data: &Path, to: &Path, with_key: bool) -> Result<Copied, NotOpen> {
    back_up_at(data, to, with_key, clock_ms())
}

/// The same, made at this time.
pub(crate) fn back_up_at(data: &Path, to: &Path, with_key: bool, now_ms: u64) -> Result<Copied, NotOpen> {
    // What the journal holds is fixed by now; the people follow at once, so that it is about one moment.
    let books = Sqlite::open_read_only(data.join(BOOKS)).map_err(NotOpen::Books)?;
    made(to, |part| {
        Mark::new(now_ms, books.chain().map_err(NotOpen::Books)?).write(part)?;
        People::back_up_file(data.join(PEOPLE), part.join(PEOPLE)).map_err(NotOpen::People)?;
        let records = copy_books(&books, part)?;
        if with_key {
            copy_key(&data.join(KEY), part)?;
        }
        copy_settings(data, part)?;
        copy_games(data, part)?;
        Ok(Copied { records, with_key, locked: Vec::new(), ownerless: None, ahead: None })
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
    is_finished(from)?;
    let own = from.join(KEY);
    if key.is_none() && !is_file(&own, "the key of the seeds")? {
        return Err(not(&own, format!("{NO_KEY}: name it with --key; {IF_LOST}")));
    }
    made(data, |part| open_copy(from, part, key.unwrap_or(&own)))
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
    people.end_all_sessions(&by, clock_ms()).map_err(|error| failed_people(&part.join(PEOPLE), error))?;
    let ownerless = owners::look(&books, &people, &from.join(PEOPLE))?;
    let ahead = ahead::of(&books, clock_ms())?;
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
    Ok(Copied { records, with_key: true, locked, ownerless, ahead })
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
    // Of the modes of the house none comes along: a copy is for its owner alone.
    private(&to).map_err(|error| at(&to, &error))?;
    fs::File::open(&to).and_then(|file| file.sync_all()).map_err(|error| at(&to, &error))
}
