//! What a player wants of the table, as a line that both processes read alike.

use crate::books::Wrong;
use std::fmt;
use std::str::FromStr;
use tercet_fair::{Hex, SeatHash, SeatSecret, parse_hex};
use tercet_ledger::{Key, Name};
use tercet_rules::{Choice, Money};
use tercet_table::{Ask, Clocks, Do, Settings, Status, Who};

/// The game that is played, and its meter.
const GAME: &str = "three-card-poker";
pub(super) const METER: &str = "meter-1";

/// One thing that is asked of the table, under a key of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// Its number, which is its key.
    pub(super) number: u64,
    /// Who asks: a player, or the floor.
    pub(super) who: String,
    pub(super) what: What,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    Set,
    Open,
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
            What::Set => Do::Set(Box::new(settings()?)),
            What::Open => Do::Turn(Status::Open, "the evening begins".into()),
            What::Sit(spot) => Do::Sit(*spot),
            What::Place(spot, wager, units) => {
                Do::Place(*spot, wager.as_str().into(), Money::from_units(*units))
            }
            What::Swear(spot, hash) => Do::Swear(*spot, SeatHash::from_bytes(*hash)),
            What::Tell(spot, secret) => Do::Tell(*spot, SeatSecret::new(*secret)),
            What::Decide(spot, 0) => Do::Decide(*spot, Choice::Fold),
            What::Decide(spot, times) => Do::Decide(*spot, Choice::Play { times: *times }),
        };
        let who =
            if matches!(self.what, What::Set | What::Open) { Who::Floor(name) } else { Who::Player(name) };
        Ok(Ask { who, what })
    }
}

fn settings() -> Result<Settings, Wrong> {
    let text = tercet_games::builtin_text(GAME).ok_or("the game is gone")?;
    let meter = Name::new(METER).map_err(|error| error.to_string())?;
    Settings::new(text, 0, Some(meter), Clocks::default()).map_err(|error| error.to_string())
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish { number, who, what } = self;
        write!(f, "{number} {who} ")?;
        match what {
            What::Set => f.write_str("set"),
            What::Open => f.write_str("open"),
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
        let [no, who, rest @ ..] = &words[..] else { return Err(bad()) };
        let what = match rest {
            ["set"] => What::Set,
            ["open"] => What::Open,
            ["sit", spot] => What::Sit(number(spot)?),
            ["place", spot, wager, units] => {
                What::Place(number(spot)?, (*wager).into(), units.parse().map_err(|_| bad())?)
            }
            ["swear", spot, hash] => What::Swear(number(spot)?, hex(hash)?),
            ["tell", spot, secret] => What::Tell(number(spot)?, hex(secret)?),
            ["decide", spot, times] => What::Decide(number(spot)?, number(times)?),
            _ => return Err(bad()),
        };
        Ok(Wish { number: no.parse().map_err(|_| bad())?, who: (*who).into(), what })
    }
}
