//! What has to be counted for a bet: which tables are asked, and what of the dealer's hand they look at.

use crate::bet::Bet;
use tercet_rules::{Game, Hand, HandTest, LineOf, Reads, Row};

/// A table that a bet asks, with the hand tests of its rows.
pub(crate) struct Asked<'g> {
    pub(crate) of: LineOf,
    pub(crate) reads: Reads,
    pub(crate) rows: &'g [Row],
}

impl<'g> Asked<'g> {
    /// One bit for each row whose hand test holds (rows without one always do).
    pub(crate) fn mask(&self, hand: &Hand) -> u64 {
        let holds = |row: &Row| row.hand.as_ref().is_none_or(|test| test.holds(hand));
        (0..).zip(self.rows).map(|(i, row)| u64::from(holds(row)) << i).sum()
    }

    /// [`Asked::mask`] of the hand that the table reads: all four cards, or the playing three.
    pub(crate) fn mask_or(&self, hand: &Hand, all: Option<&Hand>) -> u64 {
        match (self.reads, all) {
            (Reads::AllFour, Some(all)) => self.mask(all),
            _ => self.mask(hand),
        }
    }

    /// Whether any row tests the hand.
    pub(crate) fn tells_hands_apart(&self) -> bool {
        self.rows.iter().any(|row| row.hand.is_some())
    }

    /// One bit for each row that a cell admits.
    pub(crate) fn admits(&self, cell: crate::cells::Cell) -> u64 {
        (0..).zip(self.rows).map(|(i, row)| u64::from(row.admits(cell.versus, cell.qualifies)) << i).sum()
    }
}

/// The tables that a bet asks, by what they read.
pub(crate) struct Plan<'g> {
    pub(crate) own: Vec<Asked<'g>>,
    pub(crate) six: Vec<Asked<'g>>,
    pub(crate) dealer: Vec<Asked<'g>>,
    /// Whether the six-card tables ask for categories only, so that patterns of ranks suffice.
    pub(crate) six_by_category: bool,
}

impl<'g> Plan<'g> {
    pub(crate) fn new(game: &'g Game, bet: &Bet) -> Plan<'g> {
        let staked = |no| bet.stake(no).is_some() || (game.play == Some(no) && decides(game, bet));
        let wagers = game.wager_nos().filter(|no| staked(*no)).map(LineOf::Wager);
        let bonuses = (0..game.bonuses.len()).filter(|i| staked(game.bonuses[*i].on)).map(LineOf::Bonus);
        let (mut own, mut six, mut dealer) = (Vec::new(), Vec::new(), Vec::new());
        for of in wagers.chain(bonuses) {
            let table = game.table(of);
            let asked = Asked { of, reads: table.reads, rows: &table.rows };
            match table.reads {
                Reads::Hand | Reads::AllFour => own.push(asked),
                Reads::BothHands => six.push(asked),
                Reads::Dealer => dealer.push(asked),
            }
        }
        let six_by_category =
            six.iter().flat_map(|asked| asked.rows).all(|row| row.hand.as_ref().is_none_or(by_category));
        Plan { own, six, dealer, six_by_category }
    }
}

/// Whether the player of this bet has something to decide.
pub(crate) fn decides(game: &Game, bet: &Bet) -> bool {
    game.decided_on().is_some_and(|on| bet.stake(on).is_some())
}

fn by_category(test: &HandTest) -> bool {
    match test {
        HandTest::Any | HandTest::Five(_) | HandTest::FiveAtLeast(_) => true,
        HandTest::AnyOf(tests) => tests.iter().all(by_category),
        HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Ranks(..)
        | HandTest::Colour(_) => false,
    }
}
