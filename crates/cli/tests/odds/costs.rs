//! `docs/RULING-COSTS.md`: what each ruling costs, in numbers, written by the program.

use crate::{GAMES, fields, float, golden, list, odds, text};
use serde_json::Value;
use std::collections::BTreeMap;

const HEAD: &str = "# What the rulings cost

[RULINGS](RULINGS.md) lists the questions that the source documents leave open, with their readings. This page says what
each other reading moves in the figures of the built-in games: `tercet odds GAME --readings` for all of them. A house edge
is per unit of Ante for the main bet, per unit staked for a side bet, under best play each time; [ODDS](ODDS.md) defines
it. Where a limit on what is paid together may bite, every wager at the table maximum is figured too. Rulings with one
reading, or with a reading that no built-in game uses, are not here.

A test writes this page: `UPDATE_GOLDEN=1 cargo test -p tercet --test odds`.
";

#[test]
fn the_page_of_costs_is_up_to_date() {
    // By the number of the ruling.
    let mut rulings: BTreeMap<u32, (Value, Vec<(String, String)>)> = BTreeMap::new();
    for game in GAMES {
        let answer = odds(&[game, "--readings"]);
        for other in list(&answer["readings"]) {
            let id = text(&other["ruling"]);
            let number = id.trim_start_matches('R').parse().expect("a number");
            let (_, rows) = rulings.entry(number).or_insert_with(|| (other.clone(), Vec::new()));
            let reading = format!("`{id}={}`", text(&other["reading"]));
            let cells = format!("| {game} | `{}` | {reading} |", text(&other["in_force"]));
            rows.push((cells, moves(&answer, other)));
        }
    }
    let mut page = HEAD.to_owned();
    for (number, (other, rows)) in &rulings {
        page.push_str(&format!("\n## R{number}\n\n{}\n", text(&other["question"])));
        page.push_str("\n| game | in force | other reading | what it moves |\n|---|---|---|---|\n");
        for (cells, moves) in rows {
            page.push_str(&format!("{cells} {moves} |\n"));
        }
    }
    golden::check("docs/RULING-COSTS.md", &page);
}

fn moves(answer: &Value, other: &Value) -> String {
    if let Some(why) = other.get("no_figures") {
        return text(why).to_owned();
    }
    let mut all = Vec::new();
    for (id, moved) in fields(&other["moves"]) {
        let here = &answer["wagers"][id];
        let percent = |figure: &Value| format!("{}%", crate::percent(figure));
        if moved.get("closed").is_some() {
            all.push(format!("{id}: closed"));
            continue;
        }
        let change = float(&moved["change"]) * 100.0;
        if change != 0.0 {
            let (after, before) = (percent(&moved["house_edge"]), percent(&here["house_edge"]));
            all.push(format!("{id}: {after} instead of {before} ({change:+.4})"));
        }
        let per_cent = |text: &Value| {
            let (num, den) = crate::fraction(text);
            num as f64 / den as f64 * 100.0
        };
        let own = here.get("added_to_main").map_or(&here["expectation"], |added| &added["expectation"]);
        let own_edge = per_cent(&moved["expectation"]);
        let other = |added: &&Value| per_cent(added) != per_cent(own) && per_cent(added) != own_edge;
        if let Some(added) = moved.get("added_to_main").filter(other) {
            let (after, before) = (-per_cent(added), -per_cent(own));
            all.push(format!("{id}: to add it to the main bet costs {after:.4}% instead of {before:.4}%"));
        }
        if let Some(envy) = moved.get("per_other_player").filter(|_| change == 0.0) {
            let (after, before) = (per_cent(envy), per_cent(&here["per_other_player"]));
            all.push(format!("{id}: each other player adds {after:.4}% by envy instead of {before:.4}%"));
        }
    }
    if other.get("strategy").is_some() {
        all.push(format!("best play: {}", text(&other["strategy"])));
    }
    if let Some(total) = other.get("total") {
        let dollars = |text: &Value| {
            let (num, den) = crate::fraction(text);
            -(num as f64 / den as f64)
        };
        all.push(format!(
            "every wager at the table maximum: the house wins ${:.6} a round instead of ${:.6}",
            dollars(&total["expectation"]),
            dollars(&total["instead_of"])
        ));
    }
    if all.is_empty() { "nothing".into() } else { all.join("<br>") }
}
