//! A rule card on a terminal.

use super::page::{Block, Page, Section, Table, Text};
use crate::output::Screen;
use ratatui::text::Span;

/// The card as text, wrapped to the width of the screen.
pub(super) fn render(page: &Page, screen: Screen) -> String {
    let mut writer = Writer { screen, out: String::new() };
    writer.head(page);
    for section in &page.sections {
        writer.section(section);
    }
    writer.out
}

/// A word with its look.
#[derive(Clone)]
struct Word {
    text: String,
    look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Plain,
    Bold,
    Dim,
}

struct Writer {
    screen: Screen,
    out: String,
}

/// How far the text of a section stands in.
const INDENT: usize = 2;

impl Writer {
    fn head(&mut self, page: &Page) {
        self.wrapped(words(&page.name.to_uppercase(), Look::Bold), 0, "");
        let from = page.source.as_ref().map(|source| format!(", after {source}")).unwrap_or_default();
        self.wrapped(words(&format!("{}{from}", page.id), Look::Dim), 0, "");
        self.wrapped(words(&format!("rules {}", page.hash), Look::Dim), 0, "");
        if let Some(summary) = &page.summary {
            self.blank();
            self.wrapped(words(summary, Look::Plain), 0, "");
        }
        self.blank();
        self.wrapped(words(super::LEGEND, Look::Dim), 0, "");
    }

    fn section(&mut self, section: &Section) {
        self.blank();
        self.blank();
        self.wrapped(words(&section.title.to_uppercase(), Look::Bold), 0, "");
        for block in &section.blocks {
            self.blank();
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(heading) => self.wrapped(words(heading, Look::Bold), INDENT, ""),
            Block::Text(text) => self.wrapped(cited(text), INDENT, ""),
            Block::List(texts) => {
                for text in texts {
                    self.wrapped(cited(text), INDENT, "- ");
                }
            }
            Block::Steps(texts) => {
                for (i, text) in texts.iter().enumerate() {
                    self.wrapped(cited(text), INDENT, &format!("{}. ", i + 1));
                }
            }
            Block::Terms(terms) => {
                for (i, (term, texts)) in terms.iter().enumerate() {
                    if i > 0 {
                        self.blank();
                    }
                    self.wrapped(words(term, Look::Bold), INDENT, "");
                    for text in texts {
                        self.wrapped(cited(text), 2 * INDENT, "");
                    }
                }
            }
            Block::Table(table) => self.table(table),
        }
    }

    /// Words as a paragraph; `mark` stands before the first line and the others are set in by its width.
    fn wrapped(&mut self, words: Vec<Word>, indent: usize, mark: &str) {
        let room = self.screen.width.saturating_sub(indent + mark.len()).max(10);
        for (i, line) in wrap(words, room).into_iter().enumerate() {
            self.out.push_str(&" ".repeat(indent));
            let before = if i == 0 { mark.to_owned() } else { " ".repeat(mark.len()) };
            self.out.push_str(&before);
            self.line(&line);
            self.end_line();
        }
    }

    fn line(&mut self, words: &[Word]) {
        let mut look = Look::Plain;
        for (i, word) in words.iter().enumerate() {
            if word.look != look {
                self.turn(look, false);
            }
            if i > 0 {
                self.out.push(' ');
            }
            if word.look != look {
                self.turn(word.look, true);
                look = word.look;
            }
            self.out.push_str(&word.text);
        }
        self.turn(look, false);
    }

    /// Turns a look on or off.
    fn turn(&mut self, look: Look, on: bool) {
        if !self.screen.colour {
            return;
        }
        self.out.push_str(match (look, on) {
            (Look::Plain, _) => "",
            (Look::Bold, true) => "\u{1b}[1m",
            (Look::Dim, true) => "\u{1b}[2m",
            (Look::Bold | Look::Dim, false) => "\u{1b}[0m",
        });
    }

    fn end_line(&mut self) {
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
        self.out.push('\n');
    }

    fn blank(&mut self) {
        self.out.push('\n');
    }

