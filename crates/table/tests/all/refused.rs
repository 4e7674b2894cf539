//! What a table refuses, and that nothing changes then.

use crate::played::play;
use crate::room::{Dice, PLAYERS, Room, name, secret, settings};
use tercet_fair::{SeatHash, SeatSecret};
use tercet_ledger::Key;
use tercet_rules::{Choice, Money};
use tercet_store::Store as _;
use tercet_table::{Ask, Do, Next, NotLive, Refused, Stage, Status, TableEvent, Who};

/// Everything that can be asked, sensible or not, by everybody.
fn anything(dice: &mut Dice) -> Ask {
    let who = match dice.below(8) {
        0 => Who::Floor(name("flo")),
        1 => Who::Table,
        _ => Who::Player(name(PLAYERS[dice.below(PLAYERS.len())])),
    };
    let spot = u8::try_from(dice.below(10)).unwrap();
    let wager = ["ante", "play", "pair-plus", "progressive", "six-card-bonus", "no-such"][dice.below(6)];
    let amounts = [0, -1, 1, 100, 500, 1_000, 1_050, i64::MAX, i64::MIN, 1_000_000_000_000];
    let amount = Money::from_units(amounts[dice.below(amounts.len())]);
    let what = match dice.below(21) {
        0 => Do::Turn(Status::Open, "go on".into()),
        1 => Do::Turn(Status::Open, " ".into()),
        2 => Do::Void("x".repeat(dice.below(900))),
        3 => Do::Report(["exposed-card", "meteor", ""][dice.below(3)].into()),
        4 => Do::Sit(spot),
        5 => Do::Leave(spot),
        6 => Do::TakeBack(spot, wager.into()),
        7 => Do::Swear(spot, SeatHash::from_bytes(dice.bytes())),
        8 => Do::Tell(spot, SeatSecret::new(dice.bytes())),
        9 => Do::Decide(spot, Choice::Fold),
        10 => Do::Decide(spot, Choice::Play { times: u8::try_from(dice.below(256)).unwrap() }),
        11 => Do::OpenRound,
        12 => Do::CloseBets,
        13 => Do::Deal,
        14 => Do::TimeOut,
        15 => Do::Reveal,
        16 => Do::Reconcile,
        17 => Do::TellSeed,
        18 => Do::Ready(spot),
        19 => Do::StandUp(spot, name(PLAYERS[dice.below(PLAYERS.len())])),
        _ => Do::Place(spot, wager.into(), amount),
    };
    Ask::new(who, what)
}

#[test]
fn what_is_refused_changes_nothing_and_what_is_done_is_done_once() {
    let (mut room, mut dice) = (Room::open("three-card-poker", 40), Dice::new(11));
    let (mut done, mut refused) = (0, 0);
    for _ in 0..25 {
        play(&mut room, &mut dice, |room, dice| {
            for _ in 0..6 {
                let (ask, key, before) = (anything(dice), room.next_key(), room.state());
                let now_ms = room.now_ms;
                match room.live.ask(&ask, &key, now_ms, [1; 32]) {
                    Ok(answer) => {
                        done += 1;
                        // Asked again, also later: the same answer, and nothing happens.
                        let after = room.state();
                        let again = room.live.ask(&ask, &key, now_ms + 5, [2; 32]).unwrap();
                        assert_eq!((again.receipt.seq, again.receipt.again), (answer.receipt.seq, true));
                        let other = Ask { what: Do::Sit(255), ..ask };
                        let used = room.live.ask(&other, &key, now_ms, [1; 32]).unwrap_err();
                        assert_eq!(used, NotLive::KeyUsed { seq: answer.receipt.seq });
                        assert_eq!(room.state(), after);
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().is_empty());
                        assert!(
                            !matches!(
                                error,
                                NotLive::Failed(_) | NotLive::Damaged { .. } | NotLive::Overtaken
                            ),
                            "{error}"
                        );
                        assert_eq!(room.state(), before, "{ask:?}: {error}");
                    }
                }
            }
        });
    }
    assert!(done > 50 && refused > 1_000, "{done} done, {refused} refused");
}

#[test]
fn nobody_acts_for_another() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    let ante = Do::Place(1, "ante".into(), Money::from_units(1_000));
    let refused = |error| matches!(error, NotLive::Refused(Refused::NotYourSpot { spot: 1 }));
    assert!(refused(room.player("bob", ante.clone()).unwrap_err()));
    room.player("ann", ante).unwrap();
    assert!(refused(room.player("bob", Do::TakeBack(1, "ante".into())).unwrap_err()));
    assert!(refused(room.player("bob", Do::Leave(1)).unwrap_err()));
    room.wait(20_000, &mut dice);
    room.wait(3_000, &mut dice);
    assert!(refused(room.player("bob", Do::Decide(1, Choice::Fold)).unwrap_err()));
    assert!(matches!(room.player("ann", Do::Leave(1)), Err(NotLive::Refused(Refused::InPlay { spot: 1 }))));
    for floor in
        [Do::Void("mine".into()), Do::Turn(Status::Closed, "mine".into()), Do::Report("exposed-card".into())]
    {
        assert!(matches!(room.player("ann", floor), Err(NotLive::Refused(Refused::NotYours { .. }))));
    }
}

