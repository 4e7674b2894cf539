//! Words that the server gives away and knows again: nobody can make or change one.

use tercet_ledger::Hash;

/// What such words are made with; another one with each start of the server.
pub(crate) struct Seal([u8; 32]);

/// How many bytes of the hash stand in a word.
const MARK: usize = 16;

impl Seal {
    pub(crate) const fn new(secret: [u8; 32]) -> Seal {
        Seal(secret)
    }

    /// Two numbers and for whom they are, as a word.
    pub(crate) fn close(&self, whose: &str, one: u64, other: i64) -> String {
        let mark = self.mark(whose, one, other);
        format!("{one}.{other}.{mark}")
    }

    /// The numbers in a word; none if it was not made here, or for somebody else.
    pub(crate) fn open(&self, whose: &str, word: &str) -> Option<(u64, i64)> {
        let mut parts = word.split('.');
        let (one, other) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        // It is compared whole, as the word was made; whoever tries learns nothing that would help to make one: a hash under the seal.
        (self.close(whose, one, other) == word).then_some((one, other))
    }

    fn mark(&self, whose: &str, one: u64, other: i64) -> String {
        let hash = Hash::of(&[&self.0, whose.as_bytes(), &one.to_be_bytes(), &other.to_be_bytes()]);
        hash.to_string().chars().take(2 * MARK).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word is good for whom it was made, as it was made, and with the seal that made it.
    #[test]
    fn a_word_cannot_be_made_or_changed() {
        let seal = Seal::new([7; 32]);
        let word = seal.close("ann", 12, -500);
        assert_eq!(seal.open("ann", &word), Some((12, -500)));
        assert_eq!(seal.open("bob", &word), None);
        assert_eq!(Seal::new([8; 32]).open("ann", &word), None);
        for other in [
            "",
            "12",
            "12.-500",
            "12.-500.",
            &word.replace("12", "13"),
            &format!("{word}0"),
            &format!("0{word}"),
        ] {
            assert_eq!(seal.open("ann", other), None, "{other}");
        }
    }
}
