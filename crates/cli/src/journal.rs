//! A store of live tables as commands that look at it open it, and times as they are read and written.

use crate::output::{self, file::reason};
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
pub(crate) use tercet_audit::time_of;
use tercet_rules::shown;
use tercet_sqlite::beside;
use tercet_store::Failure;
use tercet_store_sqlite::Sqlite;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Opens a store for reading, as it is at this moment: tables may go on meanwhile.
///
/// # Errors
///
/// See [`cannot`] for what to say of it, and [`is_damaged`].
pub(crate) fn open(path: &Path) -> Result<Sqlite, Failure> {
    may_be_read(path)?;
    Sqlite::open_read_only(path)
}

/// Whether a database, if it is there, and its log may be read: what opens one that somebody else has open says no more than that it cannot be
/// opened. This program has it not open, so nobody's locks go as it is closed.
///
/// # Errors
///
/// If one of them may not.
pub(crate) fn may_be_read(path: &Path) -> Result<(), Failure> {
    // Nothing but a file is opened: a pipe would never answer.
    for path in ["", "-wal"].map(|end| beside(path, end)).iter().filter(|path| path.is_file()) {
        match File::open(path) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                let said = format!("{}; expected a file that can be read", reason(&error));
                return Err(Failure::Denied(said).of(path.display()));
            }
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}

/// Whether it is the store that is not as it should be, and not what was asked of it or where.
pub(crate) const fn is_damaged(failure: &Failure) -> bool {
    matches!(failure, Failure::Corrupt(_))
}

/// What is said of a store that cannot be read, in one line: its path may have any character in it.
pub(crate) fn cannot(failure: &Failure) -> String {
    // What is wrong with a path says enough.
    let said = if let Failure::Denied(said) = failure { said.clone() } else { failure.to_string() };
    format!("error: {}", shown(&said, usize::MAX))
}

/// What is said of a file that cannot be used.
pub(crate) fn bad_file(path: &Path, why: impl std::fmt::Display) -> String {
    format!("error: {}: {why}", shown(&path.display().to_string(), usize::MAX))
}

/// Says what is wrong with a store that could not be opened; the exit status is 1 if it is damaged, 2 if there is none to be used.
pub(crate) fn unopened(failure: &Failure) -> ExitCode {
    output::say(&cannot(failure));
    ExitCode::from(if is_damaged(failure) { 1 } else { 2 })
}

/// Reads a date or a time of RFC 3339 (`2026-11-28`, `2026-11-28T20:15:00Z`) as milliseconds since 1970-01-01 UTC; a date is
/// its first moment in UTC.
///
/// # Errors
///
/// Says what was expected.
pub(crate) fn moment(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let day = || {
        let midnight = format!("{text}T00:00:00Z");
        OffsetDateTime::parse(&midnight, &Rfc3339).ok()
    };
    let time = OffsetDateTime::parse(text, &Rfc3339).ok().or_else(day);
    let millis = time.map(|time| time.unix_timestamp_nanos() / 1_000_000);
    millis.and_then(|millis| u64::try_from(millis).ok()).ok_or_else(|| {
        "expected a date or a time since 1970, such as 2026-11-28, 2026-11-28T20:15:00Z or 2026-11-28T21:15:00+01:00".into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_back_and_a_date_is_its_first_moment() {
        for (text, millis, shown) in [
            ("1970-01-01", 0, "1970-01-01T00:00:00.000Z"),
            ("2026-11-28", 1_795_824_000_000, "2026-11-28T00:00:00.000Z"),
            ("2026-11-28T20:15:00.25Z", 1_795_896_900_250, "2026-11-28T20:15:00.250Z"),
            ("2026-11-28T20:15:00+02:00", 1_795_889_700_000, "2026-11-28T18:15:00.000Z"),
        ] {
            assert_eq!(moment(text), Ok(millis), "{text}");
            assert_eq!(time_of(millis), shown);
            assert_eq!(moment(&time_of(millis)), Ok(millis));
        }
        assert_eq!(time_of(u64::MAX), format!("{} ms", u64::MAX));
        for text in ["", "yesterday", "2026-13-01", "1969-12-31", "2026-11-28T25:00:00Z", "28.11.2026"] {
            assert!(moment(text).expect_err(text).contains("expected"), "{text}");
        }
    }
}
