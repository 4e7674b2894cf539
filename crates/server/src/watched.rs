//! A store whose writing is measured.

use crate::metrics::Metrics;
use std::sync::Arc;
use tercet_store::{AppendError, Receipt, Witness};
use tokio::time::Instant;

/// What is told of each step that a store writes, and how long it took.
pub(crate) struct Watch(pub(crate) Arc<Metrics>);

impl Witness for Watch {
    type Seen = (Instant, Arc<Metrics>);

    fn before(&self) -> (Instant, Arc<Metrics>) {
        (Instant::now(), Arc::clone(&self.0))
    }

    fn after((began, metrics): (Instant, Arc<Metrics>), result: &Result<Receipt, AppendError>) {
        metrics.written(result, began.elapsed());
    }
}
