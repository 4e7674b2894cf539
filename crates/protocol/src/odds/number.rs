//! Numbers and names as JSON has them.

use tercet_analysis::Fraction;
use tercet_rules::Money;

/// A number: whole where it is whole, else the shortest text that reads back as the nearest floating-point number.
pub(crate) fn number(value: f64) -> String {
    // No minus before a zero.
    (value + 0.0).to_string()
}

/// A fraction as a number.
pub(super) fn decimal(fraction: Fraction) -> String {
    number(fraction.value())
}

/// Money in dollars.
pub(crate) fn dollars(money: Money) -> String {
    decimal(Fraction::new(i128::from(money.units()), 100))
}

/// A name as a word of JSON: lower case, hyphens for what is no letter and no digit. `straight flush` is
/// `straight-flush`, `A-K-Q of spades` is `a-k-q-of-spades`.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_read_back() {
        for (value, text) in
            [(0.0, "0"), (-0.0, "0"), (2.0, "2"), (-0.5, "-0.5"), (1.0 / 3.0, "0.3333333333333333")]
        {
            assert_eq!(number(value), text);
        }
        assert_eq!(dollars(Money::from_units(250)), "2.5");
        assert_eq!(dollars(Money::from_units(-2_500_000)), "-25000");
    }

    #[test]
    fn names_become_words() {
        for (name, word) in [
            ("straight flush", "straight-flush"),
            ("A-K-Q of spades", "a-k-q-of-spades"),
            ("dealer qualifies, player equal", "dealer-qualifies-player-equal"),
            (" - ", ""),
        ] {
            assert_eq!(slug(name), word);
        }
    }
}
