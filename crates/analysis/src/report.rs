//! The whole mathematics of a game: every wager by itself, best play, and a bet of several wagers together.
//!
//! A [`Report`] is plain data, exact where it is a count or a fraction; how it is shown is for others. `docs/ODDS.md`
//! defines each figure.

mod advice;
mod change;
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

pub use advice::{Advice, Advised, advice};
pub use change::{Change, changes, gain};
pub use grid::{Decisions, Grid, GridCell, grid};
pub use known::{Exposed, Shown, Worth, exposed, worth};
pub use notes::{DOUBLES, what_if};
pub use progressive::Progressive;
pub use rows::{LineReport, RowKind, RowReport};
pub use stakes::StakeMatters;
pub use strategy::{Apart, Bound, Loses, Lost, Policy, StrategyReport};
pub(crate) use subject::Subject;

use crate::bet::{Bet, BetError};
use crate::decks::{Decks, OneDeckOnly, Pack};
use crate::figures::{Figures, covariance};
use crate::fraction::Fraction;
use crate::held::HandClass;
use crate::known::Known;
use crate::law::{Law, Outcome, head_of_main_bet, main_bet};
use core::fmt;
use laws::Laws;
use several::{check_decks, check_wagers, one_deck_only};
use std::rc::Rc;
use tercet_cards::{CardSet, combinations, suit_classes};
use tercet_rules::{Cites, Code, Game, LineOf, Money, OnFold, WagerId, WagerNo};

/// What is asked about a game.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The game.
    pub game: &'a Game,
    /// Wagers to be figured together; none: every wager by itself.
    pub bets: &'a [(WagerId, Money)],
    /// The stake of wagers that are figured by themselves; none: see [`Figured::stake`].
    pub stake: Option<Money>,
    /// The meter at the deal; none: its start.
    pub meter: Option<Money>,
    /// Players at the table, each at one spot and with the wager that envy is paid on.
    pub players: u8,
    /// How the player decides.
    pub policy: Policy<'a>,
    /// Cards that are known before the decision, beside the player's own.
    pub known: Known,
    /// The decks that are shuffled together: more than one is a question of mathematics, as the rules say one.
    pub decks: Decks,
}

impl<'a> Ask<'a> {
    /// Every wager of a game by itself, under best play, the meter at its start, nobody else at the table.
    #[must_use]
    pub const fn of(game: &'a Game) -> Ask<'a> {
        let known = Known { dealer: CardSet::EMPTY, dead: CardSet::EMPTY };
        let (policy, decks) = (Policy::Best, Decks::ONE);
        Ask { game, bets: &[], stake: None, meter: None, players: 1, policy, known, decks }
    }
}

/// The part of an [`Ask`] that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// [`Ask::bets`].
    Bets,
    /// [`Ask::stake`].
    Stake,
    /// [`Ask::meter`].
    Meter,
    /// [`Ask::players`].
    Players,
    /// [`Ask::policy`].
    Policy,
    /// [`Ask::known`].
    Known,
    /// The number of exposed cards.
    Exposed,
    /// The player's cards.
    Cards,
    /// [`Ask::decks`].
    Decks,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskError {
    /// The part of the question that cannot be used.
    pub part: Part,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for AskError {}

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

/// The figures of one wager; the main bet is reported as one, under the wager that is decided on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerReport {
    /// The wager that figures are named after, and per unit of.
    pub of: WagerNo,
    /// Its id.
    pub id: WagerId,
    /// Every wager that belongs to it: more than one for the main bet.
    pub wagers: Vec<WagerNo>,
    /// The figures, unless the wager is closed.
    pub state: State,
}

impl WagerReport {
    /// Its figures; none if it is closed.
    #[must_use]
    pub fn figured(&self) -> Option<&Figured> {
        match &self.state {
            State::Open(figured) => Some(figured),
            State::Closed(_) | State::OneDeck(_) => None,
        }
    }
}

/// Whether a wager can be figured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It can.
    Open(Box<Figured>),
    /// It is closed: no pay table is posted.
    Closed(Cites),
    /// From several decks it has no figures.
    OneDeck(OneDeckOnly),
}

