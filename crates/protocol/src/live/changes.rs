//! What changed between two states of a table, without making JSON of what did not.

use super::{Round, Spot, TableState, difference};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

impl TableState {
    /// The merge patch (RFC 7396) that makes `after` of this state: that of [`difference`] between the two as JSON.
    #[must_use]
    pub fn changes(&self, after: &TableState) -> Value {
        // Every field is named, so that the compiler asks for a new one.
        let TableState { table, status, game, meter, clocks, hints, pending, seats, round } = self;
        let mut patch = Patch::default();
        patch.field("table", Some(table), Some(&after.table));
        patch.field("status", Some(status), Some(&after.status));
        patch.field("game", game.as_ref(), after.game.as_ref());
        patch.field("meter", meter.as_ref(), after.meter.as_ref());
        patch.field("clocks", clocks.as_ref(), after.clocks.as_ref());
        patch.field("hints", flag(hints), flag(&after.hints));
        patch.field("pending", flag(pending), flag(&after.pending));
        patch.field("seats", Some(seats), Some(&after.seats));
        match (round, &after.round) {
            (Some(before), Some(after)) => patch.part("round", of_round(before, after)),
            (before, after) => patch.field("round", before.as_ref(), after.as_ref()),
        }
        Value::Object(patch.0)
    }
}

fn of_round(before: &Round, after: &Round) -> Patch {
    let Round {
        no,
        stage,
        game,
        meter_name,
        clocks,
        hints,
        deadline_ms,
        ready,
        commitment,
        context,
        frozen,
        frozen_seats,
        sworn,
        told,
        seed,
        spots,
        sent_back,
        dealer,
        meter,
        meter_move,
        void,
    } = before;
    let mut patch = Patch::default();
    patch.field("no", Some(no), Some(&after.no));
    patch.field("stage", Some(stage), Some(&after.stage));
    patch.field("game", Some(game), Some(&after.game));
    patch.field("meter_name", meter_name.as_ref(), after.meter_name.as_ref());
    patch.field("clocks", Some(clocks), Some(&after.clocks));
    patch.field("hints", flag(hints), flag(&after.hints));
    patch.field("deadline_ms", deadline_ms.as_ref(), after.deadline_ms.as_ref());
    patch.field("ready", list(ready), list(&after.ready));
    patch.field("commitment", Some(commitment), Some(&after.commitment));
    patch.field("context", Some(context), Some(&after.context));
    patch.field("frozen", frozen.as_ref(), after.frozen.as_ref());
    patch.field("frozen_seats", table(frozen_seats), table(&after.frozen_seats));
    patch.field("sworn", list(sworn), list(&after.sworn));
    patch.field("told", list(told), list(&after.told));
    patch.field("seed", seed.as_ref(), after.seed.as_ref());
    patch.part("spots", of_spots(spots, &after.spots));
    patch.field("sent_back", list(sent_back), list(&after.sent_back));
    patch.field("dealer", dealer.as_ref(), after.dealer.as_ref());
    patch.field("meter", meter.as_ref(), after.meter.as_ref());
    patch.field("meter_move", meter_move.as_ref(), after.meter_move.as_ref());
    patch.field("void", void.as_ref(), after.void.as_ref());
    patch
}

fn of_spots(before: &BTreeMap<String, Spot>, after: &BTreeMap<String, Spot>) -> Patch {
    let mut patch = Patch::default();
    for (spot, was) in before {
        patch.field(spot, Some(was), after.get(spot));
    }
    for (spot, is) in after.iter().filter(|(spot, _)| !before.contains_key(*spot)) {
        patch.field(spot, None, Some(is));
    }
    patch
}

/// What is left out where it does not hold.
fn flag(flag: &bool) -> Option<&bool> {
    Some(flag).filter(|flag| **flag)
}

/// What is left out where it is empty.
fn list<T>(list: &Vec<T>) -> Option<&Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

/// What is left out where it is empty.
fn table<K, V>(table: &BTreeMap<K, V>) -> Option<&BTreeMap<K, V>> {
    Some(table).filter(|table| !table.is_empty())
}

/// What changed of an object.
#[derive(Default)]
struct Patch(Map<String, Value>);

impl Patch {
    /// Takes a field, if it changed; none is one that is left out.
    fn field<T: PartialEq + Serialize>(&mut self, name: &str, before: Option<&T>, after: Option<&T>) {
        if before == after {
            return;
        }
        let change = match (before.map(value), after.map(value)) {
            (Some(before), Some(after)) => difference(&before, &after),
            (None, Some(after)) => after,
            (_, None) => Value::Null,
        };
        self.0.insert(name.into(), change);
    }

