//! Just enough reading of Rust to tell code from comments and strings, and tests from the rest.

use std::ops::Range;

/// The text with every comment, string and character literal blanked out, byte for byte, lines kept.
///
/// What is left is code: a word found in it is really used.
pub(crate) fn code_only(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = literal_or_comment(bytes, at);
        if let Some(end) = end {
            code[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        at = end.unwrap_or(at + 1);
    }
    String::from_utf8(code).expect("only whole characters are blanked")
}

/// The end of the comment or literal that starts here, if one does.
fn literal_or_comment(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes[at] {
        b'/' if bytes.get(at + 1) == Some(&b'/') => Some(find(bytes, at, b"\n").unwrap_or(bytes.len())),
        b'/' if bytes.get(at + 1) == Some(&b'*') => Some(block_comment(bytes, at)),
        b'"' => Some(string(bytes, at)),
        b'r' => raw_string(bytes, at),
        b'\'' => character(bytes, at),
        _ => None,
    }
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let offset = bytes.get(from..)?.windows(what.len()).position(|window| window == what)?;
    Some(from + offset)
}

fn block_comment(bytes: &[u8], at: usize) -> usize {
    let (mut depth, mut at) = (1, at + 2);
    while depth > 0 && at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// `r"…"`, `r#"…"#` and so on, also after `b` or `c`; a raw identifier such as `r#type` is none.
fn raw_string(bytes: &[u8], at: usize) -> Option<usize> {
    let before = bytes[..at].iter().rev().take_while(|byte| is_word(**byte)).count();
    if before > 1 || (before == 1 && !matches!(bytes[at - 1], b'b' | b'c')) {
        return None;
    }
    let hashes = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
    let open = at + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    Some(find(bytes, open + 1, &close).map_or(bytes.len(), |end| end + close.len()))
}

/// A character literal; a lifetime is none.
fn character(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at + 1) == Some(&b'\\') {
        return find(bytes, at + 3, b"'").map(|end| end + 1);
    }
    let first = *bytes.get(at + 1)?;
    let length = if first < 0x80 { 1 } else { first.leading_ones() as usize };
    (bytes.get(at + 1 + length) == Some(&b'\'')).then_some(at + 2 + length)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where a whole word stands in code.
pub(crate) fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = code.as_bytes();
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let end = at + word.len();
        !(at > 0 && is_word(bytes[at - 1]) || bytes.get(end).is_some_and(|byte| is_word(*byte)))
    })
}

/// The line a byte stands on, counted from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// What of a file is compiled only for tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TestParts {
    /// The items under `#[cfg(test)]`, attribute and all.
    pub(crate) regions: Vec<Range<usize>>,
    /// The modules declared as `#[cfg(test)] mod name;`, which are files of their own.
    pub(crate) modules: Vec<String>,
}

/// Finds the parts of a file that are compiled only for tests, in its [`code_only`] form.
pub(crate) fn test_parts(code: &str) -> TestParts {
    let mut parts = TestParts::default();
    let mut from = 0;
    while let Some(offset) = code[from..].find("#[cfg(") {
        let start = from + offset;
        let after = closing(code, start + 1);
        from = after;
        if !means_test(&code[start..after]) {
            continue;
        }
        let end = item_end(code, after);
        if let Some(name) = declared_module(&code[after..end]) {
            parts.modules.push(name);
        }
        parts.regions.push(start..end);
        from = end;
    }
    parts
}

/// `cfg(test)` and `cfg(all(test, …))`; `any` and `not` also hold outside tests.
fn means_test(attribute: &str) -> bool {
    let names = |word| words(attribute, word).next().is_some();
    names("test") && !names("any") && !names("not")
}

/// The end of the item that starts here: behind its closing brace or its semicolon.
fn item_end(code: &str, from: usize) -> usize {
    let bytes = code.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b';' => return at + 1,
            b'{' => return closing(code, at),
            b'(' | b'[' => at = closing(code, at),
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Behind the bracket that closes the one at this place.
fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, byte) in code.as_bytes()[open..].iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return open + offset + 1;
        }
    }
    code.len()
}

fn declared_module(item: &str) -> Option<String> {
    let declaration = item.strip_suffix(';')?;
    let at = words(declaration, "mod").last()?;
    Some(declaration[at + 3..].trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_characters_are_blanked_and_lines_kept() {
        for (text, code) in [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            (r#"f("std \" x") + 1"#, r#"f(          ) + 1"#),
            (r##"f(r#"std " x"#) + 1"##, r##"f(            ) + 1"##),
            ("f(br\"x\")", "f(b    )"),
            ("let r#type = var\"x\";", "let r#type = var   ;"),
            ("let c = '\"'; let d = '\\''; x", "let c =    ; let d =     ; x"),
            ("let c = '♠'; x", "let c =      ; x"),
            ("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}"),
        ] {
            assert_eq!(code_only(text), code, "{text}");
            assert_eq!(code_only(text).len(), text.len(), "{text}");
        }
    }

    #[test]
    fn text_that_ends_too_early_is_blanked_to_its_end() {
        for text in ["a /* b", "a \"b", "a r#\"b", "a \"b\\", "'", "'\\", "r"] {
            assert_eq!(code_only(text).len(), text.len(), "{text}");
        }
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(words("no_std std::x std stdx", "std").collect::<Vec<_>>(), [7, 14]);
    }

    #[test]
    fn test_parts_are_items_under_cfg_test() {
        let parts = |text: &str| {
            let parts = test_parts(&code_only(text));
            let regions: Vec<String> =
                parts.regions.into_iter().map(|range| text[range].to_owned()).collect();
            (regions, parts.modules)
        };
        let tests = "#[cfg(test)]\nmod tests { fn f() { let x = [1; 2]; } }";
        assert_eq!(parts(&format!("fn a() {{}}\n{tests}\nfn b() {{}}")), (vec![tests.to_owned()], vec![]));
        let gated = "#[cfg(all(test, unix))]\n#[rustfmt::skip]\nfn f(x: [u8; 3]) -> u8 { x[0] }";
        assert_eq!(parts(&format!("{gated} fn b() {{}}")), (vec![gated.to_owned()], vec![]));
        let away = "#[cfg(test)]\npub(crate) mod oracle;";
        assert_eq!(parts(&format!("{away}\nmod b;")), (vec![away.to_owned()], vec!["oracle".to_owned()]));
        for not_test in
            ["#[cfg(not(test))] mod a {}", "#[cfg(any(test, unix))] mod a {}", "// #[cfg(test)]\nmod a {}"]
        {
            assert_eq!(parts(not_test), (vec![], vec![]), "{not_test}");
        }
    }
}
