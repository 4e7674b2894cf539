//! Records with commas between (RFC 4180, lines end as on Unix).

use crate::sheet::{Sheet, Value};

/// Whether a spreadsheet may read a text from outside as a formula: some do so with the wide signs of East Asia, too.
#[must_use]
pub fn may_be_a_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

/// Whether a text is a number or an exact fraction, such as `-13733780/407170400`, which may begin with a sign.
fn is_a_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (whole, part) = over.split_once('.').unwrap_or((over, "0"));
    digits(whole.strip_prefix(['-', '+']).unwrap_or(whole)) && digits(part) && digits(under)
}

/// A sheet under the names of its columns.
#[must_use]
pub fn text(sheet: &Sheet<'_>) -> String {
    let mut text = format!("{}\n", sheet.columns.join(","));
    for record in &sheet.rows {
        text.push_str(&row(record));
        text.push('\n');
    }
    text
}

/// Values with commas between, without the end of the line.
#[must_use]
pub fn row(values: &[Value]) -> String {
    values.iter().map(cell).collect::<Vec<_>>().join(",")
}

fn cell(value: &Value) -> String {
    match value {
        Value::None => String::new(),
        // No minus before a zero.
        Value::Number(number) | Value::Share(number) | Value::Chance(number) => (number + 0.0).to_string(),
        Value::Money(money) => money.to_string().replace(['$', ','], ""),
        Value::Text(text) => {
            // As spreadsheets mark a text that is one.
            let mark = if may_be_a_formula(text) && !is_a_number(text) { "'" } else { "" };
            if text.contains([',', '"', '\n', '\r']) {
                format!("\"{mark}{}\"", text.replace('"', "\"\""))
            } else {
                format!("{mark}{text}")
            }
        }
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
            (Value::Chance(1.5e-11), "0.000000000015"),
            (Value::Chance(0.0), "0"),
            (Value::Money(Money::from_units(-123_450)), "-1234.50"),
            (Value::Money(Money::from_units(30_000)), "300"),
            (Value::Text("40 to 1".into()), "40 to 1"),
            (Value::Text("$1,000 \"and\"".into()), "\"$1,000 \"\"and\"\"\""),
        ] {
            assert_eq!(cell(&value), wanted);
        }
    }

    #[test]
    fn no_text_is_a_formula_and_numbers_stay_numbers() {
        for (text, wanted) in [
            ("=1+1", "'=1+1"),
            ("=cmd,\"a\".txt", "\"'=cmd,\"\"a\"\".txt\""),
            ("@x", "'@x"),
            ("＝1＋1", "'＝1＋1"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠x", "'＠x"),
            ("+x", "'+x"),
            ("-2+3", "'-2+3"),
            ("-1/2/3", "'-1/2/3"),
            ("\tx", "'\tx"),
            ("-", "'-"),
            ("-13733780/407170400", "-13733780/407170400"),
            ("-1", "-1"),
            ("-0.5", "-0.5"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(cell(&Value::Text(text.into())), wanted);
        }
    }
}
