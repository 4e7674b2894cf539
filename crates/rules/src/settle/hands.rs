//! The hands of one spot, as its tables read them.

use super::{Deal, playing, rank_of};
use crate::game::{Question, Table};
use crate::hand::{Hand, Reads};
use crate::record::CheckedSpot;
use core::cmp::Ordering;
use tercet_cards::{Card, Rank};

/// The hands that the tables of a game read at one spot.
pub(super) struct Hands {
    pub(super) playing: Hand,
    pub(super) all_four: Option<Hand>,
    pub(super) both: Option<Hand>,
    pub(super) dealer: Hand,
    pub(super) versus: Ordering,
    /// Whether the player's cards hold a 3-2-A, so that the ruling on the ace matters.
    pub(super) low_ace: bool,
    /// Whether the dealer's do.
    pub(super) dealer_low_ace: bool,
}

impl Hands {
    pub(super) fn of(deal: &Deal<'_>, spot: &CheckedSpot) -> Hands {
        let game = deal.game;
        let playing = playing(&spot.cards, game);
        let uses = |reads: Reads| {
            game.wagers.iter().any(|wager| wager.table.reads == reads)
                || game.bonuses.iter().any(|bonus| bonus.table.reads == reads)
        };
        let all_four = if uses(Reads::AllFour) { Hand::all_four(&spot.cards, game.ace) } else { None };
        let both = if uses(Reads::BothHands) { Hand::both(&spot.cards, &deal.round.dealer) } else { None };
        let versus = rank_of(&playing).cmp(&deal.dealer.rank);
        let (low_ace, dealer_low_ace) = (has_low_ace(&spot.cards), has_low_ace(&deal.round.dealer));
        Hands { playing, all_four, both, dealer: deal.dealer_hand, versus, low_ace, dealer_low_ace }
    }

    /// The place of the row of a table that decides; none if no row fits.
    pub(super) fn row(&self, table: &Table, qualifies: bool) -> Option<usize> {
        table.first_fit(&Question { hand: self.read(table.reads), versus: self.versus, qualifies })
    }

    fn read(&self, reads: Reads) -> &Hand {
        match reads {
            Reads::Hand => &self.playing,
            Reads::Dealer => &self.dealer,
            Reads::AllFour => self.all_four.as_ref().expect("checked: four cards are dealt"),
            Reads::BothHands => self.both.as_ref().expect("checked: three and three cards are dealt"),
        }
    }
}

/// Whether the cards hold an ace, a two and a three: where the reading of the ace can matter (R13).
fn has_low_ace(cards: &[Card]) -> bool {
    [Rank::Ace, Rank::Two, Rank::Three].iter().all(|rank| cards.iter().any(|card| card.rank() == *rank))
}
