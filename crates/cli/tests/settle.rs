//! `tercet settle`, the program itself: what goes in, what comes out, and how it ends.

use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn tercet(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    command.arg("settle").args(args).env_remove("COLUMNS").env("NO_COLOR", "1");
    command
}

/// Runs with this on standard input.
fn settle(args: &[&str], input: &[u8]) -> Output {
    let mut child = tercet(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("answers are UTF-8")
}

/// The answers, one a line, and the exit status.
fn answers(args: &[&str], input: &[u8]) -> (Vec<Value>, Option<i32>) {
    let output = settle(args, input);
    assert_eq!(text(&output.stderr), "", "nothing is said beside the answers");
    let answers = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("answers are JSON"))
        .collect();
    (answers, output.status.code())
}

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

/// A round of Three Card Poker that is settled: the Ante and Play win $10 each.
fn good(id: &str) -> String {
    format!(
        r#"{{"id":{id},"game":"three-card-poker","dealer":"Qs Td 4c","spots":[{{"spot":1,"cards":"As Kd 9h","wagers":{{"ante":1000}},"decision":"play"}}]}}"#
    )
}

#[test]
fn every_case_of_a_log_is_settled_in_its_order() {
    let cases = std::fs::read_to_string(testdata("rounds/cases.jsonl")).unwrap();
    let rounds: Vec<Value> =
        cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["round"].clone()).collect();
    let log: String = rounds.iter().map(|round| format!("{round}\n")).collect();
    let (answers, status) = answers(&["--json"], log.as_bytes());
    assert_eq!(status, Some(0));
    assert_eq!(answers.len(), rounds.len());
    for (answer, round) in answers.iter().zip(&rounds) {
        assert_eq!((&answer["id"], &answer["game"]), (&round["id"], &round["game"]));
        assert!(answer["rules"].as_str().unwrap().starts_with("sha256:"));
    }
}

#[test]
fn the_answer_has_the_shape_and_the_order_of_the_contract() {
    let round = r#"{"id":"r1","game":"three-card-poker","dealer":"Qs Td 4c","meter":1000000,"spots":[
        {"spot":1,"player":"ann","cards":"As Ks Qh","wagers":{"ante":1000,"progressive":100},"decision":"play"},
        {"spot":2,"player":"bob","cards":"Ah Kh Qd","wagers":{"ante":1000},"decision":"fold"}]}"#;
    let output = settle(&["--json"], round.replace('\n', "").as_bytes());
    let text = text(&output.stdout);
    let rules = text.split("sha256:").nth(1).unwrap();
    let expected = format!(
        concat!(
            r#"{{"id":"r1","game":"three-card-poker","rules":"sha256:{}","#,
            r#""dealer":{{"cards":"Qs Td 4c","hand":"queen high","qualifies":true}},"spots":["#,
            r#"{{"spot":1,"player":"ann","cards":"As Ks Qh","hand":"straight, ace high","lines":["#,
            r#"{{"wager":"play","stake":1000,"outcome":"win","pays":"1 to 1","won":1000,"returned":1000,"net":1000,"rule":"003.grid.win"}},"#,
            r#"{{"wager":"ante","stake":1000,"outcome":"win","pays":"1 to 1","won":1000,"returned":1000,"net":1000,"rule":"003.grid.win"}},"#,
            r#"{{"wager":"ante-bonus","stake":0,"outcome":"win","pays":"1 to 1","won":1000,"returned":0,"net":1000,"rule":"003.bonus"}},"#,
            r#"{{"wager":"progressive","stake":100,"outcome":"win","pays":"6 for 1","won":600,"returned":0,"net":500,"rule":"003.prog.straight"}}],"#,
            r#""staked":2100,"won":3600,"returned":2000,"net":3500}},"#,
            r#"{{"spot":2,"player":"bob","cards":"Ah Kh Qd","hand":"straight, ace high","lines":["#,
            r#"{{"wager":"ante","stake":1000,"outcome":"forfeit","won":0,"returned":0,"net":-1000,"rule":"003.fold"}}],"#,
            r#""staked":1000,"won":0,"returned":0,"net":-1000,"#,
            r#""remarks":[{{"text":"No Ante Bonus; another reading pays it","ruling":"R4"}}]}}],"#,
            r#""meter":{{"before":1000000,"paid":0,"after":1000000}}}}"#,
            "\n"
        ),
        &rules[..64]
    );
    assert_eq!(text, expected);
}

