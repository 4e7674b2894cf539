//! Who sees which cards, whatever happens in a round: no card too many, and none too few.

use crate::common::{any_deck, any_policy, any_wish};
use crate::live::{PLAY, Table, decide, under};
use crate::looked_at::is_looked_at;
use crate::orders::{any_order, round};
use proptest::prelude::*;
use std::sync::Arc;
use tercet_cards::{Card, CardSet, Deck};
use tercet_rules::{
    Audience, Choice, Command, DealerView, Event, Irregular, Phase, Round, Setting, StaysFor, View, WagerId,
    view,
};

const AUDIENCES: [Audience<'static>; 5] = [
    Audience::Player("player 0"),
    Audience::Player("player 1"),
    Audience::Player("nobody"),
    Audience::Dealer,
    Audience::Spectator,
];

/// The cards that an audience may see of a round in which this happened: its own; the dealer's once they were
/// turned over; and once the round is settled, the hands for which there is something to look at.
fn may_see(round: &Round, log: &[Event], audience: Audience<'_>) -> CardSet {
    let (dealt, settlement) = match round.phase() {
        Phase::Wagering { .. } | Phase::Closed { .. } | Phase::Voided { dealt: None, .. } => {
            return CardSet::EMPTY;
        }
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) => (dealt, None),
        Phase::Voided { dealt: Some(dealt), .. } => (dealt, None),
        Phase::Settled(dealt, settlement) => (dealt, Some(settlement)),
    };
    let mut cards: Vec<Card> = Vec::new();
    for event in log {
        if let Event::Revealed(dealer) = event {
            cards.extend(&dealer.cards);
        }
    }
    for (i, hand) in dealt.hands.iter().enumerate() {
        let own = audience == Audience::Player(&hand.seat.player);
        let played = matches!(hand.decision, Some((Choice::Play { .. }, _)));
        if own || settlement.is_some_and(|all| played || is_looked_at(round.game(), &all.spots[i])) {
            cards.extend(&hand.cards);
        }
    }
    cards.into_iter().collect()
}

fn visible_cards(view: &View) -> CardSet {
    let own = view.spots.iter().filter_map(|spot| spot.cards.as_ref()).flatten().copied();
    let dealer = match &view.dealer {
        Some(DealerView::Open(hand)) => hand.cards.clone(),
        Some(DealerView::FaceDown(_)) | None => Vec::new(),
    };
    own.chain(dealer).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// 000.7.who, 002.5, 004.9, 000.5: after every command every audience sees what it may, and no more.
    #[test]
    fn everybody_sees_what_they_may(
        game in any_policy(),
        wishes in prop::collection::vec(any_wish(), 1..6),
        between in prop::collection::vec((any::<u8>(), any_order()), 0..12),
        deck in any_deck(),
    ) {
        let mut table = Round::open(Arc::clone(&game), 0).unwrap();
        let mut log = Vec::new();
        for command in round(&game, &wishes, &between, &deck) {
            let Ok(events) = table.run(&command) else { continue };
            log.extend(events);
            for audience in AUDIENCES {
                let seen = visible_cards(&view(&table, audience));
                prop_assert_eq!(seen, may_see(&table, &log, audience), "{:?} after {:?}", audience, command);
            }
        }
    }

    /// Whoever is said to have still to decide may, and nobody else: not in a round that is void by then.
    #[test]
    fn who_is_said_to_decide_may(
        game in any_policy(),
        wishes in prop::collection::vec(any_wish(), 1..6),
        between in prop::collection::vec((any::<u8>(), any_order()), 0..12),
        deck in any_deck(),
    ) {
        let mut table = Round::open(Arc::clone(&game), 0).unwrap();
        for command in round(&game, &wishes, &between, &deck) {
            let _ = table.run(&command);
            for spot in view(&table, Audience::Spectator).spots {
                let may = table.handle(&decide(spot.spot, Choice::Fold)).is_ok();
                prop_assert_eq!(spot.undecided, may, "{} after {:?}", spot.spot, command);
            }
        }
    }

    /// Two decks that differ only in cards an audience may not see give that audience equal views.
    #[test]
    fn no_view_leaks_a_card(
        game in any_policy(),
        wishes in prop::collection::vec(any_wish(), 1..6),
        between in prop::collection::vec((any::<u8>(), any_order()), 0..8),
        deck in any_deck(),
        swap in any_deck(),
        until in any::<u8>(),
    ) {
        // What the table decides for a player may tell of the cards, and is there for all to see.
        let commands = round(&game, &wishes, &between, &deck);
        let commands = commands.into_iter().filter(|command| !matches!(command, Command::TimeOut { .. }));
        let mut first = Round::open(Arc::clone(&game), 0).unwrap();
        let mut done: Vec<Command> = commands.filter(|command| first.run(command).is_ok()).collect();
        done.truncate(done.len() - (usize::from(until) / 64).min(done.len()));
        let mut first = Round::open(Arc::clone(&game), 0).unwrap();
        done.iter().for_each(|command| drop(first.run(command).unwrap()));
        for audience in AUDIENCES {
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
            let mut second = Round::open(Arc::clone(&game), 0).unwrap();
            for command in &done {
                let mut command = command.clone();
                if let Command::Deal { deck, .. } = &mut command {
                    *deck = other.clone();
                }
                second.run(&command).unwrap();
            }
            // A folded hand may, by chance, have become one that gives envy and is shown for it.
            let shown = visible_cards(&view(&second, audience));
            if matches!(first.phase(), Phase::Settled(..)) && shown != visible {
                continue;
            }
            prop_assert_eq!(seen, view(&second, audience));
        }
    }
}

