//! Passwords: which ones are taken, and how one is kept and compared (argon2id).
//!
//! [`hash`] and [`Attempt::verify`](crate::Attempt::verify) are pure and slow on purpose, some tens of milliseconds and megabytes each:
//! whoever runs a server calls them on a thread that may wait, few at a time.

use crate::chance::{Chance, derived};
use crate::login::Login;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use std::fmt;
use unicode_normalization::UnicodeNormalization as _;
use zeroize::Zeroizing;

/// The fewest and the most characters of a password, once it is normalized.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// What no text of so many bytes is taken for: four bytes a character, and room for what normalizing takes away.
const MOST_BYTES: usize = 4_096;

/// The commonest passwords of eight characters or more, one a line, in small letters.
const COMMON: &str = include_str!("common-passwords.txt");

/// A password in memory, in NFKC; shown to nobody, and wiped when it is dropped.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// A password as somebody chooses it.
    ///
    /// # Errors
    ///
    /// If it is too short or too long, is the login, or is one that everybody tries first.
    pub fn new(text: &str, login: &Login) -> Result<Password, PasswordRefused> {
        let typed = Password::typed(text);
        let length = typed.0.chars().count();
        if text.len() > MOST_BYTES || !LENGTHS.contains(&length) {
            return Err(PasswordRefused::Length);
        }
        let lower = Zeroizing::new(typed.0.to_lowercase());
        if lower.trim() == login.as_str() {
            return Err(PasswordRefused::Login);
        }
        let mut chars = lower.chars();
        let first = chars.next();
        if COMMON.lines().any(|common| common == lower.as_str()) || chars.all(|c| Some(c) == first) {
            return Err(PasswordRefused::Common);
        }
        Ok(typed)
    }

    /// A password as somebody types it to sign in: whatever it is, it is compared, and is either the right one or not.
    #[must_use]
    pub fn typed(text: &str) -> Password {
        // What is too long to be one is nobody's password.
        let text = if text.len() > MOST_BYTES { "" } else { text };
        Password(Zeroizing::new(text.nfkc().collect()))
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Says why a password is not taken; never what it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordRefused {
    /// It has too few characters, or too many.
    Length,
    /// It is the login.
    Login,
    /// It is one of the commonest, or one character again and again.
    Common,
}

impl fmt::Display for PasswordRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PasswordRefused::Length => {
                write!(
                    f,
                    "a password too short or too long; expected {} to {} characters",
                    LENGTHS.start(),
                    LENGTHS.end()
                )
            }
            PasswordRefused::Login => f.write_str("the password is the login; expected another"),
            PasswordRefused::Common => {
                f.write_str("a password that everybody tries first; expected one that is harder to guess")
            }
        }
    }
}

impl std::error::Error for PasswordRefused {}

/// What a hash costs: by it a password that leaked is as hard to guess as the house can afford.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Memory, in KiB: 8 to 1,048,576, and at least 8 for each lane.
    pub memory_kib: u32,
    /// How often the memory is gone through: 1 to 64.
    pub passes: u32,
    /// How many parts of it could be worked on at once: 1 to 16.
    pub lanes: u32,
}

impl Default for Cost {
    /// 19 MiB, two passes, one lane: the least that the OWASP Password Storage Cheat Sheet names for argon2id.
    fn default() -> Cost {
        Cost { memory_kib: 19_456, passes: 2, lanes: 1 }
    }
}

impl Cost {
    pub(crate) fn params(self) -> Option<Params> {
        let bounded = (1..=64).contains(&self.passes)
            && (1..=16).contains(&self.lanes)
            && (8 * self.lanes..=1 << 20).contains(&self.memory_kib);
        if !bounded {
            return None;
        }
        Params::new(self.memory_kib, self.passes, self.lanes, None).ok()
    }
}

/// A password as it is kept: a PHC string, which names the algorithm, its cost and its salt.
#[derive(Clone, PartialEq, Eq)]
pub struct Hashed(String);

impl Hashed {
    /// The PHC string.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// One that was kept; none if it is no PHC string of argon2id.
    pub(crate) fn kept(text: &str) -> Option<Hashed> {
        let hash = PasswordHash::new(text).ok()?;
        let is_ours = hash.algorithm == Algorithm::Argon2id.ident() && Params::try_from(&hash).is_ok();
        is_ours.then(|| Hashed(text.into()))
    }
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hashed(..)")
    }
}

/// Hashes a password: slow on purpose. The salt is made from chance.
///
/// # Panics
///
/// If the cost is not one that [`Settings::check`](crate::Settings::check) takes.
#[must_use]
pub fn hash(password: &Password, cost: Cost, chance: &Chance) -> Hashed {
    let params = cost.params().expect("the settings were checked");
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let salt = derived("salt", chance);
    let hash = argon2
        .hash_password_with_salt(password.0.as_bytes(), &salt[..16])
        .expect("a salt of 16 bytes and a checked cost are taken");
    Hashed(hash.to_string())
}

/// Whether it is the password, and whether its hash cost something else than a new one would.
pub(crate) fn verify(password: &Password, kept: &Hashed, cost: Cost) -> (bool, bool) {
    let Ok(hash) = PasswordHash::new(&kept.0) else { return (false, false) };
    let right = Argon2::default().verify_password(password.0.as_bytes(), &hash).is_ok();
    let old = Params::try_from(&hash).ok().zip(cost.params()).is_some_and(|(was, now)| {
        (was.m_cost(), was.t_cost(), was.p_cost()) != (now.m_cost(), now.t_cost(), now.p_cost())
    });
    (right, old)
}

