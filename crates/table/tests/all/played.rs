//! Whole rounds: who wins what, who sees what, what is written.

use crate::room::{Dice, PLAYERS, Room, cards_in, name, secret, stake};
use std::collections::BTreeMap;
use tercet_fair::{Commitment, Context, Frozen, Sealed, SeatSecret, ServerSeed};
use tercet_ledger::{Account, Chain, Record};
use tercet_rules::{Audience, Choice, Money, Phase};
use tercet_store::{State, Store as _};
use tercet_table::{Do, Stage, Status};

pub(crate) const GAMES: [&str; 8] = [
    "three-card-fortune",
    "three-card-shine",
    "three-card-fury",
    "three-card-poker",
    "three-card-pairs-plus",
    "raise-1-2-3",
    "two-meter-rows",
    "four-card-duel",
];

/// Plays a round as the dice fall. `between` is called after every step.
pub(crate) fn play(room: &mut Room, dice: &mut Dice, mut between: impl FnMut(&mut Room, &mut Dice)) {
    let game = room.game();
    if room.stage().is_none_or(|stage| stage == Stage::Over) {
        for spot in 1..=game.spots {
            let player = PLAYERS[dice.below(PLAYERS.len())];
            if dice.one_in(3) {
                let _ = room.player(player, Do::Sit(spot));
                between(room, dice);
            }
        }
        room.wait(10_000, dice);
        between(room, dice);
    }
    let seats = room.live.table().view(Audience::Spectator).seats;
    let mut secrets: BTreeMap<u8, SeatSecret> = BTreeMap::new();
    for (spot, player) in &seats {
        if dice.one_in(2) {
            let (secret, hash) = secret(room, *spot, dice);
            if room.player(player.as_str(), Do::Swear(*spot, hash)).is_ok() {
                secrets.insert(*spot, secret);
            }
        }
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            let wager = game.wager(no);
            if wager.required.is_some() || !dice.one_in(3) {
                let place = Do::Place(*spot, wager.id.clone(), stake(&game, no, dice));
                let _ = room.player(player.as_str(), place);
                between(room, dice);
            }
        }
        if dice.one_in(9) {
            let wager = game.wagers[dice.below(game.wagers.len())].id.clone();
            let _ = room.player(player.as_str(), Do::TakeBack(*spot, wager));
        }
    }
    room.wait(20_000, dice);
    between(room, dice);
    for (spot, secret) in secrets {
        if !dice.one_in(6) {
            let _ = room.player(seats[&spot].as_str(), Do::Tell(spot, secret));
            between(room, dice);
        }
    }
    room.wait(3_000, dice);
    between(room, dice);
    for (spot, player) in &seats {
        let times = game.play_times().get(dice.below(3)).copied().unwrap_or(1);
        let choice = if dice.one_in(3) { Choice::Fold } else { Choice::Play { times } };
        if !dice.one_in(4) {
            let _ = room.player(player.as_str(), Do::Decide(*spot, choice));
            between(room, dice);
        }
    }
    room.wait(20_000, dice);
    between(room, dice);
}

fn wallets(room: &Room) -> BTreeMap<&'static str, Money> {
    PLAYERS.iter().map(|player| (*player, room.wallet(player))).collect()
}

/// The money of every round is what the settlement says, whatever was refused on the way.
#[test]
fn wallets_move_by_what_the_settlement_says() {
    let mut settled = 0;
    for (seed, id) in (0..).zip(GAMES) {
        let (mut room, mut dice) = (Room::open(id, 5_000), Dice::new(seed));
        for _ in 0..12 {
            let mut before = wallets(&room);
            play(&mut room, &mut dice, |_, _| ());
            if let Some(Phase::Settled(_, settlement)) = room.live.table().round().map(|round| round.phase())
            {
                settled += 1;
                for spot in &settlement.spots {
                    let wallet = before.iter_mut().find(|(player, _)| spot.player == **player).unwrap().1;
                    *wallet += spot.net();
                }
            }
            if room.stage().is_none_or(|stage| stage == Stage::Over) {
                assert_eq!(wallets(&room), before, "{id}");
            }
        }
        assert_eq!(room.shelf.balances().unwrap().sum(), 0);
    }
    assert!(settled > 40, "{settled} rounds were settled");
}

