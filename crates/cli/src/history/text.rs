//! Rounds of the past for people: a line each, or one of them whole.

use super::status;
use crate::journal::time_of;
use crate::settle::text::settlement as settlement_text;
use std::fmt::Write as _;
use tercet_audit::{Recalled, Unproven, Was, by_id, rounds_at, told};
use tercet_cards::format_cards;
use tercet_ledger::Name;
use tercet_rules::{Audience, DealerView, Event, Money, Phase, View, shown, view};
use tercet_store::{Store, Stored};
use tercet_table::{Founding, TableEvent};

/// How much room tables and the numbers of rounds take, so that lines of different tables line up.
#[derive(Clone, Copy)]
pub(super) struct Room {
    table: usize,
    no: usize,
}

impl Room {
    /// For rounds of this table, or of every table that was founded. Of a damaged store, from which neither can be read, lines are shown all the same.
    pub(super) fn of(store: &dyn Store, table: Option<&Name>) -> Room {
        let founded = || {
            let events = store.events(&Founding::stream(), 0, usize::MAX).unwrap_or_default();
            let read = |stored: &Stored| Founding::read(&stored.event).ok();
            events.iter().filter_map(read).map(|founding| founding.table).collect()
        };
        let tables: Vec<Name> = table.map_or_else(founded, |table| vec![table.clone()]);
        let widest = |each: &mut dyn Iterator<Item = usize>| each.max().unwrap_or_default();
        let digits = |table| rounds_at(store, table).unwrap_or_default().to_string().len();
        Room {
            table: widest(&mut tables.iter().map(|table| table.as_str().len())).max(12),
            no: widest(&mut tables.iter().map(digits)).max(6),
        }
    }
}

