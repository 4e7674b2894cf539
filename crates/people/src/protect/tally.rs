//! The tally of one player: what was staked, what came back, and how long it took.

use super::{DAY, MINUTE, Window};
use std::collections::BTreeMap;
use tercet_ledger::{Account, Name, Record, Transaction, Why};
use tercet_rules::Money;

/// What was staked and came back in ten minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Bucket {
    staked: i64,
    back: i64,
}

/// What one player staked and got back over the last thirty days, and for how long they have been playing.
///
/// It is fed with every record of the journal that touches the player's wallet, in order ([`Tally::take`]), and made again after a restart
/// in the same way: `Store::moves` names the records, of which those of the last [`Tally::LOOKS_BACK_MS`] count. Only when a reality check was
/// last acknowledged is not in the journal; after a restart it is asked for anew.
///
/// Times are kept in steps of ten minutes, so that it stays small; money counts until the step it belongs to is a whole window old, which
/// is up to ten minutes longer than it must. What comes back counts from the first stake that may be of its round, so that a win never outlives its
/// stake: after a round that was lost, of which nothing comes back, that may be a stake of the hour before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// By the number of the ten minutes since 1970.
    buckets: BTreeMap<u64, Bucket>,
    /// What may be going on at a table.
    open: BTreeMap<Name, Open>,
    playing: Option<Playing>,
    acknowledged_ms: u64,
}

/// The stakes that may be of one round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Open {
    /// The first of each ten minutes.
    stakes: BTreeMap<u64, u64>,
    /// When the last of them was.
    last_ms: u64,
    /// What was staked since the player began to play, and has not been taken back.
    since_began: i64,
    /// Whether something of the round came back: the next stake is of another.
    is_settled: bool,
}

impl Open {
    fn staked(&mut self, amount: Money, at_ms: u64, began_ms: u64) {
        if self.last_ms < began_ms {
            self.since_began = 0;
        }
        if std::mem::take(&mut self.is_settled) {
            self.stakes.clear();
            self.since_began = 0;
        }
        self.since_began = self.since_began.saturating_add(amount.units());
        // Who loses gets nothing back that would say that the round is over: what was staked longer ago than any bets stand open is of another one.
        let may_be =
            |step: u64| (step + 1).saturating_mul(Tally::STEP_MS).saturating_add(Tally::BETS_MS) > at_ms;
        while self.stakes.first_key_value().is_some_and(|(step, _)| !may_be(*step)) {
            self.stakes.pop_first();
        }
        self.stakes.entry(at_ms / Tally::STEP_MS).or_insert(at_ms);
        self.last_ms = self.last_ms.max(at_ms);
    }

    /// How much of a stake that comes back was staked since the player began to play, what was staked last coming back first: what was staked before the break is
    /// no gain of the time since.
    fn of_since(&mut self, amount: Money) -> i64 {
        let of_since = amount.units().min(self.since_began);
        self.since_began -= of_since;
        of_since
    }

