//! A workbook: a sheet for each kind of record, and one that says what made them.

use crate::sheet::{Sheet, Value};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

/// The records that fit a sheet, below the names of the columns.
pub const MOST_RECORDS: usize = (1 << 20) - 1;

/// The bytes of such a workbook.
///
/// # Errors
///
/// As [`workbook`].
pub fn bytes(sheets: &[Sheet<'_>], about: &[(&str, Value)]) -> Result<Vec<u8>, XlsxError> {
    workbook(sheets, about, &mut |_, _| {})?.save_to_buffer()
}

/// A workbook with these sheets and one, `About`, that says what is to be known about them. `progress` is told how many of how many records are in it.
///
/// # Errors
///
/// If a sheet cannot hold what it should.
pub fn workbook(
    sheets: &[Sheet<'_>],
    about: &[(&str, Value)],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Workbook, XlsxError> {
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
            progress(done, all);
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
