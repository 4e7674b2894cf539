//! What somebody wants of a table, as a line that both processes read alike.

use super::Driver;
use crate::books::Wrong;
use crate::games;
use std::fmt;
use std::str::FromStr;
use tercet_fair::{Hex, SeatHash, SeatSecret, parse_hex};
use tercet_ledger::{Key, Name};
use tercet_rules::{Choice, Money};
use tercet_table::{Ask, Clocks, Do, Settings, Status, Who};

/// The meter.
pub(super) const METER: &str = "meter-1";

/// One thing that is asked of a table, under a key of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// Its number, which is its key.
    pub(super) number: u64,
    /// The table.
    pub(super) table: String,
    /// Who asks: a player, or the floor.
    pub(super) who: String,
    pub(super) what: What,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    Set(Driver),
    Open,
    Pause,
    Sit(u8),
    Place(u8, String, i64),
    Swear(u8, [u8; 32]),
    Tell(u8, [u8; 32]),
    Decide(u8, u8),
}

impl Wish {
    pub(super) fn key(&self) -> Key {
        Key::new(format!("wish-{}", self.number).as_bytes()).expect("a short key")
    }

    /// What it is to the table.
    pub(super) fn ask(&self) -> Result<Ask, Wrong> {
        let name = Name::new(&self.who).map_err(|error| error.to_string())?;
        let what = match &self.what {
            What::Set(driver) => Do::Set(Box::new(settings(*driver)?)),
            What::Open => Do::Turn(Status::Open, "the evening begins".into()),
            What::Pause => Do::Turn(Status::Paused, "the evening ends".into()),
            What::Sit(spot) => Do::Sit(*spot),
            What::Place(spot, wager, units) => {
                Do::Place(*spot, wager.as_str().into(), Money::from_units(*units))
            }
            What::Swear(spot, hash) => Do::Swear(*spot, SeatHash::from_bytes(*hash)),
            What::Tell(spot, secret) => Do::Tell(*spot, SeatSecret::new(*secret)),
            What::Decide(spot, 0) => Do::Decide(*spot, Choice::Fold),
            What::Decide(spot, times) => Do::Decide(*spot, Choice::Play { times: *times }),
        };
        let who = match self.what {
            What::Set(_) | What::Open | What::Pause => Who::Floor(name),
            What::Sit(_) | What::Place(..) | What::Swear(..) | What::Tell(..) | What::Decide(..) => {
                Who::Player(name)
            }
        };
        Ok(Ask::new(who, what))
    }
}

/// What a table is set to: the pit runs by the clock on the wall, so its clocks are short, and the meter that its tables share is hit
/// every few rounds.
fn settings(driver: Driver) -> Result<Settings, Wrong> {
    let meter = Name::new(METER).map_err(|error| error.to_string())?;
    let (text, clocks) = match driver {
        Driver::Hand => {
            let text = tercet_games::builtin_text("three-card-poker").ok_or("the game is gone")?;
            (text.to_owned(), Clocks::default())
        }
        Driver::Pit => {
            let clocks = Clocks { bet_ms: 90, secret_ms: 40, decide_ms: 70, show_ms: 5 };
            (games::often_hit()?, clocks)
        }
    };
    Settings::new(&text, 0, Some(meter), clocks).map_err(|error| error.to_string())
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish { number, table, who, what } = self;
        write!(f, "{number} {table} {who} ")?;
        match what {
            What::Set(driver) => write!(f, "set {driver}"),
            What::Open => f.write_str("open"),
            What::Pause => f.write_str("pause"),
            What::Sit(spot) => write!(f, "sit {spot}"),
            What::Place(spot, wager, units) => write!(f, "place {spot} {wager} {units}"),
            What::Swear(spot, hash) => write!(f, "swear {spot} {}", Hex(hash)),
            What::Tell(spot, secret) => write!(f, "tell {spot} {}", Hex(secret)),
            What::Decide(spot, times) => write!(f, "decide {spot} {times}"),
        }
    }
}

impl FromStr for Wish {
    type Err = Wrong;

    fn from_str(line: &str) -> Result<Wish, Wrong> {
        let bad = || format!("`{line}` is no wish");
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse::<u8>().map_err(|_| bad());
        let hex = |word: &str| parse_hex(word).map_err(|_| bad());
        let [no, table, who, rest @ ..] = &words[..] else { return Err(bad()) };
        let what = match rest {
            ["set", driver] => What::Set(driver.parse()?),
            ["open"] => What::Open,
            ["pause"] => What::Pause,
            ["sit", spot] => What::Sit(number(spot)?),
            ["place", spot, wager, units] => {
                What::Place(number(spot)?, (*wager).into(), units.parse().map_err(|_| bad())?)
            }
            ["swear", spot, hash] => What::Swear(number(spot)?, hex(hash)?),
            ["tell", spot, secret] => What::Tell(number(spot)?, hex(secret)?),
            ["decide", spot, times] => What::Decide(number(spot)?, number(times)?),
            _ => return Err(bad()),
        };
        let number = no.parse().map_err(|_| bad())?;
        Ok(Wish { number, table: (*table).into(), who: (*who).into(), what })
    }
}
