//! Meters that are hit: shares, new starts, the reserve, and what other tables gave meanwhile.

use crate::table::{GAMES, Table, name};
use std::sync::Arc;
use tercet_cards::{Card, Deck, parse_cards};
use tercet_ledger::{Account, Transaction, Why};
use tercet_rules::{Amount, Choice, Command, Event, Game, Money, Phase};

fn game(id: &str) -> Arc<Game> {
    Arc::clone(GAMES.iter().find(|game| game.id == *id).expect(id))
}

fn dollars(text: &str) -> Money {
    text.parse().unwrap()
}

/// A deck that deals these cards to these spots, whatever the order of the deal.
fn deck(table: &Table, hands: &[(u8, &str)]) -> Deck {
    let meter = table.meter().map(|now| now.at_the_deal(&table.round));
    let sorted = table.round.handle(&Command::Deal { deck: Deck::sorted(), meter }).unwrap();
    let [Event::Dealt { steps, .. }] = &sorted[..] else { panic!("a deal") };
    let places: Vec<Option<u8>> =
        steps.iter().flat_map(|step| step.cards.iter().map(|_| step.spot)).collect();
    let mut cards: Vec<Option<Card>> = vec![None; 52];
    for (spot, hand) in hands {
        let hand = parse_cards(hand).unwrap();
        let at = (0..places.len()).filter(|at| places[*at] == Some(*spot));
        at.zip(hand).for_each(|(at, card)| cards[at] = Some(card));
    }
    let given = cards.clone();
    let mut rest = Card::ALL.into_iter().filter(|card| !given.contains(&Some(*card)));
    let cards: Vec<Card> =
        cards.into_iter().map(|card| card.unwrap_or_else(|| rest.next().unwrap())).collect();
    Deck::from_cards(&cards).unwrap()
}

/// Bets the Ante and the progressive at these spots, each by another player, and closes.
fn bet(table: &mut Table, spots: &[u8]) {
    let game = Arc::clone(table.round.game());
    let progressive = game.meter.as_ref().unwrap().wager;
    for (spot, player) in spots.iter().zip(["ann", "bob", "cyd", "dee"]) {
        table.run(&Command::Sit { spot: *spot, player: player.into() }).unwrap();
        let progressive = game.wager(progressive);
        let Amount::Fixed(fixed) = progressive.amount else { panic!("a fixed progressive") };
        for (wager, amount) in [("ante".into(), dollars("$10")), (progressive.id.clone(), fixed)] {
            table.run(&Command::Place { spot: *spot, wager, amount }).unwrap();
        }
    }
    table.run(&Command::CloseWagers).unwrap();
}

fn finish(table: &mut Table, deck: Deck, spots: &[u8]) {
    let meter = table.meter().map(|now| now.at_the_deal(&table.round));
    table.run(&Command::Deal { deck, meter }).unwrap();
    for spot in spots {
        table.run(&Command::Decide { spot: *spot, choice: Choice::Play { times: 1 } }).unwrap();
    }
    table.run(&Command::Reveal).unwrap();
    table.run(&Command::Reconcile { meter: None }).unwrap();
    assert!(matches!(table.round.phase(), Phase::Settled(..)));
    assert_eq!(table.balances.sum(), 0);
}

fn awards(table: &Table) -> Vec<Money> {
    let postings = table.journal.last().unwrap().postings();
    postings.iter().filter(|p| matches!(p.why, Why::Award(_))).map(|p| p.amount).collect()
}

fn starts(table: &Table) -> Vec<(String, Money)> {
    let postings = table.journal.last().unwrap().postings();
    let starts = postings.iter().filter(|posting| posting.why == Why::MeterStart);
    starts.map(|posting| (posting.from.to_string(), posting.amount)).collect()
}

/// Sources: 003.envy.amounts, rulings R19 and R20.
#[test]
fn a_full_hit_empties_the_meter_and_the_house_starts_it_again() {
    let mut table = Table::new(&game("three-card-poker"), 0, [1_000_000; 4]);
    bet(&mut table, &[1, 2]);
    let deck = deck(&table, &[(1, "As Ks Qs"), (2, "2c 7d 9h")]);
    finish(&mut table, deck, &[1, 2]);
    // $1,000 and 26 cents of each of the two dollars.
    assert_eq!(awards(&table), [dollars("$1,000.52")]);
    assert_eq!(starts(&table), [("house".into(), dollars("$1,000"))]);
    assert_eq!(table.meter().unwrap().meter, dollars("$1,000"));
    let envy = table.journal.last().unwrap().postings().iter().find(|p| p.why == Why::Envy(1)).unwrap();
    assert_eq!((envy.amount, envy.to.to_string().as_str()), (dollars("$100"), "wallet/bob"));
}

