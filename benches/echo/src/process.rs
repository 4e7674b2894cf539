//! Servers, each a process of its own whose time on a core the system counts.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// A server that runs, and is ended as it goes out of scope.
pub(crate) struct Server {
    child: Child,
    pub(crate) at: SocketAddr,
}

impl Server {
    /// Starts an echo, whose port is the first line that it prints.
    pub(crate) fn echo(command: &mut Command) -> Server {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it prints");
        let port: u16 = line.trim().parse().expect("a port");
        Server { child, at: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    /// Starts something that listens at this address after a while.
    pub(crate) fn listening(command: &mut Command, at: SocketAddr) -> Server {
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let server = Server { child: child.expect("it starts"), at };
        for _ in 0..600 {
            if std::net::TcpStream::connect(at).is_ok() {
                return server;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("the server does not answer");
    }

    /// The time of a core that it has taken, in seconds, counted in hundredths.
    pub(crate) fn on_core(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        let after = stat.rsplit_once(')').expect("a name").1;
        let ticks =
            after.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>().expect("a number"));
        ticks.sum::<f64>() / 100.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().expect("it ran");
        self.child.wait().expect("it ended");
    }
}