    /// A table: columns as wide as they need to be; the first one gives way where there is too little room.
    fn table(&mut self, table: &Table) {
        let sources = table.common_sources().is_none();
        let mut head: Vec<Vec<Word>> = table.head.iter().map(|cell| words(cell, Look::Bold)).collect();
        let mut rows: Vec<Vec<Vec<Word>>> = Vec::new();
        for (cells, cites) in &table.rows {
            let mut row: Vec<Vec<Word>> = cells.iter().map(|cell| words(cell, Look::Plain)).collect();
            if sources {
                row.push(words(&cites.joined(), Look::Dim));
            }
            rows.push(row);
        }
        if sources {
            head.push(words("Rule", Look::Dim));
        }
        let widths = self.widths(&head, &rows);
        if head.iter().any(|cell| !cell.is_empty()) {
            self.row(head, &widths);
            let all = widths.iter().sum::<usize>() + GAP * (widths.len() - 1);
            self.out.push_str(&" ".repeat(INDENT));
            self.turn(Look::Dim, true);
            self.out.push_str(&"─".repeat(all));
            self.turn(Look::Dim, false);
            self.end_line();
        }
        for row in rows {
            self.row(row, &widths);
        }
        if let Some(common) = table.common_sources().filter(|common| !common.names().is_empty()) {
            self.wrapped(words(&format!("[{}]", common.joined()), Look::Dim), INDENT, "");
        }
    }

    fn widths(&self, head: &[Vec<Word>], rows: &[Vec<Vec<Word>>]) -> Vec<usize> {
        let all = || rows.iter().map(Vec::as_slice).chain([head]);
        let widest = |column: usize| all().map(|row| line_width(&row[column])).max().unwrap_or(0);
        let least = |column: usize| {
            all().flat_map(|row| &row[column]).map(|word| width(&word.text)).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..head.len()).map(widest).collect();
        let room = self.screen.width.saturating_sub(INDENT + GAP * (widths.len() - 1));
        // The widest column that can give way does so, one column at a time.
        while widths.iter().sum::<usize>() > room {
            let widest = (0..widths.len()).filter(|&c| widths[c] > least(c)).max_by_key(|&c| (widths[c], c));
            let Some(column) = widest else { break };
            widths[column] -= 1;
        }
        widths
    }

    fn row(&mut self, cells: Vec<Vec<Word>>, widths: &[usize]) {
        let cells: Vec<Vec<Vec<Word>>> =
            cells.into_iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..lines {
            self.out.push_str(&" ".repeat(INDENT));
            for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                let line = cell.get(i).map_or(&[][..], Vec::as_slice);
                self.line(line);
                if column + 1 < widths.len() {
                    let pad = width.saturating_sub(line_width(line)) + GAP;
                    self.out.push_str(&" ".repeat(pad));
                }
            }
            self.end_line();
        }
    }
}

/// Columns between two cells.
const GAP: usize = 2;

fn words(text: &str, look: Look) -> Vec<Word> {
    text.split_whitespace().map(|text| Word { text: text.to_owned(), look }).collect()
}

/// Sentences with their sources in brackets.
fn cited(text: &Text) -> Vec<Word> {
    let mut all = Vec::new();
    for (sentence, sources) in text.cited() {
        all.extend(words(sentence, Look::Plain));
        if !sources.is_empty() {
            all.extend(words(&format!("[{}]", sources.join(", ")), Look::Dim));
        }
    }
    all
}

/// How many columns a text takes.
fn width(text: &str) -> usize {
    Span::raw(text).width()
}

fn line_width(words: &[Word]) -> usize {
    words.iter().map(|word| width(&word.text)).sum::<usize>() + words.len().saturating_sub(1)
}

/// Words in lines of at most `room` columns; a longer word has a line of its own.
fn wrap(words: Vec<Word>, room: usize) -> Vec<Vec<Word>> {
    let mut lines: Vec<Vec<Word>> = Vec::new();
    let mut used = 0;
    for word in words {
        let needed = width(&word.text);
        match lines.last_mut() {
            Some(line) if used + 1 + needed <= room => {
                used += 1 + needed;
                line.push(word);
            }
            _ => {
                used = needed;
                lines.push(vec![word]);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, room: usize) -> Vec<String> {
        let texts = |line: Vec<Word>| line.into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        wrap(words(text, Look::Plain), room).into_iter().map(texts).collect()
    }

    #[test]
    fn lines_are_filled_and_long_words_stand_alone() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("a misunderstanding b", 5), ["a", "misunderstanding", "b"]);
        assert_eq!(lines("", 5), [""; 0]);
        assert_eq!(lines("汉字 汉字", 8), ["汉字", "汉字"], "wide characters count twice");
    }
}
