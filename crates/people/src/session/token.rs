//! Secrets that say who somebody is.

use crate::chance::{Chance, derived, from_hex, sha256};
use std::fmt;
use tercet_ledger::hex;
use zeroize::Zeroizing;

/// A secret of 256 bits. Whoever has it is taken for its owner; only its hash is kept.
#[derive(Clone)]
pub struct Token(Zeroizing<[u8; 32]>);

impl Token {
    pub(crate) fn new(chance: &Chance) -> Token {
        Token(Zeroizing::new(derived("token", chance)))
    }

    /// The token as it is handed out: 64 digits of base 16. This is the only time to see it.
    #[must_use]
    pub fn secret(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(self.0.as_slice()))
    }

    /// A token as it comes back; none if it cannot be one.
    #[must_use]
    pub fn read(text: &str) -> Option<Token> {
        from_hex(text).map(|bytes| Token(Zeroizing::new(bytes)))
    }

    /// What is kept and looked up: who tries tokens learns from the time it takes at most something about hashes, of which no token
    /// follows.
    pub(crate) fn hash(&self) -> [u8; 32] {
        sha256(self.0.as_slice())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_is_shown_to_nobody() {
        let token = Token::new(&[9; 32]);
        assert_eq!(Token::read(&token.secret()).unwrap().hash(), token.hash());
        assert_ne!(token.0.as_slice(), [9; 32]);
        assert_eq!(format!("{token:?}"), "Token(..)");
        for wrong in ["", "00", &token.secret().to_uppercase(), &format!("{}0", &*token.secret())] {
            assert!(Token::read(wrong).is_none());
        }
    }
}
