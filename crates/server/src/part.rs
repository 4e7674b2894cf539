//! Folders that are being filled: whole, or known not to be.
//!
//! A folder that is not there yet is filled beside its place, under a name that nobody has, and gets its own by a rename. One that is there and
//! empty may be a mount point, or behind a link, and cannot change its place: it is filled from within, and as long as that lasts a folder lies
//! in it whose name says so, so that it is taken for no house and for no copy. Nothing is ever removed but what was made here.

use crate::files::{at, folder_of, is_file, is_folder, new_private, not, unused_name, write_secret};
use crate::house::NotOpen;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How the name begins of the folder in which everything of an unfinished one is; chance follows.
const UNFINISHED: &str = "unfinished";

/// How it ends while it is filled.
pub(crate) const PART: &str = ".part";

/// How it ends once everything in it is whole, and is moved to its place.
const WHOLE: &str = ".whole";

/// How it ends once all of that is there: it says nothing any more, and is removed.
const DONE: &str = ".done";

/// What a file system puts into the top of its own, for what it finds again: a mount point with nothing else is empty.
const OF_THE_FILE_SYSTEM: &str = "lost+found";

/// The file in it that says what is moved: what is named there and is no longer in it was moved, and was made here.
const MOVES: &str = "moves";

/// Fills a folder that is not there yet, or is empty, for nobody else to read: it is there with everything in it, or what was made of it is gone.
///
/// # Errors
///
/// If the folder holds something, or cannot be made or filled.
pub(crate) fn made<T>(to: &Path, fill: impl FnOnce(&Path) -> Result<T, NotOpen>) -> Result<T, NotOpen> {
    if is_folder(to, "a folder to be made")? { made_within(to, fill) } else { made_beside(to, fill) }
}

/// Looks whether a folder is one that was filled to the end, or was never to be.
///
/// # Errors
///
/// If it was not, or cannot be read.
pub(crate) fn is_finished(folder: &Path) -> Result<(), NotOpen> {
    let Some(name) = unfinished_in(folder)?.0.into_iter().next() else { return Ok(()) };
    let unfinished = folder.join(name);
    Err(match locked(&unfinished)? {
        None => not(&unfinished, BEING_FILLED),
        Some(_) => not(
            &unfinished,
            "what was made here was cut short, and this folder is neither a house nor a copy; make it once more (tercet restore, or backup), or remove it",
        ),
    })
}

/// What is said of a folder that somebody else is filling.
const BEING_FILLED: &str = "somebody fills this folder now; ask again once that is done";

/// What is said of a folder that holds something.
const NOT_EMPTY: &str = "it is there and not empty; expected a folder to be made";

/// A folder that this process fills.
struct Part {
    path: PathBuf,
    /// Held as long as it is filled, so that nobody takes it for one that was cut short.
    _lock: File,
}

impl Part {
    /// Makes it, at a place where nothing is.
    fn new(path: PathBuf) -> Result<Part, NotOpen> {
        new_private(&path).map_err(|error| at(&path, &error))?;
        match locked(&path) {
            Ok(Some(lock)) => Ok(Part { path, _lock: lock }),
            Ok(None) => Err(not(&path, "somebody else has it; ask again")),
            Err(error) => {
                let _ = fs::remove_dir(&path);
                Err(error)
            }
        }
    }
}

fn made_beside<T>(to: &Path, fill: impl FnOnce(&Path) -> Result<T, NotOpen>) -> Result<T, NotOpen> {
    if to.file_name().is_none() {
        return Err(not(to, "it has no name; expected a folder to be made"));
    }
    let parent = folder_of(to);
    let missing = |folder: &&Path| !folder.as_os_str().is_empty() && folder.symlink_metadata().is_err();
    let above: Vec<&Path> = to.ancestors().skip(1).take_while(missing).collect();
    let made = fs::create_dir_all(parent).map_err(|error| at(parent, &error)).and_then(|()| {
        let part = Part::new(unused_name(to).map_err(|error| at(to, &error))?)?;
        let made = fill(&part.path).and_then(|filled| named(&part.path, to).map(|()| filled));
        // Why there is nothing counts for more than what is left of it.
        made.inspect_err(|_| drop(fs::remove_dir_all(&part.path)))
    });
    // Those that somebody has put something into meanwhile stay.
    made.inspect_err(|_| above.iter().for_each(|folder| drop(fs::remove_dir(folder))))
}