#[test]
fn bad_lines_are_refused_in_their_place_and_nothing_is_lost() {
    let bad = [
        ("\"not closed", "bad-json"),
        ("null", "bad-json"),
        (&good("2").replace("\"ante\":1000", "\"ante\":1000,\"ante\":1000"), "bad-json"),
        (&good("3").replace("\"dealer\"", "\"dealr\""), "unknown-field"),
        (&good("4").replace("\"dealer\":\"Qs Td 4c\",", ""), "missing-field"),
        (&good("5").replace("three-card-poker", "../Cargo.toml"), "unknown-game"),
        (&good("6").replace("As", "1h"), "bad-card"),
        (&good("7").replace("As", "Xx"), "bad-card"),
        (&good("8").replace("As Kd", "AsAs"), "duplicate-card"),
        (&good("9").replace("9h", "9h 2c"), "wrong-card-count"),
        (&good("10").replace("ante", "anti"), "unknown-wager"),
        (&good("11").replace("1000", "1e3"), "bad-amount"),
        (&good("12").replace("1000", "10.0"), "bad-amount"),
        (&good("13").replace("1000", "\"10\""), "bad-amount"),
        (&good("14").replace("1000", "-1"), "bad-amount"),
        (&good("15").replace("1000", "0"), "bad-amount"),
        (&good("16").replace("1000", "9223372036854775808"), "bad-amount"),
        (&good("17").replace("1000", "null"), "bad-amount"),
        (&good("18").replace("\"spot\":1", "\"spot\":9"), "bad-spot"),
        (&good("19").replace("\"play\"", "\"raise\""), "bad-decision"),
        (&good("20").replace("9h", "9\u{0}h"), "bad-json"),
    ];
    let mut log = Vec::new();
    for (i, (line, _)) in bad.iter().enumerate() {
        log.extend_from_slice(format!("{}\n{line}\n", good(&format!("\"good {i}\""))).as_bytes());
    }
    log.extend_from_slice(b"{\"id\":21,\"dealer\":\"\xff\"}\n");
    log.extend_from_slice(&good("22").as_bytes()[..50]);
    let (answers, status) = answers(&["--json"], &log);
    assert_eq!(status, Some(1));
    assert_eq!(answers.len(), 2 * bad.len() + 2);
    for (i, (line, code)) in bad.iter().enumerate() {
        let (settled, refused) = (&answers[2 * i], &answers[2 * i + 1]);
        assert_eq!(settled["spots"][0]["net"], 2000, "{settled}");
        assert_eq!(settled["id"], format!("good {i}"));
        assert_eq!(refused["error"]["code"], *code, "{line}: {refused}");
        assert_eq!(refused["line"], 2 * i + 2);
        assert!(
            refused["error"]["message"].as_str().unwrap().len() > 10 && refused["error"]["at"].is_string(),
            "{refused}"
        );
    }
    let last = &answers[2 * bad.len()..];
    assert_eq!((&last[0]["error"]["code"], &last[0]["id"]), (&"bad-json".into(), &21.into()));
    assert_eq!((&last[1]["error"]["code"], &last[1]["id"]), (&"bad-json".into(), &22.into()));
}

#[test]
fn a_line_of_ten_megabytes_is_refused_and_the_next_is_settled() {
    let mut log = good("1");
    log.push_str("\n{\"id\":2,\"game\":\"");
    log.push_str(&"x".repeat(10 << 20));
    log.push_str("\"}\n");
    log.push_str(&good("3"));
    let (answers, status) = answers(&["--json"], log.as_bytes());
    assert_eq!(status, Some(1));
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&Value::from(1), &Value::from(2), &Value::from(3)]);
    assert_eq!(answers[1]["error"]["code"], "line-too-long");
    assert_eq!(answers[2]["spots"][0]["net"], 2000);
}

