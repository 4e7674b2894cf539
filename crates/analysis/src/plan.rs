//! What has to be counted for a bet: which tables are asked, and what of the hands they look at.

use crate::bet::Bet;
use crate::cells::Cell;
use crate::symmetry::Symmetry;
use tercet_rules::{Due, Game, Hand, HandTest, LineOf, Reads, Row};

/// A table that a bet asks, with the hand tests of its rows.
pub(crate) struct Asked<'g> {
    pub(crate) of: LineOf,
    pub(crate) reads: Reads,
    pub(crate) rows: &'g [Row],
    /// A bonus that is paid only when the dealer qualifies.
    pub(crate) due_to_dealer: bool,
}

impl<'g> Asked<'g> {
    /// One bit for each row whose hand test holds (rows without one always do).
    pub(crate) fn mask(&self, hand: &Hand) -> u64 {
        self.mask_by(|test| test.holds(hand))
    }

    /// One bit for each row whose hand test passes by some other measure.
    pub(crate) fn mask_by(&self, holds: impl Fn(&HandTest) -> bool) -> u64 {
        let fits = |row: &Row| row.hand.as_ref().is_none_or(&holds);
        (0..).zip(self.rows).fold(0, |mask, (i, row)| mask | u64::from(fits(row)) << i)
    }

    /// Whether any row tests the hand.
    pub(crate) fn tells_hands_apart(&self) -> bool {
        self.tests().next().is_some()
    }

    /// The hand tests of its rows.
    pub(crate) fn tests(&self) -> impl Iterator<Item = &'g HandTest> + Clone + use<'g> {
        self.rows.iter().filter_map(|row| row.hand.as_ref())
    }

    /// One bit for each row that a cell admits.
    pub(crate) fn admits(&self, cell: Cell) -> u64 {
        (0..).zip(self.rows).map(|(i, row)| u64::from(row.admits(cell.versus, cell.qualifies)) << i).sum()
    }

    /// Whether it matters how the hands compare or whether the dealer qualifies: to a row, or to what is paid at all.
    fn asks_dealer(&self) -> bool {
        self.due_to_dealer || self.rows.iter().any(|row| row.dealer.is_some() || !row.player.is_empty())
    }
}

/// The tables that a bet asks, by what they read.
pub(crate) struct Plan<'g> {
    pub(crate) own: Vec<Asked<'g>>,
    pub(crate) six: Vec<Asked<'g>>,
    pub(crate) dealer: Vec<Asked<'g>>,
    /// What the tables of six cards and of the dealer's do not notice of the suits.
    pub(crate) symmetry: Symmetry,
}

impl<'g> Plan<'g> {
    pub(crate) fn new(game: &'g Game, bet: &Bet) -> Plan<'g> {
        let staked = |no| bet.stake(no).is_some() || (game.play == Some(no) && bet.decides(game));
        let wagers = game.wager_nos().filter(|no| staked(*no)).map(LineOf::Wager);
        let bonuses = (0..game.bonuses.len()).filter(|i| staked(game.bonuses[*i].on)).map(LineOf::Bonus);
        let (mut own, mut six, mut dealer) = (Vec::new(), Vec::new(), Vec::new());
        for of in wagers.chain(bonuses) {
            let table = game.table(of);
            let due_to_dealer = match of {
                LineOf::Wager(_) => false,
                LineOf::Bonus(i) => game.bonuses[i].due.0 == Due::DealerQualifies,
            };
            let asked = Asked { of, reads: table.reads, rows: &table.rows, due_to_dealer };
            match table.reads {
                Reads::Hand | Reads::AllFour => own.push(asked),
                Reads::BothHands => six.push(asked),
                Reads::Dealer => dealer.push(asked),
            }
        }
        let symmetry = Symmetry::of(six.iter().chain(&dealer).flat_map(Asked::tests));
        Plan { own, six, dealer, symmetry }
    }

    /// Whether the dealer's hand matters by more than the cards it lends to six: to a table, to a row, or to a bonus.
    pub(crate) fn needs_dealer(&self) -> bool {
        !self.dealer.is_empty() || self.own.iter().chain(&self.six).any(Asked::asks_dealer)
    }

    /// What no table of the bet notices of the suits.
    pub(crate) fn symmetry_of_all(&self) -> Symmetry {
        Symmetry::of(self.own.iter().chain(&self.six).chain(&self.dealer).flat_map(Asked::tests))
    }

    /// Whether hands that differ by the names of suits are all the same to the bet.
    pub(crate) fn renames(&self) -> bool {
        self.symmetry.is_full() && self.symmetry_of_all().is_full()
    }

    /// Whether the tables of six cards ask for categories and nothing else.
    pub(crate) fn six_by_category(&self) -> bool {
        self.six.iter().flat_map(Asked::tests).all(by_category)
    }

    /// Whether the tables of six cards, if there are any, ask for colours and nothing else.
    pub(crate) fn six_by_colour(&self) -> bool {
        self.six.iter().flat_map(Asked::tests).all(by_colour)
    }

    /// Whether any table of the dealer's cards asks for a suit or a colour.
    pub(crate) fn dealer_names_suits(&self) -> bool {
        self.dealer.iter().flat_map(Asked::tests).any(HandTest::names_suits)
    }
}

/// Whether a test of six cards asks for categories and nothing else.
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

/// Whether a test of six cards asks for a colour and nothing else.
fn by_colour(test: &HandTest) -> bool {
    match test {
        HandTest::Any | HandTest::Colour(_) => true,
        HandTest::AnyOf(tests) => tests.iter().all(by_colour),
        HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Ranks(..) => false,
    }
}
