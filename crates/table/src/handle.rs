//! What somebody asks becomes a step, or is refused.

use crate::ask::{Ask, Do, Who};
use crate::event::{MeterSeen, Status, TableEvent};
use crate::refused::Refused;
use crate::seed::HouseKey;
use crate::state::{ENGINE, FOR_THE_END, NOT_FOR_PLAYERS, Playing, Shuffle, Stage, Table};
use crate::take::{NotThis, Taken};
use tercet_ledger::{LONGEST_REASON, Name};
use tercet_rules::{Command, Game, Money, Phase};

/// How many characters of a report are written down.
pub(crate) const REPORT: usize = 80;

/// What a table cannot know itself.
#[derive(Clone, Debug)]
pub struct World<'w> {
    /// The time, in milliseconds since 1970-01-01 UTC.
    pub now_ms: u64,
    /// Thirty-two bytes of chance from the operating system, new for each call.
    pub chance: [u8; 32],
    /// What the table's meter holds.
    pub meter: Option<MeterSeen>,
    /// The key of the house.
    pub key: &'w HouseKey,
}

/// What is to be written, and what the table is then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What happens.
    pub events: Vec<TableEvent>,
    /// What happens in the round, and the money that moves.
    pub taken: Taken,
    /// The table once this is written.
    pub table: Table,
}

impl Table {
    /// What would happen; changes nothing.
    ///
    /// # Errors
    ///
    /// A [`Refused`] that says why not. Whether the wallets hold the money is not asked here but by the store.
    pub fn handle(&self, ask: &Ask, world: &World<'_>) -> Result<Step, Refused> {
        if let Some(meant) = ask.round.filter(|meant| *meant != self.rounds) {
            return Err(Refused::OtherRound { meant, now: self.rounds });
        }
        let events = self.allowed(ask, world)?;
        self.in_time(&ask.what, world.now_ms)?;
        self.has_a_change_left(ask)?;
        let mut table = self.clone();
        let mut all = Taken::default();
        for event in &events {
            let taken = table.take(event, world.now_ms, world.key).map_err(refused)?;
            all.events.extend(taken.events);
            all.transactions.extend(taken.transactions);
        }
        Ok(Step { events, taken: all, table })
    }

    /// Whether what is asked comes before the time to bet is up. It may be up though bets are not closed yet: while the store has no room to
    /// say so, nobody bets or takes back any more.
    ///
    /// It is looked at before something is written, and not of what is: earlier programs took it until bets were closed.
    fn in_time(&self, what: &Do, now_ms: u64) -> Result<(), Refused> {
        let late = |live: &&Playing| live.stage() == Stage::Open && live.is_late(now_ms);
        let Some(live) = self.live.as_ref().filter(late) else { return Ok(()) };
        if let Do::Leave(spot) | Do::StandUp(spot, _) = what
            && live.has_bets(*spot)
        {
            return Err(Refused::InPlay { spot: *spot });
        }
        if matches!(what, Do::Place(..) | Do::TakeBack(..) | Do::Swear(..) | Do::Ready(_)) {
            return Err(Refused::NotNow { doing: "the time to bet is up", needs: "while bets are open" });
        }
        Ok(())
    }

    /// Whether whoever asks, if it is a player, may change places and bets once more in this round. Whoever has used up their own share may
    /// still leave.
    ///
    /// As with the time to bet: not of what is written, for earlier programs knew no such bound.
    fn has_a_change_left(&self, ask: &Ask) -> Result<(), Refused> {
        match (&ask.who, &ask.what) {
            (_, Do::Leave(_) | Do::StandUp(..)) => Ok(()),
            (Who::Player(name), _) if self.has_changed_enough(name) => Err(Refused::Crowded),
            (Who::Player(_) | Who::Floor(_) | Who::Table | Who::Operator, _) => Ok(()),
        }
    }

