//! A game file as it is written: well-formed piece by piece, not yet checked as a whole.
//!
//! [`GameDoc::check`](crate::GameDoc::check) turns it into a [`Game`](crate::Game) or says everything that
//! is wrong with it. The field names are those of the file (see `docs/GAME-FILE.md`).

use crate::hand::{Floor, HandTest, Reads};
use crate::ids::{Cites, GameId, RuleId, RulingId, WagerId};
use crate::money::{Money, Rounding};
use crate::pay::{Pay, Percent};
use crate::reading::{
    Beyond, Condition, Cut, Due, EnvyHands, Irregular, MeterHits, OnFold, OwnPositions, Posting, Ruling,
    Setting, Timeout,
};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use tercet_cards::Ace;

/// A value together with what it stands on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cited<T> {
    /// The value.
    pub value: T,
    /// The rule and ruling it stands on.
    pub cites: Cites,
}

/// A whole game file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameDoc {
    /// Its id.
    pub id: GameId,
    /// Its name on the layout.
    pub name: String,
    /// The source document.
    pub source: Option<String>,
    /// The game in a sentence.
    pub summary: Option<String>,
    /// The rulings it rests on, in the order of the file.
    pub rulings: Vec<Ruling>,
    /// The pack and its ace.
    pub cards: CardsDoc,
    /// The table and its positions.
    pub table: TableDoc,
    /// What is dealt, and how.
    pub deal: DealDoc,
    /// When the dealer qualifies.
    pub dealer: DealerDoc,
    /// The wagers, in the order of the file.
    pub wagers: Vec<WagerDoc>,
    /// Bonuses that are paid on a wager without a stake of their own.
    pub bonuses: Vec<BonusDoc>,
    /// The progressive meter.
    pub meter: Option<MeterDoc>,
    /// Envy pays.
    pub envy: Option<EnvyDoc>,
    /// Limits on what is paid together.
    pub aggregates: Vec<AggregateDoc>,
    /// The order in which a round is paid.
    pub reconcile: ReconcileDoc,
    /// What the table decides for a player who does not.
    pub timeout: Cited<Setting<Timeout>>,
    /// What happens to fractions of the smallest unit.
    pub rounding: Cited<Setting<Rounding>>,
    /// What irregularities do.
    pub irregular: Vec<IrregularDoc>,
    /// Texts of the rule card that follow from nothing else.
    pub card: Vec<CardText>,
}

/// The pack and its ace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardsDoc {
    /// What the pack stands on (one standard pack of 52).
    pub pack: Cites,
    /// What the order of the hands stands on.
    pub order: Cites,
    /// Whether the ace is also low.
    pub ace: Cited<Setting<Ace>>,
}

/// The table and its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDoc {
    /// Betting positions, 1..=7; 1 is at the dealer's left.
    pub spots: u8,
    /// Positions one player may bet.
    pub positions: u8,
    /// Whether they must be neighbours.
    pub adjacent: bool,
    /// What positions stand on.
    pub cites: Cites,
    /// Whether the house lets a player hold more.
    pub beyond: Setting<Beyond>,
}

/// What is dealt, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealDoc {
    /// Cards to each player: 3, or 4 of which the best three play.
    pub player: Cited<u8>,
    /// Cards to the dealer: 3, or 4 of which the best three play.
    pub dealer: Cited<u8>,
    /// The ways to deal, the usual one first.
    pub ways: Vec<WayDoc>,
}

/// One way to deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayDoc {
    /// Its name, such as `by hand`.
    pub name: String,
    /// One card at a time, or each hand at once.
    pub by: DealBy,
    /// Who is dealt first.
    pub order: DealOrder,
    /// What it stands on.
    pub cites: Cites,
}

/// One card at a time, or each hand at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealBy {
    /// One card to each hand, again and again.
    Rotation,
    /// Each hand as one packet.
    Packets,
}

/// Who is dealt first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealOrder {
    /// Players from the dealer's left, the dealer last.
    DealerLast,
    /// The dealer, then the players from the dealer's left.
    DealerFirst,
}

/// When the dealer qualifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealerDoc {
    /// The least hand that qualifies; none: always.
    pub qualifies: Option<Floor>,
    /// What it stands on.
    pub cites: Cites,
}

/// A wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerDoc {
    /// Its id.
    pub id: WagerId,
    /// Its name on the layout.
    pub name: String,
    /// When it is made.
    pub stage: Stage,
    /// Present if every spot must make it; the rule that says so.
    pub required: Option<Cites>,
    /// What it needs beside it: one of each group.
    pub needs: Vec<NeedsDoc>,
    /// How much is staked.
    pub amount: AmountDoc,
    /// What the amount stands on.
    pub amount_cites: Cites,
    /// Table limits of a free amount.
    pub limits: Option<LimitsDoc>,
    /// What a fold does to it; none for a wager of the decision stage.
    pub on_fold: Option<Cited<Setting<OnFold>>>,
    /// How it is settled.
    pub pays: PaysDoc,
}

/// When a wager is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before any card is dealt.
    BeforeDeal,
    /// After the player has seen the cards: this wager is the decision to play.
    Decision,
}

/// How much a wager stakes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AmountDoc {
    /// What the player likes, within limits.
    Free,
    /// Always this.
    Fixed(Money),
    /// The same as another wager.
    EqualTo(WagerId),
    /// One of these multiples of another wager.
    Times(Vec<u8>, WagerId),
}

/// Wagers of which one must stand beside this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NeedsDoc {
    /// Any one of these.
    pub any_of: Vec<WagerId>,
    /// Counts only under this reading.
    pub when: Option<Condition>,
    /// What it stands on.
    pub cites: Cites,
}

