//! A table that is set while a round is in play: the round keeps what it was opened with, and the next one is played so.

use crate::restarted::permitted;
use crate::room::{Dice, Room, settings};
use tercet_ledger::{Account, Name};
use tercet_rules::{Audience, Choice, Money, Phase};
use tercet_table::{Clocks, Do, NotLive, Refused, Settings, Stage, Status, TableEvent, TableView};

const BEFORE: &str = "three-card-fortune";
const AFTER: &str = "three-card-shine";

fn set(id: &str) -> Do {
    Do::Set(Box::new(settings(id)))
}

fn seen(room: &Room) -> TableView {
    room.live.table().view(Audience::Spectator)
}

/// The ids of the games: of the round, of the next one, and whether that is another.
fn games(room: &Room) -> (String, String, bool) {
    let seen = seen(room);
    let id = |settings: Option<&Settings>| settings.unwrap().game.id.to_string();
    (id(seen.playing.as_deref()), id(seen.settings.as_deref()), seen.pending)
}

/// Ann has bet in a round that is at this stage.
fn at(stage: Stage, dice: &mut Dice) -> Room {
    let mut room = Room::open(BEFORE, 1_000);
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, dice);
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    // A secret that is not told keeps the round closed for a while.
    let (_, hash) = crate::room::secret(&room, 1, dice);
    let swears = stage == Stage::Closed;
    if swears {
        room.player("ann", Do::Swear(1, hash)).unwrap();
    }
    for (wanted, ms) in [(Stage::Open, 0), (Stage::Closed, 20_000), (Stage::Dealt, 0), (Stage::Over, 20_000)]
    {
        room.wait(ms, dice);
        if wanted == stage {
            break;
        }
    }
    assert_eq!(room.stage(), Some(stage));
    room
}

/// At whatever stage, with a restart behind it or not: the round in play ends by its own rules, and its money is what they say; the next round is
/// the first under the others. Everything of it is something that an audit lets pass.
#[test]
fn what_is_set_during_a_round_holds_from_the_next_one() {
    for stage in [Stage::Open, Stage::Closed, Stage::Dealt, Stage::Over] {
        for restarted in [false, true] {
            let mut dice = Dice::new(2);
            let mut room = at(stage, &mut dice);
            let before = room.live.table().round().cloned();
            room.floor(set(AFTER)).unwrap();
            assert_eq!(room.live.table().round().cloned(), before, "nothing of it is another");
            let pending = stage != Stage::Over;
            assert_eq!(games(&room), (BEFORE.into(), AFTER.into(), pending));
            if restarted {
                room.restart();
                assert_eq!(games(&room), (BEFORE.into(), AFTER.into(), pending));
            }
            for _ in 0..60 {
                if room.live.table().rounds() > 1 {
                    break;
                }
                assert_eq!(games(&room).0, BEFORE);
                room.wait(1_000, &mut dice);
            }
            assert_eq!(games(&room), (AFTER.into(), AFTER.into(), false), "{stage:?} {restarted}");
            assert_eq!(room.live.table().round().unwrap().game().id.as_str(), AFTER);
            // Play goes on under them, and through another restart.
            room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
            room.wait(20_000, &mut dice);
            room.restart();
            assert_eq!(room.stage(), Some(Stage::Dealt));
            room.player("ann", Do::Decide(1, Choice::Fold)).unwrap();
            room.wait(0, &mut dice);
            assert_eq!(room.stage(), Some(Stage::Over));
            permitted(&room);
        }
    }
}

/// A round in which nobody has bet makes way for what was set, instead of waiting for a bet under the old rules; one with bets does so once the last
/// of them is taken back.
#[test]
fn an_empty_round_makes_way_for_what_was_set() {
    for bets in [false, true] {
        let (mut room, mut dice) = (Room::open(BEFORE, 1_000), Dice::new(4));
        room.player("ann", Do::Sit(1)).unwrap();
        room.wait(0, &mut dice);
        if bets {
            room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
        }
        room.floor(set(AFTER)).unwrap();
        room.wait(0, &mut dice);
        if bets {
            assert_eq!(room.stage(), Some(Stage::Open));
            room.player("ann", Do::TakeBack(1, "ante".into())).unwrap();
            room.wait(0, &mut dice);
        }
        assert_eq!(room.stage(), Some(Stage::Over));
        let Phase::Voided { reason, .. } = room.live.table().round().unwrap().phase() else { panic!("void") };
        assert_eq!(reason, "the table is set anew and nobody has bet");
        assert_eq!(room.wallet("ann"), Money::from_units(100_000));
        room.wait(6_000, &mut dice);
        assert_eq!(games(&room), (AFTER.into(), AFTER.into(), false));
        permitted(&room);
    }
}

