//! What each decision of a player's is worth, where the table says it: counted beside the table, from what the player sees and nothing else.

use crate::aside::Desk;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// Where hints are asked for: a hand is counted once, however often it is asked for.
#[derive(Debug)]
pub(crate) struct Hints {
    desk: Desk,
    /// What was told of each spot last, by table. There are no more of them than spots.
    told: Mutex<BTreeMap<(Name, u8), (Hand, Advice)>>,
}

impl Hints {
    pub(crate) fn new() -> Hints {
        Hints { desk: Desk::of(AT_ONCE), told: Mutex::default() }
    }

    /// What the decisions of a hand are worth.
    ///
    /// # Errors
    ///
    /// If it cannot be counted.
    pub(crate) async fn of(self: Arc<Hints>, from: Peer, hand: Hand) -> Result<Advice, Answered> {
        if let Some(advice) = self.known(&hand) {
            return Ok(advice);
        }
        let hints = Arc::clone(&self);
        let counted = move || {
            // Somebody may have asked for the same meanwhile.
            if let Some(advice) = hints.known(&hand) {
                return Ok(advice);
            }
            let advice = hand.counted()?;
            hints.told().insert((hand.table.clone(), hand.spot), (hand, advice.clone()));
            Ok(advice)
        };
        self.desk.ask(from, counted).await
    }

    fn known(&self, hand: &Hand) -> Option<Advice> {
        let told = self.told();
        let (of, advice) = told.get(&(hand.table.clone(), hand.spot))?;
        (of == hand).then(|| advice.clone())
    }

    fn told(&self) -> MutexGuard<'_, BTreeMap<(Name, u8), (Hand, Advice)>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hand that is to be counted: what its player sees of it.
#[derive(PartialEq, Debug)]
pub(crate) struct Hand {
    table: Name,
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
    of_view(table.name(), &table.watch().view(&Eyes::Player(player.clone())), player, spot)
}

fn of_view(table: &Name, seen: &TableView, player: &Name, spot: u8) -> Result<Hand, Not> {
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
        table: table.clone(),
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
    fn counted(&self) -> Result<Advice, Not> {
        let known = Known { dealer: CardSet::EMPTY, dead: self.others };
        let ask = Ask { bets: &self.bets, meter: self.meter, known, ..Ask::of(&self.game) };
        let counted = advice(&ask, &self.cards)
            .map_err(|error| problem_at(Code::Value, error.part.word(), error.said(&ask)))?;
        Advice::of(self.round, self.spot, &counted)
            .ok_or_else(|| problem(Code::NotNow, "the spot has nothing to decide"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use tercet_cards::parse_cards;

    fn hand(cards: &str, round: u64) -> Hand {
        Hand {
            table: Name::new("t").unwrap(),
            game: Arc::new(tercet_games::builtin_game("three-card-poker").unwrap()),
            round,
            spot: 1,
            cards: parse_cards(cards).unwrap(),
            bets: vec![(WagerId::from("ante"), Money::from_units(500))],
            meter: None,
            others: CardSet::EMPTY,
        }
    }

    /// A hand that was counted is told again without counting; another hand in its place is counted, and nothing is kept of the one before.
    #[tokio::test]
    async fn a_hand_is_counted_once_and_never_taken_for_another() {
        let (hints, from) = (Arc::new(Hints::new()), Peer::new(IpAddr::from([127, 0, 0, 1]), false));
        let first = Arc::clone(&hints).of(from, hand("Qs 6h 4d", 1)).await.unwrap();
        assert_eq!(hints.known(&hand("Qs 6h 4d", 1)).as_ref(), Some(&first));
        for other in [hand("Qs 6h 3d", 1), hand("Qs 6h 4d", 2)] {
            assert_eq!(hints.known(&other), None);
        }
        let second = Arc::clone(&hints).of(from, hand("As Ah Ad", 2)).await.unwrap();
        assert!(second.cards != first.cards && second.round == 2);
        assert_eq!(hints.told().len(), 1);
    }
}
