//! Sweeps against the plain road: each table a game of its own, counted from nothing.

use super::axes::place;
use super::*;
use crate::law::{Spot, Strategy};
use crate::report::{Report, State, report};
use tercet_rules::{Game, Odds, Pay};

/// The games that are built in, and house games with half pays, raises, colours, several meters and limits.
fn docs() -> Vec<GameDoc> {
    let built_in = tercet_games::builtin().iter().map(|file| tercet_games::builtin_doc(file.id).unwrap());
    let house = ["half-pays", "raise-1-2-3", "two-meter-rows", "colour-bets", "fixed-awards"];
    let house = house.into_iter().map(|name| {
        let path = format!("{}/../../testdata/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        tercet_games::check(&text).unwrap_or_else(|_| panic!("{name}")).doc
    });
    built_in.chain(house).collect()
}

/// Every table with the rows that pay odds.
fn tables(doc: &GameDoc) -> Vec<(WagerId, Vec<(usize, Odds)>)> {
    let wagers = doc.wagers.iter().map(|wager| (wager.id.clone(), &wager.pays.rows));
    let bonuses = doc.bonuses.iter().map(|bonus| (bonus.id.clone(), &bonus.pays.rows));
    let odds = |(row, is): (usize, &tercet_rules::RowDoc)| match is.pays {
        Pay::Odds(odds) => Some((row, odds)),
        Pay::Lose | Pay::Push | Pay::Fixed(..) | Pay::Meter(_) => None,
    };
    let all =
        wagers.chain(bonuses).map(|(id, rows)| (id, rows.iter().enumerate().filter_map(odds).collect()));
    all.filter(|(_, rows): &(_, Vec<_>)| !rows.is_empty()).collect()
}

fn odds(num: u32, den: u32, like: Odds) -> Odds {
    Odds::new(num, den, like.basis()).unwrap()
}

/// Three rows of a table with some other pays, odd ones among them; the others as they are.
fn varied_rows(game: &Game, table: &WagerId, rows: &[(usize, Odds)]) -> Vec<Axis> {
    let axis = |(i, (row, pay)): (usize, &(usize, Odds))| {
        let other = match i % 3 {
            0 => vec![*pay, odds(pay.num() + 2, 1, *pay)],
            1 => vec![*pay, odds(3, 2, *pay), odds(pay.num() * 7, 1, *pay)],
            _ => vec![odds(1, 3, *pay), *pay],
        };
        let axis = Axis { table: table.clone(), row: *row, pays: other };
        let in_force = place(&Sweep {
            doc: &tercet_games::builtin_doc(game.id.as_str()).unwrap_or_else(|| doc_of(game)),
            ask: &Ask::of(game),
            axes: core::slice::from_ref(&axis),
            fixed: false,
            falling: false,
        });
        if i < 3 && in_force.is_ok() { axis } else { Axis { pays: vec![*pay], ..axis } }
    };
    rows.iter().enumerate().map(axis).collect()
}

fn doc_of(game: &Game) -> GameDoc {
    docs().into_iter().find(|doc| doc.id == game.id).unwrap()
}

/// Compares some tables with games of their own.
fn compare(sweep: Sweep<'_>, every: usize, what: &str) -> usize {
    let prepared = Prepared::new(sweep).unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut all = Vec::new();
    prepared
        .each(|chosen, sums| {
            all.push((chosen.to_vec(), sums));
            true
        })
        .unwrap();
    assert_eq!(all.len() as u64, prepared.tables(), "{what}");
    for (chosen, sums) in all.iter().step_by(every) {
        assert_eq!(slow::one(&prepared, chosen).unwrap(), *sums, "{what}: {chosen:?}");
    }
    all.len().div_ceil(every)
}

#[test]
fn every_table_equals_a_game_of_its_own() {
    let mut compared = 0;
    for doc in docs() {
        let game = doc.check().unwrap();
        for (table, rows) in tables(&doc) {
            let ask = Ask::of(&game);
            let axes = varied_rows(&game, &table, &rows);
            for fixed in [false, true] {
                let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed, falling: false };
                compared += compare(sweep, 5, &format!("{}: {table}, fixed {fixed}", doc.id));
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

/// Two tables of one bet at once, under rulings by which a fold takes a side bet, so that pays move the cut.
#[test]
fn decisions_that_move() {
    let stake = |id: &str, dollars: i64| (WagerId::from(id), Money::from_units(dollars * 100));
    for (id, ruling, bets, varied) in [
        ("three-card-shine", ("R6", "forfeit"), vec![], vec!["super-6-bonus"]),
        (
            "three-card-shine",
            ("R6", "forfeit"),
            vec![stake("ante", 5), stake("super-6-bonus", 1)],
            vec!["super-6-bonus", "ante-bonus"],
        ),
        ("three-card-fury", ("R8", "forfeit"), vec![], vec!["three-card-monster"]),
        (
            "three-card-fury",
            ("R8", "forfeit"),
            vec![stake("ante", 1), stake("royal-family-bonus", 3)],
            vec!["royal-family-bonus", "play"],
        ),
        (
            "three-card-poker",
            ("R5", "forfeit"),
            vec![stake("ante", 1), stake("pair-plus", 1)],
            vec!["ante", "play"],
        ),
    ] {
        let mut doc = tercet_games::builtin_doc(id).unwrap();
        tercet_games::variant::set_ruling(&mut doc, ruling.0, ruling.1).unwrap();
        let game = doc.check().unwrap();
        let ask = Ask { bets: &bets, ..Ask::of(&game) };
        let all = tables(&doc).into_iter().filter(|(table, _)| varied.contains(&table.as_str()));
        let axes: Vec<Axis> = all.flat_map(|(table, rows)| varied_rows(&game, &table, &rows)).collect();
        for fixed in [false, true] {
            let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed, falling: false };
            compare(sweep, 7, &format!("{id}: {varied:?}, fixed {fixed}"));
        }
    }
}

/// Known cards and several decks change what is counted, not how tables are figured from it.
#[test]
fn known_cards_and_several_decks() {
    let stake = |id: &str| (WagerId::from(id), Money::from_units(500));
    let known = "dealer: Kd; dead: 4c 5c".parse().unwrap();
    let (one, six) = (crate::Decks::ONE, crate::Decks::new(6).unwrap());
    for (id, ruling, bets, varied) in [
        ("three-card-poker", ("R5", "forfeit"), vec![stake("ante"), stake("pair-plus")], vec!["pair-plus"]),
        ("three-card-poker", ("R5", "wins-only"), vec![], vec!["ante-bonus"]),
        ("three-card-poker", ("R5", "wins-only"), vec![], vec!["pair-plus"]),
    ] {
        let mut doc = tercet_games::builtin_doc(id).unwrap();
        if ruling.1 == "forfeit" {
            tercet_games::variant::set_ruling(&mut doc, ruling.0, ruling.1).unwrap();
        }
        let game = doc.check().unwrap();
        let all = tables(&doc).into_iter().filter(|(table, _)| varied.contains(&table.as_str()));
        let axes: Vec<Axis> = all.flat_map(|(table, rows)| varied_rows(&game, &table, &rows)).collect();
        let asks = [Ask { known, ..Ask::of(&game) }, Ask { decks: six, ..Ask::of(&game) }];
        for ask in asks.map(|ask| Ask { bets: &bets, ..ask }) {
            for fixed in [false, true] {
                let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed, falling: false };
                let from = if ask.decks == one { "known cards" } else { "six decks" };
                compare(sweep, 5, &format!("{id}: {varied:?}, {from}, fixed {fixed}"));
            }
        }
    }
}

/// What reads six cards has no figures from several decks; sums that would not fit are refused.
#[test]
fn sweeps_of_several_decks_that_have_no_figures() {
    let (doc, game) = poker();
    let refused = |table: &str, pay: u32, stake: i64, decks: u8| {
        let decks = crate::Decks::new(decks).unwrap();
        let ask = Ask { stake: Some(Money::from_units(stake)), decks, ..Ask::of(&game) };
        let pays = vec![Odds::new(pay, 1, tercet_rules::Basis::To).unwrap()];
        let axes = [Axis { table: WagerId::from(table), row: 0, pays }];
        Prepared::new(Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false }).err()
    };
    let six = refused("six-card-bonus", 100, 100, 2).unwrap().to_string();
    assert!(six.starts_with("6 Card Bonus reads six cards"), "{six}");
    let large = report::MOST_STAKE.units();
    assert_eq!(refused("ante-bonus", Odds::MAX, large, 8), Some(SweepError::TooLarge));
    assert_eq!(refused("ante-bonus", Odds::MAX, large, 1), None);
}

/// Where a limit cuts (004.aggregate, R16), tables are games of their own.
#[test]
fn limits_take_the_slow_road() {
    let mut doc = tercet_games::builtin_doc("three-card-pairs-plus").unwrap();
    for reading in ["in-order", "proportional-with-stakes"] {
        tercet_games::variant::set_ruling(&mut doc, "R16", reading).unwrap();
        let game = doc.check().unwrap();
        let bets =
            ["ante", "pairs-plus", "six-card-bonus"].map(|id| (WagerId::from(id), Money::from_units(1_000)));
        let ask = Ask { bets: &bets, ..Ask::of(&game) };
        let pay = |num: u32| Odds::new(num, 1, tercet_rules::Basis::To).unwrap();
        let axis = |row: usize, pays: &[u32]| Axis {
            table: WagerId::from("six-card-bonus"),
            row,
            pays: pays.iter().map(|pays| pay(*pays)).collect(),
        };
        let sweep = |axes| Sweep { doc: &doc, ask: &ask, axes, fixed: false, falling: false };
        let high = [axis(0, &[200, 250])];
        let prepared = Prepared::new(sweep(&high)).unwrap();
        assert!(prepared.is_slow());
        let mut sums = Vec::new();
        prepared.each(|_, one| (sums.push(one), true).1).unwrap();
        let figures = |total: &Report| total.total.clone().unwrap().figures;
        assert_eq!(sums[0].net, figures(&report(&ask).unwrap()).net);
        assert_eq!(sums[1].net, sums[0].net, "the limit takes what is above it");
        let low = [axis(0, &[100, 110]), axis(1, &[50])];
        assert!(!Prepared::new(sweep(&low)).unwrap().is_slow(), "nothing can be cut");
        compare(sweep(&low), 1, reading);
        compare(sweep(&[axis(0, &[100, 300])]), 1, reading);
    }
}

/// A sweep of one table gives the figures that a report gives.
#[test]
fn figures_are_those_of_a_report() {
    for doc in docs() {
        let game = doc.check().unwrap();
        let ask = Ask::of(&game);
        let report = report(&ask).unwrap();
        for (table, rows) in tables(&doc) {
            let as_written =
                |(row, pay): &(usize, Odds)| Axis { table: table.clone(), row: *row, pays: vec![*pay] };
            let axes: Vec<Axis> = rows.iter().map(as_written).collect();
            let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false };
            let prepared = Prepared::new(sweep).unwrap();
            let wagers = prepared.wagers();
            let one = report.wagers.iter().find(|one| wagers.contains(&one.id)).unwrap();
            let State::Open(figured) = &one.state else { panic!("{}: {table}", doc.id) };
            prepared
                .each(|_, sums| {
                    let what = format!("{}: {table}", doc.id);
                    assert_eq!(prepared.expectation(&sums), figured.figures.expectation(), "{what}");
                    assert_eq!(prepared.variance(&sums), figured.figures.variance(), "{what}");
                    assert_eq!(sums.wins, figured.figures.wins, "{what}");
                    true
                })
                .unwrap();
        }
    }
}

