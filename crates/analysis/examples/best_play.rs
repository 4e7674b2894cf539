//! Says what each decision is worth to a hand: `cargo run -p tercet-analysis --example best_play`
//!
//! Values are the player's expectation per unit of Ante, over every dealer hand that is possible. Prints:
//!
//!     Qd 6h 4c: fold -1.0000, play -0.9934; best is to play
//!     Qd 6h 3c: fold -1.0000, play -1.0026; best is to fold

use std::error::Error;
use std::fmt::Write as _;
use tercet_analysis::Play;
use tercet_analysis::report::{Ask, advice};
use tercet_cards::parse_cards;
use tercet_games::builtin_game;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", answer()?);
    Ok(())
}

pub(crate) fn answer() -> Result<String, Box<dyn Error>> {
    let game = builtin_game("three-card-poker").ok_or("it is built in")?;
    let mut text = String::new();
    for cards in ["Qd 6h 4c", "Qd 6h 3c"] {
        let advice = advice(&Ask::of(&game), &parse_cards(cards)?)?;
        let name = |play: Play| if play == Play::Fold { "fold" } else { "play" };
        let value = |decision: &tercet_analysis::report::Advised| {
            format!("{} {:.4}", name(decision.play), decision.expectation().value())
        };
        let values: Vec<String> = advice.decisions.iter().map(value).collect();
        let best = &advice.decisions[advice.best];
        writeln!(text, "{cards}: {}; best is to {}", values.join(", "), name(best.play))?;
    }
    Ok(text)
}
