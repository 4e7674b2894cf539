//! One table, taken again from its events: every round dealt from its told seed, decided as it was, and settled anew.

use crate::adrift::Thing;
use crate::finding::{Finding, Findings, Kind};
use crate::money::differences;
use crate::report::{InPlay, Lost, Rounds};
use crate::untold;
use std::fmt;
use std::sync::Arc;
use tercet_fair::Commitment;
use tercet_ledger::{Hash, Key, Name, Transaction};
use tercet_rules::Event;
use tercet_table::{
    HouseKey, MOST_EVENTS, NotAsked, Opening, Refused, Settings, Stream, Table, TableEvent, ToldSeeds,
    bytes_of,
};

/// A table as far as it was taken again.
///
/// The cards of a round follow from a seed that is told at its end, so the events of a round wait for it: of one round for each
/// table, never more.
pub(crate) struct Replay {
    name: Name,
    /// The table; none once something was wrong, until the next round opens from what is noted with it.
    table: Option<Table>,
    /// How many events the table has had, those that wait too.
    version: u64,
    /// The last record in which anything happened at the table.
    last: Option<u64>,
    /// The event that set the table last, and its place.
    set: Option<Arc<(u64, TableEvent)>>,
    /// The one that had done so as the last round opened: what is set during a round holds for the next.
    set_before: Option<Arc<(u64, TableEvent)>>,
    /// The round whose seed is not told yet.
    open: Option<Open>,
    /// The number of the round that opened last, also once the table is lost.
    no: Option<u64>,
    /// The hash of all events as they were taken, since it was noted otherwise: which of the two is right is seen at the next opening.
    taken: Option<Hash>,
    /// The first record of the round of which it is in doubt what was asked: more that is wrong may follow from it.
    doubted: Option<u64>,
    /// How many events more than there are the keys of the table's own steps tell of, as was said; none if it is not known, as something
    /// was wrong before.
    shift: Option<i64>,
}

/// How many events more or less than there are a key is tried for.
const NEAR: i64 = 64;

/// A round whose seed is not told yet.
struct Open {
    no: u64,
    commitment: Commitment,
    since_ms: u64,
    steps: Vec<Step>,
    events: usize,
}

impl Open {
    /// Whether it was settled.
    fn is_paid(&self) -> bool {
        let mut events = self.steps.iter().flat_map(|step| &step.events);
        events.any(|event| matches!(event, TableEvent::Reconciled { .. }))
    }
}

/// What one record has of a table.
pub(crate) struct Step {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    /// The key under which it was asked for.
    pub(crate) key: Key,
    /// The hash of what was asked.
    pub(crate) request: Hash,
    /// The place of its first event in the stream.
    pub(crate) version: u64,
    pub(crate) events: Vec<TableEvent>,
    /// What is noted with the round that opens here.
    pub(crate) opening: Option<Opening>,
    pub(crate) transactions: Vec<Transaction>,
}

impl Replay {
    pub(crate) fn new(name: &Name) -> Replay {
        Replay {
            name: name.clone(),
            table: Some(Table::new(name.clone())),
            version: 0,
            last: None,
            set: None,
            set_before: None,
            open: None,
            no: None,
            taken: None,
            doubted: None,
            shift: Some(0),
        }
    }

    /// The number of the round that is open, or of the last one.
    pub(crate) const fn round(&self) -> Option<u64> {
        self.no
    }

    /// What the round that is open was set to, or the next one will be.
    pub(crate) fn settings(&self) -> Option<&Settings> {
        // What is set during a round holds from the next one on, and a round that waits has not been taken.
        self.table.as_ref().and_then(Table::settings)
    }

    /// The last record in which anything happened at the table.
    pub(crate) const fn last(&self) -> Option<u64> {
        self.last
    }

    /// The round that is not over.
    pub(crate) fn in_play(&self) -> Option<InPlay> {
        let open = self.open.as_ref()?;
        Some(InPlay { table: self.name.clone(), round: open.no, since_ms: open.since_ms })
    }

    /// Takes no more of this round: something is wrong with it, and the finding says what.
    pub(crate) fn lose(&mut self, rounds: &mut Rounds) {
        if self.open.take().is_some() {
            rounds.unchecked += 1;
        }
        self.table = None;
    }

