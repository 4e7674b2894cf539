//! A game as it would be if one ruling were read otherwise, for what one line can take from another.

use super::{Game, LineOf, Table};
use crate::doc::GameDoc;
use crate::fault::Step;
use crate::ids::RulingId;
use crate::lint::MentionOf;
use crate::pay::{Odds, Pay};
use crate::reading::Ruling;
use alloc::vec::Vec;

/// The same game with one ruling read otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Otherwise {
    /// The ruling.
    pub(crate) ruling: RulingId,
    /// The game under the other reading; it knows no further ones.
    pub(crate) game: Game,
}

/// The game under every other reading, one ruling at a time: nothing for a game in which no line takes from what another
/// is paid, by a limit or a meter.
///
/// A ruling that leaves a choice to the house has no list of readings. Its other readings are the round paid in other
/// orders (R23) and posted tables that pay more (R15).
pub(super) fn otherwise(doc: &GameDoc, game: &Game) -> Vec<Otherwise> {
    if game.aggregates.is_empty() && game.meter.is_none() {
        return Vec::new();
    }
    readings(doc, game).chain(orders(game)).chain(posted(game)).collect()
}

fn readings(doc: &GameDoc, game: &Game) -> impl Iterator<Item = Otherwise> {
    let mentions = doc.mentions();
    let decides = |ruling: &Ruling| {
        let mut switches = mentions.iter().filter(|mention| mention.of == MentionOf::Switch(&ruling.id));
        switches.any(|mention| settles(game, mention.at.steps()))
    };
    let switches: Vec<(usize, &Ruling)> =
        doc.rulings.iter().enumerate().filter(|(_, ruling)| decides(ruling)).collect();
    let switches = switches.into_iter();
    switches.flat_map(move |(i, ruling)| {
        let others = ruling.readings.iter().filter(|reading| reading.name != ruling.chosen);
        others.filter_map(move |reading| {
            let mut doc = doc.clone();
            doc.rulings[i].chosen.clone_from(&reading.name);
            // Some readings make no game of this file.
            Some(Otherwise { ruling: ruling.id.clone(), game: doc.as_read().ok()? })
        })
    })
}

/// Whether a switch at this place can change how a line is settled that shares a limit or a meter: each other reading of it
/// costs a check of the whole file.
fn settles(game: &Game, at: &[Step]) -> bool {
    let key = |i: usize| match at.get(i) {
        Some(Step::Key(key)) => &**key,
        Some(Step::Index(_)) | None => "",
    };
    let limited = !game.aggregates.is_empty();
    match key(0) {
        // Without a limit, only lines paid from the meter take from each other.
        "wager" => limited || game.meter.as_ref().is_some_and(|meter| game.wager(meter.wager).id == *key(1)),
        "bonus" => limited,
        "timeout" | "table" | "envy" | "card" => false,
        _ => true,
    }
}

fn orders(game: &Game) -> impl Iterator<Item = Otherwise> {
    let reconcile = &game.reconcile;
    let spots = reconcile.spots_cites.ruling.iter().map(|ruling| {
        let mut game = game.clone();
        game.rules.reconcile.right_to_left = !game.rules.reconcile.right_to_left;
        Otherwise { ruling: ruling.clone(), game }
    });
    // Each line comes first in one of these, where it is cut least, and last in another, where it is cut most.
    let lines = reconcile.lines_cites.ruling.iter().flat_map(|ruling| {
        (1..reconcile.lines.len()).map(|by| {
            let mut game = game.clone();
            game.rules.reconcile.lines.rotate_left(by);
            Otherwise { ruling: ruling.clone(), game }
        })
    });
    spots.chain(lines)
}

fn posted(game: &Game) -> impl Iterator<Item = Otherwise> {
    let ruling = |table: &Table| table.posted.as_ref().and_then(|cites| cites.ruling.clone());
    let mut rulings: Vec<RulingId> =
        game.wagers.iter().map(|wager| &wager.table).filter_map(ruling).collect();
    rulings.extend(game.bonuses.iter().map(|bonus| &bonus.table).filter_map(ruling));
    rulings.sort_unstable();
    rulings.dedup();
    rulings.into_iter().map(move |of| {
        let mut game = game.clone();
        let tables = game.rules.wagers.iter_mut().map(|wager| &mut wager.table);
        let tables = tables.chain(game.rules.bonuses.iter_mut().map(|bonus| &mut bonus.table));
        for row in
            tables.filter(|table| ruling(table).as_ref() == Some(&of)).flat_map(|table| &mut table.rows)
        {
            if let Pay::Odds(odds) = row.pays {
                let more = Odds::new(odds.num() + 1, odds.den(), odds.basis());
                row.pays = Pay::Odds(more.unwrap_or(odds));
            }
        }
        Otherwise { ruling: of, game }
    })
}

/// A line that some other reading may settle otherwise, and the highest pays that it can have then, one of each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Swing {
    pub(crate) of: LineOf,
    pub(crate) pays: Vec<Pay>,
}

/// The lines that another reading may settle otherwise.
pub(super) fn swings(game: &Game, others: &[Otherwise]) -> Vec<Swing> {
    if game.aggregates.is_empty() {
        return Vec::new();
    }
    let mut swings: Vec<Swing> = Vec::new();
    for of in &game.reconcile.lines {
        let differ = |other: &&Otherwise| {
            let other = &other.game;
            let same = match *of {
                LineOf::Wager(no) => game.wager(no) == other.wager(no),
                LineOf::Bonus(i) => game.bonuses[i] == other.bonuses[i],
            };
            !same || game.ace != other.ace
        };
        let mut tables = others.iter().filter(differ).map(|other| other.game.table(*of)).peekable();
        if tables.peek().is_none() {
            continue;
        }
        let pays = tables.flat_map(|table| {
            let rows = table.rows.iter().map(|row| row.pays);
            rows.chain(table.otherwise.iter().map(|(pay, _)| *pay))
        });
        swings.push(Swing { of: *of, pays: highest(pays.collect()) });
    }
    swings
}

/// The highest pay of each kind.
fn highest(mut pays: Vec<Pay>) -> Vec<Pay> {
    let all = pays.clone();
    let beats = |a: &Pay, b: &Pay| match (a, b) {
        (Pay::Odds(a), Pay::Odds(b)) => {
            let times = |x: u32, y: u32| u64::from(x) * u64::from(y);
            times(a.num(), b.den()) > times(b.num(), a.den())
        }
        (Pay::Fixed(a, _), Pay::Fixed(b, _)) => a > b,
        _ => false,
    };
    pays.retain(|pay| pay.wins() && !all.iter().any(|other| beats(other, pay)));
    pays.sort_unstable();
    pays.dedup();
    pays
}
