//! A settlement for people: hands, lines with their rule and why, totals.

use std::fmt::Write as _;
use tercet_cards::format_cards;
use tercet_rules::{
    Cites, Game, Line, MeterMove, Money, Reads, RulingId, Settlement, SpotSettlement, shown, words,
};

/// The dealer, the spots in the order in which they are paid, the meter.
pub(crate) fn settlement(game: &Game, settlement: &Settlement) -> String {
    let mut text = String::new();
    let dealer = &settlement.dealer;
    let plays = match (&game.qualifier.floor, dealer.qualifies) {
        (None, _) => "",
        (Some(_), true) => ", qualifies",
        (Some(_), false) => ", does not qualify",
    };
    say(&mut text, format!("Dealer: {}  {}{plays}", format_cards(dealer.cards.iter().copied()), dealer.rank));
    for spot in settlement.in_paying_order(game) {
        spot_text(&mut text, game, settlement, spot);
    }
    if let Some(MeterMove { before, paid, after }) = settlement.meter {
        say(&mut text, format!("Meter: {before} at the deal, {paid} paid, now {after}"));
    }
    text
}

/// The rulings that the lines, envy pays and remarks of a settlement stand on, each once, in order of mention.
pub(super) fn rulings(settlement: &Settlement) -> Vec<&RulingId> {
    let mut all: Vec<&RulingId> = Vec::new();
    for spot in &settlement.spots {
        let lines = spot.lines.iter().flat_map(|line| &line.rulings);
        let envy = spot.envy.iter().flat_map(|envy| &envy.rulings);
        let remarks = spot.remarks.iter().filter_map(|remark| remark.cites.ruling.as_ref());
        for ruling in lines.chain(envy).chain(remarks) {
            if !all.contains(&ruling) {
                all.push(ruling);
            }
        }
    }
    all
}

/// An amount that a player is up or down: `+$5`, `-$5`, `$0`.
pub(super) fn signed(money: Money) -> String {
    if money > Money::ZERO { format!("+{money}") } else { money.to_string() }
}

/// How many rounds: `1 round`, `7 rounds`.
pub(super) fn rounds(count: u64) -> String {
    if count == 1 { "1 round".into() } else { format!("{count} rounds") }
}

/// A sum over a log, which may be more than money can be.
pub(crate) fn dollars(units: i128) -> String {
    match i64::try_from(units) {
        Ok(units) => Money::from_units(units).to_string(),
        Err(_) => format!("{units} cents"),
    }
}

fn say(text: &mut String, line: impl AsRef<str>) {
    text.push_str(line.as_ref().trim_end());
    text.push('\n');
}

fn spot_text(text: &mut String, game: &Game, settlement: &Settlement, spot: &SpotSettlement) {
    let named = spot.player != spot.spot.to_string();
    let player = if named { format!(", {}", printable(&spot.player)) } else { String::new() };
    let mut hand = format!("{}  {}", format_cards(spot.cards.iter().copied()), spot.rank);
    if spot.cards.len() > spot.playing.len() {
        let _cannot_fail = write!(hand, " ({})", format_cards(spot.playing));
    }
    if let Some(both) = spot.both
        && spot.lines.iter().any(|line| game.table(line.of).reads == Reads::BothHands)
    {
        let _cannot_fail = write!(hand, "; with the dealer's cards {both}");
    }
    if spot.folded {
        hand.push_str("; folded");
    }
    say(text, format!("Spot {}{player}: {hand}", spot.spot));
    let rows: Vec<[String; 6]> = spot.lines.iter().map(|line| row(game, line)).collect();
    let widths: [usize; 6] =
        std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or_default());
    for (line, [name, stake, outcome, net, pays, grounds]) in spot.lines.iter().zip(&rows) {
        let [w_name, w_stake, w_outcome, w_net, w_pays, _] = widths;
        say(
            text,
            format!(
                "  {name:w_name$}  {stake:>w_stake$}  {outcome:w_outcome$}  {net:>w_net$}  {pays:w_pays$}  {grounds}"
            ),
        );
        say(text, format!("      {}", words::why(game, settlement, spot, line)));
    }
    for envy in &spot.envy {
        let grounds = grounds(envy.rule.as_ref().map_or("", |rule| rule.as_str()), &envy.rulings);
        say(text, format!("  Envy for the hand at spot {}  {}  {grounds}", envy.spot, signed(envy.won)));
    }
    for remark in &spot.remarks {
        say(text, format!("  Remark: {}{}", printable(&remark.text), in_brackets(&remark.cites)));
    }
    say(
        text,
        format!(
            "  Total: staked {}, won {}, returned {}: net {}",
            spot.staked,
            spot.won,
            spot.returned,
            signed(spot.net())
        ),
    );
}

fn row(game: &Game, line: &Line) -> [String; 6] {
    let pays = match line.pays {
        Some(pays) if pays.wins() => pays.to_string(),
        Some(_) | None => String::new(),
    };
    let rule = line.rule.as_ref().map_or("", |rule| rule.as_str());
    [
        game.line_name(line.of).to_owned(),
        line.stake.to_string(),
        line.outcome.to_string(),
        signed(line.net()),
        pays,
        grounds(rule, &line.rulings),
    ]
}

/// `003.grid.win`, `004.12, ruling R1`, `001.super-6, rulings R15 and R6`.
fn grounds(rule: &str, rulings: &[RulingId]) -> String {
    let names: Vec<&str> = rulings.iter().map(RulingId::as_str).collect();
    let rulings = match names.as_slice() {
        [] => String::new(),
        [one] => format!("ruling {one}"),
        [first @ .., last] => format!("rulings {} and {last}", first.join(", ")),
    };
    [rule, &rulings].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn in_brackets(cites: &Cites) -> String {
    let text = cites.to_string();
    if text.is_empty() { text } else { format!(" ({text})") }
}

/// A text from outside, safe to show on a terminal.
pub(super) fn printable(text: &str) -> String {
    shown(text, 80)
}
