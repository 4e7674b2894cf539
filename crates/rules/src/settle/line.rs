//! The lines of one spot: what each wager and bonus comes to, once it is known which rows decide.

use super::{Line, Outcome};
use crate::game::{Bonus, Game, IrregularRule, LineOf, Table, Wager, WagerNo};
use crate::hand::Reads;
use crate::ids::Cites;
use crate::money::{Money, Rounding};
use crate::pay::{Basis, Pay};
use crate::reading::{Due, Irregular, OnFold};
use alloc::vec::Vec;

/// One spot as its lines see it: the stakes, the decision, and which row each table gives.
pub(super) struct Spot<'a> {
    pub(super) game: &'a Game,
    /// By wager number.
    pub(super) stakes: &'a [Option<Money>],
    pub(super) folded: bool,
    pub(super) qualifies: bool,
    /// Whether the player's cards hold a 3-2-A, so that the ruling on the ace matters.
    pub(super) low_ace: bool,
    /// Whether the dealer's do.
    pub(super) dealer_low_ace: bool,
    pub(super) irregular: &'a [usize],
    /// The place of the row of a line's table that decides; none if no row fits.
    pub(super) row: &'a dyn Fn(LineOf) -> Option<usize>,
}

impl Spot<'_> {
    /// All lines, in reconcile order. What a line wins from the meter, and what a limit cuts, comes later.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.game.reconcile.lines.iter().filter_map(|of| self.line(*of)).collect()
    }

    /// The line of a wager or bonus; none if the wager was not placed, or the bonus is not paid.
    fn line(&self, of: LineOf) -> Option<Line> {
        match of {
            LineOf::Wager(no) => self.stakes[no.index()].map(|stake| self.wager(no, stake)),
            LineOf::Bonus(i) => self.bonus(of, &self.game.bonuses[i]),
        }
    }

    fn wager(&self, no: WagerNo, stake: Money) -> Line {
        let game = self.game;
        let wager: &Wager = game.wager(no);
        let of = LineOf::Wager(no);
        match policy(game, self.irregular, |rule| rule.wagers[no.index()]) {
            (Irregular::Void, cites) => return undecided(game, of, stake, Outcome::Void, &cites),
            (Irregular::Forfeit, cites) => return undecided(game, of, stake, Outcome::Forfeit, &cites),
            (Irregular::Continue | Irregular::Settle, _) => {}
        }
        if self.folded && wager.on_fold.0 == OnFold::Forfeit {
            return undecided(game, of, stake, Outcome::Forfeit, &wager.on_fold.1);
        }
        let mut line = self.decided(of, &wager.table, stake, stake);
        if self.folded {
            line.stand_on(wager.on_fold.1.ruling.as_ref());
        }
        self.stand_on_table(&wager.table, &mut line);
        line
    }

    fn bonus(&self, of: LineOf, bonus: &Bonus) -> Option<Line> {
        let game = self.game;
        let base = self.stakes[bonus.on.index()]?;
        // A bonus goes the way of the wager it is paid on.
        let irregular = policy(game, self.irregular, |rule| rule.wagers[bonus.on.index()]).0;
        if matches!(irregular, Irregular::Void | Irregular::Forfeit) || bonus.table.closed {
            return None;
        }
        if self.folded && bonus.on_fold.0 == OnFold::Forfeit {
            return None;
        }
        if bonus.due.0 == Due::DealerQualifies && !self.qualifies {
            return None;
        }
        let mut line = self.decided(of, &bonus.table, Money::ZERO, base);
        if line.outcome != Outcome::Win {
            return None;
        }
        // The wager it is paid on is settled on a line of its own: nothing comes back here.
        line.returned = Money::ZERO;
        if self.folded {
            line.stand_on(bonus.on_fold.1.ruling.as_ref());
        }
        if !self.qualifies {
            line.stand_on(bonus.due.1.ruling.as_ref());
        }
        self.stand_on_table(&bonus.table, &mut line);
        Some(line)
    }

    /// A line that a row (or `otherwise`) decides; `base` is the amount that odds multiply.
    fn decided(&self, of: LineOf, table: &Table, stake: Money, base: Money) -> Line {
        let game = self.game;
        let row = (self.row)(of);
        let nothing = (Pay::Lose, Cites::default());
        let (pay, cites) = match row {
            Some(i) => (table.rows[i].pays, &table.rows[i].cites),
            None => {
                let (pay, cites) = table.otherwise.as_ref().unwrap_or(&nothing);
                (*pay, cites)
            }
        };
        let paid = paid(pay, base, game.rounding.0);
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
            rulings: cites.ruling.iter().cloned().collect(),
            limited: None,
            rounded: paid.rounded.then(|| game.rounding.1.clone()),
        }
    }

    /// Rulings that a decided line rests on beside the row's own: the posted table, the ace, the rounding.
    fn stand_on_table(&self, table: &Table, line: &mut Line) {
        line.stand_on(table.posted.as_ref().and_then(|cites| cites.ruling.as_ref()));
        let compared =
            line.row.is_some_and(|i| table.rows[i].dealer.is_some() || !table.rows[i].player.is_empty());
        // A best five of six is standard poker; the ruling on the ace is about hands of three and four cards.
        let low_ace = match table.reads {
            Reads::Hand | Reads::AllFour => self.low_ace || (compared && self.dealer_low_ace),
            Reads::Dealer => self.dealer_low_ace || (compared && self.low_ace),
            Reads::BothHands => compared && (self.low_ace || self.dealer_low_ace),
        };
        if low_ace {
            line.stand_on(self.game.ace_cites.ruling.as_ref());
        }
        let rounding = line.rounded.as_ref().and_then(|cites| cites.ruling.clone());
        line.stand_on(rounding.as_ref());
    }
}

/// What the irregularities of a round do to a wager, and what that stands on: a void goes before a forfeit, a
/// forfeit before a settlement. Source: R25.
fn policy(game: &Game, irregular: &[usize], of: impl Fn(&IrregularRule) -> Irregular) -> (Irregular, Cites) {
    let rules: Vec<&IrregularRule> = irregular.iter().map(|rule| &game.irregular[*rule]).collect();
    let first =
        |action| rules.iter().find(|rule| of(rule) == action).map(|rule| (action, rule.cites.clone()));
    let severe =
        first(Irregular::Void).or_else(|| first(Irregular::Forfeit)).or_else(|| first(Irregular::Settle));
    severe.unwrap_or((Irregular::Continue, Cites::default()))
}

/// What the irregularities of a round do to a wager.
pub(crate) fn action(game: &Game, irregular: &[usize], no: WagerNo) -> Irregular {
    policy(game, irregular, |rule| rule.wagers[no.index()]).0
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
