//! Phrases that several parts of a rule card share.

use tercet_cards::{Rank, ThreeCategory};
pub(crate) use tercet_rules::words::{listed, names};
use tercet_rules::{
    Amount, Basis, Floor, Game, HandTest, LineOf, Money, Odds, Pay, Percent, Reads, Rounding, Table, WagerNo,
};

/// A number as it is read in a sentence.
pub(crate) fn number(n: usize) -> String {
    const WORDS: [&str; 8] = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Whether what a table pays depends on the dealer's hand beside the cards that it reads.
pub(crate) fn against_dealer(table: &Table) -> bool {
    table.rows.iter().any(|row| row.dealer.is_some() || !row.player.is_empty())
}

/// Whether a table asks for nothing but the comparison with the dealer.
pub(crate) fn is_grid(table: &Table) -> bool {
    against_dealer(table) && !table.closed && table.rows.iter().all(|row| row.hand.is_none())
}

/// The cards that a table reads, to the player.
pub(crate) fn cards(game: &Game, table: &Table) -> &'static str {
    match (table.reads, game.player.0, game.dealer.0) {
        (Reads::Hand, 4, _) => "the best three of your four cards",
        (Reads::Hand, ..) => "your own three cards",
        (Reads::AllFour, ..) => "all four of your cards",
        (Reads::BothHands, ..) if asks_for_five(table) => {
            "the best five-card hand in your three cards and the dealer's three"
        }
        (Reads::BothHands, ..) => "your three cards and the dealer's three together",
        (Reads::Dealer, _, 4) => "the best three of the dealer's four cards",
        (Reads::Dealer, ..) => "the dealer's three cards",
    }
}

/// Whether a row asks for a five-card hand (and not only for all six cards, such as their colour).
pub(crate) fn asks_for_five(table: &Table) -> bool {
    fn five(test: &HandTest) -> bool {
        match test {
            HandTest::Five(_) | HandTest::FiveAtLeast(_) => true,
            HandTest::AnyOf(tests) => tests.iter().any(five),
            HandTest::Any
            | HandTest::Three(_)
            | HandTest::AtLeast(_)
            | HandTest::Contains(_)
            | HandTest::Ranks(..)
            | HandTest::Colour(_) => false,
        }
    }
    !table.closed && table.rows.iter().filter_map(|row| row.hand.as_ref()).any(five)
}

/// What decides about a wager or bonus, as the end of a sentence.
pub(crate) fn decided_by(game: &Game, table: &Table) -> String {
    let cards = cards(game, table);
    let hands = table.rows.iter().any(|row| row.hand.is_some());
    match (hands, against_dealer(table)) {
        (false, true) => "your hand against the dealer's".into(),
        (true, true) => format!("{cards} and how they compare with the dealer's hand"),
        (_, false) if table.reads == Reads::Hand || table.reads == Reads::AllFour => {
            format!("{cards}, whatever the dealer holds")
        }
        (_, false) => cards.into(),
    }
}

/// The least hand that qualifies, and what that means: `queen high or better: any queen, king or ace, or …`.
pub(crate) fn floor(floor: &Floor) -> String {
    match floor {
        Floor::HighCard(ranks) => match ranks.as_slice() {
            [lowest] => {
                let higher: Vec<&str> =
                    Rank::ALL.into_iter().filter(|rank| rank >= lowest).map(Rank::name).collect();
                format!("{floor}: any {}, or a pair or better without one", listed(&higher, "or"))
            }
            _ => format!("{floor}: these cards, and every hand that is higher"),
        },
        Floor::Category(ThreeCategory::ThreeOfAKind | ThreeCategory::HighCard) => floor.to_string(),
        Floor::Category(_) | Floor::PairOf(_) => format!("a {floor}"),
    }
}

/// A stake that examples use: $10 where the table takes it, else the least it takes.
pub(crate) fn example_stake(game: &Game, wager: WagerNo) -> Money {
    let usual = Money::from_units(1_000);
    // A chain of wagers that are measured by one another ends: the game is valid.
    match &game.wager(wager).amount {
        Amount::Fixed(money) => *money,
        Amount::EqualTo(other) => example_stake(game, *other),
        Amount::Times(times, other) => {
            let times = times.first().copied().unwrap_or(1);
            example_stake(game, *other).times(u64::from(times), 1, Rounding::Down).0
        }
        Amount::Free => match &game.wager(wager).limits {
            None => usual,
            Some(limits) => {
                let steps = (usual.units() - limits.min.units()) % limits.step.units().max(1) == 0;
                if usual >= limits.min && usual <= limits.max && steps { usual } else { limits.min }
            }
        },
    }
}

/// What a stake wins; nothing for a share of the meter.
pub(crate) fn won(game: &Game, pay: Pay, stake: Money) -> Option<Money> {
    match pay {
        Pay::Lose | Pay::Push => Some(Money::ZERO),
        Pay::Odds(odds) => Some(stake.times(u64::from(odds.num()), u64::from(odds.den()), game.rounding.0).0),
        Pay::Fixed(amount, _) => Some(amount),
        Pay::Meter(_) => None,
    }
}

/// A pay as it stands in a table: `40 to 1`, `push`, `loses`.
pub(crate) fn pay(pay: Pay) -> String {
    match pay {
        Pay::Lose => "loses".into(),
        Pay::Push => "push".into(),
        Pay::Odds(_) | Pay::Fixed(..) | Pay::Meter(_) => pay.to_string(),
    }
}

/// What a player gets for a stake, in a cell: `$400 + $10`.
pub(crate) fn gets(game: &Game, pay: Pay, stake: Money) -> String {
    match (pay, won(game, pay, stake)) {
        (Pay::Lose, _) => "nothing".into(),
        (Pay::Push, _) => format!("{stake} back"),
        (Pay::Meter(Percent::WHOLE), _) => "the meter".into(),
        (_, None) => "a share".into(),
        (_, Some(won)) if pay.returns_stake() => format!("{won} + {stake}"),
        (_, Some(won)) => won.to_string(),
    }
}

/// How odds are to be read, with an example.
pub(crate) fn odds(game: &Game, odds: Odds, stake: Money) -> String {
    let won = won(game, Pay::Odds(odds), stake).unwrap_or_default();
    match odds.basis() {
        Basis::To => format!(
            "\"{odds}\" is paid on top of your bet, which comes back: {stake} pays {won} and your {stake} back."
        ),
        Basis::For => {
            format!("\"{odds}\" is all you get: {stake} pays {won}, and the {stake} is not returned.")
        }
    }
}

/// The name of a line.
pub(crate) fn line_names(game: &Game, lines: &[LineOf]) -> Vec<String> {
    lines.iter().map(|line| game.line_name(*line).to_owned()).collect()
}
