//! A round has an end, however often places and bets are changed in it.

use crate::room::{Dice, Room};
use tercet_rules::Money;
use tercet_table::{Do, MOST_EVENTS, NotLive, Refused, Stage, Status};

/// Asks by turns until the table takes no more of it; how often it did.
fn until_crowded(room: &mut Room, player: &str, turns: &[Do; 2]) -> usize {
    for (times, what) in turns.iter().cycle().enumerate() {
        match room.player(player, what.clone()) {
            Ok(_) => assert!(room.live.table().version() < 2 * MOST_EVENTS),
            Err(NotLive::Refused(Refused::Crowded)) => return times,
            Err(other) => panic!("{other}"),
        }
    }
    unreachable!()
}

/// One stranger after the other sits down and leaves until the table takes nobody any more.
fn strangers_come_and_go(room: &mut Room) {
    let mut strangers = (0..).map(|no| format!("stranger-{no}"));
    let _ = strangers.find(|stranger| until_crowded(room, stranger, &[Do::Sit(7), Do::Leave(7)]) == 0);
}

fn place(spot: u8) -> Do {
    Do::Place(spot, "ante".into(), Money::from_units(1_000))
}

/// A bet, and that it is taken back.
fn to_and_fro(spot: u8) -> [Do; 2] {
    [place(spot), Do::TakeBack(spot, "ante".into())]
}

/// A room with an open round at which Ann and Bob sit; and where it opened.
fn ann_and_bob(dice: &mut Dice) -> (Room, u64) {
    let mut room = Room::open("three-card-fortune", 1_000);
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    let opened_at = room.live.table().version();
    room.wait(0, dice);
    assert_eq!(room.stage(), Some(Stage::Open));
    (room, opened_at)
}

/// A room in which Bob has bet and strangers came and went until bets were closed; and where the round opened.
fn crowded_around_bob(dice: &mut Dice) -> (Room, u64) {
    let (mut room, opened_at) = ann_and_bob(dice);
    room.player("bob", place(2)).unwrap();
    strangers_come_and_go(&mut room);
    assert_eq!(room.player("ann", place(1)), Err(NotLive::Refused(Refused::Crowded)));
    room.wait(0, dice);
    (room, opened_at)
}

/// Nobody has bet: the round is void, and the next one takes bets again.
#[test]
fn a_round_in_which_places_change_hands_for_ever_is_void() {
    let dice = &mut Dice::new(1);
    let (mut room, _) = ann_and_bob(dice);
    strangers_come_and_go(&mut room);
    room.wait(0, dice);
    assert_eq!(room.stage(), Some(Stage::Over));
    room.wait(6_000, dice);
    assert_eq!((room.stage(), room.live.table().rounds()), (Some(Stage::Open), 2));
    room.player("bob", place(2)).unwrap();
}

/// What players used up is nothing of the floor's: it can still report and pause; and what it can do has an end, too.
#[test]
fn the_floor_has_its_say_in_a_crowded_round() {
    let dice = &mut Dice::new(1);
    let (mut room, opened_at) = crowded_around_bob(dice);
    room.wait(3_000, dice);
    assert_eq!(room.stage(), Some(Stage::Dealt));
    for status in [Status::Paused, Status::Open].into_iter().cycle() {
        match room.floor(Do::Turn(status, "this way and that".into())) {
            Ok(_) => assert!(room.live.table().version() - opened_at < MOST_EVENTS),
            Err(other) => {
                assert_eq!(other, NotLive::Refused(Refused::Crowded));
                break;
            }
        }
    }
    room.player("bob", Do::Decide(2, tercet_rules::Choice::Fold)).unwrap();
    room.wait(20_000, dice);
    assert_eq!(room.stage(), Some(Stage::Over));
    assert!(room.live.table().version() - opened_at <= MOST_EVENTS);
}

/// Somebody has bet: bets are closed, and everybody still decides.
#[test]
fn a_round_in_which_bets_change_for_ever_is_closed_and_played() {
    let dice = &mut Dice::new(1);
    let (mut room, opened_at) = crowded_around_bob(dice);
    assert_ne!(room.stage(), Some(Stage::Open), "long before the clock runs out");
    room.wait(3_000, dice);
    assert_eq!(room.stage(), Some(Stage::Dealt));
    room.player("bob", Do::Decide(2, tercet_rules::Choice::Play { times: 1 })).unwrap();
    room.wait(20_000, dice);
    assert_eq!(room.stage(), Some(Stage::Over));
    assert!(room.live.table().version() - opened_at <= MOST_EVENTS);
    let digest = room.live.table().digest();
    room.restart();
    assert_eq!(room.live.table().digest(), digest);
}

