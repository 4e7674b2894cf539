//! Books that are ahead of the clock of the machine.
//!
//! At no table does time run backwards, so a house goes on from the time of its last record, whatever the clock says. One that was opened under a
//! clock that was years ahead would stay there for ever: exclusions and limits that end until then would be over.

use crate::files::not;
use crate::house::NotOpen;
use std::path::Path;
use tercet_audit::time_of;
use tercet_pit::last_written_ms;
use tercet_store::Store;

/// How far books may be ahead: as far as a clock is wrong that somebody sets by hand, and not so far that it matters to anybody.
const MOST_AHEAD_MS: u64 = 3_600_000;

/// When the last record was written, and what the clock says, if that is the future by it; in words.
///
/// # Errors
///
/// If the books cannot be read.
pub(crate) fn of(books: &dyn Store, now_ms: u64) -> Result<Option<String>, NotOpen> {
    let last_ms = last_written_ms(books).map_err(NotOpen::Books)?;
    let (last, now) = (time_of(last_ms), time_of(now_ms));
    let said = format!("the last record was written at {last}, and the clock of this machine says {now}");
    Ok(Some(said).filter(|_| last_ms.saturating_sub(now_ms) > MOST_AHEAD_MS))
}

/// Looks whether the books were written in what is the future by the clock of the machine; where that is allowed it is only said.
///
/// # Errors
///
/// If they were, and it is not; or they cannot be read.
pub(crate) fn look(books: &dyn Store, file: &Path, now_ms: u64, allowed: bool) -> Result<(), NotOpen> {
    let Some(ahead) = of(books, now_ms)? else { return Ok(()) };
    if allowed {
        tracing::warn!(
            "the books are ahead of the clock of this machine, and the house goes on at their time, so exclusions and limits that end before it are over: {ahead}"
        );
        return Ok(());
    }
    Err(not(
        file,
        format!(
            "{ahead}; a house goes on at the time of its books, so exclusions and limits that end before it would be over. If the clock is wrong now, \
             set it; if it was wrong then, restore a copy from before (tercet restore), or accept the time of the books for good with \
             --open-ahead-of-clock true"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::{House, Settings, clock_ms};
    use tercet_ledger::{Hash, Key};
    use tercet_store::Append;

    /// A house whose last record is far ahead of the clock opens only where that is said, and says what each of the two is; up to an hour is no matter.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn books_that_are_far_ahead_open_only_where_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::new(folder.path());
        let allowed = Settings { open_ahead_of_clock: true, ..settings.clone() };
        let written = async |key: &[u8], at_ms: u64| {
            let house = House::open(allowed.clone()).await.unwrap();
            house.store.append(&Append::new(Key::new(key).unwrap(), Hash::of(&[]), at_ms)).unwrap();
            house.close().await;
        };
        written(b"soon", clock_ms() + MOST_AHEAD_MS).await;
        House::open(settings.clone()).await.unwrap().close().await;
        // 2099-01-01.
        let far_ms = 4_070_908_800_000;
        written(b"far", far_ms).await;
        let refused = House::open(settings.clone()).await.unwrap_err().to_string();
        for said in
            ["tables.db", "2099-01-01T00:00:00.000Z", &time_of(clock_ms())[..10], "--open-ahead-of-clock"]
        {
            assert!(refused.contains(said), "{said}: {refused}");
        }
        let house = House::open(allowed.clone()).await.unwrap();
        assert!(house.pit.now_ms() >= far_ms);
        house.close().await;
        // Whoever restores a copy of it is told before they open it.
        let (copy, new) = (folder.path().join("copy"), folder.path().join("new"));
        crate::back_up(folder.path(), &copy, true).unwrap();
        let ahead = crate::restore(&copy, &new, None).unwrap().ahead.unwrap();
        assert!(ahead.contains("2099-01-01T00:00:00.000Z"), "{ahead}");
    }
}
