//! A report as a document: sections of sentences and tables.

use crate::output::Command;
use crate::source::Loaded;

/// A whole report.
pub(super) struct Document {
    /// The heading.
    pub(super) title: String,
    /// What stands under it, line by line: what was figured.
    pub(super) head: Vec<String>,
    /// The command that made it.
    pub(super) command: Command,
    /// The sections, in reading order.
    pub(super) sections: Vec<Section>,
}

/// What was figured, as every report and picture says it: the game and the hash of its rules.
pub(crate) fn head(loaded: &Loaded) -> [String; 2] {
    head_as(loaded, loaded.game.id.as_str())
}

/// The same of a game that is called otherwise than by its id.
pub(super) fn head_as(loaded: &Loaded, name: &str) -> [String; 2] {
    let source = loaded.game.source.as_ref().map(|source| format!(", after {source}")).unwrap_or_default();
    [format!("{name}{source}"), format!("rules {}", loaded.hash)]
}

/// A part under a heading.
pub(super) struct Section {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// A piece of a section.
pub(super) enum Block {
    /// A heading inside the section.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Paragraphs that stand side by side.
    List(Vec<String>),
    /// Words with what they mean.
    Terms(Vec<(String, String)>),
    /// A table.
    Table(Table),
}

/// A table; every cell of a column is set alike.
pub(super) struct Table {
    pub(super) columns: Vec<(String, Set)>,
    pub(super) rows: Vec<Vec<String>>,
}

/// How a column is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Set {
    /// Words, from the left.
    Left,
    /// Numbers, to the right.
    Right,
}

impl Table {
    /// An empty table with these columns.
    pub(super) fn new(columns: &[(&str, Set)]) -> Table {
        Table {
            columns: columns.iter().map(|(name, set)| ((*name).into(), *set)).collect(),
            rows: Vec::new(),
        }
    }

    /// One more row.
    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns.len(), "a cell for each column");
        self.rows.push(cells.into());
    }
}

impl Section {
    /// An empty section.
    pub(super) fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), blocks: Vec::new() }
    }

    /// A paragraph more.
    pub(super) fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }
}
