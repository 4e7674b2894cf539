//! Seats that commit to a secret and do not tell it: who they are stands in the record of the deal.

use crate::room::{Dice, PLAYERS, Room, key, secret};
use std::collections::BTreeMap;
use tercet_ledger::Name;
use tercet_rules::{Event, Money, Phase, SentBack, WentBack};
use tercet_table::{Do, NotThis, Stage, Table, TableEvent};

/// A table before the deal, at which four seats bet, three of them have committed to a secret and these told it not.
fn before_the_deal(withhold: &[u8]) -> Room {
    let (mut room, mut dice) = (Room::open("three-card-poker", 1_000), Dice::new(9));
    for (spot, player) in (1..=4).zip(PLAYERS) {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    room.wait(0, &mut dice);
    let mut secrets = BTreeMap::new();
    for (spot, player) in (1..=4).zip(PLAYERS) {
        if spot < 4 {
            let (secret, hash) = secret(&room, spot, &mut dice);
            room.player(player, Do::Swear(spot, hash)).unwrap();
            let seen = room.live.table().view(tercet_rules::Audience::Spectator);
            assert_eq!((seen.sworn, seen.told), ((1..=spot).collect(), Vec::new()));
            secrets.insert(spot, secret);
        }
        room.player(player, Do::Place(spot, "ante".into(), Money::from_units(1_000))).unwrap();
    }
    room.wait(20_000, &mut dice);
    for (spot, secret) in secrets {
        if !withhold.contains(&spot) {
            room.player(PLAYERS[usize::from(spot) - 1], Do::Tell(spot, secret)).unwrap();
        }
    }
    assert_eq!(room.stage(), Some(Stage::Closed));
    room
}

/// Every set of seats that can withhold.
fn sets() -> impl Iterator<Item = Vec<u8>> {
    (0..8u8).map(|set| (1..=3).filter(|spot| set >> (spot - 1) & 1 == 1).collect())
}

fn dealt(withheld: Vec<u8>) -> TableEvent {
    TableEvent::Dealt { meter: None, withheld }
}

/// The deal names the seats that withheld their secret, no others, also after a power cut; they and nobody else are sent back for it, with
/// everything that they bet.
#[test]
fn the_deal_names_who_withheld() {
    for withhold in sets() {
        for restarted in [false, true] {
            let mut room = before_the_deal(&withhold);
            if restarted {
                room.restart();
            }
            room.now_ms += 3_000;
            let (ask, key) = room.live.due(room.now_ms).unwrap().expect("the deal is due");
            let seen = room.live.table().view(tercet_rules::Audience::Spectator);
            assert_eq!(seen.frozen_seats.len(), 4);
            let tell: Vec<u8> = (1..=3).filter(|spot| !withhold.contains(spot)).collect();
            assert_eq!((&seen.sworn[..], &seen.told), (&[1, 2, 3][..], &tell));
            let done = room.live.ask(&ask, &key, room.now_ms, [0; 32]).unwrap();
            let expects_meter = room.game().meter.is_some();
            let [TableEvent::Dealt { meter, withheld }] = &done.events[..] else {
                panic!("{:?}", done.events)
            };
            assert_eq!((meter.is_some(), withheld), (expects_meter, &withhold));
            let mut back: Vec<u8> = Vec::new();
            for event in &done.taken.events {
                if let Event::Returned { spot, because, .. } = event {
                    assert_eq!(*because, Some(SentBack::Withheld));
                    back.push(*spot);
                }
            }
            assert_eq!(back, withhold);
            let seen = room.live.table().view(tercet_rules::Audience::Spectator).sent_back;
            let whose =
                |(player, back): &(Name, WentBack)| (player.to_string(), back.spot, back.wagers.len());
            let expected =
                withhold.iter().map(|spot| (PLAYERS[usize::from(*spot) - 1].to_string(), *spot, 1));
            assert_eq!(seen.iter().map(whose).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
            for (spot, player) in (1..=4).zip(PLAYERS) {
                let whole = room.wallet(player) == Money::from_units(100_000);
                assert_eq!(whole, withhold.contains(&spot), "{player}, of {withhold:?}");
            }
            // Who committed and who told is seen to the end of the round, whoever was sent back.
            let seen = room.live.table().view(tercet_rules::Audience::Spectator);
            assert_eq!((&seen.sworn[..], &seen.told), (&[1, 2, 3][..], &tell));
            let digest = room.live.table().digest();
            room.restart();
            assert_eq!(room.live.table().digest(), digest);
        }
    }
}

/// A deal that names other seats than withheld is refused by whoever takes it; one that names none is what earlier programs wrote, and
/// comes to the same round.
#[test]
fn a_deal_that_names_others_is_not_taken() {
    for withhold in sets() {
        let room = before_the_deal(&withhold);
        let take = |said: &[u8]| {
            let mut table: Table = room.live.table().clone();
            let meter =
                room.live.table().settings().unwrap().meter.as_ref().map(|_| tercet_table::MeterSeen {
                    now: tercet_ledger::MeterNow { meter: Money::from_units(100_000), reserve: Money::ZERO },
                    hits: 0,
                });
            let mut event = dealt(said.to_vec());
            if let TableEvent::Dealt { meter: of, .. } = &mut event {
                *of = meter;
            }
            table.take(&event, room.now_ms + 3_000, &key()).map(|taken| (table, taken))
        };
        let (table, taken) = take(&withhold).unwrap();
        let (silent, same) = take(&[]).unwrap();
        assert_eq!((silent.round(), &same), (table.round(), &taken));
        assert!(matches!(table.round().unwrap().phase(), Phase::Deciding(_)), "the fourth seat plays");
        for said in sets().chain([vec![4], vec![1, 2, 3, 4], vec![7]]) {
            if said != withhold && !said.is_empty() {
                let expected = withhold.clone();
                assert_eq!(take(&said).unwrap_err(), NotThis::Withheld { said, expected });
            }
        }
    }
}
