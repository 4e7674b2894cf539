//! The way out for a house whose key of the seeds is lost while rounds are in play: they end without their seeds, all of them.
//!
//! All, because the house has one key: a house that could pick one round would get rid of the one it does not like. So nothing is done where the key
//! opens any of them.

use crate::files::{BOOKS, KEY, at, is_file, look, not, parsed_key, write_secret};
use crate::house::{NotOpen, chance, clock_ms};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use tercet_audit::{Options, audit};
use tercet_ledger::{Account, Name, Transaction};
use tercet_rules::{Money, Phase};
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;
use tercet_table::{HouseKey, NotLive, Table, Taken, end_without_seed, in_play, opens};

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedWithoutSeeds {
    /// The rounds, by table.
    pub rounds: Vec<EndedWithoutSeed>,
    /// Where what stood in the place of the key is kept, if anything did; a new key stands there now.
    pub set_aside: Option<PathBuf>,
}

/// A round that was ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedWithoutSeed {
    /// The table.
    pub table: Name,
    /// The number of the round.
    pub round: u64,
    /// The record that says so.
    pub record: u64,
    /// What went back to each player, what was held for Play included.
    pub back: BTreeMap<Name, Money>,
    /// Whether it had been settled: then what was paid stands.
    pub paid: bool,
}

/// Why no round was ended.
#[derive(Debug)]
pub enum NotEnded {
    /// The house cannot be looked at: its files, or somebody has it open.
    House(NotOpen),
    /// The operator says nothing of why, or too much.
    Reason,
    /// The books are not sound: the first finding, and how many there are.
    Unsound(String, u64),
    /// No round is in play.
    NothingInPlay,
    /// The key is not lost: it opens these rounds.
    Opens(Vec<(Name, u64)>),
    /// A table cannot be made again, or the books cannot be written. Those before it are ended.
    Table {
        /// Which.
        table: Name,
        /// Why.
        why: NotLive,
        /// How many were ended before.
        ended: usize,
    },
}

/// So many rounds that a key opens are named.
const NAMED: usize = 5;

impl NotEnded {
    /// Whether it is refused as things are, and not for what was asked or for files that cannot be used.
    #[must_use]
    pub const fn is_refused(&self) -> bool {
        matches!(self, NotEnded::Unsound(..) | NotEnded::NothingInPlay | NotEnded::Opens(_))
    }
}

