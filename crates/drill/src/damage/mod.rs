//! Files that were cut, garbled, or have a bit turned: what opens is what was written, as far as it goes, or is refused.

mod harm;
mod image;

use crate::books::Wrong;
use crate::dice::Dice;
use crate::rebuilt;
use crate::steps::step;
use harm::Harm;
use image::Image;
pub(crate) use image::clear;
use std::fmt;
use std::path::{Path, PathBuf};
use tercet_ledger::{Chain, Record};
use tercet_store::{Failure, State, Store as _};
use tercet_store_sqlite::{Options, Sqlite};

/// What came of damage to the write-ahead log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OfLog {
    /// How many logs were damaged.
    pub cases: u64,
    /// Stores that opened with everything that was answered.
    pub whole: u64,
    /// Stores that opened without some of the last steps, whose bytes (or bytes before them in the log) were destroyed.
    pub shorter: u64,
    /// Stores that were refused as damaged.
    pub refused: u64,
}

/// What came of damage to the file itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OfFile {
    /// How many files were damaged.
    pub cases: u64,
    /// Files that were refused as they were opened.
    pub refused: u64,
    /// Files that opened, and whose damage a reading of the whole journal found.
    pub found: u64,
    /// Files whose damage lay where nothing is kept: all is there.
    pub harmless: u64,
}

impl fmt::Display for OfLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OfLog { cases, whole, shorter, refused } = self;
        write!(
            f,
            "{cases} logs damaged: {whole} opened whole, {shorter} shorter by what was destroyed, {refused} refused; \
             0 wrong"
        )
    }
}

impl fmt::Display for OfFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OfFile { cases, refused, found, harmless } = self;
        write!(
            f,
            "{cases} files damaged: {refused} refused at once, {found} found by reading all, {harmless} harmless; \
             0 unnoticed"
        )
    }
}

/// How many damages are tried on one image.
const CASES_AN_IMAGE: u64 = 40;

/// Damages the write-ahead log as a cut of the power left it, so many times.
///
/// # Errors
///
/// If anything wrong is taken for right, or a step is missing whose bytes were not touched; with the number of the case.
pub fn of_log(folder: &Path, seed: u64, cases: u64) -> Result<OfLog, Wrong> {
    let mut dice = Dice::new(seed);
    let mut came = OfLog::default();
    while came.cases < cases {
        let image = Image::of_a_cut(folder, &mut dice)?;
        for _ in 0..CASES_AN_IMAGE.min(cases - came.cases) {
            let harm = Harm::of(&image.log, &mut dice);
            let case = came.cases;
            log_case(folder, &image, &harm, &mut came)
                .map_err(|wrong| format!("seed {seed}, case {case}, {harm}: {wrong}"))?;
        }
    }
    Ok(came)
}

fn log_case(folder: &Path, image: &Image, harm: &Harm, came: &mut OfLog) -> Result<(), Wrong> {
    let (log, from) = harm.done_to(&image.log);
    let path = image.lay_out(folder, &image.file, &log)?;
    came.cases += 1;
    let least = image.still_there(from);
    match open(&path) {
        Ok(store) => {
            let size = whole_prefix(&store, image)?;
            if size < least {
                return Err(format!("{size} records, and the bytes of {least} were not touched"));
            }
            if size == image.records.len() {
                came.whole += 1
            } else {
                came.shorter += 1
            }
            // It goes on from there.
            store.append(&step(size as u64)).map_err(|error| error.to_string())?;
        }
        Err(Failure::Corrupt(said)) => {
            if least == image.records.len() {
                return Err(format!("refused, and nothing that counts was touched: {said}"));
            }
            came.refused += 1;
        }
        Err(other) => return Err(other.to_string()),
    }
    clear(&path)
}

/// Damages the file itself, so many times: half of them closed in good order, half as a cut of the power left them.
///
/// # Errors
///
/// If damage is not noticed though something is lost or changed; with the number of the case.
pub fn of_file(folder: &Path, seed: u64, cases: u64) -> Result<OfFile, Wrong> {
    let mut dice = Dice::new(seed);
    let mut came = OfFile::default();
    while came.cases < cases {
        let image = if dice.one_in(2) {
            Image::of_a_cut(folder, &mut dice)?
        } else {
            Image::closed(folder, &mut dice)?
        };
        for _ in 0..CASES_AN_IMAGE.min(cases - came.cases) {
            let harm = Harm::of(&image.file, &mut dice);
            let case = came.cases;
            file_case(folder, &image, &harm, &mut came)
                .map_err(|wrong| format!("seed {seed}, case {case}, {harm}: {wrong}"))?;
        }
    }
    Ok(came)
}

fn file_case(folder: &Path, image: &Image, harm: &Harm, came: &mut OfFile) -> Result<(), Wrong> {
    let (file, _) = harm.done_to(&image.file);
    let path = image.lay_out(folder, &file, &image.log)?;
    came.cases += 1;
    match open(&path) {
        Ok(store) => match whole_prefix(&store, image) {
            Ok(size) if size == image.records.len() => came.harmless += 1,
            Ok(size) => return Err(format!("{size} records of {}, and nobody notices", image.records.len())),
            // Unlike in a log, nothing in the file may be another by itself: whoever reads all of it finds out.
            Err(_) => came.found += 1,
        },
        Err(Failure::Corrupt(_) | Failure::Denied(_)) => came.refused += 1,
        Err(other) => return Err(other.to_string()),
    }
    clear(&path)
}

/// Opens the store; the thread that writes ends, and the process does not, if the disk seems to fail.
fn open(path: &PathBuf) -> Result<Sqlite, Failure> {
    let on_fatal = |_: &Failure| -> ! { std::panic::resume_unwind(Box::new("the thread that writes ends")) };
    Sqlite::open_with(path, Options { on_fatal, ..Options::default() })
}

/// How many records the store has, all of which are those that were written, and whose books are theirs.
fn whole_prefix(store: &Sqlite, image: &Image) -> Result<usize, Wrong> {
    let records = store.records(0, usize::MAX).map_err(|failure| failure.to_string())?;
    let (mut chain, mut state) = (Chain::EMPTY, State::new());
    for bytes in &records {
        let record = chain.follow(bytes).map_err(|broken| broken.to_string())?;
        state.take(&record, Record::hash(bytes)).map_err(|refused| refused.to_string())?;
    }
    if !image.records.starts_with(&records) {
        return Err("other records than were written, which follow one another".into());
    }
    rebuilt::same(store, &state)?;
    Ok(records.len())
}
