//! Says how a session may end: `cargo run -p tercet-analysis --example ahead_after_a_session`
//!
//! Every round is an Ante of $10 under best play; chances are off by less than 1e-11. Prints:
//!
//!     ahead after 500 rounds: 31.7013%
//!     half of the sessions end at or below -$170
//!     ruined within them with $300: 58.5357%

use std::error::Error;
use tercet_analysis::report::{Ask, bet_law};
use tercet_analysis::session::{Bankroll, session};
use tercet_games::builtin_game;
use tercet_rules::{Money, WagerId};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", answer()?);
    Ok(())
}

pub(crate) fn answer() -> Result<String, Box<dyn Error>> {
    let game = builtin_game("three-card-poker").ok_or("it is built in")?;
    let bets = [(WagerId::from("ante"), Money::from_units(1_000))];
    let (_, law) = bet_law(&Ask { bets: &bets, ..Ask::of(&game) })?;
    let bankroll = Bankroll { start: Money::from_units(30_000), goal: None };
    let session = session(&law, 500, Some(bankroll))?;
    let ruin = session.bankroll.and_then(|fate| fate.ruin).ok_or("it would take too long")?;
    Ok(format!(
        "ahead after {} rounds: {:.4}%\nhalf of the sessions end at or below {}\nruined within them with {}: {:.4}%\n",
        session.rounds,
        session.chances.above(Money::ZERO) * 100.0,
        session.chances.quantile(0.5),
        bankroll.start,
        ruin.ruin * 100.0
    ))
}
