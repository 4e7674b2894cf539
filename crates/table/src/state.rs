//! The state of a table, and what of it may be seen.

use crate::event::Status;
use crate::settings::Settings;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use tercet_fair::{Closed, Commitment, Context, ContextError, Frozen, FrozenDigest, Ready, Sealed, SeatHash};
use tercet_ledger::{Hash, Name};
use tercet_rules::{Audience, Command, Phase, Reject, Round, View, WentBack, view};

/// The program that deals new rounds, and its version.
pub(crate) const ENGINE: &str = concat!("tercet ", env!("CARGO_PKG_VERSION"));

// What a way of dealing is called has room in what a seed is bound to.
const _: () = assert!(tercet_rules::Way::MOST_NAME_BYTES <= Context::MOST_BYTES);

/// The most events of one round, the one that opens it included.
///
/// The countdown does not bound how often players change bets and places: it stands while nobody has bet. So the round does: once so much
/// has happened, bets are closed, or the round is void if there are none. Each player has a share of it.
pub const MOST_EVENTS: u64 = 4_096;

/// How many of them players cannot use up with places and bets: they are kept for the floor, and for what ends a round.
pub(crate) const NOT_FOR_PLAYERS: u64 = 1_024;

/// How many of them one player may use up with places and bets: no one closes the bets of others by changing their own.
pub(crate) const OF_ONE_PLAYER: u64 = (MOST_EVENTS - NOT_FOR_PLAYERS) / 8;

/// How many of them are kept for what ends a round alone: secrets and decisions of every spot, and the steps of the table.
pub(crate) const FOR_THE_END: u64 = 64;

/// A live table.
///
/// Everything in it follows from its events; [`digest`](Table::digest) stands for all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) name: Name,
    pub(crate) settings: Option<Arc<Settings>>,
    /// The place of the event that set them.
    pub(crate) set_at: u64,
    pub(crate) status: Status,
    pub(crate) seats: BTreeMap<u8, Name>,
    /// How many rounds were opened.
    pub(crate) rounds: u64,
    /// The last of them; none before the first, and none after one that ended without its seed, of which nobody knows a card.
    pub(crate) live: Option<Playing>,
    /// The place of the event that opened the last round.
    pub(crate) opened_at: u64,
    /// How many events there were.
    pub(crate) version: u64,
    /// When the last one was written.
    pub(crate) at_ms: u64,
    pub(crate) digest: Hash,
}

/// A round at a table, from the moment it opens until the next one does.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Playing {
    pub(crate) no: u64,
    /// What the table was set to when it opened.
    pub(crate) settings: Arc<Settings>,
    pub(crate) round: Round,
    pub(crate) commitment: Commitment,
    pub(crate) shuffle: Shuffle,
    /// The spots that are done with betting, while bets are open.
    pub(crate) ready: BTreeSet<u8>,
    /// How often each player has changed places and bets since it opened.
    pub(crate) changes: BTreeMap<Name, u64>,
    /// Whose bets went back before the deal, in the order in which they did.
    pub(crate) sent_back: Vec<(Name, WentBack)>,
    /// Whether its seed is not known and another stands in for it: then its cards are none of the table's.
    pub(crate) stands_in: bool,
    /// How many awards the meter had paid at the deal.
    pub(crate) hits_at_deal: u64,
    /// When the clock that runs now runs out.
    pub(crate) deadline_ms: Option<u64>,
}

impl fmt::Debug for Playing {
    // It has every card, and a table is printed where something went wrong.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Playing");
        shown.field("no", &self.no).field("stage", &self.stage()).field("commitment", &self.commitment);
        shown.field("deadline_ms", &self.deadline_ms).finish_non_exhaustive()
    }
}

/// How far the shuffle of a round is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    /// Seats commit to secrets.
    Sealed(Sealed, BTreeMap<u8, SeatHash>),
    /// Seats tell their secrets.
    Closed(Closed),
    /// The deck is settled.
    Ready(Ready),
    /// The seed is told.
    Told(Ready),
}

/// What a round at a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// OPEN: bets are made.
    Open,
    /// CLOSED: no more bets; seats tell their secrets.
    Closed,
    /// DEALT: players decide.
    Dealt,
    /// DECIDED: the dealer's hand is open.
    Decided,
    /// SETTLED: everything is paid, and the seed is about to be told.
    Settled,
    /// REVEALED, or void: the round is over.
    Over,
}

