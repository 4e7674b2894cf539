//! Signing in: right and wrong passwords, locked logins, hashes that are made anew.

use crate::common::*;
use tercet_people::{Cost, Password, Refused, Right, Role, Settings, Which, Who};

#[test]
fn an_unknown_login_and_a_wrong_password_are_told_the_same() {
    let house = House::new();
    house.member("ann");
    for text in ["ann", "nobody", "no such", "", "a\u{202e}b", &"x".repeat(10_000)] {
        let refused = refused(house.sign_in(text, "wrong horse", T));
        assert_eq!(refused, Refused::Credentials, "{text}");
    }
    let failed =
        house.people.events(&Which { what: Some("sign-in.failed".into()), ..Which::default() }, 9).unwrap();
    assert_eq!(failed.len(), 6);
    for event in failed {
        assert_eq!((event.who, &*event.after), (Who::Nobody, "192.0.2.7"));
        assert!(event.subject.chars().count() <= 41 && !event.subject.contains('\u{202e}'));
        assert!(!event.reason.contains("horse"));
    }
    // The dummy's password is nobody's, whatever is typed.
    assert_eq!(refused(house.sign_in("nobody", "", T)), Refused::Credentials);
    house.sign_in(" ANN ", PASSWORD, T).unwrap();
}

#[test]
fn a_login_is_locked_whether_it_is_there_or_not_and_the_staff_unlocks_it() {
    let house = House::new();
    house.member("ann");
    let floor = house.staff("flo", &[Role::Floor]).account.id;
    let half_an_hour = 30 * MINUTE;
    for text in ["ann", "nobody"] {
        for _ in 0..5 {
            assert_eq!(refused(house.sign_in(text, "wrong", T)), Refused::Credentials);
        }
        for password in ["wrong", PASSWORD] {
            let locked = Refused::Locked { until_ms: T + half_an_hour };
            assert_eq!(refused(house.sign_in(text, password, T + half_an_hour - 1)), locked);
        }
    }
    let locked =
        house.people.events(&Which { what: Some("login.locked".into()), ..Which::default() }, 9).unwrap();
    assert_eq!(locked.len(), 2);
    house.sign_in("ann", PASSWORD, T + half_an_hour).unwrap();
    // Success forgives.
    for _ in 0..4 {
        refused(house.sign_in("ann", "wrong", T));
    }
    house.sign_in("ann", PASSWORD, T).unwrap();
    for _ in 0..5 {
        assert_eq!(refused(house.sign_in("ann", "wrong", T)), Refused::Credentials);
    }
    let ann =
        house.people.accounts(&tercet_people::Look { text: Some("ann".into()), ..Default::default() }, 1);
    let ann = ann.unwrap().remove(0).id;
    assert_eq!(
        refused(house.people.unlock(&login("ann"), &by(&ann), T)),
        Refused::NoRight(Right::UnlockLogins)
    );
    assert_eq!(refused(house.people.unlock(&login("flo"), &by(&floor), T)), Refused::Oneself);
    assert!(house.people.unlock(&login("ann"), &by(&floor), T).unwrap());
    assert!(!house.people.unlock(&login("ann"), &by(&floor), T).unwrap());
    house.sign_in("ann", PASSWORD, T).unwrap();
}

/// Attempts count before they are compared: a thousand at once are no more than one after the other.
#[test]
fn many_attempts_at_once_are_no_more_than_one_after_the_other() {
    let house = House::new();
    house.member("ann");
    let begun = (0..100).filter_map(|_| house.people.attempt("ann", T).ok()).count();
    assert_eq!(begun, 5);
}

#[test]
fn a_hash_is_made_anew_when_the_cost_has_changed() {
    let house = House::new();
    house.member("ann");
    let House { folder, people } = house;
    drop(people);
    let dearer = Settings { cost: Cost { memory_kib: 32, passes: 2, lanes: 1 }, ..settings() };
    let people = tercet_people::People::open(folder.path().join("people.db"), dearer).unwrap();
    let house = House { folder, people };
    for (password, times) in [("wrong horse", 0), (PASSWORD, 1), (PASSWORD, 1)] {
        let signed_in = house.sign_in("ann", password, T);
        assert_eq!(signed_in.is_ok(), password == PASSWORD);
        assert_eq!(house.words().iter().filter(|word| *word == "password.rehashed").count(), times);
    }
}

