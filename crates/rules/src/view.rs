//! What each audience may see of a round.
//!
//! A view is built up from what may be seen; it never held a hidden card (docs/ARCHITECTURE.md, invariant 7).

use crate::command::Choice;
use crate::event::By;
use crate::game::Game;
use crate::ids::WagerId;
use crate::money::Money;
use crate::round::{Dealt, Phase, Round, Seat, SeatHand};
use crate::settle::{DealerHand, EnvyLine, Line, MeterMove, Settlement, SpotSettlement, playing, rank_of};
use alloc::string::String;
use alloc::vec::Vec;
use tercet_cards::{Card, FiveRank, ThreeRank};

/// Who looks at the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience<'a> {
    /// The player of this name.
    Player(&'a str),
    /// The dealer: face-down cards are face down.
    Dealer,
    /// Anybody else at the table.
    Spectator,
    /// The audit, which sees everything; never during play at a table.
    Audit,
}

/// A round as one audience may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// What the round is doing, as part of a sentence.
    pub phase: &'static str,
    /// The spots, in order of the positions.
    pub spots: Vec<SpotView>,
    /// The dealer's hand, once there is one.
    pub dealer: Option<DealerView>,
    /// The meter at the deal.
    pub meter: Option<Money>,
    /// What the meter did, once everything is paid.
    pub meter_move: Option<MeterMove>,
    /// Why the round is void, if it is.
    pub void: Option<String>,
    /// Whether something irregular was reported (R25): what is settled may be other than the pay tables say.
    pub irregular: bool,
}

/// The dealer's hand as one audience may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealerView {
    /// So many cards, face down.
    FaceDown(usize),
    /// Open, with what it makes and whether the dealer plays.
    Open(DealerHand),
}

/// A spot as one audience may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpotView {
    /// The position.
    pub spot: u8,
    /// Who sits there.
    pub player: String,
    /// The wagers that were made, in the order of the game.
    pub wagers: Vec<(WagerId, Money)>,
    /// How many cards lie there.
    pub card_count: usize,
    /// The cards, where they may be seen.
    pub cards: Option<Vec<Card>>,
    /// What the playing cards make, where they may be seen.
    pub rank: Option<ThreeRank>,
    /// The best five of the player's and the dealer's cards, where both may be seen and a wager reads them.
    pub both: Option<FiveRank>,
    /// What was decided, and by whom.
    pub decision: Option<(Choice, By)>,
    /// Whether the spot has still to decide.
    pub undecided: bool,
    /// The lines of the settlement, once everything is paid.
    pub lines: Vec<Line>,
    /// Envy pays, once everything is paid.
    pub envy: Vec<EnvyLine>,
    /// What the spot is up or down, once everything is paid.
    pub net: Option<Money>,
}

/// The round as an audience may see it.
#[must_use]
pub fn view(round: &Round, audience: Audience<'_>) -> View {
    let game: &Game = round.game();
    let mut view = View {
        phase: round.phase().words(),
        spots: Vec::new(),
        dealer: None,
        meter: None,
        meter_move: None,
        void: None,
        irregular: false,
    };
    match round.phase() {
        Phase::Wagering { seats } | Phase::Closed { seats } => {
            view.spots = seats.iter().map(|seat| seated(game, seat)).collect();
        }
        Phase::Deciding(dealt) => dealt_view(&mut view, round, dealt, audience, None),
        Phase::Revealed(dealt, dealer) => {
            dealt_view(&mut view, round, dealt, audience, None);
            view.dealer = Some(DealerView::Open(dealer.clone()));
        }
        Phase::Settled(dealt, settlement) => {
            dealt_view(&mut view, round, dealt, audience, Some(settlement));
            view.dealer = Some(DealerView::Open(settlement.dealer.clone()));
            view.meter_move = settlement.meter;
        }
        Phase::Voided { reason, dealt, dealer } => {
            if let Some(dealt) = dealt {
                dealt_view(&mut view, round, dealt, audience, None);
            }
            if let Some(dealer) = dealer {
                view.dealer = Some(DealerView::Open(dealer.clone()));
            }
            view.void = Some(reason.clone());
        }
    }
    view
}

/// The spots of one player, once cards lie there, as that player sees them: those that [`view`] has for [`Audience::Player`].
#[must_use]
pub fn own_spots(round: &Round, player: &str) -> Vec<SpotView> {
    let (dealt, settlement) = match round.phase() {
        Phase::Wagering { .. } | Phase::Closed { .. } | Phase::Voided { dealt: None, .. } => {
            return Vec::new();
        }
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) | Phase::Voided { dealt: Some(dealt), .. } => {
            (dealt, None)
        }
        Phase::Settled(dealt, settlement) => (dealt, Some(settlement)),
    };
    let own = dealt.hands.iter().filter(|hand| hand.seat.player == player);
    own.map(|hand| hand_view(round, dealt, hand, Audience::Player(player), settled(settlement, hand)))
        .collect()
}

fn seated(game: &Game, seat: &Seat) -> SpotView {
    SpotView {
        spot: seat.spot,
        player: seat.player.clone(),
        wagers: seat.staked(game).collect(),
        card_count: 0,
        cards: None,
        rank: None,
        both: None,
        decision: None,
        undecided: false,
        lines: Vec::new(),
        envy: Vec::new(),
        net: None,
    }
}

fn dealt_view(
    view: &mut View,
    round: &Round,
    dealt: &Dealt,
    audience: Audience<'_>,
    settlement: Option<&Settlement>,
) {
    let game = round.game();
    view.meter = dealt.meter;
    view.irregular = !dealt.irregular.is_empty();
    view.dealer = Some(match audience {
        Audience::Audit => {
            let rank = rank_of(&playing(&dealt.dealer, game.ace));
            let qualifies = game.qualifier.admits(rank);
            DealerView::Open(DealerHand { cards: dealt.dealer.clone(), rank, qualifies })
        }
        Audience::Player(_) | Audience::Dealer | Audience::Spectator => {
            DealerView::FaceDown(dealt.dealer.len())
        }
    });
    for hand in &dealt.hands {
        view.spots.push(hand_view(round, dealt, hand, audience, settled(settlement, hand)));
    }
}

fn settled<'s>(settlement: Option<&'s Settlement>, hand: &SeatHand) -> Option<&'s SpotSettlement> {
    settlement?.spots.iter().find(|spot| spot.spot == hand.seat.spot)
}

fn hand_view(
    round: &Round,
    dealt: &Dealt,
    hand: &SeatHand,
    audience: Audience<'_>,
    settled: Option<&SpotSettlement>,
) -> SpotView {
    let game = round.game();
    let own = match audience {
        Audience::Player(name) => name == hand.seat.player,
        Audience::Audit => true,
        Audience::Dealer | Audience::Spectator => false,
    };
    let open = own || settled.is_some_and(|settled| dealt.is_shown(game, hand, settled));
    let mut view = seated(game, &hand.seat);
    view.card_count = hand.cards.len();
    view.decision = hand.decision;
    // In a round that is void nobody decides any more, whatever was left open.
    view.undecided = matches!(round.phase(), Phase::Deciding(_)) && dealt.undecided(game, hand);
    if open {
        view.cards = Some(hand.cards.clone());
        view.rank = Some(rank_of(&playing(&hand.cards, game.ace)));
        view.both = settled.and_then(|settled| settled.both);
    }
    if let Some(settled) = settled {
        view.lines.clone_from(&settled.lines);
        view.envy.clone_from(&settled.envy);
        view.net = Some(settled.net());
    }
    view
}
