//! What is wrong (or suspicious) in a game file, and where.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// A place in a game file: `wager.ante.rows[2].pays`.
///
/// It names the place by its keys, so that whoever holds the text can find line and column.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Path(Vec<Step>);

/// One step of a [`Path`].
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Step {
    /// Into a table, by key. Shared: a check of a file makes thousands of places, and few of them are ever told.
    Key(Arc<str>),
    /// Into an array, by index from 0.
    Index(usize),
}

impl Path {
    /// The whole file.
    #[must_use]
    pub fn root() -> Path {
        Path::default()
    }

    /// The place of a key inside this one.
    #[must_use]
    pub fn key(&self, key: &str) -> Path {
        self.step(Step::Key(key.into()))
    }

    /// The place of an element inside this one.
    #[must_use]
    pub fn index(&self, index: usize) -> Path {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> Path {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        Path(steps)
    }

    /// The steps from the root.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Whether the place of a finding is a key or the value behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum On {
    /// The key itself, for instance one that is unknown.
    Key,
    /// The value.
    Value,
}

/// One fault of a game file: what was found, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place; the nearest that exists, for something missing.
    pub at: Path,
    /// Key or value.
    pub on: On,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault in the value at a place.
    #[must_use]
    pub fn at(at: Path, message: impl Into<String>) -> Fault {
        Fault { at, on: On::Value, message: message.into(), help: None }
    }

    /// The same fault with a hint.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The same fault, pointing at the key.
    #[must_use]
    pub fn on_key(mut self) -> Fault {
        self.on = On::Key;
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.steps().is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

/// How much a lint matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Weight {
    /// Worth knowing: a ruling that the figures rest on, a table that the house posted.
    Note,
    /// Probably a mistake: a row that can never hit, two readings of one hand.
    Warning,
}

/// Something legal but suspicious in a game file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lint {
    /// Where, what, and how to mend it.
    pub fault: Fault,
    /// How much it matters.
    pub weight: Weight,
    /// A short stable name of the kind of lint, such as `row-never-hits`.
    pub code: &'static str,
}
