//! Answers of other runs, added up as if one run had played all their chunks.

use super::play::Came;
use crate::output::file::reason;
use crate::source::Loaded;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use tercet_protocol::simulation::Part;
use tercet_rules::shown;
use tercet_sim::{NotAdded, Prepared, Seed};

/// No answer is longer, with every bin and row of seven seats in it.
const LONGEST: u64 = 1 << 24;

/// What the answers in these files come to together.
///
/// # Errors
///
/// A message for the person at the terminal, by the file that is to blame: it is no answer, it answers something else than was asked
/// here, or a chunk of it is in another file.
pub(super) fn all(
    files: &[PathBuf],
    loaded: &Loaded,
    prepared: &Prepared<'_>,
    seed: Option<Seed>,
) -> Result<Came, String> {
    let setup = prepared.digest();
    let mut seed = seed.map(|seed| ("this command".to_owned(), seed));
    let mut engine = None;
    let mut all = prepared.nothing();
    for path in files {
        let name = shown(&path.display().to_string(), 200);
        let wrong = |why: String| format!("error: --add {name}: {why}");
        let text = read(path).map_err(wrong)?;
        let part = Part::read(&text).map_err(wrong)?;
        let same = |key: &str, here: &str, what: &str| match part.text(key) {
            Ok(there) if there == here => Ok(()),
            Ok(there) => Err(wrong(format!("{key}: `{}`; {what} `{here}`", shown(there, 80)))),
            Err(why) => Err(wrong(why)),
        };
        same("game", prepared.game().id.as_str(), "this command is about")?;
        same("rules", &loaded.hash, "the rules here are")?;
        same(
            "setup",
            &setup,
            "seats, bets, decisions, sessions, tables or the meter differ: expected that of this command,",
        )?;
        let there = part.text("seed").and_then(Seed::read).map_err(wrong)?;
        let (of, seed) = seed.get_or_insert_with(|| (name.clone(), there));
        same("seed", &seed.to_string(), &format!("{of} has"))?;
        engine = match (engine, part.text("engine").map_err(wrong)?) {
            (None | Some("fast"), "fast") => Some("fast"),
            (None | Some("reference"), "reference") => Some("reference"),
            (Some(_), "fast" | "reference") => Some("fast and reference"),
            (_, other) => {
                return Err(wrong(format!("engine: `{}`; expected fast or reference", shown(other, 80))));
            }
        };
        let tally = part.tally(prepared.nothing()).map_err(wrong)?;
        all.merge(&tally).map_err(|error| match error {
            NotAdded::Twice(chunk) => wrong(format!("chunk {chunk} is in a file before it, too")),
            NotAdded::TooLarge(sum) => {
                wrong(format!("sums.{sum}: together with the files before it, it is too large"))
            }
        })?;
    }
    let (Some((_, seed)), Some(engine)) = (seed, engine) else {
        return Err("error: --add: expected files with answers".into());
    };
    Ok(Came { seed, engine, tally: all, notes: Vec::new(), failed: None })
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let file = File::open(path).map_err(|error| reason(&error).to_string())?;
    file.take(LONGEST + 1).read_to_end(&mut text).map_err(|error| reason(&error).to_string())?;
    if text.len() as u64 > LONGEST {
        return Err(format!("more than {LONGEST} bytes; expected what --json answers"));
    }
    Ok(text)
}
