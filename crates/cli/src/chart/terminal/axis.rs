//! An axis from left to right, with round numbers below it.

use super::width;
use crate::chart::ticks::ticks;

/// An axis below a picture.
pub(super) struct Axis {
    /// The values at its ends.
    pub(super) reach: (f64, f64),
    /// How many columns it has.
    pub(super) columns: usize,
    /// How a value is written.
    pub(super) format: fn(f64) -> String,
}

impl Axis {
    /// So many steps leave room for what is written below them.
    pub(super) fn most(&self) -> usize {
        (self.columns / 12).max(2)
    }

    /// The column of a value.
    pub(super) fn place(&self, value: f64) -> usize {
        let part = (value - self.reach.0) / (self.reach.1 - self.reach.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "columns of a terminal")]
        let column = (part.clamp(0.0, 1.0) * self.columns as f64 + 1e-6).floor() as usize;
        column.min(self.columns.saturating_sub(1))
    }

    /// The axis with its steps, after what stands to the left of it; labels that would touch are left out.
    pub(super) fn draw(&self, out: &mut String, before: &str, step: f64) {
        let ticks = ticks(self.reach.0, self.reach.1, step);
        let places: Vec<usize> = ticks.iter().map(|tick| self.place(*tick)).collect();
        let line = (0..self.columns).map(|column| if places.contains(&column) { '┬' } else { '─' });
        out.push_str(&format!("{before}└{}\n", line.collect::<String>()));
        let start = width(before) + 1;
        let mut labels = String::new();
        for (tick, place) in ticks.iter().zip(places) {
            let text = (self.format)(*tick);
            let wide = width(&text);
            // Within the picture, as far as it goes.
            let from =
                (start + place).saturating_sub(wide / 2).min((start + self.columns).saturating_sub(wide));
            if let Some(gap) = from.checked_sub(width(&labels)) {
                labels.push_str(&format!("{:gap$}{text} ", ""));
            }
        }
        out.push_str(labels.trim_end());
        out.push('\n');
    }
}

/// A part of a whole in whole steps.
pub(super) fn places(part: f64, steps: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lines of a picture")]
    let places = (part.clamp(0.0, 1.0) * steps as f64).round() as usize;
    places
}
