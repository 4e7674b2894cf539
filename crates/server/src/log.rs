//! The log: lines for people, or objects for programs, on the standard error.

use crate::house::Settings;
use std::collections::BTreeSet;
use std::io::stderr;
use std::str::FromStr as _;
use tercet_rules::shown;
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
    const EXPECTED: &str =
        "a level (error, warn, info, debug, trace), or levels of parts, such as info,tercet_server=debug";
    let filter = Targets::from_str(text).map_err(|_| EXPECTED)?;
    // A word alone that is no level is read as a part, all of which is logged, and nothing as `error`: `inof` would log nothing at all, and `info,` errors alone.
    let mut said = BTreeSet::new();
    for part in text.split(',') {
        let (of, level) = part.rsplit_once('=').map_or((None, part), |(of, level)| (Some(of), level));
        let is_level = ["off", "error", "warn", "info", "debug", "trace"].contains(&&*level.to_lowercase());
        let wrong = if !is_level {
            format!("`{}` is no level", shown(part, 64))
        } else if of.is_some_and(|of| of.is_empty() || of.contains(char::is_whitespace)) {
            format!("`{}` names no part", shown(part, 64))
        } else if !said.insert(of) {
            let of = of.map_or("the level".into(), |of| format!("that of {}", shown(of, 64)));
            format!("{of} is said twice")
        } else {
            continue;
        };
        return Err(format!("{EXPECTED}; {wrong}"));
    }
    Ok(filter)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_levels_of_parts_are_read() {
        for text in ["info", "WARN", "off", "info,tercet_server=debug", "tercet_server=trace"] {
            assert!(filter(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_misspelt_level_is_refused_wherever_it_stands() {
        for text in [
            "inof",
            "inof,tercet_server=debug",
            "info,tercet_server",
            "tercet_server=inof",
            "tercet_server=",
            " info",
            "info, tercet_server=debug",
            "info,",
            "",
            "=debug",
            "info,=debug",
            "3",
            "tercet_server=3",
            "trace,trace",
            "info,debug",
            "tercet_server=info,tercet_server=debug",
        ] {
            assert!(filter(text).is_err_and(|why| why.contains("tercet_server=debug")), "{text}");
        }
    }
}