#[test]
fn line_ends_a_byte_order_mark_and_blank_lines_do_no_harm() {
    let log = format!("\u{FEFF}{}\r\n\r\n   \n{}\r\n{}", good("1"), good("2"), good("3"));
    let (lines, status) = answers(&["--json"], log.as_bytes());
    assert_eq!((lines.len(), status), (3, Some(0)));
    assert_eq!(answers(&["--json"], b""), (Vec::new(), Some(0)));
    let (lines, status) =
        answers(&["--json", "-"], format!("\n\n{}", good("1").replace("1000", "1")).as_bytes());
    assert_eq!((&lines[0]["line"], status), (&3.into(), Some(1)));
}

#[test]
fn limits_are_the_tables_and_may_be_left_out() {
    let log = good("1").replace("1000", "12345");
    let (lines, status) = answers(&["--json"], log.as_bytes());
    assert_eq!((&lines[0]["error"]["code"], status), (&"off-step".into(), Some(1)));
    let (lines, status) = answers(&["--json", "--no-limits"], log.as_bytes());
    assert_eq!((&lines[0]["spots"][0]["net"], status), (&24690.into(), Some(0)));
}

#[test]
fn the_line_names_its_game_or_the_arguments_do() {
    let nameless = good("1").replace("\"game\":\"three-card-poker\",", "");
    let (lines, _) = answers(&["--json"], nameless.as_bytes());
    assert_eq!(lines[0]["error"]["code"], "unknown-game");
    let (lines, _) =
        answers(&["--json", "--game", "three-card-shine"], format!("{nameless}\n{}", good("2")).as_bytes());
    assert_eq!(
        (&lines[0]["game"], &lines[1]["game"]),
        (&"three-card-shine".into(), &"three-card-poker".into())
    );
    let file = testdata("games/raise-1-2-3.toml");
    let named = good("1")
        .replace("three-card-poker", "raise-1-2-3")
        .replace("\"ante\":1000", "\"ante\":1000,\"play\":3000");
    let log = format!("{named}\n{}\n{}", named.replace("\"game\":\"raise-1-2-3\",", ""), good("3"));
    let (lines, status) = answers(&["--json", "--game-file", file.to_str().unwrap()], log.as_bytes());
    assert_eq!(status, Some(0), "{lines:?}");
    let nets: Vec<&Value> = lines.iter().map(|line| &line["spots"][0]["net"]).collect();
    assert_eq!(nets, [4000, 4000, 2000]);
}

#[test]
fn another_reading_goes_to_the_games_that_have_it() {
    let tie = |game: &str| good("1").replace("three-card-poker", game).replace("As Kd 9h", "Qd Tc 4h");
    let log = format!("{}\n{}", tie("three-card-pairs-plus"), tie("three-card-poker"));
    let (lines, status) = answers(&["--json", "--ruling", "R1=player-wins"], log.as_bytes());
    assert_eq!(status, Some(0));
    assert_eq!((&lines[0]["spots"][0]["net"], &lines[1]["spots"][0]["net"]), (&2000.into(), &0.into()));
    let output = settle(&["--json", "--ruling", "R1=player-wins"], tie("three-card-poker").as_bytes());
    assert_eq!(output.status.code(), Some(2), "a reading that no round was settled by is a slip");
    assert!(
        text(&output.stderr)
            .contains("no game of these rounds has what this is about: --ruling R1=player-wins")
    );
    let (lines, _) =
        answers(&["--json", "--pay", "ante-bonus=9-8-7"], good("1").replace("9h", "Qh").as_bytes());
    assert_eq!(lines[0]["spots"][0]["lines"][2]["won"], 7000);
}

/// Each change goes to every game that has it, whatever the others do.
#[test]
fn several_changes_go_each_to_its_own_games() {
    let tie = |game: &str| good("1").replace("three-card-poker", game).replace("As Kd 9h", "Qd Tc 4h");
    let trips = |game: &str| good("2").replace("three-card-poker", game).replace("As Kd 9h", "9s 9d 9h");
    let log =
        [tie("three-card-pairs-plus"), trips("three-card-poker"), trips("three-card-fortune")].join("\n");
    let net = |args: &[&str]| -> Vec<i64> {
        let (lines, status) = answers(&[&["--json"], args].concat(), log.as_bytes());
        assert_eq!(status, Some(0), "{args:?}");
        lines.iter().map(|line| line["spots"][0]["net"].as_i64().expect("settled")).collect()
    };
    let [tied, poker, fortune] = net(&[])[..] else { panic!("three answers") };
    // Of the first game only, and of the second only: alone, together, and in either order.
    let wins = ["--ruling", "R1=player-wins"];
    let bonus = ["--pay", "ante-bonus=9-8-7"];
    assert_eq!(net(&wins), [2000, poker, fortune]);
    let paid = net(&bonus);
    assert!(paid[0] == tied && paid[1] > poker, "{paid:?}");
    for both in [[wins, bonus].concat(), [bonus, wins].concat()] {
        assert_eq!(net(&both), [2000, paid[1], paid[2]]);
    }
    // With a game for nameless rounds too.
    assert_eq!(net(&[&["--game", "three-card-poker"], &wins[..], &bonus].concat()), [2000, paid[1], paid[2]]);
}

