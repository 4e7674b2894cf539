//! Sessions against slower roads: whole numbers, and one convolution after the other.

use super::*;
use crate::bet::Bet;
use crate::law::{Spot, Strategy, main_bet};
use std::collections::BTreeMap;
use tercet_rules::{Amount, Game, Stage, WagerId};

const GAMES: [&str; 5] = [
    "three-card-fortune",
    "three-card-shine",
    "three-card-fury",
    "three-card-poker",
    "three-card-pairs-plus",
];

fn game(id: &str) -> Game {
    tercet_games::builtin_game(id).unwrap()
}

fn law(game: &Game, stakes: &[(&str, i64)], meter: Option<i64>) -> Law {
    let stakes: Vec<_> = stakes.iter().map(|(id, n)| (WagerId::from(*id), Money::from_units(*n))).collect();
    let bet = Bet::new(game, &stakes).unwrap();
    Law::of(&Spot { game, bet: &bet, meter: meter.map(Money::from_units) }, Strategy::Best)
}

/// Every wager of a game, at a dollar where that is free.
fn everything(game: &Game, meter: Option<i64>) -> Law {
    let before = |no: &tercet_rules::WagerNo| {
        let wager = game.wager(*no);
        wager.stage == Stage::BeforeDeal && matches!(wager.amount, Amount::Free | Amount::Fixed(_))
    };
    let stakes: Vec<(String, i64)> =
        game.wager_nos().filter(before).map(|no| (game.wager(no).id.to_string(), 100)).collect();
    let stakes: Vec<(&str, i64)> = stakes.iter().map(|(id, stake)| (id.as_str(), *stake)).collect();
    law(game, &stakes, meter)
}

/// One round after the other, by the definition.
fn convolved(steps: &Steps, rounds: u32) -> BTreeMap<i64, f64> {
    let step = crate::measure(steps.nets().iter().map(|(net, _)| *net));
    let reach = steps.nets().iter().map(|(net, _)| net.abs()).max().unwrap() / step * i64::from(rounds);
    let place = |net: i64| usize::try_from(net / step + reach).unwrap();
    let mut here = vec![0.0; usize::try_from(2 * reach + 1).unwrap()];
    here[place(0)] = 1.0;
    for _ in 0..rounds {
        let mut next = vec![0.0; here.len()];
        for (i, chance) in here.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for (net, each) in steps.nets() {
                next[usize::try_from(i64::try_from(i).unwrap() + net / step).unwrap()] += chance * each;
            }
        }
        here = next;
    }
    let all =
        here.into_iter().enumerate().map(|(i, chance)| ((i64::try_from(i).unwrap() - reach) * step, chance));
    all.filter(|(_, chance)| *chance > 0.0).collect()
}

/// The greatest difference between two laws, result by result.
fn furthest(chances: &Chances, direct: &BTreeMap<i64, f64>) -> f64 {
    let mut rest = direct.clone();
    let mut most = 0.0_f64;
    for (result, chance) in chances.iter() {
        most = most.max((chance - rest.remove(&result.units()).unwrap_or(0.0)).abs());
    }
    rest.values().fold(most, |most, chance| most.max(*chance))
}

#[test]
fn published_chances_to_be_ahead() {
    let law = law(&game("three-card-poker"), &[("ante", 100)], None);
    for (rounds, wanted) in [(100, "0.4041692152"), (1_000, "0.2541411646"), (10_000, "0.0197739020")] {
        let session = session(&law, rounds, None).unwrap();
        assert_eq!(format!("{:.10}", session.chances.above(Money::ZERO)), wanted, "{rounds}");
    }
}

/// One round is the law itself.
#[test]
fn one_round_is_exact() {
    for id in GAMES {
        let game = game(id);
        let law = everything(&game, Some(1_000_000));
        let session = session(&law, 1, None).unwrap();
        let wins = session.round.wins as f64 / law.deals as f64;
        assert!((session.chances.above(Money::ZERO) - wins).abs() < 1e-15, "{id}");
        let direct: BTreeMap<i64, f64> = Steps::of(&law).nets().iter().copied().collect();
        assert_eq!(furthest(&session.chances, &direct).to_bits(), 0, "{id}");
    }
}

