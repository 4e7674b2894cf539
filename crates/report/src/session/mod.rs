//! How a player may stand after many rounds of the same bet.

mod page;

pub use page::{fates, percent, staked};

use crate::answer::{Answer, Recorded, Steps};
use crate::conditions::{Conditions, with_own};
use crate::document::Document;
use crate::words::stakes;
use tercet_analysis::Decks;
use tercet_analysis::session::{Chances, Session};
use tercet_games::Loaded;
use tercet_protocol::odds::{QUANTILES, SessionAnswer, to_twelve_places, write_session};
use tercet_rules::{Money, WagerId};
use tercet_sheets::{Sheet, Value};

/// A session with what was asked.
pub struct Answered {
    /// The game with the hash of its rules.
    pub loaded: Loaded,
    /// How many decks its cards come from.
    pub decks: Decks,
    /// All stakes of a round before the deal.
    pub stakes: Vec<(WagerId, Money)>,
    /// How it may end.
    pub session: Session,
    /// How results spread after some of the rounds, if that was asked; in JSON alone.
    pub curve: Vec<(u32, Chances)>,
    /// What must be known beside the figures.
    pub notes: Vec<String>,
    /// Under which conditions it was figured.
    pub conditions: Conditions,
}

impl Answer for Answered {
    fn page(&self) -> Document {
        page::document(self)
    }

    fn json(&self, out: &mut Vec<u8>, _: Steps<'_>) {
        let answer = SessionAnswer {
            game: &self.loaded.game,
            decks: self.decks,
            rules: &self.loaded.hash,
            conditions: self.conditions.fields(),
            stakes: &self.stakes,
            session: &self.session,
            curve: &self.curve,
            notes: &self.notes,
        };
        write_session(out, &answer);
    }
}

impl Recorded for Answered {
    /// Every result with its chance, and the chance of it or less.
    fn records(&self, _: Steps<'_>) -> Sheet<'_> {
        let mut sum = 0.0;
        let rows = self.session.chances.iter().map(|(net, each)| {
            sum += each;
            let at_most = Value::Share(to_twelve_places(f64::min(sum, 1.0)));
            vec![Value::Money(net), Value::Chance(to_twelve_places(each)), at_most]
        });
        let columns = vec!["net", "chance", "at_most"];
        let sheet = Sheet { name: "Results", columns, rows: rows.collect() };
        with_own(sheet, &self.loaded.game, &self.stakes, "session")
    }

    fn count(&self) -> usize {
        self.session.chances.iter().count()
    }

    fn sheets(&self, steps: Steps<'_>) -> Vec<Sheet<'_>> {
        vec![figures(self), self.records(steps)]
    }

    fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let bet = stakes(&self.loaded.game, &self.stakes);
        let bet = ("Bet", format!("{bet} before the deal in every round"));
        [bet].into_iter().chain(self.notes.iter().map(|note| ("Note", note.clone()))).collect()
    }
}

/// What the page says in tables and sentences, each figure with what it is counted in.
fn figures(answered: &Answered) -> Sheet<'static> {
    let session = &answered.session;
    let (chances, even) = (&session.chances, Money::ZERO);
    let mut rows = Vec::new();
    let mut figure = |name: &str, value: Value, unit: &str| {
        rows.push(vec![Value::Text(name.into()), value, Value::Text(unit.into())]);
    };
    let chance = |chance: f64| Value::Chance(to_twelve_places(chance));
    figure("rounds", Value::Text(session.rounds.to_string()), "rounds");
    figure("a round may cost", Value::Money(session.cost), "dollars");
    figure("ahead", chance(chances.above(even)), "share of sessions");
    figure("even", chance(chances.at(even)), "share of sessions");
    figure("behind", chance(chances.below(even)), "share of sessions");
    figure("mean", Value::Number(session.mean().value()), "dollars");
    figure("standard deviation", Value::Number(session.standard_deviation()), "dollars");
    for share in QUANTILES {
        figure(
            &format!("{:.0}% end at or below", share * 100.0),
            Value::Money(chances.quantile(share)),
            "dollars",
        );
    }
    if let Some(fate) = &session.bankroll {
        figure("bankroll", Value::Money(fate.asked.start), "dollars");
        figure("all rounds lose more than the bankroll", chance(fate.loses_more), "share of sessions");
        if let Some(ruin) = &fate.ruin {
            figure("ruin", chance(ruin.ruin), "share of sessions");
            figure("rounds played on average", Value::Number(ruin.rounds), "rounds");
        }
        if let (Some(goal), Some(Some(ruin))) = (fate.asked.goal, &fate.with_goal) {
            figure("goal", Value::Money(goal), "dollars");
            figure("goal reached", chance(ruin.goal), "share of sessions");
            figure("ruin before the goal", chance(ruin.ruin), "share of sessions");
            figure("rounds played on average with the goal", Value::Number(ruin.rounds), "rounds");
        }
    }
    Sheet { name: "Figures", columns: vec!["figure", "value", "unit"], rows }
}