impl Stage {
    /// What the table is doing, as part of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Stage::Open => "bets are open",
            Stage::Closed => "bets are closed and no card is dealt",
            Stage::Dealt => "the players decide",
            Stage::Decided => "the dealer's hand is open",
            Stage::Settled => "the round is settled",
            Stage::Over => "the round is over",
        }
    }
}

/// A table as one audience may see it. It is built up from what may be seen and never held a hidden card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// Whether the table takes bets.
    pub status: Status,
    /// What the table is set to: what its next round will be.
    pub settings: Option<Arc<Settings>>,
    /// What it was set to when the round opened.
    pub playing: Option<Arc<Settings>>,
    /// Whether it was set to something else since, which holds from the next round on: the one in play is not over.
    pub pending: bool,
    /// Who sits where.
    pub seats: BTreeMap<u8, Name>,
    /// The number of the round, from 1; 0 before the first.
    pub round: u64,
    /// What the round is doing.
    pub stage: Option<Stage>,
    /// The round.
    pub view: Option<View>,
    /// The spots that are done with betting, in ascending order, while bets are open.
    pub ready: Vec<u8>,
    /// The bets that went back before the deal, each with whose they were: those that could not stand as bets closed, then those of seats that withheld
    /// their secret, by spot.
    pub sent_back: Vec<(Name, WentBack)>,
    /// The commitment to the seed of the round.
    pub commitment: Option<Commitment>,
    /// What the seed and the secrets of the seats are bound to: a player's software needs it to commit to a secret.
    pub context: Option<Context>,
    /// What was published as bets closed, from CLOSED on: players note it before they tell their secrets.
    pub frozen: Option<FrozenDigest>,
    /// The seats that it stands for, in ascending order, each with the hash that it committed to, if it did.
    pub frozen_seats: Vec<(u8, Option<SeatHash>)>,
    /// The seats that have committed to a secret, in ascending order; of those whose bets stand, once bets are closed.
    pub sworn: Vec<u8>,
    /// The seats that have told it, in ascending order.
    pub told: Vec<u8>,
    /// The seed, once it is told.
    pub seed: Option<[u8; 32]>,
    /// When the clock that runs now runs out, in milliseconds since 1970-01-01 UTC.
    pub deadline_ms: Option<u64>,
    /// How many events there were: what a view was made after.
    pub version: u64,
}

impl Table {
    /// A table to which nothing has happened.
    #[must_use]
    pub const fn new(name: Name) -> Table {
        Table {
            name,
            settings: None,
            set_at: 0,
            status: Status::Closed,
            seats: BTreeMap::new(),
            rounds: 0,
            live: None,
            opened_at: 0,
            version: 0,
            at_ms: 0,
            digest: Hash::ZERO,
        }
    }

    /// The name of the table.
    #[must_use]
    pub const fn name(&self) -> &Name {
        &self.name
    }

    /// What the table is set to.
    #[must_use]
    pub fn settings(&self) -> Option<&Settings> {
        self.settings.as_deref()
    }

    /// The place of the event that set it last, among all of the table from 0 on; 0, too, if none did.
    #[must_use]
    pub const fn set_at(&self) -> u64 {
        self.set_at
    }

