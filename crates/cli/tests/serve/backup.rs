//! Copies of a house that is open, and houses made of them.

use crate::{Served, block_on, ran, rounds_are_played};
use std::path::Path;
use std::process::Output;
use tercet_bots::Client;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn is_well(ran: &Output) -> String {
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{err}");
    String::from_utf8(ran.stdout.clone()).unwrap()
}

fn is_refused(ran: &Output, why: &str) {
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(2) && err.contains(why), "{:?}: {err}; expected {why}", ran.status);
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().unwrap().permissions().mode() & 0o777
}

/// Copies are made while people bet; a house made of one opens, its books are clean, and its people are those of the books.
#[test]
fn a_house_is_copied_while_people_play_and_made_again_of_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, one, two) = (at("data"), at("copy-1"), at("copy-2"));
    let served = Served::open(&data, &[]);
    let plays_at = served.at.clone();
    block_on(async {
        let plays = tokio::spawn(async move { rounds_are_played(&plays_at, 2, 3, 3).await });
        // In the middle of it; and somebody stays.
        let mut client = Client::new(&*served.at);
        client.come_as_guest("Ann").await.unwrap();
        let headers = [("content-type", "application/json"), ("idempotency-key", "sits")];
        let sits = client
            .ask(
                "POST".parse().unwrap(),
                "/api/v1/tables/three-card-shine/asks",
                &headers,
                r#"{"do":"sit","spot":1}"#.into(),
            )
            .await
            .unwrap();
        assert_eq!(sits.status.as_u16(), 200);
        loop {
            let tables: serde_json::Value = client.get("/api/v1/tables").await.unwrap();
            if tables[0]["round"] != 0 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        let (from, to) = (data.clone(), one.clone());
        let copied = tokio::task::spawn_blocking(move || ran(&["backup", text(&to), "--data", text(&from)]))
            .await
            .unwrap();
        assert!(is_well(&copied).contains("records"));
        // Nobody at the tables suffers from it.
        plays.await.unwrap();
    });
    assert!(
        is_well(&ran(&["backup", text(&two), "--data", text(&data), "--without-key"]))
            .contains("without the key")
    );
    #[cfg(unix)]
    for (path, expected) in [
        ("", 0o700),
        ("tables.db", 0o600),
        ("people.db", 0o600),
        ("seeds.key", 0o600),
        ("tercet.toml", 0o600),
    ] {
        assert_eq!(mode(&one.join(path)), expected, "{path}");
    }
    assert!(!two.join("seeds.key").exists());
    let log = served.close();
    assert!(!log.contains("ERROR"), "{log}");

    is_refused(&ran(&["restore", text(&two), "--data", text(&at("new-2"))]), "expected the key of the seeds");
    let key = data.join("seeds.key");
    for (copy, new, more) in [(&one, at("new-1"), vec![]), (&two, at("new-2"), vec!["--key", text(&key)])] {
        let restore = [vec!["restore", text(copy), "--data", text(&new)], more].concat();
        assert!(is_well(&ran(&restore)).contains("can be opened"));
        assert_eq!(std::fs::read(new.join("seeds.key")).unwrap(), std::fs::read(&key).unwrap());
        assert_eq!(
            std::fs::read(new.join("tercet.toml")).unwrap(),
            std::fs::read(data.join("tercet.toml")).unwrap()
        );
        let served = Served::open(&new, &[]);
        // Whoever sat in a house that was copied still sits there.
        let free = block_on(async {
            Client::new(&*served.at).get::<serde_json::Value>("/api/v1/tables").await.unwrap()
        });
        assert!(free.as_array().unwrap().iter().any(|table| table["taken"] != 0), "{free}");
        let log = served.close();
        assert!(!log.contains("ERROR"), "{log}");
        is_well(&ran(&["audit", text(&new.join("tables.db"))]));
    }
    is_well(&ran(&["audit", text(&data.join("tables.db"))]));
}