fn pair_plus(ranges: [&[u32]; 5]) -> Vec<Axis> {
    let pay = |num: &u32| Odds::new(*num, 1, tercet_rules::Basis::To).unwrap();
    let axis = |(row, pays): (usize, &[u32])| Axis {
        table: WagerId::from("pair-plus"),
        row,
        pays: pays.iter().map(pay).collect(),
    };
    ranges.into_iter().enumerate().map(axis).collect()
}

fn poker() -> (GameDoc, Game) {
    let doc = tercet_games::builtin_doc("three-card-poker").unwrap();
    let game = doc.check().unwrap();
    (doc, game)
}

/// 40-30-6-4-1 of Pair Plus is 2.3167%: found exactly, alone, and without ties.
#[test]
fn a_target_is_found() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let axes = pair_plus([&[35, 40, 45], &[25, 30], &[5, 6], &[3, 4, 5], &[1]]);
    let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: true };
    let prepared = Prepared::new(sweep).unwrap();
    let exact = nearest(&prepared, Fraction::new(512, 22_100), 3, &mut |_| {}).unwrap();
    assert_eq!(exact.tables[0].chosen, [1, 1, 1, 1, 0]);
    assert_eq!(prepared.expectation(&exact.tables[0].sums).to_string(), "-512/22100");
    // All tables, one by one.
    let mut all = Vec::new();
    prepared.each(|chosen, sums| (all.push((sums.net, chosen.to_vec())), true).1).unwrap();
    let target = Fraction::new(25, 1_000);
    let far = |net: i128| (-net * 1_000 - 25 * 22_100 * 100).abs();
    all.sort_by_key(|one| far(one.0));
    let near = nearest(&prepared, target, 4, &mut |_| {}).unwrap();
    let distances: Vec<i128> = near.tables.iter().map(|table| far(table.sums.net)).collect();
    let wanted: Vec<i128> = all.iter().take(4).map(|one| far(one.0)).collect();
    assert_eq!(distances, wanted);
    let equal = all.iter().filter(|one| far(one.0) == wanted[3]).count();
    let here = distances.iter().filter(|one| **one == wanted[3]).count();
    assert_eq!(near.ties, (equal - here) as u64);
    // What all tables reach, and the targets beyond it.
    let nets = || all.iter().map(|one| one.0);
    assert_eq!(Some(near.reach), nets().min().zip(nets().max()));
    let edge = |net: i128| Fraction::new(-net, 22_100 * 100);
    let reach = (edge(near.reach.1), edge(near.reach.0));
    let little = Fraction::new(1, 1_000_000);
    assert_eq!(near.out_of_reach(&prepared, target), None);
    for inside in [reach.0, reach.1] {
        assert_eq!(near.out_of_reach(&prepared, inside), None);
    }
    for outside in [reach.0.minus(little), reach.1.plus(little)] {
        assert_eq!(near.out_of_reach(&prepared, outside), Some(reach));
    }
}