/// The hash that a password is compared with if there is no such login: it costs the same and is nobody's.
///
/// It is written down, not computed: at the price of one hash for each attempt it would tell an unknown login by the time it takes.
pub(crate) fn nobodys(cost: Cost) -> Hashed {
    Hashed(format!(
        "$argon2id$v=19$m={},t={},p={}$bm9ib2R5J3Mgc2FsdCAxNg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        cost.memory_kib, cost.passes, cost.lanes
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CHEAP: Cost = Cost { memory_kib: 16, passes: 1, lanes: 1 };

    fn ann() -> Login {
        Login::new("annabella").unwrap()
    }

    #[test]
    fn the_usual_cost_is_that_of_the_cheat_sheet_and_stands_in_the_hash() {
        let password = Password::new("correct horse", &ann()).unwrap();
        let hashed = hash(&password, Cost::default(), &[1; 32]);
        assert!(hashed.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hashed.as_str());
        assert_eq!(verify(&password, &hashed, Cost::default()), (true, false));
        assert_eq!(verify(&Password::typed("correct h0rse"), &hashed, Cost::default()), (false, false));
        assert!(Hashed::kept(hashed.as_str()).is_some());
    }

    #[test]
    fn the_same_password_by_other_chance_has_another_hash() {
        let password = Password::typed("correct horse");
        assert_ne!(hash(&password, CHEAP, &[1; 32]), hash(&password, CHEAP, &[2; 32]));
    }

    #[test]
    fn a_hash_that_cost_something_else_is_made_again() {
        let password = Password::typed("correct horse");
        let hashed = hash(&password, CHEAP, &[1; 32]);
        for cost in [Cost { passes: 2, ..CHEAP }, Cost { memory_kib: 32, ..CHEAP }] {
            assert_eq!(verify(&password, &hashed, cost), (true, true));
        }
        assert_eq!(verify(&password, &hashed, CHEAP), (true, false));
    }

    /// It is taken for a hash and worked through to its end: only then nobody's password takes as long as somebody's.
    #[test]
    fn the_hash_of_nobody_is_a_hash_and_nobodys() {
        for cost in [CHEAP, Cost::default()] {
            let kept = Hashed::kept(nobodys(cost).as_str()).unwrap();
            let parsed = PasswordHash::new(kept.as_str()).unwrap();
            assert_eq!(parsed.hash.unwrap().len(), 32);
            assert_eq!(parsed.salt.unwrap().len(), 16);
            let params = Params::try_from(&parsed).unwrap();
            assert_eq!(
                (params.m_cost(), params.t_cost(), params.p_cost()),
                (cost.memory_kib, cost.passes, cost.lanes)
            );
            assert_eq!(verify(&Password::typed(""), &kept, cost), (false, false));
        }
    }

    #[test]
    fn each_refusal_says_what_was_expected_and_not_the_password() {
        for (text, why) in [
            ("seven77", PasswordRefused::Length),
            (&*"ab".repeat(65), PasswordRefused::Length),
            (&*"ab".repeat(99_999), PasswordRefused::Length),
            ("Annabella", PasswordRefused::Login),
            ("ａｎｎａｂｅｌｌａ", PasswordRefused::Login),
            ("password", PasswordRefused::Common),
            ("PASSWORD", PasswordRefused::Common),
            ("Qwertyuiop", PasswordRefused::Common),
            ("zzzzzzzzzz", PasswordRefused::Common),
            // Seven characters once they are normalized.
            ("e\u{301}e\u{301}e\u{301}e\u{301}abc", PasswordRefused::Length),
        ] {
            let refused = Password::new(text, &ann()).unwrap_err();
            assert_eq!(refused, why, "{text}");
            assert!(refused.to_string().contains("expected") && !refused.to_string().contains("zzz"));
        }
        assert!(!format!("{:?}", Password::typed("secret thing")).contains("secret"));
        assert!(Password::new(&"ab".repeat(64), &ann()).is_ok());
    }

    #[test]
    fn the_list_of_common_passwords_has_only_what_is_not_refused_anyway() {
        for common in COMMON.lines() {
            assert!(LENGTHS.contains(&common.chars().count()) && common == common.to_lowercase(), "{common}");
        }
        assert!(COMMON.lines().count() > 100);
    }

    #[test]
    fn what_is_kept_and_is_no_hash_is_found() {
        for text in [
            "",
            "x",
            "$argon2i$v=19$m=16,t=1,p=1$bm9ib2R5cy1zYWx0$AAAA",
            "$argon2id$v=19$m=1,t=1,p=1$bm9ib2R5cy1zYWx0",
        ] {
            assert!(Hashed::kept(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_cost_out_of_bounds_is_none() {
        for cost in [
            Cost { passes: 0, ..CHEAP },
            Cost { lanes: 0, ..CHEAP },
            Cost { lanes: 17, ..CHEAP },
            Cost { memory_kib: 7, ..CHEAP },
            Cost { memory_kib: u32::MAX, ..CHEAP },
        ] {
            assert!(cost.params().is_none(), "{cost:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// However the same characters are composed, they are the same password.
        #[test]
        fn a_password_is_itself_however_it_is_typed(text in "\\PC{8,20}") {
            let composed: String = text.nfc().collect();
            let apart: String = text.nfd().collect();
            let hashed = hash(&Password::typed(&composed), CHEAP, &[1; 32]);
            prop_assert_eq!(verify(&Password::typed(&apart), &hashed, CHEAP), (true, false));
        }
    }
}
