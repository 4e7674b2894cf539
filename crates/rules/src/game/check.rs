//! From a game file to a game: everything that can be wrong with it, all at once.

use super::{
    Aggregate, Bonus, Envy, Game, IrregularRule, LineOf, MOST_WAGERS, Meter, Needs, Positions,
    Qualifier, Reconcile, Row, Rules, Table, Wager, WagerNo, Way, amount,
};
use crate::doc::{AmountDoc, BonusDoc, Cited, GameDoc, PaysDoc, RowDoc, Stage, WagerDoc};
use crate::fault::{Fault, Path};
use crate::hand::{HandTest, Reads};
use crate::ids::{Cites, RulingId, WagerId};
use crate::money::Money;
use crate::pay::{Pay, Percent};
use crate::reading::{Condition, OnFold, Posting, Reading, Setting};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

impl GameDoc {
    /// The game that this file describes.
    ///
    /// # Errors
    ///
    /// Every fault of the file, each with its place and what was expected, in the order of the file's
    /// sections.
    pub fn check(&self) -> Result<Game, Vec<Fault>> {
        let mut checker = Checker { doc: self, faults: Vec::new() };
        let rules = checker.rules();
        match (rules, checker.faults.is_empty()) {
            (Some(rules), true) => Ok(Game(rules)),
            _ => Err(checker.faults),
        }
    }
}

struct Checker<'a> {
    doc: &'a GameDoc,
    faults: Vec<Fault>,
}

