//! A table of the house: as it is played at, as it is written, and as somebody saw it who looked away.

use super::witness::Witness;
use crate::books::{Books, Wrong};
use crate::flaky::Flaky;
use crate::games;
use tercet_ledger::{Account, Name};
use tercet_rules::Audience;
use tercet_store::{Memory, Store as _};
use tercet_table::{Clocks, HouseKey, Live, NotLive, Settings, Stage, Status, Table, TableView};

/// A table of the house.
#[derive(Debug)]
pub(super) struct Felt {
    name: Name,
    /// None while the power is off.
    pub(super) live: Option<Live<Flaky>>,
    /// What is written.
    pub(super) witness: Witness,
    /// What those who look away still believe.
    pub(super) old_news: Table,
}

/// The key of the house.
pub(super) fn house_key() -> HouseKey {
    HouseKey::new([7; 32])
}

/// Whoever walks the floor.
pub(super) fn floor_name() -> Name {
    Name::new("flo").expect("a name")
}

/// What a table can be set to: every game. Those with a meter share two.
pub(super) fn settings() -> Result<Vec<Settings>, Wrong> {
    games::texts()?.iter().map(|text| settings_of(text)).collect()
}

fn settings_of(text: &str) -> Result<Settings, Wrong> {
    let game = tercet_games::load(text).map_err(|faults| faults.to_string())?;
    let meter = if game.id == "three-card-poker" { "meter-1" } else { "meter-2" };
    let meter =
        game.meter.is_some().then(|| Name::new(meter)).transpose().map_err(|error| error.to_string())?;
    // People here are slow to tell their secrets.
    let clocks = Clocks { secret_ms: 9_000, ..Clocks::default() };
    Settings::new(text, 0, meter, clocks).map_err(|error| error.to_string())
}

impl Felt {
    pub(super) fn new(no: usize) -> Felt {
        let name = Name::new(&format!("t{no}")).expect("a name");
        let (witness, old_news) = (Witness::new(&name), Table::new(name.clone()));
        Felt { name, live: None, witness, old_news }
    }

    pub(super) const fn name(&self) -> &Name {
        &self.name
    }

    /// The power is gone.
    pub(super) fn cut(&mut self) {
        self.live = None;
    }

    /// Starts the table from what is written; whether that could be read.
    pub(super) fn start(&mut self, store: &Flaky, now_ms: u64) -> Result<bool, Wrong> {
        match Live::open(&self.name, store.clone(), house_key(), now_ms) {
            Ok(live) => self.live = Some(live),
            Err(NotLive::Failed(_)) => {}
            Err(other) => return Err(format!("{} does not start: {other}", self.name)),
        }
        Ok(self.live.is_some())
    }

    /// Takes what was written since, and compares the money of everybody at the table.
    pub(super) fn noted(&mut self, kept: &Memory, books: &mut Books) -> Result<(), Wrong> {
        if !self.witness.catch_up(kept, usize::MAX, &house_key(), books)? {
            return Ok(());
        }
        let table = &self.witness.table;
        let seats = table.seats();
        let mut accounts: Vec<Account> = seats.values().cloned().map(Account::Wallet).collect();
        accounts.push(Account::Bank(self.name.clone()));
        let settings = table.round_settings().or(table.settings());
        let meter = settings.and_then(|settings| settings.meter.clone());
        accounts.extend(
            meter.into_iter().flat_map(|meter| [Account::Meter(meter.clone()), Account::Reserve(meter)]),
        );
        for &spot in seats.keys() {
            accounts
                .extend([Account::Layout(self.name.clone(), spot), Account::Held(self.name.clone(), spot)]);
        }
        for account in accounts {
            let has = kept.balance(&account).map_err(|failure| failure.to_string())?;
            let expected = books.has(&account.to_string());
            if i128::from(has.units()) != expected {
                let has = has.units();
                return Err(format!("{account} holds {has} units, and {expected} by the second books"));
            }
        }
        Ok(())
    }

    /// Whether the table that is played at is the one that is written.
    pub(super) fn agrees(&self) -> Result<(), Wrong> {
        self.live.as_ref().map_or(Ok(()), |live| self.witness.agrees(live))
    }

    /// Somebody looks, and will believe for a while that it is still so.
    pub(super) fn look(&mut self) {
        if let Some(live) = &self.live {
            self.old_news = live.table().clone();
        }
    }

    /// How many rounds were opened.
    pub(super) fn rounds(&self) -> u64 {
        self.witness.table.rounds()
    }

    /// Rounds that were opened, settled, and void.
    pub(super) fn counts(&self) -> [u64; 3] {
        [self.rounds(), self.witness.settled, self.witness.void]
    }

    /// Whether the last round is over and no other will come.
    pub(super) fn is_empty_and_closed(&self) -> bool {
        let table = &self.witness.table;
        table.status() == Status::Closed && matches!(table.stage(), None | Some(Stage::Over))
    }

    /// The table started once more is what it was, for everybody who looks.
    pub(super) fn is_the_same_started_again(&mut self, store: &Flaky, now_ms: u64) -> Result<(), Wrong> {
        self.cut();
        self.start(store, now_ms)?;
        self.agrees()?;
        let Some(live) = &self.live else { return Err(format!("{} does not start", self.name)) };
        for audience in [Audience::Audit, Audience::Spectator, Audience::Dealer] {
            let views = [live.table(), &self.witness.table].map(|table| {
                // Its clock starts anew.
                TableView { deadline_ms: None, ..table.view(audience) }
            });
            if views[0] != views[1] {
                return Err(format!("{} started again looks otherwise: {views:?}", self.name));
            }
        }
        Ok(())
    }
}
