//! Sessions: how they end, and that they do.

use crate::common::*;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tercet_people::{Refused, Right, Role, SessionId, SessionKind, Settings, Token};

#[test]
fn a_session_ends_when_it_is_not_used_and_in_the_end_however_it_is_used() {
    let house = House::new();
    let (ann, flo) = (house.member("ann"), house.staff("flo", &[Role::Floor]));
    let people = &house.people;
    for (signed_in, idle, most) in [(&ann, 30 * MINUTE, 12 * HOUR), (&flo, 15 * MINUTE, 8 * HOUR)] {
        let mut now = T;
        while now + idle - 1 < T + most {
            now += idle - 1;
            let session = people.session(&signed_in.token, now).unwrap();
            assert_eq!((session.seen_ms, session.ends_ms), (now, T + most));
            assert_eq!(session.idle_ends_ms, (now + idle).min(T + most));
        }
        assert!(people.session(&signed_in.token, T + most - 1).is_ok());
        assert_eq!(refused(people.session(&signed_in.token, T + most)), Refused::NoSession);
    }
    let other = house.sign_in("ann", PASSWORD, T).unwrap();
    assert!(people.live(other.session.id, T + 30 * MINUTE - 1).is_some());
    // To look is not to use.
    assert_eq!(people.live(other.session.id, T + 30 * MINUTE), None);
    assert!(!people.touch(other.session.id, T + 30 * MINUTE));
}

#[test]
fn what_is_over_is_forgotten_and_the_rest_survives_a_restart() {
    let house = House::new();
    let (ann, bob) = (house.member("ann"), house.member("bob"));
    house.people.session(&bob.token, T + 29 * MINUTE).unwrap();
    house.people.tend(T + 30 * MINUTE).unwrap();
    assert_eq!(house.people.session_count(), 1);
    assert!(house.words().contains(&"session.expired".into()));
    let house = house.again();
    assert_eq!(house.people.session_count(), 1);
    assert_eq!(refused(house.people.session(&ann.token, T + 58 * MINUTE)), Refused::NoSession);
    // That it was used is known after the restart, too.
    let session = house.people.session(&bob.token, T + 58 * MINUTE).unwrap();
    assert_eq!((session.account, session.peer), (bob.account.id, "192.0.2.7".into()));
}

#[test]
fn a_rotated_token_is_refused_and_the_end_stays() {
    let house = House::new();
    let ann = house.member("ann");
    let anew = house.people.rotate(&ann.token, &chance(), T + HOUR / 4).unwrap();
    assert_eq!(refused(house.people.session(&ann.token, T + HOUR / 4)), Refused::NoSession);
    assert_eq!(house.people.live(ann.session.id, T + HOUR / 4), None);
    assert_eq!((anew.session.ends_ms, anew.session.created_ms), (ann.session.ends_ms, T));
    assert_eq!(refused(house.people.rotate(&ann.token, &chance(), T)), Refused::NoSession);
    house.people.session(&anew.token, T + HOUR / 4).unwrap();
}

#[test]
fn sessions_are_ended_by_their_owner_or_who_manages_people() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let (ann, bob) = (house.member("ann"), house.member("bob"));
    let people = &house.people;
    let own = &ann.account.id;
    let program = people.begin_program(&ann.token, "a program", &chance(), T).unwrap();
    assert_eq!(program.session.kind, SessionKind::Program);
    assert_eq!(refused(people.begin_program(&program.token, "x", &chance(), T)), Refused::NoSession);
    let listed: Vec<SessionId> = people.sessions_of(own, T).into_iter().map(|session| session.id).collect();
    assert_eq!(listed, [ann.session.id, program.session.id]);
    let id = bob.session.id;
    assert_eq!(refused(people.end_session(id, &by(own), T)), Refused::NoRight(Right::ManagePeople));
    let all = people.end_sessions_of(&bob.account.id, &by(own), T);
    assert_eq!(refused(all), Refused::NoRight(Right::ManagePeople));
    assert_eq!(refused(people.end_all_sessions(&by(own), T)), Refused::NoRight(Right::ManagePeople));
    people.end_session(program.session.id, &by(own), T).unwrap();
    assert_eq!(refused(people.session(&program.token, T)), Refused::NoSession);
    people.sign_out(&ann.token, T).unwrap();
    assert_eq!(refused(people.sign_out(&ann.token, T)), Refused::NoSession);
    people.end_session(id, &by(&admin), T).unwrap();
    assert_eq!(refused(people.end_session(id, &by(&admin), T)), Refused::NoSession);
    (0..3).for_each(|_| drop(house.sign_in("bob", PASSWORD, T).unwrap()));
    assert_eq!(people.end_sessions_of(&bob.account.id, &by(&admin), T).unwrap(), 3);
    house.sign_in("bob", PASSWORD, T).unwrap();
    assert_eq!(people.end_all_sessions(&by(&admin), T).unwrap(), 2);
    assert_eq!(people.session_count(), 0);
    assert_eq!(house.again().people.session_count(), 0);
}

