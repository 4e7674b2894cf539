//! What a table did in one step, for whoever tells others.

use crate::watch::Look;
use std::collections::BTreeSet;
use tercet_ledger::{Account, Name, Posting, Transaction};
use tercet_rules::{Event, Round};
use tercet_store::Receipt;
use tercet_table::{TableEvent, Taken};

/// Who is told of every step.
pub type Listener = dyn Fn(&News) + Send + Sync;

/// One step of a table, as far as anybody may know of it.
#[derive(Clone, Debug)]
pub struct News {
    /// The table after it.
    pub look: Look,
    /// What was written: what was asked and allowed. Nothing if the table found out that more had been written than it knew; then it must be
    /// looked at anew.
    pub events: Vec<TableEvent>,
    /// What came of it in the words of a dealer, who names no card that lies face down.
    pub words: Vec<String>,
    /// The money that moved.
    pub moves: Vec<Transaction>,
    /// The place of its record in the journal; nothing is said of it if there are no events.
    pub record: u64,
    /// When it was written, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// How the round ended, if this step ended it.
    pub ended: Option<Ended>,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every spot was paid and taken.
    Settled,
    /// Every stake went back.
    Void {
        /// Whether the floor did it, by its word or by what it reported; not if it was the table, as nobody had bet or no bet could stand.
        by_floor: bool,
    },
}

impl News {
    pub(crate) fn new(look: Look, events: Vec<TableEvent>, taken: Taken, receipt: Receipt) -> News {
        let game = look.0.round().map(Round::game);
        let say = |event: &Event| game.map(|game| event.say(game));
        let words = taken.events.iter().filter_map(say).collect();
        let ended = ended(&events, &taken);
        let (record, at_ms) = (receipt.seq, receipt.at_ms);
        News { look, events, words, moves: taken.transactions, record, at_ms, ended }
    }

    /// The players whose wallets money came to or left.
    #[must_use]
    pub fn wallets(&self) -> BTreeSet<Name> {
        self.moves.iter().flat_map(Transaction::postings).flat_map(wallets).collect()
    }
}

/// How these events ended the round, if they did. What makes a round void need not say so: a report does, and bets that cannot stand.
fn ended(events: &[TableEvent], taken: &Taken) -> Option<Ended> {
    let happened = |what: fn(&Event) -> bool| taken.events.iter().any(what);
    if happened(|event| matches!(event, Event::Reconciled(_))) {
        return Some(Ended::Settled);
    }
    let void = happened(|event| matches!(event, Event::Voided { .. }));
    void.then(|| Ended::Void { by_floor: !events.iter().all(TableEvent::is_own) })
}

/// The players whose wallets a posting touches.
fn wallets(posting: &Posting) -> impl Iterator<Item = Name> {
    [&posting.from, &posting.to]
        .into_iter()
        .filter_map(|account| if let Account::Wallet(player) = account { Some(player.clone()) } else { None })
}
