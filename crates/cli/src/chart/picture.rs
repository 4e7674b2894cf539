//! A picture before it is drawn: what is shown, not how.

/// A picture with what must stand on it.
pub(super) struct Picture {
    /// What it shows.
    pub(super) title: String,
    /// What it was made from, line by line: the game, the hash of its rules, the command.
    pub(super) about: Vec<String>,
    /// The drawing.
    pub(super) drawing: Drawing,
    /// What must be known to read it.
    pub(super) notes: Vec<String>,
}

/// What is drawn.
pub(super) enum Drawing {
    /// One bar for each of several things.
    Bars(Bars),
    /// One quantity against another.
    Line(Line),
    /// Thirteen by thirteen ranks.
    Ranks(Box<Ranks>),
}

/// Bars for things in an order of their own.
pub(super) struct Bars {
    /// What the bars stand for.
    pub(super) of: String,
    /// What their length means.
    pub(super) length: String,
    /// The bars.
    pub(super) bars: Vec<Bar>,
}

/// One bar.
pub(super) struct Bar {
    pub(super) name: String,
    /// Its length, from 0 to 1.
    pub(super) share: f64,
    /// The value in figures.
    pub(super) value: String,
}

/// Points of a curve, from left to right.
pub(super) struct Line {
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) points: Vec<(f64, f64)>,
    /// Points with something to say.
    pub(super) marks: Vec<(f64, f64, String)>,
}

impl Line {
    /// The least and the greatest of one coordinate.
    pub(super) fn reach(&self, of: fn(&(f64, f64)) -> f64) -> (f64, f64) {
        let all = || self.points.iter().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    }
}

/// What an axis measures.
pub(super) struct Axis {
    pub(super) name: String,
    /// How a value is written.
    pub(super) format: fn(f64) -> String,
}

/// A square of ranks, aces first.
pub(super) struct Ranks {
    /// What the square is divided by.
    pub(super) legend: String,
    /// By row and column, where there are hands.
    pub(super) cells: [[Option<Cell>; 13]; 13],
}

/// A cell of the square.
#[derive(Clone)]
pub(super) struct Cell {
    /// A few letters.
    pub(super) text: String,
    /// How strongly it is coloured, from 0 to 1.
    pub(super) share: f64,
}
