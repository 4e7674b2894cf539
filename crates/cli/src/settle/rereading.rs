//! A log read otherwise: each round under every other reading, and what each reading comes to in all.

use super::readings::{Change, Other, asked, changes, others};
use super::text::{dollars, rounds};
use crate::source::Loaded;
use std::fmt::Write as _;
use tercet_protocol::settle::Problem;
use tercet_rules::{CheckedRound, Game, ReadingWords, Ruling, Settlement};

/// The games of a log under their other readings, and the sums so far. There are as many as readings of its games, however
/// long the log is.
#[derive(Default)]
pub(super) struct Rereading {
    /// By the hash of the game's rules.
    games: Vec<(String, Vec<Other>)>,
    sums: Vec<Sum>,
}

/// What one reading would change.
struct Sum {
    ruling: Ruling,
    reading: ReadingWords,
    asked: String,
    /// Rounds in which a spot would win or lose something else.
    changed: u64,
    /// Rounds that could not have been played so.
    unplayed: u64,
    /// How much more the house would win, in the smallest unit.
    house: i128,
}

impl Rereading {
    /// The readings that would change the money of a round that was settled by this game; they are added to the sums.
    pub(super) fn of(
        &mut self,
        loaded: &Loaded,
        check: impl Fn(&Game) -> Result<CheckedRound<'_>, Problem>,
        here: &Settlement,
    ) -> Vec<Change<'_>> {
        let known = self.games.iter().position(|(hash, _)| *hash == loaded.hash);
        let place = known.unwrap_or_else(|| {
            self.games.push((loaded.hash.clone(), others(loaded)));
            self.games.len() - 1
        });
        let changes = changes(&self.games[place].1, check, here);
        for change in &changes {
            let sum = sum_of(&mut self.sums, change.other);
            match &change.comes_to {
                Ok(moved) => {
                    sum.changed += 1;
                    let units = |moved: &super::readings::Moved| {
                        i128::from(moved.here.units()) - i128::from(moved.there.units())
                    };
                    sum.house += moved.iter().map(units).sum::<i128>();
                }
                Err(_) => sum.unplayed += 1,
            }
        }
        changes
    }

    /// What each reading comes to over all rounds, in the order of the rulings' numbers.
    pub(super) fn words(&self) -> String {
        let mut sums: Vec<&Sum> = self.sums.iter().collect();
        sums.sort_by_key(|sum| (sum.ruling.id.as_str().len(), sum.ruling.id.as_str()));
        if sums.is_empty() {
            return "No other reading changes any of these rounds.\n\n".into();
        }
        let mut words = String::from("All rounds read otherwise\n");
        for sum in sums {
            let _cannot_fail = writeln!(words, "{}", sum.words());
        }
        words.push('\n');
        words
    }
}

/// The sum of a reading. The same ruling may say something else in a game that explains it itself.
fn sum_of<'s>(sums: &'s mut Vec<Sum>, other: &Other) -> &'s mut Sum {
    let same = |sum: &Sum| {
        sum.ruling.id == other.ruling.id
            && sum.reading == other.reading
            && sum.ruling.question == other.ruling.question
    };
    let place = sums.iter().position(same).unwrap_or_else(|| {
        let (ruling, reading, asked) = (other.ruling.clone(), other.reading.clone(), asked(other));
        sums.push(Sum { ruling, reading, asked, changed: 0, unplayed: 0, house: 0 });
        sums.len() - 1
    });
    &mut sums[place]
}

impl Sum {
    fn words(&self) -> String {
        let mut parts = Vec::new();
        if self.changed > 0 {
            let house = match self.house {
                0 => "the same".into(),
                more if more > 0 => format!("{} more", dollars(more)),
                less => format!("{} less", dollars(-less)),
            };
            parts.push(format!("{} would change, and the house would net {house}", rounds(self.changed)));
        }
        if self.unplayed > 0 {
            parts.push(format!("{} could not have been played so", rounds(self.unplayed)));
        }
        let name = format!("{}={}", self.ruling.id, self.reading.name);
        format!("  Under {name}: {}.\n{}", parts.join("; "), self.asked)
    }
}

#[cfg(test)]
mod tests;
