//! Rounds whose seed nobody can know any more end without it, and the table goes on under another key.

use crate::played::{GAMES, play};
use crate::room::{Dice, PLAYERS, Room, Shelf, key, name, stake};
use std::collections::BTreeMap;
use tercet_ledger::{Account, Key};
use tercet_rules::{Audience, Money, Phase};
use tercet_store::Store as _;
use tercet_table::{
    Ask, Do, HouseKey, Live, NotLive, Refused, Stage, Status, Table, TableEvent, Taken, Who,
    end_without_seed, in_play, opens,
};

const WHY: &str = "the disk is broken, and there is no copy";

fn t1() -> tercet_ledger::Name {
    name("t1")
}

fn another() -> HouseKey {
    HouseKey::new([9; 32])
}

/// The table as whoever has no key makes it again, which must be in play.
fn stuck(shelf: &Shelf) -> Table {
    in_play(&t1(), shelf).unwrap().expect("a round is in play")
}

fn ended(shelf: &Shelf, now_ms: u64) -> Taken {
    end_without_seed(&stuck(shelf), shelf, WHY, now_ms).unwrap().1
}

/// What is on the layout and held there.
fn in_the_round(shelf: &Shelf) -> i128 {
    let balances = shelf.balances().unwrap();
    let there =
        balances.all().filter(|(account, _)| matches!(account, Account::Layout(..) | Account::Held(..)));
    there.map(|(_, money)| i128::from(money.units())).sum()
}

/// Wherever a round is, whatever the game: it ends as by the floor's void, to the cent, though nobody knows a card; one that was paid stays paid.
/// Its own key opens it and no other does. Afterwards the table opens with any key, as the same table, and plays on.
#[test]
fn a_round_without_its_seed_ends_as_a_void_does() {
    let mut stages: BTreeMap<String, usize> = BTreeMap::new();
    for (seed, id) in (0..).zip(GAMES) {
        let (mut room, mut dice) = (Room::open(id, 5_000), Dice::new(60 + seed));
        for _ in 0..3 {
            play(&mut room, &mut dice, |room, dice| {
                let stage = room.stage();
                if stage.is_none_or(|stage| stage == Stage::Over) {
                    assert_eq!(in_play(&t1(), &room.shelf), Ok(None));
                    return;
                }
                if dice.one_in(3) {
                    tried(room, &mut stages);
                }
            });
        }
    }
    assert!(stages["Open"] > 20 && stages["Closed"] > 9 && stages["Dealt"] > 9, "{stages:?}");
}

fn tried(room: &Room, stages: &mut BTreeMap<String, usize>) {
    let stage = room.stage().unwrap();
    *stages.entry(format!("{stage:?}")).or_default() += 1;
    assert_eq!(opens(&t1(), &room.shelf, &key()), Ok(true));
    assert_eq!(opens(&t1(), &room.shelf, &another()), Ok(false));
    let by_floor = {
        let shelf = room.shelf.copy();
        // Open bets go back as a table is started again: then that is the void.
        let mut live = Live::open(&t1(), shelf.clone(), key(), room.now_ms).unwrap();
        let void = Ask::new(Who::Floor(name("flo")), Do::Void(WHY.into()));
        let void = live.ask(&void, &Key::new(b"void").unwrap(), room.now_ms, [0; 32]);
        (void.map(|answer| answer.taken.transactions), wallets(&shelf))
    };
    let shelf = room.shelf.copy();
    let before = stuck(&shelf);
    let taken = ended(&shelf, room.now_ms);
    if let Ok(transactions) = by_floor.0 {
        assert_eq!(taken.transactions, transactions, "{stage:?}");
    }
    assert_eq!(wallets(&shelf), by_floor.1, "{stage:?}");
    assert_eq!(in_the_round(&shelf), 0, "{stage:?}");
    assert_eq!(in_play(&t1(), &shelf), Ok(None));
    goes_on(&shelf, &before, room.now_ms);
}

fn wallets(shelf: &Shelf) -> Vec<Money> {
    PLAYERS.iter().map(|player| shelf.balance(&Account::Wallet(name(player))).unwrap()).collect()
}

