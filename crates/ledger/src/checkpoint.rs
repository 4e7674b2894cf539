//! Checkpoints: the state of a journal, signed, in a text of a few lines that can be kept anywhere else.

use crate::hash::Hash;
use alloc::format;
use alloc::string::{String, ToString as _};
use base64ct::{Base64, Encoding as _};
use core::fmt;
use ed25519_dalek::Signer as _;

/// How many records a journal had, and the root of the tree over them.
///
/// Its text is that of a transparency log (C2SP `tlog-checkpoint`, a signed note), so that tools made for those read it:
///
/// ```text
/// tables.example.org/journal
/// 1041
/// base64 of the root
///
/// — tables.example.org base64 of the key's 4-byte id and the Ed25519 signature of all above the empty line
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Which journal: one line, no spaces, no plus sign.
    pub origin: String,
    /// How many records.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

/// The secret key with which a house signs its checkpoints.
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// The key made of 32 random bytes, which must come from the operating system and be kept apart from the journal.
    #[must_use]
    pub fn from_bytes(secret: &[u8; 32]) -> SigningKey {
        SigningKey(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// The key with which anybody checks what this one signed.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey(self.0.verifying_key())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(secret)")
    }
}

/// The public key with which checkpoints are checked. Write it down where the house cannot change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyingKey(ed25519_dalek::VerifyingKey);

impl VerifyingKey {
    /// The key as text: `name+id+key`, as C2SP `signed-note` writes it.
    #[must_use]
    pub fn to_text(&self, name: &str) -> String {
        let id: String = self.id(name).iter().map(|byte| format!("{byte:02x}")).collect();
        let mut key = alloc::vec![ED25519];
        key.extend(self.0.to_bytes());
        format!("{name}+{id}+{}", Base64::encode_string(&key))
    }

    /// Reads a key from its text, with the name of its owner.
    ///
    /// # Errors
    ///
    /// If the text is no key, or its id is not that of the key.
    pub fn from_text(text: &str) -> Result<(String, VerifyingKey), BadCheckpoint> {
        let mut parts = text.trim().splitn(3, '+');
        let parts = (parts.next(), parts.next(), parts.next());
        let (Some(name), Some(id), Some(key)) = parts else { return Err(BadCheckpoint::Key) };
        let key = Base64::decode_vec(key).map_err(|_| BadCheckpoint::Key)?;
        let Some((&ED25519, key)) = key.split_first() else { return Err(BadCheckpoint::Key) };
        let key: [u8; 32] = key.try_into().map_err(|_| BadCheckpoint::Key)?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(&key).map_err(|_| BadCheckpoint::Key)?;
        let key = VerifyingKey(key);
        let expected: String = key.id(name).iter().map(|byte| format!("{byte:02x}")).collect();
        if id == expected { Ok((name.to_string(), key)) } else { Err(BadCheckpoint::Key) }
    }

    fn id(&self, name: &str) -> [u8; 4] {
        let hash = Hash::of(&[name.as_bytes(), b"\n", &[ED25519], &self.0.to_bytes()]);
        [hash.0[0], hash.0[1], hash.0[2], hash.0[3]]
    }
}

/// The number of the signature algorithm in C2SP `signed-note`.
const ED25519: u8 = 1;

impl Checkpoint {
    fn body(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, Base64::encode_string(&self.root.0))
    }

    /// The checkpoint as text, signed under the name of the house: one word without a plus sign.
    #[must_use]
    pub fn signed(&self, name: &str, key: &SigningKey) -> String {
        let body = self.body();
        let mut signature = key.verifying_key().id(name).to_vec();
        signature.extend(key.0.sign(body.as_bytes()).to_bytes());
        format!("{body}\n\u{2014} {name} {}\n", Base64::encode_string(&signature))
    }

    /// Reads a checkpoint that this key signed under this name. Signatures of others beside it are passed over.
    ///
    /// # Errors
    ///
    /// If the text is no checkpoint, or the key did not sign it.
    pub fn open(text: &str, name: &str, key: &VerifyingKey) -> Result<Checkpoint, BadCheckpoint> {
        let (body, signatures) = text.split_once("\n\n").ok_or(BadCheckpoint::Form)?;
        let body = format!("{body}\n");
        let signed = signatures.lines().any(|line| {
            let mut words = line.split(' ');
            let words = (words.next(), words.next(), words.next(), words.next());
            let (Some("\u{2014}"), Some(signer), Some(signature), None) = words else { return false };
            let Ok(signature) = Base64::decode_vec(signature) else { return false };
            let Some((id, signature)) = signature.split_at_checked(4) else { return false };
            let Ok(signature) = ed25519_dalek::Signature::from_slice(signature) else { return false };
            signer == name && id == key.id(name) && key.0.verify_strict(body.as_bytes(), &signature).is_ok()
        });
        if !signed {
            return Err(BadCheckpoint::Signature);
        }
        let mut lines = body.lines();
        let lines = (lines.next(), lines.next(), lines.next());
        let (Some(origin), Some(size), Some(root)) = lines else { return Err(BadCheckpoint::Form) };
        let size = size.parse().map_err(|_| BadCheckpoint::Form)?;
        let root = Base64::decode_vec(root).map_err(|_| BadCheckpoint::Form)?;
        let root = root.try_into().map_err(|_| BadCheckpoint::Form)?;
        Ok(Checkpoint { origin: origin.to_string(), size, root: Hash(root) })
    }
}

/// Says why a text is not a checkpoint that can be trusted, or not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadCheckpoint {
    /// It is not written as a checkpoint is.
    Form,
    /// The key did not sign this text.
    Signature,
    /// It is not a key, or its id belongs to another.
    Key,
}

impl fmt::Display for BadCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadCheckpoint::Form => {
                "not a checkpoint; expected origin, size and root, an empty line, and signatures"
            }
            BadCheckpoint::Signature => {
                "the key has not signed this checkpoint: it is not the house's, or was changed"
            }
            BadCheckpoint::Key => "not a key; expected NAME+ID+KEY",
        })
    }
}

impl core::error::Error for BadCheckpoint {}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> (Checkpoint, SigningKey) {
        let checkpoint =
            Checkpoint { origin: "tables.example.org/journal".into(), size: 1041, root: Hash([7; 32]) };
        (checkpoint, SigningKey::from_bytes(&[3; 32]))
    }

    #[test]
    fn what_was_signed_is_read_back_with_the_key_from_its_text() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed("example.org", &key);
        let (name, public) = VerifyingKey::from_text(&key.verifying_key().to_text("example.org")).unwrap();
        assert_eq!(Checkpoint::open(&text, &name, &public), Ok(checkpoint));
    }

    #[test]
    fn no_byte_of_a_checkpoint_can_be_changed() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed("example.org", &key);
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            let opened = Checkpoint::open(&changed, "example.org", &key.verifying_key());
            // The line break at the very end belongs to nothing that is signed.
            assert!(opened.is_err() || at == text.len() - 1, "byte {at}: {changed}");
        }
    }

    #[test]
    fn another_key_or_name_has_not_signed_it() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed("example.org", &key);
        let other = SigningKey::from_bytes(&[4; 32]).verifying_key();
        assert_eq!(Checkpoint::open(&text, "example.org", &other), Err(BadCheckpoint::Signature));
        assert_eq!(
            Checkpoint::open(&text, "example.com", &key.verifying_key()),
            Err(BadCheckpoint::Signature)
        );
        assert!(VerifyingKey::from_text("example.org+00000000+AAAA").is_err());
    }
}
