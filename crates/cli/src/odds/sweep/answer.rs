//! The answer about pay tables: a page, JSON, records.

use crate::source::Loaded;
use tercet_analysis::Fraction;
use tercet_analysis::report::{Ask, stakes_not_taken, what_if};
use tercet_analysis::sweep::{Prepared, Selected};
use tercet_protocol::odds::{SweepAnswer, pays, write_sweep};
use tercet_report::conditions::with_own;
use tercet_report::document::{Block, Document, Section, Set, Table, head};
use tercet_report::words::{listed, percent, signed_percent, stakes, table_name, wager_name};
use tercet_report::{Answer, Conditions, Recorded, Steps};
use tercet_sheets::{Sheet, Value};

/// Tables with what was asked.
pub(in crate::odds) struct Answered<'a> {
    pub(in crate::odds) loaded: &'a Loaded,
    pub(in crate::odds) ask: &'a Ask<'a>,
    pub(in crate::odds) prepared: &'a Prepared<'a>,
    /// How many tables fit, or are as near as the last.
    pub(in crate::odds) found: u64,
    pub(in crate::odds) tables: &'a [Selected],
    /// The house edge that was wanted.
    pub(in crate::odds) target: Option<Fraction>,
    /// The lowest and the highest house edge of all tables, where the target lies beyond them.
    pub(in crate::odds) beyond: Option<(Fraction, Fraction)>,
    /// The heading.
    pub(in crate::odds) title: String,
    /// Which tables these are of all.
    pub(in crate::odds) which: Vec<String>,
    pub(in crate::odds) conditions: Conditions,
}

impl Answer for Answered<'_> {
    fn page(&self) -> Document {
        document(self)
    }

    fn json(&self, out: &mut Vec<u8>, steps: Steps<'_>) {
        let notes = stakes_not_taken(&self.loaded.game, &self.prepared.stakes());
        let answer = SweepAnswer {
            ask: self.ask,
            rules: &self.loaded.hash,
            conditions: self.conditions.fields(),
            prepared: self.prepared,
            found: self.found,
            tables: self.tables,
            target: self.target,
            beyond: self.beyond,
            notes: &notes,
        };
        write_sweep(out, &answer, &mut |done| steps(done, self.tables.len() as u64));
    }
}

impl Recorded for Answered<'_> {
    /// Every table as a record.
    fn records(&self, steps: Steps<'_>) -> Sheet<'_> {
        let figures = ["expectation", "house_edge", "hit_frequency", "variance", "standard_deviation"];
        let columns = [self.varied(), figures.to_vec()].concat();
        let prepared = self.prepared;
        let all = self.tables.len() as u64;
        let record = |(done, one): (u64, &Selected)| {
            steps(done, all);
            let pays = pays(prepared.axes(), &one.chosen).into_iter().map(|(_, pays)| Value::Text(pays));
            let expectation = prepared.expectation(&one.sums);
            let variance = prepared.variance(&one.sums).value();
            let figures = [
                Value::Text(expectation.to_string()),
                Value::Share(-expectation.value()),
                Value::Share(prepared.hit_frequency(&one.sums).value()),
                Value::Number(variance),
                Value::Number(variance.sqrt()),
            ];
            pays.chain(figures).collect()
        };
        let sheet = Sheet { name: "Tables", columns, rows: (0..).zip(self.tables).map(record).collect() };
        let wagers = prepared.wagers();
        let per = wagers.first().filter(|_| !prepared.is_together()).map_or("dollar", |id| id.as_str());
        with_own(sheet, &self.loaded.game, &prepared.stakes(), per)
    }

    fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        self.figured().into_iter().map(|text| ("Figured", text)).collect()
    }
}

impl<'a> Answered<'a> {
    /// The ids of the tables that are varied.
    fn varied(&self) -> Vec<&'a str> {
        let mut ids: Vec<&str> = self.prepared.axes().iter().map(|axis| axis.table.as_str()).collect();
        ids.dedup();
        ids
    }

    /// What is figured, in sentences.
    fn figured(&self) -> Vec<String> {
        let (game, prepared) = (&self.loaded.game, self.prepared);
        let mut texts = vec![format!(
            "{}. The bet: {}. Every deal is counted.",
            figures_are(self.loaded, prepared),
            stakes(game, &prepared.stakes())
        )];
        if !self.ask.known.is_nothing() {
            texts.push(format!("Known before the decision: {}.", self.ask.known));
        }
        if prepared.decides_again() {
            texts.push("Best play is found again for each table.".into());
        }
        texts.extend(stakes_not_taken(game, &prepared.stakes()));
        texts.extend(self.which.iter().cloned());
        texts
    }
}

/// What is figured, and what figures are per.
pub(crate) fn figures_are(loaded: &Loaded, prepared: &Prepared<'_>) -> String {
    let wagers: Vec<String> = prepared.wagers().iter().map(|id| wager_name(&loaded.game, id)).collect();
    let per = if prepared.is_together() {
        format!("per dollar staked before the deal, of which there are {}", prepared.stake())
    } else {
        format!(
            "per unit of {}, at a stake of {}",
            wagers.first().map_or("it", String::as_str),
            prepared.stake()
        )
    };
    format!("{}: figures are {per}", listed(&wagers))
}

fn document(answered: &Answered<'_>) -> Document {
    let (game, prepared) = (&answered.loaded.game, answered.prepared);
    let mut section = Section::new("What is figured");
    answered.figured().into_iter().for_each(|text| section.text(text));
    let ids = answered.varied();
    let names = ids.iter().map(|id| table_name(game, id));
    let mut columns: Vec<(String, Set)> = names.map(|name| (name, Set::Left)).collect();
    let figures = ["House edge", "Hit frequency", "Standard deviation"];
    columns.extend(figures.map(|name| (name.to_owned(), Set::Right)));
    if answered.target.is_some() {
        columns.push(("Off the target".into(), Set::Right));
    }
    let mut table = Table { columns, rows: Vec::new() };
    for one in answered.tables {
        let mut cells: Vec<String> =
            pays(prepared.axes(), &one.chosen).into_iter().map(|(_, pays)| pays).collect();
        let expectation = prepared.expectation(&one.sums);
        cells.push(percent(-expectation.value()));
        cells.push(percent(prepared.hit_frequency(&one.sums).value()));
        cells.push(format!("{:.4}", prepared.variance(&one.sums).value().sqrt()));
        cells.extend(answered.target.map(|target| off(expectation, target)));
        table.rows.push(cells);
    }
    let mut tables = Section::new("Tables");
    tables.blocks.push(Block::Table(table));
    let what_if = what_if(game, answered.ask.decks).map(Section::what_if);
    let sections = what_if.into_iter().chain([section, tables]).collect();
    Document { title: answered.title.clone(), head: head(answered.loaded).into(), sections }
}

/// By how much a house edge misses a target.
fn off(expectation: Fraction, target: Fraction) -> String {
    let exact = -expectation.num() * target.den() == target.num() * expectation.den();
    if exact { "exactly".into() } else { signed_percent(-expectation.value() - target.value()) }
}
