//! Meters: started once, by whoever comes first, and paid once, whoever hits at the same time (R19, R20).

use crate::room::{Dice, Room, key, name, settings, text_of};
use tercet_ledger::{Account, Name, Posting, Why};
use tercet_rules::Money;
use tercet_store::Store;
use tercet_table::{Clocks, Do, Live, Next, Pending, Settings, Stage, Status, Stream};

const WITH_A_METER: [&str; 2] = ["three-card-poker", "two-meter-rows"];

/// A room whose table is set so, on a meter that holds nothing.
fn on_a_new_meter(settings: &Settings) -> Room {
    let mut room = Room::open("three-card-fortune", 1_000);
    room.floor(Do::Set(Box::new(settings.clone()))).unwrap();
    room
}

fn on(id: &str, meter: &str) -> Settings {
    Settings { meter: Some(name(meter)), ..settings(id) }
}

fn meter(meter: &str) -> Account {
    Account::Meter(name(meter))
}

/// A step that is due, worked out and not yet written.
fn begun(room: &mut Room, dice: &mut Dice) -> Pending {
    let (ask, key) = room.live.due(room.now_ms).unwrap().expect("something is due");
    let Next::Write(pending) = room.live.begin(&ask, &key, room.now_ms, dice.bytes()).unwrap() else {
        panic!("new")
    };
    *pending
}

/// Writes a step that another may have overtaken; gives how often it was worked out anew.
fn written(room: &mut Room, mut pending: Pending) -> usize {
    for again in 0.. {
        let written = room.shelf.append(&pending.append);
        match room.live.finish(pending, written).unwrap() {
            Next::Answered(_) => return again,
            Next::Write(next) => pending = *next,
        }
    }
    unreachable!("it is written at some time")
}

fn starts(room: &Room) -> Vec<Posting> {
    let records = room.shelf.records(0, 1_000).unwrap();
    let records = records.iter().map(|bytes| tercet_ledger::Record::decode(bytes).unwrap());
    let postings = records.flat_map(|record| record.transactions).flat_map(|all| all.postings().to_vec());
    postings.filter(|posting| posting.why == Why::MeterStart).collect()
}

/// A meter that holds nothing is started as the first round opens, at the cost of the house, and that round is paid from it (R19).
#[test]
fn a_meter_that_holds_nothing_is_started_as_a_round_opens() {
    for id in WITH_A_METER {
        let mut room = on_a_new_meter(&on(id, "new"));
        let start = room.game().meter.as_ref().unwrap().start;
        let house = room.balance(&Account::House);
        room.player("ann", Do::Sit(1)).unwrap();
        let dice = &mut Dice::new(4);
        room.wait(0, dice);
        assert_eq!(room.balance(&meter("new")), start, "{id}");
        assert_eq!(room.balance(&Account::House), house - start, "{id}");
        for wager in ["ante", "progressive"] {
            let stake = if wager == "ante" { 1_000 } else { 100 };
            room.player("ann", Do::Place(1, wager.into(), Money::from_units(stake))).unwrap();
        }
        for _ in 0..2 {
            room.wait(20_000, dice);
        }
        assert_eq!(room.stage(), Some(Stage::Over), "{id}");
        assert!(room.balance(&meter("new")) > start, "{id}: what ann gave to it");
        let digest = room.live.table().digest();
        room.restart();
        assert_eq!(room.live.table().digest(), digest, "{id}");
        room.wait(20_000, dice);
        assert_eq!(room.live.table().rounds(), 2);
        assert_eq!(starts(&room).len(), 2, "{id}: the room's own, and this one");
        assert_eq!(room.shelf.balances().unwrap().sum(), 0);
    }
}

