//! 100,000 pay tables at once, beside each of them counted as a game of its own.

use crate::bets::{UNIT, bet, spot};
use crate::clock::{best, once, ratio, say};
use std::time::Duration;
use tercet_analysis::report::Ask;
use tercet_analysis::sweep::{Axis, Choice, Order, Prepared, Selected, Sweep, select};
use tercet_analysis::{Figures, Law, Strategy, grouped};
use tercet_games::builtin_doc;
use tercet_games::variant::{set_pays, set_ruling, varied};
use tercet_rules::{GameDoc, LineOf, WagerId};

/// How often each sweep is timed.
const ROUNDS: usize = 7;

/// One table in so many is counted by itself and compared.
const ONE_IN: usize = 997;

/// Sweeps of some games: rows that are figured once, and rows that move the decision.
pub(crate) fn run() {
    let poker = || builtin_doc("three-card-poker").expect("it is built in");
    tables("Pair Plus", &poker(), "pair-plus", "31..50-21..40-5..9-3..7-1..10");
    tables("Ante Bonus, the decision may move", &poker(), "ante-bonus", "1..100-1..50-1..20");
    let mut shine = builtin_doc("three-card-shine").expect("it is built in");
    set_ruling(&mut shine, "R6", "forfeit").expect("a reading of it");
    let pays = "991..1000-101..110-50-21..25-10..19-6..9-1..5";
    tables("Super 6 Bonus, forfeited by a fold", &shine, "super-6-bonus", pays);
    let pays = "1..5-1..5-1..5-1..5-1..5-1..5-1..7";
    tables("the same with low pays: most hands move", &shine, "super-6-bonus", pays);
}

fn tables(name: &str, doc: &GameDoc, table: &str, pays: &str) {
    let game = doc.check().expect("a game");
    let ask = Ask::of(&game);
    let rows = varied(doc, table, pays).expect("pays of its rows").into_iter();
    let axes: Vec<Axis> =
        rows.map(|(row, pays)| Axis { table: WagerId::from(table), row, pays }).collect();
    let sweep = |fixed| Sweep { doc, ask: &ask, axes: &axes, fixed, falling: false };
    let all = Choice { order: Order::Pays, ..Choice::default() };
    let made = |fixed, choice: &Choice| {
        let prepared = Prepared::new(sweep(fixed)).expect("a sweep");
        let selection = select(&prepared, choice, &mut |_| {}).expect("games");
        (prepared, selection.tables)
    };
    let (prepared, tables) = made(false, &all);
    let slow = alone(doc, table, &prepared, &tables);
    say(&format!("\n{} pay tables: {name}", grouped(u128::from(prepared.tables()))));
    let first = Choice { most: 20, ..Choice::default() };
    let (again, _) = best(ROUNDS, || made(false, &first));
    ratio("best play again for each, the 20 lowest edges, from nothing", again, again);
    let (fixed, _) = best(ROUNDS, || made(true, &first));
    ratio("a fixed decision", fixed, again);
    let (sorted, _) = best(ROUNDS, || made(true, &Choice::default()));
    ratio("a fixed decision, all tables sorted", sorted, again);
    ratio(&format!("each a game of its own: one in {ONE_IN}, times {ONE_IN}"), slow, again);
}

/// How long all tables would take if each were counted as a game; some are, and compared to the last integer.
fn alone(doc: &GameDoc, table: &str, prepared: &Prepared<'_>, tables: &[Selected]) -> Duration {
    let some: Vec<&Selected> = tables.iter().step_by(ONE_IN).collect();
    let (time, ()) = once(|| {
        for one in &some {
            let pay = |(axis, place): (&Axis, &u32)| {
                let odds = axis.pays[*place as usize];
                format!("{}/{}", odds.num(), odds.den())
            };
            let pays: Vec<String> = prepared.axes().iter().zip(&one.chosen).map(pay).collect();
            let mut doc = doc.clone();
            set_pays(&mut doc, table, &pays.join("-")).expect("pays of its rows");
            let game = doc.check().expect("a game");
            let line = game.wager_no(table).map(LineOf::Wager);
            let nos: Vec<_> =
                prepared.stakes().iter().filter_map(|(id, _)| game.wager_no(id.as_str())).collect();
            let bet = bet(&game, &nos);
            let law = Law::of(&spot(&game, &bet), Strategy::Best);
            // A bonus is figured with the main bet, which is then all that is bet.
            let figures = Figures::of(&law, UNIT, |of| line.is_none_or(|line| of == line));
            // The sweep counts a wager that needs no dealer over fewer deals.
            let times = i128::try_from(law.deals / prepared.deals()).expect("few");
            assert_eq!(figures.net, one.sums.net * times, "{table} {pays:?}");
            assert_eq!(figures.variance(), prepared.variance(&one.sums), "{table} {pays:?}");
            assert_eq!(figures.wins, one.sums.wins * times.unsigned_abs(), "{table} {pays:?}");
        }
    });
    time * u32::try_from(tables.len()).expect("few") / u32::try_from(some.len()).expect("few")
}