/// The table opens with another key, shows no card of the round, and plays a whole round under that key; it is made again at every step.
fn goes_on(shelf: &Shelf, before: &Table, now_ms: u64) {
    let mut dice = Dice::new(5);
    let open = |now_ms| Live::open(&t1(), shelf.clone(), another(), now_ms).unwrap();
    let mut live = open(now_ms);
    assert_eq!((live.table().stage(), live.table().version()), (None, before.version() + 1));
    let seen = live.table().view(Audience::Audit);
    assert!(seen.view.is_none() && seen.commitment.is_none() && seen.seats == *before.seats());
    let mut now_ms = now_ms;
    let mut stages = Vec::new();
    for _ in 0..12 {
        now_ms += 60_000;
        let Some((ask, key)) = live.due(now_ms).unwrap() else { break };
        live.ask(&ask, &key, now_ms, dice.bytes()).unwrap();
        stages.extend(live.table().stage());
        if live.table().stage() == Some(Stage::Open) {
            let (spot, player) = live.table().seats().first_key_value().unwrap();
            let (spot, who) = (*spot, Who::Player(player.clone()));
            let game = live.table().settings().unwrap().game.clone();
            let mut bets: Vec<_> = game.wager_nos().filter(|no| game.wager(*no).required.is_some()).collect();
            if bets.is_empty() {
                bets.extend(game.wager_nos().next());
            }
            for no in bets {
                let place = Do::Place(spot, game.wager(no).id.clone(), stake(&game, no, &mut dice));
                live.ask(&Ask::new(who.clone(), place), &Key::new(&dice.bytes()).unwrap(), now_ms, [0; 32])
                    .unwrap();
            }
            continue;
        }
        let digest = live.table().digest();
        live = open(now_ms);
        assert_eq!(live.table().digest(), digest);
    }
    assert!(stages.is_empty() || stages.contains(&Stage::Over), "{stages:?}");
}

