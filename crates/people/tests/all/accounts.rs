//! Accounts: made, named, joined, closed; and who may do that.

use crate::common::*;
use tercet_ledger::Name;
use tercet_people::{Kind, Look, NameRefused, Refused, Right, Role, Roles, Who};

#[test]
fn a_guest_becomes_a_member_and_keeps_the_id() {
    let house = House::new();
    let guest = house.guest("Ann");
    assert!(guest.account.id.as_str().starts_with("g-") && guest.account.kind == Kind::Guest);
    let other = house.people.begin_program(&guest.token, "a program", &chance(), T).unwrap();
    let credentials = (&login("ann"), &hashed(PASSWORD));
    let member = house.people.join(&guest.token, credentials, &chance(), T + 1).unwrap();
    assert_eq!(member.account.id, guest.account.id);
    assert_eq!((member.account.kind, member.account.login.clone()), (Kind::Member, Some(login("ann"))));
    // The tokens from before are nobody's.
    for old in [&guest.token, &other.token] {
        assert_eq!(refused(house.people.session(old, T + 1)), Refused::NoSession);
    }
    assert_eq!(house.people.session(&member.token, T + 1).unwrap().account, guest.account.id);
    assert_eq!(house.sign_in("ann", PASSWORD, T).unwrap().account.id, guest.account.id);
    let again = house.people.join(&member.token, credentials, &chance(), T + 2);
    assert_eq!(refused(again), Refused::Member(guest.account.id));
}

#[test]
fn names_that_look_alike_and_logins_are_had_once() {
    let house = House::new();
    let ann = house.guest("Lan");
    let before = house.all();
    for display in ["Lan", "lan", "Ian", "1an", "L-an"] {
        assert_eq!(
            refused(house.people.guest(display, BROWSER, &chance(), T)),
            Refused::NameTaken,
            "{display}"
        );
    }
    let staff = house.people.guest("Dealer", BROWSER, &chance(), T);
    assert_eq!(refused(staff), Refused::Name(NameRefused::Staff));
    assert_eq!(house.all(), before);
    house.member("bob");
    let credentials = (&login("bob"), &hashed(PASSWORD));
    let second = house.people.register("Robert", credentials, BROWSER, &chance(), T);
    assert_eq!(refused(second), Refused::LoginTaken);
    assert_eq!(refused(house.people.join(&ann.token, credentials, &chance(), T)), Refused::LoginTaken);
    // A guest who is gone leaves the name to others, a member does not.
    house.people.close(&ann.account.id, &by(&ann.account.id), T).unwrap();
    house.guest("Ian");
    assert_eq!(refused(house.people.reopen(&ann.account.id, &crate::common::house(), T)), Refused::NameTaken);
    let bob = house.sign_in("bob", PASSWORD, T).unwrap().account;
    house.people.close(&bob.id, &by(&bob.id), T).unwrap();
    assert_eq!(refused(house.people.guest("Bob", BROWSER, &chance(), T)), Refused::NameTaken);
}

#[test]
fn chance_that_was_used_makes_nothing() {
    let house = House::new();
    let used = chance();
    house.people.guest("Ann", BROWSER, &used, T).unwrap();
    let before = house.all();
    assert_eq!(refused(house.people.guest("Bob", BROWSER, &used, T)), Refused::UsedChance);
    assert_eq!(house.all(), before);
}

#[test]
fn somebody_is_renamed_by_themselves_or_by_who_manages_people() {
    let house = House::new();
    let (ann, bob) = (house.guest("Ann").account.id, house.member("bob").account.id);
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    assert_eq!(house.people.rename(&ann, "Anna", &by(&ann), T).unwrap().display, "Anna");
    assert_eq!(house.people.rename(&ann, "Annie", &by(&admin), T).unwrap().display, "Annie");
    let before = house.all();
    assert_eq!(refused(house.people.rename(&ann, "X", &by(&bob), T)), Refused::NoRight(Right::ManagePeople));
    assert_eq!(refused(house.people.rename(&ann, "Bob", &by(&ann), T)), Refused::NameTaken);
    assert_eq!(refused(house.people.rename(&ann, "Floor", &by(&ann), T)), Refused::Name(NameRefused::Staff));
    assert_eq!(house.all(), before);
    // One's own name once more, otherwise spelled, is no other's.
    house.people.rename(&ann, "ANNIE", &by(&ann), T).unwrap();
    house.people.rename(&admin, "Admin Adam", &by(&admin), T).unwrap();
}

#[test]
fn roles_are_changed_by_others_and_end_all_sessions() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let (ann, guest) = (house.member("ann"), house.guest("Guest").account.id);
    let id = &ann.account.id;
    let floor = roles(&[Role::Dealer, Role::Floor]);
    let changed = house.people.set_roles(id, &floor, &by(&admin), T).unwrap();
    assert_eq!(changed.roles, floor);
    assert_eq!(refused(house.people.session(&ann.token, T)), Refused::NoSession);
    let session = house.sign_in("ann", PASSWORD, T).unwrap();
    assert_eq!(session.session.roles, floor);
    house.people.rename(id, "Floor Ann", &by(id), T).unwrap();
    let before = house.all();
    let set = |id: &Name, roles: &Roles, who: &Name| refused(house.people.set_roles(id, roles, &by(who), T));
    assert_eq!(set(&admin, &floor, &admin), Refused::Oneself);
    assert_eq!(set(id, &roles(&[Role::Administrator]), id), Refused::Oneself);
    assert_eq!(set(&admin, &Roles::player(), id), Refused::NoRight(Right::ManagePeople));
    assert_eq!(set(&guest, &floor, &admin), Refused::Guest(guest.clone()));
    // Who has a name of the staff takes another one first.
    assert_eq!(set(id, &Roles::player(), &admin), Refused::Name(NameRefused::Staff));
    let nobody = Name::new("p-x").unwrap();
    assert_eq!(set(&nobody, &floor, &admin), Refused::NoAccount(nobody.clone()));
    assert_eq!(house.all(), before);
    let event = house
        .people
        .events(&tercet_people::Which { what: Some("account.roles".into()), ..Default::default() }, 9);
    let event = event.unwrap().remove(0);
    assert_eq!((&*event.before, &*event.after, &*event.reason), ("player", "dealer floor", "because"));
    assert_eq!((event.who, event.subject, event.at_ms), (Who::Account(admin), id.to_string(), T));
}

