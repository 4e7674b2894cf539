//! The chips that a player lays before the deal, and which wagers go together.
//!
//! What a wager must equal, and which ones every spot must make, stands in the game; this module follows
//! it, so that one move of the hand lays what belongs together.

use std::collections::BTreeMap;
use tercet_rules::{Amount, Game, Money, WagerNo};

/// The wagers of one spot before the deal.
pub(crate) type Laid = BTreeMap<WagerNo, Money>;

/// The wagers that can be made before the deal, in the order of the game; those without a posted pay table
/// are left out.
pub(crate) fn open_wagers(game: &Game) -> impl Iterator<Item = WagerNo> + use<'_> {
    game.wager_nos().filter(|no| game.play != Some(*no) && !game.wager(*no).table.closed)
}

/// Lays `amount` on a wager, whatever lay there before, and what must lie with it: the wagers it must equal
/// or be a multiple of, those that every spot must make and that are measured by it, and required wagers of
/// a fixed amount.
pub(crate) fn lay(game: &Game, laid: &mut Laid, no: WagerNo, amount: Money) {
    let (root, factor) = root(game, no);
    // An amount that is no whole multiple lies there alone, and the table says what it should be.
    let base = amount.units() / factor;
    laid.insert(no, amount);
    if base * factor == amount.units() {
        for other in open_wagers(game) {
            let (its_root, its_factor) = self::root(game, other);
            let together = chain(game, no).contains(&other) || game.wager(other).required.is_some();
            if its_root == root && (together || laid.contains_key(&other)) {
                laid.insert(other, Money::from_units(base * its_factor));
            }
        }
    }
    for other in open_wagers(game) {
        if let (Some(_), Amount::Fixed(fixed)) = (&game.wager(other).required, &game.wager(other).amount) {
            laid.entry(other).or_insert(*fixed);
        }
    }
}

/// Lifts a wager, and what cannot lie without it: the wagers measured by it and, if every spot must make
/// it, those that it is measured by.
pub(crate) fn lift(game: &Game, laid: &mut Laid, no: WagerNo) {
    let first = if game.wager(no).required.is_some() { root(game, no).0 } else { no };
    laid.retain(|other, _| !chain(game, *other).contains(&first));
    // What nobody chose does not stay behind.
    let chosen = |no: &WagerNo| {
        game.wager(*no).required.is_none() || !matches!(game.wager(*no).amount, Amount::Fixed(_))
    };
    if !laid.keys().any(chosen) {
        laid.clear();
    }
}

/// The wager together with those it is measured by, one after the other.
fn chain(game: &Game, no: WagerNo) -> Vec<WagerNo> {
    let mut chain = vec![no];
    while let Some((of, _)) = measure(game, *chain.last().unwrap_or(&no)) {
        if chain.contains(&of) {
            break;
        }
        chain.push(of);
    }
    chain
}

/// The wager that this one is measured by in the end, and how many times it.
fn root(game: &Game, no: WagerNo) -> (WagerNo, i64) {
    let chain = chain(game, no);
    let factors = chain.iter().filter_map(|no| measure(game, *no)).map(|(_, times)| i64::from(times));
    (*chain.last().unwrap_or(&no), factors.product())
}

/// The wager that this one must equal or be a multiple of, and how many times it.
fn measure(game: &Game, no: WagerNo) -> Option<(WagerNo, u8)> {
    match &game.wager(no).amount {
        Amount::EqualTo(of) => Some((*of, 1)),
        Amount::Times(times, of) => Some((*of, *times.first()?)),
        Amount::Free | Amount::Fixed(_) => None,
    }
}

/// The least that can be staked on a wager.
pub(crate) fn least(game: &Game, no: WagerNo) -> Money {
    let (root, factor) = root(game, no);
    let of = game.wager(root);
    let base = match (&of.amount, &of.limits) {
        (Amount::Fixed(fixed), _) => *fixed,
        (Amount::Free | Amount::EqualTo(_) | Amount::Times(..), Some(limits)) => limits.min,
        (Amount::Free | Amount::EqualTo(_) | Amount::Times(..), None) => Money::from_units(100),
    };
    Money::from_units(base.units() * factor)
}

/// Whether a wager has only one possible stake, so that it is on or off.
pub(crate) fn fixed(game: &Game, no: WagerNo) -> Option<Money> {
    match game.wager(no).amount {
        Amount::Fixed(amount) => Some(amount),
        Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => None,
    }
}

/// The limits of a wager in words: `$1 to $1,000`, `$2 to $10 in steps of $2`, `always $1`, `as Ante`,
/// `any amount`.
pub(crate) fn limits_words(game: &Game, no: WagerNo) -> String {
    let wager = game.wager(no);
    match (&wager.amount, &wager.limits) {
        (Amount::Fixed(fixed), _) => format!("always {fixed}"),
        (Amount::EqualTo(of), _) => format!("as {}", game.wager(*of).name),
        (Amount::Times(times, of), _) => {
            let times: Vec<String> = times.iter().map(|times| format!("{times}x")).collect();
            format!("{} {}", times.join(", "), game.wager(*of).name)
        }
        (Amount::Free, Some(limits)) if limits.step == Money::from_units(100) => {
            format!("{} to {}", limits.min, limits.max)
        }
        (Amount::Free, Some(limits)) => {
            format!("{} to {} in steps of {}", limits.min, limits.max, limits.step)
        }
        (Amount::Free, None) => "any amount".into(),
    }
}

/// Chips of a real tray, in cents.
const TRAY: [i64; 6] = [100, 500, 2_500, 10_000, 50_000, 100_000];
/// The finer set for tables with narrow limits, in cents.
const FINE: [i64; 9] = [5, 25, 50, 100, 200, 500, 1_000, 2_500, 10_000];

/// The chips for a wager: those that fit its limits and steps, smallest first, at most nine.
pub(crate) fn chips(game: &Game, no: WagerNo) -> Vec<Money> {
    let (root, _) = root(game, no);
    let of = game.wager(root);
    let (step, most) = match (&of.amount, &of.limits) {
        (Amount::Fixed(fixed), _) => return vec![*fixed],
        (Amount::Free | Amount::EqualTo(_) | Amount::Times(..), Some(limits)) => (limits.step, limits.max),
        (Amount::Free | Amount::EqualTo(_) | Amount::Times(..), None) => {
            (Money::from_units(1), Money::MAX_STAKE)
        }
    };
    let fitting = |set: &[i64]| -> Vec<Money> {
        let fits = |chip: &&i64| **chip <= most.units() && **chip % step.units() == 0;
        set.iter().filter(fits).map(|chip| Money::from_units(*chip)).collect()
    };
    let tray = fitting(&TRAY);
    let chips = if tray.len() >= 3 { tray } else { fitting(&FINE) };
    if chips.is_empty() { vec![step] } else { chips }
}
