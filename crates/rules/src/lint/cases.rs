//! Every case that a pay table can meet, as far as its rows can tell cases apart.

use super::{Rows, six};
use crate::game::Game;
use crate::hand::{Hand, HandTest, Reads};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;
use tercet_cards::{
    Card, CardSet, Suit, ThreeRank, best_three_of_four, combinations, rank_three, suit_classes,
};

/// Hands that the rows of a table cannot tell apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Case {
    /// The situations in which such a hand can be found.
    pub(super) situations: Situations,
    /// The place of its category among all, lowest first; 0 where four cards are read.
    pub(super) category: u8,
    /// The rows whose test of the hand holds, rising.
    pub(super) fits: Vec<usize>,
}

/// A set of situations: how the player's hand compares with the dealer's, and whether the dealer qualifies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Situations(u8);

impl Situations {
    /// Where nothing asks, nothing needs to be told apart.
    pub(super) const ANY: Situations = Situations(0b11_1111);
    pub(super) const NONE: Situations = Situations(0);

    pub(super) fn of(versus: Ordering, qualifies: bool) -> Situations {
        let place = match versus {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        Situations(1 << (place + 3 * u8::from(qualifies)))
    }

    pub(super) fn with(self, other: Situations) -> Situations {
        Situations(self.0 | other.0)
    }

    pub(super) fn contains(self, other: Situations) -> bool {
        self.0 & other.0 == other.0
    }

    /// Each situation of the set.
    pub(super) fn iter(self) -> impl Iterator<Item = (Ordering, bool)> {
        [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .into_iter()
            .flat_map(|versus| [(versus, false), (versus, true)])
            .filter(move |(versus, qualifies)| self.contains(Situations::of(*versus, *qualifies)))
    }
}

/// All cases of a table.
pub(super) fn cases(game: &Game, rows: &Rows<'_>) -> Vec<Case> {
    let mut cases = Cases { rows, found: BTreeSet::new() };
    match rows.table.reads {
        Reads::BothHands => six::visit(game, rows, &mut cases),
        Reads::Hand | Reads::AllFour | Reads::Dealer => visit(game, rows, &mut cases),
    }
    cases.found.into_iter().collect()
}

/// The cases found so far.
pub(super) struct Cases<'a> {
    rows: &'a Rows<'a>,
    found: BTreeSet<Case>,
}

impl Cases<'_> {
    pub(super) fn add(&mut self, hand: &Hand, situations: Situations) {
        let category = match hand {
            Hand::Three(_, rank) => rank.category() as u8,
            Hand::Four(..) => 0,
            Hand::Six(_, rank) => rank.category() as u8,
        };
        let rows = self.rows.rows.iter().enumerate();
        let fits = rows
            .filter(|(_, (_, row))| row.hand.as_ref().is_none_or(|test| test.holds(hand)))
            .map(|(i, _)| i)
            .collect();
        self.found.insert(Case { situations, category, fits });
    }
}

/// Whether some row asks how the hands compare or whether the dealer qualifies.
pub(super) fn asks_dealer(rows: &Rows<'_>) -> bool {
    rows.rows.iter().any(|(_, row)| row.dealer.is_some() || !row.player.is_empty())
}

/// The suits in every order in which the rows could tell them apart.
pub(super) fn suit_orders(rows: &Rows<'_>) -> Vec<[Suit; 4]> {
    let tells_apart = rows.rows.iter().any(|(_, row)| row.hand.as_ref().is_some_and(HandTest::names_suits));
    if !tells_apart {
        return Vec::from([Suit::ALL]);
    }
    let mut orders = Vec::new();
    for a in Suit::ALL {
        for b in Suit::ALL {
            for c in Suit::ALL {
                for d in Suit::ALL {
                    if a != b && a != c && a != d && b != c && b != d && c != d {
                        orders.push([a, b, c, d]);
                    }
                }
            }
        }
    }
    orders
}