/// The whole numbers of three rounds: ways of ways of ways, over the cube of the deals.
#[test]
fn three_rounds_equal_whole_numbers() {
    for id in GAMES {
        let game = game(id);
        let law = law(&game, &[(game.wager(main_bet(&game)[0]).id.as_str(), 100)], None);
        let one: BTreeMap<i64, u128> = Figures::of(&law, Money::from_units(100), |_| true)
            .outcomes
            .iter()
            .map(|(net, ways)| (net.units(), *ways))
            .collect();
        let mut all = BTreeMap::from([(0_i64, 1_u128)]);
        for _ in 0..3 {
            let mut next = BTreeMap::new();
            for (sum, ways) in &all {
                for (net, more) in &one {
                    *next.entry(sum + net).or_insert(0) += ways * more;
                }
            }
            all = next;
        }
        let deals = law.deals.pow(3);
        assert_eq!(all.values().sum::<u128>(), deals, "{id}");
        let exact = all.into_iter().map(|(sum, ways)| (sum, ways as f64 / deals as f64)).collect();
        let session = session(&law, 3, None).unwrap();
        assert!(furthest(&session.chances, &exact) < 2e-16, "{id}: {}", furthest(&session.chances, &exact));
    }
}

#[test]
fn sixty_rounds_equal_convolutions() {
    for (id, stakes, rounds) in [
        ("three-card-poker", &[("ante", 100)][..], 60),
        ("three-card-poker", &[("ante", 1_000), ("pair-plus", 500)], 60),
        ("three-card-fury", &[("ante", 100)], 60),
        ("three-card-poker", &[("ante", 100), ("six-card-bonus", 100)], 20),
        ("three-card-poker", &[("ante", 100), ("progressive", 100)], 12),
    ] {
        let law = law(&game(id), stakes, Some(100_000));
        let session = session(&law, rounds, None).unwrap();
        let far = furthest(&session.chances, &convolved(&Steps::of(&law), rounds));
        assert!(far < 3e-16, "{id} {stakes:?}: {far:e}");
    }
}

/// All wagers together, with meters that dwarf everything else: chances add up to one and means to what they are.
#[test]
fn long_pays_do_not_break_the_window() {
    for id in GAMES {
        let game = game(id);
        let meters: &[i64] = if game.meter.is_some() { &[100_000, 10_000_000, 2_500_000_000] } else { &[0] };
        for meter in meters {
            let law = everything(&game, Some(*meter).filter(|meter| *meter > 0));
            for rounds in [1, 7, 500, 20_000] {
                let session = session(&law, rounds, None).unwrap();
                let sum: f64 = session.chances.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < ERROR, "{id} {meter} {rounds}: {sum}");
                let (mean, wanted) = (session.chances.mean() / 100.0, session.mean().value());
                let scale = session.standard_deviation();
                assert!((mean - wanted).abs() < 1e-9 * scale, "{id} {meter} {rounds}: {mean} {wanted}");
                let variance: f64 = session
                    .chances
                    .iter()
                    .map(|(net, chance)| (net.units() as f64 / 100.0 - wanted).powi(2) * chance)
                    .sum();
                assert!(
                    (variance.sqrt() / scale - 1.0).abs() < 1e-7,
                    "{id} {meter} {rounds}: {}",
                    variance.sqrt() / scale
                );
            }
        }
    }
}

/// Taking rare steps apart changes nothing.
#[test]
fn clusters_agree_with_one_window() {
    let steps =
        Steps::of(&law(&game("three-card-poker"), &[("ante", 100), ("progressive", 100)], Some(30_000_000)));
    let rounds = 40;
    let clusters = clusters::Clusters::of(steps.nets(), rounds);
    assert!(!clusters.rare.is_empty(), "the meter stands apart");
    let chances = spread::spread(&steps, rounds).unwrap();
    let direct = sparse(&steps, rounds);
    assert!(furthest(&chances, &direct) < 1e-15, "{:e}", furthest(&chances, &direct));
}

/// As [`convolved`], for steps far apart.
fn sparse(steps: &Steps, rounds: u32) -> BTreeMap<i64, f64> {
    let mut here = BTreeMap::from([(0_i64, 1.0)]);
    for _ in 0..rounds {
        let mut next = BTreeMap::new();
        for (sum, chance) in &here {
            for (net, each) in steps.nets() {
                *next.entry(sum + net).or_insert(0.0) += chance * each;
            }
        }
        next.retain(|_, chance| *chance > 1e-22);
        here = next;
    }
    here
}

