//! Rounds as the test data have them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tercet_fair::{Context, Frozen, Ready, Sealed, SeatHash, SeatSecret, ServerSeed, parse_hex};

/// A directory below `testdata/fairness`, or a file there.
pub(crate) fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fairness").join(name)
}

/// The JSON files of such a directory, in order of their names.
pub(crate) fn files(directory: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(testdata(directory)).expect("it is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths
}

pub(crate) fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a text")).expect("JSON")
}

/// What a round is derived from.
#[derive(Clone)]
pub(crate) struct Round {
    pub(crate) context: Context,
    pub(crate) seed: ServerSeed,
    pub(crate) seats: Vec<(u8, Option<SeatHash>, Option<SeatSecret>)>,
}

impl Round {
    pub(crate) fn of(vector: &Value) -> Round {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let bytes = |value: &Value| parse_hex(&text(value)).expect("64 digits");
        let rules = text(&vector["rules"]);
        let rules = parse_hex(rules.strip_prefix("sha256:").expect("a SHA-256")).expect("64 digits");
        let (table, deal, engine) = (&vector["table"], &vector["deal"], &vector["engine"]);
        let round = vector["round"].as_u64().expect("a number");
        let seat = |seat: &Value| {
            let spot = u8::try_from(seat["spot"].as_u64().expect("a number")).expect("a spot");
            let secret = &seat["secret"];
            let secret = (!secret.is_null()).then(|| SeatSecret::new(bytes(secret)));
            let hash = &seat["hash"];
            (spot, (!hash.is_null()).then(|| SeatHash::from_bytes(bytes(hash))), secret)
        };
        Round {
            context: Context::new(text(table), round, rules, text(deal), text(engine)).expect("a context"),
            seed: ServerSeed::new(bytes(&vector["seed"])),
            seats: vector["seats"].as_array().expect("a list").iter().map(seat).collect(),
        }
    }

    /// The round with every secret that there is told.
    pub(crate) fn ready(&self) -> Ready {
        let hashes = self.seats.iter().map(|(spot, hash, _)| (*spot, *hash));
        let sealed = Sealed::new(self.context.clone(), self.seed.clone());
        let mut closed = sealed.close(Frozen::new(hashes).expect("spots"));
        for (spot, _, secret) in &self.seats {
            if let Some(secret) = secret {
                closed.reveal(*spot, secret.clone()).expect("the secret fits");
            }
        }
        closed.finish()
    }
}