#[test]
fn a_change_that_no_round_is_settled_by_is_told_by_name() {
    let log = good("1");
    let output =
        settle(&["--json", "--ruling", "R1=player-wins", "--pay", "ante-bonus=9-8-7"], log.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("R1=player-wins") && !told.contains("ante-bonus"), "{told}");
    // No round, no game: nothing to change, and nothing that could be mistaken.
    let output = settle(&["--json", "--ruling", "R1=player-wins"], b"");
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
}

/// A game that has what a change is about, but not so, is not settled by its own rules in silence.
#[test]
fn a_change_that_does_not_fit_a_game_that_has_it_stops_the_run() {
    // Only one of the games has a 6 Card Bonus table of so many rows.
    let rows = |game: &str| {
        let doc = tercet_games::builtin_doc(game).expect("a built-in game");
        let wagers = doc.wagers.iter().find(|wager| wager.id.as_str().contains("card-bonus"));
        wagers.map(|wager| (wager.id.to_string(), wager.pays.rows.len()))
    };
    let (id, own) = rows("three-card-poker").expect("it has one");
    let pays = vec!["2"; own - 1].join("-");
    let output = settle(&["--json", "--pay", &format!("{id}={pays}")], good("1").as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains(&format!("{} pays for `{id}`; expected {own}", own - 1)), "{told}");
    assert_eq!(text(&output.stdout), "", "nothing was settled by rules that nobody asked for");
}

