//! The frozen vectors of `testdata/fairness/vectors`: made by another program than this one, and never made anew.

use crate::common::{Round, files, read};
use serde_json::Value;
use tercet_cards::{Deck, format_cards};
use tercet_fair::{Hex, commit, seat_hash};

#[test]
fn every_value_of_every_vector_is_derived_again() {
    let paths = files("vectors");
    for path in &paths {
        let vector = read(path);
        let text = |key: &str| vector[key].as_str().unwrap_or_else(|| panic!("{path:?}: {key}")).to_owned();
        let round = Round::of(&vector);
        assert_eq!(commit(&round.context, &round.seed).to_string(), text("commitment"), "{path:?}");
        for (spot, hash, secret) in &round.seats {
            let derived = secret.as_ref().map(|secret| seat_hash(&round.context, *spot, secret));
            assert_eq!(derived.or(*hash), *hash, "{path:?}");
        }
        let ready = round.ready();
        assert_eq!(ready.frozen().to_string(), text("frozen"), "{path:?}");
        assert_eq!(Hex(&ready.salt()).to_string(), text("salt"), "{path:?}");
        assert_eq!(Hex(&ready.key()).to_string(), text("key"), "{path:?}");
        let mut words = ready.words();
        let first: Vec<Value> = (0..8).map(|_| format!("{:08x}", words.next_word()).into()).collect();
        assert_eq!(Value::from(first), vector["words"], "{path:?}");
        let mut words = ready.words();
        let deck = Deck::shuffled_by(|| words.next_word());
        assert_eq!(Value::from(words.taken()), vector["used"], "{path:?}");
        assert_eq!(deck, ready.deck(), "{path:?}");
        assert_eq!(format_cards(deck.cards().iter().copied()), text("deck"), "{path:?}");
        let withheld = round.seats.iter().filter(|(_, hash, secret)| hash.is_some() && secret.is_none());
        let withheld: Vec<u8> = withheld.map(|(spot, ..)| *spot).collect();
        assert_eq!(ready.withheld().collect::<Vec<_>>(), withheld, "{path:?}");
    }
    assert!(paths.len() >= 7, "{paths:?}");
}

/// What the vectors must not leave out.
#[test]
fn the_vectors_hold_the_cases_that_matter() {
    let vectors: Vec<Value> = files("vectors").iter().map(|path| read(path)).collect();
    let some = |has: fn(&Value) -> bool| assert!(vectors.iter().any(has));
    let seats = |vector: &Value| vector["seats"].as_array().map_or(0, Vec::len);
    let count = |n: usize| assert!(vectors.iter().any(|vector| seats(vector) == n), "{n} seats");
    [0, 1, 7].into_iter().for_each(count);
    let seat = |has: fn(&Value) -> bool| {
        let any = |vector: &Value| vector["seats"].as_array().is_some_and(|all| all.iter().any(has));
        assert!(vectors.iter().any(any));
    };
    // Withheld; and one that committed to nothing.
    seat(|seat| seat["secret"].is_null() && !seat["hash"].is_null());
    seat(|seat| seat["hash"].is_null());
    // A rejected word: 51 draws take one more.
    some(|vector| vector["used"] == 52);
    some(|vector| !vector["table"].as_str().is_some_and(str::is_ascii));
}
