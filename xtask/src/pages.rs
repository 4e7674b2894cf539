//! The pages for a browser: built and tested with Node, where it is installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::built::Mark;
use crate::steps::{Failure, Step, status};
use crate::workspace::{self, cargo};

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
            where_node_is(|| {
                npm(&["run", "build"])?;
                npm(&["run", "report"])
            })
        }),
    ]
}

/// The last step of `test`: people with browsers at a house of their own.
pub(crate) fn in_a_browser() -> Step {
    let alone = "cargo build -p tercet && cargo build -p tercet-server --example rigged_house && npm --prefix web run e2e && npm --prefix web run report";
    Step::new("pages in Chromium", alone, || {
        where_node_is(|| {
            let Some(browser) = chromium() else {
                return left_out(
                    "Chromium is missing, so no page is tried in it; install it (Debian: apt-get install chromium), or name it in CHROMIUM",
                );
            };
            status(cargo().args(["build", "--quiet", "--package", "tercet"]))?;
            status(cargo().args([
                "build",
                "--quiet",
                "--package",
                "tercet-server",
                "--example",
                "rigged_house",
            ]))?;
            // This program lies beside those that were just built.
            let here =
                std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
            let programs = here.parent().unwrap_or(&here).to_path_buf();
            let mut e2e = Command::new("npm");
            e2e.args(["--prefix", "web", "run", "e2e"]).current_dir(workspace::root());
            status(e2e.env("TERCET_PROGRAMS", programs).env("CHROMIUM", browser))?;
            // With what was measured in it.
            npm(&["run", "report"])
        })
    })
}

/// Where Chromium is, if it is installed.
fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = ["chromium", "chromium-browser", "google-chrome"];
    let usual = usual.iter().map(|name| Path::new("/usr/bin").join(name));
    named.into_iter().chain(usual).find(|path| path.exists())
}

/// Says what is left out, which is a failure where nothing may be.
fn left_out(words: &str) -> Result<(), Failure> {
    if std::env::var_os(NOTHING_LEFT_OUT).is_some() {
        return Err(words.to_owned());
    }
    eprintln!("LEFT OUT: {words}");
    Ok(())
}

/// The step of `serve`: what is built goes into the program, which is built anew with it. So nothing is, unless something has changed.
pub(crate) fn build() -> Step {
    Step::new("pages", "npm --prefix web ci && npm --prefix web run build", || {
        where_node_is(|| {
            install()?;
            let mark = Mark::of(&workspace::root().join("web"));
            if mark.holds() {
                eprintln!("built before, and nothing has changed since");
                return Ok(());
            }
            npm(&["run", "build"])?;
            mark.set()
        })
    })
}

/// Does it if there is a Node that will do; otherwise says what is left out, and how to get it.
fn where_node_is(work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    let Err(missing) = node() else { return work() };
    let get = "install nodejs and npm (Debian: apt-get install nodejs npm; otherwise https://nodejs.org)";
    let (major, minor) = NODE;
    left_out(&format!("the pages for a browser need Node {major}.{minor} or later: {missing}; {get}"))
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
