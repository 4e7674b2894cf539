//! A workbook: the figures of the wagers, their rows, and what made them.

use super::records::{COLUMNS, Record, Value, under};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use std::path::Path;

/// Writes the records and what is to be known about them.
pub(super) fn save(records: &[Record], about: &[(&str, String)], path: &Path) -> Result<(), XlsxError> {
    let mut workbook = Workbook::new();
    let bold = Format::new().set_bold();
    let of_a_row = |record: &Record| match under(record, "record") {
        Value::Text(kind) => matches!(kind.as_str(), "row" | "line"),
        Value::None | Value::Number(_) => false,
    };
    for (name, rows) in [("Wagers", false), ("Rows", true)] {
        let sheet = workbook.add_worksheet().set_name(name)?;
        for (column, name) in (0..).zip(COLUMNS) {
            sheet.write_with_format(0, column, name, &bold)?;
        }
        let wanted = records.iter().filter(|record| of_a_row(record) == rows);
        for (row, record) in (1..).zip(wanted) {
            for (column, value) in (0..).zip(record) {
                write(sheet, row, column, value)?;
            }
        }
        sheet.set_freeze_panes(1, 0)?;
        sheet.autofit();
    }
    let sheet = workbook.add_worksheet().set_name("About")?;
    for (row, (name, text)) in (0..).zip(about) {
        sheet.write_with_format(row, 0, *name, &bold)?;
        sheet.write(row, 1, text)?;
    }
    sheet.autofit();
    workbook.save(path)
}

/// Whole numbers that a workbook keeps exactly are numbers there; larger ones stay text.
fn write(sheet: &mut Worksheet, row: u32, column: u16, value: &Value) -> Result<(), XlsxError> {
    match value {
        Value::None => {}
        Value::Number(number) => {
            sheet.write(row, column, *number)?;
        }
        Value::Text(text) => match text.parse::<u64>() {
            Ok(number) if number <= 1 << 53 => {
                sheet.write(row, column, number)?;
            }
            _ => {
                sheet.write(row, column, text)?;
            }
        },
    }
    Ok(())
}
