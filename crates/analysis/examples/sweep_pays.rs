//! Figures every combination of some pays: `cargo run -p tercet-analysis --example sweep_pays`
//!
//! House edges are compared as fractions; what stands beside the pays is the player's expectation per unit staked on Pair
//! Plus. Prints the tables with an edge from 2% to 3%:
//!
//!     of 18 tables 3 fit
//!     35-35-6-4-1: -492/22100
//!     40-30-6-4-1: -512/22100
//!     45-25-6-4-1: -532/22100

use std::error::Error;
use std::fmt::Write as _;
use tercet_analysis::Fraction;
use tercet_analysis::report::Ask;
use tercet_analysis::sweep::{Axis, Choice, Prepared, Span, Sweep, Wanted, select};
use tercet_games::{builtin_doc, variant::varied};
use tercet_rules::WagerId;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", answer()?);
    Ok(())
}

pub(crate) fn answer() -> Result<String, Box<dyn Error>> {
    let doc = builtin_doc("three-card-poker").ok_or("it is built in")?;
    let game = doc.check().map_err(|faults| format!("no game: {faults:?}"))?;
    let table = WagerId::from("pair-plus");
    // A pay, a list, a range, or a range with a step for each row, the first row first.
    let rows = varied(&doc, table.as_str(), "35..45/5-25..35/5-6-3,4-1")?;
    let axes: Vec<Axis> =
        rows.into_iter().map(|(row, pays)| Axis { table: table.clone(), row, pays }).collect();
    let ask = Ask::of(&game);
    let sweep = Sweep { doc: &doc, ask: &ask, axes: &axes, fixed: false, falling: true };
    let prepared = Prepared::new(sweep)?;
    let edge = Span { from: Some(Fraction::new(2, 100)), to: Some(Fraction::new(3, 100)) };
    let wanted = Wanted { edge, ..Wanted::default() };
    // The lowest house edge first, and all of them.
    let selection = select(&prepared, &Choice { wanted, ..Choice::default() }, &mut |_| {})?;
    let mut text = format!("of {} tables {} fit\n", prepared.tables(), selection.wanted);
    for one in &selection.tables {
        let pays =
            axes.iter().zip(&one.chosen).map(|(axis, place)| axis.pays[*place as usize].num().to_string());
        let pays: Vec<String> = pays.collect();
        writeln!(text, "{}: {}", pays.join("-"), prepared.expectation(&one.sums))?;
    }
    Ok(text)
}
