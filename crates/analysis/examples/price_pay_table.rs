//! Prices another pay table of a side bet: `cargo run -p tercet-analysis --example price_pay_table`
//!
//! Figures are per unit staked on Pair Plus, over the 22,100 hands that decide it. Prints:
//!
//!     40-30-6-3-1: house edge 7.2760%, hit frequency 25.6109%, standard deviation 2.8496
//!     40-30-6-4-1: house edge 2.3167%, hit frequency 25.6109%, standard deviation 2.9106
//!     50-30-6-3-1: house edge 5.1041%, hit frequency 25.6109%, standard deviation 3.1745

use std::error::Error;
use std::fmt::Write as _;
use tercet_analysis::report::{Ask, State, report};
use tercet_games::{builtin_doc, variant::set_pays};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", answer()?);
    Ok(())
}

pub(crate) fn answer() -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for pays in ["40-30-6-3-1", "40-30-6-4-1", "50-30-6-3-1"] {
        let mut doc = builtin_doc("three-card-poker").ok_or("it is built in")?;
        set_pays(&mut doc, "pair-plus", pays)?;
        let game = doc.check().map_err(|faults| format!("no game: {faults:?}"))?;
        let report = report(&Ask::of(&game))?;
        let wager = report.wagers.iter().find(|wager| wager.id == *"pair-plus").ok_or("it has this wager")?;
        let State::Open(figured) = &wager.state else { return Err("no pay table is posted".into()) };
        let figures = &figured.figures;
        writeln!(
            text,
            "{pays}: house edge {:.4}%, hit frequency {:.4}%, standard deviation {:.4}",
            figured.house_edge() * 100.0,
            figures.hit_frequency() * 100.0,
            figures.standard_deviation()
        )?;
    }
    Ok(text)
}
