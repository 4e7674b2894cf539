//! The whole mathematics of a game: every wager by itself, best play, and a bet of several wagers together.
//!
//! A [`Report`] is plain data, exact where it is a count or a fraction; how it is shown is for others. `docs/ODDS.md`
//! defines each figure.

mod advice;
mod ask;
mod change;
mod figure;
mod grid;
mod known;
mod laws;
mod notes;
mod progressive;
mod rows;
mod several;
mod stakes;
mod strategy;
mod subject;
mod total;
mod wager;

pub use advice::{Advice, Advised, advice};
use ask::check;
pub(crate) use ask::meter;
pub use ask::{Ask, AskError, MOST_METER, MOST_STAKE, Part, read_bet};
pub use change::{Change, changes, gain};
use figure::{figure_main, figure_side};
pub use grid::{Decisions, Grid, GridCell, grid};
pub use known::{Exposed, Shown, Worth, exposed, worth};
pub(crate) use laws::{counted, law_under};
pub use notes::{DOUBLES, stakes_not_taken, what_if};
pub use progressive::Progressive;
pub use rows::{LineReport, RowKind, RowReport};
pub use stakes::StakeMatters;
pub use strategy::{Apart, Bound, Loses, Lost, Policy, StrategyReport};
pub(crate) use subject::Subject;
pub use total::Total;
pub use wager::{Added, Figured, State, WagerReport};

use crate::bet::Bet;
use crate::decks::Pack;
use crate::figures::Figures;
use crate::fraction::Fraction;
use crate::held::HandClass;
use crate::law::{Law, head_of_main_bet, main_bet};
use laws::Laws;
pub(crate) use several::check_decks;
use several::{check_wagers, one_deck_only};
use std::rc::Rc;
use tercet_cards::{CardSet, combinations, suit_classes};
use tercet_rules::{Money, WagerId};

/// The figures of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The wagers, the main bet as one, in the order of the file.
    pub wagers: Vec<WagerReport>,
    /// What is decided with which hands; none where there is nothing to decide.
    pub strategy: Option<StrategyReport>,
    /// The bet of several wagers, if one was asked about.
    pub total: Option<Total>,
    /// Of all hands of the dealer, those that qualify.
    pub qualifying: (u64, u64),
}

/// What the house wins per unit of what is staked, rounded once; nothing where nothing is staked.
fn of_all_staked(expectation: Fraction, staked: Fraction) -> f64 {
    expectation.scaled(-1).divided(staked).map_or(0.0, Fraction::value)
}

/// What is staked in all on average, per unit of what figures are per.
fn average_stake(figures: &Figures) -> Fraction {
    Fraction::over(figures.staked, i128::from(figures.stake.units()), signed(figures.deals))
}

/// One dollar.
pub(crate) const DOLLAR: Money = Money::from_units(100);

/// Figures a game.
///
/// ```
/// use tercet_analysis::report::{Ask, State, report};
///
/// let game = tercet_games::builtin_game("three-card-poker").expect("it is built in");
/// let report = report(&Ask::of(&game))?;
/// let State::Open(ante) = &report.wagers[0].state else { panic!("it is open") };
/// assert_eq!(ante.expectation().to_string(), "-13733780/407170400");
/// let strategy = report.strategy.expect("there is something to decide");
/// assert_eq!(strategy.text, "Play Q-6-4 or better; fold anything lower.");
/// # Ok::<(), tercet_analysis::report::AskError>(())
/// ```
///
/// # Errors
///
/// A bet that the rules forbid, and numbers that mean nothing in this game.
pub fn report(ask: &Ask<'_>) -> Result<Report, AskError> {
    check(ask)?;
    let game = ask.game;
    let mut laws = Laws::new(ask);
    let mix = if ask.bets.is_empty() { None } else { Some(stakes::mix(ask)?) };
    mix.as_ref().map_or(Ok(()), |mix| check_decks(ask, mix))?;
    let mix_law = mix.as_ref().map(|mix| laws.of(mix));
    let mixed = mix.as_ref().zip(mix_law.as_deref());

    let main = main_bet(game);
    let head = head_of_main_bet(game);
    let mut wagers = Vec::new();
    let mut strategy = None;
    for no in game.wager_nos() {
        if main.contains(&no) && head != Some(no) {
            continue;
        }
        let (state, decided) = if head == Some(no) {
            figure_main(&mut laws, no, &main, mixed)?
        } else {
            (figure_side(&mut laws, no, head, mixed)?, None)
        };
        strategy = strategy.or(decided);
        let with = if head == Some(no) { main.clone() } else { vec![no] };
        wagers.push(WagerReport { of: no, id: game.wager(no).id.clone(), wagers: with, state });
    }
    let total = mixed.map(|(bet, law)| total::total(&laws, bet, law, &main, head)).transpose()?;
    if !ask.decks.is_one() {
        check_wagers(ask, &wagers)?;
    }
    Ok(Report { wagers, strategy, total, qualifying: qualifying(ask) })
}

/// The bet that was asked about, with all stakes that follow from the rules, and its law.
///
/// # Errors
///
/// A bet that the rules forbid, and numbers that mean nothing in this game.
pub fn bet_law(ask: &Ask<'_>) -> Result<(Vec<(WagerId, Money)>, Law), AskError> {
    check(ask)?;
    let bet = stakes::mix(ask)?;
    check_decks(ask, &bet)?;
    let law = law_of(ask, &bet);
    Ok((stakes::listed(ask.game, &bet), law))
}

/// The law of a bet under the policy that was asked about.
pub(crate) fn law_of(ask: &Ask<'_>, bet: &Bet) -> Law {
    // Nobody else holds it, so nothing is copied.
    let law = Laws::new(ask).of(bet);
    Rc::unwrap_or_clone(law)
}

/// The dealer's hands that qualify, and all that the dealer can have.
fn qualifying(ask: &Ask<'_>) -> (u64, u64) {
    let (game, known) = (ask.game, &ask.known);
    let classes: Vec<HandClass> = if !ask.decks.is_one() {
        let pack = Pack::new(ask.decks, CardSet::FULL, usize::from(game.dealer.0));
        pack.hands.iter().map(|hand| HandClass { cards: hand.cards, size: hand.ways }).collect()
    } else if known.is_nothing() {
        suit_classes(usize::from(game.dealer.0)).map(HandClass::from).collect()
    } else {
        let rest = CardSet::FULL.difference(known.all());
        let hands = combinations(rest, known.unseen(game));
        hands.map(|hand| HandClass { cards: hand.union(known.dealer).into(), size: 1 }).collect()
    };
    let (mut qualify, mut all) = (0, 0);
    for class in classes {
        all += class.size;
        if laws::qualifies(game, &class) {
            qualify += class.size;
        }
    }
    (qualify, all)
}

/// Deals as a signed number.
pub(crate) fn signed(ways: u128) -> i128 {
    i128::try_from(ways).expect("fewer than 2^127 deals")
}