    /// The events that this asks for, if whoever asks may and this is the time.
    pub(crate) fn allowed(&self, ask: &Ask, world: &World<'_>) -> Result<Vec<TableEvent>, Refused> {
        let ends = matches!(ask.what, Do::Void(_) | Do::Tell(..) | Do::Decide(..));
        let kept = match &ask.who {
            Who::Player(_) if !ends => Some(NOT_FOR_PLAYERS),
            Who::Floor(_) if !ends => Some(FOR_THE_END),
            Who::Player(_) | Who::Floor(_) | Who::Table | Who::Operator => None,
        };
        if kept.is_some_and(|kept| self.has_only(kept)) {
            return Err(Refused::Crowded);
        }
        let event = match &ask.what {
            Do::Set(settings) => {
                let by = floor(&ask.who)?;
                // Whoever sits there must be able to sit there under the new rules, too.
                self.seated(settings)?;
                let way = u8::try_from(settings.way).map_err(|_| Refused::NotSet)?;
                TableEvent::Set {
                    by,
                    text: settings.text.as_ref().into(),
                    way,
                    meter: settings.meter.clone(),
                    clocks_ms: settings.clocks.all(),
                    hints: settings.hints,
                }
            }
            Do::Turn(status, why) => {
                let by = floor(&ask.who)?;
                if self.settings.is_none() {
                    return Err(Refused::NotSet);
                }
                TableEvent::Turned { by, status: *status, reason: reason(why)? }
            }
            Do::Void(why) => {
                let by = match &ask.who {
                    Who::Table if self.voids(why, world.now_ms) => None,
                    Who::Table => return Err(self.not_due()),
                    Who::Floor(name) => Some(name.clone()),
                    Who::Player(_) | Who::Operator => return Err(Refused::NotYours { whose: "the floor" }),
                };
                self.in_play()?;
                TableEvent::Voided { by, reason: reason(why)? }
            }
            Do::LoseSeed(why) => {
                if ask.who != Who::Operator {
                    return Err(Refused::NotYours { whose: "the operator, while the house is closed," });
                }
                let live = self.live.as_ref().filter(|live| live.stage() != Stage::Over);
                let needs = "before the seed of a round is told";
                let live = live.ok_or(Refused::NotNow { doing: self.doing(), needs })?;
                if !live.stands_in {
                    return Err(Refused::SeedKnown);
                }
                TableEvent::SeedLost { reason: reason(why)? }
            }
            Do::Report(event) => {
                let by = floor(&ask.who)?;
                self.in_play()?;
                TableEvent::Reported { by, event: event.chars().take(REPORT).collect() }
            }
            Do::Sit(_) if self.is_crowded_between_rounds(world.now_ms) => return Err(Refused::Crowded),
            Do::Sit(spot) => self.sit(player(&ask.who)?, *spot)?,
            Do::Leave(spot) => {
                let by = match &ask.who {
                    // A player who is gone for good must not keep a position from others.
                    Who::Floor(name) => {
                        self.sits(*spot)?;
                        Some(name.clone())
                    }
                    Who::Player(_) | Who::Table | Who::Operator => {
                        self.own(&ask.who, *spot)?;
                        None
                    }
                };
                self.left(*spot, by)?
            }
            Do::StandUp(spot, player) => {
                let by = floor(&ask.who)?;
                if self.sits(*spot)? != player {
                    return Err(Refused::SomebodyElse { spot: *spot });
                }
                self.left(*spot, Some(by))?
            }
            Do::Place(spot, wager, amount) => {
                self.own(&ask.who, *spot)?;
                self.at(Stage::Open, "while bets are open")?;
                TableEvent::Placed { spot: *spot, wager: wager.clone(), amount: *amount }
            }
            Do::TakeBack(spot, wager) => {
                self.own(&ask.who, *spot)?;
                self.at(Stage::Open, "while bets are open")?;
                TableEvent::TakenBack { spot: *spot, wager: wager.clone() }
            }
            Do::Swear(spot, hash) => {
                self.own(&ask.who, *spot)?;
                self.at(Stage::Open, "while bets are open")?;
                if let Some(live) = &self.live
                    && let Shuffle::Sealed(_, hashes) = &live.shuffle
                    && hashes.get(spot).is_some_and(|sworn| sworn != hash)
                {
                    return Err(Refused::Sworn { spot: *spot });
                }
                TableEvent::Sworn { spot: *spot, hash: *hash }
            }
            Do::Ready(spot) => {
                self.own(&ask.who, *spot)?;
                self.at(Stage::Open, "while bets are open")?;
                TableEvent::Ready { spot: *spot }
            }
            Do::Tell(spot, secret) => {
                self.own(&ask.who, *spot)?;
                self.at(Stage::Closed, "once bets are closed, before the deal")?;
                TableEvent::Told { spot: *spot, secret: secret.clone() }
            }
            Do::Decide(spot, choice) => {
                self.own(&ask.who, *spot)?;
                self.at(Stage::Dealt, "while the players decide")?;
                TableEvent::Decided { spot: *spot, choice: *choice }
            }
            Do::OpenRound
            | Do::CloseBets
            | Do::Deal
            | Do::TimeOut
            | Do::Reveal
            | Do::Reconcile
            | Do::TellSeed => return self.by_itself(ask, world),
        };
        Ok(vec![event])
    }

