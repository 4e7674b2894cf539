//! What a dealer's hand can be to a bet: the cell it makes with the player's hand, and what the tables that
//! read both hands or the dealer's own see in it.

use crate::cells::{CELLS, Cell};
use crate::dealers::DealerCounts;
use crate::joint::JointCounts;
use crate::plan::{Asked, Plan};
use crate::scan::scan;
use crate::six::SIX_CATEGORIES;
use crate::strengths::Strengths;
use std::collections::BTreeMap;
use tercet_cards::{Ace, Card, CardSet, FiveCategory, SuitClass, ThreeRank, parse_cards, suit_classes};
use tercet_rules::{Game, Hand};

/// One thing a dealer's hand can be to a bet.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) struct World {
    pub(crate) cell: usize,
    /// By six-card table of the plan: one bit for each row whose hand test holds.
    pub(crate) six: Vec<u64>,
    /// By dealer table of the plan.
    pub(crate) dealer: Vec<u64>,
}

/// Dealer hands against each player class, by world.
pub(crate) struct Worlds {
    /// All worlds.
    pub(crate) worlds: Vec<World>,
    /// For each class, `worlds.len()` counts.
    pub(crate) counts: Vec<u32>,
}

impl Worlds {
    /// Counts the dealer hands against each of the player's suit classes, by the cheapest road that tells
    /// apart what the plan asks.
    pub(crate) fn count(game: &Game, plan: &Plan<'_>, classes: &[SuitClass]) -> Worlds {
        if plan.six.is_empty() && plan.dealer.is_empty() && game.dealer.0 == 3 {
            Self::by_cell(game, classes)
        } else if plan.dealer.is_empty() && plan.six_by_category {
            Self::by_category(game, plan, classes)
        } else {
            Self::scanned(game, plan, classes)
        }
    }

    /// Only the cell matters: inclusion and exclusion.
    fn by_cell(game: &Game, classes: &[SuitClass]) -> Worlds {
        let strengths = Strengths::new(game.ace);
        let fresh: Vec<SuitClass>;
        let three_cards = if game.player.0 == 3 {
            classes
        } else {
            fresh = suit_classes(3).collect();
            &fresh
        };
        let dealers = DealerCounts::new(&strengths, game.ace, floor(game), three_cards);
        let mut counts = Vec::with_capacity(classes.len() * CELLS);
        for class in classes {
            let (cards, len) = hand_of(class);
            let rank = playing(&cards[..len], game.ace).1;
            counts.extend(dealers.cells(&cards[..len], strengths.number(rank)));
        }
        let worlds = (0..CELLS).map(|cell| World { cell, six: Vec::new(), dealer: Vec::new() });
        Worlds { worlds: worlds.collect(), counts }
    }

    /// The cell and the category of the best five of six: patterns of ranks.
    fn by_category(game: &Game, plan: &Plan<'_>, classes: &[SuitClass]) -> Worlds {
        let strengths = Strengths::new(game.ace);
        let joint = JointCounts::new(&strengths, game.ace, floor(game));
        let mut counts = Vec::with_capacity(classes.len() * CELLS * SIX_CATEGORIES);
        for class in classes {
            counts.extend(joint.count(class.representative).iter().flatten());
        }
        let masks = category_masks(&plan.six);
        let worlds = (0..CELLS * SIX_CATEGORIES).map(|i| World {
            cell: i / SIX_CATEGORIES,
            six: masks[i % SIX_CATEGORIES].clone(),
            dealer: Vec::new(),
        });
        Worlds { worlds: worlds.collect(), counts }
    }

    /// The plain road: every dealer hand against every class.
    fn scanned(game: &Game, plan: &Plan<'_>, classes: &[SuitClass]) -> Worlds {
        let mut numbers: BTreeMap<World, usize> = BTreeMap::new();
        let mut by_class: Vec<BTreeMap<usize, u32>> = Vec::with_capacity(classes.len());
        for class in classes {
            let (cards, len) = hand_of(class);
            let cards = &cards[..len];
            let mine = playing(cards, game.ace).1;
            let mut here: BTreeMap<usize, u32> = BTreeMap::new();
            scan(class.representative, usize::from(game.dealer.0), |dealer: CardSet| {
                let dealt: Vec<_> = dealer.iter().collect();
                let (hand, theirs) = playing(&dealt, game.ace);
                let cell = Cell { qualifies: game.qualifier.admits(theirs), versus: mine.cmp(&theirs) };
                let six = match Hand::both(cards, &dealt) {
                    Some(both) => plan.six.iter().map(|asked| asked.mask(&both)).collect(),
                    None => Vec::new(),
                };
                let dealer = plan.dealer.iter().map(|asked| asked.mask(&hand)).collect();
                let next = numbers.len();
                let number = *numbers.entry(World { cell: cell.index(), six, dealer }).or_insert(next);
                *here.entry(number).or_insert(0) += 1;
            });
            by_class.push(here);
        }
        let mut worlds: Vec<(World, usize)> = numbers.into_iter().collect();
        worlds.sort_unstable_by_key(|(_, number)| *number);
        let worlds: Vec<World> = worlds.into_iter().map(|(world, _)| world).collect();
        let mut counts = vec![0; classes.len() * worlds.len()];
        for (here, row) in by_class.iter().zip(counts.chunks_exact_mut(worlds.len())) {
            here.iter().for_each(|(world, count)| row[*world] = *count);
        }
        Worlds { worlds, counts }
    }
}

fn floor(game: &Game) -> Option<ThreeRank> {
    game.qualifier.floor.as_ref().map(tercet_rules::Floor::strength)
}

/// The cards of a class of three or four, with their number.
pub(crate) fn hand_of(class: &SuitClass) -> ([Card; 4], usize) {
    let mut cards = [Card::ALL[0]; 4];
    let mut len = 0;
    for card in class.representative {
        cards[len] = card;
        len += 1;
    }
    (cards, len)
}

/// The playing hand of three or four cards, and its strength.
pub(crate) fn playing(cards: &[Card], ace: Ace) -> (Hand, ThreeRank) {
    match Hand::playing(cards, ace) {
        Some(hand @ Hand::Three(_, rank)) => (hand, rank),
        Some(Hand::Four(..) | Hand::Six(..)) | None => unreachable!("three or four cards are dealt"),
    }
}

/// For each category, which rows of each six-card table hold.
pub(crate) fn category_masks(six: &[Asked<'_>]) -> Vec<Vec<u64>> {
    // One hand of each category, in rising order; the tables ask for nothing but the category.
    const HANDS: [&str; SIX_CATEGORIES] = [
        "2c 4d 6h 8s Tc Qd",
        "2c 2d 6h 8s Tc Qd",
        "2c 2d 6h 6s Tc Qd",
        "2c 2d 2h 8s Tc Qd",
        "2c 3d 4h 5s 6c Qd",
        "2c 4c 6c 8c Tc Qd",
        "2c 2d 2h 8s 8c Qd",
        "2c 2d 2h 2s Tc Qd",
        "2c 3c 4c 5c 6c Qd",
        "Tc Jc Qc Kc Ac 2d",
    ];
    let masks = FiveCategory::ALL.iter().zip(HANDS).map(|(category, text)| {
        let cards = parse_cards(text).expect("cards");
        let hand = Hand::both(&cards[..3], &cards[3..]).expect("six cards");
        assert!(
            matches!(hand, Hand::Six(_, rank) if rank.category() == *category),
            "{text} is no {category:?}"
        );
        six.iter().map(|asked| asked.mask(&hand)).collect()
    });
    masks.collect()
}
