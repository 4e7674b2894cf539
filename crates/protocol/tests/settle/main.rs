//! Recorded rounds of `testdata/rounds`, each through its JSON form and back.

mod held;
mod lines;
mod rows;
mod table;
