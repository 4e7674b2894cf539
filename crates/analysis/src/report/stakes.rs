//! What is staked when a wager is figured by itself, and what must stand beside it.

use super::{Ask, AskError, DOLLAR, Part, laws};
use crate::bet::{Bet, BetError};
use tercet_rules::{Aggregate, Amount, Game, LineOf, Money, Odds, Pay, Row, Stage, WagerId, WagerNo};

/// Why the figures of a wager depend on its stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StakeMatters {
    /// This much at most is paid together.
    Limit(Money),
    /// A row pays dollars, whatever the stake.
    FixedAward,
    /// A row pays a share of the meter, whatever the stake.
    Meter,
    /// Pays of some stakes are not whole cents.
    Rounding,
}

/// Why the figures of these wagers depend on the stake.
pub(super) fn matters(game: &Game, wagers: &[WagerNo]) -> Vec<StakeMatters> {
    let lines = laws::lines_of(game, wagers);
    let mut reasons = Vec::new();
    reasons.extend(limits_on(game, &lines).map(|(_, limit)| StakeMatters::Limit(limit.most)));
    // A stake that is always the same cannot matter otherwise.
    let always = wagers.iter().all(|no| matches!(game.wager(*no).amount, Amount::Fixed(_)));
    if always {
        return reasons;
    }
    let pays = |is: fn(Pay) -> bool| {
        let rows = |line: &LineOf| game.table(*line).rows.iter().any(|row: &Row| is(row.pays));
        lines.iter().any(rows)
    };
    if pays(|pay| matches!(pay, Pay::Fixed(..))) {
        reasons.push(StakeMatters::FixedAward);
    }
    if pays(|pay| matches!(pay, Pay::Meter(_))) {
        reasons.push(StakeMatters::Meter);
    }
    let rounds = |line: &LineOf| {
        let odds = game.table(*line).rows.iter().filter_map(|row| match row.pays {
            Pay::Odds(odds) => Some(odds),
            Pay::Lose | Pay::Push | Pay::Fixed(..) | Pay::Meter(_) => None,
        });
        odds.into_iter().any(|odds| may_round(game, game.wager_of(*line), odds))
    };
    if lines.iter().any(rounds) {
        reasons.push(StakeMatters::Rounding);
    }
    reasons
}

