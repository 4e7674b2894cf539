//! Rounds of seven spots, the same on every machine: cards, wagers and decisions from a small generator.

use std::fmt::Write as _;
use tercet_cards::{Card, format_cards};
use tercet_rules::{Amount, Game, Stage};

/// A generator of numbers that look random (splitmix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// One recorded round of a game with every spot taken and every wager placed, as a line of JSON.
pub(crate) fn line(game: &Game, number: u64, chance: &mut Chance) -> String {
    let mut deck = Card::ALL;
    for i in (1..deck.len()).rev() {
        deck.swap(i, chance.below(i + 1));
    }
    let mut cards = deck.into_iter();
    let mut deal = |count: u8| format_cards(cards.by_ref().take(usize::from(count)));
    let mut text = format!(
        "{{\"id\":\"round-{number}\",\"game\":\"{}\",\"dealer\":\"{}\"",
        game.id,
        deal(game.dealer.0)
    );
    if game.meter.is_some() {
        text.push_str(",\"meter\":1234567");
    }
    text.push_str(",\"spots\":[");
    for spot in 1..=game.spots {
        let cards = deal(game.player.0);
        let ante = (2 + chance.below(9)) * 100;
        let wagers: Vec<String> = game
            .wagers
            .iter()
            .filter(|wager| wager.stage == Stage::BeforeDeal)
            .map(|wager| match wager.amount {
                Amount::Fixed(amount) => format!("\"{}\":{}", wager.id, amount.units()),
                Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => format!("\"{}\":{ante}", wager.id),
            })
            .collect();
        let decision = if chance.below(3) == 0 { "fold" } else { "play" };
        let comma = if spot > 1 { "," } else { "" };
        let _cannot_fail = write!(
            text,
            "{comma}{{\"spot\":{spot},\"player\":\"player {spot}\",\"cards\":\"{cards}\",\"wagers\":{{{}}},\"decision\":\"{decision}\"}}",
            wagers.join(",")
        );
    }
    text.push_str("]}");
    text
}
