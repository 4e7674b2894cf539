//! A valid game: every reference resolved, every ruling applied, every cell decided.

mod check;
mod otherwise;
mod table;

pub(crate) use otherwise::{Otherwise, Swing};
pub use table::Question;

use crate::doc::{AmountDoc, CardText, DealBy, DealOrder, Stage};
use crate::hand::{Floor, HandTest, Reads};
use crate::ids::{Cites, GameId, WagerId};
use crate::money::{Money, Rounding};
use crate::pay::{Pay, Percent};
use crate::reading::{
    Beyond, Cut, Due, EnvyHands, Irregular, MeterHits, OnFold, OwnPositions, Reading, Ruling, Timeout,
};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Deref;
use tercet_cards::{Ace, ThreeRank};

/// The place of a wager in [`Rules::wagers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct WagerNo(u8);

impl WagerNo {
    /// The place as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a line of a settlement is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum LineOf {
    /// A wager.
    Wager(WagerNo),
    /// A bonus, by its place in [`Rules::bonuses`].
    Bonus(usize),
}

/// A valid game.
///
/// Only [`GameDoc::check`](crate::GameDoc::check) makes one, so every part of it can be relied on: each
/// reference resolves, each cell that a round can reach pays, pushes or loses. It reads like the plain data
/// it guards ([`Rules`]) and cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    rules: Rules,
    /// The game under other readings, as far as one line takes from another.
    otherwise: Vec<Otherwise>,
    /// The lines that one of those may settle otherwise.
    swings: Vec<Swing>,
}

impl Deref for Game {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

impl Game {
    pub(crate) fn otherwise(&self) -> &[Otherwise] {
        &self.otherwise
    }

    pub(crate) fn swings(&self) -> &[Swing] {
        &self.swings
    }
}

/// What a [`Game`] holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Its id.
    pub id: GameId,
    /// Its name on the layout.
    pub name: String,
    /// The source document.
    pub source: Option<String>,
    /// The game in a sentence.
    pub summary: Option<String>,
    /// The rulings it rests on, with the reading in force.
    pub rulings: Vec<Ruling>,
    /// What the pack (one standard pack of 52) stands on.
    pub pack: Cites,
    /// What the order of the hands stands on.
    pub order: Cites,
    /// Whether the ace is also low.
    pub ace: Ace,
    /// What that stands on.
    pub ace_cites: Cites,
    /// Betting positions; 1 is at the dealer's left.
    pub spots: u8,
    /// How many of them one player may bet.
    pub positions: Positions,
    /// Cards to each player (3 or 4), and what that stands on.
    pub player: (u8, Cites),
    /// Cards to the dealer (3 or 4), and what that stands on.
    pub dealer: (u8, Cites),
    /// The ways to deal, the usual one first; never empty.
    pub ways: Vec<Way>,
    /// When the dealer qualifies.
    pub qualifier: Qualifier,
    /// The wagers, in the order of the file.
    pub wagers: Vec<Wager>,
    /// The bonuses, in the order of the file.
    pub bonuses: Vec<Bonus>,
    /// The wager that is the decision to play, if the game has one.
    pub play: Option<WagerNo>,
    /// The progressive meter.
    pub meter: Option<Meter>,
    /// Envy pays.
    pub envy: Option<Envy>,
    /// Limits on what is paid together.
    pub aggregates: Vec<Aggregate>,
    /// The order in which a round is paid.
    pub reconcile: Reconcile,
    /// What the table decides for a player who does not, and what that stands on.
    pub timeout: (Timeout, Cites),
    /// What happens to fractions of the smallest unit, and what that stands on.
    pub rounding: (Rounding, Cites),
    /// What irregularities do.
    pub irregular: Vec<IrregularRule>,
    /// Texts of the rule card that follow from nothing else.
    pub card: Vec<CardText>,
}

impl Rules {
    /// The wager of this number.
    #[must_use]
    pub fn wager(&self, no: WagerNo) -> &Wager {
        &self.wagers[no.index()]
    }

    /// The number of the wager with this id.
    #[must_use]
    pub fn wager_no(&self, id: &str) -> Option<WagerNo> {
        self.wager_nos().find(|no| self.wager(*no).id == *id)
    }

    /// All wager numbers, in the order of the file.
    pub fn wager_nos(&self) -> impl Iterator<Item = WagerNo> + use<> {
        (0..self.wagers.len()).map(|i| WagerNo(u8::try_from(i).expect("at most sixteen wagers")))
    }

    /// The wager of a line: of a bonus, the one it is paid on.
    #[must_use]
    pub fn wager_of(&self, of: LineOf) -> WagerNo {
        match of {
            LineOf::Wager(no) => no,
            LineOf::Bonus(i) => self.bonuses[i].on,
        }
    }

    /// The id of a line.
    #[must_use]
    pub fn line_id(&self, of: LineOf) -> &WagerId {
        match of {
            LineOf::Wager(no) => &self.wager(no).id,
            LineOf::Bonus(i) => &self.bonuses[i].id,
        }
    }

