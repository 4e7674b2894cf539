//! Every fault at once: what cannot be read hides no fault elsewhere and is the cause of none.
//!
//! The built-in games and the house games are broken at each of their values and keys, one after the other. Each
//! break must be said, once, at its place, and nothing else; and beside it the faults that two other edits make.

use super::common;
use std::collections::BTreeSet;
use std::ops::Range;
use tercet_games::{builtin, load};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What a value is replaced by: nothing in a game file is a date.
const UNREADABLE: &str = "2026-01-01";

/// The faults of a text: where each stands, and what it says.
fn faults(text: &str) -> Vec<(Range<usize>, String)> {
    let Err(faults) = load(text) else { return Vec::new() };
    let one = |fault: &tercet_games::Finding| {
        (fault.place.as_ref().map_or(0..0, |place| place.bytes.clone()), fault.message.clone())
    };
    faults.list().iter().map(one).collect()
}

/// Game files without faults that together use every part of the format.
fn games() -> Vec<(String, String)> {
    let built_in = builtin()[2..4].iter().map(|file| (file.id.to_owned(), file.text.to_owned()));
    let house = common::toml_files("testdata/games").into_iter();
    let house = house.filter(|(name, _)| {
        ["own-rulings.toml", "half-pays.toml", "four-card-duel.toml", "two-meter-rows.toml"]
            .contains(&&**name)
    });
    built_in.chain(house).collect()
}

/// From and to, in bytes.
type Places = BTreeSet<(usize, usize)>;

/// The places of every value that is written after a `=` or in a list, and of every key that is no name of the
/// author's own.
fn places(text: &str) -> (Places, Places) {
    let file = DeTable::parse(text).expect("well-formed");
    let (mut values, mut keys) = (Places::new(), Places::new());
    table(text, file.get_ref(), "", &mut values, &mut keys);
    (values, keys)
}

fn table(text: &str, of: &DeTable<'_>, name: &str, values: &mut Places, keys: &mut Places) {
    for (key, inner) in of {
        let names = matches!(name, "wager" | "bonus" | "rulings" | "readings" | "irregular" | "wagers");
        if !names {
            keys.insert((key.span().start, key.span().end));
        }
        value(text, inner, if names { "" } else { key.get_ref() }, values, keys);
    }
}

fn value(text: &str, of: &Spanned<DeValue<'_>>, name: &str, values: &mut Places, keys: &mut Places) {
    let header = matches!(of.get_ref(), DeValue::Table(_)) && !text[of.span()].starts_with('{');
    let headers = matches!(of.get_ref(), DeValue::Array(_)) && text[of.span()].starts_with("[[");
    if !header && !headers {
        values.insert((of.span().start, of.span().end));
    }
    match of.get_ref() {
        DeValue::Table(inner) => table(text, inner, name, values, keys),
        DeValue::Array(list) => list.iter().for_each(|of| value(text, of, "", values, keys)),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => {}
    }
}

fn replaced(text: &str, (from, to): (usize, usize), by: &str) -> String {
    format!("{}{by}{}", &text[..from], &text[to..])
}

/// A value that cannot be read is one fault, wherever it stands.
#[test]
fn a_value_that_cannot_be_read_is_one_fault() {
    for (name, text) in games() {
        for place in places(&text).0 {
            let broken = replaced(&text, place, UNREADABLE);
            let found = faults(&broken);
            let at = found.first().map(|(bytes, _)| bytes.start);
            let line = broken[..place.0].matches('\n').count() + 1;
            assert!(found.len() == 1 && at == Some(place.0), "{name}, line {line}: {found:#?}");
        }
    }
}

/// A key with a slip of the pen is one fault, and what it would have said is not missed besides.
#[test]
fn a_key_with_a_slip_is_one_fault() {
    for (name, text) in games() {
        for place in places(&text).1 {
            let slip = format!("{}q", &text[place.0..place.1]);
            let broken = replaced(&text, place, &slip);
            let found = faults(&broken);
            let line = broken[..place.0].matches('\n').count() + 1;
            let said = found.first().is_some_and(|(_, message)| message.starts_with("unknown key"));
            assert!(found.len() == 1 && said, "{name}, line {line}, {slip}: {found:#?}");
        }
    }
}

