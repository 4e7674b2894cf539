//! What is asked about pay tables, as arguments that several commands share.

use crate::odds::options::{Dealt, Decided, Staked};
use crate::odds::refused;
use crate::output::{during, typed};
use crate::source::{self, Loaded, Variant};
use tercet_analysis::StrategyCard;
use tercet_analysis::report::Ask;
use tercet_analysis::sweep::{Axis, Prepared, SweepError};
use tercet_games::variant::{Varied, varied};
use tercet_report::Conditions;
use tercet_report::words::grouped;
use tercet_rules::WagerId;

/// What is asked about the game.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    /// Take another reading of a ruling, such as R1=player-wins (repeatable).
    #[arg(long, value_name = "RULING=READING")]
    ruling: Vec<String>,
    /// Vary the pays of a wager, first row first, such as pair-plus=30..50-30-6-3,4-1 (repeatable).
    #[arg(long, value_name = "WAGER=PAYS")]
    pub(in crate::odds) pay: Vec<String>,
    #[command(flatten)]
    staked: Staked,
    #[command(flatten)]
    decided: Decided,
    #[command(flatten)]
    dealt: Dealt,
    /// Leave every hand decided as in the game as it is written.
    #[arg(long)]
    fixed: bool,
}

impl Question {
    /// The game, its rulings as asked and its pays as written.
    pub(crate) fn load(&self) -> Result<Loaded, String> {
        source::load(&self.game, &Variant::new(self.ruling.clone(), Vec::new()))
    }

    /// The strategy of a file, if that is how the player decides.
    pub(crate) fn card(&self, loaded: &Loaded) -> Result<Option<StrategyCard>, String> {
        self.decided.strategy.card(&loaded.game)
    }

    /// The question.
    pub(crate) fn ask<'a>(&'a self, loaded: &'a Loaded, card: Option<&'a StrategyCard>) -> Ask<'a> {
        Ask {
            bets: &self.staked.bet,
            stake: self.staked.stake,
            meter: self.staked.meter.meter,
            policy: self.decided.strategy.policy(card),
            known: self.dealt.known.unwrap_or_default(),
            decks: self.dealt.from.decks.unwrap_or_default(),
            ..Ask::of(&loaded.game)
        }
    }

    /// Under which conditions the question is answered.
    pub(in crate::odds) fn conditions(&self, loaded: &Loaded, ask: &Ask<'_>) -> Conditions {
        let conditions = Conditions::of(loaded, ask, Some(self.decided.strategy.to_string()), typed());
        if self.fixed { conditions.decided_as_written() } else { conditions }
    }

    /// Whether hands are left decided as they are.
    pub(crate) fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// What is varied.
    pub(crate) fn axes(&self, loaded: &Loaded) -> Result<Vec<Axis>, String> {
        let mut axes: Vec<Axis> = Vec::new();
        for change in &self.pay {
            let Some((table, pays)) = change.split_once('=') else {
                return Err(format!(
                    "error: --pay {change}: expected an equals sign, as in pair-plus=30..50-30-6-3,4-1"
                ));
            };
            let table = table.trim();
            if axes.iter().any(|axis| axis.table == *table) {
                return Err(format!("error: --pay {change}: `{table}` stands here twice"));
            }
            let rows = varied(&loaded.doc, table, pays.trim())
                .map_err(|error| format!("error: --pay {change}: {error}"))?;
            axes.extend(of_rows(table, rows));
        }
        Ok(axes)
    }
}

/// The axes of a table.
pub(in crate::odds) fn of_rows(table: &str, rows: Vec<Varied>) -> impl Iterator<Item = Axis> {
    rows.into_iter().map(move |(row, pays)| Axis { table: WagerId::from(table), row, pays })
}

/// Why there is no answer, by the option that is to blame.
pub(crate) fn blamed(ask: &Ask<'_>, error: &SweepError) -> String {
    match error {
        SweepError::Ask(error) => refused(ask, error),
        SweepError::Empty
        | SweepError::Closed(_)
        | SweepError::WithoutEffect { .. }
        | SweepError::NoneFalls
        | SweepError::TooMany { .. }
        | SweepError::TooLarge
        | SweepError::NoGame(_) => format!("error: --pay: {error}"),
    }
}

/// Goes through all tables, and says on a terminal how far that is if it takes long.
pub(in crate::odds) fn with_progress<T>(
    prepared: &Prepared<'_>,
    work: impl FnOnce(&mut dyn FnMut(u64)) -> T,
) -> T {
    let all = prepared.tables();
    during(&format!("Figuring {} tables", grouped(all)), |progress| {
        work(&mut |tables| progress.at(tables, all))
    })
}
