//! Players who are done with betting: bets are closed before their time once everybody who sits there is.

use crate::restarted::permitted;
use crate::room::{Dice, PLAYERS, Room, name};
use tercet_rules::{Audience, Money};
use tercet_table::{Ask, Do, NotLive, Refused, Stage, TableEvent, Who};

/// Players at spots 1 to `seats` of an open round in which nobody has bet.
fn open(seats: u8, dice: &mut Dice) -> Room {
    let mut room = Room::open("three-card-fortune", 1_000);
    for (spot, player) in (1..=seats).zip(PLAYERS) {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    room.wait(0, dice);
    assert_eq!(room.stage(), Some(Stage::Open));
    room
}

fn place(spot: u8) -> Do {
    Do::Place(spot, "ante".into(), Money::from_units(1_000))
}

fn ready(room: &Room) -> Vec<u8> {
    room.live.table().view(Audience::Spectator).ready
}

/// Lets the table do what is due, while no time goes by. A round in which nobody has committed to a secret is dealt as bets are closed.
fn stage(room: &mut Room, dice: &mut Dice) -> Option<Stage> {
    room.wait(0, dice);
    room.stage()
}

/// Not before the last has said so, whoever that is, and whether they have bet or not.
#[test]
fn bets_are_closed_once_everybody_is_done() {
    for last in 1..=3 {
        for sits_out in 0..=3 {
            let mut dice = Dice::new(1);
            let mut room = open(3, &mut dice);
            for (spot, player) in (1..=3).zip(PLAYERS) {
                if spot != sits_out {
                    room.player(player, place(spot)).unwrap();
                }
            }
            let others = (1..=3).filter(|spot| *spot != last);
            for spot in others.clone() {
                room.player(PLAYERS[usize::from(spot) - 1], Do::Ready(spot)).unwrap();
                assert_eq!(stage(&mut room, &mut dice), Some(Stage::Open));
            }
            assert_eq!(ready(&room), others.collect::<Vec<_>>());
            room.player(PLAYERS[usize::from(last) - 1], Do::Ready(last)).unwrap();
            assert_eq!(stage(&mut room, &mut dice), Some(Stage::Dealt));
            assert_eq!(ready(&room), Vec::<u8>::new());
            permitted(&room);
        }
    }
}

/// Whoever bets or takes back is not done; who sits down later must be, too; who leaves, or is stood up, is waited for no more.
#[test]
fn who_changes_a_bet_is_not_done() {
    let mut dice = Dice::new(2);
    let mut room = open(2, &mut dice);
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, place(spot)).unwrap();
    }
    room.player("ann", Do::Ready(1)).unwrap();
    for change in [place(1), Do::TakeBack(1, "ante".into()), place(1)] {
        room.player("ann", change).unwrap();
        assert_eq!(ready(&room), Vec::<u8>::new());
        room.player("ann", Do::Ready(1)).unwrap();
        // Said twice it is the same.
        room.player("ann", Do::Ready(1)).unwrap();
        assert_eq!(ready(&room), [1]);
    }
    room.player("cyd", Do::Sit(5)).unwrap();
    room.player("bob", Do::Ready(2)).unwrap();
    assert_eq!(stage(&mut room, &mut dice), Some(Stage::Open), "cyd may still bet");
    for stood_up in [false, true] {
        let mut room = open(3, &mut dice);
        room.player("ann", place(1)).unwrap();
        for (spot, player) in [(1, "ann"), (2, "bob")] {
            room.player(player, Do::Ready(spot)).unwrap();
        }
        assert_eq!(stage(&mut room, &mut dice), Some(Stage::Open));
        if stood_up {
            room.floor(Do::Leave(3)).unwrap();
        } else {
            room.player("cyd", Do::Leave(3)).unwrap();
        }
        assert_eq!(stage(&mut room, &mut dice), Some(Stage::Dealt));
        permitted(&room);
    }
}

