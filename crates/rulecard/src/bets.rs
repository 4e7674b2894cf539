//! What a player may bet.

use crate::page::{Block, Section, Sources, Text};
use crate::words::{decided_by, listed, names};
use tercet_rules::{Amount, Cites, Game, GameDoc, OnFold, Stage, Wager, WagerNo};

/// The section about the wagers.
pub(crate) fn section(game: &Game, doc: &GameDoc) -> Option<Section> {
    let terms = game.wager_nos().map(|no| {
        let wager = game.wager(no);
        (wager.name.clone(), vec![about(game, doc, no)])
    });
    Section::unless_empty("What you may bet", vec![Block::Terms(terms.collect())])
}

fn about(game: &Game, doc: &GameDoc, no: WagerNo) -> Text {
    let wager = game.wager(no);
    if wager.table.closed {
        let cites = wager.table.posted.clone().unwrap_or_default();
        return Text::of("Closed: the house has posted no pays for it, so it cannot be bet.", &cites);
    }
    let text = Text::plain(format!("Decided by {}.", decided_by(game, &wager.table)));
    let text = when(game, doc, no, text);
    let (words, cites) = amount(game, wager);
    let text = text.and(words, cites);
    match wager.stage {
        Stage::Decision => text,
        Stage::BeforeDeal => text.and_maybe(on_fold(game, wager)),
    }
}

/// When the wager is made, and beside what.
fn when(game: &Game, doc: &GameDoc, no: WagerNo, text: Text) -> Text {
    let wager = game.wager(no);
    if wager.stage == Stage::Decision {
        return text.and("You make it once you have seen your cards, and so decide to play.", []);
    }
    if let Some(cites) = &wager.required {
        return text.and("Everyone who wants cards must make it.", [cites]);
    }
    if !wager.needs.is_empty() {
        let groups: Vec<String> = wager
            .needs
            .iter()
            .map(|group| listed(&names(game, group.any_of.iter().copied()), "or"))
            .collect();
        let words = format!("Optional, and only beside {}.", listed(&groups, "and"));
        return text.and(words, wager.needs.iter().map(|group| &group.cites));
    }
    let required = game.wager_nos().filter(|other| game.wager(*other).required.is_some());
    let required = names(game, required);
    if !required.is_empty() {
        return text.and(format!("Optional, beside {}.", listed(&required, "and")), []);
    }
    text.and_from("Optional; it may be your only bet.", rulings_on_needs(doc, no))
}

/// The rulings that could ask for another wager beside this one, and do not.
fn rulings_on_needs(doc: &GameDoc, no: WagerNo) -> Sources {
    let mut sources = Sources::default();
    for condition in doc.wagers[no.index()].needs.iter().filter_map(|needs| needs.when.as_ref()) {
        sources.add(condition.ruling.as_str());
    }
    sources
}

fn amount<'g>(game: &'g Game, wager: &'g Wager) -> (String, Vec<&'g Cites>) {
    let measured = match &wager.amount {
        Amount::Free => None,
        Amount::Fixed(money) => Some(format!("Always {money}.")),
        Amount::EqualTo(other) => {
            Some(format!("Always the same amount as your {}.", game.wager(*other).name))
        }
        Amount::Times(times, other) => {
            let name = &game.wager(*other).name;
            let times: Vec<String> = times.iter().map(u8::to_string).collect();
            Some(match times.as_slice() {
                [one] if one == "1" => format!("Equal to your {name}."),
                _ => format!("{} times your {name}, as you like.", listed(&times, "or")),
            })
        }
    };
    let limits = wager.limits.as_ref().map(|limits| {
        if limits.min == limits.max {
            format!("Exactly {}.", limits.min)
        } else {
            format!("{} to {}, in steps of {}.", limits.min, limits.max, limits.step)
        }
    });
    let cites = [&wager.amount_cites].into_iter().chain(wager.limits.as_ref().map(|limits| &limits.cites));
    let words = match (measured, limits) {
        (None, None) => "Any amount.".into(),
        (Some(words), None) | (None, Some(words)) => words,
        (Some(measured), Some(limits)) => format!("{measured} {limits}"),
    };
    (words, cites.collect())
}

fn on_fold(game: &Game, wager: &Wager) -> Option<(String, Sources)> {
    game.play?;
    let (on_fold, cites) = &wager.on_fold;
    let words = match on_fold {
        OnFold::Forfeit => "If you fold, you lose it.",
        OnFold::Stays => "If you fold, it stays in play.",
    };
    Some((words.into(), Sources::of([cites])))
}
