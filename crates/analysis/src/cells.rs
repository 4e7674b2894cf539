//! The six ways a dealer's hand can lie against a player's: qualified or not, higher, equal or lower.

use core::cmp::Ordering;

/// How many cells there are.
pub(crate) const CELLS: usize = 6;

/// How far the cells of a dealer who qualifies lie behind the others.
pub(crate) const QUALIFIES: usize = 3;

/// One way a dealer's hand can lie against a player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// Whether the dealer qualifies.
    pub(crate) qualifies: bool,
    /// How the player's hand compares with the dealer's.
    pub(crate) versus: Ordering,
}

impl Cell {
    /// All cells, in the order of their numbers.
    pub(crate) const ALL: [Cell; CELLS] = [
        Cell { qualifies: false, versus: Ordering::Less },
        Cell { qualifies: false, versus: Ordering::Equal },
        Cell { qualifies: false, versus: Ordering::Greater },
        Cell { qualifies: true, versus: Ordering::Less },
        Cell { qualifies: true, versus: Ordering::Equal },
        Cell { qualifies: true, versus: Ordering::Greater },
    ];

    /// Its number.
    pub(crate) const fn index(self) -> usize {
        let versus = match self.versus {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        if self.qualifies { versus + QUALIFIES } else { versus }
    }

    /// The cell of a player's strength against a dealer's, by their numbers; `floor` is the number of the
    /// least strength that qualifies.
    pub(crate) fn of(player: u16, dealer: u16, floor: u16) -> Cell {
        Cell { qualifies: dealer >= floor, versus: player.cmp(&dealer) }
    }
}

/// The place of a cell among those with the same qualification: without a branch, for inner loops.
pub(crate) fn versus(player: u16, dealer: u16) -> usize {
    usize::from(player == dealer) + 2 * usize::from(player > dealer)
}

/// Dealer hands in each cell against one player hand, by [`Cell::index`].
pub(crate) type Cells = [u32; CELLS];

/// The cells of a player's hand from four counts: all dealer hands, those below the floor, those below the
/// player's strength, and those not above it; `weak` says whether the player's strength is below the floor.
pub(crate) fn cells([all, below_floor, below, up_to]: [u32; 4], weak: bool) -> Cells {
    let equal = up_to - below;
    if weak {
        [below_floor - up_to, equal, below, all - below_floor, 0, 0]
    } else {
        [0, 0, below_floor, all - up_to, equal, below - below_floor]
    }
}
