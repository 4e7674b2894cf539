//! The limits that a house posts at one table.

use core::fmt;
use tercet_rules::{AmountDoc, GameDoc, LimitsDoc, Money, nearest, one_of, shown};

/// That a wager has no limits that could be posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoLimits {
    /// What was asked for.
    pub id: String,
    /// The wagers of the game whose stake is free within limits.
    pub has: Vec<String>,
}

impl fmt::Display for NoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.has.iter().map(String::as_str);
        write!(f, "there is no wager `{}` whose stake is free within limits; ", shown(&self.id, 64))?;
        if let Some(near) = nearest(&self.id, names.clone()) {
            write!(f, "did you mean `{near}`? ")?;
        }
        write!(f, "expected {}", one_of(names))
    }
}

impl core::error::Error for NoLimits {}

/// Replaces the limits of a wager; whether they make sense is found when the file is checked.
///
/// # Errors
///
/// If there is no such wager, or its stake is fixed or follows from another.
pub fn set_limits(
    doc: &mut GameDoc,
    id: &str,
    (min, max, step): (Money, Money, Money),
) -> Result<(), NoLimits> {
    let free = doc.wagers.iter_mut().filter(|wager| wager.amount == AmountDoc::Free);
    let mut has = Vec::new();
    for wager in free {
        if wager.id == *id {
            // A house posts limits of its own will: they stand on no rule but that there are some.
            let cites = wager.limits.take().map(|limits| limits.cites).unwrap_or_default();
            wager.limits = Some(LimitsDoc { min, max, step, cites });
            return Ok(());
        }
        has.push(wager.id.to_string());
    }
    Err(NoLimits { id: id.into(), has })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{builtin_doc, canonical, check};

    /// Limits can be posted for each free stake of each game, and for nothing else; what is posted is what the game takes.
    #[test]
    fn limits_are_posted_for_free_stakes_alone() {
        let dollars = |dollars: i64| Money::from_units(dollars * 100);
        for game in crate::builtin() {
            let doc = builtin_doc(game.id).unwrap();
            for wager in &doc.wagers {
                let mut other = doc.clone();
                let set = set_limits(&mut other, wager.id.as_str(), (dollars(5), dollars(50), dollars(5)));
                assert_eq!(set.is_ok(), wager.amount == AmountDoc::Free, "{} {}", game.id, wager.id);
                if set.is_ok() {
                    let checked = check(&canonical(&other)).unwrap();
                    let made = checked.game.wagers.iter().find(|made| made.id == wager.id).unwrap();
                    let limits = made.limits.as_ref().unwrap();
                    assert_eq!((limits.min, limits.max, limits.step), (dollars(5), dollars(50), dollars(5)));
                }
            }
            let said =
                set_limits(&mut doc.clone(), "antee", (dollars(1), dollars(2), dollars(1))).unwrap_err();
            assert!(said.to_string().contains("did you mean `ante`?"), "{said}");
        }
    }
}
