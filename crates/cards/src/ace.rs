//! What an ace may stand for in a straight.

/// Whether the ace, always the highest card, is also the lowest card of the lowest straight.
///
/// This is a switch for hands of three and four cards (ruling R13). Five-card hands are standard poker, where
/// 5-4-3-2-A is always the lowest straight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ace {
    /// 3-2-A and 4-3-2-A are the lowest straights, A-K-Q and A-K-Q-J the highest; K-A-2 is none.
    #[default]
    HighAndLow,
    /// A-3-2 is merely an ace-high hand.
    HighOnly,
}
