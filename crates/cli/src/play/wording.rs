//! Sentences that both front ends say.

use super::session::{Session, YOU};
use tercet_cards::{Card, Rank};
use tercet_rules::{
    By, DealerHand, Event, Game, Line, Money, Outcome, Reads, Row, Settlement, SpotSettlement, SpotView,
    Table, WagerNo, shown, words,
};

/// A result with its sign: `+$10`, `-$5`, `$0`.
pub(crate) fn signed(money: Money) -> String {
    if money > Money::ZERO { format!("+{money}") } else { money.to_string() }
}

/// `up $10`, `down $5`, `even`.
pub(crate) fn up_or_down(net: Money) -> String {
    match net.cmp(&Money::ZERO) {
        std::cmp::Ordering::Greater => format!("up {net}"),
        std::cmp::Ordering::Equal => "even".into(),
        std::cmp::Ordering::Less => format!("down {}", Money::ZERO - net),
    }
}

/// `1 round`, `12 rounds`.
pub(crate) fn rounds(count: u64) -> String {
    if count == 1 { "1 round".into() } else { format!("{count} rounds") }
}

/// Things joined as one says them: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(things: &[String], word: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// A card as an index on a screen: `10♠`.
pub(crate) fn index(card: Card) -> String {
    format!("{}{}", rank_index(card.rank()), card.suit().symbol())
}

/// A rank as the index on a card: `10`, `Q`.
pub(crate) fn rank_index(rank: Rank) -> String {
    if rank == Rank::Ten { "10".into() } else { rank.letter().to_string() }
}

/// Cards as a dealer names them: `queen of spades, ten of diamonds and four of clubs`.
pub(crate) fn cards(cards: &[Card]) -> String {
    let names: Vec<String> =
        cards.iter().map(|card| format!("{} of {}", card.rank().name(), card.suit().name())).collect();
    listed(&names, "and")
}

/// The dealer's announcement (000.6).
pub(crate) fn dealer_call(dealer: &DealerHand) -> String {
    let call = if dealer.qualifies { "Dealer plays" } else { "Dealer doesn't play" };
    format!("{call}: {}", dealer.rank)
}

/// What the player's bets have become: `$10 on Ante and $10 on 3 Card Monster`; with two positions each
/// position by itself.
///
/// None if these events change no bet of the player.
pub(crate) fn bets_changed(session: &Session, events: &[Event]) -> Option<String> {
    let game = session.game();
    let several = session.positions().len() > 1;
    let name = |id: &tercet_rules::WagerId| {
        game.wager_no(id.as_str()).map_or_else(|| id.to_string(), |no| game.wager(no).name.clone())
    };
    let at_spot = |own: &u8| {
        let mut changes = Vec::new();
        for event in events {
            if let Event::Placed { spot, wager, amount } = event
                && spot == own
            {
                changes.push(format!("{amount} on {}", name(wager)));
            }
            if let Event::Returned { spot, wager, amount, .. } = event
                && spot == own
            {
                changes.push(format!("{amount} back from {}", name(wager)));
            }
        }
        let at = if several { format!(" at spot {own}") } else { String::new() };
        (!changes.is_empty()).then(|| format!("{}{at}", listed(&changes, "and")))
    };
    let spots: Vec<String> = session.positions().iter().filter_map(at_spot).collect();
    (!spots.is_empty()).then(|| spots.join("; "))
}

/// That one move changed several bets, where the player named only one.
pub(crate) fn together(events: &[Event]) -> &'static str {
    if events.len() > 1 { " (they go together)" } else { "" }
}

/// What a player decided, in a word: `plays $10`, `folds`, `folds (time ran out)`.
pub(crate) fn decision(game: &Game, spot: &SpotView) -> Option<String> {
    let (choice, by) = spot.decision?;
    let staked = game.play.and_then(|no| stake(spot, game, no));
    let what = match choice {
        tercet_rules::Choice::Fold => "folds".to_owned(),
        tercet_rules::Choice::Play { .. } => {
            staked.map_or_else(|| "plays".to_owned(), |amount| format!("plays {amount}"))
        }
    };
    Some(if by == By::Table { format!("{what} (the table decided)") } else { what })
}

/// What lies on a wager at a spot.
pub(crate) fn stake(spot: &SpotView, game: &Game, no: WagerNo) -> Option<Money> {
    spot.wagers.iter().find(|(id, _)| *id == game.wager(no).id).map(|(_, amount)| *amount)
}

