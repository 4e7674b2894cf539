//! Pictures in letters: as wide as the terminal, readable without colour.

use super::picture::{Bars, Drawing, Line, Picture, Ranks};
use crate::output::Screen;
use crate::output::text::{Look, Writer, words};
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
    let mut out = writer.finish();
    out.push('\n');
    match &picture.drawing {
        Drawing::Bars(one) => bars(&mut out, one, screen.width),
        Drawing::Line(one) => line(&mut out, one, screen.width),
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

/// The columns of a text.
fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// One line for each bar.
fn bars(out: &mut String, bars: &Bars, columns: usize) {
    let longest =
        |of: fn(&super::picture::Bar) -> &str| bars.bars.iter().map(|bar| width(of(bar))).max().unwrap_or(0);
    let (names, values) = (longest(|bar| &bar.name), longest(|bar| &bar.value));
    let room = columns.saturating_sub(INDENT + names + values + 4).max(8);
    out.push_str(&format!("{:INDENT$}{}; {}\n\n", "", bars.of, bars.length));
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

/// A curve in dots of a quarter of a letter.
fn line(out: &mut String, line: &Line, columns: usize) {
    let bounds = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) = line.reach(of);
        if high > low { [low, high] } else { [low - low.abs().max(1e-3), high + high.abs().max(1e-3)] }
    };
    let (x, y) = (bounds(|point| point.0), bounds(|point| point.1));
    let labels = |bounds: [f64; 2], format: fn(f64) -> String| {
        [bounds[0], f64::midpoint(bounds[0], bounds[1]), bounds[1]].map(format)
    };
    let zero = [(x[0], 0.0), (x[1], 0.0)];
    let mut sets = Vec::new();
    if y[0] < 0.0 && y[1] > 0.0 {
        sets.push(Dataset::default().marker(Marker::Dot).graph_type(GraphType::Line).data(&zero));
    }
    sets.push(Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).data(&line.points));
    let chart = Chart::new(sets)
        .x_axis(Axis::default().bounds(x).labels(labels(x, line.x.format)))
        .y_axis(Axis::default().bounds(y).labels(labels(y, line.y.format)));
    let area = Rect::new(0, 0, u16::try_from(columns.saturating_sub(INDENT)).unwrap_or(80), 18);
    let mut buffer = Buffer::empty(area);
    chart.render(area, &mut buffer);
    out.push_str(&format!("{:INDENT$}{} against {}\n\n", "", line.y.name, line.x.name));
    for row in 0..area.height {
        let text: String = (0..area.width).map(|column| buffer[(column, row)].symbol()).collect();
        out.push_str(format!("{:INDENT$}{text}", "").trim_end());
        out.push('\n');
    }
    for (_, _, text) in &line.marks {
        out.push_str(&format!("\n{:INDENT$}● {text}\n", ""));
    }
}

fn ranks(out: &mut String, ranks: &Ranks, screen: Screen) {
    let mut writer = Writer::new(screen);
    writer.paragraph(words(&ranks.legend, Look::Plain), INDENT, "");
    out.push_str(&writer.finish());
    out.push('\n');
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
