//! Wrong passwords, counted: for each login, whether there is such a login or not, where somebody signs in; for each session, where somebody is
//! asked for their own once more.
//!
//! They are kept in memory only: after a restart everybody may try again.

use crate::login::Login;
use crate::session::SessionId;
use crate::settings::Lockout;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
struct Failed {
    /// How many, since the first.
    times: u32,
    first_ms: u64,
    last_ms: u64,
}

/// Who failed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tried {
    /// Whoever signs in by this.
    Login(Login),
    /// Whoever has this session. It is counted apart: who finds a screen that was left cannot lock its owner out of the house.
    Session(SessionId),
}

/// The failures that count.
#[derive(Debug)]
pub(crate) struct Failures<K> {
    rule: Lockout,
    failed: BTreeMap<K, Failed>,
}

impl<K: Ord + Clone> Failures<K> {
    pub(crate) fn new(rule: Lockout) -> Failures<K> {
        Failures { rule, failed: BTreeMap::new() }
    }

    /// Until when a login is locked, if it is.
    pub(crate) fn locked(&self, who: &K, now_ms: u64) -> Option<u64> {
        let failed = self.failed.get(who)?;
        let until = failed.last_ms.saturating_add(self.rule.lock_ms);
        (failed.times >= self.rule.failures && until > now_ms).then_some(until)
    }

    /// Counts an attempt as failed; [`Failures::forgive`] takes it back if it was not. Counted before it is looked at, so that many at
    /// once are no more than many one after the other.
    ///
    /// # Errors
    ///
    /// Until when the login is locked, if it is: then nothing is counted.
    pub(crate) fn count(&mut self, who: &K, now_ms: u64) -> Result<(), u64> {
        if let Some(until) = self.locked(who, now_ms) {
            return Err(until);
        }
        let rule = self.rule;
        self.make_room(who, now_ms);
        let failed = self.failed.entry(who.clone());
        let failed = failed.or_insert(Failed { times: 0, first_ms: now_ms, last_ms: now_ms });
        let is_old = failed.first_ms.saturating_add(rule.within_ms) <= now_ms;
        // A lock that is over has been paid for.
        if is_old || failed.times >= rule.failures {
            *failed = Failed { times: 0, first_ms: now_ms, last_ms: now_ms };
        }
        failed.times += 1;
        failed.last_ms = now_ms;
        Ok(())
    }

    /// Forgets the failures of a login; says whether there were any.
    pub(crate) fn forgive(&mut self, who: &K) -> bool {
        self.failed.remove(who).is_some()
    }

    /// Forgets what counts no more.
    pub(crate) fn tend(&mut self, now_ms: u64) {
        let Lockout { within_ms, lock_ms, .. } = self.rule;
        let counts = |failed: &Failed| failed.last_ms.saturating_add(within_ms.max(lock_ms)) > now_ms;
        self.failed.retain(|_, failed| counts(failed));
    }

    /// Who floods the memory with logins that failed once does not free one that is locked, as long as there are others.
    fn make_room(&mut self, who: &K, now_ms: u64) {
        if self.failed.len() < self.rule.remembered || self.failed.contains_key(who) {
            return;
        }
        self.tend(now_ms);
        while self.failed.len() >= self.rule.remembered {
            let least = self
                .failed
                .iter()
                .min_by_key(|(_, failed)| (failed.times >= self.rule.failures, failed.last_ms));
            let Some(least) = least.map(|(who, _)| who.clone()) else { break };
            self.failed.remove(&least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RULE: Lockout = Lockout { failures: 3, within_ms: 1_000, lock_ms: 500, remembered: 4 };

    fn login(number: u32) -> Login {
        Login::new(&format!("ann{number}")).unwrap()
    }

    #[test]
    fn a_login_is_locked_after_some_failures_and_for_some_time() {
        let mut failures = Failures::new(RULE);
        for now in [0, 10, 20] {
            assert_eq!(failures.count(&login(1), now), Ok(()));
        }
        assert_eq!(failures.count(&login(1), 519), Err(520));
        assert_eq!(failures.locked(&login(2), 519), None);
        assert_eq!(failures.count(&login(1), 520), Ok(()));
        assert_eq!(failures.locked(&login(1), 520), None);
    }

    #[test]
    fn failures_long_apart_and_those_forgiven_lock_nothing() {
        let mut failures = Failures::new(RULE);
        for now in 0..20 {
            assert_eq!(failures.count(&login(1), now * 600), Ok(()));
        }
        let mut failures = Failures::new(RULE);
        for now in 0..20 {
            assert_eq!(failures.count(&login(1), now), Ok(()));
            assert!(failures.forgive(&login(1)));
        }
        assert!(!failures.forgive(&login(1)));
    }

    #[test]
    fn a_flood_of_logins_does_not_free_the_one_that_is_locked() {
        let mut failures = Failures::new(RULE);
        (0..3).for_each(|now| failures.count(&login(0), now).unwrap());
        for number in 1..99 {
            failures.count(&login(number), u64::from(number)).unwrap();
            assert!(failures.failed.len() <= 4);
        }
        assert!(failures.locked(&login(0), 99).is_some());
    }

    proptest! {
        /// Whatever comes: bounded, and never more than so many attempts within the time of a lock.
        #[test]
        fn no_login_is_tried_more_often_than_it_may(attempts in prop::collection::vec((0..3_u32, 0..300_u64), 1..200)) {
            let mut failures = Failures::new(RULE);
            let mut now = 0;
            let mut taken: Vec<(u32, u64)> = Vec::new();
            for (number, later) in attempts {
                now += later;
                if failures.count(&login(number), now).is_ok() {
                    taken.push((number, now));
                }
                let recent = taken.iter().filter(|(which, at)| *which == number && at + RULE.lock_ms > now);
                prop_assert!(recent.count() < 2 * RULE.failures as usize);
                failures.tend(now);
                prop_assert!(failures.failed.len() <= RULE.remembered);
            }
        }
    }
}
