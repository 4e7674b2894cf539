//! Whole rounds of every game: two roads to the same money, no cent lost, no card leaked.

use crate::common::{any_deck, any_game, any_wish, play_round};
use proptest::prelude::*;
use std::sync::Arc;
use tercet_cards::{Card, CardSet, Deck};
use tercet_rules::{
    Audience, Choice, Command, DealerView, Event, Game, Money, Outcome, Phase, Reject, Round, Settlement,
    TableLimits, View, WagerId, settle, view,
};

fn settled(round: &Round) -> &Settlement {
    let Phase::Settled(_, settlement) = round.phase() else {
        panic!("not settled: {}", round.phase().words());
    };
    settlement
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// The round machine and the pure settlement of the record it leaves come to the same.
    #[test]
    fn two_roads_give_the_same_money(
        game in any_game(),
        way in 0..4usize,
        wishes in prop::collection::vec(any_wish(), 1..8),
        deck in any_deck(),
        meter in 1..10_000_000i64,
    ) {
        let Some(mut round) = play_round(&game, way, &wishes, &deck, Money::from_units(meter)) else { return Ok(()) };
        round.run(&Command::Reconcile { meter: None }).unwrap();
        let Phase::Settled(dealt, live) = round.phase() else { panic!("settled") };
        let record = dealt.record(&game);
        let checked = record.check(&game, TableLimits::Apply).expect("a live round keeps the rules");
        prop_assert_eq!(live, &settle(&game, &checked));
        // The settlement keeps the order of the record, and does not depend on it.
        let mut backwards = record.clone();
        backwards.spots.reverse();
        let mut other = settle(&game, &backwards.check(&game, TableLimits::Apply).unwrap());
        other.spots.reverse();
        prop_assert_eq!(live, &other);
    }

    /// Money is conserved: what the players staked and were given is what the house and the meter gave.
    #[test]
    fn money_is_conserved(
        game in any_game(),
        wishes in prop::collection::vec(any_wish(), 1..8),
        deck in any_deck(),
        meter in 1..10_000_000i64,
    ) {
        let Some(mut round) = play_round(&game, 0, &wishes, &deck, Money::from_units(meter)) else { return Ok(()) };
        round.run(&Command::Reconcile { meter: None }).unwrap();
        let settlement = settled(&round);
        for spot in &settlement.spots {
            let sum = |of: fn(&tercet_rules::Line) -> Money| spot.lines.iter().map(of).sum::<Money>();
            prop_assert_eq!(spot.staked, sum(|line| line.stake));
            prop_assert_eq!(spot.returned, sum(|line| line.returned));
            prop_assert_eq!(spot.won, sum(|line| line.won) + spot.envy.iter().map(|envy| envy.won).sum());
            prop_assert_eq!(spot.net(), sum(tercet_rules::Line::net) + spot.envy.iter().map(|envy| envy.won).sum());
            for line in &spot.lines {
                prop_assert!(line.won >= Money::ZERO && line.returned >= Money::ZERO);
                prop_assert!(line.returned == Money::ZERO || line.returned == line.stake);
                match line.outcome {
                    Outcome::Win => prop_assert!(line.pays.is_some_and(tercet_rules::Pay::wins)),
                    Outcome::Push | Outcome::Void => prop_assert!(line.won == Money::ZERO && line.returned == line.stake),
                    Outcome::Lose | Outcome::Forfeit => prop_assert!(line.won == Money::ZERO && line.returned == Money::ZERO),
                }
            }
        }
        if let (Some(meter), Some(rules)) = (settlement.meter, &game.meter) {
            let from_meter: Money = settlement
                .spots
                .iter()
                .flat_map(|spot| &spot.lines)
                .filter(|line| matches!(line.pays, Some(tercet_rules::Pay::Meter(_))))
                .map(|line| line.won)
                .sum();
            prop_assert_eq!(meter.paid, from_meter);
            prop_assert!(meter.after == meter.before - meter.paid || meter.after <= rules.start);
        }
    }

    /// Folding the events of a round gives the live round, and handling changes nothing.
    #[test]
    fn a_fold_over_the_events_is_the_round(
        game in any_game(),
        commands in prop::collection::vec(any_command(), 0..60),
        deck in any_deck(),
    ) {
        let mut round = Round::open(Arc::clone(&game), 0).unwrap();
        let mut log: Vec<Event> = Vec::new();
        for command in commands {
            let command = command.concrete(&game, &deck);
            let before = round.clone();
            match round.handle(&command) {
                Ok(events) => {
                    prop_assert_eq!(&before, &round);
                    prop_assert!(!events.is_empty(), "something happened: {:?}", command);
                    log.extend(events.iter().cloned());
                    for event in &events {
                        prop_assert!(!event.say(&game).is_empty());
                    }
                    round = events.iter().fold(round, Round::apply);
                }
                Err(reject) => {
                    prop_assert!(!reject.to_string().is_empty());
                    prop_assert_eq!(&before, &round);
                }
            }
        }
        let folded = log.iter().fold(Round::open(game, 0).unwrap(), Round::apply);
        prop_assert_eq!(folded, round);
    }

    /// Two decks that differ only in cards an audience may not see give that audience equal views.
    #[test]
    fn no_view_leaks_a_card(
        game in any_game(),
        wishes in prop::collection::vec(any_wish(), 1..8),
        deck in any_deck(),
        swap in any_deck(),
        reconcile in any::<bool>(),
        reveal in any::<bool>(),
    ) {
        let Some(mut first) = dealt_only(&game, &wishes, &deck) else { return Ok(()) };
        if reveal && first.run(&Command::Reveal).is_ok() && reconcile {
            first.run(&Command::Reconcile { meter: None }).unwrap();
        }
        for audience in [Audience::Player("player 0"), Audience::Player("player 1"), Audience::Dealer, Audience::Spectator] {
            let seen = view(&first, audience);
            let visible = visible_cards(&seen);
            // Keep every visible card in its place of the deck, and move all the others around.
            let hidden: Vec<Card> = swap.cards().iter().copied().filter(|card| !visible.contains(*card)).collect();
            let mut hidden = hidden.into_iter();
            let cards: Vec<Card> = deck
                .cards()
                .iter()
                .map(|card| if visible.contains(*card) { *card } else { hidden.next().unwrap() })
                .collect();
            let other = Deck::from_cards(&cards).unwrap();
            let mut second = dealt_only(&game, &wishes, &other).unwrap();
            if !matches!(first.phase(), Phase::Deciding(_)) {
                second.run(&Command::Reveal).unwrap();
            }
            if matches!(first.phase(), Phase::Settled(..)) {
                second.run(&Command::Reconcile { meter: None }).unwrap();
                // A folded hand may, by chance, have become one that gives envy and is shown for it.
                if visible_cards(&view(&second, audience)) != visible {
                    continue;
                }
            }
            prop_assert_eq!(seen, view(&second, audience));
        }
    }
}

