//! Which row of a pay table a hand has hit.

use super::wording;
use tercet_rules::{Game, Hand, LineOf, Reads, SpotView};

/// The place in a pay table that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// This row.
    Row(usize),
    /// No row: anything else.
    Otherwise,
}

/// Whether a wager lies at a spot, or the one that a bonus is paid on; for Play, the one it is a multiple of.
pub(crate) fn lies(game: &Game, spot: &SpotView, of: LineOf) -> bool {
    let no = match of {
        LineOf::Wager(no) => no,
        LineOf::Bonus(i) => game.bonuses[i].on,
    };
    let made = |no| wording::stake(spot, game, no).is_some();
    made(no) || Some(no) == game.play && game.decided_on().is_some_and(made)
}

/// What decides, or has decided, at a spot: none before the cards are seen, none where no row was asked.
///
/// Nothing is said of a bet that was not made. Once everything is paid the settlement says it. While the player decides, only tables that ask for
/// nothing but the player's own cards have an answer.
pub(crate) fn hit(game: &Game, spot: &SpotView, of: LineOf) -> Option<Hit> {
    let place = |row: Option<usize>| row.map_or(Hit::Otherwise, Hit::Row);
    if let Some(line) = spot.lines.iter().find(|line| line.of == of) {
        return line.pays.is_some().then(|| place(line.row));
    }
    let table = game.table(of);
    let cards = spot.cards.as_ref()?;
    // Once there are lines, what has none was not paid.
    if !spot.lines.is_empty() || !lies(game, spot, of) {
        return None;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::session::Stage;
    use crate::play::testing::{all_games, dollars};
    use crate::play::{layout, session::Session, shoe::Shoe};
    use tercet_rules::Choice;

    /// In every game, with each bet alone (and what goes with it): while the hand is decided and after the round, only
    /// bets that were made have a row, and those on the player's own cards do have one.
    #[test]
    fn only_bets_that_were_made_have_a_row() {
        let mut seen = 0;
        for game in all_games() {
            for (no, seed) in layout::open_wagers(&game).zip(1..) {
                let mut session = Session::sit(game.clone(), dollars(5_000), 1, 0).unwrap();
                let spot = session.positions()[0];
                let least = layout::fixed(&game, no).unwrap_or_else(|| layout::least(&game, no));
                let (mut shoe, mut hits) = (Shoe::new(Some(seed)), Vec::new());
                // A bet that cannot stand alone is another test's.
                if session.bet(spot, no, Some(least)).is_err() || session.close().is_err() {
                    continue;
                }
                let made: Vec<LineOf> = session.bets()[&spot].keys().map(|no| LineOf::Wager(*no)).collect();
                session.deal(shoe.deck().unwrap()).unwrap();
                while let Stage::Deciding(_) = session.stage() {
                    hits.extend(own_hits(&session));
                    session.decide(Choice::Play { times: 1 }).unwrap();
                }
                hits.extend(own_hits(&session));
                seen += hits.len();
                for of in hits {
                    let of_play = LineOf::Wager(game.play.unwrap_or(no));
                    let on = |of| match of {
                        LineOf::Wager(_) => of,
                        LineOf::Bonus(i) => LineOf::Wager(game.bonuses[i].on),
                    };
                    assert!(
                        made.contains(&on(of)) || on(of) == of_play,
                        "{}: {}",
                        game.id,
                        game.line_name(of)
                    );
                }
            }
        }
        assert!(seen > 20, "{seen}");
    }

    fn own_hits(session: &Session) -> Vec<LineOf> {
        let view = session.view();
        let spot = view.spots.iter().find(|spot| wording::is_own(spot)).unwrap();
        let lines = session.game().reconcile.lines.iter().copied();
        lines.filter(|of| hit(session.game(), spot, *of).is_some()).collect()
    }
}
