//! What was written of a table becomes what everybody may know of it.

use crate::house::of_the_house;
use crate::seen::status;
use tercet_protocol::live::{self, Choice, Fact, FactKind};
use tercet_rules::{Choice as Chosen, Money};
use tercet_table::{CannotStand, TableEvent};

/// The facts that these events are; the first is number `first` of its table, from 1.
pub(crate) fn facts(events: &[TableEvent], first: u64, at_ms: u64) -> Vec<Fact> {
    (first..).zip(events).map(|(n, event)| Fact { n, at_ms, what: kind(event) }).collect()
}

/// What everybody may know of an event: neither chance nor a secret, and not who of the house it was.
pub(crate) fn kind(event: &TableEvent) -> FactKind {
    match event {
        TableEvent::Set { .. } => FactKind::Set,
        TableEvent::Turned { status: to, reason, .. } => {
            FactKind::Turned { status: status(*to), reason: reason.clone() }
        }
        TableEvent::Seated { spot, player } => FactKind::Seated { spot: *spot, player: player.to_string() },
        TableEvent::Left { spot, by } => {
            let absent = by.as_ref().is_some_and(|by| *by == of_the_house());
            FactKind::Left { spot: *spot, by_floor: by.is_some(), absent }
        }
        TableEvent::RoundOpened { round, .. } => FactKind::RoundOpened { round: *round },
        TableEvent::MeterStarted { .. } => FactKind::MeterStarted,
        TableEvent::Placed { spot, wager, amount } => {
            FactKind::Placed { spot: *spot, wager: wager.to_string(), amount: Money::units(*amount) }
        }
        TableEvent::TakenBack { spot, wager } => {
            FactKind::TakenBack { spot: *spot, wager: wager.to_string() }
        }
        TableEvent::Sworn { spot, .. } => FactKind::Sworn { spot: *spot },
        TableEvent::Ready { spot } => FactKind::Ready { spot: *spot },
        TableEvent::BetsClosed { sent_back } => {
            let seat = |back: &CannotStand| live::CannotStand { spot: back.spot, code: back.code.clone() };
            FactKind::BetsClosed { sent_back: sent_back.iter().map(seat).collect() }
        }
        TableEvent::Told { spot, .. } => FactKind::Told { spot: *spot },
        TableEvent::Dealt { withheld, .. } => FactKind::Dealt { withheld: withheld.clone() },
        TableEvent::Decided { spot, choice } => {
            let choice = match choice {
                Chosen::Fold => Choice::Fold,
                Chosen::Play { .. } => Choice::Play,
            };
            FactKind::Decided { spot: *spot, choice }
        }
        TableEvent::TimedOut { spot } => FactKind::TimedOut { spot: *spot },
        TableEvent::Reported { event, .. } => FactKind::Reported { event: event.clone() },
        TableEvent::Revealed => FactKind::Revealed,
        TableEvent::Reconciled { .. } => FactKind::Reconciled,
        TableEvent::SeedTold { .. } => FactKind::SeedTold,
        TableEvent::Voided { reason, .. } => FactKind::Voided { reason: reason.clone() },
        TableEvent::SeedLost { reason } => FactKind::SeedLost { reason: reason.clone() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tercet_ledger::Name;

    /// Whoever is stood up is told whether it was the floor or, after a long absence, the house; who left by themselves is told neither. A client of before
    /// reads it as it did.
    #[test]
    fn who_stood_somebody_up_is_told() {
        for (by, told) in [
            (None, json!({"what":"left","spot":3,"by_floor":false})),
            (Some("flo"), json!({"what":"left","spot":3,"by_floor":true})),
            (Some("house"), json!({"what":"left","spot":3,"by_floor":true,"absent":true})),
        ] {
            let by = by.map(|name| Name::new(name).unwrap());
            let fact = kind(&TableEvent::Left { spot: 3, by });
            assert_eq!(serde_json::to_value(fact).unwrap(), told);
        }
    }
}
