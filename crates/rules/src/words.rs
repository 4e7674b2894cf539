//! Rows and settlement lines in words, for players, dealers and rule cards.

use crate::game::{Game, IrregularRule, Row, Table, WagerNo};
use crate::hand::{HandTest, Reads};
use crate::pay::{Basis, Pay};
use crate::reading::Irregular;
use crate::settle::{Line, Outcome, Settlement, SpotSettlement};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Ordering;
use tercet_cards::{Card, format_cards};

/// The text with a capital letter at the front.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `higher`, `equal` or `lower`: how the player's hand compares with the dealer's.
#[must_use]
pub const fn versus(order: Ordering) -> &'static str {
    match order {
        Ordering::Greater => "higher",
        Ordering::Equal => "equal",
        Ordering::Less => "lower",
    }
}

/// `Ante, Play and Pair Plus`
#[must_use]
pub fn listed<T: AsRef<str>>(items: &[T], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// The names of wagers.
#[must_use]
pub fn names(game: &Game, wagers: impl IntoIterator<Item = WagerNo>) -> Vec<String> {
    wagers.into_iter().map(|no| game.wager(no).name.clone()).collect()
}

/// An irregularity in words: the game file calls it `exposed-card`, people `exposed card`.
#[must_use]
pub fn irregularity(event: &str) -> String {
    event.replace('-', " ")
}

/// What follows from an irregularity, as part of a sentence: `the round is void and every bet comes back`. Source: R25.
#[must_use]
pub fn effect(game: &Game, rule: &IrregularRule) -> String {
    if let Some(first) = rule.wagers.first().filter(|first| rule.wagers.iter().all(|one| one.0 == first.0)) {
        return match first.0 {
            Irregular::Void => "the round is void and every bet comes back",
            Irregular::Continue => "the round goes on",
            Irregular::Forfeit => "every bet is lost",
            Irregular::Settle => "every bet is settled as the cards lie",
        }
        .into();
    }
    let each = [
        (Irregular::Void, "void and returned"),
        (Irregular::Continue, "in play as if nothing had happened"),
        (Irregular::Forfeit, "lost"),
        (Irregular::Settle, "settled as the cards lie"),
    ];
    let parts = each.into_iter().filter_map(|(action, words)| {
        let wagers: Vec<WagerNo> =
            game.wager_nos().filter(|no| rule.wagers[no.index()].0 == action).collect();
        let is = if wagers.len() == 1 { "is" } else { "are" };
        (!wagers.is_empty()).then(|| format!("{} {is} {words}", listed(&names(game, wagers), "and")))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// When a row applies, in words: `straight flush`, `dealer qualifies, player higher`, `any hand`.
#[must_use]
pub fn condition(row: &Row) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(hand) = &row.hand {
        parts.push(hand.to_string().replace(", ", " or "));
    }
    match row.dealer {
        Some(true) => parts.push("dealer qualifies".into()),
        Some(false) => parts.push("dealer does not qualify".into()),
        None => {}
    }
    if !row.player.is_empty() {
        let words: Vec<&str> = row.player.iter().map(|order| versus(*order)).collect();
        parts.push(format!("player {}", words.join(" or ")));
    }
    if parts.is_empty() { "any hand".into() } else { parts.join(", ") }
}

/// What the table reads, as a rule card says it.
#[must_use]
pub fn reads(game: &Game, table: &Table) -> String {
    let best = |cards: u8| if cards == 4 { "the best three of the " } else { "the " };
    match table.reads {
        Reads::Hand => format!("{}player's {} cards", best(game.player.0), number(game.player.0)),
        Reads::AllFour => "all four of the player's cards".into(),
        Reads::BothHands if asks_cards(table) => {
            "the player's three cards and the dealer's three together".into()
        }
        Reads::BothHands => {
            "the best five-card poker hand from the player's three cards and the dealer's three".into()
        }
        Reads::Dealer => format!("{}dealer's {} cards", best(game.dealer.0), number(game.dealer.0)),
    }
}

/// Whether every row asks for the cards as they are: no hand that they make says why one fits and another does not.
fn asks_cards(table: &Table) -> bool {
    let mut tests = table.rows.iter().filter_map(|row| row.hand.as_ref()).peekable();
    tests.peek().is_some() && tests.all(HandTest::asks_cards)
}

fn number(cards: u8) -> &'static str {
    if cards == 4 { "four" } else { "three" }
}

/// Why a line came out as it did, in a sentence or two.
///
/// ```text
/// The dealer qualifies with king high and the player's pair of nines is higher: Ante pays 1 to 1.
/// ```
#[must_use]
pub fn why(game: &Game, settlement: &Settlement, spot: &SpotSettlement, line: &Line) -> String {
    let name = game.line_name(line.of);
    let mut text = match line.outcome {
        Outcome::Forfeit if line.by_policy => {
            format!("Forfeited by the house's policy for irregularities: {name} is lost.")
        }
        Outcome::Forfeit => format!("The player folded: {name} is forfeited."),
        Outcome::Void => format!("Void by the house's policy for irregularities: {name} is returned."),
        Outcome::Win | Outcome::Lose | Outcome::Push => {
            format!("{}: {name} {}.", capital(&facts(game, settlement, spot, line)), verdict(line.pays))
        }
    };
    if spot.folded && line.outcome != Outcome::Forfeit && line.outcome != Outcome::Void {
        text.push_str(" It stays live after the fold.");
    }
    if let Some(limited) = &line.limited {
        text.push_str(&format!(" {} is not paid: at most {} is paid together.", limited.cut, limited.most));
    }
    if line.rounded.is_some() {
        text.push_str(" A part smaller than the smallest unit was rounded.");
    }
    text
}

/// What the deciding row looked at, as it lay.
fn facts(game: &Game, settlement: &Settlement, spot: &SpotSettlement, line: &Line) -> String {
    let table: &Table = game.table(line.of);
    let Some(row) = line.row.and_then(|i| table.rows.get(i)) else {
        return format!("{} fits no row of the table", hand(settlement, spot, table));
    };
    let mut facts: Vec<String> = Vec::new();
    if let Some(must) = row.dealer {
        let how = if must { "qualifies with" } else { "does not qualify with" };
        facts.push(format!("the dealer {how} {}", settlement.dealer.rank));
    }
    if !row.player.is_empty() {
        let against = if row.dealer.is_some() {
            String::new()
        } else {
            format!(" against the dealer's {}", settlement.dealer.rank)
        };
        facts.push(format!("the player's {} is {}{against}", spot.rank, versus(spot.versus)));
    }
    if let Some(test) = &row.hand {
        let hand = hand(settlement, spot, table);
        let test = test.to_string().replace(", ", " or ");
        let said = !row.player.is_empty() && table.reads == Reads::Hand && !asks_cards(table);
        match (said, hand.contains(&test)) {
            (true, true) => {}
            (true, false) => facts.push(format!("it is {test}")),
            (false, true) => facts.push(hand),
            (false, false) => facts.push(format!("{hand} ({test})")),
        }
    }
    if facts.is_empty() { "any hand will do".into() } else { facts.join(" and ") }
}

/// What a table reads, in words: the hand, or the cards where no row asks for a hand.
fn hand(settlement: &Settlement, spot: &SpotSettlement, table: &Table) -> String {
    let cards = |cards: &[Card]| format_cards(cards.iter().copied());
    let dealer = &settlement.dealer;
    match (table.reads, asks_cards(table)) {
        (Reads::Hand, false) => spot.rank.to_string(),
        (Reads::Hand, true) => cards(&spot.playing),
        (Reads::AllFour, _) => cards(&spot.cards),
        (Reads::BothHands, false) => spot.both.map_or_else(String::new, |rank| rank.to_string()),
        (Reads::BothHands, true) => {
            format!("{} with the dealer's {}", cards(&spot.cards), cards(&dealer.cards))
        }
        (Reads::Dealer, false) => format!("the dealer's {}", dealer.rank),
        (Reads::Dealer, true) => format!("the dealer's {}", cards(&dealer.cards)),
    }
}

fn verdict(pays: Option<Pay>) -> String {
    match pays {
        None | Some(Pay::Lose) => "loses".into(),
        Some(Pay::Push) => "pushes".into(),
        Some(pay @ Pay::Odds(odds)) => match odds.basis() {
            Basis::To => format!("pays {pay}"),
            Basis::For => format!("pays {pay}; the stake is not returned"),
        },
        Some(Pay::Fixed(amount, Basis::To)) => format!("pays {amount} and the stake is returned"),
        Some(Pay::Fixed(amount, Basis::For)) => format!("pays {amount}; the stake is not returned"),
        Some(pay @ Pay::Meter(_)) => format!("pays {pay}; the stake is not returned"),
    }
}
