//! Pay tables: what rows may ask and pay.

use super::super::Table;
use super::{Checker, resolved};
use crate::doc::{PaysDoc, WagerDoc};
use crate::fault::Path;
use crate::hand::{HandTest, Reads};
use crate::ids::WagerId;
use crate::pay::Pay;
use crate::reading::Posting;
use alloc::format;
use alloc::string::String;
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
                let (posting, cites) = self.cited(posted, &at.key("posted").key("by")).unzip();
                if posting.is_none() {
                    rows = None;
                }
                (cites, posting == Some(Posting::Unset) || doc.rows.is_empty())
            }
        };
        if doc.rows.is_empty() && doc.posted.is_none() && self.read(&at.key("posted")) {
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
        let no_meter = self.doc.meter.is_none() && self.read(&Path::root().key("meter"));
        if matches!(pay, Pay::Meter(_)) && no_meter {
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
        // Where a number of cards is not known, or can be none, it may become the one that fits.
        let may_be = |wanted: u8, cards: u8, of: &str| {
            let read = self.read(&Path::root().key("deal").key(of).key("cards"));
            cards == wanted || !matches!(cards, 3 | 4) || !read
        };
        let fits = match doc.reads {
            Reads::Hand | Reads::Dealer => true,
            Reads::AllFour => may_be(4, player, "player"),
            Reads::BothHands => may_be(3, player, "player") && may_be(3, dealer, "dealer"),
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

    /// A table without `otherwise` must decide every case by rows that ask nothing of the hand. What is missing is one
    /// fault, however many cases it leaves open.
    pub(super) fn undecided(&mut self, doc: &PaysDoc, at: &Path) {
        if doc.rows.is_empty() || !self.read(&at.key("otherwise")) {
            return;
        }
        let place = at.key("rows");
        let mut rows = Vec::new();
        for (i, row) in doc.rows.iter().enumerate() {
            let whatever_hand = row.hand.is_empty() && self.read(&place.index(i).key("hand"));
            if self.may_hold(row.when.as_ref()) && (whatever_hand || !self.read(&place.index(i))) {
                rows.push(resolved(row));
            }
        }
        if rows.is_empty() {
            let help = "add `otherwise = { pays = \"lose\" }`";
            self.fault(place, "nothing says what is paid when no row fits", help);
            return;
        }
        let always =
            self.doc.dealer.qualifies.is_none() || !self.read(&Path::root().key("dealer").key("qualifies"));
        let mut open = Vec::new();
        for (qualifies, dealer) in [(true, "qualifies"), (false, "does not qualify")] {
            let ways = [(Ordering::Greater, "higher"), (Ordering::Equal, "equal"), (Ordering::Less, "lower")];
            let ways =
                ways.iter().filter(|(versus, _)| !rows.iter().any(|row| row.admits(*versus, qualifies)));
            let ways: Vec<&str> = ways.map(|(_, word)| *word).collect();
            let ways = match ways.as_slice() {
                [] => continue,
                _ if always && !qualifies => continue,
                [one] => format!(" and the player's hand is {one}"),
                [one, other] => format!(" and the player's hand is {one} or {other}"),
                _ => String::new(),
            };
            open.push(format!("when the dealer {dealer}{ways}"));
        }
        if !open.is_empty() {
            let message = format!("no row decides {}", open.join(", nor "));
            self.fault(place, message, "add a row for it, or `otherwise = { pays = \"lose\" }`");
        }
    }

    /// Envy amounts and meter shares stand only on rows of the wagers they belong to.
    pub(super) fn row_extras(&mut self) {
        let doc = self.doc;
        // An `[envy]` that names no wager of this game, or could not be read, may mean this one.
        let may_be = match &doc.envy {
            Some(envy) => self.find(&envy.wager).is_none(),
            None => !self.read(&Path::root().key("envy")),
        };
        for wager in &doc.wagers {
            let at = Path::root().key("wager").key(wager.id.as_str()).key("rows");
            for (i, row) in wager.pays.rows.iter().enumerate() {
                let at = at.index(i);
                let told = may_be || doc.envy.as_ref().is_some_and(|envy| envy.wager == wager.id);
                if row.envy.is_some() && !told {
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
        // A meter that no wager of this game feeds may mean this one.
        let may_feed = |id: &WagerId| *id == wager.id || self.find(id).is_none();
        let feeds = self.doc.meter.as_ref().is_none_or(|meter| may_feed(&meter.wager));
        if matches!(pay, Pay::Meter(_)) && !feeds {
            let message = format!("{} pays from a meter that another wager feeds", wager.name);
            self.fault(at.clone(), message, "only the meter's own wager is paid from it");
        }
    }
}
