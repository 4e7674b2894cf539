//! Did you mean …?

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The option that a mistyped word most likely meant: at most a third of its letters may differ, or one of the
/// two is the beginning of the other.
#[must_use]
pub fn nearest<'a>(word: &str, options: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = plain(word);
    let most = (word.len() / 3).max(1);
    options
        .into_iter()
        .map(|option| (closeness(&word, &plain(option), most), option))
        .filter(|(closeness, _)| *closeness <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, option)| option)
}

/// The options in one line: `` `a`, `b` or `c` ``.
#[must_use]
pub fn one_of<'a>(options: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = options.into_iter().map(|option| format!("`{option}`")).collect();
    match quoted.as_slice() {
        [] => "nothing".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Letters in lower case, underscores as hyphens: slips that nobody sees. Cut short, as a word may be a book.
fn plain(word: &str) -> Vec<char> {
    let plain = |c: char| if c == '_' || c == ' ' { '-' } else { c.to_ascii_lowercase() };
    word.chars().take(40).map(plain).collect()
}

/// The distance; words that begin alike count as close.
fn closeness(a: &[char], b: &[char], most: usize) -> usize {
    let begins = a.len().min(b.len()) >= 3 && (a.starts_with(b) || b.starts_with(a));
    let distance = distance(a, b);
    if begins { distance.min(most) } else { distance }
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    rows[i - 2][j - 2] + 1
                } else {
                    usize::MAX
                };
                replaced.min(swapped).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let keys = ["name", "stage", "required", "on_fold", "amount"];
        for (word, meant) in [
            ("nmae", Some("name")),
            ("Stage", Some("stage")),
            ("requried", Some("required")),
            ("on-fold", Some("on_fold")),
            ("amounts", Some("amount")),
            ("requirements", None),
            ("req", Some("required")),
            ("pays", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, keys), meant, "{word}");
        }
    }

    #[test]
    fn options_read_like_a_sentence() {
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(one_of(["a"]), "`a`");
        assert_eq!(one_of([]), "nothing");
    }
}
