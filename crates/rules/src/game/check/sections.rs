//! The meter, envy, aggregate limits, the order of payment and irregularities.

use super::super::{Aggregate, Envy, IrregularRule, LineOf, Meter, Reconcile, WagerNo};
use super::{Checker, place_of_wager, with_ruling};
use crate::doc::Stage;
use crate::fault::Path;
use crate::ids::{Cites, WagerId, is_id};
use crate::pay::Percent;
use alloc::format;
use alloc::vec::Vec;

impl Checker<'_> {
    #[expect(clippy::option_option, reason = "outer: could it be built; inner: does the game have one")]
    pub(super) fn meter(&mut self) -> Option<Option<Meter>> {
        let Some(doc) = &self.doc.meter else { return Some(None) };
        let at = Path::root().key("meter");
        if !doc.start.is_stake() {
            self.fault(
                at.key("start"),
                format!("a meter that starts at {}", doc.start),
                "expected more than $0",
            );
        }
        let shares = self.read(&at.key("rate")) && self.read(&at.key("reserve"));
        if shares && doc.rate.hundredths() + doc.reserve.hundredths() > Percent::WHOLE.hundredths() {
            let message = format!("{} to the meter and {} to the reserve", doc.rate, doc.reserve);
            self.fault(at.key("rate"), message, "together at most 100%");
        }
        if self.read(&at.key("start")) && doc.cap.is_some_and(|cap| cap < doc.start) {
            self.fault(at.key("cap"), "a cap below the start", "expected at least the start");
        }
        let wager = self.before_the_deal(&doc.wager, at.key("wager"), "feeds the meter");
        let (hits, ruling) = self.setting(&doc.hits, &at.key("hits"))?;
        Some(Some(Meter {
            wager: wager?,
            start: doc.start,
            rate: doc.rate,
            reserve: doc.reserve,
            cap: doc.cap,
            hits: (hits, with_ruling(&doc.cites, ruling)),
            cites: doc.cites.clone(),
        }))
    }

    #[expect(clippy::option_option, reason = "outer: could it be built; inner: does the game have one")]
    pub(super) fn envy(&mut self) -> Option<Option<Envy>> {
        let Some(doc) = &self.doc.envy else { return Some(None) };
        let at = Path::root().key("envy");
        let wager = self.before_the_deal(&doc.wager, at.key("wager"), "shares in envy");
        let own_positions = self.setting(&doc.own_positions, &at.key("own_positions"));
        let hands = self.setting(&doc.hands, &at.key("hands"));
        let (own, own_ruling) = own_positions?;
        let (hands, hands_ruling) = hands?;
        Some(Some(Envy {
            wager: wager?,
            own_positions: (own, with_ruling(&doc.cites, own_ruling)),
            hands: (hands, with_ruling(&doc.cites, hands_ruling)),
            cites: doc.cites.clone(),
        }))
    }

    /// The wager of this id, which must be made before the deal: the meter is read then (R19).
    fn before_the_deal(&mut self, id: &WagerId, at: Path, does: &str) -> Option<WagerNo> {
        let found = self.find_or_fault(id, at.clone())?;
        let wager = &self.doc.wagers[found.index()];
        if wager.stage == Stage::Decision && self.read(&place_of_wager(id).key("stage")) {
            let message = format!("{} {does}, and is made only after the deal", wager.name);
            self.fault(at, message, "expected a wager that is made before the deal");
            return None;
        }
        Some(found)
    }

    pub(super) fn line(&self, id: &WagerId) -> Option<LineOf> {
        let bonus = self.doc.bonuses.iter().position(|bonus| bonus.id == *id);
        self.find(id).map(LineOf::Wager).or(bonus.map(LineOf::Bonus))
    }

    pub(super) fn aggregates(&mut self) -> Option<Vec<Aggregate>> {
        let mut aggregates = Some(Vec::new());
        for (i, doc) in self.doc.aggregates.iter().enumerate() {
            let at = Path::root().key("aggregate").index(i);
            if !doc.most.is_stake() {
                self.fault(at.key("most"), format!("a limit of {}", doc.most), "expected more than $0");
            }
            let lines = self.lines(&doc.lines, &at.key("lines"));
            self.limit_on_meter(&doc.lines, &at);
            let lines = if doc.lines.is_empty() { Some(self.all_lines()) } else { lines };
            let cut = self.setting(&doc.cut, &at.key("cut"));
            match (lines, cut) {
                (Some(lines), Some((cut, ruling))) => {
                    let cites = with_ruling(&doc.cites, ruling);
                    aggregates.iter_mut().for_each(|a| {
                        a.push(Aggregate { most: doc.most, lines: lines.clone(), cut, cites: cites.clone() });
                    });
                }
                _ => aggregates = None,
            }
        }
        aggregates
    }

    /// What a limit withholds from a meter's winner would belong to nobody.
    pub(super) fn limit_on_meter(&mut self, lines: &[WagerId], at: &Path) {
        let Some(meter) = &self.doc.meter else { return };
        let all = lines.is_empty() && self.read(&at.key("lines"));
        if self.find(&meter.wager).is_some() && (all || lines.contains(&meter.wager)) {
            let message = format!("the limit would cut what `{}` wins from the meter", meter.wager);
            self.fault(at.clone(), message, "list the wagers that count under `lines`, without that one");
        }
    }

    pub(super) fn all_lines(&self) -> Vec<LineOf> {
        let wagers = self.doc.wagers.iter().filter_map(|wager| self.line(&wager.id));
        wagers.chain((0..self.doc.bonuses.len()).map(LineOf::Bonus)).collect()
    }

    /// Ids as lines; each once.
    pub(super) fn lines(&mut self, ids: &[WagerId], at: &Path) -> Option<Vec<LineOf>> {
        let mut lines = Vec::new();
        let mut good = true;
        for (i, id) in ids.iter().enumerate() {
            match self.line(id) {
                None => {
                    good = false;
                    if self.read(&place_of_wager(id))
                        && self.read(&Path::root().key("bonus").key(id.as_str()))
                    {
                        let message = format!("there is no wager or bonus `{id}`");
                        self.fault(at.index(i), message, "name one of this game");
                    }
                }
                Some(line) if lines.contains(&line) => {
                    self.fault(at.index(i), format!("`{id}` stands here twice"), "name it once");
                    good = false;
                }
                Some(line) => lines.push(line),
            }
        }
        good.then_some(lines)
    }

    pub(super) fn reconcile(&mut self) -> Option<Reconcile> {
        let doc = &self.doc.reconcile;
        let at = Path::root().key("reconcile").key("lines").key("order");
        let lines = self.lines(&doc.lines, &at);
        let named = |id: &WagerId| doc.lines.contains(id) || !is_id(id.as_str());
        let wagers = self.doc.wagers.iter().map(|wager| &wager.id);
        let missing = wagers.chain(self.doc.bonuses.iter().map(|bonus| &bonus.id)).filter(|id| !named(id));
        let missing: Vec<&WagerId> = missing.collect();
        // A name that means nothing may stand for one that is missing: then that is the fault, and it is said.
        let meaningless = doc.lines.iter().enumerate().filter(|(i, id)| {
            !self.read(&at.index(*i)) || self.line(id).is_none() && self.read(&place_of_wager(id))
        });
        if missing.len() > meaningless.count() {
            for id in missing {
                let message = format!("`{id}` has no place in the order of payment");
                self.fault(at.clone(), message, "add it to the list");
            }
        }
        Some(Reconcile {
            right_to_left: doc.right_to_left,
            spots_cites: doc.spots_cites.clone(),
            lines: lines?,
            lines_cites: doc.lines_cites.clone(),
        })
    }

    pub(super) fn irregular(&mut self) -> Option<Vec<IrregularRule>> {
        let mut rules = Some(Vec::new());
        for doc in &self.doc.irregular {
            let at = Path::root().key("irregular").key(&doc.event);
            let then = self.setting(&doc.then, &at.key("then"));
            let mut wagers = then.map(|(then, ruling)| {
                let cites = with_ruling(&doc.cites, ruling);
                self.doc.wagers.iter().map(|_| (then, cites.clone())).collect::<Vec<_>>()
            });
            for (id, action) in &doc.wagers {
                let place = at.key("wagers").key(id.as_str());
                let no = self.find_or_fault(id, place.clone());
                match (no, self.setting(action, &place)) {
                    // The event's own ruling is about the wagers that are not named.
                    (Some(no), Some((action, ruling))) => {
                        let cites = Cites { rule: doc.cites.rule.clone(), ruling };
                        if let Some(wagers) = &mut wagers {
                            wagers[no.index()] = (action, cites);
                        }
                    }
                    _ => rules = None,
                }
            }
            match wagers {
                Some(wagers) => {
                    let rule = IrregularRule { event: doc.event.clone(), wagers };
                    rules.iter_mut().for_each(|rules| rules.push(rule.clone()));
                }
                None => rules = None,
            }
        }
        rules
    }
}
