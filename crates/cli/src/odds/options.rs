//! Options that several commands share: they mean the same everywhere and say so in the same words.

use super::strategy::Strategy;
use tercet_analysis::report::read_bet;
use tercet_analysis::{Decks, Known};
use tercet_rules::{Money, WagerId};

/// What is staked, and where the meter stands.
#[derive(clap::Args)]
pub(crate) struct Staked {
    /// Figure wagers together: a wager and its dollars, such as ante=10 or pair-plus=2.50 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = read_bet)]
    pub(super) bet: Vec<(WagerId, Money)>,
    /// The stake of wagers that are figured by themselves, in dollars; else $1, or the table minimum where that is
    /// higher or the stake matters.
    #[arg(long, value_name = "DOLLARS", conflicts_with = "bet")]
    pub(super) stake: Option<Money>,
    #[command(flatten)]
    pub(super) meter: MeterAt,
}

/// Where the meter stands.
#[derive(clap::Args)]
pub(crate) struct MeterAt {
    /// The meter at the deal, in dollars; else its start.
    #[arg(long, value_name = "DOLLARS")]
    pub(super) meter: Option<Money>,
}

/// How the player decides.
#[derive(clap::Args)]
pub(crate) struct Decided {
    /// How the player decides: best, play-all (never fold), mimic-dealer (play what a dealer would qualify with), or the
    /// path of a strategy file.
    #[arg(long, value_name = "RULE", default_value = "best")]
    pub(super) strategy: Strategy,
}

/// What is known of the cards, and how many there are.
#[derive(clap::Args)]
pub(crate) struct Dealt {
    /// Cards that are known before the decision, such as "dealer: Kd; dead: 4c 5c".
    #[arg(long, value_name = "CARDS")]
    pub(super) known: Option<Known>,
    #[command(flatten)]
    pub(super) from: Shuffled,
}

/// How many decks are shuffled together.
#[derive(clap::Args)]
pub(crate) struct Shuffled {
    /// Figure as if the cards came from so many decks shuffled together, 1 to 8: a what-if, as the rules say one deck.
    #[arg(long, value_name = "N")]
    pub(super) decks: Option<Decks>,
}
