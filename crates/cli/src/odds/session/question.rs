//! What is asked about a session, as arguments that several commands share.

use crate::odds::options::{Decided, MeterAt, Shuffled};
use crate::odds::refused;
use crate::output::{during, typed};
use crate::source::{self, Variant};
use tercet_analysis::report::{Ask, bet_law, read_bet};
use tercet_analysis::session::{Bankroll, MOST_ROUNDS, notes, session_in_steps};
use tercet_report::Conditions;
use tercet_report::session::Answered;
use tercet_report::words::grouped;
use tercet_rules::{Money, WagerId};

/// A game, a bet, and for how long it is played.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// What is bet in every round: a wager and its dollars, such as ante=10 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = read_bet, required = true)]
    bet: Vec<(WagerId, Money)>,
    /// How many rounds are played.
    #[arg(long, value_name = "N", value_parser = rounds)]
    rounds: u32,
    /// What the player sits down with, in dollars; says how likely it is to be ruined.
    #[arg(long, value_name = "DOLLARS")]
    bankroll: Option<Money>,
    /// The player leaves with this much, in dollars.
    #[arg(long, value_name = "DOLLARS", requires = "bankroll")]
    goal: Option<Money>,
    #[command(flatten)]
    meter: MeterAt,
    #[command(flatten)]
    decided: Decided,
    #[command(flatten)]
    from: Shuffled,
}

/// How many of them can be figured is for the session to say.
fn rounds(text: &str) -> Result<u32, String> {
    text.trim().parse().map_err(|_| format!("expected a number of rounds from 1 to {}", grouped(MOST_ROUNDS)))
}

impl Question {
    /// Follows the session.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal, by the option that is to blame.
    pub(crate) fn answered(&self) -> Result<Answered, String> {
        let loaded = source::load(&self.game, &self.variant)?;
        let strategy = &self.decided.strategy;
        let card = strategy.card(&loaded.game)?;
        let policy = strategy.policy(card.as_ref());
        let decks = self.from.decks.unwrap_or_default();
        let ask = Ask { bets: &self.bet, meter: self.meter.meter, policy, decks, ..Ask::of(&loaded.game) };
        let (stakes, law) = bet_law(&ask).map_err(|error| refused(&ask, &error))?;
        let bankroll = self.bankroll.map(|start| Bankroll { start, goal: self.goal });
        let played = format!("Following {} rounds", grouped(self.rounds));
        let session = during(&played, |progress| {
            session_in_steps(&law, self.rounds, bankroll, &mut |done, all| progress.at(done, all))
        })
        .map_err(|error| format!("error: --{}: {error}", error.part()))?;
        let notes = notes(&ask, &stakes);
        let conditions = Conditions::of(&loaded, &ask, Some(strategy.to_string()), typed());
        Ok(Answered { loaded, decks, stakes, session, curve: Vec::new(), notes, conditions })
    }
}
