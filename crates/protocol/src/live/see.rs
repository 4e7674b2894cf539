//! What is seen of a round becomes its message.

use super::{Choice, Dealer, Decision, Envy, Line, MeterMove, Spot, WentBack};
use tercet_cards::{ThreeCategory, ThreeRank, format_cards};
use tercet_rules::{
    By, Choice as Chosen, DealerView, EnvyLine, Line as Settled, MeterMove as Moved, Money, Outcome,
    RulingId, SentBack, SpotView, WentBack as Back,
};

/// A spot.
#[must_use]
pub fn spot(seen: &SpotView) -> Spot {
    Spot {
        player: seen.player.clone(),
        wagers: seen.wagers.iter().map(|(id, amount)| (id.to_string(), amount.units())).collect(),
        face_down: if seen.cards.is_some() { 0 } else { seen.card_count },
        cards: seen.cards.as_ref().map(|cards| format_cards(cards.iter().copied())),
        hand: seen.rank.map(|rank| rank.to_string()),
        made: seen.rank.is_some_and(is_made),
        six_cards: seen.both.map(|both| both.to_string()),
        decision: seen.decision.map(|(choice, by)| decision(choice, by)),
        undecided: seen.undecided,
        lines: seen.lines.iter().map(line).collect(),
        envy: seen.envy.iter().map(envy).collect(),
        net: seen.net.map(Money::units),
    }
}

/// Whether a hand is a pair or better.
fn is_made(rank: ThreeRank) -> bool {
    rank.category() != ThreeCategory::HighCard
}

fn decision(choice: Chosen, by: By) -> Decision {
    let (choice, times) = match choice {
        Chosen::Fold => (Choice::Fold, None),
        Chosen::Play { times } => (Choice::Play, Some(times)),
    };
    Decision { choice, times, by_table: by == By::Table }
}

fn line(line: &Settled) -> Line {
    Line {
        wager: line.id.to_string(),
        stake: line.stake.units(),
        outcome: line.outcome.as_str().into(),
        pays: line.pays.filter(|_| line.outcome == Outcome::Win).map(|pays| pays.to_string()),
        row: line.row,
        won: line.won.units(),
        returned: line.returned.units(),
        net: line.net().units(),
        rule: line.rule.as_ref().map(ToString::to_string),
        rulings: line.rulings.iter().map(RulingId::to_string).collect(),
        cut: line.limited.as_ref().map(|limited| limited.cut.units()),
    }
}

fn envy(envy: &EnvyLine) -> Envy {
    Envy { spot: envy.spot, won: envy.won.units() }
}

/// The dealer's hand.
#[must_use]
pub fn dealer(seen: &DealerView) -> Dealer {
    match seen {
        DealerView::FaceDown(cards) => Dealer { face_down: *cards, cards: None, hand: None, qualifies: None },
        DealerView::Open(hand) => Dealer {
            face_down: 0,
            cards: Some(format_cards(hand.cards.iter().copied())),
            hand: Some(hand.rank.to_string()),
            qualifies: Some(hand.qualifies),
        },
    }
}

/// What the meter did.
#[must_use]
pub fn meter_move(moved: &Moved) -> MeterMove {
    MeterMove { before: moved.before.units(), paid: moved.paid.units(), after: moved.after.units() }
}

/// The bets of a seat that went back; `player` is whose they were, for whoever is told.
#[must_use]
pub fn went_back(back: &Back, player: Option<String>) -> WentBack {
    WentBack {
        spot: back.spot,
        player,
        wagers: back.wagers.iter().map(|(id, amount)| (id.to_string(), amount.units())).collect(),
        code: match &back.because {
            SentBack::CannotStand(refusal) => Some(refusal.code.as_str().into()),
            SentBack::Withheld => None,
        },
        why: back.because.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_cards::{Ace, parse_cards, rank_three};

    #[test]
    fn a_pair_or_better_is_made_and_a_high_card_is_not() {
        let made = |text: &str| {
            let cards = parse_cards(text).expect("cards");
            is_made(rank_three([cards[0], cards[1], cards[2]], Ace::HighAndLow))
        };
        assert_eq!(["As Kd 9c", "2s 2d 9c", "4h 7h Th", "Qs Kd Ac"].map(made), [false, true, true, true]);
    }
}
