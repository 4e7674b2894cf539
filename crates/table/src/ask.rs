//! What somebody asks of a table.

use crate::event::Status;
use crate::settings::Settings;
use crate::stream::Stream;
use tercet_fair::{SeatHash, SeatSecret};
use tercet_ledger::{Hash, Key, Name, Writer};
use tercet_rules::{Choice, Money, WagerId};

/// What somebody asks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Who.
    pub who: Who,
    /// What.
    pub what: Do,
    /// The number of the round that it is meant for; none: whichever is there when it comes. What is sent again after a break of the line may come
    /// when another round is in play.
    pub round: Option<u64>,
}

/// Who asks. Whoever calls has made sure of it: a session, not a message, says who somebody is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A player.
    Player(Name),
    /// Somebody of the floor.
    Floor(Name),
    /// The table itself, by its clocks.
    Table,
    /// Whoever runs the machine, while the house is closed: nobody signs in for that, and nobody is asked of.
    Operator,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Do {
    /// Set the table for the next round and all that follow; by the floor, at any time.
    Set(Box<Settings>),
    /// Open, pause or close the table; by the floor.
    Turn(Status, String),
    /// Void the round; by the floor, or by the table as it is started again with open bets.
    Void(String),
    /// Report something irregular; by the floor.
    Report(String),
    /// Sit down at a position; by a player, as are all that follow up to `Decide`.
    Sit(u8),
    /// Leave a position; or by the floor: stand up whoever sits there.
    Leave(u8),
    /// Stand this player up from a position, and nobody else who may sit there by then; by the floor.
    StandUp(u8, Name),
    /// Set a wager to so much in all.
    Place(u8, WagerId, Money),
    /// Take a wager back.
    TakeBack(u8, WagerId),
    /// Commit to a secret for the shuffle, with the first bet.
    Swear(u8, SeatHash),
    /// Be done with betting: once everybody who sits there is, bets are closed before their time.
    Ready(u8),
    /// Tell the secret, once bets are closed.
    Tell(u8, SeatSecret),
    /// Play or fold.
    Decide(u8, Choice),
    /// Open the next round; by the table, as are all that follow.
    OpenRound,
    /// No more bets.
    CloseBets,
    /// Deal.
    Deal,
    /// Decide for those who have not (R24).
    TimeOut,
    /// Collect folded hands and turn the dealer's cards over.
    Reveal,
    /// Pay and take.
    Reconcile,
    /// Tell the seed.
    TellSeed,
    /// End the round without its seed, as the key from which it follows is lost; by the operator.
    LoseSeed(String),
}

impl Ask {
    /// What somebody asks, whichever round is there when it comes.
    #[must_use]
    pub const fn new(who: Who, what: Do) -> Ask {
        Ask { who, what, round: None }
    }

    /// The same, meant for this round and no other.
    #[must_use]
    pub fn in_round(self, round: u64) -> Ask {
        Ask { round: Some(round), ..self }
    }

    /// The hash of what is asked, by whom, of which table and for which round, by which a key used for something else is found out.
    #[must_use]
    pub fn hash(&self, table: &Name) -> Hash {
        let mut to = Writer::new();
        to.text(table.as_str());
        match &self.who {
            Who::Player(name) => (to.u8(0), to.text(name.as_str())).0,
            Who::Floor(name) => (to.u8(1), to.text(name.as_str())).0,
            Who::Table => to.u8(2),
            Who::Operator => to.u8(3),
        }
        self.what.write(&mut to);
        // Nothing for none: what was asked before rounds were named keeps its hash.
        if let Some(round) = self.round {
            to.u64(round);
        }
        Hash::of(&[&to.done()])
    }

    /// The key under which the store keeps this, asked of this table under a key of whoever asks, and the hash of it that the store keeps; nothing if there can be no such
    /// table.
    #[must_use]
    pub fn kept_as(&self, table: &Name, key: &Key) -> Option<(Key, Hash)> {
        Some((self.who.key_at(table, key)?, self.hash(table)))
    }
}

