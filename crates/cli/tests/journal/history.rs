//! `tercet history`: which rounds it finds, in each form, and what it never shows.

use crate::{evening, run, shown};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

fn rounds(here: &Path, more: &[&str]) -> Vec<Value> {
    let text = shown(here, &[&["history", "tables.db", "--json"][..], more].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn places(rounds: &[Value]) -> Vec<(String, u64)> {
    rounds
        .iter()
        .map(|one| (one["table"].as_str().unwrap().to_owned(), one["round"].as_u64().unwrap()))
        .collect()
}

#[test]
fn rounds_are_found_by_table_player_and_time() {
    let here = evening("found");
    let all = rounds(&here, &[]);
    assert!(all.len() > 40 && all.iter().all(|one| one["replay"] == true), "{}", all.len());
    let of_t2: Vec<_> = places(&all).into_iter().filter(|(table, _)| table == "t2").collect();
    assert_eq!(places(&rounds(&here, &["--table", "t2"])), of_t2);
    assert_eq!(places(&rounds(&here, &["--table", "t2", "--limit", "3"])), of_t2[of_t2.len() - 3..]);
    // Whoever has a wager in a round is found by it, and nobody else.
    let bets = |one: &Value, player: &str| {
        let spots = one["spots"].as_array().unwrap();
        spots.iter().any(|spot| spot["player"] == player && !spot["wagers"].as_object().unwrap().is_empty())
    };
    for player in ["ann", "bob", "cyd", "dee"] {
        let theirs: BTreeSet<_> = places(&rounds(&here, &["--player", player])).into_iter().collect();
        let expected = all.iter().filter(|one| bets(one, player));
        for place in places(&expected.cloned().collect::<Vec<_>>()) {
            assert!(theirs.contains(&place), "{player} {place:?}");
        }
    }
    let opened = all[20]["opened"].as_str().unwrap();
    let (before, after) = (rounds(&here, &["--to", opened]), rounds(&here, &["--from", opened]));
    assert_eq!(before.len() + after.len(), all.len());
    assert!(after.iter().all(|one| one["opened"].as_str().unwrap() >= opened));
}

/// What is not over shows no card, in any form.
#[test]
fn a_round_in_play_shows_no_card() {
    let here = evening("hidden");
    let all = rounds(&here, &[]);
    let in_play: Vec<_> = all.iter().filter(|one| one["status"] == "in-play").collect();
    assert_eq!(in_play.len(), 3);
    for one in in_play {
        let (table, no) = (one["table"].as_str().unwrap(), one["round"].to_string());
        let one_round = ["history", "tables.db", "--table", table, "--round", &no];
        let json = shown(&here, &[&one_round[..], &["--json"]].concat());
        for key in ["cards", "dealer", "seed", "secret"] {
            assert!(!json.contains(&format!("\"{key}\"")), "{json}");
        }
        assert!(json.contains("\"wagers\":{\""), "{json}");
        assert_eq!(json.matches("\"said\":[]").count(), 0, "each step says what was asked: {json}");
        let text = shown(&here, &one_round);
        assert!(text.contains("no card is shown before it is over"), "{text}");
        for form in ["--proof", "--rules"] {
            let ran = run(&here, &[&one_round[..], &[form]].concat());
            assert!(ran.status == 2 && ran.out.is_empty() && ran.err.contains("in play"), "{}", ran.err);
        }
    }
}

/// Settled again from the settle form, each round comes to what it paid.
#[test]
fn the_settle_form_settles_to_the_same_money() {
    let here = evening("settled");
    let all = rounds(&here, &["--table", "t3"]);
    let ran = run(&here, &["history", "tables.db", "--table", "t3", "--settle"]);
    assert!(ran.status == 0 && ran.err.contains("left out"), "{}", ran.err);
    let mut settle = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(["settle", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    settle.stdin.take().unwrap().write_all(ran.out.as_bytes()).unwrap();
    let output = settle.wait_with_output().unwrap();
    assert!(output.status.success());
    let mut settled = 0;
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        let no: u64 = answer["id"].as_str().unwrap().strip_prefix("t3/").unwrap().parse().unwrap();
        let round = all.iter().find(|one| one["round"] == no).unwrap();
        for (answered, recalled) in
            answer["spots"].as_array().unwrap().iter().zip(round["spots"].as_array().unwrap())
        {
            assert_eq!(answered["net"], recalled["net"], "round {no}");
        }
        assert_eq!(answer["rules"], round["rules"]);
        settled += 1;
    }
    assert!(settled > 5, "{settled}");
}

/// Each settled round has a proof that holds, the postings of the journal in it; one posting changed does not.
#[test]
fn every_settled_round_proves_itself_to_the_posting() {
    let here = evening("proved");
    let (mut proved, mut awarded) = (0, 0);
    for one in rounds(&here, &[]).iter().filter(|one| one["status"] == "settled") {
        let (table, no) = (one["table"].as_str().unwrap(), one["round"].to_string());
        let place = ["history", "tables.db", "--table", table, "--round", &no];
        let ran = run(&here, &[&place[..], &["--proof"]].concat());
        if ran.status == 2 {
            assert!(ran.err.contains("irregularity"), "{}", ran.err);
            continue;
        }
        fs::write(here.join("round.json"), &ran.out).unwrap();
        fs::write(here.join("rules.toml"), shown(&here, &[&place[..], &["--rules"]].concat())).unwrap();
        let verified = run(&here, &["verify", "--game", "./rules.toml", "round.json", "--json"]);
        assert_eq!(verified.status, 0, "{table} {no}: {}{}", verified.out, verified.err);
        let mut proof: Value = serde_json::from_str(&ran.out).unwrap();
        awarded += usize::from(ran.out.contains("\"why\":\"award progressive\""));
        proved += 1;
        if proved % 8 == 0 {
            let posting = &mut proof["money"]["settlement"][0]["amount"];
            *posting = Value::from(posting.as_i64().unwrap() + 1);
            fs::write(here.join("round.json"), proof.to_string()).unwrap();
            let verified = run(&here, &["verify", "--game", "./rules.toml", "round.json"]);
            assert!(
                verified.status == 1 && verified.out.contains("money.settlement[0].amount"),
                "{}",
                verified.out
            );
        }
    }
    assert!(proved > 20 && awarded > 2, "{proved} proofs, {awarded} awards");
}

#[test]
fn a_whole_round_shows_every_step_and_posting() {
    let here = evening("whole");
    let one = rounds(&here, &["--table", "t1"]).into_iter().find(|one| one["status"] == "settled").unwrap();
    let no = one["round"].to_string();
    let text = shown(&here, &["history", "tables.db", "--table", "t1", "--round", &no]);
    for words in [
        "Replay of round",
        "The round opens",
        "No more bets.",
        "Cards are out.",
        "Dealer: ",
        "wallet/",
        "(stake ante)",
        "Total: staked ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let json: Value = serde_json::from_str(&shown(
        &here,
        &["history", "tables.db", "--table", "t1", "--round", &no, "--json"],
    ))
    .unwrap();
    assert!(json["steps"].as_array().unwrap().len() > 5 && json["spots"][0]["lines"].is_array(), "{json}");
    // The words are those of tercet settle, line by line.
    let settled = run(&here, &["history", "tables.db", "--table", "t1", "--round", &no, "--settle"]);
    fs::write(here.join("round.jsonl"), settled.out).unwrap();
    fs::write(
        here.join("t1.toml"),
        shown(&here, &["history", "tables.db", "--table", "t1", "--round", &no, "--rules"]),
    )
    .unwrap();
    let said = shown(&here, &["settle", "round.jsonl", "--game-file", "t1.toml"]);
    let spots: Vec<&str> = said.lines().skip_while(|line| !line.starts_with("Dealer: ")).collect();
    let lines = spots.iter().take_while(|line| !line.starts_with("Rulings") && !line.is_empty());
    assert!(lines.clone().count() > 5, "{said}");
    lines.for_each(|line| assert!(text.contains(&format!("  {line}\n")), "{line}\n{text}"));
    let lines = shown(&here, &["history", "tables.db", "--player", "ann"]);
    assert!(lines.starts_with("Replay of rounds of the past\n") && lines.contains("net "), "{lines}");
}

#[test]
fn what_cannot_be_used_is_said() {
    let here = evening("refused");
    for (arguments, said) in [
        (&["--round", "1"][..], "--table"),
        (&["--table", "t1", "--round", "9999"], "expected one of 1 to"),
        (&["--table", "nowhere", "--round", "1"], "no round was played"),
        (&["--table", "t 1"], "is no name"),
        (&["--from", "yesterday"], "expected a date or a time"),
        (&["--limit", "0"], "expected a whole number"),
        (&["--table", "zz"], "the journal knows no such table"),
        (&["--player", "nobody"], "the journal knows no such player"),
        (&["--player", "ann", "--table", "zz"], "the journal knows no such table"),
        (&["--from", "2026-11-29", "--to", "2026-11-28"], "--from is not before --to"),
        (&["--table", "t1", "--proof"], "--round"),
        (&["--json", "--settle"], "cannot be used with"),
    ] {
        let ran = run(&here, &[&["history", "tables.db"][..], arguments].concat());
        assert!(
            ran.status == 2 && ran.err.contains(said) && ran.out.is_empty(),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

/// Where nothing is found that is said, and whoever was dealt no hand in a round is told so.
#[test]
fn no_line_is_empty_and_no_answer_is_silent() {
    let here = evening("silent");
    for form in [&[][..], &["--json"]] {
        let ran = run(
            &here,
            &[&["history", "tables.db", "--from", "2026-11-28T21:15:00+01:00"][..], form].concat(),
        );
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", "note: no round was found\n"));
    }
    let mut withheld = 0;
    for player in ["ann", "bob", "cyd", "dee"] {
        let lines = shown(&here, &["history", "tables.db", "--player", player]);
        assert!(!lines.contains(": ;"), "{lines}");
        withheld += lines.matches(&format!(": {player} was dealt no hand, and no wager was kept")).count();
    }
    assert!(withheld > 0, "somebody withholds a secret");
}
