//! The oracle: every deal settled, as a dispute about it would be.
//!
//! Nothing is counted here that has not been dealt: for each hand of the player and each hand of the dealer the
//! round is written down ([`RoundRecord`]), checked and settled, once for every decision. The best decision is found
//! by comparing the settlements. It is slow, it knows nothing of the counting, and what it gives must equal
//! [`Law::over`] to the last integer.
//!
//! ```
//! use tercet_analysis::{Bet, Figures, Hands, Law, Spot, Strategy, reference};
//! use tercet_cards::Rank;
//! use tercet_rules::{Money, WagerId};
//!
//! let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
//! let unit = Money::from_units(100);
//! let bet = Bet::new(&game, &[(WagerId::from("ante"), unit)])?;
//! let spot = Spot { game: &game, bet: &bet, meter: None };
//!
//! // Eight cards: 56 hands against 10 each.
//! let short = Hands::of_ranks(3, &[Rank::Two, Rank::Ace]);
//! let settled = reference::law(&spot, Strategy::Best, &reference::one_by_one(&short), short.deck());
//! let counted = Law::over(&spot, Strategy::Best, &short);
//! assert_eq!(settled.deals, 560);
//! assert_eq!(Figures::of(&settled, unit, |_| true), Figures::of(&counted, unit, |_| true));
//! # Ok::<(), tercet_analysis::BetError>(())
//! ```

use crate::hands::Hands;
use crate::held::Classes;
use crate::known::Known;
use crate::law::{Law, Outcome, Play, Spot, Strategy, plays};
use crate::plan::Plan;
use crate::symmetry::Symmetry;
use tercet_cards::{CardSet, SuitClass, combinations};
use tercet_rules::{Decision, Line, Money, RoundRecord, SpotRecord, TableLimits, WagerId, settle};

/// The law of a spot, each of the player's hands settled against every hand of the rest of the deck.
///
/// Every hand of `players` is settled as it stands and counted as often as its class has hands.
///
/// # Panics
///
/// If the bet is not one that the game allows: a wager [alone](crate::Bet::alone) need not be.
#[must_use]
pub fn law(spot: &Spot<'_>, strategy: Strategy<'_>, players: &[SuitClass], deck: CardSet) -> Law {
    every_deal(spot, strategy, players, deck, CardSet::EMPTY)
}

/// The law of a spot when some cards are known, each of the player's hands settled against every hand that the dealer
/// can have.
///
/// # Panics
///
/// As [`law`].
#[must_use]
pub fn knowing(spot: &Spot<'_>, strategy: Strategy<'_>, players: &[SuitClass], known: &Known) -> Law {
    every_deal(spot, strategy, players, CardSet::FULL.difference(known.all()), known.dealer)
}

/// Settles the player's hands against all dealer hands that hold `seen` and otherwise come from `rest`.
fn every_deal(
    spot: &Spot<'_>,
    strategy: Strategy<'_>,
    players: &[SuitClass],
    rest: CardSet,
    seen: CardSet,
) -> Law {
    let plays = plays(spot.game, spot.bet);
    let mut law = Law {
        deals: 0,
        outcomes: Vec::new(),
        plays: plays.clone(),
        classes: Classes::Sets(players.to_vec().into()),
        values: Vec::new(),
        taken: Vec::new(),
        renames: false,
    };
    let mut rounds: Vec<RoundRecord> = plays.iter().map(|play| round(spot, *play)).collect();
    for class in players {
        let mut tallies: Vec<Tally> = plays.iter().map(|play| Tally::of(*play)).collect();
        for round in &mut rounds {
            round.spots[0].cards = class.representative.iter().collect();
        }
        let unseen = usize::from(spot.game.dealer.0) - seen.len();
        for unseen in combinations(rest.difference(class.representative), unseen) {
            let dealer = unseen.union(seen);
            for (round, tally) in rounds.iter_mut().zip(&mut tallies) {
                round.dealer.clear();
                round.dealer.extend(dealer);
                tally.add(settled(spot, round));
            }
        }
        let values: Vec<i128> = tallies.iter().map(|tally| tally.net).collect();
        let place = strategy.place(|| (*class).into(), &plays, &values);
        for (outcome, deals) in tallies.swap_remove(place).outcomes {
            let ways = u128::from(deals) * u128::from(class.size);
            law.deals += ways;
            match law.outcomes.iter_mut().find(|known| alike(known, &outcome)) {
                Some(known) => known.ways += ways,
                None => law.outcomes.push(Outcome { ways, ..outcome }),
            }
        }
        law.values.extend(values);
        law.taken.push(u8::try_from(place).expect("few decisions"));
    }
    law
}

