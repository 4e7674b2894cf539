//! What was asked, to be asked again: the command that was typed, in one line, or broken between its words as a shell reads it; or a
//! request.

use std::ffi::{OsStr, OsString};
use std::fmt;
use tercet_rules::is_harmless;
use unicode_width::UnicodeWidthStr as _;

/// A command, each word as it must be typed; or a request.
#[derive(Clone, Debug)]
pub struct Command {
    words: Vec<String>,
    is_typed: bool,
}

/// How a line ends that goes on in the next one, and how far that stands in.
const GOES_ON: &str = " \\";
const HANG: &str = "    ";

impl Command {
    /// The command of a run of the program with these arguments.
    pub fn typed(arguments: impl Iterator<Item = OsString>) -> Command {
        let words = arguments.map(|argument| quoted(&argument));
        Command { words: core::iter::once("tercet".to_owned()).chain(words).collect(), is_typed: true }
    }

    /// A request, such as `GET /api/v1/games`, which holds nothing that cannot be seen.
    #[must_use]
    pub fn request(text: &str) -> Command {
        Command { words: text.split(' ').map(str::to_owned).collect(), is_typed: false }
    }

    /// How the answer is asked for in another form: `--json`, or `form=json`.
    #[must_use]
    pub fn form(&self, form: &str) -> String {
        if self.is_typed { format!("--{form}") } else { format!("form={form}") }
    }

    /// How more is asked for: `--readings`, or `readings=yes`.
    #[must_use]
    pub fn with(&self, what: &str) -> String {
        if self.is_typed { format!("--{what}") } else { format!("{what}=yes") }
    }

    /// The command in lines of at most so many columns. It breaks only between words, behind the value of an option where
    /// that fits; a longer word keeps a line to itself, and so does a request.
    #[must_use]
    pub fn lines(&self, room: usize) -> Vec<String> {
        let whole = self.to_string();
        if columns(&whole) <= room || !self.is_typed {
            return vec![whole];
        }
        let room = room.saturating_sub(columns(GOES_ON));
        let mut lines: Vec<String> = Vec::new();
        for piece in self.pieces(room) {
            match lines.last_mut() {
                Some(line) if columns(line) + 1 + columns(&piece) <= room => {
                    line.push(' ');
                    line.push_str(&piece);
                }
                Some(line) => {
                    line.push_str(GOES_ON);
                    lines.push(format!("{HANG}{piece}"));
                }
                None => lines.push(piece),
            }
        }
        lines
    }

    /// What stands together: options with their values, as far as a line holds both.
    fn pieces(&self, room: usize) -> Vec<String> {
        let mut pieces = Vec::new();
        let mut words = self.words.iter().peekable();
        while let Some(word) = words.next() {
            let is_option = word.starts_with('-') && !word.contains('=');
            let fits = |value: &&String| {
                is_option
                    && !value.starts_with('-')
                    && columns(HANG) + columns(word) + 1 + columns(value) <= room
            };
            match words.next_if(fits) {
                Some(value) => pieces.push(format!("{word} {value}")),
                None => pieces.push(word.clone()),
            }
        }
        pieces
    }
}

/// The command in one line.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

/// The columns that a text takes.
fn columns(text: &str) -> usize {
    text.width()
}

/// A word as a shell must be given it. What cannot be seen, or is no text, stands there as `$'\033'`, which all shells but
/// the smallest know.
fn quoted(word: &OsStr) -> String {
    // Some letters cannot be seen, as the fillers of Korean.
    let plain = |c: char| (c.is_alphanumeric() && is_harmless(c)) || "-_=./,:@%+".contains(c);
    match word.to_str() {
        // Some shells take `=x` for the path of the program x.
        Some(text) if !text.is_empty() && !text.starts_with('=') && text.chars().all(plain) => {
            text.to_owned()
        }
        Some(text) if text.chars().all(is_harmless) => format!("'{}'", text.replace('\'', "'\\''")),
        _ => in_escapes(word),
    }
}

fn in_escapes(word: &OsStr) -> String {
    let mut out = String::from("$'");
    for chunk in word.as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' | '\\' => out.extend(['\\', c]),
                c if is_harmless(c) => out.push(c),
                c => out.push_str(&octal(c.encode_utf8(&mut [0; 4]).as_bytes())),
            }
        }
        out.push_str(&octal(chunk.invalid()));
    }
    out.push('\'');
    out
}

fn octal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:03o}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn command(words: &[&str]) -> Command {
        Command::typed(words.iter().map(OsString::from))
    }

    #[test]
    fn options_keep_their_values_where_a_line_holds_them() {
        let words =
            ["session", "three-card-poker", "--bet", "ante=10", "--rounds", "500", "--bankroll", "300"];
        assert_eq!(
            command(&words).lines(58),
            ["tercet session three-card-poker --bet ante=10 \\", "    --rounds 500 --bankroll 300"]
        );
        assert_eq!(command(&words).lines(80).len(), 1);
        assert_eq!(
            command(&["odds", "a", "--known", "dealer: Kd; dead: 4c 5c 6c"]).lines(30),
            ["tercet odds a --known \\", "    'dealer: Kd; dead: 4c 5c 6c'"]
        );
    }

    #[test]
    fn what_a_shell_would_read_otherwise_is_quoted() {
        for (word, wanted) in [
            ("pair-plus=40-30-6-4-1", "pair-plus=40-30-6-4-1"),
            ("", "''"),
            ("=ls", "'=ls'"),
            ("it's  $HOME!", "'it'\\''s  $HOME!'"),
            ("a\u{1b}[2J'b", "$'a\\033[2J\\'b'"),
            ("a\nb", "$'a\\012b'"),
            ("\u{202e}", "$'\\342\\200\\256'"),
            ("a\u{3164}b", "$'a\\343\\205\\244b'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), wanted);
        }
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            assert_eq!(quoted(OsStr::from_bytes(b"a\xff.x")), "$'a\\377.x'");
        }
    }

    proptest! {
        /// Whatever can be seen comes back as it was typed, however narrow the page is; no line is longer than it must be.
        #[test]
        fn every_command_reads_back(
            words in prop::collection::vec("[ -~äé汉]{0,30}|--[a-z]{1,9}|[a-z]{1,8}=[0-9]{1,4}", 0..12),
            room in 20_usize..120,
        ) {
            let command = Command::typed(words.iter().map(OsString::from));
            let lines = command.lines(room);
            for text in [command.to_string(), lines.join("\n")] {
                // A shell takes the end of a line away with the mark before it, before it looks for words.
                let read = shlex::split(&text.replace("\\\n", "")).expect("whole words");
                prop_assert_eq!(&read[0], "tercet");
                prop_assert_eq!(&read[1..], &words[..], "{}", text);
            }
            let longest = command.words.iter().map(|word| columns(word)).max().unwrap_or(0);
            let most = room.max(longest + columns(HANG) + columns(GOES_ON));
            prop_assert!(lines.iter().all(|line| columns(line) <= most), "{:?}", lines);
        }
    }
}
