//! A round made again from its events, and what no round could have done.

use crate::common::{any_deck, any_policy, any_wish};
use crate::live::{PLAY, Table, decide, game};
use crate::orders::{any_order, round};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_cards::{Card, parse_cards};
use tercet_rules::{
    By, Choice, Command, DealStep, Dealt, Event, Game, Money, Phase, Reject, Round, Seat, Settlement,
    TableLimits, WagerId, settle,
};

/// A round as somebody keeps it who reads nothing but the events: no game, no phases.
#[derive(Clone, PartialEq, Debug, Default)]
struct Book {
    players: BTreeMap<u8, String>,
    stakes: BTreeMap<(u8, WagerId), Money>,
    /// Of the dealer under 0.
    cards: BTreeMap<u8, Vec<Card>>,
    decisions: BTreeMap<u8, (Choice, By)>,
    meter: Option<Money>,
    irregular: Vec<String>,
    state: &'static str,
    settlement: Option<Settlement>,
}

impl Book {
    fn only_players_with_stakes(&mut self) {
        self.players.retain(|spot, _| self.stakes.keys().any(|(at, _)| at == spot));
    }

    fn note(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Seated { spot, player } => drop(self.players.insert(*spot, player.clone())),
            Event::Left { spot } => drop(self.players.remove(spot)),
            Event::Placed { spot, wager, amount } => {
                self.stakes.insert((*spot, wager.clone()), *amount);
            }
            Event::Returned { spot, wager, .. } => {
                self.stakes.remove(&(*spot, wager.clone()));
                // Who is sent back after the close is out of the round.
                if self.state == "closed" {
                    self.only_players_with_stakes();
                }
            }
            Event::WageringClosed => {
                self.only_players_with_stakes();
                self.state = "closed";
            }
            Event::Dealt { steps, meter } => {
                for step in steps {
                    self.cards.entry(step.spot.unwrap_or(0)).or_default().extend(&step.cards);
                }
                self.meter = *meter;
                self.state = "deciding";
            }
            Event::Played { spot, times, amount, by } => {
                let play = game.wager(game.play.unwrap()).id.clone();
                self.stakes.insert((*spot, play), *amount);
                self.decisions.insert(*spot, (Choice::Play { times: *times }, *by));
            }
            Event::Folded { spot, by } => drop(self.decisions.insert(*spot, (Choice::Fold, *by))),
            Event::Irregular { event } => self.irregular.push(event.clone()),
            Event::Collected { .. } => {}
            Event::Revealed(_) => self.state = "revealed",
            Event::Reconciled(settlement) => {
                self.meter = settlement.meter.map(|meter| meter.before);
                self.settlement = Some((**settlement).clone());
                self.state = "settled";
            }
            Event::Voided { .. } => {
                if self.cards.is_empty() {
                    *self = Book::default();
                }
                self.state = "void";
            }
        }
    }

    fn of(round: &Round) -> Book {
        let mut book = Book::default();
        match round.phase() {
            Phase::Wagering { seats } => book.seats(round, seats),
            Phase::Closed { seats } => {
                book.seats(round, seats);
                book.state = "closed";
            }
            Phase::Deciding(dealt) => book.dealt(round, dealt, "deciding"),
            Phase::Revealed(dealt, _) => book.dealt(round, dealt, "revealed"),
            Phase::Settled(dealt, settlement) => {
                book.dealt(round, dealt, "settled");
                book.settlement = Some(settlement.clone());
            }
            Phase::Voided { dealt, .. } => {
                dealt.iter().for_each(|dealt| book.dealt(round, dealt, "void"));
                book.state = "void";
            }
        }
        book
    }

    fn seats<'a>(&mut self, round: &Round, seats: impl IntoIterator<Item = &'a Seat>) {
        for seat in seats {
            self.players.insert(seat.spot, seat.player.clone());
            self.stakes.extend(seat.staked(round.game()).map(|(id, amount)| ((seat.spot, id), amount)));
        }
    }

    fn dealt(&mut self, round: &Round, dealt: &Dealt, state: &'static str) {
        self.seats(round, dealt.hands.iter().map(|hand| &hand.seat));
        self.cards = dealt.hands.iter().map(|hand| (hand.seat.spot, hand.cards.clone())).collect();
        self.cards.insert(0, dealt.dealer.clone());
        let decided = dealt.hands.iter().filter_map(|hand| Some((hand.seat.spot, hand.decision?)));
        self.decisions = decided.collect();
        self.meter = dealt.meter;
        self.irregular = dealt.irregular.iter().map(|i| round.game().irregular[*i].event.clone()).collect();
        self.state = state;
    }
}

