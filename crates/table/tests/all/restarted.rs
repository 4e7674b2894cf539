//! Power cuts: before and after every step, and what the table is then.

use crate::played::play;
use crate::room::{Dice, PLAYERS, Room, key, name};
use tercet_ledger::Record;
use tercet_rules::{Audience, Money};
use tercet_store::Store as _;
use tercet_table::{Do, Stage, Stream, Table, TableEvent};

/// After a cut the table is what it was: the same cards, the same money; only open bets go back.
#[test]
fn a_table_after_a_power_cut_is_the_table_before_it() {
    for id in ["three-card-poker", "three-card-fury", "raise-1-2-3"] {
        let (mut room, mut dice) = (Room::open(id, 5_000), Dice::new(21));
        for _ in 0..6 {
            play(&mut room, &mut dice, |room, dice| {
                if room.stage() == Some(Stage::Open) && !dice.one_in(20) {
                    return;
                }
                let before = room.live.table().clone();
                let views = |room: &Room| {
                    let mut views: Vec<_> =
                        PLAYERS.map(|player| room.live.table().view(Audience::Player(player))).into();
                    views.push(room.live.table().view(Audience::Audit));
                    // The clock starts anew.
                    views.iter_mut().for_each(|view| view.deadline_ms = None);
                    views
                };
                let seen = views(room);
                room.restart();
                if room.stage() == before.stage() {
                    assert_eq!(room.live.table().digest(), before.digest());
                    assert_eq!(views(room), seen);
                } else {
                    assert_eq!((before.stage(), room.stage()), (Some(Stage::Open), Some(Stage::Settled)));
                }
            });
        }
    }
}

/// The store fails before or after it has written, at any step. Whoever asks again is answered once; nothing is lost or done
/// twice.
#[test]
fn no_step_is_lost_or_done_twice_when_the_store_fails() {
    for how in [1, 2] {
        let (mut room, mut dice) = (Room::open("three-card-poker", 5_000), Dice::new(how));
        let mut failed = 0;
        for round in 0..20 {
            play(&mut room, &mut dice, |room, dice| {
                let spot = u8::try_from(1 + dice.below(6)).unwrap();
                let player = PLAYERS[dice.below(5)];
                let before = room.shelf.chain().unwrap();
                let what = match dice.below(3) {
                    0 => Do::Place(spot, "ante".into(), Money::from_units(500 + 100 * (round % 5))),
                    1 => Do::Sit(spot),
                    _ => Do::Leave(spot),
                };
                room.shelf.fail_next(how);
                let key = room.next_key();
                let ask = tercet_table::Ask::new(tercet_table::Who::Player(name(player)), what);
                let first = room.live.ask(&ask, &key, room.now_ms, [0; 32]);
                room.shelf.fail_next(0);
                let Err(tercet_table::NotLive::Failed(_)) = first else {
                    assert!(first.is_err());
                    return;
                };
                failed += 1;
                let written = room.shelf.chain().unwrap().size - before.size;
                assert_eq!(written, how - 1);
                // The process ends and starts again, or goes on; the player asks once more.
                let open = room.stage() == Some(Stage::Open);
                if dice.one_in(2) {
                    room.restart();
                }
                let again = room.live.ask(&ask, &key, room.now_ms, [0; 32]);
                if how == 2 {
                    assert!(again.unwrap().receipt.again);
                } else {
                    assert!(again.is_ok() || open, "{again:?}");
                }
            });
            assert_eq!(room.shelf.balances().unwrap().sum(), 0);
        }
        assert!(failed > 30, "{failed} failures");
    }
}

/// A store that failed gives nobody more time and takes none away, and the countdown of a bet that it did write runs, though nobody was
/// told.
#[test]
fn clocks_run_on_while_the_store_fails() {
    for how in [1, 2] {
        let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
        room.player("ann", Do::Sit(1)).unwrap();
        room.wait(0, &mut dice);
        let bet = |units| Do::Place(1, "ante".into(), Money::from_units(units));
        room.shelf.fail_next(how);
        room.player("ann", bet(1_000)).unwrap_err();
        room.wait(5_000, &mut dice);
        let written = how == 2;
        assert_eq!(room.live.table().deadline_ms().is_some(), written);
        if !written {
            room.player("ann", bet(1_000)).unwrap();
        }
        let deadline = room.live.table().deadline_ms().unwrap();
        room.now_ms += 5_000;
        room.shelf.fail_next(how);
        room.player("ann", bet(2_000)).unwrap_err();
        room.wait(0, &mut dice);
        assert_eq!(room.live.table().deadline_ms(), Some(deadline));
        let left = deadline - room.now_ms;
        room.wait(left, &mut dice);
        assert_eq!(room.stage(), Some(Stage::Dealt), "nobody committed to a secret");
    }
}

/// A clock that is behind after a restart makes no step earlier than it can be: an audit finds that each was asked for at its time.
#[test]
fn every_step_is_at_its_time_though_the_clock_was_set_back() {
    for waits in 0..4 {
        for back in [1, 1_000, 9_000] {
            let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(5));
            room.now_ms = 500_000;
            room.player("ann", Do::Sit(1)).unwrap();
            room.wait(0, &mut dice);
            room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
            for wait in [20_000, 3_000, 20_000, 6_000].into_iter().take(waits) {
                room.wait(wait, &mut dice);
            }
            room.now_ms -= back;
            room.restart();
            for _ in 0..90 {
                room.wait(1_000, &mut dice);
            }
            assert!(room.live.table().rounds() > 1, "{waits} {back}");
            permitted(&room);
        }
    }
}

/// Every step of the table as the journal has it, looked at as an audit does.
pub(crate) fn permitted(room: &Room) {
    let mut table = Table::new(name("t1"));
    for bytes in room.shelf.records(0, 10_000).unwrap() {
        let record = Record::decode(&bytes).unwrap();
        let stream = Stream::Table(name("t1"));
        for part in record.parts.iter().filter(|part| Stream::of(&part.stream) == Some(stream.clone())) {
            let events: Vec<_> = part.events.iter().map(|event| TableEvent::read(event).unwrap()).collect();
            assert_eq!(table.permits(&events, record.at_ms, &record.request), Ok(()), "{}", record.seq);
            for event in &events {
                table.take(event, record.at_ms, &key()).unwrap();
            }
        }
    }
    assert_eq!(table.digest(), room.live.table().digest());
}