/// Of several settings the last holds; one that is what the round is played by leaves nothing to wait for, and an empty round stays.
#[test]
fn the_last_setting_holds_and_the_same_one_changes_nothing() {
    let (mut room, mut dice) = (Room::open(BEFORE, 1_000), Dice::new(6));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    room.floor(set(BEFORE)).unwrap();
    room.wait(0, &mut dice);
    assert_eq!((room.stage(), seen(&room).pending), (Some(Stage::Open), false));
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    let quicker = Settings { clocks: Clocks { show_ms: 1, ..Clocks::default() }, ..settings(BEFORE) };
    let hinting = Settings { hints: true, ..settings(BEFORE) };
    for other in [quicker, hinting, settings("three-card-poker")] {
        room.floor(Do::Set(Box::new(other))).unwrap();
        assert!(seen(&room).pending);
    }
    room.floor(set(BEFORE)).unwrap();
    assert!(!seen(&room).pending);
    room.floor(set(AFTER)).unwrap();
    room.wait(20_000, &mut dice);
    room.wait(20_000, &mut dice);
    room.wait(6_000, &mut dice);
    assert_eq!(games(&room).0, AFTER);
    permitted(&room);
}

/// The meter of a round is that of its own settings to its end, though the next round has another.
#[test]
fn a_round_keeps_its_meter() {
    let (mut room, mut dice) = (Room::open("three-card-poker", 1_000), Dice::new(8));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    let meter = |name: &str| Account::Meter(Name::new(name).unwrap());
    let start = room.balance(&meter("m1"));
    let progressive = room.game().meter.as_ref().map(|meter| room.game().wager(meter.wager).clone()).unwrap();
    for (wager, units) in [("ante", 1_000), (progressive.id.as_str(), 100)] {
        room.player("ann", Do::Place(1, wager.into(), Money::from_units(units))).unwrap();
    }
    let other = Settings { meter: Some(Name::new("m2").unwrap()), ..settings("three-card-poker") };
    room.floor(Do::Set(Box::new(other))).unwrap();
    room.wait(20_000, &mut dice);
    room.wait(20_000, &mut dice);
    assert_ne!(room.balance(&meter("m1")), start);
    assert_eq!(room.balance(&meter("m2")), Money::ZERO);
    room.wait(6_000, &mut dice);
    assert!(room.balance(&meter("m2")) > Money::ZERO, "it is started with the next round (R19)");
    permitted(&room);
}

/// Whoever sits there must be able to sit under what is set, and whoever sits down while it waits, too.
#[test]
fn nobody_sits_where_the_next_round_has_no_spot() {
    let (mut room, mut dice) = (Room::open(BEFORE, 1_000), Dice::new(1));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    let fewer = crate::room::with_three_spots(BEFORE);
    room.player("bob", Do::Sit(4)).unwrap();
    let refused = |came: Result<_, NotLive>| matches!(came, Err(NotLive::Refused(Refused::Rules(_))));
    assert!(refused(room.floor(Do::Set(Box::new(fewer.clone())))), "bob sits at spot 4");
    room.player("bob", Do::Leave(4)).unwrap();
    room.floor(Do::Set(Box::new(fewer))).unwrap();
    assert!(refused(room.player("bob", Do::Sit(4))));
    room.player("bob", Do::Sit(3)).unwrap();
    room.floor(Do::Turn(Status::Open, "on it goes".into())).unwrap();
    for ms in [20_000, 20_000, 6_000] {
        room.wait(ms, &mut dice);
    }
    assert_eq!(room.live.table().round().unwrap().game().spots, 3);
    permitted(&room);
}

/// The event stands in the journal with who and what, at the time at which it was asked.
#[test]
fn what_waits_stands_in_the_journal() {
    let mut dice = Dice::new(3);
    let mut room = at(Stage::Dealt, &mut dice);
    let done = room.floor(set(AFTER)).unwrap();
    let [TableEvent::Set { by, text, .. }] = &done.events[..] else { panic!("{:?}", done.events) };
    assert_eq!((by.as_str(), text.as_str()), ("flo", &*settings(AFTER).text));
    assert_eq!(done.receipt.at_ms, room.now_ms);
}
