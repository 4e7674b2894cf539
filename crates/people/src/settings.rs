//! What the operator sets.

use crate::password::Cost;
use std::fmt;

/// How long a session lasts, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expiry {
    /// Without being used.
    pub idle_ms: u64,
    /// At most, however it is used.
    pub absolute_ms: u64,
}

/// When a login is locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lockout {
    /// After so many failures, at least 1,
    pub failures: u32,
    /// within so many milliseconds,
    pub within_ms: u64,
    /// for so many milliseconds.
    pub lock_ms: u64,
    /// How many logins are remembered, at least 1: of more, those that failed the longest ago are forgotten.
    pub remembered: usize,
}

/// What the operator sets for the people of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Sessions of players in a browser.
    pub players: Expiry,
    /// Sessions of the staff in a browser.
    pub staff: Expiry,
    /// Sessions of programs.
    pub programs: Expiry,
    /// How many sessions one account may have: of more, the one that was used the longest ago ends. At least 1.
    pub sessions_each: usize,
    /// How many sessions there may be in all: more are refused. At least 1.
    pub sessions_all: usize,
    /// How long a link that can be used once may wait for that, in milliseconds.
    pub link_ms: u64,
    /// When a login is locked.
    pub lockout: Lockout,
    /// What a hash of a password costs.
    pub cost: Cost,
}

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

impl Default for Settings {
    /// Players half an hour idle and twelve in all, staff a quarter and eight (GLI-19 §2.5.4, §C.6.5(d)); five failures in half an hour
    /// lock a login for as long; links last three days.
    fn default() -> Settings {
        Settings {
            players: Expiry { idle_ms: 30 * MINUTE, absolute_ms: 12 * HOUR },
            staff: Expiry { idle_ms: 15 * MINUTE, absolute_ms: 8 * HOUR },
            programs: Expiry { idle_ms: 24 * HOUR, absolute_ms: 30 * 24 * HOUR },
            sessions_each: 20,
            sessions_all: 200_000,
            link_ms: 72 * HOUR,
            lockout: Lockout {
                failures: 5,
                within_ms: 30 * MINUTE,
                lock_ms: 30 * MINUTE,
                remembered: 10_000,
            },
            cost: Cost::default(),
        }
    }
}

impl Settings {
    /// Whether they make sense together.
    ///
    /// # Errors
    ///
    /// Names the setting and says what was expected.
    pub fn check(&self) -> Result<(), SettingsRefused> {
        let refuse = |setting, expected| Err(SettingsRefused { setting, expected });
        let expiries = [("players", self.players), ("staff", self.staff), ("programs", self.programs)];
        for (setting, expiry) in expiries {
            if expiry.idle_ms == 0
                || expiry.idle_ms > expiry.absolute_ms
                || expiry.absolute_ms > 366 * 24 * HOUR
            {
                return refuse(
                    setting,
                    "more than nothing idle, no more than in all, and that at most a year",
                );
            }
        }
        if self.staff.idle_ms > 15 * MINUTE {
            return refuse("staff", "at most 15 minutes idle");
        }
        if self.sessions_each == 0 || self.sessions_all == 0 {
            return refuse("sessions", "at least 1");
        }
        if self.link_ms == 0 || self.link_ms > 366 * 24 * HOUR {
            return refuse("link", "more than nothing, at most a year");
        }
        let Lockout { failures, within_ms, lock_ms, remembered } = self.lockout;
        if failures == 0 || within_ms == 0 || lock_ms == 0 || remembered == 0 {
            return refuse("lockout", "at least 1 of each");
        }
        if self.cost.params().is_none() {
            return refuse("cost", "8 to 1048576 KiB for each lane, 1 to 64 passes, 1 to 16 lanes");
        }
        Ok(())
    }
}

/// Says which setting makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingsRefused {
    /// Which one.
    pub setting: &'static str,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for SettingsRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the setting {} of the people: expected {}", self.setting, self.expected)
    }
}

impl std::error::Error for SettingsRefused {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_settings_make_sense_and_each_fault_is_named() {
        let usual = Settings::default();
        assert_eq!(usual.check(), Ok(()));
        let none = Expiry { idle_ms: 0, absolute_ms: 1 };
        let lockout = |change: fn(&mut Lockout)| {
            let mut lockout = usual.lockout;
            change(&mut lockout);
            Settings { lockout, ..usual }
        };
        for (settings, named) in [
            (Settings { players: none, ..usual }, "players"),
            (Settings { programs: Expiry { idle_ms: 2, absolute_ms: 1 }, ..usual }, "programs"),
            (Settings { programs: Expiry { idle_ms: 2, absolute_ms: u64::MAX }, ..usual }, "programs"),
            (Settings { staff: usual.players, ..usual }, "staff"),
            (Settings { sessions_each: 0, ..usual }, "sessions"),
            (Settings { sessions_all: 0, ..usual }, "sessions"),
            (Settings { link_ms: 0, ..usual }, "link"),
            (lockout(|lockout| lockout.failures = 0), "lockout"),
            (lockout(|lockout| lockout.within_ms = 0), "lockout"),
            (lockout(|lockout| lockout.lock_ms = 0), "lockout"),
            (lockout(|lockout| lockout.remembered = 0), "lockout"),
            (Settings { cost: Cost { passes: 0, ..usual.cost }, ..usual }, "cost"),
        ] {
            let refused = settings.check().unwrap_err();
            assert_eq!(refused.setting, named);
            assert!(refused.to_string().contains("expected"));
        }
    }
}
