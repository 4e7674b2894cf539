//! JSON as it is written: the order, the numbers and the keys of the text.
//!
//! A general reader may turn `10.0` into 10, keep the last of two equal keys, give up on a number of four
//! hundred digits, and say nothing about what stood before a fault. Where the text is about money, each of
//! these is a wrong answer. This reader accepts what RFC 8259 calls JSON, but for a key that stands twice and
//! for nesting deeper than [`DEEPEST`]; a test compares it with `serde_json`.

use super::shown;
use std::borrow::Cow;
use std::str::CharIndices;

/// The deepest nesting of lists and objects.
const DEEPEST: usize = 32;

/// A value, borrowed from the text where it can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value<'t> {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(&'t str),
    Text(Cow<'t, str>),
    List(Vec<Value<'t>>),
    Object(Vec<Member<'t>>),
}

/// A key of an object with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member<'t> {
    pub(crate) key: Cow<'t, str>,
    pub(crate) value: Value<'t>,
}

impl<'t> Value<'t> {
    /// The text, or the value that is none.
    pub(crate) fn into_text(self) -> Result<Cow<'t, str>, Value<'t>> {
        if let Value::Text(text) = self { Ok(text) } else { Err(self) }
    }

    /// What this is, in a word or two.
    pub(crate) fn kind(&self) -> String {
        match self {
            Value::Null => "null".into(),
            Value::Bool(is) => is.to_string(),
            Value::Number(text) => format!("the number {}", shown(text)),
            Value::Text(text) => format!("the text \"{}\"", shown(text)),
            Value::List(_) => "a list".into(),
            Value::Object(_) => "an object".into(),
        }
    }
}

/// Where a text stops being JSON, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// The path of the innermost value that had begun; empty at the outermost.
    pub(crate) at: String,
    /// A sentence with the column, and the line if there are several; both counted from 1, columns in characters.
    pub(crate) message: String,
}

impl Fault {
    fn in_field(mut self, key: &str) -> Fault {
        let key = shown(key);
        self.at = match self.at.as_str() {
            "" => key,
            inner if inner.starts_with('[') => key + inner,
            inner => format!("{key}.{inner}"),
        };
        self
    }

    fn in_element(mut self, index: usize) -> Fault {
        let dot = if self.at.is_empty() || self.at.starts_with('[') { "" } else { "." };
        self.at = format!("[{index}]{dot}{}", self.at);
        self
    }
}

/// Reads a line that is one object, and puts its members into `into` one by one: what was read before a fault
/// stands there after it.
pub(crate) fn members<'t>(line: &'t [u8], into: &mut Vec<Member<'t>>) -> Result<(), Fault> {
    members_of("the line", line, into)
}

/// The same of something that is called otherwise.
pub(crate) fn members_of<'t>(
    called: &'static str,
    text: &'t [u8],
    into: &mut Vec<Member<'t>>,
) -> Result<(), Fault> {
    let (valid, whole) = match std::str::from_utf8(text) {
        Ok(valid) => (valid, true),
        Err(error) => (std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(), false),
    };
    let mut reader = Reader { called, text: valid, at: 0, depth: 0 };
    let read = reader.only_object(into);
    if whole {
        return read;
    }
    Err(Fault { at: String::new(), message: format!("{}: these bytes are not UTF-8", place(valid)) })
}

/// The place after this text: `column 7`, or `line 2, column 7` where it has several lines.
fn place(before: &str) -> String {
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    if line == 1 { format!("column {column}") } else { format!("line {line}, column {column}") }
}