/// The limits on any of these lines, in the order of the file, each with its place there.
pub(super) fn limits_on<'g>(
    game: &'g Game,
    lines: &'g [LineOf],
) -> impl Iterator<Item = (usize, &'g Aggregate)> + 'g {
    let counts = |limit: &Aggregate| limit.lines.iter().any(|line| lines.contains(line));
    game.aggregates.iter().enumerate().filter(move |(_, limit)| counts(limit))
}

/// Whether odds on some stake that the table takes are not whole cents.
fn may_round(game: &Game, no: WagerNo, odds: Odds) -> bool {
    let whole =
        |stake: Money| (i128::from(stake.units()) * i128::from(odds.num())) % i128::from(odds.den()) == 0;
    match &game.wager(no).amount {
        // So many times as much is whole where the other is.
        Amount::EqualTo(of) | Amount::Times(_, of) => may_round(game, *of, odds),
        Amount::Fixed(stake) => !whole(*stake),
        Amount::Free => match &game.wager(no).limits {
            None => odds.den() > 1,
            Some(limits) => !whole(limits.min) || !whole(limits.step),
        },
    }
}

/// The stake of a wager that is figured by itself.
pub(super) fn alone(ask: &Ask<'_>, no: WagerNo) -> Money {
    let game = ask.game;
    match &game.wager(no).amount {
        Amount::Fixed(stake) => *stake,
        Amount::EqualTo(of) => alone(ask, *of),
        Amount::Times(times, of) => multiple(alone(ask, *of), times),
        Amount::Free => ask.stake.unwrap_or_else(|| {
            let least = game.wager(no).limits.as_ref().map_or(DOLLAR, |limits| limits.min);
            if least > DOLLAR || !matters(game, &[no]).is_empty() { least } else { DOLLAR }
        }),
    }
}

fn multiple(stake: Money, times: &[u8]) -> Money {
    Money::from_units(stake.units() * times.first().copied().map_or(1, i64::from))
}

/// These wagers with everything that must stand beside them, all at one stake.
///
/// # Errors
///
/// If there is no such bet: something that must be made is closed.
pub(super) fn beside(game: &Game, seeds: &[WagerNo], stake: Money) -> Result<Bet, BetError> {
    let before = |no: &WagerNo| game.wager(*no).stage == Stage::BeforeDeal;
    let mut all: Vec<WagerNo> = seeds.to_vec();
    all.extend(game.wager_nos().filter(before).filter(|no| game.wager(*no).required.is_some()));
    let mut i = 0;
    while i < all.len() {
        let wager = game.wager(all[i]);
        if let Amount::EqualTo(of) | Amount::Times(_, of) = &wager.amount {
            all.push(*of);
        }
        for needs in &wager.needs {
            if !needs.any_of.iter().any(|other| all.contains(other)) {
                let open = needs.any_of.iter().find(|other| !game.wager(**other).table.closed);
                all.extend(open.or_else(|| needs.any_of.first()));
            }
        }
        i += 1;
        // A wager may have come in twice; the first one counts.
        let mut seen = Vec::new();
        all.retain(|no| !seen.contains(no) && (seen.push(*no), true).1);
    }
    all.sort_unstable();
    let wagers: Vec<(WagerId, Money)> = all
        .iter()
        .filter(|no| before(no))
        .map(|no| (game.wager(*no).id.clone(), staked(game, *no, stake)))
        .collect();
    Bet::new(game, &wagers)
}

/// A wager beside the main bet, both at the stake of the one that needs more.
///
/// # Errors
///
/// As [`beside`].
pub(super) fn with_head(ask: &Ask<'_>, head: WagerNo, no: WagerNo) -> Result<Bet, BetError> {
    beside(ask.game, &[head, no], alone(ask, head).max(alone(ask, no)))
}

fn staked(game: &Game, no: WagerNo, stake: Money) -> Money {
    match &game.wager(no).amount {
        Amount::Fixed(fixed) => *fixed,
        Amount::EqualTo(of) => staked(game, *of, stake),
        Amount::Times(times, of) => multiple(staked(game, *of, stake), times),
        Amount::Free => stake,
    }
}

/// The bet that was asked about.
pub(super) fn mix(ask: &Ask<'_>) -> Result<Bet, AskError> {
    let game = ask.game;
    let refuse = |message: String| AskError { part: Part::Bets, message };
    for (i, (id, stake)) in ask.bets.iter().enumerate() {
        if ask.bets[..i].iter().any(|(other, _)| other == id) {
            return Err(refuse(format!("`{id}` stands here twice")));
        }
        let Some(no) = game.wager_no(id.as_str()) else { continue };
        let wager = game.wager(no);
        if wager.stage == Stage::Decision {
            let message = format!("{} is made by the decision and follows from it; leave it out", wager.name);
            return Err(refuse(message));
        }
        if let Amount::Fixed(fixed) = wager.amount
            && fixed != *stake
        {
            return Err(refuse(format!("{} of {stake}; it is always {fixed}", wager.name)));
        }
    }
    Bet::new(game, ask.bets).map_err(|error| refused(&error))
}

/// Why the wagers of a question cannot be bet together.
pub(super) fn refused(error: &BetError) -> AskError {
    AskError { part: Part::Bets, message: error.to_string() }
}

/// The stakes of a bet in the order of the file.
pub(super) fn listed(game: &Game, bet: &Bet) -> Vec<(WagerId, Money)> {
    let staked = |no: WagerNo| Some((game.wager(no).id.clone(), bet.stake(no)?));
    game.wager_nos().filter_map(staked).collect()
}