/// The bankroll by the definition, one result after the other.
fn walked(steps: &Steps, rounds: u32, bankroll: Bankroll) -> Ruin {
    let mut here = BTreeMap::from([(bankroll.start.units(), 1.0)]);
    let mut end = Ruin { ruin: 0.0, goal: 0.0, rounds: 0.0 };
    for _ in 0..rounds {
        end.rounds += here.values().sum::<f64>();
        let mut next = BTreeMap::new();
        for (money, chance) in &here {
            for (net, each) in steps.nets() {
                let (money, chance) = (money + net, chance * each);
                if money < steps.cost().units() {
                    end.ruin += chance;
                } else if bankroll.goal.is_some_and(|goal| money >= goal.units()) {
                    end.goal += chance;
                } else {
                    *next.entry(money).or_insert(0.0) += chance;
                }
            }
        }
        here = next;
    }
    end
}

#[test]
fn ruin_equals_the_walk() {
    let dollars = |n: i64| Money::from_units(n * 100);
    for (id, stakes, rounds, start, goal) in [
        ("three-card-poker", &[("ante", 1_000)][..], 60, 100, None),
        ("three-card-poker", &[("ante", 1_000)], 60, 100, Some(150)),
        ("three-card-poker", &[("ante", 1_000), ("pair-plus", 500)], 60, 130, Some(333)),
        ("three-card-poker", &[("ante", 100), ("six-card-bonus", 100)], 40, 20, None),
        ("three-card-poker", &[("ante", 100), ("progressive", 100)], 30, 10, Some(500)),
        ("three-card-fury", &[("ante", 500)], 50, 57, None),
        ("three-card-fury", &[("ante", 500)], 50, 57, Some(61)),
    ] {
        let steps = Steps::of(&law(&game(id), stakes, Some(100_000)));
        let bankroll = Bankroll { start: dollars(start), goal: goal.map(dollars) };
        let fast = ruin::ruin(&steps, rounds, bankroll, &mut |_| {}).unwrap();
        let slow = walked(&steps, rounds, bankroll);
        for (fast, slow) in [(fast.ruin, slow.ruin), (fast.goal, slow.goal), (fast.rounds, slow.rounds)] {
            assert!((fast - slow).abs() < 1e-12, "{id} {stakes:?} {goal:?}: {fast} {slow}");
        }
    }
}

/// Whoever can be ruined by all rounds together can be ruined on the way: never less, and with a goal never more.
#[test]
fn ruin_lies_where_it_must() {
    let law = law(&game("three-card-poker"), &[("ante", 1_000), ("pair-plus", 500)], None);
    for rounds in [10, 500, 2_000] {
        let bankroll = Bankroll { start: Money::from_units(30_000), goal: Some(Money::from_units(60_000)) };
        let fate = session(&law, rounds, Some(bankroll)).unwrap().bankroll.unwrap();
        let (ruin, goal) = (fate.ruin.unwrap(), fate.with_goal.unwrap().unwrap());
        assert!(fate.loses_more <= ruin.ruin + ERROR && goal.ruin <= ruin.ruin + ERROR, "{rounds}");
        assert!(goal.rounds <= ruin.rounds + ERROR && ruin.rounds <= f64::from(rounds) + ERROR, "{rounds}");
        assert!(goal.ruin + goal.goal <= 1.0 + ERROR, "{rounds}");
    }
}

#[test]
fn questions_that_mean_nothing() {
    let law = law(&game("three-card-poker"), &[("ante", 1_000)], None);
    let dollars = |n: i64| Money::from_units(n * 100);
    let ask = |rounds, start, goal: Option<i64>| {
        session(&law, rounds, Some(Bankroll { start: dollars(start), goal: goal.map(dollars) })).unwrap_err()
    };
    assert_eq!(ask(0, 300, None), SessionError::Rounds(0));
    assert_eq!(ask(MOST_ROUNDS + 1, 300, None), SessionError::Rounds(MOST_ROUNDS + 1));
    assert_eq!(ask(1, 19, None), SessionError::Bankroll { start: dollars(19), cost: dollars(20) });
    assert_eq!(ask(1, 20, Some(20)), SessionError::Goal { goal: dollars(20), start: dollars(20) });
}

/// Chances never come out below zero, and nothing is a negative zero.
#[test]
fn chances_are_chances() {
    let law = law(&game("three-card-poker"), &[("ante", 100)], None);
    let session = session(&law, 1_000, None).unwrap();
    let far = session.chances.above(Money::from_units(100_000));
    assert_eq!(far.to_bits(), 0.0_f64.to_bits());
    assert!(session.chances.iter().all(|(_, chance)| chance > 0.0));
    let quantiles = [0.01, 0.25, 0.5, 0.75, 0.99].map(|q| session.chances.quantile(q));
    assert!(quantiles.is_sorted());
    let (ahead, even, behind) = (
        session.chances.above(Money::ZERO),
        session.chances.at(Money::ZERO),
        session.chances.below(Money::ZERO),
    );
    assert!((ahead + even + behind - 1.0).abs() < ERROR);
}

