//! The parts of a wager that depend on the meter and on other players.

use super::{Ask, DOLLAR, signed};
use crate::fraction::Fraction;
use crate::law::{Law, Play, Spot};
use std::collections::BTreeSet;
use tercet_cards::{Card, CardSet, binomial, combinations};
use tercet_rules::{Envy, EnvyHands, Hand, LineOf, Money, OnFold, Pay, Percent, WagerNo};

/// How the expectation of a wager, per unit of its stake, depends on the meter and on other players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progressive {
    /// The part that depends on neither.
    pub fixed: Fraction,
    /// What each dollar of the meter adds.
    pub per_meter_unit: Fraction,
    /// What each other player adds by envy.
    pub per_other_player: Option<Fraction>,
    /// The meter at the deal, in the figures beside.
    pub meter: Option<Money>,
    /// The players at the table, in the figures beside.
    pub players: u8,
    /// What the meter holds when it is full; none if it never is.
    pub meter_cap: Option<Money>,
    /// The meter, in dollars, at which the wager is even with so many players; none if no meter up to its cap makes it so.
    pub break_even_meter: Option<Fraction>,
}

impl Progressive {
    /// What envy adds to the expectation.
    #[must_use]
    pub fn envy(&self) -> Fraction {
        let others = i128::from(self.players) - 1;
        self.per_other_player.map_or(Fraction::new(0, 1), |each| each.scaled(others))
    }
}

/// The parts of a wager, if it pays a share of the meter or envy.
pub(super) fn of(
    ask: &Ask<'_>,
    spot: &Spot<'_>,
    no: WagerNo,
    stake: Money,
    law: &Law,
) -> Option<Progressive> {
    let game = spot.game;
    let of_meter = game.wager(no).table.rows.iter().any(|row| matches!(row.pays, Pay::Meter(_)));
    let envy = game.envy.as_ref().filter(|envy| envy.wager == no);
    if !of_meter && envy.is_none() {
        return None;
    }
    let (mut fixed, mut shares) = (0_i128, 0_i128);
    for outcome in &law.outcomes {
        for line in outcome.lines.iter().filter(|line| line.of == LineOf::Wager(no)) {
            let mut net = line.net();
            if let Some(Pay::Meter(share)) = line.pays {
                net -= line.won;
                shares += i128::from(share.hundredths()) * signed(outcome.ways);
            }
            fixed += i128::from(net.units()) * signed(outcome.ways);
        }
    }
    let (deals, unit) = (signed(law.deals), i128::from(stake.units()));
    let fixed = Fraction::over(fixed, unit, deals);
    // A dollar more is a hundred units more.
    let whole = i128::from(Percent::WHOLE.hundredths());
    let per_meter_unit = Fraction::over(shares * 100, whole * unit, deals);
    // Beside known cards envy is not figured.
    let figured = envy.filter(|_| ask.known.is_nothing());
    let per_other_player = figured.map(|envy| per_other_player(spot, envy, law, stake));
    let mut progressive = Progressive {
        fixed,
        per_meter_unit,
        per_other_player,
        meter: spot.meter.filter(|_| of_meter),
        players: ask.players,
        meter_cap: game.meter.as_ref().and_then(|meter| meter.cap).filter(|_| of_meter),
        break_even_meter: None,
    };
    if shares > 0 {
        let rest = fixed.plus(progressive.envy());
        let even = rest.scaled(-1).divided(per_meter_unit).map(|even| even.max(Fraction::new(0, 1)));
        let cap = progressive.meter_cap.map(|cap| Fraction::new(cap.units(), DOLLAR.units()));
        progressive.break_even_meter = even.filter(|even| cap.is_none_or(|cap| *even <= cap));
    }
    Some(progressive)
}

/// What one other player, whose hand is any of the others alike, adds by envy, per stake.
pub(super) fn per_other_player(spot: &Spot<'_>, envy: &Envy, law: &Law, stake: Money) -> Fraction {
    let game = spot.game;
    let cards = usize::from(game.player.0);
    let unit = i128::from(stake.units());
    let rows = &game.wager(envy.wager).table.rows;
    // Rows after the last one with envy cannot give any.
    let last = rows.iter().rposition(|row| row.envy.is_some()).map_or(0, |last| last + 1);
    let amount = |hand: CardSet| {
        let mut dealt = [Card::ALL[0]; 4];
        dealt.iter_mut().zip(hand).for_each(|(place, card)| *place = card);
        let playing = Hand::playing(&dealt[..cards], game.ace)?;
        rows[..last].iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(&playing)))?.envy
    };
    let forfeits = game.wager(envy.wager).on_fold.0 == OnFold::Forfeit;
    let folded: BTreeSet<CardSet> = if forfeits && law.plays.len() > 1 {
        let decided = law.by_hand(spot).into_iter();
        decided.filter(|(_, play)| *play == Play::Fold).map(|(hand, _)| hand).collect()
    } else {
        BTreeSet::new()
    };
    let folds = |hand: CardSet| folded.contains(&hand);
    let gives = |hand: &CardSet| envy.hands.0 == EnvyHands::Any || !folds(*hand);
    // Rows may name a suit, so every hand is asked and not one of each suit class.
    let envied: Vec<(CardSet, i128)> = combinations(CardSet::FULL, cards)
        .filter_map(|hand| Some((hand, i128::from(amount(hand)?.units()))))
        .filter(|(hand, _)| gives(hand))
        .collect();
    let hands = i128::from(binomial(52, cards as u64));
    if folded.is_empty() {
        // Nobody loses the wager by folding: the other hand alone decides.
        return Fraction::over(envied.iter().map(|(_, amount)| amount).sum(), unit, hands);
    }
    let mut sum = 0_i128;
    for hand in combinations(CardSet::FULL, cards).filter(|hand| !folds(*hand)) {
        let apart = envied.iter().filter(|(other, _)| other.intersection(hand).is_empty());
        sum += apart.map(|(_, amount)| amount).sum::<i128>();
    }
    let others = i128::from(binomial(52 - cards as u64, cards as u64));
    Fraction::over(sum, unit, hands * others)
}
