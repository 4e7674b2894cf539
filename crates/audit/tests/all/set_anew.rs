//! A table that was set while a round was in play: the round is audited by what it was opened with.

use crate::lax::Lax;
use crate::played::{Dice, PLAYERS, Place, Shelf, name};
use std::sync::Arc;
use tercet_audit::{Kind, Options, audit, set_before};
use tercet_ledger::{Account, Hash, Key, Record, Transaction, Why};
use tercet_rules::{Choice, Money, WagerNo};
use tercet_store::{Append, Store as _};
use tercet_table::{Clocks, Do, Opening, Settings, Stage, TableEvent};

/// What the table is set to, one after the other, each while a round is in play.
const GAMES: [&str; 4] = ["three-card-fury", "three-card-shine", "three-card-fortune", "three-card-poker"];

/// A table that is set to another game in each round, at another stage of it.
fn played() -> Shelf {
    let (shelf, mut dice) = (Shelf::default(), Dice::new(9));
    let mut opening = Transaction::new();
    for player in PLAYERS {
        opening.post(Account::World, Account::Wallet(name(player)), Money::from_units(900_000), Why::CashIn);
    }
    shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
    let text = |id: &str| tercet_games::builtin_text(id).unwrap();
    let mut place = Place::open(&shelf, "t1", text(GAMES[0]));
    for (spot, player) in (1..=3).zip(PLAYERS) {
        place.player(player, Do::Sit(spot), 1_500);
    }
    let mut now_ms = 2_000;
    for (round, game) in GAMES.iter().cycle().skip(1).take(12).enumerate() {
        let set = |place: &mut Place, now_ms: u64| {
            let text = text(game);
            let meter = tercet_games::load(text).unwrap().meter.is_some().then(|| name("m1"));
            let settings = Settings::new(text, 0, meter, Clocks::default()).unwrap();
            assert!(place.floor(Do::Set(Box::new(settings)), now_ms));
        };
        let mut tick = |place: &mut Place, ms: u64| {
            now_ms += ms;
            place.live.tick(now_ms, || dice.bytes()).unwrap();
            now_ms
        };
        let now = tick(&mut place, 6_000);
        let game = Arc::clone(&place.live.table().settings().unwrap().game);
        let required = |no: &WagerNo| game.wager(*no).required.is_some();
        let bets = game.wager_nos().filter(|no| required(no) || game.wager(*no).id.as_str() == "ante");
        for no in bets {
            for (spot, player) in (1..=3).zip(PLAYERS) {
                let bet = Do::Place(spot, game.wager(no).id.clone(), Money::from_units(1_000));
                assert!(place.player(player, bet, now), "{}", game.id);
            }
        }
        if round % 3 == 0 {
            set(&mut place, now);
        }
        let now = tick(&mut place, 20_000);
        assert_eq!(place.live.table().stage(), Some(Stage::Dealt), "{}", game.id);
        if round % 3 == 1 {
            set(&mut place, now);
        }
        for (spot, player) in (1..=3).zip(PLAYERS) {
            place.player(player, Do::Decide(spot, Choice::Play { times: 1 }), now);
        }
        let now = tick(&mut place, 20_000);
        assert_eq!(place.live.table().stage(), Some(Stage::Over));
        if round % 3 == 2 {
            set(&mut place, now);
        }
    }
    shelf
}

fn records(shelf: &Shelf) -> Vec<Record> {
    shelf.records(0, usize::MAX).unwrap().iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}

#[test]
fn a_table_that_is_set_during_rounds_is_sound() {
    let shelf = played();
    let report = audit(&*shelf, &[], Options::default(), &mut |_| {});
    assert_eq!(report.findings.count(), 0, "{:?}", report.findings.kept());
    assert_eq!((report.rounds.settled, report.rounds.unchecked), (12, 0), "{:?}", report.rounds);
}

/// What is noted of a round as it opened is set right by what had set the table by then, not by what set it during the round: the damage is found once, and the
/// rest of the round is looked at.
#[test]
fn a_bad_note_of_a_round_that_was_set_anew_is_one_finding() {
    let records = records(&played());
    let mut tried = 0;
    for at in 0..records.len() {
        let noted = records[at].parts.iter().position(|part| part.stream.as_str().starts_with("rounds."));
        let Some(noted) = noted else { continue };
        let mut forged = records.clone();
        let event = &mut forged[at].parts[noted].events[0];
        let opening = Opening::read(event).unwrap();
        *event = Opening { digest: Hash::ZERO, ..opening }.bytes();
        let report = Lax::of(&forged).audit();
        let kinds: Vec<Kind> = report.findings.kept().iter().map(|finding| finding.kind).collect();
        assert!(kinds.iter().all(|kind| *kind == Kind::Opening), "record {at}: {:?}", report.findings.kept());
        assert_eq!((report.rounds.settled, report.rounds.unchecked), (12, 0), "record {at}");
        tried += 1;
    }
    assert_eq!(tried, 12);
}

/// What a table was set to before it was set anew is the setting before that in the journal, wherever rounds opened between them.
#[test]
fn what_was_set_before_is_found() {
    let shelf = played();
    let mut before = None;
    let mut sets = 0;
    for record in records(&shelf) {
        let parts = record.parts.iter().filter(|part| part.stream.as_str() == "table.t1");
        for event in parts.flat_map(|part| &part.events) {
            let event = TableEvent::read(event).unwrap();
            if matches!(event, TableEvent::Set { .. }) {
                assert_eq!(set_before(&*shelf, &name("t1"), record.seq), Ok(before.clone()));
                before = Some(event);
                sets += 1;
            }
        }
    }
    assert_eq!(sets, 13);
    // A record in which nothing happens at the table.
    assert!(set_before(&*shelf, &name("t1"), 0).is_err());
    assert!(set_before(&*shelf, &name("t1"), 1_000_000).is_err());
}
