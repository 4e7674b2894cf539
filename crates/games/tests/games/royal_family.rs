//! The 4 Card Royal Family Bonus as its file has it, on every hand of four cards there is.

use super::common;
use std::fs;
use tercet_cards::{Card, CardSet, combinations, parse_cards};
use tercet_games::variant::set_ruling;
use tercet_rules::{Game, Hand, LineOf, Question, Table};

fn fury(ace: &str) -> Game {
    let mut doc = tercet_games::builtin_doc("three-card-fury").expect("built in");
    set_ruling(&mut doc, "R13", ace).expect("a reading");
    doc.check().expect("a game")
}

fn table(game: &Game) -> &Table {
    game.table(LineOf::Wager(game.wager_no("royal-family-bonus").expect("a wager")))
}

/// The place of the row that pays four cards; none if they lose.
fn row(game: &Game, cards: &[Card]) -> Option<usize> {
    let hand = Hand::all_four(cards, game.ace).expect("four cards");
    table(game).first_fit(&Question { hand: &hand, versus: std::cmp::Ordering::Less, qualifies: true })
}

/// How many hands each row pays, and how many lose, by the list in `testdata/counts`.
fn listed(name: &str) -> Vec<u64> {
    let text = fs::read_to_string(common::path(&format!("testdata/counts/{name}.counts"))).expect("counts");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().next().expect("a number").parse().expect("a number")).collect()
}

/// This holds up 002.13.royal-family, 002.13.quads, 002.13.straight-flush-4, 002.13.straight-flush-3, 002.13.trips,
/// 002.13.straight-or-flush-4, 002.13.straight-3, 002.13.flush-3 and R14=highest-row; R13=ace-both, R13=ace-high.
#[test]
fn each_row_pays_as_many_hands_as_were_counted_elsewhere() {
    for (ace, name) in [("ace-both", "ladder4"), ("ace-high", "ladder4-ace-high-only")] {
        let game = fury(ace);
        let mut counts = vec![0; table(&game).rows.len() + 1];
        for set in combinations(CardSet::FULL, 4) {
            let cards: Vec<Card> = set.iter().collect();
            counts[row(&game, &cards).unwrap_or(table(&game).rows.len())] += 1;
        }
        assert_eq!(counts, listed(name), "{ace}");
    }
}

/// 002.13.royal-family, 002.13.quads, 002.13.straight-flush-4, 002.13.straight-flush-3, 002.13.trips,
/// 002.13.straight-or-flush-4, 002.13.straight-3, 002.13.flush-3: one hand or more for each row; where several fit,
/// the highest row counts (R14=highest-row).
#[test]
fn each_hand_is_paid_by_its_row() {
    let game = fury("ace-both");
    for (cards, rule) in [
        ("As Ks Qs Js", "002.13.royal-family"),
        ("9s 9h 9d 9c", "002.13.quads"),
        ("Ks Qs Js Ts", "002.13.straight-flush-4"),
        ("4h 3h 2h Ah", "002.13.straight-flush-4"),
        ("As Ks Qs Jh", "002.13.straight-flush-3"),
        ("3h 2h Ah Kh", "002.13.straight-flush-3"),
        ("7s 6s 5s 5h", "002.13.straight-flush-3"),
        ("9s 9h 9d 8s", "002.13.trips"),
        ("As Kh Qs Js", "002.13.straight-or-flush-4"),
        ("4h 3h 2d Ac", "002.13.straight-or-flush-4"),
        ("Ah Kh 9h 8h", "002.13.straight-or-flush-4"),
        ("5s 5h 6d 7c", "002.13.straight-3"),
        ("3s 2h Ad Kc", "002.13.straight-3"),
        ("9s 8s 7h 2s", "002.13.straight-3"),
        ("Ks 8s 7h 2s", "002.13.flush-3"),
        ("9s 9h 8d 8c", "no row"),
        ("2s Ah Kd Jc", "no row"),
    ] {
        let paid = row(&game, &parse_cards(cards).expect("cards")).map(|i| &table(&game).rows[i]);
        let by = paid.and_then(|row| row.cites.rule.as_ref()).map_or("no row", |rule| rule.as_str());
        assert_eq!(by, rule, "{cards}");
    }
}