/// The journal alone makes the books again, and is a chain.
#[test]
fn the_journal_makes_the_books_again() {
    let (mut room, mut dice) = (Room::open("three-card-poker", 1_000), Dice::new(5));
    (0..10).for_each(|_| play(&mut room, &mut dice, |_, _| ()));
    let (mut chain, mut state) = (Chain::EMPTY, State::new());
    for bytes in room.shelf.records(0, usize::MAX).unwrap() {
        let record = chain.follow(&bytes).unwrap();
        state.take(&record, Record::hash(&bytes)).unwrap();
    }
    assert_eq!(state.balances, room.shelf.balances().unwrap());
}

/// Nobody sees a card that is not theirs before the rules show it, whatever the table is doing.
#[test]
fn views_hold_no_hidden_card() {
    let (mut room, mut dice) = (Room::open("three-card-poker", 1_000), Dice::new(8));
    let mut looked = 0;
    for _ in 0..12 {
        play(&mut room, &mut dice, |room, _| {
            let table = room.live.table();
            let Some(Phase::Deciding(dealt)) = table.round().map(|round| round.phase()) else { return };
            looked += 1;
            assert_eq!(cards_in(&table.view(Audience::Spectator)), []);
            for player in PLAYERS {
                let own = dealt.hands.iter().filter(|hand| hand.seat.player == player);
                let own: Vec<_> = own.flat_map(|hand| hand.cards.clone()).collect();
                assert_eq!(cards_in(&table.view(Audience::Player(player))), own);
            }
            assert_eq!(table.view(Audience::Spectator).seed, None);
        });
    }
    assert!(looked > 20);
}

/// The seed that is told fits the commitment that was shown before any bet, and makes the deck that was dealt.
#[test]
fn the_shuffle_can_be_checked_by_whoever_saw_the_commitment() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    room.player("ann", Do::Sit(2)).unwrap();
    room.player("bob", Do::Sit(5)).unwrap();
    room.wait(0, &mut dice);
    let commitment: Commitment = room.live.table().view(Audience::Player("ann")).commitment.unwrap();
    let (mine, hash) = secret(&room, 2, &mut dice);
    room.player("ann", Do::Swear(2, hash)).unwrap();
    room.player("ann", Do::Place(2, "ante".into(), Money::from_units(1_000))).unwrap();
    // A seat that bets without a secret is published too, for it gets cards of the same deck.
    room.player("bob", Do::Place(5, "ante".into(), Money::from_units(1_000))).unwrap();
    let open = room.live.table().view(Audience::Spectator);
    assert_eq!((open.frozen, open.frozen_seats), (None, vec![]));
    room.wait(20_000, &mut dice);
    assert_eq!(room.stage(), Some(Stage::Closed));
    let closed = room.live.table().view(Audience::Player("ann"));
    let frozen = (closed.frozen, closed.frozen_seats);
    room.player("ann", Do::Tell(2, mine.clone())).unwrap();
    room.wait(0, &mut dice);
    let Some(Phase::Deciding(dealt)) = room.live.table().round().map(|round| round.phase()) else {
        panic!("dealt")
    };
    let cards = dealt.hands[0].cards.clone();
    room.player("ann", Do::Decide(2, Choice::Fold)).unwrap();
    room.player("bob", Do::Decide(5, Choice::Fold)).unwrap();
    room.wait(0, &mut dice);
    let view = room.live.table().view(Audience::Spectator);
    let settings = room.live.table().settings().unwrap();
    let way = settings.game.ways[0].name.as_str();
    let engine = concat!("tercet ", env!("CARGO_PKG_VERSION"));
    let context = Context::new("t1", 1, settings.rules.0, way, engine).unwrap();
    let sealed = Sealed::new(context, ServerSeed::new(view.seed.unwrap()));
    assert_eq!(sealed.commitment(), commitment);
    let mut closed = sealed.close(Frozen::new([(2, Some(hash)), (5, None)]).unwrap());
    assert_eq!(frozen, (Some(closed.frozen()), vec![(2, Some(hash)), (5, None)]));
    // It stays in view, and seats have not changed since.
    assert_eq!((view.frozen, view.frozen_seats), frozen);
    closed.reveal(2, mine).unwrap();
    let deck = closed.finish().deck();
    assert!(cards.iter().all(|card| deck.cards()[..9].contains(card)));
}

