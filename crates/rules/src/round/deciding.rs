//! Play or fold.

use super::{Dealt, Phase, Round, SeatHand};
use crate::command::Choice;
use crate::event::{By, Event};
use crate::game::Game;
use crate::hand::Reads;
use crate::reading::Timeout;
use crate::record::multiple;
use crate::reject::Reject;
use crate::settle::{playing, rank_of};
use alloc::vec;
use alloc::vec::Vec;
use tercet_cards::{ThreeCategory, ThreeRank};

impl Round {
    pub(super) fn decide(&self, spot: u8, choice: Choice, by: By) -> Result<Vec<Event>, Reject> {
        let (_, hand) = self.open_hand(spot)?;
        let Choice::Play { times } = choice else { return Ok(vec![Event::Folded { spot, by }]) };
        let game = &self.game;
        let (Some(play), Some(on)) = (game.play, game.decided_on()) else {
            return Err(Reject::NothingToDecide { spot });
        };
        let amount = |times: u8| hand.seat.stake(on).and_then(|stake| multiple(stake, times));
        let choices: Vec<u8> =
            game.play_times().iter().copied().filter(|times| amount(*times).is_some()).collect();
        let Some(amount) = amount(times).filter(|_| choices.contains(&times)) else {
            let (play, on) = (game.wager(play).name.clone(), game.wager(on).name.clone());
            return Err(Reject::BadMultiple { play, on, times, choices });
        };
        Ok(vec![Event::Played { spot, times, amount, by }])
    }

    /// The table decides for a player who did not. Source: R24.
    pub(super) fn time_out(&self, spot: u8) -> Result<Vec<Event>, Reject> {
        let (dealt, hand) = self.open_hand(spot)?;
        let play = match self.game.timeout.0 {
            Timeout::Fold => false,
            Timeout::PlayMadeHands => is_made(&self.game, dealt, hand),
        };
        let times = self.game.play_times()[0];
        self.decide(spot, if play { Choice::Play { times } } else { Choice::Fold }, By::Table)
    }

    fn open_hand(&self, spot: u8) -> Result<(&Dealt, &SeatHand), Reject> {
        let Phase::Deciding(dealt) = &self.phase else { return self.wrong_phase("while the players decide") };
        self.spot_exists(spot)?;
        let hand = dealt.hands.iter().find(|hand| hand.seat.spot == spot);
        let hand = hand.ok_or(Reject::SpotEmpty { spot })?;
        if dealt.undecided(&self.game, hand) {
            Ok((dealt, hand))
        } else {
            Err(Reject::NothingToDecide { spot })
        }
    }
}

/// A pair or better, or a live wager on the player's own cards.
fn is_made(game: &Game, dealt: &Dealt, hand: &SeatHand) -> bool {
    let rank = rank_of(&playing(&hand.cards, game.ace));
    let own = |reads| matches!(reads, Reads::Hand | Reads::AllFour);
    let side = game.wager_nos().any(|no| {
        let table = &game.wager(no).table;
        dealt.stays_live(game, hand, no)
            && own(table.reads)
            && table
                .rows
                .iter()
                .all(|row| row.hand.is_some() && row.player.is_empty() && row.dealer.is_none())
    });
    rank >= ThreeRank::lowest(ThreeCategory::Pair) || side
}

pub(super) fn apply(game: &Game, phase: Phase, event: &Event) -> Phase {
    let (spot, decision, stake) = match event {
        Event::Played { spot, times, amount, by } => {
            (*spot, (Choice::Play { times: *times }, *by), Some(*amount))
        }
        Event::Folded { spot, by } => (*spot, (Choice::Fold, *by), None),
        Event::Seated { .. }
        | Event::Left { .. }
        | Event::Placed { .. }
        | Event::Returned { .. }
        | Event::WageringClosed
        | Event::Dealt { .. }
        | Event::Irregular { .. }
        | Event::Collected { .. }
        | Event::Revealed(_)
        | Event::Reconciled(_)
        | Event::Voided { .. } => unreachable!("no decision"),
    };
    let Phase::Deciding(mut dealt) = phase else { unreachable!("hands are decided once cards are out") };
    let hand = dealt.hands.iter_mut().find(|hand| hand.seat.spot == spot);
    let hand = hand.expect("who decides has a hand");
    let play = game.play.expect("a game with decisions has a Play wager");
    hand.seat.wagers[play.index()] = stake;
    hand.decision = Some(decision);
    Phase::Deciding(dealt)
}

/// The spots that have still to decide.
pub(super) fn undecided(game: &Game, dealt: &Dealt) -> Vec<u8> {
    dealt.hands.iter().filter(|hand| dealt.undecided(game, hand)).map(|hand| hand.seat.spot).collect()
}