    /// What the table does by itself, and nobody may ask of it before it is due.
    fn by_itself(&self, ask: &Ask, world: &World<'_>) -> Result<Vec<TableEvent>, Refused> {
        if ask.who != Who::Table {
            return Err(Refused::NotYours { whose: "the table itself" });
        }
        if self.due(world.now_ms).as_ref() != Some(&ask.what) {
            return Err(self.not_due());
        }
        let settings = self.settings.as_ref().ok_or(Refused::NotSet)?;
        let event = match &ask.what {
            Do::OpenRound => {
                let round = self.rounds + 1;
                let context = self.context(settings, round, ENGINE);
                let context = context.expect("names of tables, ways and programs are short");
                let commitment = tercet_fair::commit(&context, &world.key.seed(&context, &world.chance));
                let opened = TableEvent::RoundOpened {
                    round,
                    engine: ENGINE.into(),
                    chance: world.chance,
                    commitment,
                };
                let start = settings.game.meter.as_ref().map_or(Money::ZERO, |meter| meter.start);
                let empty = world.meter.filter(|seen| seen.now.meter == Money::ZERO && start > Money::ZERO);
                let started = empty.map(|meter| TableEvent::MeterStarted { meter });
                return Ok([Some(opened), started].into_iter().flatten().collect());
            }
            Do::CloseBets => TableEvent::BetsClosed { sent_back: self.cannot_stand().map_err(refused)? },
            Do::Deal => TableEvent::Dealt { meter: world.meter, withheld: self.withheld() },
            Do::TimeOut => return Ok(self.undecided().map(|spot| TableEvent::TimedOut { spot }).collect()),
            Do::Reveal => TableEvent::Revealed,
            Do::Reconcile => TableEvent::Reconciled { meter: world.meter },
            Do::TellSeed => {
                let seed = self.live.as_ref().and_then(|live| match &live.shuffle {
                    Shuffle::Ready(ready) => Some(*ready.seed().tell()),
                    Shuffle::Sealed(..) | Shuffle::Closed(_) | Shuffle::Told(_) => None,
                });
                TableEvent::SeedTold { seed: seed.ok_or(Refused::NotSet)? }
            }
            Do::Set(_)
            | Do::Turn(..)
            | Do::Void(_)
            | Do::LoseSeed(_)
            | Do::Report(_)
            | Do::Sit(_)
            | Do::Leave(_)
            | Do::StandUp(..)
            | Do::Place(..)
            | Do::TakeBack(..)
            | Do::Swear(..)
            | Do::Ready(_)
            | Do::Tell(..)
            | Do::Decide(..) => return Err(Refused::NotYours { whose: "somebody else" }),
        };
        Ok(vec![event])
    }

    fn sit(&self, player: Name, spot: u8) -> Result<TableEvent, Refused> {
        let settings = self.settings.as_ref().ok_or(Refused::NotSet)?;
        if self.status == Status::Closed {
            return Err(Refused::Closed);
        }
        // The rules know which positions one player may have (R27), whether a round is open or not.
        let sit = Command::Sit { spot, player: player.as_str().into() };
        self.seated(settings)?.run(&sit)?;
        Ok(TableEvent::Seated { spot, player })
    }

