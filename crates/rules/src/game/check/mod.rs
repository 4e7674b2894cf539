//! From a game file to a game: everything that can be wrong with it, all at once.

mod sections;
mod tables;
mod wagers;

use super::otherwise::{otherwise, swings};
use super::{Bonus, Game, MOST_WAGERS, Positions, Qualifier, Row, Rules, Wager, WagerNo, Way};
use crate::doc::{CardText, Cited, GameDoc, RowDoc};
use crate::fault::{Fault, Path};
use crate::hand::HandTest;
use crate::ids::{Cites, RulingId, WagerId};
use crate::near::one_of;
use crate::reading::{Condition, Reading, Ruling, Setting};
use crate::unread::Unread;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl GameDoc {
    /// The game that this file describes.
    ///
    /// # Errors
    ///
    /// Every fault of the file, each with its place and what was expected, in the order of the file's
    /// sections.
    pub fn check(&self) -> Result<Game, Vec<Fault>> {
        let mut game = self.as_read()?;
        game.otherwise = otherwise(self, &game);
        game.swings = swings(&game, &game.otherwise);
        Ok(game)
    }

    /// The game under the readings in force, which knows no others: it settles every round to the same money, and its lines
    /// name no rulings about other lines that take from the same limit or meter.
    ///
    /// It is what a round would come to under another reading: twenty times as fast to have as the whole game.
    ///
    /// # Errors
    ///
    /// As [`check`](GameDoc::check).
    pub fn as_read(&self) -> Result<Game, Vec<Fault>> {
        let mut checker = Checker { doc: self, unread: &Unread::default(), faults: Vec::new() };
        let rules = checker.rules();
        match (rules, checker.faults.is_empty()) {
            (Some(rules), true) => Ok(Game { rules, otherwise: Vec::new(), swings: Vec::new() }),
            _ => Err(checker.faults),
        }
    }

    /// The faults that this file has besides what of it could not be read.
    ///
    /// At the places of `unread` anything may stand in the document: no fault is about it or follows from it.
    #[must_use]
    pub fn faults_beside(&self, unread: &Unread) -> Vec<Fault> {
        let mut checker = Checker { doc: self, unread, faults: Vec::new() };
        checker.rules();
        checker.faults
    }
}

struct Checker<'a> {
    doc: &'a GameDoc,
    /// What could not be read: nothing is said about it.
    unread: &'a Unread,
    faults: Vec<Fault>,
}

