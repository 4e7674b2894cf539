//! A round as somebody recorded it, and what must be true of it before it can be settled.

use crate::game::{Amount, Game, WagerNo};
use crate::ids::WagerId;
use crate::money::Money;
use crate::refusal::{Code, Refusal};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tercet_cards::{Card, CardSet};

/// A recorded round: the cards, the wagers and the decisions, as they lay on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundRecord {
    /// The dealer's cards.
    pub dealer: Vec<Card>,
    /// The meter at the deal, after this round's contributions; only where the game has one.
    pub meter: Option<Money>,
    /// The spots, in any order.
    pub spots: Vec<SpotRecord>,
}

/// One spot of a recorded round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpotRecord {
    /// The position, 1 at the dealer's left.
    pub spot: u8,
    /// Who bets there: the same name at two spots, letter for letter, is one player. None, or a name of nothing but
    /// spaces: called by the number of the spot.
    pub player: Option<String>,
    /// The player's cards.
    pub cards: Vec<Card>,
    /// The wagers; the Play wager may be left to the decision.
    pub wagers: Vec<(WagerId, Money)>,
    /// Play or fold, where there is something to decide.
    pub decision: Option<Decision>,
}

impl SpotRecord {
    /// What the player is called.
    fn name(&self) -> String {
        let named = self.player.as_ref().filter(|name| !name.trim().is_empty());
        named.cloned().unwrap_or_else(|| self.spot.to_string())
    }
}

/// What a player decides after seeing the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Decision {
    /// Make the Play wager.
    Play,
    /// Give up the hand.
    Fold,
}

impl Decision {
    /// `play` or `fold`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Play => "play",
            Decision::Fold => "fold",
        }
    }
}

/// Whether table limits are applied to a recorded round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableLimits {
    /// A wager outside them is refused.
    Apply,
    /// A bet that was accepted is paid or lost in full.
    Ignore,
}

/// A recorded round that can be settled, by the game that it was checked by: only [`RoundRecord::check`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedRound<'g> {
    pub(crate) game: &'g Game,
    pub(crate) dealer: Vec<Card>,
    pub(crate) meter: Option<Money>,
    pub(crate) spots: Vec<CheckedSpot>,
    pub(crate) irregular: Vec<usize>,
}

impl CheckedRound<'_> {
    /// The round under another reading of a ruling of its game; none if that would refuse its wagers.
    pub(crate) fn read_as<'o>(&self, game: &'o Game) -> Option<CheckedRound<'o>> {
        let mut checker = Checker { game, limits: TableLimits::Ignore, first: None };
        for spot in &self.spots {
            for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
                spot.stake(no).into_iter().for_each(|stake| checker.stake(no, stake, &""));
            }
            checker.beside(&spot.stakes, &"");
        }
        checker.done().ok()?;
        let CheckedRound { dealer, meter, spots, irregular, .. } = self.clone();
        Some(CheckedRound { game, dealer, meter, spots, irregular })
    }
}

/// One spot of a [`CheckedRound`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckedSpot {
    pub(crate) spot: u8,
    /// Who has no name is called by the number of the spot.
    pub(crate) player: String,
    pub(crate) cards: Vec<Card>,
    /// By wager number.
    pub(crate) stakes: Vec<Option<Money>>,
    pub(crate) folded: bool,
}

impl CheckedSpot {
    pub(crate) fn stake(&self, no: WagerNo) -> Option<Money> {
        self.stakes[no.index()]
    }
}

impl RoundRecord {
    /// Checks the record against the rules of a game.
    ///
    /// # Errors
    ///
    /// The first [`Refusal`] in order of precedence ([`Code`]), and of those the first in the record.
    pub fn check<'g>(&self, game: &'g Game, limits: TableLimits) -> Result<CheckedRound<'g>, Refusal> {
        let mut checker = Checker { game, limits, first: None };
        let spots = checker.round(self);
        checker.done()?;
        Ok(CheckedRound {
            game,
            dealer: self.dealer.clone(),
            meter: self.meter,
            spots,
            irregular: Vec::new(),
        })
    }
}

