//! What happened in a round: facts that a dealer could read aloud.

use crate::game::Game;
use crate::ids::WagerId;
use crate::money::Money;
use crate::refusal::Refusal;
use crate::settle::{DealerHand, Settlement};
use crate::words;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tercet_cards::{Card, format_cards};

/// A fact about a round. [`Round::run`](crate::Round::run) gives it and makes it so;
/// [`Round::replay`](crate::Round::replay) makes the round again from all of them.
///
/// Chips move from a player's hand to the table with `Placed` and `Played`, back with `Returned`, and for good
/// with `Reconciled` or `Voided`: one of these two ends every round, and accounts for every stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player took a position.
    Seated {
        /// The position.
        spot: u8,
        /// Who.
        player: String,
    },
    /// A player left a position.
    Left {
        /// The position.
        spot: u8,
    },
    /// A wager lies on its place.
    Placed {
        /// The position.
        spot: u8,
        /// The wager.
        wager: WagerId,
        /// The whole stake.
        amount: Money,
    },
    /// A wager came back before the deal.
    Returned {
        /// The position.
        spot: u8,
        /// The wager.
        wager: WagerId,
        /// The stake.
        amount: Money,
        /// Why, if the table sent it back.
        because: Option<SentBack>,
    },
    /// No more bets (000.2).
    WageringClosed,
    /// The cards are out, in this order.
    Dealt {
        /// Who got which cards, step by step.
        steps: Vec<DealStep>,
        /// The meter at the deal.
        meter: Option<Money>,
    },
    /// A player made the Play wager.
    Played {
        /// The position.
        spot: u8,
        /// The multiple.
        times: u8,
        /// The stake.
        amount: Money,
        /// Who decided.
        by: By,
    },
    /// A player folded.
    Folded {
        /// The position.
        spot: u8,
        /// Who decided.
        by: By,
    },
    /// Something irregular happened, and the game's policy was applied.
    Irregular {
        /// Its name in the game file, such as `exposed-card`.
        event: String,
    },
    /// The forfeited wagers of a folded spot were taken off the layout (000.5, 004.7).
    ///
    /// The money is booked only with `Reconciled` or `Voided`: an irregularity that is reported later can give
    /// a wager back, or take another. What lies in the rack by then is corrected by a second event for the spot.
    Collected {
        /// The position.
        spot: u8,
        /// What was taken, in all.
        wagers: Vec<(WagerId, Money)>,
        /// What the cards stay on the table for; none: they are collected too, and nobody sees them.
        stays_for: Option<StaysFor>,
        /// Whether this takes the place of what was said of this spot before.
        corrects: bool,
    },
    /// The dealer's hand was turned over and announced (000.6).
    Revealed(DealerHand),
    /// Every spot was paid and taken.
    Reconciled(Box<Settlement>),
    /// The round is void: every stake was returned.
    Voided {
        /// Why.
        reason: String,
        /// What came back.
        returned: Vec<(u8, WagerId, Money)>,
    },
}

/// Why the table sends a wager back before the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SentBack {
    /// It cannot stand as bets close: the rule that it, or another wager of its seat, breaks.
    CannotStand(Refusal),
    /// Its seat committed to a secret for the shuffle and did not tell it.
    Withheld,
}

/// The wagers of a seat that the table sent back before the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WentBack {
    /// The spot.
    pub spot: u8,
    /// What went back, in the order of the layout.
    pub wagers: Vec<(WagerId, Money)>,
    /// Why.
    pub because: SentBack,
}

impl WentBack {
    /// What went back in these events, seat by seat in their order; nothing of what players took back themselves.
    #[must_use]
    pub fn among(events: &[Event]) -> Vec<WentBack> {
        let mut seats: Vec<WentBack> = Vec::new();
        for event in events {
            let Event::Returned { spot, wager, amount, because: Some(because) } = event else { continue };
            let wager = (wager.clone(), *amount);
            // All wagers of a seat go back for the same reason, one after the other.
            match seats.last_mut().filter(|last| last.spot == *spot) {
                Some(last) => last.wagers.push(wager),
                None => {
                    seats.push(WentBack { spot: *spot, wagers: vec![wager], because: because.clone() });
                }
            }
        }
        seats
    }
}

/// What the cards of a folded hand stay on the table for, and are shown for when it is reconciled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StaysFor {
    /// A live wager: the cards are tucked under it (000.4.tuck).
    Wager(WagerId),
    /// A bonus that is due after a fold (R4).
    Bonus(WagerId),
    /// Envy: the hand pays others (R18).
    Envy,
}

