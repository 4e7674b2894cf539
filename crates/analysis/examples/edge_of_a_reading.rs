//! Says what another reading of a ruling costs the house: `cargo run -p tercet-analysis --example edge_of_a_reading`
//!
//! The house edge is per unit of Ante; R1 asks who wins where the two hands are equal. Prints:
//!
//!     R1=push: -13733780/407170400, a house edge of 3.3730%
//!     R1=player-wins: -13198364/407170400, a house edge of 3.2415%

use std::error::Error;
use std::fmt::Write as _;
use tercet_analysis::report::{Ask, State, report};
use tercet_games::{builtin_doc, variant::set_ruling};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", answer()?);
    Ok(())
}

pub(crate) fn answer() -> Result<String, Box<dyn Error>> {
    let doc = builtin_doc("three-card-pairs-plus").ok_or("it is built in")?;
    let ruling = doc.rulings.iter().find(|ruling| ruling.id == *"R1").ok_or("it has this ruling")?;
    let mut text = String::new();
    for reading in &ruling.readings {
        let mut doc = doc.clone();
        if reading.name != ruling.chosen {
            set_ruling(&mut doc, "R1", &reading.name)?;
        }
        let game = doc.check().map_err(|faults| format!("no game: {faults:?}"))?;
        let report = report(&Ask::of(&game))?;
        let ante = report.wagers.iter().find(|wager| wager.id == *"ante").ok_or("it has this wager")?;
        let State::Open(figured) = &ante.state else { return Err("no pay table is posted".into()) };
        let expectation = figured.expectation();
        writeln!(
            text,
            "R1={}: {expectation}, a house edge of {:.4}%",
            reading.name,
            figured.house_edge() * 100.0
        )?;
    }
    Ok(text)
}
