//! `tercet sweep` and `tercet solve`: many pay tables at once.

use crate::{count, float, fraction, list, odds, percent, run, shown, text};
use serde_json::Value;

fn answer(words: &[&str]) -> Value {
    let text = shown(&[words, &["--json"]].concat());
    assert!(text.ends_with("}\n") && text.lines().count() == 1, "one line");
    serde_json::from_str(&text).expect("JSON")
}

fn refused(words: &[&str], part: &str) {
    let ran = run(words);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
    assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
}

/// Every table of a sweep has the figures that `tercet odds` gives it.
#[test]
fn tables_agree_with_odds() {
    for (game, wager, table, pays) in [
        ("three-card-poker", "pair-plus", "pair-plus", "40,50-30-6-3,4-1"),
        ("three-card-poker", "ante", "ante-bonus", "3,5-3-2,1"),
        ("three-card-poker", "six-card-bonus", "six-card-bonus", "1000-200-50..100/50-25-20-10-5,7"),
        ("three-card-poker", "progressive", "progressive", "500-70,50-60-6"),
        ("three-card-pairs-plus", "ante", "ante-bonus", "5-4-1..2"),
        ("three-card-fury", "ante", "three-card-monster", "250,5-250-25-10-5-1,2"),
    ] {
        let sweep = answer(&["sweep", game, "--pay", &format!("{table}={pays}")]);
        assert!(list(&sweep["tables"]).len() > 1);
        for one in list(&sweep["tables"]) {
            let pays = text(&one["pays"][table]);
            let odds = odds(&[game, "--pay", &format!("{table}={pays}")]);
            for figure in ["expectation", "house_edge", "hit_frequency", "variance", "standard_deviation"] {
                let wanted = &odds["wagers"][wager][figure];
                if game == "three-card-poker" && wager == "progressive" && figure == "expectation" {
                    // A report may put the same fraction another way.
                    let ((a, b), (c, d)) = (fraction(&one[figure]), fraction(wanted));
                    assert_eq!(a * d, c * b, "{table} {pays}");
                    continue;
                }
                assert_eq!(one[figure], *wanted, "{game} {table} {pays}: {figure}");
            }
        }
    }
}

/// Tables of several wagers are figured in one bet.
#[test]
fn several_tables_of_one_bet() {
    let bet = ["--bet", "ante=10", "--bet", "pair-plus=5"];
    let pays = ["--pay", "pair-plus=40-30-6-3,4-1", "--pay", "ante-bonus=4,5-3-1"];
    let sweep = answer(&[&["sweep", "three-card-poker"], &bet[..], &pays[..]].concat());
    assert_eq!((list(&sweep["tables"]).len(), &sweep["stake"]), (4, &15.into()));
    for one in list(&sweep["tables"]) {
        let words: Vec<String> = crate::fields(&one["pays"])
            .iter()
            .map(|(id, pays)| format!("--pay={id}={}", text(pays)))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let total = &odds(&[&["three-card-poker"], &bet[..], &words[..]].concat())["total"];
        let ((a, b), (c, d)) = (fraction(&one["expectation"]), fraction(&total["expectation"]));
        assert_eq!(a * d * 15, c * b, "{words:?}: per dollar staked, and of the whole");
        assert_eq!(one["hit_frequency"], total["hit_frequency"]);
    }
}

#[test]
fn what_fits_is_sorted_and_limited() {
    let words = ["sweep", "three-card-poker", "--pay", "pair-plus=35..45-25..30-6-3..4-1"];
    let edges = |more: &[&str]| -> Vec<f64> {
        let answer = answer(&[&words[..], more].concat());
        list(&answer["tables"]).iter().map(|one| float(&one["house_edge"])).collect()
    };
    let all = edges(&[]);
    assert!(all.len() == 132 && all.is_sorted());
    assert!(edges(&["--reverse"]).iter().rev().is_sorted());
    let some = edges(&["--edge", "2%..4%"]);
    assert_eq!(some, all.iter().copied().filter(|edge| (0.02..=0.04).contains(edge)).collect::<Vec<_>>());
    // The player may have the edge.
    assert_eq!(edges(&["--edge", "-2%..3%"]), edges(&["--edge", "..3%"]));
    assert_eq!(
        edges(&["--edge", "-2%..3%", "--variance", "-1..9999", "--hit", "-1%..99%"]),
        edges(&["--edge", "..3%"])
    );
    assert_eq!(edges(&["--limit", "3"]), all[..3]);
    let found = answer(&[&words[..], &["--edge", "2%..4%", "--limit", "1"]].concat());
    assert_eq!((count(&found["found"]), count(&found["figured"])), (some.len() as u128, 132));
}

/// 40-30-6-4-1 is what the published 2.3167% belongs to, exactly.
#[test]
fn the_nearest_pays() {
    let words = ["solve", "three-card-poker", "--pay", "pair-plus=30..50/10-20..40/10-5..7-3..5-1"];
    let near = answer(&[&words[..], &["--edge", "2.316742081%", "--near", "1"]].concat());
    assert_eq!(text(&near["tables"][0]["pays"]["pair-plus"]), "40-30-6-4-1");
    assert_eq!(near["tables"][0]["expectation"], "-512/22100");
    let usual = answer(&["solve", "three-card-poker", "--table", "pair-plus", "--edge", "2.5%"]);
    assert_eq!(list(&usual["tables"]).len(), 10);
    for one in list(&usual["tables"]) {
        let pays: Vec<u32> =
            text(&one["pays"]["pair-plus"]).split('-').map(|pay| pay.parse().unwrap()).collect();
        assert!(pays.iter().rev().is_sorted(), "{pays:?}");
    }
    // The house edge that the program writes is a target, too.
    let written = odds(&["three-card-poker"])["wagers"]["pair-plus"]["house_edge"].to_string();
    let own =
        answer(&["solve", "three-card-poker", "--table", "pair-plus", "--edge", &written, "--near", "1"]);
    assert_eq!(list(&own["tables"])[0]["house_edge"].to_string(), written);
}

