//! `tercet serve` as a program: what it prints, logs and leaves behind.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod admin;
mod backup;
mod environment;
mod history;
mod log;
mod lost;
mod reports;
#[cfg(unix)]
mod unusable;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;
use tercet_bots::{Order, Until, crowd, lobby};

/// A house that is open, as a program of its own.
struct Served {
    child: Child,
    /// What it says on the standard error: where it is, and the log.
    err: PathBuf,
    /// What it says on the standard output.
    out: PathBuf,
    /// Host and port.
    at: String,
}

impl Served {
    /// Opens a house in this folder; what it says goes to a file beside it.
    fn open(data: &Path, more: &[&str]) -> Served {
        let (err, out) = (data.with_extension("err"), data.with_extension("out"));
        let unhurried = ["--bet-seconds", "600", "--show-seconds", "1", "--listen", "127.0.0.1:0"];
        let mut command = tercet();
        command.arg("serve").arg("--data").arg(data).args(unhurried).args(more);
        let [to_err, to_out] = [&err, &out].map(|path| std::fs::File::create(path).unwrap());
        let child = command.stderr(to_err).stdout(to_out).spawn().unwrap();
        let mut served = Served { child, err, out, at: String::new() };
        served.at = served.said(|line| {
            let object = || serde_json::from_str::<serde_json::Value>(line).ok();
            let url = || object()?["fields"]["url"].as_str()?.strip_prefix("http://").map(str::to_owned);
            line.strip_prefix(OPEN).map(str::to_owned).or_else(url)
        });
        served
    }

    /// The secret of the link that is printed at the first start.
    fn link(&mut self) -> String {
        let begins = format!("http://{}/#/join/", self.at);
        self.said(|line| line.strip_prefix(&begins).map(str::to_owned))
    }

    /// What is found on the first line, of the standard error or the standard output, on which anything is.
    fn said(&mut self, find: impl Fn(&str) -> Option<String>) -> String {
        loop {
            let ended = self.child.try_wait().unwrap();
            let all = [&self.err, &self.out].map(|path| std::fs::read_to_string(path).unwrap());
            // A line that is still being written has no end.
            let whole = all.iter().map(|text| text.rsplit_once('\n').map_or("", |(whole, _)| whole));
            if let Some(found) = whole.flat_map(str::lines).find_map(&find) {
                return found;
            }
            assert!(ended.is_none(), "it has ended, and did not say it: {all:?}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Closes it as the system does; gives its log.
    fn close(mut self) -> String {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
        let all = std::fs::read_to_string(&self.err).unwrap();
        assert!(all.contains("The house closes") && all.contains("The house is closed"), "{all}");
        let told = |line: &&str| {
            line.starts_with(OPEN)
                || line.contains("/#/join/")
                || TOLD.iter().any(|told| line.starts_with(told))
        };
        all.lines().filter(|line| !told(line)).map(|line| format!("{line}\n")).collect()
    }
}

/// How the line begins that says where the house is.
const OPEN: &str = "The house is open: http://";

/// How the other lines begin that are for the operator, and no part of the log.
const TOLD: [&str; 4] =
    ["It has no administrator", "Its pages are not built", "The house closes", "The house is closed"];

impl Drop for Served {
    fn drop(&mut self) {
        // A test that has failed leaves nobody behind; one that has closed it already can do it no harm.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program, with nothing of the environment of whoever runs the test.
fn tercet() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    command.env_clear().stdin(Stdio::null());
    command
}

/// Runs it to its end.
fn ran(arguments: &[&str]) -> Output {
    tercet().args(arguments).output().unwrap()
}

/// Players come to the first tables, as many to each, and play rounds; nothing may go wrong.
async fn rounds_are_played(at: &str, tables: usize, seats: u8, rounds: u64) {
    let tables = lobby(&at.into()).await.unwrap().open.into_iter().take(tables).collect();
    let order = Order {
        at: at.into(),
        tables,
        seats,
        until: Until::Rounds(rounds),
        proofs_each: None,
        wait_for_nobody: true,
        comes_back: None,
    };
    let seen = crowd(&order, &Arc::default()).await.unwrap();
    assert!(seen.is_well(), "{seen:?}");
}

/// Runs what waits for lines.
fn block_on<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(what)
}
