//! Lines of an input, one at a time, none longer than a bound.

use crate::line::{self, Read};
use std::io::{self, BufReader};

pub(super) use crate::line::LONGEST;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'b> {
    /// All of it.
    Whole(&'b [u8]),
    /// The first [`LONGEST`] bytes of a line that is longer; the rest was skipped.
    Cut(&'b [u8]),
}

/// Reads an input line by line into one buffer.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    buffer: Vec<u8>,
    number: u64,
}

/// Bytes asked of the input at once.
const READ: usize = 1 << 16;

impl<R: io::Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(READ, input), buffer: Vec::new(), number: 0 }
    }

    /// Whether the next line may have to be waited for: it is not here as a whole.
    pub(super) fn waits(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    /// The next line that is not blank, with its number counted from 1; none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<(u64, Line<'_>)>> {
        loop {
            let read = line::read(&mut self.input, &mut self.buffer)?;
            self.number += u64::from(read != Read::End);
            match read {
                Read::End => return Ok(None),
                Read::Cut => return Ok(Some((self.number, Line::Cut(&self.buffer)))),
                Read::Whole => {}
            }
            if self.number == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
                self.buffer.drain(..BYTE_ORDER_MARK.len());
            }
            let blank = self.buffer.trim_ascii().is_empty();
            if !blank {
                return Ok(Some((self.number, Line::Whole(self.buffer.trim_ascii_end()))));
            }
        }
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut lines = Lines::new(text);
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            let Line::Whole(line) = line else { panic!("line {number} is cut") };
            all.push((number, line.to_vec()));
        }
        all
    }

    #[test]
    fn line_ends_of_all_kinds_blank_lines_and_a_byte_order_mark() {
        let expected = [(1, b"a".to_vec()), (3, b"b".to_vec()), (5, b"c".to_vec())];
        assert_eq!(lines(b"\xEF\xBB\xBFa\r\n\nb\n \t\r\nc"), expected);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n\n"), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_is_whole() {
        let mut text = vec![b'x'; LONGEST];
        text.extend_from_slice(b"\nshort\n");
        text.extend(std::iter::repeat_n(b'y', 3 * LONGEST));
        text.extend_from_slice(b"\nlast");
        let mut lines = Lines::new(&*text);
        assert!(matches!(lines.next().unwrap(), Some((1, Line::Whole(line))) if line.len() == LONGEST));
        assert_eq!(lines.next().unwrap(), Some((2, Line::Whole(b"short"))));
        assert!(matches!(lines.next().unwrap(), Some((3, Line::Cut(line))) if line.len() == LONGEST));
        assert_eq!(lines.next().unwrap(), Some((4, Line::Whole(b"last"))));
        assert_eq!(lines.next().unwrap(), None);
    }
}
