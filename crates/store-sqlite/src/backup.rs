//! A copy of the store while tables go on.

use crate::sound;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::path::Path;
use tercet_sqlite::{failure, for_looking, for_writing};
use tercet_store::Failure;

/// Copies what a connection sees, page by page, and looks whether the copy is sound.
///
/// It is one moment within a transaction of the connection; neither the writer nor other readers wait for it.
pub(crate) fn copy(from: &Connection, part: &Path) -> Result<(), Failure> {
    let of = |failure: Failure| failure.of(part.display());
    let mut to = for_writing(part)?;
    let copied = Backup::new(from, &mut to).and_then(|backup| backup.step(-1));
    match copied.map_err(|error| of(failure(&error)))? {
        StepResult::Done => {}
        StepResult::Busy | StepResult::Locked | StepResult::More | _ => {
            return Err(of(Failure::Busy("somebody is in the way of the copy; ask again".into())));
        }
    }
    to.close().map_err(|(_, error)| of(failure(&error)))?;
    // Pages are copied with what is wrong with them.
    let copy = for_looking(part)?;
    sound::whole(&copy).and_then(|()| sound::sound(&copy)).map_err(of)
}
