//! The counts in testdata/counts, each with its source there.

mod common;

use common::{cards, count, golden, hands};
use std::collections::{BTreeMap, BTreeSet};
use tercet_cards::{
    Ace, CardSet, Rank, ThreeRank, best_five_of_six_set, best_three_of_four, combinations, four_features,
    rank_five_set, rank_three, suit_class, suit_classes,
};

macro_rules! counts {
    ($name:literal) => {
        golden(include_str!(concat!("../../../testdata/counts/", $name, ".counts")))
    };
}

#[test]
fn categories_of_three_cards() {
    let categories = |ace| count(hands().map(|hand| rank_three(hand, ace).category()));
    assert_eq!(categories(Ace::HighAndLow), counts!("hands3"));
    assert_eq!(categories(Ace::HighOnly), counts!("hands3-ace-high-only"));
}

/// The floors behind 000.qualify, 001.qualify and 002.6.
#[test]
fn floors_of_three_cards() {
    let reach = |floor| hands().filter(|&hand| rank_three(hand, Ace::HighAndLow) >= floor).count() as u64;
    let floors = [
        ("pair of twos", ThreeRank::pair_floor(Rank::Two)),
        ("ace high", ThreeRank::high_card_floor(&[Rank::Ace])),
        ("king high", ThreeRank::high_card_floor(&[Rank::King])),
        ("queen high", ThreeRank::high_card_floor(&[Rank::Queen])),
    ];
    let counted: BTreeMap<_, _> = floors.map(|(name, floor)| (name.to_owned(), reach(floor))).into();
    assert_eq!(counted, counts!("floors3"));
}

#[test]
fn categories_of_the_best_three_of_four() {
    let categories = |ace| count(hands().map(|hand| best_three_of_four(hand, ace).category()));
    assert_eq!(categories(Ace::HighAndLow), counts!("best3of4"));
    assert_eq!(categories(Ace::HighOnly), counts!("best3of4-ace-high-only"));
}

#[test]
fn categories_of_five_cards() {
    let hands = combinations(CardSet::FULL, 5);
    assert_eq!(
        count(hands.map(|hand| rank_five_set(hand).expect("five cards").category())),
        counts!("hands5")
    );
}

/// This holds up 003.6cb.best-five.
#[test]
fn categories_of_the_best_five_of_six() {
    let mut strengths = vec![0_u64; 1 << 16];
    for hand in combinations(CardSet::FULL, 6) {
        strengths[usize::from(best_five_of_six_set(hand).expect("six cards").bits())] += 1;
    }
    let mut counted = BTreeMap::new();
    for (bits, hands) in strengths.into_iter().enumerate().filter(|&(_, hands)| hands > 0) {
        let category = tercet_cards::FiveCategory::ALL[bits >> 12];
        *counted.entry(category.to_string()).or_insert(0) += hands;
    }
    assert_eq!(counted, counts!("best5of6"));
}

#[test]
fn numbers_of_classes() {
    let strengths = |ace| hands().map(|hand| rank_three(hand, ace)).collect::<BTreeSet<_>>().len() as u64;
    let five: BTreeSet<_> = combinations(CardSet::FULL, 5).filter_map(rank_five_set).collect();
    let counted = [
        ("strengths of three cards", strengths(Ace::HighAndLow)),
        ("strengths of three cards, ace high only", strengths(Ace::HighOnly)),
        ("strengths of five cards", five.len() as u64),
        ("suit classes of three cards", suit_classes(3).count() as u64),
        ("suit classes of four cards", suit_classes(4).count() as u64),
    ];
    let counted: BTreeMap<_, _> = counted.map(|(name, n)| (name.to_owned(), n)).into();
    assert_eq!(counted, counts!("classes"));
}

/// Every hand is renamed in all 24 ways: the representative is one of the results, and the size their number.
#[test]
fn suit_classes_are_the_orbits_of_the_renamings() {
    let renamings = common::permutations::<4>();
    for k in 0..=4 {
        let mut members = BTreeMap::new();
        for hand in combinations(CardSet::FULL, k) {
            *members.entry(suit_class(hand)).or_insert(0_u64) += 1;
        }
        let classes: BTreeMap<_, _> =
            suit_classes(k).map(|class| (class.representative, class.size)).collect();
        assert_eq!(classes, members, "{k} cards");
        for (&representative, &size) in &classes {
            let orbit: BTreeSet<CardSet> = renamings
                .iter()
                .map(|&names| representative.iter().map(|card| common::renamed(card, names)).collect())
                .collect();
            assert_eq!(orbit.len() as u64, size);
            assert!(orbit.iter().all(|&hand| suit_class(hand) == representative));
        }
    }
}

/// The whole order of all hands in one number per evaluator, so that no change to any of them goes unseen.
///
/// Each hand, in the order of `combinations`, has a place: how many different strengths are lower. The places, two bytes
/// each, the low one first, are hashed with 64-bit FNV-1a.
#[test]
fn fingerprints_of_the_orders() {
    let all = |k| combinations(CardSet::FULL, k);
    let three = |ace| fingerprint(&mut || all(3).map(|set| rank_three(cards(set), ace).bits()));
    let four = |ace| fingerprint(&mut || all(4).map(|set| best_three_of_four(cards(set), ace).bits()));
    let features = |ace| fingerprint(&mut || all(4).map(|set| four_features(cards(set), ace).bits()));
    let counted = [
        ("three cards", three(Ace::HighAndLow)),
        ("three cards, ace high only", three(Ace::HighOnly)),
        ("best three of four", four(Ace::HighAndLow)),
        ("best three of four, ace high only", four(Ace::HighOnly)),
        ("what four cards contain", features(Ace::HighAndLow)),
        ("what four cards contain, ace high only", features(Ace::HighOnly)),
        ("five cards", fingerprint(&mut || all(5).map(|set| rank_five_set(set).expect("five cards").bits()))),
        (
            "best five of six",
            fingerprint(&mut || all(6).map(|set| best_five_of_six_set(set).expect("six cards").bits())),
        ),
    ];
    let counted: BTreeMap<_, _> = counted.map(|(name, hash)| (name.to_owned(), hash)).into();
    assert_eq!(counted, counts!("orders"));
}

fn fingerprint<I: Iterator<Item = u16>>(strengths: &mut dyn FnMut() -> I) -> u64 {
    let mut occurs = vec![false; 1 << 16];
    for strength in strengths() {
        occurs[usize::from(strength)] = true;
    }
    let mut lower = 0_u16;
    let places: Vec<u16> = occurs
        .into_iter()
        .map(|occurs| {
            let place = lower;
            lower += u16::from(occurs);
            place
        })
        .collect();

    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for strength in strengths() {
        for byte in places[usize::from(strength)].to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    hash
}
