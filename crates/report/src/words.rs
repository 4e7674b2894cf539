//! Figures and names as people read them.

use std::time::Duration;
use tercet_analysis::Fraction;
use tercet_rules::{Game, LineOf, Money, WagerId, WagerNo};

/// `3.3730%`
///
/// What is not nothing never reads as nothing: `3.54e-5%`.
#[must_use]
pub fn percent(value: f64) -> String {
    let text = format!("{:.4}%", value * 100.0);
    match text.as_str() {
        "0.0000%" | "-0.0000%" if value.abs() > 1e-15 => format!("{:.2e}%", value * 100.0),
        "-0.0000%" => "0.0000%".into(),
        _ => text,
    }
}

/// `+0.1316%`, `-0.0500%`, `0.0000%`
#[must_use]
pub fn signed_percent(value: f64) -> String {
    let text = percent(value);
    if text.starts_with('-') || text == "0.0000%" { text } else { format!("+{text}") }
}

/// A figure with four places, or none where it is whole.
#[must_use]
pub fn plain(fraction: Fraction) -> String {
    let reduced = fraction.reduced();
    if reduced.den() == 1 { grouped(reduced.num()) } else { format!("{:.4}", fraction.value()) }
}

/// What a row adds: six places, as rows are small. What is not nothing never reads as nothing: `+1.86e-8`.
#[must_use]
pub fn contribution(fraction: Fraction) -> String {
    let text = format!("{:+.6}", fraction.value());
    match text.as_str() {
        _ if fraction.num() == 0 => "0".into(),
        "+0.000000" | "-0.000000" => format!("{:+.2e}", fraction.value()),
        _ => text,
    }
}

/// A time in milliseconds: whole microseconds, as what is finer is noise, and written with all its digits it hides what counts. More than 71
/// minutes are told as so many.
#[must_use]
pub fn milliseconds(time: Duration) -> f64 {
    f64::from(u32::try_from(time.as_micros()).unwrap_or(u32::MAX)) / 1_000.0
}

/// A whole number with a comma between thousands.
#[must_use]
pub fn grouped(n: impl TryInto<i128>) -> String {
    let n: i128 = n.try_into().unwrap_or(i128::MAX);
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{}", tercet_analysis::grouped(n.unsigned_abs()))
}

/// `Ante, Play and 3 Card Monster`
#[must_use]
pub fn listed<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), end.as_ref())
        }
    }
}

/// The names of wagers together.
#[must_use]
pub fn names(game: &Game, wagers: &[WagerNo]) -> String {
    let names: Vec<&str> = wagers.iter().map(|no| game.line_name(LineOf::Wager(*no))).collect();
    listed(&names)
}

/// The name of a wager; its id where the game has none of it.
#[must_use]
pub fn wager_name(game: &Game, id: &WagerId) -> String {
    game.wagers
        .iter()
        .find(|wager| wager.id == *id)
        .map_or_else(|| id.to_string(), |wager| wager.name.clone())
}

/// The name of a wager or bonus.
#[must_use]
pub fn table_name(game: &Game, id: &str) -> String {
    let bonus = game.bonuses.iter().find(|bonus| bonus.id == *id).map(|bonus| bonus.name.clone());
    bonus.unwrap_or_else(|| wager_name(game, &WagerId::from(id)))
}

/// `Ante $10 and Pair Plus $5`
#[must_use]
pub fn stakes(game: &Game, stakes: &[(WagerId, Money)]) -> String {
    let stakes: Vec<String> =
        stakes.iter().map(|(id, stake)| format!("{} {stake}", wager_name(game, id))).collect();
    listed(&stakes)
}

/// A count over all of them.
#[must_use]
pub fn share(ways: u128, all: u128) -> Fraction {
    let signed = |count: u128| i128::try_from(count).unwrap_or(i128::MAX);
    Fraction::new(signed(ways), signed(all.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(percent(0.033_729_8), "3.3730%");
        assert_eq!(percent(-0.0), "0.0000%");
        assert_eq!(percent(144.0 / 407_170_400.0), "3.54e-5%");
        assert_eq!(signed_percent(1e-7), "+1.00e-5%");
        assert_eq!(signed_percent(0.5), "+50.0000%");
        assert_eq!(grouped(-1_234_567), "-1,234,567");
        assert_eq!(grouped(407_170_400_u128), "407,170,400");
        assert_eq!(plain(Fraction::new(20, 10)), "2");
        assert_eq!(contribution(Fraction::new(-1, 4)), "-0.250000");
        assert_eq!(contribution(Fraction::new(0, 4)), "0");
        assert_eq!(contribution(Fraction::new(-1, 4_000_000)), "-2.50e-7");
    }
}
