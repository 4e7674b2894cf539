//! What happened in a round: facts that a dealer could read aloud.

use crate::game::Game;
use crate::ids::WagerId;
use crate::money::Money;
use crate::refusal::Refusal;
use crate::settle::{DealerHand, Settlement};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tercet_cards::{Card, format_cards};

/// A fact about a round. [`Round::apply`](crate::Round::apply) makes it so; a fold over all events of a
/// round gives the round.
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
        /// The rule it broke, if the table sent it back.
        because: Option<Refusal>,
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
        /// Its place in the game's list.
        rule: usize,
    },
    /// The forfeited wagers of a folded spot were collected (000.5, 004.7).
    Collected {
        /// The position.
        spot: u8,
        /// What was taken.
        wagers: Vec<(WagerId, Money)>,
        /// The live wager under which the cards stay (000.4.tuck); none: the cards are collected too.
        tucked_under: Option<WagerId>,
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
            let wager = game.wager_no(id.as_str());
            wager.map_or_else(|| id.to_string(), |no| game.wager(no).name.clone())
        };
        match self {
            Event::Seated { spot, player } => format!("{player} sits down at spot {spot}."),
            Event::Left { spot } => format!("Spot {spot} is free."),
            Event::Placed { spot, wager, amount } => format!("Spot {spot}: {amount} on {}.", name(wager)),
            Event::Returned { spot, wager, amount, because } => {
                let why = because.as_ref().map_or(String::new(), |refusal| format!(": {}", refusal.message));
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
            Event::Irregular { rule } => format!("Irregularity: {}.", game.irregular[*rule].event),
            Event::Collected { spot, wagers, tucked_under } => {
                let taken: Vec<String> =
                    wagers.iter().map(|(id, amount)| format!("{} {amount}", name(id))).collect();
                let taken = if taken.is_empty() { "nothing".into() } else { taken.join(", ") };
                match tucked_under {
                    Some(id) => format!("Spot {spot}: {taken} collected, cards tucked under {}.", name(id)),
                    None => format!("Spot {spot}: {taken} and the cards collected."),
                }
            }
            Event::Revealed(dealer) => announce(game, dealer),
            Event::Reconciled(settlement) => reconciled(game, settlement),
            Event::Voided { reason, .. } => format!("The round is void: {reason}. All stakes are returned."),
        }
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
