//! A house whose key is another than the one with which its rounds were opened.

use crate::room::{Dice, PLAYERS, Room, key, name};
use tercet_rules::Money;
use tercet_table::{Do, HouseKey, Live, NotLive, NotThis, Reset, Stage};

/// A table whose last round is over opens with any key, as the same table. One with a round in play does not, whatever the round is doing: its
/// cards follow from the key that it was opened with, and the record of its opening is named.
fn is_tried(room: &Room) {
    let Some(stage) = room.stage() else { return };
    let digest = room.live.table().digest();
    let open = |key| Live::open(&name("t1"), room.shelf.clone(), key, room.now_ms);
    match (stage, open(HouseKey::new([9; 32]))) {
        (Stage::Over, came) => assert_eq!(came.unwrap().table().digest(), digest),
        (_, Err(NotLive::Damaged { seq, why })) => {
            assert_eq!(why, Reset::NotThis(NotThis::Commitment), "{stage:?}");
            assert!(seq < room.state().1.size);
        }
        (stage, came) => panic!("{stage:?}: {came:?}"),
    }
    // Nothing was written by whoever could not open it, and with its own key it opens. (Open bets would go back.)
    if stage != Stage::Open {
        assert_eq!(open(key()).unwrap().table().digest(), digest, "{stage:?}");
    }
}

/// Step by step through two rounds and more.
#[test]
fn a_round_in_play_needs_its_key_and_one_that_is_over_none() {
    let (mut room, mut dice) = (Room::open("three-card-poker", 5_000), Dice::new(1));
    let mut stages = Vec::new();
    for (spot, player) in (1..=2).zip(PLAYERS) {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    for _ in 0..16 {
        room.now_ms += 60_000;
        let (ask, key) = room.live.due(room.now_ms).unwrap().expect("rounds follow one another");
        room.live.ask(&ask, &key, room.now_ms, dice.bytes()).unwrap();
        is_tried(&room);
        stages.extend(room.stage());
        if room.stage() == Some(Stage::Open) {
            for (spot, player) in (1..=2).zip(PLAYERS) {
                room.player(player, Do::Place(spot, "ante".into(), Money::from_units(1_000))).unwrap();
                is_tried(&room);
            }
        }
    }
    for stage in [Stage::Open, Stage::Closed, Stage::Dealt, Stage::Decided, Stage::Settled, Stage::Over] {
        assert!(stages.contains(&stage), "{stage:?} of {stages:?}");
    }
}