    /// The name of a line as it stands on the layout.
    #[must_use]
    pub fn line_name(&self, of: LineOf) -> &str {
        match of {
            LineOf::Wager(no) => &self.wager(no).name,
            LineOf::Bonus(i) => &self.bonuses[i].name,
        }
    }

    /// The pay table of a line.
    #[must_use]
    pub fn table(&self, of: LineOf) -> &Table {
        match of {
            LineOf::Wager(no) => &self.wager(no).table,
            LineOf::Bonus(i) => &self.bonuses[i].table,
        }
    }

    /// The wager that must stand before there is anything to decide (the Ante), if the game has decisions.
    #[must_use]
    pub fn decided_on(&self) -> Option<WagerNo> {
        match &self.wager(self.play?).amount {
            Amount::Times(_, of) | Amount::EqualTo(of) => Some(*of),
            Amount::Free | Amount::Fixed(_) => None,
        }
    }

    /// The multiples of that wager that the Play wager may be, rising; empty if the game has no decisions.
    #[must_use]
    pub fn play_times(&self) -> &[u8] {
        match self.play.map(|no| &self.wager(no).amount) {
            Some(Amount::Times(times, _)) => times,
            Some(Amount::EqualTo(_) | Amount::Free | Amount::Fixed(_)) | None => &[],
        }
    }

    /// The ruling of this id.
    #[must_use]
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.id == *id)
    }

    /// What the other readings of the ruling behind a value would make of it; nothing if no ruling decided.
    pub(crate) fn other_readings<T: Reading>(
        &self,
        value: T,
        cites: &Cites,
    ) -> impl Iterator<Item = T> + use<'_, T> {
        let ruling = cites.ruling.as_ref().and_then(|id| self.ruling(id.as_str()));
        let readings = ruling.map_or(&[] as &[_], |ruling| &*ruling.readings);
        readings.iter().filter_map(|reading| T::from_name(&reading.name)).filter(move |other| *other != value)
    }
}

/// How many positions one player may bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Positions {
    /// At most this many.
    pub most: u8,
    /// They must be neighbours.
    pub adjacent: bool,
    /// What that stands on.
    pub cites: Cites,
    /// Whether the house lets a player hold others.
    pub beyond: Beyond,
    /// What that stands on.
    pub beyond_cites: Cites,
}

/// One way to deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its name, which no other way of the game has: what a proof binds the deal to.
    pub name: String,
    /// One card at a time, or each hand at once.
    pub by: DealBy,
    /// Who is dealt first.
    pub order: DealOrder,
    /// What it stands on.
    pub cites: Cites,
}

impl Way {
    /// The most bytes of a name: the most that a proof has room for.
    pub const MOST_NAME_BYTES: usize = 255;
}

/// When the dealer qualifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Qualifier {
    /// The least hand that qualifies, as it is written; none: always.
    pub floor: Option<Floor>,
    /// What it stands on.
    pub cites: Cites,
}

impl Qualifier {
    /// Whether a dealer with this hand qualifies.
    #[must_use]
    pub fn admits(&self, rank: ThreeRank) -> bool {
        self.floor.as_ref().is_none_or(|floor| rank >= floor.strength())
    }
}

/// A wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wager {
    /// Its id.
    pub id: WagerId,
    /// Its name on the layout.
    pub name: String,
    /// When it is made.
    pub stage: Stage,
    /// Present if every spot must make it; what says so.
    pub required: Option<Cites>,
    /// What it needs beside it: one wager of each group.
    pub needs: Vec<Needs>,
    /// How much is staked.
    pub amount: Amount,
    /// What that stands on.
    pub amount_cites: Cites,
    /// Table limits, where the amount is free or fixed.
    pub limits: Option<Limits>,
    /// What a fold does to it (a wager of the decision stage is never there after a fold), and what that
    /// stands on.
    pub on_fold: (OnFold, Cites),
    /// How it is settled.
    pub table: Table,
}

/// How much a wager stakes, with references resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Amount {
    /// What the player likes, within limits.
    Free,
    /// Always this.
    Fixed(Money),
    /// The same as another wager.
    EqualTo(WagerNo),
    /// One of these multiples (rising, each at least 1) of another wager.
    Times(Vec<u8>, WagerNo),
}

/// Wagers of which one must stand beside another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needs {
    /// Any one of these.
    pub any_of: Vec<WagerNo>,
    /// What it stands on.
    pub cites: Cites,
}

/// Table limits of one wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The least stake.
    pub min: Money,
    /// The largest stake.
    pub max: Money,
    /// Stakes go up from the least by this.
    pub step: Money,
    /// What they stand on.
    pub cites: Cites,
}

/// How a wager or bonus is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Which cards `hand` tests.
    pub reads: Reads,
    /// The rows; the first that fits pays.
    pub rows: Vec<Row>,
    /// What happens when no row fits.
    pub otherwise: Option<(Pay, Cites)>,
    /// Present if the source leaves the table to the house's posted pays.
    pub posted: Option<Cites>,
    /// Nothing is posted: no such wager can be made, and no such bonus is paid.
    pub closed: bool,
    /// What it stands on that a hand which fits several rows is paid by the first of them alone.
    pub several_rows: Cites,
}

