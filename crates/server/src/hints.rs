//! What each decision of a player's is worth, where the table says it: counted beside the table, from what the player sees and nothing else.

use crate::aside::Desk;
use crate::problem::{Code, Not, problem, problem_at};
use std::sync::Arc;
use tercet_analysis::Known;
use tercet_analysis::report::{Ask, advice};
use tercet_cards::{Card, CardSet};
use tercet_ledger::Name;
use tercet_pit::{Eyes, Handle};
use tercet_protocol::live::Advice;
use tercet_rules::{Game, Money, SpotView, View, WagerId};
use tercet_table::TableView;

/// How many hands are counted at the same time. One takes some hundredths of a second.
const AT_ONCE: usize = 1;

/// Where hints are asked for.
pub(crate) fn desk() -> Desk {
    Desk::of(AT_ONCE)
}

/// A hand that is to be counted: what its player sees of it.
#[derive(Debug)]
pub(crate) struct Hand {
    game: Arc<Game>,
    round: u64,
    spot: u8,
    cards: Vec<Card>,
    bets: Vec<(WagerId, Money)>,
    meter: Option<Money>,
    /// The player's cards at other spots: they are not the dealer's.
    others: CardSet,
}

/// The hand of a player at a spot, if the table says what its decisions are worth.
///
/// # Errors
///
/// If it does not, the spot is not the player's, or there is nothing to decide.
pub(crate) fn hand(table: &Handle, player: &Name, spot: u8) -> Result<Hand, Not> {
    // Built up from what this player may see: no other card is in reach here.
    of_view(&table.watch().view(&Eyes::Player(player.clone())), player, spot)
}

fn of_view(seen: &TableView, player: &Name, spot: u8) -> Result<Hand, Not> {
    let not_now = |why: &str| problem(Code::NotNow, why);
    let (Some(settings), Some(View { spots, meter, irregular, .. })) = (&seen.playing, &seen.view) else {
        return Err(not_now("no round has been opened"));
    };
    if !settings.hints {
        return Err(problem(Code::NoHints, "the floor has set the table so; see `hints` of the round"));
    }
    let own = |view: &&SpotView| view.player == player.as_str();
    let found = spots.iter().find(|view| view.spot == spot);
    let Some(hand) = found.filter(own) else {
        return Err(problem_at(Code::NotYourSpot, "spot", format!("you do not play at spot {spot}")));
    };
    let Some(cards) = hand.cards.clone().filter(|_| hand.undecided) else {
        return Err(not_now("the spot has nothing to decide"));
    };
    if *irregular {
        return Err(not_now(
            "something irregular was reported, and what is paid may be other than the tables say",
        ));
    }
    let others = spots.iter().filter(|view| view.spot != spot).filter_map(|view| view.cards.as_deref());
    Ok(Hand {
        game: Arc::clone(&settings.game),
        round: seen.round,
        spot,
        cards,
        bets: hand.wagers.clone(),
        meter: *meter,
        others: others.flatten().copied().collect(),
    })
}

impl Hand {
    /// Counts all hands that the dealer may have.
    ///
    /// # Errors
    ///
    /// If they cannot be counted.
    pub(crate) fn counted(&self) -> Result<Advice, Not> {
        let known = Known { dealer: CardSet::EMPTY, dead: self.others };
        let ask = Ask { bets: &self.bets, meter: self.meter, known, ..Ask::of(&self.game) };
        let counted = advice(&ask, &self.cards)
            .map_err(|error| problem_at(Code::Value, error.part.word(), error.said(&ask)))?;
        Advice::of(self.round, self.spot, &counted)
            .ok_or_else(|| problem(Code::NotNow, "the spot has nothing to decide"))
    }
}
