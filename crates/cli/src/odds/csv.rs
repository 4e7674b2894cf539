//! Records with commas between (RFC 4180, lines end as on Unix).

use super::conditions::Conditions;
use super::sheet::{Sheet, Value};

/// The records under a line of column names, each with the conditions under which it was figured at its end; line by
/// line, as there may be millions.
pub(super) fn lines<'a>(
    sheet: &'a Sheet<'a>,
    conditions: &Conditions,
) -> impl Iterator<Item = String> + use<'a> {
    let names: Vec<&str> = sheet.columns.iter().copied().chain(Conditions::columns()).collect();
    let end = row(&conditions.values());
    let records = sheet.rows.iter().map(move |record| format!("{},{end}\n", row(record)));
    core::iter::once(format!("{}\n", names.join(","))).chain(records)
}

fn row(values: &[Value]) -> String {
    values.iter().map(cell).collect::<Vec<_>>().join(",")
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