    /// Takes what one record has of this table; `key` is a key of the seeds that turned up again. Gives the round, if it ends without its seed: one of
    /// so many.
    pub(crate) fn step(
        &mut self,
        step: Step,
        (key, of): (Option<&HouseKey>, u64),
        rounds: &mut Rounds,
        findings: &mut Findings,
    ) -> Option<Lost> {
        if step.version != self.version {
            // That events are missing is found where versions are counted.
            self.lose(rounds);
        }
        self.version = step.version.saturating_add(step.events.len() as u64);
        self.last = Some(step.seq);
        for (place, event) in (step.version..).zip(&step.events) {
            if let TableEvent::Set { .. } = event {
                self.set = Some(Arc::new((place, event.clone())));
            }
        }
        let (mut opened, mut told, mut lost) = (None, None, None);
        for event in &step.events {
            if let TableEvent::RoundOpened { round, commitment, .. } = event {
                opened = Some((*round, *commitment));
            } else if let TableEvent::SeedTold { seed } = event {
                told = Some(*seed);
            } else if let TableEvent::SeedLost { reason } = event {
                lost = Some((step.seq, step.at_ms, reason.clone()));
            }
        }
        if let Some((no, commitment)) = opened {
            self.begin(no, commitment, &step, rounds, findings);
        }
        let Some(open) = &mut self.open else {
            self.take(&step, Some(&ToldSeeds::new()), rounds, findings);
            return None;
        };
        open.events += step.events.len();
        open.steps.push(step);
        if open.events as u64 > MOST_EVENTS {
            let message = format!("more than {MOST_EVENTS} events; a table takes no more in one round");
            findings.add(self.finding(Kind::Seed, message));
            self.lose(rounds);
        } else if let Some(seed) = told
            && let Some(open) = self.open.take()
        {
            self.finish(&open, seed, rounds, findings);
        } else if let Some((record, at_ms, reason)) = lost
            && let Some(open) = self.open.take()
        {
            let (table, round, paid) = (self.name.clone(), open.no, open.is_paid());
            self.end_without_seed(&open, key, rounds, findings);
            return Some(Lost { table, round, record, at_ms, reason, paid, of });
        }
        None
    }

    /// A round opens; the table is made from what is noted with it if it was lost.
    fn begin(
        &mut self,
        no: u64,
        commitment: Commitment,
        step: &Step,
        rounds: &mut Rounds,
        findings: &mut Findings,
    ) {
        rounds.opened += 1;
        self.no = Some(no);
        self.set_before.clone_from(&self.set);
        if let Some(open) = self.open.take() {
            rounds.unchecked += 1;
            self.untold(&open, findings);
            let message = format!("its seed was never told; round {no} opens");
            findings.add(Finding::new(Kind::Seed, message).at(step.seq).table(&self.name).round(open.no));
        }
        let opening = step.opening.as_ref();
        if opening.is_none() {
            let message = "nothing is noted of the table as this round opened";
            findings.add(self.finding(Kind::Opening, message).at(step.seq).round(no));
        }
        if self.table.is_none() {
            self.taken = None;
            self.shift = None;
            let noted = opening.zip(self.set.as_deref()).filter(|(opening, (at, _))| opening.set_at == *at);
            self.table = noted.and_then(|(opening, (_, set))| opening.table(self.name.clone(), no, set));
        }
        self.open = Some(Open { no, commitment, since_ms: step.at_ms, steps: Vec::new(), events: 0 });
    }

    /// At the end of the journal: of the round in play everything is looked at that needs no seed.
    pub(crate) fn end(&mut self, findings: &mut Findings) {
        if let Some(open) = self.open.take() {
            self.untold(&open, findings);
            self.open = Some(open);
        }
    }

    /// A round whose seed is not told. What becomes of it is for whoever sees the seed to count.
    fn untold(&mut self, open: &Open, findings: &mut Findings) {
        self.without_seed(open, findings);
        self.table = None;
    }

    fn without_seed(&mut self, open: &Open, findings: &mut Findings) {
        let mut rounds = Rounds::default();
        for step in &open.steps {
            self.take(step, None, &mut rounds, findings);
        }
    }

    /// The round ends without its seed, as the key from which it follows is said to be lost: all is looked at that needs none, and the table goes
    /// on. Where the key is at hand after all, whether it opens the seed.
    fn end_without_seed(
        &mut self,
        open: &Open,
        key: Option<&HouseKey>,
        rounds: &mut Rounds,
        findings: &mut Findings,
    ) {
        if let (Some(key), Some(table), Some(first), Some(last)) =
            (key, &self.table, open.steps.first(), open.steps.last())
            && let Some(opens) = first.events.first()
            && table.clone().take(opens, first.at_ms, key).is_ok()
        {
            let message = "its seed was said to be lost, and follows from the key that was given: whoever had that could have gone on with this round";
            findings.add(self.finding(Kind::KeyLost, message).at(last.seq));
        }
        self.without_seed(open, findings);
        // Where something was wrong, the table is not known by now.
        if self.table.is_some() {
            rounds.lost += 1;
        } else {
            rounds.unchecked += 1;
        }
    }

