//! Rounds of the past for programs, as docs/AUDIT.md describes them.

use super::status;
use crate::journal::time_of;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tercet_audit::{Recalled, Recollection};
use tercet_cards::format_cards;
use tercet_ledger::Posting;
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
        "records": [recalled.steps.first().map(|step| step.seq), recalled.steps.last().map(|step| step.seq)],
    });
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

/// The bets of a round that is in play, by what was written: no card.
fn bets(recalled: &Recalled) -> Value {
    let mut seats: BTreeMap<u8, (String, Map<String, Value>)> =
        recalled.seated.iter().map(|(spot, player)| (*spot, (player.to_string(), Map::new()))).collect();
    for event in recalled.steps.iter().flat_map(|step| &step.events) {
        if let TableEvent::Seated { spot, player } = event {
            seats.insert(*spot, (player.to_string(), Map::new()));
        } else if let TableEvent::Left { spot, .. } = event {
            seats.remove(spot);
        } else if let TableEvent::Placed { spot, wager, amount } = event
            && let Some((_, wagers)) = seats.get_mut(spot)
        {
            wagers.insert(wager.to_string(), json!(amount.units()));
        } else if let TableEvent::TakenBack { spot, wager } = event
            && let Some((_, wagers)) = seats.get_mut(spot)
        {
            wagers.remove(wager.as_str());
        }
    }
    let spot = |(spot, (player, wagers))| json!({ "spot": spot, "player": player, "wagers": wagers });
    seats.into_iter().map(spot).collect()
}

fn step(recalled: &Recalled, step: &Recollection) -> Value {
    let game = recalled.round().map(|round| round.game());
    let said: Vec<String> =
        game.map_or(Vec::new(), |game| step.happened.iter().map(|event| event.say(game)).collect());
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
