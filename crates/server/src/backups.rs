//! Copies that the house makes of itself every so often.

use crate::copies::back_up_at;
use crate::files::{BOOKS, at, is_folder, not, unused_name};
use crate::house::{House, NotOpen, clock_ms};
use crate::mark::{MARK, Mark};
use crate::part::{PART, locked};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};
use tercet_audit::time_of;
use tercet_store::Store;
use tercet_store_sqlite::Sqlite;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// When copies are made, and how many are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// How long from one copy to the next; nothing: none is made.
    pub every: Option<Duration>,
    /// The folder in which each copy gets a folder of its own; a path that is not whole begins in the folder of the data.
    pub to: PathBuf,
    /// How many copies are kept: the oldest are removed once there is a new one.
    pub keep: usize,
}

impl Default for Backups {
    /// None; in `backups`, the last seven.
    fn default() -> Backups {
        Backups { every: None, to: "backups".into(), keep: 7 }
    }
}

/// How the names of copies begin; the time follows, so that they stand in order.
const NAME: &str = "tercet-";

/// How long after one that failed the next is tried: the other disk may be back by then.
const AGAIN: Duration = Duration::from_secs(600);

/// Makes copies for as long as the house is open.
pub(crate) async fn make(house: Arc<House>) {
    let Some(every) = house.settings.backups.every else { return };
    let to = house.settings.data.join(&house.settings.backups.to);
    let unmarked = unmarked(&to);
    if unmarked > 0 {
        tracing::warn!(
            folder = %to.display(), unmarked,
            "copies of an older program do not say of which house they are: they stay, until you remove them"
        );
    }
    let mut wait = match age_of_newest(&*house.store, &to, clock_ms()) {
        Ok(age) => every.saturating_sub(age.unwrap_or(every)),
        Err(not) => {
            tracing::error!(%not, "it cannot be seen when the last copy of the house was made");
            Duration::ZERO
        }
    };
    loop {
        sleep(wait).await;
        let (data, to, keep) = (house.settings.data.clone(), to.clone(), house.settings.backups.keep);
        let made = spawn_blocking(move || one(&data, &to, keep, clock_ms())).await;
        let made = made
            .map_err(|panicked| panicked.to_string())
            .and_then(|made| made.map_err(|not| not.to_string()));
        house.metrics.backed_up(made.is_ok(), clock_ms());
        wait = match made {
            Ok(Made { copy, kept }) => {
                tracing::info!(copy = %copy.display(), "a copy of the house was made");
                if let Err(not) = kept {
                    tracing::error!(%not, "an old copy of the house could not be removed");
                }
                every
            }
            Err(not) => {
                tracing::error!(%not, "no copy of the house could be made");
                every.min(AGAIN)
            }
        };
    }
}

/// A copy that was made.
struct Made {
    /// Its folder.
    copy: PathBuf,
    /// Whether no more than are kept are there now. If not the copy is as good.
    kept: Result<(), NotOpen>,
}

/// A copy that the house has made of itself.
#[derive(Debug)]
struct Own {
    mark: Mark,
    folder: PathBuf,
}

/// Makes a copy, without the key of the seeds, and removes those of this house that are too many, and what is left of those that were cut short.
fn one(data: &Path, to: &Path, keep: usize, now_ms: u64) -> Result<Made, NotOpen> {
    let copy = to.join(name_of(now_ms));
    back_up_at(data, &copy, false, now_ms)?;
    let kept = keep_newest(data, to, &copy, keep.max(1));
    // It counts as made if it is there, whatever was removed.
    match Mark::read(&copy).filter(|mark| mark.made_ms == now_ms) {
        Some(_) => Ok(Made { copy, kept }),
        None => Err(not(&copy, "it was made, and is not there any more")),
    }
}

/// Removes the oldest copies of this house, up to so many, and what is left of those that were cut short; the one that was just made stays,
/// whatever the others say.
fn keep_newest(data: &Path, folder: &Path, made: &Path, keep: usize) -> Result<(), NotOpen> {
    // As anybody sees them: the house may close meanwhile, and must not be kept open.
    let books = Sqlite::open_read_only(data.join(BOOKS)).map_err(NotOpen::Books)?;
    let mut others = copies(&books, folder)?;
    others.retain(|copy| copy.folder != made);
    let too_many = others.len().saturating_sub(keep - 1);
    for Own { folder, .. } in others.iter().take(too_many) {
        // Half of a copy is none: it loses its name first.
        let part = unused_name(folder).map_err(|error| at(folder, &error))?;
        fs::rename(folder, &part).map_err(|error| at(folder, &error))?;
        remove(&part)?;
    }
    remove_cut_short(&books, folder)
}