    /// The spots that have not decided.
    fn undecided(&self) -> impl Iterator<Item = u8> {
        let dealt = self.live.as_ref().and_then(|live| match live.round.phase() {
            Phase::Deciding(dealt) => Some((live.round.game(), dealt)),
            Phase::Wagering { .. }
            | Phase::Closed { .. }
            | Phase::Revealed(..)
            | Phase::Settled(..)
            | Phase::Voided { .. } => None,
        });
        dealt.into_iter().flat_map(|(game, dealt)| {
            let game: &Game = game;
            dealt.hands.iter().filter(move |hand| dealt.undecided(game, hand)).map(|hand| hand.seat.spot)
        })
    }

    /// Who sits at a position.
    fn sits(&self, spot: u8) -> Result<&Name, Refused> {
        self.seats.get(&spot).ok_or(Refused::Empty { spot })
    }

    /// Whoever sits there goes, unless bets of theirs are in play.
    fn left(&self, spot: u8, by: Option<Name>) -> Result<TableEvent, Refused> {
        let stays = |live: &Playing| live.stage() != Stage::Open && live.has_bets(spot);
        if self.live.as_ref().is_some_and(stays) {
            return Err(Refused::InPlay { spot });
        }
        Ok(TableEvent::Left { spot, by })
    }

    fn own(&self, who: &Who, spot: u8) -> Result<(), Refused> {
        let player = player(who)?;
        if self.seats.get(&spot) == Some(&player) { Ok(()) } else { Err(Refused::NotYourSpot { spot }) }
    }

    fn doing(&self) -> &'static str {
        self.stage().map_or("no round is open", Stage::words)
    }

    /// It is for the table itself, and not now.
    fn not_due(&self) -> Refused {
        Refused::NotNow { doing: self.doing(), needs: "when it is due" }
    }

    fn at(&self, stage: Stage, needs: &'static str) -> Result<(), Refused> {
        if self.stage() == Some(stage) { Ok(()) } else { Err(Refused::NotNow { doing: self.doing(), needs }) }
    }

    fn in_play(&self) -> Result<(), Refused> {
        match self.stage() {
            Some(Stage::Open | Stage::Closed | Stage::Dealt | Stage::Decided) => Ok(()),
            Some(Stage::Settled | Stage::Over) | None => {
                Err(Refused::NotNow { doing: self.doing(), needs: "before a round is settled" })
            }
        }
    }
}

fn player(who: &Who) -> Result<Name, Refused> {
    match who {
        Who::Player(name) => Ok(name.clone()),
        Who::Floor(_) | Who::Table | Who::Operator => Err(Refused::NotYours { whose: "a player" }),
    }
}

fn floor(who: &Who) -> Result<Name, Refused> {
    match who {
        Who::Floor(name) => Ok(name.clone()),
        Who::Player(_) | Who::Table | Who::Operator => Err(Refused::NotYours { whose: "the floor" }),
    }
}

/// Whether this says why something is done: not blank, and no longer than [`LONGEST_REASON`].
#[must_use]
pub fn is_reason(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().take(LONGEST_REASON + 1).count() <= LONGEST_REASON
}

fn reason(text: &str) -> Result<String, Refused> {
    if is_reason(text) { Ok(text.into()) } else { Err(Refused::Reason) }
}

/// An event that the checks before let through, and the state does not.
fn refused(not: NotThis) -> Refused {
    match not {
        NotThis::Rules(reject) => Refused::Rules(reject),
        NotThis::Secret(error) => Refused::Secret(error),
        NotThis::Settings(error) => Refused::Settings(error),
        NotThis::NoRound
        | NotThis::NoSeed
        | NotThis::NotNext
        | NotThis::Withheld { .. }
        | NotThis::SentBack { .. }
        | NotThis::Context(_)
        | NotThis::Commitment
        | NotThis::Money(_) => Refused::NotNow { doing: "the round is elsewhere", needs: "at its time" },
    }
}
