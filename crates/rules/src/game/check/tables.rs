//! Pay tables: what rows may ask and pay.

use super::super::Table;
use super::{Checker, resolved};
use crate::doc::PaysDoc;
use crate::fault::Path;
use crate::hand::Reads;
use crate::pay::Pay;
use crate::reading::{Condition, Posting};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

impl Checker<'_> {
    pub(super) fn table(&mut self, doc: &PaysDoc, at: &Path) -> Option<Table> {
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

    pub(super) fn row_pay(&mut self, pay: &Pay, at: &Path) {
        if matches!(pay, Pay::Meter(_)) && self.doc.meter.is_none() {
            self.fault(
                at.clone(),
                format!("`{pay}`, but the game has no meter"),
                "describe it under `[meter]`",
            );
        }
    }

    pub(super) fn reads(&mut self, doc: &PaysDoc, at: &Path) {
        let (player, dealer) = (self.doc.deal.player.value, self.doc.deal.dealer.value);
        let fits = match doc.reads {
            Reads::Hand | Reads::Dealer => true,
            Reads::AllFour => player == 4,
            Reads::BothHands => player == 3 && dealer == 3,
        };
        if !fits {
            let message = format!(
                "`{}` with {player} cards to the player and {dealer} to the dealer",
                doc.reads.name()
            );
            let help = "`all-four` needs four player cards, `both-hands` three and three";
            self.fault(at.key("reads"), message, help);
        }
    }

    /// A table without `otherwise` must decide every case by rows that ask nothing of the hand.
    pub(super) fn undecided(&mut self, doc: &PaysDoc, at: &Path) {
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
                    let message =
                        format!("no row decides when the dealer {dealer} and the player's hand is {word}");
                    let help = "add a row for it, or `otherwise = { pays = \"lose\" }`";
                    self.fault(at.key("rows"), message, help);
                }
            }
        }
    }

    /// Envy amounts and meter shares stand only on rows of the wagers they belong to.
    pub(super) fn row_extras(&mut self) {
        let doc = self.doc;
        for wager in &doc.wagers {
            let at = Path::root().key("wager").key(wager.id.as_str()).key("rows");
            for (i, row) in wager.pays.rows.iter().enumerate() {
                let at = at.index(i);
                if row.envy.is_some() && doc.envy.as_ref().is_none_or(|envy| envy.wager != wager.id) {
                    let help = format!("name the wager under `[envy]`: wager = \"{}\"", wager.id);
                    self.fault(at.key("envy"), "an envy pay that nobody is told to receive", help);
                }
                if row.envy.is_some()
                    && (wager.pays.reads != Reads::Hand || !row.player.is_empty() || row.dealer.is_some())
                {
                    let help = "an envy row asks only for the player's own hand";
                    self.fault(at.key("envy"), "an envy pay that depends on the dealer", help);
                }
                if row.envy.is_some_and(|envy| !envy.is_stake()) {
                    self.fault(at.key("envy"), "an envy pay of nothing", "expected more than $0");
                }
                if matches!(row.pays, Pay::Meter(_))
                    && doc.meter.as_ref().is_some_and(|meter| meter.wager != wager.id)
                {
                    let message = format!("{} pays from a meter that another wager feeds", wager.name);
                    self.fault(at.key("pays"), message, "only the meter's own wager is paid from it");
                }
            }
        }
    }
}