    /// The seed is told: the whole round is taken, step by step.
    fn finish(&mut self, open: &Open, seed: [u8; 32], rounds: &mut Rounds, findings: &mut Findings) {
        let mut seeds = ToldSeeds::new();
        seeds.tell(&open.commitment, seed);
        let over = (rounds.settled, rounds.void);
        for step in &open.steps {
            self.take(step, Some(&seeds), rounds, findings);
        }
        if over == (rounds.settled, rounds.void) {
            rounds.unchecked += 1;
        }
    }

    /// Takes one step, and compares what follows from it with what was written. Without the seed of the round, of a settlement only
    /// what it can be with any cards.
    fn take(&mut self, step: &Step, seeds: Option<&ToldSeeds>, rounds: &mut Rounds, findings: &mut Findings) {
        let Some(mut table) = self.table.take() else { return };
        let mut expected = Vec::new();
        let mut over = *rounds;
        let mut wrong = false;
        if step.events.iter().any(|event| matches!(event, TableEvent::RoundOpened { .. })) {
            self.doubted = None;
        }
        if let Some(finding) = self.key(&table, step) {
            findings.add(finding);
        }
        if let Err(not) = table.permits(&step.events, step.at_ms, &step.request) {
            findings.add(self.not_this(&table, step, step.events.first(), &not));
            // It can still be found that the rules refuse it.
            wrong = not != NotAsked::Request;
            let again = !wrong && self.doubted.replace(step.seq).is_some();
            // Where nobody can have asked for it, or what is asked does not fit again, who sits there or what lies there is not what was taken.
            if again || is_nobodys(&not) {
                Replay::lost(&self.name, step, wrong, findings);
                return;
            }
        }
        for event in &step.events {
            if let TableEvent::RoundOpened { .. } = event {
                self.reopen(&mut table, step, wrong, findings);
            }
            self.taken = self.taken.map(|taken| Hash::of(&[&taken.0, &bytes_of(event)]));
            let settles = seeds.is_none() && matches!(event, TableEvent::Reconciled { .. });
            let before = table.round().filter(|_| settles).cloned();
            let taken = match seeds {
                Some(seeds) => table.take(event, step.at_ms, seeds),
                None => table.take_untold(event, step.at_ms, step.transactions.get(expected.len())),
            };
            let taken = match taken {
                Ok(taken) => taken,
                Err(not) => {
                    if !wrong {
                        findings.add(self.not_this(&table, step, Some(event), &not));
                    }
                    Replay::lost(&self.name, step, true, findings);
                    return;
                }
            };
            if let (TableEvent::Reconciled { meter }, Some(before)) = (event, before) {
                let meter = meter.map(|seen| seen.now.meter);
                let found =
                    untold::impossible(&before, &self.name, meter, &step.transactions, &taken.transactions);
                let round = Some(table.rounds());
                found.into_iter().for_each(|finding| {
                    findings.add(finding.at(step.seq).table(&self.name).round(round));
                });
                expected.clone_from(&step.transactions);
            } else {
                expected.extend(taken.transactions);
            }
            for event in &taken.events {
                over.settled += u64::from(matches!(event, Event::Reconciled(_)));
                over.void += u64::from(matches!(event, Event::Voided { .. }));
            }
        }
        let wrong = differences(&step.transactions, &expected);
        let round = Some(table.rounds()).filter(|round| *round > 0);
        let wrong = wrong.into_iter().map(|finding| finding.at(step.seq).table(&self.name).round(round));
        match self.doubted {
            Some(doubted) => findings.add_first(wrong.collect(), doubted),
            None => wrong.for_each(|finding| findings.add(finding)),
        }
        *rounds = over;
        self.table = Some(table);
    }

    /// What is wrong with the key of a step that the table takes by itself. It tells after how many events the step was taken: where some
    /// are missing before it, or there twice, all that follow differ alike, and it is said once.
    fn key(&mut self, table: &Table, step: &Step) -> Option<Finding> {
        let first = step.events.first().filter(|event| event.is_own())?;
        let stream = Stream::Table(self.name.clone());
        let fits = |shift: i64| {
            let version = table.version().checked_add_signed(shift);
            version.and_then(|version| stream.own_key(version)) == Some(step.key.clone())
        };
        if let Some(known) = [Some(0), self.shift].into_iter().flatten().find(|shift| fits(*shift)) {
            self.shift = Some(known);
            return None;
        }
        let near = (1..=NEAR).flat_map(|far| [far, -far]).find(|shift| fits(*shift));
        let was = self.shift;
        self.shift = near.or(was);
        if was.is_none() && near.is_some() {
            return None;
        }
        let why = match near.and_then(|shift| table.version().checked_add_signed(shift)) {
            Some(version) => {
                format!("its key is that of a step after {version} events; here are {}", table.version())
            }
            None => "the table does it by itself, and not under this key".into(),
        };
        Some(self.not_this(table, step, Some(first), &why))
    }

