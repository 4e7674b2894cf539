//! The games that drills are played with.

use crate::books::Wrong;

/// The five games, and those of the tests that have what the five do not: Play multiples, and a meter that is hit every few rounds, so
/// that tables hit it at once.
///
/// # Errors
///
/// If the files of the tests are not in the source tree as they were.
pub fn texts() -> Result<Vec<String>, Wrong> {
    let mut all: Vec<String> = tercet_games::builtin().iter().map(|game| game.text.to_owned()).collect();
    all.push(of_the_tests("raise-1-2-3")?);
    all.push(often_hit()?);
    Ok(all)
}

fn of_the_tests(id: &str) -> Result<String, Wrong> {
    let path = format!("{}/../../testdata/games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
}

/// A game of which the common hands take the meter, too.
///
/// # Errors
///
/// See [`texts`].
pub fn often_hit() -> Result<String, Wrong> {
    let text = of_the_tests("two-meter-rows")?;
    let last = r#"  { hand = "three of a kind", pays = "50 for 1" },"#;
    let more = r#"
  { hand = "straight", pays = "100% of the meter", envy = "$5" },
  { hand = "flush", pays = "10% of the meter" },"#;
    let often = text.replacen(last, &format!("{last}{more}"), 1).replacen("two-meter-rows", "often-hit", 1);
    if often.len() == text.len() + more.len() - "two-meter-rows".len() + "often-hit".len() {
        Ok(often)
    } else {
        Err("two-meter-rows has other rows by now".into())
    }
}