/// What is kept to start a meter is used first.
#[test]
fn the_reserve_starts_a_meter_before_the_house_does() {
    for (kept, from_house) in [(0, 500_000), (120_000, 380_000), (500_000, 0), (700_000, 0)] {
        let mut room = on_a_new_meter(&on("two-meter-rows", "new"));
        let reserve = Account::Reserve(name("new"));
        let mut funds = tercet_ledger::Transaction::new();
        funds.post(Account::House, reserve.clone(), Money::from_units(kept), Why::HouseFunds);
        let step = tercet_store::Append::new(room.next_key(), tercet_ledger::Hash::ZERO, 0).moving(funds);
        room.shelf.append(&step).unwrap();
        let house = room.balance(&Account::House);
        room.player("ann", Do::Sit(1)).unwrap();
        room.wait(0, &mut Dice::new(1));
        assert_eq!(room.balance(&meter("new")), Money::from_units(500_000));
        assert_eq!(room.balance(&Account::House), house - Money::from_units(from_house));
        assert_eq!(room.balance(&reserve), Money::from_units(kept + from_house - 500_000));
    }
}

/// Two tables that open their first round at the same time start the meter once.
#[test]
fn two_tables_start_a_meter_once() {
    for first_is_written in [false, true] {
        let mut room = on_a_new_meter(&on("three-card-poker", "new"));
        let mut other = Room::beside(&room.shelf, "t2");
        other.floor(Do::Set(Box::new(on("three-card-poker", "new")))).unwrap();
        other.floor(Do::Turn(Status::Open, "the evening begins".into())).unwrap();
        room.player("ann", Do::Sit(1)).unwrap();
        other.player("bob", Do::Sit(1)).unwrap();
        let dice = &mut Dice::new(5);
        let mine = begun(&mut room, dice);
        if first_is_written {
            assert_eq!(written(&mut room, mine), 0);
            other.wait(0, dice);
        } else {
            other.wait(0, dice);
            assert_eq!(written(&mut room, mine), 1, "the meter was not what it was");
        }
        assert_eq!([&room, &other].map(|room| room.stage()), [Some(Stage::Open); 2]);
        assert_eq!(room.balance(&meter("new")), Money::from_units(100_000));
        assert_eq!(starts(&room).len(), 2, "the room's own, and one for both tables");
        let digest = room.live.table().digest();
        room.restart();
        assert_eq!(room.live.table().digest(), digest);
    }
}

/// A game whose meter pays all of it for every hand.
fn always_hit() -> Settings {
    let text = text_of("two-meter-rows");
    let row = r#"{ hand = "three of a kind", pays = "50 for 1" },"#;
    let more = r#"{ hand = "high card or better", pays = "100% of the meter" },"#;
    let text = text.replacen(row, &format!("{row}\n  {more}"), 1).replacen("two-meter-rows", "always-hit", 1);
    Settings::new(&text, 0, Some(name("m2")), Clocks::default()).unwrap()
}

/// A table beside that of a room, on the same meter, open.
fn beside(room: &Room, settings: Settings) -> Room {
    let mut other = Room::beside(&room.shelf, "t2");
    other.floor(Do::Set(Box::new(settings))).unwrap();
    other.floor(Do::Turn(Status::Open, "the evening begins".into())).unwrap();
    other
}

/// A player sits down at the first position and bets an Ante of $10 and the progressive wager.
fn bets(room: &mut Room, player: &str, dice: &mut Dice) {
    room.player(player, Do::Sit(1)).unwrap();
    room.wait(0, dice);
    for (wager, stake) in [("ante", 1_000), ("progressive", 100)] {
        room.player(player, Do::Place(1, wager.into(), Money::from_units(stake))).unwrap();
    }
}

/// The award of a round in the journal, by table.
fn awards(store: &impl Store, of: &Name) -> Vec<(Account, Money)> {
    let records = store.records(0, 1_000).unwrap();
    let records = records.iter().map(|bytes| tercet_ledger::Record::decode(bytes).unwrap());
    let of_meter = Account::Meter(of.clone());
    let postings = records.flat_map(|record| record.transactions).flat_map(|all| all.postings().to_vec());
    let paid = postings.filter(|posting| posting.from == of_meter && matches!(posting.why, Why::Award(_)));
    paid.map(|posting| (posting.to, posting.amount)).collect()
}

