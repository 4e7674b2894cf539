//! What is meant for one round and comes in another, as after a break of the line.

use crate::restarted::permitted;
use crate::room::{Dice, Room, name, secret};
use std::collections::BTreeSet;
use tercet_ledger::Key;
use tercet_rules::{Choice, Money};
use tercet_table::{Ask, Do, NotAsked, NotLive, Refused, Stage, TableEvent, Who};

fn place() -> Do {
    Do::Place(1, "ante".into(), Money::from_units(1_000))
}

fn ann(what: Do) -> Ask {
    Ask::new(Who::Player(name("ann")), what)
}

/// Ann alone, whose rounds wait for no clock but that of the result.
fn evening(dice: &mut Dice) -> Room {
    let mut room = Room::open("three-card-fortune", 1_000);
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, dice);
    room
}

/// Plays the round that is open to its end, and waits for the next.
fn next_round(room: &mut Room, dice: &mut Dice) {
    room.player("ann", place()).unwrap();
    room.player("ann", Do::Ready(1)).unwrap();
    room.wait(0, dice);
    room.player("ann", Do::Decide(1, Choice::Fold)).unwrap();
    room.wait(0, dice);
    while room.stage() != Some(Stage::Open) {
        room.wait(1_000, dice);
    }
}

/// In each stage of a round: what is meant for the one before or the one after is refused whatever it is, and nothing changes; what is meant for this one does what it
/// does without.
#[test]
fn in_no_stage_is_anything_done_that_is_meant_for_another_round() {
    let mut dice = Dice::new(1);
    let mut room = evening(&mut dice);
    next_round(&mut room, &mut dice);
    assert_eq!(room.live.table().rounds(), 2);
    let (told, hash) = secret(&room, 1, &mut dice);
    let floor = |what| Ask::new(Who::Floor(name("flo")), what);
    let all = || {
        [
            ann(place()),
            ann(Do::TakeBack(1, "ante".into())),
            ann(Do::Swear(1, hash)),
            ann(Do::Ready(1)),
            ann(Do::Tell(1, told.clone())),
            ann(Do::Decide(1, Choice::Play { times: 1 })),
            floor(Do::Void("a card on the floor".into())),
            floor(Do::Report("exposed-card".into())),
        ]
    };
    let mut stages = BTreeSet::new();
    for step in [Some(ann(place())), Some(ann(Do::Swear(1, hash))), Some(ann(Do::Ready(1))), None, None, None]
    {
        stages.insert(format!("{:?}", room.stage()));
        let before = room.live.table().digest();
        for ask in all() {
            for meant in [0, 1, 3, u64::MAX] {
                let key = room.next_key();
                let came = room.live.ask(&ask.clone().in_round(meant), &key, room.now_ms, [7; 32]);
                assert_eq!(came, Err(NotLive::Refused(Refused::OtherRound { meant, now: 2 })), "{ask:?}");
            }
        }
        assert_eq!(room.live.table().digest(), before);
        let ask = step.unwrap_or_else(|| match room.stage() {
            Some(Stage::Closed) => ann(Do::Tell(1, told.clone())),
            _ => ann(Do::Decide(1, Choice::Fold)),
        });
        let key = room.next_key();
        if matches!(room.stage(), Some(Stage::Open | Stage::Closed | Stage::Dealt)) {
            room.live.ask(&ask.in_round(2), &key, room.now_ms, [7; 32]).unwrap();
        }
        room.wait(0, &mut dice);
    }
    assert_eq!(room.live.table().rounds(), 2);
    assert_eq!(stages.len(), 4, "open, closed, dealt and over: {stages:?}");
    permitted(&room);
}

/// What is said again after a break is done once, in its round or not at all: the first answer counts also in a later round, and the same key for another one is another ask.
#[test]
fn what_is_said_again_is_done_in_its_round_or_not_at_all() {
    let mut dice = Dice::new(2);
    let mut room = evening(&mut dice);
    let [lost, came] = [b"lost", b"came"].map(|key| Key::new(key).unwrap());
    room.live.ask(&ann(place()).in_round(1), &came, room.now_ms, [7; 32]).unwrap();
    next_round(&mut room, &mut dice);
    let (now_ms, before) = (room.now_ms, room.live.table().digest());
    let mut ask = |ask: Ask, key: &Key| room.live.ask(&ask, key, now_ms, [7; 32]);
    for _ in 0..2 {
        let refused = ask(ann(place()).in_round(1), &lost);
        assert_eq!(refused, Err(NotLive::Refused(Refused::OtherRound { meant: 1, now: 2 })));
        assert!(ask(ann(place()).in_round(1), &came).unwrap().receipt.again);
        assert!(matches!(ask(ann(place()).in_round(2), &came), Err(NotLive::KeyUsed { .. })));
        assert!(matches!(ask(ann(place()), &came), Err(NotLive::KeyUsed { .. })));
    }
    assert_eq!(room.live.table().digest(), before);
    permitted(&room);
}

/// A record of something that was meant for another round is none that this table can have written.
#[test]
fn no_record_is_of_another_round_than_it_was_meant_for() {
    let mut dice = Dice::new(3);
    let mut room = evening(&mut dice);
    next_round(&mut room, &mut dice);
    let written = TableEvent::Placed { spot: 1, wager: "ante".into(), amount: Money::from_units(1_000) };
    for (round, may_be) in [(None, Ok(())), (Some(2), Ok(())), (Some(1), Err(NotAsked::Request))] {
        let request = Ask { round, ..ann(place()) }.hash(&name("t1"));
        let permits = room.live.table().permits(std::slice::from_ref(&written), room.now_ms, &request);
        assert_eq!(permits, may_be, "{round:?}");
    }
}
