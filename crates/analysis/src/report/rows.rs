//! What each row of a pay table is worth.

use super::signed;
use crate::fraction::Fraction;
use crate::law::Law;
use std::collections::BTreeMap;
use tercet_rules::{Game, LineOf, Money, Outcome, Pay, WagerId, words};

/// One wager or bonus, and what each of its rows is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineReport {
    /// The wager or bonus.
    pub of: LineOf,
    /// Its id.
    pub id: WagerId,
    /// What it adds to the expectation, per unit of the stake that figures are per.
    pub expectation: Fraction,
    /// Its rows, in the order of the file, then what becomes of it otherwise. Their ways add up to all deals.
    pub rows: Vec<RowReport>,
}

/// One row of a pay table over all deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowReport {
    /// Which row.
    pub kind: RowKind,
    /// When it applies, in words: `straight flush`.
    pub hand: String,
    /// What it pays; nothing where no pay table is asked.
    pub pays: Option<Pay>,
    /// In how many deals.
    pub ways: u128,
    /// What it adds to the expectation, per unit of the stake that figures are per.
    pub contribution: Fraction,
}

/// Which row of a table, or what there is instead of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum RowKind {
    /// The row at this place.
    Row(usize),
    /// No row fits.
    Otherwise,
    /// The player folded, and the wager with the hand.
    Folded,
    /// The wager was not made; the bonus was not paid.
    Nothing,
}

impl RowKind {
    /// When it applies to a line, in words: `straight flush`, `other`, `folded`.
    #[must_use]
    pub fn words(self, game: &Game, of: LineOf) -> String {
        match (self, of) {
            (RowKind::Row(place), _) => words::condition(&game.table(of).rows[place]),
            (RowKind::Otherwise, _) => "other".into(),
            (RowKind::Folded, _) => "folded".into(),
            (RowKind::Nothing, LineOf::Wager(_)) => "not made".into(),
            (RowKind::Nothing, LineOf::Bonus(_)) => "no bonus".into(),
        }
    }
}

/// The lines of a law, each with its rows.
pub(super) fn lines(game: &Game, law: &Law, lines: &[LineOf], stake: Money) -> Vec<LineReport> {
    let order = |line: &&LineOf| game.reconcile.lines.iter().position(|of| of == *line);
    let mut ordered: Vec<&LineOf> = lines.iter().filter(|line| !game.table(**line).closed).collect();
    ordered.sort_by_key(order);
    ordered.into_iter().map(|of| line(game, law, *of, stake)).collect()
}

fn line(game: &Game, law: &Law, of: LineOf, stake: Money) -> LineReport {
    let mut sums: BTreeMap<RowKind, (u128, i128)> = BTreeMap::new();
    for outcome in &law.outcomes {
        let (kind, net) = match outcome.lines.iter().find(|line| line.of == of) {
            None => (RowKind::Nothing, 0),
            Some(line) if line.outcome == Outcome::Forfeit => (RowKind::Folded, line.net().units()),
            Some(line) => (line.row.map_or(RowKind::Otherwise, RowKind::Row), line.net().units()),
        };
        let sum = sums.entry(kind).or_insert((0, 0));
        sum.0 += outcome.ways;
        sum.1 += i128::from(net) * signed(outcome.ways);
    }
    let over = |net| Fraction::over(net, i128::from(stake.units()), signed(law.deals));
    let table = game.table(of);
    let row = |kind: RowKind, pays: Option<Pay>| {
        let (ways, net) = sums.get(&kind).copied().unwrap_or((0, 0));
        RowReport { kind, hand: kind.words(game, of), pays, ways, contribution: over(net) }
    };
    let mut rows: Vec<RowReport> =
        (0..).zip(&table.rows).map(|(i, is)| row(RowKind::Row(i), Some(is.pays))).collect();
    let otherwise = table.otherwise.as_ref().map_or(Pay::Lose, |(pay, _)| *pay);
    for (kind, pays) in
        [(RowKind::Otherwise, Some(otherwise)), (RowKind::Folded, None), (RowKind::Nothing, None)]
    {
        if sums.contains_key(&kind) {
            rows.push(row(kind, pays));
        }
    }
    let expectation = over(sums.values().map(|(_, net)| net).sum());
    LineReport { of, id: game.line_id(of).clone(), expectation, rows }
}
