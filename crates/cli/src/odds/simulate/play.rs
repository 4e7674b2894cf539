//! Playing what was asked for, until something ends it.

use super::options::{Options, Until};
use super::seat::SeatSaid;
use super::trace::Trace;
use crate::output::{Progress, during, typed};
use crate::source::{self, Loaded};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tercet_analysis::report::Ask;
use tercet_analysis::{Bet, StrategyCard};
use tercet_report::Conditions;
use tercet_rules::{Game, Money, WagerId};
use tercet_sim::exact::{Exact, Figures};
use tercet_sim::{
    CHUNKS, Pace, Plan, Player, Prepared, Seat, Seed, Setup, SetupError, Signals, Tally, run, trace, wagers,
};
use tokio::signal::unix::{SignalKind, signal};

/// Rounds that are played if nothing else ends it.
const USUAL: u64 = 1_000_000;

/// What came out, with what was asked.
pub(crate) struct Played<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) prepared: &'a Prepared<'a>,
    pub(super) conditions: Conditions,
    pub(super) seed: Seed,
    /// `fast` or `reference`.
    pub(super) engine: &'static str,
    /// Who plays, in words.
    pub(super) seats: Vec<String>,
    pub(super) tally: Tally,
    pub(super) figures: Figures,
    pub(super) rounds_per_hour: f64,
    pub(super) notes: Vec<String>,
    /// Why it ended before its time, if that is an error.
    pub(super) failed: Option<String>,
}

/// What rounds came to.
pub(super) struct Came {
    pub(super) seed: Seed,
    /// `fast` or `reference`, or both.
    pub(super) engine: &'static str,
    pub(super) tally: Tally,
    pub(super) notes: Vec<String>,
    /// Why it ended before its time, if that is an error.
    pub(super) failed: Option<String>,
}

impl Played<'_> {
    /// Which chunks were played, in words: `Chunks 0 to 4, 7`.
    pub(super) fn chunks(&self) -> String {
        let range = |range: &Range<u64>| match range.end - range.start {
            1 => range.start.to_string(),
            _ => format!("{} to {}", range.start, range.end - 1),
        };
        let ranges: Vec<String> = self.tally.chunks.iter().map(range).collect();
        if ranges.is_empty() { "No chunks".into() } else { format!("Chunks {}", ranges.join(", ")) }
    }
}