/// A seat that withholds its secret gets its bets back; the others play on.
#[test]
fn who_withholds_a_secret_is_sent_back_and_the_others_play_on() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, Do::Sit(spot)).unwrap();
    }
    room.wait(0, &mut dice);
    let (_, hash) = secret(&room, 1, &mut dice);
    room.player("ann", Do::Swear(1, hash)).unwrap();
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        room.player(player, Do::Place(spot, "ante".into(), Money::from_units(1_000))).unwrap();
    }
    room.wait(20_000, &mut dice);
    assert_eq!(room.wallet("ann"), Money::from_units(98_000));
    room.wait(3_000, &mut dice);
    assert_eq!(room.stage(), Some(Stage::Dealt));
    assert_eq!(room.wallet("ann"), Money::from_units(100_000));
    let Some(Phase::Deciding(dealt)) = room.live.table().round().map(|round| round.phase()) else {
        panic!("dealt")
    };
    assert_eq!(dealt.hands.len(), 1);
}

/// Two tables on one meter: what both give is on it, and an award of one is seen by the other (R20).
#[test]
fn tables_share_a_meter_to_the_cent() {
    let mut room = Room::open("three-card-poker", 5_000);
    let mut other = Room::beside(&room.shelf, "t2");
    other.floor(Do::Set(Box::new(crate::room::settings("three-card-poker")))).unwrap();
    other.floor(Do::Turn(Status::Open, "the evening begins".into())).unwrap();
    let mut dice = Dice::new(3);
    for _ in 0..8 {
        play(&mut room, &mut dice, |_, _| ());
        play(&mut other, &mut dice, |_, _| ());
    }
    let of = |account: &Account| room.shelf.balance(account).unwrap();
    assert!(of(&Account::Meter(name("m1"))) > Money::from_units(100_000));
    assert_eq!(room.shelf.balances().unwrap().sum(), 0);
}

/// However the last bet goes away, the countdown that it began goes with it: there would be nothing to deal.
#[test]
fn no_countdown_runs_for_a_table_without_bets() {
    for how in [Do::TakeBack(1, "ante".into()), Do::Leave(1)] {
        let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
        room.player("ann", Do::Sit(1)).unwrap();
        room.wait(0, &mut dice);
        room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
        room.player("ann", how).unwrap();
        room.wait(60_000, &mut dice);
        assert_eq!(room.stage(), Some(Stage::Open));
        // The next bet begins another one.
        room.player("bob", Do::Sit(2)).unwrap();
        room.player("bob", Do::Place(2, "ante".into(), Money::from_units(1_000))).unwrap();
        room.wait(19_999, &mut dice);
        assert_eq!(room.stage(), Some(Stage::Open));
        room.wait(1, &mut dice);
        assert_ne!(room.stage(), Some(Stage::Open));
    }
}

/// After a round a clock is said to run only where another round opens as it runs out: not at a table where nobody sits, or that opens none. Whoever sits down
/// has one again.
#[test]
fn no_clock_is_said_to_run_where_nothing_waits_for_it() {
    let (mut room, mut dice) = (Room::open("three-card-fortune", 1_000), Dice::new(1));
    let says = |room: &Room| room.live.table().view(Audience::Spectator).deadline_ms.is_some();
    room.player("ann", Do::Sit(1)).unwrap();
    room.wait(0, &mut dice);
    room.player("ann", Do::Place(1, "ante".into(), Money::from_units(1_000))).unwrap();
    room.floor(Do::Void("a card fell".into())).unwrap();
    room.wait(0, &mut dice);
    assert_eq!((room.stage(), says(&room)), (Some(Stage::Over), true));
    room.floor(Do::Turn(Status::Paused, "a break".into())).unwrap();
    assert!(!says(&room));
    room.floor(Do::Turn(Status::Open, "it goes on".into())).unwrap();
    assert!(says(&room));
    room.player("ann", Do::Leave(1)).unwrap();
    assert!(!says(&room));
    room.player("bob", Do::Sit(2)).unwrap();
    assert!(says(&room));
    room.wait(60_000, &mut dice);
    assert_eq!(room.stage(), Some(Stage::Open));
}
