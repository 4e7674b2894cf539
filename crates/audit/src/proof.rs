//! The proof of a round of the past, with the money as it was written.

use crate::recall::Recalled;
use tercet_ledger::{Name, Posting, RoundMoney, Transaction, Why};
use tercet_protocol::proof::{ProofMoney, ProofOf, SeenMeter, write_proof};
use tercet_rules::{Event, Game, Money, Phase};
use tercet_table::{MeterSeen, TableEvent};

/// The proof of a round that is over, as docs/FAIRNESS.md describes it.
///
/// # Errors
///
/// A sentence that says why the round has none.
pub fn proof(recalled: &Recalled) -> Result<String, String> {
    let place = format!("round {} at {}", recalled.no, recalled.table);
    let Some(table) = &recalled.over else {
        return Err(format!("{place} is in play: its seed is told once it is over"));
    };
    let (round, settings) = table.round().zip(table.round_settings()).ok_or("no round is there")?;
    let Phase::Settled(dealt, settlement) = round.phase() else {
        return Err(format!("{place} is void: there is no settlement to prove"));
    };
    let Some(record) = dealt.record(round.game()) else {
        return Err(format!("{place} had an irregularity, for which the form of a proof has no place"));
    };
    let shuffle = table.told().ok_or("its seed is not told")?;
    let id = format!("{}/{}", recalled.table, recalled.no);
    let settled = settlement.meter.map(|meter| meter.before);
    let money = money(recalled, round.game(), settings.meter.clone(), settled);
    let proof =
        ProofOf { shuffle, game: round.game(), id: Some(&id), record: &record, settlement, money: &money };
    Ok(write_proof(&proof))
}

/// The money of the round as it was written, part by part.
fn money(recalled: &Recalled, game: &Game, name: Option<Name>, settled_from: Option<Money>) -> ProofMoney {
    let mut seen: Option<MeterSeen> = None;
    let (mut bets, mut decided, mut settled): (Vec<&Posting>, Vec<&Posting>, Vec<&Posting>) =
        Default::default();
    let mut dealt = false;
    for step in &recalled.steps {
        if step.events.iter().any(|event| matches!(event, TableEvent::RoundOpened { .. })) {
            // What a meter is started with, if it is, is no money of the round.
            continue;
        }
        let mut reconciled = false;
        for event in &step.events {
            if let TableEvent::Dealt { meter } = event {
                seen = *meter;
            }
            reconciled |= matches!(event, TableEvent::Reconciled { .. });
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
    let happened = recalled.steps.iter().flat_map(|step| &step.happened);
    let shown = happened.fold(
        None,
        |shown, event| {
            if let Event::Dealt { meter, .. } = event { *meter } else { shown }
        },
    );
    let meter = name.zip(seen).map(|(name, seen)| SeenMeter {
        name,
        before: seen.now.meter,
        read_again: settled_from.is_some_and(|meter| Some(meter) != shown),
    });
    ProofMoney { meter, postings: RoundMoney::gather(game, bets, decided, settled) }
}
