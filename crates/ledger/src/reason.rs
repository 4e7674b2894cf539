//! How much may be said of why something was done.

/// The most characters of a reason. It stands in the books or in the log of events for ever, and in one line of what everybody at a table is told.
pub const LONGEST_REASON: usize = 500;
