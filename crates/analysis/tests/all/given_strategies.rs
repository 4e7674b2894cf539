//! What is said of strategies that somebody gives: in their own terms, whatever best play would be.

use tercet_analysis::report::{Ask, Policy, StrategyReport, report, worth};
use tercet_analysis::{Known, StrategyCard};
use tercet_cards::{Card, CardSet, ThreeRank, parse_cards, rank_three};
use tercet_games::builtin_game;
use tercet_rules::{Game, Money, WagerId};

/// Rules of strength, with a few hands that go the other way, with many, and upside down.
const STRATEGIES: [&str; 5] = [
    "play: pair or better, Q-6-4 or better, Qd 6h 3c\nfold: any",
    "fold: Kd Qh 2c, Kd Jh 3c\nplay: Q-6-4 or better\nfold: any",
    "play: flush, K-9-2 or better\nfold: any",
    "fold: pair or better\nplay: any",
    "play: Q-6-4 or better\nfold: any",
];

const KNOWN: [&str; 3] = ["", "dealer: Kd", "dealer: 2c 3d; dead: As Ah"];

fn known(text: &str) -> Known {
    if text.is_empty() { Known::default() } else { text.parse().expect("known cards") }
}

fn strategy(game: &Game, policy: Policy<'_>, known: Known) -> StrategyReport {
    report(&Ask { policy, known, ..Ask::of(game) }).expect("a report").strategy.expect("a decision")
}

fn strength(game: &Game, cards: &[Card]) -> ThreeRank {
    rank_three([cards[0], cards[1], cards[2]], game.ace)
}

#[test]
fn they_are_told_in_their_own_terms() {
    let game = builtin_game("three-card-poker").expect("a built-in game");
    for text in STRATEGIES {
        let card = StrategyCard::parse(text, &game).expect("a strategy");
        for cards in KNOWN {
            let told = strategy(&game, Policy::Card(&card), known(cards));
            assert!(!told.text.contains("best"), "{text}, {cards}: {}", told.text);
            let Some(apart) = &told.apart else { continue };
            assert_eq!(apart.cost, None, "{text}, {cards}");
            assert!(apart.hands > 0 && apart.hands <= told.all() / 2, "{text}, {cards}: {}", apart.hands);
            // Every exception goes against the rule that is told.
            for (hand, play) in &apart.kinds {
                let strength = strength(&game, hand);
                let bound = told.line.iter().find(|bound| bound.from <= strength).expect("all are decided");
                assert_ne!(bound.play, *play, "{text}, {cards}: {hand:?}");
            }
        }
    }
    let told = |text: &str, cards: &str| {
        let card = StrategyCard::parse(text, &game).expect("a strategy");
        strategy(&game, Policy::Card(&card), known(cards)).text
    };
    for cards in ["", "dealer: Kd"] {
        let text = told(STRATEGIES[4], cards);
        assert_eq!(text, "Play Q-6-4 or better; fold anything lower.", "{cards}");
    }
    assert_eq!(
        told(STRATEGIES[0], ""),
        "Play Q-6-4 or better; fold anything lower. But play Qd 6h 3c (suits may be renamed): 24 hands that go the other way."
    );
}

/// To follow a rule that best play is not never gains anything.
#[test]
fn rules_beside_best_play_cost() {
    for id in ["three-card-poker", "three-card-fury"] {
        let game = builtin_game(id).expect("a built-in game");
        for cards in KNOWN {
            let best = strategy(&game, Policy::Best, known(cards));
            assert_eq!(best.loses, None);
            if let Some(apart) = &best.apart {
                assert!(apart.cost.is_some_and(|cost| cost.num() >= 0), "{id}, {cards}: {apart:?}");
            }
        }
    }
}

/// Best play written down hand by hand loses nothing, whatever is known.
#[test]
fn best_play_that_is_given_loses_nothing() {
    let game = builtin_game("three-card-poker").expect("a built-in game");
    let card = StrategyCard::parse(STRATEGIES[4], &game).expect("a strategy");
    assert_eq!(strategy(&game, Policy::Card(&card), Known::default()).loses, None);
    let lost = strategy(&game, Policy::PlayAll, Known::default()).loses.expect("hands that best play folds");
    assert!(lost.cost.num() > 0 && lost.kinds.iter().all(|kind| kind.cost.num() > 0));
}

/// The bet with what is known is the bet that the report figures, envy included.
#[test]
fn known_cards_are_worth_what_the_report_says() {
    let game = builtin_game("three-card-poker").expect("a built-in game");
    let bet = |id: &str| (WagerId::from(id), Money::from_units(100));
    let bets = [bet("ante"), bet("progressive")];
    // Few cards are left, among them those that give envy.
    let royals: CardSet = parse_cards("As Ks Qs Ah Kh Qh").expect("cards").into_iter().collect();
    let dealer = parse_cards("Kd").expect("a card").into_iter().collect();
    let dead = CardSet::FULL.difference(royals).difference(dealer).iter().skip(12).collect();
    let known = Known { dealer, dead };
    let mut before = None;
    for (bets, players) in [(&bets[..1], 3), (&bets, 1), (&bets, 3)] {
        let ask = Ask { bets, players, known, ..Ask::of(&game) };
        let total = report(&ask).expect("a report").total.expect("a bet");
        let worth = worth(&ask).expect("an answer").expect("cards are known");
        assert_eq!(worth.known, total.expectation(), "{players}");
        assert_eq!(worth.envy, total.envy.is_some());
        assert!(!worth.envy || total.envy.is_some_and(|envy| envy.num() > 0));
        before = Some((ask, worth.before));
    }
    let (ask, before) = before.expect("three questions");
    let total = report(&Ask { known: Known::default(), ..ask }).expect("a report").total.expect("a bet");
    assert_eq!(before, total.expectation());
}

/// As many players as the table has are dealt to, or nobody is.
#[test]
fn players_who_cannot_be_dealt_to_are_refused() {
    let game = builtin_game("three-card-poker").expect("a built-in game");
    for players in 1..=7_u8 {
        let needed = 3 * usize::from(players) + 3;
        for left in [needed - 1, needed] {
            let dead = CardSet::FULL.iter().take(52 - left).collect();
            let known = Known { dead, ..Known::default() };
            let answer = report(&Ask { known, players, ..Ask::of(&game) });
            assert_eq!(answer.is_ok(), left == needed, "{players}, {left}");
            if let (Err(error), 2..) = (answer, players) {
                let message = format!(
                    "{left} cards are left in the deck; {players} players and the dealer need {needed}"
                );
                if left >= 6 {
                    assert_eq!(error.message, message);
                }
            }
        }
    }
}
