//! What is done to a file.

use crate::dice::Dice;
use std::fmt;

/// One damage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Harm {
    /// Cut off here.
    Cut(usize),
    /// One bit is turned.
    Bit(usize, u8),
    /// Other bytes stand from here on.
    Garbled(usize, Vec<u8>),
    /// Nothing but zeros stands from here on, so far.
    Zeros(usize, usize),
    /// These bytes hang on behind.
    Longer(Vec<u8>),
    /// What stands at the second place stands at the first, too, so far.
    Copied(usize, usize, usize),
}

impl Harm {
    /// One that can be done to this file, as the dice fall.
    pub(super) fn of(bytes: &[u8], dice: &mut Dice) -> Harm {
        let at = dice.place(bytes.len());
        match dice.below(12) {
            0..3 => Harm::Cut(at),
            3..7 => Harm::Bit(at, dice.byte(8)),
            7 | 8 => Harm::Garbled(at, noise(dice)),
            9 => {
                // Whole sectors, as a disk loses them.
                let sector = at / 512 * 512;
                Harm::Zeros(sector, 512 << dice.below(4))
            }
            10 => Harm::Longer(noise(dice)),
            _ => Harm::Copied(at, dice.place(bytes.len()), 1 + dice.place(4_096)),
        }
    }

    /// The file with it, and from where on it may be another.
    pub(super) fn done_to(&self, bytes: &[u8]) -> (Vec<u8>, usize) {
        let mut harmed = bytes.to_vec();
        match self {
            Harm::Cut(at) => harmed.truncate(*at),
            Harm::Bit(at, bit) => harmed[*at] ^= 1 << bit,
            Harm::Garbled(at, noise) => put(&mut harmed, *at, noise),
            Harm::Zeros(at, length) => put(&mut harmed, *at, &vec![0; *length]),
            Harm::Longer(noise) => harmed.extend(noise),
            Harm::Copied(at, from, length) => {
                let end = bytes.len().min(from + length);
                put(&mut harmed, *at, &bytes[*from..end]);
            }
        }
        let same = bytes.iter().zip(&harmed).take_while(|(before, after)| before == after).count();
        (harmed, same)
    }
}

/// Writes over what stands there, and not beyond the end.
fn put(bytes: &mut [u8], at: usize, over: &[u8]) {
    let end = bytes.len().min(at + over.len());
    bytes[at..end].copy_from_slice(&over[..end - at]);
}

fn noise(dice: &mut Dice) -> Vec<u8> {
    let length = 1 + dice.place(6_000);
    let mut noise = Vec::new();
    while noise.len() < length {
        noise.extend(dice.bytes());
    }
    noise.truncate(length);
    noise
}

impl fmt::Display for Harm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Harm::Cut(at) => write!(f, "cut at byte {at}"),
            Harm::Bit(at, bit) => write!(f, "bit {bit} of byte {at} turned"),
            Harm::Garbled(at, noise) => write!(f, "{} bytes garbled from byte {at} on", noise.len()),
            Harm::Zeros(at, length) => write!(f, "{length} zeros from byte {at} on"),
            Harm::Longer(noise) => write!(f, "{} bytes longer", noise.len()),
            Harm::Copied(at, from, length) => write!(f, "{length} bytes of byte {from} at byte {at}"),
        }
    }
}
