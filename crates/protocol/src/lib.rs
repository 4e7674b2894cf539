//! The JSON forms that other programs rely on: names of fields, codes of refusals, and nothing else.
//!
//! Every JSON name of a message stands in this crate, so that the types of the rules can be renamed without
//! breaking anybody. Nothing here reads or writes a file: bytes come in, bytes go out.
//!
//! | to | see |
//! |---|---|
//! | read a recorded round and answer with its settlement | [`settle`] |
//! | read and write the proof of a round with a provable shuffle | [`proof`] |
//! | answer with the figures of a game, or of two side by side | [`odds`] |
//! | answer with what a simulation came to | [`simulation`] |
//! | tell a round of the past again | [`replay`] |
//! | sit at a live table: what is asked, what is answered, what is seen | [`live`] |
//! | read what somebody sends, or say why it cannot be read | [`said`] |
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod json;
pub mod live;
pub mod odds;
pub mod proof;
pub mod replay;
pub mod said;
pub mod settle;
pub mod simulation;
