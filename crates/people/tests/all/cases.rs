//! Cases and the log.

use crate::common::*;
use tercet_ledger::Name;
use tercet_people::{
    By, CaseRefused, CaseState, Change, Claim, EntryKind, Refused, Right, Role, Which, WhichCases, Who,
};

fn claim(patron: &Name) -> Claim {
    Claim {
        patron: patron.clone(),
        table: Name::new("t1").unwrap(),
        round: 7,
        claim: "My flush was taken for nothing.".into(),
        deadline_ms: T + 240 * HOUR,
    }
}

#[test]
fn a_case_is_opened_answered_and_closed_and_every_word_stays() {
    let house = House::new();
    let ann = house.member("ann").account.id;
    let flo = house.staff("flo", &[Role::Floor]).account.id;
    let people = &house.people;
    let case = people.open_case(claim(&ann), &by(&ann), T).unwrap();
    assert_eq!((case.number, case.state, &case.opened_by), (1, CaseState::Open, &ann));
    assert_eq!(refused(people.close_case(1, "no", &by(&flo), T)), Refused::Case(CaseRefused::Unanswered(1)));
    people.add_to_case(1, "Looked at the round again.", &by(&flo), T + 1).unwrap();
    let answered = people.decide_case(1, "The flush is paid.", "Shift manager M.", &by(&flo), T + 2).unwrap();
    assert_eq!((answered.state, answered.state_ms), (CaseState::Answered, T + 2));
    assert_eq!(people.add_to_case(1, "And the bonus?", &by(&ann), T + 3).unwrap().state, CaseState::Open);
    people.decide_case(1, "So is the bonus.", "Shift manager M.", &by(&flo), T + 4).unwrap();
    assert_eq!(people.close_case(1, "Agreed.", &by(&ann), T + 5).unwrap().state, CaseState::Closed);
    assert_eq!(refused(people.add_to_case(1, "More!", &by(&ann), T)), Refused::Case(CaseRefused::Closed(1)));
    let house = house.again();
    let (case, entries) = house.people.case(1).unwrap();
    assert_eq!(case.claim, claim(&ann));
    let kinds: Vec<EntryKind> = entries.iter().map(|entry| entry.kind).collect();
    use EntryKind::{Closing, Decision, Note};
    assert_eq!(kinds, [Note, Decision, Note, Decision, Closing]);
    assert!((1..).zip(&entries).all(|(number, entry)| entry.number == number && entry.at_ms == T + number));
    assert_eq!(entries[1].authority.as_deref(), Some("Shift manager M."));
}

#[test]
fn who_may_not_is_refused_and_nothing_changes() {
    let house = House::new();
    let (ann, bob) = (house.member("ann").account.id, house.member("bob").account.id);
    let (flo, carl) = (house.staff("flo", &[Role::Floor]), house.staff("carl", &[Role::Cashier]));
    let (flo, carl) = (flo.account.id, carl.account.id);
    let people = &house.people;
    // The floor opens one for a player, nobody else does.
    people.open_case(claim(&ann), &by(&flo), T).unwrap();
    let before = house.all();
    let open = |claim, who: &By| refused(people.open_case(claim, who, T));
    assert_eq!(open(claim(&ann), &by(&bob)), Refused::NoRight(Right::AnswerCases));
    assert_eq!(open(claim(&ann), &by(&carl)), Refused::NoRight(Right::OpenCases));
    assert_eq!(open(claim(&ann), &crate::common::house()), Refused::NoRight(Right::OpenCases));
    for round in [0, u64::MAX] {
        assert_eq!(open(Claim { round, ..claim(&ann) }, &by(&ann)), Refused::Case(CaseRefused::Round));
    }
    let late = Claim { deadline_ms: T, ..claim(&ann) };
    assert_eq!(open(late, &by(&ann)), Refused::Case(CaseRefused::Deadline));
    for text in ["", " ", "a\u{202e}b", &"x".repeat(4_001)] {
        let wrong = Claim { claim: text.into(), ..claim(&ann) };
        assert!(matches!(open(wrong, &by(&ann)), Refused::Text { .. }));
    }
    for who in [&bob, &carl] {
        assert_eq!(refused(people.add_to_case(1, "x", &by(who), T)), Refused::NoRight(Right::AnswerCases));
        assert_eq!(
            refused(people.decide_case(1, "x", "y", &by(who), T)),
            Refused::NoRight(Right::AnswerCases)
        );
        assert_eq!(refused(people.close_case(1, "x", &by(who), T)), Refused::NoRight(Right::AnswerCases));
    }
    assert_eq!(refused(people.decide_case(1, "x", "y", &by(&ann), T)), Refused::Oneself);
    assert_eq!(refused(people.add_to_case(2, "x", &by(&flo), T)), Refused::Case(CaseRefused::None(2)));
    assert_eq!(refused(people.case(2)), Refused::Case(CaseRefused::None(2)));
    assert_eq!(house.all(), before);
}

