//! A report as text of so many columns, as a terminal shows it.

use crate::command::Command;
use crate::document::{Block, Document, Set, Table};
use crate::lines::{Look, Screen, Word, Writer, longest, width, words, wrap};

/// How far the text of a section stands in.
const INDENT: usize = 2;
/// Columns between two cells of a table.
const GAP: usize = 2;

/// The report as text, wrapped to the width of the screen, with what it was asked by.
#[must_use]
pub fn render(document: &Document, command: &Command, screen: Screen) -> String {
    let mut writer = Writer::new(screen);
    writer.paragraph(words(&document.title.to_uppercase(), Look::Bold), 0, "");
    for line in &document.head {
        writer.paragraph(words(line, Look::Dim), 0, "");
    }
    writer.command(command);
    for section in &document.sections {
        writer.end_line();
        writer.end_line();
        writer.paragraph(words(&section.title.to_uppercase(), Look::Bold), 0, "");
        for one in &section.blocks {
            writer.end_line();
            block(&mut writer, one);
        }
    }
    writer.finish()
}

fn block(writer: &mut Writer, block: &Block) {
    match block {
        Block::Heading(heading) => writer.paragraph(words(heading, Look::Bold), INDENT, ""),
        Block::Text(text) => writer.paragraph(words(text, Look::Plain), INDENT, ""),
        Block::List(texts) => {
            for text in texts {
                writer.paragraph(words(text, Look::Plain), INDENT, "- ");
            }
        }
        Block::Terms(terms) => {
            for (term, about) in terms {
                let both = [words(&format!("{term}:"), Look::Bold), words(about, Look::Plain)].concat();
                writer.paragraph(both, INDENT, "- ");
            }
        }
        Block::Table(one) => table(writer, one),
    }
}

/// A table with columns as wide as they need to be; where there is too little room, columns of words give way.
fn table(writer: &mut Writer, table: &Table) {
    let cells = |texts: Vec<&str>, look| texts.into_iter().map(|text| words(text, look)).collect::<Vec<_>>();
    let head = cells(table.columns.iter().map(|(name, _)| name.as_str()).collect(), Look::Bold);
    let rows: Vec<Vec<Vec<Word>>> =
        table.rows.iter().map(|row| cells(row.iter().map(String::as_str).collect(), Look::Plain)).collect();
    let widths = widths(table, &head, &rows, writer.screen.width);
    line(writer, &head, table, &widths);
    writer.pad(INDENT);
    let rule = "─".repeat(widths.iter().sum::<usize>() + GAP * (widths.len() - 1));
    writer.words(&words(&rule, Look::Dim));
    writer.end_line();
    for row in &rows {
        line(writer, row, table, &widths);
    }
}

fn widths(table: &Table, head: &[Vec<Word>], rows: &[Vec<Vec<Word>>], screen: usize) -> Vec<usize> {
    let greatest = |column: usize, measure: fn(&[Word]) -> usize| {
        rows.iter().map(|row| measure(&row[column])).max().unwrap_or(0)
    };
    let columns = 0..table.columns.len();
    let wraps = |column: usize| table.columns[column].1 == Set::Left;
    // Headings may always be broken; numbers never.
    let least: Vec<usize> = columns
        .clone()
        .map(|column| {
            let cells = greatest(column, if wraps(column) { longest } else { width });
            cells.max(longest(&head[column]))
        })
        .collect();
    let mut widths: Vec<usize> =
        columns.map(|column| greatest(column, width).max(width(&head[column]))).collect();
    let room = screen.saturating_sub(INDENT + GAP * (widths.len() - 1));
    while widths.iter().sum::<usize>() > room {
        let can_give = (0..widths.len()).filter(|column| widths[*column] > least[*column]);
        let Some(widest) = can_give.max_by_key(|column| widths[*column] - least[*column]) else { break };
        widths[widest] -= 1;
    }
    widths
}

fn line(writer: &mut Writer, cells: &[Vec<Word>], table: &Table, widths: &[usize]) {
    let cells: Vec<Vec<Vec<Word>>> =
        cells.iter().zip(widths).map(|(cell, width)| wrap(cell.clone(), *width)).collect();
    for i in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        writer.pad(INDENT);
        for ((cell, room), (_, set)) in cells.iter().zip(widths).zip(&table.columns) {
            let words = cell.get(i).map_or(&[][..], Vec::as_slice);
            let free = room.saturating_sub(width(words));
            let before = if *set == Set::Right { free } else { 0 };
            writer.pad(before);
            writer.words(words);
            writer.pad(free - before + GAP);
        }
        writer.end_line();
    }
}