struct Reader<'t> {
    /// What is read, as it is called in a fault.
    called: &'static str,
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn only_object(&mut self, into: &mut Vec<Member<'t>>) -> Result<(), Fault> {
        self.space();
        if self.peek() != Some(b'{') {
            return self.expected("one object in braces");
        }
        self.object(into)?;
        self.space();
        if self.at < self.text.len() {
            return self.expected("nothing after the object");
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes this byte if it is the next.
    fn take(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn fault<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { at: String::new(), message: format!("{}: {}", place(&self.text[..at]), message.into()) })
    }

    fn expected<T>(&self, what: &str) -> Result<T, Fault> {
        match self.text[self.at..].chars().next() {
            Some(found) => {
                let found = shown(found.encode_utf8(&mut [0; 4]));
                self.fault(self.at, format!("`{found}` where {what} should be"))
            }
            None => self.fault(self.at, format!("{} ends where {what} should be", self.called)),
        }
    }

    fn value(&mut self) -> Result<Value<'t>, Fault> {
        match self.peek() {
            Some(b'"') => Ok(Value::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{') => {
                let mut members = Vec::with_capacity(5);
                self.object(&mut members)?;
                Ok(Value::Object(members))
            }
            Some(b'[') => self.list(),
            Some(b'n') => self.word("null", Value::Null),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            _ => self.expected("a value"),
        }
    }

    fn word(&mut self, word: &str, value: Value<'t>) -> Result<Value<'t>, Fault> {
        if !self.text[self.at..].starts_with(word) {
            return self.expected(&format!("a value such as `{word}`"));
        }
        self.at += word.len();
        Ok(value)
    }

    /// Goes one level deeper, past the opening bracket.
    fn enter(&mut self) -> Result<(), Fault> {
        if self.depth == DEEPEST {
            return self.fault(self.at, format!("nested deeper than {DEEPEST} levels"));
        }
        self.depth += 1;
        self.at += 1;
        self.space();
        Ok(())
    }

    fn object(&mut self, members: &mut Vec<Member<'t>>) -> Result<(), Fault> {
        self.enter()?;
        let mut keys = Keys::default();
        let mut more = !self.take(b'}');
        while more {
            let at = self.at;
            if self.peek() != Some(b'"') {
                return self.expected("a key in quotes");
            }
            let key = self.string()?;
            if !keys.insert(&key, members) {
                let twice = self.fault(at, format!("the field `{}` stands here twice", shown(&key)));
                return twice.map_err(|fault: Fault| fault.in_field(&key));
            }
            self.space();
            if !self.take(b':') {
                return self.expected("`:`").map_err(|fault: Fault| fault.in_field(&key));
            }
            self.space();
            let value = self.value().map_err(|fault| fault.in_field(&key))?;
            members.push(Member { key, value });
            self.space();
            more = self.take(b',');
            if more {
                self.space();
            } else if !self.take(b'}') {
                return self.expected("`,` or `}`");
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn list(&mut self) -> Result<Value<'t>, Fault> {
        self.enter()?;
        let mut values = Vec::new();
        let mut more = !self.take(b']');
        while more {
            values.push(self.value().map_err(|fault| fault.in_element(values.len()))?);
            self.space();
            more = self.take(b',');
            if more {
                self.space();
            } else if !self.take(b']') {
                return self.expected("`,` or `]`");
            }
        }
        self.depth -= 1;
        Ok(Value::List(values))
    }

    fn number(&mut self) -> Result<Value<'t>, Fault> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _sign = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Value::Number(&self.text[start..self.at]))
    }

    /// One digit or more.
    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { self.expected("a digit") } else { Ok(()) }
    }

    /// A text in quotes, borrowed unless it has escapes.
    fn string(&mut self) -> Result<Cow<'t, str>, Fault> {
        let start = self.at + 1;
        let rest = &self.text.as_bytes()[start..];
        let plain = rest.iter().position(|byte| ENDS_PLAIN[usize::from(*byte)]).unwrap_or(rest.len());
        self.at = start + plain;
        if self.take(b'"') {
            return Ok(Cow::Borrowed(&self.text[start..start + plain]));
        }
        let mut text = self.text[start..self.at].to_owned();
        let mut chars = self.text[self.at..].char_indices();
        let base = self.at;
        while let Some((offset, c)) = chars.next() {
            self.at = base + offset;
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                '\\' => match escape(&mut chars) {
                    Some(c) => text.push(c),
                    None => return self.fault(self.at, "an escape that means nothing"),
                },
                '\0'..='\x1F' => {
                    return self.expected("the rest of a text (control characters are written as escapes)");
                }
                _ => text.push(c),
            }
        }
        self.at = self.text.len();
        self.expected("a closing quote")
    }
}

/// Bytes at which a plain text in quotes ends: a quote, an escape, a control character.
const ENDS_PLAIN: [bool; 256] = {
    let mut ends = [false; 256];
    let mut control = 0;
    while control < 0x20 {
        ends[control] = true;
        control += 1;
    }
    ends[b'"' as usize] = true;
    ends[b'\\' as usize] = true;
    ends
};

/// The character behind a backslash; none if that is no escape, or half of a pair.
fn escape(chars: &mut CharIndices<'_>) -> Option<char> {
    Some(match chars.next()?.1 {
        c @ ('"' | '\\' | '/') => c,
        'b' => '\x08',
        'f' => '\x0C',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => match four_digits(chars)? {
            high @ 0xD800..=0xDBFF => {
                let follows = chars.next()?.1 == '\\' && chars.next()?.1 == 'u';
                let low = if follows { four_digits(chars)? } else { return None };
                let low = low.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
                char::from_u32(0x10000 + ((high - 0xD800) << 10) + low)?
            }
            code => char::from_u32(code)?,
        },
        _ => return None,
    })
}

fn four_digits(chars: &mut CharIndices<'_>) -> Option<u32> {
    (0..4).try_fold(0, |code, _| Some(code * 16 + chars.next()?.1.to_digit(16)?))
}

/// The keys of one object so far: a handful is searched, more are kept in order.
#[derive(Default)]
struct Keys(std::collections::BTreeSet<String>);

impl Keys {
    /// How many keys are searched one by one.
    const FEW: usize = 24;

