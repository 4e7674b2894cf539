//! The end of an evening: everything is counted.

use super::{Evening, Happens, SECOND};
use crate::books::Wrong;
use crate::crowd::felt::floor_name;
use crate::flaky::Failing;
use std::collections::BTreeMap;
use tercet_ledger::Name;
use tercet_rules::Money;
use tercet_store::Store as _;
use tercet_table::{Do, NotLive, Status, Stream, Who};

impl Evening {
    /// Everybody who has no answer gets one, every round comes to its end, and everything is counted.
    pub(super) fn closing(&mut self) -> Result<(), Wrong> {
        self.outcome.calls = self.store.calls();
        self.store.fails(Failing::Never);
        while let Some((_, message)) = self.open.pop_first() {
            let came = self.ask(&message)?;
            if matches!(came, None | Some(Err(NotLive::Failed(_)))) {
                return Err(format!("no answer to {:?} though the store works", message.ask));
            }
        }
        for no in 0..self.felts.len() {
            self.say(no, Who::Floor(floor_name()), Do::Turn(Status::Closed, "good night".into()), 0);
            self.at(2 * SECOND, Happens::Tick(no));
        }
        while let Some(((at_ms, _), what)) = self.agenda.pop_first() {
            self.comes_to(at_ms);
            self.happens(what)?;
        }
        self.open.clear();
        self.all_money_agrees()?;
        for felt in &mut self.felts {
            felt.witness.all_claimed()?;
            felt.is_the_same_started_again(&self.store, self.now_ms)?;
            let [rounds, settled, void] = felt.counts();
            if rounds != settled + void {
                return Err(format!("{rounds} rounds were opened, {settled} settled and {void} void"));
            }
            self.outcome.rounds += rounds;
            self.outcome.settled += settled;
            self.outcome.void += void;
            self.outcome.beaten += felt.witness.beaten;
        }
        for meter in ["meter-1", "meter-2"] {
            let meter = Name::new(meter).map_err(|error| error.to_string())?;
            let stream = Stream::Meter(meter).name().ok_or("the name of a meter is too long")?;
            self.outcome.awards += self.store.kept.version(&stream).map_err(|failure| failure.to_string())?;
        }
        self.audited()?;
        self.outcome.records = self.store.kept.chain().map_err(|failure| failure.to_string())?.size;
        Ok(())
    }

    /// Every account holds what the second books say, and no other has anything.
    pub(super) fn all_money_agrees(&self) -> Result<(), Wrong> {
        let balances = self.store.kept.balances().map_err(|failure| failure.to_string())?;
        let held: BTreeMap<String, i128> =
            balances.all().map(|(account, money)| (account.to_string(), money.units().into())).collect();
        let expected: BTreeMap<String, i128> =
            self.books.all().map(|(account, units)| (account.to_owned(), units)).collect();
        let account =
            held.keys().chain(expected.keys()).find(|account| held.get(*account) != expected.get(*account));
        if let Some(account) = account {
            return Err(format!(
                "{account}: {:?}, and {:?} by the second books",
                held.get(account),
                expected.get(account)
            ));
        }
        if balances.sum() != 0 {
            return Err(format!("all accounts together hold {}", balances.sum()));
        }
        let owes = balances.all().find(|(account, money)| *money < Money::ZERO && !account.may_be_negative());
        owes.map_or(Ok(()), |(account, money)| Err(format!("{account} owes {money}")))
    }

    /// The audit, which shares nothing with the second books, finds nothing.
    fn audited(&self) -> Result<(), Wrong> {
        let report = tercet_audit::audit(&self.store, &[], tercet_audit::Options::default(), &mut |_| ());
        let first = report.findings.kept().first();
        first.map_or(Ok(()), |finding| {
            Err(format!("{} findings of the audit: {finding}", report.findings.count()))
        })
    }
}
