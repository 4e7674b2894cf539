//! One spot from the command line: a disputed hand, with everything that decides it.

use super::Args;
use super::games::{Games, Missing};
use super::readings::{Change, Other};
use super::{readings, text};
use crate::source::Loaded;
use std::fmt::Write as _;
use tercet_cards::Card;
use tercet_protocol::settle::{Answer, Problem, Reread, write_refusal, write_settlement};
use tercet_rules::{
    Amount, Code, Decision, Game, Money, Refusal, RoundRecord, Settlement, SpotRecord, TableLimits, WagerId,
    settle,
};

/// Cards as an argument.
#[derive(Clone, Debug)]
pub(super) struct Cards(Vec<Card>);

impl std::str::FromStr for Cards {
    type Err = tercet_cards::CardsError;

    fn from_str(text: &str) -> Result<Cards, Self::Err> {
        tercet_cards::parse_cards(text).map(Cards)
    }
}

/// The answer to one spot, and whether it was settled.
pub(super) struct Answered {
    pub(super) answer: String,
    pub(super) settled: bool,
}

/// Settles the spot of the arguments.
///
/// # Errors
///
/// A message about arguments that cannot be used.
pub(super) fn run(args: &Args, games: &mut Games, limits: TableLimits) -> Result<Answered, String> {
    let mut record = record(args)?;
    let loaded = games.find(None).map_err(|missing| match missing {
        Missing::Unknown(_) => "error: one spot needs its game: --game ID or --game-file PATH".into(),
        Missing::Unchangeable(message) => message,
    })?;
    complete(&mut record.spots[0], &loaded.game, args.decision);
    let mut answer = Vec::new();
    let settled = match record.check(&loaded.game, limits) {
        Ok(checked) => {
            let settlement = settle(&checked);
            if args.json {
                let others = if args.readings { readings::others(loaded) } else { Vec::new() };
                let changes = changes(&others, &record, &settlement, limits);
                let all: Vec<Reread<'_>> = changes.iter().map(readings::reread).collect();
                let (game, rules, readings) = (&*loaded.game, &*loaded.hash, args.readings.then_some(&*all));
                write_settlement(
                    &mut answer,
                    &Answer { id: None, game, rules, settlement: &settlement, readings },
                );
            } else {
                answer.extend_from_slice(words(loaded, &record, &settlement, limits).as_bytes());
            }
            true
        }
        Err(refusal) => {
            if args.json {
                write_refusal(&mut answer, None, 1, &Problem::from(refusal));
            } else {
                answer.extend_from_slice(refused(&refusal, &loaded.game).as_bytes());
            }
            false
        }
    };
    let answer = String::from_utf8(answer).map_err(|_| "error: the answer is not UTF-8")?;
    Ok(Answered { answer, settled })
}

fn record(args: &Args) -> Result<RoundRecord, String> {
    let (Some(dealer), Some(cards)) = (&args.dealer, &args.cards) else {
        return Err("error: one spot needs --dealer, --cards and at least one --bet".into());
    };
    let mut wagers: Vec<(WagerId, Money)> = Vec::new();
    for (wager, amount) in &args.bet {
        if wagers.iter().any(|(other, _)| other == wager) {
            return Err(format!("error: --bet {wager} stands twice"));
        }
        wagers.push((wager.clone(), *amount));
    }
    let decision = match args.decision {
        Some(super::Choice::Play(_)) => Some(Decision::Play),
        Some(super::Choice::Fold) => Some(Decision::Fold),
        None => None,
    };
    let spot =
        SpotRecord { spot: args.spot.unwrap_or(1), player: None, cards: cards.0.clone(), wagers, decision };
    Ok(RoundRecord { dealer: dealer.0.clone(), meter: args.meter, spots: vec![spot] })
}

/// Adds the wagers whose amount follows from the others: those that must be made and are measured by another, and Play
/// where its multiple was said.
fn complete(spot: &mut SpotRecord, game: &Game, decision: Option<super::Choice>) {
    for no in game.wager_nos() {
        let wager = game.wager(no);
        let times = match (&wager.amount, decision) {
            (Amount::Times(..), Some(super::Choice::Play(times))) if Some(no) == game.play => times,
            _ if wager.required.is_none() => None,
            (Amount::EqualTo(_), _) => Some(1),
            (Amount::Times(times, _), _) if times.len() == 1 => Some(times[0]),
            (Amount::Times(..) | Amount::Free | Amount::Fixed(_), _) => None,
        };
        let (Amount::EqualTo(of) | Amount::Times(_, of)) = &wager.amount else { continue };
        let placed =
            |id: &WagerId| spot.wagers.iter().find(|(other, _)| other == id).map(|(_, stake)| *stake);
        if let (Some(times), Some(stake), None) = (times, placed(&game.wager(*of).id), placed(&wager.id))
            && let Some(units) = stake.units().checked_mul(i64::from(times))
        {
            spot.wagers.push((wager.id.clone(), Money::from_units(units)));
        }
    }
}

fn words(loaded: &Loaded, record: &RoundRecord, settlement: &Settlement, limits: TableLimits) -> String {
    let game = &*loaded.game;
    let mut words = format!("{}\n\n{}", game.name, text::settlement(game, settlement));
    let rulings = text::rulings(settlement);
    if !rulings.is_empty() {
        words.push_str("\nRulings this rests on\n");
    }
    for id in rulings {
        if let Some(ruling) = game.ruling(id.as_str()) {
            let _cannot_fail = writeln!(
                words,
                "  {id}={}  {}\n      {}",
                ruling.chosen,
                ruling.question,
                ruling.chosen_words()
            );
        }
    }
    let others = readings::others(loaded);
    let changes = changes(&others, record, settlement, limits);
    if changes.is_empty() {
        words.push_str("\nNo other reading changes this.\n");
    } else {
        let changes: Vec<String> = changes.iter().map(readings::words).collect();
        let _cannot_fail = writeln!(words, "\nRead otherwise\n{}", changes.join("\n"));
    }
    words
}

/// The readings that would change the money of this spot.
fn changes<'o>(
    others: &'o [Other],
    record: &RoundRecord,
    settlement: &Settlement,
    limits: TableLimits,
) -> Vec<Change<'o>> {
    readings::changes(others, |game| record.check(game, limits).map_err(Problem::from), settlement)
}

fn refused(refusal: &Refusal, game: &Game) -> String {
    let play = game.play.filter(|_| refusal.code == Code::MissingMultiple);
    let how = play.map_or(String::new(), |no| {
        let (id, times) = (&game.wager(no).id, game.play_times().last().copied().unwrap_or(1));
        format!(", as --decision \"play {times}x\" or --bet {id}=DOLLARS")
    });
    format!("Not settled: {}{how} ({})\n", refusal.message, refusal.code)
}
