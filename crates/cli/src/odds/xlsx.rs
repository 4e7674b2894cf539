//! A workbook: a sheet for each kind of record, and one that says what made them.

use crate::output::file::{WORKBOOK, save as save_file};
use crate::output::{Progress, during};
use std::io::{self, Write};
use std::path::Path;
use tercet_report::words::grouped;
use tercet_sheets::xlsx::{MOST_RECORDS, workbook};
use tercet_sheets::{Sheet, Value};

/// Whether a sheet holds so many records.
///
/// # Errors
///
/// A message for the person at the terminal, without the file.
pub(super) fn holds(records: u64) -> Result<(), String> {
    if records <= MOST_RECORDS as u64 {
        return Ok(());
    }
    Err(format!(
        "{} records; expected {} at most, as a sheet of a workbook holds no more; --csv has no such end",
        grouped(records),
        grouped(MOST_RECORDS as u64)
    ))
}

/// Writes the sheets and what is to be known about them.
///
/// # Errors
///
/// A message for the person at the terminal: more records than a sheet holds, or a file that cannot be written.
pub(super) fn save(sheets: &[Sheet<'_>], about: &[(&str, Value)], path: &Path) -> Result<(), String> {
    let name = path.display();
    let failed = |error: String| format!("error: {name}: {error}");
    sheets.iter().try_for_each(|sheet| holds(sheet.rows.len() as u64)).map_err(failed)?;
    // The archive is made in memory: the library has words of its own for a device that is full.
    let filled = during(&format!("Filling the sheets of {name}"), |progress| {
        workbook(sheets, about, &mut |done, all| progress.at(done, all))
    });
    let packed = filled.and_then(|mut book| {
        during(&format!("Packing {name}"), |progress| {
            let mut bytes = Vec::new();
            book.save_to_writer(Counted { bytes: &mut bytes, progress }).map(|()| bytes)
        })
    });
    save_file(path, &packed.map_err(|error| failed(error.to_string()))?, &WORKBOOK)
}

/// Bytes that are counted while they are made. How many there will be is not known before they are packed.
struct Counted<'a> {
    bytes: &'a mut Vec<u8>,
    progress: &'a Progress,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.progress.made(bytes.len());
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
