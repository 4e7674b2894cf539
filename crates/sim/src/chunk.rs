//! One chunk: the rounds that follow from one stream of chance, whoever plays them and wherever.

use crate::chance::{Chance, Seed};
use crate::evening::Sitting;
use crate::fast::{Engine, Fast, Hit, weights};
use crate::felt::{Drawn, Felt, Layout, hands, record};
use crate::machine::Machine;
use crate::prepared::{Compiled, Prepared};
use crate::setup::MILLION;
use crate::shuffler::{LANES, Shuffler};
use crate::tally::{BATCH, Tally};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tercet_rules::{Money, Reads, RoundRecord};

/// Which engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Look-ups; a game that is too odd for them is played by the machine.
    Fast,
    /// The machine of the rules.
    Reference,
}

/// Which rounds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// What the cards follow from.
    pub seed: Seed,
    /// The number of the chunk: its stream of chance.
    pub number: u64,
    /// How many rounds of it.
    pub rounds: u64,
}

/// What passes between those who play and those who wait.
#[derive(Clone, Copy, Debug)]
pub struct Signals<'s> {
    /// Once it is set nothing more is dealt.
    pub stop: &'s AtomicBool,
    /// Counts the rounds that were dealt, now and then, for who wants to know before a chunk is over.
    pub dealt: Option<&'s AtomicU64>,
}

impl<'s> From<&'s AtomicBool> for Signals<'s> {
    fn from(stop: &'s AtomicBool) -> Signals<'s> {
        Signals { stop, dealt: None }
    }
}

impl Signals<'_> {
    /// Whether to stop before the round of this number; looks now and then.
    #[inline]
    fn stops(self, number: u64) -> bool {
        if !number.is_multiple_of(BATCH) {
            return false;
        }
        if let Some(dealt) = self.dealt.filter(|_| number > 0) {
            dealt.fetch_add(BATCH, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}

/// Plays a chunk, or as much of it as there was before it was told to stop.
#[must_use]
pub fn play<'s>(
    prepared: &Prepared<'_>,
    chunk: Chunk,
    player: Player,
    signals: impl Into<Signals<'s>>,
) -> Tally {
    let signals = signals.into();
    match (player, &prepared.compiled) {
        (Player::Fast, Ok(compiled)) => {
            let game = prepared.game();
            match (game.player.0, game.dealer.0, reads_both(prepared)) {
                (4, 4, _) => fast::<4, 4, false>(prepared, compiled, chunk, signals),
                (4, _, _) => fast::<4, 3, false>(prepared, compiled, chunk, signals),
                (_, 4, _) => fast::<3, 4, false>(prepared, compiled, chunk, signals),
                (_, _, false) => fast::<3, 3, false>(prepared, compiled, chunk, signals),
                (_, _, true) => fast::<3, 3, true>(prepared, compiled, chunk, signals),
            }
        }
        (Player::Fast, Err(_)) | (Player::Reference, _) => {
            run(prepared, chunk, Machine::new(prepared), signals, &mut Quiet)
        }
    }
}

fn fast<const CARDS: usize, const DEALER: usize, const SIX: bool>(
    prepared: &Prepared<'_>,
    compiled: &Compiled,
    chunk: Chunk,
    signals: Signals<'_>,
) -> Tally {
    run(prepared, chunk, Fast::<CARDS, DEALER, SIX>::new(prepared, compiled), signals, &mut Quiet)
}

/// Plays a chunk through the machine and tells each round as it would be recorded, with its number in the chunk; ends where
/// `tell` says so, or once it is told to stop. That round is counted.
#[must_use]
pub fn trace(
    prepared: &Prepared<'_>,
    chunk: Chunk,
    signals: Signals<'_>,
    tell: &mut dyn FnMut(u64, &RoundRecord) -> bool,
) -> Tally {
    run(prepared, chunk, Machine::new(prepared), signals, &mut Told(tell))
}

/// Whether any seat has a bet that reads both hands.
fn reads_both(prepared: &Prepared<'_>) -> bool {
    let game = prepared.game();
    game.reconcile.lines.iter().any(|of| {
        let staked = prepared.habits.iter().any(|habit| habit.unit(game, *of) > Money::ZERO);
        staked && game.table(*of).reads == Reads::BothHands
    })
}

/// Who hears of each round.
trait Listener {
    /// Whether to go on.
    fn hear(&mut self, number: u64, round: impl FnOnce() -> RoundRecord) -> bool;
}

struct Quiet;

impl Listener for Quiet {
    #[inline]
    fn hear(&mut self, _: u64, _: impl FnOnce() -> RoundRecord) -> bool {
        true
    }
}

struct Told<'t>(&'t mut dyn FnMut(u64, &RoundRecord) -> bool);

impl Listener for Told<'_> {
    fn hear(&mut self, number: u64, round: impl FnOnce() -> RoundRecord) -> bool {
        (self.0)(number, &round())
    }
}