/// Tables in which a lesser hand pays more are left out, and counted rightly.
#[test]
fn pays_that_rise_are_left_out() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let axes = pair_plus([&[5, 9], &[4, 6, 8], &[3, 6, 7], &[6, 1], &[1, 2]]);
    let sweep = |falling| Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling };
    let all = Prepared::new(sweep(false)).unwrap();
    let falling = Prepared::new(sweep(true)).unwrap();
    assert_eq!(all.tables(), 72);
    let mut met = 0;
    let falls = |chosen: &[u32]| {
        let pays: Vec<u32> = axes.iter().zip(chosen).map(|(axis, i)| axis.pays[*i as usize].num()).collect();
        pays.windows(2).all(|pair| pair[0] >= pair[1])
    };
    falling.each(|chosen, _| (met += u64::from(falls(chosen)), true).1).unwrap();
    let mut wanted = 0;
    all.each(|chosen, _| (wanted += u64::from(falls(chosen)), true).1).unwrap();
    assert_eq!((met, falling.tables()), (wanted, wanted));
    let rising = pair_plus([&[5], &[6], &[3], &[2], &[1]]);
    let none = Prepared::new(Sweep { axes: &rising, ..sweep(true) }).unwrap_err();
    assert_eq!(none, SweepError::NoneFalls);
}

