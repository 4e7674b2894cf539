//! Did you mean …?

/// The option that a mistyped word most likely meant: at most a third of its letters may differ.
pub(crate) fn nearest<'o>(word: &str, options: impl IntoIterator<Item = &'o str>) -> Option<&'o str> {
    // A word may be a book.
    let word: Vec<char> = word.chars().take(40).flat_map(char::to_lowercase).collect();
    let most = (word.len() / 3).max(1);
    options
        .into_iter()
        .map(|option| (distance(&word, option), option))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, option)| option)
}

/// The options in one line: `` `a`, `b` or `c` ``.
pub(crate) fn one_of<'o>(options: impl IntoIterator<Item = &'o str>) -> String {
    let quoted: Vec<String> = options.into_iter().map(|option| format!("`{option}`")).collect();
    match quoted.as_slice() {
        [] => "nothing".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// How many letters must be put in, taken out or replaced.
fn distance(word: &[char], option: &str) -> usize {
    let option: Vec<char> = option.chars().collect();
    let mut row: Vec<usize> = (0..=option.len()).collect();
    for (i, letter) in word.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in option.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[option.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let fields = ["spot", "player", "cards", "wagers", "decision"];
        for (word, meant) in [
            ("card", Some("cards")),
            ("Wagers", Some("wagers")),
            ("wager", Some("wagers")),
            ("desicion", Some("decision")),
            ("seat", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, fields), meant, "{word}");
        }
    }

    #[test]
    fn options_read_like_a_sentence() {
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(one_of(["a"]), "`a`");
        assert_eq!(one_of([]), "nothing");
    }
}
