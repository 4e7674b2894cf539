//! The proof of a round of the past, with the money as it was written.

use tercet_audit::Recalled;
use tercet_ledger::{Posting, RoundMoney, Transaction, Why};
use tercet_protocol::proof::{ProofMoney, ProofOf, SeenMeter, write_proof};
use tercet_rules::{Game, Phase};
use tercet_table::{MeterSeen, TableEvent};

/// The proof of a round that is over.
///
/// # Errors
///
/// A sentence that says why the round has none.
pub(super) fn of(recalled: &Recalled) -> Result<String, String> {
    let place = format!("round {} at {}", recalled.no, recalled.table);
    let Some(table) = &recalled.over else {
        return Err(format!("{place} is in play: its seed is told once it is over"));
    };
    let (round, settings) = table.round().zip(table.round_settings()).ok_or("no round is there")?;
    let Phase::Settled(dealt, settlement) = round.phase() else {
        return Err(format!(
            "{place} is void: there is no settlement to prove (--json tells its seed's commitment)"
        ));
    };
    let Some(record) = dealt.record(round.game()) else {
        return Err(format!("{place} had an irregularity, for which the form of a proof has no place"));
    };
    let shuffle = table.told().ok_or("its seed is not told")?;
    let id = format!("{}/{}", recalled.table, recalled.no);
    let money = money(recalled, round.game(), settings.meter.clone());
    let proof =
        ProofOf { shuffle, game: round.game(), id: Some(&id), record: &record, settlement, money: &money };
    Ok(write_proof(&proof))
}

/// The money of the round as it was written, part by part.
fn money(recalled: &Recalled, game: &Game, name: Option<tercet_ledger::Name>) -> ProofMoney {
    let (mut at_deal, mut at_settlement) = (None, None);
    let (mut bets, mut decided, mut settled): (Vec<&Posting>, Vec<&Posting>, Vec<&Posting>) =
        Default::default();
    let mut dealt = false;
    for step in &recalled.steps {
        let mut reconciled = false;
        for event in &step.events {
            if let TableEvent::Dealt { meter } = event {
                at_deal = meter.as_ref().map(|MeterSeen { now, .. }| *now);
            } else if let TableEvent::Reconciled { meter } = event {
                at_settlement = meter.as_ref().map(|MeterSeen { now, .. }| *now);
                reconciled = true;
            }
        }
        let postings = step.transactions.iter().flat_map(Transaction::postings);
        if reconciled {
            settled.extend(postings);
        } else if dealt {
            decided.extend(postings);
        } else {
            bets.extend(postings);
        }
        dealt |= step.events.iter().any(|event| matches!(event, TableEvent::Dealt { .. }));
    }
    debug_assert!(
        decided.iter().all(|posting| matches!(posting.why, Why::Stake(_) | Why::Release(_))),
        "only decisions stand between deal and settlement"
    );
    ProofMoney {
        meter: SeenMeter { name, at_deal, at_settlement },
        postings: RoundMoney::gather(game, bets, decided, settled),
    }
}
