//! JSON, read without losing anything and written without building anything.

mod read;
mod write;

pub(crate) use read::{Member, Value, members};
pub(crate) use write::Out;

/// The path of a field of something: `spots[1]` and `cards` give `spots[1].cards`.
///
/// What is not ours may be long or strange; it is shown cut short.
pub(crate) fn field(of: &str, key: &str) -> String {
    let key = shown(key);
    if of.is_empty() { key } else { format!("{of}.{key}") }
}

/// A text of the input, ready for a message: at most forty characters, control characters as escapes.
pub(crate) fn shown(text: &str) -> String {
    tercet_rules::shown(text, 40)
}
