//! What stands in the environment for this program and is read by no part of it.

use crate::arguments;
use clap::{Arg, Command};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use tercet_rules::{nearest, shown};

/// How everything begins that is meant for this program.
const OURS: &str = "TERCET_";

/// Of these variables those that are meant for this program, and that no option reads: in a sentence each, with the name that may have been meant.
///
/// They are no error, as an option or a line of the file would be: whatever runs the program may set some of its own accord.
pub(super) fn unread(variables: impl Iterator<Item = OsString>) -> Vec<String> {
    let known = known(&arguments::command());
    let unread: BTreeSet<String> = variables.filter_map(ours).filter(|name| !known.contains(name)).collect();
    let say = |name: &String| {
        let near = nearest(name, known.iter().map(String::as_str));
        let near = near.map(|near| format!("; did you mean {OURS}{near}?")).unwrap_or_default();
        format!("{OURS}{}: there is no such setting, and it is ignored{near}", shown(name, 80))
    };
    unread.iter().map(say).collect()
}

/// What a variable is called after the name of the program, if it is meant for it.
fn ours(variable: impl AsRef<OsStr>) -> Option<String> {
    variable.as_ref().to_string_lossy().strip_prefix(OURS).map(str::to_owned)
}

/// Every variable that an option of the program, or of one of its commands, reads.
fn known(command: &Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(Arg::get_env).filter_map(ours);
    own.chain(command.get_subcommands().flat_map(known)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(variable: &str) -> Vec<String> {
        unread([OsString::from(variable)].into_iter())
    }

    /// What any part of the program reads is known by its option: those of the settings, of the folder, and of another command.
    #[test]
    fn what_an_option_reads_is_known() {
        let settings = tercet_server::SETTINGS.iter().map(tercet_server::Setting::environment);
        let others = ["TERCET_DATA", "TERCET_SESSION", "TERCET", "HOME", "tercet_lisen", "XTERCET_LISEN"];
        for variable in settings.chain(others.map(String::from)) {
            assert_eq!(said(&variable), Vec::<String>::new(), "{variable}");
        }
    }

    /// What is meant for the program and read by nothing is named, with the setting that is called nearly so.
    #[test]
    fn what_nothing_reads_is_named_with_what_is_near() {
        for (variable, near) in [
            ("TERCET_LISEN", "; did you mean TERCET_LISTEN?"),
            ("TERCET_listen", "; did you mean TERCET_LISTEN?"),
            ("TERCET_PUBLIC-URL", "; did you mean TERCET_PUBLIC_URL?"),
            ("TERCET_TLS_CERT", "; did you mean TERCET_TLS_CERTIFICATE?"),
            ("TERCET_DATE", "; did you mean TERCET_DATA?"),
            ("TERCET_PROGRAMS", ""),
            ("TERCET_", ""),
        ] {
            let expected = format!("{variable}: there is no such setting, and it is ignored{near}");
            assert_eq!(said(variable), [expected]);
        }
    }
}