/// Hands divided so that no table of the bet tells apart two hands of a part: nothing is lost by settling one hand
/// of each.
///
/// These are suit classes where no row of the bet names a suit or a colour.
#[must_use]
pub fn told_apart(spot: &Spot<'_>, hands: &Hands) -> Vec<SuitClass> {
    let symmetry = Plan::new(spot.game, spot.bet).symmetry_of_all();
    hands.classes().iter().flat_map(|class| symmetry.parts(*class)).collect()
}

/// Every single hand, by itself.
#[must_use]
pub fn one_by_one(hands: &Hands) -> Vec<SuitClass> {
    hands.classes().iter().flat_map(|class| Symmetry::none().parts(*class)).collect()
}

/// The round of a spot and a decision, before the cards are known.
fn round(spot: &Spot<'_>, play: Play) -> RoundRecord {
    let (game, bet) = (spot.game, spot.bet);
    let id = |no| game.wager(no).id.clone();
    let staked = game.wager_nos().filter_map(|no| Some((id(no), bet.stake(no)?)));
    let mut wagers: Vec<(WagerId, Money)> = staked.collect();
    if let (Play::Times(times), Some(no), Some(on)) = (play, game.play, game.decided_on()) {
        let on = bet.stake(on).expect("a decision is about a stake");
        wagers.push((id(no), Money::from_units(on.units() * i64::from(times))));
    }
    let decision = match play {
        Play::Nothing => None,
        Play::Fold => Some(Decision::Fold),
        Play::Times(_) => Some(Decision::Play),
    };
    let meter = spot.meter.filter(|_| game.meter.is_some());
    let spots = vec![SpotRecord { spot: 1, player: None, cards: Vec::new(), wagers, decision }];
    RoundRecord { dealer: Vec::new(), meter, spots }
}

fn settled(spot: &Spot<'_>, round: &RoundRecord) -> Vec<Line> {
    let checked = match round.check(spot.game, TableLimits::Ignore) {
        Ok(checked) => checked,
        Err(refusal) => panic!("{}: {}", refusal.at, refusal.message),
    };
    settle(&checked).spots.swap_remove(0).lines
}

/// What one decision comes to against every dealer hand.
struct Tally {
    play: Play,
    net: i128,
    outcomes: Vec<(Outcome, u64)>,
    last: usize,
}

impl Tally {
    fn of(play: Play) -> Tally {
        Tally { play, net: 0, outcomes: Vec::new(), last: 0 }
    }

    fn add(&mut self, lines: Vec<Line>) {
        let outcome = Outcome { ways: 0, play: self.play, lines };
        self.net += i128::from(outcome.net().units());
        // Neighbours mostly come out alike.
        if self.outcomes.get(self.last).is_none_or(|(known, _)| !alike(known, &outcome)) {
            let place = self.outcomes.iter().position(|(known, _)| alike(known, &outcome));
            self.last = place.unwrap_or_else(|| {
                self.outcomes.push((outcome, 0));
                self.outcomes.len() - 1
            });
        }
        self.outcomes[self.last].1 += 1;
    }
}

/// Whether two outcomes are the same in everything but the rules and rulings that they cite.
fn alike(a: &Outcome, b: &Outcome) -> bool {
    let facts =
        |line: &Line| (line.of, line.stake, line.outcome, line.pays, line.row, line.won, line.returned);
    a.play == b.play
        && a.lines.len() == b.lines.len()
        && a.lines.iter().zip(&b.lines).all(|(a, b)| facts(a) == facts(b))
}
