//! One quantity against another.

use super::{Area, BLUE, Drawn, FONT, INK};
use crate::chart::picture::Line;
use crate::chart::ticks::{step, widened};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The height of the picture.
pub(super) const HEIGHT: i32 = 440;
/// Points closer together than this many to a picture are not drawn as dots.
const MOST_DOTS: usize = 120;

/// A rectangle in pixels: left, top, right, bottom.
type Place = (i32, i32, i32, i32);

pub(super) fn draw(area: &Area<'_>, line: &Line) -> Drawn {
    let (left, right) = line.width();
    let air = if line.dots { (right - left) * 0.02 } else { 0.0 };
    let (low, high) = line.height();
    let (low, high) = widened(low, high, step(high - low, 8));
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .margin_right(36)
        .x_label_area_size(48)
        .y_label_area_size(84)
        .build_cartesian_2d(left - air..right + air, low..high)?;
    let (x_format, y_format) = (line.x.format, line.y.format);
    chart
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(INK.mix(0.12))
        .x_labels(10)
        .y_labels(10)
        .x_desc(line.x.name.as_str())
        .y_desc(line.y.name.as_str())
        .x_label_formatter(&move |x| x_format(*x))
        .y_label_formatter(&move |y| y_format(*y))
        .label_style((FONT, 14).into_font().color(&INK))
        .draw()?;
    if low <= 0.0 && high >= 0.0 {
        chart.draw_series(LineSeries::new([(left - air, 0.0), (right + air, 0.0)], INK.stroke_width(2)))?;
    }
    chart.draw_series(LineSeries::new(line.points.iter().copied(), BLUE.stroke_width(2)))?;
    if line.dots && line.points.len() <= MOST_DOTS {
        chart.draw_series(line.points.iter().map(|point| Circle::new(*point, 3, BLUE.filled())))?;
    }
    let corner = area.get_base_pixel();
    // The line of zero would strike a text through.
    let zero = chart.backend_coord(&(left, 0.0)).1 - corner.1;
    let mut taken: Vec<Place> = vec![(0, zero - 1, i32::MAX, zero + 1)];
    for (x, y, text) in &line.marks {
        let (x, y) = chart.backend_coord(&(*x, *y));
        let at = (x - corner.0, y - corner.1);
        area.draw(&Circle::new(at, 6, BLUE.filled()))?;
        area.draw(&Circle::new(at, 3, WHITE.filled()))?;
        let wide = i32::try_from(text.chars().count())? * 7;
        let (from, anchor) = label(at, wide, &mut taken);
        let look = (FONT, 15).into_font().color(&INK).pos(Pos::new(anchor, VPos::Top));
        let beside = if matches!(anchor, HPos::Left) { from.0 } else { from.2 };
        area.draw(&Text::new(text.clone(), (beside, from.1), look))?;
    }
    Ok(())
}

/// Where the text of a mark stands: above and to the right, as edges fall from left to right, or below and to the left;
/// the first place that is free.
fn label(at: (i32, i32), wide: i32, taken: &mut Vec<Place>) -> (Place, HPos) {
    const HIGH: i32 = 18;
    let fits = |place: &Place| place.0 > 104 && place.2 < 950 && place.1 > 8;
    let clear = |place: &Place, taken: &[Place]| {
        taken
            .iter()
            .all(|other| place.0 >= other.2 || other.0 >= place.2 || place.1 >= other.3 || other.1 >= place.3)
    };
    let right = |up: i32| ((at.0 + 10, at.1 - up, at.0 + 10 + wide, at.1 - up + HIGH), HPos::Left);
    let left = |down: i32| ((at.0 - 10 - wide, at.1 + down, at.0 - 10, at.1 + down + HIGH), HPos::Right);
    let places = (0..4).flat_map(|row| [right(HIGH + 2 + row * HIGH), left(4 + row * HIGH)]);
    let found = places
        .into_iter()
        .find(|(place, _)| fits(place) && clear(place, taken))
        .unwrap_or_else(|| right(HIGH + 2));
    taken.push(found.0);
    found
}