/// Nothing is written over, half a copy is none, and what is wrong with one is said; there is no house then.
#[test]
fn what_is_no_whole_copy_makes_no_house() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, copy, new) = (at("data"), at("deep/copy"), at("new"));
    Served::open(&data, &[]).close();
    let backup = |to: &Path| ran(&["backup", text(to), "--data", text(&data)]);
    let restore = |data: &Path| ran(&["restore", text(&copy), "--data", text(data)]);
    is_refused(
        &ran(&["backup", text(&copy), "--data", text(&at("nowhere"))]),
        "no such file; expected the file of a store",
    );
    is_well(&backup(&copy));
    is_refused(&backup(&copy), "it is there and not empty");
    is_refused(&backup(&copy.join("tables.db")), "tables.db");
    is_refused(&restore(&data), "it is there and not empty");
    std::fs::create_dir(&new).unwrap();
    is_well(&restore(&new));
    std::fs::remove_dir_all(&new).unwrap();
    let before = std::fs::read_dir(folder.path()).unwrap().count();
    for (name, why) in [
        ("tables.db", "tables.db"),
        ("people.db", "people.db"),
        ("seeds.key", "3 bytes; expected the 32 of a key of the seeds"),
    ] {
        let (file, whole) = (copy.join(name), std::fs::read(copy.join(name)).unwrap());
        std::fs::write(&file, b"???").unwrap();
        is_refused(&restore(&new), why);
        if name != "seeds.key" {
            // A page in the middle is nonsense.
            let mut damaged = whole.clone();
            let middle = damaged.len() / 2 / 4096 * 4096;
            damaged[middle..middle + 4096].fill(0x5a);
            std::fs::write(&file, damaged).unwrap();
            is_refused(&restore(&new), why);
        }
        std::fs::remove_file(&file).unwrap();
        is_refused(&restore(&new), "expected the");
        std::fs::write(&file, whole).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), before, "nothing is left of it");
    }
    is_well(&restore(&new));
    Served::open(&new, &[]).close();
}

/// Nothing that was there is removed, whatever it is called: neither a copy, nor a house that is open, nor what is somebody else's.
#[test]
fn nothing_that_was_there_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let data = at("house.part");
    let served = Served::open(&data, &[]);
    is_well(&ran(&["backup", text(&at("house")), "--data", text(&data)]));
    assert!(data.join("tables.db").exists(), "the house is where it was");
    served.close();
    for (precious, file) in [("movies.part", "precious"), ("copy.part", "tables.db")] {
        std::fs::create_dir(at(precious)).unwrap();
        std::fs::write(at(precious).join(file), "x").unwrap();
    }
    is_well(&ran(&["backup", text(&at("movies")), "--data", text(&data)]));
    std::fs::remove_dir_all(at("copy.part")).unwrap();
    is_well(&ran(&["backup", text(&at("copy.part")), "--data", text(&data)]));
    is_well(&ran(&["restore", text(&at("copy.part")), "--data", text(&at("copy"))]));
    assert!(at("copy.part/tables.db").exists() && at("copy/tables.db").exists());
    assert_eq!(std::fs::read(at("movies.part/precious")).unwrap(), b"x");
}

/// A folder that cannot change its place, as it is a mount point, behind a link, or in a folder that is nobody's to write, is filled where it is; and
/// one in which that was cut short is no house and no copy, until it is made once more.
#[cfg(unix)]
#[test]
fn an_empty_folder_is_filled_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, copy, volume, link) = (at("data"), at("copy"), at("volume"), at("link"));
    Served::open(&data, &[]).close();
    for empty in [&copy, &volume] {
        std::fs::create_dir(empty).unwrap();
    }
    std::os::unix::fs::symlink(&volume, &link).unwrap();
    is_well(&ran(&["backup", text(&copy), "--data", text(&data)]));
    std::fs::create_dir(volume.join("unfinished.0123456789abcdef.part")).unwrap();
    std::fs::write(volume.join("unfinished.0123456789abcdef.part/tables.db"), "half").unwrap();
    is_refused(&ran(&["serve", "--data", text(&link), "--listen", "127.0.0.1:0"]), "cut short");
    is_refused(&ran(&["restore", text(&volume), "--data", text(&at("other"))]), "cut short");
    is_well(&ran(&["restore", text(&copy), "--data", text(&link)]));
    assert!(link.is_symlink() && volume.join("tables.db").exists());
    Served::open(&volume, &[]).close();
}