/// Removes what is left of copies of this house that were cut short as they were made or removed, and that nobody makes now.
fn remove_cut_short(books: &dyn Store, folder: &Path) -> Result<(), NotOpen> {
    for Own { folder, .. } in own(books, folder, is_part_of)? {
        if let Some(_lock) = locked(&folder)? {
            remove(&folder)?;
        }
    }
    Ok(())
}

/// Removes a copy: last what says whose it is, so that the rest is known again if this is cut short.
fn remove(copy: &Path) -> Result<(), NotOpen> {
    let failed = |error: io::Error| at(copy, &error);
    for entry in fs::read_dir(copy).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name() == MARK {
            continue;
        }
        let (path, is_folder) = (entry.path(), entry.file_type().map_err(failed)?.is_dir());
        let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(|error| at(&path, &error))?;
    }
    fs::remove_dir_all(copy).map_err(failed)
}

/// The copies that this house has made of itself, the oldest first: the one with more records is the later one, whatever a clock said.
fn copies(books: &dyn Store, folder: &Path) -> Result<Vec<Own>, NotOpen> {
    let mut all = own(books, folder, |name, whole| name == whole)?;
    all.sort_by_key(|copy| (copy.mark.records, copy.mark.made_ms));
    Ok(all)
}

/// The folders that say of themselves that they are copies of this house, and are called as it calls them: by when they were made. All others
/// are somebody else's.
fn own(books: &dyn Store, folder: &Path, is: fn(&str, &str) -> bool) -> Result<Vec<Own>, NotOpen> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))? {
        let entry = entry.map_err(|error| at(folder, &error))?;
        let (name, folder) = (entry.file_name(), entry.path());
        let Some(mark) = Mark::read(&folder).filter(|_| !folder.is_symlink()) else { continue };
        let called_so = name.to_str().is_some_and(|name| is(name, &name_of(mark.made_ms)));
        if called_so && mark.is_of(books).map_err(NotOpen::Books)? {
            all.push(Own { mark, folder });
        }
    }
    Ok(all)
}

/// What a copy is called that was made at this time: `tercet-2026-11-29T04-00-00.000Z`.
fn name_of(made_ms: u64) -> String {
    format!("{NAME}{}", time_of(made_ms).replace(':', "-"))
}

/// Whether this is the name of what is not whole of something.
fn is_part_of(name: &str, whole: &str) -> bool {
    let rest = name.strip_prefix(whole).and_then(|rest| rest.strip_suffix(PART));
    rest.is_some_and(|rest| rest.starts_with('.'))
}

/// How many folders are called as copies are, and do not say whose they are.
fn unmarked(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let called = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_called_so));
    called.filter(|entry| !entry.path().join(MARK).exists()).count()
}

/// Whether a folder is called as copies are.
fn is_called_so(name: &str) -> bool {
    let pattern = "0000-00-00T00-00-00.000Z";
    name.strip_prefix(NAME).is_some_and(|time| {
        let same = |(is, must): (char, char)| if must == '0' { is.is_ascii_digit() } else { is == must };
        time.len() == pattern.len() && time.chars().zip(pattern.chars()).all(same)
    })
}