/// A round in one line; what it came to is that of the player, if one was asked for.
pub(super) fn line(recalled: &Recalled, player: Option<&Name>, room: Room) -> String {
    let mut line = format!(
        "{:table$} {:>no$}  {}  {:8}",
        recalled.table,
        recalled.no,
        time_of(recalled.opened_ms()),
        status(recalled.status()),
        table = room.table,
        no = room.no,
    );
    if let Some(round) = recalled.round() {
        let _cannot_fail = write!(line, " {}", round.game().name);
        if let Phase::Settled(_, settlement) = round.phase() {
            let own = |name: &str| player.is_none_or(|player| player.as_str() == name);
            let spots: Vec<_> = settlement.spots.iter().filter(|spot| own(&spot.player)).collect();
            let places: Vec<String> =
                spots.iter().map(|spot| format!("{} at {}", spot.player, spot.spot)).collect();
            let staked: Money = spots.iter().map(|spot| spot.staked).sum();
            let net: Money = spots.iter().map(|spot| spot.net()).sum();
            let _cannot_fail = match player {
                Some(player) if spots.is_empty() => {
                    write!(line, ": {player} was dealt no hand, and no wager was kept")
                }
                _ => write!(line, ": {}; staked {staked}, net {net}", places.join(", ")),
            };
        } else if let Phase::Voided { reason, .. } = round.phase() {
            let _cannot_fail = write!(line, ": {}", shown(reason, 60));
        }
    }
    if let (Some(lost), Some(settings)) = (&recalled.lost, recalled.settings()) {
        let void = lost.void().map_or(String::new(), |void| format!(": {}", shown(void, 60)));
        let _cannot_fail = write!(line, " {}{void} [its seed was lost: no proof]", settings.game.name);
    }
    if let Some(first) = recalled.otherwise.first() {
        let _cannot_fail = write!(line, " [other money was written in record {first}]");
    }
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

/// A whole round: every step with what happened and the money that moved, then the hands and lines.
pub(super) fn whole(recalled: &Recalled) -> String {
    let mut text = String::new();
    let mut put = |words: String| {
        let _cannot_fail = writeln!(text, "{words}");
    };
    let last = recalled.steps.last();
    let span = last.map_or(String::new(), |step| {
        format!(", {} to {}", time_of(recalled.opened_ms()), time_of(step.at_ms))
    });
    put(format!(
        "Replay of round {} at {}: {}{span}",
        recalled.no,
        recalled.table,
        status(recalled.status())
    ));
    let game = recalled.round().map(|round| round.game());
    if let Some(settings) = recalled.settings() {
        let way = settings.game.ways.get(settings.way).map_or("", |way| way.name.as_str());
        put(format!("  {}, rules sha256:{}, dealt {way}", settings.game.name, settings.rules));
    }
    for seq in &recalled.otherwise {
        put(format!(
            "  In record {seq} other money was written than follows by the rules, which is what is shown as the result."
        ));
    }
    if let Some(why) = &recalled.damaged {
        put(format!(
            "  What can be read of it; no card is known, as it cannot be made again: {}",
            shown(why, usize::MAX)
        ));
    }
    for (spot, player) in &recalled.seated {
        put(format!("  spot {spot}: {player}"));
    }
    for step in &recalled.steps {
        put(format!("  record {}, {}", step.seq, time_of(step.at_ms)));
        match game {
            Some(game) if !step.happened.is_empty() => {
                // The round does not know who voids it.
                if let Some(TableEvent::Voided { by: Some(by), .. }) = step.events.first() {
                    put(format!("    {by} voids the round."));
                }
                for event in &step.happened {
                    // What is settled has a line for each spot; elsewhere a line break is somebody's own.
                    if let Event::Reconciled(_) = event {
                        event.say(game).lines().for_each(|line| put(format!("    {line}")));
                    } else {
                        put(format!("    {}", shown(&event.say(game), usize::MAX)));
                    }
                }
            }
            _ => step.events.iter().for_each(|event| put(format!("    {}", told(event, &by_id)))),
        }
        for posting in step.transactions.iter().flat_map(|transaction| transaction.postings()) {
            put(format!("      {posting}"));
        }
    }
    match (recalled.round(), game) {
        (Some(round), Some(game)) => match round.phase() {
            Phase::Settled(_, settlement) => {
                // The words of tercet settle: every line with its rule and the reason.
                settlement_text(game, settlement).lines().for_each(|line| put(format!("  {line}")));
            }
            Phase::Wagering { .. }
            | Phase::Closed { .. }
            | Phase::Deciding(_)
            | Phase::Revealed(..)
            | Phase::Voided { .. } => hands(&view(round, Audience::Audit), &mut put),
        },
        _ if recalled.damaged.is_some() => {}
        _ => put(recalled.lost.as_ref().map_or_else(
            || "  The round is in play: no card is shown before it is over.".into(),
            without_seed,
        )),
    }
    text
}

/// What is said of a round that ended without its seed.
fn without_seed(lost: &Unproven) -> String {
    let money = match &lost.was {
        Was::Played => "every stake went back",
        Was::Void(_) => "it was void before, and every stake had gone back",
        Was::Settled => {
            "it was settled before, and what was paid stands; the journal alone says what that was"
        }
    };
    format!(
        "  The operator ended it without its seed, as the key from which that follows was said to be lost: {}. Its cards stand in no record and \
         follow from nothing that is left, so there is no proof of its shuffle and will be none; {money}.",
        shown(&lost.reason, usize::MAX)
    )
}

/// The hands of a round that was not settled, as they lay.
fn hands(view: &View, put: &mut dyn FnMut(String)) {
    if let Some(DealerView::Open(hand)) = &view.dealer {
        put(format!("  Dealer: {}, {}", format_cards(hand.cards.iter().copied()), hand.rank));
    }
    for spot in &view.spots {
        let cards = spot.cards.as_ref().map_or(String::new(), |cards| format_cards(cards.iter().copied()));
        let rank = spot.rank.map_or(String::new(), |rank| format!(", {rank}"));
        put(format!("  Spot {}, {}: {cards}{rank}", spot.spot, spot.player));
    }
}
