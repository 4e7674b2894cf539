//! A setup with everything that can be worked out before the first card.

use crate::profile::{Cards, Profile, TooOdd, law};
use crate::setup::{MILLION, Seat, Setup, SetupError};
use crate::shuffler::WAY;
use crate::tally::{Bins, Tally};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use tercet_analysis::report::Policy;
use tercet_analysis::{Bet, Law, Outcome, Play, Spot, measure};
use tercet_cards::CardSet;
use tercet_rules::{Game, LineOf, Money, WagerNo};

/// One way to bet, to decide and to leave, with its exact law.
#[derive(Clone, Debug)]
pub struct Habit<'a> {
    /// What is staked.
    pub bet: Bet,
    /// What is decided.
    pub policy: Policy<'a>,
    /// Of a million decisions.
    pub errs: u32,
    /// What is brought to a session.
    pub bankroll: Option<Money>,
    /// What is wanted of it.
    pub goal: Option<Money>,
    /// The law of the policy, the meter at its start.
    pub law: Law,
    /// The law of the opposite of every decision; of a player who errs.
    pub opposite: Option<Law>,
    /// How many of the seats of a table play so.
    pub seats: u32,
    /// Whether this is the first seat of its kind alone, whose hands are independent of each other.
    pub witness: bool,
    /// The most that a round may cost.
    pub cost: Money,
}

/// A setup with everything that can be worked out before the first card.
pub struct Prepared<'a> {
    /// The setup.
    pub setup: Setup<'a>,
    /// The different ways in which its seats play.
    pub habits: Vec<Habit<'a>>,
    /// By seat: the place of its habit.
    pub of_seat: Vec<usize>,
    /// How results of sessions are told apart.
    pub bins: Bins,
    pub(crate) compiled: Result<Compiled, TooOdd>,
    /// By habit: what is decided with each hand; the fast engine does not ask.
    decisions: OnceLock<Vec<BTreeMap<CardSet, Play>>>,
}

/// What the fast engine looks up.
pub(crate) struct Compiled {
    pub(crate) cards: Cards,
    /// By habit.
    pub(crate) profiles: Vec<Arc<Profile>>,
}

impl Compiled {
    fn of(game: &Game, habits: &[Habit<'_>]) -> Result<Compiled, TooOdd> {
        let cards = Cards::of(game)?;
        let mut profiles: Vec<Arc<Profile>> = Vec::new();
        for habit in habits {
            let alike = |other: &Habit<'_>| other.bet == habit.bet && other.policy == habit.policy;
            let known = habits.iter().position(alike).and_then(|place| profiles.get(place)).cloned();
            profiles.push(match known {
                Some(known) => known,
                None => Arc::new(Profile::of(game, &cards, &habit.bet, &habit.law)?),
            });
        }
        Ok(Compiled { cards, profiles })
    }
}

impl<'a> Prepared<'a> {
    /// Works it out: the laws of all seats, and the tables of the fast engine.
    ///
    /// # Errors
    ///
    /// A bankroll that does not cover one round.
    pub fn new(setup: Setup<'a>) -> Result<Prepared<'a>, SetupError> {
        let game = &**setup.game();
        let (mut habits, mut of_seat): (Vec<Habit<'a>>, Vec<usize>) = (Vec::new(), Vec::new());
        for seat in setup.seats() {
            // The first seat of its kind is a witness: its hands depend on no other hand that is counted with them.
            let known = habits.iter().position(|habit| !habit.witness && habit.is_of(seat));
            let place = known.unwrap_or_else(|| {
                let alike = habits.iter().find(|habit| habit.is_of(seat)).cloned();
                let witness = alike.is_none();
                let habit = alike.unwrap_or_else(|| Habit::of(game, seat, setup.meter()));
                habits.push(Habit { seats: 0, witness, ..habit });
                habits.len() - 1
            });
            habits[place].seats += 1;
            of_seat.push(place);
        }
        for (seat, habit) in setup.seats().iter().zip(&of_seat) {
            let cost = habits[*habit].cost;
            if let Some(bankroll) = seat.bankroll.filter(|bankroll| *bankroll < cost) {
                let message = format!("spot {}: {bankroll}; one round of its bet may cost {cost}", seat.spot);
                return Err(SetupError { part: "bankroll", message });
            }
        }
        let compiled = Compiled::of(game, &habits);
        let bins = bins(&setup, &habits);
        Ok(Prepared { setup, habits, of_seat, bins, compiled, decisions: OnceLock::new() })
    }

    /// What no rounds come to.
    #[must_use]
    pub fn nothing(&self) -> Tally {
        Tally::new(self.game(), self.habits.len())
    }

    /// A digest of who plays what: two simulations of one game with one digest are of one kind, and their chunks can be added. It holds
    /// the way that cards follow from a seed, seats, bets, every decision, errors, bankrolls and goals, tables, sessions and the meter. In
    /// hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let setup = &self.setup;
        let units = |money: Option<Money>| money.map_or(i64::MIN, Money::units).to_le_bytes();
        let mut digest = Sha256::new();
        digest.update(WAY.to_le_bytes());
        digest.update(setup.tables().to_le_bytes());
        digest.update(setup.session().unwrap_or(0).to_le_bytes());
        digest.update(units(setup.meter()));
        for (seat, habit) in setup.seats().iter().zip(&self.of_seat) {
            digest.update([seat.spot]);
            digest.update((seat.player.len() as u64).to_le_bytes());
            digest.update(&seat.player);
            let stakes = seat.bet.stakes();
            digest.update((stakes.len() as u64).to_le_bytes());
            stakes.iter().for_each(|stake| digest.update(units(*stake)));
            digest.update(seat.errs.to_le_bytes());
            digest.update(units(seat.bankroll));
            digest.update(units(seat.goal));
            digest.update((*habit as u64).to_le_bytes());
        }
        for decisions in self.decisions() {
            for (hand, play) in decisions {
                digest.update(hand.bits().to_le_bytes());
                digest.update(match play {
                    Play::Nothing => [0, 0],
                    Play::Fold => [1, 0],
                    Play::Times(times) => [2, *times],
                });
            }
        }
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.setup.game()
    }

    /// What a habit decides with a hand.
    pub(crate) fn decision(&self, habit: usize, hand: CardSet) -> Play {
        self.decisions()[habit][&hand]
    }

    fn decisions(&self) -> &[BTreeMap<CardSet, Play>] {
        self.decisions.get_or_init(|| {
            let hands = |habit: &Habit<'_>| {
                let spot = Spot { game: self.game(), bet: &habit.bet, meter: self.setup.meter() };
                habit.law.hands(&spot).into_iter().collect()
            };
            self.habits.iter().map(hands).collect()
        })
    }