fn open(game: &Arc<Game>, way: usize) -> Round {
    Round::open(Arc::clone(game), way % game.ways.len()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The events alone say what the round is, and make it again; handling changes nothing; and what was left
    /// out, doubled or put in another order is refused, or is another round that the events tell.
    #[test]
    fn the_events_are_the_round(
        game in any_policy(),
        way in 0..4usize,
        wishes in prop::collection::vec(any_wish(), 1..6),
        between in prop::collection::vec((any::<u8>(), any_order()), 0..12),
        deck in any_deck(),
        at in any::<prop::sample::Index>(),
    ) {
        let mut table = open(&game, way);
        let (mut log, mut ends, mut book) = (Vec::new(), vec![0], Book::default());
        for command in round(&game, &wishes, &between, &deck) {
            let before = table.clone();
            let said = table.handle(&command);
            prop_assert_eq!(&before, &table);
            match table.run(&command) {
                Ok(events) => {
                    prop_assert!(!events.is_empty(), "something happened: {:?}", command);
                    for event in &events {
                        prop_assert!(!event.say(&game).is_empty());
                        book.note(&game, event);
                    }
                    log.extend(events.iter().cloned());
                    ends.push(log.len());
                    prop_assert_eq!(Ok(events), said);
                }
                Err(reject) => {
                    prop_assert!(!reject.to_string().is_empty());
                    prop_assert_eq!(&before, &table);
                    prop_assert_eq!(Err(reject), said);
                }
            }
            prop_assert_eq!(&book, &Book::of(&table), "after {:?}", command);
        }
        prop_assert_eq!(open(&game, way).replay(&log), Ok(table));
        for end in 0..log.len() {
            match open(&game, way).replay(&log[..end]) {
                // Who leaves takes back one wager after the other; each may be the last.
                Ok(_) => {
                    let whole = ends.contains(&end) || matches!(log[end - 1], Event::Returned { because: None, .. });
                    prop_assert!(whole, "the events of one command belong together");
                }
                Err(bad) => prop_assert!(!ends.contains(&end) && bad.index == end, "{}", bad),
            }
        }

        if log.is_empty() {
            return Ok(());
        }
        let i = at.index(log.len());
        let (mut without, mut twice, mut swapped) = (log.clone(), log.clone(), log.clone());
        let event = without.remove(i);
        twice.insert(i, event.clone());
        if i + 1 < log.len() {
            swapped.swap(i, i + 1);
        }
        for (what, events) in [("without", without), ("twice", twice), ("swapped", swapped)] {
            let again = open(&game, way).replay(&events);
            // A round can be voided whether this happened or not.
            let step = matches!(event, Event::WageringClosed | Event::Dealt { .. } | Event::Revealed(_))
                && !matches!(log.last(), Some(Event::Voided { .. }));
            let harmless = matches!(event, Event::Placed { .. } | Event::Irregular { .. });
            match again {
                Ok(again) => {
                    let mut told = Book::default();
                    events.iter().for_each(|event| told.note(&game, event));
                    prop_assert_eq!(Book::of(&again), told);
                    prop_assert!(!(what == "without" && step && i + 1 < log.len()), "without {:?}", event);
                    prop_assert!(what != "twice" || harmless, "twice {:?}", event);
                }
                Err(bad) => prop_assert!(bad.index <= events.len() && !bad.to_string().is_empty()),
            }
        }
    }
}

/// A round of two players, settled, and its events.
fn settled() -> (Arc<Game>, Vec<Event>) {
    let game = game("three-card-poker");
    let mut table = Table::new(&game);
    let mut log = Vec::new();
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        log.extend(table.0.run(&Command::Sit { spot, player: player.into() }).unwrap());
        log.extend(table.run(&crate::live::bet(spot, "ante", 1000)));
    }
    log.extend(table.run(&Command::CloseWagers));
    log.extend(table.run(&Command::Deal { deck: crate::live::deck("2c 2d 2h"), meter: None }));
    log.extend(table.run(&decide(1, PLAY)));
    log.extend(table.run(&decide(2, Choice::Fold)));
    log.extend(table.run(&Command::Reveal));
    log.extend(table.run(&Command::Reconcile { meter: None }));
    (game, log)
}

