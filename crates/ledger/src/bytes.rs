//! The fixed byte layout of everything that is hashed: numbers big-endian, texts and lists with their length before them.

use crate::hash::Hash;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Writes the layout.
#[derive(Clone, Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Nothing written yet.
    #[must_use]
    pub const fn new() -> Writer {
        Writer(Vec::new())
    }

    /// Nothing written yet, with room for so many bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Writer {
        Writer(Vec::with_capacity(bytes))
    }

    /// One byte.
    pub fn u8(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Four bytes, the highest first.
    pub fn u32(&mut self, number: u32) {
        self.0.extend(number.to_be_bytes());
    }

    /// Eight bytes, the highest first.
    pub fn u64(&mut self, number: u64) {
        self.0.extend(number.to_be_bytes());
    }

    /// Eight bytes, the highest first, in two's complement.
    pub fn i64(&mut self, number: i64) {
        self.0.extend(number.to_be_bytes());
    }

    /// Thirty-two bytes as they are.
    pub fn hash(&mut self, hash: &Hash) {
        self.0.extend(hash.0);
    }

    /// How many things follow, as four bytes.
    ///
    /// # Panics
    ///
    /// At four thousand million: no list of a round comes near.
    pub fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).expect("lists of the journal are short"));
    }

    /// Bytes, with how many before them.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend(bytes);
    }

    /// A text in UTF-8, with its length in bytes before it.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Everything written.
    #[must_use]
    pub fn done(self) -> Vec<u8> {
        self.0
    }
}

/// Reads the layout; nothing may be missing, left over, or written in another way than [`Writer`] would.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads these bytes from their start.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes, at: 0 }
    }

    /// Says what is wrong here.
    ///
    /// # Errors
    ///
    /// Always, with the place reached so far.
    pub fn bad<T>(&self, expected: &'static str) -> Result<T, BadBytes> {
        Err(BadBytes { at: self.at, expected })
    }

    fn take(&mut self, count: usize, expected: &'static str) -> Result<&'a [u8], BadBytes> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else { return self.bad(expected) };
        self.rest = rest;
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N], BadBytes> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, expected)?);
        Ok(array)
    }

    /// One byte.
    ///
    /// # Errors
    ///
    /// If there is none left; so for all that follow here.
    pub fn u8(&mut self) -> Result<u8, BadBytes> {
        self.array::<1>("one byte").map(|[byte]| byte)
    }

    /// Four bytes, the highest first.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`].
    pub fn u32(&mut self) -> Result<u32, BadBytes> {
        self.array("a number of four bytes").map(u32::from_be_bytes)
    }

    /// Eight bytes, the highest first.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`].
    pub fn u64(&mut self) -> Result<u64, BadBytes> {
        self.array("a number of eight bytes").map(u64::from_be_bytes)
    }

    /// Eight bytes, the highest first, in two's complement.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`].
    pub fn i64(&mut self) -> Result<i64, BadBytes> {
        self.array("a number of eight bytes").map(i64::from_be_bytes)
    }

    /// A hash.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`].
    pub fn hash(&mut self) -> Result<Hash, BadBytes> {
        self.array("a hash of 32 bytes").map(Hash)
    }

    /// How many things follow: no more than there are bytes left, as each takes one at least.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`].
    pub fn count(&mut self) -> Result<usize, BadBytes> {
        let count = self.u32()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.rest.len() => Ok(count),
            Ok(_) | Err(_) => self.bad("as many things as the count says"),
        }
    }

    /// Bytes with how many before them.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`].
    pub fn bytes(&mut self) -> Result<&'a [u8], BadBytes> {
        let count = self.count()?;
        self.take(count, "as many bytes as the length says")
    }

    /// A text.
    ///
    /// # Errors
    ///
    /// See [`Reader::u8`]; also if it is not UTF-8.
    pub fn text(&mut self) -> Result<String, BadBytes> {
        let bytes = self.bytes()?;
        core::str::from_utf8(bytes).map(String::from).or_else(|_| self.bad("a text in UTF-8"))
    }

    /// The end.
    ///
    /// # Errors
    ///
    /// If anything is left.
    pub fn end(self) -> Result<(), BadBytes> {
        if self.rest.is_empty() { Ok(()) } else { self.bad("the end") }
    }
}

/// Says that bytes are not in the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadBytes {
    /// How many bytes were read before it showed.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for BadBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: expected {}", self.at, self.expected)
    }
}

impl core::error::Error for BadBytes {}
