//! The checks of a proof, in the order in which a round goes: commitment, seats, deck, rules, cards, settlement, postings.

use super::known::{Known, NotKnown};
use super::money;
use crate::source::Loaded;
use std::borrow::Cow;
use tercet_cards::{Card, Deck, format_cards};
use tercet_fair::{
    Commitment, Frozen, FrozenDigest, FrozenError, Hex, RevealError, Sealed, SeatSecret, commit, seat_hash,
};
use tercet_games::nearest;
use tercet_protocol::proof::{Proof, ProofSeat};
use tercet_rules::{Game, TableLimits, deal_steps, settle, shown};

/// What the player noted, besides what the file says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noted<'a> {
    /// The commitment that was shown before the bets.
    pub(super) commitment: Option<Commitment>,
    /// What was published as bets closed, before any secret was told.
    pub(super) frozen: Option<FrozenDigest>,
    /// Secrets that the player's software chose, by spot.
    pub(super) secrets: &'a [(u8, SeatSecret)],
}

impl Noted<'_> {
    /// Whether nothing was noted.
    pub(super) fn is_nothing(&self) -> bool {
        self.commitment.is_none() && self.frozen.is_none() && self.secrets.is_empty()
    }
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Check {
    /// What: `commitment`, `frozen`, `seat 3`, `deck`, `rules`, `seats`, `cards`, `settlement`, `postings`.
    pub(super) what: String,
    /// What came of it.
    pub(super) came: Came,
}

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Came {
    /// It holds; what that means.
    Holds(String),
    /// What is wrong, one sentence or more.
    Wrong(Vec<String>),
    /// It rests on something that is wrong, or that is not here.
    Unchecked(Cow<'static, str>),
}

fn check(what: impl Into<String>, wrong: Vec<String>, holds: impl Into<String>) -> Check {
    let came = if wrong.is_empty() { Came::Holds(holds.into()) } else { Came::Wrong(wrong) };
    Check { what: what.into(), came }
}

/// Everything that can be checked of a proof.
pub(super) fn all(proof: &Proof<'_>, known: &Known, noted: &Noted<'_>) -> Vec<Check> {
    let mut checks = vec![commitment(proof, noted), frozen(proof, noted)];
    checks.extend(proof.seats.iter().map(|seat| seat_secret(proof, seat, noted)));
    let not_there =
        noted.secrets.iter().filter(|(spot, _)| proof.seats.iter().all(|seat| seat.spot != *spot));
    checks.extend(not_there.map(|(spot, _)| {
        check(
            format!("seat {spot}"),
            vec!["you chose a secret for this spot, and no seat there committed to one".into()],
            "",
        )
    }));
    let derived = derived(proof);
    checks.push(deck(proof, derived.as_ref()));
    let rules = format!("sha256:{}", Hex(proof.context.rules()));
    match known.find(&rules, &proof.game) {
        Ok(loaded) => {
            let game = &*loaded.game;
            let before = [
                names(proof, game),
                seats(proof),
                cards(proof, game, derived.as_ref()),
                settlement(proof, game, &rules),
            ];
            let sound = before.iter().all(|check| matches!(check.came, Came::Holds(_)));
            checks.extend(before);
            checks.push(postings(proof, loaded, derived.as_ref().filter(|_| sound)));
        }
        Err(not) => {
            let rules = match not {
                NotKnown::Missing(why) => Came::Unchecked(why.into()),
                NotKnown::Other(why) => Came::Wrong(vec![why]),
            };
            checks.extend([Check { what: "rules".into(), came: rules }, seats(proof)]);
            checks.extend(["cards", "settlement", "postings"].map(|what| Check {
                what: what.into(),
                came: Came::Unchecked("the rules are not known".into()),
            }));
        }
    }
    checks
}

fn commitment(proof: &Proof<'_>, noted: &Noted<'_>) -> Check {
    let mut wrong = Vec::new();
    let derived = commit(&proof.context, &proof.seed);
    if derived != proof.commitment {
        wrong.push(format!(
            "this seed in this round is committed to by {derived}, not by {}",
            proof.commitment
        ));
    }
    if let Some(noted) = noted.commitment.filter(|noted| *noted != proof.commitment) {
        wrong.push(format!("the file says {}; you noted {noted}", proof.commitment));
    }
    let noted = if noted.commitment.is_some() { ", and it is the one that you noted" } else { "" };
    check("commitment", wrong, format!("the seed is the one that was committed to{noted}"))
}

/// The seats as they were when bets closed; none where there cannot be such.
fn frozen_seats(proof: &Proof<'_>) -> Result<Frozen, FrozenError> {
    Frozen::new(proof.seats.iter().map(|seat| (seat.spot, seat.hash)))
}

fn frozen(proof: &Proof<'_>, noted: &Noted<'_>) -> Check {
    let mut wrong = Vec::new();
    match frozen_seats(proof).map(|frozen| frozen.digest(&proof.context)) {
        Ok(derived) if derived != proof.frozen => {
            wrong.push(format!("these seats are frozen as {derived}, not as {}", proof.frozen));
        }
        Ok(_) => {}
        Err(error) => wrong.push(error.to_string()),
    }
    if let Some(noted) = noted.frozen.filter(|noted| *noted != proof.frozen) {
        wrong.push(format!("the file says {}; you noted {noted}", proof.frozen));
    }
    let noted = if noted.frozen.is_some() { ", and it is what you noted" } else { "" };
    check("frozen", wrong, format!("the seats and their hashes are what was published as bets closed{noted}"))
}

fn seat_secret(proof: &Proof<'_>, seat: &ProofSeat, noted: &Noted<'_>) -> Check {
    let mut wrong = Vec::new();
    let hash = |secret| seat_hash(&proof.context, seat.spot, secret);
    let own = noted.secrets.iter().find(|(spot, _)| *spot == seat.spot).map(|(_, secret)| secret);
    if let (Some(secret), Some(said)) = (&seat.secret, seat.hash)
        && hash(secret) != said
    {
        wrong.push(format!("its secret has the hash {}, not {said}", hash(secret)));
    }
    match own {
        Some(_) if seat.hash.is_none() => {
            wrong.push("you chose a secret for this spot, and the seat committed to none".into());
        }
        Some(own) if Some(hash(own)) != seat.hash => {
            wrong.push("it committed to another secret than you chose".into());
        }
        Some(_) if seat.secret.is_none() => wrong.push("the file says that your secret was withheld".into()),
        Some(_) | None => {}
    }
    let holds = match (&seat.secret, own) {
        (None, _) if seat.hash.is_none() => "committed to no secret",
        (None, _) => "withheld its secret: its bets go back, and it has no cards",
        (Some(_), None) => "its secret is the one that it committed to",
        (Some(_), Some(_)) => "its secret is the one that it committed to, and that you chose",
    };
    check(format!("seat {}", seat.spot), wrong, holds)
}

/// The deck that follows from the seed and the secrets; none where a secret is not the one committed to.
fn derived(proof: &Proof<'_>) -> Option<Deck> {
    // What is read has ascending spots from 1.
    let frozen = frozen_seats(proof).ok()?;
    let mut closed = Sealed::new(proof.context.clone(), proof.seed.clone()).close(frozen);
    let told = proof.seats.iter().filter_map(|seat| Some((seat.spot, seat.secret.clone()?)));
    let all: Result<(), RevealError> =
        told.into_iter().try_for_each(|(spot, secret)| closed.reveal(spot, secret));
    all.ok().map(|()| closed.finish().deck())
}

fn deck(proof: &Proof<'_>, derived: Option<&Deck>) -> Check {
    let Some(derived) = derived else {
        return Check {
            what: "deck".into(),
            came: Came::Unchecked("a seat's secret is not the one that it committed to".into()),
        };
    };
    let mut wrong = Vec::new();
    let differ =
        (1..).zip(derived.cards().iter().zip(proof.deck.cards())).find(|(_, (here, there))| here != there);
    if let Some((place, (here, there))) = differ {
        wrong.push(format!("card {place} is {there}; {here} follows from the seed and the secrets"));
    }
    check("deck", wrong, "it follows from the seed and the secrets of the seats")
}

fn names(proof: &Proof<'_>, game: &Game) -> Check {
    let mut wrong = Vec::new();
    if game.id != *proof.game {
        wrong.push(format!("these are the rules of {}, not of {}", game.id, shown(&proof.game, 40)));
    }
    let said = proof.record_game();
    if said != Some(game.id.as_str()) {
        let said = said.map_or("no game".into(), |said| shown(said, 40));
        wrong.push(format!("record.game: {said}; expected {}", game.id));
    }
    check("rules", wrong, format!("those of {}", game.name))
}

/// Every frozen seat was dealt in, but for those that withheld their secret, and nobody else was.
fn seats(proof: &Proof<'_>) -> Check {
    let dealt = |spot: u8| proof.record().spots.iter().any(|record| record.spot == spot);
    let mut wrong = Vec::new();
    for seat in &proof.seats {
        let withheld = seat.hash.is_some() && seat.secret.is_none();
        match (withheld, dealt(seat.spot)) {
            (false, false) => {
                wrong.push(format!("seat {} withheld no secret, and is not in the record", seat.spot));
            }
            (true, true) => {
                wrong.push(format!(
                    "seat {} withheld its secret, and is in the record all the same",
                    seat.spot
                ));
            }
            (false, true) | (true, false) => {}
        }
    }
    let frozen = |spot: u8| proof.seats.iter().any(|seat| seat.spot == spot);
    for record in proof.record().spots.iter().filter(|record| !frozen(record.spot)) {
        wrong.push(format!("spot {} is in the record, and was not frozen as bets closed", record.spot));
    }
    check(
        "seats",
        wrong,
        "the frozen seats were dealt in, and nobody else, and none that withheld its secret",
    )
}

fn cards(proof: &Proof<'_>, game: &Game, derived: Option<&Deck>) -> Check {
    let unchecked = |why| Check { what: "cards".into(), came: Came::Unchecked(Cow::Borrowed(why)) };
    let Some(deck) = derived else { return unchecked("the deck is not known") };
    let Some(way) = game.ways.iter().find(|way| way.name == proof.context.deal()) else {
        let names = || game.ways.iter().map(|way| way.name.as_str());
        let meant = nearest(proof.context.deal(), names());
        let meant = meant.map_or(String::new(), |near| format!("did you mean {near}? "));
        let list: Vec<&str> = names().collect();
        let said = shown(proof.context.deal(), 40);
        let message =
            format!("{} has no way of dealing `{said}`; {meant}it has {}", game.name, list.join(", "));
        return check("cards", vec![message], "");
    };
    let record = proof.record();
    let mut spots: Vec<u8> = record.spots.iter().map(|spot| spot.spot).collect();
    spots.sort_unstable();
    let steps = deal_steps(game, way, &spots, deck);
    let hand = |spot: Option<u8>| -> Vec<Card> {
        steps.iter().filter(|step| step.spot == spot).flat_map(|step| step.cards.iter().copied()).collect()
    };
    let mut wrong = Vec::new();
    let mut compare = |whose: String, found: &[Card], dealt: &[Card]| {
        if found != dealt {
            let [found, dealt] = [found, dealt].map(|cards| format_cards(cards.iter().copied()));
            wrong.push(format!("{whose} has {found}; the deck deals {dealt}"));
        }
    };
    for spot in &record.spots {
        compare(format!("spot {}", spot.spot), &spot.cards, &hand(Some(spot.spot)));
    }
    compare("the dealer".into(), &record.dealer, &hand(None));
    let hands = record.spots.len();
    let holds = format!(
        "the hands of {hands} {} and of the dealer come from the deck",
        if hands == 1 { "spot" } else { "spots" }
    );
    check("cards", wrong, holds)
}

fn settlement(proof: &Proof<'_>, game: &Game, rules: &str) -> Check {
    let wrong = match proof.record().check(game, TableLimits::Apply) {
        Err(refusal) => vec![format!("record.{}: {} ({})", refusal.at, refusal.message, refusal.code)],
        Ok(round) => {
            let differences = proof.settlement_differs(game, rules, &settle(&round));
            differences.iter().map(ToString::to_string).collect()
        }
    };
    check("settlement", wrong, "every line follows from the record and the rules")
}

/// The postings, which rest on the record: where that is wrong nothing is said of them.
fn postings(proof: &Proof<'_>, loaded: &Loaded, deck: Option<&Deck>) -> Check {
    let Some(deck) = deck else {
        return Check {
            what: "postings".into(),
            came: Came::Unchecked("they rest on something that is wrong".into()),
        };
    };
    let wrong = match money::of(proof, &loaded.game, deck) {
        Ok(expected) => proof.money_differs(&expected).iter().map(ToString::to_string).collect(),
        Err(message) => vec![message],
    };
    check("postings", wrong, "every posting follows from the record and the rules")
}