#[test]
fn the_reserve_starts_the_meter_before_the_house_does() {
    let mut table = Table::new(&game("three-card-poker"), 0, [1_000_000; 4]);
    let mut kept = Transaction::new();
    kept.post(Account::House, Account::Reserve(name("m1")), dollars("$300"), Why::HouseFunds);
    table.balances.apply(&kept).unwrap();
    bet(&mut table, &[1]);
    let deck = deck(&table, &[(1, "As Ks Qs")]);
    finish(&mut table, deck, &[1]);
    let expected = [("reserve/m1".into(), dollars("$300")), ("house".into(), dollars("$700"))];
    assert_eq!(starts(&table), expected);
    assert_eq!(table.meter().unwrap().reserve, Money::ZERO);
}

/// The meter is read at the deal (R19): what other tables gave since stays on it, over the award and the new start.
#[test]
fn what_another_table_gives_after_the_deal_stays_on_the_meter() {
    let mut table = Table::new(&game("three-card-poker"), 0, [1_000_000; 4]);
    bet(&mut table, &[1]);
    let at_the_deal = table.meter().unwrap().at_the_deal(&table.round);
    let deck = deck(&table, &[(1, "As Ks Qs")]);
    table.run(&Command::Deal { deck, meter: Some(at_the_deal) }).unwrap();
    let mut elsewhere = Transaction::new();
    let (bank, meter) = (Account::Bank(name("t2")), Account::Meter(name("m1")));
    elsewhere.post(bank, meter, dollars("$3.90"), Why::Contribution("progressive".into()));
    table.balances.apply(&elsewhere).unwrap();
    table.run(&Command::Decide { spot: 1, choice: Choice::Play { times: 1 } }).unwrap();
    table.run(&Command::Reveal).unwrap();
    table.run(&Command::Reconcile { meter: None }).unwrap();
    assert_eq!(awards(&table), [at_the_deal]);
    assert_eq!(table.meter().unwrap().meter, dollars("$1,003.90"));
}

/// Wagers that come back before the deal, whoever sends them, have given nothing.
#[test]
fn a_meter_cannot_be_filled_with_wagers_that_come_back_before_the_deal() {
    let mut table = Table::new(&game("three-card-poker"), 0, [1_000_000; 4]);
    bet(&mut table, &[1, 2]);
    for spot in [1, 2] {
        table.run(&Command::SendBackWithheld { spot }).unwrap();
        assert_eq!(table.meter().unwrap().meter, dollars("$1,000"));
    }
    assert!(matches!(table.round.phase(), Phase::Voided { .. }));
    assert_eq!(table.balances.of(&Account::Bank(name("t1"))), Money::ZERO);
    assert_eq!(table.balances.of(&Account::Wallet(name("ann"))), dollars("$10,000"));
}

/// A void round gives back every stake; the meter that was shown does not go down.
#[test]
fn what_a_void_round_gave_to_the_meter_stays_there() {
    let mut table = Table::new(&game("three-card-poker"), 0, [1_000_000; 4]);
    bet(&mut table, &[1, 2, 3]);
    let meter = Some(table.meter().unwrap().at_the_deal(&table.round));
    table.run(&Command::Deal { deck: Deck::sorted(), meter }).unwrap();
    table.run(&Command::Void { reason: "a card lies on the floor".into() }).unwrap();
    assert_eq!(table.meter().unwrap().meter, dollars("$1,000.78"));
    assert_eq!(table.balances.of(&Account::Bank(name("t1"))), Money::ZERO - dollars("$0.78"));
    for player in ["ann", "bob", "cyd"] {
        assert_eq!(table.balances.of(&Account::Wallet(name(player))), dollars("$10,000"));
    }
}

/// Source: R21. Both rows of this game are shares of one meter.
#[test]
fn two_hits_in_one_round_are_paid_in_order_and_the_meter_holds_the_rest() {
    let mut table = Table::new(&game("two-meter-rows"), 0, [1_000_000; 4]);
    bet(&mut table, &[1, 2]);
    let deck = deck(&table, &[(1, "As Ks Qs"), (2, "Ah Kh Qh")]);
    finish(&mut table, deck, &[1, 2]);
    let Phase::Settled(_, settlement) = table.round.phase() else { panic!("settled") };
    let moved = settlement.meter.unwrap();
    assert_eq!(awards(&table).len(), 2);
    assert_eq!(awards(&table).into_iter().sum::<Money>(), moved.paid);
    assert_eq!(table.meter().unwrap().meter, moved.after);
}
