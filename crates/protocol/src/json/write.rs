//! JSON written straight into bytes: no spaces, fields in the order in which they are given.

use std::fmt::Display;
use std::io::Write as _;
use tercet_cards::Card;
use tercet_rules::is_harmless;

/// A JSON text being written at the end of a buffer.
pub(crate) struct Out<'b>(pub(crate) &'b mut Vec<u8>);

impl Out<'_> {
    /// The comma before a field or element, unless it is the first.
    fn comma(&mut self) {
        if !matches!(self.0.last(), None | Some(b'{' | b'[')) {
            self.0.push(b',');
        }
    }

    /// An object that is the whole text, whatever stands before it in the buffer.
    pub(crate) fn whole_object(&mut self, members: impl FnOnce(&mut Self)) {
        self.0.push(b'{');
        members(self);
        self.0.push(b'}');
    }

    // Inlined, so that the length of each key is known: half of an answer is keys.
    #[inline]
    fn key(&mut self, key: &'static str) {
        self.comma();
        self.0.push(b'"');
        self.0.extend_from_slice(key.as_bytes());
        self.0.extend_from_slice(b"\":");
    }

    /// An object as an element.
    pub(crate) fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.comma();
        self.0.push(b'{');
        members(self);
        self.0.push(b'}');
    }

    /// A field that is an object.
    pub(crate) fn object_field(&mut self, key: &'static str, members: impl FnOnce(&mut Self)) {
        self.key(key);
        self.0.push(b'{');
        members(self);
        self.0.push(b'}');
    }

    /// A field that is a list.
    pub(crate) fn list_field(&mut self, key: &'static str, elements: impl FnOnce(&mut Self)) {
        self.key(key);
        self.0.push(b'[');
        elements(self);
        self.0.push(b']');
    }

    /// A field that is a text.
    #[inline]
    pub(crate) fn text(&mut self, key: &'static str, text: &str) {
        self.key(key);
        self.quoted(text);
    }

    /// A field that is a text which holds neither quotes nor backslashes nor control characters.
    pub(crate) fn plain(&mut self, key: &'static str, text: impl Display) {
        self.key(key);
        self.0.push(b'"');
        let start = self.0.len();
        let _cannot_fail = write!(self.0, "{text}");
        debug_assert!(self.0[start..].iter().all(|byte| !may_be_escaped(*byte)), "{text}");
        self.0.push(b'"');
    }

    /// A field that is cards in the given order: `As Ks Qs`.
    pub(crate) fn cards(&mut self, key: &'static str, cards: &[Card]) {
        self.key(key);
        self.0.push(b'"');
        for (i, card) in cards.iter().enumerate() {
            if i > 0 {
                self.0.push(b' ');
            }
            for letter in [card.rank().letter(), card.suit().letter()] {
                self.0.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        self.0.push(b'"');
    }

    /// An element that is a text.
    pub(crate) fn text_element(&mut self, text: &str) {
        self.comma();
        self.quoted(text);
    }

    /// A field that is a whole number.
    #[inline]
    pub(crate) fn whole(&mut self, key: &'static str, number: i64) {
        self.key(key);
        self.digits(number);
    }

    /// A field that is a whole number, with a name that is not known beforehand.
    pub(crate) fn named_whole(&mut self, key: &str, number: i64) {
        self.text_element(key);
        self.0.push(b':');
        self.digits(number);
    }

    /// A field that is a text, with a name that is not known beforehand.
    pub(crate) fn named(&mut self, key: &str, text: impl Display) {
        self.text_element(key);
        self.0.push(b':');
        self.quoted(&text.to_string());
    }

    /// A field that is true or false.
    pub(crate) fn flag(&mut self, key: &'static str, flag: bool) {
        self.key(key);
        self.0.extend_from_slice(if flag { b"true" } else { b"false" });
    }

    /// A field whose value is JSON already.
    pub(crate) fn raw(&mut self, key: &'static str, json: &str) {
        self.key(key);
        self.0.extend_from_slice(json.as_bytes());
    }

    /// A text in quotes.
    pub(crate) fn quoted(&mut self, text: &str) {
        self.0.push(b'"');
        let mut rest = text;
        // Most texts are plain: asked of all bytes at once, that is faster than finding the first.
        if !text.bytes().fold(false, |found, byte| found | may_be_escaped(byte)) {
            self.0.extend_from_slice(text.as_bytes());
            rest = "";
        }
        for c in rest.chars() {
            match c {
                '"' => self.0.extend_from_slice(b"\\\""),
                '\\' => self.0.extend_from_slice(b"\\\\"),
                '\n' => self.0.extend_from_slice(b"\\n"),
                '\r' => self.0.extend_from_slice(b"\\r"),
                '\t' => self.0.extend_from_slice(b"\\t"),
                // A terminal may show this: what would steer it is written as an escape, which means the same.
                c if !is_harmless(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        let _cannot_fail = write!(self.0, "\\u{unit:04x}");
                    }
                }
                c => self.0.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        self.0.push(b'"');
    }

    fn digits(&mut self, number: i64) {
        if number < 0 {
            self.0.push(b'-');
        }
        // The last digit first, from the end: no number has more than twenty.
        let mut digits = [b'0'; 20];
        let mut start = digits.len();
        let mut rest = number.unsigned_abs();
        while rest > 0 || start == digits.len() {
            start -= 1;
            digits[start] += u8::try_from(rest % 10).unwrap_or_default();
            rest /= 10;
        }
        self.0.extend_from_slice(&digits[start..]);
    }
}

/// Whether a text with this byte must be looked at letter by letter.
fn may_be_escaped(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1F | 0x7F..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let odd = "a \"quoted\"\\ text\n\t\r\u{1}\u{7f}é🂡\u{9b}\u{202e}\u{e0041}\u{2028}";
        // What stands before it is not ours.
        let mut bytes = b"data: ".to_vec();
        let mut out = Out(&mut bytes);
        out.whole_object(|o| {
            o.text("text", odd);
            o.plain("plain", 5);
            o.whole("least", i64::MIN);
            o.whole("zero", 0);
            o.whole("most", i64::MAX);
            o.flag("flag", true);
            o.raw("raw", "1.50");
            o.object_field("empty", |_| {});
            o.list_field("list", |o| {
                o.text_element("[");
                o.text_element("{");
                o.object(|o| o.whole("n", -10));
            });
        });
        let text = String::from_utf8(bytes).unwrap();
        let text = text.strip_prefix("data: ").unwrap();
        assert!(
            text.chars().all(is_harmless) && text.contains("é🂡\\u009b\\u202e\\udb40\\udc41\\u2028"),
            "{text}"
        );
        let read: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(read["text"], odd);
        assert_eq!(read["least"], i64::MIN);
        assert_eq!(read["most"], i64::MAX);
        assert_eq!(read["list"][2]["n"], -10);
        assert!(text.ends_with(r#""raw":1.50,"empty":{},"list":["[","{",{"n":-10}]}"#), "{text}");
    }
}
