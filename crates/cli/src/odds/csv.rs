//! Records with commas between (RFC 4180, lines end as on Unix).

use super::sheet::{Sheet, Value};

/// The records under a line of column names.
pub(super) fn render(sheet: &Sheet<'_>) -> String {
    let mut out = format!("{}\n", sheet.columns.join(","));
    for row in &sheet.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
}

fn cell(value: &Value) -> String {
    match value {
        Value::None => String::new(),
        // No minus before a zero.
        Value::Number(number) | Value::Share(number) => (number + 0.0).to_string(),
        Value::Chance(chance) => format!("{chance:e}"),
        Value::Money(money) => money.to_string().replace(['$', ','], ""),
        Value::Text(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_rules::Money;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (value, wanted) in [
            (Value::None, ""),
            (Value::Number(-0.0), "0"),
            (Value::Share(0.25), "0.25"),
            (Value::Chance(1.5e-30), "1.5e-30"),
            (Value::Money(Money::from_units(-123_450)), "-1234.50"),
            (Value::Money(Money::from_units(30_000)), "300"),
            (Value::Text("40 to 1".into()), "40 to 1"),
            (Value::Text("$1,000 \"and\"".into()), "\"$1,000 \"\"and\"\"\""),
        ] {
            assert_eq!(cell(&value), wanted);
        }
    }
}
