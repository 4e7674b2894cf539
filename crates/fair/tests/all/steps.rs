//! The steps of a round: what they refuse, and what every part of a round does to its deck.

use proptest::prelude::*;
use std::collections::BTreeSet;
use tercet_fair::{
    Closed, Context, Frozen, FrozenError, Ready, RevealError, Sealed, SeatHash, SeatSecret, ServerSeed,
    commit, seat_hash,
};

fn context(round: u64) -> Context {
    Context::new("t", round, [3; 32], "packets", "e").unwrap()
}

fn secret(byte: u8) -> SeatSecret {
    SeatSecret::new([byte; 32])
}

/// Seats at these spots, each with the secret of its number, closed.
fn closed(spots: &[u8]) -> Closed {
    let hashes = spots.iter().map(|spot| (*spot, Some(seat_hash(&context(1), *spot, &secret(*spot)))));
    Sealed::new(context(1), ServerSeed::new([9; 32])).close(Frozen::new(hashes).unwrap())
}

#[test]
fn a_secret_fits_its_own_seat_and_round_only() {
    let mut round = closed(&[1, 2]);
    let before = round.clone();
    // Swapped secrets, a seat that committed to nothing, a secret of nobody.
    assert_eq!(round.reveal(1, secret(2)), Err(RevealError::Another { spot: 1 }));
    assert_eq!(round.reveal(2, secret(1)), Err(RevealError::Another { spot: 2 }));
    assert_eq!(round.reveal(3, secret(3)), Err(RevealError::NotFrozen { spot: 3 }));
    assert_eq!(round.reveal(1, secret(77)), Err(RevealError::Another { spot: 1 }));
    assert_eq!(round, before, "what is refused changes nothing");
    // The hash of another round.
    let hash = seat_hash(&context(2), 1, &secret(1));
    let mut other =
        Sealed::new(context(1), ServerSeed::new([9; 32])).close(Frozen::new([(1, Some(hash))]).unwrap());
    assert_eq!(other.reveal(1, secret(1)), Err(RevealError::Another { spot: 1 }));
    // A seat that shows another's hash as its own cannot tell the secret, even once it knows it.
    let copied = seat_hash(&context(1), 1, &secret(1));
    let frozen = Frozen::new([(1, Some(copied)), (2, Some(copied))]).unwrap();
    let mut copy = Sealed::new(context(1), ServerSeed::new([9; 32])).close(frozen);
    assert_eq!(copy.reveal(1, secret(1)), Ok(()));
    assert_eq!(copy.reveal(2, secret(1)), Err(RevealError::Another { spot: 2 }));
}

#[test]
fn who_has_not_told_is_waited_for_and_then_named() {
    let mut round = closed(&[7, 2, 5]);
    assert_eq!(round.waiting().collect::<Vec<_>>(), [2, 5, 7]);
    round.reveal(5, secret(5)).unwrap();
    let once = round.clone();
    round.reveal(5, secret(5)).unwrap();
    assert_eq!(round, once, "told again, it changes nothing");
    let ready = round.finish();
    assert_eq!(ready.withheld().collect::<Vec<_>>(), [2, 7]);
    let told: Vec<bool> = ready.seats().map(|(_, _, secret)| secret.is_some()).collect();
    assert_eq!(told, [false, true, false]);
}

/// A seat that committed to nothing plays, is waited for by nobody, and can tell nothing.
#[test]
fn a_seat_without_a_hash_is_frozen_all_the_same() {
    let hash = seat_hash(&context(1), 2, &secret(2));
    let frozen = Frozen::new([(4, None), (2, Some(hash))]).unwrap();
    let digest = frozen.digest(&context(1));
    let mut round = Sealed::new(context(1), ServerSeed::new([9; 32])).close(frozen);
    assert_eq!(round.frozen(), digest);
    assert_eq!(round.seats().collect::<Vec<_>>(), [(2, Some(hash)), (4, None)]);
    assert_eq!(round.waiting().collect::<Vec<_>>(), [2]);
    assert_eq!(round.reveal(4, secret(4)), Err(RevealError::NotFrozen { spot: 4 }));
    let ready = round.finish();
    assert_eq!(ready.withheld().collect::<Vec<_>>(), [2]);
    assert_eq!(ready.frozen(), digest);
}