/// The figures of a wager that is open. All are per unit of [`Figured::stake`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figured {
    /// What is staked on the wager: $1; the table minimum if that is higher or if the stake matters.
    pub stake: Money,
    /// Why the stake matters.
    pub stake_matters: Vec<StakeMatters>,
    /// The bet in which it was figured, if the wager cannot be figured by its own rows.
    pub within: Option<Vec<(WagerId, Money)>>,
    /// What it is to add the wager to the main bet, where a fold forfeits it: best play of both may be another.
    pub added: Option<Added>,
    /// The sums over all deals; without envy.
    pub figures: Figures,
    /// The wagers and bonuses it is made of, each with its rows.
    pub lines: Vec<LineReport>,
    /// Deals in which an aggregate limit cuts one of its pays.
    pub limited: u128,
    /// For each [`StakeMatters::Limit`], in their order: deals in which that limit cuts one of its pays.
    pub limits: Vec<u128>,
    /// Deals in which one of its pays is rounded.
    pub rounded: u128,
    /// Bonuses that are not paid, because no table is posted.
    pub unposted: Vec<LineOf>,
    /// The parts that depend on the meter and on other players.
    pub progressive: Option<Progressive>,
}

/// A wager that a fold forfeits, added to the main bet and to what it needs beside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// What the player's expectation gains by it, per unit of the wager added: what the wager itself brings, and what
    /// the other wagers lose because hands are decided otherwise.
    pub expectation: Fraction,
    /// What is decided in the bet of both, if that is not what is decided in the main bet alone.
    pub strategy: Option<String>,
}

impl Figured {
    /// The player's expectation per unit of stake, envy included.
    #[must_use]
    pub fn expectation(&self) -> Fraction {
        let alone = self.figures.expectation();
        self.progressive.as_ref().map_or(alone, |progressive| alone.plus(progressive.envy()))
    }

    /// What the player's expectation gains by adding the wager to the main bet, per unit of stake: its own expectation,
    /// unless a fold forfeits it and best play becomes another.
    #[must_use]
    pub fn adds(&self) -> Fraction {
        self.added.as_ref().map_or_else(|| self.expectation(), |added| added.expectation)
    }

    /// What the house wins per unit of stake.
    #[must_use]
    pub fn house_edge(&self) -> f64 {
        -self.expectation().value()
    }

    /// What the house wins per unit of all that is staked.
    #[must_use]
    pub fn element_of_risk(&self) -> f64 {
        of_all_staked(self.expectation(), self.average_stake())
    }

    /// What is staked in all on average, per unit of stake.
    #[must_use]
    pub fn average_stake(&self) -> Fraction {
        average_stake(&self.figures)
    }
}

/// The figures of several wagers together, in dollars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// All stakes before the deal, those included that follow from the rules.
    pub stakes: Vec<(WagerId, Money)>,
    /// The sums over all deals, per dollar; without envy.
    pub figures: Figures,
    /// What envy adds to the expectation, in dollars.
    pub envy: Option<Fraction>,
    /// Deals in which an aggregate limit cut a pay.
    pub limited: u128,
    /// Deals in which a pay was rounded.
    pub rounded: u128,
    /// The covariance of each two wagers of the bet, in dollars squared.
    pub covariances: Vec<(WagerId, WagerId, Fraction)>,
}

impl Total {
    /// The player's expectation in dollars, envy included.
    #[must_use]
    pub fn expectation(&self) -> Fraction {
        let alone = self.figures.expectation();
        self.envy.map_or(alone, |envy| alone.plus(envy))
    }

    /// What is staked in all on average, in dollars.
    #[must_use]
    pub fn average_stake(&self) -> Fraction {
        average_stake(&self.figures)
    }

    /// What the house wins per dollar of all that is staked.
    #[must_use]
    pub fn element_of_risk(&self) -> f64 {
        of_all_staked(self.expectation(), self.average_stake())
    }

    /// All stakes before the deal.
    #[must_use]
    pub fn staked_before_the_deal(&self) -> Money {
        self.stakes.iter().map(|(_, stake)| *stake).sum()
    }