fn dealt_only(game: &Arc<Game>, wishes: &[crate::common::Wish], deck: &Deck) -> Option<Round> {
    let round = play_round(game, 0, wishes, deck, Money::from_units(500_000))?;
    let Phase::Revealed(dealt, _) = round.phase() else { panic!("revealed") };
    // The same round, before the dealer's hand is turned over.
    let mut again = Round::open(Arc::clone(game), 0).unwrap();
    for hand in &dealt.hands {
        again.run(&Command::Sit { spot: hand.seat.spot, player: hand.seat.player.clone() }).unwrap();
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            if let Some(amount) = hand.seat.stake(no) {
                let wager = game.wager(no).id.clone();
                again.run(&Command::Place { spot: hand.seat.spot, wager, amount }).unwrap();
            }
        }
    }
    again.run(&Command::CloseWagers).unwrap();
    again.run(&Command::Deal { deck: deck.clone(), meter: dealt.meter }).unwrap();
    for hand in &dealt.hands {
        if let Some((choice, _)) = hand.decision {
            again.run(&Command::Decide { spot: hand.seat.spot, choice }).unwrap();
        }
    }
    Some(again)
}

fn visible_cards(view: &View) -> CardSet {
    let own = view.spots.iter().filter_map(|spot| spot.cards.as_ref()).flatten().copied();
    let dealer = match &view.dealer {
        Some(DealerView::Open(hand)) => hand.cards.clone(),
        Some(DealerView::FaceDown(_)) | None => Vec::new(),
    };
    own.chain(dealer).collect()
}