/// A table that has been led to a stage of its first round, with bets of two players.
fn led_to(stage: Stage) -> Room {
    let (mut room, mut dice) = (Room::open("three-card-poker", 5_000), Dice::new(1));
    for (spot, player) in (1..=2).zip(PLAYERS) {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    while room.stage() != Some(stage) {
        room.now_ms += 60_000;
        let (ask, key) = room.live.due(room.now_ms).unwrap().unwrap();
        room.live.ask(&ask, &key, room.now_ms, dice.bytes()).unwrap();
        if room.stage() == Some(Stage::Open) {
            for (spot, player) in (1..=2).zip(PLAYERS) {
                room.player(player, Do::Place(spot, "ante".into(), Money::from_units(1_000))).unwrap();
            }
        }
    }
    room
}

const IN_PLAY: [Stage; 5] = [Stage::Open, Stage::Closed, Stage::Dealt, Stage::Decided, Stage::Settled];

/// At every stage: what was not settled goes back, and what was paid is not touched.
#[test]
fn what_is_paid_stays_paid_and_all_else_goes_back() {
    for stage in IN_PLAY {
        let room = led_to(stage);
        let (mut live, shelf) = (room.live, room.shelf);
        let was = wallets(&shelf);
        let is_paid = matches!(stuck(&shelf).round().unwrap().phase(), Phase::Settled(..));
        assert_eq!(is_paid, stage == Stage::Settled);
        let taken = ended(&shelf, room.now_ms);
        assert_eq!(taken.transactions.is_empty(), is_paid, "{stage:?}");
        if is_paid {
            assert_eq!(wallets(&shelf), was);
        } else {
            assert_eq!(wallets(&shelf), [Money::from_units(500_000); 5], "{stage:?}");
        }
        // A table that somebody has open all the same, and that knows the cards, finds itself overtaken.
        let (ask, key) = live.due(room.now_ms + 60_000).unwrap().unwrap();
        let came = live.ask(&ask, &key, room.now_ms + 60_000, [0; 32]);
        assert!(matches!(came, Err(NotLive::Overtaken | NotLive::KeyUsed { .. })), "{came:?}");
    }
}

/// Where the seed is known nobody ends a round for want of it; nor does anybody but the operator, without a reason, or where no round is in play.
/// Nothing is written then.
#[test]
fn a_round_is_ended_for_want_of_its_seed_only_where_that_is_not_known() {
    for stage in IN_PLAY.into_iter().chain([Stage::Over]) {
        let mut room = led_to(stage);
        let before = room.state();
        let lose = |why: &str| Do::LoseSeed(why.into());
        let refused = |came: Result<_, NotLive>| {
            let Err(NotLive::Refused(refused)) = came else { panic!("{came:?}") };
            refused
        };
        let known = refused(room.ask(Who::Operator, lose(WHY)));
        if stage == Stage::Over {
            assert!(matches!(known, Refused::NotNow { .. }), "{known:?}");
        } else {
            assert_eq!(known, Refused::SeedKnown, "{stage:?}");
        }
        for who in [Who::Player(name("ann")), Who::Floor(name("flo")), Who::Table] {
            assert!(matches!(refused(room.ask(who, lose(WHY))), Refused::NotYours { .. }));
        }
        // The operator is nobody of the house.
        for what in [Do::Void(WHY.into()), Do::Report("exposed-card".into()), Do::Sit(3), Do::Leave(1)] {
            refused(room.ask(Who::Operator, what));
        }
        assert_eq!(room.state(), before);
        if stage != Stage::Over {
            let table = stuck(&room.shelf);
            for why in ["", "  ", &"ä".repeat(501)] {
                let came = end_without_seed(&table, &room.shelf, why, room.now_ms);
                assert_eq!(came, Err(NotLive::Refused(Refused::Reason)));
            }
            assert_eq!(room.state(), before);
        }
    }
}

/// The power goes before or after it is written; asked again it is done, once. And a table that is asked twice is refused the second time.
#[test]
fn it_is_done_once_whenever_the_power_goes() {
    for stage in IN_PLAY {
        for how in [1, 2] {
            let room = led_to(stage);
            let (shelf, size) = (&room.shelf, room.shelf.chain().unwrap().size);
            let table = stuck(shelf);
            shelf.fail_next(how);
            let came = end_without_seed(&table, shelf, WHY, room.now_ms);
            assert!(matches!(came, Err(NotLive::Failed(_))), "{came:?}");
            assert_eq!(shelf.chain().unwrap().size, size + how - 1);
            // Whoever kept the table and asks again is told what was written; whoever looks anew finds it ended.
            assert_eq!(in_play(&t1(), shelf).unwrap().is_none(), how == 2);
            let (receipt, _) = end_without_seed(&table, shelf, WHY, room.now_ms).unwrap();
            assert_eq!((receipt.seq, receipt.again), (size, how == 2));
            assert_eq!(shelf.chain().unwrap().size, size + 1);
            assert_eq!(in_the_round(shelf), 0);
            // For another reason it would be another step, and there is no room for it.
            let came = end_without_seed(&table, shelf, "for another reason", room.now_ms);
            assert!(matches!(came, Err(NotLive::KeyUsed { .. } | NotLive::Overtaken)), "{came:?}");
        }
    }
}

/// The clock of a machine that is behind makes no step earlier than the one before it.
#[test]
fn it_is_written_at_its_time_though_the_clock_was_set_back() {
    let room = led_to(Stage::Dealt);
    let (receipt, _) = end_without_seed(&stuck(&room.shelf), &room.shelf, WHY, 1).unwrap();
    assert_eq!(receipt.at_ms, room.now_ms);
}

/// Whatever has happened at a table before: once a round has ended without its seed, whoever comes sits down, also if no other opens.
#[test]
fn a_long_past_keeps_nobody_from_a_table_without_a_round() {
    let mut room = Room::open("three-card-poker", 5_000);
    for _ in 0..1_600 {
        for status in [Status::Paused, Status::Open] {
            room.floor(Do::Turn(status, "to and fro".into())).unwrap();
        }
    }
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut Dice::new(1));
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    room.floor(Do::Turn(Status::Paused, "a break".into())).unwrap();
    ended(&room.shelf, room.now_ms);
    let mut live = Live::open(&t1(), room.shelf.clone(), another(), room.now_ms).unwrap();
    let sit = Ask::new(Who::Player(name("bob")), Do::Sit(2));
    let came = live.ask(&sit, &Key::new(b"sit").unwrap(), room.now_ms, [0; 32]).unwrap();
    assert!(matches!(came.events[..], [TableEvent::Seated { spot: 2, .. }]));
}