    /// Whether it takes bets.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &BTreeMap<u8, Name> {
        &self.seats
    }

    /// How many rounds were opened, which is the number of the last one.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many events there were.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The time at the table: that of a clock, or that of its last event while the clock is behind it.
    pub(crate) fn time(&self, now_ms: u64) -> u64 {
        now_ms.max(self.at_ms)
    }

    /// Whether so much has happened in the round that it can have only so many events more.
    pub(crate) fn has_only(&self, more: u64) -> bool {
        let live = self.live.as_ref().filter(|live| live.stage() != Stage::Over);
        live.is_some_and(|_| self.version - self.opened_at >= MOST_EVENTS - more)
    }

    /// Whether players can change no more of places and bets in this round: all together have done so too often, or each who sits there has.
    pub(crate) fn is_crowded(&self) -> bool {
        let mut changes = self.live.iter().flat_map(|live| live.changes.values());
        self.has_only(NOT_FOR_PLAYERS)
            || (self.seats.values().all(|player| self.has_changed_enough(player))
                && changes.any(|changes| *changes >= OF_ONE_PLAYER))
    }

    /// Whether this player has changed places and bets as often as one may in a round.
    pub(crate) fn has_changed_enough(&self, player: &Name) -> bool {
        let live = self.live.as_ref().filter(|live| live.stage() == Stage::Open);
        live.and_then(|live| live.changes.get(player)).is_some_and(|changes| *changes >= OF_ONE_PLAYER)
    }

    /// Whether so much has happened since the last round opened that nobody sits down before the next one does: a table is made again
    /// from all of it. Who comes to a table that opens a round for them may.
    pub(crate) fn is_crowded_between_rounds(&self, now_ms: u64) -> bool {
        let shows = self.live.as_ref().is_some_and(|live| {
            live.stage() != Stage::Over || live.deadline_ms.is_some_and(|until| now_ms < until)
        });
        let opens = self.status.opens_rounds() && !shows;
        !opens && self.version - self.opened_at >= MOST_EVENTS - NOT_FOR_PLAYERS
    }

    /// When the clock that runs now runs out, in milliseconds since 1970-01-01 UTC.
    #[must_use]
    pub fn deadline_ms(&self) -> Option<u64> {
        self.live.as_ref().and_then(|live| live.deadline_ms)
    }

    /// Whether the round in play is played by other settings than the next one will be.
    pub(crate) fn is_pending(&self) -> bool {
        let live = self.live.as_ref().filter(|live| live.stage() != Stage::Over);
        let set = live.zip(self.settings.as_ref());
        set.is_some_and(|(live, set)| !Arc::ptr_eq(&live.settings, set) && !live.settings.are(set))
    }

    /// Whether everybody who sits there is done with betting, and somebody has bet. Who has not bet yet must say so, too: nobody's bet comes too
    /// late for the haste of others.
    pub(crate) fn is_ready(&self) -> bool {
        self.live
            .as_ref()
            .is_some_and(|live| live.any_bets() && self.seats.keys().all(|spot| live.ready.contains(spot)))
    }

    /// Whether bets are open, and somebody has bet.
    pub(crate) fn has_open_bets(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.stage() == Stage::Open && live.any_bets())
    }

    /// A hash of all events: tables with one digest are in one state.
    #[must_use]
    pub const fn digest(&self) -> Hash {
        self.digest
    }

    /// What the round is doing, if there is one.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        self.live.as_ref().map(Playing::stage)
    }

    /// The round, if there is one: with every card, for settlement and audit, not for anybody at the table.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.live.as_ref().map(|live| &live.round)
    }

    /// What one audience may see.
    #[must_use]
    pub fn view(&self, audience: Audience<'_>) -> TableView {
        let live = self.live.as_ref();
        TableView {
            status: self.status,
            settings: self.settings.clone(),
            playing: live.map(|live| Arc::clone(&live.settings)),
            pending: self.is_pending(),
            seats: self.seats.clone(),
            round: self.rounds,
            stage: self.stage(),
            view: live.map(|live| view(&live.round, audience)),
            ready: live
                .filter(|live| live.stage() == Stage::Open)
                .map_or(Vec::new(), |live| live.ready.iter().copied().collect()),
            sent_back: live.map_or(Vec::new(), |live| live.sent_back.clone()),
            commitment: live.map(|live| live.commitment),
            context: live.map(|live| live.shuffle.context().clone()),
            frozen: live.and_then(|live| live.shuffle.frozen()),
            frozen_seats: live.map_or(Vec::new(), |live| live.shuffle.frozen_seats()),
            sworn: live.map_or(Vec::new(), |live| live.shuffle.sworn()),
            told: live.map_or(Vec::new(), |live| live.shuffle.seats_that_told()),
            seed: live.and_then(|live| match &live.shuffle {
                Shuffle::Told(ready) => Some(*ready.seed().tell()),
                Shuffle::Sealed(..) | Shuffle::Closed(_) | Shuffle::Ready(_) => None,
            }),
            deadline_ms: self.deadline_ms().filter(|_| self.waits_for_a_clock()),
            version: self.version,
        }
    }

    /// What the seed of a round is bound to; `engine` is the program that opened it, which need not be this one.
    pub(crate) fn context(
        &self,
        settings: &Settings,
        round: u64,
        engine: &str,
    ) -> Result<Context, ContextError> {
        let way = settings.game.ways[settings.way].name.as_str();
        Context::new(self.name.as_str(), round, settings.rules.0, way, engine)
    }

    /// A round in which everybody sits where they sit.
    pub(crate) fn seated(&self, settings: &Settings) -> Result<Round, Reject> {
        let mut round =
            Round::open(Arc::clone(&settings.game), settings.way).expect("settings name a way of the game");
        for (spot, player) in &self.seats {
            round.run(&Command::Sit { spot: *spot, player: player.as_str().into() })?;
        }
        Ok(round)
    }
}

