//! What a house says of its games is what the command line says, word for word but for what asked.

use crate::{Served, block_on, tercet};
use serde_json::Value;
use std::io::{Cursor, Read as _};
use std::path::Path;
use tercet_bots::Client;
use zip::ZipArchive;

/// A question: a request without its form, and the words of the command that asks the same.
struct Question {
    path: &'static str,
    words: &'static [&'static str],
    /// Whether there are records.
    records: bool,
}

const ASKED: [Question; 5] = [
    Question {
        path: "/api/v1/games/three-card-poker/odds?pay=pair-plus%3D40-30-6-4-1&ruling=R4%3Dstays",
        words: &["odds", "three-card-poker", "--pay", "pair-plus=40-30-6-4-1", "--ruling", "R4=stays"],
        records: true,
    },
    Question {
        path: "/api/v1/games/three-card-poker/odds?bet=ante%3D10&bet=progressive%3D1&meter=25000&players=3",
        words: &[
            "odds",
            "three-card-poker",
            "--bet",
            "ante=10",
            "--bet",
            "progressive=1",
            "--meter",
            "25000",
            "--players",
            "3",
        ],
        records: true,
    },
    Question {
        path: "/api/v1/games/three-card-pairs-plus/odds?readings=yes",
        words: &["odds", "three-card-pairs-plus", "--readings"],
        records: false,
    },
    Question {
        path: "/api/v1/games/three-card-fury/session?bet=ante%3D5&rounds=60&bankroll=100&goal=200",
        words: &[
            "session",
            "three-card-fury",
            "--bet",
            "ante=5",
            "--rounds",
            "60",
            "--bankroll",
            "100",
            "--goal",
            "200",
        ],
        records: true,
    },
    Question {
        path: "/api/v1/games/three-card-poker/comparison?pay-b=pair-plus%3D40-30-6-4-1&ruling-a=R4%3Dstays&bet=ante%3D10&meter=9000&players=2",
        words: &[
            "compare",
            "three-card-poker",
            "three-card-poker",
            "--pay-b",
            "pair-plus=40-30-6-4-1",
            "--ruling-a",
            "R4=stays",
            "--bet",
            "ante=10",
            "--meter",
            "9000",
            "--players",
            "2",
        ],
        records: false,
    },
];

/// What stands where the question stood.
const COMMAND: &str = "COMMAND";

/// What the command line says with these words more.
fn typed(words: &[&str], more: &[&str]) -> Vec<u8> {
    let ran = tercet().args(words).args(more).output().unwrap();
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}

/// A text without the question that it answers, in whatever way it was asked.
fn unasked(bytes: &[u8], asked: &str) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.contains(asked), "{asked} in {text}");
    text.replace(asked, COMMAND).replace("readings=yes", "--readings").replace("form=json", "--json")
}

/// The lines of a page for a terminal without those of the question, which begins so and may be broken.
fn lines(bytes: &[u8], begins: &str) -> Vec<String> {
    let text = unasked(bytes, begins);
    let at = text.lines().position(|line| line.starts_with(COMMAND)).unwrap();
    let asked = text.lines().skip(at).take_while(|line| line.ends_with('\\')).count() + 1;
    text.lines().take(at).chain(text.lines().skip(at + asked)).map(str::to_owned).collect()
}

/// Sheets of a workbook but the last, and every text in it.
fn parts(bytes: &[u8], asked: &str) -> Vec<String> {
    let mut book = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = book.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut sheets: Vec<&String> =
        names.iter().filter(|name| name.starts_with("xl/worksheets/sheet")).collect();
    sheets.sort();
    // The last is as wide as the question is long.
    sheets.pop();
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let mut parts: Vec<String> = sheets.into_iter().map(|name| part(name)).collect();
    parts.push(unasked(part("xl/sharedStrings.xml").as_bytes(), &asked.replace('&', "&amp;")));
    parts
}

/// JSON without the question.
fn figures(bytes: &[u8]) -> Value {
    fn silence(value: &mut Value) {
        match value {
            Value::Object(all) => {
                all.remove("command");
                all.values_mut().for_each(silence);
            }
            Value::Array(all) => all.iter_mut().for_each(silence),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut value = serde_json::from_slice(bytes).unwrap();
    silence(&mut value);
    value
}

#[test]
fn a_house_says_of_its_games_what_the_command_line_says() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::open(&folder.path().join("data"), &[]);
    let client = Client::new(served.at.as_str());
    let told = |path: &str| {
        block_on(async {
            let answer = client.ask("GET".parse().unwrap(), path, &[], "".into()).await.unwrap();
            let said = String::from_utf8_lossy(&answer.body);
            assert_eq!(answer.status.as_u16(), 200, "{path}: {said}");
            (answer.kind.clone(), answer.body.to_vec())
        })
    };
    for Question { path, words, records } in ASKED {
        let command = format!("tercet {}", words.join(" "));
        let asked = |form: &str| {
            let path = format!("{path}&form={form}");
            let (kind, body) = told(&path);
            (kind, body, format!("GET {path}"))
        };
        let (kind, json, _) = asked("json");
        assert_eq!(kind, "application/json");
        assert_eq!(figures(&json), figures(&typed(words, &["--json"])), "{path}");

        let (kind, text, request) = asked("text");
        assert_eq!(kind, "text/plain; charset=utf-8");
        assert_eq!(lines(&text, &request), lines(&typed(words, &[]), "tercet "), "{path}");

        for (form, kind, escaped) in
            [("markdown", "text/markdown; charset=utf-8", false), ("html", "text/html; charset=utf-8", true)]
        {
            let (is, page, request) = asked(form);
            let request = if escaped { request.replace('&', "&amp;") } else { request };
            let option = format!("--{form}");
            let typed = unasked(&typed(words, &[&option]), &format!("{command} {option}"));
            assert_eq!((is.as_str(), unasked(&page, &request)), (kind, typed), "{path}");
        }
        if !records {
            for form in ["csv", "xlsx"] {
                let asked = format!("{path}&form={form}");
                let refused = block_on(client.ask("GET".parse().unwrap(), &asked, &[], "".into())).unwrap();
                assert_eq!(refused.status.as_u16(), 422, "{asked}");
            }
            continue;
        }
        let (kind, csv, request) = asked("csv");
        assert_eq!(kind, "text/csv; charset=utf-8");
        let typed_csv = unasked(&typed(words, &["--csv"]), &format!("{command} --csv"));
        assert_eq!(unasked(&csv, &request), typed_csv, "{path}");

        let (kind, book, request) = asked("xlsx");
        assert_eq!(kind, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
        let file = folder.path().join("odds.xlsx");
        let file = file.to_str().unwrap();
        typed(words, &["--xlsx", file]);
        let written = std::fs::read(Path::new(file)).unwrap();
        assert_eq!(parts(&book, &request), parts(&written, &format!("{command} --xlsx {file}")), "{path}");
    }
    served.close();
}
