//! Founding tables: the first ones with the house, others by the staff, each once for ever.

use crate::house::{House, key_of, of_the_house};
use crate::problem::{Answered, Code, not_asked, not_written, problem_at};
use tercet_ledger::{Hash, Key, Name};
use tercet_people::{By, Intent};
use tercet_pit::NotAsked;
use tercet_rules::Game;
use tercet_store::{Append, AppendError, Failure, Receipt, Store};
use tercet_table::Founding;

/// The word of the log of events for a table that was founded.
pub(crate) const FOUNDED: &str = "table.founded";

/// The tables that were founded in these books, in that order.
pub(crate) fn founded_in(store: &dyn Store) -> Result<Vec<Founding>, Failure> {
    let events = store.events(&Founding::stream(), 0, usize::MAX)?;
    let bad = |bad| Failure::Corrupt(format!("not a table that was founded: {bad}"));
    events.iter().map(|stored| Founding::read(&stored.event).map_err(bad)).collect()
}

impl House {
    /// The tables that were founded, in that order.
    pub(crate) fn founded(&self) -> Result<Vec<Founding>, Failure> {
        founded_in(&*self.store)
    }

    /// Founds the first tables: all of them, or none.
    pub(crate) async fn found(&self, tables: &[Founding]) -> Result<(), Failure> {
        let stream = Founding::stream();
        let events: Vec<Vec<u8>> = tables.iter().map(Founding::bytes).collect();
        let append = Append::new(key_of(&[b"found"]), Hash::of(&[]), self.pit.now_ms());
        let append = append.happening(stream.clone(), self.store.version(&stream)?, events);
        match self.write(append).await {
            Ok(_) => Ok(()),
            Err(AppendError::Failed(failure)) => Err(failure),
            Err(AppendError::Refused(refused)) => Err(Failure::Busy(refused.to_string())),
        }
    }

    /// Founds a table for somebody of the staff, starts it and notes why: it is closed and has no game yet. What was cut short when they founded it, before
    /// they were told that it is done, is made up for as they ask again, or by the house itself: there is such a table then.
    ///
    /// # Errors
    ///
    /// If there is one of that name, or the books or the log of events cannot be written.
    pub(crate) async fn found_one(&self, table: &Name, founder: &Name, by: By) -> Result<(), Answered> {
        let _one_at_a_time = self.founding.lock().await;
        let exists = || problem_at(Code::Exists, "table", format!("there is a table {table} already"));
        if self.founded()?.iter().any(|founding| founding.table == *table && founding.by != *founder) {
            return Err(exists().into());
        }
        let kept = (key_of(&[b"found", table.as_str().as_bytes()]), Hash::of(&[]));
        let row = Intent {
            by,
            component: "tables".into(),
            what: FOUNDED.into(),
            subject: table.to_string(),
            came_to: "closed".into(),
        };
        let founded = self.begin_one(table, founder, kept.clone());
        let (receipt, is_new) = self.with_row(row, kept, founded).await?;
        if receipt.again && !is_new { Err(exists().into()) } else { Ok(()) }
    }

    /// Founds a table and starts it.
    async fn begin_one(
        &self,
        table: &Name,
        founder: &Name,
        (key, request): (Key, Hash),
    ) -> Result<Receipt, Answered> {
        let stream = Founding::stream();
        let founding = Founding { table: table.clone(), by: founder.clone() };
        let append = Append::new(key, request, self.pit.now_ms());
        let append = append.happening(stream.clone(), self.store.version(&stream)?, vec![founding.bytes()]);
        let receipt = self.write(append).await.map_err(|error| not_written(&error))?;
        if self.pit.table(table).is_none() {
            let opened = self.pit.open(table).await;
            opened.map_err(|not| not_asked(&NotAsked::Table(not), self.pit.now_ms()))?;
        }
        Ok(receipt)
    }
}

/// The tables with which a game begins: the first has the id of the game as its name, the others that and a number, from 2.
pub(crate) fn first_tables(game: &Game, count: u16) -> impl Iterator<Item = Founding> {
    (1..=count).map(|number| {
        let name = if number == 1 { game.id.to_string() } else { format!("{}-{number}", game.id) };
        let table = Name::new(&name).expect("the ids of the built-in games are names, and short");
        Founding { table, by: of_the_house() }
    })
}
