//! What a command writes: quiet when the reader has gone away, as wide as the terminal, coloured only there, and
//! never a character from outside that steers the terminal.

mod amounts;
pub(crate) mod file;
mod fit;
mod harmless;
mod progress;

use fit::fitted;

pub(crate) use amounts::with_cents;
pub(crate) use fit::Fitted;
pub(crate) use harmless::{harmless, harmless_json};
pub(crate) use progress::{Progress, begin, during};
pub(crate) use tercet_report::Command;
pub(crate) use tercet_report::lines::{self as text, Screen};

use std::env;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Writes words for people, laid out already, to standard output, made harmless. A reader who has seen enough (`tercet show … | head -1`) is no error.
pub(crate) fn print(text: &str) -> ExitCode {
    print_data(&harmless(text, stdout_colour()), ExitCode::SUCCESS)
}

/// Writes paragraphs for people, made harmless, in lines that the terminal holds, if it is one; ends with this status if
/// that worked or nobody reads any more.
pub(crate) fn print_paragraphs(text: &str, status: ExitCode) -> ExitCode {
    print_data(&fitted(&harmless(text, stdout_colour()), stdout_columns()), status)
}

/// Writes JSON with what steers a terminal as escapes, which mean the same. Ends as [`print_paragraphs`].
pub(crate) fn print_json(text: &str, status: ExitCode) -> ExitCode {
    print_data(&harmless_json(text), status)
}

/// Writes what programs read, byte for byte: JSON and other forms with escapes of their own. Ends as [`print_paragraphs`].
pub(crate) fn print_data(text: &str, status: ExitCode) -> ExitCode {
    let mut out = io::stdout().lock();
    ended(out.write_all(text.as_bytes()).and_then(|()| out.flush()), status)
}

/// Writes lines that programs read, each as it comes, and says on a terminal how far that is; not if they go there
/// themselves. Ends as [`print_paragraphs`].
pub(crate) fn print_lines(
    what: &str,
    lines: impl ExactSizeIterator<Item = String>,
    status: ExitCode,
) -> ExitCode {
    let all = lines.len() as u64;
    let write = |progress: &Progress| {
        let mut out = io::BufWriter::new(io::stdout().lock());
        for (done, line) in (1..).zip(lines) {
            out.write_all(line.as_bytes())?;
            progress.at(done, all);
        }
        out.flush()
    };
    let written = if io::stdout().is_terminal() { write(&Progress::default()) } else { during(what, write) };
    ended(written, status)
}

/// How writing to standard output ended.
fn ended(written: io::Result<()>, status: ExitCode) -> ExitCode {
    match written {
        Ok(()) => status,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => status,
        Err(error) => unusable(&format!("error: standard output: {error}")),
    }
}

/// Says on standard error why the arguments or files cannot be used; the status for that is 2.
pub(crate) fn unusable(message: &str) -> ExitCode {
    say(message);
    ExitCode::from(2)
}

/// Says something on standard error, made harmless.
pub(crate) fn say(message: &str) {
    // There is nobody left to tell if this fails.
    let width = columns(io::stderr().is_terminal());
    let _ = writeln!(io::stderr(), "{}", fitted(&harmless(message, stderr_colour()), width));
}

/// Lines longer than this are hard to read, however wide the terminal is.
const WIDEST: usize = 100;
/// Below this nothing can be laid out.
const NARROWEST: usize = 30;

/// Standard output as it is now: as wide as `COLUMNS` if that is set, else as the terminal, else 80 columns.
pub(crate) fn screen() -> Screen {
    let width = asked_columns().or_else(stdout_columns).unwrap_or(text::USUAL);
    Screen { width: width.clamp(NARROWEST, WIDEST), colour: stdout_colour() }
}

/// The command of this run of the program.
pub(crate) fn typed() -> Command {
    Command::typed(env::args_os().skip(1))
}

/// The columns of standard output, if it is a terminal: what lines of paragraphs must fit in.
pub(crate) fn stdout_columns() -> Option<usize> {
    columns(io::stdout().is_terminal())
}

/// `COLUMNS` if it is set, else what the terminal says; none where there is no terminal.
fn columns(terminal: bool) -> Option<usize> {
    let width = || {
        let (columns, _) = ratatui::crossterm::terminal::size().ok()?;
        Some(usize::from(columns)).filter(|columns| *columns > 0)
    };
    let columns = if terminal { asked_columns().or_else(width) } else { None };
    columns.map(|columns| columns.max(NARROWEST))
}

fn asked_columns() -> Option<usize> {
    let columns = env::var("COLUMNS").ok()?.trim().parse().ok();
    columns.filter(|columns| *columns > 0)
}

fn stdout_colour() -> bool {
    io::stdout().is_terminal() && colour_is_welcome()
}

/// Whether text on standard error may be coloured.
pub(crate) fn stderr_colour() -> bool {
    io::stderr().is_terminal() && colour_is_welcome()
}

/// <https://no-color.org>: any value but an empty one asks for none.
fn colour_is_welcome() -> bool {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}