/// Whatever cannot be read, faults elsewhere are said all the same.
#[test]
fn a_value_that_cannot_be_read_hides_nothing() {
    let elsewhere = [
        ("spots     = 7", "spots     = 0", "0 spots"),
        ("then = \"R25\"", "then = \"R1\"", "the reading `push` of R1 says nothing here"),
    ];
    let text = builtin()[4].text;
    for place in places(text).0 {
        let mut broken = replaced(text, place, UNREADABLE);
        let mut wanted = Vec::new();
        for (from, to, message) in elsewhere {
            // In the value that is replaced the edit cannot be made.
            if let Some(at) = broken.find(from).filter(|at| !(*at..at + from.len()).contains(&place.0)) {
                broken = replaced(&broken, (at, at + from.len()), to);
                wanted.push(message);
            }
        }
        let found: Vec<String> = faults(&broken).into_iter().map(|(_, message)| message).collect();
        let line = broken[..place.0].matches('\n').count() + 1;
        // A ruling that cannot be read says nothing about what rests on it.
        let unknown = text[..place.0].rsplit('\n').next().is_some_and(|line| line.starts_with("R1 "));
        for message in wanted.into_iter().filter(|message| !(unknown && message.contains("R1"))) {
            assert!(found.iter().any(|found| found == message), "line {line}: {message}: {found:#?}");
        }
    }
}

/// Edits with one fault each, all about different things: any two of them together have the faults of both.
#[test]
fn two_faults_of_any_kind_are_both_said() {
    let text = builtin()[4].text;
    let edits = [
        ("id      = \"three-card-pairs-plus\"", "id      = \"Pairs Plus\""),
        ("R22 = \"down\"", "R22 = \"upwards\""),
        ("R24 = \"fold\"", "R24 = 3"),
        ("ace  = { is = \"ace-both\"", "ace  = { is = \"ace-low\""),
        ("spots     = 7", "spots     = 0"),
        ("most = 2", "most = 0"),
        ("player = { cards = 3", "player = { cards = 5"),
        ("dealer = { cards = 3", "dealer = { cards = \"three\""),
        ("by = \"packets\"", "by = \"packs\""),
        ("queen high or better", "queen or better"),
        ("name     = \"Ante\"", "nam      = \"Ante\""),
        ("min = \"$2\", max = \"$10\", step = \"$1\"", "min = \"$2\", max = \"$10\", step = \"$3\""),
        ("pays = \"40 to 1\"", "pays = \"40:1\""),
        ("pays = \"30 to 1\"", "pays = \"100% of the meter\""),
        ("hand = \"flush\",           pays = \"3 to 1\"", "hand = \"flash\",           pays = \"3 to 1\""),
        ("hand = \"royal flush\"", "hand = \"suited A-K-Q\""),
        ("any_of = [\"ante\"]", "any_of = [\"anti\"]"),
        ("most = \"$2,000\"", "most = \"$0\""),
        ("from = \"right-to-left\"", "from = \"right\""),
        ("\"six-card-bonus\"]", "\"six-card-bonus\", \"lucky\"]"),
        ("[timeout]\nthen = \"R24\"", "[timeout]\nthen = \"R2\""),
        ("[rounding]\nthen = \"R22\"", "[rounding]\nthen = 5"),
        ("[irregular.exposed-card]\nthen = \"R25\"", "[irregular.exposed-card]\nthen = \"voids\""),
        ("section = \"equipment\"", "section = \"tools\""),
    ];
    let made = |edits: &[(&str, &str)]| {
        let text = edits.iter().fold(text.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "no {from}");
            text.replacen(from, to, 1)
        });
        faults(&text).into_iter().map(|(_, message)| message).collect::<BTreeSet<_>>()
    };
    let alone: Vec<BTreeSet<String>> = edits.iter().map(|edit| made(&[*edit])).collect();
    for (i, edit) in edits.iter().enumerate() {
        assert_eq!(alone[i].len(), 1, "{}: {:#?}", edit.1, alone[i]);
        for (j, other) in edits.iter().enumerate().skip(i + 1) {
            let both: BTreeSet<String> = alone[i].union(&alone[j]).cloned().collect();
            assert_eq!(made(&[*edit, *other]), both, "{} and {}", edit.1, other.1);
        }
    }
    let all: BTreeSet<String> = alone.into_iter().flatten().collect();
    assert_eq!(made(&edits), all, "all together");
}
