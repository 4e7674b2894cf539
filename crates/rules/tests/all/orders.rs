//! Orders to a live round, sensible or not, and whole rounds of them.

use crate::common::{Wish, stake};
use proptest::prelude::*;
use tercet_cards::Deck;
use tercet_rules::{Amount, Choice, Command, Game, Money, WagerId};

/// A command with small numbers where the game's own values go.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    Sit(u8, u8),
    Leave(u8),
    Place(u8, u8, i64),
    TakeBack(u8, u8),
    Close,
    SendBackWithheld(u8),
    Deal(Option<i64>),
    Decide(u8, Option<u8>),
    TimeOut(u8),
    Reveal,
    Reconcile(Option<i64>),
    Report(u8),
    Void,
}

pub(crate) fn any_order() -> impl Strategy<Value = Order> {
    let amount = prop_oneof![
        Just(0),
        Just(-1),
        Just(i64::MAX),
        Just(100),
        Just(1000),
        (1..=20i64).prop_map(|n| n * 100)
    ];
    prop_oneof![
        8 => (0..9u8, 0..5u8).prop_map(|(spot, player)| Order::Sit(spot, player)),
        2 => (0..9u8).prop_map(Order::Leave),
        12 => (0..9u8, 0..8u8, amount).prop_map(|(spot, wager, amount)| Order::Place(spot, wager, amount)),
        2 => (0..9u8, 0..8u8).prop_map(|(spot, wager)| Order::TakeBack(spot, wager)),
        1 => Just(Order::Close),
        2 => (0..9u8).prop_map(Order::SendBackWithheld),
        2 => prop::option::of(prop_oneof![Just(0), Just(-5), Just(1_000_000)]).prop_map(Order::Deal),
        6 => (0..9u8, prop::option::of(0..5u8)).prop_map(|(spot, times)| Order::Decide(spot, times)),
        2 => (0..9u8).prop_map(Order::TimeOut),
        1 => Just(Order::Reveal),
        1 => prop::option::of(prop_oneof![Just(0), Just(2_000_000)]).prop_map(Order::Reconcile),
        4 => (0..5u8).prop_map(Order::Report),
        1 => Just(Order::Void),
    ]
}

impl Order {
    pub(crate) fn concrete(&self, game: &Game, deck: &Deck) -> Command {
        let wager = |i: u8| -> WagerId {
            game.wagers
                .get(usize::from(i))
                .map_or_else(|| WagerId::from("no-such-wager"), |wager| wager.id.clone())
        };
        match *self {
            Order::Sit(spot, 0) => Command::Sit { spot, player: " ".into() },
            Order::Sit(spot, player) => Command::Sit { spot, player: format!("player {player}") },
            Order::Leave(spot) => Command::Leave { spot },
            Order::Place(spot, i, amount) => {
                Command::Place { spot, wager: wager(i), amount: Money::from_units(amount) }
            }
            Order::TakeBack(spot, i) => Command::TakeBack { spot, wager: wager(i) },
            Order::Close => Command::CloseWagers,
            Order::SendBackWithheld(spot) => Command::SendBackWithheld { spot },
            Order::Deal(meter) => Command::Deal { deck: deck.clone(), meter: meter.map(Money::from_units) },
            Order::Decide(spot, None) => Command::Decide { spot, choice: Choice::Fold },
            Order::Decide(spot, Some(times)) => Command::Decide { spot, choice: Choice::Play { times } },
            Order::TimeOut(spot) => Command::TimeOut { spot },
            Order::Reveal => Command::Reveal,
            Order::Reconcile(meter) => Command::Reconcile { meter: meter.map(Money::from_units) },
            Order::Report(i) => {
                let event = game.irregular.get(usize::from(i)).map_or("meteor", |rule| &rule.event);
                Command::Report { event: event.into() }
            }
            Order::Void => Command::Void { reason: "fire alarm".into() },
        }
    }
}

/// A whole round as these seats wish it, with other orders put in between: each at its place, in 256ths of the
/// way. Some of it will be refused.
pub(crate) fn round(game: &Game, wishes: &[Wish], between: &[(u8, Order)], deck: &Deck) -> Vec<Command> {
    let mut commands = Vec::new();
    for wish in wishes {
        let spot = wish.spot;
        commands.push(Command::Sit { spot, player: format!("player {}", wish.player) });
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            let wager = game.wager(no);
            if wish.wagers >> no.index() & 1 == 1 || wager.required.is_some() {
                let amount = match &wager.amount {
                    Amount::EqualTo(of) => stake(game, *of, wish.height),
                    Amount::Free | Amount::Fixed(_) | Amount::Times(..) => stake(game, no, wish.height),
                };
                commands.push(Command::Place { spot, wager: wager.id.clone(), amount });
            }
        }
    }
    let meter = game.meter.as_ref().map(|meter| meter.start);
    commands.extend([Command::CloseWagers, Command::Deal { deck: deck.clone(), meter }]);
    for wish in wishes {
        let choice = if wish.fold { Choice::Fold } else { Choice::Play { times: 1 } };
        commands.push(Command::Decide { spot: wish.spot, choice });
    }
    commands.extend([Command::Reveal, Command::Reconcile { meter: None }]);
    for (place, order) in between {
        let at = usize::from(*place) * (commands.len() + 1) / 256;
        commands.insert(at, order.concrete(game, deck));
    }
    commands
}
