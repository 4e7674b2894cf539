//! Orders to a live round, sensible or not.
#![no_main]

use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};
use std::sync::Arc;
use tercet_cards::{Card, CardSet, Deck};
use tercet_fuzz::GAMES;
use tercet_rules::{
    Amount, Audience, Choice, Command, DealerView, Event, Game, Money, Phase, Round, TableLimits, WagerId,
    settle, view,
};

#[derive(Arbitrary, Debug)]
struct Input {
    game: u8,
    way: u8,
    deck: [u8; 51],
    orders: Vec<Order>,
}

#[derive(Arbitrary, Debug)]
enum Order {
    Sit(u8, u8),
    Leave(u8),
    /// A wager of the game, with a stake in its limits or, if told so, any amount.
    Place(u8, u8, u8, Option<i64>),
    TakeBack(u8, u8),
    Close,
    Deal(Option<i64>),
    Decide(u8, Option<u8>),
    TimeOut(u8),
    Reveal,
    Reconcile,
    Report(u8),
    Void,
    /// Whatever a dealer would do next.
    GoOn,
}

fuzz_target!(|input: Input| {
    let game = &GAMES[usize::from(input.game) % GAMES.len()];
    let deck = shuffled(&input.deck);
    let way = usize::from(input.way) % game.ways.len();
    let mut round = Round::open(Arc::clone(game), way).expect("the way is one of the game's");
    let mut log: Vec<Event> = Vec::new();
    for order in input.orders {
        for command in commands(order, &round, game, &deck) {
            let before = round.clone();
            match round.handle(&command) {
                Ok(events) => {
                    assert_eq!(before, round, "handling changes nothing");
                    assert!(!events.is_empty());
                    for event in &events {
                        assert!(!event.say(game).is_empty());
                        round = round.apply(event);
                    }
                    log.extend(events);
                }
                Err(reject) => assert!(!reject.to_string().is_empty()),
            }
            sees_only_what_it_may(&round);
        }
    }
    let folded = log.iter().fold(Round::open(Arc::clone(game), way).expect("as above"), Round::apply);
    assert_eq!(folded, round, "the fold of the events is the round");
    keeps_all_money(game, &round, &log);
});

fn shuffled(picks: &[u8; 51]) -> Deck {
    let mut left = Card::ALL.to_vec();
    let mut cards: Vec<Card> =
        picks.iter().map(|pick| left.remove(usize::from(*pick) % left.len())).collect();
    cards.append(&mut left);
    Deck::from_cards(&cards).expect("every card once")
}

fn commands(order: Order, round: &Round, game: &Game, deck: &Deck) -> Vec<Command> {
    let wager = |i: u8| -> WagerId {
        let place = usize::from(i) % (game.wagers.len() + 1);
        game.wagers.get(place).map_or_else(|| WagerId::from("no-such-wager"), |wager| wager.id.clone())
    };
    let spot = |spot: u8| spot % 9;
    vec![match order {
        Order::Sit(at, 0) => Command::Sit { spot: spot(at), player: " ".into() },
        Order::Sit(at, player) => Command::Sit { spot: spot(at), player: format!("player {}", player % 4) },
        Order::Leave(at) => Command::Leave { spot: spot(at) },
        Order::Place(at, i, height, amount) => {
            let wager = wager(i);
            let amount = amount.map_or_else(|| stake(game, &wager, height), Money::from_units);
            Command::Place { spot: spot(at), wager, amount }
        }
        Order::TakeBack(at, i) => Command::TakeBack { spot: spot(at), wager: wager(i) },
        Order::Close => Command::CloseWagers,
        Order::Deal(meter) => Command::Deal { deck: deck.clone(), meter: meter.map(Money::from_units) },
        Order::Decide(at, None) => Command::Decide { spot: spot(at), choice: Choice::Fold },
        Order::Decide(at, Some(times)) => {
            Command::Decide { spot: spot(at), choice: Choice::Play { times: times % 5 } }
        }
        Order::TimeOut(at) => Command::TimeOut { spot: spot(at) },
        Order::Reveal => Command::Reveal,
        Order::Reconcile => Command::Reconcile { meter: None },
        Order::Report(i) => {
            let event = game.irregular.get(usize::from(i)).map_or("meteor", |rule| &rule.event);
            Command::Report { event: event.into() }
        }
        Order::Void => Command::Void { reason: "fire alarm".into() },
        Order::GoOn => return go_on(round, game, deck),
    }]
}

