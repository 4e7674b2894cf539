//! Settlement: what every wager of a round wins, loses or gets back, and why.
//!
//! A pure function of the game and the round, used by the live round and by the dispute tool alike.

mod absent;
mod envy;
mod grounds;
mod hands;
mod irregular;
mod limit;
mod line;
mod meter;
mod otherwise;
mod price;

pub(crate) use envy::gives_envy;
pub(crate) use irregular::action;
pub use line::net_of;
pub use price::{Priced, price, price_and_meter};

use crate::game::{Game, LineOf};
use crate::hand::Hand;
use crate::ids::{Cites, RuleId, RulingId, WagerId};
use crate::money::Money;
use crate::pay::Pay;
use crate::record::{CheckedRound, CheckedSpot};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use tercet_cards::{Ace, Card, FiveRank, ThreeRank};

/// The settlement of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// The dealer's hand.
    pub dealer: DealerHand,
    /// The spots, in the order of the record.
    pub spots: Vec<SpotSettlement>,
    /// What the meter did; present if the record has one.
    pub meter: Option<MeterMove>,
}

impl Settlement {
    /// The spots in the order in which they are paid.
    #[must_use]
    pub fn in_paying_order(&self, game: &Game) -> Vec<&SpotSettlement> {
        let order = game.reconcile.order(self.spots.iter().map(|spot| spot.spot));
        order.into_iter().map(|i| &self.spots[i]).collect()
    }
}

/// The dealer's hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealerHand {
    /// The cards as recorded.
    pub cards: Vec<Card>,
    /// What they make.
    pub rank: ThreeRank,
    /// Whether the dealer plays.
    pub qualifies: bool,
}

/// What the meter did in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterMove {
    /// At the deal, after this round's contributions.
    pub before: Money,
    /// Paid from it to all spots together.
    pub paid: Money,
    /// After the round: reset to its start whenever it was paid in full.
    pub after: Money,
}

/// The settlement of one spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpotSettlement {
    /// The position.
    pub spot: u8,
    /// Who bets there: the name in the record, else the number of the spot.
    pub player: String,
    /// The cards as recorded.
    pub cards: Vec<Card>,
    /// The three that play.
    pub playing: [Card; 3],
    /// What they make.
    pub rank: ThreeRank,
    /// The best five of the player's and the dealer's cards, where a wager of the game reads both.
    pub both: Option<FiveRank>,
    /// How the player's hand compares with the dealer's.
    pub versus: Ordering,
    /// Whether the player folded.
    pub folded: bool,
    /// The lines, in reconcile order; a wager that was not placed has none.
    pub lines: Vec<Line>,
    /// Envy pays received, by the hands that gave them.
    pub envy: Vec<EnvyLine>,
    /// What somebody who reads the settlement should know.
    pub remarks: Vec<Remark>,
    /// All stakes.
    pub staked: Money,
    /// All the house pays on top, envy included.
    pub won: Money,
    /// All stakes given back.
    pub returned: Money,
}

impl SpotSettlement {
    /// What the player is up (or, negative, down).
    #[must_use]
    pub fn net(&self) -> Money {
        self.won + self.returned - self.staked
    }
}

/// One line of a settlement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The wager or bonus.
    pub of: LineOf,
    /// Its id.
    pub id: WagerId,
    /// The stake; nothing for a bonus.
    pub stake: Money,
    /// What happened to it.
    pub outcome: Outcome,
    /// What the row that decided pays; none where no row was asked (a forfeit, a void).
    pub pays: Option<Pay>,
    /// The place of that row in the table; none for `otherwise` and where no row was asked.
    pub row: Option<usize>,
    /// Whether the house's policy for irregularities made it forfeit or void, and not a fold or a row.
    pub by_policy: bool,
    /// What the house pays on top.
    pub won: Money,
    /// The stake given back.
    pub returned: Money,
    /// The source rule that decided.
    pub rule: Option<RuleId>,
    /// The rulings of which another reading would change it, and those with one reading that decided it; the
    /// row's own first.
    pub rulings: Vec<RulingId>,
    /// Present if an aggregate limit shortened it.
    pub limited: Option<Limited>,
    /// Present if a part smaller than the smallest unit was rounded; the ruling that says how.
    pub rounded: Option<Cites>,
}

