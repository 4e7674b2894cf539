//! From frequencies back to results, when only some frequencies are there.

use super::frequencies::Wave;
use super::roots::Roots;
use super::spread::place;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner};
use std::sync::Arc;

/// So many parts are written at once: their results stand side by side, in one line of the processor's memory.
const TOGETHER: usize = 8;

/// The inverse of a real transform, in parts: every so-many-th result is a transform of its own, and a short one.
///
/// With `size = parts · length`, result `part + parts · i` is the sum over all frequencies of `wave · root^(part ·
/// frequency)` turned by `i · frequency / length`. What is turned by whole rounds more is turned alike, so frequencies
/// are put together modulo `length`. So nothing is lost, and few frequencies are transformed in a part of the time.
pub(super) struct Inverse {
    size: usize,
    parts: usize,
    length: usize,
    plan: Arc<dyn ComplexToReal<f64>>,
}

impl Inverse {
    /// The plan for so many frequencies of a window.
    pub(super) fn new(planner: &mut RealFftPlanner<f64>, size: usize, waves: usize) -> Inverse {
        let mut length = size;
        while length.is_multiple_of(4) && length / 2 >= 2 * waves.max(32) {
            length /= 2;
        }
        Inverse { size, parts: size / length, length, plan: planner.plan_fft_inverse(length) }
    }

    /// The results from one step up to another; `waves` are frequencies from zero to half the size, and what stands there.
    pub(super) fn results(&self, roots: &Roots, waves: &[Wave], (low, high): (i64, i64)) -> Vec<f64> {
        let wanted = usize::try_from(high - low + 1).expect("a window");
        let first = place(low, self.size);
        let mut results = vec![0.0; wanted];
        let mut input = self.plan.make_input_vec();
        let mut outputs = vec![self.plan.make_output_vec(); self.parts.min(TOGETHER)];
        let mut scratch = self.plan.make_scratch_vec();
        for part in (0..self.parts).step_by(outputs.len()) {
            for (part, output) in (part..).zip(&mut outputs) {
                self.fold(roots, waves, part, &mut input);
                self.plan
                    .process_with_scratch(&mut input, output, &mut scratch)
                    .expect("buffers of the right size");
            }
            for i in 0..self.length {
                let from = (part + self.parts * i + self.size - first) % self.size;
                for (at, output) in (from..).zip(&outputs) {
                    let at = if at < self.size { at } else { at - self.size };
                    if let Some(result) = results.get_mut(at) {
                        *result = output[i];
                    }
                }
            }
        }
        results
    }

    /// What is transformed for one part.
    fn fold(&self, roots: &Roots, waves: &[Wave], part: usize, input: &mut [Complex<f64>]) {
        input.fill(Complex::default());
        for (wave, at) in waves {
            let (turned, folded) = (*at * roots.at(part, *wave).conj(), wave % self.length);
            // Each frequency stands for its mirror image too, but those that are their own.
            let (alone, mirrored) = (wave * 2 % self.size == 0, self.length - folded);
            if folded * 2 % self.length == 0 {
                input[folded].re += if alone { turned.re } else { 2.0 * turned.re };
            } else if folded < mirrored {
                input[folded] += turned;
            } else {
                input[mirrored] += turned.conj();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: every frequency, its mirror image, and every result.
    fn by_definition(size: usize, waves: &[Wave], step: i64) -> f64 {
        let one = |(wave, at): &Wave| {
            let turns = (place(step, size) * wave % size) as f64 / size as f64;
            let turned = at * Complex::from_polar(1.0, core::f64::consts::TAU * turns);
            if wave * 2 % size == 0 { turned.re } else { 2.0 * turned.re }
        };
        waves.iter().map(one).sum()
    }

    /// However many parts there are, and wherever frequencies are put together: the results stay.
    #[test]
    fn parts_equal_the_whole() {
        for size in [512_usize, 768] {
            let roots = Roots::new(size);
            let half = i64::try_from(size / 2).unwrap();
            for few in [1, 5, 40, size / 2 + 1] {
                let apart = (size / 2 + 1) / few;
                let some = |i: usize| Complex::new(1.0 / (i + 1) as f64, (i % 7) as f64 / 7.0);
                let waves: Vec<Wave> = (0..few).map(|i| (size / 2 - i * apart, some(i))).collect();
                let inverse = Inverse::new(&mut RealFftPlanner::new(), size, few);
                for window in [(-3, 9), (-100, 300), (1 - half, half)] {
                    let results = inverse.results(&roots, &waves, window);
                    for (step, result) in (window.0..=window.1).zip(results) {
                        let wanted = by_definition(size, &waves, step);
                        assert!(
                            (result - wanted).abs() < 1e-12,
                            "{size} {few} {}: {step}: {result} {wanted}",
                            inverse.parts
                        );
                    }
                }
            }
        }
    }
}