/// Whether a spot of a view is the player's.
pub(crate) fn is_own(spot: &SpotView) -> bool {
    spot.player == YOU
}

/// The sign that goes with an outcome, so that colour says nothing alone.
pub(crate) const fn sign(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => '+',
        Outcome::Lose | Outcome::Forfeit => '-',
        Outcome::Push => '=',
        Outcome::Void => 'o',
    }
}

/// What a line pays, in full: `1 to 1`, `500 for 1`; nothing for a loss, a push or a forfeit.
pub(crate) fn odds(line: &Line) -> String {
    match (line.outcome, line.pays) {
        (Outcome::Win, Some(pays)) => pays.to_string(),
        (Outcome::Win | Outcome::Lose | Outcome::Push | Outcome::Forfeit | Outcome::Void, _) => String::new(),
    }
}

/// What a row of a pay table pays, envy included: `100% of the meter, envy $100`.
pub(crate) fn row_pays(row: &Row) -> String {
    let envy = row.envy.map_or(String::new(), |envy| format!(", envy {envy}"));
    format!("{}{envy}", row.pays)
}

/// Why a line, or an envy pay, came out as it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Why {
    /// What is explained: `Ante`, `Pair Plus`, `Envy`.
    pub(crate) what: String,
    /// The reason.
    pub(crate) text: String,
    /// The rules and rulings it stands on, with the words of the rulings.
    pub(crate) stands_on: Vec<String>,
}

/// The reasons of a settled spot, line by line in house order, envy and remarks after them.
pub(crate) fn whys(game: &Game, settlement: &Settlement, spot: &SpotSettlement) -> Vec<Why> {
    let ruling = |id: &tercet_rules::RulingId| match game.ruling(id.as_str()) {
        Some(ruling) => format!("Ruling {id}, {}: {}", ruling.chosen, ruling.chosen_words()),
        None => format!("Ruling {id}."),
    };
    let lines = spot.lines.iter().map(|line| {
        let rule = line.rule.iter().map(|rule| format!("Rule {rule}."));
        let limit = line.limited.iter().map(|limited| match limited.cites.to_string() {
            cites if cites.is_empty() => "The limit is the house's.".to_owned(),
            cites => format!("The limit: {cites}."),
        });
        Why {
            what: game.line_name(line.of).to_owned(),
            text: words::why(game, settlement, spot, line),
            stands_on: rule.chain(limit).chain(line.rulings.iter().map(ruling)).collect(),
        }
    });
    let envy = spot.envy.iter().map(|envy| Why {
        what: "Envy".into(),
        text: format!("The hand at spot {} pays {} to everybody else with the wager.", envy.spot, envy.won),
        stands_on: envy
            .rule
            .iter()
            .map(|rule| format!("Rule {rule}."))
            .chain(envy.rulings.iter().map(ruling))
            .collect(),
    });
    let remarks = spot.remarks.iter().map(|remark| Why {
        what: "Remark".into(),
        text: format!("{}.", shown(&remark.text, 200)),
        stands_on: remark.cites.ruling.iter().map(ruling).collect(),
    });
    lines.chain(envy).chain(remarks).collect()
}

/// Which cards a pay table reads, where that is not plainly the player's hand.
pub(crate) fn reads(game: &Game, table: &Table) -> Option<String> {
    match table.reads {
        Reads::Hand => None,
        Reads::AllFour | Reads::BothHands | Reads::Dealer => Some(words::reads(game, table)),
    }
}

/// What the time-out rule stands on: ` (ruling R24)`.
pub(crate) fn time_out(game: &Game) -> String {
    match game.timeout.1.to_string() {
        cites if cites.is_empty() => String::new(),
        cites => format!(" ({cites})"),
    }
}

/// Said after a round that took the last of the bankroll.
pub(crate) fn broke(session: &Session) -> &'static str {
    let nothing = session.bankroll() + session.on_table() == Money::ZERO;
    if nothing { " Your bankroll is used up." } else { "" }
}

/// The last word: what the player leaves with.
pub(crate) fn goodbye(session: &Session) -> String {
    let tally = session.tally();
    let bankroll = session.bankroll();
    if tally.rounds == 0 {
        return format!("You leave with {bankroll}; no round was played.");
    }
    format!("You leave with {bankroll}, {} after {}.", up_or_down(tally.net), rounds(tally.rounds))
}
