//! `tercet admin`: the administration of a house from a terminal, over its own interface.
//!
//! Each command is one request: what is asked ([`request::Request`]), and how the answer is shown to people ([`text`]). Who may do what is for the house to say.

mod cases;
mod cashier;
mod games;
mod house;
mod people;
mod records;
mod request;
mod sign_in;
mod tables;
mod text;

use crate::output;
use crate::threads;
use clap::Subcommand;
use house::House;
use request::{Answer, Request, Wrong};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `tercet admin`.
#[derive(clap::Args)]
#[command(after_help = "\
SERVER is the address of a house (http://127.0.0.1:8080, https://tables.example.org, or host and port), or the folder of one on this \
machine. Sign in once; the session is kept in a file for you alone. Passwords and one-time links are asked for without being shown, or \
read from standard input, a line each: they never stand on the command line. Amounts are dollars, times are UTC.

Examples:
  tercet admin tercet-data accept --name \"Anna\" --login anna
  tercet admin tercet-data sign-in --login anna
  tercet admin https://tables.example.org tables
  tercet admin tercet-data tables pause three-card-poker --reason \"new deck\"
  tercet admin tercet-data people invite --role floor --reason \"the evening\"
  tercet admin tercet-data cashier in p-7 100 --reason \"receipt 12\"
  tercet admin tercet-data report --from 2026-11-28 --xlsx takings.xlsx
  tercet admin tercet-data cases --state open --json

The exit status is 0 if it was done, 1 if the house refuses it, 2 if the arguments or the house cannot be used.")]
pub(crate) struct Args {
    /// The address of the house, or its folder on this machine.
    #[arg(value_name = "SERVER")]
    server: String,
    #[command(flatten)]
    how: How,
    #[command(subcommand)]
    command: Command,
}

/// How the house is asked, and answered.
#[derive(clap::Args)]
struct How {
    /// Answer with what the house answers: JSON.
    #[arg(long, global = true)]
    json: bool,
    /// The file in which the session is kept; one for each house in your own folder of settings if left out.
    #[arg(long, value_name = "FILE", env = "TERCET_SESSION", global = true)]
    session: Option<PathBuf>,
    /// Believe the certificates in this file (PEM), and no others.
    #[arg(long, value_name = "FILE", global = true)]
    certificates: Option<PathBuf>,
    /// Speak to another machine though the way is not encrypted: whoever is on it can read passwords and take the session.
    #[arg(long, global = true)]
    plain: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Sign in with login and password.
    SignIn(sign_in::SignIn),
    /// Come in for the first time, by a link that can be used once.
    Accept(sign_in::Accept),
    /// Sign out.
    SignOut,
    /// Say who is signed in.
    Me,
    /// List tables, found them, set, open, pause and close them, void rounds.
    Tables(tables::Args),
    /// Find people, invite them, change roles, close and reopen accounts, unlock logins.
    People(people::Args),
    /// Take money in, pay it out, say what a wallet holds.
    Cashier(cashier::Args),
    /// What the meters hold, and when they paid.
    Meters,
    /// What tables dropped, won and held, beside what the exact odds say.
    Report(records::Report),
    /// Check a game file, bring games of the house's own in, take them away.
    Games(games::Args),
    /// List disputes, read them, note, decide and close.
    Cases(cases::Args),
    /// The log of significant events.
    Events(records::Events),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match threads::run(asked(args)) {
        Err(status) => status,
        Ok(Ok(text)) if args.how.json => output::print_json(&text, ExitCode::SUCCESS),
        Ok(Ok(text)) => output::print(&text),
        Ok(Err(Wrong::Refused(said))) => {
            output::say(&said);
            ExitCode::from(1)
        }
        Ok(Err(Wrong::Unusable(said))) => output::unusable(&said),
    }
}

async fn asked(args: &Args) -> Result<String, Wrong> {
    let mut house = House::of(&args.server, &args.how)?;
    let answer = match &args.command {
        Command::SignIn(how) => sign_in::sign_in(&mut house, how).await?,
        Command::Accept(how) => sign_in::accept(&mut house, how).await?,
        Command::SignOut => sign_in::sign_out(&mut house).await?,
        Command::Me => house.ask(&Request::get("/api/v1/me").shown(text::ME)).await?,
        Command::Tables(what) => tables::asked(&house, what, args.how.json).await?,
        Command::People(what) => people::asked(&house, what, args.how.json).await?,
        Command::Cashier(what) => cashier::asked(&house, what).await?,
        Command::Meters => house.ask(&Request::get("/api/v1/meters").shown(text::METERS)).await?,
        Command::Report(what) => records::report(&house, what, args.how.json).await?,
        Command::Games(what) => house.ask(&what.request()?).await?,
        Command::Cases(what) => house.ask(&what.request()).await?,
        Command::Events(what) => house.ask(&what.request()).await?,
    };
    Ok(match answer {
        Answer { text: Some(text), .. } => text,
        Answer { json, .. } if args.how.json => format!("{json}\n"),
        Answer { json, shape, .. } => shape.text(&json, output::stdout_columns()),
    })
}
