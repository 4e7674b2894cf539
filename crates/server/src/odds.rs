//! Exact odds of the games of the house: one question is counted at a time, and what was asked of late is kept.

use crate::aside::aside;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::turns::Turns;
use axum::body::Bytes;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tercet_analysis::report::{Ask, AskError, bet_law, grid, report};
use tercet_analysis::session::{Bankroll, SessionError, curve, notes, session};
use tercet_games::{Change, Loaded};
use tercet_protocol::odds::{Answer, Conditions, DecisionGrid, SessionAnswer, write_odds, write_session};
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
    /// A session of many such rounds, rather than one.
    pub(crate) session: Option<Sitting>,
    /// The request, to be asked again.
    pub(crate) request: String,
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

    /// The answer, in the form of `tercet odds --json` or `tercet session --json`.
    ///
    /// # Errors
    ///
    /// If there is no such game with these changes, or it cannot be asked so.
    pub(crate) async fn answer(&self, from: Peer, question: Question) -> Result<Bytes, Answered> {
        self.told(from, question, counted).await
    }

    /// What is decided, by the cards that play, as JSON.
    ///
    /// # Errors
    ///
    /// If there is no such game with these changes, it cannot be asked so, or nothing is decided in it.
    pub(crate) async fn decisions(&self, from: Peer, question: Question) -> Result<Bytes, Answered> {
        self.told(from, question, decided).await
    }

    /// What was kept, or what is made of the question in turn.
    async fn told(
        &self,
        from: Peer,
        question: Question,
        made: fn(&Question) -> Result<Bytes, Not>,
    ) -> Result<Bytes, Answered> {
        let key = format!("{} {}", question.game.hash, question.request);
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
            made(&question)
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

/// The game that is asked about.
fn changed(question: &Question) -> Result<Loaded, Not> {
    question.game.with(&question.changes).map_err(|error| {
        let at = error.kind().map_or("ruling", tercet_games::ChangeKind::word);
        problem_at(Code::Value, at, error)
    })
}

/// Finds what is decided with each hand.
fn decided(question: &Question) -> Result<Bytes, Not> {
    let loaded = changed(question)?;
    let ask = Ask {
        bets: &question.bets,
        meter: question.meter,
        players: question.players,
        ..Ask::of(&loaded.game)
    };
    let grid = grid(&ask).map_err(|error| blamed(&ask, &error))?;
    let grid = DecisionGrid::of(loaded.game.id.as_str(), &loaded.hash, &question.request, &grid);
    let text = serde_json::to_vec(&grid).map_err(|error| problem(Code::Store, error))?;
    Ok(text.into())
}

/// Counts all deals.
fn counted(question: &Question) -> Result<Bytes, Not> {
    let loaded = changed(question)?;
    let ask = Ask {
        bets: &question.bets,
        stake: question.stake,
        meter: question.meter,
        players: question.players,
        ..Ask::of(&loaded.game)
    };
    let conditions = Conditions {
        players: ask.players,
        meter: loaded.game.meter.as_ref().map(|rule| ask.meter.unwrap_or(rule.start)),
        known: ask.known,
        strategy: Some("best"),
        decks: ask.decks,
        command: &question.request,
    };
    match question.session {
        None => one_round(&ask, &loaded.hash, conditions),
        Some(sitting) => many_rounds(&ask, &loaded.hash, conditions, sitting),
    }
}

fn blamed(ask: &Ask<'_>, error: &AskError) -> Not {
    problem_at(Code::Value, error.part.word(), error.said(ask))
}

fn one_round(ask: &Ask<'_>, rules: &str, conditions: Conditions<'_>) -> Result<Bytes, Not> {
    let report = report(ask).map_err(|error| blamed(ask, &error))?;
    let mut out = Vec::new();
    let answer = Answer {
        ask,
        rules,
        conditions,
        report: &report,
        worth: None,
        exposed: None,
        readings: None,
        compared: None,
    };
    write_odds(&mut out, &answer);
    Ok(out.into())
}

fn many_rounds(
    ask: &Ask<'_>,
    rules: &str,
    conditions: Conditions<'_>,
    sitting: Sitting,
) -> Result<Bytes, Not> {
    let (stakes, law) = bet_law(ask).map_err(|error| blamed(ask, &error))?;
    let refused = |error: SessionError| problem_at(Code::Value, error.part(), error);
    let session = session(&law, sitting.rounds, sitting.bankroll).map_err(refused)?;
    let curve = curve(&law, sitting.rounds, sitting.points).map_err(refused)?;
    let mut out = Vec::new();
    let answer = SessionAnswer {
        game: ask.game,
        decks: ask.decks,
        rules,
        conditions,
        stakes: &stakes,
        session: &session,
        curve: &curve,
        notes: &notes(ask, &stakes),
    };
    write_session(&mut out, &answer);
    Ok(out.into())
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
