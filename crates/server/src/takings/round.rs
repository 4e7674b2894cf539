//! The money of one round as its records come.

use crate::takings::prices::{Exposure, Prices};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tercet_ledger::{Account, Name, Posting, Why};
use tercet_rules::WagerId;
use tercet_table::TableEvent;

/// What a wager did in a round, or in many, in the smallest unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sums {
    /// Rounds in which it was bet.
    pub(crate) rounds: u64,
    /// Spots that bet it.
    pub(crate) bets: u64,
    /// Staked, Play and all.
    pub(crate) staked: i128,
    /// Of that, given back as it was settled.
    pub(crate) returned: i128,
    /// Paid by the house.
    pub(crate) paid: i128,
    /// Paid as envy.
    pub(crate) envy: i128,
    /// Paid by meters.
    pub(crate) awarded: i128,
    /// Given to meters and their reserves.
    pub(crate) contributed: i128,
    /// What its expectation asks for.
    pub(crate) exposure: Exposure,
}

impl Sums {
    pub(crate) fn add(&mut self, other: &Sums) {
        self.rounds += other.rounds;
        self.bets += other.bets;
        self.staked += other.staked;
        self.returned += other.returned;
        self.paid += other.paid;
        self.envy += other.envy;
        self.awarded += other.awarded;
        self.contributed += other.contributed;
        self.exposure.add(other.exposure);
    }

    /// What the players have lost to the house and the meters together.
    pub(crate) fn win(&self) -> i128 {
        self.staked - self.returned - self.paid - self.envy - self.awarded
    }
}

/// A round that is played.
pub(crate) struct Playing {
    pub(crate) prices: Arc<Prices>,
    /// What lies at each spot, by wager.
    stakes: BTreeMap<(u8, WagerId), i128>,
    players: BTreeMap<u8, Name>,
    /// What the meter held at the deal, with what the round gave.
    meter: i128,
    lines: BTreeMap<WagerId, Sums>,
}

/// How a round ended.
pub(crate) enum Ended {
    /// By wager.
    Settled(BTreeMap<WagerId, Sums>),
    Void,
}

impl Playing {
    pub(crate) fn new(prices: Arc<Prices>) -> Playing {
        let (stakes, players, lines) = Default::default();
        Playing { prices, stakes, players, meter: 0, lines }
    }

    /// Takes what one record has of it; gives how it ended, if it did.
    pub(crate) fn take<'p>(
        &mut self,
        events: &[TableEvent],
        postings: impl Iterator<Item = &'p Posting>,
    ) -> Option<Ended> {
        let dealt = events.iter().filter(|event| matches!(event, TableEvent::Dealt { .. }));
        let dealt =
            dealt.filter_map(TableEvent::meter_seen).map(|seen| i128::from(seen.now.meter.units())).next();
        if let Some(meter) = dealt {
            self.meter = meter;
        }
        for posting in postings {
            self.post(posting, dealt.is_some());
        }
        if events.iter().any(|event| self.voids(event)) {
            return Some(Ended::Void);
        }
        let settled = events.iter().any(|event| matches!(event, TableEvent::Reconciled { .. }));
        settled.then(|| Ended::Settled(self.settled()))
    }

    /// Whether an event makes the round void, once the money of its record has moved. Where the rules make it so, as for a report or for bets that
    /// cannot stand, all stakes are back then, and they are at no other end.
    fn voids(&self, event: &TableEvent) -> bool {
        let may = matches!(
            event,
            TableEvent::BetsClosed { .. } | TableEvent::Dealt { .. } | TableEvent::Reported { .. }
        );
        // A round that was settled when its seed was lost has ended before.
        matches!(event, TableEvent::Voided { .. } | TableEvent::SeedLost { .. })
            || may && self.stakes.values().all(|units| *units == 0)
    }

    fn post(&mut self, posting: &Posting, dealt: bool) {
        let units = i128::from(posting.amount.units());
        if let (Account::Wallet(player), Account::Layout(_, spot)) = (&posting.from, &posting.to) {
            self.players.insert(*spot, player.clone());
        }
        match (&posting.why, &posting.from, &posting.to) {
            (Why::Stake(id), _, Account::Layout(_, spot)) => {
                *self.stakes.entry((*spot, id.clone())).or_default() += units;
            }
            (Why::StakeBack(id), Account::Layout(_, spot), _) => {
                *self.stakes.entry((*spot, id.clone())).or_default() -= units;
            }
            (Why::Return(id), ..) => self.line(id).returned += units,
            (Why::Pay(id), ..) => self.line(id).paid += units,
            (Why::Award(id), ..) => self.line(id).awarded += units,
            (Why::Envy(_), ..) => {
                if let Some(wager) = self.prices.envy.as_ref().map(|envy| envy.wager.clone()) {
                    self.line(&wager).envy += units;
                }
            }
            (Why::Contribution(id), ..) => {
                self.line(id).contributed += units;
                if dealt {
                    self.meter += units;
                }
            }
            (Why::ToReserve(id), ..) => self.line(id).contributed += units,
            (
                Why::CashIn
                | Why::CashOut
                | Why::HouseFunds
                | Why::Stake(_)
                | Why::StakeBack(_)
                | Why::Hold(_)
                | Why::Release(_)
                | Why::Take(_)
                | Why::MeterStart
                | Why::Breakage,
                ..,
            ) => {}
        }
    }

    fn line(&mut self, id: &WagerId) -> &mut Sums {
        self.lines.entry(self.prices.head(id)).or_default()
    }

    /// The sums by wager, once everybody is paid.
    fn settled(&mut self) -> BTreeMap<WagerId, Sums> {
        self.stakes.retain(|_, units| *units > 0);
        let mut bets: BTreeSet<(u8, WagerId)> = BTreeSet::new();
        for ((spot, id), units) in &self.stakes {
            let head = self.prices.head(id);
            let others = self.others(*spot, id);
            let sums = self.lines.entry(head.clone()).or_default();
            sums.staked += units;
            // The expectation is per unit of the wager that the bet is named after.
            if *id == head {
                sums.exposure.add(Exposure {
                    stakes: *units,
                    times_meter: units * self.meter,
                    times_others: units * others,
                });
            }
            bets.insert((*spot, head));
        }
        for (_, head) in &bets {
            let sums = self.lines.entry(head.clone()).or_default();
            sums.bets += 1;
            sums.rounds = 1;
        }
        std::mem::take(&mut self.lines)
    }

    /// How many other hands might pay envy to a spot that made this wager.
    fn others(&self, spot: u8, id: &WagerId) -> i128 {
        let Some(envy) = self.prices.envy.as_ref().filter(|envy| envy.wager == *id) else { return 0 };
        let hands: BTreeSet<u8> = (self.stakes.keys())
            .filter(|(_, wager)| envy.any_hand || *wager == envy.wager)
            .map(|(at, _)| *at)
            .collect();
        let pays = |at: &u8| *at != spot && (envy.own || self.players.get(at) != self.players.get(&spot));
        hands.iter().filter(|at| pays(at)).map(|_| 1).sum()
    }
}
