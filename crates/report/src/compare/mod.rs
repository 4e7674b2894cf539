//! What differs between two games, in their rules, their pays and their figures.

mod page;
mod pairs;
mod settings;

use crate::answer::{Answer, Steps};
use crate::conditions::Conditions;
use crate::document::Document;
use pairs::Pairs;
use tercet_analysis::Decks;
use tercet_analysis::report::{Report, WagerReport};
use tercet_games::Loaded;
use tercet_protocol::odds::{Comparison, Difference, Pair, Side, Wager, write_comparison};

/// One game with its figures.
pub struct One {
    /// As it was asked for: an id or a path.
    pub asked: String,
    /// The game with the hash of its rules.
    pub loaded: Loaded,
    /// How many decks its cards come from.
    pub decks: Decks,
    /// Its figures.
    pub report: Report,
    /// Under which conditions they were figured.
    pub conditions: Conditions,
}

/// Two games with their figures, and what differs.
pub struct Compared {
    a: One,
    b: One,
    pairs: Pairs,
    settings: Vec<Difference>,
    rows: Vec<Difference>,
    rulings: Vec<Difference>,
}

impl Compared {
    /// What differs between the two.
    #[must_use]
    pub fn of(a: One, b: One) -> Compared {
        let pairs = Pairs::of(&a.loaded.game, &b.loaded.game);
        let (first, second) = (&a.loaded.game, &b.loaded.game);
        Compared {
            settings: settings::settings(first, second, &pairs),
            rows: settings::rows(first, second, &pairs),
            rulings: settings::rulings(first, second),
            pairs,
            a,
            b,
        }
    }

    /// The wagers that answer each other, those of the first game first.
    fn wagers(&self) -> Vec<(Option<&WagerReport>, Option<&WagerReport>)> {
        let (a, b) = (&self.a.report.wagers, &self.b.report.wagers);
        let partner = |wager: &WagerReport| {
            let of = self.pairs.partner(wager.of)?;
            b.iter().find(|other| other.of == of)
        };
        let first = a.iter().map(|wager| (Some(wager), partner(wager)));
        let taken: Vec<_> = a.iter().filter_map(partner).map(|wager| wager.of).collect();
        let rest = b.iter().filter(|wager| !taken.contains(&wager.of)).map(|wager| (None, Some(wager)));
        first.chain(rest).collect()
    }
}

/// A wager as the comparison answers with it.
fn answer(wager: &WagerReport) -> Wager<'_> {
    (&wager.id, &wager.state)
}

impl Answer for Compared {
    fn page(&self) -> Document {
        page::page(self)
    }

    fn json(&self, out: &mut Vec<u8>, _: Steps<'_>) {
        fn side(one: &One) -> Side<'_> {
            Side {
                game: &one.loaded.game,
                decks: one.decks,
                rules: &one.loaded.hash,
                conditions: one.conditions.fields(),
                total: one.report.total.as_ref(),
            }
        }
        let wagers = self.wagers();
        let figures: Vec<Pair<'_>> = wagers.iter().map(|(a, b)| (a.map(answer), b.map(answer))).collect();
        let comparison = Comparison {
            a: side(&self.a),
            b: side(&self.b),
            settings: &self.settings,
            rows: &self.rows,
            rulings: &self.rulings,
            figures: &figures,
        };
        write_comparison(out, &comparison);
    }
}