    /// Whether this key is new beside those of the members.
    fn insert(&mut self, key: &str, members: &[Member<'_>]) -> bool {
        if members.len() < Keys::FEW {
            return members.iter().all(|member| member.key != key);
        }
        if self.0.is_empty() {
            self.0 = members.iter().map(|member| member.key.clone().into_owned()).collect();
        }
        self.0.insert(key.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<Member<'_>>, Fault> {
        let mut into = Vec::new();
        members(text.as_bytes(), &mut into).map(|()| into)
    }

    #[test]
    fn order_numbers_and_texts_stay_as_they_are_written() {
        let text = r#" { "b" : 1e3 , "a" : [ 10.0, -0, 123456789012345678901234567890 ] , "\u0063\n" : "A\ud83c\udca1" } "#;
        let number = |text| Value::Number(text);
        let list = vec![number("10.0"), number("-0"), number("123456789012345678901234567890")];
        let expected = [("b", number("1e3")), ("a", Value::List(list)), ("c\n", Value::Text("A🂡".into()))];
        let expected = expected.map(|(key, value)| Member { key: key.into(), value });
        assert_eq!(read(text).as_deref(), Ok(expected.as_slice()));
    }

    #[test]
    fn a_fault_has_its_path_and_column() {
        for (text, at, message) in [
            ("", "", "column 1: the line ends where one object in braces should be"),
            ("[1]", "", "column 1: `[` where one object in braces should be"),
            ("{} {}", "", "column 4: `{` where nothing after the object should be"),
            (r#"{"a":1"#, "", "column 7: the line ends where `,` or `}` should be"),
            (r#"{"a":1,}"#, "", "column 8: `}` where a key in quotes should be"),
            (r#"{"a":[{"b":[1,x]}]}"#, "a[0].b[1]", "column 15: `x` where a value should be"),
            (r#"{"a":{"b":1,"b":2}}"#, "a.b", "column 13: the field `b` stands here twice"),
            (r#"{"é":01}"#, "", "column 7: `1` where `,` or `}` should be"),
            (r#"{"a":1.}"#, "a", "column 8: `}` where a digit should be"),
            (r#"{"a":"\ud800"}"#, "a", "column 7: an escape that means nothing"),
            (r#"{"a":nul}"#, "a", "column 6: `n` where a value such as `null` should be"),
            (
                "{\"a\":\"b\tc\"}",
                "a",
                "column 8: `\\t` where the rest of a text (control characters are written as escapes) should be",
            ),
            ("{\n \"a\" 1}", "a", "line 2, column 6: `1` where `:` should be"),
            ("{\"a\":1,\n", "", "line 2, column 1: the line ends where a key in quotes should be"),
            (r#"{"a":"b"#, "a", "column 8: the line ends where a closing quote should be"),
        ] {
            assert_eq!(read(text), Err(Fault { at: at.into(), message: message.into() }), "{text}");
        }
    }

    #[test]
    fn what_stood_before_a_fault_is_kept() {
        for text in [&b"{\"id\":7,\"x\":"[..], b"{\"id\":7,\"x\":\"\xff\"}", b"{\"id\":7,\"id\":8}"] {
            let mut into = Vec::new();
            assert!(members(text, &mut into).is_err());
            assert_eq!(into, [Member { key: "id".into(), value: Value::Number("7") }]);
        }
    }

    #[test]
    fn nesting_and_many_keys_are_bounded() {
        let nested = |n| format!("{{\"a\":{}{}}}", "[".repeat(n), "]".repeat(n));
        assert!(read(&nested(DEEPEST - 1)).is_ok());
        assert!(read(&nested(DEEPEST)).is_err());
        assert!(read(&nested(500_000)).is_err());
        let many = |last: &str| {
            let keys: Vec<String> = (0..50_000).map(|i| format!("\"k{i}\":0")).collect();
            format!("{{{},\"{last}\":1}}", keys.join(","))
        };
        assert!(read(&many("new")).is_ok());
        assert!(read(&many("k7")).is_err());
    }

    /// Texts that are JSON or nearly so.
    fn nearly_json() -> impl Strategy<Value = String> {
        let pieces = vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"b\"",
            "\"c\"",
            "1",
            "-",
            "0",
            ".",
            "5",
            "e",
            "E",
            "+",
            "null",
            "true",
            "false",
            " ",
            "\t",
            "\\u00e9",
            "\"\\n\"",
            "\"\\ud83c\\udca1\"",
            "\"\\ud83c\"",
            "\"",
            "é",
            "\\",
            "\u{1}",
        ];
        prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// The reader and serde_json agree on what is JSON, but for keys that stand twice.
        #[test]
        fn the_same_texts_are_json_as_for_serde_json(inner in nearly_json()) {
            let text = format!("{{\"k\":[{inner}]}}");
            let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
            let ours = read(&text);
            let twice = ours.as_ref().is_err_and(|fault| fault.message.contains("twice"));
            prop_assert!(twice || ours.is_ok() == theirs.is_ok(), "{} {:?} {:?}", text, ours, theirs);
        }
    }
}
