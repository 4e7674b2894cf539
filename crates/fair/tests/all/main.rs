//! Tests of the provable shuffle, in one program.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod common;
mod steps;
mod vectors;
mod verifier;
