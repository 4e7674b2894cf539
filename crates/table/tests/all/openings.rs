//! What is noted as a round opens: where a table is made again from, whatever became of the rounds before.

use crate::played::play;
use crate::room::{Dice, Room, Shelf, name};
use tercet_fair::Commitment;
use tercet_ledger::Hash;
use tercet_rules::Audience;
use tercet_store::{Store as _, Stored};
use tercet_table::{Do, Live, NotThis, Opening, Stage, Status, Table, TableEvent, ToldSeeds};

const ALL: usize = usize::MAX;

fn events(shelf: &Shelf) -> Vec<(Stored, TableEvent)> {
    let stored = shelf.events(&name("table.t1"), 0, ALL).unwrap();
    stored.into_iter().map(|stored| (stored.clone(), TableEvent::read(&stored.event).unwrap())).collect()
}

/// Some rounds, some of them void, with settings that change between them.
fn played() -> Room {
    let (mut room, mut dice) = (Room::open("three-card-poker", 5_000), Dice::new(77));
    for round in 0..8 {
        if round == 4 {
            room.floor(Do::Turn(Status::Paused, "another game".into())).unwrap();
            room.wait(60_000, &mut dice);
            room.floor(Do::Set(Box::new(crate::room::settings("two-meter-rows")))).unwrap();
            room.floor(Do::Turn(Status::Open, "on it goes".into())).unwrap();
        }
        play(&mut room, &mut dice, |room, dice| {
            if dice.one_in(15)
                && room.stage().is_some_and(|stage| !matches!(stage, Stage::Settled | Stage::Over))
            {
                let _ = room.floor(Do::Void("a drink on the layout".into()));
            }
        });
        room.wait(60_000, &mut dice);
    }
    room
}

/// Every opening is what the table was, and the table made from it takes the events that follow as the old one did.
#[test]
fn an_opening_is_the_table_as_it_was() {
    let room = played();
    let events = events(&room.shelf);
    let key = crate::room::key();
    let openings = room.shelf.events(&name("rounds.t1"), 0, ALL).unwrap();
    assert!(openings.len() > 8, "{} rounds", openings.len());
    let mut table = Table::new(name("t1"));
    for (stored, event) in &events {
        if let TableEvent::RoundOpened { round, .. } = event {
            let noted = &openings[usize::try_from(*round).unwrap() - 1];
            assert_eq!(noted.seq, stored.seq, "they are written together");
            let opening = Opening::read(&noted.event).unwrap();
            assert_eq!(opening, Opening::of(&table));
            assert_eq!(opening.version, stored.version);
            let set = &events[usize::try_from(opening.set_at).unwrap()].1;
            let mut again = opening.table(name("t1"), *round, set).unwrap();
            for (stored, event) in &events[usize::try_from(opening.version).unwrap()..] {
                again.take(event, stored.at_ms, &key).unwrap();
            }
            assert_eq!(again.digest(), room.live.table().digest());
            assert_eq!(again.view(Audience::Audit).view, room.live.table().view(Audience::Audit).view);
        }
        table.take(event, stored.at_ms, &key).unwrap();
    }
}

/// A table opens though the rounds before its last one are such as today's rules would not have: they stay as they were paid.
#[test]
fn rounds_that_are_over_keep_no_table_shut() {
    let room = played();
    let last = room.shelf.events(&name("rounds.t1"), 0, ALL).unwrap().pop().unwrap();
    let before = Opening::read(&last.event).unwrap();
    let odd = room.shelf.with_odd_events(before.set_at + 1, before.version);
    let live = Live::open(&name("t1"), odd.clone(), crate::room::key(), room.now_ms).unwrap();
    assert_eq!(live.table().digest(), room.live.table().digest());
    // But not though its last round is odd, or what had set it.
    for at in [before.set_at, before.version] {
        let odd = room.shelf.with_odd_events(at, at + 1);
        assert!(Live::open(&name("t1"), odd, crate::room::key(), room.now_ms).is_err());
    }
}

/// No commitment is left unopened: the seed of every round is told, and with it everything can be taken again by those who do not
/// have the key of the house.
#[test]
fn rounds_that_are_over_need_no_key_of_the_house() {
    let room = played();
    let events = events(&room.shelf);
    let mut told = ToldSeeds::new();
    let mut open: Option<Commitment> = None;
    for (_, event) in &events {
        if let TableEvent::RoundOpened { commitment, .. } = event {
            assert_eq!(open.replace(*commitment), None, "the seed before was told");
        }
        if let TableEvent::SeedTold { seed } = event {
            told.tell(&open.take().unwrap(), *seed);
        }
    }
    let mut table = Table::new(name("t1"));
    for (stored, event) in &events {
        let came = table.take(event, stored.at_ms, &told);
        if let Err(not) = came {
            // The round in play, whose seed nobody can know.
            assert!(matches!(event, TableEvent::RoundOpened { .. }) && open.is_some());
            assert_eq!(not, NotThis::NoSeed);
            return;
        }
    }
    assert_eq!(table.digest(), room.live.table().digest());
}

#[test]
fn openings_read_back_and_are_the_ones_that_were_written_before() {
    let seats = |spots: &[u8]| spots.iter().map(|spot| (*spot, name(&format!("p{spot}")))).collect();
    let openings = [&[][..], &[1], &[7], &[2, 3, 255]].map(|spots| Opening {
        version: 1_000 + spots.len() as u64,
        digest: Hash([9; 32]),
        set_at: 3,
        seats: seats(spots),
    });
    let all: Vec<Vec<u8>> = openings.iter().map(Opening::bytes).collect();
    for (opening, bytes) in openings.iter().zip(&all) {
        assert_eq!(Opening::read(bytes).as_ref(), Ok(opening));
        (0..bytes.len()).for_each(|length| assert!(Opening::read(&bytes[..length]).is_err()));
        assert!(Opening::read(&[&bytes[..], &[0]].concat()).is_err());
    }
    // The last position that is said to be taken must be.
    let mut bytes = all[0].clone();
    *bytes.last_mut().unwrap() = 1;
    assert!(Opening::read(&[&bytes[..], &[0, 0, 0, 0]].concat()).is_err());
    let hash = Hash::of(&all.iter().map(Vec::as_slice).collect::<Vec<_>>());
    assert_eq!(hash.to_string(), "2af4dbc72b24a3f20e3fd98160eb86e983d42f6b261c310710c2e3fe512164c8");
}
