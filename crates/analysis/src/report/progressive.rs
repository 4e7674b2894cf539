//! The parts of a wager that depend on the meter and on other players.

use super::{Ask, DOLLAR, signed};
use crate::bet::Bet;
use crate::decks::{Pack, Packed};
use crate::fraction::Fraction;
use crate::law::{Law, Spot};
use tercet_cards::CardSet;
use tercet_rules::{Envy, Hand, LineOf, Money, Pay, Percent, WagerNo};

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
    let per_other_player = envy.map(|envy| per_other_player(ask, envy, stake));
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

/// What envy of all other players adds to a bet, per unit; none where the bet is paid none.
pub(super) fn envy(ask: &Ask<'_>, bet: &Bet, unit: Money) -> Option<Fraction> {
    let envied = ask.game.envy.as_ref().filter(|_| ask.players > 1);
    let each = |envy: &Envy| per_other_player(ask, envy, unit).scaled(i128::from(ask.players) - 1);
    envied.filter(|envy| bet.stake(envy.wager).is_some()).map(each)
}

/// What one other player, whose hand is any of the others alike, adds by envy, per stake.
///
/// That hand alone decides: whoever made the wager is paid and counts, folded or not (003.envy.who, R18).
fn per_other_player(ask: &Ask<'_>, envy: &Envy, stake: Money) -> Fraction {
    let game = ask.game;
    let rows = &game.wager(envy.wager).table.rows;
    // Rows after the last one with envy cannot give any.
    let last = rows.iter().rposition(|row| row.envy.is_some()).map_or(0, |last| last + 1);
    let amount = |hand: &Packed| {
        let playing = Hand::playing(&hand.cards, game.ace)?;
        rows[..last].iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(&playing)))?.envy
    };
    // Rows may name a suit, so every hand is asked and not one of each suit class.
    let deck = CardSet::FULL.difference(ask.known.all());
    let pack = Pack::new(ask.decks, deck, usize::from(game.player.0));
    let gives = |hand: &Packed| amount(hand).map_or(0, |amount| i128::from(amount.units()));
    let sum = pack.hands.iter().map(|hand| i128::from(hand.ways) * gives(hand)).sum();
    let hands = pack.hands.iter().map(|hand| i128::from(hand.ways)).sum();
    Fraction::over(sum, i128::from(stake.units()), hands)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Figured, State, report};
    use tercet_cards::{binomial, combinations};

    fn progressive(ask: &Ask<'_>) -> Progressive {
        let report = report(ask).expect("a report");
        let wager = report.wagers.into_iter().find(|wager| wager.id.as_str() == "progressive");
        match wager.expect("the wager").state {
            State::Open(figured) => Figured::clone(&figured).progressive.expect("it pays envy"),
            State::Closed(_) | State::OneDeck(_) => panic!("it is open"),
        }
    }

    /// Two players and the dealer are dealt all that is left.
    #[test]
    fn envy_beside_known_cards_is_every_deal() {
        let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
        let left: CardSet =
            tercet_cards::parse_cards("As Ks Qs Ah Ad Kh Qh Jh 2c").expect("cards").into_iter().collect();
        let known = crate::known::Known { dealer: CardSet::EMPTY, dead: CardSet::FULL.difference(left) };
        let parts = progressive(&Ask { known, players: 2, ..Ask::of(&game) });
        let envy = game.envy.as_ref().expect("it has envy");
        let rows = &game.wager(envy.wager).table.rows;
        let (mut sum, mut deals) = (0_i128, 0_i128);
        for mine in combinations(left, 3) {
            for other in combinations(left.difference(mine), 3) {
                let cards: Vec<_> = other.iter().collect();
                let hand = Hand::playing(&cards, game.ace).expect("three cards");
                let row = rows.iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(&hand)));
                sum += row.and_then(|row| row.envy).map_or(0, |envy| i128::from(envy.units()));
                deals += 1;
            }
        }
        assert!(sum > 0);
        // A stake of $1.
        let each = Fraction::over(sum, 100, deals).reduced();
        assert_eq!(parts.per_other_player.map(Fraction::reduced), Some(each));
        assert_eq!(parts.envy().reduced(), each);
    }

    /// Of several decks: the amounts of the rows by the ways to deal them, where nobody loses the wager by folding.
    #[test]
    fn envy_of_several_decks_is_by_rows() {
        let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
        for n in [2_u8, 8] {
            let decks = crate::decks::Decks::new(n).expect("1 to 8");
            let parts = progressive(&Ask { decks, players: 2, ..Ask::of(&game) });
            let pack = Pack::new(decks, CardSet::FULL, 3);
            let hands: u64 = pack.hands.iter().map(|hand| hand.ways).sum();
            assert_eq!(hands, binomial(52 * u64::from(n), 3));
            let envy = game.envy.as_ref().expect("it has envy");
            let table = &game.wager(envy.wager).table;
            let amount = |text: &str| {
                let row = table
                    .rows
                    .iter()
                    .find(|row| row.hand.as_ref().is_some_and(|test| test.to_string() == text));
                row.and_then(|row| row.envy).map_or(0, |envy| i128::from(envy.units()))
            };
            let cubed = i128::from(n).pow(3);
            let sum: i128 = table
                .rows
                .iter()
                .filter_map(|row| Some((row.hand.as_ref()?.to_string(), row.envy?)))
                .map(|(text, _)| match text.as_str() {
                    "A-K-Q of spades" => cubed * amount(&text),
                    "suited A-K-Q" => 3 * cubed * amount(&text),
                    other => panic!("a row of {other} that gives envy"),
                })
                .sum();
            let each = Fraction::over(sum, 100, i128::from(hands)).reduced();
            assert_eq!(parts.per_other_player.map(Fraction::reduced), Some(each), "{n}");
        }
    }
}
