use crate::settle::games::Games;
use crate::settle::log::{self, Manner, Tally};
use crate::source::Variant;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tercet_rules::TableLimits;

/// Every round of the test data that a built-in game settles, one a line.
fn rounds() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds/cases.jsonl");
    let cases = fs::read_to_string(path).expect("a text");
    let round = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["round"].to_string() + "\n";
    cases.lines().map(round).collect()
}

/// The answers to a log.
fn settled(log: &str, ruling: Option<&str>, json: bool, readings: bool) -> String {
    let variant = Variant::new(ruling.map(str::to_owned).into_iter().collect(), Vec::new());
    let mut games = Games::new(None, None, &variant).expect("games");
    let manner = Manner { json, limits: TableLimits::Apply, readings };
    let mut output = Vec::new();
    log::run(log.as_bytes(), &mut output, &mut games, &manner, &mut Tally::default()).expect("a run");
    String::from_utf8(output).expect("a text")
}

fn answers(log: &str, ruling: Option<&str>, readings: bool) -> Vec<Value> {
    let text = settled(log, ruling, true, readings);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The net of each spot by its number.
fn nets(spots: &Value) -> BTreeMap<i64, i64> {
    let number = |spot: &Value, field: &str| spot[field].as_i64().expect("a number");
    let spots = spots.as_array().expect("spots");
    spots.iter().map(|spot| (number(spot, "spot"), number(spot, "net"))).collect()
}

/// Every ruling and reading that some built-in game has.
fn readings() -> Vec<(String, String)> {
    let docs = tercet_games::builtin().iter().filter_map(|game| tercet_games::builtin_game(game.id));
    let rulings = docs.flat_map(|game| game.rulings.clone());
    let mut all: Vec<(String, String)> = rulings
        .flat_map(|ruling| {
            let named = |reading: &tercet_rules::ReadingWords| (ruling.id.to_string(), reading.name.clone());
            ruling.readings.iter().map(named).collect::<Vec<_>>()
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

/// What is said of another reading is what settling under it gives, and nothing is left out.
#[test]
fn every_reading_is_told_as_it_would_be_settled() {
    let log = rounds();
    let here = answers(&log, None, true);
    let (mut moved, mut unmade) = (0, 0);
    for (ruling, reading) in readings() {
        // A reading that no game depends on cannot be taken; none of the answers may speak of it.
        let change = format!("{ruling}={reading}");
        let variant = Variant::new(vec![change.clone()], Vec::new());
        let there = match Games::new(None, None, &variant) {
            Ok(_) => answers(&log, Some(&change), false),
            Err(_) => here.clone(),
        };
        for (here, there) in here.iter().zip(&there) {
            let told = here["readings"].as_array().expect("readings").iter();
            let told = told.filter(|told| told["ruling"] == ruling && told["reading"] == reading);
            let told: Vec<&Value> = told.collect();
            if there["error"].is_object() {
                assert_eq!(told.len(), 1, "{change}: {here}");
                assert_eq!(told[0]["error"], there["error"], "{change}");
                unmade += 1;
                continue;
            }
            let mut expected = nets(&here["spots"]);
            for told in &told {
                assert!(!nets(&told["spots"]).is_empty(), "{change}: {told}");
                expected.extend(nets(&told["spots"]));
                moved += 1;
            }
            assert_eq!(nets(&there["spots"]), expected, "{change}: {here}");
        }
    }
    assert!(moved > 5 && unmade > 5, "{moved} moved, {unmade} unmade");
}

/// The words at the end are the sums of what was said after each round.
#[test]
fn sums_are_those_of_the_rounds() {
    let log = rounds();
    let mut sums: BTreeMap<String, (u64, u64, i64)> = BTreeMap::new();
    for answer in answers(&log, None, true) {
        let here = nets(&answer["spots"]);
        for told in answer["readings"].as_array().expect("readings") {
            let name = format!("{}={}", told["ruling"].as_str().unwrap(), told["reading"].as_str().unwrap());
            let (changed, unplayed, house) = sums.entry(name).or_default();
            if told["error"].is_object() {
                *unplayed += 1;
            } else {
                *changed += 1;
                *house += nets(&told["spots"]).iter().map(|(spot, net)| here[spot] - net).sum::<i64>();
            }
        }
    }
    let words = settled(&log, None, false, true);
    let (_, end) = words.split_once("\nAll rounds read otherwise\n").expect("sums");
    assert_eq!(end.matches("  Under ").count(), sums.len(), "{end}");
    for (name, (changed, unplayed, house)) in sums {
        let told = end.lines().find(|line| line.starts_with(&format!("  Under {name}: "))).expect("a sum");
        let rounds = |count: u64| format!("{count} round{}", if count == 1 { "" } else { "s" });
        let dollars = tercet_rules::Money::from_units(house.abs());
        let net = match house {
            0 => "the same".to_owned(),
            1.. => format!("{dollars} more"),
            _ => format!("{dollars} less"),
        };
        if changed > 0 {
            let part = format!("{} would change, and the house would net {net}", rounds(changed));
            assert!(told.contains(&part), "{part}: {told}");
        }
        if unplayed > 0 {
            let part = format!("{} could not have been played so", rounds(unplayed));
            assert!(told.contains(&part), "{part}: {told}");
        }
    }
}

/// Who does not ask gets the answers as they always were, and who asks gets them with what was asked beside.
#[test]
fn answers_stay_as_they_were_but_for_what_was_asked() {
    let log = rounds();
    for (mut asked, plain) in answers(&log, None, true).into_iter().zip(answers(&log, None, false)) {
        assert!(plain.get("readings").is_none());
        assert!(asked.as_object_mut().expect("an answer").remove("readings").is_some());
        assert_eq!(asked, plain);
    }
    let fold = r#"{"game":"three-card-fury","dealer":"Qs Td 4c","spots":[{"spot":1,"cards":"As Kd 9h 2c","wagers":{"ante":500,"three-card-monster":500},"decision":"fold"}]}"#;
    let words = settled(fold, None, false, true);
    assert!(words.ends_with("\n\nNo other reading changes any of these rounds.\n\n1 round settled, 0 refused; staked $10, won $0, returned $0, net -$10\n"), "{words}");
}

/// One spot in a round: the words are those of one spot from the command line. Several: each is named.
#[test]
fn words_name_the_spots_where_there_are_several() {
    let spot = |spot: u8| {
        format!(r#"{{"spot":{spot},"cards":"Qs Ts 4h","wagers":{{"ante":1000}},"decision":"play"}}"#)
    };
    let round =
        |spots: &str| format!(r#"{{"game":"three-card-pairs-plus","dealer":"Qd Td 4c","spots":[{spots}]}}"#);
    let words = settled(&round(&spot(3)), None, false, true);
    assert!(
        words.contains(
            "\nRead otherwise\n  Under R1=player-wins: net +$20 instead of $0.\n      004.11a pays"
        ),
        "{words}"
    );
    let other = spot(5).replace("Qs Ts 4h", "Qh Tc 4s");
    let words = settled(&round(&format!("{},{other}", spot(3))), None, false, true);
    assert!(
        words.contains("R1=player-wins: spot 5 net +$20 instead of $0, spot 3 net +$20 instead of $0.\n"),
        "{words}"
    );
    let closed = r#"{"game":"three-card-shine","dealer":"Qd Td 4c","spots":[{"spot":1,"cards":"9s 9h 9d","wagers":{"pair-xxx":500}}]}"#;
    let words = settled(closed, None, false, true);
    assert!(words.contains("Under R15=unset: that wager could not have been made: Pair XXX is closed: its pay table is not posted.\n"), "{words}");
    assert!(words.contains("Under R15=unset: 1 round could not have been played so.\n"), "{words}");
}
