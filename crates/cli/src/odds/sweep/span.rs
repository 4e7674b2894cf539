//! Shares, numbers and spans as arguments: exact fractions of what was typed.

use tercet_analysis::Fraction;
use tercet_analysis::sweep::Span;

/// `2.5%` or `0.025`: a share. Without the sign it is below one: who types 2.5 does not mean 250%.
pub(crate) fn share(text: &str) -> Result<Fraction, String> {
    let text = text.trim();
    let refuse = |_| format!("`{text}` is no share; expected such as 2.5% or 0.025");
    if let Some(number) = text.strip_suffix('%') {
        return fraction(number).map(|share| Fraction::new(share.num(), share.den() * 100)).map_err(refuse);
    }
    let share = fraction(text).map_err(refuse)?;
    if share.num().abs() >= share.den() {
        return Err(format!(
            "`{text}` stands without a percent sign; write {text}% or a share such as 0.025"
        ));
    }
    Ok(share)
}

/// A decimal number as it is written, with at most nine places on either side of the point.
pub(crate) fn fraction(text: &str) -> Result<Fraction, String> {
    let refuse = || format!("`{text}` is no number; expected such as 2 or 2.5");
    let (sign, digits) = text.trim().strip_prefix('-').map_or((1, text.trim()), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |digits: &str| digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain(whole) || !plain(part) || digits.ends_with('.') {
        return Err(refuse());
    }
    let number: i128 = format!("{whole}{part}").parse().map_err(|_| refuse())?;
    let places = u32::try_from(part.len()).map_err(|_| refuse())?;
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
