//! Orders to a live round, sensible or not.
#![no_main]

#[path = "../../crates/rules/tests/all/looked_at.rs"]
mod looked_at;

use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};
use looked_at::is_looked_at;
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
    /// Where an event is left out, and where one is put in again.
    spoil: (u8, u8),
}

#[derive(Arbitrary, Debug)]
enum Order {
    Sit(u8, u8),
    Leave(u8),
    /// A wager of the game, with a stake in its limits or, if told so, any amount.
    Place(u8, u8, u8, Option<i64>),
    TakeBack(u8, u8),
    Close,
    SendBackWithheld(u8),
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
            let said = round.handle(&command);
            assert_eq!(before, round, "handling changes nothing");
            assert_eq!(said, round.run(&command), "what would happen is what happens");
            match said {
                Ok(events) => {
                    assert!(!events.is_empty());
                    assert!(events.iter().all(|event| !event.say(game).is_empty()));
                    log.extend(events);
                }
                Err(reject) => {
                    assert!(!reject.to_string().is_empty());
                    assert_eq!(before, round, "what is refused changes nothing");
                }
            }
            sees_what_it_may(&round, &log);
        }
    }
    makes_the_round_again(game, way, &round, log.clone(), input.spoil);
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
        Order::SendBackWithheld(at) => Command::SendBackWithheld { spot: spot(at) },
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

/// The events make the round again; a list that was spoiled makes one, or is refused with a place and a reason.
fn makes_the_round_again(game: &Arc<Game>, way: usize, round: &Round, mut log: Vec<Event>, spoil: (u8, u8)) {
    let open = || Round::open(Arc::clone(game), way).expect("the way is one of the game's");
    assert_eq!(open().replay(&log).as_ref(), Ok(round), "the events are the round");
    if log.is_empty() {
        return;
    }
    let event = log.remove(usize::from(spoil.0) % log.len());
    if spoil.1 % 2 == 1 {
        log.insert(usize::from(spoil.1) % (log.len() + 1), event);
    }
    if let Err(bad) = open().replay(&log) {
        assert!(bad.index <= log.len() && !bad.to_string().is_empty());
    }
}

/// Every view holds the cards that its audience may see, and no others: its own; the dealer's once they were
/// turned over; and once the round is settled, the hands for which there is something to look at.
fn sees_what_it_may(round: &Round, log: &[Event]) {
    let (dealt, settlement) = match round.phase() {
        Phase::Wagering { .. } | Phase::Closed { .. } | Phase::Voided { dealt: None, .. } => return,
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) => (dealt, None),
        Phase::Voided { dealt: Some(dealt), .. } => (dealt, None),
        Phase::Settled(dealt, settlement) => (dealt, Some(settlement)),
    };
    let revealed = log.iter().find_map(|event| match event {
        Event::Revealed(dealer) => Some(&dealer.cards),
        _ => None,
    });
    for audience in
        [Audience::Player("player 1"), Audience::Player("player 2"), Audience::Dealer, Audience::Spectator]
    {
        let mut may: CardSet = revealed.into_iter().flatten().copied().collect();
        for (i, hand) in dealt.hands.iter().enumerate() {
            let own = audience == Audience::Player(&hand.seat.player);
            let played = matches!(hand.decision, Some((Choice::Play { .. }, _)));
            if own || settlement.is_some_and(|all| played || is_looked_at(round.game(), &all.spots[i])) {
                may.extend(hand.cards.iter().copied());
            }
        }
        let seen = view(round, audience);
        let dealer = match &seen.dealer {
            Some(DealerView::Open(hand)) => hand.cards.clone(),
            Some(DealerView::FaceDown(_)) | None => Vec::new(),
        };
        let cards = seen.spots.iter().filter_map(|spot| spot.cards.as_ref()).flatten().chain(&dealer);
        assert_eq!(cards.copied().collect::<CardSet>(), may, "{audience:?}");
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
        assert_eq!(dealt.record(game).is_some(), dealt.irregular.is_empty());
        if let Some(record) = dealt.record(game) {
            let checked = record.check(game, TableLimits::Ignore).expect("a live round keeps the rules");
            assert_eq!(*settlement, settle(&checked));
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