impl Shuffle {
    /// What the round is.
    fn context(&self) -> &Context {
        match self {
            Shuffle::Sealed(sealed, _) => sealed.context(),
            Shuffle::Closed(closed) => closed.context(),
            Shuffle::Ready(ready) | Shuffle::Told(ready) => ready.context(),
        }
    }

    /// What was published as bets closed, once they are.
    fn frozen(&self) -> Option<FrozenDigest> {
        match self {
            Shuffle::Sealed(..) => None,
            Shuffle::Closed(closed) => Some(closed.frozen()),
            Shuffle::Ready(ready) | Shuffle::Told(ready) => Some(ready.frozen()),
        }
    }

    /// The seats that have committed to a secret.
    fn sworn(&self) -> Vec<u8> {
        let committed = |(spot, hash): (u8, Option<SeatHash>)| hash.map(|_| spot);
        match self {
            Shuffle::Sealed(_, hashes) => hashes.keys().copied().collect(),
            Shuffle::Closed(_) | Shuffle::Ready(_) | Shuffle::Told(_) => {
                self.frozen_seats().into_iter().filter_map(committed).collect()
            }
        }
    }

    /// The seats that have told their secret.
    fn seats_that_told(&self) -> Vec<u8> {
        let withheld: Vec<u8> = match self {
            Shuffle::Sealed(..) => return Vec::new(),
            Shuffle::Closed(closed) => closed.waiting().collect(),
            Shuffle::Ready(ready) | Shuffle::Told(ready) => ready.withheld().collect(),
        };
        self.sworn().into_iter().filter(|spot| !withheld.contains(spot)).collect()
    }

    /// The seats that it stands for.
    fn frozen_seats(&self) -> Vec<(u8, Option<SeatHash>)> {
        match self {
            Shuffle::Sealed(..) => Vec::new(),
            Shuffle::Closed(closed) => closed.seats().collect(),
            Shuffle::Ready(ready) | Shuffle::Told(ready) => {
                ready.seats().map(|(spot, hash, _)| (spot, hash)).collect()
            }
        }
    }
}

impl Playing {
    pub(crate) fn stage(&self) -> Stage {
        match (self.round.phase(), &self.shuffle) {
            (Phase::Wagering { .. }, _) => Stage::Open,
            (Phase::Closed { .. }, _) => Stage::Closed,
            (Phase::Deciding(_), _) => Stage::Dealt,
            (Phase::Revealed(..), _) => Stage::Decided,
            (Phase::Settled(..) | Phase::Voided { .. }, Shuffle::Told(_)) => Stage::Over,
            (
                Phase::Settled(..) | Phase::Voided { .. },
                Shuffle::Sealed(..) | Shuffle::Closed(_) | Shuffle::Ready(_),
            ) => Stage::Settled,
        }
    }

    /// Whether the clock that runs has run out at this time.
    pub(crate) fn is_late(&self, now_ms: u64) -> bool {
        self.deadline_ms.is_some_and(|deadline| now_ms >= deadline)
    }

    /// Whether a spot has bets that are neither paid nor back.
    pub(crate) fn has_bets(&self, spot: u8) -> bool {
        match self.round.phase() {
            Phase::Wagering { seats } | Phase::Closed { seats } => {
                seats.iter().any(|seat| seat.spot == spot && seat.has_wagers())
            }
            Phase::Deciding(dealt) | Phase::Revealed(dealt, _) => {
                dealt.hands.iter().any(|hand| hand.seat.spot == spot)
            }
            Phase::Settled(..) | Phase::Voided { .. } => false,
        }
    }

    /// Whether any spot has.
    pub(crate) fn any_bets(&self) -> bool {
        (1..=self.round.game().spots).any(|spot| self.has_bets(spot))
    }

    /// The seats whose bets stand, each with the secret's hash that it committed to, if it did.
    pub(crate) fn frozen(&self, hashes: &BTreeMap<u8, SeatHash>) -> Frozen {
        let standing = (1..=self.round.game().spots).filter(|spot| self.has_bets(*spot));
        Frozen::new(standing.map(|spot| (spot, hashes.get(&spot).copied())))
            .expect("each spot once, and none of them 0")
    }
}
