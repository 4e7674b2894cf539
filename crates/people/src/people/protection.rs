//! What players and the house set for the protection of players.

use super::change::Changing;
use super::{People, active, allow, allow_for_another, is};
use crate::error::{Error, Refused};
use crate::event::By;
use crate::protect::{Asked, Away, Break, Limit, Protection, Setter, Until};
use crate::role::Right;
use tercet_ledger::Name;

impl People {
    /// What is set for an account: to be kept by whoever asks [`Protection::may_bet`] for every bet, and asked for again after a change.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn protection(&self, id: &Name) -> Result<Protection, Error> {
        self.read(|sql| Ok(sql.protection(id)?))
    }

    /// Asks for another limit, or with none for no limit: see [`Protection::ask_limit`]. Players set their own, and who protects players
    /// that of the house.
    ///
    /// # Errors
    ///
    /// If who asks may not, it is no player's account, or the limit cannot be that.
    pub fn ask_limit(
        &self,
        id: &Name,
        (setter, limit): (Setter, Limit),
        value: Option<u64>,
        by: &By,
        now_ms: u64,
    ) -> Result<(Asked, Protection), Error> {
        self.protect(id, |changing, protection| {
            match setter {
                Setter::Player if is(by, id) => {}
                // Not even the house loosens what a player has set.
                Setter::Player => return Err(Refused::NoRight(Right::Bet).into()),
                Setter::House => allow_for_another(changing.sql, by, Right::ProtectPlayers, id)?,
            }
            let before = limit.show(protection.limit_of(setter, limit, now_ms));
            let asked = protection.ask_limit(setter, limit, value, now_ms)?;
            let after = match asked {
                Asked::AsIs | Asked::Now => limit.show(value),
                Asked::From(from) => format!("{}, from {from} on", limit.show(value)),
            };
            let words = (&*format!("{limit} by the {}: {before}", setter.word()), &*after);
            changing.note(by, "protection.limit", id.as_str(), words, now_ms)?;
            Ok(asked)
        })
    }

    /// Keeps a player away from now on: see [`Protection::go_away`]. Players go by themselves, or have it written by who protects
    /// players, who may also send them away.
    ///
    /// # Errors
    ///
    /// If who asks may not, it is no player's account, or the break is too short or too long.
    pub fn go_away(
        &self,
        id: &Name,
        kind: Break,
        until: Until,
        by: &By,
        now_ms: u64,
    ) -> Result<(Away, Protection), Error> {
        self.protect(id, |changing, protection| {
            if kind == Break::HouseExclusion {
                allow_for_another(changing.sql, by, Right::ProtectPlayers, id)?;
            } else if !is(by, id) {
                allow(changing.sql, by, Right::ProtectPlayers)?;
            }
            let away = protection.go_away(kind, until, now_ms)?;
            let after = match away.until {
                Until::Time(time) => format!("{kind} until {time}"),
                Until::ForEver => format!("{kind} for ever"),
            };
            changing.note(by, "protection.away", id.as_str(), ("", &after), now_ms)?;
            Ok(away)
        })
    }

    /// Ends what the house began, and nothing else: no player's own break is ever shortened.
    ///
    /// # Errors
    ///
    /// If who asks may not, or the house does not keep the player away.
    pub fn let_in(&self, id: &Name, by: &By, now_ms: u64) -> Result<Protection, Error> {
        let let_in = self.protect(id, |changing, protection| {
            allow_for_another(changing.sql, by, Right::ProtectPlayers, id)?;
            let away = protection.house_lets_in(now_ms)?;
            changing.note(by, "protection.let-in", id.as_str(), (away.kind.word(), ""), now_ms)
        });
        let_in.map(|((), protection)| protection)
    }

    fn protect<T>(
        &self,
        id: &Name,
        what: impl FnOnce(&Changing<'_>, &mut Protection) -> Result<T, Error>,
    ) -> Result<(T, Protection), Error> {
        self.change(|changing| {
            if !active(changing.sql, id)?.roles.may(Right::Bet) {
                return Err(Refused::NotAPlayer(id.clone()).into());
            }
            let mut protection = changing.sql.protection(id)?;
            let done = what(changing, &mut protection)?;
            changing.sql.set_protection(id, &protection)?;
            Ok((done, protection))
        })
    }
}
