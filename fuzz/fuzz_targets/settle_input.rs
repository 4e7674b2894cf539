//! Recorded rounds as lines of JSON.
#![no_main]

use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};
use serde::de::IgnoredAny;
use std::fmt::Write as _;
use tercet_cards::{Card, format_cards};
use tercet_fuzz::{BUILTIN, Edit, spoiled};
use tercet_protocol::settle::{Answer, Incoming, Reason, write_refusal, write_settlement};
use tercet_rules::{Amount, Game, Money, Outcome, Settlement, TableLimits, settle};

#[derive(Arbitrary, Debug)]
enum Input {
    Bytes(Vec<u8>),
    Round { game: u8, meter: Option<u32>, deck: [u8; 32], spots: Vec<Spot>, edits: Vec<Edit> },
}

#[derive(Arbitrary, Debug)]
struct Spot {
    number: u8,
    player: Option<u8>,
    wagers: u8,
    amounts: [u16; 6],
    decision: Option<bool>,
    any_amount: bool,
}

fuzz_target!(|input: Input| {
    let line = match input {
        Input::Bytes(bytes) => bytes,
        Input::Round { game, meter, deck, spots, edits } => {
            let game = &BUILTIN[usize::from(game) % BUILTIN.len()];
            spoiled(&round(game, meter, &deck, &spots), &edits)
        }
    };
    let round = Incoming::read(&line);
    is_json_as_others_say(&line, &round);
    for game in BUILTIN.iter() {
        for limits in [TableLimits::Apply, TableLimits::Ignore] {
            let mut out = Vec::new();
            match round.check(game, limits) {
                Ok(checked) => {
                    let settlement = settle(game, &checked);
                    adds_up(&settlement);
                    let answer = Answer { id: round.id(), game, rules: "sha256:", settlement: &settlement };
                    write_settlement(&mut out, &answer);
                }
                Err(problem) => write_refusal(&mut out, round.id(), 1, &problem),
            }
            serde_json::from_slice::<IgnoredAny>(&out).expect("answers are JSON");
        }
    }
});

/// A line of a round as somebody might have recorded it.
fn round(game: &Game, meter: Option<u32>, deck: &[u8; 32], spots: &[Spot]) -> String {
    let mut left = Card::ALL.to_vec();
    let mut picks = deck.iter();
    let mut deal = |count: u8| {
        let cards: Vec<Card> = (0..count)
            .map(|_| left.remove(usize::from(picks.next().copied().unwrap_or(0)) % left.len()))
            .collect();
        format_cards(cards)
    };
    let mut text = format!("{{\"id\":1,\"game\":\"{}\",\"dealer\":\"{}\"", game.id, deal(game.dealer.0));
    if let Some(meter) = meter {
        let _ = write!(text, ",\"meter\":{meter}");
    }
    text.push_str(",\"spots\":[");
    for (i, spot) in spots.iter().take(7).enumerate() {
        let _ = write!(
            text,
            "{}{{\"spot\":{},\"cards\":\"{}\"",
            if i > 0 { "," } else { "" },
            spot.number % 8,
            deal(game.player.0)
        );
        if let Some(player) = spot.player {
            let _ = write!(text, ",\"player\":\"{}\"", player % 3);
        }
        let amount = |i: usize| {
            if spot.any_amount {
                return i64::from(spot.amounts[i % 6]) * i64::from(spot.amounts[0]) * 1000;
            }
            match game.wagers[i].amount {
                Amount::Fixed(amount) => amount.units(),
                Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => {
                    200 + i64::from(spot.amounts[0] % 9) * 100
                }
            }
        };
        let wagers: Vec<String> = (0..game.wagers.len())
            .filter(|i| spot.wagers >> i & 1 == 1)
            .map(|i| format!("\"{}\":{}", game.wagers[i].id, amount(i)))
            .collect();
        let _ = write!(text, ",\"wagers\":{{{}}}", wagers.join(","));
        if let Some(play) = spot.decision {
            let _ = write!(text, ",\"decision\":\"{}\"", if play { "play" } else { "fold" });
        }
        text.push('}');
    }
    text.push_str("]}");
    text
}

/// The own reader of JSON and that of everybody else agree on what is JSON.
fn is_json_as_others_say(line: &[u8], round: &Incoming<'_>) {
    let theirs = serde_json::from_slice::<IgnoredAny>(line).is_ok() && std::str::from_utf8(line).is_ok();
    match round.record() {
        Ok(_) => assert!(theirs, "read, and it is no JSON"),
        Err(problem) => {
            let syntax = problem.reason == Reason::BadJson && (problem.message.starts_with("column ") || problem.message.starts_with("line "));
            // Half of a surrogate pair is an escape that stands for no character.
            let stricter = [
                "stands here twice",
                "nested deeper",
                "one object in braces",
                "an escape that means nothing",
            ];
            let known = stricter.iter().any(|part| problem.message.contains(part));
            assert!(theirs || syntax, "{problem}");
            assert!(!theirs || !syntax || known, "{problem}");
        }
    }
}

fn adds_up(settlement: &Settlement) {
    for spot in &settlement.spots {
        let sum = |of: fn(&tercet_rules::Line) -> Money| spot.lines.iter().map(of).sum::<Money>();
        assert_eq!(spot.staked, sum(|line| line.stake));
        assert_eq!(spot.returned, sum(|line| line.returned));
        assert_eq!(spot.won, sum(|line| line.won) + spot.envy.iter().map(|envy| envy.won).sum());
        for line in &spot.lines {
            assert!(line.won >= Money::ZERO);
            assert!(line.returned == Money::ZERO || line.returned == line.stake);
            assert_eq!(line.outcome == Outcome::Win, line.pays.is_some_and(tercet_rules::Pay::wins));
        }
    }
    if let Some(meter) = settlement.meter {
        let all = settlement.spots.iter().flat_map(|spot| &spot.lines);
        let shares = all.filter(|line| matches!(line.pays, Some(tercet_rules::Pay::Meter(_))));
        assert_eq!(meter.paid, shares.map(|line| line.won).sum());
    }
}
