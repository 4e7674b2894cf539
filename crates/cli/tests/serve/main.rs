//! `tercet serve` as a program: what it prints, logs and leaves behind.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod backup;
mod log;

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
    /// Host and port.
    at: String,
}

impl Served {
    /// Opens a house in this folder; what it says goes to a file beside it.
    fn open(data: &Path, more: &[&str]) -> Served {
        let err = data.with_extension("err");
        let quick = ["--bet-seconds", "1", "--show-seconds", "1", "--listen", "127.0.0.1:0"];
        let mut command = tercet();
        command.arg("serve").arg("--data").arg(data).args(quick).args(more);
        let child = command.stderr(std::fs::File::create(&err).unwrap()).spawn().unwrap();
        let mut served = Served { child, err, at: String::new() };
        served.at = served.said(OPEN);
        served
    }

    /// The secret of the link that is printed at the first start.
    fn link(&mut self) -> String {
        let begins = format!("http://{}/#/join/", self.at);
        self.said(&begins)
    }

    /// What follows on the first line that begins so.
    fn said(&mut self, begins: &str) -> String {
        loop {
            let ended = self.child.try_wait().unwrap();
            let all = std::fs::read_to_string(&self.err).unwrap();
            // A line that is still being written has no end.
            let whole = all.rsplit_once('\n').map_or("", |(whole, _)| whole);
            if let Some(rest) = whole.lines().find_map(|line| line.strip_prefix(begins)) {
                return rest.to_owned();
            }
            assert!(ended.is_none(), "it has ended, and no line begins with {begins}: {all}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Closes it as the system does; gives its log.
    fn close(mut self) -> String {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
        let all = std::fs::read_to_string(&self.err).unwrap();
        let told = |line: &&str| {
            line.starts_with(OPEN) || line.starts_with("It has no administrator") || line.contains("/#/join/")
        };
        all.lines().filter(|line| !told(line)).map(|line| format!("{line}\n")).collect()
    }
}

/// How the line begins that says where the house is.
const OPEN: &str = "The house is open: http://";

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
    let tables = lobby(at).await.unwrap().into_iter().take(tables).collect();
    let order = Order {
        at: at.into(),
        tables,
        seats,
        until: Until::Rounds(rounds),
        proofs_each: None,
        comes_back: None,
    };
    let seen = crowd(&order, &Arc::default()).await.unwrap();
    assert!(seen.is_well(), "{seen:?}");
}

/// Runs what waits for lines.
fn block_on<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(what)
}
