//! Exact odds of the games of the house: one question is counted at a time, and what was asked of late is kept.

use crate::aside::aside;
use crate::form::Form;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::turns::Turns;
use axum::body::Bytes;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tercet_analysis::report::{Ask, AskError, bet_law, grid, report};
use tercet_analysis::session::{Bankroll, SessionError, curve, notes, session};
use tercet_games::{Change, Loaded};
use tercet_protocol::odds::DecisionGrid;
use tercet_report::compare::{Compared, One};
use tercet_report::odds::OtherReadings;
use tercet_report::{Command, Conditions, odds, session as sessions};
use tercet_rules::{Money, WagerId};

/// How many bytes of answers are kept.
const KEPT: usize = 8 << 20;

/// What somebody asks about a game.
pub(crate) struct Question {
    /// The game as it is written.
    pub(crate) game: Arc<Loaded>,
    /// Other readings and pays.
    pub(crate) changes: Vec<Change>,
    /// Wagers that are figured together; none: each by itself.
    pub(crate) bets: Vec<(WagerId, Money)>,
    /// The stake of wagers that are figured by themselves.
    pub(crate) stake: Option<Money>,
    /// The meter at the deal.
    pub(crate) meter: Option<Money>,
    /// Players at the table.
    pub(crate) players: u8,
    /// What is asked about it.
    pub(crate) what: What,
    /// How it is told.
    pub(crate) form: Form,
    /// The request, to be asked again.
    pub(crate) request: String,
}

/// What can be asked about a game.
#[derive(Clone)]
pub(crate) enum What {
    /// Its exact odds, and what the other readings of its rulings come to, if `readings` says so.
    Odds {
        /// Whether they are told.
        readings: bool,
    },
    /// What is decided, by the cards that play; as JSON, whatever the form.
    Decisions,
    /// A session of many such rounds.
    Session(Sitting),
    /// What differs from another game, or from the same one with other changes; a page or JSON.
    Beside(Arc<Loaded>, Vec<Change>),
}

/// For how long the same is bet.
#[derive(Clone, Copy)]
pub(crate) struct Sitting {
    /// How many rounds.
    pub(crate) rounds: u32,
    /// What the player sits down with, and where they leave.
    pub(crate) bankroll: Option<Bankroll>,
    /// After how many parts of the rounds it is said how the results spread.
    pub(crate) points: u32,
}

/// Where odds are asked for.
#[derive(Debug)]
pub(crate) struct OddsDesk {
    /// Counting takes a processor for itself: there is one turn.
    turns: Turns,
    kept: Mutex<Kept>,
}

/// The answers of late, those that were asked for last at the end.
#[derive(Debug, Default)]
struct Kept {
    answers: VecDeque<(String, Bytes)>,
    bytes: usize,
}

impl OddsDesk {
    pub(crate) fn new() -> OddsDesk {
        OddsDesk { turns: Turns::new(1), kept: Mutex::default() }
    }

    /// The answer, as `tercet odds`, `tercet session` and `tercet compare` have it: what was kept, or what is made of the question in
    /// turn.
    ///
    /// # Errors
    ///
    /// If there is no such game with these changes, or it cannot be asked so.
    pub(crate) async fn answer(&self, from: Peer, question: Question) -> Result<Bytes, Answered> {
        let key = question.key();
        if let Some(answer) = self.kept().find(&key) {
            return Ok(answer);
        }
        let turn = self.turns.take(from.counted()).await;
        // Somebody else may have asked the same meanwhile.
        if let Some(answer) = self.kept().find(&key) {
            return Ok(answer);
        }
        let answer = aside(move || {
            // Also if whoever asked has gone by then: the turn is over when the counting is.
            let _turn = turn;
            answer(&question)
        });
        let answer = answer.await?;
        self.kept().keep(key, answer.clone());
        Ok(answer)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, key: &str) -> Option<Bytes> {
        let place = self.answers.iter().position(|(known, _)| known == key)?;
        let found = self.answers.remove(place)?;
        let answer = found.1.clone();
        self.answers.push_back(found);
        Some(answer)
    }

    fn keep(&mut self, key: String, answer: Bytes) {
        self.bytes += key.len() + answer.len();
        self.answers.push_back((key, answer));
        while self.bytes > KEPT
            && let Some((key, answer)) = self.answers.pop_front()
        {
            self.bytes -= key.len() + answer.len();
        }
    }
}

/// How the player decides, as `--strategy` of the command line has it.
const STRATEGY: &str = "best";

impl Question {
    /// What the answer follows from: the rules, and what is asked of them in which form.
    fn key(&self) -> String {
        let other = match &self.what {
            What::Beside(other, _) => &other.hash,
            What::Odds { .. } | What::Decisions | What::Session(_) => "",
        };
        format!("{} {other} {}", self.game.hash, self.request)
    }

