//! The progressive meter and envy pays.

use crate::page::{Block, Section, Text};
use tercet_rules::{Amount, Cites, Envy, EnvyHands, Game, Meter, MeterHits, Money, OwnPositions};

/// The section about the meter and envy, if the game has either.
pub(crate) fn section(game: &Game) -> Option<Section> {
    let meter = game.meter.as_ref().map(|meter| Block::List(about(game, meter)));
    let envy = game.envy.as_ref();
    let envy = envy.map(|envy| [Block::Heading("Envy bonus".into()), Block::List(about_envy(game, envy))]);
    let title = if meter.is_some() { "The progressive meter" } else { "Envy" };
    Section::unless_empty(title, meter.into_iter().chain(envy.into_iter().flatten()).collect())
}

fn about(game: &Game, meter: &Meter) -> Vec<Text> {
    let wager = game.wager(meter.wager);
    let cites = &meter.cites;
    let reserved = meter.reserve.hundredths() > 0;
    let reserve =
        if reserved { format!(", {} to a reserve for its next start", meter.reserve) } else { String::new() };
    let mut feeds = format!(
        "Of every {} bet {} goes to the meter{reserve} and the rest to the house, in whole cents",
        wager.name, meter.rate
    );
    if let Amount::Fixed(stake) = wager.amount {
        let share = meter.contribution(Money::ZERO, stake);
        let reserve = if reserved { format!(", {}", share.reserve) } else { String::new() };
        feeds.push_str(&format!(": {}{reserve} and {} of {stake}", share.meter, share.house));
    }
    let mut about = vec![
        Text::of(format!("The meter starts at {}.", meter.start), cites),
        Text::of(format!("{feeds}."), cites),
    ];
    if let Some(cap) = meter.cap {
        about.push(Text::of(format!("It grows to {cap} and no further."), cites));
    }
    about.push(Text::of(
        format!(
            "It is read at the deal, with the bets of the round in it. Once paid in full it starts again at {}.",
            meter.start
        ),
        cites,
    ));
    let hits = match meter.hits.0 {
        MeterHits::InOrder => {
            "Several hands of one round that win from the meter are paid in the order of payment, each from what it then holds."
        }
        MeterHits::Shared => {
            "Several hands of one round that win from the meter are all paid from what it held at the deal; shares that exceed it together shrink alike."
        }
    };
    about.push(Text::of(hits, &ruling_only(&meter.hits.1)));
    about
}

/// The ruling alone: the rule beside it is about something else.
fn ruling_only(cites: &Cites) -> Cites {
    Cites { rule: None, ruling: cites.ruling.clone() }
}

fn about_envy(game: &Game, envy: &Envy) -> Vec<Text> {
    let name = &game.wager(envy.wager).name;
    let paid = format!(
        "When a player holds a hand with an amount under \"Envy\", everyone else who made a {name} bet is paid that amount, folded or not."
    );
    let hands = match envy.hands.0 {
        EnvyHands::Any => format!("The hand counts with or without a {name} bet of its own."),
        EnvyHands::OnlyWithWager => format!("The hand counts only with a {name} bet of its own."),
    };
    let own = match envy.own_positions.0 {
        OwnPositions::NotPaid => "A player's own hands, at any position, pay that player no envy.",
        OwnPositions::Paid => {
            "A player's second position is paid envy for the first, and the other way round."
        }
    };
    vec![
        Text::of(paid, &envy.cites),
        Text::of(hands, &ruling_only(&envy.hands.1)),
        Text::of(own, &ruling_only(&envy.own_positions.1)),
    ]
}