impl Line {
    /// What the player is up on this line.
    #[must_use]
    pub fn net(&self) -> Money {
        self.won + self.returned - self.stake
    }

    /// What limits took of it.
    fn cut(&self) -> Money {
        self.limited.as_ref().map_or(Money::ZERO, |limited| limited.cut)
    }

    fn stand_on(&mut self, ruling: Option<&RulingId>) {
        if let Some(ruling) = ruling
            && !self.rulings.contains(ruling)
        {
            self.rulings.push(ruling.clone());
        }
    }
}

/// What happened to a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Paid.
    Win,
    /// Lost.
    Lose,
    /// Given back.
    Push,
    /// Lost by folding.
    Forfeit,
    /// Returned without a result.
    Void,
}

impl Outcome {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Push => "push",
            Outcome::Forfeit => "forfeit",
            Outcome::Void => "void",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How an aggregate limit shortened a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limited {
    /// What was not paid, by this limit and others before it.
    pub cut: Money,
    /// The limit that cut last.
    pub most: Money,
    /// The places in the game of the limits that cut it, in the order in which they did.
    pub by: Vec<usize>,
    /// What it stands on.
    pub cites: Cites,
}

/// An envy pay received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnvyLine {
    /// The spot whose hand gave it.
    pub spot: u8,
    /// What is paid.
    pub won: Money,
    /// The rule it stands on.
    pub rule: Option<RuleId>,
    /// The rulings it stands on.
    pub rulings: Vec<RulingId>,
}

/// Something that somebody who reads a settlement should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// A sentence.
    pub text: String,
    /// What it stands on.
    pub cites: Cites,
}

/// Settles a round by the game that it was checked by.
///
/// Lines stand in reconcile order; spots keep the order of the record, but are paid in reconcile order
/// where that matters (shares of the meter, R21).
#[must_use]
pub fn settle(round: &CheckedRound<'_>) -> Settlement {
    let game = round.game;
    let deal = Deal::read(round, game.ace);
    let other = grounds::other_ace(game).map(|(ace, ruling)| (Deal::read(round, ace), ruling));
    let mut spots: Vec<SpotSettlement> =
        round.spots.iter().map(|spot| deal.spot(spot, other.as_ref())).collect();
    let meter = meter::pay(game, round.meter, &mut spots);
    for (spot, checked) in spots.iter_mut().zip(&round.spots) {
        limit::cut(game, &mut spot.lines);
        spot.remarks.extend(remarks(round, checked));
    }
    otherwise::name(round, &mut spots);
    envy::pay(game, &round.irregular, &mut spots);
    for spot in &mut spots {
        spot.staked = spot.lines.iter().map(|line| line.stake).sum();
        spot.returned = spot.lines.iter().map(|line| line.returned).sum();
        spot.won =
            spot.lines.iter().map(|line| line.won).sum::<Money>() + spot.envy.iter().map(|e| e.won).sum();
    }
    Settlement { dealer: deal.dealer, spots, meter }
}

/// What all spots of a round share.
struct Deal<'a> {
    game: &'a Game,
    round: &'a CheckedRound<'a>,
    ace: Ace,
    dealer: DealerHand,
    dealer_hand: Hand,
}

