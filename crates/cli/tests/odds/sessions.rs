//! `tercet session`: how a session may end.

use crate::{float, list, root, run, shown, text};
use serde_json::Value;

fn session(words: &[&str]) -> Value {
    let text = shown(&[&["session"], words, &["--json"]].concat());
    assert!(text.ends_with("}\n") && text.lines().count() == 1, "one line");
    serde_json::from_str(&text).expect("JSON")
}

fn refused(words: &[&str], part: &str) {
    let ran = run(&[&["session", "three-card-poker"], words].concat());
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
    assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
}

#[test]
fn published_chances() {
    for (rounds, ahead) in [("100", 0.404_169_215_2), ("1000", 0.254_141_164_6), ("10000", 0.019_773_902)] {
        let answer = session(&["three-card-poker", "--bet", "ante=1", "--rounds", rounds]);
        assert!((float(&answer["ahead"]) - ahead).abs() < 5.1e-11, "{answer}");
        let all: f64 = ["ahead", "even", "behind"].iter().map(|key| float(&answer[*key])).sum();
        assert!((all - 1.0).abs() < 3e-12);
        assert!(answer.get("bankroll").is_none());
    }
}

#[test]
fn the_json_form() {
    let words = ["three-card-poker", "--bet", "ante=10", "--bet", "progressive=1", "--rounds", "50"];
    let answer = session(&[&words[..], &["--meter", "5000", "--bankroll", "100", "--goal", "150"]].concat());
    let keys: Vec<&str> = answer.as_object().expect("an object").keys().map(String::as_str).collect();
    let wanted = [
        "ahead",
        "bankroll",
        "behind",
        "conditions",
        "error",
        "even",
        "game",
        "mean",
        "notes",
        "quantiles",
        "round",
        "rounds",
        "rules",
        "stakes",
        "standard_deviation",
    ];
    let mut keys = keys;
    keys.sort_unstable();
    assert_eq!(keys, wanted);
    assert_eq!(answer["stakes"], serde_json::json!({"ante": 10, "progressive": 1}));
    assert_eq!(answer["round"]["costs"], 21);
    let shares: Vec<f64> = list(&answer["quantiles"]).iter().map(|one| float(&one["share"])).collect();
    assert_eq!(shares, [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]);
    let bankroll = &answer["bankroll"];
    assert_eq!((&bankroll["start"], &bankroll["with_goal"]["goal"]), (&100.into(), &150.into()));
    assert!(float(&bankroll["with_goal"]["ruin"]) < float(&bankroll["without_goal"]["ruin"]));
    assert!(text(&answer["notes"][0]).contains("The meter stands at $5,000 in every round"));
    assert_eq!(text(&answer["notes"][1]), "Envy is left out.");
}

/// The results add up to one, and each stands on one line.
#[test]
fn results_with_commas_between() {
    let text = shown(&["session", "three-card-fury", "--bet", "ante=2.50", "--rounds", "20", "--csv"]);
    let mut lines = text.lines();
    let conditions = "stakes,per,note,game,rules,players,meter,known,strategy,decks,what_if,command";
    assert_eq!(lines.next(), Some(&*format!("net,chance,at_most,{conditions}")));
    let (mut sum, mut before) = (0.0, f64::NEG_INFINITY);
    for line in lines {
        let cells: Vec<f64> = line.split(',').take(3).map(|cell| cell.parse().expect(line)).collect();
        assert!(
            line.contains(",ante=2.50 three-card-monster=2.50,session,")
                && line.contains(",three-card-fury,sha256:"),
            "{line}"
        );
        assert!(cells[0] > before && cells[1] >= 0.0, "{line}");
        // Twelve decimals, no more: further ones mean nothing.
        let twelve = |chance: f64| (chance * 1e12).round() / 1e12;
        assert!(cells[1..].iter().all(|chance| *chance == twelve(*chance)), "{line}");
        (sum, before) = (sum + cells[1], cells[0]);
        assert!((cells[2] - sum).abs() < 1e-11, "{line}");
    }
    assert!((sum - 1.0).abs() < 1e-11);
}

