//! Bets that cannot stand as they are closed: whose they were, and which rule they break, stands in the record of the close.

use crate::played::GAMES;
use crate::room::{Dice, PLAYERS, Room, key, stake};
use std::collections::BTreeSet;
use tercet_rules::{Audience, Event, Money, SentBack, WentBack};
use tercet_table::{CannotStand, Do, NotThis, Stage, Table, TableEvent, bytes_of};

/// A table at which bets can be closed: four seats have made wagers by chance, whether these can stand or not.
fn before_the_close(id: &str, dice: &mut Dice) -> Room {
    let mut room = Room::open(id, 5_000);
    for (spot, player) in (1..=4).zip(PLAYERS) {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    room.wait(0, dice);
    let game = room.game();
    for (spot, player) in (1..=4).zip(PLAYERS) {
        let wagers = game.wager_nos().filter(|_| dice.one_in(2)).collect::<Vec<_>>();
        for no in wagers {
            let amount = stake(&game, no, dice);
            // What the rules never take is not the question here.
            let _ = room.player(player, Do::Place(spot, game.wager(no).id.clone(), amount));
        }
    }
    room
}

/// What came back as bets were closed, and why, in the words of the rules.
fn came_back(events: &[Event]) -> Vec<CannotStand> {
    let mut seats: Vec<CannotStand> = Vec::new();
    for event in events {
        if let Event::Returned { spot, because: Some(SentBack::CannotStand(refusal)), .. } = event {
            seats.push(CannotStand { spot: *spot, code: refusal.code.as_str().into() });
        }
    }
    seats.dedup();
    seats
}

/// The close names the seats whose bets went back, no others, each with the rule that they break, and it is the same table after a power cut. A
/// close that names others, or another rule, is not taken; one that names none is what earlier programs wrote, and comes to the same round.
#[test]
fn the_close_says_whose_bets_went_back_and_why() {
    let (mut closed, mut codes) = (0, BTreeSet::new());
    for id in GAMES {
        for seed in 0..12 {
            let mut dice = Dice::new(seed);
            let mut room = before_the_close(id, &mut dice);
            room.now_ms += 60_000;
            let Some((ask, asked)) = room.live.due(room.now_ms).unwrap() else { continue };
            let before: Table = room.live.table().clone();
            let done = room.live.ask(&ask, &asked, room.now_ms, [0; 32]).unwrap();
            let [TableEvent::BetsClosed { sent_back }] = &done.events[..] else {
                panic!("{:?}", done.events)
            };
            assert_eq!(*sent_back, came_back(&done.taken.events), "{id} {seed}");
            closed += 1;
            codes.extend(sent_back.iter().map(|back| back.code.clone()));
            // What went back, and whose it was, is seen for the rest of the round, also after a power cut.
            let expected: Vec<_> = WentBack::among(&done.taken.events)
                .into_iter()
                .map(|back| (room.live.table().seats()[&back.spot].clone(), back))
                .collect();
            let spots = |of: &[CannotStand]| of.iter().map(|back| back.spot).collect::<Vec<_>>();
            assert_eq!(expected.iter().map(|(_, back)| back.spot).collect::<Vec<_>>(), spots(sent_back));
            for (player, back) in &expected {
                let lay: Money = back.wagers.iter().map(|(_, amount)| *amount).sum();
                assert!(lay > Money::ZERO, "{id} {seed}");
                assert_eq!(room.wallet(player.as_str()), Money::from_units(500_000), "{id} {seed}");
            }
            let digest = room.live.table().digest();
            for restarted in [false, true] {
                if restarted {
                    room.restart();
                }
                let table = room.live.table();
                assert_eq!(table.digest(), digest, "{id} {seed}");
                assert_eq!(table.view(Audience::Spectator).sent_back, expected, "{id} {seed} {restarted}");
            }

            let take = |said: &[CannotStand]| {
                let (mut table, event) =
                    (before.clone(), TableEvent::BetsClosed { sent_back: said.to_vec() });
                assert_eq!(TableEvent::read(&bytes_of(&event)), Ok(event.clone()));
                table.take(&event, room.now_ms, &key()).map(|taken| (table, taken))
            };
            let (table, taken) = take(sent_back).unwrap();
            let (silent, same) = take(&[]).unwrap();
            for said in [&sent_back[..], &[]] {
                let event = TableEvent::BetsClosed { sent_back: said.to_vec() };
                before.permits(&[event], room.now_ms, &ask.hash(before.name())).unwrap();
            }
            assert_eq!((silent.round(), &same), (table.round(), &taken), "{id} {seed}");
            for said in others(sent_back) {
                let expected = sent_back.clone();
                assert_eq!(take(&said).unwrap_err(), NotThis::SentBack { said, expected }, "{id} {seed}");
            }
        }
    }
    assert!(closed > 20 && codes.len() >= 2, "{closed} times, for {codes:?}");
}

/// One seat more, one less, and one for another rule.
fn others(said: &[CannotStand]) -> Vec<Vec<CannotStand>> {
    let back = |spot| CannotStand { spot, code: "off-step".into() };
    let mut others: Vec<Vec<CannotStand>> = Vec::new();
    for at in 0..said.len() {
        let mut less = said.to_vec();
        less.remove(at);
        let mut otherwise = said.to_vec();
        otherwise[at] = back(otherwise[at].spot);
        others.extend([less, otherwise]);
    }
    others.push(said.iter().cloned().chain([back(7)]).collect());
    // None at all is what earlier programs said.
    others.retain(|other| !other.is_empty());
    others
}

/// Before anything is closed nothing was sent back, and a close that the clock does not ask for says so.
#[test]
fn a_round_without_bets_is_not_closed() {
    let (mut room, mut dice) = (Room::open("three-card-poker", 100), Dice::new(3));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    assert_eq!(room.stage(), Some(Stage::Open));
    let mut table = room.live.table().clone();
    let event = TableEvent::BetsClosed { sent_back: Vec::new() };
    assert!(matches!(table.take(&event, room.now_ms, &key()), Err(NotThis::Rules(_))));
}