impl<'a> Deal<'a> {
    fn read(round: &'a CheckedRound<'_>, ace: Ace) -> Deal<'a> {
        let game = round.game;
        let dealer_hand = playing(&round.dealer, ace);
        let rank = rank_of(&dealer_hand);
        let qualifies = game.qualifier.admits(rank);
        let dealer = DealerHand { cards: round.dealer.clone(), rank, qualifies };
        Deal { game, round, ace, dealer, dealer_hand }
    }

    /// The lines of a spot, each with what it comes to by itself: no share of the meter, no limit.
    fn lines(&self, spot: &CheckedSpot, hands: &hands::Hands) -> Vec<Line> {
        self.seen_by_lines(spot, hands, |spot| spot.lines())
    }

    /// What is to be known of a spot as its lines see it.
    fn seen_by_lines<T>(
        &self,
        spot: &CheckedSpot,
        hands: &hands::Hands,
        ask: impl FnOnce(&line::Spot<'_>) -> T,
    ) -> T {
        ask(&line::Spot {
            game: self.game,
            stakes: &spot.stakes,
            folded: spot.folded,
            qualifies: self.dealer.qualifies,
            irregular: &self.round.irregular,
            row: &|of| hands.row(self.game.table(of), self.dealer.qualifies),
        })
    }

    /// `other` is the same deal under the other reading of the ace, and the ruling on it.
    fn spot(&self, spot: &CheckedSpot, other: Option<&(Deal<'a>, &RulingId)>) -> SpotSettlement {
        let hands = hands::Hands::of(self, spot);
        let playing = match hands.playing.cards() {
            [a, b, c] => [*a, *b, *c],
            _ => unreachable!("three cards play"),
        };
        let mut lines = self.lines(spot, &hands);
        grounds::several_rows(self.game, &hands, self.dealer.qualifies, &mut lines);
        if let Some((other, ruling)) = other {
            grounds::ace(other, ruling, spot, &mut lines);
        }
        let remarks = absent::bonuses(self, other, spot, &hands, &lines);
        let both = match hands.both {
            Some(Hand::Six(_, rank)) => Some(rank),
            Some(Hand::Three(..) | Hand::Four(..)) | None => None,
        };
        SpotSettlement {
            spot: spot.spot,
            player: spot.player.clone(),
            cards: spot.cards.clone(),
            playing,
            rank: rank_of(&hands.playing),
            both,
            versus: hands.versus,
            folded: spot.folded,
            lines,
            envy: Vec::new(),
            remarks,
            staked: Money::ZERO,
            won: Money::ZERO,
            returned: Money::ZERO,
        }
    }
}

/// The three cards that play, and what they make.
pub(crate) fn playing(cards: &[Card], ace: Ace) -> Hand {
    Hand::playing(cards, ace).expect("a checked round has three or four cards in each hand")
}

/// What a playing hand makes.
pub(crate) fn rank_of(hand: &Hand) -> ThreeRank {
    match hand {
        Hand::Three(_, rank) => *rank,
        Hand::Four(..) | Hand::Six(..) => unreachable!("a playing hand has three cards"),
    }
}

/// A player at more positions than the game allows is settled all the same, with a remark. Source: R27.
fn remarks(round: &CheckedRound<'_>, spot: &CheckedSpot) -> Vec<Remark> {
    let game = round.game;
    let player = &spot.player;
    let held: Vec<u8> = round.spots.iter().filter(|s| s.player == *player).map(|s| s.spot).collect();
    let fault = positions_fault(game, &held);
    fault
        .map(|text| Remark {
            text: alloc::format!("{player} {text}"),
            cites: game.positions.beyond_cites.clone(),
        })
        .into_iter()
        .collect()
}

/// What is wrong with one player holding these positions, if anything. Source: 000.1.positions, ruling R27.
pub(crate) fn positions_fault(game: &Game, held: &[u8]) -> Option<String> {
    let rule = &game.positions;
    if rule.beyond == crate::reading::Beyond::Allowed {
        return None;
    }
    if held.len() > usize::from(rule.most) {
        return Some(alloc::format!("holds {} positions; at most {} are allowed", held.len(), rule.most));
    }
    let mut sorted = held.to_vec();
    sorted.sort_unstable();
    let apart = sorted.windows(2).any(|pair| pair[1] - pair[0] != 1);
    (rule.adjacent && apart).then(|| "holds positions that are not adjacent".into())
}
