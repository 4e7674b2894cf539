//! What is asked of a simulation.

use super::seat::{SeatSaid, share};
use crate::arguments::whole;
use crate::odds::strategy::Strategy;
use crate::source::Variant;
use std::path::PathBuf;
use std::time::Duration;
use tercet_analysis::report::read_bet;
use tercet_rules::{Money, WagerId};
use tercet_sim::{CHUNKS, MOST_SESSION, MOST_TABLES, Seed};

/// A game, who plays it, for how long, and from which cards.
#[derive(clap::Args)]
pub(super) struct Options {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) variant: Variant,
    /// What is bet at every spot in every round: a wager and its dollars, such as ante=10 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = read_bet, required_unless_present = "seat")]
    pub(super) bet: Vec<(WagerId, Money)>,
    /// How many spots are played, from the first on; with --seat alone only those.
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=7_u8), requires = "bet")]
    pub(super) spots: Option<u8>,
    /// What is done otherwise at one spot: bets, strategy, errs, bankroll, goal, player (repeatable).
    #[arg(long, value_name = "SPOT: …")]
    pub(super) seat: Vec<SeatSaid>,
    /// How the players decide: best, play-all (never fold), mimic-dealer (play what a dealer would qualify with), or the
    /// path of a strategy file.
    #[arg(long, value_name = "RULE", default_value = "best")]
    pub(super) strategy: Strategy,
    /// How often players do the opposite of it, such as 2%.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0%")]
    pub(super) errs: u32,
    /// Players stay so many rounds, and others like them take their places; says how sessions end.
    #[arg(long, value_name = "ROUNDS", value_parser = |text: &str| whole(text, 1..=MOST_SESSION))]
    pub(super) session: Option<u32>,
    /// What a player sits down with, in dollars; whoever cannot pay for another round leaves.
    #[arg(long, value_name = "DOLLARS", requires = "session")]
    pub(super) bankroll: Option<Money>,
    /// With so much, in dollars, a player leaves.
    #[arg(long, value_name = "DOLLARS", requires = "bankroll")]
    pub(super) goal: Option<Money>,
    /// How many such tables there are, on one meter if the game has one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 1..=MOST_TABLES))]
    pub(super) tables: u32,
    /// Where the meter stands when a chunk begins, in dollars; else its start.
    #[arg(long, value_name = "DOLLARS")]
    pub(super) meter: Option<Money>,
    /// Seconds that a round takes whoever plays: an assumption, for what a table wins in an hour.
    #[arg(long, value_name = "SECONDS", default_value_t = 25, value_parser = |text: &str| whole(text, 1..=3_600_u32))]
    pub(super) round_seconds: u32,
    /// Seconds more for each seat: an assumption, too.
    #[arg(long, value_name = "SECONDS", default_value_t = 9, value_parser = |text: &str| whole(text, 0..=3_600_u32))]
    pub(super) seat_seconds: u32,
    #[command(flatten)]
    pub(super) until: Until,
    /// What the cards follow from: a whole number, or 64 hexadecimal digits; else the operating system says.
    #[arg(long, value_name = "SEED", value_parser = Seed::read)]
    pub(super) seed: Option<Seed>,
    /// The first chunk that is played: others may be played elsewhere, and their sums be added.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = |text: &str| whole(text, 0..=CHUNKS - 1))]
    pub(super) first_chunk: u64,
    /// How many threads; else as many as there are cores.
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1_024_usize))]
    pub(super) threads: Option<usize>,
    /// Play every round through the machine of the rules, which takes a hundred times as long and comes to the same.
    #[arg(long)]
    pub(super) reference: bool,
    /// Write every round to a file that `tercet settle` reads; plays on one thread, as --reference does.
    #[arg(long, value_name = "FILE", value_parser = crate::arguments::file, conflicts_with = "threads")]
    pub(super) trace: Option<PathBuf>,
    /// Play nothing, and add up what --json said of other chunks of the same simulation, wherever they were played.
    #[arg(long, value_name = "FILE", num_args = 1.., value_parser = crate::arguments::file,
        conflicts_with_all = ["Until", "first_chunk", "threads", "reference", "trace"])]
    pub(super) add: Vec<PathBuf>,
}

/// When it ends: one of these.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(super) struct Until {
    /// Rounds at all tables together; a million unless something else ends it.
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=u64::MAX / 2))]
    pub(super) rounds: Option<u64>,
    /// So many whole chunks.
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1_000_000_000_u64))]
    pub(super) chunks: Option<u64>,
    /// Play for so long: 30s, 5m, 1h.
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,
    /// Play until the standard error of the house edge of all bets together is so small: 0.0001 is a hundredth of a percent.
    #[arg(long, value_name = "ERROR", value_parser = error)]
    pub(super) until_error: Option<f64>,
}

/// A time such as `30s`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 30s, 5m or 1h, up to 1000h".to_owned();
    let text = text.trim();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        _ => return Err(wrong()),
    };
    let count: u64 = text.strip_suffix(unit).and_then(|count| count.parse().ok()).ok_or_else(wrong)?;
    let all = count.checked_mul(seconds).filter(|all| (1..=3_600_000).contains(all)).ok_or_else(wrong)?;
    Ok(Duration::from_secs(all))
}

/// A standard error.
fn error(text: &str) -> Result<f64, String> {
    let value = text.trim().parse::<f64>().ok().filter(|value| *value >= 1e-7 && *value <= 1.0);
    value.ok_or_else(|| "expected a share from 0.0000001 to 1, such as 0.0001".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_errors_are_read() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7_200)));
        for wrong in ["", "s", "30", "0s", "-1s", "1.5m", "1001h", "9999999999999999999h", "30d", "3é"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(error("0.0001"), Ok(0.0001));
        for wrong in ["", "0", "-1", "NaN", "inf", "1.1", "1e-9"] {
            assert!(error(wrong).is_err(), "{wrong}");
        }
    }
}
