//! Wagers and bonuses.

use super::super::{Bonus, Limits, Needs, Wager, WagerNo, amount};
use super::{Checker, place_of_wager, with_condition};
use crate::doc::{AmountDoc, BonusDoc, NeedsDoc, Stage, WagerDoc};
use crate::fault::Path;
use crate::ids::{Cites, WagerId};
use crate::money::Money;
use crate::pay::{Basis, Pay};
use crate::reading::{Condition, OnFold};
use alloc::format;
use alloc::vec::Vec;

impl Checker<'_> {
    pub(super) fn wager(&mut self, doc: &WagerDoc) -> Option<Wager> {
        let at = Path::root().key("wager").key(doc.id.as_str());
        let needs = self.needs(doc, &at);
        self.amount_rules(doc, &at);
        let on_fold = match &doc.on_fold {
            Some(on_fold) => {
                self.cited(on_fold, &at.key("on_fold").key("then")).map(|on_fold| self.with_ante(on_fold))
            }
            None => {
                if doc.stage == Stage::BeforeDeal
                    && self.read(&at.key("stage"))
                    && self.read(&at.key("on_fold"))
                    && self.doc.wagers.iter().any(|w| w.stage == Stage::Decision)
                {
                    let help = "write `on_fold = { then = \"forfeit\" }` or `{ then = \"stays\" }`";
                    self.fault(at.clone(), format!("nothing says what a fold does to {}", doc.name), help);
                }
                Some((OnFold::Forfeit, Cites::default()))
            }
        };
        let decides = doc.stage == Stage::Decision && self.read(&at.key("stage"));
        if decides && doc.on_fold.is_some() {
            let help = "leave `on_fold` out";
            self.fault(at.key("on_fold"), format!("{} is never there after a fold", doc.name), help);
        }
        if decides {
            self.decision_rules(doc, &at);
        }
        if doc.pays.otherwise.is_none() {
            self.undecided(&doc.pays, &at);
        }
        let amount = {
            let found = amount(&doc.amount, |id| self.find(id));
            if found.is_none()
                && let AmountDoc::EqualTo(id) | AmountDoc::Times(_, id) = &doc.amount
            {
                self.find_or_fault(id, at.key("amount"));
            }
            found
        };
        let limits = doc.limits.as_ref().map(|limits| Limits {
            min: limits.min,
            max: limits.max,
            step: limits.step,
            cites: limits.cites.clone(),
        });
        let table = self.table(&doc.pays, &at);
        let posted = self.whole(&at.key("posted")) && self.read(&at.key("rows"));
        let must_be = doc.required.is_some() || decides;
        if must_be && posted && table.as_ref().is_some_and(|table| table.closed) {
            let help = "post its pays: no round could be played without it";
            self.fault(at.key("posted"), format!("{} must be made, and is closed", doc.name), help);
        }
        Some(Wager {
            id: doc.id.clone(),
            name: doc.name.clone(),
            stage: doc.stage,
            required: doc.required.clone(),
            needs: needs?,
            amount: amount?,
            amount_cites: doc.amount_cites.clone(),
            limits,
            on_fold: on_fold?,
            table: table?,
        })
    }

    /// Where nothing else says so, a wager that a fold forfeits goes with the one that was decided on (the Ante),
    /// by the rule that takes that one.
    fn with_ante(&self, (then, mut cites): (OnFold, Cites)) -> (OnFold, Cites) {
        if then == OnFold::Forfeit && cites.rule.is_none() {
            let decision = self.doc.wagers.iter().find(|wager| wager.stage == Stage::Decision);
            let ante = decision.and_then(|wager| match &wager.amount {
                AmountDoc::Times(_, of) | AmountDoc::EqualTo(of) => {
                    self.doc.wagers.iter().find(|w| w.id == *of)
                }
                AmountDoc::Free | AmountDoc::Fixed(_) => None,
            });
            cites.rule = ante.and_then(|ante| ante.on_fold.as_ref()?.cites.rule.clone());
        }
        (then, cites)
    }

    /// The wager that is the decision: a multiple of another, and bound by nothing else.
    fn decision_rules(&mut self, doc: &WagerDoc, at: &Path) {
        if matches!(doc.amount, AmountDoc::EqualTo(_)) {
            let help = "write `amount = { times = [1], of = \"ante\" }`";
            self.fault(
                at.key("amount"),
                format!("{} is the decision and equal to another wager", doc.name),
                help,
            );
        }
        for (there, key) in [(doc.required.is_some(), "required"), (!doc.needs.is_empty(), "needs")] {
            if there {
                let help = "leave it out: the decision needs the wager it is a multiple of, and nothing else";
                self.fault(at.key(key), format!("`{key}` on the wager that is the decision"), help);
            }
        }
    }

    pub(super) fn needs(&mut self, doc: &WagerDoc, at: &Path) -> Option<Vec<Needs>> {
        let mut needs = Some(Vec::new());
        for (i, group) in doc.needs.iter().enumerate() {
            let at = at.key("needs").index(i);
            let mut any_of = Vec::new();
            for (j, id) in group.any_of.iter().enumerate() {
                let place = at.key("any_of").index(j);
                if *id == doc.id {
                    self.fault(place, format!("{} needs itself", doc.name), "name another wager");
                } else if self
                    .doc
                    .wagers
                    .iter()
                    .any(|other| other.id == *id && other.stage == Stage::Decision)
                {
                    let help = "name a wager that is made before the deal";
                    self.fault(
                        place,
                        format!("{} needs `{id}`, which comes only with the decision", doc.name),
                        help,
                    );
                } else {
                    any_of.extend(self.find_or_fault(id, place));
                }
            }
            if group.any_of.is_empty() && self.read(&at.key("any_of")) {
                self.fault(
                    at.key("any_of"),
                    "an empty list that nothing can satisfy",
                    "name at least one wager",
                );
            }
            let cites = with_condition(&group.cites, group.when.as_ref());
            match &group.when {
                None => needs
                    .iter_mut()
                    .for_each(|n| n.push(Needs { any_of: any_of.clone(), cites: cites.clone() })),
                Some(condition) => match self.holds(condition, &at.key("when")) {
                    Some(true) => {
                        needs
                            .iter_mut()
                            .for_each(|n| n.push(Needs { any_of: any_of.clone(), cites: cites.clone() }));
                    }
                    Some(false) => {}
                    None => needs = None,
                },
            }
        }
        needs
    }

    /// Amounts and limits must make sense together.
    pub(super) fn amount_rules(&mut self, doc: &WagerDoc, at: &Path) {
        let decides = doc.stage == Stage::Decision && self.read(&at.key("stage"));
        match &doc.amount {
            AmountDoc::Free => {
                if decides && self.read(&at.key("amount")) {
                    let help = "write `amount = { times = [1], of = \"ante\" }`";
                    self.fault(at.clone(), format!("nothing says how much {} is", doc.name), help);
                }
            }
            AmountDoc::Fixed(money) => {
                if !money.is_stake() {
                    self.fault(
                        at.key("amount"),
                        format!("a fixed stake of {money}"),
                        "expected more than $0",
                    );
                }
                if doc.limits.is_some() {
                    let help = "leave `limits` out: a fixed amount is its own limit";
                    self.fault(at.key("limits"), format!("{} has a fixed amount and limits", doc.name), help);
                }
                if decides {
                    let help = "the wager that is the decision is a multiple of another";
                    self.fault(at.key("amount"), format!("{} has a fixed amount", doc.name), help);
                }
            }
            AmountDoc::EqualTo(id) | AmountDoc::Times(_, id) => {
                if doc.limits.is_some() {
                    let help = "leave `limits` out: those of the wager it is measured by are its own";
                    self.fault(
                        at.key("limits"),
                        format!("{} is measured by another wager and has limits", doc.name),
                        help,
                    );
                }
                if *id == doc.id {
                    let message = format!("{} is measured by itself", doc.name);
                    self.fault(at.key("amount"), message, "name another wager");
                }
                if let Some(other) = self.doc.wagers.iter().find(|wager| wager.id == *id)
                    && other.stage == Stage::Decision
                {
                    let help = "name a wager that is made before the deal";
                    self.fault(
                        at.key("amount"),
                        format!("{} comes only with the decision", other.name),
                        help,
                    );
                }
            }
        }
        if let AmountDoc::Times(times, _) = &doc.amount
            && self.whole(&at.key("amount").key("times"))
        {
            if times.is_empty() || times.contains(&0) || !times.is_sorted_by(|a, b| a < b) {
                let help = "expected multiples from 1 up, rising, such as [1] or [1, 2, 3]";
                self.fault(at.key("amount").key("times"), format!("multiples {times:?}"), help);
            }
            if doc.stage == Stage::BeforeDeal && self.read(&at.key("stage")) && times.len() != 1 {
                let help = "a wager before the deal is free, fixed, equal to another, or one multiple of it";
                self.fault(
                    at.key("amount").key("times"),
                    format!("{} has a choice of multiples", doc.name),
                    help,
                );
            }
        }
        if let Some(limits) = &doc.limits {
            let at = at.key("limits");
            let most = self.doc.wagers.iter().filter_map(|other| match &other.amount {
                AmountDoc::Times(times, of) if *of == doc.id => times.last().copied(),
                AmountDoc::Times(..) | AmountDoc::EqualTo(_) | AmountDoc::Free | AmountDoc::Fixed(_) => None,
            });
            let most = i64::from(most.max().unwrap_or(1));
            let read = |key: &str| self.read(&at.key(key));
            let (min_read, max_read, step_read) = (read("min"), read("max"), read("step"));
            if max_read
                && limits.max.is_stake()
                && limits.max.units() > Money::MAX_STAKE.units() / most.max(1)
            {
                let message = format!("{most} times {} is more than any stake can be", limits.max);
                self.fault(at.key("max"), message, format!("no stake is above {}", Money::MAX_STAKE));
            }
            let help = || format!("expected more than $0, rising, up to {}", Money::MAX_STAKE);
            match (min_read, max_read) {
                (true, true) => {
                    if !limits.min.is_stake() || !limits.max.is_stake() || limits.min > limits.max {
                        let message = format!("limits from {} to {}", limits.min, limits.max);
                        self.fault(at.clone(), message, help());
                    }
                }
                // Of the other one nothing is known.
                (true, false) | (false, true) => {
                    let (key, limit) = if min_read { ("min", limits.min) } else { ("max", limits.max) };
                    if !limit.is_stake() {
                        self.fault(at.key(key), format!("a limit of {limit}"), help());
                    }
                }
                (false, false) => {}
            }
            if !limits.step.is_stake() {
                self.fault(at.key("step"), format!("a step of {}", limits.step), "expected more than $0");
            } else if min_read
                && max_read
                && step_read
                && (limits.max.units() - limits.min.units()) % limits.step.units() != 0
            {
                let message = format!(
                    "{} is not a whole number of steps of {} above {}",
                    limits.max, limits.step, limits.min
                );
                self.fault(at.key("max"), message, "expected the largest stake to be one that can be made");
            }
        }
    }

    /// No wager may need, or be measured by, itself through others.
    pub(super) fn cycles(&mut self) {
        let doc = self.doc;
        let next = |id: &WagerId| -> Vec<&WagerId> {
            let Some(wager) = doc.wagers.iter().find(|wager| wager.id == *id) else { return Vec::new() };
            let measured = match &wager.amount {
                AmountDoc::EqualTo(of) | AmountDoc::Times(_, of) => Some(of),
                AmountDoc::Free | AmountDoc::Fixed(_) => None,
            };
            // A choice of several is no cycle: another member can stand there. One that must be is.
            let in_force = |needs: &&NeedsDoc| {
                let holds = |when: &Condition| doc.holds(when) == Some(true);
                needs.any_of.len() == 1 && needs.when.as_ref().is_none_or(holds)
            };
            let needed = wager.needs.iter().filter(in_force).map(|needs| &needs.any_of[0]);
            measured.into_iter().chain(needed).filter(|of| **of != *id).collect()
        };
        for wager in &doc.wagers {
            let mut seen: Vec<&WagerId> = Vec::new();
            let mut ahead = next(&wager.id);
            while let Some(id) = ahead.pop() {
                if *id == wager.id {
                    let at = Path::root().key("wager").key(wager.id.as_str());
                    let message = format!(
                        "{} needs itself, by way of `{}`",
                        wager.name,
                        seen.last().map_or("", |id| id.as_str())
                    );
                    self.fault(at, message, "break the circle of `needs` and `amount`");
                    break;
                }
                if !seen.contains(&id) {
                    seen.push(id);
                    ahead.extend(next(id));
                }
            }
        }
    }

    pub(super) fn play(&mut self) -> Option<WagerNo> {
        let sure = |wager: &&WagerDoc| self.read(&place_of_wager(&wager.id).key("stage"));
        let mut decisions =
            self.doc.wagers.iter().filter(|wager| wager.stage == Stage::Decision).filter(sure);
        let first = decisions.next()?;
        let more: Vec<&WagerDoc> = decisions.collect();
        for wager in more {
            let at = Path::root().key("wager").key(wager.id.as_str()).key("stage");
            let help = format!("{} is the decision already", first.name);
            self.fault(at, format!("{} would be a second decision", wager.name), help);
        }
        self.find(&first.id)
    }

    pub(super) fn bonus(&mut self, doc: &BonusDoc) -> Option<Bonus> {
        let at = Path::root().key("bonus").key(doc.id.as_str());
        for (i, row) in doc.pays.rows.iter().enumerate() {
            let fits = match row.pays {
                Pay::Odds(odds) => odds.basis() == Basis::To,
                Pay::Fixed(_, basis) => basis == Basis::To,
                Pay::Lose | Pay::Push | Pay::Meter(_) => false,
            };
            if !fits {
                let help = "a bonus has no stake: it pays `to 1` or `$… and the stake`, or has no row";
                let message = format!("a bonus that pays `{}`", row.pays);
                self.fault(at.key("rows").index(i).key("pays"), message, help);
            }
        }
        if doc.pays.otherwise.is_some() {
            let help = "leave it out: a hand that no row fits gets no bonus";
            self.fault(at.key("otherwise"), "a bonus has no stake to lose or push", help);
        }
        let on = self.find_or_fault(&doc.on, at.key("paid_on").key("wager"));
        let due = self.cited(&doc.due, &at.key("due").key("when"));
        let on_fold = self.cited(&doc.on_fold, &at.key("on_fold").key("then"));
        let of_decision = self.doc.wagers.iter().any(|w| w.id == doc.on && w.stage == Stage::Decision);
        if of_decision && on_fold.as_ref().is_some_and(|(on_fold, _)| *on_fold == OnFold::Stays) {
            let message = format!("{} is paid on `{}`, which is not there after a fold", doc.name, doc.on);
            self.fault(at.key("on_fold").key("then"), message, "expected `forfeit`");
        }
        let table = self.table(&doc.pays, &at);
        Some(Bonus {
            id: doc.id.clone(),
            name: doc.name.clone(),
            on: on?,
            on_cites: doc.on_cites.clone(),
            due: due?,
            on_fold: on_fold?,
            table: table?,
        })
    }
}
