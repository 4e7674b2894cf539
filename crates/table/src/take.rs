//! Events become the state, and say which money moved with them: the one way for a live table and for one that is made again.

use crate::encode::bytes_of;
use crate::event::{CannotStand, MeterSeen, Status, TableEvent};
use crate::seed::Seeds;
use crate::settings::{Settings, SettingsError};
use crate::state::{Playing, Shuffle, Stage, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use tercet_fair::{ContextError, Frozen, RevealError, Sealed};
use tercet_ledger::{Account, Hash, MeterNow, ProjectionError, TableBooks, Transaction};
use tercet_rules::{Command, Event, Money, Phase, Reject, SentBack, WentBack};

/// What came of an event.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Taken {
    /// What happened in the round, in words that a dealer could read aloud.
    pub events: Vec<Event>,
    /// The money that moved, one transaction for each order to the round.
    pub transactions: Vec<Transaction>,
}

impl fmt::Debug for Taken {
    // What happened in a round has the cards of everybody.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Taken").field("transactions", &self.transactions).finish_non_exhaustive()
    }
}

impl Taken {
    /// Whether a meter has paid: what makes an award, whoever got how much of it.
    pub(crate) fn hit(&self) -> bool {
        let mut postings = self.transactions.iter().flat_map(Transaction::postings);
        postings.any(|posting| matches!(posting.from, Account::Meter(_)))
    }
}

/// Why an event is not one that this table can have had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotThis {
    /// The table has no game, or no round is open.
    NoRound,
    /// It is not the next round, or the one before is not over.
    NotNext,
    /// The rules of the round refuse it.
    Rules(Reject),
    /// Its settings cannot be used.
    Settings(SettingsError),
    /// The secret of a seat is not the one it committed to.
    Secret(RevealError),
    /// The seed of such a round is bound to nothing there can be.
    Context(ContextError),
    /// The seed of the round is not known: it was not told, and the key of the house is not at hand.
    NoSeed,
    /// The seed does not fit the commitment: it was made with another key, or one of the two was changed.
    Commitment,
    /// Other seats are said to have withheld their secret than did.
    Withheld {
        /// Those of which it is said.
        said: Vec<u8>,
        /// Those that did.
        expected: Vec<u8>,
    },
    /// As bets closed, other seats are said to have been sent back than were, or for another reason.
    SentBack {
        /// Those of which it is said.
        said: Vec<CannotStand>,
        /// Those that were.
        expected: Vec<CannotStand>,
    },
    /// No money can be moved for it.
    Money(ProjectionError),
}

impl fmt::Display for NotThis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotThis::NoRound => f.write_str("no round is open for it"),
            NotThis::NotNext => f.write_str("it is not the next round, or the one before is not over"),
            NotThis::Rules(reject) => reject.fmt(f),
            NotThis::Settings(error) => error.fmt(f),
            NotThis::Secret(error) => error.fmt(f),
            NotThis::Context(error) => error.fmt(f),
            NotThis::NoSeed => f.write_str("the seed of the round is not known: it was not told yet"),
            NotThis::Commitment => {
                f.write_str("the seed is not the one the house committed to: another key, or it was changed")
            }
            NotThis::Withheld { said, expected } => write!(
                f,
                "it says that the seats {said:?} withheld their secret; by the secrets that were told {expected:?} did"
            ),
            NotThis::SentBack { said, expected } => {
                let (said, expected) = (listed(said), listed(expected));
                write!(f, "it says that bets went back of {said}; by the rules it was {expected}")
            }
            NotThis::Money(error) => error.fmt(f),
        }
    }
}

/// `seat 2 for requires-wager, seat 4 for unequal-wagers`
fn listed(seats: &[CannotStand]) -> String {
    let all: Vec<String> = seats.iter().map(|back| format!("seat {} for {}", back.spot, back.code)).collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}

impl std::error::Error for NotThis {}

impl From<Reject> for NotThis {
    fn from(reject: Reject) -> NotThis {
        NotThis::Rules(reject)
    }
}

impl Table {
    /// Makes an event so. `at_ms` is when it was written, for the clocks.
    ///
    /// # Errors
    ///
    /// A [`NotThis`] if the table, as it is, cannot have had it. The table must not be used any more then.
    pub fn take(&mut self, event: &TableEvent, at_ms: u64, seeds: &dyn Seeds) -> Result<Taken, NotThis> {
        let taken = self.make_so(event, at_ms, seeds)?;
        self.note(event, at_ms);
        Ok(taken)
    }

    /// Notes that an event stands in the table's stream, once it is made so.
    pub(crate) fn note(&mut self, event: &TableEvent, at_ms: u64) {
        self.version += 1;
        self.at_ms = self.at_ms.max(at_ms);
        self.digest = Hash::of(&[&self.digest.0, &bytes_of(event)]);
    }

