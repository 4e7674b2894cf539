//! Files of a house that cannot be used: each command says of one what is wrong with it and what was expected, and changes nothing.

use crate::{Served, ran, tercet};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;

/// What stands in the place of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Harm {
    Missing,
    Empty,
    Text,
    OtherDatabase,
    Folder,
    Socket,
    LinkToNowhere,
}

const HARMS: [Harm; 7] = [
    Harm::Missing,
    Harm::Empty,
    Harm::Text,
    Harm::OtherDatabase,
    Harm::Folder,
    Harm::Socket,
    Harm::LinkToNowhere,
];

const FILES: [&str; 14] = [
    "tables.db",
    "tables.db-wal",
    "tables.db-shm",
    "tables.db-journal",
    "tables.db.lock",
    "people.db",
    "people.db-wal",
    "people.db-shm",
    "people.db-journal",
    "people.db.lock",
    "seeds.key",
    "tercet.toml",
    "games",
    "games/own.toml",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asks {
    Audit,
    History,
    BackUp,
    Restore,
    Serve,
}

const ALL: [Asks; 5] = [Asks::Audit, Asks::History, Asks::BackUp, Asks::Restore, Asks::Serve];

impl Harm {
    fn put(self, path: &Path) {
        if path.is_dir() {
            std::fs::remove_dir_all(path).unwrap();
        } else if path.symlink_metadata().is_ok() {
            std::fs::remove_file(path).unwrap();
        }
        if self != Harm::Missing {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        }
        match self {
            Harm::Missing => {}
            Harm::Empty => std::fs::write(path, "").unwrap(),
            Harm::Text => std::fs::write(path, "Dear Ann, this is no database.\n".repeat(300)).unwrap(),
            Harm::OtherDatabase => {
                let made = path.with_file_name("other");
                let other = rusqlite::Connection::open(&made).unwrap();
                other.execute_batch("CREATE TABLE letter (text)").unwrap();
                drop(other);
                std::fs::rename(made, path).unwrap();
            }
            Harm::Folder => std::fs::create_dir(path).unwrap(),
            Harm::Socket => drop(UnixListener::bind(path).unwrap()),
            Harm::LinkToNowhere => symlink("nowhere", path).unwrap(),
        }
    }

    /// Whether nothing can be in its place.
    fn in_the_way(self) -> bool {
        matches!(self, Harm::Folder | Harm::Socket | Harm::LinkToNowhere)
    }
}

impl Asks {
    /// Whether a command has anything to do with a file.
    fn look_at(self, file: &str) -> bool {
        match self {
            Asks::Audit | Asks::History => file.starts_with("tables.db") && !file.ends_with(".lock"),
            Asks::BackUp | Asks::Restore => !file.ends_with(".lock"),
            Asks::Serve => true,
        }
    }
}

/// Whether a command must refuse a house in which this stands in the place of that file.
fn refuses(asks: Asks, file: &str, harm: Harm) -> bool {
    let opens = matches!(asks, Asks::Restore | Asks::Serve);
    match file {
        "tables.db" | "people.db" | "seeds.key" => true,
        // What a log holds counts; an index and a lock hold nothing.
        _ if file.ends_with("-wal") || file.ends_with("-journal") => {
            harm.in_the_way() || matches!(harm, Harm::Text | Harm::OtherDatabase)
        }
        _ if file.ends_with("-shm") || file.ends_with(".lock") => harm.in_the_way(),
        "tercet.toml" => harm.in_the_way() || (opens && matches!(harm, Harm::Text | Harm::OtherDatabase)),
        "games" => !matches!(harm, Harm::Missing | Harm::Folder),
        "games/own.toml" => harm.in_the_way() || (opens && harm != Harm::Missing),
        _ => unreachable!("{file}"),
    }
}

/// Everything in a folder: what it is, and its bytes.
fn all(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let found = path.symlink_metadata().unwrap();
            let bytes = if found.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
            all.insert(path.clone(), format!("{:?} {bytes:?}", found.file_type()));
            if found.is_dir() {
                folders.push(path);
            }
        }
    }
    all
}

