//! What is simulated: a game, who sits where, and how each of them plays.

use core::fmt;
use std::sync::Arc;
use tercet_analysis::Bet;
use tercet_analysis::report::{MOST_METER, MOST_STAKE, Policy};
use tercet_rules::{Beyond, Game, Money, Stage, TableLimits, WagerId, check_wagers};

/// A player at a spot.
#[derive(Clone, PartialEq, Debug)]
pub struct Seat<'a> {
    /// The spot, 1 at the dealer's left.
    pub spot: u8,
    /// Who plays there: one name at two spots is one player.
    pub player: String,
    /// What is staked before every deal.
    pub bet: Bet,
    /// What is decided.
    pub policy: Policy<'a>,
    /// How many of a million decisions are others than the policy says: a hand that should be folded is played at the lowest
    /// multiple, and any other is folded.
    pub errs: u32,
    /// What the player brings to a session; none: as much as it takes.
    pub bankroll: Option<Money>,
    /// With this much or more the player leaves.
    pub goal: Option<Money>,
}

/// Whole tables of one kind, which share a meter if the game has one.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    game: Arc<Game>,
    seats: Vec<Seat<'a>>,
    tables: u32,
    session: Option<u32>,
    meter: Option<Money>,
}

/// The most tables on one meter.
pub const MOST_TABLES: u32 = 100;
/// The most rounds in a session.
pub const MOST_SESSION: u32 = 100_000;
/// Of a million decisions.
pub const MILLION: u32 = 1_000_000;

/// Why something cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// What is to blame: `seats`, `bet`, `tables`, `session`, `bankroll`, `goal`, `meter`.
    pub part: &'static str,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.message)
    }
}

impl core::error::Error for SetupError {}

impl<'a> Setup<'a> {
    /// So many tables with these seats. `session` is how many rounds a player stays at most; none: nobody ever leaves.
    /// `meter` is where the meter stands when a chunk begins; none: its start.
    ///
    /// # Errors
    ///
    /// What of it the rules or the house do not allow.
    pub fn new(
        game: Arc<Game>,
        mut seats: Vec<Seat<'a>>,
        tables: u32,
        session: Option<u32>,
        meter: Option<Money>,
    ) -> Result<Setup<'a>, SetupError> {
        let refuse = |part, message| Err(SetupError { part, message });
        if seats.is_empty() {
            return refuse("seats", format!("nobody plays; expected 1 to {} seats", game.spots));
        }
        seats.sort_by_key(|seat| seat.spot);
        for seat in &seats {
            if seat.spot == 0 || seat.spot > game.spots {
                return refuse(
                    "seats",
                    format!("there is no spot {}; the table has 1 to {}", seat.spot, game.spots),
                );
            }
        }
        if let Some(twice) = seats.windows(2).find(|pair| pair[0].spot == pair[1].spot) {
            return refuse("seats", format!("spot {} is taken twice", twice[0].spot));
        }
        if !(1..=MOST_TABLES).contains(&tables) {
            return refuse("tables", format!("{tables} tables; expected 1 to {MOST_TABLES}"));
        }
        if session.is_some_and(|rounds| !(1..=MOST_SESSION).contains(&rounds)) {
            return refuse("session", format!("expected 1 to {MOST_SESSION} rounds"));
        }
        match (&game.meter, meter) {
            (None, Some(_)) => return refuse("meter", format!("{} has no meter; leave it out", game.name)),
            (Some(rule), Some(meter)) => {
                let most = rule.cap.map_or(MOST_METER, |cap| cap.min(MOST_METER));
                if !meter.is_stake() || meter > most {
                    return refuse("meter", format!("a meter of {meter}; expected $0.01 to {most}"));
                }
            }
            (None | Some(_), None) => {}
        }
        let setup = Setup { game, seats, tables, session, meter };
        setup.seats.iter().try_for_each(|seat| setup.check(seat))?;
        Ok(setup)
    }

    fn check(&self, seat: &Seat<'_>) -> Result<(), SetupError> {
        let refuse = |part, message: String| Err(SetupError { part, message });
        let (game, spot) = (&*self.game, seat.spot);
        let wagers = wagers(game, &seat.bet);
        if wagers.is_empty() {
            return refuse("bet", format!("spot {spot} bets nothing"));
        }
        if let Err(refusal) = check_wagers(game, &wagers, TableLimits::Apply, "") {
            return refuse("bet", format!("spot {spot}: {}", refusal.message));
        }
        if let Some((id, stake)) = wagers.iter().find(|(_, stake)| *stake > MOST_STAKE) {
            return refuse("bet", format!("spot {spot}: {id} of {stake}; expected {MOST_STAKE} at most"));
        }
        let held = self.seats.iter().filter(|other| other.player == seat.player).map(|other| other.spot);
        let held: Vec<u8> = held.collect();
        let rule = &game.positions;
        let apart = rule.adjacent && held.windows(2).any(|pair| pair[1] - pair[0] != 1);
        if rule.beyond != Beyond::Allowed && (held.len() > usize::from(rule.most) || apart) {
            let many = if rule.adjacent { "neighbouring " } else { "" };
            return refuse(
                "seats",
                format!(
                    "{} holds the spots {held:?}; expected {} {many}spots at most",
                    seat.player, rule.most
                ),
            );
        }
        if seat.errs > MILLION {
            return refuse("seats", format!("spot {spot} errs more often than always"));
        }
        if self.session.is_none() && (seat.bankroll.is_some() || seat.goal.is_some()) {
            return refuse(
                "bankroll",
                "a bankroll and a goal are for sessions; say how long they are".into(),
            );
        }
        match (seat.bankroll, seat.goal) {
            (Some(bankroll), _) if !bankroll.is_stake() => {
                refuse("bankroll", format!("{bankroll}; expected more than nothing"))
            }
            (None, Some(_)) => refuse("goal", "a goal needs a bankroll to start from".into()),
            (Some(bankroll), Some(goal)) if goal <= bankroll => refuse(
                "goal",
                format!("{goal} is there from the start; expected more than the bankroll of {bankroll}"),
            ),
            (None | Some(_), _) => Ok(()),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Who plays at each table, in order of the spots.
    #[must_use]
    pub fn seats(&self) -> &[Seat<'a>] {
        &self.seats
    }

    /// How many tables there are.
    #[must_use]
    pub fn tables(&self) -> u32 {
        self.tables
    }

    /// How many rounds a session has.
    #[must_use]
    pub fn session(&self) -> Option<u32> {
        self.session
    }

    /// Where the meter stands when a chunk begins, if the game has one.
    #[must_use]
    pub fn meter(&self) -> Option<Money> {
        self.game.meter.as_ref().map(|meter| self.meter.unwrap_or(meter.start))
    }

    /// How many rounds of all tables together a chunk has: about a million, and whole sessions.
    #[must_use]
    pub fn chunk(&self) -> u64 {
        let whole = u64::from(self.tables) * u64::from(self.session.unwrap_or(1));
        (1_u64 << 20).div_ceil(whole) * whole
    }
}

/// The wagers of a bet, in the order of the file.
#[must_use]
pub fn wagers(game: &Game, bet: &Bet) -> Vec<(WagerId, Money)> {
    let before = game.wager_nos().filter(|no| game.wager(*no).stage != Stage::Decision);
    before.filter_map(|no| Some((game.wager(no).id.clone(), bet.stake(no)?))).collect()
}
