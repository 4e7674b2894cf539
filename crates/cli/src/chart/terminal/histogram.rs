//! A histogram in blocks of an eighth of a letter, with its marks below.

use super::axis::{Axis, places};
use super::{INDENT, legend, width};
use crate::chart::bins::Bins;
use crate::chart::picture::Histogram;
use crate::chart::ticks::{step, ticks, widened};
use crate::chart::{dollars, round_percent};
use crate::output::Screen;

/// How many lines the bars have.
const ROWS: usize = 14;

pub(super) fn draw(out: &mut String, histogram: &Histogram, screen: Screen) {
    // The labels of the shares need the bars, whose number needs the room beside the labels.
    const LABELS: usize = 7;
    let room = screen.width.saturating_sub(INDENT + LABELS + 2).max(10);
    let bins = Bins::of(histogram, room);
    legend(out, &format!("{}; {}", histogram.of, bins.about()), screen);
    let most = bins.most();
    let (_, top) = widened(0.0, most, step(most, 4));
    let labels: Vec<(usize, String)> = ticks(0.0, top, step(most, 4))
        .into_iter()
        .map(|tick| (places(tick / top, ROWS), round_percent(tick)))
        .collect();
    let wide = room / bins.each.len().max(1);
    for row in (0..ROWS).rev() {
        let label = labels.iter().find(|(at, _)| *at == row + 1);
        let (label, edge) = label.map_or(("", '│'), |(_, label)| (label, '┤'));
        let bars: String = bins.each.iter().map(|bin| bar(bin.share / top, row, wide)).collect();
        out.push_str(format!("{:INDENT$}{label:>LABELS$} {edge}{bars}", "").trim_end());
        out.push('\n');
    }
    let axis = Axis { reach: bins.reach(), columns: wide * bins.each.len(), format: dollars };
    let (low, high) = axis.reach;
    axis.draw(out, &format!("{:INDENT$}{:>LABELS$} ", "", "0%"), step(high - low, axis.most()));
    out.push('\n');
    let before = INDENT + LABELS + 2;
    for (at, text) in &histogram.marks {
        out.push_str(&mark(before + axis.place(*at), text, screen.width));
    }
}

/// One line of a bar; with room for it, there is a gap after it. What can happen has an eighth at least.
fn bar(part: f64, row: usize, wide: usize) -> String {
    let eighths = places(part, ROWS * 8).max(usize::from(part > 0.0));
    let here = eighths.saturating_sub(row * 8).min(8);
    let letter = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][here];
    let gap = usize::from(wide > 2);
    format!("{}{}", letter.to_string().repeat(wide - gap), " ".repeat(gap))
}

/// A mark under its place: its text to the right, or to the left where there is more room.
fn mark(column: usize, text: &str, columns: usize) -> String {
    let wide = width(text) + 1;
    if column + 1 + wide <= columns || column < INDENT + wide {
        format!("{:column$}▲ {text}\n", "")
    } else {
        format!("{:>column$}▲\n", format!("{text} "))
    }
}
