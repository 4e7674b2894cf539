//! Pictures as SVG files: text stays text, and nothing rests on colour alone.

mod histogram;
mod line;

use super::picture::{Bars, Cell, Drawing, Picture, Ranks};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use tercet_cards::Rank;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

const WIDTH: u32 = 960;
const INK: RGBColor = RGBColor(0x1b, 0x1b, 0x1b);
const QUIET: RGBColor = RGBColor(0x5a, 0x5a, 0x5a);
/// Dark enough on white for thin lines, and told apart by people who see no red or no green.
const BLUE: RGBColor = RGBColor(0x1f, 0x5a, 0xa8);
const FONT: &str = "sans-serif";
/// The height of a line of small text.
const LINE: i32 = 17;

/// The picture as the text of an SVG file.
///
/// # Errors
///
/// What the drawing library says; it draws into memory, so nothing should be able to go wrong.
pub(super) fn render(picture: &Picture) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    let in_lines = |texts: &[String]| texts.iter().flat_map(|text| wrapped(text)).collect::<Vec<_>>();
    let about = [in_lines(&picture.about), picture.command.lines(LETTERS)].concat();
    let notes = in_lines(&picture.notes).into_iter().map(|line| (line, INK));
    let below: Vec<(String, RGBColor)> = notes.chain(about.into_iter().map(|line| (line, QUIET))).collect();
    let foot = i32::try_from(below.len())? * LINE + 16;
    let body = match &picture.drawing {
        Drawing::Bars(bars) => 60 + 24 * i32::try_from(bars.bars.len()).unwrap_or(i32::MAX),
        Drawing::Line(_) => line::HEIGHT,
        Drawing::Histogram(_) => histogram::HEIGHT,
        Drawing::Ranks(_) => 700,
    };
    let height = u32::try_from(48 + body + foot)?;
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let (head, rest) = root.split_vertically(48);
        let (middle, foot) = rest.split_vertically(body);
        write(&head, &picture.title, (16, 12), 22, INK)?;
        match &picture.drawing {
            Drawing::Bars(bars) => draw_bars(&middle, bars)?,
            Drawing::Line(one) => line::draw(&middle, one)?,
            Drawing::Histogram(one) => histogram::draw(&middle, one)?,
            Drawing::Ranks(ranks) => draw_ranks(&middle, ranks)?,
        }
        for (place, (text, colour)) in (0..).zip(&below) {
            write(&foot, text, (16, 4 + place * LINE), 13, *colour)?;
        }
        root.present()?;
    }
    Ok(described(&svg, picture))
}

/// The letters of a line under the picture.
const LETTERS: usize = 155;

/// The text in lines that fit under the picture.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= LETTERS {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Adds a title and a description for readers that do not see the picture.
fn described(svg: &str, picture: &Picture) -> String {
    let Some(end) = svg.find('>') else { return svg.to_owned() };
    let (open, rest) = svg.split_at(end);
    let command = picture.command.to_string();
    let about: Vec<&str> =
        picture.notes.iter().chain(&picture.about).chain([&command]).map(String::as_str).collect();
    format!(
        "{open} role=\"img\"><title>{}</title>\n<desc>{}</desc>{}",
        escaped(&picture.title),
        escaped(&about.join("\n")),
        &rest[1..]
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn write(area: &Area<'_>, text: &str, at: (i32, i32), size: i32, colour: RGBColor) -> Drawn {
    area.draw(&Text::new(text.to_owned(), at, (FONT, size).into_font().color(&colour)))?;
    Ok(())
}

/// Names to the left, a bar for each, its value behind it.
fn draw_bars(area: &Area<'_>, bars: &Bars) -> Drawn {
    const NAMES: i32 = 180;
    const LENGTH: f64 = 600.0;
    write(area, &format!("{}; {}", bars.of, bars.length), (16, 8), 14, QUIET)?;
    for (place, bar) in (0..).zip(&bars.bars) {
        let y = 36 + place * 24;
        let right = (FONT, 14).into_font().color(&INK).pos(Pos::new(HPos::Right, VPos::Top));
        area.draw(&Text::new(bar.name.clone(), (NAMES - 10, y + 3), right))?;
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        let end = NAMES + (bar.share.clamp(0.0, 1.0) * LENGTH).round() as i32;
        area.draw(&Rectangle::new([(NAMES, y), (end.max(NAMES + 1), y + 18)], BLUE.filled()))?;
        write(area, &bar.value, (end.max(NAMES + 1) + 8, y + 3), 14, INK)?;
    }
    Ok(())
}

fn draw_ranks(area: &Area<'_>, ranks: &Ranks) -> Drawn {
    const SIDE: i32 = 48;
    const LEFT: i32 = 60;
    const TOP: i32 = 60;
    write(area, &ranks.legend, (16, 4), 14, QUIET)?;
    let centred = |size: i32, colour: &RGBColor| {
        (FONT, size).into_font().color(colour).pos(Pos::new(HPos::Center, VPos::Center))
    };
    for (place, rank) in (0..).zip(Rank::ALL.into_iter().rev()) {
        let letter = rank.letter().to_string();
        let middle = place * SIDE + SIDE / 2;
        area.draw(&Text::new(letter.clone(), (LEFT + middle, TOP - 14), centred(15, &INK)))?;
        area.draw(&Text::new(letter, (LEFT - 18, TOP + middle), centred(15, &INK)))?;
    }
    for (y, row) in (0..).zip(&ranks.cells) {
        for (x, cell) in (0..).zip(row) {
            let Some(Cell { text, share }) = cell else { continue };
            let corner = (LEFT + x * SIDE, TOP + y * SIDE);
            let end = (corner.0 + SIDE - 2, corner.1 + SIDE - 2);
            area.draw(&Rectangle::new([corner, end], BLUE.mix(0.08 + 0.72 * share).filled()))?;
            let ink = if *share > 0.5 { WHITE } else { INK };
            area.draw(&Text::new(
                text.clone(),
                (corner.0 + SIDE / 2 - 1, corner.1 + SIDE / 2 - 1),
                centred(14, &ink),
            ))?;
        }
    }
    Ok(())
}
