//! A server in a process of its own, under the load of bots in another: what it costs, how long answers take, and whether all books agree when
//! the server is killed in the middle of it.

use crate::books::Wrong;
use std::fmt;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// How often the processes are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// How long a server may take until it answers.
const PATIENCE: u32 = 120;

/// What is tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program `tercet`.
    pub tercet: PathBuf,
    /// Tables of each of the five games.
    pub tables_each: u16,
    /// Players at each table.
    pub seats: u8,
    /// How long they play once all have sat down, in seconds.
    pub seconds: u64,
    /// Each looks at the proof of one round in so many.
    pub proofs: u64,
    /// Live lines that do nothing.
    pub idle: usize,
    /// Live lines that nobody reads.
    pub deaf: usize,
    /// Connections with half a request.
    pub half_open: usize,
    /// How many times the server is killed without a warning, and started again.
    pub kills: u64,
}

/// What it came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Came {
    /// What the bots say, one JSON object.
    pub bots: String,
    /// Whether all was as it should be with them.
    pub well: bool,
    /// The server's memory before anybody came, in KiB.
    pub rss_before: u64,
    /// The same once a minute while they played, in KiB, with the descriptors that were open then.
    pub by_minute: Vec<(u64, usize)>,
    /// The most that it was, in KiB.
    pub rss_most: u64,
    /// The time of a core that the server took, in seconds, since it was last started.
    pub cpu_seconds: f64,
    /// What the audit of the journal says.
    pub audit: String,
}

impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bots: {}", self.bots.trim())?;
        writeln!(
            f,
            "server: {} KiB before, {} KiB at most, {:.1} s of a core",
            self.rss_before, self.rss_most, self.cpu_seconds
        )?;
        let minutes = self.by_minute.iter().map(|(rss, open)| format!("{rss} KiB and {open} descriptors"));
        writeln!(f, "by the minute: {}", minutes.collect::<Vec<_>>().join(", "))?;
        write!(f, "{}", self.audit.trim())
    }
}

/// Carries it out in a new folder; what it says of its progress goes to standard error.
///
/// # Errors
///
/// If a process cannot be started or is gone before its time.
pub fn carry_out(plan: &Plan, folder: &Path) -> Result<Came, Wrong> {
    let data = folder.join("data");
    let at = free_address()?;
    let mut server = Server::start(plan, &data, at)?;
    let rss_before = server.rss()?;
    let out = folder.join("bots.json");
    let mut bots = Bots(bots(plan, at, &out)?);
    let (mut rss_most, mut by_minute) = (rss_before, Vec::new());
    let kill_each = (plan.seconds / (plan.kills + 1)).max(1);
    let players = usize::from(plan.tables_each) * tercet_games::builtin().len() * usize::from(plan.seats);
    // The time to kill begins when each has a line: who is still at the door has no seat to come back to.
    let (mut kills, mut kill_at) = (0, None);
    for second in 1.. {
        sleep(LOOK);
        if bots.0.try_wait().map_err(|error| error.to_string())?.is_some() {
            break;
        }
        let rss = server.rss()?;
        rss_most = rss_most.max(rss);
        if second % 60 == 0 {
            by_minute.push((rss, server.descriptors()?));
            eprintln!("{second} s: the server has {rss} KiB");
        }
        if kill_at.is_none() && server.descriptors()? >= players + plan.idle {
            kill_at = Some(second + kill_each);
        }
        if kills < plan.kills && kill_at.is_some_and(|at| second >= at) {
            (kills, kill_at) = (kills + 1, Some(second + kill_each));
            eprintln!("{second} s: the server is killed");
            server.kill()?;
            server = Server::start(plan, &data, at)?;
        }
    }
    let status = bots.0.wait().map_err(|error| error.to_string())?;
    let said = std::fs::read_to_string(&out).map_err(|error| error.to_string())?;
    let cpu_seconds = server.cpu_seconds()?;
    server.stop()?;
    let audit = Command::new(&plan.tercet).arg("audit").arg(data.join("tables.db")).output();
    let audit = audit.map_err(|error| error.to_string())?;
    let sound = audit.status.success();
    let audit = String::from_utf8_lossy(&audit.stdout).into_owned();
    let well = status.success() && sound && kills == plan.kills;
    Ok(Came { bots: said, well, rss_before, by_minute, rss_most, cpu_seconds, audit })
}

