//! How the player decides, as an argument.

use crate::output::file::reason;
use core::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tercet_analysis::StrategyCard;
use tercet_analysis::report::Policy;
use tercet_rules::Game;
use tercet_sheets::csv::may_be_a_formula;

/// A rule for decisions as an argument.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    /// Best play over all wagers that the decision touches.
    Best,
    /// Never fold.
    PlayAll,
    /// Play what the dealer would qualify with.
    MimicDealer,
    /// As it is written in a file.
    File(PathBuf),
}

/// As it was typed; before a path that a spreadsheet would take for a formula stands that it is one in this directory, which
/// is the same file.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Best => f.write_str("best"),
            Strategy::PlayAll => f.write_str("play-all"),
            Strategy::MimicDealer => f.write_str("mimic-dealer"),
            Strategy::File(path) => {
                let path = path.display();
                let here = if may_be_a_formula(&path.to_string()) { "./" } else { "" };
                write!(f, "{here}{path}")
            }
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategy, String> {
        let path = Path::new(text);
        match text {
            "best" => Ok(Strategy::Best),
            "play-all" => Ok(Strategy::PlayAll),
            "mimic-dealer" => Ok(Strategy::MimicDealer),
            _ if text.contains(std::path::is_separator) || path.extension().is_some() || path.exists() => {
                Ok(Strategy::File(path.into()))
            }
            _ => Err(
                "expected best, play-all, mimic-dealer or the path of a strategy file, such as ./mine.txt"
                    .into(),
            ),
        }
    }
}

/// Longer strategies are none.
const LONGEST: u64 = 1 << 20;

impl Strategy {
    /// The strategy that the file holds, if it is one of a file.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: the file cannot be read, or every fault in it.
    pub(super) fn card(&self, game: &Game) -> Result<Option<StrategyCard>, String> {
        let Strategy::File(path) = self else { return Ok(None) };
        let name = path.display();
        let failed = |error: &dyn std::fmt::Display| format!("error: --strategy {name}: {error}");
        // A pipe or a device does not tell its size beforehand.
        let file = File::open(path).map_err(|error| failed(&reason(&error)))?;
        let mut bytes = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| failed(&reason(&error)))?;
        if bytes.len() as u64 > LONGEST {
            return Err(failed(&format!(
                "more than {LONGEST} bytes; expected a strategy of {LONGEST} at most"
            )));
        }
        let text = String::from_utf8(bytes).map_err(|error| failed(&error.utf8_error()))?;
        // Some editors put a byte order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        StrategyCard::parse(text, game).map(Some).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            failed(&format!("no strategy for {}:{}", game.name, faults.concat()))
        })
    }

    /// The policy of a question.
    pub(super) fn policy<'a>(&self, card: Option<&'a StrategyCard>) -> Policy<'a> {
        match (self, card) {
            (_, Some(card)) => Policy::Card(card),
            (Strategy::PlayAll, None) => Policy::PlayAll,
            (Strategy::MimicDealer, None) => Policy::MimicDealer,
            (Strategy::Best | Strategy::File(_), None) => Policy::Best,
        }
    }
}
