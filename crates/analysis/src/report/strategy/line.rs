//! Rules that look at nothing but the strength of a hand: the stronger, the dearer the decision.

use super::super::signed;
use super::{Apart, Bound, Held, shown};
use crate::fraction::Fraction;
use crate::law::{Decided, Law, Play};
use tercet_cards::ThreeRank;

/// For each strength that a hand can have, in rising order, the place of the decision; the places do not fall.
pub(super) struct Line {
    places: Vec<(ThreeRank, usize)>,
    /// Whether every hand is decided so.
    exact: bool,
}

/// The least and the greatest place of the decisions of one strength.
type Range = (ThreeRank, usize, usize);

impl Line {
    /// The decisions themselves, if they are such a rule; else the rule that is nearest: the one with the greatest sum of
    /// what it is worth to decide so with each hand of a class.
    pub(super) fn nearest(
        law: &Law,
        decided: &[Held<'_>],
        worth: fn(&Law, &Decided<'_>, usize) -> i128,
    ) -> Line {
        let top = decided.iter().map(|held| usize::from(held.strength.bits())).max().unwrap_or(0);
        let mut by_strength: Vec<Option<Range>> = vec![None; top + 1];
        for held in decided {
            let place = law.place(held.decided.play);
            let range = &mut by_strength[usize::from(held.strength.bits())];
            let (_, least, most) = range.unwrap_or((held.strength, place, place));
            *range = Some((held.strength, least.min(place), most.max(place)));
        }
        let ranges: Vec<Range> = by_strength.into_iter().flatten().collect();
        let exact = ranges.is_sorted_by(|(.., most), (_, least, _)| most <= least)
            && ranges.iter().all(|(_, least, most)| least == most);
        if exact {
            return Line {
                places: ranges.into_iter().map(|(strength, place, _)| (strength, place)).collect(),
                exact,
            };
        }
        let strengths: Vec<ThreeRank> = ranges.into_iter().map(|(strength, ..)| strength).collect();
        let mut values = vec![vec![0_i128; law.plays.len()]; strengths.len()];
        for held in decided {
            let at = strengths.partition_point(|strength| *strength < held.strength);
            for (place, sum) in values[at].iter_mut().enumerate() {
                *sum += worth(law, &held.decided, place) * i128::from(held.decided.class.size);
            }
        }
        Line { places: strengths.into_iter().zip(best_rising(&values)).collect(), exact }
    }

    /// By what a decision wins: the nearest rule costs least.
    pub(super) fn worth(_: &Law, decided: &Decided<'_>, place: usize) -> i128 {
        decided.values[place]
    }

    /// By whether it is what is decided: the nearest rule decides the most hands alike.
    pub(super) fn agreement(law: &Law, decided: &Decided<'_>, place: usize) -> i128 {
        i128::from(law.place(decided.play) == place)
    }

    /// Every strength that a hand can have, in rising order.
    pub(super) fn strengths(&self) -> Vec<ThreeRank> {
        self.places.iter().map(|(strength, _)| *strength).collect()
    }

    /// Where each decision begins, the highest first.
    pub(super) fn bounds(&self, plays: &[Play]) -> Vec<Bound> {
        let mut bounds: Vec<Bound> = Vec::new();
        for (strength, place) in &self.places {
            if bounds.last().is_none_or(|last| last.play != plays[*place]) {
                bounds.push(Bound { from: *strength, play: plays[*place] });
            }
        }
        bounds.reverse();
        bounds
    }

    /// How decisions differ from this rule, and what it costs per unit.
    pub(super) fn apart(&self, law: &Law, decided: &[Held<'_>], unit: i128) -> Option<Apart> {
        if self.exact {
            return None;
        }
        let (mut hands, mut kinds, mut cost) = (0, Vec::new(), 0_i128);
        for held in decided {
            let at = self.places.partition_point(|(strength, _)| *strength < held.strength);
            let by_line = self.places[at].1;
            let taken = law.place(held.decided.play);
            if by_line == taken {
                continue;
            }
            hands += held.decided.class.size;
            let lost = held.decided.values[taken] - held.decided.values[by_line];
            cost += lost * i128::from(held.decided.class.size);
            kinds.push((held.strength, shown(law, &held.decided.class.cards), held.decided.play));
        }
        // The strongest first, as hands are read.
        kinds.sort_by_key(|(strength, _, _)| core::cmp::Reverse(*strength));
        let kinds: Vec<_> = kinds.into_iter().map(|(_, cards, play)| (cards, play)).collect();
        (hands > 0).then(|| Apart { hands, kinds, cost: Some(Fraction::over(cost, unit, signed(law.deals))) })
    }
}

/// Of all rising places, those with the greatest sum of values.
fn best_rising(values: &[Vec<i128>]) -> Vec<usize> {
    let options = values.first().map_or(0, Vec::len);
    // The best sum so far that ends in each place, and from which place it came.
    let mut best = vec![0_i128; options];
    let mut came: Vec<Vec<usize>> = Vec::with_capacity(values.len());
    for here in values {
        let mut from = Vec::with_capacity(options);
        let mut least = 0;
        for place in 0..options {
            if best[place] > best[least] {
                least = place;
            }
            from.push(least);
        }
        best = from.iter().zip(here).map(|(from, value)| best[*from] + value).collect();
        came.push(from);
    }
    let mut place = 0;
    for other in 0..options {
        if best[other] > best[place] {
            place = other;
        }
    }
    let mut places = vec![0; values.len()];
    for (at, from) in came.iter().enumerate().rev() {
        places[at] = place;
        place = from[place];
    }
    places
}

#[cfg(test)]
mod tests {
    use super::best_rising;

    /// Every rising sequence of places is tried.
    #[test]
    fn no_rising_rule_is_worth_more() {
        let values = [[3, 1, 0], [0, 4, 1], [5, 2, 1], [0, 1, 2], [1, 3, 2], [0, 0, 9]];
        let values: Vec<Vec<i128>> = values.iter().map(|row| row.to_vec()).collect();
        let worth =
            |places: &[usize]| -> i128 { values.iter().zip(places).map(|(row, place)| row[*place]).sum() };
        let mut best = i128::MIN;
        for code in 0..3_usize.pow(6) {
            let places: Vec<usize> = (0..6).map(|at| code / 3_usize.pow(at) % 3).collect();
            if places.is_sorted() {
                best = best.max(worth(&places));
            }
        }
        let found = best_rising(&values);
        assert!(found.is_sorted());
        assert_eq!(worth(&found), best);
    }
}