    /// When the first was staked of what comes back: for windows of time it counts from then, as a win never outlives its stake.
    fn first_ms(&self) -> Option<u64> {
        self.stakes.first_key_value().map(|(_, first_ms)| *first_ms)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Playing {
    since_ms: u64,
    last_ms: u64,
    staked: i64,
    back: i64,
}

impl Tally {
    /// How much time makes a break: who stakes nothing for so long plays anew.
    pub const BREAK_MS: u64 = 15 * MINUTE;

    /// How far back records count.
    pub const LOOKS_BACK_MS: u64 = 30 * DAY + Tally::STEP_MS;

    /// How exact the times are.
    const STEP_MS: u64 = 10 * MINUTE;

    /// The longest that bets may stand open, and so the most there may be between the first stake of a round and its last.
    pub const BETS_MS: u64 = 60 * MINUTE;

    /// Of somebody who has not played.
    #[must_use]
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Takes a record of the journal: the money that came to the player's wallet from a table, or went there.
    pub fn take(&mut self, player: &Name, record: &Record) {
        for transaction in &record.transactions {
            self.take_transaction(player, transaction, record.at_ms);
        }
    }

    /// Takes one transaction.
    pub fn take_transaction(&mut self, player: &Name, transaction: &Transaction, at_ms: u64) {
        let is_wallet = |account: &Account| *account == Account::Wallet(player.clone());
        let postings = transaction.postings();
        let table = postings.iter().find_map(|posting| table_of(&posting.from).or(table_of(&posting.to)));
        for posting in postings {
            let (out, into) = (is_wallet(&posting.from), is_wallet(&posting.to));
            let Some(table) = table.filter(|_| out != into) else { continue };
            match &posting.why {
                Why::Stake(_) | Why::Hold(_) => self.staked(table, posting.amount, at_ms),
                Why::StakeBack(_) | Why::Release(_) => self.unstaked(table, posting.amount),
                Why::Return(_) => self.returned(table, posting.amount),
                Why::Pay(_) | Why::Award(_) | Why::Envy(_) => self.came_back(table, posting.amount),
                Why::CashIn
                | Why::CashOut
                | Why::HouseFunds
                | Why::Contribution(_)
                | Why::ToReserve(_)
                | Why::Take(_)
                | Why::MeterStart
                | Why::Breakage => {}
            }
        }
    }

    /// Notes what went from the wallet to a table, be it staked or held.
    pub fn staked(&mut self, table: &Name, amount: Money, at_ms: u64) {
        let mut playing = match self.playing {
            Some(playing) if !is_break(playing.last_ms, at_ms) => {
                Playing { last_ms: playing.last_ms.max(at_ms), ..playing }
            }
            _ => Playing { since_ms: at_ms, last_ms: at_ms, staked: 0, back: 0 },
        };
        playing.staked = playing.staked.saturating_add(amount.units());
        self.playing = Some(playing);
        self.open.entry(table.clone()).or_default().staked(amount, at_ms, playing.since_ms);
        let bucket = self.bucket(at_ms);
        bucket.staked = bucket.staked.saturating_add(amount.units());
        self.forget(at_ms);
    }

    /// Notes what came back from a table because it was not bet after all.
    pub fn unstaked(&mut self, table: &Name, amount: Money) {
        let Some(open) = self.open.get_mut(table) else { return };
        if let Some(playing) = self.playing.as_mut().filter(|playing| playing.since_ms <= open.last_ms) {
            playing.staked = playing.staked.saturating_sub(open.of_since(amount));
        }
        if let Some(first_ms) = open.first_ms() {
            let bucket = self.bucket(first_ms);
            bucket.staked = bucket.staked.saturating_sub(amount.units());
        }
    }

    /// Notes a stake that a table returned at the settlement, of a push or beside what is won.
    pub fn returned(&mut self, table: &Name, amount: Money) {
        let Some(open) = self.open.get_mut(table) else { return };
        let of_since = Money::from_units(open.of_since(amount));
        self.settled(table, amount, of_since);
    }

    /// Notes what a table paid at the settlement.
    pub fn came_back(&mut self, table: &Name, amount: Money) {
        self.settled(table, amount, amount);
    }

    /// Notes what came back at the settlement, and how much of it counts for the time since the player began.
    fn settled(&mut self, table: &Name, amount: Money, of_since: Money) {
        let Some(open) = self.open.get_mut(table) else { return };
        open.is_settled = true;
        if let Some(playing) = self.playing.as_mut().filter(|playing| playing.since_ms <= open.last_ms) {
            playing.back = playing.back.saturating_add(of_since.units());
        }
        if let Some(first_ms) = open.first_ms() {
            let bucket = self.bucket(first_ms);
            bucket.back = bucket.back.saturating_add(amount.units());
        }
    }

    /// Notes that the player was told of time and cost, and said so.
    pub fn acknowledged(&mut self, now_ms: u64) {
        self.acknowledged_ms = self.acknowledged_ms.max(now_ms);
    }

    fn bucket(&mut self, at_ms: u64) -> &mut Bucket {
        self.buckets.entry(at_ms / Tally::STEP_MS).or_default()
    }

    fn forget(&mut self, now_ms: u64) {
        let counts = |at: u64| frees_at(at, Window::Month) > now_ms;
        while self.buckets.first_key_value().is_some_and(|(at, _)| !counts(*at)) {
            self.buckets.pop_first();
        }
        // A long round may end later than any other begins: what is open is kept as long as it could still be asked about.
        self.open.retain(|_, open| open.stakes.keys().any(|at| counts(*at)));
    }

    /// What was staked in this window: what came back unplayed does not count.
    #[must_use]
    pub fn stake(&self, window: Window, now_ms: u64) -> Money {
        self.sum(window, now_ms, |bucket| bucket.staked)
    }

    /// What was staked in this window and has not come back; negative if more came back. What is on a table counts as lost until it
    /// is settled.
    #[must_use]
    pub fn loss(&self, window: Window, now_ms: u64) -> Money {
        self.sum(window, now_ms, |bucket| bucket.staked.saturating_sub(bucket.back))
    }

    fn sum(&self, window: Window, now_ms: u64, of: fn(&Bucket) -> i64) -> Money {
        let counts = |at: &u64| frees_at(*at, window) > now_ms;
        let sum: i128 =
            self.buckets.iter().filter(|(at, _)| counts(at)).map(|(_, bucket)| i128::from(of(bucket))).sum();
        Money::from_units(i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX }))
    }