    /// Whether anybody errs.
    pub(crate) fn errs(&self) -> bool {
        self.habits.iter().any(|habit| habit.opposite.is_some())
    }

    /// Whether the fast engine can play it: no row of six cards asks for more than the strength of the best five, and its tables do
    /// not lead to too many results.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        self.compiled.is_ok()
    }
}

impl<'a> Habit<'a> {
    /// Whether a seat plays so.
    pub fn is_of(&self, seat: &Seat<'_>) -> bool {
        self.bet == seat.bet
            && self.policy == seat.policy
            && self.errs == seat.errs
            && (self.bankroll, self.goal) == (seat.bankroll, seat.goal)
    }

    fn of(game: &Game, seat: &Seat<'a>, meter: Option<Money>) -> Habit<'a> {
        let law = law(game, &seat.bet, seat.policy, meter);
        let opposite = (seat.errs > 0 && law.plays.len() > 1).then(|| opposite(game, &seat.bet, &law, meter));
        let all = law.outcomes.iter().chain(opposite.iter().flat_map(|law| &law.outcomes));
        let cost = all.map(Outcome::staked).max().unwrap_or(Money::ZERO);
        Habit {
            bet: seat.bet.clone(),
            policy: seat.policy,
            errs: seat.errs,
            bankroll: seat.bankroll,
            goal: seat.goal,
            law,
            opposite,
            seats: 0,
            witness: false,
            cost,
        }
    }

    /// The share of decisions that are wrong.
    #[must_use]
    pub fn error_rate(&self) -> f64 {
        if self.opposite.is_some() { f64::from(self.errs) / f64::from(MILLION) } else { 0.0 }
    }

    /// What the figures of a line are per: the stake of its wager, of the Play wager and its bonuses that of the wager it is
    /// measured by.
    #[must_use]
    pub fn unit(&self, game: &Game, of: LineOf) -> Money {
        self.bet.stake(staked_before(game, of)).unwrap_or(Money::ZERO)
    }

    /// All that is staked before the deal.
    #[must_use]
    pub fn staked(&self) -> Money {
        self.bet.stakes().iter().flatten().copied().sum()
    }
}

/// The wager before the deal that a line belongs to.
fn staked_before(game: &Game, of: LineOf) -> WagerNo {
    let no = game.wager_of(of);
    if game.play == Some(no) { game.decided_on().unwrap_or(no) } else { no }
}

/// The law of deciding every hand otherwise.
fn opposite(game: &Game, bet: &Bet, law: &Law, meter: Option<Money>) -> Law {
    use tercet_analysis::{HandClass, Strategy};
    // Laws of one bet have the same classes in the same order.
    let taken: Vec<Play> = law.decided().map(|decided| decided.play).collect();
    let next = core::cell::Cell::new(0_usize);
    let rule = |_: &HandClass, _: &[Play], _: &[i128]| {
        let place = next.replace(next.get() + 1);
        usize::from(taken[place] == Play::Fold)
    };
    Law::of(&Spot { game, bet, meter }, Strategy::By(&rule))
}

/// Bins that hold sixty-four standard deviations on either side. They are whole steps between results wide, so that results which are
/// few are told apart one by one.
fn bins(setup: &Setup<'_>, habits: &[Habit<'_>]) -> Bins {
    let rounds = f64::from(setup.session().unwrap_or(1));
    let deviation = |habit: &Habit<'_>| {
        let figures = tercet_analysis::Figures::of(&habit.law, Money::from_units(1), |_| true);
        figures.standard_deviation() * rounds.sqrt()
    };
    let widest = habits.iter().map(deviation).fold(1.0, f64::max);
    let laws = habits.iter().flat_map(|habit| core::iter::once(&habit.law).chain(&habit.opposite));
    let step = measure(laws.flat_map(|law| &law.outcomes).map(|outcome| outcome.net().units())).max(1);
    // Doubled until it is enough: that needs no rounding of a float to money.
    let mut width = step;
    while (width as f64) < widest / 32.0 {
        width *= 2;
    }
    Bins { width, step }
}
