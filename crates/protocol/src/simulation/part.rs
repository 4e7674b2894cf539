//! An answer that is read again, so that its chunks can be added to those of others.

use crate::json::{Member, Value, members, shown};
use core::ops::Range;
use core::str::FromStr;
use tercet_sim::{CHUNKS, Sum, Tally};

/// No count of an honest answer is so large.
const MOST_COUNT: u64 = 1 << 60;
/// No sum either.
const MOST_UNITS: i128 = 1 << 100;
/// Nor any extreme.
const MOST_EXTREME: i64 = 1 << 60;

/// An answer of `tercet simulate --json`, of which only what was asked and its sums are read.
#[derive(Clone, Debug)]
pub struct Part<'t> {
    members: Vec<Member<'t>>,
}

impl<'t> Part<'t> {
    /// Reads an answer.
    ///
    /// # Errors
    ///
    /// Where it stops being JSON.
    pub fn read(text: &'t [u8]) -> Result<Part<'t>, String> {
        let mut read = Vec::new();
        members(text, &mut read).map_err(|fault| match fault.at.as_str() {
            "" => fault.message,
            at => format!("{at}: {}", fault.message),
        })?;
        Ok(Part { members: read })
    }

    /// A field that is a text.
    ///
    /// # Errors
    ///
    /// It is not there or is something else.
    pub fn text(&self, key: &str) -> Result<&str, String> {
        text(key, self.field(key)?)
    }

    /// What it came to, in a tally like this one, which has nothing yet.
    ///
    /// # Errors
    ///
    /// What is missing, is no number, or cannot be, by its name.
    pub fn tally(&self, nothing: Tally) -> Result<Tally, String> {
        let mut tally = nothing;
        tally.chunks = self.chunks()?;
        let sums = object("sums", self.field("sums")?)?;
        for (name, sum) in tally.sums() {
            let path = format!("sums.{name}");
            let value = sums.iter().find(|member| member.key == name).map(|member| &member.value);
            match (sum, value) {
                (Sum::Highest(to) | Sum::Lowest(to), value) => {
                    *to = value.map(|value| extreme(&path, value)).transpose()?;
                }
                (_, None) => return Err(format!("{path}: missing")),
                (Sum::Count(to), Some(value)) => *to = count(&path, value)?,
                (Sum::Units(to), Some(value)) => {
                    *to = within(&path, value, |units: &i128| units.abs() <= MOST_UNITS)?;
                }
                (Sum::Most(to), Some(value)) => *to = extreme(&path, value)?,
                (Sum::Counts(to), Some(value)) => counts(&path, value, to)?,
            }
        }
        if let Some(unknown) =
            sums.iter().find(|member| !tally.sums().iter().any(|(name, _)| *name == member.key))
        {
            return Err(format!("sums.{}: nothing of this name is summed up", shown(&unknown.key)));
        }
        match tally.contradiction() {
            Some(what) => Err(format!("sums.{what}")),
            None => Ok(tally),
        }
    }

    /// Which chunks were played, in order.
    fn chunks(&self) -> Result<Vec<Range<u64>>, String> {
        let Value::List(list) = self.field("chunks")? else {
            return Err("chunks: expected a list of chunks".into());
        };
        let mut chunks: Vec<Range<u64>> = Vec::new();
        for (place, value) in list.iter().enumerate() {
            let path = |key: &str| format!("chunks[{place}].{key}");
            let range = object(&format!("chunks[{place}]"), value)?;
            let number = |key: &str| {
                let member = range.iter().find(|member| member.key == key);
                let value = &member.ok_or_else(|| format!("{}: missing", path(key)))?.value;
                within(&path(key), value, |number: &u64| *number <= CHUNKS)
            };
            let (first, many) = (number("first")?, number("count")?);
            let before = chunks.last().map_or(0, |range| range.end);
            if first < before || many == 0 || first + many > CHUNKS {
                return Err(format!("chunks[{place}]: expected chunks that follow those before them"));
            }
            chunks.push(first..first + many);
        }
        Ok(chunks)
    }

    fn field(&self, key: &str) -> Result<&Value<'t>, String> {
        let member = self.members.iter().find(|member| member.key == key);
        member.map(|member| &member.value).ok_or_else(|| format!("{key}: missing"))
    }
}

fn object<'v, 't>(path: &str, value: &'v Value<'t>) -> Result<&'v [Member<'t>], String> {
    match value {
        Value::Object(members) => Ok(members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
            Err(format!("{path}: {}; expected an object", value.kind()))
        }
    }
}

fn text<'v>(path: &str, value: &'v Value<'_>) -> Result<&'v str, String> {
    match value {
        Value::Text(text) => Ok(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => {
            Err(format!("{path}: {}; expected a text", value.kind()))
        }
    }
}

/// A whole number as it is written, and only so, within bounds.
fn within<N: FromStr + ToString>(
    path: &str,
    value: &Value<'_>,
    fits: impl Fn(&N) -> bool,
) -> Result<N, String> {
    let text = text(path, value)?;
    digits(text, fits)
        .ok_or_else(|| format!("{path}: `{}`; expected a whole number that can be", shown(text)))
}

fn digits<N: FromStr + ToString>(text: &str, fits: impl Fn(&N) -> bool) -> Option<N> {
    text.parse::<N>().ok().filter(|number| fits(number) && number.to_string() == text)
}

fn count(path: &str, value: &Value<'_>) -> Result<u64, String> {
    within(path, value, |count: &u64| *count <= MOST_COUNT)
}

fn extreme(path: &str, value: &Value<'_>) -> Result<i64, String> {
    within(path, value, |units: &i64| units.unsigned_abs() <= MOST_EXTREME.unsigned_abs())
}

/// Counts as `place:count`, in the order of the places.
fn counts(path: &str, value: &Value<'_>, to: &mut [u64]) -> Result<(), String> {
    let mut next = 0;
    for word in text(path, value)?.split_whitespace() {
        let wrong = || format!("{path}: `{}`; expected place:count, below place {}", shown(word), to.len());
        let (place, count) = word.split_once(':').ok_or_else(wrong)?;
        let place = digits(place, |place: &usize| (next..to.len()).contains(place)).ok_or_else(wrong)?;
        let count = digits(count, |count: &u64| *count <= MOST_COUNT).ok_or_else(wrong)?;
        to[place] = count;
        next = place + 1;
    }
    Ok(())
}
