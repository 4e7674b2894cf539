//! Audits of an evening that was played, as it was and with one thing changed.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod beside;
mod chain;
mod evening;
mod forged;
mod forging;
mod haste;
mod in_play;
mod lax;
mod listed;
mod lost;
mod made_to_fit;
mod misled;
mod once;
mod own_steps;
mod played;
mod recalled;
mod rule_card;
mod set_anew;
mod sound;
mod swapped;
mod twice;
mod two_tables;
