//! The proof of a round of the past, with the money as it was written.

use crate::recall::Recalled;
use std::collections::BTreeMap;
use std::fmt;
use tercet_ledger::{Account, Name, Posting, RoundMoney, Transaction, Why};
use tercet_protocol::proof::{ProofMoney, ProofOf, SeenMeter, write_proof};
use tercet_rules::{Event, Game, Money, Phase, RoundRecord};
use tercet_table::{MeterSeen, TableEvent};

/// How the players of a proof are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// As in the books.
    InTheBooks,
    /// By the first of their spots, `seat-3`: who they are is nobody's business, and the proof holds all the same.
    BySeat,
}

/// Why a round has no proof, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoProof {
    /// Its seed is not told yet.
    NotYet(String),
    /// There is none, and there will be none.
    Never(String),
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::NotYet(why) | NoProof::Never(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NoProof {}

/// The proof of a round that is over, as docs/FAIRNESS.md describes it.
///
/// # Errors
///
/// Why the round has none.
pub fn proof(recalled: &Recalled, named: Named) -> Result<String, NoProof> {
    let place = format!("round {} at {}", recalled.no, recalled.table);
    if recalled.lost.is_some() {
        let why = format!(
            "{place} ended without its seed, as the key from which that follows was said to be lost: there is no proof of it and will be none"
        );
        return Err(NoProof::Never(why));
    }
    let Some(table) = &recalled.over else {
        return Err(NoProof::NotYet(format!("{place} is in play: its seed is told once it is over")));
    };
    let round = table.round().zip(table.round_settings());
    let (round, settings) = round.ok_or_else(|| NoProof::Never("no round is there".into()))?;
    let Phase::Settled(dealt, settlement) = round.phase() else {
        let why =
            format!("{place} is void: nothing was settled, so there is no proof of it and will be none");
        return Err(NoProof::Never(why));
    };
    let Some(mut record) = dealt.record(round.game()) else {
        let why = format!(
            "{place} had an irregularity, for which the form of a proof has no place: there is none and will be none"
        );
        return Err(NoProof::Never(why));
    };
    let shuffle = table.told().ok_or_else(|| NoProof::NotYet(format!("the seed of {place} is not told")))?;
    let id = format!("{}/{}", recalled.table, recalled.no);
    let settled = settlement.meter.map(|meter| meter.before);
    let called = match named {
        Named::InTheBooks => BTreeMap::new(),
        Named::BySeat => seats(&record),
    };
    let mut settlement = settlement.clone();
    let recorded = record.spots.iter_mut().filter_map(|spot| spot.player.as_mut());
    for player in recorded.chain(settlement.spots.iter_mut().map(|spot| &mut spot.player)) {
        if let Some(seat) = called.get(player.as_str()) {
            *player = seat.to_string();
        }
    }
    let money = money(recalled, round.game(), settings.meter.clone(), settled, &called);
    let proof = ProofOf {
        shuffle,
        game: round.game(),
        id: Some(&id),
        record: &record,
        settlement: &settlement,
        money: &money,
    };
    Ok(write_proof(&proof))
}

/// Each player by the first of their spots.
fn seats(record: &RoundRecord) -> BTreeMap<String, Name> {
    let mut seats = BTreeMap::new();
    for spot in &record.spots {
        if let Some(player) = &spot.player {
            let seat = Name::new(&format!("seat-{}", spot.spot)).expect("a few plain letters are a name");
            seats.entry(player.clone()).or_insert(seat);
        }
    }
    seats
}

/// The account of a player under another name.
fn renamed(account: &Account, called: &BTreeMap<String, Name>) -> Account {
    if let Account::Wallet(player) = account
        && let Some(seat) = called.get(player.as_str())
    {
        return Account::Wallet(seat.clone());
    }
    account.clone()
}

/// The money of the round as it was written, part by part.
fn money(
    recalled: &Recalled,
    game: &Game,
    name: Option<Name>,
    settled_from: Option<Money>,
    called: &BTreeMap<String, Name>,
) -> ProofMoney {
    let mut seen: Option<MeterSeen> = None;
    let (mut bets, mut decided, mut settled): (Vec<Posting>, Vec<Posting>, Vec<Posting>) = Default::default();
    let mut dealt = false;
    for step in &recalled.steps {
        if step.events.iter().any(|event| matches!(event, TableEvent::RoundOpened { .. })) {
            // What a meter is started with, if it is, is no money of the round.
            continue;
        }
        let mut reconciled = false;
        for event in &step.events {
            if let TableEvent::Dealt { meter, .. } = event {
                seen = *meter;
            }
            reconciled |= matches!(event, TableEvent::Reconciled { .. });
        }
        let postings = step.transactions.iter().flat_map(Transaction::postings).map(|posting| Posting {
            from: renamed(&posting.from, called),
            to: renamed(&posting.to, called),
            ..posting.clone()
        });
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
    ProofMoney { meter, postings: RoundMoney::gather(game, &bets, &decided, &settled) }
}