/// Copies a folder without folders in it.
fn copied(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// A house that was opened and closed, and nothing beside its files.
fn house(folder: &Path) -> PathBuf {
    let data = folder.join("house");
    Served::open(&data, &[]).close();
    for name in
        ["tables.db", "people.db"].iter().flat_map(|db| ["-wal", "-shm"].map(|end| format!("{db}{end}")))
    {
        let path = data.join(name);
        assert!(
            path.metadata().is_ok_and(|log| log.len() == 0 || path.ends_with("tables.db-shm"))
                || !path.exists()
        );
        drop(std::fs::remove_file(path));
    }
    data
}

/// An address at which somebody else listens: so a house that opens all the same ends at once.
struct Taken(TcpListener);

impl Taken {
    fn new() -> Taken {
        Taken(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn run(&self, asks: Asks, data: &Path, to: &Path) -> Output {
        let (text, address) = (|path: &Path| path.to_str().unwrap().to_owned(), self.0.local_addr().unwrap());
        let books = text(&data.join("tables.db"));
        let (data, to) = (text(data), text(to));
        match asks {
            Asks::Audit => ran(&["audit", &books]),
            Asks::History => ran(&["history", &books]),
            Asks::BackUp => ran(&["backup", &to, "--data", &data]),
            Asks::Restore => ran(&["restore", &data, "--data", &to]),
            Asks::Serve => ran(&["serve", "--data", &data, "--listen", &address.to_string()]),
        }
    }
}

fn said(ran: &Output) -> String {
    String::from_utf8(ran.stderr.clone()).unwrap()
}

/// One error, in one line, about this file, with what was expected.
fn is_refused(ran: &Output, file: &str, what: &str) {
    let (out, err) = (String::from_utf8(ran.stdout.clone()).unwrap(), said(ran));
    let what = format!("{what}: {:?} {out}{err}", ran.status);
    // A damaged store is a finding of the audit, and makes the history end with 1.
    assert!(matches!(ran.status.code(), Some(1 | 2)), "{what}");
    let all = format!("{out}{err}");
    assert!(all.contains(file) && !all.contains(&format!("{file}: {file}")), "{what}");
    if out.is_empty() {
        assert!(err.starts_with("error: "), "{what}");
        let faults = err.contains("a game file with faults") || err.contains("tercet.toml:");
        assert!(faults || (err.lines().count() == 1 && err.contains("expected")), "{what}");
    } else {
        assert!(out.starts_with("Audit of ") && out.contains("expected"), "{what}");
    }
}

/// Each file of a house, what can stand in its place, and each command: what cannot be used is refused with its name, what may be missing may
/// be, and nothing is changed or left behind.
#[test]
fn what_cannot_be_used_is_named_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (house, taken) = (house(folder.path()), Taken::new());
    for file in FILES {
        for harm in HARMS {
            for asks in ALL.into_iter().filter(|asks| asks.look_at(file)) {
                let what = format!("{asks:?}, {harm:?} in the place of {file}");
                let (data, to) = (folder.path().join("data"), folder.path().join("to"));
                copied(&house, &data);
                harm.put(&data.join(file));
                let before = all(folder.path());
                let ran = taken.run(asks, &data, &to);
                if refuses(asks, file, harm) {
                    let name = Path::new(file).file_name().unwrap().to_str().unwrap();
                    is_refused(&ran, name, &what);
                    assert!(all(folder.path()) == before, "{what}: something was changed");
                } else if asks == Asks::Serve {
                    let err = said(&ran);
                    assert!(err.contains("cannot listen at"), "{what}: {err}");
                } else {
                    assert!(ran.status.success(), "{what}: {}", said(&ran));
                }
                for path in [&data, &to] {
                    drop(std::fs::remove_dir_all(path));
                }
            }
        }
    }
}

/// Of a house that was to be opened for the first time and could not nothing is left, whatever was in the way.
#[test]
fn a_first_start_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let taken = Taken::new();
    for file in FILES {
        for harm in HARMS.into_iter().filter(|harm| harm.in_the_way()) {
            if (file, harm) == ("games", Harm::Folder) {
                continue;
            }
            let data = folder.path().join("data");
            std::fs::create_dir(&data).unwrap();
            harm.put(&data.join(file));
            let before = all(folder.path());
            let ran = taken.run(Asks::Serve, &data, &data);
            let name = Path::new(file).file_name().unwrap().to_str().unwrap();
            is_refused(&ran, name, &format!("{harm:?} in the place of {file}"));
            assert!(all(folder.path()) == before, "{harm:?} in the place of {file}: something was changed");
            std::fs::remove_dir_all(&data).unwrap();
        }
    }
}

/// What a power cut can leave of the first start is a first start again.
#[test]
fn a_first_start_that_was_cut_short_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let taken = Taken::new();
    let left: [&[(&str, &[u8])]; 5] = [
        &[],
        &[("tables.db", b"")],
        &[("tables.db", b""), ("tables.db.lock", b"")],
        &[("seeds.key", &[7; 32]), ("tercet.part", b"[se")],
        &[("tables.db", b""), ("seeds.key", &[7; 32]), ("people.db", b"")],
    ];
    for (case, left) in left.iter().enumerate() {
        let data = folder.path().join(case.to_string());
        std::fs::create_dir(&data).unwrap();
        for (name, bytes) in *left {
            std::fs::write(data.join(name), bytes).unwrap();
        }
        for _ in 0..2 {
            let err = said(&taken.run(Asks::Serve, &data, &data));
            assert!(err.contains("cannot listen at"), "{left:?}: {err}");
        }
    }
}

