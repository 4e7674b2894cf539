//! `tercet history`: rounds of the past, as a replay, a record to settle again, or a proof.

mod find;
mod text;

use crate::journal::{self, moment};
use crate::output::{self, Fitted, harmless, harmless_json};
use crate::{arguments::whole, source};
use find::{Found, NotFound, Query, Unknown};
use std::cell::OnceCell;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_audit::{Named, NotRecalled, Recalled, by_id, recall, rounds_at};
use tercet_ledger::{Name, NameError};
use tercet_protocol::replay::ReplayStatus;
use tercet_protocol::settle::write_round;
use tercet_rules::shown;
use tercet_store::Store;

/// Arguments of `tercet history`.
#[derive(clap::Args)]
#[command(after_help = "\
Every round is made again from the journal by the rules that its table was set to. A round that is still in play \
shows bets and decisions and not one card. Whatever is shown is a replay, and says so.

Examples:
  tercet history tables.db
  tercet history tables.db --player g-aknv3vxcq4hbyrvq --limit 20
  tercet history tables.db --from 2026-11-28 --to 2026-11-29T04:00:00Z --json
  tercet history tables.db --table t3 --round 4
  tercet history tables.db --table t3 --settle | tercet settle -
  tercet history tables.db --table t3 --round 4 --proof > round.json

Of a damaged store whatever can be shown is shown, and what cannot is named on standard error; so is a round in \
which other money was written than follows by its rules, and a player for whom rounds are missing.

The exit status is 0 if every round could be shown, 1 if one could not or may be missing, 2 if the arguments \
cannot be used: also for a table, a player or a round that the journal does not know.")]
pub(crate) struct Args {
    /// The store: the file that live tables write.
    #[arg(value_name = "DB")]
    store: PathBuf,
    /// Rounds of this table.
    #[arg(long, value_name = "TABLE", value_parser = name)]
    table: Option<Name>,
    /// Rounds in which this player bet.
    #[arg(long, value_name = "PLAYER", value_parser = name)]
    player: Option<Name>,
    /// Rounds that opened at this date or time or later, such as 2026-11-28 (UTC), 2026-11-28T20:15:00Z or 2026-11-28T21:15:00+01:00.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: Option<u64>,
    /// Rounds that opened before this date or time.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    to: Option<u64>,
    /// Only the latest of them, so many.
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=1_000_000_usize))]
    limit: Option<usize>,
    /// This round of the table, whole: every bet, card, decision, line and posting.
    #[arg(long, value_name = "N", requires = "table", conflicts_with_all = ["player", "from", "to", "limit"], value_parser = |text: &str| whole(text, 1..=u64::MAX))]
    round: Option<u64>,
    #[command(flatten)]
    form: Form,
}

/// What is printed instead of text for people.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Form {
    /// JSON, one object a line for each round.
    #[arg(long)]
    json: bool,
    /// The settle form, which tercet settle reads.
    #[arg(long)]
    settle: bool,
    /// The proof of the round, which tercet verify checks.
    #[arg(long, requires = "round")]
    proof: bool,
    /// The game file that the round was dealt and paid by.
    #[arg(long, requires = "round")]
    rules: bool,
}

impl Form {
    /// How wide what is printed may be: for people, as wide as the terminal.
    fn columns(&self) -> Option<usize> {
        let programs = self.json || self.settle || self.proof || self.rules;
        if programs { None } else { output::stdout_columns() }
    }

    /// Whether a round that cannot be made again has no such form.
    const fn is_of_whole_rounds(&self) -> bool {
        self.settle || self.proof || self.rules
    }
}

fn name(text: &str) -> Result<Name, NameError> {
    Name::new(text)
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    answered(args).unwrap_or_else(|message| output::unusable(&message))
}

fn answered(args: &Args) -> Result<ExitCode, String> {
    if let (Some(from), Some(to)) = (args.from, args.to)
        && from >= to
    {
        return Err("error: --from is not before --to; expected a span of time".into());
    }
    let store = match journal::open(&args.store) {
        Ok(store) => store,
        Err(failure) => return Ok(journal::unopened(&failure)),
    };
    told(args, &store, Fitted::new(BufWriter::new(io::stdout().lock()), args.form.columns()))
}

