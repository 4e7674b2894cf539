//! Recorded rounds of `testdata/rounds`, each through its JSON form and back.

mod lines;
mod rows;
mod table;