/// Where the figures are told cannot be where the house is: that is said before a file is made. And whichever of the two places is taken, it is the one that
/// is named.
#[test]
fn a_place_that_is_taken_is_named_by_its_setting() {
    let folder = tempfile::tempdir().unwrap();
    let (data, taken) = (folder.path().join("house"), Taken::new());
    let (data_text, there) = (data.to_str().unwrap(), taken.0.local_addr().unwrap().to_string());
    let serve = |listen: &str, metrics: &str| {
        let ran = ran(&["serve", "--data", data_text, "--listen", listen, "--metrics-listen", metrics]);
        assert_eq!(ran.status.code(), Some(2));
        said(&ran)
    };
    let both = serve(&there, &there);
    assert!(both.contains("metrics-listen") && both.contains("expected another port"), "{both}");
    assert!(!data.exists(), "{both}");
    let metrics = serve("127.0.0.1:0", &there);
    assert!(metrics.contains("--metrics-listen takes another"), "{metrics}");
    let house = serve(&there, "127.0.0.1:0");
    assert!(house.contains("--listen takes another"), "{house}");
}

/// A folder that is none, cannot be made, or lies below a file.
#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (house, taken) = (house(folder.path()), Taken::new());
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("file"), "text").unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    drop(UnixListener::bind(at("socket")).unwrap());
    let mut places = vec![at("file"), at("file/below"), at("dangling"), at("dangling/below"), at("socket")];
    if cfg!(target_os = "linux") {
        // Here nobody makes a folder, whoever they are.
        places.push("/proc/self/none".into());
    }
    for place in &places {
        let before = all(folder.path());
        let name = place.file_name().unwrap().to_str().unwrap();
        for (ran, what) in [
            (taken.run(Asks::Serve, place, place), "serve"),
            (taken.run(Asks::BackUp, place, &at("to")), "backup of it"),
            (taken.run(Asks::BackUp, &house, place), "backup to it"),
            (taken.run(Asks::Restore, place, &at("to")), "restore of it"),
            (taken.run(Asks::Restore, &house, place), "restore to it"),
        ] {
            let err = said(&ran);
            let what = format!("{what}, {}: {:?} {err}", place.display(), ran.status);
            assert_eq!(ran.status.code(), Some(2), "{what}");
            assert!(err.starts_with("error: ") && err.lines().count() == 1, "{what}");
            assert!(err.contains(name) || err.contains("dangling"), "{what}");
            assert!(all(folder.path()) == before, "{what}");
        }
    }
    // Folders above a copy are made for it, and are gone with it.
    std::fs::remove_file(house.join("seeds.key")).unwrap();
    let before = all(folder.path());
    is_refused(&taken.run(Asks::BackUp, &house, &at("a/b/copy")), "seeds.key", "no key");
    assert!(all(folder.path()) == before);
}

