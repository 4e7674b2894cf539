//! The risk of ruin: the bankroll walks round by round until it does not cover a round, or reaches the goal.

use super::Bankroll;
use super::bounds::{self, lowest};
use super::steps::Steps;
use crate::numbers::measure;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use std::sync::Arc;

/// The most work: rounds times points times the logarithm of the points. Some seconds.
const MOST_WORK: f64 = 6e9;

/// When less than this is still on, the rest of the rounds changes nothing.
const NOBODY: f64 = 1e-20;

/// How a bankroll may end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ruin {
    /// The chance that it stops covering a round before the last round, or with it.
    pub ruin: f64,
    /// The chance that it reaches the goal, if there is one.
    pub goal: f64,
    /// How many rounds are played on average.
    pub rounds: f64,
}

/// The bankrolls with which the player goes on, on their lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The step of the lattice, in units of money.
    pub(super) step: i64,
    /// How many bankrolls there are with which the player goes on, from the lowest one up. Higher ones have reached the
    /// goal or, without one, cannot be ruined any more but for a chance of less than 1e-19.
    pub(super) points: usize,
    /// The place of the bankroll at the start; at or above `points` it is safe from the start.
    pub(super) start: usize,
}

impl Field {
    /// The bankrolls of a question; none if they are too many.
    pub(super) fn of(steps: &Steps, rounds: u32, bankroll: Bankroll) -> Option<Field> {
        let step = measure(steps.nets().iter().map(|(net, _)| *net));
        let start = (bankroll.start.units() - steps.cost().units()).div_euclid(step);
        let least = bankroll.start.units() - start * step;
        let points = match bankroll.goal {
            Some(goal) => (goal.units() - least + step - 1).div_euclid(step),
            None => {
                let law: Vec<(i64, f64)> =
                    steps.nets().iter().map(|(net, chance)| (net / step, *chance)).collect();
                bounds::above(-lowest(&law, 0, rounds))? + 1
            }
        };
        let whole = |points: i64| usize::try_from(points).ok().filter(|points| *points < 1 << 26);
        Some(Field { step, points: whole(points)?, start: usize::try_from(start).ok()? })
    }
}

/// The risk of ruin; none where it would take too long. `told` hears of each round that is followed.
pub(super) fn ruin(
    steps: &Steps,
    rounds: u32,
    bankroll: Bankroll,
    told: &mut dyn FnMut(u64),
) -> Option<Ruin> {
    let field = Field::of(steps, rounds, bankroll)?;
    if field.start >= field.points {
        return Some(Ruin { ruin: 0.0, goal: 0.0, rounds: f64::from(rounds) });
    }
    let mut walk = Walk::new(steps, field, rounds)?;
    let mut end = Ruin { ruin: 0.0, goal: 0.0, rounds: 0.0 };
    let mut on = 1.0;
    for played in 1..=rounds {
        // Without a goal, those who are safe play on.
        end.rounds += if bankroll.goal.is_some() { on } else { 1.0 - end.ruin };
        let (ruined, left) = walk.round();
        told(u64::from(played));
        end.ruin += ruined;
        on = left;
        if on < NOBODY {
            if bankroll.goal.is_none() {
                end.rounds += (1.0 - end.ruin) * f64::from(rounds - played);
            }
            break;
        }
    }
    end.ruin = end.ruin.clamp(0.0, 1.0);
    if bankroll.goal.is_some() {
        end.goal = (1.0 - end.ruin - on).clamp(0.0, 1.0);
    }
    Some(end)
}

/// The chances of all bankrolls, round by round.
struct Walk {
    forward: Arc<dyn RealToComplex<f64>>,
    back: Arc<dyn ComplexToReal<f64>>,
    /// The transform of one round.
    round: Vec<Complex<f64>>,
    /// Before a round, the chance of each place of the field.
    before: Vec<f64>,
    /// After it; the places below the field stand at the end.
    after: Vec<f64>,
    waves: Vec<Complex<f64>>,
    points: usize,
    /// How far down one round goes.
    down: usize,
}

impl Walk {
    fn new(steps: &Steps, field: Field, rounds: u32) -> Option<Walk> {
        let points = i64::try_from(field.points).ok()?;
        // From anywhere, steps at least as long as the field lead out of it.
        let law: Vec<(i64, f64)> =
            steps.nets().iter().map(|(net, chance)| (net / field.step, *chance)).collect();
        let law: Vec<(i64, f64)> = law.into_iter().filter(|(step, _)| *step < points).collect();
        let up = law.iter().map(|(step, _)| *step).max()?.max(0);
        let down = law.iter().map(|(step, _)| -*step).max()?.max(0);
        let size = super::spread::size(points.checked_add(up)?.checked_add(down)?);
        let real = bounds::real(i64::try_from(size).ok()?);
        if f64::from(rounds) * real * real.log2() > MOST_WORK {
            return None;
        }
        let mut planner = RealFftPlanner::<f64>::new();
        let (forward, back) = (planner.plan_fft_forward(size), planner.plan_fft_inverse(size));
        let mut before = forward.make_input_vec();
        for (step, chance) in law {
            before[super::spread::place(step, size)] += chance / real;
        }
        let mut round = forward.make_output_vec();
        forward.process(&mut before, &mut round).ok()?;
        before.fill(0.0);
        before[field.start] = 1.0;
        let (waves, after) = (forward.make_output_vec(), back.make_output_vec());
        Some(Walk {
            forward,
            back,
            round,
            before,
            after,
            waves,
            points: field.points,
            down: usize::try_from(down).ok()?,
        })
    }

    /// Plays a round: the chance to be ruined by it, and the chance to be still in the field.
    fn round(&mut self) -> (f64, f64) {
        self.forward.process(&mut self.before, &mut self.waves).expect("buffers of the right size");
        self.waves.iter_mut().zip(&self.round).for_each(|(wave, round)| *wave *= round);
        self.back.process(&mut self.waves, &mut self.after).expect("buffers of the right size");
        let below = self.after.len() - self.down;
        let ruined = self.after[below..].iter().sum();
        let field = &self.after[..self.points];
        self.before[..self.points].copy_from_slice(field);
        self.before[self.points..].fill(0.0);
        (ruined, field.iter().sum())
    }
}
