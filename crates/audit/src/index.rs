//! The events of each stream and the records of each wallet as the store looks them up, beside those of the journal.

use crate::finding::{Finding, Findings, Kind};
use crate::gone::Gone;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tercet_ledger::{Account, Name, Part, Record, Transaction};
use tercet_store::{Failure, Store, Stored};

/// How many events of a stream are read at once.
const AT_ONCE: usize = 64;

/// The next events of each stream, as the store has them.
#[derive(Default)]
pub(crate) struct Index(BTreeMap<Name, Ahead>);

/// What was read of one stream and is not compared yet.
#[derive(Default)]
struct Ahead {
    read: VecDeque<Stored>,
    /// Whether something was found: the rest would be found again and again.
    given_up: bool,
}

impl Index {
    /// Compares the events of a record with what the store gives for their places in the streams.
    pub(crate) fn compare(&mut self, record: &Record, store: &dyn Store, findings: &mut Findings) {
        for part in &record.parts {
            let ahead = self.0.entry(part.stream.clone()).or_default();
            if ahead.given_up {
                continue;
            }
            let Err(wrong) = ahead.compare(part, record, store) else { continue };
            ahead.given_up = true;
            let finding = |what: &str| {
                Finding::new(Kind::Stream, format!("{what}; the rest of this stream is not compared"))
            };
            match wrong {
                Wrong::Otherwise(what) => findings.add(finding(&what).at(record.seq)),
                Wrong::Failed(said) => {
                    let what = format!("the events of {}: {said}", part.stream);
                    findings.add_failure(finding(&what).at(record.seq), &said);
                }
            }
        }
    }
}

/// What is wrong with an answer of the store.
enum Wrong {
    /// It is not what the journal has.
    Otherwise(String),
    /// There is none.
    Failed(String),
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Wrong {
        // As where it says no receipt: without what it is that could not be read.
        Wrong::Failed(if let Failure::Corrupt(said) = failure { said } else { failure.to_string() })
    }
}

impl Ahead {
    fn compare(&mut self, part: &Part, record: &Record, store: &dyn Store) -> Result<(), Wrong> {
        let stream = &part.stream;
        for (version, event) in (part.version..).zip(&part.events) {
            let Some(stored) = self.next(stream, version, store)? else {
                let what = format!("the store has no event {version} of {stream}; the journal has it here");
                return Err(Wrong::Otherwise(what));
            };
            if stored.event != *event || stored.seq != record.seq || stored.at_ms != record.at_ms {
                return Err(Wrong::Otherwise(format!(
                    "the store gives event {version} of {stream} from record {} as another than stands here",
                    stored.seq
                )));
            }
        }
        Ok(())
    }

    fn next(&mut self, stream: &Name, version: u64, store: &dyn Store) -> Result<Option<Stored>, Failure> {
        if self.read.front().is_none_or(|stored| stored.version != version) {
            let read = match store.events(stream, version, AT_ONCE) {
                // Something behind it may be broken, and it whole.
                Err(Failure::Corrupt(_)) => store.events(stream, version, 1),
                read => read,
            };
            self.read = read?.into();
        }
        Ok(self.read.pop_front().filter(|stored| stored.version == version))
    }
}

/// The next records of each wallet, as the store has them.
#[derive(Default)]
pub(crate) struct Moves(BTreeMap<Name, MovesAhead>);

/// What was read of one wallet and is not compared yet.
#[derive(Default)]
struct MovesAhead {
    read: VecDeque<u64>,
    /// Where to read on.
    from: u64,
    /// Whether something was found: the rest would be found again and again.
    given_up: bool,
}

impl Moves {
    /// Compares what the store lists for the wallets that this record touches.
    ///
    /// Those that have not their place are passed over: the store cannot know that.
    pub(crate) fn compare(
        &mut self,
        record: &Record,
        store: &dyn Store,
        gone: &Gone,
        findings: &mut Findings,
    ) {
        let postings = record.transactions.iter().flat_map(Transaction::postings);
        let players = postings
            .flat_map(|posting| [&posting.from, &posting.to])
            .filter_map(|account| if let Account::Wallet(player) = account { Some(player) } else { None });
        for player in players.collect::<BTreeSet<_>>() {
            let ahead = self.0.entry(player.clone()).or_default();
            if ahead.given_up {
                continue;
            }
            let wrong = match ahead.next(player, record.seq, store, gone) {
                Ok(Some(seq)) if seq == record.seq => continue,
                Ok(Some(seq)) => Wrong::Otherwise(format!(
                    "the store lists record {seq} next for the wallet of {player}; it is this one"
                )),
                Ok(None) => {
                    Wrong::Otherwise(format!("the store does not list it for the wallet of {player}"))
                }
                Err(failure) => failure.into(),
            };
            ahead.given_up = true;
            let finding = |what: &str| {
                Finding::new(Kind::Moves, format!("{what}; the rest of this wallet is not compared"))
            };
            match wrong {
                Wrong::Otherwise(what) => findings.add(finding(&what).at(record.seq)),
                Wrong::Failed(said) => {
                    let what = format!("the records of the wallet of {player}: {said}");
                    findings.add_failure(finding(&what).at(record.seq), &said);
                }
            }
        }
    }
}

impl MovesAhead {
    fn next(
        &mut self,
        player: &Name,
        seq: u64,
        store: &dyn Store,
        gone: &Gone,
    ) -> Result<Option<u64>, Failure> {
        loop {
            if self.read.is_empty() {
                self.read = store.moves(player, self.from, AT_ONCE)?.into();
                self.from = self.read.back().map_or(self.from, |last| last.saturating_add(1));
            }
            let next = self.read.pop_front();
            if !next.is_some_and(|next| next < seq && gone.has(next)) {
                return Ok(next);
            }
        }
    }
}
