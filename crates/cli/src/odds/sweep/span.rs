//! Shares, numbers and spans as arguments: exact fractions of what was typed.

use tercet_analysis::Fraction;
use tercet_analysis::sweep::Span;

/// `2.5%` or `0.025`: a share. Without the sign it is below one: who types 2.5 does not mean 250%.
pub(crate) fn share(text: &str) -> Result<Fraction, String> {
    let text = text.trim();
    let refuse =
        |why: NoDecimal| why.words(&format!("`{text}` is no share; expected such as 2.5% or 0.025"), text);
    if let Some(number) = text.strip_suffix('%') {
        return decimal(number).map(|share| Fraction::new(share.num(), share.den() * 100)).map_err(refuse);
    }
    let share = decimal(text).map_err(refuse)?;
    if share.num().abs() >= share.den() {
        return Err(format!(
            "`{text}` stands without a percent sign; write {text}% or a share such as 0.025"
        ));
    }
    Ok(share)
}

/// Digits before the point, after it, and from the first that is not zero: any floating-point number that the program
/// writes can be typed, and what is exact stays so.
const MOST_BEFORE: usize = 9;
const MOST_AFTER: usize = 24;
const MOST_DIGITS: usize = 18;

/// Why a text is no decimal number that is read exactly.
enum NoDecimal {
    /// It is none.
    NoNumber,
    /// It is one of more digits than are read.
    TooLong,
}

impl NoDecimal {
    /// In words, with what is said of a text that is no number.
    fn words(&self, no_number: &str, text: &str) -> String {
        match self {
            NoDecimal::NoNumber => no_number.to_owned(),
            NoDecimal::TooLong => format!(
                "`{text}` has too many digits; expected at most {MOST_BEFORE} before the point, {MOST_AFTER} after it, and {MOST_DIGITS} from the first that is not 0 on"
            ),
        }
    }
}

/// A number as it is written, exactly.
pub(crate) fn fraction(text: &str) -> Result<Fraction, String> {
    let no_number = || format!("`{text}` is no number; expected such as 2 or 2.5");
    decimal(text).map_err(|why| why.words(&no_number(), text))
}

