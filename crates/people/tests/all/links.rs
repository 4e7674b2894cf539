//! Links that can be used once.

use crate::common::*;
use tercet_people::{Purpose, Refused, Right, Role, Roles};

#[test]
fn the_first_administrator_comes_by_a_link_that_works_once() {
    let house = House::new();
    let lost = house.people.administrator_link(&chance(), T).unwrap().unwrap();
    // Who started again before it was used has another one, and only that.
    let house = house.again();
    let link = house.people.administrator_link(&chance(), T + 1).unwrap().unwrap();
    let accept = |link, text: &str, now| {
        let credentials = (&login(text), &hashed(PASSWORD));
        house.people.accept(link, &text.to_uppercase(), credentials, BROWSER, &chance(), now)
    };
    assert_eq!(refused(accept(&lost, "adam", T + 1)), Refused::LinkExpired);
    assert_eq!(
        house.people.link(&link, T + 1).unwrap().purpose,
        Purpose::Invitation(roles(&[Role::Administrator]))
    );
    let before = house.all();
    assert_eq!(refused(accept(&link, "adam", T + 73 * HOUR)), Refused::LinkExpired);
    assert_eq!(house.all(), before);
    let adam = accept(&link, "adam", T + 2).unwrap();
    assert!(adam.session.roles.may(Right::ManagePeople));
    assert_eq!(refused(accept(&link, "eve", T + 2)), Refused::LinkUsed);
    assert_eq!(refused(accept(&adam.token, "eve", T + 2)), Refused::NoLink);
    assert!(house.people.administrator_link(&chance(), T + 3).unwrap().is_none());
}

/// A name that cannot be had does not use up the link.
#[test]
fn a_link_is_used_up_with_the_account_or_not_at_all() {
    let house = House::new();
    house.member("bob");
    let purpose = Purpose::Invitation(roles(&[Role::Dealer]));
    let (link, made) = house.people.make_link(&purpose, &crate::common::house(), &chance(), T).unwrap();
    for (display, text) in [("B0B", "dora"), ("Dora", "bob"), ("<Dora>", "dora")] {
        let before = house.all();
        let credentials = (&login(text), &hashed(PASSWORD));
        assert!(house.people.accept(&link, display, credentials, BROWSER, &chance(), T).is_err());
        assert_eq!(house.all(), before);
    }
    // Who comes to the staff may be called so.
    let credentials = (&login("dora"), &hashed(PASSWORD));
    let dora = house.people.accept(&link, "Dealer Dora", credentials, BROWSER, &chance(), T).unwrap();
    assert_eq!(dora.account.roles, roles(&[Role::Dealer]));
    assert!(house.people.links(T).unwrap().iter().all(|link| link.id != made.id));
}

#[test]
fn links_are_made_and_taken_back_by_who_manages_people() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let flo = house.staff("flo", &[Role::Floor]).account.id;
    let purpose = Purpose::Invitation(Roles::player());
    let make = |who| house.people.make_link(&purpose, &by(who), &chance(), T);
    assert_eq!(refused(make(&flo)), Refused::NoRight(Right::ManagePeople));
    let (token, link) = make(&admin).unwrap();
    assert_eq!(link.made_by, admin.to_string());
    assert_eq!(house.people.links(T).unwrap(), std::slice::from_ref(&link));
    assert_eq!(refused(house.people.end_link(link.id, &by(&flo), T)), Refused::NoRight(Right::ManagePeople));
    house.people.end_link(link.id, &by(&admin), T).unwrap();
    assert_eq!(refused(house.people.end_link(link.id, &by(&admin), T)), Refused::NoLink);
    assert_eq!(refused(house.people.link(&token, T)), Refused::LinkExpired);
    assert_eq!(house.people.links(T).unwrap(), []);
}

#[test]
fn who_forgot_the_password_gets_a_new_one_by_somebody_else() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let (ann, guest) = (house.member("ann"), house.guest("Guest").account.id);
    let id = &ann.account.id;
    let make =
        |of: &_, who| house.people.make_link(&Purpose::Password(Clone::clone(of)), &by(who), &chance(), T);
    assert_eq!(refused(make(id, id)), Refused::Oneself);
    assert_eq!(refused(make(&guest, &admin)), Refused::Guest(guest.clone()));
    let (link, _) = make(id, &admin).unwrap();
    for _ in 0..5 {
        refused(house.sign_in("ann", "forgotten", T));
    }
    let credentials = (&login("eve"), &hashed(PASSWORD));
    assert_eq!(
        refused(house.people.accept(&link, "Eve", credentials, BROWSER, &chance(), T)),
        Refused::NoLink
    );
    assert_eq!(house.people.new_password(&link, &hashed("found horse"), T).unwrap(), *id);
    assert_eq!(refused(house.people.new_password(&link, &hashed("found horse"), T)), Refused::LinkUsed);
    assert_eq!(refused(house.people.session(&ann.token, T)), Refused::NoSession);
    house.sign_in("ann", "found horse", T).unwrap();
}

/// Whoever is no administrator any more, however that came, leaves no link behind; those of others, and of the house, can still be used.
#[test]
fn no_link_outlives_the_right_of_whoever_made_it() {
    for closes in [false, true] {
        let house = House::new();
        let [adam, eve] = ["adam", "eve"].map(|who| house.staff(who, &[Role::Administrator]).account.id);
        let purpose = Purpose::Invitation(roles(&[Role::Administrator]));
        let make = |by| house.people.make_link(&purpose, by, &chance(), T).unwrap();
        let [(own, _), (others, _), (of_the_house, _)] =
            [&by(&adam), &by(&eve), &crate::common::house()].map(make);
        // Who stays one keeps them.
        house.people.set_roles(&adam, &roles(&[Role::Administrator, Role::Floor]), &by(&eve), T).unwrap();
        assert!(house.people.link(&own, T).is_ok());
        let gone = if closes {
            house.people.close(&adam, &by(&eve), T)
        } else {
            house.people.set_roles(&adam, &roles(&[Role::Floor]), &by(&eve), T)
        };
        gone.unwrap();
        assert_eq!(refused(house.people.link(&own, T)), Refused::LinkExpired);
        assert!([&others, &of_the_house].into_iter().all(|link| house.people.link(link, T).is_ok()));
        assert_eq!(house.words().iter().filter(|word| *word == "link.ended").count(), 1);
    }
}

/// Of two links for a new password the second is good no more once the first was used; nor is one once its owner has chosen another password.
#[test]
fn a_link_for_a_password_ends_with_the_password() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let [ann, bob] = ["ann", "bob"].map(|who| house.member(who));
    let make = |of: &tercet_ledger::Name| {
        house.people.make_link(&Purpose::Password(of.clone()), &by(&admin), &chance(), T).unwrap().0
    };
    let [first, second] = [(); 2].map(|()| make(&ann.account.id));
    let of_bob = make(&bob.account.id);
    house.people.new_password(&first, &hashed("found horse"), T).unwrap();
    assert_eq!(refused(house.people.new_password(&second, &hashed("other horse"), T)), Refused::LinkExpired);
    assert!(house.people.link(&of_bob, T).is_ok(), "it is somebody else's");
    let attempt = house.people.attempt_again(&bob.token, T).unwrap();
    let verified = attempt.verify(&tercet_people::Password::typed(PASSWORD), &chance());
    house.people.change_password(&bob.token, verified, &hashed("own horse"), &chance(), T).unwrap();
    assert_eq!(refused(house.people.new_password(&of_bob, &hashed("other horse"), T)), Refused::LinkExpired);
}
