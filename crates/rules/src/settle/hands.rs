//! The hands of one spot, as its tables read them.

use super::{Deal, playing, rank_of};
use crate::game::{Question, Table};
use crate::hand::{Hand, Reads};
use crate::record::CheckedSpot;
use core::cmp::Ordering;

/// The hands that the tables of a game read at one spot.
pub(super) struct Hands {
    pub(super) playing: Hand,
    pub(super) all_four: Option<Hand>,
    pub(super) both: Option<Hand>,
    pub(super) dealer: Hand,
    pub(super) versus: Ordering,
}

impl Hands {
    pub(super) fn of(deal: &Deal<'_>, spot: &CheckedSpot) -> Hands {
        let game = deal.game;
        let playing = playing(&spot.cards, deal.ace);
        let uses = |reads: Reads| {
            game.wagers.iter().any(|wager| wager.table.reads == reads)
                || game.bonuses.iter().any(|bonus| bonus.table.reads == reads)
        };
        let all_four = if uses(Reads::AllFour) { Hand::all_four(&spot.cards, deal.ace) } else { None };
        let both = if uses(Reads::BothHands) { Hand::both(&spot.cards, &deal.round.dealer) } else { None };
        let versus = rank_of(&playing).cmp(&deal.dealer.rank);
        Hands { playing, all_four, both, dealer: deal.dealer_hand, versus }
    }

    /// The place of the row of a table that decides; none if no row fits.
    pub(super) fn row(&self, table: &Table, qualifies: bool) -> Option<usize> {
        table.first_fit(&Question { hand: self.read(table.reads), versus: self.versus, qualifies })
    }

    /// Whether a row after this one fits too.
    pub(super) fn fit_later(&self, table: &Table, row: usize, qualifies: bool) -> bool {
        let question = Question { hand: self.read(table.reads), versus: self.versus, qualifies };
        table.rows[row + 1..].iter().any(|row| row.fits(&question))
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
