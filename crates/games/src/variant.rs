//! The same game read or paid another way: one ruling, or one pay table, replaced.
//!
//! ```
//! use tercet_games::variant::{set_pays, set_ruling};
//! use tercet_games::builtin_doc;
//!
//! let mut doc = builtin_doc("three-card-pairs-plus").expect("it is built in");
//! set_ruling(&mut doc, "R1", "player-wins")?;
//! set_pays(&mut doc, "pairs-plus", "40-30-6-4-1")?;
//! let game = doc.check().expect("still a game");
//! assert_eq!(game.ruling("R1").map(|ruling| &*ruling.chosen), Some("player-wins"));
//! # Ok::<(), tercet_games::variant::VariantError>(())
//! ```

mod limits;
mod ranges;

pub use limits::{NoLimits, set_limits};
pub use ranges::{Varied, usual, varied};

use crate::catalogue::catalogue;
use core::fmt;
use tercet_rules::{GameDoc, Odds, Pay, PaysDoc, RowDoc, RulingId, nearest, one_of, shown};

/// Why a variant cannot be made. [`Display`](fmt::Display) says it in a sentence, with what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariantError {
    /// No such ruling is known, here or anywhere.
    UnknownRuling {
        /// What was asked for.
        id: String,
        /// The rulings that this game depends on.
        depends_on: Vec<String>,
    },
    /// The ruling exists, but this game does not depend on it.
    WithoutEffect {
        /// The ruling.
        id: String,
        /// The game.
        game: String,
        /// The rulings that this game depends on.
        depends_on: Vec<String>,
    },
    /// The ruling has no such reading.
    UnknownReading {
        /// The ruling.
        id: String,
        /// What was asked for.
        reading: String,
        /// The readings it has.
        readings: Vec<String>,
    },
    /// The game has no such wager or bonus.
    UnknownWager {
        /// What was asked for.
        id: String,
        /// The wagers and bonuses of the game that pay odds.
        has: Vec<String>,
    },
    /// Not so many rows pay odds.
    WrongCount {
        /// The wager or bonus.
        id: String,
        /// How many pays were given.
        given: usize,
        /// The rows that pay odds, each as `hand: pay`.
        rows: Vec<String>,
    },
    /// A pay is not a whole number or a fraction of whole numbers.
    BadPay {
        /// What was given.
        pay: String,
    },
    /// It looks like a range of pays and is none.
    BadRange {
        /// What was given.
        range: String,
    },
    /// A range ends below where it begins.
    Inverted {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
}

impl VariantError {
    /// Whether the game has nothing that the change is about, so that it may be meant for another game.
    #[must_use]
    pub fn is_about_another_game(&self) -> bool {
        match self {
            VariantError::UnknownRuling { .. }
            | VariantError::WithoutEffect { .. }
            | VariantError::UnknownWager { .. } => true,
            VariantError::UnknownReading { .. }
            | VariantError::WrongCount { .. }
            | VariantError::BadPay { .. }
            | VariantError::BadRange { .. }
            | VariantError::Inverted { .. } => false,
        }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |words: &[String]| one_of(words.iter().map(String::as_str)).replace(" or ", " and ");
        match self {
            VariantError::UnknownRuling { id, depends_on } => {
                write!(f, "there is no ruling `{}`; this game depends on {}", shown(id, 40), list(depends_on))
            }
            VariantError::WithoutEffect { id, game, depends_on } => {
                write!(f, "nothing in {game} depends on ruling {id}; it depends on {}", list(depends_on))
            }
            VariantError::UnknownReading { id, reading, readings } => {
                let names = readings.iter().map(String::as_str);
                write!(f, "`{}` is no reading of {id}; ", shown(reading, 40))?;
                if let Some(near) = nearest(reading, names.clone()) {
                    write!(f, "did you mean `{near}`? ")?;
                }
                write!(f, "expected {}", one_of(names))
            }
            VariantError::UnknownWager { id, has } => {
                let names = has.iter().map(String::as_str);
                write!(f, "there is no wager or bonus `{}` that pays odds; ", shown(id, 64))?;
                if let Some(near) = nearest(id, names.clone()) {
                    write!(f, "did you mean `{near}`? ")?;
                }
                write!(f, "expected {}", one_of(names))
            }
            VariantError::WrongCount { id, given, rows } => {
                write!(f, "{given} pays for `{id}`; expected {}: {}", rows.len(), rows.join(", "))
            }
            VariantError::BadRange { range } => {
                write!(
                    f,
                    "`{}` is no range of pays; expected whole numbers such as 30..50, or 30..50/5 in steps of 5",
                    shown(range, 40)
                )
            }
            VariantError::Inverted { from, to } => {
                write!(f, "`{from}..{to}` runs backwards; write {to}..{from}")
            }
            VariantError::BadPay { pay } => {
                write!(
                    f,
                    "`{}` is no pay; expected whole numbers from 1 to {} such as 40-30-6-4-1, or fractions such as 3/2",
                    shown(pay, 40),
                    Odds::MAX
                )
            }
        }
    }
}

impl core::error::Error for VariantError {}