/// The same cards with their suits renamed.
pub(super) fn renamed(cards: impl IntoIterator<Item = Card>, suits: &[Suit; 4]) -> Vec<Card> {
    cards.into_iter().map(|card| Card::new(card.rank(), suits[card.suit().index()])).collect()
}

/// Cases of a table that reads the cards of one side: every hand up to the names of the suits, with every
/// renaming if rows look at suits by name.
fn visit(game: &Game, rows: &Rows<'_>, cases: &mut Cases<'_>) {
    let reads_dealer = rows.table.reads == Reads::Dealer;
    let (own, other) =
        if reads_dealer { (game.dealer.0, game.player.0) } else { (game.player.0, game.dealer.0) };
    let others = if asks_dealer(rows) { by_strength(game, other.into()) } else { Vec::new() };
    let orders = suit_orders(rows);
    for class in suit_classes(own.into()) {
        let cards = class.representative;
        let situations = if others.is_empty() {
            Situations::ANY
        } else if reads_dealer {
            dealer_situations(game, cards, &others)
        } else {
            player_situations(game, cards, &others)
        };
        for order in &orders {
            let cards = renamed(cards, order);
            let hand = match rows.table.reads {
                Reads::AllFour => Hand::all_four(&cards, game.ace),
                Reads::Hand | Reads::Dealer | Reads::BothHands => Hand::playing(&cards, game.ace),
            };
            cases.add(&hand.expect("three or four cards are dealt"), situations);
        }
    }
}

/// The strength of three cards, or of the best three of four.
pub(super) fn strength(game: &Game, cards: CardSet) -> ThreeRank {
    let cards: Vec<Card> = cards.into_iter().collect();
    match *cards {
        [a, b, c] => rank_three([a, b, c], game.ace),
        [a, b, c, d] => best_three_of_four([a, b, c, d], game.ace),
        _ => unreachable!("three or four cards are dealt"),
    }
}

/// Every hand of the other side, weakest first.
pub(super) fn by_strength(game: &Game, cards: usize) -> Vec<(ThreeRank, CardSet)> {
    let hands = combinations(CardSet::FULL, cards);
    let mut hands: Vec<_> = hands.map(|hand| (strength(game, hand), hand)).collect();
    hands.sort_unstable_by_key(|(strength, _)| *strength);
    hands
}

/// The situations in which a player can hold these cards.
pub(super) fn player_situations(game: &Game, cards: CardSet, dealers: &[(ThreeRank, CardSet)]) -> Situations {
    let own = strength(game, cards);
    let weaker = dealers.partition_point(|(dealer, _)| *dealer < own);
    let up_to_equal = dealers.partition_point(|(dealer, _)| *dealer <= own);
    let floor = dealers.partition_point(|(dealer, _)| !game.qualifier.admits(*dealer));
    let parts = [
        (Ordering::Greater, 0, weaker),
        (Ordering::Equal, weaker, up_to_equal),
        (Ordering::Less, up_to_equal, dealers.len()),
    ];
    let mut found = Situations::NONE;
    for (versus, start, end) in parts {
        let middle = floor.clamp(start, end);
        for (qualifies, range) in [(false, start..middle), (true, middle..end)] {
            if dealers[range].iter().any(|(_, dealer)| dealer.intersection(cards).is_empty()) {
                found = found.with(Situations::of(versus, qualifies));
            }
        }
    }
    found
}

/// The situations in which the dealer can hold these cards.
fn dealer_situations(game: &Game, cards: CardSet, players: &[(ThreeRank, CardSet)]) -> Situations {
    let own = strength(game, cards);
    let weaker = players.partition_point(|(player, _)| *player < own);
    let up_to_equal = players.partition_point(|(player, _)| *player <= own);
    let parts = [
        (Ordering::Less, 0..weaker),
        (Ordering::Equal, weaker..up_to_equal),
        (Ordering::Greater, up_to_equal..players.len()),
    ];
    let mut found = Situations::NONE;
    for (versus, range) in parts {
        if players[range].iter().any(|(_, player)| player.intersection(cards).is_empty()) {
            found = found.with(Situations::of(versus, game.qualifier.admits(own)));
        }
    }
    found
}
