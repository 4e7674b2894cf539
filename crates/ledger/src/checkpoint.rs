//! Checkpoints: the state of a journal, signed, in a text of a few lines that can be kept anywhere else.

use crate::hash::Hash;
use alloc::format;
use alloc::string::{String, ToString as _};
use base64ct::{Base64, Encoding as _};
use core::fmt;
use core::str::FromStr;
use ed25519_dalek::Signer as _;
use tercet_rules::shown;

/// The name of a key or of a journal in a checkpoint: one word that stands in its text as it is.
///
/// 1 to 255 bytes without a plus sign, a space or anything that does not show: the form that a signed note asks of the names
/// of keys, and that is asked here of the origin, too, so that no name can pass for lines of a checkpoint.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NoteName(String);

impl NoteName {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 255;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NoteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for NoteName {
    type Err = NoteNameError;

    fn from_str(text: &str) -> Result<NoteName, NoteNameError> {
        let fits = |c: char| c != '+' && !c.is_whitespace() && tercet_rules::is_harmless(c);
        if text.is_empty() || text.len() > NoteName::LONGEST || !text.chars().all(fits) {
            return Err(NoteNameError { found: text.chars().take(80).collect() });
        }
        Ok(NoteName(text.to_string()))
    }
}

/// Says that a text is no [`NoteName`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteNameError {
    /// The start of what was found.
    pub found: String,
}

impl fmt::Display for NoteNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, longest) = (shown(&self.found, 80), NoteName::LONGEST);
        write!(
            f,
            "`{found}` is no name of a key or journal; expected 1 to {longest} bytes without spaces and plus signs, \
             such as tables.example.org/journal"
        )
    }
}

impl core::error::Error for NoteNameError {}

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
    /// Which journal.
    pub origin: NoteName,
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

/// How the text of a secret key begins, so that nobody takes it for the public one.
const PRIVATE: &str = "PRIVATE+KEY+";

impl SigningKey {
    /// The key as text, with the name of its owner: `PRIVATE+KEY+name+id+key`, as programs for signed notes keep it. Whoever has it
    /// can sign in the name of the house.
    #[must_use]
    pub fn to_text(&self, name: &NoteName) -> String {
        let mut key = alloc::vec![ED25519];
        key.extend(self.0.to_bytes());
        format!("{PRIVATE}{name}+{}+{}", self.verifying_key().id_text(name), Base64::encode_string(&key))
    }

    /// Reads a key from its text, with the name of its owner.
    ///
    /// # Errors
    ///
    /// If the text is no secret key, or its id is not that of the key.
    pub fn from_text(text: &str) -> Result<(NoteName, SigningKey), BadCheckpoint> {
        let text = text.trim().strip_prefix(PRIVATE).ok_or(BadCheckpoint::SecretKey)?;
        let (name, id, key) = parts(text).ok_or(BadCheckpoint::SecretKey)?;
        let key = SigningKey::from_bytes(&key);
        if key.verifying_key().id_text(&name) == id { Ok((name, key)) } else { Err(BadCheckpoint::SecretKey) }
    }
}