fn run<E: Engine, L: Listener>(
    prepared: &Prepared<'_>,
    chunk: Chunk,
    engine: E,
    signals: Signals<'_>,
    listener: &mut L,
) -> Tally {
    if prepared.setup.session().is_some() {
        Run::new(prepared, chunk, engine).sessions(chunk.rounds, signals, listener)
    } else {
        Run::new(prepared, chunk, engine).endless(chunk.rounds, signals, listener)
    }
}

/// What changes while a chunk is played.
struct Run<'a, E> {
    prepared: &'a Prepared<'a>,
    engine: E,
    chance: Chance,
    /// For engines that look at the order of the cards in a hand.
    orders: Chance,
    shuffler: Shuffler,
    /// By round that was drawn at once: a bit for each seat that errs.
    wrong: [u64; LANES],
    tally: Tally,
    meter: Option<Money>,
    /// The meter at the last deal, if anybody had bet on it.
    at_the_deal: Option<Money>,
    start: Money,
    /// Whether any seat errs.
    errs: bool,
    /// Rounds since the last batch.
    open: u64,
    number: u64,
    nets: Vec<i128>,
    hands: Vec<u64>,
}

impl<'a, E: Engine> Run<'a, E> {
    fn new(prepared: &'a Prepared<'a>, chunk: Chunk, engine: E) -> Run<'a, E> {
        let game = prepared.game();
        Run {
            prepared,
            engine,
            chance: Chance::new(chunk.seed, chunk.number),
            orders: Chance::orders(chunk.seed, chunk.number),
            shuffler: Shuffler::new(&hands(&prepared.setup)),
            wrong: [0; LANES],
            tally: Tally::new(game, prepared.habits.len()),
            meter: prepared.setup.meter(),
            at_the_deal: None,
            start: game.meter.as_ref().map_or(Money::ZERO, |meter| meter.start),
            errs: prepared.errs(),
            open: 0,
            number: chunk.number,
            nets: vec![0; game.reconcile.lines.len() + 2],
            hands: vec![0; prepared.habits.len()],
        }
    }

    /// Nobody ever leaves, so all tables are alike.
    fn endless<L: Listener>(mut self, rounds: u64, signals: Signals<'_>, listener: &mut L) -> Tally {
        let all: Vec<usize> = (0..self.prepared.of_seat.len()).collect();
        let layout = Layout::of(&self.prepared.setup, &all);
        let feeders = self.feeders(&layout);
        for number in 0..rounds {
            if signals.stops(number) {
                break;
            }
            let lane = self.deal(number);
            self.round(&layout, &feeders, lane, &mut []);
            if !listener.hear(number, || self.heard(&layout, lane)) {
                break;
            }
        }
        self.end()
    }

    /// Sessions of equal length at each table, one after the other; who has left is not dealt in.
    fn sessions<L: Listener>(mut self, rounds: u64, signals: Signals<'_>, listener: &mut L) -> Tally {
        let prepared = self.prepared;
        let session = prepared.setup.session().unwrap_or(1);
        let (tables, length) = (u64::from(prepared.setup.tables()), u64::from(session));
        let seats = prepared.setup.seats().iter().zip(&prepared.of_seat);
        let table: Vec<Sitting> =
            seats.map(|(seat, habit)| Sitting::new(seat, prepared.habits[*habit].cost, session)).collect();
        let mut tables_now =
            vec![(table, Vec::<usize>::new(), None::<(Layout, Feeders)>); prepared.setup.tables() as usize];
        let mut nets = vec![0; prepared.of_seat.len()];
        for number in 0..rounds {
            if signals.stops(number) {
                break;
            }
            let place = usize::try_from(number % tables).expect("few tables");
            let lane = self.deal(number);
            let (sittings, here, layout) = &mut tables_now[place];
            let turn = number / tables % length;
            if turn == 0 {
                sittings.iter_mut().for_each(Sitting::begin);
            }
            let now =
                || sittings.iter().enumerate().filter(|(_, sitting)| sitting.here()).map(|(seat, _)| seat);
            if !here.iter().copied().eq(now()) || layout.is_none() {
                *here = now().collect();
                let new = Layout::of(&prepared.setup, here);
                let feeders = self.feeders(&new);
                *layout = Some((new, feeders));
            }
            if let Some((layout, feeders)) = layout.as_ref().filter(|_| !here.is_empty()) {
                let nets = &mut nets[..here.len()];
                self.round(layout, feeders, lane, nets);
                here.iter().zip(nets).for_each(|(seat, net)| sittings[*seat].round(*net));
                if !listener.hear(number, || self.heard(layout, lane)) {
                    break;
                }
            }
            if turn + 1 == length {
                for (sitting, habit) in sittings.iter().zip(&prepared.of_seat) {
                    sitting.count(&mut self.tally.spots[*habit].sessions, prepared.bins);
                }
            }
        }
        self.end()
    }

    /// Who feeds the meter, and with what.
    fn feeders(&self, layout: &Layout) -> Feeders {
        let prepared = self.prepared;
        let mut feeders = Feeders { stakes: Vec::new(), hands: Vec::new(), always: None };
        let Some(meter) = &prepared.game().meter else { return feeders };
        for seat in &layout.seats {
            let habit = prepared.of_seat[*seat];
            let Some(stake) = prepared.habits[habit].bet.stake(meter.wager) else { continue };
            feeders.stakes.push(stake);
            match feeders.hands.iter_mut().find(|(of, _)| *of == habit) {
                Some((_, hands)) => *hands += 1,
                None => feeders.hands.push((habit, 1)),
            }
        }
        // Without a cap a stake feeds the meter alike whatever it holds, as long as that is less than a meter can be.
        let each = feeders.stakes.iter().map(|stake| meter.contribution(Money::ZERO, *stake).meter);
        feeders.always = meter.cap.is_none().then(|| each.sum());
        feeders
    }

    /// Draws the next rounds when those that were drawn are played. Says which of them a round is.
    #[inline]
    fn deal(&mut self, number: u64) -> usize {
        let lane = lane(number);
        if lane == 0 {
            self.shuffler.draw(&mut self.chance);
            if self.errs {
                self.wrong = self.errors();
            }
            if E::ORDERED {
                self.shuffler.mix(&mut self.orders);
            }
            self.engine.look(Drawn { rows: self.shuffler.rows(), wrong: &self.wrong });
        }
        lane
    }

    #[inline]
    fn round(&mut self, layout: &Layout, feeders: &Feeders, lane: usize, nets: &mut [i64]) {
        if !feeders.stakes.is_empty() {
            self.feed(feeders);
        }
        self.at_the_deal = self.meter.filter(|_| !feeders.stakes.is_empty());
        let drawn = Drawn { rows: self.shuffler.rows(), wrong: &self.wrong };
        let felt = Felt { layout, drawn, lane, meter: self.at_the_deal };
        if let Some(hit) = self.engine.round(&felt, nets) {
            self.hit(hit);
        }
        self.tally.rounds += 1;
        self.open += 1;
        if self.open == BATCH {
            self.batch();
        }
    }

    /// Which seats err in the rounds that were drawn at once.
    fn errors(&mut self) -> [u64; LANES] {
        let mut wrong = [0; LANES];
        for wrong in &mut wrong {
            for (seat, habit) in self.prepared.of_seat.iter().enumerate() {
                let habit = &self.prepared.habits[*habit];
                if habit.opposite.is_some() {
                    let errs = self.chance.below(u64::from(MILLION)) < u64::from(habit.errs);
                    *wrong |= u64::from(errs) << seat;
                }
            }
        }
        wrong
    }

    /// The meter takes its part of each wager before the deal.
    fn feed(&mut self, feeders: &Feeders) {
        let (Some(rule), Some(mut holds)) = (&self.prepared.game().meter, self.meter) else { return };
        match feeders.always {
            Some(sum) if holds + sum <= rule.most() => holds += sum,
            Some(_) | None => {
                feeders.stakes.iter().for_each(|stake| holds += rule.contribution(holds, *stake).meter);
            }
        }
        let before = self.meter.replace(holds).unwrap_or(holds);
        self.tally.meter.added += i128::from((holds - before).units());
        self.tally.meter.highest = self.tally.meter.highest.max(holds.units());
        for (habit, hands) in &feeders.hands {
            self.tally.spots[*habit].meters += i128::from(holds.units()) * i128::from(*hands);
        }
    }

    #[cold]
    fn hit(&mut self, hit: Hit) {
        let held = self.meter.unwrap_or(Money::ZERO);
        self.tally.meter.hit(held, hit.paid, self.start);
        self.meter = Some(hit.after);
    }

    fn batch(&mut self) {
        self.engine.batch(&mut self.nets, &mut self.hands);
        let weights = weights(self.prepared, &self.hands);
        for ((spread, net), weight) in self.tally.spreads.iter_mut().zip(&self.nets).zip(weights) {
            spread.add(*net, weight);
        }
        self.tally.batches += 1;
        self.open = 0;
    }

    fn end(mut self) -> Tally {
        if self.open > 0 {
            self.batch();
        }
        let mut tally = self.tally;
        if tally.rounds > 0 {
            tally.chunks.push(self.number..self.number + 1);
        }
        self.engine.finish(&mut tally);
        tally
    }

    /// The round that was just played, as it would be recorded.
    fn heard(&self, layout: &Layout, lane: usize) -> RoundRecord {
        let drawn = Drawn { rows: self.shuffler.rows(), wrong: &self.wrong };
        let felt = Felt { layout, drawn, lane, meter: self.at_the_deal };
        record(&self.prepared.setup, &felt, &self.engine.plays(&felt))
    }
}

/// Which of the rounds that are drawn at once a round is.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below the number of lanes")]
fn lane(number: u64) -> usize {
    (number % LANES as u64) as usize
}

/// The wagers that feed the meter.
#[derive(Clone, Debug)]
struct Feeders {
    /// In order of the spots.
    stakes: Vec<Money>,
    /// How many of them are of each habit.
    hands: Vec<(usize, u32)>,
    /// What they come to if that is always the same.
    always: Option<Money>,
}
