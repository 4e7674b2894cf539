//! Events at rest: read back exactly, and pinned, so that what was written once stays readable.

use crate::room::{Dice, name, text_of};
use tercet_fair::{Commitment, Context, SeatHash, SeatSecret, commit};
use tercet_ledger::{Hash, MeterNow};
use tercet_rules::{Choice, Money};
use tercet_table::{
    CannotStand, Clocks, HouseKey, MeterSeen, NotThis, Settings, Status, Table, TableEvent, bytes_of,
};

fn every_kind() -> Vec<TableEvent> {
    let (flo, ann) = (name("flo"), name("ann"));
    let amount = Money::from_units(1_050);
    let seen = MeterSeen {
        now: MeterNow { meter: Money::from_units(123_456), reserve: Money::from_units(7) },
        hits: 3,
    };
    let mut all = vec![
        TableEvent::Set {
            by: flo.clone(),
            text: "id = \"x\"".into(),
            way: 1,
            meter: None,
            clocks_ms: [1, 2, 3, 4],
            hints: false,
        },
        TableEvent::Set {
            by: flo.clone(),
            text: String::new(),
            way: 0,
            meter: Some(name("m1")),
            clocks_ms: [0; 4],
            hints: false,
        },
        TableEvent::Seated { spot: 1, player: ann },
        TableEvent::Left { spot: 7, by: None },
        TableEvent::Left { spot: 7, by: Some(flo.clone()) },
        TableEvent::RoundOpened {
            round: 9,
            engine: "tercet 0.1.0".into(),
            chance: [1; 32],
            commitment: Commitment::from_bytes([2; 32]),
        },
        TableEvent::Placed { spot: 3, wager: "ante".into(), amount },
        TableEvent::TakenBack { spot: 3, wager: "pair-plus".into() },
        TableEvent::Sworn { spot: 3, hash: SeatHash::from_bytes([3; 32]) },
        TableEvent::BetsClosed { sent_back: Vec::new() },
        TableEvent::Told { spot: 3, secret: SeatSecret::new([4; 32]) },
        TableEvent::Dealt { meter: None, withheld: Vec::new() },
        TableEvent::Dealt { meter: Some(seen), withheld: Vec::new() },
        TableEvent::Decided { spot: 3, choice: Choice::Fold },
        TableEvent::Decided { spot: 3, choice: Choice::Play { times: 4 } },
        TableEvent::TimedOut { spot: 5 },
        TableEvent::Reported { by: flo.clone(), event: "exposed-card".into() },
        TableEvent::Revealed,
        TableEvent::Reconciled { meter: Some(seen) },
        TableEvent::SeedTold { seed: [5; 32] },
        TableEvent::Voided { by: None, reason: "restarted".into() },
        TableEvent::Voided { by: Some(flo.clone()), reason: "a card too many: é".into() },
    ];
    for status in [Status::Open, Status::Paused, Status::Closed] {
        all.push(TableEvent::Turned { by: flo.clone(), status, reason: "why".into() });
    }
    all.push(TableEvent::MeterStarted { meter: seen });
    all.push(TableEvent::Set {
        by: flo,
        text: "id = \"y\"".into(),
        way: 0,
        meter: None,
        clocks_ms: [4, 3, 2, 1],
        hints: true,
    });
    all.push(TableEvent::Dealt { meter: None, withheld: vec![7] });
    all.push(TableEvent::Dealt { meter: Some(seen), withheld: vec![1, 3] });
    all.push(TableEvent::Ready { spot: 6 });
    let back = |spot, code: &str| CannotStand { spot, code: code.into() };
    all.push(TableEvent::BetsClosed { sent_back: vec![back(2, "missing-required-wager")] });
    all.push(TableEvent::BetsClosed {
        sent_back: vec![back(1, "requires-wager"), back(7, "unequal-wagers")],
    });
    all.push(TableEvent::SeedLost { reason: "the disk is broken: é".into() });
    all
}

#[test]
fn every_event_reads_back() {
    for event in every_kind() {
        assert_eq!(TableEvent::read(&bytes_of(&event)), Ok(event));
    }
}