#[test]
fn cases_are_looked_up_by_state_player_table_and_deadline() {
    let house = House::new();
    let (ann, bob) = (house.member("ann").account.id, house.member("bob").account.id);
    for (number, patron) in (0..).zip([&ann, &bob, &ann, &bob, &ann]) {
        let table = Name::new(if number < 2 { "t1" } else { "t2" }).unwrap();
        let claim = Claim { deadline_ms: T + 1 + number, table, ..claim(patron) };
        house.people.open_case(claim, &by(patron), T).unwrap();
    }
    house.people.close_case(5, "Never mind.", &by(&ann), T).unwrap();
    let numbers = |which: WhichCases, most| {
        let cases = house.people.cases(&which, most).unwrap();
        cases.into_iter().map(|case| case.number).collect::<Vec<_>>()
    };
    let all = WhichCases::default();
    assert_eq!(numbers(all.clone(), 2), [5, 4]);
    assert_eq!(numbers(WhichCases { before: Some(4), ..all.clone() }, 9), [3, 2, 1]);
    assert_eq!(numbers(WhichCases { patron: Some(ann), ..all.clone() }, 9), [5, 3, 1]);
    assert_eq!(numbers(WhichCases { state: Some(CaseState::Closed), ..all.clone() }, 9), [5]);
    assert_eq!(numbers(WhichCases { table: Name::new("t1").ok(), ..all.clone() }, 9), [2, 1]);
    assert_eq!(numbers(WhichCases { deadline_before_ms: Some(T + 3), ..all }, 9), [2, 1]);
}

#[test]
fn a_case_that_is_full_is_closed_all_the_same() {
    let house = House::new();
    let ann = house.member("ann").account.id;
    house.people.open_case(claim(&ann), &by(&ann), T).unwrap();
    for _ in 0..500 {
        house.people.add_to_case(1, "And another thing.", &by(&ann), T).unwrap();
    }
    assert_eq!(refused(house.people.add_to_case(1, "x", &by(&ann), T)), Refused::Case(CaseRefused::Full(1)));
    house.people.close_case(1, "That was all.", &by(&ann), T).unwrap();
}

#[test]
fn events_are_looked_up_by_time_who_what_and_page() {
    let house = House::new();
    let ann = Name::new("p-ann").unwrap();
    for number in 0..30 {
        let who = if number % 2 == 0 { Who::House } else { Who::Account(ann.clone()) };
        let by = By::new(who, "a reason").unwrap();
        let what = if number % 3 == 0 { "table.opened" } else { "table.closed" };
        let change = Change::new("server", what, &format!("t{number}")).unwrap().from_to("1", "2\u{1b}");
        house.people.note(&by, &change, T + number).unwrap();
    }
    let which = |which: Which| house.people.events(&which, 1_000).unwrap();
    assert_eq!(which(Which::default()).len(), 30);
    assert_eq!(which(Which { from_ms: Some(T + 10), until_ms: Some(T + 20), ..Which::default() }).len(), 10);
    assert_eq!(which(Which { who: Some(Who::Account(ann)), ..Which::default() }).len(), 15);
    assert_eq!(which(Which { what: Some("table.".into()), ..Which::default() }).len(), 30);
    assert_eq!(which(Which { what: Some("table.opened".into()), ..Which::default() }).len(), 10);
    assert_eq!(which(Which { what: Some("%".into()), ..Which::default() }).len(), 0);
    let one = which(Which { subject: Some("t7".into()), ..Which::default() }).remove(0);
    assert_eq!((one.at_ms, &*one.component, &*one.before, &*one.after), (T + 7, "server", "1", "2\\u{1b}"));
    let mut seqs = Vec::new();
    let mut page = Which::default();
    while let Ok(events) = house.people.events(&page, 7) {
        let Some(last) = events.last() else { break };
        page.before_seq = Some(last.seq);
        seqs.extend(events.iter().map(|event| event.seq));
    }
    assert_eq!(seqs, (1..=30).rev().collect::<Vec<_>>());
}

/// Whatever this crate changes, the log says so: one row at least for each, by the right one.
#[test]
fn every_change_has_its_event() {
    let house = House::new();
    let admin = house.staff("adam", &[Role::Administrator]).account.id;
    let ann = house.member("ann");
    let id = &ann.account.id;
    let people = &house.people;
    type Step<'a> = (&'a str, Box<dyn Fn() + 'a>);
    let steps: Vec<Step<'_>> = vec![
        ("account.made", Box::new(|| drop(house.guest("Guest")))),
        ("account.renamed", Box::new(|| drop(people.rename(id, "Anna", &by(id), T).unwrap()))),
        ("session.begun", Box::new(|| drop(house.sign_in("ann", PASSWORD, T).unwrap()))),
        ("session.rotated", Box::new(|| drop(people.rotate(&ann.token, &chance(), T).unwrap()))),
        ("session.all-ended", Box::new(|| assert!(people.end_sessions_of(id, &by(id), T).is_ok()))),
        ("case.opened", Box::new(|| drop(people.open_case(claim(id), &by(id), T).unwrap()))),
        ("case.entry", Box::new(|| drop(people.add_to_case(1, "x", &by(id), T).unwrap()))),
        ("account.closed", Box::new(|| drop(people.close(id, &by(&admin), T).unwrap()))),
        ("account.reopened", Box::new(|| drop(people.reopen(id, &by(&admin), T).unwrap()))),
        (
            "account.roles",
            Box::new(|| drop(people.set_roles(id, &roles(&[Role::Dealer]), &by(&admin), T).unwrap())),
        ),
    ];
    for (word, step) in steps {
        let before = house.words().len();
        step();
        assert!(house.words()[before..].contains(&word.into()), "{word}");
    }
}