impl Options {
    /// Plays, and works on what came out.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal, by the option that is to blame; or what `work` says.
    pub(super) fn played<T>(&self, work: impl FnOnce(&Played<'_>) -> Result<T, String>) -> Result<T, String> {
        let loaded = source::load(&self.game, &self.variant)?;
        let game = Arc::clone(&loaded.game);
        let said = self.seats();
        let cards: Vec<Option<StrategyCard>> = said
            .iter()
            .map(|seat| seat.strategy.as_ref().unwrap_or(&self.strategy).card(&game))
            .collect::<Result<_, _>>()?;
        let seats = said.iter().zip(&cards).map(|(seat, card)| self.seat(&game, seat, card.as_ref()));
        let seats = seats.collect::<Result<Vec<Seat<'_>>, String>>()?;
        let setup = Setup::new(game, seats, self.tables, self.session, self.meter)
            .map_err(|error| self.blamed(&error))?;
        let prepared = during("Working out every hand", |_| Prepared::new(setup))
            .map_err(|error| self.blamed(&error))?;
        let exact = during("Working out the exact figures", |_| Exact::new(&prepared));
        let came = if self.add.is_empty() {
            let seed = self.seed.map_or_else(chance, Ok)?;
            self.play(&prepared, &exact, seed)?
        } else {
            super::add::all(&self.add, &loaded, &prepared, self.seed)?
        };
        let played = self.told(&loaded, &exact, came);
        work(&played)
    }

    /// What each seat does, those that are only counted first.
    fn seats(&self) -> Vec<SeatSaid> {
        let alike = if self.bet.is_empty() { 0 } else { self.spots.unwrap_or(1) };
        let counted = (1..=alike).filter(|spot| self.seat.iter().all(|seat| seat.spot != *spot));
        let counted = counted.map(|spot| SeatSaid { spot, ..SeatSaid::default() });
        counted.chain(self.seat.iter().cloned()).collect()
    }

    fn seat<'c>(
        &self,
        game: &Game,
        said: &SeatSaid,
        card: Option<&'c StrategyCard>,
    ) -> Result<Seat<'c>, String> {
        let bet = if said.bet.is_empty() { &self.bet } else { &said.bet };
        let option = if said.bet.is_empty() { "--bet" } else { "--seat" };
        let bet = Bet::new(game, bet).map_err(|error| format!("error: {option}: {error}"))?;
        let strategy = said.strategy.as_ref().unwrap_or(&self.strategy);
        Ok(Seat {
            spot: said.spot,
            player: said.player.clone().unwrap_or_else(|| format!("player {}", said.spot)),
            bet,
            policy: strategy.policy(card),
            errs: said.errs.unwrap_or(self.errs),
            bankroll: said.bankroll.or(self.bankroll),
            goal: said.goal.or(self.goal),
        })
    }

    /// Why it cannot be played, by the option that is to blame.
    fn blamed(&self, error: &SetupError) -> String {
        let of_seats = |option| if self.seat.is_empty() { option } else { "--seat" };
        let option = match error.part {
            "seats" => "--spots, --seat",
            "bet" => of_seats("--bet"),
            "tables" => "--tables",
            "session" => "--session",
            "meter" => "--meter",
            "goal" => of_seats("--goal"),
            _ => of_seats("--bankroll"),
        };
        format!("error: {option}: {}", error.message)
    }

    fn play(&self, prepared: &Prepared<'_>, exact: &Exact<'_, '_>, seed: Seed) -> Result<Came, String> {
        let whole = u64::from(self.tables) * u64::from(self.session.unwrap_or(1));
        let asked = match &self.until {
            Until { rounds: Some(rounds), .. } => *rounds,
            Until { chunks: Some(chunks), .. } => chunks.saturating_mul(prepared.setup.chunk()),
            Until { time: None, until_error: None, .. } => USUAL,
            Until { .. } => u64::MAX / 4,
        };
        let rounds = asked.div_ceil(whole).saturating_mul(whole);
        let left = (CHUNKS - self.first_chunk).saturating_mul(prepared.setup.chunk());
        if (self.until.rounds.is_some() || self.until.chunks.is_some()) && rounds > left {
            return Err(format!(
                "error: --first-chunk: from {} on there are {} chunks; expected enough for {rounds} rounds",
                self.first_chunk,
                CHUNKS - self.first_chunk
            ));
        }
        let player = if self.reference || self.trace.is_some() { Player::Reference } else { Player::Fast };
        let fast = player == Player::Fast && prepared.is_compiled();
        let threads =
            self.threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
        let plan = Plan { seed, first: self.first_chunk, rounds, threads, player };
        let stop = Arc::new(AtomicBool::new(false));
        end_on_request(&stop, self.until.time)?;
        let trace = self.trace.as_deref().map(Trace::create).transpose()?;
        let (tally, failed) = during("Playing", |progress| {
            let mut watch = Watch { exact, progress, target: self.until.until_error };
            let signals = Signals { stop: &stop, dealt: Some(progress.deals(rounds, self.until.time)) };
            match trace {
                Some(trace) => traced(prepared, plan, signals, trace, &mut watch),
                None => (run(prepared, plan, signals, &mut |so_far| watch.goes_on(so_far)), None),
            }
        });
        let mut notes = Vec::new();
        if asked != rounds && self.until.rounds.is_some() {
            notes.push(format!("{rounds} rounds, so that all sessions are whole."));
        }
        if !fast && player == Player::Fast {
            notes.push("A row of six cards asks for more than what the best five are worth, or the tables lead to too many results: every round is played through the machine of the rules.".into());
        }
        if self.until.time.is_none()
            && failed.is_none()
            && stop.load(Ordering::Relaxed)
            && self.until.until_error.is_none()
        {
            notes.push("It was stopped before its end.".into());
        }
        let engine = if fast { "fast" } else { "reference" };
        Ok(Came { seed, engine, tally, notes, failed })
    }

    /// What rounds came to, with what was asked.
    fn told<'a>(&self, loaded: &'a Loaded, exact: &Exact<'a, 'a>, came: Came) -> Played<'a> {
        let Came { seed, engine, tally, mut notes, failed } = came;
        let (prepared, figures) = (exact.prepared(), exact.beside(&tally));
        if prepared.game().meter.is_some() && figures.lines.iter().any(|line| line.of.is_none()) {
            notes.push("What the meter held at each deal is in the exact figures.".into());
        }
        let pace =
            Pace { round_seconds: f64::from(self.round_seconds), seat_seconds: f64::from(self.seat_seconds) };
        let conditions = {
            let players = u8::try_from(prepared.setup.seats().len()).unwrap_or(u8::MAX);
            let ask = Ask { players, meter: self.meter, ..Ask::of(&loaded.game) };
            Conditions::of(loaded, &ask, Some(self.strategy.to_string()), typed())
        };
        Played {
            loaded,
            prepared,
            conditions,
            seed,
            engine,
            seats: prepared.setup.seats().iter().map(|seat| self.said(prepared.game(), seat)).collect(),
            rounds_per_hour: pace
                .rounds_per_hour(tally.seats().unwrap_or_else(|| prepared.setup.seats().len() as f64)),
            tally,
            figures,
            notes,
            failed,
        }
    }

    /// A seat in words.
    fn said(&self, game: &Game, seat: &Seat<'_>) -> String {
        let said = self.seat.iter().find(|said| said.spot == seat.spot);
        let strategy = said.and_then(|said| said.strategy.as_ref()).unwrap_or(&self.strategy);
        let bet = stakes(&wagers(game, &seat.bet));
        let mut text = format!("spot {}, {}: {bet}, {strategy}", seat.spot, seat.player);
        if seat.errs > 0 {
            text.push_str(&format!(", errs {}%", f64::from(seat.errs) / 10_000.0));
        }
        if let Some(bankroll) = seat.bankroll {
            text.push_str(&format!(", bankroll {bankroll}"));
        }
        if let Some(goal) = seat.goal {
            text.push_str(&format!(", goal {goal}"));
        }
        text
    }
}

