//! What the floor wants a table to be set to, as a game of the house or as it was asked for before.

use crate::games::GameFile;
use crate::house::House;
use crate::problem::{Code, Not, failed, problem_at};
use crate::seen::{HASH, rules};
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_games::{canonical, variant::set_limits};
use tercet_ledger::{Key, Name, Record};
use tercet_protocol::live::StakeLimits;
use tercet_rules::{Limits, Money, shown};
use tercet_store::{Failure, Store};
use tercet_table::{Clocks, Settings, SettingsError, Stream, TableEvent, Who};

/// What is said of the settings that a table is to have.
pub(crate) struct Wanted<'a> {
    /// The id of a game, or the hash of its rules.
    pub(crate) game: &'a str,
    /// The way of dealing; the first if nothing is said.
    pub(crate) deal: Option<&'a str>,
    pub(crate) meter: Option<Name>,
    /// The clocks; those of the house if nothing is said.
    pub(crate) clocks: Option<Clocks>,
    /// The limits that are posted at the table.
    pub(crate) limits: &'a BTreeMap<String, StakeLimits>,
    pub(crate) hints: bool,
}

impl Wanted<'_> {
    /// The settings. Asked again under a key, they are those of the first time, whatever has become of the file of the game since.
    ///
    /// # Errors
    ///
    /// If there is no such game, it cannot be set so, or the books cannot be read.
    pub(crate) fn settings(
        self,
        house: &House,
        (table, who, key): (&Name, &Who, &Key),
    ) -> Result<Settings, Not> {
        let before = set_under(&*house.store, table, who, key).map_err(|failure| failed(&failure))?;
        if let Some(before) = before.filter(|before| self.means(before, &house.games.known(self.game))) {
            return Ok(before);
        }
        let games = &house.games;
        let file = games.offered(self.game);
        let file = file.ok_or_else(|| problem_at(Code::NotFound, "ask.game", games.none(self.game)))?;
        let ways = &file.game.ways;
        let way = match self.deal {
            None => 0,
            Some(deal) => ways.iter().position(|way| way.name == deal).ok_or_else(|| {
                let known = ways.iter().map(|way| way.name.as_str()).collect::<Vec<_>>().join(", ");
                problem_at(Code::Value, "ask.deal", format!("{} is dealt: {known}", file.game.name))
            })?,
        };
        let text = posted(&file, self.limits)?;
        let clocks = self.clocks.unwrap_or(house.settings.clocks);
        let settings = Settings::new(&text, way, self.meter, clocks);
        let settings = settings.map_err(|bad| not_settings(&bad))?;
        Ok(Settings { hints: self.hints, ..settings })
    }

    /// Whether these are the settings that are said here. `files` are those that the house has, or had since it opened, under the name of the game.
    fn means(&self, before: &Settings, files: &[Arc<GameFile>]) -> bool {
        let Settings { text, game, rules: hash, way, meter, clocks, hints } = before;
        let dealt = self.deal.map_or(*way == 0, |deal| game.ways[*way].name == deal);
        // Whoever says nothing of clocks means those of the house, which may have been any others by then.
        let timed = self.clocks.is_none_or(|said| said == *clocks);
        if !dealt || !timed || (meter, hints) != (&self.meter, &self.hints) {
            return false;
        }
        let limits: BTreeMap<String, StakeLimits> = (game.wagers.iter())
            .filter_map(|wager| Some((wager.id.to_string(), stake_limits(wager.limits.as_ref()?))))
            .collect();
        let mut made_of = files.iter().filter(|file| was_made_of(text, file, &limits)).peekable();
        if made_of.peek().is_some() {
            // Where nothing is said of a wager its limits are those of the file.
            return made_of.any(|file| posted(file, self.limits).is_ok_and(|said| *said == **text));
        }
        // The house does not have that file any more: what else stood in it nobody knows, nor its hash, if limits were posted.
        let by_hash = files.is_empty() && self.game.starts_with(HASH);
        let named =
            game.id.as_str() == self.game || by_hash && (rules(hash) == self.game || !self.limits.is_empty());
        named && self.limits.iter().all(|(wager, said)| limits.get(wager) == Some(said))
    }
}

/// Why these are no settings, with the field of the ask that says it.
fn not_settings(bad: &SettingsError) -> Not {
    let at = match bad {
        SettingsError::Clock { clock, .. } => format!("ask.clocks.{clock}_ms"),
        SettingsError::MeterNeeded(_) | SettingsError::NoMeter(_) | SettingsError::MeterName(_) => {
            "ask.meter".into()
        }
        SettingsError::Way { .. } => "ask.deal".into(),
        SettingsError::Game(_) => "ask.game".into(),
    };
    problem_at(Code::Settings, at, bad)
}

fn stake_limits(limits: &Limits) -> StakeLimits {
    StakeLimits { min: limits.min.units(), max: limits.max.units(), step: limits.step.units() }
}

/// Whether a game was made of this file by posting limits, all of which are given.
fn was_made_of(text: &str, file: &GameFile, limits: &BTreeMap<String, StakeLimits>) -> bool {
    let mut doc = file.loaded.doc.clone();
    for (wager, limits) in limits {
        // Those that cannot be posted are the file's own, or it is another file.
        let _ = set_limits(&mut doc, wager, money(limits));
    }
    canonical(&doc) == text
}

fn money(StakeLimits { min, max, step }: &StakeLimits) -> (Money, Money, Money) {
    (Money::from_units(*min), Money::from_units(*max), Money::from_units(*step))
}

/// The file of a game with the limits that are posted at a table.
fn posted(file: &GameFile, limits: &BTreeMap<String, StakeLimits>) -> Result<String, Not> {
    if limits.is_empty() {
        return Ok(file.text.clone());
    }
    let mut doc = file.loaded.doc.clone();
    for (wager, limits) in limits {
        let at = || format!("ask.limits.{}", shown(wager, 64));
        set_limits(&mut doc, wager, money(limits)).map_err(|none| problem_at(Code::Value, at(), none))?;
    }
    doc.check().map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let detail = format!("it is no game with these limits: {}", faults.join("; "));
        problem_at(Code::Settings, "ask.limits", detail)
    })?;
    Ok(canonical(&doc))
}

/// What a table was set to under this key of somebody's; nothing if nothing was.
///
/// # Errors
///
/// If the books cannot be read.
fn set_under(store: &dyn Store, table: &Name, who: &Who, key: &Key) -> Result<Option<Settings>, Failure> {
    let Some((stream, key)) = Stream::Table(table.clone()).name().zip(who.key_at(table, key)) else {
        return Ok(None);
    };
    let Some((_, receipt)) = store.receipt(&key)? else { return Ok(None) };
    let damaged = |why: String| Failure::Corrupt(format!("record {}: {why}", receipt.seq));
    let bytes = store.records(receipt.seq, 1)?.pop().ok_or_else(|| damaged("it is missing".into()))?;
    let record = Record::decode(&bytes).map_err(|bad| damaged(bad.to_string()))?;
    let parts = record.parts.iter().filter(|part| part.stream == stream);
    for event in parts.flat_map(|part| &part.events) {
        let event = TableEvent::read(event).map_err(|bad| damaged(bad.to_string()))?;
        if let Some(settings) = Settings::of(&event) {
            return settings.map(Some).map_err(|bad| damaged(bad.to_string()));
        }
    }
    Ok(None)
}
