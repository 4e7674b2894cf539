//! Whole numbers: what they have in common, and how they are written.

/// A whole number with a comma between thousands.
///
/// ```
/// assert_eq!(tercet_analysis::grouped(407_170_400_u64), "407,170,400");
/// ```
#[must_use]
pub fn grouped(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let comma = |i: usize| if i > 0 && (digits.len() - i).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(i, digit)| format!("{}{digit}", comma(i))).collect()
}

/// The greatest common measure of some numbers; 1 if all are zero.
///
/// ```
/// assert_eq!(tercet_analysis::measure([-150, 0, 250]), 50);
/// ```
#[must_use]
pub fn measure(numbers: impl IntoIterator<Item = i64>) -> i64 {
    let shared = numbers.into_iter().fold(0, |shared, number| gcd(shared, number.unsigned_abs().into()));
    i64::try_from(shared).unwrap_or(1).max(1)
}

/// The greatest common measure of two numbers; the other one where one is zero.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