#[test]
fn what_is_wanted_is_compared_exactly() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let axes = pair_plus([&[40], &[30], &[6], &[3, 4], &[1]]);
    let prepared =
        Prepared::new(Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false }).unwrap();
    let find = |edge: Span| {
        let wanted = Wanted { edge, ..Wanted::default() };
        select(&prepared, &Choice { wanted, ..Choice::default() }, &mut |_| {}).unwrap().tables.len()
    };
    let exactly = Some(Fraction::new(512, 22_100));
    let less = Some(Fraction::new(511_999_999_i64, 22_100_000_000_i64));
    assert_eq!(find(Span { from: exactly, to: exactly }), 1);
    assert_eq!(find(Span { from: None, to: less }), 0);
    assert_eq!(find(Span { from: less, to: None }), 2);
    assert_eq!(find(Span::default()), 2);
}

#[test]
fn tables_stand_in_the_order_that_is_asked_for_and_no_more_of_them() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let axes = pair_plus([&[30, 40], &[20, 30], &[5, 6, 7], &[4, 3], &[1, 2]]);
    let prepared =
        Prepared::new(Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false }).unwrap();
    let mut all = Vec::new();
    prepared.each(|chosen, sums| (all.push(Selected { chosen: chosen.to_vec(), sums }), true).1).unwrap();
    for order in [Order::Edge, Order::Hit, Order::Variance, Order::Pays] {
        for reverse in [false, true] {
            // The obvious way: tables are met in the order of their pays, and sorting keeps it between equal ones.
            let mut expected = all.clone();
            expected.sort_by(|a, b| {
                let by = match order {
                    Order::Edge => b.sums.net.cmp(&a.sums.net),
                    Order::Hit => a.sums.wins.cmp(&b.sums.wins),
                    Order::Variance => {
                        prepared.variance(&a.sums).value().total_cmp(&prepared.variance(&b.sums).value())
                    }
                    Order::Pays => a.chosen.cmp(&b.chosen),
                };
                if reverse { by.reverse() } else { by }
            });
            for most in [1, 7, expected.len(), usize::MAX] {
                let choice = Choice { order, reverse, most, ..Choice::default() };
                let selection = select(&prepared, &choice, &mut |_| {}).unwrap();
                let few = &expected[..most.min(expected.len())];
                assert_eq!(selection.tables, few, "{order:?} {reverse} {most}");
                assert_eq!(selection.wanted, expected.len());
                let nets = || expected.iter().map(|one| one.sums.net);
                assert_eq!(selection.reach.net, (nets().min().unwrap(), nets().max().unwrap()));
            }
        }
    }
}

