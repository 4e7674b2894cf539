//! Pays that are varied: each row with every pay that it may have.

use super::{VariantError, pay, paying, rows_for};
use std::collections::BTreeSet;
use tercet_rules::{GameDoc, Odds};

/// A row of a table, by its place in the file, with the pays it may have.
pub type Varied = (usize, Vec<Odds>);

/// Reads the pays of a table, row by row, each a pay, a list, or a range with or without a step:
/// `30..50-20..40/5-6-3,4-1`.
///
/// Only rows that pay odds count, as in [`set_pays`](super::set_pays).
///
/// ```
/// use tercet_games::{builtin_doc, variant::varied};
///
/// let doc = builtin_doc("three-card-poker").expect("it is built in");
/// let rows = varied(&doc, "pair-plus", "30..50/5-30-6-3,4-1")?;
/// let pays: Vec<usize> = rows.iter().map(|(_, pays)| pays.len()).collect();
/// assert_eq!(pays, [5, 1, 1, 2, 1]);
/// # Ok::<(), tercet_games::variant::VariantError>(())
/// ```
///
/// # Errors
///
/// An unknown wager, another number of pays than of rows, and anything that is no pay or no range.
pub fn varied(doc: &GameDoc, id: &str, pays: &str) -> Result<Vec<Varied>, VariantError> {
    let all = paying(doc, id)?;
    let texts: Vec<&str> = pays.split('-').collect();
    let rows = rows_for(doc, id, all, texts.len())?;
    rows.into_iter().zip(texts).map(|((row, _, like), text)| Ok((row, several(text, like)?))).collect()
}

/// Every row of a table with the round pays between half and twice what it pays now, its own pay among them.
///
/// # Errors
///
/// An unknown wager.
pub fn usual(doc: &GameDoc, id: &str) -> Result<Vec<Varied>, VariantError> {
    let around = |like: Odds| {
        let (num, den) = (like.num(), like.den());
        let near = ROUND.iter().filter(|pay| *pay * den * 2 >= num && **pay * den <= num * 2);
        let mut pays: Vec<Odds> = near.filter_map(|pay| Odds::new(*pay, 1, like.basis())).collect();
        if !pays.iter().any(|pay| pay.num() * den == num) {
            pays.push(like);
            pays.sort_by_key(|pay| u64::from(pay.num()) * 1_000_000 / u64::from(pay.den()));
        }
        pays
    };
    Ok(paying(doc, id)?.into_iter().map(|(row, _, like)| (row, around(like))).collect())
}

/// Pays as houses post them.
const ROUND: [u32; 36] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 300,
    400, 500, 750, 1_000, 1_500, 2_000, 2_500, 5_000, 10_000,
];

/// `40`, `3/2`, `30,40`, `30..50`, `30..50/5`
fn several(text: &str, like: Odds) -> Result<Vec<Odds>, VariantError> {
    let bad = || VariantError::BadRange { range: text.chars().take(40).collect() };
    let mut all: Vec<Odds> = Vec::new();
    let mut met = BTreeSet::new();
    for part in text.split(',') {
        let pays = match part.split_once("..") {
            None => vec![pay(part)?],
            Some((from, rest)) => {
                let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
                let whole = |text: &str| match pay(text) {
                    Ok((num, 1)) if !text.contains('/') => Some(num),
                    Ok(_) | Err(_) => None,
                };
                let (from, to) = whole(from).zip(whole(to)).ok_or_else(bad)?;
                let step = whole(step).and_then(|step| usize::try_from(step).ok()).ok_or_else(bad)?;
                if from > to {
                    return Err(VariantError::Inverted { from, to });
                }
                (from..=to).step_by(step).map(|num| (num, 1)).collect()
            }
        };
        for (num, den) in pays {
            let odds = Odds::new(num, den, like.basis()).ok_or_else(bad)?;
            if met.insert(odds) {
                all.push(odds);
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin_doc;

    fn read(text: &str) -> Result<Vec<Vec<u32>>, String> {
        let doc = builtin_doc("three-card-poker").unwrap();
        let rows = varied(&doc, "ante-bonus", text).map_err(|error| error.to_string())?;
        Ok(rows.iter().map(|(_, pays)| pays.iter().map(|pay| pay.num()).collect()).collect())
    }

    #[test]
    fn ranges_steps_and_lists() {
        assert_eq!(read("5-4-1"), Ok(vec![vec![5], vec![4], vec![1]]));
        assert_eq!(read("3..5-4,2-1..1"), Ok(vec![vec![3, 4, 5], vec![4, 2], vec![1]]));
        assert_eq!(read("10..25/5-1,1..3,2-3/2"), Ok(vec![vec![10, 15, 20, 25], vec![1, 2, 3], vec![3]]));
        assert_eq!(read("10..24/5-1-1"), Ok(vec![vec![10, 15, 20], vec![1], vec![1]]));
    }

    #[test]
    fn what_is_no_range_says_so() {
        for (text, part) in [
            ("50..30-4-1", "`50..30` runs backwards; write 30..50"),
            ("3..-4-1", "`3..` is no range"),
            ("3..3/2/1-4-1", "is no range"),
            ("3..5/0-4-1", "is no range"),
            ("-4-1", "`` is no pay"),
            ("5-4", "2 pays for `ante-bonus`; expected 3"),
            ("x-4-1", "`x` is no pay"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let doc = builtin_doc("three-card-poker").unwrap();
        let error = varied(&doc, "pairplus", "1").unwrap_err().to_string();
        assert!(error.contains("did you mean `pair-plus`?"), "{error}");
    }

    #[test]
    fn usual_pays_hold_the_present_one() {
        for id in ["pair-plus", "six-card-bonus", "progressive", "ante-bonus"] {
            let doc = builtin_doc("three-card-poker").unwrap();
            let now = paying(&doc, id).unwrap();
            for ((_, _, now), (_, pays)) in now.iter().zip(usual(&doc, id).unwrap()) {
                assert!(pays.contains(now) && pays.len() > 1, "{id}: {now}");
            }
        }
    }
}
