//! Copies that the house makes of itself every so often.

use crate::copies::back_up;
use crate::files::at;
use crate::house::{House, NotOpen, clock_ms};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tercet_audit::time_of;
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
    let mut wait = every.saturating_sub(age_of_newest(&to).unwrap_or(every));
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

/// Makes a copy, without the key of the seeds, and removes those that are too many.
fn one(data: &Path, to: &Path, keep: usize, now_ms: u64) -> Result<Made, NotOpen> {
    let copy = to.join(format!("{NAME}{}", time_of(now_ms).replace(':', "-")));
    back_up(data, &copy, false)?;
    Ok(Made { copy, kept: keep_newest(to, keep.max(1)) })
}

/// Removes the oldest copies, up to so many.
fn keep_newest(folder: &Path, keep: usize) -> Result<(), NotOpen> {
    let copies = copies(folder)?;
    copies
        .iter()
        .take(copies.len().saturating_sub(keep))
        .try_for_each(|old| fs::remove_dir_all(old).map_err(|error| at(old, &error)))
}

/// The copies in a folder, the oldest first. What is called otherwise is somebody else's, and stays.
fn copies(folder: &Path) -> Result<Vec<PathBuf>, NotOpen> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))? {
        let path = entry.map_err(|error| at(folder, &error))?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(is_copy) && path.is_dir() {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

/// Whether a folder is called as copies are: `tercet-2026-11-29T04-00-00.000Z`.
fn is_copy(name: &str) -> bool {
    let pattern = "0000-00-00T00-00-00.000Z";
    name.strip_prefix(NAME).is_some_and(|time| {
        let same = |(is, must): (char, char)| if must == '0' { is.is_ascii_digit() } else { is == must };
        time.len() == pattern.len() && time.chars().zip(pattern.chars()).all(same)
    })
}

/// How old the newest copy is; none if there is none.
#[expect(clippy::disallowed_methods, reason = "as files have their times from the clock of the machine")]
fn age_of_newest(folder: &Path) -> Option<Duration> {
    let newest = copies(folder).ok()?.pop()?;
    let made = fs::metadata(newest).and_then(|found| found.modified()).ok()?;
    Some(SystemTime::now().duration_since(made).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies stand in the order of their times; what else lies in the folder is none.
    #[test]
    fn copies_are_told_from_what_else_lies_there() {
        assert!(is_copy("tercet-2026-11-29T04-00-00.000Z"));
        for other in ["tercet-2026-11-29", "tercet-2026-11-29T04-00-00.000Z.part", "tercet-", "holiday"] {
            assert!(!is_copy(other), "{other}");
        }
        let folder = tempfile::tempdir().unwrap();
        for name in ["tercet-2026-11-29T04-00-00.000Z", "tercet-2026-11-28T04-00-00.000Z", "tercet-mine"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let found = copies(folder.path()).unwrap();
        assert!(found.len() == 2 && found[0] < found[1], "{found:?}");
        assert!(age_of_newest(folder.path()).unwrap() < Duration::from_secs(60));
        assert_eq!(age_of_newest(&folder.path().join("none")), None);
    }

    /// A house has as many copies as it keeps, the newest, and each can be restored.
    #[tokio::test]
    async fn the_newest_copies_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (data, to) = (folder.path().join("house"), folder.path().join("copies"));
        let house = House::open(crate::Settings::new(&data)).await.unwrap();
        let day = 86_400_000;
        let made: Vec<PathBuf> =
            (0..4).map(|n| one(&data, &to, 2, 1_795_824_000_000 + n * day).unwrap().copy).collect();
        assert_eq!(copies(&to).unwrap(), made[2..]);
        house.close().await;
        let restored = folder.path().join("restored");
        assert!(crate::restore(&made[3], &restored, Some(&data.join("seeds.key"))).unwrap().records > 0);
    }
}
