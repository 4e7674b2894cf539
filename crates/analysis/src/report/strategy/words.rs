//! A strategy in words.

use super::{Apart, Bound};
use crate::law::Play;
use crate::numbers::grouped;
use tercet_cards::{Card, Rank, ThreeCategory, ThreeRank, format_cards};
use tercet_rules::Game;

/// So many kinds of exceptions are still listed one by one.
const LISTED: usize = 6;

/// The strategy in a sentence or two.
pub(super) fn text(
    game: &Game,
    bounds: &[Bound],
    apart: Option<&Apart>,
    strengths: &[ThreeRank],
    renames: bool,
) -> String {
    let line = rule(game, bounds, strengths);
    let Some(apart) = apart else { return format!("{}.", capital(&line)) };
    let said = |(cards, play): &(Vec<Card>, Play)| {
        format!("{} {}", play.words(game), format_cards(cards.iter().copied()))
    };
    let listed: Vec<String> = apart.kinds.iter().take(LISTED).map(said).collect();
    let suits = if renames { " (suits may be renamed)" } else { "" };
    // Only of best play is it known what a rule costs.
    let is_best = apart.cost.is_some();
    let (listed, hands) = (listed.join(", "), grouped(apart.hands));
    if apart.kinds.len() > LISTED {
        let kinds = grouped(apart.kinds.len() as u64);
        let none =
            if is_best { "No rule of strength alone is best" } else { "This is no rule of strength alone" };
        return format!(
            "{none}. The nearest: {line}. {hands} hands of {kinds} kinds go the other way, such as: {listed}."
        );
    }
    let why = if is_best { "for which no rule of strength alone is best" } else { "that go the other way" };
    format!("{}. But {listed}{suits}: {hands} hands {why}.", capital(&line))
}

/// `play Q-6-4 or better; fold anything lower`
fn rule(game: &Game, bounds: &[Bound], strengths: &[ThreeRank]) -> String {
    if let [only] = bounds {
        return format!("{} every hand", only.play.words(game));
    }
    let parts: Vec<String> = bounds
        .iter()
        .enumerate()
        .map(|(i, bound)| {
            let place = strengths.partition_point(|strength| *strength < bound.from);
            let below = place.checked_sub(1).map(|below| strengths[below]);
            let play = bound.play.words(game);
            match below {
                None => format!("{play} anything lower"),
                Some(below) => {
                    let otherwise = if i > 0 { "otherwise " } else { "" };
                    format!("{otherwise}{play} {}", floor(bound.from, below))
                }
            }
        })
        .collect();
    parts.join("; ")
}

/// The least hand of a rule, next to the strongest hand below it: as short as is exactly true.
fn floor(from: ThreeRank, below: ThreeRank) -> String {
    let [a, b, c] = from.ranks();
    let ranks = format!("{}-{}-{}", a.letter(), b.letter(), c.letter());
    let new_category = below.category() < from.category();
    let new_rank = new_category || below.ranks()[0] < a;
    let high = |rank: Rank| rank.name();
    let least = match from.category() {
        ThreeCategory::HighCard if new_rank => format!("{} high", high(a)),
        ThreeCategory::HighCard => ranks,
        ThreeCategory::ThreeOfAKind if new_category => "three of a kind".into(),
        category if new_category => format!("a {}", category.name()),
        ThreeCategory::Pair if new_rank => format!("a pair of {}", a.plural()),
        ThreeCategory::Pair => ranks,
        ThreeCategory::Flush if new_rank => format!("a {}-high flush", high(a)),
        ThreeCategory::Flush => format!("a flush of {ranks}"),
        ThreeCategory::Straight => format!("a straight, {} high,", high(a)),
        ThreeCategory::ThreeOfAKind => format!("three {}", a.plural()),
        ThreeCategory::StraightFlush => format!("a straight flush, {} high,", high(a)),
    };
    format!("{least} or better")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_cards::{Ace, parse_cards, rank_three};

    fn strength(text: &str) -> ThreeRank {
        let cards = parse_cards(text).unwrap();
        rank_three([cards[0], cards[1], cards[2]], Ace::HighAndLow)
    }

    /// The words are as short as is true of every hand between the two.
    #[test]
    fn floors_are_said_exactly() {
        for (from, below, words) in [
            ("Qs 6d 4c", "Qs 6d 3c", "Q-6-4 or better"),
            ("Qs 3d 2c", "Js Td 8c", "queen high or better"),
            ("2s 2d 3c", "As Kd Jc", "a pair or better"),
            ("9s 9d 2c", "8s 8d Ac", "a pair of nines or better"),
            ("9s 9d 5c", "9s 9d 4c", "9-9-5 or better"),
            ("5s 3s 2s", "As Ad Kc", "a flush or better"),
            ("Js 3s 2s", "Ts 9s 7s", "a jack-high flush or better"),
            ("Js 6s 2s", "Js 5s 4s", "a flush of J-6-2 or better"),
            ("3s 2d Ac", "As Ks Js", "a straight or better"),
            ("5s 4d 3c", "4s 3d 2c", "a straight, five high, or better"),
            ("2s 2d 2c", "As Kd Qc", "three of a kind or better"),
            ("7s 7d 7c", "6s 6d 6c", "three sevens or better"),
            ("3s 2s As", "As Ad Ac", "a straight flush or better"),
        ] {
            assert_eq!(floor(strength(from), strength(below)), words);
        }
    }
}