/// Stakes as `--bet` takes them.
fn stakes(wagers: &[(WagerId, Money)]) -> String {
    let each = |(id, stake): &(WagerId, Money)| format!("{id}={}", stake.to_string().replace(['$', ','], ""));
    wagers.iter().map(each).collect::<Vec<_>>().join(" ")
}

/// A seed of the operating system's.
///
/// # Errors
///
/// A message for the person at the terminal: it gives none.
pub(in crate::odds) fn chance() -> Result<Seed, String> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| {
        format!("error: the operating system gives no randomness ({error}); --seed N does without")
    })?;
    Ok(Seed::from_bytes(key))
}

/// Sets the flag when somebody presses Ctrl-C, the program is told to end, or the time is over; told again, it ends at once.
fn end_on_request(stop: &Arc<AtomicBool>, time: Option<Duration>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("error: no watch can be kept: {error}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let (mut interrupts, mut ends) = {
        let _inside = runtime.enter();
        (signal(SignalKind::interrupt()).map_err(failed)?, signal(SignalKind::terminate()).map_err(failed)?)
    };
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        runtime.block_on(async move {
            let mut told = async || tokio::select! { _ = interrupts.recv() => 130, _ = ends.recv() => 143 };
            match time {
                Some(time) => {
                    let _ = tokio::time::timeout(time, told()).await;
                }
                None => {
                    told().await;
                }
            }
            stop.store(true, Ordering::Relaxed);
            std::process::exit(told().await);
        });
    });
    Ok(())
}

/// Looks at what was played so far.
struct Watch<'w> {
    exact: &'w Exact<'w, 'w>,
    progress: &'w Progress,
    target: Option<f64>,
}

impl Watch<'_> {
    /// Whether more is to be played.
    fn goes_on(&mut self, so_far: &Tally) -> bool {
        let edge = self.exact.beside(so_far).total;
        let error = edge.and_then(|edge| edge.error);
        // The error falls with the root of the rounds.
        let enough =
            self.target.zip(error).map(|(target, error)| so_far.rounds as f64 * (error / target).powi(2));
        self.progress.played(so_far.rounds, enough, || edge.map(|edge| edge.played));
        self.target.zip(error).is_none_or(|(target, error)| error > target)
    }
}

/// Plays on this thread and writes every round.
fn traced(
    prepared: &Prepared<'_>,
    plan: Plan,
    signals: Signals<'_>,
    mut file: Trace,
    watch: &mut Watch<'_>,
) -> (Tally, Option<String>) {
    let mut all = prepared.nothing();
    let mut failed = None;
    for place in 0.. {
        let Some(chunk) = plan.chunk(prepared, place) else { break };
        let game = &prepared.game().id;
        let tally = trace(prepared, chunk, signals, &mut |number, record| {
            let id = format!("{}.{number}", chunk.number);
            let line = tercet_protocol::settle::write_round(record, Some(game), Some(&id));
            failed = file.line(&line).err();
            failed.is_none()
        });
        all.merge(&tally).expect("every chunk is played once, and no sum of rounds grows so large");
        if failed.is_some() || !watch.goes_on(&all) || signals.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let failed = failed.or_else(|| file.end().err());
    (all, failed)
}
