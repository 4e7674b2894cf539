//! The rules of three-card table games as data.
//!
//! A game file becomes a [`GameDoc`] and, once everything in it has been checked, a [`Game`]. A recorded
//! round is checked against the game and settled by [`settle`]; a live one is a [`Round`]. Everything
//! here is pure: cards, money, time and the meter come in as arguments.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

mod command;
mod doc;
mod event;
mod fault;
mod game;
mod hand;
mod ids;
mod lint;
mod money;
mod near;
mod pay;
mod reading;
mod record;
mod refusal;
mod reject;
mod round;
mod settle;
mod shown;
mod unread;
mod view;
pub mod words;

pub use command::{Choice, Command};
pub use doc::{
    AggregateDoc, AmountDoc, BonusDoc, CardSection, CardText, CardsDoc, Cited, DealBy, DealDoc, DealOrder,
    DealerDoc, EnvyDoc, GameDoc, IrregularDoc, LimitsDoc, MeterDoc, NeedsDoc, PaysDoc, ReconcileDoc, RowDoc,
    Stage, TableDoc, WagerDoc, WayDoc,
};
pub use event::{By, DealStep, Event, SentBack, StaysFor, WentBack};
pub use fault::{Fault, Lint, On, Path, Step, Weight};
pub use game::{
    Aggregate, Amount, Bonus, Contribution, Envy, Game, IrregularRule, Limits, LineOf, MOST_WAGERS, Meter,
    Needs, Positions, Qualifier, Question, Reconcile, Row, Rules, Table, Wager, WagerNo, Way,
};
pub use hand::{Floor, FourPart, Hand, HandTest, HandTestError, Reads, Suits};
pub use ids::{Cites, GameId, RuleId, RulingId, WagerId, is_id};
pub use lint::{Mention, MentionOf, lint};
pub use money::{Money, MoneyError, Rounding};
pub use near::{nearest, one_of};
pub use pay::{Basis, Odds, Pay, PayError, Percent};
pub use reading::{
    Beyond, Condition, Cut, Due, EnvyHands, Irregular, MeterHits, OnFold, OwnPositions, Posting, Reading,
    ReadingWords, Ruling, Setting, Timeout,
};
pub use record::{CheckedRound, Decision, RoundRecord, SpotRecord, TableLimits, check_stake, check_wagers};
pub use refusal::{Code, Refusal};
pub use reject::Reject;
pub use round::{BadEvent, BadEventWhy, Dealt, Phase, Round, Seat, SeatHand, deal_steps};
pub use settle::{
    DealerHand, EnvyLine, Limited, Line, MeterMove, Outcome, Priced, Remark, Settlement, SpotSettlement,
    net_of, price, price_and_meter, settle,
};
pub use shown::{is_harmless, shown};
pub use unread::Unread;
pub use view::{Audience, DealerView, SpotView, View, own_spots, view};
