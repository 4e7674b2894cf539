//! The strengths of three cards as small numbers in order, for tables that count hands below a strength.

use tercet_cards::{Ace, Card, Rank, Suit, ThreeRank, rank_three};

/// Three ranks in falling order: what a hand of three cards is when suits are forgotten. There are 455.
pub(crate) type Ranks = [Rank; 3];

/// Every multiset of three ranks, in falling order within, by [`ranks_index`].
pub(crate) fn rank_multisets() -> impl Iterator<Item = Ranks> {
    let at = |i: usize| Rank::ALL[i];
    (0..13).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [at(a), at(b), at(c)])))
}

/// The place of a multiset in [`rank_multisets`]; the ranks must fall.
pub(crate) const fn ranks_index(ranks: Ranks) -> usize {
    let [a, b, c] = [ranks[0].index(), ranks[1].index(), ranks[2].index()];
    a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c
}

/// All strengths of three cards in rising order, numbered from 0.
pub(crate) struct Strengths {
    /// By packed strength; `u16::MAX` where there is none.
    number: Vec<u16>,
    /// By rank multiset: the number of the hand when it is no flush.
    plain: [u16; 455],
    /// By rank multiset: the number of the hand when it is a flush; only for three different ranks.
    flush: [u16; 455],
    len: u16,
}

/// Fills the places that no hand has.
const LEAST: ThreeRank = ThreeRank::lowest(tercet_cards::ThreeCategory::HighCard);

impl Strengths {
    /// The strengths under a rule for the ace: 741 of them.
    #[must_use]
    pub(crate) fn new(ace: Ace) -> Strengths {
        let deal = |ranks: Ranks, suits: [Suit; 3]| {
            let [a, b, c] = [0, 1, 2].map(|i| Card::new(ranks[i], suits[i]));
            rank_three([a, b, c], ace)
        };
        let (mut plain, mut flush) = ([LEAST; 455], [LEAST; 455]);
        let mut all: Vec<ThreeRank> = Vec::with_capacity(741);
        for (i, ranks) in rank_multisets().enumerate() {
            plain[i] = deal(ranks, [Suit::Clubs, Suit::Diamonds, Suit::Hearts]);
            all.push(plain[i]);
            if ranks[0] != ranks[1] && ranks[1] != ranks[2] {
                flush[i] = deal(ranks, [Suit::Spades; 3]);
                all.push(flush[i]);
            }
        }
        all.sort_unstable();
        all.dedup();
        let top = all.last().map_or(0, |rank| usize::from(rank.bits()));
        let mut number = vec![u16::MAX; top + 1];
        for (i, rank) in (0..).zip(&all) {
            number[usize::from(rank.bits())] = i;
        }
        let find = |rank: ThreeRank| number[usize::from(rank.bits())];
        let len = u16::try_from(all.len()).expect("741 strengths");
        Strengths { plain: plain.map(find), flush: flush.map(find), number, len }
    }

    /// How many strengths there are.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The number of a strength that some hand has.
    #[must_use]
    pub(crate) fn number(&self, rank: ThreeRank) -> usize {
        usize::from(self.number[usize::from(rank.bits())])
    }

    /// The number of strengths below a floor, which need not be the strength of any hand.
    #[must_use]
    pub(crate) fn below(&self, floor: ThreeRank) -> usize {
        let end = usize::from(floor.bits()).min(self.number.len());
        self.number[..end].iter().filter(|number| **number != u16::MAX).count()
    }

    /// The number of the hand with these ranks, of no one suit.
    pub(crate) fn plain(&self, ranks: usize) -> usize {
        usize::from(self.plain[ranks])
    }

    /// The number of the hand with these different ranks, of one suit.
    pub(crate) fn flush(&self, ranks: usize) -> usize {
        usize::from(self.flush[ranks])
    }
}