    /// What the house wins per dollar that is staked before the deal.
    #[must_use]
    pub fn house_edge(&self) -> f64 {
        let staked = Fraction::new(self.staked_before_the_deal().units(), DOLLAR.units());
        of_all_staked(self.expectation(), staked)
    }
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
    let total = mixed.map(|(bet, law)| total(&laws, bet, law, &main, head)).transpose()?;
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

/// The meter that was asked about, else where it starts.
pub(crate) fn meter(ask: &Ask<'_>) -> Option<Money> {
    ask.game.meter.as_ref().map(|meter| ask.meter.unwrap_or(meter.start))
}

/// The largest stake that is figured: variances of larger ones would not fit the exact arithmetic.
pub const MOST_STAKE: Money = Money::from_units(10_000_000);
/// The largest meter that is figured.
pub const MOST_METER: Money = Money::from_units(100_000_000_000);

fn check(ask: &Ask<'_>) -> Result<(), AskError> {
    let game = ask.game;
    let refuse = |part, message: String| Err(AskError { part, message });
    if let Some(meter) = ask.meter {
        let Some(rule) = &game.meter else {
            return refuse(Part::Meter, format!("{} has no meter; leave it out", game.name));
        };
        let most = rule.cap.map_or(MOST_METER, |cap| cap.min(MOST_METER));
        if meter <= Money::ZERO || meter > most {
            return refuse(Part::Meter, format!("a meter of {meter}; expected $0.01 to {most}"));
        }
    }
    if ask.players == 0 || ask.players > game.spots {
        let message = format!("{} players; the table has 1 to {} spots", ask.players, game.spots);
        return refuse(Part::Players, message);
    }
    if ask.players > 1 && game.envy.is_none() {
        let message =
            format!("{} has no envy pays, so other players change nothing; leave it out", game.name);
        return refuse(Part::Players, message);
    }
    if let Err(error) = ask.known.check(game) {
        return refuse(Part::Known, error.to_string());
    }
    several::check(ask)?;
    let stakes = ask.bets.iter().map(|(_, stake)| (Part::Bets, *stake));
    for (part, stake) in stakes.chain(ask.stake.map(|stake| (Part::Stake, stake))) {
        if stake <= Money::ZERO || stake > MOST_STAKE {
            return refuse(part, format!("a stake of {stake}; expected $0.01 to {MOST_STAKE}"));
        }
    }
    if ask.policy != Policy::Best && game.play.is_none() {
        return refuse(Part::Policy, format!("{} has nothing to decide; leave it out", game.name));
    }
    Ok(())
}

/// The main bet, and what is decided.
fn figure_main(
    laws: &mut Laws<'_>,
    head: WagerNo,
    main: &[WagerNo],
    mixed: Option<(&Bet, &Law)>,
) -> Result<(State, Option<StrategyReport>), AskError> {
    let game = laws.ask.game;
    let (stake, bet) = match mixed.and_then(|(bet, _)| Some((bet.stake(head)?, bet.clone()))) {
        Some(mixed) => mixed,
        None => {
            let stake = stakes::alone(laws.ask, head);
            match stakes::beside(game, &[head], stake) {
                Ok(bet) => (bet.stake(head).unwrap_or(stake), bet),
                Err(BetError(refusal)) if refusal.code == Code::OddsNotPosted => {
                    return Ok((State::Closed(closed_by(game, main)), None));
                }
                Err(error) => return Err(stakes::refused(&error)),
            }
        }
    };
    if let Some(why) = one_deck_only(laws.ask, &bet) {
        return Ok((State::OneDeck(why), None));
    }
    let law = laws.of(&bet);
    let within = mixed.filter(|(mix, _)| **mix == bet).map(|(mix, _)| stakes::listed(game, mix));
    let within =
        within.filter(|stakes| stakes.iter().any(|(id, _)| !main.iter().any(|no| game.wager(*no).id == *id)));
    let strategy = StrategyReport::of(game, &law, stake);
    Ok((State::Open(Box::new(laws.figured(head, main, stake, (&bet, &law), within))), strategy))
}

/// A wager that the player may leave out.
fn figure_side(
    laws: &mut Laws<'_>,
    no: WagerNo,
    head: Option<WagerNo>,
    mixed: Option<(&Bet, &Law)>,
) -> Result<State, AskError> {
    let game = laws.ask.game;
    let wager = game.wager(no);
    if wager.table.closed {
        return Ok(State::Closed(wager.table.posted.clone().unwrap_or_default()));
    }
    let mixed = mixed.and_then(|(bet, law)| Some((bet, law, bet.stake(no)?)));
    let stake = mixed.map_or_else(|| stakes::alone(laws.ask, no), |(_, _, stake)| stake);
    let folds = wager.on_fold.0 == OnFold::Forfeit && game.decided_on().is_some();
    if let Some((bet, law, stake)) = mixed
        && ((folds && bet.decides(game)) || laws::limited(law, &laws::lines_of(game, &[no])) > 0)
    {
        let within = Some(stakes::listed(game, bet));
        return Ok(State::Open(Box::new(laws.figured(no, &[no], stake, (bet, law), within))));
    }
    // A wager that was asked about and stands without the main bet cannot be folded away.
    let beside = match head.filter(|_| folds && mixed.is_none()) {
        Some(head) => match stakes::with_head(laws.ask, head, no) {
            Ok(bet) => Some(bet),
            // Nothing is folded where the main bet is closed.
            Err(BetError(refusal)) if refusal.code == Code::OddsNotPosted => None,
            Err(error) => return Err(stakes::refused(&error)),
        },
        None => None,
    };
    let Some(bet) = beside else {
        let bet = Bet::alone(game, no, stake);
        if let Some(why) = one_deck_only(laws.ask, &bet) {
            return Ok(State::OneDeck(why));
        }
        let law = laws.of(&bet);
        return Ok(State::Open(Box::new(laws.figured(no, &[no], stake, (&bet, &law), None))));
    };
    if let Some(why) = one_deck_only(laws.ask, &bet) {
        return Ok(State::OneDeck(why));
    }
    let law = laws.of(&bet);
    let within = Some(stakes::listed(game, &bet));
    let stake = bet.stake(no).unwrap_or(stake);
    let mut figured = laws.figured(no, &[no], stake, (&bet, &law), within);
    let rest = laws.of(&bet.without(no));
    let unit = i128::from(stake.units());
    let of = |law: &Law| Fraction::over(law.total(Outcome::net), unit, signed(law.deals));
    let strategy = if strategy::decide_alike(&law, &rest) {
        None
    } else {
        let unit = head.and_then(|head| bet.stake(head)).unwrap_or(stake);
        StrategyReport::of(game, &law, unit).map(|strategy| strategy.text)
    };
    let gained = of(&law).plus(of(&rest).scaled(-1));
    let envy = figured.progressive.as_ref().map(Progressive::envy);
    let expectation = envy.map_or(gained, |envy| gained.plus(envy));
    figured.added = Some(Added { expectation, strategy });
    Ok(State::Open(Box::new(figured)))
}

fn closed_by(game: &Game, wagers: &[WagerNo]) -> Cites {
    let closed = wagers.iter().map(|no| &game.wager(*no).table).find(|table| table.closed);
    closed.and_then(|table| table.posted.clone()).unwrap_or_default()
}

fn total(
    laws: &Laws<'_>,
    bet: &Bet,
    law: &Law,
    main: &[WagerNo],
    head: Option<WagerNo>,
) -> Result<Total, AskError> {
    let game = laws.ask.game;
    let all = |_: LineOf| true;
    let mut groups: Vec<(WagerId, Vec<LineOf>, Figures)> = Vec::new();
    for no in game.wager_nos().filter(|no| bet.stake(*no).is_some()) {
        let wagers: &[WagerNo] = if head == Some(no) {
            main
        } else if main.contains(&no) && head.is_some_and(|head| bet.stake(head).is_some()) {
            continue;
        } else {
            &[no]
        };
        let lines = laws::lines_of(game, wagers);
        let figures = Figures::of(law, DOLLAR, |line| lines.contains(&line));
        groups.push((game.wager(no).id.clone(), lines, figures));
    }
    let mut covariances = Vec::new();
    for (i, (a, a_lines, a_figures)) in groups.iter().enumerate() {
        for (b, b_lines, b_figures) in &groups[i + 1..] {
            let in_a = |line: LineOf| a_lines.contains(&line);
            let in_b = |line: LineOf| b_lines.contains(&line);
            let together = covariance(law, (a_figures, &in_a), (b_figures, &in_b));
            covariances.push((a.clone(), b.clone(), together));
        }
    }
    let envied = game.envy.as_ref().filter(|_| laws.ask.players > 1);
    let envy = envied.filter(|envy| bet.stake(envy.wager).is_some()).map(|envy| {
        let each = progressive::per_other_player(laws.ask, envy, DOLLAR);
        each.scaled(i128::from(laws.ask.players) - 1)
    });
    let lines: Vec<LineOf> = game.reconcile.lines.clone();
    let figures = Figures::of(law, DOLLAR, all);
    Ok(Total {
        stakes: stakes::listed(game, bet),
        figures,
        envy,
        limited: laws::limited(law, &lines),
        rounded: laws::rounded(law, &lines),
        covariances,
    })
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

/// A whole number with a comma between thousands, for messages.
pub(crate) fn grouped(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let comma = |i: usize| if i > 0 && (digits.len() - i).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(i, digit)| format!("{}{digit}", comma(i))).collect()
}

/// Deals as a signed number.
pub(crate) fn signed(ways: u128) -> i128 {
    i128::try_from(ways).expect("fewer than 2^127 deals")
}
