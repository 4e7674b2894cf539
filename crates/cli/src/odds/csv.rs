//! Records with commas between (RFC 4180, lines end as on Unix).

use super::records::{COLUMNS, Record, Value};

/// The records under a line of column names.
pub(super) fn render(records: &[Record]) -> String {
    table(&COLUMNS, records)
}

/// Rows of values under a line of column names.
pub(super) fn table(columns: &[&str], rows: &[impl AsRef<[Value]>]) -> String {
    let mut out = format!("{}\n", columns.join(","));
    for row in rows {
        let cells: Vec<String> = row.as_ref().iter().map(cell).collect();
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
}

fn cell(value: &Value) -> String {
    match value {
        Value::None => String::new(),
        // No minus before a zero.
        Value::Number(number) => (number + 0.0).to_string(),
        Value::Text(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (value, wanted) in [
            (Value::None, ""),
            (Value::Number(-0.0), "0"),
            (Value::Number(0.25), "0.25"),
            (Value::Text("40 to 1".into()), "40 to 1"),
            (Value::Text("$1,000 \"and\"".into()), "\"$1,000 \"\"and\"\"\""),
        ] {
            assert_eq!(cell(&value), wanted);
        }
    }
}
