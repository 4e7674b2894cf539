//! Lines that no row can hold: broken JSON, ids, numbers in odd clothes, arbitrary bytes.

use proptest::prelude::*;
use serde_json::Value;
use tercet_cards::Card;
use tercet_protocol::settle::{
    Answer, Incoming, Problem, Reason, write_refusal, write_round, write_settlement,
};
use tercet_rules::{Code, Decision, Game, Money, RoundRecord, SpotRecord, TableLimits, WagerId, settle};

fn game() -> Game {
    tercet_games::builtin_game("three-card-poker").expect("it is built in")
}

const GOOD: &str = r#"{"id":"r1","dealer":"Qs Td 4c","spots":[{"spot":1,"cards":"As Kd 9h","wagers":{"ante":1000},"decision":"play"}]}"#;

fn refused(line: &str) -> Problem {
    Incoming::read(line.as_bytes()).check(&game(), TableLimits::Apply).expect_err(line)
}

#[test]
fn amounts_are_whole_numbers_written_in_digits() {
    for amount in [
        "1e3",
        "1E3",
        "10.0",
        "\"10\"",
        "-1",
        "-0",
        "0",
        "0.1",
        "9223372036854775807",
        "9223372036854775808",
        "1e400",
        "null",
        "true",
        "[]",
        "{}",
        &"9".repeat(400),
    ] {
        let problem = refused(&GOOD.replace("1000", amount));
        assert_eq!(problem.reason, Reason::Rules(Code::BadAmount), "{amount}");
        assert_eq!(problem.at, "spots[0].wagers.ante", "{amount}");
        assert!(problem.message.contains("expected"), "{problem}");
        assert!(problem.message.len() < 200, "{problem}");
    }
    let largest = GOOD.replace("1000", "1000000000000");
    assert!(Incoming::read(largest.as_bytes()).check(&game(), TableLimits::Ignore).is_ok());
}

#[test]
fn what_is_not_json_says_where() {
    for (line, at, part) in [
        ("", "line", "the line ends"),
        ("nonsense", "line", "column 1"),
        ("[]", "line", "one object"),
        (&GOOD[..60], "spots[0].cards", "the line ends"),
        (
            &GOOD.replace("\"ante\":1000", "\"ante\":1000,\"ante\":1000"),
            "spots[0].wagers.ante",
            "stands here twice",
        ),
        (&GOOD.replace("\"dealer\"", "\"id\":2,\"dealer\""), "id", "stands here twice"),
        (&GOOD.replace("1000", "+1000"), "spots[0].wagers.ante", "`+` where a value should be"),
        (&GOOD.replace("1000", "01000"), "spots[0].wagers", "`1` where `,` or `}` should be"),
        (&GOOD.replace("1000", "NaN"), "spots[0].wagers.ante", "`N` where a value should be"),
        (&GOOD.replace("Kd", "K\u{0}d"), "spots[0].cards", "column 64"),
        (&format!("{{\"a\":[{}", "[".repeat(100_000)), "a", "nested deeper"),
    ] {
        let problem = refused(line);
        assert_eq!(problem.reason, Reason::BadJson, "{line}");
        assert!(problem.at.starts_with(at), "{line}: {problem}");
        assert!(problem.message.contains(part), "{line}: {problem}");
    }
    let problem =
        Incoming::read(b"{\"id\":7,\"dealer\":\"\xff\"}").check(&game(), TableLimits::Apply).unwrap_err();
    assert!(problem.message.contains("not UTF-8"), "{problem}");
}

