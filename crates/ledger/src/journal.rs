//! The journal: records in a fixed byte layout, each naming the hash of the one before.

use crate::bytes::{BadBytes, Reader, Writer};
use crate::hash::Hash;
use crate::name::Name;
use crate::posting::Transaction;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

/// The key under which somebody asked for something: asked twice, it is done once. 1 to 64 bytes, of their choice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

impl Key {
    /// The longest key, in bytes.
    pub const LONGEST: usize = 64;

    /// A key; none if there are no bytes or too many.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Key> {
        (!bytes.is_empty() && bytes.len() <= Key::LONGEST).then(|| Key(bytes.into()))
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Key {
    /// As it is if it is plain text, else in hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match core::str::from_utf8(&self.0) {
            Ok(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => f.pad(text),
            Ok(_) | Err(_) => {
                let hex: String = self.0.iter().map(|byte| alloc::format!("{byte:02x}")).collect();
                f.pad(&hex)
            }
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// What happened in one stream: at a table, to a meter, at the cashier's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Whose events these are.
    pub stream: Name,
    /// How many events the stream had before.
    pub version: u64,
    /// What happened, in the encoding of the store.
    pub events: Vec<Vec<u8>>,
}

/// One record: what happened in one step, and the money that moved with it. All of it is written, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its place in the journal, from 0.
    pub seq: u64,
    /// The hash of the record before; [`Hash::ZERO`] for the first.
    pub prev: Hash,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// The key under which it was asked for.
    pub key: Key,
    /// The hash of what was asked, so that a key used again for something else is found out.
    pub request: Hash,
    /// What happened, stream by stream; at a hit, for example, to a table and to a meter.
    pub parts: Vec<Part>,
    /// The money that moved.
    pub transactions: Vec<Transaction>,
}

impl Part {
    fn decode(from: &mut Reader<'_>) -> Result<Part, BadBytes> {
        let Ok(stream) = Name::new(&from.text()?) else { return from.bad("the name of a stream") };
        let version = from.u64()?;
        let mut events = Vec::new();
        for _ in 0..from.count()? {
            events.push(from.bytes()?.into());
        }
        // A stream has at most as many events as can be counted, whoever wrote this.
        if version.checked_add(events.len() as u64).is_none() {
            return from.bad("a version that can be counted on from");
        }
        Ok(Part { stream, version, events })
    }
}

impl Record {
    /// The version of the layout, its first byte.
    pub const LAYOUT: u8 = 1;

    /// Where the place in the journal stands among the bytes, and then the hash of the record before.
    const PLACE: core::ops::Range<usize> = 1..9;
    const PREV: core::ops::Range<usize> = 9..41;

    /// How many bytes most records have at most: room is made for them at once.
    const USUAL: usize = 512;

    /// The record as bytes, the very ones that are hashed.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut to = Writer::with_capacity(Record::USUAL);
        to.u8(Record::LAYOUT);
        to.u64(self.seq);
        to.hash(&self.prev);
        to.u64(self.at_ms);
        to.bytes(self.key.as_bytes());
        to.hash(&self.request);
        to.count(self.parts.len());
        for part in &self.parts {
            to.text(part.stream.as_str());
            to.u64(part.version);
            to.count(part.events.len());
            part.events.iter().for_each(|event| to.bytes(event));
        }
        to.count(self.transactions.len());
        self.transactions.iter().for_each(|transaction| transaction.encode(&mut to));
        to.done()
    }

    /// Puts the bytes of a record at the end of a journal, wherever it stood before: so they can be made before it is known what
    /// comes first.
    ///
    /// # Panics
    ///
    /// If there are fewer bytes than every record has.
    pub fn place(bytes: &mut [u8], after: &Chain) {
        bytes[Record::PLACE].copy_from_slice(&after.size.to_be_bytes());
        bytes[Record::PREV].copy_from_slice(&after.head.0);
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly what [`encode`](Record::encode) writes.
    pub fn decode(bytes: &[u8]) -> Result<Record, BadBytes> {
        let mut from = Reader::new(bytes);
        if from.u8()? != Record::LAYOUT {
            return from.bad("layout 1");
        }
        let (seq, prev, at_ms) = (from.u64()?, from.hash()?, from.u64()?);
        let Some(key) = Key::new(from.bytes()?) else { return from.bad("a key of 1 to 64 bytes") };
        let request = from.hash()?;
        let mut parts = Vec::new();
        for _ in 0..from.count()? {
            parts.push(Part::decode(&mut from)?);
        }
        let mut transactions = Vec::new();
        for _ in 0..from.count()? {
            transactions.push(Transaction::decode(&mut from)?);
        }
        from.end()?;
        Ok(Record { seq, prev, at_ms, key, request, parts, transactions })
    }

    /// The hash of a record's bytes, which is also its leaf in the Merkle tree (RFC 6962, section 2.1).
    #[must_use]
    pub fn hash(bytes: &[u8]) -> Hash {
        Hash::of(&[&[0], bytes])
    }
}

/// The end of a journal: how many records, and the hash of the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// How many records there are.
    pub size: u64,
    /// The hash of the last; [`Hash::ZERO`] if there is none.
    pub head: Hash,
}

impl Chain {
    /// A journal without a record.
    pub const EMPTY: Chain = Chain { size: 0, head: Hash::ZERO };

    /// Takes the next record of a journal that somebody kept.
    ///
    /// # Errors
    ///
    /// A [`Broken`] if it is no record, not the next, or does not name the one before.
    pub fn follow(&mut self, bytes: &[u8]) -> Result<Record, Broken> {
        let broken = |why| Broken { seq: self.size, why };
        let record = Record::decode(bytes).map_err(|bad| broken(BrokenWhy::Unreadable(bad)))?;
        if record.seq != self.size {
            return Err(broken(BrokenWhy::OutOfOrder { found: record.seq }));
        }
        if record.prev != self.head {
            return Err(broken(BrokenWhy::DoesNotFollow { names: record.prev, expected: self.head }));
        }
        *self = Chain { size: self.size + 1, head: Record::hash(bytes) };
        Ok(record)
    }
}

/// Says that a journal is not what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The place where it shows, from 0.
    pub seq: u64,
    /// What is wrong there.
    pub why: BrokenWhy,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokenWhy {
    /// The bytes are no record.
    Unreadable(BadBytes),
    /// Another record stands there.
    OutOfOrder {
        /// The place that it says it has.
        found: u64,
    },
    /// It follows another record than the one before it: one of the two was changed.
    DoesNotFollow {
        /// The hash it names.
        names: Hash,
        /// The hash of the record before it.
        expected: Hash,
    },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: ", self.seq)?;
        match &self.why {
            BrokenWhy::Unreadable(bad) => write!(f, "not a record: {bad}"),
            BrokenWhy::OutOfOrder { found } => write!(f, "record {found} stands in its place"),
            BrokenWhy::DoesNotFollow { names, expected } => {
                let before = match self.seq {
                    0 => "nothing".to_string(),
                    seq => alloc::format!("record {}", seq - 1),
                };
                write!(
                    f,
                    "it names {names} as the hash of the record before it, but that of {before} is {expected}; \
                     one of the two was changed"
                )
            }
        }
    }
}

impl core::error::Error for Broken {}