/// An address that was free a moment ago.
fn free_address() -> Result<SocketAddr, Wrong> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
    listener.local_addr().map_err(|error| error.to_string())
}

/// Processes that were started here are ended here, whatever happens.
struct Bots(Child);

impl Drop for Bots {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn bots(plan: &Plan, at: SocketAddr, out: &Path) -> Result<Child, Wrong> {
    let out = std::fs::File::create(out).map_err(|error| error.to_string())?;
    let mut command = Command::new(&plan.tercet);
    command.args(["bots", &at.to_string(), "--json"]);
    for (name, number) in [
        ("--seats", u64::from(plan.seats)),
        ("--for", plan.seconds),
        ("--proofs", plan.proofs),
        ("--idle", plan.idle as u64),
        ("--deaf", plan.deaf as u64),
        ("--half-open", plan.half_open as u64),
        ("--come-back", 120),
    ] {
        // Who is not killed has no reason to come back.
        if name != "--come-back" || plan.kills > 0 {
            command.args([name, &number.to_string()]);
        }
    }
    let started = command.stdin(Stdio::null()).stdout(out).spawn();
    started.map_err(|error| format!("{}: {error}", plan.tercet.display()))
}

/// A server that runs.
struct Server(Child);

impl Server {
    fn start(plan: &Plan, data: &Path, at: SocketAddr) -> Result<Server, Wrong> {
        let log = data.with_extension("log");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log);
        let log = log.map_err(|error| error.to_string())?;
        let mut command = Command::new(&plan.tercet);
        command.arg("serve").arg("--data").arg(data).args(["--listen", &at.to_string()]);
        command.args(["--tables-each", &plan.tables_each.to_string()]);
        // All come from one address, where elsewhere each has its own.
        for name in ["--most-connections", "--most-per-address", "--requests-a-second", "--arrivals-a-minute"]
        {
            command.args([name, "100000"]);
        }
        let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn();
        let mut server = Server(started.map_err(|error| format!("{}: {error}", plan.tercet.display()))?);
        for _ in 0..PATIENCE * 10 {
            if std::net::TcpStream::connect(at).is_ok() {
                return Ok(server);
            }
            if let Some(status) = server.0.try_wait().map_err(|error| error.to_string())? {
                return Err(format!("the server ended with {status}"));
            }
            sleep(LOOK / 10);
        }
        Err("the server does not answer".into())
    }

    fn of_proc(&self, what: &str) -> Result<String, Wrong> {
        let path = format!("/proc/{}/{what}", self.0.id());
        std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
    }

    /// Its memory, in KiB.
    fn rss(&self) -> Result<u64, Wrong> {
        let status = self.of_proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        Ok(number.ok_or("no VmRSS")?)
    }

    fn descriptors(&self) -> Result<usize, Wrong> {
        let path = format!("/proc/{}/fd", self.0.id());
        Ok(std::fs::read_dir(&path).map_err(|error| format!("{path}: {error}"))?.count())
    }

    /// The time of a core that it has taken. The system counts it in hundredths of a second.
    fn cpu_seconds(&self) -> Result<f64, Wrong> {
        let stat = self.of_proc("stat")?;
        // The name of the program, in brackets, may have anything in it.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let ticks = after.split_whitespace().skip(11).take(2).filter_map(|number| number.parse::<u32>().ok());
        Ok(ticks.map(f64::from).sum::<f64>() / 100.0)
    }

    /// Ends it without a warning.
    fn kill(&mut self) -> Result<(), Wrong> {
        self.0.kill().map_err(|error| error.to_string())?;
        self.0.wait().map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Asks it to close, and waits.
    fn stop(mut self) -> Result<(), Wrong> {
        let asked = Command::new("kill").args(["-INT", &self.0.id().to_string()]).status();
        asked.map_err(|error| error.to_string())?;
        let status = self.0.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}")) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