/// One row: conditions, and what it pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Whether the dealer must qualify or must not.
    pub dealer: Option<bool>,
    /// How the player's hand must compare with the dealer's; empty: any way.
    pub player: Vec<Ordering>,
    /// What the cards read must hold; none: anything.
    pub hand: Option<HandTest>,
    /// What it pays.
    pub pays: Pay,
    /// What each other player with the progressive wager is paid.
    pub envy: Option<Money>,
    /// What it stands on.
    pub cites: Cites,
}

/// A bonus: paid on the amount of a wager, with no stake of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bonus {
    /// Its id.
    pub id: WagerId,
    /// Its name on the layout.
    pub name: String,
    /// The wager whose amount it is paid on.
    pub on: WagerNo,
    /// What that stands on.
    pub on_cites: Cites,
    /// When it is due, and what that stands on.
    pub due: (Due, Cites),
    /// Whether it is due after a fold, and what that stands on.
    pub on_fold: (OnFold, Cites),
    /// What it pays.
    pub table: Table,
}

/// A progressive meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meter {
    /// The wager that feeds it.
    pub wager: WagerNo,
    /// Where it starts, and starts again after it is paid in full.
    pub start: Money,
    /// The share of each wager that goes to it.
    pub rate: Percent,
    /// The share of each wager kept in reserve for the next start.
    pub reserve: Percent,
    /// It grows no further than this.
    pub cap: Option<Money>,
    /// Several shares in one round, and what that stands on.
    pub hits: (MeterHits, Cites),
    /// What it stands on.
    pub cites: Cites,
}

/// Where the money of one progressive wager goes before the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// To the meter.
    pub meter: Money,
    /// To the reserve for the next start.
    pub reserve: Money,
    /// To the house.
    pub house: Money,
}

impl Meter {
    /// The most that wagers bring it to: its cap, and never more than a meter can be ([`Money::MAX_STAKE`]), or no table on it could deal.
    #[must_use]
    pub fn most(&self) -> Money {
        self.cap.map_or(Money::MAX_STAKE, |cap| cap.min(Money::MAX_STAKE))
    }

    /// How a stake is shared out when the meter stands at `meter`: whole units to the meter (up to [`most`](Meter::most))
    /// and to the reserve, the rest to the house. Source: ruling R19.
    #[must_use]
    pub fn contribution(&self, meter: Money, stake: Money) -> Contribution {
        let (share, _) = self.rate.of(stake, Rounding::Down);
        let to_meter = share.min((self.most() - meter).max(Money::ZERO));
        let (reserve, _) = self.reserve.of(stake, Rounding::Down);
        Contribution { meter: to_meter, reserve, house: stake - to_meter - reserve }
    }
}

/// Envy pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Envy {
    /// The wager whose rows carry the amounts, and which one must have made.
    pub wager: WagerNo,
    /// A player's own other position, and what that stands on.
    pub own_positions: (OwnPositions, Cites),
    /// Which hands pay, and what that stands on.
    pub hands: (EnvyHands, Cites),
    /// What the amounts stand on.
    pub cites: Cites,
}

/// A limit on what several lines of one spot win together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aggregate {
    /// The most that is paid.
    pub most: Money,
    /// The lines that count.
    pub lines: Vec<LineOf>,
    /// What counts and what is cut.
    pub cut: Cut,
    /// What it stands on.
    pub cites: Cites,
}

/// The order in which a round is paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconcile {
    /// From the dealer's right to the left (seven to one), or the other way.
    pub right_to_left: bool,
    /// What that stands on.
    pub spots_cites: Cites,
    /// Every wager and bonus, in the order they are paid within a spot.
    pub lines: Vec<LineOf>,
    /// What that stands on.
    pub lines_cites: Cites,
}

impl Reconcile {
    /// The places of these spots (positions, in any order) in the order in which they are paid.
    pub fn order(&self, spots: impl Iterator<Item = u8>) -> Vec<usize> {
        let mut order: Vec<(u8, usize)> = spots.enumerate().map(|(i, spot)| (spot, i)).collect();
        order.sort_unstable();
        if self.right_to_left {
            order.reverse();
        }
        order.into_iter().map(|(_, i)| i).collect()
    }
}

/// What one kind of irregularity does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrregularRule {
    /// Its name, such as `exposed-card`.
    pub event: String,
    /// What it does to each wager, by wager number, and what that stands on.
    pub wagers: Vec<(Irregular, Cites)>,
}

/// The most wagers, and the most bonuses, in one game.
pub const MOST_WAGERS: usize = 16;

/// The resolved form of [`AmountDoc`]; `find` resolves an id.
fn amount(doc: &AmountDoc, find: impl Fn(&WagerId) -> Option<WagerNo>) -> Option<Amount> {
    Some(match doc {
        AmountDoc::Free => Amount::Free,
        AmountDoc::Fixed(money) => Amount::Fixed(*money),
        AmountDoc::EqualTo(id) => Amount::EqualTo(find(id)?),
        AmountDoc::Times(times, id) => Amount::Times(times.clone(), find(id)?),
    })
}