    /// The times from now on at which something counts no more.
    pub(super) fn frees(&self, window: Window, now_ms: u64) -> impl Iterator<Item = u64> {
        self.buckets.keys().map(move |at| frees_at(*at, window)).filter(move |frees| *frees > now_ms)
    }

    /// For how long the player has been playing at this time, in milliseconds; none after a break.
    #[must_use]
    pub fn playing_ms(&self, now_ms: u64) -> Option<u64> {
        self.playing_now(now_ms).map(|playing| now_ms.saturating_sub(playing.since_ms))
    }

    /// Since when the player has been playing, in milliseconds since 1970-01-01 UTC, and what they are up or (negative) down since then; none
    /// after a break. What is on a table counts as lost until it is settled.
    #[must_use]
    pub fn playing(&self, now_ms: u64) -> Option<(u64, Money)> {
        let playing = self.playing_now(now_ms)?;
        Some((playing.since_ms, Money::from_units(playing.back.saturating_sub(playing.staked))))
    }

    /// When the player will have had a break, if nothing is staked until then; none if that is now.
    pub(super) fn break_at(&self, now_ms: u64) -> Option<u64> {
        self.playing_now(now_ms).map(|playing| playing.last_ms.saturating_add(Tally::BREAK_MS))
    }

    /// When there will have been so much playing time since the player was last told of it, if they play on; none after a break.
    pub(super) fn check_at(&self, after_ms: u64, now_ms: u64) -> Option<u64> {
        let playing = self.playing_now(now_ms)?;
        Some(playing.since_ms.max(self.acknowledged_ms).saturating_add(after_ms))
    }

    /// How much playing time there was since the player was last told of it.
    #[must_use]
    pub fn unchecked_ms(&self, now_ms: u64) -> u64 {
        let since = self.playing_now(now_ms).map(|playing| playing.since_ms.max(self.acknowledged_ms));
        since.map_or(0, |since| now_ms.saturating_sub(since))
    }

    fn playing_now(&self, now_ms: u64) -> Option<Playing> {
        self.playing.filter(|playing| !is_break(playing.last_ms, now_ms))
    }
}

const fn is_break(last_ms: u64, now_ms: u64) -> bool {
    last_ms.saturating_add(Tally::BREAK_MS) <= now_ms
}

/// When what belongs to these ten minutes counts no more.
const fn frees_at(at: u64, window: Window) -> u64 {
    (at + 1).saturating_mul(Tally::STEP_MS).saturating_add(window.ms())
}

fn table_of(account: &Account) -> Option<&Name> {
    match account {
        Account::Bank(table) | Account::Layout(table, _) | Account::Held(table, _) => Some(table),
        Account::World | Account::House | Account::Wallet(_) | Account::Meter(_) | Account::Reserve(_) => {
            None
        }
    }
}
