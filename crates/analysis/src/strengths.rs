//! The strengths of three cards as small numbers in order, for tables that count hands below a strength.

use tercet_cards::{Ace, Card, CardSet, Rank, Suit, SuitClass, ThreeRank, best_three_of_four, rank_three};
use tercet_rules::Hand;

/// Three ranks in falling order: what a hand of three cards is when suits are forgotten. There are 455.
pub(crate) type Ranks = [Rank; 3];

/// The number of multisets of three ranks.
pub(crate) const MULTISETS: usize = 455;

/// Every multiset of three ranks, in falling order within, by [`ranks_index`].
pub(crate) fn rank_multisets() -> impl Iterator<Item = Ranks> {
    let at = |i: usize| Rank::ALL[i];
    (0..13).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [at(a), at(b), at(c)])))
}

/// The place of a multiset in [`rank_multisets`]; the ranks must fall.
pub(crate) fn ranks_index(ranks: Ranks) -> usize {
    multiset_index(ranks.map(Rank::index))
}

/// The place of a multiset of falling ranks, given by their places.
pub(crate) fn multiset_index([a, b, c]: [usize; 3]) -> usize {
    PYRAMID[a] + TRIANGLE[b] + c
}

const PYRAMID: [usize; 13] = [0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364];
const TRIANGLE: [usize; 13] = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78];

/// All strengths of three cards in rising order, numbered from 0.
///
/// A strength stands for three ranks, of one suit or not: no two such hands are equally strong.
pub(crate) struct Strengths {
    ace: Ace,
    /// By packed strength; 0 where there is none.
    number: Vec<u16>,
    /// By number: a hand that has it.
    hands: Vec<[Card; 3]>,
    /// By number: the strength.
    ranks: Vec<ThreeRank>,
    /// By rank multiset: the number of the hand when it is no flush.
    plain: [u16; MULTISETS],
    /// By rank multiset: the number of the hand when it is a flush; only for three different ranks.
    flush: [u16; MULTISETS],
}

impl Strengths {
    /// The strengths under a rule for the ace: 741 of them.
    #[must_use]
    pub(crate) fn new(ace: Ace) -> Strengths {
        const SEVERAL: [Suit; 3] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts];
        let deal = |ranks: Ranks, suits: [Suit; 3]| [0, 1, 2].map(|i| Card::new(ranks[i], suits[i]));
        let mut all: Vec<(ThreeRank, [Card; 3], usize)> = Vec::with_capacity(741);
        for (i, ranks) in rank_multisets().enumerate() {
            let mut add = |hand| all.push((rank_three(hand, ace), hand, i));
            add(deal(ranks, SEVERAL));
            if ranks[0] != ranks[1] && ranks[1] != ranks[2] {
                add(deal(ranks, [Suit::Spades; 3]));
            }
        }
        all.sort_unstable_by_key(|(rank, ..)| *rank);
        let top = all.last().map_or(0, |(rank, ..)| usize::from(rank.bits()));
        let mut strengths = Strengths {
            ace,
            number: vec![0; top + 1],
            hands: all.iter().map(|(_, hand, _)| *hand).collect(),
            ranks: all.iter().map(|(rank, ..)| *rank).collect(),
            plain: [0; MULTISETS],
            flush: [0; MULTISETS],
        };
        for (n, (rank, [a, b, _], ranks)) in (0..).zip(&all) {
            strengths.number[usize::from(rank.bits())] = n;
            let one_suit = a.suit() == b.suit();
            let table = if one_suit { &mut strengths.flush } else { &mut strengths.plain };
            table[*ranks] = n;
        }
        strengths
    }

    /// How many strengths there are.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.hands.len()
    }

    /// The number of a strength that some hand has.
    #[must_use]
    pub(crate) fn number(&self, rank: ThreeRank) -> u16 {
        self.number[usize::from(rank.bits())]
    }

    /// The number of the best three of three or four cards.
    #[must_use]
    pub(crate) fn of(&self, cards: &[Card]) -> u16 {
        self.number(match *cards {
            [a, b, c] => rank_three([a, b, c], self.ace),
            [a, b, c, d] => best_three_of_four([a, b, c, d], self.ace),
            _ => unreachable!("three or four cards are dealt"),
        })
    }

    /// For each number, a hand that has it, and the strength.
    pub(crate) fn hands(&self) -> impl Iterator<Item = ([Card; 3], ThreeRank)> {
        self.hands.iter().copied().zip(self.ranks.iter().copied())
    }

    /// The number of strengths below a floor, which need not be the strength of any hand.
    #[must_use]
    pub(crate) fn below(&self, floor: ThreeRank) -> u16 {
        let below = self.ranks.partition_point(|rank| *rank < floor);
        u16::try_from(below).expect("741 strengths")
    }

    /// The number of the hand with these ranks, of no one suit.
    pub(crate) fn plain(&self, ranks: usize) -> u16 {
        self.plain[ranks]
    }

    /// The number of the hand with these different ranks, of one suit.
    pub(crate) fn flush(&self, ranks: usize) -> u16 {
        self.flush[ranks]
    }
}

/// Dealt cards with the number of what their best three make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbered {
    cards: [Card; 4],
    len: u8,
    /// The number of their strength.
    pub(crate) number: u16,
    /// How many hands it stands for.
    pub(crate) ways: u8,
}

impl Numbered {
    /// One hand of three or four cards.
    pub(crate) fn new(set: CardSet, strengths: &Strengths) -> Numbered {
        let (cards, len) = falling(set);
        let number = strengths.of(&cards[..usize::from(len)]);
        Numbered { cards, len, number, ways: 1 }
    }

    /// The representative of a class, for all its hands.
    pub(crate) fn of_class(class: &SuitClass, strengths: &Strengths) -> Numbered {
        let ways = u8::try_from(class.size).expect("at most 24 renamings");
        Numbered { ways, ..Numbered::new(class.representative, strengths) }
    }

    /// The three cards that play, with what they make.
    pub(crate) fn playing(&self, ace: Ace) -> Hand {
        Hand::playing(self.cards(), ace).expect("three or four cards are dealt")
    }

    /// The cards, from high to low.
    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

/// The cards of a set of three or four, from high to low, and how many there are.
fn falling(set: CardSet) -> ([Card; 4], u8) {
    // A fourth card that is not there counts as the lowest of all.
    let mut cards = [Card::ALL[0]; 4];
    let mut len = 0;
    for (place, card) in cards.iter_mut().zip(set) {
        *place = card;
        len += 1;
    }
    // A sorting network: hands come in no order that would help to foresee branches.
    for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (cards[i], cards[j]) = (cards[i].max(cards[j]), cards[i].min(cards[j]));
    }
    (cards, len)
}
