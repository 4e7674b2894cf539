//! What came to the wallet of a player and left it, the newest first, a page at a time.

use crate::past::read;
use crate::recall::{NotRecalled, round_of};
use tercet_ledger::{Account, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Failure, Store};
use tercet_table::Stream;

/// How often the end is looked at again because something was written meanwhile.
const TRIES: usize = 16;

/// Money that came to a wallet or left it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The record.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// The table at which it happened, and the number of the round.
    pub place: Option<(Name, u64)>,
    /// Why.
    pub why: Why,
    /// What came; below zero, what left.
    pub amount: Money,
    /// What the wallet held then.
    pub balance: Money,
}

/// Where a page of a statement ends: a record, and what the wallet held before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Until {
    /// The record.
    pub seq: u64,
    /// What the wallet held before it.
    pub balance: Money,
}

/// A page of the statement of a wallet: all postings of up to so many records, the newest first; and where the next page begins, if there is
/// one.
///
/// # Errors
///
/// If the store cannot be read, or is damaged where it is read.
pub fn statement(
    store: &dyn Store,
    player: &Name,
    until: Option<Until>,
    most: usize,
) -> Result<(Vec<Move>, Option<Until>), NotRecalled> {
    let Until { seq: mut before, balance } = match until {
        Some(until) => until,
        None => end(store, player)?,
    };
    let wallet = Account::Wallet(player.clone());
    let (mut moves, mut holds) = (Vec::new(), balance);
    let seqs = store.moves_before(player, before, most)?;
    for seq in &seqs {
        let record = read(store, *seq, 1)?.into_iter().next();
        let record = record.ok_or_else(|| Failure::Corrupt(format!("record {seq} is missing")))?;
        let mut tables = record.parts.iter();
        let table = tables.find_map(|part| Some((Stream::table_of(&part.stream)?, part.version)));
        let place = match table {
            Some((table, version)) => round_of(store, &table, version)?.map(|no| (table, no)),
            None => None,
        };
        let postings = record.transactions.iter().flat_map(Transaction::postings).rev();
        for posting in postings {
            let amount = match (&posting.from, &posting.to) {
                (from, _) if *from == wallet => Money::ZERO - posting.amount,
                (_, to) if *to == wallet => posting.amount,
                _ => continue,
            };
            let (place, why) = (place.clone(), posting.why.clone());
            moves.push(Move { seq: *seq, at_ms: record.at_ms, place, why, amount, balance: holds });
            holds -= amount;
        }
        before = *seq;
    }
    let more = !store.moves_before(player, before, 1)?.is_empty() && !seqs.is_empty();
    Ok((moves, more.then_some(Until { seq: before, balance: holds })))
}

/// What the wallet holds now, and behind which record.
fn end(store: &dyn Store, player: &Name) -> Result<Until, NotRecalled> {
    let wallet = Account::Wallet(player.clone());
    for _ in 0..TRIES {
        let last = store.moves_before(player, u64::MAX, 1)?;
        let balance = store.balance(&wallet)?;
        // Nothing was written meanwhile: both are of one moment.
        if store.moves_before(player, u64::MAX, 1)? == last {
            let seq = last.first().map_or(0, |last| last.saturating_add(1));
            return Ok(Until { seq, balance });
        }
    }
    Err(Failure::Busy("the wallet moves all the time; ask again".into()).into())
}
