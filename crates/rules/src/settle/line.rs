//! One line: the wager or bonus of one spot.

use super::{Deal, Line, Outcome, playing, rank_of};
use crate::game::{Bonus, Game, IrregularRule, LineOf, Question, Table, Wager, WagerNo};
use crate::hand::{Hand, Reads};
use crate::ids::Cites;
use crate::money::{Money, Rounding};
use crate::pay::{Basis, Pay};
use crate::reading::{Due, Irregular, OnFold};
use crate::record::CheckedSpot;
use alloc::vec::Vec;
use core::cmp::Ordering;
use tercet_cards::{Card, Rank};

/// The hands that the tables of a game read at one spot.
pub(super) struct Hands {
    pub(super) playing: Hand,
    pub(super) all_four: Option<Hand>,
    pub(super) both: Option<Hand>,
    pub(super) dealer: Hand,
    pub(super) versus: Ordering,
    /// Whether a 3-2-A among the playing hands makes the ruling on the ace matter.
    low_ace: bool,
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
        let low_ace = has_low_ace(&spot.cards) || has_low_ace(&deal.round.dealer);
        Hands { playing, all_four, both, dealer: deal.dealer_hand, versus, low_ace }
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

/// The line of a wager or bonus at a spot; none if the wager was not placed, or the bonus is not paid.
pub(super) fn settle(deal: &Deal<'_>, spot: &CheckedSpot, hands: &Hands, of: LineOf) -> Option<Line> {
    match of {
        LineOf::Wager(no) => spot.stake(no).map(|stake| wager(deal, spot, hands, no, stake)),
        LineOf::Bonus(i) => bonus(deal, spot, hands, of, &deal.game.bonuses[i]),
    }
}

fn wager(deal: &Deal<'_>, spot: &CheckedSpot, hands: &Hands, no: WagerNo, stake: Money) -> Line {
    let game = deal.game;
    let wager: &Wager = game.wager(no);
    let of = LineOf::Wager(no);
    let irregular = policy(game, &deal.round.irregular, spot.spot, |rule| rule.wagers[no.index()]);
    match irregular {
        (Irregular::Void, cites) => return undecided(game, of, stake, Outcome::Void, &cites),
        (Irregular::Forfeit, cites) => return undecided(game, of, stake, Outcome::Forfeit, &cites),
        (Irregular::Continue | Irregular::Settle, _) => {}
    }
    if spot.folded && wager.on_fold.0 == OnFold::Forfeit {
        return undecided(game, of, stake, Outcome::Forfeit, &wager.on_fold.1);
    }
    let mut line = decided(deal, hands, of, &wager.table, stake, stake);
    if spot.folded {
        line.stand_on(wager.on_fold.1.ruling.as_ref());
    }
    stand_on_table(game, &wager.table, hands, &mut line);
    line
}

fn bonus(deal: &Deal<'_>, spot: &CheckedSpot, hands: &Hands, of: LineOf, bonus: &Bonus) -> Option<Line> {
    let game = deal.game;
    let base = spot.stake(bonus.on)?;
    // A bonus goes the way of the wager it is paid on.
    let irregular = policy(game, &deal.round.irregular, spot.spot, |rule| rule.wagers[bonus.on.index()]).0;
    if matches!(irregular, Irregular::Void | Irregular::Forfeit) || bonus.table.closed {
        return None;
    }
    if spot.folded && bonus.on_fold.0 == OnFold::Forfeit {
        return None;
    }
    if bonus.due.0 == Due::DealerQualifies && !deal.dealer.qualifies {
        return None;
    }
    let mut line = decided(deal, hands, of, &bonus.table, Money::ZERO, base);
    if line.outcome != Outcome::Win {
        return None;
    }
    // The wager it is paid on is settled on a line of its own: nothing comes back here.
    line.returned = Money::ZERO;
    if spot.folded {
        line.stand_on(bonus.on_fold.1.ruling.as_ref());
    }
    if !deal.dealer.qualifies {
        line.stand_on(bonus.due.1.ruling.as_ref());
    }
    stand_on_table(game, &bonus.table, hands, &mut line);
    Some(line)
}

/// What the irregularities of a round do to a wager at a spot, and what that stands on: a void goes before
/// a forfeit, a forfeit before a settlement. Source: R25.
fn policy(
    game: &Game,
    irregular: &[(usize, Option<u8>)],
    spot: u8,
    of: impl Fn(&IrregularRule) -> Irregular,
) -> (Irregular, Cites) {
    let here = irregular.iter().filter(|(_, only)| only.is_none_or(|only| only == spot));
    let rules: Vec<&IrregularRule> = here.map(|(rule, _)| &game.irregular[*rule]).collect();
    let first = |action| rules.iter().find(|rule| of(rule) == action).map(|rule| (action, rule.cites.clone()));
    let severe = first(Irregular::Void).or_else(|| first(Irregular::Forfeit)).or_else(|| first(Irregular::Settle));
    severe.unwrap_or((Irregular::Continue, Cites::default()))
}

/// What the irregularities of a round do to a wager at a spot.
pub(crate) fn action(game: &Game, irregular: &[(usize, Option<u8>)], spot: u8, no: WagerNo) -> Irregular {
    policy(game, irregular, spot, |rule| rule.wagers[no.index()]).0
}

/// A line that no row was asked about.
fn undecided(game: &Game, of: LineOf, stake: Money, outcome: Outcome, cites: &Cites) -> Line {
    Line {
        of,
        id: game.line_id(of).clone(),
        stake,
        outcome,
        pays: None,
        row: None,
        won: Money::ZERO,
        returned: if outcome == Outcome::Void { stake } else { Money::ZERO },
        rule: cites.rule.clone(),
        rulings: cites.ruling.iter().cloned().collect(),
        limited: None,
        rounded: None,
    }
}

/// A line that a row (or `otherwise`) decides; `base` is the amount that odds multiply.
fn decided(deal: &Deal<'_>, hands: &Hands, of: LineOf, table: &Table, stake: Money, base: Money) -> Line {
    let game = deal.game;
    let question =
        Question { hand: hands.read(table.reads), versus: hands.versus, qualifies: deal.dealer.qualifies };
    let row = table.first_fit(&question);
    let nothing = (Pay::Lose, Cites::default());
    let (pay, cites) = match row {
        Some(i) => (table.rows[i].pays, &table.rows[i].cites),
        None => {
            let (pay, cites) = table.otherwise.as_ref().unwrap_or(&nothing);
            (*pay, cites)
        }
    };
    let paid = paid(pay, base, game.rounding.0);
    let rulings: Vec<_> = cites.ruling.iter().cloned().collect();
    Line {
        of,
        id: game.line_id(of).clone(),
        stake,
        outcome: paid.outcome,
        pays: Some(pay),
        row,
        won: paid.won,
        returned: paid.returned,
        rule: cites.rule.clone(),
        rulings,
        limited: None,
        rounded: paid.rounded.then(|| game.rounding.1.clone()),
    }
}

/// Rulings that a decided line rests on beside the row's own: the posted table, the ace, the rounding.
fn stand_on_table(game: &Game, table: &Table, hands: &Hands, line: &mut Line) {
    line.stand_on(table.posted.as_ref().and_then(|cites| cites.ruling.as_ref()));
    // A best five of six is standard poker; the ruling on the ace is about hands of three and four cards.
    if hands.low_ace && table.reads != Reads::BothHands {
        line.stand_on(game.ace_cites.ruling.as_ref());
    }
    let rounding = line.rounded.as_ref().and_then(|cites| cites.ruling.clone());
    line.stand_on(rounding.as_ref());
}

/// What a pay means for a stake.
struct Paid {
    outcome: Outcome,
    won: Money,
    returned: Money,
    rounded: bool,
}

/// Turns a pay into money. A share of the meter is filled in later, when all spots are known.
fn paid(pay: Pay, base: Money, rounding: Rounding) -> Paid {
    let (won, rounded) = match pay {
        Pay::Lose | Pay::Push | Pay::Meter(_) => (Money::ZERO, false),
        Pay::Odds(odds) => base.times(u64::from(odds.num()), u64::from(odds.den()), rounding),
        Pay::Fixed(amount, Basis::To | Basis::For) => (amount, false),
    };
    let outcome = match pay {
        Pay::Lose => Outcome::Lose,
        Pay::Push => Outcome::Push,
        Pay::Odds(_) | Pay::Fixed(..) | Pay::Meter(_) => Outcome::Win,
    };
    Paid { outcome, won, returned: if pay.returns_stake() { base } else { Money::ZERO }, rounded }
}
