//! The exact odds of a game.

mod page;
mod readings;
mod records;

pub use readings::OtherReadings;

use crate::answer::{Answer, Recorded, Steps};
use crate::conditions::Conditions;
use crate::document::Document;
use tercet_analysis::report::{Ask, Exposed, Report, Worth};
use tercet_games::Loaded;
use tercet_protocol::odds;
use tercet_sheets::Sheet;

/// Everything that an answer is made of.
pub struct Answered<'a> {
    /// The game with the hash of its rules.
    pub loaded: &'a Loaded,
    /// What was asked of it.
    pub ask: &'a Ask<'a>,
    /// Its figures.
    pub report: &'a Report,
    /// What the known cards are worth, if some are.
    pub worth: Option<&'a Worth>,
    /// What it is worth to see cards of the dealer's, if that was asked.
    pub exposed: Option<&'a Exposed>,
    /// What the other readings of the rulings come to, if that was asked.
    pub readings: Option<&'a OtherReadings>,
    /// Under which conditions it was figured.
    pub conditions: Conditions,
}

impl Answer for Answered<'_> {
    fn page(&self) -> Document {
        page::page(self)
    }

    fn json(&self, out: &mut Vec<u8>, _: Steps<'_>) {
        let readings = self.readings.map(OtherReadings::listed);
        let answer = odds::Answer {
            ask: self.ask,
            rules: &self.loaded.hash,
            conditions: self.conditions.fields(),
            report: self.report,
            worth: self.worth,
            exposed: self.exposed,
            readings: readings.as_deref(),
            compared: self.readings.and_then(OtherReadings::total),
        };
        odds::write_odds(out, &answer);
    }
}

impl Recorded for Answered<'_> {
    fn records(&self, _: Steps<'_>) -> Sheet<'_> {
        records::together(self)
    }

    fn sheets(&self, _: Steps<'_>) -> Vec<Sheet<'_>> {
        records::apart(self)
    }

    fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        vec![("Method", "Every deal is counted, none sampled.".into())]
    }
}