/// Gives the folder its name, for good.
fn named(part: &Path, to: &Path) -> Result<(), NotOpen> {
    synced(part)?;
    // An empty folder that somebody has made meanwhile makes room for it; anything else does not.
    fs::rename(part, to).map_err(|error| {
        let is_there = [ErrorKind::DirectoryNotEmpty, ErrorKind::AlreadyExists].contains(&error.kind());
        if is_there { not(to, NOT_EMPTY) } else { at(to, &error) }
    })?;
    synced(folder_of(to))
}

fn made_within<T>(to: &Path, fill: impl FnOnce(&Path) -> Result<T, NotOpen>) -> Result<T, NotOpen> {
    begin_anew(to)?;
    let path = unused_name(&to.join(UNFINISHED)).map_err(|error| at(to, &error))?;
    let part = Part::new(path)?;
    let filled = fill(&part.path).inspect_err(|_| drop(fs::remove_dir_all(&part.path)))?;
    move_up(&part.path, to).map(|()| filled)
}

/// Moves everything in a folder that was filled to where it belongs, for good. What is cut short here is recognised by the folder, which is
/// there to the end.
fn move_up(part: &Path, to: &Path) -> Result<(), NotOpen> {
    let names = names(part)?;
    let lines: String = names.iter().map(|name| format!("{}\n", name.display())).collect();
    let listed = write_secret(&part.join(MOVES), lines.as_bytes()).map_err(|error| at(part, &error));
    let whole = listed.and_then(|()| ending(part, WHOLE)).inspect_err(|_| {
        // Nothing was moved yet: it has the one name or the other.
        for name in [part, &part.with_extension(&WHOLE[1..])] {
            drop(fs::remove_dir_all(name));
        }
    })?;
    let moved = names.iter().try_for_each(|name| moved(&whole.join(name), &to.join(name)));
    if let Err(not) = moved.and_then(|()| synced(to)) {
        // Back to an empty folder, as far as it goes.
        let _ = take_down(&whole, to);
        return Err(not);
    }
    let done = ending(&whole, DONE)?;
    // Everything is there by now: a folder that stays says nothing, and is in nobody's way.
    let _ = fs::remove_dir_all(&done);
    Ok(())
}

/// Gives an unfinished folder another ending, for good.
fn ending(unfinished: &Path, end: &str) -> Result<PathBuf, NotOpen> {
    let other = unfinished.with_extension(&end[1..]);
    fs::rename(unfinished, &other).map_err(|error| at(unfinished, &error))?;
    synced(folder_of(&other)).map(|()| other)
}

/// Moves something to a place where nothing is.
fn moved(from: &Path, to: &Path) -> Result<(), NotOpen> {
    if to.symlink_metadata().is_ok() {
        return Err(not(to, "somebody has made it meanwhile; expected an empty folder"));
    }
    fs::rename(from, to).map_err(|error| at(to, &error))
}

/// Makes an empty folder of one in which something was cut short.
///
/// # Errors
///
/// If anything else is in it.
fn begin_anew(to: &Path) -> Result<(), NotOpen> {
    let (unfinished, others) = unfinished_in(to)?;
    let mut locks = Vec::new();
    let mut moved_up = Vec::new();
    for folder in unfinished.iter().map(|name| to.join(name)) {
        let lock = locked(&folder)?;
        locks.push(lock.ok_or_else(|| not(&folder, BEING_FILLED))?);
        moved_up.extend(taken_out(&folder)?);
    }
    if others.iter().any(|name| name != OF_THE_FILE_SYSTEM && !moved_up.contains(name)) {
        return Err(not(to, NOT_EMPTY));
    }
    unfinished.iter().try_for_each(|name| take_down(&to.join(name), to))
}

