//! What a table refuses or sends back, and what it says: bets that close, meters, multiples, time-outs.

use crate::common::DOCS;
use crate::live::{PLAY, Table, bet, decide, deck, game, under};
use std::sync::Arc;
use tercet_rules::{
    AmountDoc, By, Choice, Code, Command, Event, Game, GameDoc, Irregular, Money, Phase, Reject, Round,
    Setting, WagerId,
};

fn doc(id: &str) -> GameDoc {
    DOCS.iter().find(|doc| doc.id == *id).unwrap().clone()
}

fn checked(doc: &GameDoc) -> Arc<Game> {
    Arc::new(doc.check().unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// A rejection names what would do instead: in words of the game, and in none of the phase's commands alike.
#[test]
fn rejects_say_what_they_need() {
    let round = Round::open(game("three-card-fortune"), 0).unwrap();
    assert!(matches!(round.handle(&Command::Reveal), Err(Reject::WrongPhase { .. })));
    assert_eq!(
        round.handle(&Command::Reveal).unwrap_err().to_string(),
        "not now: bets are open; this is possible only once the cards are out, before the dealer's hand is open"
    );
}

/// Each thing that can be wrong with a meter is said for itself.
#[test]
fn a_meter_is_refused_for_what_is_wrong_with_it() {
    let most = Money::MAX_STAKE.units();
    let said = |id: &str, wagers: &[(&str, i64)], at_deal: Option<i64>, at_end: Option<i64>| {
        let mut table = Table::new(&game(id));
        table.sit(1, "ann");
        for (wager, amount) in wagers {
            table.bet(1, wager, *amount);
        }
        table.run(&Command::CloseWagers);
        let meter = at_deal.map(Money::from_units);
        let deal = Command::Deal { deck: deck(""), meter };
        table.0.run(&deal).map_err(|reject| reject.to_string())?;
        table.run(&decide(1, PLAY));
        table.run(&Command::Reveal);
        let meter = at_end.map(Money::from_units);
        table.0.run(&Command::Reconcile { meter }).map(drop).map_err(|reject| reject.to_string())
    };
    let ante = [("ante", 1000)];
    let with_progressive = [("ante", 1000), ("progressive", 100)];
    let range = |amount: &str| Err(format!("a meter of {amount}; expected $0.01 to $10,000,000,000"));
    let none = || Err("3 Card Fortune has no meter; leave it out".to_owned());
    for given in [100, 0, -1, most + 1] {
        assert_eq!(said("three-card-fortune", &ante, Some(given), None), none());
        assert_eq!(said("three-card-fortune", &ante, None, Some(given)), none());
    }
    for (given, amount) in [(0, "$0"), (-100, "-$1"), (most + 1, "$10,000,000,000.01")] {
        for wagers in [&ante as &[_], &with_progressive] {
            assert_eq!(said("three-card-poker", wagers, Some(given), None), range(amount));
            assert_eq!(said("three-card-poker", wagers, Some(100), Some(given)), range(amount));
        }
    }
    let needed = "a Progressive wager was made; expected the meter at the deal";
    assert_eq!(said("three-card-poker", &with_progressive, None, None), Err(needed.into()));
    let late = "the cards were dealt without a meter; expected none at the settlement";
    assert_eq!(said("three-card-poker", &ante, None, Some(100)), Err(late.into()));
    assert_eq!(said("three-card-poker", &ante, None, None), Ok(()));
    assert_eq!(said("three-card-poker", &with_progressive, Some(1), Some(most)), Ok(()));
}

/// The Play wager goes by the game's own names, and the multiples told are those that can be staked.
#[test]
fn a_multiple_is_refused_in_the_words_of_the_game() {
    let mut doc = doc("raise-1-2-3");
    for wager in &mut doc.wagers {
        wager.limits = None;
        if matches!(wager.amount, AmountDoc::Times(..)) {
            wager.name = "Raise".into();
        }
    }
    let game = checked(&doc);
    let on = game.wager(game.decided_on().unwrap());
    let most = Money::MAX_STAKE.units();
    for (ante, times, can) in [
        (1000, 4, "1, 2 or 3"),
        (1000, 0, "1, 2 or 3"),
        (most / 2, 3, "1 or 2"),
        (most / 2 + 1, 2, "1"),
        (most, 3, "1"),
    ] {
        let mut table = Table::new(&game);
        table.sit(1, "ann");
        table.bet(1, on.id.as_str(), ante);
        table.deal("");
        let reject = table.refuse(&decide(1, Choice::Play { times }));
        let said = format!("Raise may not be {times} times the {}; it may be {can} times it", on.name);
        assert_eq!(reject.to_string(), said);
        table.run(&decide(1, PLAY));
    }
}

/// An Ante is refused, when it is made and in a record alike, whose least Play wager could not be staked: else a
/// table that plays made hands could neither play nor fold it.
#[test]
fn an_ante_leaves_room_for_its_play_wager() {
    let mut doc = doc("three-card-fortune");
    tercet_games::variant::set_ruling(&mut doc, "R24", "play-made-hands").unwrap();
    doc.wagers[0].limits = None;
    doc.wagers[1].amount = AmountDoc::Times(vec![2, 3], WagerId::from("ante"));
    let game = checked(&doc);
    let most = Money::MAX_STAKE.units() / 2;
    let mut table = Table::new(&game);
    table.sit(1, "ann");
    let Reject::Wager(refusal) = table.refuse(&bet(1, "ante", most + 1)) else { panic!("a wager") };
    assert_eq!((refusal.code, refusal.at.as_str()), (Code::BadAmount, "spot 1, ante"));
    assert_eq!(
        refusal.message,
        "Ante of $5,000,000,000.01; at most $5,000,000,000, for Play is at least 2 times it"
    );
    table.bet(1, "ante", most);
    table.deal("2c 2d 9h");
    assert!(matches!(table.run(&Command::TimeOut { spot: 1 })[0], Event::Played { times: 2, .. }));
}

/// R24=play-made-hands, R25=void, R25=forfeit: a bet that a policy has taken or given back makes no hand a made
/// one.
#[test]
fn time_out_does_not_play_for_a_dead_bet() {
    for policy in [Irregular::Void, Irregular::Forfeit, Irregular::Continue, Irregular::Settle] {
        let mut doc = doc("three-card-poker");
        tercet_games::variant::set_ruling(&mut doc, "R24", "play-made-hands").unwrap();
        let rule = doc.irregular.iter_mut().find(|rule| rule.event == "exposed-card").unwrap();
        rule.then = Setting::Fixed(Irregular::Continue);
        rule.wagers.push((WagerId::from("pair-plus"), Setting::Fixed(policy)));
        let mut table = Table::new(&checked(&doc));
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        table.bet(1, "pair-plus", 1000);
        table.deal("2c 4d 9h");
        table.run(&Command::Report { event: "exposed-card".into() });
        let events = table.run(&Command::TimeOut { spot: 1 });
        let live = matches!(policy, Irregular::Continue | Irregular::Settle);
        assert_eq!(matches!(events[0], Event::Played { by: By::Table, .. }), live, "{policy:?}");
    }
}

fn sent_back(events: &[Event]) -> Vec<(u8, String)> {
    let back = events.iter().filter_map(|event| {
        if let Event::Returned { spot, because: Some(why), .. } = event {
            Some((*spot, why.to_string()))
        } else {
            None
        }
    });
    back.collect()
}

/// R27=refused, R27=allowed: positions are looked at again when bets close, over those with a wager: a player
/// who left the seat between two others, or bets nothing there, does not hold both.
#[test]
fn positions_are_checked_when_bets_close() {
    let mut doc = doc("three-card-fortune");
    doc.table.positions = 3;
    for (beyond, bets, leave, expected) in [
        ("refused", &[1u8, 2, 3] as &[u8], None, &[1u8, 2, 3] as &[u8]),
        ("refused", &[1, 2, 3], Some(2), &[1]),
        ("refused", &[1, 3], None, &[1]),
        ("refused", &[2, 3], Some(1), &[2, 3]),
        ("allowed", &[1, 3], None, &[1, 3]),
    ] {
        let mut doc = doc.clone();
        tercet_games::variant::set_ruling(&mut doc, "R27", beyond).unwrap();
        let mut table = Table::new(&checked(&doc));
        for spot in [1, 2, 3] {
            table.sit(spot, "ann");
        }
        table.sit(5, "bob");
        for spot in bets.iter().chain(&[5]) {
            table.bet(*spot, "ante", 1000);
        }
        if let Some(spot) = leave {
            table.run(&Command::Leave { spot });
        }
        let events = table.run(&Command::CloseWagers);
        let Phase::Closed { seats } = table.0.phase() else { panic!("closed") };
        let ann: Vec<u8> = seats.iter().filter(|seat| seat.player == "ann").map(|seat| seat.spot).collect();
        assert_eq!(ann, expected, "{beyond} {bets:?} {leave:?}");
        assert_eq!(seats.last().unwrap().spot, 5);
        for (spot, why) in sent_back(&events) {
            assert_eq!(
                (spot, why.as_str()),
                (3, "with this one the player holds positions that are not adjacent")
            );
        }
    }
}

/// Bets can always be closed: where none can stand they come back and the round is over; where there are none,
/// nothing is to be closed.
#[test]
fn bets_close_even_where_none_can_stand() {
    let mut table = Table::new(&game("three-card-fury"));
    assert_eq!(table.refuse(&Command::CloseWagers), Reject::NoWagers);
    for (spot, player) in [(1, "ann"), (2, "bob"), (3, "cat")] {
        table.sit(spot, player);
    }
    assert_eq!(table.refuse(&Command::CloseWagers), Reject::NoWagers);
    table.bet(1, "ante", 1000);
    table.bet(2, "ante", 1000);
    table.bet(2, "three-card-monster", 500);
    let events = table.run(&Command::CloseWagers);
    let missing = "3 Card Monster is required at every spot".to_owned();
    let unequal = "3 Card Monster of $5; it must be equal to the Ante of $10".to_owned();
    assert_eq!(sent_back(&events), [(1, missing), (2, unequal.clone()), (2, unequal)]);
    let over = Event::Voided { reason: "no wager can stand".into(), returned: Vec::new() };
    assert_eq!(events.last(), Some(&over));
    assert!(matches!(table.0.phase(), Phase::Voided { dealt: None, .. }));
}

/// A time-out never hangs a round: under both readings of R24, in any game, it decides.
#[test]
fn a_time_out_always_decides() {
    for reading in ["fold", "play-made-hands"] {
        let mut table = Table::new(&under("three-card-poker", "R24", reading));
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        table.deal("2c 2d 2h");
        table.run(&Command::TimeOut { spot: 1 });
        table.run(&Command::Reveal);
    }
}