/// The user that Linux has for whoever has no rights.
const NOBODY: u32 = 65_534;

/// Runs the program as somebody for whom the rights of files hold. Whoever may do everything becomes somebody else for it; none if that cannot
/// be.
fn run_without_rights(folder: &Path, arguments: &[&str]) -> Option<Output> {
    let everything = folder.join("everything");
    std::fs::write(&everything, "").unwrap();
    std::fs::set_permissions(&everything, PermissionsExt::from_mode(0o0)).unwrap();
    let mut command = tercet();
    command.args(arguments);
    if std::fs::File::open(&everything).is_ok() {
        command.uid(NOBODY).gid(NOBODY);
    }
    std::fs::remove_file(everything).unwrap();
    // The program itself may lie where nobody else can run it.
    command.output().ok()
}

/// Gives a folder and all in it to somebody else, if that can be.
fn give(folder: &Path) {
    let to = Some(NOBODY);
    let paths = all(folder).into_keys().chain([folder.to_path_buf()]);
    paths.for_each(|path| drop(std::os::unix::fs::lchown(path, to, to)));
}

/// Files that may not be read or written, and folders in which nothing can be made, as their rights say.
#[test]
fn what_may_not_be_used_is_named_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let (house, taken) = (house(folder.path()), Taken::new());
    let address = taken.0.local_addr().unwrap().to_string();
    let none: &[Asks] = &[];
    let serve: &[Asks] = &[Asks::Serve];
    let mut tried = 0;
    for (file, mode, refused_by) in [
        ("tables.db", 0o000, &ALL[..]),
        ("tables.db", 0o400, serve),
        ("people.db", 0o000, &ALL[2..]),
        ("people.db", 0o400, serve),
        ("seeds.key", 0o000, &ALL[2..]),
        ("seeds.key", 0o400, none),
        ("tercet.toml", 0o000, &ALL[2..]),
        ("tables.db.lock", 0o000, serve),
        ("", 0o500, none),
    ] {
        for asks in ALL {
            let what = format!("{asks:?}, {file} with {mode:o}");
            let work = tempfile::tempdir_in(folder.path()).unwrap();
            let (data, to) = (work.path().join("data"), work.path().join("to"));
            copied(&house, &data);
            give(work.path());
            std::fs::set_permissions(data.join(file), PermissionsExt::from_mode(mode)).unwrap();
            let books = data.join("tables.db");
            let [books, data, to] = [&books, &data, &to].map(|path| path.to_str().unwrap());
            let arguments = match asks {
                Asks::Audit => vec!["audit", books],
                Asks::History => vec!["history", books],
                Asks::BackUp => vec!["backup", to, "--data", data],
                Asks::Restore => vec!["restore", data, "--data", to],
                Asks::Serve => vec!["serve", "--data", data, "--listen", &address],
            };
            let names = || std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().file_name());
            let before: Vec<_> = names().collect();
            let Some(ran) = run_without_rights(folder.path(), &arguments) else { continue };
            tried += 1;
            // A folder in which nothing can be made has its locks already, but no room for a log.
            if refused_by.contains(&asks) || (file.is_empty() && asks == Asks::Serve) {
                let name = if file.is_empty() { "tables.db" } else { file };
                let err = said(&ran);
                assert!(matches!(ran.status.code(), Some(1 | 2)) && err.contains(name), "{what}: {err}");
                assert!(err.starts_with("error: ") && err.lines().count() == 1, "{what}: {err}");
                assert_eq!(names().collect::<Vec<_>>(), before, "{what}");
            } else if asks == Asks::Serve {
                assert!(said(&ran).contains("cannot listen at"), "{what}: {}", said(&ran));
            } else {
                assert!(ran.status.success(), "{what}: {}", said(&ran));
                assert_eq!(names().collect::<Vec<_>>(), before, "{what}");
            }
            std::fs::set_permissions(data, PermissionsExt::from_mode(0o700)).unwrap();
        }
    }
    assert!(tried == 45 || tried == 0, "{tried}: either the program can be run by somebody else, or not");
}
