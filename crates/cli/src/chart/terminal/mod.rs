//! Pictures in letters: as wide as the terminal, readable without colour.

mod axis;
mod histogram;

use super::picture::{Bars, Drawing, Line, Picture, Ranks};
use super::ticks::{step, ticks, widened};
use crate::output::Screen;
use crate::output::text::{Look, Writer, words};
use axis::places;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::text::Span;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget as _};
use tercet_cards::Rank;

/// How far the picture stands in.
const INDENT: usize = 2;

/// The picture as text.
pub(super) fn render(picture: &Picture, screen: Screen) -> String {
    let mut writer = Writer::new(screen);
    writer.paragraph(words(&picture.title.to_uppercase(), Look::Bold), 0, "");
    for line in &picture.about {
        writer.paragraph(words(line, Look::Dim), 0, "");
    }
    writer.command(&picture.command);
    let mut out = writer.finish();
    out.push('\n');
    match &picture.drawing {
        Drawing::Bars(one) => bars(&mut out, one, screen),
        Drawing::Line(one) => line(&mut out, one, screen),
        Drawing::Histogram(one) => histogram::draw(&mut out, one, screen),
        Drawing::Ranks(one) => ranks(&mut out, one, screen),
    }
    if picture.notes.is_empty() {
        return out;
    }
    let mut writer = Writer::new(screen);
    for note in &picture.notes {
        writer.paragraph(words(note, Look::Plain), INDENT, "- ");
    }
    out.push('\n');
    out.push_str(&writer.finish());
    out
}

/// What is drawn, and an empty line.
fn legend(out: &mut String, text: &str, screen: Screen) {
    let mut writer = Writer::new(screen);
    writer.paragraph(words(text, Look::Plain), INDENT, "");
    out.push_str(&writer.finish());
    out.push('\n');
}

/// The columns of a text.
fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// One line for each bar.
fn bars(out: &mut String, bars: &Bars, screen: Screen) {
    let longest =
        |of: fn(&super::picture::Bar) -> &str| bars.bars.iter().map(|bar| width(of(bar))).max().unwrap_or(0);
    let (names, values) = (longest(|bar| &bar.name), longest(|bar| &bar.value));
    let room = screen.width.saturating_sub(INDENT + names + values + 4).max(8);
    legend(out, &format!("{}; {}", bars.of, bars.length), screen);
    for bar in &bars.bars {
        let pad = " ".repeat(INDENT + names - width(&bar.name));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "eighths of a column")]
        let eighths = (bar.share.clamp(0.0, 1.0) * 8.0 * room as f64).round() as usize;
        let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let drawn = format!("{}{part}", "█".repeat(eighths / 8));
        out.push_str(format!("{pad}{}  {drawn} {}", bar.name, bar.value).trim_end());
        out.push('\n');
    }
}

/// A curve in dots of a quarter of a letter, between round numbers.
fn line(out: &mut String, line: &Line, screen: Screen) {
    const ROWS: u16 = 17;
    let (low, high) = line.height();
    let y_step = step(high - low, 5);
    let (low, high) = widened(low, high, y_step);
    let from_top = |tick: f64| places((high - tick) / (high - low), usize::from(ROWS - 1));
    let labels: Vec<(usize, String)> =
        ticks(low, high, y_step).into_iter().map(|tick| (from_top(tick), (line.y.format)(tick))).collect();
    let before = labels.iter().map(|(_, label)| width(label)).max().unwrap_or(0);
    let area =
        Rect::new(0, 0, u16::try_from(screen.width.saturating_sub(INDENT + before + 2)).unwrap_or(80), ROWS);
    let axis = |reach| axis::Axis { reach, columns: usize::from(area.width), format: line.x.format };
    let (left, right) = line.width();
    let x_step = step(right - left, axis((left, right)).most());
    let (left, right) = widened(left, right, x_step);
    let axis = axis((left, right));

    let zero = [(left, 0.0), (right, 0.0)];
    let marks: Vec<(f64, f64)> = line.marks.iter().map(|(x, y, _)| (*x, *y)).collect();
    let mut sets = Vec::new();
    if low <= 0.0 && high >= 0.0 {
        sets.push(dotted(Marker::Custom('─'), GraphType::Line, &zero));
    }
    sets.push(dotted(Marker::Braille, GraphType::Line, &line.points));
    sets.push(dotted(Marker::Custom('●'), GraphType::Scatter, &marks));
    let mut buffer = Buffer::empty(area);
    Chart::new(sets)
        .x_axis(Axis::default().bounds([left, right]))
        .y_axis(Axis::default().bounds([low, high]))
        .render(area, &mut buffer);

    legend(out, &format!("{} against: {}", line.y.name, line.x.name), screen);
    for row in 0..ROWS {
        let label = labels.iter().find(|(at, _)| *at == usize::from(row));
        let (label, edge) = label.map_or(("", '│'), |(_, label)| (label, '┤'));
        let text: String = (0..area.width).map(|column| buffer[(column, row)].symbol()).collect();
        out.push_str(format!("{:INDENT$}{label:>before$} {edge}{text}", "").trim_end());
        out.push('\n');
    }
    axis.draw(out, &format!("{:INDENT$}{:before$} ", "", ""), x_step);
    for (_, _, text) in &line.marks {
        out.push_str(&format!("\n{:INDENT$}● {text}\n", ""));
    }
}

/// One set of points in its own letters.
fn dotted(marker: Marker, kind: GraphType, points: &[(f64, f64)]) -> Dataset<'_> {
    Dataset::default().marker(marker).graph_type(kind).data(points)
}

fn ranks(out: &mut String, ranks: &Ranks, screen: Screen) {
    legend(out, &ranks.legend, screen);
    let letters = Rank::ALL.into_iter().rev().map(Rank::letter);
    let wide = ranks.cells.iter().flatten().flatten().map(|cell| width(&cell.text)).max().unwrap_or(1) + 1;
    let head: String = letters.clone().map(|letter| format!("{letter:>wide$}")).collect();
    out.push_str(&format!("{:INDENT$} {head}\n", ""));
    for (letter, row) in letters.zip(&ranks.cells) {
        let cells = row.iter().map(|cell| cell.as_ref().map_or("·", |cell| &cell.text));
        let cells: String = cells.map(|text| format!("{text:>wide$}")).collect();
        out.push_str(&format!("{:INDENT$}{letter}{cells}\n", ""));
    }
}