    /// Makes so what an event says.
    pub(crate) fn make_so(
        &mut self,
        event: &TableEvent,
        at_ms: u64,
        seeds: &dyn Seeds,
    ) -> Result<Taken, NotThis> {
        let mut taken = Taken::default();
        self.count(event);
        match event {
            TableEvent::Set { .. } => {
                let settings = Settings::of(event).expect("it sets").map_err(NotThis::Settings)?;
                self.settings = Some(Arc::new(settings));
                self.set_at = self.version;
            }
            TableEvent::Turned { status, .. } => self.status = *status,
            TableEvent::Seated { spot, player } => {
                self.seats.insert(*spot, player.clone());
                if self.stage() == Some(Stage::Open) {
                    let player = player.as_str().into();
                    self.order(&Command::Sit { spot: *spot, player }, None, &mut taken)?;
                }
            }
            TableEvent::Left { spot, .. } => {
                self.seats.remove(spot);
                if self.stage() == Some(Stage::Open) {
                    self.order(&Command::Leave { spot: *spot }, None, &mut taken)?;
                    let live = self.playing()?;
                    live.forget_secret(*spot);
                    live.ready.remove(spot);
                    live.stop_countdown();
                }
            }
            TableEvent::RoundOpened { round, engine, chance, commitment } => {
                if *round != self.rounds + 1 || self.stage().is_some_and(|stage| stage != Stage::Over) {
                    return Err(NotThis::NotNext);
                }
                let settings = Arc::clone(self.settings.as_ref().ok_or(NotThis::NoRound)?);
                let context = self.context(&settings, *round, engine).map_err(NotThis::Context)?;
                let seed = seeds.seed(&context, chance, commitment).ok_or(NotThis::NoSeed)?;
                let sealed = Sealed::new(context, seed);
                if !seeds.stands_in() && sealed.commitment() != *commitment {
                    return Err(NotThis::Commitment);
                }
                self.rounds = *round;
                self.opened_at = self.version;
                self.live = Some(Playing {
                    no: *round,
                    round: self.seated(&settings)?,
                    settings,
                    commitment: *commitment,
                    shuffle: Shuffle::Sealed(sealed, BTreeMap::new()),
                    ready: BTreeSet::new(),
                    changes: BTreeMap::new(),
                    sent_back: Vec::new(),
                    stands_in: seeds.stands_in(),
                    hits_at_deal: 0,
                    deadline_ms: None,
                });
            }
            TableEvent::MeterStarted { meter } => {
                let name = self.name.clone();
                let live = self.playing()?;
                if live.stage() != Stage::Open || live.any_bets() {
                    return Err(NotThis::NoRound);
                }
                let books = TableBooks { table: name, meter: live.settings.meter.clone() };
                let started = books.start(live.round.game(), meter.now).map_err(NotThis::Money)?;
                taken.transactions.push(started);
            }
            TableEvent::Placed { spot, wager, amount } => {
                let place = Command::Place { spot: *spot, wager: wager.clone(), amount: *amount };
                self.order(&place, None, &mut taken)?;
                let live = self.playing()?;
                live.ready.remove(spot);
                let clock = live.settings.clocks.bet_ms;
                live.deadline_ms.get_or_insert(at_ms.saturating_add(clock));
            }
            TableEvent::TakenBack { spot, wager } => {
                self.order(&Command::TakeBack { spot: *spot, wager: wager.clone() }, None, &mut taken)?;
                let live = self.playing()?;
                live.ready.remove(spot);
                live.stop_countdown();
            }
            TableEvent::Ready { spot } => {
                let live = self.playing()?;
                if live.stage() != Stage::Open {
                    return Err(NotThis::NoRound);
                }
                live.ready.insert(*spot);
            }
            TableEvent::Sworn { spot, hash } => {
                let Shuffle::Sealed(_, hashes) = &mut self.playing()?.shuffle else {
                    return Err(NotThis::NoRound);
                };
                hashes.insert(*spot, *hash);
            }
            TableEvent::BetsClosed { sent_back } => {
                // What earlier programs wrote does not say it.
                let expected = self.cannot_stand()?;
                if !sent_back.is_empty() && *sent_back != expected {
                    return Err(NotThis::SentBack { said: sent_back.clone(), expected });
                }
                self.order(&Command::CloseWagers, None, &mut taken)?;
                self.note_back(&taken)?;
                self.playing()?.close_shuffle(at_ms)?;
            }
            TableEvent::Told { spot, secret } => {
                let Shuffle::Closed(closed) = &mut self.playing()?.shuffle else {
                    return Err(NotThis::NoRound);
                };
                closed.reveal(*spot, secret.clone()).map_err(NotThis::Secret)?;
            }
            TableEvent::Dealt { meter, withheld } => {
                // What earlier programs wrote does not say it.
                let expected = self.withheld();
                if !withheld.is_empty() && *withheld != expected {
                    return Err(NotThis::Withheld { said: withheld.clone(), expected });
                }
                self.deal(meter.as_ref(), at_ms, &mut taken)?;
            }
            TableEvent::Decided { spot, choice } => {
                self.order(&Command::Decide { spot: *spot, choice: *choice }, None, &mut taken)?;
            }
            TableEvent::TimedOut { spot } => {
                self.order(&Command::TimeOut { spot: *spot }, None, &mut taken)?
            }
            TableEvent::Reported { event, .. } => {
                self.order(&Command::Report { event: event.clone() }, None, &mut taken)?;
                self.playing()?.over(at_ms);
            }
            TableEvent::Revealed => {
                self.order(&Command::Reveal, None, &mut taken)?;
                self.playing()?.deadline_ms = None;
            }
            TableEvent::Reconciled { meter } => {
                let now = meter.as_ref().map(|seen| seen.now);
                let live = self.playing()?;
                // The meter is read at the deal (R19), and once more only if it was hit since (R20).
                let hit = meter.filter(|seen| seen.hits != live.hits_at_deal).map(|seen| seen.now.meter);
                let hit = hit.filter(
                    |_| matches!(live.round.phase(), Phase::Revealed(dealt, _) if dealt.meter.is_some()),
                );
                self.order(&Command::Reconcile { meter: hit }, now, &mut taken)?;
                self.playing()?.over(at_ms);
            }
            TableEvent::SeedTold { seed } => {
                let live = self.playing()?;
                let Shuffle::Ready(ready) = &live.shuffle else { return Err(NotThis::NoRound) };
                if ready.seed().tell() != seed {
                    return Err(NotThis::Commitment);
                }
                live.shuffle = Shuffle::Told(ready.clone());
            }
            TableEvent::Voided { reason, .. } => {
                self.order(&Command::Void { reason: reason.clone() }, None, &mut taken)?;
                self.playing()?.over(at_ms);
            }
            TableEvent::SeedLost { reason } => {
                match self.playing()?.stage() {
                    Stage::Open | Stage::Closed | Stage::Dealt | Stage::Decided => {
                        self.order(&Command::Void { reason: reason.clone() }, None, &mut taken)?;
                    }
                    // What is paid, or back, stays so: it may be at another table by now.
                    Stage::Settled => {}
                    Stage::Over => return Err(NotThis::NoRound),
                }
                self.live = None;
            }
        }
        Ok(taken)
    }