/// The parts of the text of a key.
fn parts(text: &str) -> Option<(NoteName, &str, [u8; 32])> {
    let mut parts = text.splitn(3, '+');
    let (name, id, key) = (parts.next()?, parts.next()?, parts.next()?);
    let key = Base64::decode_vec(key).ok()?;
    let (&ED25519, key) = key.split_first()? else { return None };
    Some((name.parse().ok()?, id, key.try_into().ok()?))
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
    pub fn to_text(&self, name: &NoteName) -> String {
        let id = self.id_text(name);
        let mut key = alloc::vec![ED25519];
        key.extend(self.0.to_bytes());
        format!("{name}+{id}+{}", Base64::encode_string(&key))
    }

    /// Reads a key from its text, with the name of its owner.
    ///
    /// # Errors
    ///
    /// If the text is no key, or its id is not that of the key.
    pub fn from_text(text: &str) -> Result<(NoteName, VerifyingKey), BadCheckpoint> {
        let (name, id, key) = parts(text.trim()).ok_or(BadCheckpoint::Key)?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(&key).map_err(|_| BadCheckpoint::Key)?;
        let key = VerifyingKey(key);
        if key.id_text(&name) == id { Ok((name, key)) } else { Err(BadCheckpoint::Key) }
    }

    fn id_text(&self, name: &NoteName) -> String {
        self.id(name).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn id(&self, name: &NoteName) -> [u8; 4] {
        let hash = Hash::of(&[name.as_str().as_bytes(), b"\n", &[ED25519], &self.0.to_bytes()]);
        [hash.0[0], hash.0[1], hash.0[2], hash.0[3]]
    }
}

/// The number of the signature algorithm in C2SP `signed-note`.
const ED25519: u8 = 1;

impl Checkpoint {
    fn body(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, Base64::encode_string(&self.root.0))
    }

    /// The checkpoint as text, signed under the name of the house.
    #[must_use]
    pub fn signed(&self, name: &NoteName, key: &SigningKey) -> String {
        let body = self.body();
        let mut signature = key.verifying_key().id(name).to_vec();
        signature.extend(key.0.sign(body.as_bytes()).to_bytes());
        format!("{body}\n\u{2014} {name} {}\n", Base64::encode_string(&signature))
    }

    /// Reads a checkpoint that this key signed under this name, of the journal that is meant. Signatures of others beside it are
    /// passed over.
    ///
    /// A house that signs for several journals with one key could pass off one for another: so the caller says which.
    ///
    /// # Errors
    ///
    /// If the text is no checkpoint, the key did not sign it, or it is of another journal.
    pub fn open(
        text: &str,
        name: &NoteName,
        key: &VerifyingKey,
        origin: &NoteName,
    ) -> Result<Checkpoint, BadCheckpoint> {
        let (body, signatures) = text.split_once("\n\n").ok_or(BadCheckpoint::Form)?;
        let body = format!("{body}\n");
        // Behind the text stand signatures, a line each, and nothing else: what nobody signed is not let through.
        let signatures = signatures.strip_suffix('\n').ok_or(BadCheckpoint::Form)?;
        let mut signed = false;
        for line in signatures.split('\n') {
            let mut words = line.split(' ');
            let words = (words.next(), words.next(), words.next(), words.next());
            let (Some("\u{2014}"), Some(signer), Some(signature), None) = words else {
                return Err(BadCheckpoint::Form);
            };
            let _: NoteName = signer.parse().map_err(|_| BadCheckpoint::Form)?;
            let signature = Base64::decode_vec(signature).map_err(|_| BadCheckpoint::Form)?;
            let (id, signature) = signature.split_at_checked(4).ok_or(BadCheckpoint::Form)?;
            let of_another = signer != name.as_str() || id != key.id(name);
            signed |= !of_another
                && ed25519_dalek::Signature::from_slice(signature)
                    .is_ok_and(|signature| key.0.verify_strict(body.as_bytes(), &signature).is_ok());
        }
        if !signed {
            return Err(BadCheckpoint::Signature);
        }
        let mut lines = body.lines();
        let lines = (lines.next(), lines.next(), lines.next());
        let (Some(said), Some(size), Some(root)) = lines else { return Err(BadCheckpoint::Form) };
        // One way to write a number, as of everything that is signed.
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| number.to_string() == text);
        let size = number(size).ok_or(BadCheckpoint::Form)?;
        let root = Base64::decode_vec(root).map_err(|_| BadCheckpoint::Form)?;
        let root = root.try_into().map_err(|_| BadCheckpoint::Form)?;
        let said: NoteName = said.parse().map_err(|_| BadCheckpoint::Form)?;
        if said != *origin {
            return Err(BadCheckpoint::Origin { says: said, expected: origin.clone() });
        }
        Ok(Checkpoint { origin: said, size, root: Hash(root) })
    }
}

/// Says why a text is not a checkpoint that can be trusted, or not a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadCheckpoint {
    /// It is not written as a checkpoint is.
    Form,
    /// The key did not sign this text.
    Signature,
    /// It is of another journal.
    Origin {
        /// Of which.
        says: NoteName,
        /// Which was meant.
        expected: NoteName,
    },
    /// It is not a public key, or its id belongs to another.
    Key,
    /// It is not a secret key, or its id belongs to another.
    SecretKey,
}