#[test]
fn sweeps_that_cannot_be() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let many: Vec<u32> = (1..=1_000).collect();
    let sweep = |axes| Sweep { doc: &doc, ask: &ask, axes, fixed: false, falling: false };
    assert_eq!(Prepared::new(sweep(&[])).unwrap_err(), SweepError::Empty);
    let axes = pair_plus([&many, &many, &many, &[1], &[1]]);
    let error = Prepared::new(sweep(&axes)).unwrap_err();
    assert_eq!(error.to_string(), "1,000,000,000 tables; at most 2,000,000 are figured at once");
    let bets = [(WagerId::from("ante"), Money::from_units(100))];
    let ask = Ask { bets: &bets, ..ask };
    let axes = pair_plus([&[40], &[30], &[6], &[3], &[1]]);
    let error = Prepared::new(Sweep { ask: &ask, ..sweep(&axes) }).unwrap_err();
    assert_eq!(error.to_string(), "Pair Plus is varied and has no part in this bet");
}

/// Falling tables are counted as they are when each is looked at, and too many of them at once are refused at once.
#[test]
fn falling_tables_are_counted_without_meeting_them() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let sweep = |axes| Sweep { doc: &doc, ask: &ask, axes, fixed: false, falling: true };
    let axes = pair_plus([&[9, 5, 7, 7], &[4, 6, 8, 9], &[6, 3, 7], &[6, 1, 3], &[1, 2, 1]]);
    let mut met = 0;
    let prepared = Prepared::new(sweep(&axes)).unwrap();
    prepared.each(|_, _| (met += 1, true).1).unwrap();
    assert_eq!(prepared.tables(), met);
    let many: Vec<u32> = (1..=Odds::MAX).collect();
    let axes = pair_plus([&many, &many, &[6], &[3], &[1]]);
    let error = Prepared::new(sweep(&axes)).unwrap_err();
    // Of so many pays each, those of the second row that are at least 6 and no more than the first.
    let most = u128::from(Odds::MAX) - 5;
    assert_eq!(
        error,
        SweepError::TooMany { tables: most * (most + 1) / 2, most: MOST_TABLES, games: false },
        "{error}"
    );
}

