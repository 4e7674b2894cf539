//! Many rounds: JSON Lines in, one answer a line out, in the same order.

use super::games::{Games, Missing};
use super::lines::{LONGEST, Line, Lines};
use super::readings::{reread, words};
use super::rereading::Rereading;
use super::text::{self, dollars, rounds};
use std::io::{self, Read, Write};
use tercet_protocol::settle::{
    Answer, Id, Incoming, Problem, Reader, Reason, Reread, write_refusal, write_settlement,
};
use tercet_rules::{Settlement, TableLimits, settle};

/// How answers are made.
pub(super) struct Manner {
    pub(super) json: bool,
    pub(super) limits: TableLimits,
    /// Whether to say what other readings would change.
    pub(super) readings: bool,
}

/// Why a run stops before the end of its input.
#[derive(Debug)]
pub(super) enum Stop {
    /// The input cannot be read.
    Input(io::Error),
    /// The output cannot be written.
    Output(io::Error),
    /// The changes asked for do not fit a game of these rounds.
    Changes(String),
}

/// What a run came to.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) settled: u64,
    pub(super) refused: u64,
    /// Whether the reader of the answers went away before the end.
    pub(super) cut_short: bool,
    // A log has no end, so its sums are wider than those of a round.
    staked: i128,
    won: i128,
    returned: i128,
}

impl Tally {
    fn count(&mut self, settlement: &Settlement) {
        self.settled += 1;
        for spot in &settlement.spots {
            self.staked += i128::from(spot.staked.units());
            self.won += i128::from(spot.won.units());
            self.returned += i128::from(spot.returned.units());
        }
    }

    /// The totals in one line.
    pub(super) fn words(&self) -> String {
        let net = self.won + self.returned - self.staked;
        let sign = if net > 0 { "+" } else { "" };
        format!(
            "{} settled, {} refused; staked {}, won {}, returned {}, net {sign}{}",
            rounds(self.settled),
            self.refused,
            dollars(self.staked),
            dollars(self.won),
            dollars(self.returned),
            dollars(net)
        )
    }
}

/// Settles every round of the input and counts them in `tally`, which holds what was answered even where a run stops.
pub(super) fn run(
    input: impl Read,
    output: &mut impl Write,
    games: &mut Games,
    manner: &Manner,
    tally: &mut Tally,
) -> Result<(), Stop> {
    let mut lines = Lines::new(input);
    let mut reader = Reader::default();
    let mut answer = Vec::new();
    let mut rereading = manner.readings.then(Rereading::default);
    loop {
        // Whoever writes the rounds may be waiting for the answers to these.
        if lines.waits() {
            output.flush().map_err(Stop::Output)?;
        }
        let Some((number, line)) = lines.next().map_err(Stop::Input)? else { break };
        answer.clear();
        let settled = match line {
            Line::Whole(line) => {
                let round = reader.read(line);
                match settled(&mut answer, &round, games, manner, rereading.as_mut()) {
                    Ok(settlement) => Ok(settlement),
                    Err(Fault::Round(problem)) => Err((round.id().cloned(), problem)),
                    Err(Fault::Changes(message)) => {
                        output.flush().map_err(Stop::Output)?;
                        return Err(Stop::Changes(message));
                    }
                }
            }
            Line::Cut(start) => {
                let message = format!("longer than {LONGEST} bytes; the line was skipped");
                let id = reader.read(start).id().cloned();
                Err((id, Problem::of_line(Reason::LineTooLong, message)))
            }
        };
        match settled {
            Ok(settlement) => tally.count(&settlement),
            Err((id, problem)) => {
                tally.refused += 1;
                refuse(&mut answer, id.as_ref(), number, &problem, manner.json);
            }
        }
        output.write_all(&answer).map_err(Stop::Output)?;
    }
    if !manner.json {
        if let Some(rereading) = rereading.filter(|_| tally.settled > 0) {
            output.write_all(rereading.words().as_bytes()).map_err(Stop::Output)?;
        }
        writeln!(output, "{}", tally.words()).map_err(Stop::Output)?;
    }
    output.flush().map_err(Stop::Output)
}

/// Why a round is not settled.
enum Fault {
    /// By what it says.
    Round(Problem),
    /// By the changes asked for.
    Changes(String),
}

/// Settles one round and writes the answer.
fn settled(
    answer: &mut Vec<u8>,
    round: &Incoming<'_>,
    games: &mut Games,
    manner: &Manner,
    rereading: Option<&mut Rereading>,
) -> Result<Settlement, Fault> {
    let loaded = games.find(round.game()).map_err(|missing| match missing {
        Missing::Unknown(message) => Fault::Round(round.unknown_game(message)),
        Missing::Unchangeable(message) => Fault::Changes(message),
    })?;
    let game = &*loaded.game;
    let settlement = settle(&round.check(game, manner.limits).map_err(Fault::Round)?);
    let changes =
        rereading.map(|rereading| rereading.of(loaded, |game| round.check(game, manner.limits), &settlement));
    if manner.json {
        let readings: Option<Vec<Reread<'_>>> =
            changes.as_ref().map(|changes| changes.iter().map(reread).collect());
        let (rules, readings) = (&*loaded.hash, readings.as_deref());
        let parts = Answer { id: round.id(), game, rules, settlement: &settlement, readings };
        write_settlement(answer, &parts);
    } else {
        let id = round.id().map(|id| format!("{id}: ")).unwrap_or_default();
        let mut words =
            format!("{id}{}\n{}", text::printable(&game.name), text::settlement(game, &settlement));
        if let Some(changes) = changes.filter(|changes| !changes.is_empty()) {
            words.push_str("Read otherwise\n");
            for change in changes {
                words.push_str(&self::words(&change));
                words.push('\n');
            }
        }
        words.push('\n');
        answer.extend_from_slice(words.as_bytes());
    }
    Ok(settlement)
}

fn refuse(answer: &mut Vec<u8>, id: Option<&Id<'_>>, number: u64, problem: &Problem, json: bool) {
    if json {
        write_refusal(answer, id, number, problem);
    } else {
        let id = id.map(|id| format!("{id}: ")).unwrap_or_default();
        let Problem { reason, at, message } = problem;
        let place = if at == "line" { String::new() } else { format!(", {at}") };
        let words = format!("{id}refused, line {number}{place}: {message} ({reason})\n\n");
        answer.extend_from_slice(words.as_bytes());
    }
}
