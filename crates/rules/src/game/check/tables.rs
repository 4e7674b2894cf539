//! Pay tables: what rows may ask and pay.

use super::super::Table;
use super::{Checker, resolved};
use crate::doc::{PaysDoc, WagerDoc};
use crate::fault::Path;
use crate::hand::{HandTest, Reads};
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
            self.row_hand(doc, &row.hand, &at.key("hand"));
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
            several_rows: doc.several_rows.clone(),
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

    /// The tests of a row must fit the cards that its table reads.
    fn row_hand(&mut self, doc: &PaysDoc, tests: &[HandTest], at: &Path) {
        let dealt = match doc.reads {
            Reads::Hand => self.doc.deal.player.value,
            Reads::Dealer => self.doc.deal.dealer.value,
            Reads::AllFour | Reads::BothHands => 3,
        };
        for test in tests {
            if !test.fits(doc.reads) {
                let help = "the test must be about as many cards as the table reads";
                self.fault(at.clone(), format!("`{test}` says nothing about `{}`", doc.reads.name()), help);
            }
            // Of two equally strong choices of three cards, one may be of one colour and the other not.
            if dealt == 4 && test.asks_colour() {
                let help = "colours are possible where every card that is read plays";
                self.fault(at.clone(), format!("`{test}` of the best three of four cards"), help);
            }
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
                let gives = wager.pays.rows.iter().any(|row| row.envy.is_some());
                let own = wager.pays.reads == Reads::Hand && row.player.is_empty() && row.dealer.is_none();
                if gives && !own {
                    let help = "every row of a table with envy pays asks for the player's own hand alone";
                    self.fault(at.clone(), "an envy pay would depend on the dealer", help);
                }
                if row.envy.is_some_and(|envy| !envy.is_stake()) {
                    self.fault(at.key("envy"), "an envy pay of nothing", "expected more than $0");
                }
                self.meter_of(wager, row.pays, &at.key("pays"));
            }
            if let Some(otherwise) = &wager.pays.otherwise {
                let at = Path::root().key("wager").key(wager.id.as_str()).key("otherwise");
                self.meter_of(wager, otherwise.value, &at.key("pays"));
            }
        }
        for bonus in &doc.bonuses {
            let at = Path::root().key("bonus").key(bonus.id.as_str()).key("rows");
            for i in (0..bonus.pays.rows.len()).filter(|i| bonus.pays.rows[*i].envy.is_some()) {
                let help = "envy stands on the rows of the wager named under `[envy]`";
                self.fault(at.index(i).key("envy"), "an envy pay on a bonus", help);
            }
        }
    }

    /// A share of the meter is paid only on the wager that feeds it.
    fn meter_of(&mut self, wager: &WagerDoc, pay: Pay, at: &Path) {
        let feeds = self.doc.meter.as_ref().is_none_or(|meter| meter.wager == wager.id);
        if matches!(pay, Pay::Meter(_)) && !feeds {
            let message = format!("{} pays from a meter that another wager feeds", wager.name);
            self.fault(at.clone(), message, "only the meter's own wager is paid from it");
        }
    }
}