/// How old the newest copy of this house is; none if there is none. Of one whose time is still to come nobody knows how old it is.
fn age_of_newest(books: &dyn Store, folder: &Path, now_ms: u64) -> Result<Option<Duration>, NotOpen> {
    if !is_folder(folder, "the folder of the copies")? {
        return Ok(None);
    }
    let ages = copies(books, folder)?.into_iter().filter_map(|copy| now_ms.checked_sub(copy.mark.made_ms));
    Ok(ages.min().map(Duration::from_millis))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    const DAY: u64 = 86_400_000;
    const NOW: u64 = 1_795_824_000_000;

    async fn opened(data: &Path) -> Arc<House> {
        House::open(Settings::new(data)).await.unwrap()
    }

    fn there(folder: &Path) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    }

    /// A house has as many copies as it keeps, the newest, and each can be restored.
    #[tokio::test]
    async fn the_newest_copies_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (data, to) = (folder.path().join("house"), folder.path().join("copies"));
        let house = opened(&data).await;
        let made: Vec<PathBuf> = (0..4).map(|n| one(&data, &to, 2, NOW + n * DAY).unwrap().copy).collect();
        assert_eq!(there(&to), made[2..]);
        let age = |now_ms| age_of_newest(&*house.store, &to, now_ms).unwrap();
        assert_eq!(age(NOW + 3 * DAY + 5), Some(Duration::from_millis(5)));
        assert_eq!(
            (age(NOW + DAY), age_of_newest(&*house.store, &folder.path().join("none"), NOW).unwrap()),
            (None, None)
        );
        house.close().await;
        let restored = folder.path().join("restored");
        assert!(crate::restore(&made[3], &restored, Some(&data.join("seeds.key"))).unwrap().records > 0);
    }

    /// The copy just made stays, whatever else lies there: a folder that is called as one of the future, or a copy that was made under a clock far
    /// ahead.
    #[tokio::test]
    async fn no_copy_of_the_future_takes_the_place_of_the_one_just_made() {
        let folder = tempfile::tempdir().unwrap();
        let (data, to) = (folder.path().join("house"), folder.path().join("copies"));
        let empty = to.join("tercet-2099-01-01T00-00-00.000Z");
        fs::create_dir_all(&empty).unwrap();
        assert_eq!(unmarked(&to), 1);
        let house = opened(&data).await;
        let far = one(&data, &to, 1, NOW + 30_000 * DAY).unwrap().copy;
        assert_eq!(age_of_newest(&*house.store, &to, NOW).unwrap(), None, "one is due");
        let now = one(&data, &to, 1, NOW).unwrap().copy;
        assert_eq!(there(&to), [now.clone(), empty.clone()]);
        assert!(!far.exists());
        house.fund(&tercet_ledger::Name::new("ann").unwrap()).await.unwrap();
        let later = one(&data, &to, 1, NOW + DAY).unwrap().copy;
        assert_eq!(there(&to), [later, empty]);
        house.close().await;
    }

    /// Of two houses that put their copies into one folder each counts and removes its own alone; what else lies there stays as well.
    #[tokio::test]
    async fn a_house_removes_copies_of_its_own_alone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (a, b) = (opened(&at("a")).await, opened(&at("b")).await);
        let to = at("copies");
        let of_a = one(&at("a"), &to, 1, NOW).unwrap().copy;
        let renamed = to.join("tercet-keep-this");
        crate::back_up(&at("b"), &renamed, true).unwrap();
        assert_eq!(age_of_newest(&*b.store, &to, NOW + DAY).unwrap(), None, "the other's is not its own");
        let of_b = one(&at("b"), &to, 1, NOW + DAY).unwrap().copy;
        assert_eq!(there(&to), [of_a.clone(), of_b, renamed.clone()]);
        let of_b = one(&at("b"), &to, 1, NOW + 2 * DAY).unwrap().copy;
        assert_eq!(there(&to), [of_a, of_b, renamed]);
        a.close().await;
        b.close().await;
    }

    /// What is left of a copy that was cut short goes with the next one, if this house was making it and nobody is; what is merely called so stays.
    #[tokio::test]
    async fn what_is_left_of_copies_that_were_cut_short_is_removed_if_it_was_ours() {
        let folder = tempfile::tempdir().unwrap();
        let (data, to) = (folder.path().join("house"), folder.path().join("copies"));
        let house = opened(&data).await;
        let made = one(&data, &to, 9, NOW).unwrap().copy;
        let left = to.join(format!("{}.0123456789abcdef.part", name_of(NOW + 1)));
        let others = to.join(format!("{}.part", name_of(NOW + 1)));
        fs::create_dir_all(left.join("games")).unwrap();
        fs::create_dir(&others).unwrap();
        Mark::new(NOW + 1, house.store.chain().unwrap()).write(&left).unwrap();
        let lock = locked(&left).unwrap();
        let second = one(&data, &to, 9, NOW + DAY).unwrap();
        second.kept.unwrap();
        assert!(left.exists(), "somebody makes it");
        drop(lock);
        let third = one(&data, &to, 9, NOW + 2 * DAY).unwrap();
        third.kept.unwrap();
        let mut stay = [made, second.copy, third.copy, others];
        stay.sort();
        assert_eq!(there(&to), stay);
        house.close().await;
    }
}
