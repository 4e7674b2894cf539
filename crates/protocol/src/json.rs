//! JSON, read without losing anything and written without building anything.

mod read;
mod write;

pub(crate) use read::{Member, Value, members, members_of};
pub(crate) use write::Out;

use tercet_rules::{nearest, one_of};

/// The path of a field of something: `spots[1]` and `cards` give `spots[1].cards`.
///
/// What is not ours may be long or strange; it is shown cut short.
pub(crate) fn field(of: &str, key: &str) -> String {
    let key = shown(key);
    if of.is_empty() { key } else { format!("{of}.{key}") }
}

/// What is said of a field that there is not, beside those that there are.
pub(crate) fn unknown_field(key: &str, known: &[&str]) -> String {
    let meant = nearest(key, known.iter().copied());
    let meant = meant.map(|near| format!(" did you mean `{near}`?")).unwrap_or_default();
    let fields = one_of(known.iter().copied()).replace(" or ", " and ");
    format!("unknown field `{}`;{meant} the fields here are {fields}", shown(key))
}

/// A text of the input, ready for a message: at most forty characters, control characters as escapes.
pub(crate) fn shown(text: &str) -> String {
    tercet_rules::shown(text, 40)
}
