//! `tercet shuffle-test`: whether decks look shuffled, ours or somebody else's.

use super::form::{self, PageForm, Said};
use crate::arguments::whole;
use crate::line;
use crate::output::{during, typed};
use crate::source::said;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Write as _};
use std::process::ExitCode;
use tercet_cards::{Deck, ThreeCategory, parse_cards};
use tercet_protocol::simulation::write_shuffle_test;
use tercet_report::document::{Block, Document, Section, Set, Table};
use tercet_report::words::{grouped, percent};
use tercet_report::{Answer, Steps};
use tercet_rules::shown;
use tercet_sim::shuffle::{Shuffles, Test};
use tercet_sim::{Chance, Decks, Seed};

const EXAMPLES: &str = "\
Examples:
  tercet shuffle-test
  tercet shuffle-test --decks 20000 --seed 7 --json
  tercet shuffle-test --bytes 64 --seed 7 | od -t x1

A file has a deck on each line, 52 cards from the top: \"As Kd 9h ...\". docs/SIMULATION.md defines each test.";

/// Arguments of `tercet shuffle-test`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of decks that somebody recorded, `-` for standard input; else our own shuffle is tested.
    #[arg(value_name = "FILE", conflicts_with_all = ["decks", "seed", "bytes"])]
    file: Option<String>,
    /// How many decks are shuffled.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = |text: &str| whole(text, 1..=1_000_000_000_u64))]
    decks: u64,
    /// What the cards follow from: a whole number, or 64 hexadecimal digits; else the operating system says.
    #[arg(long, value_name = "SEED", value_parser = Seed::read)]
    seed: Option<Seed>,
    /// Write so many random bytes to standard output instead, as outside tests of generators read them; 0 is without end.
    #[arg(long, value_name = "N", conflicts_with_all = ["decks", "PageForm"], value_parser = |text: &str| whole(text, 0..=u64::MAX / 2))]
    bytes: Option<u64>,
    #[command(flatten)]
    form: PageForm,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(answered(args))
}

fn answered(args: &Args) -> Result<Said, String> {
    let seed = || args.seed.map_or_else(super::simulate::chance, Ok);
    if let Some(bytes) = args.bytes {
        return stream(seed()?, bytes);
    }
    let (shuffles, of) = match &args.file {
        Some(name) => (recorded(name)?, name.clone()),
        None => {
            let seed = seed()?;
            (ours(seed, args.decks), format!("our shuffle, seed {seed}"))
        }
    };
    args.form.said(&Tested { of, tests: shuffles.tests(), shuffles })
}

/// The words that shuffles are made of, in the order in which they are taken, least significant byte first.
fn stream(seed: Seed, bytes: u64) -> Result<Said, String> {
    let mut chance = Chance::new(seed, 0);
    let mut out = io::stdout().lock();
    let mut left = if bytes == 0 { u64::MAX } else { bytes };
    let mut block = vec![0; 1 << 16];
    while left > 0 {
        let much = usize::try_from(left).unwrap_or(usize::MAX).min(block.len());
        chance.fill(&mut block[..much]);
        match out.write_all(&block[..much]) {
            Ok(()) => {}
            // A test that has seen enough is no error.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(error) => return Err(format!("error: standard output: {error}")),
        }
        left -= much as u64;
    }
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("error: standard output: {error}"))
        }
        Ok(()) | Err(_) => Ok(Said::Written(ExitCode::SUCCESS)),
    }
}

fn ours(seed: Seed, decks: u64) -> Shuffles {
    during("Shuffling", |progress| {
        let mut shuffles = Shuffles::default();
        for (done, deck) in (0..decks).zip(Decks::new(seed)) {
            shuffles.add(&deck);
            progress.at(done, decks);
        }
        shuffles
    })
}

fn recorded(name: &str) -> Result<Shuffles, String> {
    if name == "-" {
        return read("<stdin>", &mut io::stdin().lock());
    }
    let file = File::open(name).map_err(|error| format!("error: {name}: {}", said(&error)))?;
    read(name, &mut BufReader::new(file))
}

fn read(name: &str, input: &mut dyn BufRead) -> Result<Shuffles, String> {
    let mut shuffles = Shuffles::default();
    let mut buffer = Vec::new();
    for number in 1_u64.. {
        let wrong = |why: String| format!("error: {name}: line {number}: {why}");
        match line::read(input, &mut buffer).map_err(|error| wrong(said(&error)))? {
            line::Read::End => break,
            line::Read::Cut => return Err(wrong("is too long to be a deck".into())),
            line::Read::Whole => {}
        }
        let text = core::str::from_utf8(&buffer).map_err(|_| wrong("is no text".into()))?.trim();
        if text.is_empty() {
            continue;
        }
        let cards = parse_cards(text).map_err(|error| wrong(shown(&error.to_string(), 200)))?;
        shuffles.add(&Deck::from_cards(&cards).map_err(|error| wrong(error.to_string()))?);
    }
    if shuffles.decks() == 0 {
        return Err(format!("error: {name}: there is no deck in it; expected 52 cards on each line"));
    }
    Ok(shuffles)
}

/// `one deck`, `400 decks`
fn decks_of(decks: u64) -> String {
    if decks == 1 { "one deck".into() } else { format!("{} decks", grouped(decks)) }
}

/// What was tested, and what came out.
struct Tested {
    of: String,
    shuffles: Shuffles,
    tests: Vec<Test>,
}

impl Answer for Tested {
    fn page(&self) -> Document {
        let mut section = Section::new("Tests");
        let far = self.tests.iter().any(Test::is_far);
        section.text(if far {
            "WARNING: these decks differ from honest ones by more than chance explains."
        } else if self.tests.is_empty() {
            "There are too few decks for any test."
        } else {
            "These decks differ from honest ones by no more than chance explains."
        });
        let mut table = Table::new(&[
            ("", Set::Left),
            ("statistic", Set::Right),
            ("degrees of freedom", Set::Right),
            ("chance", Set::Right),
        ]);
        for test in &self.tests {
            let degrees = test.degrees.map_or_else(|| "normal".into(), grouped);
            table.row([test.what.into(), format!("{:.3}", test.statistic), degrees, percent(test.chance)]);
        }
        section.blocks.push(Block::Table(table));
        section.text(
            "Chance: of so much or more, if every order is equally likely and independent of the one before.",
        );
        let mut hands =
            Table::new(&[("", Set::Left), ("first three cards", Set::Right), ("next three", Set::Right)]);
        let [player, dealer] = self.shuffles.hands();
        for ((category, player), dealer) in ThreeCategory::ALL.iter().zip(player).zip(dealer).rev() {
            hands.row([category.to_string(), grouped(player), grouped(dealer)]);
        }
        let mut made = Section::new("Hands");
        made.blocks.push(Block::Table(hands));
        Document {
            title: "Shuffled decks".into(),
            head: vec![format!("{}: {}", decks_of(self.shuffles.decks()), shown(&self.of, 200))],
            sections: vec![section, made],
        }
    }

    fn json(&self, out: &mut Vec<u8>, _: Steps<'_>) {
        write_shuffle_test(out, &self.of, &typed().to_string(), &self.shuffles, &self.tests);
    }
}
