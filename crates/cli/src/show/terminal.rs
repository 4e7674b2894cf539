//! A rule card on a terminal.

use crate::output::Screen;
use crate::output::text::{Look, Word, Writer, longest, width, words, wrap};
use tercet_rulecard::{Block, LEGEND, Page, Section, Table, Text};

/// The card as text, wrapped to the width of the screen.
pub(super) fn render(page: &Page, screen: Screen) -> String {
    let mut writer = Writer::new(screen);
    head(&mut writer, page);
    for one in &page.sections {
        section(&mut writer, one);
    }
    writer.finish()
}

/// How far the text of a section stands in.
const INDENT: usize = 2;
/// Columns between two cells of a table.
const GAP: usize = 2;

fn head(writer: &mut Writer, page: &Page) {
    let from = page.source.as_ref().map(|source| format!(", after {source}")).unwrap_or_default();
    writer.paragraph(words(&page.name.to_uppercase(), Look::Bold), 0, "");
    writer.paragraph(words(&format!("{}{from}", page.id), Look::Dim), 0, "");
    writer.paragraph(words(&format!("rules {}", page.hash), Look::Dim), 0, "");
    if let Some(summary) = &page.summary {
        writer.end_line();
        writer.paragraph(words(summary, Look::Plain), 0, "");
    }
    writer.end_line();
    writer.paragraph(words(&format!("[In brackets] {}", LEGEND), Look::Dim), 0, "");
}

fn section(writer: &mut Writer, section: &Section) {
    writer.end_line();
    writer.end_line();
    writer.paragraph(words(&section.title.to_uppercase(), Look::Bold), 0, "");
    for one in &section.blocks {
        writer.end_line();
        block(writer, one);
    }
}

fn block(writer: &mut Writer, block: &Block) {
    match block {
        Block::Heading(heading) => writer.paragraph(words(heading, Look::Bold), INDENT, ""),
        Block::Text(text) => writer.paragraph(cited(text), INDENT, ""),
        Block::List(texts) => {
            for text in texts {
                writer.paragraph(cited(text), INDENT, "- ");
            }
        }
        Block::Steps(texts) => {
            for (i, text) in texts.iter().enumerate() {
                writer.paragraph(cited(text), INDENT, &format!("{}. ", i + 1));
            }
        }
        Block::Terms(terms) => {
            for (i, (term, texts)) in terms.iter().enumerate() {
                if i > 0 {
                    writer.end_line();
                }
                writer.paragraph(words(term, Look::Bold), INDENT, "");
                for text in texts {
                    writer.paragraph(cited(text), 2 * INDENT, "");
                }
            }
        }
        Block::Table(one) => table(writer, one),
    }
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

type Cells = Vec<Vec<Word>>;

/// A table with columns as wide as they need to be; where there is too little room the widest give way, and
/// the sources go under their rows.
fn table(writer: &mut Writer, table: &Table) {
    let common = table.common_sources();
    let cells = |texts: &[String], look| -> Cells { texts.iter().map(|cell| words(cell, look)).collect() };
    let mut head = cells(&table.head, Look::Bold);
    let mut rows: Vec<Cells> = table.rows.iter().map(|(texts, _)| cells(texts, Look::Plain)).collect();
    let mut below: Vec<Vec<Word>> = Vec::new();
    if common.is_none() {
        let sources = table.rows.iter().map(|(_, sources)| words(&sources.joined(), Look::Dim));
        head.push(words("Rule", Look::Dim));
        rows.iter_mut().zip(sources).for_each(|(row, sources)| row.push(sources));
        if widths(&head, &rows, writer.screen.width).is_none() {
            head.pop();
            below = rows.iter_mut().filter_map(Vec::pop).collect();
        }
    }
    let widths =
        widths(&head, &rows, writer.screen.width).unwrap_or_else(|| column_widths(&head, &rows, longest));
    row(writer, head, &widths);
    writer.pad(INDENT);
    let line = "─".repeat(widths.iter().sum::<usize>() + GAP * (widths.len() - 1));
    writer.words(&words(&line, Look::Dim));
    writer.end_line();
    let mut below = below.into_iter();
    for cells in rows {
        row(writer, cells, &widths);
        writer.paragraph(below.next().unwrap_or_default(), 2 * INDENT, "");
    }
    if let Some(common) = common.filter(|common| !common.names().is_empty()) {
        writer.paragraph(words(&format!("[{}]", common.joined()), Look::Dim), INDENT, "");
    }
}

/// Cells up to this width are not broken: `1 to 1`.
const SHORT: usize = 8;

/// The widths of the columns, if the screen has room for them.
fn widths(head: &Cells, rows: &[Cells], screen: usize) -> Option<Vec<usize>> {
    let least = |cell: &[Word]| if width(cell) <= SHORT { width(cell) } else { longest(cell) };
    let (mut widths, least) = (column_widths(head, rows, width), column_widths(head, rows, least));
    let room = screen.saturating_sub(INDENT + GAP * (widths.len() - 1));
    while widths.iter().sum::<usize>() > room {
        let can_give = (0..widths.len()).filter(|&c| widths[c] > least[c]);
        let widest = can_give.max_by_key(|&c| widths[c])?;
        widths[widest] -= 1;
    }
    Some(widths)
}

/// The greatest measure in each column.
fn column_widths(head: &Cells, rows: &[Cells], measure: impl Fn(&[Word]) -> usize) -> Vec<usize> {
    let greatest = |c: usize| rows.iter().chain([head]).map(|row| measure(&row[c])).max();
    (0..head.len()).map(|c| greatest(c).unwrap_or(0)).collect()
}

fn row(writer: &mut Writer, cells: Cells, widths: &[usize]) {
    let cells: Vec<Vec<Vec<Word>>> =
        cells.into_iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
    for i in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        writer.pad(INDENT);
        for (cell, room) in cells.iter().zip(widths) {
            let line = cell.get(i).map_or(&[][..], Vec::as_slice);
            writer.words(line);
            writer.pad(room.saturating_sub(width(line)) + GAP);
        }
        writer.end_line();
    }
}
