//! Records for programs and spreadsheets: with commas between ([`csv`]), and as workbooks ([`xlsx`]).
//!
//! No cell is ever a formula, whoever wrote what stands in it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod csv;
mod sheet;
pub mod xlsx;

pub use sheet::{Sheet, Value};