/// Shows the rounds of a store.
fn told(args: &Args, store: &dyn Store, out: impl Write) -> Result<ExitCode, String> {
    let query =
        Query { table: args.table.as_ref(), player: args.player.as_ref(), from: args.from, to: args.to };
    let mut shown = Shown {
        out,
        store,
        args,
        any: false,
        failed: false,
        without_record: 0,
        other_rules: false,
        room: OnceCell::new(),
    };
    let done = match (args.round, &args.table) {
        (Some(no), Some(table)) => shown.asked_for(table, no),
        _ => {
            // A store in which that cannot be looked up is damaged; what can be shown of it is shown.
            let unknown = match find::is_known(store, &query) {
                Err(Unknown::Asked(message)) if store.chain().is_ok() => return Err(message),
                Err(Unknown::Asked(message) | Unknown::Broken(message)) => shown.broken(&message),
                Ok(()) => Ok(()),
            };
            let found = unknown.map_err(NotFound::Stopped);
            let found =
                found.and_then(|()| find::each(store, &query, args.limit, &mut |found| shown.found(found)));
            found.or_else(|not| match not {
                NotFound::Stopped(stop) => Err(stop),
                NotFound::Failed(failure) => shown.broken(&journal::cannot(&failure)),
            })
        }
    };
    let ended = done.and_then(|()| shown.out.flush().map_err(Stop::Output));
    let status = if shown.failed { ExitCode::from(1) } else { ExitCode::SUCCESS };
    if ended.is_ok() {
        shown.notes();
    }
    match ended {
        Ok(()) => Ok(status),
        // Whoever reads has had enough.
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(status),
        Err(Stop::Output(error)) => Err(format!("error: standard output: {error}")),
        Err(Stop::Failed(message)) => Err(message),
    }
}

/// Why no more rounds are shown.
enum Stop {
    /// Standard output takes no more.
    Output(io::Error),
    /// A message for the person at the terminal.
    Failed(String),
}

/// What was shown so far.
struct Shown<'a, W: Write> {
    out: W,
    store: &'a dyn Store,
    args: &'a Args,
    any: bool,
    failed: bool,
    /// Rounds that are void, in play, or had an irregularity: they have no record.
    without_record: u64,
    /// Whether a record was settled by rules that are not built in.
    other_rules: bool,
    /// Of lines that are for people, once there is one: every table is looked at for it.
    room: OnceCell<text::Room>,
}

