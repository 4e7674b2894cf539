//! Who watches what is written at the tables, and compares.

use crate::books::{At, Books, Wrong};
use std::collections::BTreeMap;
use tercet_ledger::{Key, Name};
use tercet_rules::Event;
use tercet_store::Store;
use tercet_table::{Ask, Do, HouseKey, Live, Stream, Table, TableEvent};

/// What was written at one table, taken once more beside it.
#[derive(Debug)]
pub(crate) struct Witness {
    /// The table as it must be.
    pub(crate) table: Table,
    stream: Name,
    /// What happened, by the record that has it.
    happened: BTreeMap<u64, Vec<TableEvent>>,
    /// Who was told that it was theirs, by the record.
    claimed: BTreeMap<u64, (String, Key)>,
    pub(crate) settled: u64,
    pub(crate) void: u64,
    /// Rounds whose meter another table had hit since the deal.
    pub(crate) beaten: u64,
    /// How often the meter had been hit at the last deal.
    hits: Option<u64>,
}

impl Witness {
    pub(crate) fn new(name: &Name) -> Witness {
        let table = Table::new(name.clone());
        let stream = Stream::Table(name.clone()).name().expect("a short name");
        let (happened, claimed) = (BTreeMap::new(), BTreeMap::new());
        Witness { table, stream, happened, claimed, settled: 0, void: 0, beaten: 0, hits: None }
    }

    /// The stream of the table.
    pub(crate) const fn stream(&self) -> &Name {
        &self.stream
    }

    /// Takes what was written since, up to so many events, and has the second books note it.
    pub(crate) fn catch_up(
        &mut self,
        kept: &dyn Store,
        most: usize,
        key: &HouseKey,
        books: &mut Books,
    ) -> Result<bool, Wrong> {
        let stored = kept.events(&self.stream, self.table.version(), most);
        let stored = stored.map_err(|failure| failure.to_string())?;
        for stored in &stored {
            let event = TableEvent::read(&stored.event).map_err(|bad| bad.to_string())?;
            let taken = self.table.take(&event, stored.at_ms, key).map_err(|not| not.to_string())?;
            if let TableEvent::Dealt { meter, .. } = &event {
                self.hits = meter.map(|seen| seen.hits);
            }
            if let TableEvent::Reconciled { meter } = &event {
                self.beaten += u64::from(meter.map(|seen| seen.hits) != self.hits);
            }
            for event in &taken.events {
                self.settled += u64::from(matches!(event, Event::Reconciled(_)));
                self.void += u64::from(matches!(event, Event::Voided { .. }));
                let table = &self.table;
                let round = table.round().ok_or("money without a round")?;
                let seats = table.seats().iter().map(|(spot, player)| (*spot, player.to_string())).collect();
                let at = At {
                    table: table.name().as_str(),
                    meter: table
                        .round_settings()
                        .and_then(|settings| settings.meter.as_ref())
                        .map(Name::as_str),
                    game: round.game(),
                    seats: &seats,
                };
                books.note(at, event)?;
            }
            self.happened.entry(stored.seq).or_default().push(event);
        }
        Ok(!stored.is_empty())
    }

    /// Somebody was told that what they asked is written there: it must be, once, and be nobody else's.
    pub(crate) fn claims(&mut self, who: &str, ask: &Ask, key: &Key, seq: u64) -> Result<(), Wrong> {
        let there =
            self.happened.get(&seq).is_some_and(|events| events.iter().any(|event| is(&ask.what, event)));
        if !there {
            return Err(format!(
                "{who} was told that {:?} is in record {seq}, which has {:?}",
                ask.what,
                self.happened.get(&seq)
            ));
        }
        let mine = (who.to_owned(), key.clone());
        let other = self.claimed.insert(seq, mine.clone()).filter(|other| *other != mine);
        other.map_or(Ok(()), |other| Err(format!("record {seq} was given to {other:?} and to {mine:?}")))
    }

    /// Everything that people asked for and that is written was told to whoever asked: nothing was done twice under one key, or by
    /// nobody.
    pub(crate) fn all_claimed(&self) -> Result<(), Wrong> {
        let mut asked_for =
            self.happened.iter().filter(|(_, events)| events.iter().any(|event| !event.is_own()));
        asked_for
            .find(|(seq, _)| !self.claimed.contains_key(seq))
            .map_or(Ok(()), |(seq, events)| Err(format!("record {seq} has {events:?}, and nobody asked")))
    }

    /// The table that is played at must be this one.
    pub(crate) fn agrees<S: Store>(&self, live: &Live<S>) -> Result<(), Wrong> {
        if live.table().digest() == self.table.digest() {
            return Ok(());
        }
        Err(format!("{} is not what is written: version {}", self.stream, live.table().version()))
    }
}

/// Whether this is what comes of that.
fn is(what: &Do, event: &TableEvent) -> bool {
    match (what, event) {
        (Do::Place(spot, wager, amount), TableEvent::Placed { spot: at, wager: on, amount: units }) => {
            (spot, wager, amount) == (at, on, units)
        }
        (Do::TakeBack(spot, wager), TableEvent::TakenBack { spot: at, wager: on }) => {
            (spot, wager) == (at, on)
        }
        (Do::Ready(spot), TableEvent::Ready { spot: at })
        | (Do::Sit(spot), TableEvent::Seated { spot: at, .. })
        | (Do::Leave(spot), TableEvent::Left { spot: at, .. }) => spot == at,
        (Do::Swear(spot, hash), TableEvent::Sworn { spot: at, hash: sworn }) => (spot, hash) == (at, sworn),
        (Do::Tell(spot, secret), TableEvent::Told { spot: at, secret: told }) => (spot, secret) == (at, told),
        (Do::Decide(spot, choice), TableEvent::Decided { spot: at, choice: made }) => {
            (spot, choice) == (at, made)
        }
        (Do::Turn(status, _), TableEvent::Turned { status: to, .. }) => status == to,
        (Do::Void(why), TableEvent::Voided { reason, .. }) => why == reason,
        (Do::Report(what), TableEvent::Reported { event, .. }) => what == event,
        (Do::Set(settings), TableEvent::Set { text, hints, .. }) => {
            *settings.text == **text && settings.hints == *hints
        }
        _ => false,
    }
}