#[test]
fn answers_come_as_soon_as_their_rounds_do() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut program = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(["settle", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut rounds = program.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(program.stdout.take().expect("a pipe"));
    for id in ["1", "2", "3"] {
        writeln!(rounds, "{}", good(id)).expect("it reads");
        let mut answer = String::new();
        // Would wait for ever if the answer were kept back.
        answers.read_line(&mut answer).expect("it answers");
        assert!(answer.contains("\"net\":2000"), "{answer}");
    }
    drop(rounds);
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn a_reader_who_goes_away_is_no_success() {
    use std::io::{BufRead as _, BufReader};
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long.jsonl");
    std::fs::write(&log, format!("{}\n", good("1")).repeat(20_000)).expect("it can be written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(["settle", "--json"])
        .arg(&log)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut answer = String::new();
    BufReader::new(program.stdout.take().expect("a pipe")).read_line(&mut answer).expect("it answers");
    let output = program.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(1), ""));
}

#[test]
fn arguments_that_cannot_be_used_end_with_two() {
    let spot = ["--dealer", "Qs Td 4c", "--cards", "As Kd 9h", "--bet", "ante=10"];
    let with = |more: &[&'static str]| [&spot, more].concat();
    let folder = testdata("rounds");
    for (args, part) in [
        (vec!["no-such-file.jsonl"], "no-such-file.jsonl"),
        (vec![folder.to_str().unwrap()], "is a directory"),
        (vec!["--game", "roulette"], "there is no game `roulette`"),
        (vec!["--game", "three-card-pokr"], "did you mean `three-card-poker`?"),
        (vec!["--game-file", "no-such-game.toml"], "no such file"),
        (vec!["--game", "three-card-poker", "--game-file", "x.toml"], "cannot be used with"),
        (vec!["--ruling", "R1=player-win"], "did you mean `player-wins`?"),
        (vec!["--ruling", "R1"], "expected an equals sign"),
        (vec!["--pay", "pair-plus=1-2"], "2 pays for `pair-plus`; expected 5"),
        (vec!["--ruling", "R1=push", "--ruling", "R1=player-wins"], "expected one of them"),
        (with(&["rounds.jsonl"]), "cannot be used with"),
        (with(&[]), "one spot needs its game"),
        (with(&["--game", "three-card-poker", "--bet", "ante=20"]), "stands twice"),
        (with(&["--game", "three-card-poker", "--bet", "pair-plus=ten"]), "`ten` is no amount"),
        (with(&["--game", "three-card-poker", "--decision", "raise"]), "expected `play`, `fold`, or"),
        (vec!["--dealer", "Qs", "--game", "three-card-poker"], "required arguments were not provided"),
        (vec!["--bet", "ante=10", "--game", "three-card-poker"], "required arguments were not provided"),
        (
            vec![
                "--dealer",
                "Qs Td 1c",
                "--cards",
                "As Kd 9h",
                "--bet",
                "ante=10",
                "--game",
                "three-card-poker",
            ],
            "is no rank",
        ),
    ] {
        let output = settle(&args, b"");
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(part) && stderr.starts_with("error: "), "{args:?}: {stderr}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
    }
}

#[test]
fn a_disputed_hand_is_answered_with_all_that_decides_it() {
    let args = [
        "--game",
        "three-card-pairs-plus",
        "--dealer",
        "Qs Td 4c",
        "--cards",
        "qh,10c,4D",
        "--bet",
        "ante=$10",
        "--bet",
        "pairs-plus=5",
        "--decision",
        "play",
        "--spot",
        "3",
    ];
    let output = settle(&args, b"");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout),
        "\
3-Card Poker with Pairs Plus and 6-Card Bonus

Dealer: Qs Td 4c  queen high, qualifies
Spot 3: Qh Tc 4d  queen high
  Play        $10  push   $0    004.12, ruling R1
      The dealer qualifies with queen high and the player's queen high is equal: Play pushes.
  Ante        $10  push   $0    004.12, ruling R1
      The dealer qualifies with queen high and the player's queen high is equal: Ante pushes.
  Pairs Plus   $5  lose  -$5    004.8
      Queen high fits no row of the table: Pairs Plus loses.
  Total: staked $25, won $0, returned $20: net -$5

Rulings this rests on
  R1=push  004.11a pays an equal hand, 004.12 pushes it. Which holds?
      Equal hands push: 004.12 is the more specific rule, and 000, 001 and 003 agree with it.

Read otherwise
  Under R1=player-wins: net +$15 instead of -$5.
      004.11a pays an equal hand, 004.12 pushes it. Which holds?
      Equal hands win even money, as 004.11a says.
"
    );
}

#[test]
fn a_disputed_hand_may_be_answered_in_json_or_refused() {
    let spot = ["--game", "three-card-poker", "--dealer", "Qs Td 4c", "--cards", "As Ks Qd", "--bet"];
    let with = |more: &[&'static str]| [&spot, more].concat();
    let (lines, status) =
        answers(&with(&["pair-plus=5", "--bet", "progressive=1", "--meter", "10,000", "--json"]), b"");
    assert_eq!((&lines[0]["spots"][0]["net"], status), (&3500.into(), Some(0)));
    assert_eq!(lines[0]["meter"]["before"], 1_000_000);
    let output = settle(&with(&["pair-plus=5", "--bet", "progressive=1"]), b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        "Not settled: a Progressive wager needs the meter at the deal (missing-meter)\n"
    );
    let (lines, status) = answers(&with(&["ante=10", "--json"]), b"");
    assert_eq!((&lines[0]["error"]["code"], status), (&"missing-decision".into(), Some(1)));
}

/// 000.7.order: spots are paid from the dealer's right, so the words begin with the highest number.
#[test]
fn words_follow_the_order_of_payment_and_end_with_the_sums() {
    let log = r#"{"id":"night 7","game":"three-card-fortune","dealer":"Qs Td 4c","spots":[
        {"spot":1,"player":"ann\u001b[31m","cards":"As Kd 9h","wagers":{"ante":1000},"decision":"play"},
        {"spot":5,"cards":"Ac Kh 9d","wagers":{"ante":1000},"decision":"fold"}]}"#;
    let log = format!("{}\n{}\n", log.replace('\n', ""), good("8").replace("1000", "0"));
    let output = settle(&[], log.as_bytes());
    let words = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(words.starts_with("night 7: 3 Card Fortune\nDealer: Qs Td 4c  queen high, qualifies\nSpot 5: Ac Kh 9d  ace high; folded\n"), "{words}");
    assert!(words.contains("Spot 1, ann\\u{1b}[31m: As Kd 9h  ace high\n"), "{words}");
    assert!(words.contains("8: refused, line 2, spots[0].wagers.ante: Ante of $0; expected $0.01 to $10,000,000,000 (bad-amount)\n"), "{words}");
    let sums = "1 round settled, 1 refused; staked $30, won $20, returned $20, net +$10\n";
    assert!(words.ends_with(&format!("\n\n{sums}")), "{words}");
    assert_eq!(text(&output.stderr), "");
}

