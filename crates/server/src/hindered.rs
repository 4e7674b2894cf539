//! Tables that need help: those that have stopped, and those at which a round cannot go on.

use crate::house::House;
use futures_util::FutureExt as _;
use tercet_ledger::Name;
use tercet_table::NotLive;

impl House {
    /// The tables that have stopped, though the house is open.
    pub(crate) fn stopped(&self) -> impl Iterator<Item = Name> {
        let tables = self.pit.tables().into_iter();
        tables.filter(|table| table.stopped().now_or_never().is_some()).map(|table| table.name().clone())
    }

    /// The tables at which a round cannot go on, and why.
    pub(crate) fn hindered(&self) -> impl Iterator<Item = (Name, NotLive)> {
        let tables = self.pit.tables().into_iter();
        tables.filter_map(|table| Some((table.name().clone(), table.hindered()?)))
    }

    /// Says in the log at which tables a round cannot go on.
    pub(crate) fn say_what_is_hindered(&self) {
        for (table, why) in self.hindered() {
            tracing::error!(%table, %why, "a round cannot go on, which is tried again and again; if it stays so, the floor must void it");
        }
    }
}
