//! From JSON to the record of a round: every field known, every value of its kind.
//!
//! The walk goes on after a fault, so that the first in order of precedence is reported and not the first in
//! the line.

use super::incoming::{Id, Incoming, Reader};
use super::problem::{Problem, Reason, Worst};
use crate::json::{Member, Value, field, members, shown, unknown_field};
use tercet_cards::{Card, parse_cards};
use tercet_rules::{Code, Decision, Money, RoundRecord, SpotRecord, WagerId};

/// The fields of a round.
const ROUND: &[&str] = &["id", "game", "dealer", "meter", "spots"];
/// The fields of a spot.
const SPOT: &[&str] = &["spot", "player", "cards", "wagers", "decision"];

/// More cards than this are not kept: there are two alike among them, and the rules say so.
const MOST_CARDS: usize = 53;

pub(super) fn line<'t>(line: &'t [u8], reader: &mut Reader) -> Incoming<'t> {
    let mut fields = Vec::with_capacity(ROUND.len());
    let read = members(line, &mut fields);
    let mut walk = Walk { worst: Worst::default(), reader };
    let incoming = match read {
        Ok(()) => walk.round(fields),
        Err(fault) => {
            let at = if fault.at.is_empty() { "line".into() } else { fault.at };
            walk.worst.0 = Some(Problem { reason: Reason::BadJson, at, message: fault.message });
            Incoming { id: walk.id_among(fields), game: None, record: RoundRecord::default(), problem: None }
        }
    };
    Incoming { problem: walk.worst.0, ..incoming }
}

/// Reads the fields of a round that stands inside something else.
pub(crate) fn fields_of_round<'t>(fields: Vec<Member<'t>>, reader: &mut Reader) -> Incoming<'t> {
    let mut walk = Walk { worst: Worst::default(), reader };
    let incoming = walk.round(fields);
    Incoming { problem: walk.worst.0, ..incoming }
}

struct Walk<'r> {
    worst: Worst,
    reader: &'r mut Reader,
}

