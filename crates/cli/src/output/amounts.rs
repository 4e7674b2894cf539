//! Amounts that stand below one another.

/// Gives all of them cents where one has some, so that dollars stand below dollars. What is no amount stays as it is.
pub(crate) fn with_cents<'a>(amounts: impl IntoIterator<Item = &'a mut String>) {
    let amounts: Vec<&mut String> = amounts.into_iter().collect();
    if amounts.iter().any(|amount| amount.contains('.')) {
        let is_whole =
            |amount: &&mut String| !amount.contains('.') && amount.ends_with(|c: char| c.is_ascii_digit());
        amounts.into_iter().filter(is_whole).for_each(|amount| amount.push_str(".00"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_have_cents_or_none_has() {
        let shown = |amounts: &[&str]| {
            let mut amounts: Vec<String> = amounts.iter().map(|amount| (*amount).to_owned()).collect();
            with_cents(&mut amounts);
            amounts
        };
        assert_eq!(shown(&["$5", "", "-$1,000"]), ["$5", "", "-$1,000"]);
        assert_eq!(shown(&["$5", "", "-$1,000", "$0.10"]), ["$5.00", "", "-$1,000.00", "$0.10"]);
        assert_eq!(
            shown(&["$0.10", "170141183460469231731 units"]),
            ["$0.10", "170141183460469231731 units"]
        );
        assert_eq!(shown(&[]), [""; 0]);
    }
}
