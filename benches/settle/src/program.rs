//! The program as a whole: how soon it answers, how fast it goes through files, and what memory it takes.

pub(crate) fn run() {}
