//! Threads for what waits for many lines at once.

use crate::output;
use std::process::ExitCode;

/// Carries it out on threads of its own, as many as the machine has cores.
///
/// # Errors
///
/// The exit status, if no threads can be started: why not was said.
pub(crate) fn run<T>(what: impl Future<Output = T>) -> Result<T, ExitCode> {
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => Ok(runtime.block_on(what)),
        Err(error) => Err(output::unusable(&format!("error: no threads can be started: {error}"))),
    }
}
