//! A histogram: losses pale and to the left, and marks above it that do not cover each other.

use super::{Area, BLUE, Drawn, FONT, INK, QUIET, WIDTH, write};
use crate::chart::bins::Bins;
use crate::chart::picture::Histogram;
use crate::chart::{dollars, round_percent};
use plotters::prelude::*;

/// The height of the picture.
pub(super) const HEIGHT: i32 = 470;
/// The most bars, so that each can be seen.
const MOST_BARS: usize = 90;
/// The height of a line of marks.
const LINE: i32 = 18;
/// What stands to the left of the bars, in pixels.
const LEFT: i32 = 16 + LABELS;
const LABELS: i32 = 72;

pub(super) fn draw(area: &Area<'_>, histogram: &Histogram) -> Drawn {
    let bins = Bins::of(histogram, MOST_BARS);
    write(
        area,
        &format!("{}; {}; pale where the player is behind", histogram.of, bins.about()),
        (16, 0),
        14,
        QUIET,
    )?;
    let lines = i32::try_from(histogram.marks.len())?;
    let top = 24 + LINE * lines;
    let (left, right) = bins.reach();
    let most = bins.most();
    let mut chart = ChartBuilder::on(area)
        .margin_top(top)
        .margin_right(beside(histogram, left, right)?)
        .margin_bottom(10)
        .margin_left(LEFT - LABELS)
        .x_label_area_size(48)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(left..right, 0.0..most * 1.04)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(10)
        .x_desc("net")
        .y_desc("share of sessions")
        .x_label_formatter(&|x| dollars(*x))
        .y_label_formatter(&|y| round_percent(*y))
        .label_style((FONT, 14).into_font().color(&INK))
        .draw()?;
    // From here on in pixels of the area, so that neighbours keep a gap and rare results a line.
    let corner = area.get_base_pixel();
    let pixel = |x: f64, y: f64| {
        let (x, y) = chart.backend_coord(&(x, y));
        (x - corner.0, y - corner.1)
    };
    for bin in bins.each.iter().filter(|bin| bin.share > 0.0) {
        let ((from, bottom), (to, top)) = (pixel(bin.from, 0.0), pixel(bin.to, bin.share));
        let gap = i32::from(to - from > 3);
        let colour = if bin.behind { BLUE.mix(0.45) } else { BLUE.mix(1.0) };
        area.draw(&Rectangle::new([(from + gap, top.min(bottom - 1)), (to - gap, bottom)], colour.filled()))?;
    }
    let places: Vec<(i32, i32)> = histogram
        .marks
        .iter()
        .map(|(at, text)| Ok((pixel(*at, 0.0).0, wide(text)?)))
        .collect::<Result<_, std::num::TryFromIntError>>()?;
    let ground = pixel(left, 0.0).1;
    for (((at, text), (x, _)), row) in histogram.marks.iter().zip(&places).zip(rows(&places)) {
        let y = top - LINE * (row + 1);
        let look = if *at == 0.0 { INK.stroke_width(2) } else { QUIET.stroke_width(1) };
        area.draw(&PathElement::new(vec![(*x, y), (*x, ground)], look))?;
        write(area, text, (x + 4, y), 14, INK)?;
    }
    Ok(())
}

/// The width of the text of a mark, in pixels: rather too much.
fn wide(text: &str) -> Result<i32, std::num::TryFromIntError> {
    Ok(i32::try_from(text.chars().count())? * 7 + 10)
}

/// The room that is left to the right of the bars, so that the text of every mark has its place.
fn beside(histogram: &Histogram, left: f64, right: f64) -> Result<i32, std::num::TryFromIntError> {
    let mut room = 28;
    for (at, text) in &histogram.marks {
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        let after = ((right - at) / (right - left) * f64::from(i32::try_from(WIDTH)? - LEFT - 200)) as i32;
        room = room.max(wide(text)? - after);
    }
    Ok(room)
}

/// The line in which each text stands, the lowest 0, for marks at these places with texts so wide to their right.
///
/// A mark runs down from its text, through the lines below. So a text stands above the marks that are to the right of it
/// and within its width.
fn rows(places: &[(i32, i32)]) -> Vec<i32> {
    let mut rows = vec![0; places.len()];
    for (i, (x, wide)) in places.iter().enumerate().rev() {
        let crossed = (i + 1..places.len()).filter(|other| places[*other].0 < x + wide);
        rows[i] = crossed.map(|other| rows[other] + 1).max().unwrap_or(0);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No text is crossed by a mark or covers another.
    #[test]
    fn marks_keep_clear_of_each_other() {
        assert_eq!(rows(&[(0, 50), (100, 50), (200, 50)]), [0, 0, 0]);
        assert_eq!(rows(&[(0, 50), (20, 50), (40, 50), (100, 50)]), [2, 1, 0, 0]);
        assert_eq!(rows(&[(5, 50), (5, 50)]), [1, 0]);
    }
}
