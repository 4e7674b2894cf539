//! A picture before it is drawn: what is shown, not how.

use crate::output::Command;

/// A picture with what must stand on it.
pub(super) struct Picture {
    /// What it shows.
    pub(super) title: String,
    /// What it was made from, line by line: the game, the hash of its rules.
    pub(super) about: Vec<String>,
    /// The command that made it.
    pub(super) command: Command,
    /// The drawing.
    pub(super) drawing: Drawing,
    /// What must be known to read it.
    pub(super) notes: Vec<String>,
}

/// What is drawn.
pub(crate) enum Drawing {
    /// One bar for each of several things.
    Bars(Bars),
    /// One quantity against another.
    Line(Line),
    /// How likely results are that are too many for a bar each.
    Histogram(Histogram),
    /// Thirteen by thirteen ranks.
    Ranks(Box<Ranks>),
}

/// Bars for things in an order of their own.
pub(crate) struct Bars {
    /// What the bars stand for.
    pub(super) of: String,
    /// What their length means.
    pub(super) length: String,
    /// The bars.
    pub(super) bars: Vec<Bar>,
}

/// One bar.
pub(crate) struct Bar {
    pub(super) name: String,
    /// Its length, from 0 to 1.
    pub(super) share: f64,
    /// The value in figures.
    pub(super) value: String,
}

/// Points of a curve, from left to right.
pub(crate) struct Line {
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) points: Vec<(f64, f64)>,
    /// Whether only the points themselves were figured, and what joins them is to guide the eye.
    pub(super) dots: bool,
    /// Points with something to say.
    pub(super) marks: Vec<(f64, f64, String)>,
}

impl Line {
    /// The least and the greatest x that is drawn.
    pub(super) fn width(&self) -> (f64, f64) {
        let (low, high) =
            reach(self.points.iter().map(|point| point.0).chain(self.marks.iter().map(|mark| mark.0)));
        if high > low { (low, high) } else { (low - 1.0, high + 1.0) }
    }

    /// The least and the greatest y that is drawn: zero too, if it is not far.
    pub(super) fn height(&self) -> (f64, f64) {
        let (low, high) =
            reach(self.points.iter().map(|point| point.1).chain(self.marks.iter().map(|mark| mark.1)));
        let span = if high > low { high - low } else { high.abs().max(1e-3) };
        if low > 0.0 && low <= span {
            (0.0, high)
        } else if high < 0.0 && -high <= span {
            (low, 0.0)
        } else if high > low {
            (low, high)
        } else {
            (low - span, high + span)
        }
    }
}

fn reach(all: impl Iterator<Item = f64>) -> (f64, f64) {
    all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), each| (low.min(each), high.max(each)))
}

/// Results along an axis, the losses to the left.
pub(crate) struct Histogram {
    /// What the results are.
    pub(super) of: String,
    /// Each in units of money, in rising order, with its chance.
    pub(super) results: Vec<(i64, f64)>,
    /// The least and the greatest result that must be drawn.
    pub(super) window: (i64, i64),
    /// Places on the axis with something to say, in dollars, in rising order.
    pub(super) marks: Vec<(f64, String)>,
}

/// What an axis measures.
pub(crate) struct Axis {
    pub(super) name: String,
    /// How a value is written at a tick.
    pub(super) format: fn(f64) -> String,
}

/// A square of ranks, aces first.
pub(crate) struct Ranks {
    /// What the square is divided by.
    pub(super) legend: String,
    /// By row and column, where there are hands.
    pub(super) cells: [[Option<Cell>; 13]; 13],
}

/// A cell of the square.
#[derive(Clone)]
pub(crate) struct Cell {
    /// A few letters.
    pub(super) text: String,
    /// How strongly it is coloured, from 0 to 1.
    pub(super) share: f64,
}
