//! The page `docs/RULINGS.md`, written from the catalogue and the built-in files.

use crate::builtin::{builtin, builtin_doc};
use crate::catalogue::catalogue;
use std::fmt::Write as _;
use tercet_rules::{GameDoc, MentionOf, Path, Ruling, Step};

const HEAD: &str = "# Rulings

Where the five source documents are silent or disagree, a game file says how it reads them. Each ruling below is a
switch: the reading in force stands in the file under `[rulings]`, cells that depend on it say so (`when = \"R1=push\"`,
`then = \"R5\"`), and `--ruling R1=player-wins` takes another. A settlement that rests on a ruling names it.
What each reading costs, in numbers, stands in [RULING-COSTS](RULING-COSTS.md).

This page is written from `crates/games/data/rulings.toml` and the built-in game files; a test compares it, and
`UPDATE_GOLDEN=1 cargo test -p tercet-games` writes it anew.

In the tables, *decides* lists the places where the reading changes what happens; *named* lists those that only say
that they stand on it.
";

/// The text of `docs/RULINGS.md`: each ruling with its readings, and where the built-in games rest on it.
#[must_use]
pub fn rulings_page() -> String {
    let docs: Vec<GameDoc> = builtin().iter().filter_map(|file| builtin_doc(file.id)).collect();
    let mut page = String::from(HEAD);
    for ruling in catalogue() {
        write_ruling(&mut page, ruling, &docs).expect("a String takes everything");
    }
    page
}

fn write_ruling(page: &mut String, ruling: &Ruling, docs: &[GameDoc]) -> std::fmt::Result {
    writeln!(page, "\n## {}\n\n{}\n", ruling.id, ruling.question)?;
    for reading in &ruling.readings {
        let default =
            if reading.name == ruling.chosen && ruling.readings.len() > 1 { " (default)" } else { "" };
        writeln!(page, "- `{}={}`{default}: {}", ruling.id, reading.name, reading.words)?;
    }
    writeln!(page, "\n| game | reading in force | decides | named |\n|---|---|---|---|")?;
    for doc in docs {
        let Some(here) = doc.ruling(&ruling.id) else { continue };
        let (decides, named) = (MentionOf::Switch(&ruling.id), MentionOf::Ruling(&ruling.id));
        let cells = [doc.id.as_str(), &here.chosen, &places(doc, decides), &places(doc, named)];
        writeln!(page, "| {} | `{}` | {} | {} |", cells[0], cells[1], cells[2], cells[3])?;
    }
    Ok(())
}

/// Where a file mentions this: `Ante (rows 5, 6), Play (rows 5, 6)`.
fn places(doc: &GameDoc, of: MentionOf<'_>) -> String {
    let mut places: Vec<(String, Vec<String>)> = Vec::new();
    for mention in doc.mentions().iter().filter(|mention| mention.of == of) {
        let (owner, part) = place(doc, &mention.at);
        match places.last_mut() {
            Some((last, parts)) if *last == owner => parts.push(part),
            _ => places.push((owner, vec![part])),
        }
    }
    let words = places.into_iter().map(|(owner, mut parts)| {
        parts.retain(|part| !part.is_empty());
        parts.dedup();
        if parts.is_empty() { owner } else { format!("{owner} ({})", parts.join(", ")) }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A place in words: whose it is (a wager, a bonus, a section of the file), and which part of it.
fn place(doc: &GameDoc, at: &Path) -> (String, String) {
    let name = |id: &str| {
        let wager = doc.wagers.iter().find(|wager| wager.id == *id).map(|wager| &wager.name);
        let bonus = doc.bonuses.iter().find(|bonus| bonus.id == *id).map(|bonus| &bonus.name);
        wager.or(bonus).cloned().unwrap_or_else(|| id.into())
    };
    match at.steps() {
        [Step::Key(kind), Step::Key(id), part @ ..] if matches!(&**kind, "wager" | "bonus") => {
            let part = match part {
                [Step::Key(rows), Step::Index(row), ..] if **rows == *"rows" => format!("row {}", row + 1),
                [Step::Key(key), ..] => format!("`{key}`"),
                _ => String::new(),
            };
            (name(id), part)
        }
        [Step::Key(kind), Step::Key(event), ..] if **kind == *"irregular" => {
            (event.to_string(), String::new())
        }
        [Step::Key(kind), ..] if **kind == *"card" => ("a text of the rule card".into(), String::new()),
        [Step::Key(section), Step::Key(key), _, ..] => (format!("`[{section}]`"), format!("`{key}`")),
        [Step::Key(section), ..] => (format!("`[{section}]`"), String::new()),
        _ => (String::new(), String::new()),
    }
}
