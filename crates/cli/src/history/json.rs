//! Rounds of the past for programs, as docs/AUDIT.md describes them.

use super::status;
use super::text::words;
use crate::journal::time_of;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tercet_audit::{Recalled, Recollection};
use tercet_cards::format_cards;
use tercet_ledger::{Account, Name, Posting, Transaction, Why};
use tercet_rules::{Audience, By, Choice, DealerView, Phase, SpotView, view};
use tercet_table::TableEvent;

/// A round as one object; whole, with every step and line.
pub(super) fn round(recalled: &Recalled, whole: bool) -> Value {
    let mut object = json!({
        "replay": true,
        "table": recalled.table.as_str(),
        "round": recalled.no,
        "status": status(recalled),
        "opened": time_of(recalled.opened_ms()),
        "other_money": &recalled.otherwise,
        "records": [recalled.steps.first().map(|step| step.seq), recalled.steps.last().map(|step| step.seq)],
    });
    if let Some(why) = &recalled.damaged {
        object["damaged"] = json!(why);
    }
    let settings = recalled.over.as_ref().and_then(|table| table.round_settings());
    if let (Some(round), Some(settings)) = (recalled.round(), settings) {
        let seen = view(round, Audience::Audit);
        object["ended"] = json!(recalled.steps.last().map(|step| time_of(step.at_ms)));
        object["game"] = json!(settings.game.id.as_str());
        object["rules"] = json!(format!("sha256:{}", settings.rules));
        if let Phase::Voided { reason, .. } = round.phase() {
            object["void"] = json!(reason);
        }
        if let Some(DealerView::Open(hand)) = &seen.dealer {
            object["dealer"] = json!(format_cards(hand.cards.iter().copied()));
        }
        if let Some(moved) = seen.meter_move {
            object["meter"] = json!({
                "before": moved.before.units(), "paid": moved.paid.units(), "after": moved.after.units(),
            });
        }
        object["spots"] = seen.spots.iter().map(|one| spot(one, whole)).collect();
    } else {
        object["spots"] = bets(recalled);
    }
    if whole {
        object["steps"] = recalled.steps.iter().map(|one| step(recalled, one)).collect();
    }
    object
}

fn spot(spot: &SpotView, whole: bool) -> Value {
    let wagers: Map<String, Value> =
        spot.wagers.iter().map(|(id, stake)| (id.to_string(), json!(stake.units()))).collect();
    let mut object = json!({ "spot": spot.spot, "player": spot.player, "wagers": wagers });
    if let Some(cards) = &spot.cards {
        object["cards"] = json!(format_cards(cards.iter().copied()));
    }
    if let Some((choice, by)) = spot.decision {
        object["decision"] = json!(if choice == Choice::Fold { "fold" } else { "play" });
        object["decided_by"] = json!(if by == By::Table { "table" } else { "player" });
    }
    if let Some(net) = spot.net {
        object["net"] = json!(net.units());
    }
    if whole && !spot.lines.is_empty() {
        object["lines"] = spot
            .lines
            .iter()
            .map(|line| {
                json!({
                    "wager": line.id.as_str(), "stake": line.stake.units(), "outcome": line.outcome.as_str(),
                    "won": line.won.units(), "returned": line.returned.units(), "net": line.net().units(),
                    "rule": line.rule.as_ref().map(|rule| rule.as_str()),
                })
            })
            .collect();
        object["envy"] =
            spot.envy.iter().map(|envy| json!({ "spot": envy.spot, "won": envy.won.units() })).collect();
    }
    object
}

/// A spot of a round that is in play, by what was written.
#[derive(Default)]
struct Open {
    player: String,
    /// What lies there by wager, in the smallest unit.
    wagers: BTreeMap<String, i64>,
    decision: Option<(&'static str, &'static str)>,
}

/// The bets and decisions of a round that is in play, by what was written: no card.
fn bets(recalled: &Recalled) -> Value {
    let seat = |player: &Name| Open { player: player.to_string(), ..Open::default() };
    let mut seats: BTreeMap<u8, Open> =
        recalled.seated.iter().map(|(spot, player)| (*spot, seat(player))).collect();
    for step in &recalled.steps {
        for event in &step.events {
            if let TableEvent::Seated { spot, player } = event {
                // Whoever sits down later plays from the next round on, unless bets are open.
                seats.entry(*spot).or_insert_with(|| seat(player));
            }
        }
        let postings: Vec<&Posting> = step.transactions.iter().flat_map(Transaction::postings).collect();
        for posting in &postings {
            // What is sent back as bets close is no event of its own: the money says what lies there.
            let (spot, id, units) = match (&posting.from, &posting.to, &posting.why) {
                (_, Account::Layout(_, spot), Why::Stake(id)) => (spot, id, posting.amount.units()),
                (Account::Layout(_, spot), _, Why::StakeBack(id)) => (spot, id, -posting.amount.units()),
                _ => continue,
            };
            if let Some(seat) = seats.get_mut(spot) {
                let lies = seat.wagers.entry(id.to_string()).or_default();
                *lies = lies.saturating_add(units);
            }
        }
        for event in &step.events {
            if let TableEvent::Left { spot, .. } = event
                && seats.get(spot).is_some_and(Open::is_empty)
            {
                seats.remove(spot);
            } else if let TableEvent::Decided { spot, choice } = event {
                let choice = if *choice == Choice::Fold { "fold" } else { "play" };
                decided(&mut seats, *spot, choice, "player");
            } else if let TableEvent::TimedOut { spot } = event {
                let plays = postings.iter().any(|posting| {
                    matches!(posting.to, Account::Layout(_, at) if at == *spot)
                        && matches!(posting.why, Why::Stake(_))
                });
                decided(&mut seats, *spot, if plays { "play" } else { "fold" }, "table");
            }
        }
    }
    let spot = |(spot, mut seat): (u8, Open)| {
        seat.wagers.retain(|_, units| *units > 0);
        let mut object = json!({ "spot": spot, "player": seat.player, "wagers": seat.wagers });
        if let Some((decision, by)) = seat.decision {
            object["decision"] = json!(decision);
            object["decided_by"] = json!(by);
        }
        object
    };
    seats.into_iter().map(spot).collect()
}

impl Open {
    fn is_empty(&self) -> bool {
        self.wagers.values().all(|units| *units <= 0)
    }
}

fn decided(seats: &mut BTreeMap<u8, Open>, spot: u8, decision: &'static str, by: &'static str) {
    if let Some(seat) = seats.get_mut(&spot) {
        seat.decision = Some((decision, by));
    }
}

fn step(recalled: &Recalled, step: &Recollection) -> Value {
    let game = recalled.round().map(|round| round.game());
    let said: Vec<String> = match game {
        Some(game) if !step.happened.is_empty() => {
            step.happened.iter().map(|event| event.say(game)).collect()
        }
        _ => step.events.iter().map(words).collect(),
    };
    let postings = step.transactions.iter().flat_map(|transaction| transaction.postings()).map(posting);
    json!({
        "record": step.seq,
        "at": time_of(step.at_ms),
        "said": said,
        "postings": postings.collect::<Value>(),
    })
}

fn posting(posting: &Posting) -> Value {
    json!({
        "from": posting.from.to_string(),
        "to": posting.to.to_string(),
        "amount": posting.amount.units(),
        "why": posting.why.to_string(),
    })
}
