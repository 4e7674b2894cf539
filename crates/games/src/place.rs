//! From the keys of a finding to its line and column.

use core::ops::Range;
use tercet_rules::{On, Path, Step};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A place in a text. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The bytes, within one line.
    pub bytes: Range<usize>,
}

impl Place {
    /// The place of these bytes; of several lines only the first counts.
    pub(crate) fn of(text: &str, bytes: Range<usize>) -> Place {
        let start = floor(text, bytes.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = &text[line_start..];
        let line_end = line_start + line.find(['\n', '\r']).unwrap_or(line.len());
        let end = floor(text, bytes.end).clamp(start, line_end.max(start));
        Place {
            line: 1 + text[..line_start].matches('\n').count(),
            column: 1 + text[line_start..start].chars().count(),
            bytes: start..end,
        }
    }

    /// The line of the text that holds the place, and where in the text that line starts.
    pub(crate) fn line_of<'t>(&self, text: &'t str) -> (&'t str, usize) {
        let start = text[..self.bytes.start].rfind('\n').map_or(0, |at| at + 1);
        let line = &text[start..];
        (line.lines().next().unwrap_or(""), start)
    }
}

/// The nearest boundary of a character at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The bytes of a key or a value; of the nearest part around it that is there, for something missing.
pub(crate) fn locate(file: &DeTable<'_>, path: &Path, on: On) -> Range<usize> {
    let mut found = 0..0;
    let mut table = Some(file);
    let mut array: Option<&[Spanned<DeValue<'_>>]> = None;
    for (i, step) in path.steps().iter().enumerate() {
        let last = i + 1 == path.steps().len();
        let value = match step {
            Step::Key(key) => table.and_then(|table| table.get_key_value(&**key)).map(|(key, value)| {
                if last && on == On::Key {
                    found = key.span();
                    return None;
                }
                Some(value)
            }),
            Step::Index(index) => array.and_then(|array| array.get(*index)).map(Some),
        };
        let Some(Some(value)) = value else { break };
        found = value.span();
        table = value.get_ref().as_table();
        array = value.get_ref().as_array().map(|array| &**array);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a = 1\n[b.c]\nd = [ { e = 2 },\n  { f = \"é\", g = 3 } ]\n";

    /// The text at a path, and its line and column.
    fn at(path: &Path, on: On) -> (&'static str, usize, usize) {
        let file = DeTable::parse(TEXT).expect("well-formed");
        let place = Place::of(TEXT, locate(file.get_ref(), path, on));
        (&TEXT[place.bytes.clone()], place.line, place.column)
    }

    #[test]
    fn a_path_leads_to_its_value_its_key_or_what_is_nearest() {
        let rows = Path::root().key("b").key("c").key("d");
        assert_eq!(at(&Path::root().key("a"), On::Value), ("1", 1, 5));
        assert_eq!(at(&Path::root().key("a"), On::Key), ("a", 1, 1));
        assert_eq!(at(&rows.index(1).key("g"), On::Value), ("3", 4, 18));
        assert_eq!(at(&rows.index(1).key("f"), On::Key), ("f", 4, 5));
        assert_eq!(at(&rows.index(1).key("h"), On::Value), ("{ f = \"é\", g = 3 }", 4, 3));
        assert_eq!(at(&rows.index(7), On::Value), ("[ { e = 2 },", 3, 5));
        assert_eq!(at(&Path::root().key("b").key("c").key("x"), On::Value), ("[b.c]", 2, 1));
        assert_eq!(at(&Path::root().key("x"), On::Key), ("", 1, 1));
    }

    #[test]
    fn odd_bytes_are_no_trouble() {
        for (bytes, line, column) in [(900..1000, 5, 1), (0..0, 1, 1)] {
            let place = Place::of(TEXT, bytes);
            assert_eq!((place.line, place.column), (line, column));
        }
        // In the middle of the two bytes of é.
        let middle = TEXT.find('é').expect("there is one") + 1;
        assert_eq!(Place::of(TEXT, middle..middle).column, 10);
    }
}