/// What a store lost or somebody changed is found, with its place and what was expected there.
#[test]
fn a_bad_event_is_named_with_its_place() {
    let (game, log) = settled();
    let way = game.ways.iter().position(|way| way.by == tercet_rules::DealBy::Packets).unwrap();
    let kinds: Vec<String> =
        log.iter().map(|event| format!("{event:?}").split([' ', '(']).next().unwrap().to_owned()).collect();
    assert_eq!(
        kinds.join(" "),
        "Seated Placed Seated Placed WageringClosed Dealt Played Folded Collected Revealed Reconciled"
    );
    let refused = |change: &dyn Fn(&mut Vec<Event>)| {
        let mut events = log.clone();
        change(&mut events);
        open(&game, way).replay(&events).expect_err("refused").to_string()
    };
    let steps = |events: &mut Vec<Event>, change: &dyn Fn(&mut Vec<DealStep>)| {
        let Event::Dealt { steps, .. } = &mut events[5] else { panic!("dealt") };
        change(steps);
    };
    let deal = "event 5: expected the deal of 3 to spot 1, 3 to spot 2, 3 to the dealer";
    for (change, said) in [
        (
            &(|events: &mut Vec<Event>| drop(events.remove(4))) as &dyn Fn(&mut Vec<Event>),
            "event 4: not now: bets are open; this is possible only once bets are closed, before the deal",
        ),
        (&|events| events.swap(6, 8), "event 6: still to decide: spot 1 and 2"),
        (&|events| drop(events.remove(7)), "event 7: still to decide: spot 2"),
        (&|events| drop(events.remove(0)), "event 0: nobody sits at spot 1"),
        (&|events| steps(events, &|steps| steps[0].cards.truncate(2)), deal),
        (&|events| steps(events, &|steps| steps[2].cards.clear()), deal),
        (&|events| steps(events, &|steps| drop(steps.pop())), deal),
        (&|events| steps(events, &|steps| steps[1].spot = Some(9)), deal),
        (
            &|events| steps(events, &|steps| steps[1].cards = parse_cards("2c 3d 4h").unwrap()),
            "event 5: 2c is dealt twice",
        ),
        (
            &|events| events.insert(6, Event::Irregular { event: "meteor".into() }),
            "event 6: the game has no policy for `meteor`; it knows exposed-card, wrong-card-count, foul-deck",
        ),
        (
            &|events| {
                events[6] = Event::Played { spot: 1, times: 1, amount: Money::from_units(1), by: By::Player }
            },
            "event 6: expected `Spot 1 plays: $10 on Play.`",
        ),
        (&|events| events.truncate(9), "event 9: expected `"),
        (
            &|events| {
                let Event::Reconciled(settlement) = &mut events[10] else { panic!("reconciled") };
                settlement.spots[0].won += Money::from_units(1);
            },
            "event 10: expected the settlement that these rules give: `Spot 2: Ante forfeit.",
        ),
        (
            &|events| events[10] = Event::Voided { reason: "drill".into(), returned: Vec::new() },
            "event 10: expected `The round is void: drill. All stakes are returned.`",
        ),
        (
            &|events| events.push(Event::Left { spot: 1 }),
            "event 11: not now: the round is over; this is possible only while bets are open",
        ),
    ] {
        let found = refused(change);
        assert!(found.starts_with(said), "{found}\n{said}");
    }
}

/// A round can be taken up in the midst of it, and goes on as if nothing had happened.
#[test]
fn a_round_goes_on_after_a_replay() {
    let (game, log) = settled();
    let way = game.ways.iter().position(|way| way.by == tercet_rules::DealBy::Packets).unwrap();
    let mut round = open(&game, way).replay(&log[..7]).unwrap();
    assert_eq!(round.handle(&decide(1, PLAY)), Err(Reject::NothingToDecide { spot: 1 }));
    round.run(&decide(2, Choice::Fold)).unwrap();
    let round = round.replay(&log[8..]).unwrap();
    assert_eq!(round, open(&game, way).replay(&log).unwrap());
}

/// The record of a round settles to the same money, or there is none: it has no place for an irregularity.
#[test]
fn an_irregular_round_has_no_record() {
    for reading in ["continue", "forfeit", "settle"] {
        let game = crate::live::under("three-card-poker", "R25", reading);
        for report in [false, true] {
            let mut table = Table::new(&game);
            table.sit(1, "ann");
            table.bet(1, "ante", 1000);
            table.deal("2c 2d 2h");
            table.run(&decide(1, PLAY));
            if report {
                table.run(&Command::Report { event: "foul-deck".into() });
            }
            table.run(&Command::Reveal);
            table.run(&Command::Reconcile { meter: None });
            let Phase::Settled(dealt, settlement) = table.0.phase() else { panic!("settled") };
            let record = dealt.record(&game);
            assert_eq!(record.is_none(), report, "R25={reading}");
            if let Some(record) = record {
                assert_eq!(settle(&record.check(&game, TableLimits::Apply).unwrap()), *settlement);
            }
        }
    }
}
