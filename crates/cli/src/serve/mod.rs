//! `tercet serve`: live tables for everybody who comes to an address.

mod environment;
mod options;

use crate::links;
use crate::output;
use crate::threads;
use options::Options;
use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tercet_server::{House, LogFormat, NotOpen, Settings, begin_log, pages_are_built, serve, settings_text};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Arguments of `tercet serve`.
#[derive(clap::Args)]
#[command(after_help = "\
The first time, the folder is made, with the books (tables.db), a key from which the shuffles follow (seeds.key: keep it \
secret, and keep it; rounds in play need it) and a file with all settings (tercet.toml), and a table of each game is opened. \
An option wins over the environment, which wins over the file. What begins with TERCET_ there and is no setting is named, and ignored.

SIGHUP makes it read its certificate anew. Ctrl-C closes the house: the step in hand at each table is finished, and everybody is told. Rounds whose bets are closed go on, \
with the same cards, when it opens again; open bets go back.

Examples:
  tercet serve
  tercet serve --listen 0.0.0.0:8080 --data /srv/tercet
  tercet serve --check-config

The exit status is 0 when the house was closed, or the settings can be used; 2 if they cannot, or it cannot open.")]
pub(crate) struct Args {
    /// The folder with the books, the keys and the settings; it is made if it is not there.
    #[arg(
        long,
        value_name = "FOLDER",
        default_value = "tercet-data",
        env = "TERCET_DATA",
        help_heading = "Where"
    )]
    data: PathBuf,
    /// Look whether the settings can be used, show them, and open nothing.
    #[arg(long)]
    check_config: bool,
    #[command(flatten)]
    options: Options,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let unread = environment::unread(env::vars_os().map(|(name, _)| name));
    let warn = || unread.iter().for_each(|one| output::say(&format!("warning: {one}")));
    let settings = match settings(args) {
        Ok(settings) => settings,
        Err(why) => {
            warn();
            return output::unusable(&why);
        }
    };
    if args.check_config {
        warn();
        if let Err(not) = settings.check() {
            return output::unusable(&format!("error: {not}"));
        }
        return output::print(&settings.in_lines());
    }
    if let Err(why) = begin_log(&settings) {
        return output::unusable(&format!("error: no log can be begun: {why}"));
    }
    match settings.log_format {
        LogFormat::Text => warn(),
        LogFormat::Json => unread.iter().for_each(|one| tracing::warn!("{one}")),
    }
    match threads::run(served(settings)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(not)) => output::unusable(&format!("error: {not}")),
        Err(status) => status,
    }
}

/// The settings that hold: those of the file, then those of the environment, then the options.
fn settings(args: &Args) -> Result<Settings, String> {
    let mut settings = Settings::new(&args.data);
    let file = args.data.join("tercet.toml");
    let text = settings_text(&file).map_err(|not| format!("error: {not}"))?;
    let mut bad = text.map_or_else(Vec::new, |text| settings.take_file(&text, &file.display().to_string()));
    bad.extend(args.options.set(&mut settings));
    if bad.is_empty() {
        return Ok(settings);
    }
    let bad: Vec<String> = bad.iter().map(|bad| format!("error: {bad}")).collect();
    Err(bad.join("\n"))
}

async fn served(settings: Settings) -> Result<(), NotOpen> {
    let log = settings.log_format;
    let house = House::open(settings).await?;
    let link = house.administrator_link().await?;
    // Before anybody is told that the house is open: a signal that nobody waits for ends the program as it stands.
    let stop = told_to_stop();
    let stops = async move {
        stop.await;
        tell(log, "The house closes: what is in hand is finished, and everybody is told.");
    };
    let reloads = tokio::spawn(reload_when(signal(SignalKind::hangup()).ok(), Arc::clone(&house)));
    let ready = |at: SocketAddr| {
        let url = house.url(at);
        let link = link.as_ref().map(|token| links::link(&url, links::JOIN, token));
        match log {
            LogFormat::Text => {
                output::say(&format!("The house is open: {url}"));
                let built = pages_are_built();
                if !built {
                    output::say(NO_PAGES);
                }
                if let Some(link) = link {
                    let with = if built {
                        "opens this first becomes it".to_owned()
                    } else {
                        format!(
                            "hands this link first to `tercet admin {url} accept --name NAME --login LOGIN` becomes it"
                        )
                    };
                    output::say(&format!("It has no administrator yet. Whoever {with}:\n{link}"));
                }
            }
            // Every line of the log is an object. The link is a secret, and in no log: it is a line by itself on the standard output.
            LogFormat::Json => {
                tracing::info!(%url, "the house is open");
                if !pages_are_built() {
                    tracing::warn!("{NO_PAGES}");
                }
                if let Some(link) = link {
                    tracing::warn!(
                        "the house has no administrator yet; whoever opens the link on the standard output first becomes it"
                    );
                    output::print(&format!("{link}\n"));
                }
            }
        }
    };
    let served = serve(Arc::clone(&house), ready, stops).await;
    reloads.abort();
    if served.is_ok() {
        tell(log, "The house is closed.");
    }
    served
}

/// What is said at the start where there is nothing for a browser.
const NO_PAGES: &str = "Its pages are not built: a browser finds only how to build them, everything else works. `cargo xtask serve` builds them, with Node.";

/// Tells the operator, in the form in which the log is kept.
fn tell(log: LogFormat, what: &str) {
    match log {
        LogFormat::Text => output::say(what),
        LogFormat::Json => tracing::info!("{what}"),
    }
}

/// Reads the certificate anew whenever the system says so (SIGHUP).
async fn reload_when(mut hangs_up: Option<Signal>, house: Arc<House>) {
    loop {
        comes(&mut hangs_up).await;
        match house.reload() {
            Ok(true) => tracing::info!("the certificate was read anew"),
            Ok(false) => tracing::info!("there is no certificate to read anew"),
            Err(not) => tracing::error!(%not, "the certificate cannot be used; the one from before is kept"),
        }
    }
}

/// Waits until somebody at the terminal, or the system, wants the program to end: from now on, not only once it is waited for.
fn told_to_stop() -> impl Future<Output = ()> {
    let [mut interrupt, mut terminate] =
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok());
    async move {
        tokio::select! {
            () = comes(&mut interrupt) => {}
            () = comes(&mut terminate) => {}
        }
    }
}

/// Waits for a signal; for ever, if the system gives none.
async fn comes(signal: &mut Option<Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}