    /// Takes what changed of an object that is there before and after.
    fn part(&mut self, name: &str, Patch(part): Patch) {
        if !part.is_empty() {
            self.0.insert(name.into(), Value::Object(part));
        }
    }
}

fn value<T: Serialize>(of: &T) -> Value {
    // No map of ours has keys that are no text, which is all that could go wrong.
    serde_json::to_value(of).unwrap_or(Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::apply;
    use serde_json::json;

    /// A state in which every field says something.
    fn full() -> Value {
        let game = json!({"id": "g", "name": "G", "rules": "sha256:0", "deal": "one deck"});
        let clocks = json!({"bet_ms": 1, "secret_ms": 2, "decide_ms": 3, "show_ms": 4});
        let line = json!({
            "wager": "ante", "stake": 5, "outcome": "win", "pays": "1:1", "row": 1, "won": 5, "returned": 5,
            "net": 5, "rule": "001.2", "rulings": ["R1"], "cut": 1,
        });
        let spot = json!({
            "player": "ann", "wagers": {"ante": 5, "play": 5}, "face_down": 3, "cards": "As Kd Qc",
            "hand": "a straight", "made": true, "six_cards": "a flush",
            "decision": {"choice": "play", "times": 1, "by_table": true}, "undecided": true,
            "lines": [line], "envy": [{"spot": 2, "won": 7}], "net": 12,
        });
        let round = json!({
            "no": 1, "stage": "over", "game": game, "meter_name": "m", "clocks": clocks, "hints": true,
            "deadline_ms": 9, "ready": [1], "commitment": "c",
            "context": {"table": "t", "round": 1, "rules": "sha256:0", "deal": "one deck", "engine": "e"},
            "frozen": "f", "frozen_seats": {"1": "h"}, "sworn": [1], "told": [1], "seed": "s",
            "spots": {"1": spot, "2": spot},
            "sent_back": [{"spot": 3, "player": "bob", "wagers": {"ante": 5}, "code": "x", "why": "as it is"}],
            "dealer": {"face_down": 1, "cards": "2c", "hand": "a deuce", "qualifies": false},
            "meter": 100, "meter_move": {"before": 100, "paid": 1, "after": 99}, "void": "a fire",
        });
        json!({
            "table": "t", "status": "open", "game": game, "meter": "m", "clocks": clocks, "hints": true,
            "pending": true, "seats": {"1": {"player": "ann", "name": "Ann"}, "2": {"player": "bob", "name": "Bob"}},
            "round": round,
        })
    }

    /// Every state that this one becomes if one of its parts goes, or becomes another.
    fn neighbours(whole: &Value) -> Vec<Value> {
        let mut all = Vec::new();
        match whole {
            Value::Object(fields) => {
                for (name, field) in fields {
                    let mut without = fields.clone();
                    without.remove(name);
                    all.push(Value::Object(without));
                    all.extend(neighbours(field).into_iter().map(|other| {
                        let mut with = fields.clone();
                        with.insert(name.clone(), other);
                        Value::Object(with)
                    }));
                }
            }
            Value::Array(items) => {
                all.push(Value::Array(Vec::new()));
                all.push(Value::Array(items.iter().chain(items).cloned().collect()));
            }
            Value::Bool(is) => all.push(Value::Bool(!is)),
            Value::Number(number) => all.push(json!(number.as_u64().unwrap_or_default() + 1)),
            Value::String(text) => all.push(json!(format!("{text}, or another"))),
            Value::Null => {}
        }
        all
    }

    fn read(state: &Value) -> Option<TableState> {
        serde_json::from_value(state.clone()).ok()
    }

    /// RFC 7396: whatever changes, goes or comes, alone or with another, is what the plain comparison of the two states says, and makes one of the other.
    #[test]
    fn what_changed_is_what_the_plain_comparison_says() {
        let full = full();
        let whole = read(&full).expect("it is a state");
        assert_eq!(serde_json::to_value(&whole).unwrap(), full, "every field says something");
        let near: Vec<TableState> = neighbours(&full).iter().filter_map(read).collect();
        assert!(near.len() > 100, "{}", near.len());
        let pairs = near.iter().zip(near.iter().rev()).chain(near.iter().map(|one| (one, &whole)));
        for (before, after) in pairs.flat_map(|(a, b)| [(a, b), (b, a)]) {
            let (was, is) = (value(before), value(after));
            let changes = before.changes(after);
            assert_eq!(changes, difference(&was, &is));
            let mut patched = was;
            apply(&mut patched, &changes);
            assert_eq!(patched, is);
        }
        assert_eq!(whole.changes(&whole), json!({}));
    }
}