#[test]
fn the_last_administrator_stays() {
    let house = House::new();
    let one = house.staff("adam", &[Role::Administrator]).account.id;
    let auditor = roles(&[Role::Auditor]);
    let h = crate::common::house();
    assert_eq!(refused(house.people.close(&one, &by(&one), T)), Refused::LastAdministrator);
    assert_eq!(refused(house.people.set_roles(&one, &auditor, &h, T)), Refused::LastAdministrator);
    let other = house.staff("berta", &[Role::Administrator]).account.id;
    house.people.set_roles(&one, &auditor, &by(&other), T).unwrap();
    assert_eq!(refused(house.people.close(&other, &h, T)), Refused::LastAdministrator);
}

#[test]
fn a_closed_account_does_nothing_until_it_is_opened_again() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let ann = house.member("ann");
    let id = ann.account.id.clone();
    assert_eq!(refused(house.people.reopen(&id, &by(&admin), T)), Refused::NotClosed(id.clone()));
    let closed = house.people.close(&id, &by(&admin), T + 5).unwrap().closed.unwrap();
    assert_eq!((closed.since_ms, closed.by, &*closed.reason), (T + 5, admin.to_string(), "because"));
    assert_eq!(refused(house.people.session(&ann.token, T + 5)), Refused::NoSession);
    assert_eq!(refused(house.sign_in("ann", PASSWORD, T + 5)), Refused::Closed(id.clone()));
    assert_eq!(refused(house.sign_in("ann", "wrong", T + 5)), Refused::Credentials);
    assert_eq!(refused(house.people.close(&id, &by(&admin), T)), Refused::Closed(id.clone()));
    assert_eq!(refused(house.people.rename(&id, "X", &by(&id), T)), Refused::Closed(id.clone()));
    assert_eq!(refused(house.people.reopen(&id, &by(&id), T)), Refused::Oneself);
    house.people.reopen(&id, &by(&admin), T + 6).unwrap();
    house.sign_in("ann", PASSWORD, T + 6).unwrap();
}

#[test]
fn a_cashier_moves_the_money_of_players_and_nobody_elses() {
    let house = House::new();
    let (cashier, other) = (house.staff("carl", &[Role::Cashier]), house.staff("cora", &[Role::Cashier]));
    let (ann, guest) = (house.member("ann").account.id, house.guest("Guest").account.id);
    let (cashier, other) = (cashier.account.id, other.account.id);
    let may = |who: &Name, whose: &Name| house.people.allow_cash(&by(who), whose);
    may(&cashier, &ann).unwrap();
    may(&cashier, &guest).unwrap();
    assert_eq!(refused(may(&cashier, &cashier)), Refused::NotAPlayer(cashier.clone()));
    assert_eq!(refused(may(&cashier, &other)), Refused::NotAPlayer(other.clone()));
    // Whoever may not is told so, and not who there is.
    for whose in [&ann, &guest, &Name::new("nobody").unwrap()] {
        assert_eq!(refused(may(&ann, whose)), Refused::NoRight(Right::Cash));
    }
    // Whoever allows it is somebody else who may do it, too.
    let allowed = |id: &Name| house.people.allow_cash(&by(&cashier).authorised_by(id.clone()), &ann);
    allowed(&other).unwrap();
    assert_eq!(refused(allowed(&cashier)), Refused::Oneself);
    assert_eq!(refused(allowed(&guest)), Refused::NoRight(Right::Cash));
}

#[test]
fn accounts_are_looked_up_page_by_page() {
    let house = House::new();
    (0..25).for_each(|number| drop(house.guest(&format!("Guest No {number}"))));
    let ann = house.member("ann");
    house.staff("adam", &[Role::Administrator]);
    house.people.close(&ann.account.id, &by(&ann.account.id), T).unwrap();
    let look = |look: &Look| house.people.accounts(look, 10).unwrap();
    let mut all = Vec::new();
    let mut asked = Look::default();
    loop {
        let page = look(&asked);
        asked.after = page.last().map(|account| account.id.clone());
        let whole = page.len() == 10;
        all.extend(page);
        if !whole {
            break;
        }
    }
    assert_eq!(all.len(), 27);
    assert!(all.windows(2).all(|two| two[0].id < two[1].id));
    let names = |of: Look| look(&of).into_iter().map(|account| account.display).collect::<Vec<_>>();
    assert_eq!(names(Look { text: Some("ann".into()), ..Look::default() }), ["ANN"]);
    assert_eq!(names(Look { text: Some("no 17".into()), ..Look::default() }), ["Guest No 17"]);
    assert_eq!(names(Look { text: Some("%".into()), ..Look::default() }), [""; 0]);
    assert_eq!(names(Look { staff: true, ..Look::default() }), ["ADAM"]);
    assert_eq!(names(Look { active: Some(false), ..Look::default() }), ["ANN"]);
    let members = Look { kind: Some(Kind::Member), active: Some(true), ..Look::default() };
    assert_eq!(names(members), ["ADAM"]);
}