/// Checks the wagers of one spot before the deal, as the table does when bets close.
///
/// # Errors
///
/// The first [`Refusal`] in order of precedence; its place starts with `at`.
pub fn check_wagers(
    game: &Game,
    wagers: &[(WagerId, Money)],
    limits: TableLimits,
    at: &str,
) -> Result<(), Refusal> {
    let mut checker = Checker { game, limits, first: None };
    let stakes = checker.stakes(wagers, &at);
    checker.beside(&stakes, &at);
    checker.done()
}

/// Checks one stake against the limits of its wager.
///
/// # Errors
///
/// A [`Refusal`] with the limit that was broken; its place is `at`.
pub fn check_stake(
    game: &Game,
    no: WagerNo,
    amount: Money,
    limits: TableLimits,
    at: &str,
) -> Result<(), Refusal> {
    let mut checker = Checker { game, limits, first: None };
    checker.stake(no, amount, &at);
    checker.done()
}

/// A place in the record, written out only if something is wrong there.
type Place<'p> = &'p dyn fmt::Display;

struct Checker<'a> {
    game: &'a Game,
    limits: TableLimits,
    /// The first in order of precedence so far: a record can hold any number of faults, and one is reported.
    first: Option<Refusal>,
}

impl Checker<'_> {
    fn refuse(&mut self, code: Code, at: impl fmt::Display, message: impl Into<String>) {
        if self.first.as_ref().is_none_or(|first| code < first.code) {
            self.first = Some(Refusal { code, at: at.to_string(), message: message.into() });
        }
    }

    fn done(self) -> Result<(), Refusal> {
        self.first.map_or(Ok(()), Err)
    }

    fn round(&mut self, record: &RoundRecord) -> Vec<CheckedSpot> {
        let mut seen = CardSet::EMPTY;
        self.cards(&record.dealer, self.game.dealer.0, &mut seen, &"dealer", &"the dealer");
        if record.spots.is_empty() {
            self.refuse(
                Code::NoWagers,
                "spots",
                "a round without a spot; expected at least one with a wager",
            );
        }
        let mut taken = [false; 1 << u8::BITS];
        let mut spots: Vec<CheckedSpot> = Vec::with_capacity(record.spots.len());
        for (i, spot) in record.spots.iter().enumerate() {
            if spot.spot == 0 || spot.spot > self.game.spots {
                let message =
                    format!("there is no spot {}; the table has 1 to {}", spot.spot, self.game.spots);
                self.refuse(Code::BadSpot, format_args!("spots[{i}].spot"), message);
            }
            if core::mem::replace(&mut taken[usize::from(spot.spot)], true) {
                self.refuse(
                    Code::DuplicateSpot,
                    format_args!("spots[{i}].spot"),
                    format!("spot {} stands here twice", spot.spot),
                );
            }
            let (at, whose) = (format_args!("spots[{i}].cards"), format_args!("spot {}", spot.spot));
            self.cards(&spot.cards, self.game.player.0, &mut seen, &at, &whose);
            spots.push(self.spot(spot, &format_args!("spots[{i}]")));
        }
        self.meter(record, &spots);
        spots
    }

    fn cards(&mut self, cards: &[Card], count: u8, seen: &mut CardSet, at: Place<'_>, whose: Place<'_>) {
        for card in cards {
            if seen.contains(*card) {
                self.refuse(Code::DuplicateCard, at, format!("{card} is in this round twice"));
            }
            seen.insert(*card);
        }
        if cards.len() != usize::from(count) {
            let message = format!("{} cards for {whose}; expected {count}", cards.len());
            self.refuse(Code::WrongCardCount, at, message);
        }
    }

    fn spot(&mut self, record: &SpotRecord, at: Place<'_>) -> CheckedSpot {
        let mut stakes = self.stakes(&record.wagers, &format_args!("{at}.wagers"));
        if record.wagers.is_empty() {
            let message = format!("spot {} has no wager", record.spot);
            self.refuse(Code::NoWagers, format_args!("{at}.wagers"), message);
        } else {
            self.beside(&stakes, &format_args!("{at}.wagers"));
            self.decision(record, &mut stakes, at);
        }
        let folded = record.decision == Some(Decision::Fold);
        CheckedSpot { spot: record.spot, player: record.name(), cards: record.cards.clone(), stakes, folded }
    }

    /// The stakes by wager number, each checked alone.
    fn stakes(&mut self, wagers: &[(WagerId, Money)], at: Place<'_>) -> Vec<Option<Money>> {
        let mut stakes = vec![None; self.game.wagers.len()];
        for (id, amount) in wagers {
            let Some(no) = self.game.wager_no(id.as_str()) else {
                let ids: Vec<&str> = self.game.wagers.iter().map(|wager| wager.id.as_str()).collect();
                let message = format!("{} has no wager `{id}`; it has {}", self.game.name, ids.join(", "));
                self.refuse(Code::UnknownWager, format_args!("{at}.{id}"), message);
                continue;
            };
            self.stake(no, *amount, &format_args!("{at}.{id}"));
            if stakes[no.index()].replace(*amount).is_some() {
                let message = format!("{} stands here twice", self.game.wager(no).name);
                self.refuse(Code::UnexpectedWager, format_args!("{at}.{id}"), message);
            }
        }
        stakes
    }

    fn stake(&mut self, no: WagerNo, amount: Money, at: Place<'_>) {
        let wager = self.game.wager(no);
        if !amount.is_stake() {
            self.refuse(Code::BadAmount, at, no_stake(&wager.name, amount));
            return;
        }
        if wager.table.closed {
            let message = format!("{} is closed: its pay table is not posted", wager.name);
            self.refuse(Code::OddsNotPosted, at, message);
        }
        // Else only a fold would be left to decide.
        let least = self.game.play_times().first().filter(|_| self.game.decided_on() == Some(no));
        if let (Some(times), Some(play)) = (least, self.game.play)
            && multiple(amount, *times).is_none()
        {
            let (name, play) = (&wager.name, &self.game.wager(play).name);
            let most = Money::from_units(Money::MAX_STAKE.units() / i64::from(*times));
            let message =
                format!("{name} of {amount}; at most {most}, for {play} is at least {times} times it");
            self.refuse(Code::BadAmount, at, message);
            return;
        }
        if self.limits == TableLimits::Ignore {
            return;
        }
        let limits = match &wager.amount {
            Amount::Fixed(fixed) => Some((*fixed, *fixed, *fixed)),
            Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => {
                wager.limits.as_ref().map(|limits| (limits.min, limits.max, limits.step))
            }
        };
        let Some((min, max, step)) = limits else { return };
        let name = &wager.name;
        if amount < min {
            self.refuse(Code::BelowMinimum, at, format!("{name} of {amount}; the least is {min}"));
        } else if amount > max {
            self.refuse(Code::AboveMaximum, at, format!("{name} of {amount}; the most is {max}"));
        } else if (amount - min).units() % step.units() != 0 {
            self.refuse(Code::OffStep, at, format!("{name} of {amount}; expected {min} and steps of {step}"));
        }
    }

    /// What must stand beside what, before the deal.
    fn beside(&mut self, stakes: &[Option<Money>], at: Place<'_>) {
        let game = self.game;
        for no in game.wager_nos() {
            let wager = game.wager(no);
            if game.play == Some(no) {
                continue;
            }
            let Some(stake) = stakes[no.index()] else {
                if wager.required.is_some() {
                    let message = format!("{} is required at every spot", wager.name);
                    self.refuse(Code::MissingRequiredWager, at, message);
                }
                continue;
            };
            for needs in &wager.needs {
                if needs.any_of.iter().all(|other| stakes[other.index()].is_none()) {
                    let names: Vec<&str> =
                        needs.any_of.iter().map(|other| game.wager(*other).name.as_str()).collect();
                    let message = format!("{} needs {} beside it", wager.name, names.join(" or "));
                    self.refuse(Code::RequiresWager, format!("{at}.{}", wager.id), message);
                }
            }
            let (of, times) = match &wager.amount {
                Amount::EqualTo(of) => (*of, 1),
                Amount::Times(times, of) => (*of, times[0]),
                Amount::Free | Amount::Fixed(_) => continue,
            };
            match stakes[of.index()] {
                None => {
                    let message = format!("{} needs {} beside it", wager.name, game.wager(of).name);
                    self.refuse(Code::RequiresWager, format!("{at}.{}", wager.id), message);
                }
                Some(other) if multiple(other, times) != Some(stake) => {
                    let message = format!(
                        "{} of {stake}; it must be {} the {} of {other}",
                        wager.name,
                        times_text(times),
                        game.wager(of).name
                    );
                    self.refuse(Code::UnequalWagers, format!("{at}.{}", wager.id), message);
                }
                Some(_) => {}
            }
        }
    }

    /// The decision, and the Play wager that follows from it.
    fn decision(&mut self, record: &SpotRecord, stakes: &mut [Option<Money>], at: Place<'_>) {
        let game = self.game;
        let decided = game.play.zip(game.decided_on());
        let open = decided.and_then(|(play, on)| Some((play, on, stakes[on.index()]?)));
        let Some((play, on, stake)) = open else {
            if record.decision.is_some() {
                let message = match decided {
                    Some((_, on)) => format!("a decision without {}; leave it out", game.wager(on).name),
                    None => format!("{} has nothing to decide; leave it out", game.name),
                };
                self.refuse(Code::UnexpectedDecision, format!("{at}.decision"), message);
            }
            if let Some((play, on)) = decided
                && stakes[play.index()].is_some()
            {
                let message = format!("{} needs {} beside it", game.wager(play).name, game.wager(on).name);
                self.refuse(Code::RequiresWager, format!("{at}.wagers.{}", game.wager(play).id), message);
            }
            return;
        };
        let (wager, on, times) = (game.wager(play), game.wager(on), game.play_times());
        match record.decision {
            None => {
                let message = format!(
                    "spot {} has {} and no decision; expected `play` or `fold`",
                    record.spot, on.name
                );
                self.refuse(Code::MissingDecision, format!("{at}.decision"), message);
            }
            Some(Decision::Fold) => {
                if stakes[play.index()].is_some() {
                    self.refuse(
                        Code::UnexpectedWager,
                        format_args!("{at}.wagers.{}", wager.id),
                        format!("{} after a fold", wager.name),
                    );
                }
            }
            Some(Decision::Play) => match (stakes[play.index()], times) {
                (None, [only]) => {
                    stakes[play.index()] = multiple(stake, *only);
                    if stakes[play.index()].is_none() {
                        let message = format!("{} of {only} times {stake} is too large", wager.name);
                        self.refuse(Code::BadAmount, format_args!("{at}.wagers.{}", wager.id), message);
                    }
                }
                (None, choice) => {
                    let list: Vec<String> = choice.iter().map(|t| format!("{t}x")).collect();
                    let message =
                        format!("{} may be {} the {}; say which", wager.name, list.join(", "), on.name);
                    self.refuse(Code::MissingMultiple, format!("{at}.wagers"), message);
                }
                (Some(given), times) if !times.iter().any(|t| multiple(stake, *t) == Some(given)) => {
                    let list: Vec<String> = times.iter().map(|t| times_text(*t).to_string()).collect();
                    let message = format!(
                        "{} of {given}; it must be {} the {} of {stake}",
                        wager.name,
                        list.join(" or "),
                        on.name
                    );
                    self.refuse(Code::UnequalWagers, format_args!("{at}.wagers.{}", wager.id), message);
                }
                (Some(_), _) => {}
            },
        }
    }

    fn meter(&mut self, record: &RoundRecord, spots: &[CheckedSpot]) {
        match (&self.game.meter, record.meter) {
            (None, Some(_)) => {
                let message = format!("{} has no meter; leave it out", self.game.name);
                self.refuse(Code::BadMeter, "meter", message);
            }
            (Some(meter), None) if spots.iter().any(|spot| spot.stake(meter.wager).is_some()) => {
                let message =
                    format!("a {} wager needs the meter at the deal", self.game.wager(meter.wager).name);
                self.refuse(Code::MissingMeter, "meter", message);
            }
            (Some(_), Some(amount)) if !amount.is_stake() => {
                self.refuse(Code::BadAmount, "meter", no_stake("a meter", amount));
            }
            (None, None) | (Some(_), _) => {}
        }
    }
}

/// Said of an amount that can be neither a stake nor a meter.
fn no_stake(what: &str, amount: Money) -> String {
    format!("{what} of {amount}; expected {} to {}", Money::from_units(1), Money::MAX_STAKE)
}

/// So many times a stake; none if that is no stake any more.
pub(crate) fn multiple(stake: Money, times: u8) -> Option<Money> {
    stake.units().checked_mul(i64::from(times)).map(Money::from_units).filter(|money| money.is_stake())
}

fn times_text(times: u8) -> String {
    match times {
        1 => "equal to".into(),
        n => format!("{n} times"),
    }
}
