//! The log: lines for people, or objects for programs, on the standard error.

use crate::house::Settings;
use std::io::stderr;
use std::str::FromStr as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::{SubscriberInitExt as _, TryInitError};
use tracing_subscriber::{Registry, fmt};

/// What the log looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// A line of text for each event.
    #[default]
    Text,
    /// A JSON object for each event.
    Json,
}

impl LogFormat {
    /// As it is written in the settings.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        }
    }
}

/// What is logged, as the settings say it.
///
/// # Errors
///
/// If it cannot be read.
pub(crate) fn filter(text: &str) -> Result<Targets, String> {
    let expected =
        "a level (error, warn, info, debug, trace), or levels of parts, such as info,tercet_server=debug";
    Targets::from_str(text).map_err(|_| expected.into())
}

/// Begins the log of the program, once.
///
/// # Errors
///
/// If the program has one already.
pub fn begin_log(settings: &Settings) -> Result<(), TryInitError> {
    // It was read when it was set.
    let filter = filter(&settings.log).unwrap_or_default();
    let to = Registry::default().with(filter);
    let lines = fmt::layer().with_writer(stderr).with_ansi(false);
    match settings.log_format {
        LogFormat::Text => to.with(lines).try_init(),
        LogFormat::Json => to.with(lines.json()).try_init(),
    }
}