#[test]
fn there_are_only_so_many_sessions() {
    let house = House::with(Settings { sessions_each: 3, sessions_all: 5, ..settings() });
    let ann = house.member("ann");
    let mut tokens = vec![ann.token];
    for later in 1..5 {
        tokens.push(house.sign_in("ann", PASSWORD, T + later).unwrap().token);
        // The first is used again and again, so it stays.
        assert!(house.people.session(&tokens[0], T + later).is_ok());
    }
    let live: Vec<bool> = tokens.iter().map(|token| house.people.session(token, T + 9).is_ok()).collect();
    assert_eq!(live, [true, false, false, true, true]);
    house.guest("Guest A");
    house.guest("Guest B");
    let before = house.all();
    let full = house.people.guest("Guest C", BROWSER, &chance(), T + 9);
    assert_eq!(refused(full), Refused::TooManySessions);
    assert_eq!(house.all(), before);
    // The staff gets in all the same.
    house.staff("flo", &[Role::Floor]);
}

#[test]
fn no_token_but_those_given_out_is_anybodys() {
    let house = House::new();
    let ann = house.member("ann");
    let secret = ann.token.secret();
    assert!(house.people.session(&Token::read(&secret).unwrap(), T).is_ok());
    for at in 0..64 {
        let mut other: Vec<char> = secret.chars().collect();
        other[at] = if other[at] == '0' { '1' } else { '0' };
        let other = Token::read(&other.into_iter().collect::<String>()).unwrap();
        assert_eq!(refused(house.people.session(&other, T)), Refused::NoSession);
    }
    assert!(!format!("{ann:?}").contains(&**secret));
}

#[derive(Clone, Copy, Debug)]
enum Do {
    SignIn(usize),
    Use(usize),
    Rotate(usize),
    SignOut(usize),
    EndAll(usize),
    Tend,
    Restart,
}

fn any_do() -> impl Strategy<Value = Do> {
    prop_oneof![
        3 => (0..3_usize).prop_map(Do::SignIn),
        6 => (0..12_usize).prop_map(Do::Use),
        2 => (0..12_usize).prop_map(Do::Rotate),
        1 => (0..12_usize).prop_map(Do::SignOut),
        1 => (0..3_usize).prop_map(Do::EndAll),
        1 => Just(Do::Tend),
        1 => Just(Do::Restart),
    ]
}

/// A session as a list on paper has it.
struct Listed {
    token: Token,
    whose: usize,
    seen: u64,
    ends: u64,
    ended: bool,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Beside a list on paper: whatever is done in whatever order, a token is taken exactly as long as it should be.
    #[test]
    fn a_token_is_taken_as_long_as_it_should_be(todo in prop::collection::vec((any_do(), 0..20 * MINUTE), 1..40)) {
        let mut house = House::new();
        let names = ["ann", "bob", "cid"];
        let ids: Vec<_> = names.iter().map(|name| house.member(name).account.id).collect();
        house.people.end_all_sessions(&crate::common::house(), T).unwrap();
        let mut list: Vec<Listed> = Vec::new();
        let mut now = T;
        for (what, later) in todo {
            now += later;
            let is_live = |listed: &Listed| !listed.ended && listed.seen + 30 * MINUTE > now && listed.ends > now;
            match what {
                Do::SignIn(whose) => {
                    let token = house.sign_in(names[whose], PASSWORD, now).unwrap().token;
                    list.push(Listed { token, whose, seen: now, ends: now + 12 * HOUR, ended: false });
                }
                Do::Use(at) => if let Some(listed) = list.get_mut(at) {
                    let live = is_live(listed);
                    prop_assert_eq!(house.people.session(&listed.token, now).is_ok(), live);
                    if live {
                        listed.seen = now;
                    }
                },
                Do::Rotate(at) => if let Some(listed) = list.get_mut(at) {
                    let live = is_live(listed);
                    let rotated = house.people.rotate(&listed.token, &chance(), now);
                    prop_assert_eq!(rotated.is_ok(), live);
                    if let Ok(rotated) = rotated {
                        prop_assert!(house.people.session(&listed.token, now).is_err());
                        listed.token = rotated.token;
                        listed.seen = now;
                    }
                },
                Do::SignOut(at) => if let Some(listed) = list.get_mut(at) {
                    prop_assert_eq!(house.people.sign_out(&listed.token, now).is_ok(), is_live(listed));
                    listed.ended = true;
                },
                Do::EndAll(whose) => {
                    house.people.end_sessions_of(&ids[whose], &crate::common::house(), now).unwrap();
                    list.iter_mut().filter(|listed| listed.whose == whose).for_each(|listed| listed.ended = true);
                }
                Do::Tend => house.people.tend(now).unwrap(),
                Do::Restart => {
                    // What the disk is told before the end it knows after it, to the minute.
                    house.people.tend(now).unwrap();
                    house = house.again();
                    for listed in &mut list {
                        let seen = house.people.sessions_of(&ids[listed.whose], now);
                        let seen: BTreeMap<u64, u64> = seen.into_iter().map(|session| (session.ends_ms, session.seen_ms)).collect();
                        if let Some(seen) = seen.get(&listed.ends) {
                            prop_assert!(*seen <= listed.seen && listed.seen < seen + MINUTE);
                            listed.seen = *seen;
                        }
                    }
                }
            }
        }
        for listed in &list {
            let live = !listed.ended && listed.seen + 30 * MINUTE > now && listed.ends > now;
            prop_assert_eq!(house.people.session(&listed.token, now).is_ok(), live);
        }
    }
}