    /// Notes that a player has changed places or bets while bets are open, if that is what happens.
    fn count(&mut self, event: &TableEvent) {
        let player = match event {
            TableEvent::Seated { player, .. } => Some(player),
            TableEvent::Left { spot, by: None }
            | TableEvent::Placed { spot, .. }
            | TableEvent::TakenBack { spot, .. }
            | TableEvent::Sworn { spot, .. }
            | TableEvent::Ready { spot } => self.seats.get(spot),
            TableEvent::Left { by: Some(_), .. }
            | TableEvent::Set { .. }
            | TableEvent::Turned { .. }
            | TableEvent::RoundOpened { .. }
            | TableEvent::MeterStarted { .. }
            | TableEvent::BetsClosed { .. }
            | TableEvent::Told { .. }
            | TableEvent::Dealt { .. }
            | TableEvent::Decided { .. }
            | TableEvent::TimedOut { .. }
            | TableEvent::Reported { .. }
            | TableEvent::Revealed
            | TableEvent::Reconciled { .. }
            | TableEvent::SeedTold { .. }
            | TableEvent::Voided { .. }
            | TableEvent::SeedLost { .. } => None,
        };
        if let (Some(player), Some(live)) = (player, &mut self.live) {
            *live.changes.entry(player.clone()).or_default() += 1;
        }
    }

    fn playing(&mut self) -> Result<&mut Playing, NotThis> {
        self.live.as_mut().ok_or(NotThis::NoRound)
    }

    /// Tells the round what to do, and notes what happened and the money that moved.
    fn order(
        &mut self,
        command: &Command,
        meter: Option<MeterNow>,
        taken: &mut Taken,
    ) -> Result<(), NotThis> {
        let name = self.name.clone();
        let live = self.live.as_mut().ok_or(NotThis::NoRound)?;
        let books = TableBooks { table: name, meter: live.settings.meter.clone() };
        let events = live.round.handle(command)?;
        let transaction = books.project(&live.round, &events, meter).map_err(NotThis::Money)?;
        live.round.run(command)?;
        if !transaction.is_empty() {
            taken.transactions.push(transaction);
        }
        taken.events.extend(events);
        Ok(())
    }