impl Walk<'_> {
    fn round<'t>(&mut self, fields: Vec<Member<'t>>) -> Incoming<'t> {
        let (mut id, mut game, mut record) = (None, None, RoundRecord::default());
        let (mut dealer, mut spots) = (false, false);
        for Member { key, value } in fields {
            match &*key {
                "id" => id = self.id(value),
                "game" => match value.into_text() {
                    Ok(text) => game = Some(text),
                    Err(other) => self.kind("game", &other, "the id of a game, as a text"),
                },
                "dealer" => {
                    dealer = true;
                    record.dealer = self.cards(&value, || "dealer".into());
                }
                "meter" => record.meter = Some(self.meter(&value)),
                "spots" => {
                    spots = true;
                    record.spots = self.spots(value);
                }
                _ => self.unknown("", &key, ROUND),
            }
        }
        if !dealer {
            self.missing("", "dealer", "\"dealer\":\"Qs Td 4c\"");
        }
        if !spots {
            self.missing("", "spots", "\"spots\":[{\"spot\":1,\"cards\":\"As Ks Qs\",\"wagers\":{\"ante\":1000},\"decision\":\"play\"}]");
        }
        Incoming { id, game, record, problem: None }
    }

    fn id_among<'t>(&mut self, fields: Vec<Member<'t>>) -> Option<Id<'t>> {
        let id = fields.into_iter().find(|member| member.key == "id")?;
        self.id(id.value)
    }

    fn id<'t>(&mut self, value: Value<'t>) -> Option<Id<'t>> {
        match value {
            Value::Text(text) => Some(Id::Text(text)),
            Value::Number(text) => Some(Id::Number(text)),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Object(_) => {
                self.kind("id", &value, "a text or a number");
                None
            }
        }
    }

    fn spots(&mut self, value: Value<'_>) -> Vec<SpotRecord> {
        let Value::List(spots) = value else {
            self.kind("spots", &value, "a list of spots in brackets");
            return Vec::new();
        };
        spots.into_iter().enumerate().map(|(i, spot)| self.spot(spot, i)).collect()
    }

    fn spot(&mut self, value: Value<'_>, i: usize) -> SpotRecord {
        let mut spot =
            SpotRecord { spot: 0, player: None, cards: Vec::new(), wagers: Vec::new(), decision: None };
        let at = || format!("spots[{i}]");
        let Value::Object(fields) = value else {
            self.kind(&at(), &value, "a spot in braces");
            return spot;
        };
        let (mut number, mut cards, mut wagers) = (false, false, false);
        for Member { key, value } in fields {
            match &*key {
                "spot" => {
                    number = true;
                    spot.spot = self.number(&value, || format!("spots[{i}].spot"));
                }
                "player" => match value.into_text() {
                    Ok(text) => spot.player = Some(text.into_owned()),
                    Err(other) => self.kind(&format!("spots[{i}].player"), &other, "a name, as a text"),
                },
                "cards" => {
                    cards = true;
                    spot.cards = self.cards(&value, || format!("spots[{i}].cards"));
                }
                "wagers" => {
                    wagers = true;
                    spot.wagers = self.wagers(value, i);
                }
                "decision" => spot.decision = self.decision(&value, i),
                _ => self.unknown(&at(), &key, SPOT),
            }
        }
        for (there, name, example) in [
            (number, "spot", "\"spot\":1"),
            (cards, "cards", "\"cards\":\"As Ks Qs\""),
            (wagers, "wagers", "\"wagers\":{\"ante\":1000}"),
        ] {
            if !there {
                self.missing(&at(), name, example);
            }
        }
        spot
    }

    fn number(&mut self, value: &Value<'_>, at: impl Fn() -> String) -> u8 {
        let number = if let Value::Number(text) = value { text.parse().ok() } else { None };
        number.filter(|number| *number > 0).unwrap_or_else(|| {
            let message = || format!("{} is no position; expected a whole number from 1", value.kind());
            self.worst.note(Reason::Rules(Code::BadSpot), at, message);
            0
        })
    }

    fn cards(&mut self, value: &Value<'_>, at: impl Fn() -> String) -> Vec<Card> {
        let Value::Text(text) = value else {
            let message =
                || format!("{} where cards should be; expected a text such as \"As Ks Qs\"", value.kind());
            self.worst.note(Reason::BadCard, at, message);
            return Vec::new();
        };
        match parse_cards(text) {
            Ok(mut cards) => {
                cards.truncate(MOST_CARDS);
                cards
            }
            Err(error) => {
                self.worst.note(Reason::BadCard, at, || error.to_string());
                Vec::new()
            }
        }
    }

    fn wagers(&mut self, value: Value<'_>, i: usize) -> Vec<(WagerId, Money)> {
        let Value::Object(wagers) = value else {
            self.kind(&format!("spots[{i}].wagers"), &value, "wagers in braces, such as {\"ante\":1000}");
            return Vec::new();
        };
        let wager = |Member { key, value }: Member<'_>| {
            let amount = amount(&value).unwrap_or_else(|message| {
                let at = || field(&format!("spots[{i}].wagers"), &key);
                self.worst.note(Reason::Rules(Code::BadAmount), at, || message);
                Money::ZERO
            });
            (self.reader.wager(&key), amount)
        };
        wagers.into_iter().map(wager).collect()
    }

    fn meter(&mut self, value: &Value<'_>) -> Money {
        amount(value).unwrap_or_else(|message| {
            self.worst.note(Reason::Rules(Code::BadAmount), || "meter".into(), || message);
            Money::ZERO
        })
    }

    fn decision(&mut self, value: &Value<'_>, i: usize) -> Option<Decision> {
        let decision = match value {
            Value::Text(text) => [Decision::Play, Decision::Fold].into_iter().find(|d| d.as_str() == text),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => None,
        };
        if decision.is_none() {
            let message = || {
                format!(
                    "{} is no decision; expected `play` or `fold`, or no such field where there is nothing to decide",
                    value.kind()
                )
            };
            self.worst.note(Reason::BadDecision, || format!("spots[{i}].decision"), message);
        }
        decision
    }

    /// A value of another kind than its field has.
    fn kind(&mut self, at: &str, found: &Value<'_>, expected: &str) {
        let message = || format!("{}; expected {expected}", found.kind());
        self.worst.note(Reason::BadJson, || at.into(), message);
    }

    fn unknown(&mut self, of: &str, key: &str, known: &[&str]) {
        self.worst.note(Reason::UnknownField, || field(of, key), || unknown_field(key, known));
    }

    fn missing(&mut self, of: &str, key: &str, example: &str) {
        let message = || format!("`{key}` is missing; expected such as {example}");
        self.worst.note(Reason::MissingField, || field(of, key), message);
    }
}

/// A whole number of the smallest unit; whether it can be a stake is for the rules to say.
fn amount(value: &Value<'_>) -> Result<Money, String> {
    let expected = |found: String| {
        format!("{found} is no amount; expected a whole number of the smallest unit (cents), such as 1000")
    };
    let Value::Number(text) = value else { return Err(expected(value.kind())) };
    if text.bytes().any(|byte| !byte.is_ascii_digit() && byte != b'-') {
        return Err(expected(value.kind()));
    }
    let too_large =
        || format!("{} is too large; expected at most {} cents", shown(text), Money::MAX_STAKE.units());
    text.parse().map(Money::from_units).map_err(|_| too_large())
}