#[test]
fn seats_are_frozen_once_each() {
    let hash = Some(SeatHash::from_bytes([0; 32]));
    assert_eq!(Frozen::new([(0, hash)]), Err(FrozenError::NoSpot));
    assert_eq!(Frozen::new([(4, hash), (1, hash), (4, None)]), Err(FrozenError::Twice { spot: 4 }));
    let frozen = Frozen::new([(4, hash), (1, hash)]).unwrap();
    assert_eq!(frozen.seats().map(|(spot, _)| spot).collect::<Vec<_>>(), [1, 4]);
    for (error, said) in [
        (FrozenError::NoSpot.to_string(), "a seat at spot 0; spots are counted from 1"),
        (FrozenError::Twice { spot: 4 }.to_string(), "the seat at spot 4 stands here twice"),
        (
            RevealError::NotFrozen { spot: 3 }.to_string(),
            "no seat at spot 3 committed to a secret before bets were closed",
        ),
        (
            RevealError::Another { spot: 1 }.to_string(),
            "the seat at spot 1 committed to another secret than this",
        ),
    ] {
        assert_eq!(error, said);
    }
}

/// Nothing of a round is shown by accident: the seed and the secrets decide what nobody may know yet.
#[test]
fn no_debug_text_holds_a_secret() {
    let mut round = closed(&[1, 2]);
    round.reveal(1, secret(1)).unwrap();
    let ready = round.clone().finish();
    let mut words = ready.words();
    words.next_word();
    let key: Vec<String> = ready.key().iter().map(ToString::to_string).collect();
    for text in [format!("{round:?}"), format!("{ready:?}"), format!("{words:?}")] {
        assert!(!text.contains("9, 9, 9") && !text.contains("1, 1, 1"), "{text}");
        assert!(!text.contains(&key[..4].join(", ")), "{text}");
    }
    assert_eq!(format!("{words:?}"), "Words(secret, 1 taken)");
}

/// A secret, and whether it is told.
type Chosen = ([u8; 32], bool);

/// Everything a deck follows from.
#[derive(Clone, Debug)]
struct Inputs {
    table: String,
    round: u64,
    rules: [u8; 32],
    deal: String,
    engine: String,
    seed: [u8; 32],
    /// By spot: what was chosen; none: the seat committed to nothing.
    seats: Vec<(u8, Option<Chosen>)>,
}

impl Inputs {
    fn context(&self) -> Context {
        Context::new(&*self.table, self.round, self.rules, &*self.deal, &*self.engine).unwrap()
    }

    fn ready(&self) -> Ready {
        let context = self.context();
        let hash = |spot: u8, bytes: [u8; 32]| seat_hash(&context, spot, &SeatSecret::new(bytes));
        let seats = self.seats.iter();
        let seats = seats.map(|(spot, chosen)| (*spot, chosen.map(|(bytes, _)| hash(*spot, bytes))));
        let frozen = Frozen::new(seats).unwrap();
        let mut closed = Sealed::new(context.clone(), ServerSeed::new(self.seed)).close(frozen);
        for (spot, chosen) in &self.seats {
            if let Some((bytes, true)) = chosen {
                closed.reveal(*spot, SeatSecret::new(*bytes)).unwrap();
            }
        }
        closed.finish()
    }