    /// The seats that have not told the secret that they committed to, while there is time for it; none at any other.
    pub(crate) fn withheld(&self) -> Vec<u8> {
        match self.live.as_ref().map(|live| &live.shuffle) {
            Some(Shuffle::Closed(closed)) => closed.waiting().collect(),
            Some(Shuffle::Sealed(..) | Shuffle::Ready(_) | Shuffle::Told(_)) | None => Vec::new(),
        }
    }

    /// The seats whose bets cannot stand if they are closed now, in ascending order, each with the rule that they break.
    ///
    /// # Errors
    ///
    /// If they cannot be closed now.
    pub(crate) fn cannot_stand(&self) -> Result<Vec<CannotStand>, NotThis> {
        let live = self.live.as_ref().ok_or(NotThis::NoRound)?;
        let backs = WentBack::among(&live.round.handle(&Command::CloseWagers)?);
        let seat = |back: &WentBack| match &back.because {
            SentBack::CannotStand(refusal) => {
                Some(CannotStand { spot: back.spot, code: refusal.code.as_str().into() })
            }
            SentBack::Withheld => None,
        };
        Ok(backs.iter().filter_map(seat).collect())
    }

    /// Notes for the rest of the round whose bets have just been sent back.
    fn note_back(&mut self, taken: &Taken) -> Result<(), NotThis> {
        for back in WentBack::among(&taken.events) {
            // Nobody leaves a spot with bets once they are closed.
            let player = self.seats.get(&back.spot).cloned().ok_or(NotThis::NoRound)?;
            self.playing()?.sent_back.push((player, back));
        }
        Ok(())
    }

    /// Sends back the seats that withheld their secret, and deals to the others, if any are left.
    fn deal(&mut self, meter: Option<&MeterSeen>, at_ms: u64, taken: &mut Taken) -> Result<(), NotThis> {
        let live = self.playing()?;
        let Shuffle::Closed(closed) = &live.shuffle else { return Err(NotThis::NoRound) };
        let ready = closed.clone().finish();
        let withheld: Vec<u8> = ready.withheld().collect();
        let deck = ready.deck();
        live.shuffle = Shuffle::Ready(ready);
        live.hits_at_deal = meter.map_or(0, |seen| seen.hits);
        live.deadline_ms = Some(at_ms.saturating_add(live.settings.clocks.decide_ms));
        for spot in withheld {
            self.order(&Command::SendBackWithheld { spot }, None, taken)?;
        }
        self.note_back(taken)?;
        let live = self.playing()?;
        if matches!(live.round.phase(), Phase::Voided { .. }) {
            live.over(at_ms);
            return Ok(());
        }
        let now = meter.map(|seen| seen.now);
        // A meter that nobody has started yet is none, as long as nobody bets on it.
        let shown = now.map(|now| now.at_the_deal(&live.round)).filter(|meter| *meter > Money::ZERO);
        self.order(&Command::Deal { deck, meter: shown }, now, taken)
    }
}

impl Playing {
    /// The clock by which the result is looked at, if the round is over.
    fn over(&mut self, at_ms: u64) {
        if let Phase::Settled(..) | Phase::Voided { .. } = self.round.phase() {
            self.deadline_ms = Some(at_ms.saturating_add(self.settings.clocks.show_ms));
            // A round that ends before its deck was settled deals none any more; its seed is told all the same, so that no
            // commitment is left unopened.
            match &self.shuffle {
                Shuffle::Sealed(sealed, _) => {
                    self.shuffle = Shuffle::Ready(sealed.clone().close(Frozen::default()).finish());
                }
                Shuffle::Closed(closed) => self.shuffle = Shuffle::Ready(closed.clone().finish()),
                Shuffle::Ready(_) | Shuffle::Told(_) => {}
            }
        }
    }

    fn close_shuffle(&mut self, at_ms: u64) -> Result<(), NotThis> {
        let Shuffle::Sealed(sealed, hashes) = &self.shuffle else { return Err(NotThis::NoRound) };
        self.shuffle = Shuffle::Closed(sealed.clone().close(self.frozen(hashes)));
        self.deadline_ms = Some(at_ms.saturating_add(self.settings.clocks.secret_ms));
        self.over(at_ms);
        Ok(())
    }

    /// With no bet left on the table the countdown stops.
    fn stop_countdown(&mut self) {
        if !self.any_bets() {
            self.deadline_ms = None;
        }
    }

    fn forget_secret(&mut self, spot: u8) {
        if let Shuffle::Sealed(_, hashes) = &mut self.shuffle {
            hashes.remove(&spot);
        }
    }
}

impl Status {
    /// Whether another round opens.
    pub(crate) fn opens_rounds(self) -> bool {
        self == Status::Open
    }
}
