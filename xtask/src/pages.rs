//! The pages for a browser: built and tested with Node, where it is installed.

use std::path::Path;
use std::process::Command;

use crate::steps::{Failure, Step, status};
use crate::workspace;

/// The first Node that the tools of `web/` run on.
const NODE: (u32, u32) = (20, 19);

/// Set by `.ci/run`, which installs what is missing: then nothing may be left out.
const NOTHING_LEFT_OUT: &str = "TERCET_NOTHING_LEFT_OUT";

/// The steps of `test`: before the tests of Rust, as those look at the pages too.
pub(crate) fn tests() -> Vec<Step> {
    vec![
        Step::new("pages", "npm --prefix web run check && npm --prefix web test", || {
            where_node_is(|| {
                install()?;
                npm(&["run", "check"])?;
                npm(&["test"])
            })
        }),
        Step::new("build of the pages", "npm --prefix web run build", || {
            where_node_is(|| npm(&["run", "build"]))
        }),
    ]
}

/// The step of `serve`: what is built goes into the program.
pub(crate) fn build() -> Step {
    Step::new("pages", "npm --prefix web ci && npm --prefix web run build", || {
        where_node_is(|| {
            install()?;
            npm(&["run", "build"])
        })
    })
}

/// Does it if there is a Node that will do; otherwise says what is left out, and how to get it.
fn where_node_is(work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    let Err(missing) = node() else { return work() };
    let get = "install nodejs and npm (Debian: apt-get install nodejs npm; otherwise https://nodejs.org)";
    let (major, minor) = NODE;
    let words = format!("the pages for a browser need Node {major}.{minor} or later: {missing}; {get}");
    if std::env::var_os(NOTHING_LEFT_OUT).is_some() {
        return Err(words);
    }
    eprintln!("LEFT OUT: {words}");
    Ok(())
}

fn node() -> Result<(), String> {
    let said = Command::new("node").arg("--version").output().map_err(|error| format!("node: {error}"))?;
    let version = String::from_utf8_lossy(&said.stdout).trim().to_owned();
    let mut parts = version.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < NODE {
        return Err(format!("this one is {version}"));
    }
    Command::new("npm").arg("--version").output().map(drop).map_err(|error| format!("npm: {error}"))
}

/// Installs what the lock file names, unless that lies there already.
fn install() -> Result<(), Failure> {
    let web = workspace::root().join("web");
    let time = |path: &Path| path.metadata().and_then(|found| found.modified()).ok();
    let installed = time(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= time(&web.join("package-lock.json")) {
        return Ok(());
    }
    npm(&["ci", "--ignore-scripts"])
}

fn npm(words: &[&str]) -> Result<(), Failure> {
    status(Command::new("npm").args(["--prefix", "web"]).args(words).current_dir(workspace::root()))
}