/// Who made a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The player.
    Player,
    /// The table, because the player did not (R24).
    Table,
}

/// One step of the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealStep {
    /// The spot; none: the dealer.
    pub spot: Option<u8>,
    /// The cards dealt in this step.
    pub cards: Vec<Card>,
}

impl Event {
    /// The event in the words of a dealer. Face-down cards are not named.
    #[must_use]
    pub fn say(&self, game: &Game) -> String {
        let name = |id: &WagerId| {
            let wager = game.wager_no(id.as_str()).map(|no| &game.wager(no).name);
            let bonus = || game.bonuses.iter().find(|bonus| bonus.id == *id).map(|bonus| &bonus.name);
            wager.or_else(bonus).map_or_else(|| id.to_string(), String::clone)
        };
        match self {
            Event::Seated { spot, player } => format!("{player} sits down at spot {spot}."),
            Event::Left { spot } => format!("Spot {spot} is free."),
            Event::Placed { spot, wager, amount } => format!("Spot {spot}: {amount} on {}.", name(wager)),
            Event::Returned { spot, wager, amount, because } => {
                let why = because.as_ref().map_or(String::new(), |why| format!(": {why}"));
                format!("Spot {spot}: {amount} back from {}{why}.", name(wager))
            }
            Event::WageringClosed => "No more bets.".into(),
            Event::Dealt { .. } => "Cards are out.".into(),
            Event::Played { spot, amount, by, .. } => {
                let play = game.play.map_or("Play", |no| &game.wager(no).name);
                let who = if *by == By::Table { " (time ran out; the table decided)" } else { "" };
                format!("Spot {spot} plays: {amount} on {play}{who}.")
            }
            Event::Folded { spot, by } => {
                let who = if *by == By::Table { " (time ran out; the table decided)" } else { "" };
                format!("Spot {spot} folds{who}.")
            }
            Event::Irregular { event } => format!("Irregularity: {}.", words::irregularity(event)),
            Event::Collected { spot, wagers, stays_for, corrects } => {
                let taken: Vec<String> =
                    wagers.iter().map(|(id, amount)| format!("{} {amount}", name(id))).collect();
                let taken = match (taken.join(", "), stays_for) {
                    (taken, None) if taken.is_empty() => "the cards".into(),
                    (taken, None) => format!("{taken} and the cards"),
                    (taken, Some(_)) if taken.is_empty() => "nothing".into(),
                    (taken, Some(_)) => taken,
                };
                let cards = match stays_for {
                    Some(StaysFor::Wager(id)) => format!(", cards tucked under {}", name(id)),
                    Some(StaysFor::Bonus(id)) => format!(", cards kept for {}", name(id)),
                    Some(StaysFor::Envy) => ", cards kept for envy".into(),
                    None => String::new(),
                };
                let corrected = if *corrects { ", corrected" } else { "" };
                format!("Spot {spot}{corrected}: {taken} collected{cards}.")
            }
            Event::Revealed(dealer) => announce(game, dealer),
            Event::Reconciled(settlement) => reconciled(game, settlement),
            Event::Voided { reason, .. } => format!("The round is void: {reason}. All stakes are returned."),
        }
    }
}

impl fmt::Display for SentBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SentBack::CannotStand(refusal) => &refusal.message,
            SentBack::Withheld => "the seat committed to a secret for the shuffle and did not tell it",
        })
    }
}

/// The dealer's announcement. Source: 000.6.
fn announce(game: &Game, dealer: &DealerHand) -> String {
    let mut cards = dealer.cards.clone();
    cards.sort_unstable_by(|a, b| b.cmp(a));
    let cards = format_cards(cards);
    if game.qualifier.floor.is_none() || dealer.qualifies {
        format!("{cards}. Dealer plays: {}.", dealer.rank)
    } else {
        format!("{cards}. Dealer doesn't play: {}.", dealer.rank)
    }
}

fn reconciled(game: &Game, settlement: &Settlement) -> String {
    let mut text = String::new();
    for spot in settlement.in_paying_order(game) {
        text.push_str(&format!("Spot {}:", spot.spot));
        for line in &spot.lines {
            let money = match line.won {
                Money::ZERO => String::new(),
                won => format!(" {won}"),
            };
            text.push_str(&format!(" {} {}{money},", game.line_name(line.of), line.outcome));
        }
        for envy in &spot.envy {
            text.push_str(&format!(" envy {} for spot {},", envy.won, envy.spot));
        }
        text.pop();
        text.push_str(".\n");
    }
    text.pop();
    text
}
