//! The proof of a round, as a player looks at it.

use serde_json::Value;
use std::collections::BTreeSet;
use tercet_fair::{Frozen, Sealed, commit};
use tercet_protocol::live::{Round, Spot};
use tercet_protocol::proof::Proof;

/// Whether the deck of a proof follows from its seed and secrets, these are the ones that were published before, and the cards that the player
/// saw are of that deck.
///
/// # Errors
///
/// What is not so.
pub(crate) fn holds(document: &Value, round: &Round, (own, mine): (u8, Option<&Spot>)) -> Result<(), String> {
    let text = document.to_string();
    let proof = Proof::read(text.as_bytes()).map_err(|bad| format!("its proof cannot be read: {bad}"))?;
    if proof.commitment.to_string() != round.commitment
        || commit(&proof.context, &proof.seed) != proof.commitment
        || round.frozen.as_ref() != Some(&proof.frozen.to_string())
    {
        return Err("its proof is not for what was published".into());
    }
    let seats = proof.seats.iter().map(|seat| (seat.spot, seat.hash));
    let frozen = Frozen::new(seats).map_err(|bad| format!("the seats of its proof: {bad}"))?;
    let mut closed = Sealed::new(proof.context.clone(), proof.seed.clone()).close(frozen);
    if closed.frozen() != proof.frozen {
        return Err("the seats of its proof do not give the number that was published".into());
    }
    for seat in &proof.seats {
        if let Some(secret) = &seat.secret {
            closed
                .reveal(seat.spot, secret.clone())
                .map_err(|bad| format!("a secret of its proof: {bad}"))?;
        }
    }
    if closed.finish().deck().cards() != proof.deck.cards() {
        return Err("the deck does not follow from seed and secrets".into());
    }
    let Some(mine) = mine else { return Ok(()) };
    let saw: BTreeSet<&str> = mine.cards.as_deref().unwrap_or_default().split_whitespace().collect();
    let played = proof.record().spots.iter().find(|spot| spot.spot == own);
    let played: Vec<String> = played.iter().flat_map(|spot| &spot.cards).map(ToString::to_string).collect();
    if saw == played.iter().map(String::as_str).collect() {
        Ok(())
    } else {
        Err(format!("it saw {saw:?}, and its proof says {played:?}"))
    }
}