/// Table limits of one wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitsDoc {
    /// The least stake.
    pub min: Money,
    /// The largest stake.
    pub max: Money,
    /// Stakes go up from the least by this.
    pub step: Money,
    /// What they stand on.
    pub cites: Cites,
}

/// How a wager or bonus is settled: the first row that fits pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaysDoc {
    /// Which cards `hand` tests.
    pub reads: Reads,
    /// The rows, in order.
    pub rows: Vec<RowDoc>,
    /// What happens when no row fits.
    pub otherwise: Option<Cited<Pay>>,
    /// Present if the source leaves the table to the house's posted pays.
    pub posted: Option<Cited<Setting<Posting>>>,
    /// What it stands on that a hand which fits several rows is paid by the first of them alone.
    pub several_rows: Cites,
}

/// One row: conditions, and what it pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowDoc {
    /// Whether the dealer must qualify (`Some(true)`) or must not.
    pub dealer: Option<bool>,
    /// How the player's hand must compare with the dealer's; empty: any way.
    pub player: Vec<Ordering>,
    /// What the cards read must hold; empty: anything. Any of several.
    pub hand: Vec<HandTest>,
    /// What it pays.
    pub pays: Pay,
    /// What each other player with the progressive wager is paid.
    pub envy: Option<Money>,
    /// Counts only under this reading.
    pub when: Option<Condition>,
    /// What it stands on.
    pub cites: Cites,
}

/// A bonus: paid on the amount of a wager, with no stake of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BonusDoc {
    /// Its id.
    pub id: WagerId,
    /// Its name on the layout.
    pub name: String,
    /// The wager whose amount it is paid on.
    pub on: WagerId,
    /// What that stands on.
    pub on_cites: Cites,
    /// When it is due.
    pub due: Cited<Setting<Due>>,
    /// Whether it is due after a fold.
    pub on_fold: Cited<Setting<OnFold>>,
    /// What it pays; a hand that no row fits gets no bonus.
    pub pays: PaysDoc,
}

/// A progressive meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterDoc {
    /// The wager that feeds it.
    pub wager: WagerId,
    /// Where it starts, and starts again after it is paid in full.
    pub start: Money,
    /// The share of each wager that goes to it.
    pub rate: Percent,
    /// The share of each wager kept in reserve for the next start.
    pub reserve: Percent,
    /// It grows no further than this.
    pub cap: Option<Money>,
    /// Several shares in one round.
    pub hits: Setting<MeterHits>,
    /// What it stands on.
    pub cites: Cites,
}

/// Envy pays: what others get for a player's hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnvyDoc {
    /// The wager whose rows carry the amounts, and which one must have made.
    pub wager: WagerId,
    /// A player's own other position.
    pub own_positions: Setting<OwnPositions>,
    /// Which hands pay.
    pub hands: Setting<EnvyHands>,
    /// What it stands on.
    pub cites: Cites,
}

/// A limit on what several lines of one spot win together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AggregateDoc {
    /// The most that is paid.
    pub most: Money,
    /// The wagers and bonuses that count; empty: all.
    pub lines: Vec<WagerId>,
    /// What counts and what is cut.
    pub cut: Setting<Cut>,
    /// What it stands on.
    pub cites: Cites,
}

/// The order in which a round is paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReconcileDoc {
    /// From the dealer's right to the left (seven to one), or the other way.
    pub right_to_left: bool,
    /// What that stands on.
    pub spots_cites: Cites,
    /// Wagers and bonuses in the order they are paid within a spot.
    pub lines: Vec<WagerId>,
    /// What that stands on.
    pub lines_cites: Cites,
}

/// What one kind of irregularity does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrregularDoc {
    /// Its name, such as `exposed-card`.
    pub event: String,
    /// What it does to every wager that is not named.
    pub then: Setting<Irregular>,
    /// Exceptions.
    pub wagers: Vec<(WagerId, Setting<Irregular>)>,
    /// What it stands on.
    pub cites: Cites,
}

/// A text of the rule card that follows from nothing else in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardText {
    /// Where on the card it belongs.
    pub section: CardSection,
    /// The text.
    pub text: String,
    /// The rule it states.
    pub rule: Option<RuleId>,
    /// The ruling it states, where one stands behind it.
    pub ruling: Option<RulingId>,
    /// The readings under which it is true, all of them; none: under every one.
    pub when: Vec<Condition>,
}

/// A part of the rule card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardSection {
    /// What is needed at the table.
    Equipment,
    /// How the dealer runs a round.
    Procedure,
    /// What a player should know.
    Player,
    /// Help with gambling problems, minimum age: the operator's texts.
    Operator,
}

impl CardSection {
    /// Every section with its name in game files.
    pub const NAMES: &'static [(&'static str, CardSection)] = &[
        ("equipment", CardSection::Equipment),
        ("procedure", CardSection::Procedure),
        ("player", CardSection::Player),
        ("operator", CardSection::Operator),
    ];
}

impl GameDoc {
    /// The ruling of this id.
    #[must_use]
    pub fn ruling(&self, id: &RulingId) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.id == *id)
    }

    /// Whether a condition holds under the reading in force; none if it names no ruling of this file, or no reading of it.
    #[must_use]
    pub fn holds(&self, condition: &Condition) -> Option<bool> {
        let ruling = self.ruling(&condition.ruling)?;
        let named = ruling.readings.iter().any(|reading| reading.name == condition.reading);
        named.then(|| ruling.chosen == condition.reading)
    }
}
