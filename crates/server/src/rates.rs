//! How fast anybody may ask: by address, and by account.
//!
//! Each address and each account has a slot, found by a hash that nobody outside can foretell, and two that meet in one share what it
//! allows. So whoever comes from as many addresses as there are fills the slots, and not the memory.

use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::problem::{Not, too_many};
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tercet_ledger::Name;

/// How many slots each kind of rate has at most: some 10 MB when all are taken, and two of 5,000 accounts that bet share one in 50 rates.
const SLOTS: u64 = 1 << 18;

/// How fast anybody may ask.
pub(crate) struct Rates {
    requests: Rate,
    arrivals: Rate,
    asks: Rate,
    metrics: Arc<Metrics>,
}

impl Rates {
    pub(crate) fn new(limits: &Limits, metrics: Arc<Metrics>) -> Rates {
        let minute = Duration::from_secs(60);
        Rates {
            requests: Rate::new(limits.requests_a_second, Duration::from_secs(1), 4),
            arrivals: Rate::new(limits.arrivals_a_minute, minute, 1),
            asks: Rate::new(limits.asks_a_second, Duration::from_secs(1), 3),
            metrics,
        }
    }

    /// Counts a request from an address.
    ///
    /// # Errors
    ///
    /// If there were too many; it is not counted then. So for the others.
    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Not> {
        let said = |wait| too_many(wait, "there were too many requests from this address; ask again later");
        self.requests.take(&from).map_err(said).inspect_err(|_| self.metrics.too_many("requests"))
    }

    /// Counts that somebody comes in from an address, or tries to.
    pub(crate) fn arrival(&self, from: IpAddr) -> Result<(), Not> {
        let said =
            |wait| too_many(wait, "too many have come from this address, or tried to; come again later");
        self.arrivals.take(&from).map_err(said).inspect_err(|_| self.metrics.too_many("arrivals"))
    }

    /// Counts something that an account asks for.
    pub(crate) fn ask(&self, account: &Name) -> Result<(), Not> {
        let said =
            |wait| too_many(wait, "this account has asked for too much; ask again later, under the same key");
        self.asks.take(account.as_str()).map_err(said).inspect_err(|_| self.metrics.too_many("asks"))
    }

    /// Forgets whoever has not asked for a while.
    pub(crate) fn tend(&self) {
        [&self.requests, &self.arrivals, &self.asks].into_iter().for_each(Rate::tend);
    }
}

/// One kind of rate.
struct Rate<C: Clock = MonotonicClock> {
    limiter: RateLimiter<u32, HashMapStateStore<u32>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    hashes: RandomState,
}

impl Rate {
    /// So many in each stretch of time, and as many at once as in a few of them.
    fn new(most: u32, each: Duration, at_once: u32) -> Rate {
        Rate::by(MonotonicClock, most, each, at_once)
    }
}

impl<C: Clock + Clone> Rate<C> {
    fn by(clock: C, most: u32, each: Duration, at_once: u32) -> Rate<C> {
        let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
        let burst = most.saturating_mul(NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN));
        // A nanosecond is the shortest time there is between two.
        let quota = Quota::with_period((each / most.get()).max(Duration::from_nanos(1)));
        let quota = quota.unwrap_or_else(|| Quota::per_second(most)).allow_burst(burst);
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), clock.clone());
        Rate { limiter, clock, hashes: RandomState::new() }
    }

    /// Counts one.
    ///
    /// # Errors
    ///
    /// How long it takes until there is room for one again.
    fn take<K: Hash + ?Sized>(&self, who: &K) -> Result<(), Duration> {
        let slot = u32::try_from(self.hashes.hash_one(who) % SLOTS).unwrap_or_default();
        self.limiter.check_key(&slot).map_err(|not| not.wait_time_from(self.clock.now()))
    }

    fn tend(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;

    fn second() -> Duration {
        Duration::from_secs(1)
    }

    /// As many as are allowed at once, then as many as the time gives, and whoever is refused is told when to come again.
    #[test]
    fn what_is_too_much_is_refused_until_the_time_that_is_said() {
        let clock = FakeRelativeClock::default();
        let rate = Rate::by(clock.clone(), 2, second(), 3);
        assert!((0..6).all(|_| rate.take("ann").is_ok()));
        let wait = rate.take("ann").unwrap_err();
        assert!(wait > Duration::ZERO && wait <= second() / 2, "{wait:?}");
        assert_eq!(rate.take("bob"), Ok(()), "others do not suffer from it");
        clock.advance(wait);
        assert_eq!(rate.take("ann"), Ok(()));
        assert!(rate.take("ann").is_err());
        clock.advance(3 * second());
        assert!((0..6).all(|_| rate.take("ann").is_ok()));
    }

    /// Whoever comes from a million addresses fills the slots and nothing else, and all of it is free again after a while.
    #[test]
    fn a_million_addresses_take_no_more_memory_than_there_are_slots() {
        let clock = FakeRelativeClock::default();
        let rate = Rate::by(clock.clone(), 1, second(), 1);
        for address in 0..1_000_000_u32 {
            // Whether it is refused is all the same: it may share a slot.
            let _ = rate.take(&address);
        }
        let slots = usize::try_from(SLOTS).unwrap();
        assert!(rate.limiter.len() <= slots && rate.limiter.len() > slots / 2, "{}", rate.limiter.len());
        clock.advance(2 * second());
        rate.tend();
        assert_eq!(rate.limiter.len(), 0);
    }

    /// Whatever an operator may set makes a rate.
    #[test]
    fn every_rate_that_can_be_set_can_be_kept() {
        for most in [0, 1, 1_000_000, u32::MAX] {
            for each in [second(), 60 * second()] {
                let rate = Rate::by(FakeRelativeClock::default(), most, each, 4);
                assert_eq!(rate.take("ann"), Ok(()), "{most} in {each:?}");
            }
        }
    }
}
