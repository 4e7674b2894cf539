//! Which row of a pay table a hand has hit.

use tercet_rules::{Game, Hand, LineOf, Reads, SpotView};

/// The row of a pay table that decides, or has decided, at a spot: none before the cards are seen, none if
/// no row fits.
///
/// Once everything is paid the settlement says it. While the player decides, only tables that ask for
/// nothing but the player's own cards have an answer.
pub(crate) fn row(game: &Game, spot: &SpotView, of: LineOf) -> Option<usize> {
    if let Some(line) = spot.lines.iter().find(|line| line.of == of) {
        return line.row;
    }
    let table = game.table(of);
    let cards = spot.cards.as_ref()?;
    if !table.rows.iter().all(|row| row.dealer.is_none() && row.player.is_empty()) {
        return None;
    }
    let hand = match table.reads {
        Reads::Hand => Hand::playing(cards, game.ace)?,
        Reads::AllFour => Hand::all_four(cards, game.ace)?,
        Reads::BothHands | Reads::Dealer => return None,
    };
    table.rows.iter().position(|row| row.hand.as_ref().is_none_or(|test| test.holds(&hand)))
}