#[test]
fn a_password_that_was_changed_meanwhile_is_wrong() {
    let house = House::new();
    let ann = house.member("ann");
    let verified =
        |password| house.people.attempt("ann", T).unwrap().verify(&Password::typed(password), &chance());
    let slow = verified(PASSWORD);
    let other = house.sign_in("ann", PASSWORD, T).unwrap();
    let changed = house
        .people
        .change_password(&ann.token, verified(PASSWORD), &hashed("another horse"), &chance(), T)
        .unwrap();
    assert_eq!(refused(house.people.sign_in(slow, BROWSER, &chance(), T)), Refused::Credentials);
    for old in [&ann.token, &other.token] {
        assert_eq!(refused(house.people.session(old, T)), Refused::NoSession);
    }
    house.people.session(&changed.token, T).unwrap();
    assert_eq!(refused(house.sign_in("ann", PASSWORD, T)), Refused::Credentials);
    house.sign_in("ann", "another horse", T).unwrap();
}

#[test]
fn the_old_password_is_needed_for_a_new_one_and_ones_own() {
    let house = House::new();
    let (ann, bob) = (house.member("ann"), house.member("bob"));
    let before = house.sign_in("bob", PASSWORD, T).unwrap();
    for (text, password) in [("ann", "wrong"), ("bob", PASSWORD)] {
        let verified = house.people.attempt(text, T).unwrap().verify(&Password::typed(password), &chance());
        let changed = house.people.change_password(&ann.token, verified, &hashed("new horse"), &chance(), T);
        assert_eq!(refused(changed), Refused::Credentials);
    }
    house.sign_in("ann", PASSWORD, T).unwrap();
    for session in [ann, bob, before] {
        house.people.session(&session.token, T).unwrap();
    }
}

/// Whoever finds a screen that was left can try passwords in that session only: its owner signs in as before, and is the last administrator as before.
#[test]
fn wrong_old_passwords_lock_the_session_and_not_the_login() {
    let house = House::new();
    let ann = house.member("ann");
    let again = |password: &str, at: u64| {
        let attempt = house.people.attempt_again(&ann.token, at)?;
        let verified = attempt.verify(&Password::typed(password), &chance());
        house.people.change_password(&ann.token, verified, &hashed("another horse"), &chance(), at)
    };
    for _ in 0..5 {
        assert_eq!(refused(again("wrong", T)), Refused::Credentials);
    }
    assert_eq!(refused(again(PASSWORD, T)), Refused::Locked { until_ms: T + 30 * MINUTE });
    assert!(
        house.words().contains(&"session.locked".into()) && !house.words().contains(&"login.locked".into())
    );
    let other = house.sign_in("ann", PASSWORD, T).unwrap();
    let verified =
        house.people.attempt_again(&other.token, T).unwrap().verify(&Password::typed(PASSWORD), &chance());
    house.people.change_password(&other.token, verified, &hashed("another horse"), &chance(), T).unwrap();
    assert_eq!(refused(house.people.attempt_again(&ann.token, T).map(drop)), Refused::NoSession);
}

/// Nothing that is kept has a password or a token in it.
#[test]
fn no_secret_is_in_the_file() {
    let house = House::new();
    let ann = house.member("ann");
    let (link, _) = house
        .people
        .make_link(
            &tercet_people::Purpose::Invitation(roles(&[Role::Floor])),
            &crate::common::house(),
            &chance(),
            T,
        )
        .unwrap();
    refused(house.sign_in("ann", "wrong horse", T));
    let secrets = [ann.token.secret(), link.secret()];
    let House { folder, people } = house;
    drop(people);
    let bytes = std::fs::read(folder.path().join("people.db")).unwrap();
    let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    assert!(has(b"$argon2id$"));
    assert!(!has(PASSWORD.as_bytes()) && !has(b"wrong horse"));
    for secret in secrets {
        assert!(!has(secret.as_bytes()));
        let raw: Vec<u8> =
            (0..32).map(|at| u8::from_str_radix(&secret[2 * at..2 * at + 2], 16).unwrap()).collect();
        assert!(!has(&raw));
    }
}