/// Of two tables whose variances differ by less than floating-point numbers can tell, the lower comes first.
#[test]
fn variances_are_sorted_exactly() {
    let (doc, game) = poker();
    let bets =
        [("ante", 9_999_999), ("pair-plus", 1)].map(|(id, n)| (WagerId::from(id), Money::from_units(n)));
    let ask = Ask { bets: &bets, ..Ask::of(&game) };
    let axes = pair_plus([&[40, 41, 42, 43], &[30, 31], &[6, 7], &[3, 4], &[1, 2]]);
    let prepared =
        Prepared::new(Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false }).unwrap();
    for reverse in [false, true] {
        let choice = Choice { order: Order::Variance, reverse, ..Choice::default() };
        let tables = select(&prepared, &choice, &mut |_| {}).unwrap().tables;
        let variances: Vec<Fraction> = tables.iter().map(|one| prepared.variance(&one.sums)).collect();
        assert!(variances.is_sorted_by(|a, b| if reverse { a >= b } else { a <= b }), "{reverse}");
        // Each span from a variance to itself holds the tables that have it.
        for variance in &variances {
            let wanted =
                Wanted { variance: Span { from: Some(*variance), to: Some(*variance) }, ..Wanted::default() };
            let found = select(&prepared, &Choice { wanted, ..Choice::default() }, &mut |_| {}).unwrap();
            assert_eq!(found.wanted, variances.iter().filter(|other| *other == variance).count());
        }
    }
}

/// R15=unset: there is no table to vary.
#[test]
fn closed_tables_are_refused() {
    let mut doc = tercet_games::builtin_doc("three-card-fortune").unwrap();
    tercet_games::variant::set_ruling(&mut doc, "R15", "unset").unwrap();
    let game = doc.check().unwrap();
    for table in ["lucky-pairs", "ante-bonus"] {
        let pays = vec![Odds::new(1, 1, tercet_rules::Basis::To).unwrap()];
        let axes = [Axis { table: WagerId::from(table), row: 0, pays }];
        let ask = Ask::of(&game);
        let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false };
        let error = Prepared::new(sweep).unwrap_err();
        assert!(matches!(&error, SweepError::Closed(_)), "{error}");
    }
}

/// The law that sums are compared with is the law of the changed game under the plain strategy.
#[test]
fn the_slow_road_is_the_law_of_the_changed_game() {
    let (doc, game) = poker();
    let ask = Ask::of(&game);
    let axes = pair_plus([&[40], &[30], &[6], &[4], &[1]]);
    let prepared =
        Prepared::new(Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: false }).unwrap();
    let mut changed = doc.clone();
    tercet_games::variant::set_pays(&mut changed, "pair-plus", "40-30-6-4-1").unwrap();
    let changed = changed.check().unwrap();
    let law = Law::of(&Spot { game: &changed, bet: &prepared.subject.bet, meter: None }, Strategy::Best);
    let share = slow::one(&prepared, &[0; 5]).unwrap();
    // All deals, against hands of the player alone.
    assert_eq!(law.total(crate::law::Outcome::net) / 18_424, share.net);
}