/// What can happen never reads as nothing, however rare it is; what cannot, does.
#[test]
fn what_can_happen_is_more_than_nothing() {
    let told = |words: &[&str]| {
        let page = shown(&[&["session", "three-card-poker", "--bet", "ante=10"], words].concat());
        page.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let rare = told(&["--rounds", "2000", "--bankroll", "30000", "--goal", "40000"]);
    assert!(rare.contains("with a chance of less than 0.0001%, if they could be played on credit"), "{rare}");
    assert!(rare.contains("The risk of ruin is less than 0.0001%; 2,000.0 rounds are played"), "{rare}");
    assert!(rare.contains("ruined before with one of less than 0.0001%"), "{rare}");
    let never = told(&["--rounds", "10", "--bankroll", "1000"]);
    assert!(never.contains("The risk of ruin is 0.0000%; 10.0 rounds are played"), "{never}");
}

/// With every wager and a long meter, in every game.
#[test]
fn every_wager_of_every_game() {
    for (game, bets) in [
        ("three-card-fortune", &["ante", "lucky-pairs", "super-6-bonus"][..]),
        ("three-card-shine", &["ante", "pair-xxx", "super-6-bonus"]),
        ("three-card-fury", &["ante", "royal-family-bonus"]),
        ("three-card-poker", &["ante", "pair-plus", "six-card-bonus", "progressive"]),
        ("three-card-pairs-plus", &["ante", "pairs-plus", "six-card-bonus"]),
    ] {
        let bets: Vec<String> = bets.iter().map(|id| format!("--bet={id}=1")).collect();
        let mut words = vec![game, "--rounds", "300", "--bankroll", "100"];
        words.extend(bets.iter().map(String::as_str));
        if game == "three-card-poker" {
            words.extend(["--meter", "1000000"]);
        }
        let answer = session(&words);
        let ruin = float(&answer["bankroll"]["without_goal"]["ruin"]);
        assert!(ruin > 0.0 && ruin < 1.0, "{game}: {ruin}");
    }
}

#[test]
fn questions_that_mean_nothing() {
    let bet = ["--bet", "ante=10"];
    let with = |words: &[&'static str]| [&bet[..], words].concat();
    refused(&with(&["--rounds", "0"]), "--rounds: 0 rounds; expected 1 to 1,000,000");
    refused(&with(&["--rounds", "1000000000"]), "--rounds: 1,000,000,000 rounds; expected 1 to 1,000,000");
    refused(&with(&["--rounds", "many"]), "--rounds");
    refused(&with(&[]), "--rounds");
    refused(&["--rounds", "10"], "--bet");
    refused(
        &with(&["--rounds", "5", "--bankroll", "19"]),
        "a bankroll of $19; one round of this bet may cost $20",
    );
    refused(
        &with(&["--rounds", "5", "--bankroll", "50", "--goal", "50"]),
        "expected more than the bankroll of $50",
    );
    refused(&with(&["--rounds", "5", "--goal", "50"]), "--bankroll");
    refused(&["--bet", "six-card-bonus=1", "--rounds", "5"], "6 Card Bonus needs Ante or Pair Plus");
    refused(
        &["--bet", "ante=0.01", "--bet", "pair-plus=99999", "--rounds", "999999"],
        "in steps of $0.01 over too wide a range",
    );
}

/// What takes too long is not said, and the rest is.
#[test]
fn ruin_that_would_take_too_long() {
    let answer =
        session(&["three-card-poker", "--bet", "ante=10", "--rounds", "1000000", "--bankroll", "100000"]);
    assert!(answer["bankroll"]["without_goal"].is_null());
    assert!(float(&answer["behind"]) > 0.99);
}

#[test]
fn pages_are_golden() {
    let golden = root().join("crates/cli/tests/odds/golden");
    assert!(golden.is_dir());
    let words =
        ["session", "three-card-poker", "--bet", "ante=10", "--bet", "pair-plus=5", "--rounds", "500"];
    let page = shown(&[&words[..], &["--bankroll", "300", "--goal", "600"]].concat());
    crate::golden::check("crates/cli/tests/odds/golden/session.txt", &page);
    let page = shown(&[&words[..], &["--strategy", "play-all", "--markdown"]].concat());
    crate::golden::check("crates/cli/tests/odds/golden/session.md", &page);
}