/// Where nobody has bet there is nothing to close, and who sits there again has to say it again.
#[test]
fn without_a_bet_nothing_is_closed() {
    let mut dice = Dice::new(3);
    let mut room = open(2, &mut dice);
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, Do::Ready(spot)).unwrap();
    }
    assert_eq!(stage(&mut room, &mut dice), Some(Stage::Open));
    room.restart();
    assert_eq!(ready(&room), [1, 2], "an empty round goes on after a power cut");
    room.player("bob", Do::Leave(2)).unwrap();
    room.player("bob", Do::Sit(2)).unwrap();
    assert_eq!(ready(&room), [1]);
    room.player("ann", place(1)).unwrap();
    room.player("ann", Do::Ready(1)).unwrap();
    assert_eq!(stage(&mut room, &mut dice), Some(Stage::Open), "bob came back and has not said it");
    room.player("bob", Do::Ready(2)).unwrap();
    assert_eq!(stage(&mut room, &mut dice), Some(Stage::Dealt));
}

/// It is for whoever sits there, while bets are open.
#[test]
fn nobody_is_done_for_others_or_at_another_time() {
    let mut dice = Dice::new(4);
    let mut room = open(2, &mut dice);
    let refused = |came: Result<_, NotLive>| match came {
        Err(NotLive::Refused(refused)) => refused,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(room.player("ann", Do::Ready(2))), Refused::NotYourSpot { spot: 2 });
    assert_eq!(refused(room.player("ann", Do::Ready(3))), Refused::NotYourSpot { spot: 3 });
    assert!(matches!(refused(room.floor(Do::Ready(1))), Refused::NotYours { .. }));
    room.player("ann", place(1)).unwrap();
    room.wait(20_000, &mut dice);
    assert!(matches!(refused(room.player("ann", Do::Ready(1))), Refused::NotNow { .. }));
}

/// Once the time to bet is up nothing of a bet is taken any more, though the store has no room to say that bets are closed; nobody sees a card that is
/// bet on, and what was asked before under the same key is still answered. An audit takes it as it is, also in the books of earlier programs.
#[test]
fn a_late_bet_is_late_while_the_store_refuses() {
    let mut dice = Dice::new(5);
    let mut room = open(3, &mut dice);
    let (_, hash) = crate::room::secret(&room, 1, &mut dice);
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, place(spot)).unwrap();
    }
    let deadline = room.live.table().deadline_ms().unwrap();
    for (now_ms, late) in [(deadline - 1, false), (deadline, true), (deadline + 60_000, true)] {
        room.now_ms = now_ms;
        if late {
            room.shelf.fail_next(1);
            room.live.tick(now_ms, || [0; 32]).unwrap_err();
        }
        assert_eq!(room.stage(), Some(Stage::Open));
        for what in [place(1), Do::Swear(1, hash), Do::Ready(1), Do::TakeBack(1, "ante".into()), place(1)] {
            let came = room.player("ann", what.clone());
            let is_late = matches!(&came, Err(NotLive::Refused(Refused::NotNow { doing, .. })) if *doing == "the time to bet is up");
            assert_eq!((came.is_ok(), is_late), (!late, late), "{what:?} {came:?}");
        }
        let written = TableEvent::Placed { spot: 1, wager: "ante".into(), amount: Money::from_units(1_000) };
        let ask = Ask::new(Who::Player(name("ann")), place(1));
        let may_be = room.live.table().permits(&[written], now_ms, &ask.hash(&name("t1")));
        assert_eq!(may_be, Ok(()), "an earlier program took it");
        if late {
            let stays = NotLive::Refused(Refused::InPlay { spot: 1 });
            assert_eq!(room.player("ann", Do::Leave(1)), Err(stays.clone()));
            assert_eq!(room.floor(Do::Leave(1)), Err(stays));
            // Who has not bet comes and goes.
            room.player("cyd", Do::Leave(3)).unwrap();
            room.player("cyd", Do::Sit(3)).unwrap();
        }
    }
    assert_eq!(stage(&mut room, &mut dice), Some(Stage::Closed), "ann has committed to a secret");
    permitted(&room);
}