impl Who {
    /// The key under which the store keeps what somebody asks of this table under a key of theirs; none if there can be no such table.
    #[must_use]
    pub fn key_at(&self, table: &Name, key: &Key) -> Option<Key> {
        Some(self.scoped(&Stream::Table(table.clone()).name()?, key.as_bytes()))
    }

    /// The key under which the store keeps what somebody asks, under a key of their choice, of the table of this stream: nobody can use a
    /// key of somebody else's, or one that the table itself will use. What the table asks of itself stands under [`own_key`].
    pub(crate) fn scoped(&self, stream: &Name, key: &[u8]) -> Key {
        let mut to = Writer::new();
        to.text(stream.as_str());
        match self {
            Who::Player(name) => (to.u8(0), to.text(name.as_str())).0,
            Who::Floor(name) => (to.u8(1), to.text(name.as_str())).0,
            Who::Table => to.u8(2),
            Who::Operator => to.u8(3),
        }
        to.bytes(key);
        Key::new(&Hash::of(&[&to.done()]).0).expect("a hash is short")
    }
}

/// What a table gives as the key of the step that it takes by itself after so many events: no other step of it has it.
pub(crate) const fn own_key(version: u64) -> [u8; 8] {
    version.to_be_bytes()
}

impl Stream {
    /// The key under which the store keeps the step that the table of this stream takes by itself after so many events; none if this
    /// stream is of no table.
    #[must_use]
    pub fn own_key(&self, version: u64) -> Option<Key> {
        let (Stream::Table(_), Some(stream)) = (self, self.name()) else { return None };
        Some(Who::Table.scoped(&stream, &own_key(version)))
    }
}

impl Do {
    /// One byte for what is asked, then the fields in their order.
    fn write(&self, to: &mut Writer) {
        let kind = |to: &mut Writer, kind: u8, spot: u8| (to.u8(kind), to.u8(spot)).0;
        match self {
            Do::Set(settings) => {
                to.u8(0);
                to.hash(&settings.rules);
                to.u64(settings.way as u64);
                to.text(settings.meter.as_ref().map_or("", Name::as_str));
                settings.clocks.all().iter().for_each(|ms| to.u64(*ms));
                // Nothing for none: what was asked before there were hints keeps its hash.
                if settings.hints {
                    to.u8(1);
                }
            }
            Do::Turn(status, reason) => {
                kind(to, 1, *status as u8);
                to.text(reason);
            }
            Do::Void(reason) => (to.u8(2), to.text(reason)).0,
            Do::Report(event) => (to.u8(3), to.text(event)).0,
            Do::Sit(spot) => kind(to, 4, *spot),
            // Whom it was meant for stands in no event, so that nobody could make the hash again who reads the journal. Who sat there follows from the state.
            Do::Leave(spot) | Do::StandUp(spot, _) => kind(to, 5, *spot),
            Do::Place(spot, wager, amount) => {
                kind(to, 6, *spot);
                to.text(wager.as_str());
                to.i64(amount.units());
            }
            Do::TakeBack(spot, wager) => (kind(to, 7, *spot), to.text(wager.as_str())).0,
            Do::Swear(spot, hash) => (kind(to, 8, *spot), to.hash(&Hash(*hash.bytes()))).0,
            Do::Tell(spot, secret) => (kind(to, 9, *spot), to.hash(&Hash(*secret.tell()))).0,
            Do::Decide(spot, choice) => {
                kind(to, 10, *spot);
                to.u8(match choice {
                    Choice::Fold => 0,
                    Choice::Play { times } => *times,
                });
            }
            Do::OpenRound => to.u8(11),
            Do::CloseBets => to.u8(12),
            Do::Deal => to.u8(13),
            Do::TimeOut => to.u8(14),
            Do::Reveal => to.u8(15),
            Do::Reconcile => to.u8(16),
            Do::TellSeed => to.u8(17),
            Do::Ready(spot) => kind(to, 18, *spot),
            Do::LoseSeed(reason) => (to.u8(19), to.text(reason)).0,
        }
    }
}
