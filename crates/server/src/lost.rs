//! The way out for a house whose key of the seeds is lost while rounds are in play: they end without their seeds, all of them.
//!
//! All, because the house has one key: a house that could pick one round would get rid of the one it does not like. So nothing is done where the key
//! opens any of them.

use crate::files::{BOOKS, KEY, at, give_to_owner_of, is_file, key_of_the_seeds, look, not, write_secret};
use crate::founding::founded_in;
use crate::house::{NotOpen, chance, clock_ms};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use tercet_audit::{Options, audit};
use tercet_ledger::{Account, LONGEST_REASON, Name, Transaction};
use tercet_people::{By, Who};
use tercet_pit::last_written_ms;
use tercet_rules::{Money, Phase};
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;
use tercet_table::{Founding, NotLive, Table, Taken, end_without_seed, in_play, is_reason, opens};

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
    /// The operator says nothing of why, too much, or what cannot be shown to everybody who looks at the rounds.
    Reason(String),
    /// The books are damaged: the first such finding that is listed, and how many there are. What was done wrong in rounds of the past, and stands in the
    /// books for ever, keeps nobody's stakes locked in.
    Damaged(Option<String>, u64),
    /// No round is in play.
    NothingInPlay,
    /// The key is not lost.
    Opens {
        /// The rounds that it opens.
        these: Vec<(Name, u64)>,
        /// Those that it does not open, as they are under another.
        not: Vec<(Name, u64)>,
    },
    /// A table cannot be made again, or the books cannot be written.
    Table {
        /// Which.
        table: Name,
        /// Why.
        why: Box<NotLive>,
        /// How many were ended before: with the first of them the house had its new key.
        ended: usize,
        /// Where what stood in the place of the key is kept, if there is a new one by now.
        set_aside: Option<PathBuf>,
    },
}

/// So many rounds are named.
const NAMED: usize = 5;

impl NotEnded {
    /// Whether it is refused as things are, and not for what was asked or for files that cannot be used.
    #[must_use]
    pub const fn is_refused(&self) -> bool {
        matches!(self, NotEnded::Damaged(..) | NotEnded::NothingInPlay | NotEnded::Opens { .. })
    }
}