impl Checker<'_> {
    fn fault(&mut self, at: Path, message: impl Into<String>, help: impl Into<String>) {
        if !self.unread.holds(&at) {
            self.faults.push(Fault::at(at, message).help(help));
        }
    }

    /// Whether what stands at a place is what the file says, as far as it goes.
    fn read(&self, at: &Path) -> bool {
        !self.unread.holds(at)
    }

    /// Whether everything at a place could be read.
    fn whole(&self, at: &Path) -> bool {
        !self.unread.touches(at)
    }

    /// Everything, or nothing if some part could not be built; either way the faults are noted.
    fn rules(&mut self) -> Option<Rules> {
        let doc = self.doc;
        let root = Path::root();
        if !self.counts() {
            return None;
        }
        self.ids();
        self.rulings();
        let ace = self.cited(&doc.cards.ace, &root.key("cards").key("ace").key("is"));
        let positions = self.positions();
        let player = self.dealt(&doc.deal.player, &root.key("deal").key("player"));
        let dealer = self.dealt(&doc.deal.dealer, &root.key("deal").key("dealer"));
        if doc.deal.ways.is_empty() && self.read(&root.key("deal").key("ways")) {
            self.fault(root.key("deal"), "no way to deal", "give at least one entry of `ways`");
        }
        self.way_names();
        let ways = doc
            .deal
            .ways
            .iter()
            .map(|way| Way { name: way.name.clone(), by: way.by, order: way.order, cites: way.cites.clone() })
            .collect();
        let wagers: Vec<Option<Wager>> = doc.wagers.iter().map(|wager| self.wager(wager)).collect();
        self.cycles();
        let play = self.play();
        let bonuses: Vec<Option<Bonus>> = doc.bonuses.iter().map(|bonus| self.bonus(bonus)).collect();
        let meter = self.meter();
        let envy = self.envy();
        self.row_extras();
        let aggregates = self.aggregates();
        let reconcile = self.reconcile();
        let timeout = self.cited(&doc.timeout, &root.key("timeout").key("then"));
        let rounding = self.cited(&doc.rounding, &root.key("rounding").key("then"));
        let irregular = self.irregular();
        let card = self.card();
        let (ace, ace_cites) = ace?;
        Some(Rules {
            id: doc.id.clone(),
            name: doc.name.clone(),
            source: doc.source.clone(),
            summary: doc.summary.clone(),
            rulings: doc.rulings.clone(),
            pack: doc.cards.pack.clone(),
            order: doc.cards.order.clone(),
            ace,
            ace_cites,
            spots: doc.table.spots,
            positions: positions?,
            player: (player?, doc.deal.player.cites.clone()),
            dealer: (dealer?, doc.deal.dealer.cites.clone()),
            ways,
            qualifier: Qualifier { floor: doc.dealer.qualifies.clone(), cites: doc.dealer.cites.clone() },
            wagers: wagers.into_iter().collect::<Option<_>>()?,
            bonuses: bonuses.into_iter().collect::<Option<_>>()?,
            play,
            meter: meter?,
            envy: envy?,
            aggregates: aggregates?,
            reconcile: reconcile?,
            timeout: timeout?,
            rounding: rounding?,
            irregular: irregular?,
            card,
        })
    }

    /// Whether there are so few wagers, bonuses and rulings that they can be compared with each other.
    fn counts(&mut self) -> bool {
        let doc = self.doc;
        if doc.wagers.is_empty() && self.whole(&Path::root().key("wager")) {
            self.fault(Path::root(), "a game without a wager", "describe at least one under `[wager.…]`");
        }
        for (count, what) in [(doc.wagers.len(), "wager"), (doc.bonuses.len(), "bonus")] {
            if count > MOST_WAGERS {
                let message = format!("{count} entries of `{what}`");
                self.fault(Path::root().key(what), message, format!("at most {MOST_WAGERS} are possible"));
            }
        }
        doc.wagers.len().max(doc.bonuses.len()).max(doc.rulings.len()) <= FAR_TOO_MANY
    }

    /// A proof names the way that was dealt: by this name and no more.
    fn way_names(&mut self) {
        let ways = &self.doc.deal.ways;
        for (i, way) in ways.iter().enumerate() {
            let (name, at) = (&way.name, Path::root().key("deal").key("ways").index(i).key("name"));
            // A name that could not be read is empty.
            if !name.is_empty() && ways[..i].iter().any(|other| other.name == *name) {
                let message = format!("another way is called {name}, too");
                self.fault(at, message, "give each way of dealing a name of its own");
            } else if name.len() > Way::MOST_NAME_BYTES {
                let message = format!("a name of {} bytes", name.len());
                self.fault(at, message, format!("at most {}, as a proof names it", Way::MOST_NAME_BYTES));
            }
        }
    }

    fn ids(&mut self) {
        let doc = self.doc;
        let ids = doc.wagers.iter().map(|wager| ("wager", wager.id.as_str()));
        let ids = ids.chain(doc.bonuses.iter().map(|bonus| ("bonus", bonus.id.as_str())));
        let ids: Vec<(&str, &str)> =
            ids.chain(doc.rulings.iter().map(|r| ("rulings", r.id.as_str()))).collect();
        for (i, (kind, id)) in ids.iter().enumerate() {
            if ids[..i].contains(&(kind, id)) {
                self.fault(Path::root().key(kind).key(id), format!("`{id}` stands here twice"), "keep one");
            }
        }
        let names = doc.wagers.iter().map(|wager| ("wager", wager.id.as_str(), wager.name.as_str()));
        let names =
            names.chain(doc.bonuses.iter().map(|bonus| ("bonus", bonus.id.as_str(), bonus.name.as_str())));
        let names: Vec<(&str, &str, &str)> = names.collect();
        for (i, (kind, id, name)) in names.iter().enumerate() {
            let same = names[..i].iter().find(|other| other.2 == *name && other.1 != *id);
            // A name that could not be read is empty.
            if let Some((_, other, _)) = same.filter(|_| !name.is_empty()) {
                let at = Path::root().key(kind).key(id).key("name");
                let message = format!("`{other}` is called {name} too");
                self.fault(at, message, "give each wager and bonus a name of its own");
            }
        }
        for bonus in &doc.bonuses {
            if doc.wagers.iter().any(|wager| wager.id == bonus.id) {
                let at = Path::root().key("bonus").key(bonus.id.as_str());
                self.fault(
                    at,
                    format!("`{}` is the id of a wager too", bonus.id),
                    "give the bonus another id",
                );
            }
        }
        let spots = doc.table.spots;
        if !(1..=MOST_SPOTS).contains(&spots) {
            let help = format!("expected 1 to {MOST_SPOTS}");
            self.fault(Path::root().key("table").key("spots"), format!("{spots} spots"), help);
        }
    }

    fn rulings(&mut self) {
        for ruling in &self.doc.rulings {
            let at = Path::root().key("rulings").key(ruling.id.as_str());
            let known = self.whole(&at.key("reading")) && self.whole(&at.key("readings"));
            if known && !ruling.readings.iter().any(|reading| reading.name == ruling.chosen) {
                let names = one_of(ruling.readings.iter().map(|reading| reading.name.as_str()));
                let message = format!("`{}` is no reading of {}", ruling.chosen, ruling.id);
                self.fault(at, message, format!("expected {names}"));
            }
        }
    }

    /// The value of a setting; `at` is the place of the text that names it.
    fn setting<T: Reading>(&mut self, setting: &Setting<T>, at: &Path) -> Option<(T, Option<RulingId>)> {
        let id = match setting {
            Setting::Fixed(value) => return Some((*value, None)),
            Setting::ByRuling(id) => id,
        };
        let names = || T::NAMES.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let Some(ruling) = self.doc.ruling(id) else {
            if self.read(&place_of(id)) {
                let help = format!("list {id} under `[rulings]`, or write one of {}", names());
                self.fault(at.clone(), format!("this file does not rule on {id}"), help);
            }
            return None;
        };
        if !self.whole(&place_of(id).key("reading")) {
            return None;
        }
        let value = T::from_name(&ruling.chosen);
        if value.is_none() && ruling.readings.iter().any(|reading| reading.name == ruling.chosen) {
            let message = format!("the reading `{}` of {id} says nothing here", ruling.chosen);
            self.fault(at.clone(), message, format!("here a reading must be one of {}", names()));
        }
        value.map(|value| (value, Some(id.clone())))
    }

    fn cited<T: Reading>(&mut self, cited: &Cited<Setting<T>>, at: &Path) -> Option<(T, Cites)> {
        let (value, ruling) = self.setting(&cited.value, at)?;
        let mut cites = with_ruling(&cited.cites, ruling.clone());
        // The source's own words speak for the first reading; another rests on the ruling alone.
        let first =
            |ruling: &Ruling| ruling.readings.first().is_some_and(|first| first.name == ruling.chosen);
        if ruling.is_some_and(|id| !self.doc.ruling(&id).is_some_and(first)) {
            cites.rule = None;
        }
        Some((value, cites))
    }

    /// The texts of the rule card that are true under the readings in force.
    fn card(&mut self) -> Vec<CardText> {
        let mut card = self.doc.card.clone();
        let mut at = (0..).map(|i| Path::root().key("card").index(i).key("when"));
        card.retain(|text| {
            let at = at.next().expect("one for each");
            // All are looked at, so that each fault is noted.
            let holds: Vec<Option<bool>> = text.when.iter().map(|when| self.holds(when, &at)).collect();
            holds.iter().all(|holds| *holds != Some(false))
        });
        card
    }

    /// Whether a condition holds; none if it names nothing.
    fn holds(&mut self, condition: &Condition, at: &Path) -> Option<bool> {
        let place = place_of(&condition.ruling);
        let Some(ruling) = self.doc.ruling(&condition.ruling) else {
            if self.read(&place) {
                let message = format!("this file does not rule on {}", condition.ruling);
                self.fault(at.clone(), message, "list it under `[rulings]`");
            }
            return None;
        };
        // The readings of the catalogue are known, whatever the file says is in force.
        if ruling.own && !(self.read(&place) && self.whole(&place.key("readings"))) {
            return None;
        }
        let holds = self.doc.holds(condition);
        if holds.is_none() {
            let names: Vec<String> =
                ruling.readings.iter().map(|r| format!("{}={}", ruling.id, r.name)).collect();
            let message = format!("`{}` is no reading of {}", condition.reading, ruling.id);
            let names = one_of(names.iter().map(String::as_str));
            self.fault(at.clone(), message, format!("expected {names}"));
        }
        holds
    }

    /// Whether a condition holds, or could hold if what is wrong with it or its ruling were mended.
    fn may_hold(&self, condition: Option<&Condition>) -> bool {
        let Some(condition) = condition else { return true };
        let Some(ruling) = self.doc.ruling(&condition.ruling) else { return true };
        let chosen = ruling.readings.iter().any(|reading| reading.name == ruling.chosen);
        let known = self.whole(&place_of(&ruling.id)) && chosen;
        !known || self.doc.holds(condition) != Some(false)
    }

    fn positions(&mut self) -> Option<Positions> {
        let table = &self.doc.table;
        let at = Path::root().key("table").key("positions");
        let known =
            (1..=MOST_SPOTS).contains(&table.spots) && self.read(&Path::root().key("table").key("spots"));
        let spots = if known { table.spots } else { MOST_SPOTS };
        if table.positions == 0 || table.positions > spots {
            let message = format!("a player may bet {} positions of {spots}", table.positions);
            self.fault(at.key("most"), message, "expected 1 up to the number of spots");
        }
        let (beyond, ruling) = self.setting(&table.beyond, &at.key("beyond"))?;
        Some(Positions {
            most: table.positions,
            adjacent: table.adjacent,
            cites: table.cites.clone(),
            beyond,
            beyond_cites: with_ruling(&table.cites, ruling),
        })
    }

    fn dealt(&mut self, cards: &Cited<u8>, at: &Path) -> Option<u8> {
        if matches!(cards.value, 3 | 4) {
            return Some(cards.value);
        }
        let message = format!("{} cards", cards.value);
        self.fault(at.key("cards"), message, "expected 3, or 4 of which the best three play");
        None
    }

    fn find(&self, id: &WagerId) -> Option<WagerNo> {
        let index = self.doc.wagers.iter().position(|wager| wager.id == *id)?;
        u8::try_from(index).ok().map(WagerNo)
    }

    /// The wager of this id, or a fault that lists the wagers there are.
    fn find_or_fault(&mut self, id: &WagerId, at: Path) -> Option<WagerNo> {
        let found = self.find(id);
        // An id that could not be read is empty.
        if found.is_none() && !id.as_str().is_empty() && self.read(&place_of_wager(id)) {
            let names: Vec<String> = self.doc.wagers.iter().map(|wager| format!("`{}`", wager.id)).collect();
            self.fault(
                at,
                format!("there is no wager `{id}`"),
                format!("the wagers are {}", names.join(", ")),
            );
        }
        found
    }
}

/// The most betting positions of a table.
const MOST_SPOTS: u8 = 7;

/// So many wagers, bonuses or rulings are no game with too many of them: they are not compared with each other.
const FAR_TOO_MANY: usize = 200;

fn place_of(ruling: &RulingId) -> Path {
    Path::root().key("rulings").key(ruling.as_str())
}

fn place_of_wager(id: &WagerId) -> Path {
    Path::root().key("wager").key(id.as_str())
}

fn with_ruling(cites: &Cites, ruling: Option<RulingId>) -> Cites {
    Cites { rule: cites.rule.clone(), ruling: ruling.or_else(|| cites.ruling.clone()) }
}

fn with_condition(cites: &Cites, condition: Option<&Condition>) -> Cites {
    with_ruling(cites, condition.map(|condition| condition.ruling.clone()))
}

fn resolved(row: &RowDoc) -> Row {
    let hand = match row.hand.as_slice() {
        [] => None,
        [test] => Some(test.clone()),
        tests => Some(HandTest::AnyOf(tests.to_vec())),
    };
    Row {
        dealer: row.dealer,
        player: row.player.clone(),
        hand,
        pays: row.pays,
        envy: row.envy,
        cites: with_condition(&row.cites, row.when.as_ref()),
    }
}
