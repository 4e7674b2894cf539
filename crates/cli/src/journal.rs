//! A store of live tables as commands that look at it open it, and times as they are read and written.

use std::path::Path;
use tercet_store::Failure;
use tercet_store_sqlite::Sqlite;
use time::OffsetDateTime;

/// Opens a store for reading, as it is at this moment: tables may go on meanwhile.
///
/// # Errors
///
/// A message for the person at the terminal.
pub(crate) fn open(path: &Path) -> Result<Sqlite, String> {
    Sqlite::open_read_only(path).map_err(|failure| cannot(&failure))
}

/// What is said of a store that cannot be read.
pub(crate) fn cannot(failure: &Failure) -> String {
    format!("error: {failure}")
}

/// A time in the form of RFC 3339, in UTC to the millisecond: `2026-11-28T20:15:00.000Z`.
///
/// A time that no calendar has, which a damaged record may hold, is written as its milliseconds since 1970.
pub(crate) fn time_of(at_ms: u64) -> String {
    let nanos = i128::from(at_ms) * 1_000_000;
    let time = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok();
    time.map_or_else(
        || format!("{at_ms} ms"),
        |time| {
            let (date, clock) = (time.date(), time.time());
            format!(
                "{date}T{:02}:{:02}:{:02}.{:03}Z",
                clock.hour(),
                clock.minute(),
                clock.second(),
                clock.millisecond()
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc_and_those_beyond_the_calendar_too() {
        assert_eq!(time_of(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(time_of(1_795_896_900_250), "2026-11-28T20:15:00.250Z");
        assert_eq!(time_of(u64::MAX), format!("{} ms", u64::MAX));
    }
}
