//! Records with commas between (RFC 4180, lines end as on Unix).

use crate::conditions::Conditions;
use tercet_sheets::Sheet;
use tercet_sheets::csv::row;

/// The records under a line of column names, each with the conditions under which it was figured at its end; line by
/// line, as there may be millions.
pub fn lines<'a>(
    sheet: &'a Sheet<'a>,
    conditions: &Conditions,
) -> impl ExactSizeIterator<Item = String> + use<'a> {
    let names: Vec<&str> = sheet.columns.iter().copied().chain(Conditions::columns()).collect();
    let end = row(&conditions.values());
    let head = format!("{}\n", names.join(","));
    // Counted as one range, as a chain does not know how long it is.
    (0..sheet.rows.len() + 1).map(move |line| match line.checked_sub(1) {
        None => head.clone(),
        Some(record) => format!("{},{end}\n", row(&sheet.rows[record])),
    })
}
