//! Rulings that a line stands on because another reading of the cards would have decided otherwise.

use super::hands::Hands;
use super::{Deal, Line};
use crate::game::Game;
use crate::ids::RulingId;
use crate::pay::Pay;
use crate::record::CheckedSpot;
use tercet_cards::{Ace, Card, Rank};

/// The deal as the other reading of the ace sees it, if the game rests on such a ruling. Source: R13.
pub(super) fn other_ace(game: &Game) -> Option<(Ace, &RulingId)> {
    let ruling = game.ace_cites.ruling.as_ref()?;
    game.other_readings(game.ace, &game.ace_cites).next().map(|ace| (ace, ruling))
}

/// Lets the lines name the ruling on the ace where the other reading would change them.
pub(super) fn ace(other: &Deal<'_>, ruling: &RulingId, spot: &CheckedSpot, lines: &mut [Line]) {
    if !has_low_ace(&spot.cards) && !has_low_ace(&other.dealer.cards) {
        return;
    }
    let there = other.lines(spot, &Hands::of(other, spot));
    for line in lines {
        if !there.iter().any(|other| other.of == line.of && alike(other, line)) {
            line.stand_on(Some(ruling));
        }
    }
}

/// Lets the lines name what says that only one row is paid, where their hand fits a later row too. Source: R14.
pub(super) fn several_rows(game: &Game, hands: &Hands, qualifies: bool, lines: &mut [Line]) {
    for line in lines {
        let table = game.table(line.of);
        let ruling = table.several_rows.ruling.as_ref();
        if ruling.is_some() && line.row.is_some_and(|row| hands.fit_later(table, row, qualifies)) {
            line.stand_on(ruling);
        }
    }
}

/// Whether the cards hold an ace, a two and a three: the only hands that the readings of the ace tell apart.
fn has_low_ace(cards: &[Card]) -> bool {
    [Rank::Ace, Rank::Two, Rank::Three].iter().all(|rank| cards.iter().any(|card| card.rank() == *rank))
}

/// Whether two lines come to the same, shares of the meter (which are not yet paid) included.
fn alike(a: &Line, b: &Line) -> bool {
    let share = |line: &Line| line.pays.filter(|pay| matches!(pay, Pay::Meter(_)));
    (a.outcome, a.won, a.returned, share(a)) == (b.outcome, b.won, b.returned, share(b))
}
