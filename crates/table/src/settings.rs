//! What the floor sets for a table: its game, its meter, its clocks.

use crate::event::TableEvent;
use crate::game_file::GameFile;
use crate::stream::{LONGEST_METER, Stream};
use std::fmt;
use std::sync::Arc;
use tercet_ledger::{Hash, Name};
use tercet_rules::Game;

/// What a table is set to. A round keeps what it was opened with: other settings hold from the next one on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game file in its normal form, limits and posted tables included.
    pub text: Arc<str>,
    /// The game it makes, which tables of the same file share.
    pub game: Arc<Game>,
    /// The SHA-256 of the text: the name of the rules in every record.
    pub rules: Hash,
    /// The way of dealing, by its place in the game's list.
    pub way: usize,
    /// The meter, where the game has one.
    pub meter: Option<Name>,
    /// How long players have.
    pub clocks: Clocks,
    /// Whether players may be told what each of their decisions is worth: not unless the floor says so.
    pub hints: bool,
}

/// How long players have, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// To bet, all wagers, from the first one of the round on.
    pub bet_ms: u64,
    /// To tell the secret of a seat, once bets are closed.
    pub secret_ms: u64,
    /// To play or fold, once the cards are out.
    pub decide_ms: u64,
    /// To look at the result, before the next round opens.
    pub show_ms: u64,
}

impl Default for Clocks {
    /// Twenty seconds to bet, three for the secrets, twenty to decide, six to look.
    fn default() -> Clocks {
        Clocks { bet_ms: 20_000, secret_ms: 3_000, decide_ms: 20_000, show_ms: 6_000 }
    }
}

impl Clocks {
    /// What the four are called, in their order.
    pub const NAMES: [&str; 4] = ["bet", "secret", "decide", "show"];

    /// The four clocks in their order.
    #[must_use]
    pub const fn all(&self) -> [u64; 4] {
        [self.bet_ms, self.secret_ms, self.decide_ms, self.show_ms]
    }
}

/// The longest that a clock may run: an hour.
const LONGEST_MS: u64 = 3_600_000;

impl Settings {
    /// Settings for a game file, without hints.
    ///
    /// # Errors
    ///
    /// If the text is no game, the game has no such way of dealing, a meter is missing or is not used, or a clock runs for
    /// no time or more than an hour.
    pub fn new(
        text: &str,
        way: usize,
        meter: Option<Name>,
        clocks: Clocks,
    ) -> Result<Settings, SettingsError> {
        let file = GameFile::of(text).map_err(|faults| SettingsError::Game(faults.to_string()))?;
        let GameFile { text, game, hash: rules } = file;
        if way >= game.ways.len() {
            return Err(SettingsError::Way { found: way, ways: game.ways.len() });
        }
        match (&game.meter, &meter) {
            (Some(_), None) => return Err(SettingsError::MeterNeeded(game.name.clone())),
            (None, Some(_)) => return Err(SettingsError::NoMeter(game.name.clone())),
            (Some(_), Some(_)) | (None, None) => {}
        }
        if let Some(meter) = meter.as_ref().filter(|meter| Stream::Meter(Name::clone(meter)).name().is_none())
        {
            return Err(SettingsError::MeterName(meter.clone()));
        }
        let mut named = Clocks::NAMES.into_iter().zip(clocks.all());
        if let Some((clock, ms)) = named.find(|(_, ms)| *ms == 0 || *ms > LONGEST_MS) {
            return Err(SettingsError::Clock { clock, ms });
        }
        Ok(Settings { text, game, rules, way, meter, clocks, hints: false })
    }

    /// Whether a round is the same under these and under others. The game follows from the hash of its rules.
    pub(crate) fn are(&self, other: &Settings) -> bool {
        let Settings { text: _, game: _, rules, way, meter, clocks, hints } = self;
        (rules, way, meter, clocks, hints)
            == (&other.rules, &other.way, &other.meter, &other.clocks, &other.hints)
    }

    /// The settings that an event sets; none if it sets nothing.
    ///
    /// # Errors
    ///
    /// As [`new`](Settings::new).
    #[must_use]
    pub fn of(event: &TableEvent) -> Option<Result<Settings, SettingsError>> {
        let TableEvent::Set { text, way, meter, clocks_ms, hints, .. } = event else { return None };
        let [bet_ms, secret_ms, decide_ms, show_ms] = *clocks_ms;
        let clocks = Clocks { bet_ms, secret_ms, decide_ms, show_ms };
        let settings = Settings::new(text, usize::from(*way), meter.clone(), clocks);
        Some(settings.map(|settings| Settings { hints: *hints, ..settings }))
    }
}

/// Why a table cannot be set so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// The text is no game: every fault.
    Game(String),
    /// The game is not dealt that way.
    Way {
        /// The place asked for, from 0.
        found: usize,
        /// How many there are.
        ways: usize,
    },
    /// The game, by name, needs a meter.
    MeterNeeded(String),
    /// The game, by name, has no meter.
    NoMeter(String),
    /// The name of the meter leaves the books no room for the stream of its awards.
    MeterName(Name),
    /// A clock, by its name, of so many milliseconds.
    Clock {
        /// Which: `bet`, `secret`, `decide` or `show`.
        clock: &'static str,
        /// How long it would run.
        ms: u64,
    },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::Game(faults) => f.write_str(faults),
            SettingsError::Way { found, ways } => {
                write!(f, "way of dealing {found}; expected one of the {ways}, counted from 0")
            }
            SettingsError::MeterNeeded(game) => write!(f, "{game} has a meter; expected its name"),
            SettingsError::NoMeter(game) => write!(f, "{game} has no meter; leave it out"),
            SettingsError::MeterName(name) => {
                write!(f, "the name of meter {name} is too long; expected {LONGEST_METER} bytes at most")
            }
            SettingsError::Clock { clock, ms } => {
                write!(f, "the {clock} clock of {ms} ms; expected 1 to {LONGEST_MS}")
            }
        }
    }
}

impl std::error::Error for SettingsError {}
