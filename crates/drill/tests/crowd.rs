//! Evenings with a crowd: nothing lost, nothing doubled, every round at its end; and the drill itself tried.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::thread;
use tercet_drill::crowd::{Fails, Outcome, Plan, play};
use tercet_drill::flaky::When;

fn evening(seed: u64, rounds: u64, failing: Fails) -> Plan {
    Plan { seed, tables: 42, players: 300, rounds, failing, cuts: 400 }
}

fn played(plan: &Plan) -> Outcome {
    play(plan, &mut |_| ()).unwrap()
}

/// Hundreds of people, ten thousand rounds of all games, a store that fails and a house whose power is cut: what is written is what
/// was answered, once, and the second books agree to the unit.
#[test]
fn ten_thousand_rounds_lose_nothing_and_double_nothing() {
    let evenings =
        [1, 2, 3, 4].map(|seed| thread::spawn(move || played(&evening(seed, 2_500, Fails::OneIn(400)))));
    let outcomes = evenings.map(|evening| evening.join().unwrap());
    let all = |of: fn(&Outcome) -> u64| outcomes.iter().map(of).sum::<u64>();
    assert!(all(|outcome| outcome.rounds) >= 10_000);
    // It was no idle evening.
    assert!(all(|outcome| outcome.settled) > 6_000, "{outcomes:?}");
    assert!(all(|outcome| outcome.again) > 10_000, "{outcomes:?}");
    assert!(all(|outcome| outcome.failed) > 2_000, "{outcomes:?}");
    assert!(all(|outcome| outcome.cuts) > 20, "{outcomes:?}");
    assert!(all(|outcome| outcome.awards) > 50, "{outcomes:?}");
    assert!(all(|outcome| outcome.beaten) > 5, "{outcomes:?}");
    // R20: tables were overtaken at the meter they share, and worked their step out anew.
    assert!(all(|outcome| outcome.overtaken) > 20, "{outcomes:?}");
}

#[test]
fn the_same_seed_is_the_same_evening() {
    let plan = evening(9, 200, Fails::OneIn(100));
    let first = played(&plan);
    assert_eq!(played(&plan), first);
    assert_ne!(played(&Plan { seed: 10, ..plan }).trace, first.trace);
}

/// A small evening whose every call of the store is known by its number.
fn small(failing: Fails) -> Plan {
    Plan { seed: 5, tables: 1, players: 3, rounds: 7, failing, cuts: 0 }
}

/// The store fails before a call, and after it, at each call of an evening there is.
#[test]
fn whichever_call_fails_the_evening_goes_on() {
    let calls = played(&small(Fails::Never)).calls;
    assert!(calls > 400, "{calls} calls");
    for when in [When::Before, When::After] {
        for call in 0..calls {
            let outcome = played(&small(Fails::At(call, when)));
            assert_eq!(outcome.failed, 1, "call {call}, {when:?}");
        }
    }
}

/// A store that says it has written what it has not is found out, whatever it was: the drill would notice a loss.
#[test]
fn a_store_that_lies_is_found_out() {
    let calls = played(&small(Fails::Never)).calls;
    let mut found = 0;
    for call in 0..calls {
        match play(&small(Fails::At(call, When::Lies)), &mut |_| ()) {
            // A call that only reads cannot say that it has written: it fails instead.
            Ok(outcome) => assert_eq!(outcome.failed, 1, "the lie of call {call} went through"),
            Err(_) => found += 1,
        }
    }
    assert!(found > 60, "{found} lies were found");
}