impl Checker<'_> {
    fn fault(&mut self, at: Path, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::at(at, message).help(help));
    }

    /// Everything, or nothing if some part could not be built; either way the faults are noted.
    fn rules(&mut self) -> Option<Rules> {
        let doc = self.doc;
        let root = Path::root();
        self.ids();
        self.rulings();
        let (ace, ace_cites) = self.cited(&doc.cards.ace, &root.key("cards").key("ace").key("is"))?;
        let positions = self.positions()?;
        let player = self.dealt(&doc.deal.player, &root.key("deal").key("player"));
        let dealer = self.dealt(&doc.deal.dealer, &root.key("deal").key("dealer"));
        if doc.deal.ways.is_empty() {
            self.fault(root.key("deal"), "no way to deal", "give at least one entry of `ways`");
        }
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
            positions,
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
            card: doc.card.clone(),
        })
    }

    fn ids(&mut self) {
        let doc = self.doc;
        if doc.wagers.is_empty() {
            self.fault(Path::root(), "a game without a wager", "describe at least one under `[wager.…]`");
        }
        for (count, what) in [(doc.wagers.len(), "wager"), (doc.bonuses.len(), "bonus")] {
            if count > MOST_WAGERS {
                let message = format!("{count} entries of `{what}`");
                self.fault(Path::root().key(what), message, format!("at most {MOST_WAGERS} are possible"));
            }
        }
        for bonus in &doc.bonuses {
            if doc.wagers.iter().any(|wager| wager.id == bonus.id) {
                let at = Path::root().key("bonus").key(bonus.id.as_str());
                self.fault(at, format!("`{}` is the id of a wager too", bonus.id), "give the bonus another id");
            }
        }
        let spots = doc.table.spots;
        if !(1..=7).contains(&spots) {
            self.fault(Path::root().key("table").key("spots"), format!("{spots} spots"), "expected 1 to 7");
        }
    }

    fn rulings(&mut self) {
        for ruling in &self.doc.rulings {
            let at = Path::root().key("rulings").key(ruling.id.as_str());
            if !ruling.readings.iter().any(|reading| reading.name == ruling.chosen) {
                let names: Vec<String> = ruling.readings.iter().map(|r| format!("`{}`", r.name)).collect();
                let message = format!("`{}` is no reading of {}", ruling.chosen, ruling.id);
                self.fault(at, message, format!("expected {}", names.join(" or ")));
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
            let help = format!("list {id} under `[rulings]`, or write one of {}", names());
            self.fault(at.clone(), format!("this file does not rule on {id}"), help);
            return None;
        };
        let value = T::from_name(&ruling.chosen);
        if value.is_none() && ruling.readings.iter().any(|reading| reading.name == ruling.chosen) {
            let message = format!("the reading `{}` of {id} says nothing here", ruling.chosen);
            self.fault(at.clone(), message, format!("here a reading must be one of {}", names()));
        }
        value.map(|value| (value, Some(id.clone())))
    }

    fn cited<T: Reading>(&mut self, cited: &Cited<Setting<T>>, at: &Path) -> Option<(T, Cites)> {
        let (value, ruling) = self.setting(&cited.value, at)?;
        Some((value, with_ruling(&cited.cites, ruling)))
    }

    /// Whether a condition holds; none if it names nothing.
    fn holds(&mut self, condition: &Condition, at: &Path) -> Option<bool> {
        let Some(ruling) = self.doc.ruling(&condition.ruling) else {
            let message = format!("this file does not rule on {}", condition.ruling);
            self.fault(at.clone(), message, "list it under `[rulings]`");
            return None;
        };
        if !ruling.readings.iter().any(|reading| reading.name == condition.reading) {
            let names: Vec<String> = ruling.readings.iter().map(|r| format!("`{}={}`", ruling.id, r.name)).collect();
            let message = format!("`{}` is no reading of {}", condition.reading, ruling.id);
            self.fault(at.clone(), message, format!("expected {}", names.join(" or ")));
            return None;
        }
        Some(ruling.chosen == condition.reading)
    }

    fn positions(&mut self) -> Option<Positions> {
        let table = &self.doc.table;
        let at = Path::root().key("table").key("positions");
        if table.positions == 0 || table.positions > table.spots {
            let message = format!("a player may bet {} positions of {}", table.positions, table.spots);
            self.fault(at.key("most"), message, "expected 1 up to the number of spots");
        }
        let (beyond, ruling) = self.setting(&table.beyond, &at.key("beyond"))?;
        Some(Positions {
            most: table.positions,
            adjacent: table.adjacent,
            cites: table.cites.clone(),
            beyond,
            beyond_cites: with_ruling(&Cites::default(), ruling),
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
        if found.is_none() {
            let names: Vec<String> = self.doc.wagers.iter().map(|wager| format!("`{}`", wager.id)).collect();
            self.fault(at, format!("there is no wager `{id}`"), format!("the wagers are {}", names.join(", ")));
        }
        found
    }

    fn wager(&mut self, doc: &WagerDoc) -> Option<Wager> {
        let at = Path::root().key("wager").key(doc.id.as_str());
        let needs = self.needs(doc, &at);
        self.amount_rules(doc, &at);
        let on_fold = match &doc.on_fold {
            Some(on_fold) => self.cited(on_fold, &at.key("on_fold").key("then")),
            None => {
                if doc.stage == Stage::BeforeDeal && self.doc.wagers.iter().any(|w| w.stage == Stage::Decision) {
                    let help = "write `on_fold = { then = \"forfeit\" }` or `{ then = \"stays\" }`";
                    self.fault(at.clone(), format!("nothing says what a fold does to {}", doc.name), help);
                }
                Some((OnFold::Forfeit, Cites::default()))
            }
        };
        if doc.stage == Stage::Decision && doc.on_fold.is_some() {
            let help = "leave `on_fold` out";
            self.fault(at.key("on_fold"), format!("{} is never there after a fold", doc.name), help);
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
        let limits = doc.limits.as_ref().map(|limits| super::Limits {
            min: limits.min,
            max: limits.max,
            step: limits.step,
            cites: limits.cites.clone(),
        });
        let table = self.table(&doc.pays, &at);
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

    fn needs(&mut self, doc: &WagerDoc, at: &Path) -> Option<Vec<Needs>> {
        let mut needs = Some(Vec::new());
        for (i, group) in doc.needs.iter().enumerate() {
            let at = at.key("needs").index(i);
            let mut any_of = Vec::new();
            for (j, id) in group.any_of.iter().enumerate() {
                let place = at.key("any_of").index(j);
                if *id == doc.id {
                    self.fault(place, format!("{} needs itself", doc.name), "name another wager");
                } else {
                    any_of.extend(self.find_or_fault(id, place));
                }
            }
            if group.any_of.is_empty() {
                self.fault(at.key("any_of"), "an empty list that nothing can satisfy", "name at least one wager");
            }
            let cites = with_condition(&group.cites, group.when.as_ref());
            match &group.when {
                None => needs.iter_mut().for_each(|n| n.push(Needs { any_of: any_of.clone(), cites: cites.clone() })),
                Some(condition) => match self.holds(condition, &at.key("when")) {
                    Some(true) => {
                        needs.iter_mut().for_each(|n| n.push(Needs { any_of: any_of.clone(), cites: cites.clone() }));
                    }
                    Some(false) => {}
                    None => needs = None,
                },
            }
        }
        needs
    }

    /// Amounts and limits must make sense together.
    fn amount_rules(&mut self, doc: &WagerDoc, at: &Path) {
        match &doc.amount {
            AmountDoc::Free => {
                if doc.stage == Stage::Decision {
                    let help = "write `amount = { times = [1], of = \"ante\" }`";
                    self.fault(at.clone(), format!("nothing says how much {} is", doc.name), help);
                }
            }
            AmountDoc::Fixed(money) => {
                if !money.is_stake() {
                    self.fault(at.key("amount"), format!("a fixed stake of {money}"), "expected more than $0");
                }
                if doc.limits.is_some() {
                    let help = "leave `limits` out: a fixed amount is its own limit";
                    self.fault(at.key("limits"), format!("{} has a fixed amount and limits", doc.name), help);
                }
                if doc.stage == Stage::Decision {
                    let help = "the wager that is the decision is a multiple of another";
                    self.fault(at.key("amount"), format!("{} has a fixed amount", doc.name), help);
                }
            }
            AmountDoc::EqualTo(id) | AmountDoc::Times(_, id) => {
                if *id == doc.id {
                    let message = format!("{} is measured by itself", doc.name);
                    self.fault(at.key("amount"), message, "name another wager");
                }
                if let Some(other) = self.doc.wagers.iter().find(|wager| wager.id == *id)
                    && other.stage == Stage::Decision
                {
                    let help = "name a wager that is made before the deal";
                    self.fault(at.key("amount"), format!("{} comes only with the decision", other.name), help);
                }
            }
        }
        if let AmountDoc::Times(times, _) = &doc.amount {
            if times.is_empty() || times.contains(&0) || !times.is_sorted_by(|a, b| a < b) {
                let help = "expected multiples from 1 up, rising, such as [1] or [1, 2, 3]";
                self.fault(at.key("amount").key("times"), format!("multiples {times:?}"), help);
            }
            if doc.stage == Stage::BeforeDeal && times.len() != 1 {
                let help = "a wager before the deal is free, fixed, equal to another, or one multiple of it";
                self.fault(at.key("amount").key("times"), format!("{} has a choice of multiples", doc.name), help);
            }
        }
        if let Some(limits) = &doc.limits {
            let at = at.key("limits");
            if !limits.min.is_stake() || !limits.max.is_stake() || limits.min > limits.max {
                let message = format!("limits from {} to {}", limits.min, limits.max);
                let help = format!("expected more than $0, rising, up to {}", Money::MAX_STAKE);
                self.fault(at.clone(), message, help);
            }
            if !limits.step.is_stake() {
                self.fault(at.key("step"), format!("a step of {}", limits.step), "expected more than $0");
            } else if (limits.max.units() - limits.min.units()) % limits.step.units() != 0 {
                let message = format!("{} is not a whole number of steps of {} above {}", limits.max, limits.step, limits.min);
                self.fault(at.key("max"), message, "expected the largest stake to be one that can be made");
            }
        }
    }

    /// No wager may need, or be measured by, itself through others.
    fn cycles(&mut self) {
        let doc = self.doc;
        let next = |id: &WagerId| -> Vec<&WagerId> {
            let Some(wager) = doc.wagers.iter().find(|wager| wager.id == *id) else { return Vec::new() };
            let measured = match &wager.amount {
                AmountDoc::EqualTo(of) | AmountDoc::Times(_, of) => Some(of),
                AmountDoc::Free | AmountDoc::Fixed(_) => None,
            };
            // A choice of several is no cycle: another member can stand there. One that must be is.
            let needed = wager.needs.iter().filter(|needs| needs.any_of.len() == 1).map(|needs| &needs.any_of[0]);
            measured.into_iter().chain(needed).filter(|of| **of != *id).collect()
        };
        for wager in &doc.wagers {
            let mut seen: Vec<&WagerId> = Vec::new();
            let mut ahead = next(&wager.id);
            while let Some(id) = ahead.pop() {
                if *id == wager.id {
                    let at = Path::root().key("wager").key(wager.id.as_str());
                    let message = format!("{} needs itself, by way of `{}`", wager.name, seen.last().map_or("", |id| id.as_str()));
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

    fn play(&mut self) -> Option<WagerNo> {
        let mut decisions = self.doc.wagers.iter().filter(|wager| wager.stage == Stage::Decision);
        let first = decisions.next()?;
        let more: Vec<&WagerDoc> = decisions.collect();
        for wager in more {
            let at = Path::root().key("wager").key(wager.id.as_str()).key("stage");
            let help = format!("{} is the decision already", first.name);
            self.fault(at, format!("{} would be a second decision", wager.name), help);
        }
        self.find(&first.id)
    }

    fn table(&mut self, doc: &PaysDoc, at: &Path) -> Option<Table> {
        self.reads(doc, at);
        let mut rows = Some(Vec::new());
        for (i, row) in doc.rows.iter().enumerate() {
            let at = at.key("rows").index(i);
            self.row_pay(&row.pays, &at.key("pays"));
            match row.when.as_ref().map_or(Some(true), |condition| self.holds(condition, &at.key("when"))) {
                Some(true) => rows.iter_mut().for_each(|rows| rows.push(resolved(row))),
                Some(false) => {}
                None => rows = None,
            }
        }
        let (posted, unset) = match &doc.posted {
            None => (None, false),
            Some(posted) => {
                let (posting, cites) = self.cited(posted, &at.key("posted").key("by"))?;
                (Some(cites), posting == Posting::Unset || doc.rows.is_empty())
            }
        };
        if doc.rows.is_empty() && posted.is_none() {
            let help = "add `rows`, or `posted = { by = \"R15\" }` if the house posts its pays";
            self.fault(at.key("rows"), "an empty pay table", help);
        }
        if let Some(otherwise) = &doc.otherwise {
            self.row_pay(&otherwise.value, &at.key("otherwise").key("pays"));
        }
        Some(Table {
            reads: doc.reads,
            rows: rows?,
            otherwise: doc.otherwise.as_ref().map(|o| (o.value, o.cites.clone())),
            posted,
            closed: unset,
        })
    }

    fn row_pay(&mut self, pay: &Pay, at: &Path) {
        if matches!(pay, Pay::Meter(_)) && self.doc.meter.is_none() {
            self.fault(at.clone(), format!("`{pay}`, but the game has no meter"), "describe it under `[meter]`");
        }
    }

    fn reads(&mut self, doc: &PaysDoc, at: &Path) {
        let (player, dealer) = (self.doc.deal.player.value, self.doc.deal.dealer.value);
        let fits = match doc.reads {
            Reads::Hand | Reads::Dealer => true,
            Reads::AllFour => player == 4,
            Reads::BothHands => player == 3 && dealer == 3,
        };
        if !fits {
            let message = format!("`{}` with {player} cards to the player and {dealer} to the dealer", doc.reads.name());
            let help = "`all-four` needs four player cards, `both-hands` three and three";
            self.fault(at.key("reads"), message, help);
        }
    }

    /// A table without `otherwise` must decide every case by rows that ask nothing of the hand.
    fn undecided(&mut self, doc: &PaysDoc, at: &Path) {
        if doc.rows.is_empty() {
            return;
        }
        let mut rows = Vec::new();
        for row in &doc.rows {
            let holds = |c: &Condition| self.doc.ruling(&c.ruling).is_none_or(|r| r.chosen == c.reading);
            if row.when.as_ref().is_none_or(holds) && row.hand.is_empty() {
                rows.push(resolved(row));
            }
        }
        let always = self.doc.dealer.qualifies.is_none();
        for (qualifies, dealer) in [(true, "qualifies"), (false, "does not qualify")] {
            if always && !qualifies {
                continue;
            }
            for (versus, word) in
                [(Ordering::Greater, "higher"), (Ordering::Equal, "equal"), (Ordering::Less, "lower")]
            {
                if !rows.iter().any(|row| row.admits(versus, qualifies)) {
                    let message = format!("no row decides when the dealer {dealer} and the player's hand is {word}");
                    let help = "add a row for it, or `otherwise = { pays = \"lose\" }`";
                    self.fault(at.key("rows"), message, help);
                }
            }
        }
    }

    fn bonus(&mut self, doc: &BonusDoc) -> Option<Bonus> {
        let at = Path::root().key("bonus").key(doc.id.as_str());
        for (i, row) in doc.pays.rows.iter().enumerate() {
            let fits = match row.pays {
                Pay::Odds(odds) => odds.basis() == crate::pay::Basis::To,
                Pay::Fixed(_, basis) => basis == crate::pay::Basis::To,
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

    #[expect(clippy::option_option, reason = "outer: could it be built; inner: does the game have one")]
    fn meter(&mut self) -> Option<Option<Meter>> {
        let Some(doc) = &self.doc.meter else { return Some(None) };
        let at = Path::root().key("meter");
        if !doc.start.is_stake() {
            self.fault(at.key("start"), format!("a meter that starts at {}", doc.start), "expected more than $0");
        }
        if doc.rate.hundredths() + doc.reserve.hundredths() > Percent::WHOLE.hundredths() {
            let message = format!("{} to the meter and {} to the reserve", doc.rate, doc.reserve);
            self.fault(at.key("rate"), message, "together at most 100%");
        }
        if doc.cap.is_some_and(|cap| cap < doc.start) {
            self.fault(at.key("cap"), "a cap below the start", "expected at least the start");
        }
        let wager = self.find_or_fault(&doc.wager, at.key("wager"));
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
    fn envy(&mut self) -> Option<Option<Envy>> {
        let Some(doc) = &self.doc.envy else { return Some(None) };
        let at = Path::root().key("envy");
        let wager = self.find_or_fault(&doc.wager, at.key("wager"));
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

    /// Envy amounts and meter shares stand only on rows of the wagers they belong to.
    fn row_extras(&mut self) {
        let doc = self.doc;
        for wager in &doc.wagers {
            let at = Path::root().key("wager").key(wager.id.as_str()).key("rows");
            for (i, row) in wager.pays.rows.iter().enumerate() {
                let at = at.index(i);
                if row.envy.is_some() && doc.envy.as_ref().is_none_or(|envy| envy.wager != wager.id) {
                    let help = format!("name the wager under `[envy]`: wager = \"{}\"", wager.id);
                    self.fault(at.key("envy"), "an envy pay that nobody is told to receive", help);
                }
                if row.envy.is_some() && (wager.pays.reads != Reads::Hand || !row.player.is_empty() || row.dealer.is_some()) {
                    let help = "an envy row asks only for the player's own hand";
                    self.fault(at.key("envy"), "an envy pay that depends on the dealer", help);
                }
                if row.envy.is_some_and(|envy| !envy.is_stake()) {
                    self.fault(at.key("envy"), "an envy pay of nothing", "expected more than $0");
                }
                if matches!(row.pays, Pay::Meter(_)) && doc.meter.as_ref().is_some_and(|meter| meter.wager != wager.id) {
                    let message = format!("{} pays from a meter that another wager feeds", wager.name);
                    self.fault(at.key("pays"), message, "only the meter's own wager is paid from it");
                }
            }
        }
    }

    fn line(&self, id: &WagerId) -> Option<LineOf> {
        let bonus = self.doc.bonuses.iter().position(|bonus| bonus.id == *id);
        self.find(id).map(LineOf::Wager).or(bonus.map(LineOf::Bonus))
    }

    fn aggregates(&mut self) -> Option<Vec<Aggregate>> {
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
    fn limit_on_meter(&mut self, lines: &[WagerId], at: &Path) {
        let Some(meter) = &self.doc.meter else { return };
        if lines.is_empty() || lines.contains(&meter.wager) {
            let message = format!("the limit would cut what `{}` wins from the meter", meter.wager);
            self.fault(at.clone(), message, "list the wagers that count under `lines`, without that one");
        }
    }

    fn all_lines(&self) -> Vec<LineOf> {
        let wagers = self.doc.wagers.iter().filter_map(|wager| self.line(&wager.id));
        wagers.chain((0..self.doc.bonuses.len()).map(LineOf::Bonus)).collect()
    }

    /// Ids as lines; each once.
    fn lines(&mut self, ids: &[WagerId], at: &Path) -> Option<Vec<LineOf>> {
        let mut lines = Vec::new();
        let mut good = true;
        for (i, id) in ids.iter().enumerate() {
            match self.line(id) {
                None => {
                    self.fault(at.index(i), format!("there is no wager or bonus `{id}`"), "name one of this game");
                    good = false;
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

    fn reconcile(&mut self) -> Option<Reconcile> {
        let doc = &self.doc.reconcile;
        let at = Path::root().key("reconcile").key("lines").key("order");
        let lines = self.lines(&doc.lines, &at)?;
        let missing: Vec<LineOf> = self.all_lines().into_iter().filter(|line| !lines.contains(line)).collect();
        for line in missing {
            let id = match line {
                LineOf::Wager(no) => &self.doc.wagers[no.index()].id,
                LineOf::Bonus(i) => &self.doc.bonuses[i].id,
            };
            self.fault(at.clone(), format!("`{id}` has no place in the order of payment"), "add it to the list");
        }
        Some(Reconcile {
            right_to_left: doc.right_to_left,
            spots_cites: doc.spots_cites.clone(),
            lines,
            lines_cites: doc.lines_cites.clone(),
        })
    }

    fn irregular(&mut self) -> Option<Vec<IrregularRule>> {
        let mut rules = Some(Vec::new());
        for doc in &self.doc.irregular {
            let at = Path::root().key("irregular").key(&doc.event);
            let Some((then, ruling)) = self.setting(&doc.then, &at.key("then")) else {
                rules = None;
                continue;
            };
            let mut wagers: Vec<_> = self.doc.wagers.iter().map(|_| then).collect();
            for (id, action) in &doc.wagers {
                let place = at.key("wagers").key(id.as_str());
                let no = self.find_or_fault(id, place.clone());
                match (no, self.setting(action, &place)) {
                    (Some(no), Some((action, _))) => wagers[no.index()] = action,
                    _ => rules = None,
                }
            }
            let cites = with_ruling(&doc.cites, ruling);
            let rule = IrregularRule { event: doc.event.clone(), wagers, cites };
            rules.iter_mut().for_each(|rules| rules.push(rule.clone()));
        }
        rules
    }
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

