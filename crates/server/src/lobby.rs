//! The lobby: what every table shows to whoever looks for one. Many look, all the time; so what is said of a table is kept until something happens there.

use crate::house::House;
use crate::problem::{Code, Not, failed, problem};
use crate::seen::{rules, stage, status};
use axum::body::Bytes;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use tercet_ledger::{Account, Name};
use tercet_pit::Look;
use tercet_protocol::live::TableStatus;
use tercet_rules::Money;
use tercet_store::Failure;
use utoipa::ToSchema;

/// A table in the lobby.
#[derive(Serialize, ToSchema)]
pub(crate) struct InLobby {
    /// Its name.
    table: String,
    /// Whether it takes bets.
    status: TableStatus,
    /// The id of its game; left out before it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The name of its game.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The hash of its rules: `sha256:` and 64 digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// Whether players are told, if they ask, what each of their decisions is worth.
    hints: bool,
    /// What its progressive meter holds now, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    meter: Option<i64>,
    /// What those who sit there are called, each once.
    players: Vec<String>,
    /// How many spots there are.
    spots: u8,
    /// How many are taken.
    taken: usize,
    /// Those of them whose players are absent, in ascending order: no live line of theirs watches the table, nor have they asked anything of it without
    /// one in the last minute or two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absent: Vec<u8>,
    /// The number of the last round.
    round: u64,
    /// What the round is doing.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
}

impl InLobby {
    /// A table as it is.
    ///
    /// # Errors
    ///
    /// If the books cannot be read.
    pub(crate) fn now(house: &House, look: &Look) -> Result<InLobby, Failure> {
        let holds =
            look.meter().map(|meter| house.store.balance(&Account::Meter(meter.clone()))).transpose()?;
        Ok(InLobby::of(house, look, holds))
    }

    /// The same, where it is known what the meter holds.
    fn of(house: &House, look: &Look, holds: Option<Money>) -> InLobby {
        let settings = look.settings();
        let game = settings.map(|settings| &settings.game);
        let sitting: BTreeSet<&Name> = look.seats().values().collect();
        InLobby {
            table: look.table().to_string(),
            status: status(look.status()),
            game: game.map(|game| game.id.to_string()),
            name: game.map(|game| game.name.clone()),
            rules: settings.map(|settings| rules(&settings.rules)),
            hints: settings.is_some_and(|settings| settings.hints),
            meter: holds.map(Money::units),
            players: sitting.into_iter().map(|player| house.people.called(player)).collect(),
            spots: game.map_or(0, |game| game.spots),
            taken: look.seats().len(),
            absent: house.attendance.absent(look.table(), look.seats()),
            round: look.rounds(),
            stage: look.stage().map(|now| stage(now).into()),
        }
    }
}

/// What is said of all tables.
#[derive(Default)]
pub(crate) struct Lobby(Mutex<Said>);

#[derive(Default)]
struct Said {
    /// How often anybody had been renamed.
    renamed: u64,
    tables: BTreeMap<Name, Line>,
    /// What each meter holds, until something happens at a table that has it.
    meters: BTreeMap<Name, Money>,
    /// All of it.
    whole: Bytes,
}

/// What is said of one table.
struct Line {
    /// After so many events.
    version: u64,
    /// After players had come and gone so often.
    changes: u64,
    /// The place of the event that had set it.
    set_at: u64,
    /// The meters of the next round and of the one in play.
    meters: [Option<Name>; 2],
    /// What the first of them held.
    holds: Option<Money>,
    /// As JSON.
    text: Vec<u8>,
}

impl Lobby {
    /// All tables, as a list in JSON.
    ///
    /// # Errors
    ///
    /// If the books cannot be read.
    pub(crate) fn all(&self, house: &House) -> Result<Bytes, Not> {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Before any name is read: whoever is renamed meanwhile is looked up once more the next time.
        let renamed = house.people.renamed();
        if said.renamed != renamed {
            *said = Said { renamed, ..Said::default() };
        }
        said.bring_up(house)?;
        Ok(said.whole.clone())
    }
}

impl Said {
    fn bring_up(&mut self, house: &House) -> Result<(), Not> {
        let looks: Vec<Look> = house.pit.tables().iter().map(|table| table.watch().look()).collect();
        // A meter moves with what happens at a table that has it, or had it until now.
        for look in &looks {
            let line = self.tables.get(look.table());
            if line.is_some_and(|line| line.set_at != look.set_at()) {
                // It may have been set more than once, and have played with any meter in between.
                self.meters.clear();
            } else if line.is_none_or(|line| line.version != look.version()) {
                let before = line.into_iter().flat_map(|line| &line.meters).flatten();
                for meter in before.chain(meters(look).iter().flatten()) {
                    self.meters.remove(meter);
                }
            }
        }
        let mut changed = self.whole.is_empty();
        for look in &looks {
            let holds = look.meter().map(|meter| self.holds(house, meter)).transpose();
            let holds = holds.map_err(|failure| failed(&failure))?;
            let line = self.tables.get(look.table());
            // Before it is looked who is there: whoever comes or goes meanwhile is looked for once more the next time.
            let changes = house.attendance.changes(look.table());
            let same =
                |line: &Line| (line.version, line.changes, line.holds) == (look.version(), changes, holds);
            if line.is_some_and(same) {
                continue;
            }
            let text = serde_json::to_vec(&InLobby::of(house, look, holds));
            let text = text.map_err(|error| problem(Code::Store, error))?;
            let (version, set_at) = (look.version(), look.set_at());
            let line = Line { version, changes, set_at, meters: meters(look), holds, text };
            self.tables.insert(look.table().clone(), line);
            changed = true;
        }
        if self.tables.len() > looks.len() {
            // A table that has stopped is told of no more.
            let there: BTreeSet<&Name> = looks.iter().map(Look::table).collect();
            self.tables.retain(|table, _| there.contains(table));
            changed = true;
        }
        if changed {
            let lines: Vec<&[u8]> = self.tables.values().map(|line| &line.text[..]).collect();
            self.whole = [&b"["[..], &lines.join(&b','), b"]"].concat().into();
        }
        Ok(())
    }

    /// What a meter holds.
    fn holds(&mut self, house: &House, meter: &Name) -> Result<Money, Failure> {
        if let Some(known) = self.meters.get(meter) {
            return Ok(*known);
        }
        let holds = house.store.balance(&Account::Meter(meter.clone()))?;
        self.meters.insert(meter.clone(), holds);
        Ok(holds)
    }
}

/// The meters of the next round at a table and of the one that it plays.
fn meters(look: &Look) -> [Option<Name>; 2] {
    let playing = look.round_settings().and_then(|settings| settings.meter.clone());
    [look.meter().cloned(), playing]
}