/// 000.5, R25=forfeit, R25=void: where a policy takes, or gives back, the side bet under which a folded hand
/// lies, its cards are collected, and nobody sees them afterwards.
#[test]
fn a_hand_that_was_collected_is_not_shown() {
    for policy in [Irregular::Forfeit, Irregular::Void, Irregular::Continue, Irregular::Settle] {
        let mut doc = tercet_games::builtin_doc("three-card-poker").unwrap();
        let rule = doc.irregular.iter_mut().find(|rule| rule.event == "exposed-card").unwrap();
        rule.then = Setting::Fixed(Irregular::Continue);
        rule.wagers.push((WagerId::from("pair-plus"), Setting::Fixed(policy)));
        let mut table = Table::new(&Arc::new(doc.check().unwrap()));
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        table.bet(1, "pair-plus", 500);
        table.deal("2c 2d 2h");
        table.run(&decide(1, Choice::Fold));
        table.run(&Command::Report { event: "exposed-card".into() });
        let events = table.run(&Command::Reveal);
        let Event::Collected { stays_for, .. } = &events[0] else { panic!("collected: {events:?}") };
        let stays = matches!(policy, Irregular::Continue | Irregular::Settle);
        assert_eq!(stays_for.is_some(), stays, "{policy:?}");
        table.run(&Command::Reconcile { meter: None });
        for audience in [Audience::Dealer, Audience::Spectator, Audience::Player("bob")] {
            assert_eq!(view(&table.0, audience).spots[0].cards.is_some(), stays, "{policy:?} {audience:?}");
        }
        assert!(view(&table.0, Audience::Player("ann")).spots[0].cards.is_some(), "the own hand");
    }
}

/// R4=stays, R18=any-hand: a folded hand that is looked at for a bonus or for envy is not collected before.
#[test]
fn a_hand_that_is_shown_was_not_collected() {
    let bonus = Some(StaysFor::Bonus(WagerId::from("ante-bonus")));
    for (ruling, reading, hand, expected, said) in [
        ("R4", "stays", "2c 4d 9h", bonus, "Spot 1: Ante $10 collected, cards kept for Ante Bonus."),
        (
            "R18",
            "any-hand",
            "As Ks Qs",
            Some(StaysFor::Envy),
            "Spot 1: Ante $10 collected, cards kept for envy.",
        ),
        ("R18", "only-with-wager", "As Ks Qs", None, "Spot 1: Ante $10 and the cards collected."),
        ("R4", "forfeit", "2c 4d 9h", None, "Spot 1: Ante $10 and the cards collected."),
    ] {
        let mut table = Table::new(&under("three-card-poker", ruling, reading));
        for spot in [1, 2] {
            table.sit(spot, &format!("player {spot}"));
            table.bet(spot, "ante", 1000);
        }
        table.deal(hand);
        table.run(&decide(1, Choice::Fold));
        table.run(&decide(2, PLAY));
        let events = table.run(&Command::Reveal);
        let Event::Collected { stays_for, .. } = &events[0] else { panic!("collected: {events:?}") };
        assert_eq!(stays_for, &expected, "{ruling}={reading}");
        assert_eq!(events[0].say(table.0.game()), said);
        table.run(&Command::Reconcile { meter: None });
        let shown = view(&table.0, Audience::Spectator).spots[0].cards.is_some();
        assert_eq!(shown, expected.is_some(), "{ruling}={reading}");
    }
}
