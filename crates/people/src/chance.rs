//! What is made from chance: ids and secrets, each by a hash of its own, so that one says nothing of another.

use sha2::{Digest as _, Sha256};
use tercet_ledger::{Hash, Name};

/// Chance as it comes in: 32 bytes of the operating system's generator, never used twice.
pub type Chance = [u8; 32];

/// SHA-256 of a label and chance.
pub(crate) fn derived(label: &str, chance: &Chance) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"tercet/people/");
    hash.update(label.as_bytes());
    hash.update([0]);
    hash.update(chance);
    hash.finalize().into()
}

/// SHA-256 of some bytes.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The id of an account: a letter, a hyphen and 80 bits as 16 characters of base32 in lower case.
pub(crate) fn id(letter: char, chance: &Chance) -> Name {
    const DIGITS: [char; 32] = [
        'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't',
        'u', 'v', 'w', 'x', 'y', 'z', '2', '3', '4', '5', '6', '7',
    ];
    let bytes = derived("id", chance);
    let bits = bytes[..10].iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    let digits = (0..16).rev().map(|place| DIGITS[(bits >> (5 * place) & 31) as usize]);
    let text: String = [letter, '-'].into_iter().chain(digits).collect();
    Name::new(&text).expect("letters, digits and a hyphen are a name")
}

/// 32 bytes from 64 digits of base 16 in lower case, as [`hex`](tercet_ledger::hex) writes them and no other way.
pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    Hash::from_hex(text).map(|Hash(bytes)| bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tercet_ledger::hex;

    #[test]
    fn an_id_is_a_letter_and_sixteen_digits_of_base_32() {
        let id = id('g', &[7; 32]);
        assert!(id.as_str().len() == 18 && id.as_str().starts_with("g-"), "{id}");
        assert_eq!(id, super::id('g', &[7; 32]));
        assert_ne!(id, super::id('g', &[8; 32]));
    }

    #[test]
    fn what_is_made_from_the_same_chance_under_two_labels_differs() {
        assert_ne!(derived("id", &[7; 32]), derived("token", &[7; 32]));
    }

    proptest! {
        #[test]
        fn digits_read_back(bytes: [u8; 32]) {
            prop_assert_eq!(from_hex(&hex(&bytes)), Some(bytes));
        }

        #[test]
        fn what_is_no_64_digits_is_nothing(text in "\\PC{0,70}|[0-9a-fA-F]{64}") {
            if let Some(bytes) = from_hex(&text) {
                prop_assert_eq!(hex(&bytes), text);
            }
        }
    }
}