/// Removes an unfinished folder, and what was moved up from it.
fn take_down(unfinished: &Path, to: &Path) -> Result<(), NotOpen> {
    for moved in taken_out(unfinished)?.iter().map(|name| to.join(name)) {
        let removed = if moved.is_dir() { fs::remove_dir_all(&moved) } else { fs::remove_file(&moved) };
        match removed {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(at(&moved, &error)),
            Err(_) | Ok(()) => {}
        }
    }
    // From now on what is missing in it is somebody else's.
    let part = ending(unfinished, PART)?;
    fs::remove_dir_all(&part).map_err(|error| at(&part, &error))
}

/// The names of what was moved up from an unfinished folder. What is still there was not, and what has its name above is somebody else's.
fn taken_out(unfinished: &Path) -> Result<Vec<OsString>, NotOpen> {
    if unfinished.extension() != Some(OsStr::new(&WHOLE[1..])) {
        return Ok(Vec::new());
    }
    let moves = unfinished.join(MOVES);
    let expected = "the list of what was moved from here";
    let all =
        if is_file(&moves, expected)? { fs::read_to_string(&moves) } else { Err(ErrorKind::NotFound.into()) };
    let all = all.map_err(|error| at(&moves, &error))?;
    // Only what lies right there was made here: a list that leads elsewhere is none of ours.
    let is_name = |line: &&str| Path::new(line).file_name() == Some(OsStr::new(line));
    if let Some(line) = all.lines().find(|line| !is_name(line)) {
        let found = tercet_rules::shown(line, 80);
        return Err(not(&moves, format!("`{found}`; expected {expected}, a name in each line")));
    }
    let still = names(unfinished)?;
    Ok(all.lines().map(OsString::from).filter(|name| !still.contains(name)).collect())
}

/// Whether a name is one that is given here, to the letter: whatever is called nearly so is somebody else's.
fn is_unfinished(name: &OsStr) -> bool {
    let ours = |name: &str| {
        let end = [PART, WHOLE].iter().find(|end| name.ends_with(**end))?;
        let chance = name.strip_prefix(UNFINISHED)?.strip_prefix('.')?.strip_suffix(end)?;
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        Some(chance.len() == 16 && chance.bytes().all(is_hex))
    };
    name.to_str().and_then(ours).unwrap_or(false)
}

/// The unfinished folders in a folder, and everything else in it.
fn unfinished_in(folder: &Path) -> Result<(Vec<OsString>, Vec<OsString>), NotOpen> {
    // A link of such a name leads somewhere else.
    let is_folder = |name: &OsStr| folder.join(name).symlink_metadata().is_ok_and(|it| it.is_dir());
    Ok(names(folder)?.into_iter().partition(|name| is_unfinished(name) && is_folder(name)))
}

/// The names of what is in a folder, in order; nothing if it is not there.
fn names(folder: &Path) -> Result<Vec<OsString>, NotOpen> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| at(folder, &error))?,
    };
    let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let mut names = names.collect::<Result<Vec<_>, _>>().map_err(|error| at(folder, &error))?;
    names.sort();
    Ok(names)
}

