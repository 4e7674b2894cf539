//! Where a game file names rules and rulings.

use crate::doc::{Cited, GameDoc, PaysDoc};
use crate::fault::Path;
use crate::ids::{Cites, RuleId, RulingId};
use crate::reading::{Condition, Setting};
use alloc::vec::Vec;

/// One place of a game file that names a rule or a ruling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention<'a> {
    /// The place.
    pub at: Path,
    /// What it names.
    pub of: MentionOf<'a>,
}

/// What a place of a game file names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MentionOf<'a> {
    /// A rule of the source, by `rule = …`.
    Rule(&'a RuleId),
    /// A ruling that it stands on, by `ruling = …`.
    Ruling(&'a RulingId),
    /// A ruling whose reading decides here: a value (`then = "R5"`) or a condition (`when = "R1=push"`).
    Switch(&'a RulingId),
}

impl<'a> MentionOf<'a> {
    /// The ruling that is named, if it is one.
    #[must_use]
    pub fn ruling(self) -> Option<&'a RulingId> {
        match self {
            MentionOf::Rule(_) => None,
            MentionOf::Ruling(id) | MentionOf::Switch(id) => Some(id),
        }
    }
}

impl GameDoc {
    /// Every place that names a rule or a ruling, section by section.
    #[must_use]
    pub fn mentions(&self) -> Vec<Mention<'_>> {
        let mut walk = Walk(Vec::new());
        walk.document(self);
        walk.0
    }

    /// Whether another reading of this ruling could change the game.
    #[must_use]
    pub fn depends_on(&self, id: &RulingId) -> bool {
        self.mentions().iter().any(|mention| mention.of == MentionOf::Switch(id))
    }
}

struct Walk<'a>(Vec<Mention<'a>>);

impl<'a> Walk<'a> {
    fn document(&mut self, doc: &'a GameDoc) {
        let root = Path::root();
        let cards = root.key("cards");
        self.cites(&cards.key("pack"), &doc.cards.pack);
        self.cites(&cards.key("order"), &doc.cards.order);
        self.cited(&cards.key("ace"), "is", &doc.cards.ace);
        let positions = root.key("table").key("positions");
        self.cites(&positions, &doc.table.cites);
        self.setting(positions.key("beyond"), &doc.table.beyond);
        let deal = root.key("deal");
        self.cites(&deal.key("player"), &doc.deal.player.cites);
        self.cites(&deal.key("dealer"), &doc.deal.dealer.cites);
        for (i, way) in doc.deal.ways.iter().enumerate() {
            self.cites(&deal.key("ways").index(i), &way.cites);
        }
        self.cites(&root.key("dealer"), &doc.dealer.cites);
        self.wagers(doc);
        self.bonuses(doc);
        self.round(doc);
        for (i, card) in doc.card.iter().enumerate() {
            let at = root.key("card").index(i);
            self.rule(&at, card.rule.as_ref());
            self.ruling(&at, card.ruling.as_ref());
            card.when.iter().for_each(|when| self.when(&at, Some(when)));
        }
    }

    fn wagers(&mut self, doc: &'a GameDoc) {
        for wager in &doc.wagers {
            let at = Path::root().key("wager").key(wager.id.as_str());
            if let Some(required) = &wager.required {
                self.cites(&at.key("required"), required);
            }
            for (i, needs) in wager.needs.iter().enumerate() {
                let at = at.key("needs").index(i);
                self.when(&at, needs.when.as_ref());
                self.cites(&at, &needs.cites);
            }
            self.cites(&at.key("amount"), &wager.amount_cites);
            if let Some(limits) = &wager.limits {
                self.cites(&at.key("limits"), &limits.cites);
            }
            if let Some(on_fold) = &wager.on_fold {
                self.cited(&at.key("on_fold"), "then", on_fold);
            }
            self.pays(&at, &wager.pays);
        }
    }

    fn bonuses(&mut self, doc: &'a GameDoc) {
        for bonus in &doc.bonuses {
            let at = Path::root().key("bonus").key(bonus.id.as_str());
            self.cites(&at.key("paid_on"), &bonus.on_cites);
            self.cited(&at.key("due"), "when", &bonus.due);
            self.cited(&at.key("on_fold"), "then", &bonus.on_fold);
            self.pays(&at, &bonus.pays);
        }
    }

    fn pays(&mut self, at: &Path, pays: &'a PaysDoc) {
        if let Some(posted) = &pays.posted {
            self.cited(&at.key("posted"), "by", posted);
        }
        for (i, row) in pays.rows.iter().enumerate() {
            let at = at.key("rows").index(i);
            self.when(&at, row.when.as_ref());
            self.cites(&at, &row.cites);
        }
        self.cites(&at.key("several_rows"), &pays.several_rows);
        if let Some(otherwise) = &pays.otherwise {
            self.cites(&at.key("otherwise"), &otherwise.cites);
        }
    }

    fn round(&mut self, doc: &'a GameDoc) {
        let root = Path::root();
        if let Some(meter) = &doc.meter {
            let at = root.key("meter");
            self.setting(at.key("hits"), &meter.hits);
            self.cites(&at, &meter.cites);
        }
        if let Some(envy) = &doc.envy {
            let at = root.key("envy");
            self.setting(at.key("own_positions"), &envy.own_positions);
            self.setting(at.key("hands"), &envy.hands);
            self.cites(&at, &envy.cites);
        }
        for (i, aggregate) in doc.aggregates.iter().enumerate() {
            let at = root.key("aggregate").index(i);
            self.setting(at.key("cut"), &aggregate.cut);
            self.cites(&at, &aggregate.cites);
        }
        let reconcile = root.key("reconcile");
        self.cites(&reconcile.key("spots"), &doc.reconcile.spots_cites);
        self.cites(&reconcile.key("lines"), &doc.reconcile.lines_cites);
        self.cited(&root.key("timeout"), "then", &doc.timeout);
        self.cited(&root.key("rounding"), "then", &doc.rounding);
        for irregular in &doc.irregular {
            let at = root.key("irregular").key(&irregular.event);
            self.setting(at.key("then"), &irregular.then);
            for (id, action) in &irregular.wagers {
                self.setting(at.key("wagers").key(id.as_str()), action);
            }
            self.cites(&at, &irregular.cites);
        }
    }

    fn cited<T>(&mut self, at: &Path, key: &str, cited: &'a Cited<Setting<T>>) {
        self.setting(at.key(key), &cited.value);
        self.cites(at, &cited.cites);
    }

    fn setting<T>(&mut self, at: Path, setting: &'a Setting<T>) {
        if let Setting::ByRuling(id) = setting {
            self.0.push(Mention { at, of: MentionOf::Switch(id) });
        }
    }

    fn when(&mut self, at: &Path, when: Option<&'a Condition>) {
        if let Some(when) = when {
            self.0.push(Mention { at: at.key("when"), of: MentionOf::Switch(&when.ruling) });
        }
    }

    fn cites(&mut self, at: &Path, cites: &'a Cites) {
        self.rule(at, cites.rule.as_ref());
        self.ruling(at, cites.ruling.as_ref());
    }

    fn rule(&mut self, at: &Path, rule: Option<&'a RuleId>) {
        self.0.extend(rule.map(|id| Mention { at: at.key("rule"), of: MentionOf::Rule(id) }));
    }

    fn ruling(&mut self, at: &Path, ruling: Option<&'a RulingId>) {
        self.0.extend(ruling.map(|id| Mention { at: at.key("ruling"), of: MentionOf::Ruling(id) }));
    }
}
