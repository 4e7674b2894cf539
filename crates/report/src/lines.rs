//! Words in lines: wrapped to a width, bold and dim where that is welcome.

use crate::command::Command;
use tercet_rules::shown;
use unicode_width::UnicodeWidthStr as _;

/// How text can be laid out.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Columns.
    pub width: usize,
    /// Whether bold and dim text is welcome.
    pub colour: bool,
}

/// The columns where nobody says how many there are.
pub const USUAL: usize = 80;

/// How a word looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// As everything else.
    Plain,
    /// Headings and names.
    Bold,
    /// What one may read over.
    Dim,
}

/// A word with its look.
#[derive(Clone, Debug)]
pub struct Word {
    text: String,
    look: Look,
}

/// The words of a text, whatever steers a terminal in them as escapes.
#[must_use]
pub fn words(text: &str, look: Look) -> Vec<Word> {
    text.split_whitespace().map(|text| Word { text: shown(text, usize::MAX), look }).collect()
}

/// A text that is not broken, as it is. It must be harmless.
#[must_use]
pub fn whole(text: &str, look: Look) -> Vec<Word> {
    vec![Word { text: text.to_owned(), look }]
}

/// The columns that a line of words takes.
#[must_use]
pub fn width(words: &[Word]) -> usize {
    words.iter().map(Word::width).sum::<usize>() + words.len().saturating_sub(1)
}

/// The columns that the longest of these words takes.
#[must_use]
pub fn longest(words: &[Word]) -> usize {
    words.iter().map(Word::width).max().unwrap_or(0)
}

impl Word {
    fn width(&self) -> usize {
        self.text.width()
    }
}

/// Words in lines of at most `room` columns; a longer word has a line of its own.
#[must_use]
pub fn wrap(words: Vec<Word>, room: usize) -> Vec<Vec<Word>> {
    let mut lines: Vec<Vec<Word>> = Vec::new();
    let mut used = 0;
    for word in words {
        let needed = word.width();
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

/// Text that grows line by line.
#[derive(Debug)]
pub struct Writer {
    /// How it is laid out.
    pub screen: Screen,
    out: String,
}

impl Writer {
    /// Nothing yet.
    #[must_use]
    pub fn new(screen: Screen) -> Writer {
        Writer { screen, out: String::new() }
    }

    /// What was written.
    #[must_use]
    pub fn finish(self) -> String {
        self.out
    }

    /// A paragraph; `mark` stands before its first line, and the others are set in by as much.
    pub fn paragraph(&mut self, words: Vec<Word>, indent: usize, mark: &str) {
        let room = self.screen.width.saturating_sub(indent + mark.len());
        for (i, line) in wrap(words, room).into_iter().enumerate() {
            self.pad(indent);
            if i == 0 {
                self.out.push_str(mark);
            } else {
                self.pad(mark.len());
            }
            self.words(&line);
            self.end_line();
        }
    }

    /// A command, in lines that can be typed as they stand.
    pub fn command(&mut self, command: &Command) {
        for line in command.lines(self.screen.width) {
            self.words(&whole(&line, Look::Dim));
            self.end_line();
        }
    }

    /// Words as they are, without the end of a line.
    pub fn words(&mut self, words: &[Word]) {
        let mut look = Look::Plain;
        for (i, word) in words.iter().enumerate() {
            if word.look != look {
                self.turn_off(look);
            }
            if i > 0 {
                self.out.push(' ');
            }
            if word.look != look {
                self.turn_on(word.look);
                look = word.look;
            }
            self.out.push_str(&word.text);
        }
        self.turn_off(look);
    }

    /// Spaces.
    pub fn pad(&mut self, columns: usize) {
        self.out.extend(std::iter::repeat_n(' ', columns));
    }

    /// The end of a line, without spaces before it.
    pub fn end_line(&mut self) {
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
        self.out.push('\n');
    }

    fn turn_on(&mut self, look: Look) {
        if self.screen.colour {
            self.out.push_str(match look {
                Look::Plain => "",
                Look::Bold => "\u{1b}[1m",
                Look::Dim => "\u{1b}[2m",
            });
        }
    }

    fn turn_off(&mut self, look: Look) {
        if self.screen.colour && look != Look::Plain {
            self.out.push_str("\u{1b}[0m");
        }
    }
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

    #[test]
    fn looks_are_written_only_where_they_are_welcome() {
        for (colour, wanted) in [(true, "- a \u{1b}[1mb c\u{1b}[0m\n"), (false, "- a b c\n")] {
            let mut writer = Writer::new(Screen { width: 20, colour });
            let both = [words("a", Look::Plain), words("b c", Look::Bold)].concat();
            writer.paragraph(both, 0, "- ");
            assert_eq!(writer.finish(), wanted);
        }
    }
}