#[test]
fn who_has_no_money_is_told_what_is_missing() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 15), Dice::new(1));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    let before = room.state();
    // $10 and the $10 that Play may take.
    let error = room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap_err();
    assert_eq!(error.to_string(), "the wallet holds $15, and $20 is needed");
    assert_eq!(room.state(), before);
}

#[test]
fn a_seat_keeps_the_secret_it_committed_to() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    let (mine, hash) = secret(&room, 1, &mut dice);
    room.player("ann", Do::Swear(1, hash)).unwrap();
    let (_, other) = secret(&room, 1, &mut dice);
    let error = room.player("ann", Do::Swear(1, other)).unwrap_err();
    assert_eq!(error, NotLive::Refused(Refused::Sworn { spot: 1 }));
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    room.wait(20_000, &mut dice);
    let wrong = room.player("ann", Do::Tell(1, SeatSecret::new([9; 32]))).unwrap_err();
    assert!(matches!(wrong, NotLive::Refused(Refused::Secret(_))), "{wrong}");
    room.player("ann", Do::Tell(1, mine)).unwrap();
}

/// Whoever guesses the keys that the table will use for its own steps stops nothing with them.
#[test]
fn nobody_takes_the_keys_of_the_table_or_of_another_player() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        let key = Key::new(b"1").unwrap();
        let sit = Ask::new(Who::Player(name(player)), Do::Sit(spot));
        assert!(!room.live.ask(&sit, &key, 1_000, [0; 32]).unwrap().receipt.again, "{player}'s own key");
    }
    room.wait(0, &mut dice);
    for version in 0..40_u64 {
        let key = Key::new(&version.to_be_bytes()).unwrap();
        let amount = Money::from_units(1_000 + 100 * i64::try_from(version % 5).unwrap());
        let bet = Ask::new(Who::Player(name("ann")), Do::Place(1, "ante".into(), amount));
        let _ = room.live.ask(&bet, &key, room.now_ms, [0; 32]);
    }
    room.wait(20_000, &mut dice);
    room.wait(20_000, &mut dice);
    assert_eq!(room.stage(), Some(Stage::Over));
}

/// The key names what was asked, not who asked first.
#[test]
fn a_key_belongs_to_one_thing_that_was_asked() {
    let mut room = Room::open("three-card-fortune", 1_000);
    let key = Key::new(b"mine").unwrap();
    let sit = |player: &str, spot| Ask::new(Who::Player(name(player)), Do::Sit(spot));
    room.live.ask(&sit("ann", 1), &key, 0, [0; 32]).unwrap();
    assert!(matches!(room.live.ask(&sit("ann", 2), &key, 0, [0; 32]), Err(NotLive::KeyUsed { .. })));
    // Another player's key of the same bytes is another key.
    assert!(matches!(room.live.ask(&sit("bob", 1), &key, 0, [0; 32]), Err(NotLive::Refused(_))));
}

/// Somebody who went away for good keeps no position; the floor stands up nobody whose bets are in play.
#[test]
fn the_floor_stands_up_who_is_gone() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    let empty = room.floor(Do::Leave(1)).unwrap_err();
    assert_eq!(empty, NotLive::Refused(Refused::Empty { spot: 1 }));
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    room.floor(Do::Leave(1)).unwrap();
    assert_eq!(room.wallet("ann"), Money::from_units(100_000), "open bets go back");
    room.player("ann", Do::Sit(1)).unwrap();
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    room.wait(20_000, &mut dice);
    assert_eq!(room.floor(Do::Leave(1)).unwrap_err(), NotLive::Refused(Refused::InPlay { spot: 1 }));
}