impl<W: Write> Shown<'_, W> {
    /// One round, which must be there.
    fn asked_for(&mut self, table: &Name, no: u64) -> Result<(), Stop> {
        match rounds_at(self.store, table) {
            Ok(rounds) if no > rounds => {
                let error = NotRecalled::NoRound { rounds };
                Err(Stop::Failed(format!("error: round {no} at {table}: {error}")))
            }
            Ok(_) => self.round(table, no),
            Err(failure) => self.broken(&journal::cannot(&failure)),
        }
    }

    /// What was found on the way.
    fn found(&mut self, found: Found) -> Result<(), Stop> {
        match found {
            Found::Round { table, no } => self.round(&table, no),
            Found::Broken(what) => self.broken(&format!("error: {what}")),
        }
    }

    /// Says what is broken; what can be shown is shown all the same.
    fn broken(&mut self, message: &str) -> Result<(), Stop> {
        // What was shown stands before what is said of the next.
        self.out.flush().map_err(Stop::Output)?;
        output::say(&harmless_line(message));
        self.failed = true;
        Ok(())
    }

    fn round(&mut self, table: &Name, no: u64) -> Result<(), Stop> {
        let recalled = match recall(self.store, table, no) {
            Ok(recalled) => recalled,
            Err(error) => return self.broken(&format!("error: round {no} at {table}: {error}")),
        };
        if let Some(why) = &recalled.damaged {
            // What could be read of it is shown to people and programs; no other form is of half a round.
            if !self.args.form.is_of_whole_rounds() {
                self.put(&recalled)?;
            }
            return self.broken(&format!("error: round {no} at {table}: {why}"));
        }
        self.put(&recalled)?;
        match recalled.otherwise.as_slice() {
            [] => Ok(()),
            [first, ..] => self.broken(&format!(
                "error: round {no} at {table}: in record {first} other money was written than follows by the rules, which is what is shown \
                 as its result; tercet audit says more"
            )),
        }
    }

    fn put(&mut self, recalled: &Recalled) -> Result<(), Stop> {
        let text = self.form(recalled)?;
        self.any |= !text.is_empty();
        self.out.write_all(text.as_bytes()).map_err(Stop::Output)
    }

    fn form(&mut self, recalled: &Recalled) -> Result<String, Stop> {
        let (form, whole) = (&self.args.form, self.args.round.is_some());
        if form.json {
            let replay = serde_json::to_string(&recalled.replay(whole, &by_id));
            let replay = replay.map_err(|error| Stop::Failed(format!("error: {error}")))?;
            return Ok(harmless_json(&format!("{replay}\n")).into_owned());
        }
        if form.settle {
            return Ok(self.settle_form(recalled));
        }
        if form.proof {
            let proof = tercet_audit::proof(recalled, Named::InTheBooks)
                .map_err(|why| Stop::Failed(format!("error: {why}")))?;
            return Ok(format!("{proof}\n"));
        }
        if form.rules {
            let rules = recalled.settings();
            let text = rules.map(|settings| settings.text.to_string());
            return text.ok_or_else(|| {
                Stop::Failed("error: the round is in play; its rules are told once it is over".into())
            });
        }
        let text = if whole {
            text::whole(recalled)
        } else {
            let head = if self.any { "" } else { "Replay of rounds of the past\n" };
            let room = self.room.get_or_init(|| text::Room::of(self.store, self.args.table.as_ref()));
            format!("{head}{}", text::line(recalled, self.args.player.as_ref(), *room))
        };
        Ok(harmless(&text, false).into_owned())
    }

    fn settle_form(&mut self, recalled: &Recalled) -> String {
        let Some((settings, record)) = recalled.settings().zip(recalled.record()) else {
            self.without_record += 1;
            return String::new();
        };
        let hash = format!("sha256:{}", settings.rules);
        let own = source::load(settings.game.id.as_str(), &source::Variant::default());
        self.other_rules |= own.map_or(true, |loaded| loaded.hash != hash);
        let id = format!("{}/{}", recalled.table, recalled.no);
        write_round(&record, Some(&settings.game.id), Some(&id)) + "\n"
    }

    /// What whoever reads the answer should know besides.
    fn notes(&self) {
        if !self.any && !self.failed && self.without_record == 0 {
            output::say("note: no round was found");
        }
        if self.without_record > 0 {
            let (count, rounds) =
                (self.without_record, if self.without_record == 1 { "round" } else { "rounds" });
            output::say(&format!(
                "note: {count} {rounds} left out: void, in play, without a seed, or with an irregularity, for which the form has no place"
            ));
        }
        if self.other_rules {
            output::say(
                "note: not all were dealt by built-in rules; --table, --round and --rules print the file for tercet settle --game-file",
            );
        }
    }
}

/// A message in one line, whatever is in it.
fn harmless_line(message: &str) -> String {
    shown(message, usize::MAX)
}

/// What became of a round, in a word.
const fn status(recalled: ReplayStatus) -> &'static str {
    match recalled {
        ReplayStatus::Settled => "settled",
        ReplayStatus::Void => "void",
        ReplayStatus::Unproven => "unproven",
        ReplayStatus::InPlay => "in-play",
        ReplayStatus::Damaged => "damaged",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tercet_store::{Append, AppendError, Failure, Memory, Receipt, Stored, handed_on};
    use tercet_table::Founding;

    /// A store that counts how often it is asked for the tables that were founded.
    struct Counts(Memory, AtomicUsize);

    impl Store for Counts {
        fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
            self.0.append(append)
        }

        fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
            self.1.fetch_add(usize::from(*stream == Founding::stream()), Ordering::Relaxed);
            self.0.events(stream, from, most)
        }

        handed_on! { it => it.0; receipt, version, moves, balance, balances, chain, records }
    }

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        args: Args,
    }

    /// How much room tables take is looked up for lines that are shown to people, and for nothing else.
    #[test]
    fn what_programs_read_takes_no_look_at_every_table() {
        for form in ["--json", "--settle"] {
            let store = Counts(Memory::new(), AtomicUsize::new(0));
            let Program { args } = Program::parse_from(["history", "tables.db", form]);
            told(&args, &store, Vec::new()).expect("nothing is wrong with a store without rounds");
            assert_eq!(store.1.into_inner(), 0, "{form}");
        }
    }
}
