//! A workbook: a sheet for each kind of record, and one that says what made them.

use super::sheet::{Sheet, Value};
use super::words::grouped;
use crate::output::file::{Kind, save as save_file};
use crate::output::{Progress, during};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use std::io::{self, Write};
use std::path::Path;

/// The records that fit a sheet, below the names of the columns.
const MOST_RECORDS: usize = (1 << 20) - 1;

/// How a workbook begins: it is a ZIP archive.
const WORKBOOK: Kind = Kind { name: "workbook", begins: b"PK\x03\x04" };

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
    let filled = during(&format!("Filling the sheets of {name}"), |progress| filled(sheets, about, progress));
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

fn filled(sheets: &[Sheet<'_>], about: &[(&str, Value)], progress: &Progress) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    let bold = Format::new().set_bold();
    let looks = Looks::new();
    let all = sheets.iter().map(|sheet| sheet.rows.len() as u64).sum();
    let mut done = 0;
    for one in sheets {
        let sheet = workbook.add_worksheet().set_name(one.name)?;
        for (column, name) in (0..).zip(&one.columns) {
            sheet.write_with_format(0, column, *name, &bold)?;
        }
        for (row, record) in (1..).zip(&one.rows) {
            for (column, value) in (0..).zip(record) {
                looks.write(sheet, (row, column), value)?;
            }
            done += 1;
            progress.at(done, all);
        }
        sheet.set_freeze_panes(1, 0)?;
        sheet.autofit();
    }
    let sheet = workbook.add_worksheet().set_name("About")?;
    for (row, (name, value)) in (0..).zip(about) {
        sheet.write_with_format(row, 0, *name, &bold)?;
        looks.write(sheet, (row, 1), value)?;
    }
    sheet.autofit();
    Ok(workbook)
}

/// How numbers look in a workbook, which keeps all their digits.
struct Looks {
    share: Format,
    tiny: Format,
    money: Format,
}

impl Looks {
    fn new() -> Looks {
        let look = |format| Format::new().set_num_format(format);
        Looks { share: look("0.0000%"), tiny: look("0.00E+00"), money: look("#,##0.00") }
    }

    /// Whole numbers that a workbook keeps exactly are numbers there; larger ones stay text.
    fn write(&self, sheet: &mut Worksheet, at: (u32, u16), value: &Value) -> Result<(), XlsxError> {
        let (row, column) = at;
        match value {
            Value::None => sheet,
            Value::Number(number) => sheet.write(row, column, *number)?,
            // A smaller one would look like none at all.
            Value::Chance(chance) if *chance > 0.0 && *chance < 1e-6 => {
                sheet.write_with_format(row, column, *chance, &self.tiny)?
            }
            Value::Share(share) | Value::Chance(share) => {
                sheet.write_with_format(row, column, *share, &self.share)?
            }
            Value::Money(money) => {
                sheet.write_with_format(row, column, money.units() as f64 / 100.0, &self.money)?
            }
            Value::Text(text) => match text.parse::<u64>() {
                Ok(number) if number <= 1 << 53 => sheet.write(row, column, number)?,
                _ => sheet.write(row, column, text)?,
            },
        };
        Ok(())
    }
}