impl fmt::Display for BadCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadCheckpoint::Form => {
                f.write_str("not a checkpoint; expected origin, size and root, an empty line, and signatures")
            }
            BadCheckpoint::Signature => {
                f.write_str("the key has not signed this checkpoint: it is not the house's, or was changed")
            }
            BadCheckpoint::Origin { says, expected } => {
                write!(f, "a checkpoint of {}; expected {expected}", shown(says.as_str(), 80))
            }
            BadCheckpoint::Key => f.write_str("not a key; expected NAME+ID+KEY, the public one"),
            BadCheckpoint::SecretKey => f.write_str("not a secret key; expected PRIVATE+KEY+NAME+ID+KEY"),
        }
    }
}

impl core::error::Error for BadCheckpoint {}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> NoteName {
        text.parse().unwrap()
    }

    fn origin() -> NoteName {
        name("tables.example.org/journal")
    }

    fn checkpoint() -> (Checkpoint, SigningKey) {
        let checkpoint = Checkpoint { origin: origin(), size: 1041, root: Hash([7; 32]) };
        (checkpoint, SigningKey::from_bytes(&[3; 32]))
    }

    #[test]
    fn what_was_signed_is_read_back_with_the_key_from_its_text() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed(&name("example.org"), &key);
        let words = key.verifying_key().to_text(&name("example.org"));
        let (name, public) = VerifyingKey::from_text(&words).unwrap();
        assert_eq!(Checkpoint::open(&text, &name, &public, &origin()), Ok(checkpoint));
    }

    #[test]
    fn no_byte_of_a_checkpoint_can_be_changed() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed(&name("example.org"), &key);
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            let (name, public) = (name("example.org"), key.verifying_key());
            let opened = Checkpoint::open(&changed, &name, &public, &origin());
            // The line break at the very end belongs to nothing that is signed.
            assert!(opened.is_err() || at == text.len() - 1, "byte {at}: {changed}");
        }
    }

    #[test]
    fn another_key_or_name_has_not_signed_it() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed(&name("example.org"), &key);
        let other = SigningKey::from_bytes(&[4; 32]).verifying_key();
        let open =
            |as_name: &str, public: &VerifyingKey| Checkpoint::open(&text, &name(as_name), public, &origin());
        assert_eq!(open("example.org", &other), Err(BadCheckpoint::Signature));
        assert_eq!(open("example.com", &key.verifying_key()), Err(BadCheckpoint::Signature));
        assert!(VerifyingKey::from_text("example.org+00000000+AAAA").is_err());
    }

    #[test]
    fn a_checkpoint_of_another_journal_is_refused() {
        let (checkpoint, key) = checkpoint();
        let text = checkpoint.signed(&name("example.org"), &key);
        let other = name("tables.example.org/other");
        let opened = Checkpoint::open(&text, &name("example.org"), &key.verifying_key(), &other);
        assert_eq!(opened, Err(BadCheckpoint::Origin { says: origin(), expected: other }));
    }

    #[test]
    fn a_secret_key_reads_back_and_is_not_taken_for_the_public_one() {
        let (_, key) = checkpoint();
        let (secret, public) = (key.to_text(&name("n")), key.verifying_key().to_text(&name("n")));
        // The id as another program makes it (SHA-256 and Ed25519 of Python).
        assert_eq!(secret, "PRIVATE+KEY+n+039f33b1+AQMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMD");
        let (owner, read) = SigningKey::from_text(&secret).unwrap();
        assert_eq!((owner, read.verifying_key()), (name("n"), key.verifying_key()));
        assert_eq!(VerifyingKey::from_text(&secret), Err(BadCheckpoint::Key));
        assert!(SigningKey::from_text(&public).is_err());
        assert!(SigningKey::from_text(&secret.replace("+n+", "+m+")).is_err(), "the id is of the name, too");
    }

    #[test]
    fn no_name_can_pass_for_more_than_a_word() {
        let long = "x".repeat(256);
        for text in ["", "a b", "a+b", "a\n1", "a\tb", "a\u{202e}b", "a\u{a0}b", &long] {
            let error = text.parse::<NoteName>().unwrap_err().to_string();
            assert!(error.contains("expected 1 to 255 bytes"), "{error}");
        }
        assert!(long[..255].parse::<NoteName>().is_ok());
    }
}
