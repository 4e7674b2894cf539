//! What a round trip over a live line costs the server, beside bare echoes. See README.md.

mod axum_echo;
mod lines;
mod process;

use lines::cost;
use process::Server;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use tercet_drill::load::{Plan, carry_out};

/// The word by which this program starts itself as the bare echo of axum.
const AXUM: &str = "axum-echo";

/// What is said on a live line, and what is in the answer to it.
const PING: &str = r#"{"type":"ping"}"#;
const PONG: &str = "\"pong\"";

/// How often each is measured, in turn; the middle counts.
const REPEATS: usize = 3;

#[tokio::main]
async fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some(AXUM) {
        return axum_echo::serve().await;
    }
    let tercet = argument.map_or_else(|| root.join("target/release/tercet"), PathBuf::from);
    assert!(tercet.exists(), "{}: not there; cargo build --release", tercet.display());
    let node = root.join("benches/echo/node");
    let mut costs = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..REPEATS {
        let axum = Server::echo(Command::new(std::env::current_exe().expect("this program")).arg(AXUM));
        costs[0].push(cost(&axum, "/", PING, "ping").await);
        drop(axum);
        if node.join("node_modules").exists() {
            let ws = Server::echo(Command::new("node").arg(node.join("echo.mjs")));
            costs[1].push(cost(&ws, "/", PING, "ping").await);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let house = house(&tercet, folder.path());
        costs[2].push(cost(&house, "/api/v1/live", PING, PONG).await);
    }
    println!(
        "microseconds of a core that the server takes for a round trip, {} lines at once\n",
        lines::LINES
    );
    let [axum, ws, live] = costs.map(middle);
    row("a bare axum echo", axum, axum);
    row("a bare echo of Node's ws", ws, axum);
    row("a live line: ping", live, axum);
    let (durable, answers) =
        tokio::task::spawn_blocking(move || durable(&tercet)).await.expect("it is played");
    row("a live line: a step of a round", Some(durable), axum);
    println!(
        "\nthe last: {answers} answers, each written for good and told to all at its table, everything else that a house does included"
    );
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    print!("load of the machine, of 1, 5 and 15 minutes: {load}");
}

fn row(what: &str, cost: Option<f64>, axum: Option<f64>) {
    match cost.zip(axum) {
        Some((cost, axum)) => println!("{what:<34}{cost:>8.1}{:>8.1} times", cost / axum),
        None => println!("{what:<34} not measured: npm --prefix benches/echo/node ci"),
    }
}

/// A house with nobody in it.
fn house(tercet: &Path, folder: &Path) -> Server {
    let at = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("an address");
    let SocketAddr::V4(_) = at else { unreachable!("it was asked for") };
    let mut command = Command::new(tercet);
    command.arg("serve").arg("--data").arg(folder.join("data")).args(["--listen", &at.to_string()]);
    for name in ["--most-connections", "--most-per-address", "--requests-a-second", "--arrivals-a-minute"] {
        command.args([name, "100000"]);
    }
    Server::listening(&mut command, at)
}

/// What a step of a round costs at a hundred tables of seven, and how many there were.
fn durable(tercet: &Path) -> (f64, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan {
        tercet: tercet.into(),
        tables_each: 20,
        seats: 7,
        seconds: 45,
        proofs: 10,
        idle: 0,
        deaf: 0,
        half_open: 0,
        kills: 0,
    };
    let came = carry_out(&plan, folder.path()).expect("it is played");
    assert!(came.well, "{came}");
    let bots: serde_json::Value = serde_json::from_str(&came.bots).expect("JSON");
    let answers = bots["answers"].as_u64().expect("a number");
    (came.cpu_seconds * 1e6 / answers as f64, answers)
}

fn middle(mut costs: Vec<f64>) -> Option<f64> {
    costs.sort_by(f64::total_cmp);
    costs.get(costs.len() / 2).copied()
}