/// Ends every round in play of the house in a folder without its seed, as the key of the seeds is lost: bets go back, and the books say why. The
/// house gets a new key. `progress` is told how many records were looked at, of how many.
///
/// It can be asked again after whatever has cut it short, and goes on where it was.
///
/// # Errors
///
/// A [`NotEnded`]; nothing has changed, but for a [`NotEnded::Table`] after the first round was to be ended.
pub fn end_without_seeds(
    data: &Path,
    reason: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<EndedWithoutSeeds, NotEnded> {
    let reason = said(reason)?;
    let store = books(data).map_err(NotEnded::House)?;
    let failed = |failure| NotEnded::House(NotOpen::Books(failure));
    let size = store.chain().map_err(failed)?.size;
    let report = audit(&store, &[], Options::default(), &mut |done| progress(done, size.max(done)));
    let damage = report.findings.counts().iter().filter(|(kind, _)| kind.is_damage());
    let damage: u64 = damage.map(|(_, count)| count).sum();
    if damage > 0 {
        let first = report.findings.kept().iter().find(|finding| finding.kind.is_damage());
        return Err(NotEnded::Damaged(first.map(ToString::to_string), damage));
    }
    let mut tables = Vec::new();
    for Founding { table, .. } in founded_in(&store).map_err(failed)? {
        tables.extend(in_play(&table, &store).map_err(|why| stopped(&table, why))?);
    }
    if tables.is_empty() {
        return Err(NotEnded::NothingInPlay);
    }
    let file = data.join(KEY);
    let stands = what_stands(&file).map_err(NotEnded::House)?;
    if let Some(key) = stands.as_ref().and_then(|bytes| key_of_the_seeds(bytes).ok()) {
        let (mut these, mut not) = (Vec::new(), Vec::new());
        for table in &tables {
            let name = table.name();
            let opens = opens(name, &store, &key).map_err(|why| stopped(name, why))?;
            let round = (name.clone(), table.rounds());
            if opens { these.push(round) } else { not.push(round) }
        }
        if !these.is_empty() {
            return Err(NotEnded::Opens { these, not });
        }
    }
    // A machine that was replaced may not know the time yet: time does not run backwards in the books.
    let now_ms = clock_ms().max(last_written_ms(&store).map_err(failed)?);
    // Before the first round is ended: whatever happens then, the house has a key, and this can be asked again.
    let set_aside = new_key(&file, stands.as_deref()).map_err(NotEnded::House)?;
    let mut rounds = Vec::new();
    for table in &tables {
        let name = table.name().clone();
        let (receipt, taken) = match end_without_seed(table, &store, &reason, now_ms) {
            Ok(ended) => ended,
            Err(why) => {
                return Err(NotEnded::Table {
                    table: name,
                    why: Box::new(why),
                    ended: rounds.len(),
                    set_aside,
                });
            }
        };
        rounds.push(EndedWithoutSeed {
            table: name,
            round: table.rounds(),
            record: receipt.seq,
            back: back(&taken),
            paid: is_paid(table),
        });
    }
    Ok(EndedWithoutSeeds { rounds, set_aside })
}

/// The reason, a line that can be shown, as every other that stands in the books.
fn said(reason: &str) -> Result<String, NotEnded> {
    if !is_reason(reason) {
        let why = format!(
            "expected why the key is lost, in 1 to {LONGEST_REASON} characters: it stands in the books"
        );
        return Err(NotEnded::Reason(why));
    }
    let by = By::new(Who::House, reason).map_err(|not| NotEnded::Reason(not.to_string()))?;
    Ok(by.reason().into())
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

/// What stands in the place of the key, if anything does. What may not be read is not lost.
fn what_stands(file: &Path) -> Result<Option<Vec<u8>>, NotOpen> {
    let there = is_file(file, "the key of the seeds").map_err(|is| {
        let NotOpen::File { path, why } = is else { return is };
        not(&path, format!("{why}; put it elsewhere, and ask again"))
    })?;
    if !there {
        return Ok(None);
    }
    std::fs::read(file).map(Some).map_err(|error| at(file, &error))
}

/// Makes a new key; what stood in its place is kept beside it first, and its path comes back.
fn new_key(file: &Path, stands: Option<&[u8]>) -> Result<Option<PathBuf>, NotOpen> {
    let bytes = chance().map_err(|failure| NotOpen::Chance(failure.to_string()))?;
    // Who runs the house must be able to read it, whoever runs this.
    let write = |path: &Path, bytes: &[u8]| {
        let written =
            write_secret(path, bytes).and_then(|()| give_to_owner_of(&file.with_file_name(BOOKS), path));
        written.map_err(|error| at(path, &error))
    };
    let aside = stands.map(|stood| {
        let aside = free(file);
        write(&aside, stood).map(|()| aside)
    });
    let aside = aside.transpose()?;
    if let Err(not) = write(file, &bytes) {
        // Where it still stands in its place it is there twice now, and once is enough.
        let still = std::fs::read(file).is_ok_and(|now| Some(&*now) == stands);
        aside.iter().filter(|_| still).for_each(|aside| drop(std::fs::remove_file(aside)));
        return Err(not);
    }
    Ok(aside)
}

/// The first path of `seeds.key.1`, `seeds.key.2` and so on where nothing is.
fn free(file: &Path) -> PathBuf {
    let mut paths = (1_u32..).map(|number| file.with_file_name(format!("{KEY}.{number}")));
    paths.find(|path| path.symlink_metadata().is_err()).expect("no folder holds as many files")
}

fn stopped(table: &Name, why: NotLive) -> NotEnded {
    NotEnded::Table { table: table.clone(), why: Box::new(why), ended: 0, set_aside: None }
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
            NotEnded::Reason(why) => write!(f, "--reason: {why}"),
            NotEnded::Damaged(first, count) => write!(
                f,
                "the journal does not verify, so no round is ended: {}{}; tercet audit says more",
                first.as_deref().unwrap_or("it is damaged"),
                if *count == 1 { String::new() } else { format!("; and {} findings more", count - 1) }
            ),
            NotEnded::NothingInPlay => f.write_str(
                "no round is in play, so nothing is lost: the house opens with any key of 32 bytes, such as of `head -c 32 /dev/urandom > seeds.key`",
            ),
            NotEnded::Opens { these, not } if not.is_empty() => write!(
                f,
                "the key is not lost: {KEY} opens {}; the house opens with it, and its rounds go on (tercet serve)",
                named(these)
            ),
            NotEnded::Opens { these, not } => write!(
                f,
                "{KEY} opens {}, and not {}, which {} under another key, and a house opens all of its tables or none: look for that key. If it is \
                 lost for good, put {KEY} away, and all of these rounds can be ended",
                named(these),
                named(not),
                if not.len() == 1 { "is" } else { "are" }
            ),
            NotEnded::Table { table, why, ended, set_aside } => {
                write!(f, "table {table}: {why}; ")?;
                match ended {
                    0 => f.write_str("no round was ended")?,
                    _ => write!(f, "{ended} of the rounds before it were ended: ask again for the rest")?,
                }
                let kept = set_aside.as_ref().map(|aside| {
                    format!("; there is a new key, and what stood in its place is kept as {}", aside.display())
                });
                f.write_str(&kept.unwrap_or_default())
            }
        }
    }
}

/// Rounds, in words.
fn named(rounds: &[(Name, u64)]) -> String {
    let named = rounds.iter().take(NAMED);
    let mut named: Vec<_> = named.map(|(table, round)| format!("round {round} at {table}")).collect();
    if rounds.len() > NAMED {
        named.push(format!("{} more", rounds.len() - NAMED));
    }
    named.join(", ")
}

impl std::error::Error for NotEnded {}