/// Takes a folder, if nobody has it: as long as the file is open.
pub(crate) fn locked(folder: &Path) -> Result<Option<File>, NotOpen> {
    let file = File::open(folder).map_err(|error| at(folder, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(at(folder, &error)),
    }
}

fn synced(folder: &Path) -> Result<(), NotOpen> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| at(folder, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fills(part: &Path) -> Result<(), NotOpen> {
        for name in ["one", "two"] {
            fs::write(part.join(name), "whole").unwrap();
        }
        fs::create_dir(part.join("three")).unwrap();
        fs::write(part.join("three/below"), "whole").unwrap();
        Ok(())
    }

    fn said<T>(made: Result<T, NotOpen>) -> String {
        made.map_or_else(|not| not.to_string(), |_| "made".into())
    }

    /// A folder is whole or not there, whatever is called nearly as it: that stays.
    #[test]
    fn a_new_folder_is_whole_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("new.part")).unwrap();
        fs::write(at("new.part/precious"), "x").unwrap();
        let new = at("deep/below/new");
        for to in [&at("new"), &new] {
            let refused = made(to, |part| fills(part).and_then(|()| Err::<(), _>(not(part, "no"))));
            assert!(said(refused).ends_with("no"));
            assert_eq!(names(folder.path()).unwrap(), ["new.part"]);
            made(to, fills).unwrap();
            assert_eq!(names(to).unwrap(), ["one", "three", "two"]);
            assert!(said(made(to, fills)).contains("not empty"));
            fs::remove_dir_all(
                folder.path().join(to.strip_prefix(folder.path()).unwrap().iter().next().unwrap()),
            )
            .unwrap();
        }
        assert_eq!(fs::read(at("new.part/precious")).unwrap(), b"x");
    }

    /// An empty folder that is there is filled where it is, also through a link; if it cannot be, it is empty again.
    #[test]
    fn an_empty_folder_is_filled_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let inode = || std::os::unix::fs::MetadataExt::ino(&real.metadata().unwrap());
        let before = inode();
        let refused = made(&link, |part| fills(part).and_then(|()| Err::<(), _>(not(part, "no"))));
        assert!(said(refused).ends_with("no"));
        assert_eq!(names(&real).unwrap(), Vec::<OsString>::new());
        made(&link, |part| {
            assert!(said(is_finished(&real)).contains("somebody fills this folder now"));
            assert!(said(made(&link, fills)).contains("somebody fills this folder now"));
            fills(part)
        })
        .unwrap();
        assert_eq!(
            (names(&real).unwrap(), inode()),
            (vec!["one".into(), "three".into(), "two".into()], before)
        );
        is_finished(&real).unwrap();
    }

    /// The top of a file system of its own is empty with what the file system has put there, which stays.
    #[test]
    fn a_fresh_mount_point_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(OF_THE_FILE_SYSTEM)).unwrap();
        for _ in 0..2 {
            let refused =
                made(folder.path(), |part| fills(part).and_then(|()| Err::<(), _>(not(part, "no"))));
            assert!(said(refused).ends_with("no"));
            assert_eq!(names(folder.path()).unwrap(), [OF_THE_FILE_SYSTEM]);
        }
        made(folder.path(), fills).unwrap();
        assert_eq!(names(folder.path()).unwrap(), [OF_THE_FILE_SYSTEM, "one", "three", "two"]);
    }

    /// A folder that cannot be moved up leaves nothing behind.
    #[test]
    fn what_cannot_be_listed_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let refused = made(folder.path(), |part| {
            // Where the list of what is moved would be.
            fs::create_dir(part.join(MOVES)).unwrap();
            fills(part)
        });
        assert!(refused.is_err());
        assert_eq!(names(folder.path()).unwrap(), Vec::<OsString>::new());
    }

    /// Wherever the filling of a folder was cut short, it is known to be unfinished and can be filled again; what somebody else has put there
    /// meanwhile is in the way of that, and stays.
    #[test]
    fn what_was_cut_short_is_known_and_begun_anew() {
        for moved in 0..=4 {
            for others in [None, Some("other"), Some("two")] {
                let folder = tempfile::tempdir().unwrap();
                let to = folder.path();
                let part = to.join(if moved == 0 {
                    "unfinished.0123456789abcdef.part"
                } else {
                    "unfinished.0123456789abcdef.whole"
                });
                fs::create_dir(&part).unwrap();
                fills(&part).unwrap();
                if moved > 0 {
                    fs::write(part.join(MOVES), "one\nthree\ntwo\n").unwrap();
                }
                for name in ["one", "three", "two"].into_iter().take(usize::max(moved, 1) - 1) {
                    fs::rename(part.join(name), to.join(name)).unwrap();
                }
                // Once the last is moved its name above is that of what was made here.
                let others = others.filter(|name| !to.join(name).exists());
                others.iter().for_each(|name| fs::write(to.join(name), "precious").unwrap());
                assert!(said(is_finished(to)).contains("cut short"), "{moved}");
                let again = said(made(to, fills));
                if let Some(name) = others {
                    assert!(again.contains("not empty"), "{moved} {name}: {again}");
                    assert_eq!(fs::read(to.join(name)).unwrap(), b"precious");
                } else {
                    assert_eq!((&*again, names(to).unwrap().len()), ("made", 3), "{moved}");
                    is_finished(to).unwrap();
                }
            }
        }
    }

    /// Whatever lies in a folder and is called nearly as what is made here is somebody else's: it stays, and keeps nobody's house shut.
    #[test]
    fn what_is_called_nearly_so_is_somebody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("to");
        for name in [
            "unfinished novel.part",
            "unfinished.mine.part",
            "unfinished.0123456789abcde.part",
            "unfinished.0123456789ABCDEF.whole",
            "unfinished.0123456789abcdef.done",
            "xunfinished.0123456789abcdef.part",
        ] {
            fs::create_dir_all(to.join(name)).unwrap();
            fs::write(to.join(name).join("precious"), "x").unwrap();
            is_finished(&to).unwrap();
            assert!(said(made(&to, fills)).contains("not empty"), "{name}");
            assert_eq!(fs::read(to.join(name).join("precious")).unwrap(), b"x");
            fs::remove_dir_all(&to).unwrap();
        }
        // And so is a file, or a link, of such a name.
        let [name, elsewhere] =
            [to.join("unfinished.0123456789abcdef.whole"), folder.path().join("elsewhere")];
        fs::create_dir_all(&to).unwrap();
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("precious"), "x").unwrap();
        for link in [false, true] {
            if link { std::os::unix::fs::symlink(&elsewhere, &name) } else { fs::write(&name, "precious") }
                .unwrap();
            is_finished(&to).unwrap();
            assert!(said(made(&to, fills)).contains("not empty"));
            fs::remove_file(&name).unwrap();
        }
        assert_eq!(fs::read(elsewhere.join("precious")).unwrap(), b"x");
    }

    /// Nothing outside the folder is ever removed, whatever a list in it says.
    #[test]
    fn a_list_that_leads_elsewhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (to, victim) = (folder.path().join("to"), folder.path().join("victim"));
        let part = to.join("unfinished.0123456789abcdef.whole");
        fs::create_dir_all(&part).unwrap();
        fs::create_dir(&victim).unwrap();
        for line in [victim.to_str().unwrap(), "../victim", "..", ".", "", "a/../../victim", "victim/"] {
            fs::write(part.join(MOVES), format!("{line}\n")).unwrap();
            let refused = said(made(&to, fills));
            assert!(refused.contains("expected the list of what was moved from here"), "{line}: {refused}");
            assert!(victim.is_dir() && part.is_dir(), "{line}");
        }
    }

    /// Nothing takes the place of what somebody has made meanwhile: the folder is as they left it.
    #[test]
    fn what_was_made_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let refused = made(folder.path(), |part| {
            fs::write(folder.path().join("three"), "precious").unwrap();
            fills(part)
        });
        assert!(said(refused).contains("somebody has made it meanwhile"));
        assert_eq!(names(folder.path()).unwrap(), ["three"]);
        assert_eq!(fs::read(folder.path().join("three")).unwrap(), b"precious");
    }
}