    /// Compares a table with what is noted of it as a round opens, and goes on from that where the two differ, or where the table as it was
    /// taken opens none.
    fn reopen(&mut self, table: &mut Table, step: &Step, wrong: bool, findings: &mut Findings) {
        let (Some(opening), was, no) = (&step.opening, Opening::of(table), table.rounds() + 1) else {
            return;
        };
        let differ = *opening != was;
        if differ {
            // What was noted before was wrong, and is named there: the events are what is noted here.
            let as_taken =
                self.taken.is_some_and(|taken| *opening == Opening { digest: taken, ..was.clone() });
            if !as_taken {
                findings.add(self.finding(Kind::Opening, differs(opening, &was)).at(step.seq).round(no));
            }
            // Other events before it are not found again at each later opening.
            self.taken = (!as_taken).then_some(was.digest);
        }
        if differ || wrong {
            let noted = Opening { digest: opening.digest, ..was };
            let set = self.set_before.as_deref().filter(|(at, _)| *at == noted.set_at);
            if let Some(noted) = set.and_then(|(_, set)| noted.table(self.name.clone(), no, set)) {
                *table = noted;
            }
        }
    }

    /// The round is not looked at from this step on. If it is one that the table cannot have had, no money follows from it.
    fn lost(name: &Name, step: &Step, wrong: bool, findings: &mut Findings) {
        findings.lose(name, step.seq);
        for (account, change) in step.transactions.iter().flat_map(Transaction::changes).filter(|_| wrong) {
            findings.astray(Thing::Holds(account.clone()), step.seq, change);
        }
    }

    /// Something that the table, as it was, cannot have had.
    fn not_this(
        &self,
        table: &Table,
        step: &Step,
        event: Option<&TableEvent>,
        why: &dyn fmt::Display,
    ) -> Finding {
        let what = event.map_or("a step", what);
        let message = format!("{what} is not what this table can have had: {why}");
        let round = Some(table.rounds()).filter(|round| *round > 0);
        self.finding(Kind::Event, message).at(step.seq).round(round)
    }

    fn finding(&self, kind: Kind, message: impl Into<String>) -> Finding {
        Finding::new(kind, message).table(&self.name).round(self.round())
    }
}

/// Whether a step is one for which nobody at the table can have asked at any time.
const fn is_nobodys(not: &NotAsked) -> bool {
    matches!(
        not,
        NotAsked::Settings(_)
            | NotAsked::Refused(
                Refused::Rules(_)
                    | Refused::Secret(_)
                    | Refused::Settings(_)
                    | Refused::NotYourSpot { .. }
                    | Refused::Empty { .. }
            )
    )
}

/// Where what is noted as a round opens is not what the table was.
fn differs(noted: &Opening, was: &Opening) -> String {
    if noted.version != was.version {
        return format!("noted as opened at event {}; it opens at {}", noted.version, was.version);
    }
    if noted.set_at != was.set_at {
        return format!("noted as set by event {}; it was set by {}", noted.set_at, was.set_at);
    }
    if noted.digest != was.digest {
        return format!("the events before it are noted as {}; they are {}", noted.digest, was.digest);
    }
    let seats = |opening: &Opening| {
        let seats = opening.seats.iter().map(|(spot, player)| format!("{player} at {spot}"));
        seats.collect::<Vec<_>>().join(", ")
    };
    format!("noted with {}; there sat {}", seats(noted), seats(was))
}

/// An event in a few words.
fn what(event: &TableEvent) -> &'static str {
    match event {
        TableEvent::Set { .. } => "a setting",
        TableEvent::Turned { .. } => "a turn of the table",
        TableEvent::Seated { .. } => "a player who sits down",
        TableEvent::Left { .. } => "a player who leaves",
        TableEvent::RoundOpened { .. } => "the opening of a round",
        TableEvent::Placed { .. } => "a wager",
        TableEvent::TakenBack { .. } => "a wager taken back",
        TableEvent::Sworn { .. } => "the hash of a secret",
        TableEvent::Ready { .. } => "a seat that is done with betting",
        TableEvent::BetsClosed { .. } => "the close of the bets",
        TableEvent::Told { .. } => "a secret",
        TableEvent::Dealt { .. } => "the deal",
        TableEvent::Decided { .. } => "a decision",
        TableEvent::TimedOut { .. } => "a decision of the table",
        TableEvent::Reported { .. } => "a report",
        TableEvent::MeterStarted { .. } => "the start of the meter",
        TableEvent::Revealed => "the reveal",
        TableEvent::Reconciled { .. } => "the settlement",
        TableEvent::SeedTold { .. } => "the seed",
        TableEvent::Voided { .. } => "a void",
        TableEvent::SeedLost { .. } => "an end without the seed",
    }
}
