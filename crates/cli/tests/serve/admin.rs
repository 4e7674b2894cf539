//! `tercet admin`: a house administered from the terminal, as a program of its own.

use crate::{Served, tercet};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};
use tercet_bots::{Client, Method};
use tercet_server::{House, Settings, serve};
use tokio::sync::oneshot;

/// Runs `tercet admin` for a house with the session in this file, and these lines on its standard input.
fn admin(house: &Served, session: &Path, arguments: &[&str], said: &str) -> Output {
    admin_at(&house.at, session, arguments, said)
}

/// The same, for a house at this address.
fn admin_at(at: &str, session: &Path, arguments: &[&str], said: &str) -> Output {
    let mut command = tercet();
    command.args(["admin", at, "--session"]).arg(session).args(arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(said.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn done(house: &Served, session: &Path, arguments: &[&str]) -> String {
    let ran = admin(house, session, arguments, "");
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

fn json(house: &Served, session: &Path, arguments: &[&str]) -> Value {
    let all = [arguments, &["--json"]].concat();
    serde_json::from_str(&done(house, session, &all)).unwrap()
}

fn refused(house: &Served, session: &Path, arguments: &[&str], said: &str) -> (Option<i32>, String) {
    let ran = admin(house, session, arguments, said);
    (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
}

/// An evening: the first administrator comes in by the link, invites the staff, who set tables, take money in, look at reports and answer; what is not
/// allowed is refused with its code; sessions lie in files for their owner alone.
#[test]
fn a_house_is_administered_from_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = Served::open(&folder.path().join("data"), &[]);
    let file = |who: &str| folder.path().join("sessions").join(who);
    let (anna, flo, cass) = (file("anna"), file("flo"), file("cass"));
    let link = house.link();
    let (status, why) = refused(&house, &anna, &["me"], "");
    assert_eq!(status, Some(1));
    assert!(why.contains("(sign-in)") && why.contains("sign-in --login"), "{why}");

    let accept = ["accept", "--name", "Anna", "--login", "anna"];
    let lines = format!("http://{}/#/join/{link}\na pass for anna!\n", house.at);
    let ran = admin(&house, &anna, &accept, &lines);
    assert!(ran.status.success(), "{ran:?}");
    let all = [ran.stdout, ran.stderr].concat();
    let kept: Value = serde_json::from_slice(&std::fs::read(&anna).unwrap()).unwrap();
    let token = kept["token"].as_str().unwrap();
    assert!(!String::from_utf8_lossy(&all).contains(token), "the token is shown to nobody");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&anna).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(done(&house, &anna, &["me"]).contains("administrator"));
    for (who, session) in [("floor", &flo), ("cashier", &cass)] {
        let invite = ["people", "invite", "--role", who, "--reason", "the evening"];
        let page = format!("http://{}/#/join/", house.at);
        let link = link_in(&done(&house, &anna, &invite), &page);
        let lines = format!("{link}\na pass for {who}!\n");
        let ran = admin(&house, session, &["accept", "--name", who, "--login", who], &lines);
        assert!(ran.status.success(), "{ran:?}");
    }

    let tables = done(&house, &flo, &["tables"]);
    assert_eq!(tables.lines().count(), 6, "{tables}");
    done(&house, &flo, &["tables", "found", "late", "--reason", "a full house"]);
    let set = ["tables", "set", "late", "--game", "three-card-fortune", "--reason", "more of the same"];
    done(&house, &flo, &[&set[..], &["--limit", "ante=10..100/10", "--hints"]].concat());
    done(&house, &flo, &["tables", "open", "late", "--reason", "a full house"]);
    let all = json(&house, &flo, &["tables"]);
    let late = all.as_array().unwrap().iter().find(|table| table["table"] == "late").unwrap();
    assert_eq!((&late["status"], &late["hints"]), (&Value::from("open"), &Value::from(true)), "{late}");
    done(&house, &flo, &["tables", "close", "late", "--reason", "the last round"]);
    // It is the first of the lobby; no bot waits there for a round that never comes.
    let bots = ["bots", &house.at, "--tables", "1", "--seats", "2", "--rounds", "1", "--ready", "--json"];
    let ran = tercet().args(bots).output().unwrap();
    let seen: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert!(ran.status.success() && seen["rounds"] == 2, "{seen}");
    assert_eq!(seen["passed_over"], serde_json::json!(["late"]));

    let mut ann = Client::new(&*house.at);
    let player = crate::block_on(ann.come_as_guest("Ann")).unwrap();
    let paid = ["cashier", "in", &player, "25.50", "--reason", "receipt 1", "--key", "r1"];
    assert!(done(&house, &cass, &paid).contains("$1,025.50"));
    assert!(done(&house, &cass, &paid).contains("done before  yes"), "the same key moves nothing twice");
    done(&house, &cass, &["cashier", "out", &player, "5.50", "--reason", "receipt 2"]);
    assert_eq!(json(&house, &cass, &["cashier", "balance", &player])["balance"], 102_000);
    assert!(done(&house, &anna, &["people", "list", "Ann"]).contains(&player));
    assert!(done(&house, &anna, &["report"]).contains("drop"));
    let workbook = folder.path().join("takings.xlsx");
    done(&house, &anna, &["report", "--xlsx", workbook.to_str().unwrap()]);
    assert!(std::fs::read(&workbook).unwrap().starts_with(b"PK"));
    assert!(done(&house, &anna, &["report", "--csv", "days"]).starts_with("day,"));
    let days = ["report", "--from", "2026-10-20", "--offset", "120", "--change", "2026-10-25T01:00:00Z,60"];
    let changed = json(&house, &anna, &days);
    assert_eq!(
        (&changed["offset_minutes"], &changed["changes"][0]["offset_minutes"]),
        (&Value::from(120), &Value::from(60))
    );
    assert_eq!(done(&house, &flo, &["cases"]), "There are no cases.\n");
    assert!(done(&house, &anna, &["events", "--what", "table."]).contains("late"));
    assert!(done(&house, &anna, &["events", "--what", "table.set"]).contains("more of the same"));
    // What is done to a round is done to the one that is meant, and says which that was.
    crate::block_on(ann.ask(
        Method::POST,
        "/api/v1/tables/three-card-shine/asks",
        &[("content-type", "application/json"), ("idempotency-key", "sits")],
        r#"{"do":"sit","spot":1}"#.into(),
    ))
    .unwrap();
    let void = ["tables", "void", "three-card-shine", "--reason", "a card fell", "--round"];
    let (_, why) = refused(&house, &flo, &[&void[..], &["2"]].concat(), "");
    assert!(why.contains("(other-round)"), "{why}");
    assert_eq!(done(&house, &flo, &void[..5]), "Voided: round 1 at three-card-shine.\n");
    let page = done(&house, &anna, &["events", "--limit", "2"]);
    let before = page.lines().last().unwrap().strip_prefix("There are more: --before ").unwrap();
    let next = json(&house, &anna, &["events", "--limit", "2", "--before", before]);
    assert_eq!(
        next["events"][0]["number"].as_u64(),
        before.parse::<u64>().ok().map(|last| last - 1),
        "{next}"
    );
    let moves = crate::block_on(
        Client::new(&*house.at)
            .with_token(&token_of(&cass))
            .get::<Value>(&format!("/api/v1/people/{player}/moves")),
    )
    .unwrap();
    assert_eq!(moves["moves"][0]["reason"], "receipt 2", "{moves}");
    done(&house, &flo, &["meters"]);
    let flo_in_the_books = json(&house, &flo, &["me"])["player"].as_str().unwrap().to_owned();
    let forgot = ["people", "password-link", &flo_in_the_books, "--reason", "forgot it"];
    link_in(&done(&house, &anna, &forgot), &format!("http://{}/#/password/", house.at));
    let (_, why) = refused(&house, &cass, &["tables", "open", "late", "--reason", "x"], "");
    assert!(why.contains("run-tables") && why.contains("dealer, floor"), "who has the right is said: {why}");
    let (_, why) = refused(&house, &flo, &["tables", "void", "late", "--reason", "x"], "");
    assert!(why.matches("ot now").count() == 1, "said once: {why}");

    for (session, arguments, code) in [
        (&flo, &["cashier", "in", "nobody", "1", "--reason", "x"][..], "(forbidden)"),
        (&flo, &["tables", "open", "none", "--reason", "x"], "(not-found)"),
        (&flo, &["tables", "set", "late", "--game", "roulette", "--reason", "x"], "(not-found)"),
        (&flo, &["tables", "report", "late", "exposed-card", "--reason", "x"], "(not-now)"),
        (&flo, &["tables", "stand-up", "late", "1", "--reason", "x"], "(empty-spot)"),
        (&cass, &["cashier", "out", &player, "99999", "--reason", "x"], "(funds)"),
        (&anna, &["people", "show", "p-999999"], "(not-found)"),
    ] {
        let (status, why) = refused(&house, session, arguments, "");
        assert_eq!(status, Some(1), "{arguments:?}: {why}");
        assert!(why.contains(code), "{arguments:?}: {why}");
    }
    for arguments in [
        &["tables", "set", "late", "--game", "three-card-fortune", "--limit", "ante=10", "--reason", "x"][..],
        &[
            "tables",
            "set",
            "late",
            "--game",
            "three-card-fortune",
            "--limit",
            "ante=5..10/5",
            "--limit",
            "ante=5..20/5",
            "--reason",
            "x",
        ][..],
        &["tables", "set", "late", "--game", "three-card-fortune", "--clocks", "1,2,3", "--reason", "x"],
        &["cashier", "in", &player, "-5", "--reason", "x"],
        &["games", "bring-in", "no-such-file.toml", "--reason", "x"],
    ] {
        let (status, why) = refused(&house, &cass, arguments, "");
        assert_eq!(status, Some(2), "{arguments:?}: {why}");
    }

    // A file that has no more than a name lies where the program runs.
    let mut command = tercet();
    command.current_dir(folder.path()).args(["admin", &house.at, "--session", "here"]);
    command.args(["sign-in", "--login", "floor"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a pass for floor!\n").unwrap();
    let ran = child.wait_with_output().unwrap();
    assert!(ran.status.success() && folder.path().join("here").is_file(), "{ran:?}");

    // Signed out, nothing is kept; with a wrong password nobody comes in, with the right one again.
    done(&house, &anna, &["sign-out"]);
    assert!(!anna.exists());
    let (status, why) = refused(&house, &anna, &["sign-in", "--login", "anna"], "not it, and long\n");
    assert!(status == Some(1) && why.contains("(credentials)"), "{why}");
    let (status, why) = refused(&house, &anna, &["sign-in", "--login", "anna"], "");
    assert!(status == Some(2) && why.contains("expected password"), "{why}");
    let ran = admin(&house, &anna, &["sign-in", "--login", "anna"], "a pass for anna!\n");
    assert!(ran.status.success(), "{ran:?}");
    let log = house.close();
    assert!(!log.contains("a pass for"), "{log}");
}

/// The link in what was said, which leads to this page of the house.
fn link_in(said: &str, page: &str) -> String {
    let link = said.split_whitespace().find(|word| word.starts_with(page));
    link.unwrap_or_else(|| panic!("no link to {page} in {said}")).to_owned()
}

/// A link that is given to somebody leads to where people reach the house, and not to where it was reached to make it.
#[test]
fn a_link_leads_to_the_public_address() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let settings = Settings {
        public_url: Some("https://tables.example.org".into()),
        listen: ([127, 0, 0, 1], 0).into(),
        ..Settings::new(folder.path().join("data"))
    };
    crate::block_on(async {
        let house = House::open(settings).await.unwrap();
        let first = house.administrator_link().await.unwrap().unwrap();
        let ((ready, is_ready), (stop, stopped)) = (oneshot::channel(), oneshot::channel::<()>());
        let stops = async { drop(stopped.await) };
        let server = tokio::spawn(serve(house, |at| ready.send(at).unwrap(), stops));
        let at = is_ready.await.unwrap().to_string();
        let accept = ["accept", "--name", "Anna", "--login", "anna"];
        let ran = admin_at(&at, &session, &accept, &format!("{first}\na pass for anna!\n"));
        assert!(ran.status.success(), "{ran:?}");
        let said = |arguments: &[&str]| {
            let ran = admin_at(&at, &session, arguments, "");
            assert!(ran.status.success(), "{ran:?}");
            String::from_utf8(ran.stdout).unwrap()
        };
        let invite = ["people", "invite", "--role", "floor", "--reason", "the evening"];
        let invited = link_in(&said(&invite), "https://tables.example.org/#/join/");
        let accept = ["accept", "--name", "Flo", "--login", "flo", "--json"];
        let flo = folder.path().join("flo");
        let ran = admin_at(&at, &flo, &accept, &format!("{invited}\na pass for flo!\n"));
        let flo: Value = serde_json::from_slice(&ran.stdout).unwrap();
        let forgot = ["people", "password-link", flo["player"].as_str().unwrap(), "--reason", "forgot it"];
        link_in(&said(&forgot), "https://tables.example.org/#/password/");
        // A program is told the secret, and makes of it what it likes.
        let told: Value = serde_json::from_str(&said(&[&invite[..], &["--json"]].concat())).unwrap();
        assert!(told["token"].is_string() && told["link"].is_null(), "{told}");
        stop.send(()).unwrap();
        server.await.unwrap().unwrap();
    });
}

/// The token that is kept in the file of a session.
fn token_of(session: &Path) -> String {
    let kept: Value = serde_json::from_slice(&std::fs::read(session).unwrap()).unwrap();
    kept["token"].as_str().unwrap().to_owned()
}

/// A house that is not there, a session that others may read, and a way to another machine that everybody on it can read, are said.
#[test]
fn what_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let house = Served::open(&folder.path().join("data"), &[]);
    let session = folder.path().join("session");
    std::fs::write(&session, "{}").unwrap();
    let (status, why) = refused(&house, &session, &["me"], "");
    assert!(status == Some(2) && why.contains("chmod 600"), "{why}");
    for server in ["127.0.0.1:1", "ftp://house", "https://127.0.0.1:1"] {
        let ran = tercet().args(["admin", server, "--session", "none", "me"]).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{server}");
        assert!(String::from_utf8_lossy(&ran.stderr).starts_with("error: "), "{ran:?}");
    }
    for server in ["http://192.0.2.1:8080", "tables.example.org"] {
        let ran = tercet().args(["admin", server, "--session", "none", "me"]).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{server}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("--plain"), "{ran:?}");
    }
    // Neither a folder of anything else nor one that is not there is a house.
    for (server, expected) in [
        (folder.path().to_owned(), "tercet.toml"),
        (folder.path().join("none"), "no such folder"),
        ("tercet-dat".into(), "no such folder"),
    ] {
        let ran = tercet().arg("admin").arg(&server).args(["--session", "none", "me"]).output().unwrap();
        let why = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{why}");
        assert!(why.contains(expected) && why.contains("or an address"), "{why}");
    }
    // The folder of a house says where it is.
    let mut command = tercet();
    command.arg("admin").arg(folder.path().join("data")).args(["--session", "none", "tables"]);
    let ran = command.current_dir(folder.path()).output().unwrap();
    // It was opened at another port than the file says.
    let why = String::from_utf8_lossy(&ran.stderr);
    assert!(
        (why.contains("http://127.0.0.1:8080") && why.contains("--listen")) || ran.status.success(),
        "{ran:?}"
    );
}

/// A proof that anybody may have names nobody as in the books, and `tercet verify` finds it right all the same, to the last cent.
#[test]
fn a_proof_by_seats_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let house = Served::open(&folder.path().join("data"), &[]);
    crate::block_on(crate::rounds_are_played(&house.at, 2, 2, 1));
    let client = Client::new(&*house.at);
    let lobby: Vec<Value> = crate::block_on(client.get("/api/v1/tables")).unwrap();
    for table in lobby.iter().take(2).map(|table| table["table"].as_str().unwrap()) {
        let path = format!("/api/v1/tables/{table}/rounds/1/proof");
        let proof: Value = crate::block_on(client.get(&path)).unwrap();
        assert!(!proof.to_string().contains("\"g-"), "{proof}");
        let file = folder.path().join("proof.json");
        std::fs::write(&file, proof.to_string()).unwrap();
        let ran = crate::ran(&["verify", file.to_str().unwrap()]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    }
}
