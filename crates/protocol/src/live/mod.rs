//! The messages of a live table.
//!
//! A client says which table it watches and gets a *snapshot*: the whole [`TableState`] as its player may see it, with a number. From then on it gets an
//! [`Event`](ToClient::Event) for every step of the table: what happened, and as a merge patch (RFC 7396) what changed of the state. Whoever
//! applies the patches in turn has the state at any time; `after` says which number a patch belongs on. After a break the client says the last number it
//! has and gets, with a fresh snapshot, the facts that it missed, each once.
//!
//! What it does at the table it *asks*, under a key of its own making: asked again under the same key, it is done once and answered alike.
//!
//! Amounts are whole numbers of the smallest unit (cents), times are milliseconds since 1970-01-01 UTC by the clock of the house, cards are written as `As Kd
//! 2c`, thirty-two bytes as 64 hexadecimal digits.

mod advice;
mod ask;
mod changes;
mod fact;
mod game;
mod message;
mod object;
mod own;
mod patch;
mod problem;
mod see;
mod state;

pub use advice::{Advice, DecisionValue};
pub use ask::{AskBody, Choice, StakeLimits, TableStatus};
pub use fact::{CannotStand, Fact, FactKind};
pub use game::{
    BonusInfo, DealInfo, GameInfo, HandInfo, IrregularityInfo, PayRow, ReadingInfo, RulingInfo, WagerInfo,
};
pub use message::{FromClient, ToClient, VERSION};
pub use object::Object;
pub use own::Own;
pub use patch::{apply, difference};
pub use problem::Problem;
pub use see::{dealer, meter_move, spot, went_back};
pub use state::{
    Clocks, Context, Dealer, Decision, Envy, GameRef, Line, MeterMove, Round, Seat, Spot, TableState,
    WentBack,
};