fn go_on(round: &Round, game: &Game, deck: &Deck) -> Vec<Command> {
    match round.phase() {
        Phase::Wagering { .. } => vec![Command::CloseWagers],
        Phase::Closed { .. } => {
            let meter = game.meter.is_some().then_some(Money::from_units(1_234_567));
            vec![Command::Deal { deck: deck.clone(), meter }]
        }
        Phase::Deciding(dealt) => {
            let open = dealt.hands.iter().filter(|hand| dealt.undecided(game, hand));
            let time_out = |hand: &tercet_rules::SeatHand| Command::TimeOut { spot: hand.seat.spot };
            open.map(time_out).chain([Command::Reveal]).collect()
        }
        Phase::Revealed(..) | Phase::Settled(..) | Phase::Voided { .. } => {
            vec![Command::Reconcile { meter: None }]
        }
    }
}

/// A stake in the limits of a wager.
fn stake(game: &Game, id: &WagerId, height: u8) -> Money {
    let Some(no) = game.wager_no(id.as_str()) else { return Money::from_units(500) };
    let wager = game.wager(no);
    let limits = match &wager.amount {
        Amount::Fixed(money) => return *money,
        Amount::EqualTo(of) | Amount::Times(_, of) => &game.wager(*of).limits,
        Amount::Free => &wager.limits,
    };
    let Some(limits) = limits else { return Money::from_units(500) };
    let steps = ((limits.max - limits.min).units() / limits.step.units()).min(i64::from(height % 8));
    limits.min + Money::from_units(steps * limits.step.units())
}

/// No view holds a card that its audience may not see.
fn sees_only_what_it_may(round: &Round) {
    let (dealt, open, over) = match round.phase() {
        Phase::Wagering { .. } | Phase::Closed { .. } => return,
        Phase::Deciding(dealt) => (dealt, false, false),
        Phase::Revealed(dealt, _) => (dealt, true, false),
        Phase::Settled(dealt, _) => (dealt, true, true),
        // What was dealt before a round was voided stays as it lay.
        Phase::Voided { dealt: Some(dealt), .. } => (dealt, false, false),
        Phase::Voided { dealt: None, .. } => return,
    };
    let voided = matches!(round.phase(), Phase::Voided { .. });
    for audience in
        [Audience::Player("player 1"), Audience::Player("player 2"), Audience::Dealer, Audience::Spectator]
    {
        let own = |player: &str| audience == Audience::Player(player);
        let mut may: CardSet = if open { dealt.dealer.iter().copied().collect() } else { CardSet::EMPTY };
        for hand in dealt.hands.iter().filter(|hand| over || own(&hand.seat.player)) {
            hand.cards.iter().for_each(|card| drop(may.insert(*card)));
        }
        let seen = view(round, audience);
        let dealer = match &seen.dealer {
            Some(DealerView::Open(hand)) => hand.cards.clone(),
            Some(DealerView::FaceDown(_)) | None => Vec::new(),
        };
        for card in seen.spots.iter().filter_map(|spot| spot.cards.as_ref()).flatten().chain(&dealer) {
            assert!(may.contains(*card) || voided && dealer.contains(card), "{audience:?} sees {card}");
        }
    }
}

/// What was staked is won, lost or given back, and settling the record again comes to the same.
fn keeps_all_money(game: &Game, round: &Round, log: &[Event]) {
    if let Phase::Settled(dealt, settlement) = round.phase() {
        for (spot, hand) in settlement.spots.iter().zip(&dealt.hands) {
            let staked: Money = hand.seat.wagers.iter().flatten().copied().sum();
            assert_eq!(spot.staked, staked);
            let lines: Money = spot.lines.iter().map(tercet_rules::Line::net).sum();
            assert_eq!(spot.net(), lines + spot.envy.iter().map(|envy| envy.won).sum());
        }
        if dealt.irregular.is_empty() {
            let checked =
                dealt.record(game).check(game, TableLimits::Ignore).expect("a live round keeps the rules");
            assert_eq!(*settlement, settle(game, &checked));
        }
    }
    // A voided round gives back exactly what lay on the table.
    let mut table = 0;
    for event in log {
        match event {
            Event::Placed { spot, wager, amount } => {
                table += amount.units() - last_stake(log, event, *spot, wager);
            }
            Event::Returned { amount, .. } => table -= amount.units(),
            Event::Played { amount, .. } => table += amount.units(),
            Event::Voided { returned, .. } => {
                let all: i64 = returned.iter().map(|(_, _, amount)| amount.units()).sum();
                assert_eq!(all, table, "a voided round gives back every stake");
            }
            _ => {}
        }
    }
}

/// What lay on a wager before this event set it anew.
fn last_stake(log: &[Event], until: &Event, spot: u8, wager: &WagerId) -> i64 {
    let mut stake = 0;
    for event in log.iter().take_while(|event| !std::ptr::eq(*event, until)) {
        match event {
            Event::Placed { spot: at, wager: on, amount } if *at == spot && on == wager => {
                stake = amount.units()
            }
            Event::Returned { spot: at, wager: on, .. } if *at == spot && on == wager => stake = 0,
            _ => {}
        }
    }
    stake
}
