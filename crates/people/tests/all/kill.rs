//! A process that is killed leaves whole changes: what was answered is there, and nothing half.

use crate::common::*;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tercet_people::{Look, People, Purpose, Role, Which};

const FILE: &str = "TERCET_PEOPLE_OF_THE_KILLED";

/// The process that is killed: it does things for ever and says each once it is done. Without the file it is a test that does nothing.
#[test]
fn the_one_who_is_killed() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let people = People::open(path, settings()).unwrap();
    let round = people.accounts(&Look::default(), 1_000).unwrap().len();
    for number in round.. {
        let purpose = Purpose::Invitation(roles(&[Role::Dealer]));
        let (link, _) = people.make_link(&purpose, &house(), &chance(), T).unwrap();
        let credentials = (&login(&format!("dealer{number}")), &hashed(PASSWORD));
        let display = format!("Dealer {number}");
        let signed_in = people.accept(&link, &display, credentials, BROWSER, &chance(), T).unwrap();
        println!("made {} {}", signed_in.account.id, &*signed_in.token.secret());
    }
}

#[test]
fn killed_at_any_moment_what_was_answered_is_there_and_nothing_is_half() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.db");
    let mut answered = Vec::new();
    for kill in 0..8 {
        answered.extend(run_and_kill(&path, 1 + kill * 3 % 7));
        let people = People::open(&path, settings()).unwrap();
        for (id, token) in &answered {
            let token = tercet_people::Token::read(token).unwrap();
            assert_eq!(people.session(&token, T).unwrap().account.as_str(), id);
        }
        // Each account came with its link, its session, and the events of all three.
        let accounts = people.accounts(&Look::default(), 1_000).unwrap();
        assert!(accounts.len() >= answered.len());
        for account in &accounts {
            assert_eq!(people.sessions_of(&account.id, T).len(), 1);
            let about = Which { subject: Some(account.id.to_string()), ..Which::default() };
            assert_eq!(people.events(&about, 9).unwrap().len(), 1);
        }
        let used = Which { what: Some("link.used".into()), ..Which::default() };
        assert_eq!(people.events(&used, 1_000).unwrap().len(), accounts.len());
        let made = Which { what: Some("link.made".into()), ..Which::default() };
        let made = people.events(&made, 1_000).unwrap().len();
        assert_eq!(people.links(T).unwrap().len(), made - accounts.len());
    }
    assert!(answered.len() > 8);
}

/// What the process has answered until it was killed, a moment after so many answers.
fn run_and_kill(path: &Path, after: usize) -> Vec<(String, String)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::the_one_who_is_killed", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut answered = Vec::new();
    let mut take = |line: String| {
        let words: Vec<&str> = line.split("made ").last().unwrap_or_default().split(' ').collect();
        if let [id, token] = words[..]
            && line.contains("made ")
        {
            answered.push((id.into(), token.into()));
        }
        answered.len()
    };
    while let Some(Ok(line)) = lines.next() {
        if take(line) == after {
            child.kill().unwrap();
            break;
        }
    }
    // What was said before it was killed counts, too.
    for line in lines.map_while(Result::ok) {
        take(line);
    }
    child.wait().unwrap();
    answered
}
