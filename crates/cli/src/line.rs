//! One line of an input, never more of it than a bound: whoever writes it may be a stream without an end.

use std::io::{self, BufRead, Read as _};

/// The longest line that is read, in bytes. A round of seven spots has about a thousand.
pub(crate) const LONGEST: usize = 1 << 20;

/// How much of a line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// Nothing: the input has ended.
    End,
    /// All of it, with its end if it has one.
    Whole,
    /// Its first [`LONGEST`] bytes; the rest was skipped.
    Cut,
}

/// Reads the next line into `buffer`, in place of what is there.
///
/// # Errors
///
/// What the input says.
pub(crate) fn read(input: &mut (impl BufRead + ?Sized), buffer: &mut Vec<u8>) -> io::Result<Read> {
    buffer.clear();
    let most = LONGEST as u64 + 1;
    if input.take(most).read_until(b'\n', buffer)? == 0 {
        return Ok(Read::End);
    }
    if buffer.len() <= LONGEST || buffer.ends_with(b"\n") {
        return Ok(Read::Whole);
    }
    input.skip_until(b'\n')?;
    buffer.truncate(LONGEST);
    Ok(Read::Cut)
}
