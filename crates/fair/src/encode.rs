//! Parts put together so that they can be taken apart again: no two lists of parts give the same bytes.

use alloc::vec::Vec;
use sha2::{Digest as _, Sha256};

/// The length of a part as it stands before it: four bytes, the most significant first.
fn length(part: &[u8]) -> [u8; 4] {
    // The longest part is a context, a few hundred bytes: `Context::new` bounds its texts.
    u32::try_from(part.len()).expect("a part is shorter than four gigabytes").to_be_bytes()
}

/// Every part behind its length.
pub(crate) fn encode(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| 4 + part.len()).sum());
    for part in parts {
        bytes.extend_from_slice(&length(part));
        bytes.extend_from_slice(part);
    }
    bytes
}

/// The SHA-256 of [`encode`], without a copy of the parts, as some are secret.
pub(crate) fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(length(part));
        hash.update(part);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;

    /// Takes an encoding apart; none if it is none.
    fn decode(mut bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        let mut parts = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<4>()?;
            let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
            parts.push(rest.get(..length)?.to_vec());
            bytes = &rest[length..];
        }
        Some(parts)
    }

    #[test]
    fn lengths_are_four_bytes_most_significant_first() {
        assert_eq!(encode(&[b"ab", b""]), [0, 0, 0, 2, b'a', b'b', 0, 0, 0, 0]);
        assert_eq!(encode(&[&vec![7; 258]])[..6], [0, 0, 1, 2, 7, 7]);
        assert_ne!(encode(&[b"a", b"bc"]), encode(&[b"ab", b"c"]));
        assert_ne!(encode(&[b"a"]), encode(&[b"a", b""]));
    }

    proptest! {
        /// What can be taken apart to what was put in is unlike anything else that was put in.
        #[test]
        fn no_two_lists_of_parts_give_the_same_bytes(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..7)) {
            let borrowed: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
            let bytes = encode(&borrowed);
            prop_assert_eq!(digest(borrowed), <[u8; 32]>::from(Sha256::digest(&bytes)));
            prop_assert_eq!(decode(&bytes), Some(parts));
        }
    }
}