/// A command with small numbers where the game's own values go.
#[derive(Clone, Debug)]
enum Order {
    Sit(u8, u8),
    Leave(u8),
    Place(u8, u8, i64),
    TakeBack(u8, u8),
    Close,
    Deal(Option<i64>),
    Decide(u8, Option<u8>),
    TimeOut(u8),
    Reveal,
    Reconcile,
    Report(u8),
    Void,
}

fn any_command() -> impl Strategy<Value = Order> {
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
        1 => (0..9u8).prop_map(Order::Leave),
        16 => (0..9u8, 0..8u8, amount).prop_map(|(spot, wager, amount)| Order::Place(spot, wager, amount)),
        1 => (0..9u8, 0..8u8).prop_map(|(spot, wager)| Order::TakeBack(spot, wager)),
        2 => Just(Order::Close),
        3 => prop::option::of(prop_oneof![Just(0), Just(-5), Just(1_000_000)]).prop_map(Order::Deal),
        6 => (0..9u8, prop::option::of(0..5u8)).prop_map(|(spot, times)| Order::Decide(spot, times)),
        2 => (0..9u8).prop_map(Order::TimeOut),
        2 => Just(Order::Reveal),
        2 => Just(Order::Reconcile),
        1 => (0..5u8).prop_map(Order::Report),
        1 => Just(Order::Void),
    ]
}

impl Order {
    fn concrete(self, game: &Game, deck: &Deck) -> Command {
        let wager = |i: u8| -> WagerId {
            game.wagers
                .get(usize::from(i))
                .map_or_else(|| WagerId::from("no-such-wager"), |wager| wager.id.clone())
        };
        match self {
            Order::Sit(spot, 0) => Command::Sit { spot, player: " ".into() },
            Order::Sit(spot, player) => Command::Sit { spot, player: format!("player {player}") },
            Order::Leave(spot) => Command::Leave { spot },
            Order::Place(spot, i, amount) => {
                Command::Place { spot, wager: wager(i), amount: Money::from_units(amount) }
            }
            Order::TakeBack(spot, i) => Command::TakeBack { spot, wager: wager(i) },
            Order::Close => Command::CloseWagers,
            Order::Deal(meter) => Command::Deal { deck: deck.clone(), meter: meter.map(Money::from_units) },
            Order::Decide(spot, None) => Command::Decide { spot, choice: Choice::Fold },
            Order::Decide(spot, Some(times)) => Command::Decide { spot, choice: Choice::Play { times } },
            Order::TimeOut(spot) => Command::TimeOut { spot },
            Order::Reveal => Command::Reveal,
            Order::Reconcile => Command::Reconcile { meter: None },
            Order::Report(i) => {
                let event = game.irregular.get(usize::from(i)).map_or("meteor", |rule| &rule.event);
                Command::Report { event: event.into() }
            }
            Order::Void => Command::Void { reason: "fire alarm".into() },
        }
    }
}

/// A refused command names what it would need.
#[test]
fn rejects_say_what_they_need() {
    let game = Arc::clone(&crate::common::GAMES[0]);
    let round = Round::open(game, 0).unwrap();
    assert!(matches!(round.handle(&Command::Reveal), Err(Reject::WrongPhase { .. })));
    assert_eq!(
        round.handle(&Command::Reveal).unwrap_err().to_string(),
        "not now: bets are open; this is possible only once the cards are out, before the dealer's hand is open"
    );
}
