//! The ranking of hands.

use crate::page::{Block, Section, Sources, Table, Text};
use crate::words::asks_for_five;
use tercet_cards::{Ace, FiveCategory, ThreeCategory};
use tercet_rules::words::capital;
use tercet_rules::{Game, LineOf, Reads, Table as PayTable};

/// The section about hands of three cards and, where a wager reads six, of five.
pub(crate) fn section(game: &Game) -> Option<Section> {
    let any = |test: fn(&PayTable) -> bool| {
        let wagers = game.wager_nos().map(LineOf::Wager);
        let bonuses = (0..game.bonuses.len()).map(LineOf::Bonus);
        wagers.chain(bonuses).any(|line| test(game.table(line)))
    };
    let threes = ThreeCategory::ALL.into_iter().rev().map(|category| {
        let (meaning, example) = three(category);
        row(category.name(), meaning, example)
    });
    let mut blocks = vec![
        Block::Text(Text::of("Hands of three cards, the highest first.", &game.order)),
        Block::Table(table(threes.collect())),
        Block::List(vec![
            Text::plain(
                "Between hands of one kind the higher cards decide, one after the other; suits never do.",
            ),
            ace(game, any(|table| table.reads == Reads::AllFour)),
        ]),
    ];
    if any(asks_for_five) {
        let fives = FiveCategory::ALL.into_iter().rev().map(|category| {
            let (meaning, example) = five(category);
            row(category.name(), meaning, example)
        });
        blocks.push(Block::Text(Text::plain(
            "Hands of five cards, the highest first. Here a flush is higher than a straight, and the ace is also low in 5-4-3-2-A.",
        )));
        blocks.push(Block::Table(table(fives.collect())));
    }
    Section::unless_empty("Ranking of hands", blocks)
}

fn row(name: &str, meaning: &str, example: &str) -> (Vec<String>, Sources) {
    (vec![capital(name), meaning.to_owned(), symbols(example)], Sources::default())
}

/// Cards as they look: `10♠ 9♠`.
fn symbols(cards: &str) -> String {
    let symbol = |c: char| match c {
        's' => "♠".to_owned(),
        'h' => "♥".to_owned(),
        'd' => "♦".to_owned(),
        'c' => "♣".to_owned(),
        'T' => "10".to_owned(),
        c => c.to_string(),
    };
    cards.chars().map(symbol).collect()
}

fn table(rows: Vec<(Vec<String>, Sources)>) -> Table {
    Table { head: ["Hand", "Cards", "Example"].map(str::to_owned).to_vec(), rows }
}

fn ace(game: &Game, four: bool) -> Text {
    let words = match (game.ace, four) {
        (Ace::HighAndLow, false) => "The ace is high, and low in 3-2-A, which is the lowest straight.",
        (Ace::HighAndLow, true) => {
            "The ace is high, and low in 3-2-A and 4-3-2-A, which are the lowest straights."
        }
        (Ace::HighOnly, _) => "The ace is always high: 3-2-A is no straight.",
    };
    Text::of(words, &game.ace_cites)
}

fn three(category: ThreeCategory) -> (&'static str, &'static str) {
    match category {
        ThreeCategory::StraightFlush => ("three of one suit in sequence", "9s 8s 7s"),
        ThreeCategory::ThreeOfAKind => ("three of one rank", "5s 5h 5d"),
        ThreeCategory::Straight => ("three in sequence", "Jd Ts 9c"),
        ThreeCategory::Flush => ("three of one suit", "Kh 8h 4h"),
        ThreeCategory::Pair => ("two of one rank", "Qs Qd 7c"),
        ThreeCategory::HighCard => ("none of these", "Ac 9d 4s"),
    }
}

fn five(category: FiveCategory) -> (&'static str, &'static str) {
    match category {
        FiveCategory::RoyalFlush => ("ace, king, queen, jack and ten of one suit", "As Ks Qs Js Ts"),
        FiveCategory::StraightFlush => ("five of one suit in sequence", "9h 8h 7h 6h 5h"),
        FiveCategory::FourOfAKind => ("four of one rank", "6s 6h 6d 6c Kd"),
        FiveCategory::FullHouse => ("three of one rank and two of another", "Js Jh Jd 4s 4d"),
        FiveCategory::Flush => ("five of one suit", "Kc Tc 7c 6c 2c"),
        FiveCategory::Straight => ("five in sequence", "9s 8d 7d 6h 5c"),
        FiveCategory::ThreeOfAKind => ("three of one rank", "8s 8h 8d Kc 3d"),
        FiveCategory::TwoPair => ("two of one rank and two of another", "Qs Qd 5h 5c 9s"),
        FiveCategory::Pair => ("two of one rank", "Ts Th Kd 7c 2s"),
        FiveCategory::HighCard => ("none of these", "Ah Jd 8c 6s 3d"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_cards::{parse_cards, rank_five, rank_three};

    /// The examples on the card are what they are said to be.
    #[test]
    fn examples_are_of_their_category() {
        for category in ThreeCategory::ALL {
            let cards: [_; 3] = parse_cards(three(category).1).unwrap().try_into().unwrap();
            assert_eq!(rank_three(cards, Ace::HighAndLow).category(), category);
        }
        for category in FiveCategory::ALL {
            let cards: [_; 5] = parse_cards(five(category).1).unwrap().try_into().unwrap();
            assert_eq!(rank_five(cards).category(), category);
        }
    }
}