#[test]
fn the_encoding_is_the_one_that_was_written_before() {
    let pinned = |events: &[TableEvent], hash: &str| {
        let all: Vec<Vec<u8>> = events.iter().map(bytes_of).collect();
        assert_eq!(Hash::of(&all.iter().map(Vec::as_slice).collect::<Vec<_>>()).to_string(), hash);
    };
    let all = every_kind();
    // A kind that came later has its own pin: the first one stands for what was written before it.
    let is_hints = |event: &TableEvent| matches!(event, TableEvent::Set { hints: true, .. });
    let withheld =
        |event: &TableEvent| matches!(event, TableEvent::Dealt { withheld, .. } if !withheld.is_empty());
    let sent_back =
        |event: &TableEvent| matches!(event, TableEvent::BetsClosed { sent_back } if !sent_back.is_empty());
    let (sent_back, all) = all.into_iter().partition::<Vec<_>, _>(sent_back);
    let (withheld, all) = all.into_iter().partition::<Vec<_>, _>(withheld);
    let (ready, all) =
        all.into_iter().partition::<Vec<_>, _>(|event| matches!(event, TableEvent::Ready { .. }));
    let (lost, all) =
        all.into_iter().partition::<Vec<_>, _>(|event| matches!(event, TableEvent::SeedLost { .. }));
    let (hints, all) = all.into_iter().partition::<Vec<_>, _>(is_hints);
    let (later, first) =
        all.into_iter().partition::<Vec<_>, _>(|event| matches!(event, TableEvent::MeterStarted { .. }));
    pinned(&lost, "60b3a6608b0ee6d2ad8a8061e04a9bfbacb2580cf5fa619d1cd303e259d267ed");
    pinned(&sent_back, "18fd95ffbf5c8b551f5a1d7dab20a424a3f4003be8de8dd8f25246fb58bada47");
    pinned(&withheld, "47529cb99d414ae0e65e75ef6d6d207c2acc1193cef92193bcaea591d3062c5f");
    pinned(&ready, "54de08b3727aba6c8d50bc85288131d3f0302d955bafc7cd4b4bd4034f9f51af");
    pinned(&hints, "3303b7577e7722f1658d8585684882a78f052d4f5a453a7a1eed2832c4842d0f");
    pinned(&first, "fee599599355ade30290240379353319e989e3b5f1e4d6b00870d0ee07fbb578");
    pinned(&later, "40e550fc8683cec31a631836b207db40b0d8ccae47cc31d5fadd8e8b7a03010d");
}

#[test]
fn bytes_that_no_event_is_written_as_are_refused() {
    let mut dice = Dice::new(0);
    for event in every_kind() {
        let bytes = bytes_of(&event);
        for length in 0..bytes.len() {
            assert!(TableEvent::read(&bytes[..length]).is_err());
        }
        assert!(TableEvent::read(&[&bytes[..], &[0]].concat()).is_err());
        for _ in 0..200 {
            let mut changed = bytes.clone();
            let at = dice.below(changed.len());
            changed[at] = u8::try_from(dice.below(256)).unwrap();
            if let Ok(event) = TableEvent::read(&changed) {
                assert_eq!(bytes_of(&event), changed);
            }
        }
    }
}

/// A round is bound to the program that opened it: one that another program, or another version of this one, wrote is taken.
#[test]
fn a_round_of_another_program_stays_what_it_was() {
    let text = text_of("three-card-fortune");
    let settings = Settings::new(&text, 0, None, Clocks::default()).unwrap();
    let way = settings.game.ways[0].name.as_str();
    let (key, chance) = (HouseKey::new([42; 32]), [7; 32]);
    for (engine, taken) in [("tercet 0.0.1", true), ("another program", true), ("", false)] {
        let mut table = Table::new(name("t1"));
        let set = TableEvent::Set {
            by: name("flo"),
            text: text.clone(),
            way: 0,
            meter: None,
            clocks_ms: [1; 4],
            hints: false,
        };
        table.take(&set, 0, &key).unwrap();
        let bound_to = if taken { engine } else { "x" };
        let context = Context::new("t1", 1, settings.rules.0, way, bound_to).unwrap();
        let commitment = commit(&context, &key.seed(&context, &chance));
        let opened = TableEvent::RoundOpened { round: 1, engine: engine.into(), chance, commitment };
        let came = table.take(&opened, 0, &key);
        assert_eq!(came.is_ok(), taken, "{engine}: {came:?}");
        // Said to be another's, it is not what was committed to.
        let mut table = Table::new(name("t1"));
        table.take(&set, 0, &key).unwrap();
        let other = TableEvent::RoundOpened { round: 1, engine: "tercet 9".into(), chance, commitment };
        assert_eq!(table.take(&other, 0, &key), Err(NotThis::Commitment));
    }
}
