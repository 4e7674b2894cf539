//! A rule card as a document: sections of sentences and tables, each with the rules it stands on.

use tercet_rules::Cites;

/// A whole rule card.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of the game.
    pub name: String,
    /// Its id.
    pub id: String,
    /// The source document.
    pub source: Option<String>,
    /// The hash of the rules.
    pub hash: String,
    /// The game in a sentence.
    pub summary: Option<String>,
    /// The sections, in reading order.
    pub sections: Vec<Section>,
}

/// A part of the card under a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What stands under it, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading inside the section.
    Heading(String),
    /// A paragraph.
    Text(Text),
    /// Paragraphs that stand side by side.
    List(Vec<Text>),
    /// Paragraphs that follow one another.
    Steps(Vec<Text>),
    /// Names, each with paragraphs about it.
    Terms(Vec<(String, Vec<Text>)>),
    /// A table.
    Table(Table),
}

/// Sentences in a row.
#[derive(Clone, Default, Debug)]
pub struct Text {
    /// The sentences, in order.
    pub sentences: Vec<Sentence>,
}

/// A sentence and what it stands on.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The sentence.
    pub words: String,
    /// What it stands on.
    pub cites: Sources,
}

/// A table; what each row stands on is shown in a last column, unless it is the same for all of them.
#[derive(Clone, Debug)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The cells of each row, and what it stands on.
    pub rows: Vec<(Vec<String>, Sources)>,
}

/// Rules and rulings, each once, in the order in which they were named: `003.grid.win`, `R10`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources(Vec<String>);

impl Sources {
    /// Those of several statements.
    pub(crate) fn of<'a>(all: impl IntoIterator<Item = &'a Cites>) -> Sources {
        let mut sources = Sources::default();
        let all: Vec<&Cites> = all.into_iter().collect();
        for rule in all.iter().filter_map(|cites| cites.rule.as_ref()) {
            sources.add(rule.as_str());
        }
        for ruling in all.iter().filter_map(|cites| cites.ruling.as_ref()) {
            sources.add(ruling.as_str());
        }
        sources
    }

    /// One more.
    pub(crate) fn add(&mut self, name: &str) {
        if !self.0.iter().any(|known| known == name) {
            self.0.push(name.to_owned());
        }
    }

    /// The names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// `003.grid.win, R10`
    #[must_use]
    pub fn joined(&self) -> String {
        self.0.join(", ")
    }
}

impl Text {
    /// A text of one sentence that stands on these.
    pub(crate) fn of(words: impl Into<String>, cites: &Cites) -> Text {
        Text::default().and(words, [cites])
    }

    /// A text of one sentence that follows from the others.
    pub(crate) fn plain(words: impl Into<String>) -> Text {
        Text::default().and(words, [])
    }

    /// One more sentence.
    pub(crate) fn and<'a>(
        self,
        words: impl Into<String>,
        cites: impl IntoIterator<Item = &'a Cites>,
    ) -> Text {
        self.and_from(words, Sources::of(cites))
    }

    /// One more sentence.
    pub(crate) fn and_from(mut self, words: impl Into<String>, cites: Sources) -> Text {
        self.sentences.push(Sentence { words: words.into(), cites });
        self
    }

    /// One more sentence, if there is one.
    pub(crate) fn and_maybe(self, sentence: Option<(String, Sources)>) -> Text {
        match sentence {
            None => self,
            Some((words, cites)) => self.and_from(words, cites),
        }
    }

    /// The sentences, each with its sources unless the next one stands on the same.
    pub fn cited(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.sentences.iter().enumerate().map(|(i, sentence)| {
            let repeated = self.sentences.get(i + 1).is_some_and(|next| next.cites == sentence.cites);
            (sentence.words.as_str(), if repeated { &[] } else { sentence.cites.names() })
        })
    }
}

impl Table {
    /// The sources that all rows share; none if they differ.
    #[must_use]
    pub fn common_sources(&self) -> Option<&Sources> {
        let (_, first) = self.rows.first()?;
        self.rows.iter().all(|(_, sources)| sources == first).then_some(first)
    }
}

impl Section {
    /// A section, unless there is nothing in it.
    pub(crate) fn unless_empty(title: &str, blocks: Vec<Block>) -> Option<Section> {
        (!blocks.is_empty()).then(|| Section { title: title.into(), blocks })
    }
}