/// A decimal number as it is written, `3.54e-5` too.
fn decimal(text: &str) -> Result<Fraction, NoDecimal> {
    let refuse = || NoDecimal::NoNumber;
    let (sign, digits) = text.trim().strip_prefix('-').map_or((1, text.trim()), |rest| (-1, rest));
    let (digits, smaller) = digits.split_once("e-").unwrap_or((digits, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || smaller.is_empty() || ![whole, part, smaller].into_iter().all(plain) {
        return Err(refuse());
    }
    if digits.ends_with('.') {
        return Err(refuse());
    }
    let all = format!("{whole}{part}");
    let all = all.trim_start_matches('0');
    let places = smaller.parse().unwrap_or(usize::MAX).saturating_add(part.len());
    if whole.len() > MOST_BEFORE || places > MOST_AFTER || all.len() > MOST_DIGITS {
        return Err(NoDecimal::TooLong);
    }
    let number: i128 = if all.is_empty() { 0 } else { all.parse().map_err(|_| refuse())? };
    let places = u32::try_from(places).map_err(|_| refuse())?;
    Ok(Fraction::new(sign * number, 10_i128.pow(places)))
}

/// `2%..4%`, `..4%`, `2%..`
pub(super) fn shares(text: &str) -> Result<Span, String> {
    span(text, share, "2%..4%, ..4% or 2%..")
}

/// `4..9`
pub(super) fn numbers(text: &str) -> Result<Span, String> {
    span(text, fraction, "4..9, ..9 or 4..")
}

/// `2..3`, squared.
pub(super) fn squares(text: &str) -> Result<Span, String> {
    let square = |text: &str| {
        let number = fraction(text)?;
        if number.num() < 0 {
            return Err(format!("`{text}` is below zero"));
        }
        Ok(Fraction::new(number.num() * number.num(), number.den() * number.den()))
    };
    span(text, square, "2..3, ..3 or 2..")
}

fn span(text: &str, read: impl Fn(&str) -> Result<Fraction, String>, such: &str) -> Result<Span, String> {
    let (from, to) = text.split_once("..").ok_or_else(|| format!("expected a span such as {such}"))?;
    let side = |text: &str| if text.trim().is_empty() { Ok(None) } else { read(text).map(Some) };
    let span = Span { from: side(from)?, to: side(to)? };
    match (span.from, span.to) {
        (None, None) => Err(format!("expected a span such as {such}")),
        (Some(a), Some(b)) if a > b => Err(format!("it runs backwards; write {to}..{from}")),
        _ => Ok(span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_exact() {
        assert_eq!(share("2.5%").map(Fraction::reduced), Ok(Fraction::new(1, 40)));
        assert_eq!(share("0.025").map(Fraction::reduced), Ok(Fraction::new(1, 40)));
        assert_eq!(share("-1%").map(Fraction::reduced), Ok(Fraction::new(-1, 100)));
        assert_eq!(squares("1.5..2").map(|span| span.from), Ok(Some(Fraction::new(225, 100))));
    }

    /// Whatever the program writes as a figure can be typed, and is the decimal that was written.
    #[test]
    fn every_figure_that_is_written_reads_back() {
        let whole = |text: &str| {
            text.trim_start_matches(['0', '.']).replace('.', "").parse::<i128>().expect("digits")
        };
        for (num, den) in
            [(13_733_780_i64, 407_170_400_i64), (1, 3), (144, 407_170_400), (2, 7), (999_999, 1_000_000)]
        {
            let value = num as f64 / den as f64;
            let text = value.to_string();
            let places = u32::try_from(text.len() - 2).expect("few");
            assert_eq!(share(&text), Ok(Fraction::new(whole(&text), 10_i128.pow(places))), "{text}");
            assert_eq!(share(&format!("-{text}")), Ok(Fraction::new(-whole(&text), 10_i128.pow(places))));
            assert!(squares(&format!("{text}..")).is_ok(), "{text}");
            assert!(share(&format!("{:.2e}%", value * 1e-5)).is_ok(), "{value:e}");
        }
        assert_eq!(share("3.54e-5%"), Ok(Fraction::new(354, 1_000_000_000)));
        assert_eq!(share("0"), Ok(Fraction::new(0, 1)));
    }

    #[test]
    fn too_many_digits_say_how_many_there_may_be() {
        for text in [
            "0.0337298094360493812345",
            "1234567890.5",
            "0.0000000000000000000000001",
            "1e-25",
            "1e-99999999999",
        ] {
            let error = fraction(text).unwrap_err();
            assert!(
                error.contains("has too many digits; expected at most 9 before the point, 24 after it"),
                "{error}"
            );
            assert!(
                share(&format!("{text}%")).is_err_and(|error| error.contains("too many digits")),
                "{text}"
            );
        }
        for text in ["", "e-5", "1e-", "1e5", "1e--5", "1.e-5", "1e-5.5", "+1", "0x1"] {
            assert!(fraction(text).is_err_and(|error| error.contains("is no number")), "{text}");
        }
    }

    #[test]
    fn what_is_no_span_says_so() {
        for (text, part) in [
            ("2%", "expected a span such as 2%..4%"),
            ("..", "expected a span"),
            ("0.000000002..0.000000001", "it runs backwards"),
            ("4%..2%", "it runs backwards; write 2%..4%"),
            ("a..b", "`a` is no share"),
            ("0.1..2.", "`2.` is no share"),
            ("2.5..", "`2.5` stands without a percent sign; write 2.5%"),
            ("-1..", "`-1` stands without a percent sign; write -1%"),
        ] {
            let error = shares(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(
            squares("999999999.999999999..999999999.999999998")
                .is_err_and(|error| error.contains("backwards"))
        );
        assert!(numbers("1%..2").is_err() && squares("-1..2").is_err());
    }
}