/// A target that no table reaches is no target: the nearest tables are shown, and it is said.
#[test]
fn a_target_out_of_reach_is_said_to_be() {
    let pay = ["solve", "three-card-poker", "--pay", "pair-plus=40-30-6-3,4-1", "--edge"];
    let beyond = "No table reaches it: they have a house edge of 2.3167% to 7.2760%.";
    let told = |edge: &str| {
        let page = shown(&[&pay[..], &[edge]].concat());
        page.split_whitespace().collect::<Vec<_>>().join(" ").contains(beyond)
    };
    for (edge, out) in [("90%", true), ("-1%", true), ("2.3166%", true), ("2.4%", false), ("7.2%", false)] {
        let answer = answer(&[&pay[..], &[edge]].concat());
        assert_eq!((told(edge), answer.get("out_of_reach").is_some()), (out, out), "{edge}");
        if out {
            let reach = &answer["out_of_reach"];
            assert_eq!(
                (percent(&reach["least"]), percent(&reach["most"])),
                ("2.3167".into(), "7.2760".into())
            );
        }
    }
}

#[test]
fn questions_that_mean_nothing() {
    let poker = |words: &[&'static str]| [&["sweep", "three-card-poker"], words].concat();
    let pay = |pays: &'static str| ["sweep", "three-card-poker", "--pay", pays];
    refused(&poker(&[]), "nothing is varied");
    refused(&pay("pair-plus=50..40-30-6-4-1"), "`50..40` runs backwards; write 40..50");
    refused(&pay("pair-plus=40-30"), "2 pays for `pair-plus`; expected 5");
    refused(&pay("pairplus=40-30-6-4-1"), "did you mean `pair-plus`?");
    refused(&pay("pair-plus=1..1000-1..1000-1..1000-4-1"), "1,000,000,000 tables; at most 2,000,000");
    refused(
        &poker(&["--pay", "pair-plus=1..100000-1..100000-6-3-1", "--falling"]),
        "4,999,550,010 tables; at most 2,000,000",
    );
    refused(&pay("pair-plus"), "expected an equals sign");
    refused(
        &poker(&["--pay", "pair-plus=40-30-6-4-1", "--pay", "pair-plus=50-30-6-4-1"]),
        "stands here twice",
    );
    let none = ["--pay", "pair-plus=40-30-6-3..4-1", "--edge", "3%..4%"];
    refused(&poker(&none), "none of 2 tables fits; they have a house edge of 2.3167% to 7.2760%");
    refused(&poker(&["--pay", "pair-plus=4-5-6-4-1", "--falling"]), "some lesser hand pays more");
    refused(&poker(&["--pay", "pair-plus=40-30-6-4-1", "--edge", "2%"]), "expected a span such as 2%..4%");
    refused(&poker(&["--pay", "pair-plus=40-30-6-4-1", "--bet", "ante=1"]), "has no part in this bet");
    let unset = ["sweep", "three-card-fortune", "--ruling", "R15=unset", "--pay", "lucky-pairs=40-30-6-4-1"];
    refused(&unset, "Lucky Pair's is closed");
    refused(&["solve", "three-card-poker", "--edge", "2%"], "nothing is varied");
    refused(
        &["solve", "three-card-poker", "--table", "ante-bonu", "--edge", "2%"],
        "did you mean `ante-bonus`?",
    );
    refused(&["solve", "three-card-poker", "--table", "pair-plus", "--edge", "x"], "`x` is no share");
}

/// At the table maximum the limit of 004.aggregate cuts royals, so tables are counted one by one, and rightly.
#[test]
fn a_limit_that_cuts() {
    let bet = ["--bet=ante=10", "--bet=pairs-plus=10", "--bet=six-card-bonus=10"];
    let pay = ["--pay", "six-card-bonus=200,220-100-50-20-15-10-5"];
    let sweep = answer(&[&["sweep", "three-card-pairs-plus"], &bet[..], &pay[..]].concat());
    let tables = list(&sweep["tables"]);
    assert_eq!(tables[0]["expectation"], tables[1]["expectation"], "the limit takes what is above it");
    let total = &odds(&[&["three-card-pairs-plus"], &bet[..]].concat())["total"];
    let ((a, b), (c, d)) = (fraction(&tables[0]["expectation"]), fraction(&total["expectation"]));
    assert_eq!(a * d * 30, c * b);
}

#[test]
fn pages_are_golden() {
    let sweep =
        ["sweep", "three-card-poker", "--pay", "pair-plus=30..50-20..40-5..7-3..5-1", "--edge", "2%..3%"];
    crate::golden::check("crates/cli/tests/odds/golden/sweep.txt", &shown(&sweep));
    let csv = shown(&[
        "sweep",
        "three-card-fury",
        "--pay",
        "three-card-monster=250-250-20..25/5-10-5-1,2",
        "--csv",
    ]);
    crate::golden::check("crates/cli/tests/odds/golden/sweep.csv", &csv);
    let solve = ["solve", "three-card-poker", "--table", "pair-plus", "--edge", "2.5%"];
    crate::golden::check("crates/cli/tests/odds/golden/solve.txt", &shown(&solve));
    crate::golden::check(
        "crates/cli/tests/odds/golden/solve.md",
        &shown(&[&solve[..], &["--markdown"]].concat()),
    );
}