/// Whoever changes a bet, or says it is ready, for ever is refused alone: the bets of others stay open for as long as the clock says.
#[test]
fn one_player_uses_up_nothing_of_the_others() {
    for turns in [to_and_fro(1), [Do::Ready(1), Do::Ready(1)]] {
        let dice = &mut Dice::new(1);
        let (mut room, opened_at) = ann_and_bob(dice);
        room.player("bob", place(2)).unwrap();
        until_crowded(&mut room, "ann", &turns);
        assert!(room.live.table().version() - opened_at < MOST_EVENTS / 8);
        room.wait(0, dice);
        assert_eq!(room.stage(), Some(Stage::Open));
        room.player("bob", Do::TakeBack(2, "ante".into())).unwrap();
        room.player("bob", place(2)).unwrap();
        room.player("cyd", Do::Sit(3)).unwrap();
        room.player("cyd", place(3)).unwrap();
        // Away from the table nobody is held; and back at it, at whichever place, it is the same player.
        room.player("ann", Do::Leave(1)).unwrap();
        assert_eq!(room.player("ann", Do::Sit(4)), Err(NotLive::Refused(Refused::Crowded)));
        room.wait(30_000, dice);
        assert_eq!(room.stage(), Some(Stage::Dealt));
        room.wait(60_000, dice);
        room.wait(60_000, dice);
        assert_eq!((room.stage(), room.live.table().rounds()), (Some(Stage::Open), 2));
        room.player("ann", Do::Sit(1)).unwrap();
        room.player("ann", place(1)).unwrap();
    }
}

/// Once each who sits there has used up what one may, the round does not wait for what none of them can do any more.
#[test]
fn a_round_in_which_nobody_can_change_anything_goes_on() {
    for (bob_bets, stage) in [(false, Stage::Over), (true, Stage::Dealt)] {
        let dice = &mut Dice::new(1);
        let (mut room, _) = ann_and_bob(dice);
        until_crowded(&mut room, "ann", &to_and_fro(1));
        room.wait(0, dice);
        assert_eq!(room.stage(), Some(Stage::Open), "Bob may bet");
        if bob_bets {
            until_crowded(&mut room, "bob", &[place(2), place(2)]);
        } else {
            room.player("bob", Do::Leave(2)).unwrap();
        }
        room.wait(0, dice);
        assert_eq!(room.stage(), Some(stage));
    }
}

/// Between rounds nobody can sit down and leave for ever either, at a table that is paused, new, or still shows a result; who sits there can leave, and
/// a table that opens the next round for whoever comes is open to everybody.
#[test]
fn places_do_not_change_hands_for_ever_between_rounds() {
    for rounds in [0, 1] {
        let (mut room, dice) = (Room::open("three-card-fortune", 1_000), &mut Dice::new(1));
        if rounds == 1 {
            room.player("bob", Do::Sit(2)).unwrap();
            room.wait(0, dice);
            room.player("bob", Do::Place(2, "ante".into(), Money::from_units(1_000))).unwrap();
            room.wait(20_000, dice);
            room.player("bob", Do::Decide(2, tercet_rules::Choice::Fold)).unwrap();
            room.wait(0, dice);
            assert_eq!(room.stage(), Some(Stage::Over));
            // While the result is shown, and once the table is paused: it is one and the same.
            for _ in 0..2_000 {
                room.player("ann", Do::Sit(1)).unwrap();
                room.player("ann", Do::Leave(1)).unwrap();
                if room.live.table().version() > 2_000 {
                    break;
                }
            }
        }
        room.floor(Do::Turn(Status::Paused, "a pause".into())).unwrap();
        room.player("cyd", Do::Sit(3)).unwrap();
        until_crowded(&mut room, "ann", &[Do::Sit(1), Do::Leave(1)]);
        assert!(room.live.table().version() < MOST_EVENTS);
        room.restart();
        assert_eq!(room.player("ann", Do::Sit(1)), Err(NotLive::Refused(Refused::Crowded)));
        room.player("cyd", Do::Leave(3)).unwrap();
        room.floor(Do::Turn(Status::Open, "on it goes".into())).unwrap();
        room.wait(20_000, dice);
        if room.live.table().rounds() == rounds {
            room.player("ann", Do::Sit(1)).unwrap();
            room.wait(0, dice);
        }
        assert_eq!((room.stage(), room.live.table().rounds()), (Some(Stage::Open), rounds + 1));
        room.player("dee", Do::Sit(4)).unwrap();
    }
}
