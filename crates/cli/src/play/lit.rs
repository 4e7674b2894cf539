//! Which row of a pay table a hand has hit.

use tercet_rules::{Game, Hand, LineOf, Reads, SpotView};

/// The place in a pay table that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// This row.
    Row(usize),
    /// No row: anything else.
    Otherwise,
}

/// What decides, or has decided, at a spot: none before the cards are seen, none where no row was asked.
///
/// Once everything is paid the settlement says it. While the player decides, only tables that ask for
/// nothing but the player's own cards have an answer.
pub(crate) fn hit(game: &Game, spot: &SpotView, of: LineOf) -> Option<Hit> {
    let place = |row: Option<usize>| row.map_or(Hit::Otherwise, Hit::Row);
    if let Some(line) = spot.lines.iter().find(|line| line.of == of) {
        return line.pays.is_some().then(|| place(line.row));
    }
    let table = game.table(of);
    let cards = spot.cards.as_ref()?;
    if table.closed || table.rows.iter().any(|row| row.dealer.is_some() || !row.player.is_empty()) {
        return None;
    }
    let hand = match table.reads {
        Reads::Hand => Hand::playing(cards, game.ace)?,
        Reads::AllFour => Hand::all_four(cards, game.ace)?,
        Reads::BothHands | Reads::Dealer => return None,
    };
    Some(place(table.rows.iter().position(|row| row.hand.as_ref().is_none_or(|test| test.holds(&hand)))))
}