#[test]
fn the_id_is_echoed_as_it_was_given_and_known_even_when_the_rest_is_not() {
    for (id, shown) in [
        ("\"r1\"", "\"r1\""),
        ("7", "7"),
        ("-1.50e3", "-1.50e3"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        (r#""\"\u00e9\n\\""#, r#""\"é\n\\""#),
    ] {
        for line in [GOOD.replace("1000", "0"), GOOD[..40].to_owned(), GOOD.replace("1000", "x")] {
            let line = line.replace("\"r1\"", id);
            let round = Incoming::read(line.as_bytes());
            let problem = round.check(&game(), TableLimits::Apply).unwrap_err();
            let mut out = Vec::new();
            write_refusal(&mut out, round.id(), 3, &problem);
            let out = String::from_utf8(out).unwrap();
            assert!(
                out.starts_with(&format!("{{\"id\":{shown},\"line\":3,\"error\":{{\"code\":\"")),
                "{out}"
            );
            serde_json::from_str::<Value>(&out).unwrap();
        }
    }
}

#[test]
fn a_slip_in_a_field_is_told_what_was_meant() {
    let problem = refused(&GOOD.replace("\"dealer\"", "\"dealr\""));
    assert!(problem.message.contains("did you mean `dealer`?"), "{problem}");
    let problem = refused(&GOOD.replace("\"cards\"", "\"hand\""));
    assert!(problem.message.contains("`spot`, `player`, `cards`, `wagers` and `decision`"), "{problem}");
    let problem = refused(&GOOD.replace("\"ante\"", "\"anti\""));
    assert!(problem.message.contains("ante, play, pair-plus, six-card-bonus, progressive"), "{problem}");
    let problem = refused(&GOOD.replace("As Kd 9h", "As Kd 1h"));
    assert_eq!(problem.message, "\"1h\" at 6: \"1\" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2");
}

#[test]
fn a_thousand_cards_or_spots_are_refused_like_two_too_many() {
    let cards = "As ".repeat(100_000);
    assert_eq!(refused(&GOOD.replace("As Kd 9h", &cards)).reason, Reason::Rules(Code::DuplicateCard));
    let spot = &GOOD[GOOD.find("{\"spot\"").unwrap()..GOOD.len() - 2];
    let spots = vec![spot; 5_000].join(",");
    assert_eq!(refused(&GOOD.replace(spot, &spots)).reason, Reason::Rules(Code::DuplicateCard));
}

/// A good line with some of its bytes replaced, taken out or put in.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let change =
        (0..GOOD.len(), prop_oneof![any::<u8>(), Just(b'"'), Just(b'{'), Just(b'}'), Just(b'0')], 0..3_u8);
    prop::collection::vec(change, 1..4).prop_map(|changes| {
        let mut line = GOOD.as_bytes().to_vec();
        for (at, byte, how) in changes {
            let at = at.min(line.len() - 1);
            match how {
                0 => line[at] = byte,
                1 => drop(line.remove(at)),
                _ => line.insert(at, byte),
            }
        }
        line
    })
}

/// Rounds as somebody may write them down, right or wrong.
fn records() -> impl Strategy<Value = RoundRecord> {
    let cards = |len| prop::collection::vec((0..52_usize).prop_map(|i| Card::ALL[i]), len);
    let wager = prop_oneof![Just("ante"), Just("pair-plus"), Just("progressive"), Just("play"), Just("né")];
    let wagers = prop::collection::btree_map(wager, 1..5_000_i64, 0..4);
    let decision = prop_oneof![Just(None), Just(Some(Decision::Play)), Just(Some(Decision::Fold))];
    let player = prop::option::of(prop_oneof![".{0,8}", "[0-9]{1,2}"]);
    let spot = (1..9_u8, player, cards(2..4_usize), wagers, decision);
    let spots = prop::collection::vec(spot, 0..4);
    (cards(2..4_usize), prop::option::of(1..1_000_000_i64), spots).prop_map(|(dealer, meter, spots)| {
        RoundRecord {
            dealer,
            meter: meter.map(Money::from_units),
            spots: spots
                .into_iter()
                .map(|(spot, player, cards, wagers, decision)| SpotRecord {
                    spot,
                    player,
                    cards,
                    wagers: wagers
                        .into_iter()
                        .map(|(id, units)| (WagerId::from(id), Money::from_units(units)))
                        .collect(),
                    decision,
                })
                .collect(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// `player` defaults to the spot: to write the default out changes nothing.
    #[test]
    fn who_has_no_name_is_called_by_the_number(record in records()) {
        let game = game_once();
        let mut named = record.clone();
        for spot in &mut named.spots {
            spot.player.get_or_insert_with(|| spot.spot.to_string());
        }
        let answer = |record: &RoundRecord| {
            let settlement = settle(&record.check(game, TableLimits::Ignore)?);
            let mut out = Vec::new();
            write_settlement(&mut out, &Answer { id: None, game, rules: "", settlement: &settlement, readings: None });
            Ok::<_, tercet_rules::Refusal>(String::from_utf8(out).expect("text"))
        };
        prop_assert_eq!(answer(&record), answer(&named));
    }

    /// A round that is written down is read back as the same round.
    #[test]
    fn what_is_written_reads_back(record in records()) {
        let game = game_once();
        let line = write_round(&record, Some(&game.id), Some("r\"1"));
        let round = Incoming::read(line.as_bytes());
        prop_assert_eq!(round.game(), Some(game.id.as_str()));
        let read = round.check(game, TableLimits::Ignore).map(|checked| settle(&checked));
        let kept = record.check(game, TableLimits::Ignore).map(|checked| settle(&checked));
        match (read, kept) {
            (Ok(read), Ok(kept)) => prop_assert_eq!(read, kept),
            (Err(read), Err(kept)) => prop_assert_eq!(read, Problem::from(kept)),
            (read, kept) => prop_assert!(false, "{:?} for {:?}", read.map(drop), kept.map(drop)),
        }
    }

    /// Whatever the line holds there is an answer, and every answer is JSON.
    #[test]
    fn every_line_is_answered(line in prop_oneof![damaged(), prop::collection::vec(any::<u8>(), 0..80)]) {
        let game = game_once();
        let round = Incoming::read(&line);
        match round.check(game, TableLimits::Apply) {
            Ok(checked) => drop(settle(&checked)),
            Err(problem) => {
                let mut out = Vec::new();
                write_refusal(&mut out, round.id(), 1, &problem);
                prop_assert!(serde_json::from_slice::<Value>(&out).is_ok(), "{}", String::from_utf8_lossy(&out));
            }
        }
    }
}

fn game_once() -> &'static Game {
    static GAME: std::sync::OnceLock<Game> = std::sync::OnceLock::new();
    GAME.get_or_init(game)
}
