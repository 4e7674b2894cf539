//! What is asked about a game, as arguments that several commands share.

use super::options::{Dealt, Decided, Staked};
use crate::arguments::few;
use crate::output::typed;
use crate::source::{self, Loaded, Variant};
use tercet_analysis::report::Ask;
use tercet_report::Conditions;

/// A game, a bet, and how it is played.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    staked: Staked,
    /// Players at the table, each with the wager that envy is paid on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| few(text, "5"))]
    players: u8,
    #[command(flatten)]
    decided: Decided,
    #[command(flatten)]
    dealt: Dealt,
}

impl Question {
    /// Loads the game and works on the question.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: there is no such game, variant or strategy; or what `work` says.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&Loaded, &Ask<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        let loaded = source::load(&self.game, &self.variant)?;
        let (strategy, staked) = (&self.decided.strategy, &self.staked);
        let card = strategy.card(&loaded.game)?;
        let ask = Ask {
            game: &loaded.game,
            bets: &staked.bet,
            stake: staked.stake,
            meter: staked.meter.meter,
            players: self.players,
            policy: strategy.policy(card.as_ref()),
            known: self.dealt.known.unwrap_or_default(),
            decks: self.dealt.from.decks.unwrap_or_default(),
        };
        work(&loaded, &ask)
    }

    /// Under which conditions a question is answered.
    pub(super) fn conditions(&self, loaded: &Loaded, ask: &Ask<'_>) -> Conditions {
        Conditions::of(loaded, ask, Some(self.decided.strategy.to_string()), typed())
    }
}
