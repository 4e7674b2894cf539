//! Paragraphs on a terminal: a line that is too long for it breaks between words, and goes on set in.
//!
//! Only a terminal gets them so. What goes to a file or another program keeps its lines as they are.

use super::harmless::look;
use ratatui::text::Span;
use std::borrow::Cow;
use std::io::{self, Write};

/// How much further than its beginning the rest of a line is set in, in columns.
const HANG: usize = 2;

/// The text in lines of at most `width` columns; without a width, as it is. A word that is longer stands alone.
///
/// Lines of a drawing, with a rule `|` at their left as in front of the source that a finding shows, stay whole: their
/// columns mean something.
pub(super) fn fitted(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width.filter(|width| text.lines().any(|line| is_too_long(line, *width))) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let words = line.trim_end_matches('\n');
        if is_too_long(words, width) {
            broken(words, width, &mut out);
        } else {
            out.push_str(words);
        }
        out.push_str(&line[words.len()..]);
    }
    Cow::Owned(out)
}

fn is_too_long(line: &str, width: usize) -> bool {
    // No character takes more columns than bytes.
    line.len() > width && columns(line) > width && !is_drawn(line)
}

fn is_drawn(line: &str) -> bool {
    let plain = without_looks(line);
    let number = |c: char| c.is_ascii_digit();
    plain.trim_start().trim_start_matches(number).trim_start().starts_with('|')
}

/// The line in several, each after the first set in.
fn broken(line: &str, width: usize, out: &mut String) {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let hang = if indent + HANG <= width / 2 { indent + HANG } else { 0 };
    let mut used = 0;
    let mut begun = false;
    // Each word with the spaces before it, so that columns within a line stay where they are.
    for word in line.split_inclusive(' ').collect::<Vec<_>>().chunk_by(|_, next| *next == " ") {
        let word = word.concat();
        let text = word.trim_end_matches(' ');
        if begun && used + columns(text) > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', hang));
            used = hang;
        }
        out.push_str(&word);
        used += columns(&word);
        begun |= !text.is_empty();
    }
    out.truncate(out.trim_end_matches(' ').len());
}

/// The columns that a line takes, whatever it looks like.
fn columns(line: &str) -> usize {
    Span::raw(without_looks(line)).width()
}

fn without_looks(line: &str) -> Cow<'_, str> {
    if !line.contains('\u{1b}') {
        return Cow::Borrowed(line);
    }
    let mut plain = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let look = look(rest);
        if look == 0 {
            plain.push(c);
        }
        rest = &rest[look.max(c.len_utf8())..];
    }
    Cow::Owned(plain)
}

/// Writes lines as [`fitted`] breaks them. What a flush finds of a line that has not ended, such as a prompt, goes out as
/// it is.
pub(crate) struct Fitted<W> {
    out: W,
    width: Option<usize>,
    line: Vec<u8>,
}

impl<W: Write> Fitted<W> {
    /// Lines of at most so many columns; without a width, bytes as they are.
    pub(crate) fn new(out: W, width: Option<usize>) -> Fitted<W> {
        Fitted { out, width, line: Vec::new() }
    }
}

impl<W: Write> Write for Fitted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.width.is_none() {
            return self.out.write(bytes);
        }
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = String::from_utf8_lossy(&self.line);
                self.out.write_all(fitted(&line, self.width).as_bytes())?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.line)?;
        self.line.clear();
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_go_on_set_in() {
        let text = "one two three\n  four five six seven\n\nlast";
        assert_eq!(fitted(text, Some(12)), "one two\n  three\n  four five\n    six\n    seven\n\nlast");
        assert_eq!(fitted(text, Some(13)), "one two three\n  four five\n    six seven\n\nlast");
        assert_eq!(fitted(text, None), text);
        assert_eq!(fitted("a misunderstanding b", Some(8)), "a\n  misunderstanding\n  b");
        assert_eq!(fitted("汉字 汉字 汉字", Some(10)), "汉字 汉字\n  汉字", "wide characters count twice");
        assert_eq!(fitted("  a    b    c d", Some(12)), "  a    b\n    c d", "columns stay where they are");
    }

    #[test]
    fn looks_take_no_columns_and_drawings_stay() {
        let bold = "\u{1b}[1mone\u{1b}[0m \u{1b}[2mtwo\u{1b}[0m three";
        assert_eq!(fitted(bold, Some(13)), bold);
        assert_eq!(fitted(bold, Some(7)), bold.replace(" three", "\n  three"));
        for drawn in [
            "9 | R8  = \"forfeit\"   # a long line",
            "  |       ^^^^^^^^^ a long line",
            "\u{1b}[1m9\u{1b}[0m \u{1b}[1m|\u{1b}[0m R8 = a long line",
        ] {
            assert_eq!(fitted(drawn, Some(10)), drawn);
        }
    }

    /// Words and their order are never lost, and no line is longer than it must be.
    #[test]
    fn every_width_keeps_every_word() {
        let text = "Dealer: Qs Td 4c  queen high, qualifies\n      The dealer qualifies with queen high and the player's queen high is equal: Play pushes.\n";
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for width in 12..120 {
            let lines = fitted(text, Some(width));
            assert_eq!(words(&lines), words(text), "{width}");
            assert!(lines.lines().all(|line| line.len() <= width.max(18)), "{width}: {lines}");
        }
    }

    #[test]
    fn a_writer_breaks_whole_lines_and_lets_prompts_through() {
        let mut out = Vec::new();
        let mut writer = Fitted::new(&mut out, Some(10));
        for part in ["one two", " three\n", "> "] {
            writer.write_all(part.as_bytes()).unwrap();
        }
        writer.flush().unwrap();
        writer.write_all(b"four five six\n").unwrap();
        writer.flush().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "one two\n  three\n> four five\n  six\n");
    }
}
