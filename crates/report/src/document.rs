//! A report as a document: sections of sentences and tables.

use tercet_analysis::report::DOUBLES;
use tercet_games::Loaded;

/// A whole report. What it was asked by is for whoever renders it to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The heading.
    pub title: String,
    /// What stands under it, line by line: what was figured.
    pub head: Vec<String>,
    /// The sections, in reading order.
    pub sections: Vec<Section>,
}

/// What was figured, as every report and picture says it: the game and the hash of its rules.
#[must_use]
pub fn head(loaded: &Loaded) -> [String; 2] {
    head_as(loaded, loaded.game.id.as_str())
}

/// The same of a game that is called otherwise than by its id.
#[must_use]
pub fn head_as(loaded: &Loaded, name: &str) -> [String; 2] {
    let source = loaded.game.source.as_ref().map(|source| format!(", after {source}")).unwrap_or_default();
    [format!("{name}{source}"), format!("rules {}", loaded.hash)]
}

/// A part under a heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What stands under it, in reading order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The names of the columns, and how each is set.
    pub columns: Vec<(String, Set)>,
    /// The rows: a cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// How a column is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Set {
    /// Words, from the left.
    Left,
    /// Numbers, to the right.
    Right,
}

impl Table {
    /// An empty table with these columns.
    #[must_use]
    pub fn new(columns: &[(&str, Set)]) -> Table {
        Table {
            columns: columns.iter().map(|(name, set)| ((*name).into(), *set)).collect(),
            rows: Vec::new(),
        }
    }

    /// One more row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns.len(), "a cell for each column");
        self.rows.push(cells.into());
    }
}

impl Section {
    /// An empty section.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), blocks: Vec::new() }
    }

    /// That the figures are of no game that the rules allow: what [`what_if`](tercet_analysis::report::what_if) says of
    /// several decks.
    #[must_use]
    pub fn what_if(what_if: String) -> Section {
        let mut section = Section::new("What if");
        section.text(what_if);
        section.text(DOUBLES);
        section
    }

    /// A paragraph more.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }
}