/// Takes another reading of a ruling: `set_ruling(&mut doc, "R1", "player-wins")`.
///
/// # Errors
///
/// An unknown ruling or reading, and a ruling that nothing in the file depends on: a variant that changes
/// nothing would be mistaken for an answer.
pub fn set_ruling(doc: &mut GameDoc, id: &str, reading: &str) -> Result<(), VariantError> {
    let ruling_id = RulingId::from(id);
    if !doc.depends_on(&ruling_id) {
        let depends_on = doc.rulings.iter().map(|ruling| &ruling.id).filter(|id| doc.depends_on(id));
        let depends_on = depends_on.map(ToString::to_string).collect();
        let known = doc.ruling(&ruling_id).is_some() || catalogue().iter().any(|r| r.id == ruling_id);
        return Err(if known {
            VariantError::WithoutEffect { id: id.into(), game: doc.name.clone(), depends_on }
        } else {
            VariantError::UnknownRuling { id: id.into(), depends_on }
        });
    }
    let ruling = doc.rulings.iter_mut().find(|ruling| ruling.id == ruling_id);
    let Some(ruling) = ruling else {
        return Err(VariantError::UnknownRuling { id: id.into(), depends_on: Vec::new() });
    };
    if !ruling.readings.iter().any(|known| known.name == reading) {
        let readings = ruling.readings.iter().map(|known| known.name.clone()).collect();
        return Err(VariantError::UnknownReading { id: id.into(), reading: reading.into(), readings });
    }
    ruling.chosen = reading.into();
    Ok(())
}

/// Replaces the odds of a wager or bonus, row by row: `set_pays(&mut doc, "pair-plus", "40-30-6-4-1")`.
///
/// Only rows that pay odds count, in the order of the file: those under the readings in force, as a rule card shows them, or, if as many pays are
/// given, those of all readings. Hands, and whether a row pays `to` or `for`, stay. `3/2` stands for 3 to 2.
///
/// # Errors
///
/// An unknown wager, another number of pays than of rows, and anything that is no pay.
pub fn set_pays(doc: &mut GameDoc, id: &str, pays: &str) -> Result<(), VariantError> {
    let all = paying(doc, id)?;
    let pays: Vec<(u32, u32)> = pays.split('-').map(pay).collect::<Result<_, _>>()?;
    let rows: Vec<(usize, Odds)> =
        rows_for(doc, id, all, pays.len())?.into_iter().map(|(at, _, odds)| (at, odds)).collect();
    let table = table_mut(doc, id).map_or(&mut [][..], |table| &mut table.rows);
    for ((at, like), (num, den)) in rows.into_iter().zip(pays) {
        if let Some(odds) = Odds::new(num, den, like.basis()) {
            table[at].pays = Pay::Odds(odds);
        }
    }
    Ok(())
}

/// A row that pays odds, with its place in the table.
type Paying<'a> = (usize, &'a RowDoc, Odds);

/// The rows of a table that pay odds.
fn paying<'a>(doc: &'a GameDoc, id: &str) -> Result<Vec<Paying<'a>>, VariantError> {
    let rows = |rows: &'a [RowDoc]| -> Vec<Paying<'a>> {
        rows.iter().enumerate().filter_map(|(i, row)| Some((i, row, odds(row)?))).collect()
    };
    let all = tables(doc).map(|(id, pays)| (id, rows(&pays.rows))).filter(|(_, rows)| !rows.is_empty());
    let mut has = Vec::new();
    for (known, rows) in all {
        if known == id {
            return Ok(rows);
        }
        has.push(known.to_owned());
    }
    Err(VariantError::UnknownWager { id: id.into(), has })
}

/// Those of the rows that pay odds that so many pays are for.
fn rows_for<'a>(
    doc: &GameDoc,
    id: &str,
    all: Vec<Paying<'a>>,
    given: usize,
) -> Result<Vec<Paying<'a>>, VariantError> {
    let in_force = |row: &RowDoc| row.when.as_ref().is_none_or(|when| doc.holds(when) == Some(true));
    let shown: Vec<Paying<'a>> = all.iter().copied().filter(|(_, row, _)| in_force(row)).collect();
    let rows = shown.iter().map(|(_, row, _)| describe(row)).collect();
    [shown, all].into_iter().find(|rows| rows.len() == given).ok_or(VariantError::WrongCount {
        id: id.into(),
        given,
        rows,
    })
}

/// Every pay table with the id of its wager or bonus.
fn tables(doc: &GameDoc) -> impl Iterator<Item = (&str, &PaysDoc)> {
    let wagers = doc.wagers.iter().map(|wager| (wager.id.as_str(), &wager.pays));
    wagers.chain(doc.bonuses.iter().map(|bonus| (bonus.id.as_str(), &bonus.pays)))
}

fn table_mut<'a>(doc: &'a mut GameDoc, id: &str) -> Option<&'a mut PaysDoc> {
    let wager = doc.wagers.iter_mut().find(|wager| wager.id == *id).map(|wager| &mut wager.pays);
    wager.or_else(|| doc.bonuses.iter_mut().find(|bonus| bonus.id == *id).map(|bonus| &mut bonus.pays))
}

fn odds(row: &RowDoc) -> Option<Odds> {
    match row.pays {
        Pay::Odds(odds) => Some(odds),
        Pay::Lose | Pay::Push | Pay::Fixed(..) | Pay::Meter(_) => None,
    }
}

/// `40` or `3/2`.
fn pay(text: &str) -> Result<(u32, u32), VariantError> {
    let number = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|number| plain && (1..=Odds::MAX).contains(number))
    };
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    number(num).zip(number(den)).ok_or_else(|| VariantError::BadPay { pay: text.chars().take(40).collect() })
}

fn describe(row: &RowDoc) -> String {
    let hands: Vec<String> = row.hand.iter().map(ToString::to_string).collect();
    if hands.is_empty() { row.pays.to_string() } else { format!("{}: {}", hands.join(" or "), row.pays) }
}