/// Whom the house stands up it names: whoever sits there instead by the time that the table comes to it keeps the position, and nothing has happened.
#[test]
fn whoever_sits_there_by_then_is_not_stood_up_for_another() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    let ann = Do::StandUp(1, name("ann"));
    assert_eq!(room.floor(ann.clone()).unwrap_err(), NotLive::Refused(Refused::Empty { spot: 1 }));
    room.player("bob", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    room.player("bob", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    let before = room.state();
    assert_eq!(room.floor(ann.clone()).unwrap_err(), NotLive::Refused(Refused::SomebodyElse { spot: 1 }));
    for who in ["ann", "bob"] {
        assert!(matches!(room.player(who, ann.clone()), Err(NotLive::Refused(Refused::NotYours { .. }))));
    }
    assert_eq!(room.state(), before);
    // It is kept as asked for like every other: the journal says who was stood up, and needs no more.
    let bob = Do::StandUp(1, name("bob"));
    let hash = |what| Ask::new(Who::Floor(name("flo")), what).hash(&name("t"));
    assert_eq!(hash(bob.clone()), hash(Do::Leave(1)));
    room.floor(bob).unwrap();
    assert_eq!(room.wallet("bob"), Money::from_units(100_000), "open bets go back");
    room.player("ann", Do::Sit(1)).unwrap();
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    room.wait(20_000, &mut dice);
    assert_eq!(room.floor(ann).unwrap_err(), NotLive::Refused(Refused::InPlay { spot: 1 }));
}

/// A step whose writer forgot to say what became of it is looked up, not guessed.
#[test]
fn a_step_that_was_never_finished_is_looked_up() {
    for written in [false, true] {
        let mut room = Room::open("three-card-fortune", 1_000);
        let ask = Ask::new(Who::Player(name("ann")), Do::Sit(1));
        let key = room.next_key();
        let Next::Write(pending) = room.live.begin(&ask, &key, 0, [0; 32]).unwrap() else { panic!("new") };
        if written {
            room.shelf.append(&pending.append).unwrap();
        }
        let answer = room.live.ask(&ask, &key, 0, [0; 32]).unwrap();
        assert_eq!(answer.receipt.again, written);
        assert_eq!(room.live.table().view(tercet_rules::Audience::Spectator).seats.len(), 1);
    }
}

/// A step of the table's own that was written under another chance is what counts, not the one that was worked out anew.
#[test]
fn a_step_that_was_written_before_counts() {
    let (mut room, dice) = (Room::open("three-card-fortune", 1_000), &mut Dice::new(1));
    room.player("ann", Do::Sit(1)).unwrap();
    let begun = |room: &mut Room, chance| {
        let (ask, key) = room.live.due(1_000).unwrap().unwrap();
        let Next::Write(pending) = room.live.begin(&ask, &key, 1_000, chance).unwrap() else { panic!("new") };
        *pending
    };
    let first = begun(&mut room, dice.bytes());
    let second = begun(&mut room, dice.bytes());
    room.shelf.append(&first.append).unwrap();
    let written = room.shelf.append(&second.append);
    assert!(written.as_ref().unwrap().again);
    assert!(
        matches!(room.live.finish(second, written), Ok(Next::Answered(answer)) if answer.events.is_empty())
    );
    let (seen, digest) = (room.live.table().view(tercet_rules::Audience::Audit), room.live.table().digest());
    room.restart();
    assert_eq!(room.live.table().digest(), digest);
    assert_eq!(room.live.table().view(tercet_rules::Audience::Audit).commitment, seen.commitment);
}

/// The awards of a meter need a stream of its name: a name without room for it is refused as the table is set.
#[test]
fn a_meter_has_a_name_that_the_books_can_keep() {
    let text = crate::room::text_of("three-card-poker");
    for (length, fits) in [(1, true), (58, true), (59, false), (64, false)] {
        let meter = Some(name(&"m".repeat(length)));
        let set = tercet_table::Settings::new(&text, 0, meter, tercet_table::Clocks::default());
        assert_eq!(set.is_ok(), fits, "{length} bytes");
    }
}

/// At each stage of a round what was right at another is refused, also after a power cut; and what was done at an earlier stage is answered
/// as it was then, or refused if it is another thing under the same key.
#[test]
fn each_stage_takes_what_is_of_that_stage() {
    use tercet_table::NotLive::Refused as No;
    let (mut room, mut dice) = (Room::open("three-card-poker", 1_000), Dice::new(4));
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    room.wait(0, &mut dice);
    let (mine, hash) = secret(&room, 1, &mut dice);
    let by_ann = |what| Ask::new(Who::Player(name("ann")), what);
    let bet = |units| by_ann(Do::Place(1, "ante".into(), Money::from_units(units)));
    let (first, key) = (bet(1_000), room.next_key());
    let bet_at = room.live.ask(&first, &key, room.now_ms, [0; 32]).unwrap().receipt.seq;
    room.player("ann", Do::Swear(1, hash)).unwrap();
    room.player("bob", Do::Place(2, "ante".into(), Money::from_units(1_000))).unwrap();
    let set = || Do::Set(Box::new(settings("three-card-poker")));
    let mut stages = Vec::new();
    loop {
        let stage = room.stage().unwrap();
        if stage != Stage::Open {
            room.restart();
        }
        stages.push(stage);
        let of_players = [
            (Do::Place(1, "ante".into(), Money::from_units(2_000)), vec![Stage::Open]),
            (Do::TakeBack(1, "ante".into()), vec![Stage::Open]),
            (Do::Swear(1, hash), vec![Stage::Open]),
            (Do::Ready(1), vec![Stage::Open]),
            (Do::Tell(1, mine.clone()), vec![Stage::Closed]),
            (Do::Decide(1, Choice::Fold), vec![Stage::Dealt]),
            (Do::Leave(1), vec![Stage::Open, Stage::Settled, Stage::Over]),
        ];
        let own =
            [Do::OpenRound, Do::CloseBets, Do::Deal, Do::TimeOut, Do::Reveal, Do::Reconcile, Do::TellSeed];
        let before = room.state();
        for (what, at) in of_players {
            let wrong = room.player("bob", what.clone()).unwrap_err();
            assert_eq!(wrong, No(Refused::NotYourSpot { spot: 1 }), "{what:?} {stage:?}");
            // The floor may stand up who has no bets in play, and do nothing else of a player's.
            if !matches!(what, Do::Leave(_)) {
                assert!(matches!(
                    room.floor(what.clone()),
                    Err(No(Refused::NotYours { .. } | Refused::NotYourSpot { .. }))
                ));
            }
            if !at.contains(&stage) {
                let late = room.player("ann", what.clone()).unwrap_err();
                assert!(
                    matches!(late, No(Refused::NotNow { .. } | Refused::InPlay { .. })),
                    "{what:?} {late}"
                );
            }
        }
        let due = room.live.due(room.now_ms).unwrap().map(|(ask, _)| ask.what);
        for what in own {
            assert!(
                matches!(room.player("ann", what.clone()), Err(No(Refused::NotYours { .. }))),
                "{what:?}"
            );
            if due.as_ref() != Some(&what) {
                let early = room.ask(Who::Table, what.clone()).unwrap_err();
                assert!(matches!(early, No(Refused::NotNow { .. })), "{what:?} {stage:?} {early}");
            }
        }
        // The floor may set the table at every stage (`set_anew` has what comes of it), and nobody else at any.
        assert!(matches!(room.player("ann", set()), Err(No(Refused::NotYours { .. }))), "{stage:?}");
        let again = room.live.ask(&first, &key, room.now_ms, [9; 32]).unwrap().receipt;
        assert_eq!((again.seq, again.again), (bet_at, true), "{stage:?}");
        let other = room.live.ask(&bet(1_100), &key, room.now_ms, [9; 32]).unwrap_err();
        assert_eq!(other, NotLive::KeyUsed { seq: bet_at }, "{stage:?}");
        assert_eq!(room.state(), before, "{stage:?}");
        if stage == Stage::Over {
            break;
        }
        if stage == Stage::Closed {
            room.player("ann", Do::Tell(1, mine.clone())).unwrap();
        }
        while room.stage() == Some(stage) {
            match room.live.due(room.now_ms).unwrap() {
                Some((ask, key)) => drop(room.live.ask(&ask, &key, room.now_ms, dice.bytes()).unwrap()),
                None => room.now_ms += 1_000,
            }
        }
    }
    assert_eq!(stages.len(), 6, "{stages:?}");
}

/// The table voids a round by itself for reasons of its own, each at its time: nobody who writes in its name finds another one, or one that is not so.
#[test]
fn the_table_voids_no_round_without_its_reason() {
    let (restarted, paused, set_anew, crowded) = (
        "the table was started again while bets were open",
        "the table is paused and nobody has bet",
        "the table is set anew and nobody has bet",
        "places and bets were changed too often, and nobody has bet",
    );
    let reasons = [restarted, paused, set_anew, crowded, "the house would have lost"];
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(4));
    let voids = |room: &mut Room, due: &[&str]| {
        let ask = |why: &str| Ask::new(Who::Table, Do::Void(why.into()));
        for why in reasons {
            let written = TableEvent::Voided { by: None, reason: why.into() };
            let table = room.live.table();
            let may_be = table.permits(&[written], room.now_ms, &ask(why).hash(table.name()));
            assert_eq!(may_be.is_ok(), due.contains(&why), "{why}");
            if !due.contains(&why) {
                let came = room.ask(Who::Table, Do::Void(why.into()));
                assert!(matches!(came, Err(NotLive::Refused(Refused::NotNow { .. }))), "{why}: {came:?}");
            }
        }
    };
    voids(&mut room, &[]);
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    voids(&mut room, &[]);
    room.floor(Do::Set(Box::new(settings("three-card-shine")))).unwrap();
    voids(&mut room, &[set_anew]);
    room.floor(Do::Turn(Status::Paused, "a pause".into())).unwrap();
    voids(&mut room, &[paused]);
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    voids(&mut room, &[restarted]);
    for (ms, stage) in [(20_000, Stage::Dealt), (20_000, Stage::Over)] {
        room.wait(ms, &mut dice);
        assert_eq!(room.stage(), Some(stage));
        voids(&mut room, &[]);
    }
}
