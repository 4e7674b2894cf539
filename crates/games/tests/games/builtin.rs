//! The five built-in files: they are games, cite every rule of their document and use every ruling they list.

use super::common;
use std::collections::BTreeSet;
use std::fs;
use tercet_games::{Severity, builtin, builtin_doc, builtin_game, catalogue, check};
use tercet_rules::MentionOf;

/// The number of the source document of a built-in game.
fn document(id: &str) -> &'static str {
    match id {
        "three-card-fortune" => "000",
        "three-card-shine" => "001",
        "three-card-fury" => "002",
        "three-card-poker" => "003",
        "three-card-pairs-plus" => "004",
        _ => panic!("{id} has no document"),
    }
}

#[test]
fn every_built_in_file_is_a_game_and_gives_no_warning() {
    for file in builtin() {
        let checked = check(file.text).unwrap_or_else(|faults| panic!("{}", faults.render(file.id, false)));
        assert_eq!(checked.game.id, file.id);
        let lints = checked.lints(file.text);
        let warnings = lints.list().iter().filter(|lint| lint.severity != Severity::Note).count();
        assert_eq!(warnings, 0, "{}", lints.render(file.id, false));
    }
}

#[test]
fn every_built_in_file_cites_every_rule_of_its_document_and_no_other() {
    let listed = fs::read_to_string(common::path("testdata/rules.ids")).expect("the list of rules");
    for file in builtin() {
        let doc = builtin_doc(file.id).expect("built in");
        let of_document = |line: &&str| line.starts_with(document(file.id));
        let expected: BTreeSet<&str> =
            listed.lines().filter(of_document).filter_map(|line| line.split('\t').next()).collect();
        let mentions = doc.mentions();
        let cited: BTreeSet<&str> = mentions
            .iter()
            .filter_map(|mention| match mention.of {
                MentionOf::Rule(id) => Some(id.as_str()),
                MentionOf::Ruling(_) | MentionOf::Switch(_) => None,
            })
            .collect();
        let missing: Vec<_> = expected.difference(&cited).collect();
        let strange: Vec<_> = cited.difference(&expected).collect();
        assert!(missing.is_empty() && strange.is_empty(), "{}: no {missing:?}, but {strange:?}", file.id);
    }
}

#[test]
fn every_built_in_file_takes_the_default_readings() {
    for file in builtin() {
        for ruling in &builtin_game(file.id).expect("built in").rulings {
            let default = catalogue().iter().find(|known| known.id == ruling.id).expect("in the catalogue");
            // 002.11 pushes every tie, so in 002 the other reading is the one that is written (R10=equal-pushes).
            let by_document = document(file.id) == "002" && ruling.id == "R10";
            assert!(!ruling.own && (by_document || ruling.chosen == default.chosen), "{}", ruling.id);
        }
    }
}

#[test]
fn the_catalogue_is_the_one_in_the_list_of_rulings() {
    let listed = fs::read_to_string(common::path("testdata/rulings.ids")).expect("the list of rulings");
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split('\t').next()).collect();
    let readings = catalogue().iter().flat_map(|ruling| {
        ruling.readings.iter().map(move |reading| format!("{}={}", ruling.id, reading.name))
    });
    assert_eq!(readings.collect::<Vec<_>>(), listed);
}

#[test]
fn every_ruling_of_the_catalogue_is_used_by_a_built_in_game() {
    let docs: Vec<_> = builtin().iter().filter_map(|file| builtin_doc(file.id)).collect();
    for ruling in catalogue() {
        assert!(docs.iter().any(|doc| doc.ruling(&ruling.id).is_some()), "{}", ruling.id);
        if ruling.readings.len() > 1 {
            assert!(docs.iter().any(|doc| doc.depends_on(&ruling.id)), "{} switches nothing", ruling.id);
        }
    }
}