/// Ends every round in play of the house in a folder without its seed, as the key of the seeds is lost: bets go back, and the books say why. The
/// house gets a new key. `progress` is told how many records were looked at, of how many.
///
/// It can be asked again after whatever has cut it short, and goes on where it was.
///
/// # Errors
///
/// A [`NotEnded`]; nothing has changed, but for [`NotEnded::Table`].
pub fn end_without_seeds(
    data: &Path,
    reason: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<EndedWithoutSeeds, NotEnded> {
    if reason.trim().is_empty() || reason.len() > 400 {
        return Err(NotEnded::Reason);
    }
    let store = books(data).map_err(NotEnded::House)?;
    let size = store.chain().map_err(|failure| NotEnded::House(NotOpen::Books(failure)))?.size;
    let report = audit(&store, &[], Options::default(), &mut |done| progress(done, size.max(done)));
    if let Some(finding) = report.findings.kept().first() {
        return Err(NotEnded::Unsound(finding.to_string(), report.findings.count()));
    }
    let mut tables = Vec::new();
    for one in report.in_play {
        let table = in_play(&one.table, &store).map_err(|why| stopped(&one.table, why, 0))?;
        tables.extend(table);
    }
    if tables.is_empty() {
        return Err(NotEnded::NothingInPlay);
    }
    let file = data.join(KEY);
    if let Some(key) = key_there(&file).map_err(NotEnded::House)? {
        let mut opened = Vec::new();
        for table in &tables {
            let name = table.name();
            if opens(name, &store, &key).map_err(|why| stopped(name, why, 0))? {
                opened.push((name.clone(), table.rounds()));
            }
        }
        if !opened.is_empty() {
            return Err(NotEnded::Opens(opened));
        }
    }
    // Before the first round is ended: whatever happens then, the house has a key, and this can be asked again.
    let set_aside = new_key(&file).map_err(NotEnded::House)?;
    let mut rounds = Vec::new();
    for table in &tables {
        let ended = end_without_seed(table, &store, reason, clock_ms());
        let (receipt, taken) = ended.map_err(|why| stopped(table.name(), why, rounds.len()))?;
        rounds.push(EndedWithoutSeed {
            table: table.name().clone(),
            round: table.rounds(),
            record: receipt.seq,
            back: back(&taken),
            paid: is_paid(table),
        });
    }
    Ok(EndedWithoutSeeds { rounds, set_aside })
}

/// The books of a house that nobody has open.
fn books(data: &Path) -> Result<Sqlite, NotOpen> {
    look(data)?;
    let file = data.join(BOOKS);
    if !Sqlite::look(&file).map_err(NotOpen::Books)? {
        return Err(not(&file, "no such file, or nothing in it; expected the books of a house"));
    }
    Sqlite::open(file).map_err(NotOpen::Books)
}

/// The key that stands there, if it is one. One that may not be read is not lost.
fn key_there(file: &Path) -> Result<Option<HouseKey>, NotOpen> {
    if !is_file(file, "the key of the seeds")? {
        return Ok(None);
    }
    let bytes = std::fs::read(file).map_err(|error| at(file, &error))?;
    Ok(parsed_key(file, &bytes, "").ok())
}

/// Makes a new key; what stood in its place is kept beside it, and its path comes back.
fn new_key(file: &Path) -> Result<Option<PathBuf>, NotOpen> {
    let bytes = chance().map_err(|failure| NotOpen::Chance(failure.to_string()))?;
    let aside = is_file(file, "the key of the seeds")?.then(|| free(file));
    if let Some(aside) = &aside {
        std::fs::rename(file, aside).map_err(|error| at(file, &error))?;
    }
    write_secret(file, &bytes).map_err(|error| at(file, &error))?;
    Ok(aside)
}

/// The first path of `seeds.key.1`, `seeds.key.2` and so on where nothing is.
fn free(file: &Path) -> PathBuf {
    let mut paths = (1_u32..).map(|number| file.with_file_name(format!("{KEY}.{number}")));
    paths.find(|path| path.symlink_metadata().is_err()).expect("no folder holds as many files")
}

fn stopped(table: &Name, why: NotLive, ended: usize) -> NotEnded {
    NotEnded::Table { table: table.clone(), why, ended }
}

/// What went back to whom.
fn back(taken: &Taken) -> BTreeMap<Name, Money> {
    let mut back: BTreeMap<Name, Money> = BTreeMap::new();
    for posting in taken.transactions.iter().flat_map(Transaction::postings) {
        if let Account::Wallet(player) = &posting.to {
            *back.entry(player.clone()).or_default() += posting.amount;
        }
    }
    back
}

fn is_paid(table: &Table) -> bool {
    table.round().is_some_and(|round| matches!(round.phase(), Phase::Settled(..)))
}

impl fmt::Display for NotEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotEnded::House(not) => not.fmt(f),
            NotEnded::Reason => {
                f.write_str("--reason: expected why the key is lost, in 1 to 400 bytes: it stands in the books")
            }
            NotEnded::Unsound(first, count) => write!(
                f,
                "the journal does not verify, so no round is ended: {first}{}; tercet audit says more",
                if *count == 1 { String::new() } else { format!("; and {} findings more", count - 1) }
            ),
            NotEnded::NothingInPlay => f.write_str(
                "no round is in play, so nothing is lost: the house opens with any key of 32 bytes, such as of `head -c 32 /dev/urandom > seeds.key`",
            ),
            NotEnded::Opens(rounds) => {
                let named = rounds.iter().take(NAMED);
                let mut named: Vec<_> =
                    named.map(|(table, round)| format!("round {round} at {table}")).collect();
                if rounds.len() > NAMED {
                    named.push(format!("{} more", rounds.len() - NAMED));
                }
                write!(
                    f,
                    "the key is not lost: {KEY} opens {}; the house opens with it, and its rounds go on (tercet serve)",
                    named.join(", ")
                )
            }
            NotEnded::Table { table, why, ended: 0 } => write!(f, "table {table}: {why}; no round was ended"),
            NotEnded::Table { table, why, ended } => {
                write!(f, "table {table}: {why}; {ended} of the rounds before it were ended: ask again for the rest")
            }
        }
    }
}

impl std::error::Error for NotEnded {}