/// Two tables whose hits are worked out at the same time: the first that is written takes the meter, the other takes what it
/// was started again with (R20). Whoever comes second is worked out anew, and what it had worked out is written nowhere.
#[test]
fn of_two_hits_at_once_the_second_takes_the_meter_that_was_started_again() {
    let mut room = on_a_new_meter(&always_hit());
    let mut other = beside(&room, always_hit());
    let dice = &mut Dice::new(6);
    for (room, player) in [(&mut room, "ann"), (&mut other, "bob")] {
        bets(room, player, dice);
        // Bets are closed, the cards are out, and nobody decides in time: the progressive wager stays where it is.
        for _ in 0..3 {
            while room.stage() != Some(Stage::Decided)
                && let Some((ask, key)) = room.live.due(room.now_ms).unwrap()
            {
                room.live.ask(&ask, &key, room.now_ms, dice.bytes()).unwrap();
            }
            room.now_ms += 20_000;
        }
        assert_eq!(room.stage(), Some(Stage::Decided));
    }
    let (start, m2) = (Money::from_units(500_000), name("m2"));
    let full = room.balance(&meter("m2"));
    assert_eq!(full, start + Money::from_units(40), "20 cents of each progressive wager");
    let mine = begun(&mut room, dice);
    let bobs = begun(&mut other, dice);
    let stream = Stream::Meter(m2.clone()).name().unwrap();
    for pending in [&mine, &bobs] {
        assert!(pending.append.parts.iter().any(|part| part.stream == stream), "both hit");
    }
    assert_eq!(written(&mut other, bobs), 0);
    assert_eq!(written(&mut room, mine), 1);
    let wallet = |player| Account::Wallet(name(player));
    assert_eq!(awards(&room.shelf, &m2), [(wallet("bob"), full), (wallet("ann"), start)]);
    assert_eq!(room.balance(&meter("m2")), start);
    assert_eq!(room.shelf.version(&stream).unwrap(), 2);
    assert_eq!(room.shelf.balances().unwrap().sum(), 0);
    for (room, table) in [(&room, "t1"), (&other, "t2")] {
        let again = Live::open(&name(table), room.shelf.clone(), key(), room.now_ms).unwrap();
        assert_eq!(again.table().digest(), room.live.table().digest());
    }
}

/// A meter that stands as high as one can be takes nothing more: what wagers would give to it stays with the house, and every table on it
/// deals. Two tables that deal at once near that do not bring it beyond it together.
#[test]
fn a_meter_grows_no_higher_than_one_can_be() {
    let most = Money::MAX_STAKE;
    for below in [0, 20, 39, 40, 41, 1_000] {
        let text = text_of("two-meter-rows").replace("cap     = \"$50,000\"\n", "");
        assert!(!text.contains("cap "), "without one");
        let settings = Settings::new(&text, 0, Some(name("high")), Clocks::default()).unwrap();
        let mut room = on_a_new_meter(&settings);
        let mut funds = tercet_ledger::Transaction::new();
        funds.post(Account::House, meter("high"), most - Money::from_units(below), Why::HouseFunds);
        let step = tercet_store::Append::new(room.next_key(), tercet_ledger::Hash::ZERO, 0).moving(funds);
        room.shelf.append(&step).unwrap();
        let mut other = beside(&room, settings);
        let dice = &mut Dice::new(2);
        for (room, player) in [(&mut room, "ann"), (&mut other, "bob")] {
            bets(room, player, dice);
            room.now_ms += 20_000;
            let (ask, key) = room.live.due(room.now_ms).unwrap().expect("bets are closed");
            room.live.ask(&ask, &key, room.now_ms, dice.bytes()).unwrap();
        }
        let (mine, bobs) = (begun(&mut room, dice), begun(&mut other, dice));
        assert_eq!(written(&mut room, mine), 0);
        assert_eq!(written(&mut other, bobs), usize::from(below > 0), "{below}");
        assert_eq!([&room, &other].map(|room| room.stage()), [Some(Stage::Dealt); 2], "{below}");
        let given = below.min(40);
        assert_eq!(room.balance(&meter("high")), most - Money::from_units(below - given));
        for room in [&mut room, &mut other] {
            room.wait(20_000, dice);
            assert_eq!(room.stage(), Some(Stage::Over), "{below}");
        }
    }
}