    /// The same but for one thing, for each thing there is; and whether the commitment must change with it.
    fn neighbours(&self, bit: usize) -> Vec<(Inputs, bool)> {
        let flip = |bytes: &mut [u8; 32]| bytes[bit / 8] ^= 1 << (bit % 8);
        let with = |change: &dyn Fn(&mut Inputs)| {
            let mut other = self.clone();
            change(&mut other);
            other
        };
        let mut all = vec![
            (with(&|i| i.table.push('x')), true),
            (with(&|i| i.round ^= 1 << (bit % 53)), true),
            (with(&|i| flip(&mut i.rules)), true),
            (with(&|i| i.deal.push('x')), true),
            (with(&|i| i.engine.push('x')), true),
            (with(&|i| flip(&mut i.seed)), true),
            // A letter that moves from one field to the next.
            (with(&|i| i.engine.insert(0, i.deal.pop().unwrap())), true),
        ];
        for at in 0..self.seats.len() {
            if self.seats[at].1.is_some() {
                all.push((with(&|i| flip(&mut i.seats[at].1.as_mut().unwrap().0)), false));
                all.push((with(&|i| i.seats[at].1.as_mut().unwrap().1 ^= true), false));
                all.push((with(&|i| i.seats[at].1 = None), false));
            }
            all.push((with(&|i| i.seats[at].0 += 100), false));
            all.push((with(&|i| i.seats.retain(|seat| seat.0 != self.seats[at].0)), false));
        }
        // A seat that nobody sat in: with a hash of nothing known, or with none.
        all.push((with(&|i| i.seats.push((200, Some(([0; 32], false))))), false));
        all.push((with(&|i| i.seats.push((200, None))), false));
        all
    }
}

prop_compose! {
    fn inputs()(
        table in "[a-z]{2,9}",
        round in 0..=Context::MOST_ROUND,
        rules: [u8; 32],
        deal in "[a-z]{2,9}",
        engine in "[a-z]{2,9}",
        seed: [u8; 32],
        seats in prop::collection::btree_map(1..=7_u8, any::<Option<Chosen>>(), 0..=7),
    ) -> Inputs {
        let seats = seats.into_iter().collect();
        Inputs { table, round, rules, deal, engine, seed, seats }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// One bit, one letter, one seat: another deck, another key; and another commitment wherever the house had it in hand.
    #[test]
    fn every_input_changes_the_deck(inputs in inputs(), bit in 0..256_usize) {
        let here = inputs.ready();
        prop_assert_eq!(here.deck(), inputs.ready().deck());
        prop_assert_eq!(here.commitment(), commit(&inputs.context(), &ServerSeed::new(inputs.seed)));
        let mut keys = BTreeSet::from([here.key()]);
        for (other, commits) in inputs.neighbours(bit) {
            let there = other.ready();
            prop_assert!(keys.insert(there.key()), "{:?}", other);
            prop_assert_ne!(there.deck(), here.deck());
            prop_assert_eq!(there.commitment() != here.commitment(), commits);
            // What was published as bets closed tells them apart too, unless all that differs is who told, or the seed.
            let published = |ready: &Ready| {
                let seats: Vec<_> = ready.seats().map(|(spot, hash, _)| (spot, hash)).collect();
                (ready.context().clone(), seats)
            };
            prop_assert_eq!(there.frozen() == here.frozen(), published(&there) == published(&here));
        }
    }

    /// The order in which seats come and tell changes nothing.
    #[test]
    fn the_order_of_seats_changes_nothing(inputs in inputs()) {
        let mut turned = inputs.clone();
        turned.seats.reverse();
        prop_assert_eq!(turned.ready(), inputs.ready());
    }

    /// The commitment and the hash of a seat are never the same for different domains, even for one secret.
    #[test]
    fn the_two_kinds_of_hash_never_meet(inputs in inputs()) {
        let context = inputs.context();
        let hash = seat_hash(&context, 1, &SeatSecret::new(inputs.seed));
        let commitment = commit(&context, &ServerSeed::new(inputs.seed));
        prop_assert_ne!(hash.bytes(), commitment.bytes());
    }
}

/// Each of the 52 cards comes to each place: over a fixed run of rounds, none is out of reach.
#[test]
fn every_card_reaches_every_place() {
    let mut seen = [[false; 52]; 52];
    for round in 0..1000 {
        let ready = Sealed::new(context(round), ServerSeed::new([9; 32])).close(Frozen::default()).finish();
        for (place, card) in ready.deck().cards().iter().enumerate() {
            seen[place][card.index()] = true;
        }
    }
    assert!(seen.iter().flatten().all(|seen| *seen));
}
