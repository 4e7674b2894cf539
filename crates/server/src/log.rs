//! The log: lines for people, or objects for programs, on the standard error.

use crate::house::Settings;
use std::collections::BTreeSet;
use std::io::stderr;
use std::str::FromStr as _;
use tercet_rules::{nearest, one_of, shown};
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

/// The crates of the program, by which its parts are called in the log.
const PARTS: [&str; 21] = [
    "tercet",
    "tercet_analysis",
    "tercet_audit",
    "tercet_bots",
    "tercet_cards",
    "tercet_fair",
    "tercet_games",
    "tercet_ledger",
    "tercet_people",
    "tercet_pit",
    "tercet_protocol",
    "tercet_report",
    "tercet_rulecard",
    "tercet_rules",
    "tercet_server",
    "tercet_sheets",
    "tercet_sim",
    "tercet_sqlite",
    "tercet_store",
    "tercet_store_sqlite",
    "tercet_table",
];

/// Why a part that is called like one of the program's is none of them: nothing would be logged by it. Libraries have parts of their own, which nobody can
/// know here; the beginning of a name stands for all that begin so.
fn none_of_ours(part: &str) -> Option<String> {
    let named = part.split("::").next().unwrap_or_default();
    let inside = part.len() > named.len();
    let is_one = |known: &&str| if inside { *known == named } else { known.starts_with(named) };
    if !named.to_ascii_lowercase().starts_with(PARTS[0]) || PARTS.iter().any(is_one) {
        return None;
    }
    let meant = nearest(named, PARTS).map(|near| format!("did you mean {near}? ")).unwrap_or_default();
    Some(format!(
        "`{}` is no part of the program; {meant}its parts are {}",
        shown(named, 64),
        one_of(PARTS).replace(" or ", " and ")
    ))
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
        } else if let Some(none) = of.and_then(none_of_ours) {
            none
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
    use std::path::Path;

    #[test]
    fn levels_and_levels_of_parts_are_read() {
        for text in [
            "info",
            "WARN",
            "off",
            "info,tercet_server=debug",
            "tercet_server=trace",
            "tercet=debug",
            "tercet_server::socket=debug,tercet_store=off",
            "tercet_s=debug",
            "info,hyper=debug,rustls::server=trace,tower_http=off,rusqlite=info,mio::poll=warn",
        ] {
            assert!(filter(text).is_ok(), "{text}");
        }
    }

    /// What is called like a part of the program and is none would be logged as if nothing had been said.
    #[test]
    fn a_part_that_there_is_not_is_refused_beside_those_that_there_are() {
        for (text, none, meant) in [
            ("info,tercet_sevrer=debug", "`tercet_sevrer`", "did you mean tercet_server? "),
            ("tercet-server=debug", "`tercet-server`", "did you mean tercet_server? "),
            ("Tercet_Server=debug", "`Tercet_Server`", "did you mean tercet_server? "),
            ("tercet_sevrer::socket=debug,info", "`tercet_sevrer`", "did you mean tercet_server? "),
            ("tercet_s::socket=debug", "`tercet_s`", ""),
            ("tercet_moon=debug", "`tercet_moon`", ""),
            ("tercet_drill=debug", "`tercet_drill`", ""),
        ] {
            let why = filter(text).expect_err(text);
            assert!(why.contains(&format!("; {none} is no part of the program; {meant}")), "{text}: {why}");
            assert!(why.ends_with("`tercet_store_sqlite` and `tercet_table`"), "{why}");
        }
    }

    /// The parts are the crates of which the program is made, as their manifests have it.
    #[test]
    fn the_parts_are_the_crates_of_the_program() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let (mut found, mut next) = (BTreeSet::new(), vec!["cli".to_owned()]);
        while let Some(folder) = next.pop() {
            let manifest = std::fs::read_to_string(crates.join(&folder).join("Cargo.toml")).unwrap();
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).unwrap();
            if !found.insert(name.trim_matches('"').replace('-', "_")) {
                continue;
            }
            let (_, needs) = manifest.split_once("[dependencies]\n").unwrap_or_default();
            let needs = needs.split("\n[").next().unwrap_or_default().lines();
            let ours = needs.filter_map(|line| line.strip_prefix("tercet-")?.split(['.', ' ', '=']).next());
            next.extend(ours.map(str::to_owned));
        }
        assert_eq!(found, PARTS.map(str::to_owned).into());
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