/// On the command line what follows from the other wagers need not be said; what does not is asked for, and how.
#[test]
fn wagers_that_can_be_only_one_amount_are_filled_in() {
    let fury =
        ["--game", "three-card-fury", "--dealer", "Qs Td 4c", "--cards", "As Kd 9h 2c", "--bet", "ante=5"];
    let output = settle(&[&fury[..], &["--decision", "play"]].concat(), b"");
    let words = text(&output.stdout);
    assert!(words.contains("3 Card Monster") && words.contains("staked $15"), "{words}");
    let raise = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/raise-1-2-3.toml");
    let raise = ["--game-file", raise, "--dealer", "Qs Td 4c", "--cards", "As Kd 9h", "--bet", "ante=10"];
    let with = |decision| text(&settle(&[&raise[..], &["--decision", decision]].concat(), b"").stdout);
    assert_eq!(with("Play 2X"), with("play 2x"));
    assert_eq!(with("FOLD"), with("fold"));
    let asked = with("play");
    assert!(asked.contains("say which, as --decision \"play 3x\" or --bet play=DOLLARS"), "{asked}");
    assert!(with("play 2x").contains("staked $30"), "{}", with("play 2x"));
    assert!(with("play 4x").contains("Play of $40"), "{}", with("play 4x"));
}

/// What is no JSON, or names a game of one's own, says where and what to do.
#[test]
fn refusals_of_a_line_read_as_sentences() {
    let own = good("2").replace("three-card-poker", "my-game");
    let output = settle(&[], format!("{{\n{own}\n").as_bytes());
    let words = text(&output.stdout);
    assert!(words.starts_with("refused, line 1: column 2: the line ends where "), "{words}");
    assert!(words.contains("--game-file names the file of another (unknown-game)"), "{words}");
}

/// A zero is refused with one code, wherever it is typed, and told in the dollars that were typed.
#[test]
fn an_amount_of_nothing_has_one_code() {
    let spot = |more: &[&str]| {
        let hand = [
            "--game",
            "three-card-poker",
            "--dealer",
            "Qs Td 4c",
            "--cards",
            "As Kd 9h",
            "--decision",
            "play",
        ];
        let output = settle(&[&hand[..], more].concat(), b"");
        assert_eq!(output.status.code(), Some(1), "{more:?}");
        text(&output.stdout)
    };
    let meter = ["--bet", "ante=10", "--bet", "progressive=1", "--meter", "0"];
    let bet = ["--bet", "ante=0"];
    let range = "expected $0.01 to $10,000,000,000 (bad-amount)\n";
    assert_eq!(spot(&meter), format!("Not settled: a meter of $0; {range}"));
    assert_eq!(spot(&bet), format!("Not settled: Ante of $0; {range}"));
    for more in [&meter[..], &bet] {
        let answer: Value = serde_json::from_str(&spot(&[more, &["--json"]].concat())).unwrap();
        assert_eq!(answer["error"]["code"], "bad-amount", "{more:?}");
    }
    for round in [
        good("1").replace("\"spots\"", "\"meter\":0,\"spots\""),
        good("1").replace("\"spots\"", "\"meter\":-1,\"spots\""),
        good("1").replace("1000", "0"),
        good("1").replace("1000", "10000000000000"),
    ] {
        let (answers, _) = answers(&["--json"], round.as_bytes());
        assert_eq!(answers[0]["error"]["code"], "bad-amount", "{round}");
        let message = answers[0]["error"]["message"].as_str().unwrap();
        assert!(message.ends_with("; expected $0.01 to $10,000,000,000"), "{message}");
    }
}