    /// What is asked of one game.
    fn ask<'a>(&'a self, loaded: &'a Loaded) -> Ask<'a> {
        Ask {
            bets: &self.bets,
            stake: self.stake,
            meter: self.meter,
            players: self.players,
            ..Ask::of(&loaded.game)
        }
    }

    fn conditions(&self, loaded: &Loaded, ask: &Ask<'_>) -> Conditions {
        Conditions::of(loaded, ask, Some(STRATEGY.to_owned()), Command::request(&self.request))
    }
}

/// A game with changes; `side` says of which of two it is: `-a`, `-b` or nothing.
fn changed(game: &Loaded, changes: &[Change], side: &str) -> Result<Loaded, Not> {
    game.with(changes).map_err(|error| {
        let at = error.kind().map_or("ruling", tercet_games::ChangeKind::word);
        problem_at(Code::Value, format!("{at}{side}"), error)
    })
}

/// Counts all deals.
fn answer(question: &Question) -> Result<Bytes, Not> {
    match &question.what {
        What::Odds { readings } => one_round(question, *readings),
        What::Decisions => decided(question),
        What::Session(sitting) => many_rounds(question, *sitting),
        What::Beside(other, changes) => beside(question, other, changes),
    }
}

/// Finds what is decided with each hand.
fn decided(question: &Question) -> Result<Bytes, Not> {
    let loaded = changed(&question.game, &question.changes, "")?;
    let ask = question.ask(&loaded);
    let grid = grid(&ask).map_err(|error| blamed(&ask, &error))?;
    let grid = DecisionGrid::of(loaded.game.id.as_str(), &loaded.hash, &question.request, &grid);
    let text = serde_json::to_vec(&grid).map_err(|error| problem(Code::Store, error))?;
    Ok(text.into())
}

fn blamed(ask: &Ask<'_>, error: &AskError) -> Not {
    problem_at(Code::Value, error.part.word(), error.said(ask))
}

fn one_round(question: &Question, readings: bool) -> Result<Bytes, Not> {
    let loaded = changed(&question.game, &question.changes, "")?;
    let ask = question.ask(&loaded);
    let report = report(&ask).map_err(|error| blamed(&ask, &error))?;
    let readings = readings.then(|| OtherReadings::of(&loaded, &ask, &report, &|_, _| {}));
    question.form.of_records(&odds::Answered {
        loaded: &loaded,
        ask: &ask,
        report: &report,
        worth: None,
        exposed: None,
        readings: readings.as_ref(),
        conditions: question.conditions(&loaded, &ask),
    })
}

fn many_rounds(question: &Question, sitting: Sitting) -> Result<Bytes, Not> {
    let loaded = changed(&question.game, &question.changes, "")?;
    let ask = question.ask(&loaded);
    let (stakes, law) = bet_law(&ask).map_err(|error| blamed(&ask, &error))?;
    let refused = |error: SessionError| problem_at(Code::Value, error.part(), error);
    let session = session(&law, sitting.rounds, sitting.bankroll).map_err(refused)?;
    let curve = curve(&law, sitting.rounds, sitting.points).map_err(refused)?;
    let notes = notes(&ask, &stakes);
    let (decks, conditions) = (ask.decks, question.conditions(&loaded, &ask));
    question.form.of_records(&sessions::Answered { loaded, decks, stakes, session, curve, notes, conditions })
}

/// What differs between two games.
fn beside(question: &Question, other: &Loaded, changes: &[Change]) -> Result<Bytes, Not> {
    let one = |game: &Loaded, changes: &[Change], side: &str| -> Result<One, Not> {
        let loaded = changed(game, changes, side)?;
        let ask = question.ask(&loaded);
        let report = report(&ask).map_err(|error| blamed(&ask, &error))?;
        let (decks, conditions) = (ask.decks, question.conditions(&loaded, &ask));
        Ok(One { asked: loaded.game.id.to_string(), loaded, decks, report, conditions })
    };
    let compared = Compared::of(one(&question.game, &question.changes, "-a")?, one(other, changes, "-b")?);
    Ok(question.form.of_a_page(&compared, &Command::request(&question.request)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept has an end, whatever is asked; what was asked for last stays.
    #[test]
    fn answers_are_kept_up_to_an_end() {
        let mut kept = Kept::default();
        let long: Bytes = "x".repeat(KEPT / 4).into();
        kept.keep("often".into(), long.clone());
        for n in 0..100 {
            kept.keep(n.to_string(), long.clone());
            assert!(kept.bytes <= KEPT && kept.answers.len() <= 4);
            assert!(kept.find("often").is_some(), "{n}");
        }
        assert!(kept.find("1").is_none());
    }
}
