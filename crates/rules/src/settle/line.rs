//! The lines of one spot: what each wager and bonus comes to, once it is known which rows decide.

use super::irregular::policy;
use super::{Line, Outcome};
use crate::game::{Bonus, Game, LineOf, Table, Wager, WagerNo};
use crate::ids::{Cites, RuleId};
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
    /// Irregularities of the round, by their place in the game's list.
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
            LineOf::Bonus(i) => {
                let bonus = &self.game.bonuses[i];
                self.bonus(of, bonus, Switches::of(bonus))
            }
        }
    }

    fn wager(&self, no: WagerNo, stake: Money) -> Line {
        let game = self.game;
        let wager: &Wager = game.wager(no);
        let of = LineOf::Wager(no);
        let policy = policy(game, self.irregular, no);
        let mut line = match policy.action {
            Irregular::Void => undecided(game, of, stake, Outcome::Void, policy.rule),
            Irregular::Forfeit => undecided(game, of, stake, Outcome::Forfeit, policy.rule),
            Irregular::Continue | Irregular::Settle => {
                let (on_fold, cites) = &wager.on_fold;
                let mut line = if self.folded && *on_fold == OnFold::Forfeit {
                    undecided(game, of, stake, Outcome::Forfeit, cites.rule.as_ref())
                } else {
                    self.decided(of, &wager.table, stake, stake)
                };
                if self.folded {
                    line.stand_on(cites.ruling.as_ref());
                }
                line
            }
        };
        line.by_policy = matches!(policy.action, Irregular::Void | Irregular::Forfeit);
        policy.rulings.into_iter().for_each(|ruling| line.stand_on(Some(ruling)));
        line
    }

    /// The line of a bonus with its switches turned so; none if it is not paid.
    pub(super) fn bonus(&self, of: LineOf, bonus: &Bonus, switches: Switches) -> Option<Line> {
        let game = self.game;
        let base = self.stakes[bonus.on.index()]?;
        // A bonus goes the way of the wager it is paid on.
        let policy = policy(game, self.irregular, bonus.on);
        if matches!(policy.action, Irregular::Void | Irregular::Forfeit) || switches.closed {
            return None;
        }
        if self.folded && switches.on_fold == OnFold::Forfeit {
            return None;
        }
        if switches.due == Due::DealerQualifies && !self.qualifies {
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
        policy.rulings.into_iter().for_each(|ruling| line.stand_on(Some(ruling)));
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
        let mut line = Line {
            of,
            id: game.line_id(of).clone(),
            stake,
            outcome: paid.outcome,
            pays: Some(pay),
            row,
            by_policy: false,
            won: paid.won,
            returned: paid.returned,
            rule: cites.rule.clone(),
            rulings: cites.ruling.iter().cloned().collect(),
            limited: None,
            rounded: paid.rounded.then(|| game.rounding.1.clone()),
        };
        // What the source itself says of a hand that no posted row pays needs no posting.
        if row.is_some() {
            line.stand_on(table.posted.as_ref().and_then(|cites| cites.ruling.as_ref()));
        }
        if paid.rounded {
            line.stand_on(game.rounding.1.ruling.as_ref());
        }
        line
    }
}

/// What rulings decide about whether a bonus is paid.
#[derive(Clone, Copy)]
pub(super) struct Switches {
    pub(super) on_fold: OnFold,
    pub(super) due: Due,
    pub(super) closed: bool,
}

impl Switches {
    /// As they are turned in a game.
    pub(super) fn of(bonus: &Bonus) -> Switches {
        Switches { on_fold: bonus.on_fold.0, due: bonus.due.0, closed: bonus.table.closed }
    }
}

/// A line that no row was asked about.
fn undecided(game: &Game, of: LineOf, stake: Money, outcome: Outcome, rule: Option<&RuleId>) -> Line {
    Line {
        of,
        id: game.line_id(of).clone(),
        stake,
        outcome,
        pays: None,
        row: None,
        by_policy: false,
        won: Money::ZERO,
        returned: if outcome == Outcome::Void { stake } else { Money::ZERO },
        rule: rule.cloned(),
        rulings: Vec::new(),
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

/// What a line with these stakes is up or down when a row with this pay decides it: what is paid on `base`, the amount
/// that odds multiply, with the stake back or lost. A share of the meter counts for nothing. `stake` is what is staked on
/// the line itself: nothing for a bonus.
#[must_use]
pub fn net_of(pay: Pay, stake: Money, base: Money, rounding: Rounding) -> Money {
    let paid = paid(pay, base, rounding);
    // The wager a bonus is paid on is settled on a line of its own: nothing comes back here.
    let returned = if stake == Money::ZERO { Money::ZERO } else { paid.returned };
    paid.won + returned - stake
}

/// The most that a pay wins on an amount, however it is rounded; nothing for a share of the meter.
pub(super) fn most(pay: Pay, base: Money) -> Money {
    paid(pay, base, Rounding::Up).won
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
