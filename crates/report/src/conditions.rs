//! Under which conditions figures were made: what records, workbooks and JSON say alike, in one place.

use crate::command::Command;
use tercet_analysis::report::{Ask, stakes_not_taken, what_if};
use tercet_analysis::{Decks, Known};
use tercet_games::Loaded;
use tercet_protocol::odds;
use tercet_rules::{Game, Money, WagerId};
use tercet_sheets::{Sheet, Value};

/// Under which conditions figures were made, beside what each record says of its own.
#[derive(Clone, Debug)]
pub struct Conditions {
    name: String,
    game: String,
    rules: String,
    players: u8,
    meter: Option<Money>,
    known: Known,
    strategy: Option<String>,
    decks: Decks,
    what_if: Option<String>,
    command: String,
    asked: Command,
}

/// The last columns of all records: a name for records, and one for a sheet of a workbook.
const COLUMNS: [(&str, &str); 9] = [
    ("game", "Id"),
    ("rules", "Rules"),
    ("players", "Players"),
    ("meter", "Meter"),
    ("known", "Known cards"),
    ("strategy", "Strategy"),
    ("decks", "Decks"),
    ("what_if", "What if"),
    ("command", "Command"),
];

impl Conditions {
    /// Those of a question. How the player decides is said as `--strategy` of the command line has it; nothing is, where each
    /// decision is asked about. `command` is what asks the same again. The meter stands there where the game has one.
    #[must_use]
    pub fn of(loaded: &Loaded, ask: &Ask<'_>, strategy: Option<String>, command: Command) -> Conditions {
        Conditions {
            name: loaded.game.name.clone(),
            game: loaded.game.id.to_string(),
            rules: loaded.hash.clone(),
            players: ask.players,
            meter: loaded.game.meter.as_ref().map(|rule| ask.meter.unwrap_or(rule.start)),
            known: ask.known,
            strategy,
            decks: ask.decks,
            what_if: what_if(&loaded.game, ask.decks),
            command: command.to_string(),
            asked: command,
        }
    }

    /// The same, but every hand is decided as in the game as it is written.
    #[must_use]
    pub fn decided_as_written(self) -> Conditions {
        Conditions { strategy: self.strategy.map(|strategy| format!("{strategy}, as written")), ..self }
    }

    /// What asks the same again.
    #[must_use]
    pub fn command(&self) -> &Command {
        &self.asked
    }

    /// The names of the last columns of every record.
    #[must_use]
    pub fn columns() -> [&'static str; COLUMNS.len()] {
        COLUMNS.map(|(column, _)| column)
    }

    /// What stands in them.
    #[must_use]
    pub fn values(&self) -> [Value; COLUMNS.len()] {
        let text = |text: &str| if text.is_empty() { Value::None } else { Value::Text(text.to_owned()) };
        [
            text(&self.game),
            text(&self.rules),
            text(&self.players.to_string()),
            self.meter.map_or(Value::None, Value::Money),
            text(&self.known.to_string()),
            self.strategy.as_deref().map_or(Value::None, text),
            text(&self.decks.count().to_string()),
            self.what_if.as_deref().map_or(Value::None, text),
            text(&self.command),
        ]
    }

    /// The same as fields of JSON.
    #[must_use]
    pub fn fields(&self) -> odds::Conditions<'_> {
        odds::Conditions {
            players: self.players,
            meter: self.meter,
            known: self.known,
            strategy: self.strategy.as_deref(),
            decks: self.decks,
            command: &self.command,
        }
    }

    /// The same for the sheet of a workbook that says what made it: a word or two, and what stands there. What there is
    /// nothing to say about is left out.
    #[must_use]
    pub fn said(&self) -> Vec<(&'static str, Value)> {
        let version = format!("tercet {}", env!("CARGO_PKG_VERSION"));
        let mut said = vec![("Game", Value::Text(self.name.clone()))];
        said.extend(COLUMNS.into_iter().map(|(_, name)| name).zip(self.values()));
        said.push(("Program", Value::Text(version)));
        said.retain(|(_, value)| *value != Value::None);
        said
    }
}

/// Stakes as `--bet` takes them: `ante=10 pair-plus=2.50`
#[must_use]
pub fn stakes(stakes: &[(WagerId, Money)]) -> Value {
    let each = |(id, stake): &(WagerId, Money)| format!("{id}={}", stake.to_string().replace(['$', ','], ""));
    let all: Vec<String> = stakes.iter().map(each).collect();
    if all.is_empty() { Value::None } else { Value::Text(all.join(" ")) }
}

/// What the table says of stakes that it does not take; nothing where it takes them.
#[must_use]
pub fn note(game: &Game, stakes: &[(WagerId, Money)]) -> Value {
    let notes = stakes_not_taken(game, stakes);
    if notes.is_empty() { Value::None } else { Value::Text(notes.join(" ")) }
}

/// The last columns that each record fills by itself: the stakes before the deal, what its figures are per, and what must
/// be known about the stakes.
pub const OWN: [&str; 3] = ["stakes", "per", "note"];

/// Adds those columns to a sheet whose records are all of the same bet.
#[must_use]
pub fn with_own<'a>(mut sheet: Sheet<'a>, game: &Game, staked: &[(WagerId, Money)], per: &str) -> Sheet<'a> {
    sheet.columns.extend(OWN);
    let own = [stakes(staked), Value::Text(per.to_owned()), note(game, staked)];
    sheet.rows.iter_mut().for_each(|row| row.extend(own.iter().cloned()));
    sheet
}
