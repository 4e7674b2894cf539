//! Protection of players, as it is kept.

use crate::common::*;
use tercet_people::protect::{Asked, AwayRefused, Break, Limit, Setter, Until, Window};
use tercet_people::{Refused, Right, Role};

const LOSS: Limit = Limit::Loss(Window::Day);
const DAY: u64 = 24 * HOUR;

#[test]
fn limits_are_set_by_the_player_and_the_house_and_survive_a_restart() {
    let house = House::new();
    let (ann, bob) = (house.member("ann").account.id, house.member("bob").account.id);
    let flo = house.staff("flo", &[Role::Floor]).account.id;
    let ask = |house: &House, setter, value, who, now| {
        house.people.ask_limit(&ann, (setter, LOSS), value, &by(who), now)
    };
    assert_eq!(ask(&house, Setter::Player, Some(100), &ann, T).unwrap().0, Asked::Now);
    assert_eq!(ask(&house, Setter::House, Some(50), &flo, T).unwrap().0, Asked::Now);
    let (asked, now) = ask(&house, Setter::Player, None, &ann, T + 1).unwrap();
    assert_eq!(asked, Asked::From(T + 1 + DAY));
    let before = house.all();
    assert_eq!(refused(ask(&house, Setter::Player, None, &bob, T)), Refused::NoRight(Right::Bet));
    assert_eq!(refused(ask(&house, Setter::Player, None, &flo, T)), Refused::NoRight(Right::Bet));
    assert_eq!(refused(ask(&house, Setter::House, None, &bob, T)), Refused::NoRight(Right::ProtectPlayers));
    assert_eq!(refused(ask(&house, Setter::House, None, &ann, T)), Refused::Oneself);
    let much = ask(&house, Setter::Player, Some(u64::MAX), &ann, T);
    assert!(matches!(refused(much), Refused::Limit(_)));
    let staff = house.people.ask_limit(&flo, (Setter::Player, LOSS), Some(1), &by(&flo), T);
    assert_eq!(refused(staff), Refused::NotAPlayer(flo.clone()));
    assert_eq!(house.all(), before);
    let house = house.again();
    let kept = house.people.protection(&ann).unwrap();
    assert_eq!(kept, now);
    assert_eq!(kept.limit_of(Setter::Player, LOSS, T + DAY), Some(100));
    assert_eq!(kept.limit_of(Setter::Player, LOSS, T + 1 + DAY), None);
    assert_eq!(kept.limit(LOSS, T + 9 * DAY), Some(50));
    assert!(house.people.protection(&bob).unwrap().is_empty());
}

#[test]
fn a_player_excludes_themselves_and_nobody_lets_them_in() {
    let house = House::new();
    let (ann, bob) = (house.member("ann").account.id, house.member("bob").account.id);
    let flo = house.staff("flo", &[Role::Floor]).account.id;
    let people = &house.people;
    let until = Until::Time(T + 30 * DAY);
    assert_eq!(
        refused(people.go_away(&ann, Break::SelfExclusion, until, &by(&bob), T)),
        Refused::NoRight(Right::ProtectPlayers)
    );
    assert_eq!(refused(people.go_away(&ann, Break::HouseExclusion, until, &by(&ann), T)), Refused::Oneself);
    let short = people.go_away(&ann, Break::SelfExclusion, Until::Time(T + 1), &by(&ann), T);
    assert_eq!(refused(short), Refused::Away(AwayRefused::Time(Break::SelfExclusion)));
    people.go_away(&ann, Break::SelfExclusion, until, &by(&ann), T).unwrap();
    people.go_away(&ann, Break::HouseExclusion, Until::ForEver, &by(&flo), T).unwrap();
    // On the wish of a player at the desk.
    people.go_away(&bob, Break::CoolOff, Until::Time(T + DAY), &by(&flo), T).unwrap();
    let house = house.again();
    let kept = house.people.protection(&ann).unwrap();
    assert_eq!(kept.away(T).unwrap().until, Until::ForEver);
    assert_eq!(refused(house.people.let_in(&ann, &by(&ann), T)), Refused::Oneself);
    let kept = house.people.let_in(&ann, &by(&flo), T).unwrap();
    assert_eq!(kept.away(T).unwrap().until, until);
    assert_eq!(refused(house.people.let_in(&ann, &by(&flo), T)), Refused::Away(AwayRefused::NotAway));
    assert!(house.people.protection(&bob).unwrap().may_bring_money(T + DAY - 1).is_err());
}