/// Twice as many rounds again and again, each convolution by the definition; what is less likely than 1e-30 is cut off.
fn doubled(steps: &Steps, doublings: u32) -> BTreeMap<i64, f64> {
    let step = crate::measure(steps.nets().iter().map(|(net, _)| *net));
    let mut low = steps.nets().first().unwrap().0 / step;
    let most = steps.nets().last().unwrap().0 / step;
    let mut here = vec![0.0; usize::try_from(most - low + 1).unwrap()];
    for (net, chance) in steps.nets() {
        here[usize::try_from(net / step - low).unwrap()] = *chance;
    }
    for _ in 0..doublings {
        let mut next = vec![0.0; 2 * here.len() - 1];
        for (i, a) in here.iter().enumerate().filter(|(_, a)| **a > 0.0) {
            for (to, b) in next[i..].iter_mut().zip(&here) {
                *to += a * b;
            }
        }
        let first = next.iter().position(|chance| *chance > 1e-30).unwrap();
        let last = next.iter().rposition(|chance| *chance > 1e-30).unwrap();
        let all: f64 = next.iter().sum();
        here = next[first..=last].iter().map(|chance| chance / all).collect();
        low = 2 * low + i64::try_from(first).unwrap();
    }
    (0..).zip(here).map(|(i, chance)| ((low + i) * step, chance)).collect()
}

/// Many rounds against another road, result by result and summed up.
#[test]
fn many_rounds_equal_doublings() {
    for (id, stakes, doublings) in [
        ("three-card-poker", &[("ante", 100)][..], 16),
        ("three-card-fury", &[("ante", 100)], 11),
        ("three-card-poker", &[("ante", 1_000), ("pair-plus", 500)], 12),
    ] {
        let law = law(&game(id), stakes, None);
        let chances = session(&law, 1 << doublings, None).unwrap().chances;
        let direct = doubled(&Steps::of(&law), doublings);
        let far = furthest(&chances, &direct);
        assert!(far < 1e-14, "{id} {stakes:?}: {far:e}");
        let behind: f64 = direct.range(..0).map(|(_, chance)| chance).sum();
        let far = (chances.below(Money::ZERO) - behind).abs();
        assert!(far < ERROR, "{id} {stakes:?}: {far:e}");
    }
}

/// However many rounds, and whatever the odd cents of a meter: all chances add up to one.
#[test]
fn chances_add_up_to_one() {
    let game = game("three-card-poker");
    for (stakes, meters, rounds) in [
        (&[("ante", 100)][..], &[None][..], &[60, 20_000, 1_000_000][..]),
        (&[("ante", 100), ("progressive", 100)], &[Some(2_500_013), Some(1_234_567_891)], &[2_000, 20_000]),
        (
            &[("ante", 500), ("pair-plus", 500), ("progressive", 100)],
            &[Some(2_500_000)],
            &[20_000, 1_000_000],
        ),
    ] {
        for meter in meters {
            let law = law(&game, stakes, *meter);
            for rounds in rounds {
                let chances = match session(&law, *rounds, None) {
                    Ok(session) => session.chances,
                    Err(SessionError::TooWide { .. }) => continue,
                    Err(error) => panic!("{error}"),
                };
                let sum: f64 = chances.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < ERROR, "{stakes:?} {meter:?} {rounds}: {:e}", sum - 1.0);
                let parts = [chances.above(Money::ZERO), chances.at(Money::ZERO), chances.below(Money::ZERO)];
                let sum: f64 = parts.iter().sum();
                assert!((sum - 1.0).abs() < ERROR, "{stakes:?} {meter:?} {rounds}: {:e}", sum - 1.0);
            }
        }
    }
}

/// A bankroll that is surely spent or at its goal is not followed any longer.
#[test]
fn who_has_left_is_not_followed() {
    let law = law(&game("three-card-poker"), &[("ante", 1_000)], None);
    let bankroll = Bankroll { start: Money::from_units(30_000), goal: Some(Money::from_units(60_000)) };
    let ruin = |rounds| ruin::ruin(&Steps::of(&law), rounds, bankroll, &mut |_| {}).unwrap();
    let (some, many) = (ruin(60_000), ruin(1_000_000));
    assert!((some.ruin - many.ruin).abs() < 1e-15 && (some.rounds - many.rounds).abs() < 1e-9);
}
