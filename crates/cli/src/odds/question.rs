//! What is asked about a game, as arguments that several commands share.

use super::strategy::Strategy;
use crate::arguments::{bet, few};
use crate::source::{self, Loaded, Variant};
use tercet_analysis::report::Ask;
use tercet_analysis::{Decks, Known};
use tercet_rules::{Money, WagerId};

/// A game, a bet, and how it is played.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// Figure wagers together: a wager and its dollars, such as ante=10 or pair-plus=2.50 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = bet)]
    bet: Vec<(WagerId, Money)>,
    /// The stake of wagers that are figured by themselves, in dollars; else $1, or the table minimum where that is
    /// higher or the stake matters.
    #[arg(long, value_name = "DOLLARS", conflicts_with = "bet")]
    stake: Option<Money>,
    /// The meter at the deal, in dollars; else its start.
    #[arg(long, value_name = "DOLLARS")]
    meter: Option<Money>,
    /// Players at the table, each with the wager that envy is paid on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| few(text, "5"))]
    players: u8,
    /// How the player decides: best, play-all (never fold), mimic-dealer (play what a dealer would qualify with), or the
    /// path of a strategy file.
    #[arg(long, value_name = "RULE", default_value = "best")]
    strategy: Strategy,
    /// Cards that are known before the decision, such as "dealer: Kd; dead: 4c 5c".
    #[arg(long, value_name = "CARDS")]
    pub(super) known: Option<Known>,
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
        let card = self.strategy.card(&loaded.game)?;
        let ask = Ask {
            game: &loaded.game,
            bets: &self.bet,
            stake: self.stake,
            meter: self.meter,
            players: self.players,
            policy: self.strategy.policy(card.as_ref()),
            known: self.known.unwrap_or_default(),
            decks: Decks::ONE,
        };
        work(&loaded, &ask)
    }
}
