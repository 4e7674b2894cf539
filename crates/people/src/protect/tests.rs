use super::*;
use proptest::prelude::*;
use tercet_ledger::{Account, Name, Transaction, Why};
use tercet_rules::{Money, WagerId};

const T: u64 = 1_800_000_000_000;

fn money(units: i64) -> Money {
    Money::from_units(units)
}

fn table(number: u8) -> Name {
    Name::new(&format!("t{number}")).unwrap()
}

fn with(limit: Limit, value: u64) -> Protection {
    let mut protection = Protection::default();
    assert_eq!(protection.ask_limit(Setter::Player, limit, Some(value), T), Ok(Asked::Now));
    protection
}

fn any_limit() -> impl Strategy<Value = Limit> {
    proptest::sample::select(&Limit::ALL[..])
}

fn any_value() -> impl Strategy<Value = Option<u64>> {
    // Few values, so that the same one is asked for again.
    proptest::sample::select(vec![
        None,
        Some(0),
        Some(5 * MINUTE),
        Some(HOUR),
        Some(2 * HOUR),
        Some(25 * HOUR),
    ])
}

fn any_setter() -> impl Strategy<Value = Setter> {
    proptest::sample::select(vec![Setter::Player, Setter::House])
}

fn as_strict(value: Option<u64>, as_this: Option<u64>) -> bool {
    value.unwrap_or(u64::MAX) <= as_this.unwrap_or(u64::MAX)
}

proptest! {
    /// Whatever is asked for, nothing is looser within 24 hours than it would have been; what is stricter holds at once and for good, and
    /// what is looser holds after 24 hours.
    #[test]
    fn what_tightens_does_so_at_once_and_what_loosens_waits(
        wishes in prop::collection::vec((any_setter(), any_limit(), any_value(), 0..30 * HOUR), 1..30),
        probe in 0..DAY,
    ) {
        let mut protection = Protection::default();
        let mut now = T;
        for (setter, limit, value, later) in wishes {
            now += later;
            let before = protection.clone();
            let Ok(asked) = protection.ask_limit(setter, limit, value, now) else {
                prop_assert_eq!(&before, &protection);
                continue;
            };
            for at in [now, now + probe, now + DAY - 1] {
                for limit in Limit::ALL {
                    prop_assert!(as_strict(protection.limit(limit, at), before.limit(limit, at)));
                }
            }
            let is = |at| protection.limit_of(setter, limit, at);
            match asked {
                Asked::Now | Asked::AsIs => {
                    prop_assert_eq!(is(now), value);
                    prop_assert_eq!(is(u64::MAX), value);
                    prop_assert_eq!(protection.pending_of(setter, limit, now), None);
                }
                Asked::From(from) => {
                    prop_assert!(from > now && from <= now + DAY);
                    prop_assert_eq!(is(from - 1), before.limit_of(setter, limit, now));
                    prop_assert_eq!(is(from), value);
                }
            }
            let holds = [Setter::Player, Setter::House].map(|setter| protection.limit_of(setter, limit, now));
            prop_assert!(holds.iter().all(|holds| as_strict(protection.limit(limit, now), *holds)));
        }
        // What is kept reads back.
        let mut again = Protection::default();
        protection.limit_rows().for_each(|row| again.keep_limit(row));
        prop_assert_eq!(again, protection);
    }

    /// Whatever happens, who is away at some time stays away until then, unless the house takes back its own.
    #[test]
    fn no_break_is_ever_shortened(
        breaks in prop::collection::vec((0..3_usize, prop::option::of(0..60 * DAY), 0..20 * DAY), 1..20),
        probe in 0..99 * DAY,
    ) {
        let mut protection = Protection::default();
        let mut now = T;
        for (kind, length, later) in breaks {
            now += later;
            let until = length.map_or(Until::ForEver, |length| Until::Time(now + length));
            let before = protection.clone();
            match protection.go_away(Break::ALL[kind], until, now) {
                Ok(away) => {
                    prop_assert!(away.until >= until);
                    prop_assert!(protection.away(now).is_some_and(|away| away.until >= until));
                    prop_assert!(protection.may_bring_money(now).is_err());
                    prop_assert!(protection.may_bet(now, money(0), &Tally::new()).is_err());
                }
                Err(refused) => {
                    prop_assert!(refused.to_string().contains("expected"));
                    prop_assert_eq!(&before, &protection);
                }
            }
            let at = now + probe;
            prop_assert!(before.away(at).is_none() || protection.away(at).is_some());
        }
    }

    /// A bet that is refused is taken at the time that is named, and not a moment before.
    #[test]
    fn a_limit_frees_when_it_says(
        stakes in prop::collection::vec((0..40 * HOUR, 1..100_i64, 0..150_i64), 1..30),
        limit in any_limit(),
        set in 1..400_u64,
        looser in prop::option::of(1..800_u64),
        stake in 1..200_i64,
    ) {
        let (least, most) = limit.bounds();
        let mut protection = with(limit, set.clamp(least, most));
        if let Some(looser) = looser {
            protection.ask_limit(Setter::Player, limit, Some(looser.clamp(least, most)), T + HOUR).unwrap();
        }
        let mut tally = Tally::new();
        let mut now = T;
        for (later, stake, back) in stakes {
            now += later;
            tally.staked(&table(1), money(stake), now);
            tally.came_back(&table(1), money(back));
        }
        now += MINUTE;
        match protection.may_bet(now, money(stake), &tally) {
            Ok(()) => {}
            Err(Stop::Limit { frees_ms: Some(frees), limit: named, .. }) => {
                prop_assert_eq!(named, limit);
                prop_assert!(frees > now);
                prop_assert_eq!(protection.may_bet(frees, money(stake), &tally), Ok(()));
                prop_assert!(protection.may_bet(frees - 1, money(stake), &tally).is_err());
            }
            Err(Stop::Limit { frees_ms: None, .. }) => {
                // Not after any time, then.
                prop_assert!(protection.may_bet(now + 99 * DAY, money(stake), &tally).is_err());
            }
            Err(Stop::RealityCheck { .. }) => {
                tally.acknowledged(now);
                prop_assert_eq!(protection.may_bet(now, money(stake), &tally), Ok(()));
            }
            Err(stop @ Stop::Away(_)) => prop_assert!(false, "{stop:?}"),
        }
    }

    /// Beside books that keep every stake with its own time: never less is counted than there was, nor what is more than ten minutes
    /// too old, and no win outlives its stake.
    #[test]
    fn the_tally_counts_what_the_books_say(
        rounds in prop::collection::vec((0..3 * DAY, 1..100_i64, 0..200_i64, 0..20 * MINUTE, 0..2_u8), 1..60),
    ) {
        let mut tally = Tally::new();
        let mut now = T;
        for (place, (later, stake, back, after, at_table)) in rounds.iter().enumerate() {
            now += later;
            tally.staked(&table(*at_table), money(*stake), now);
            now += after;
            tally.came_back(&table(*at_table), money(*back));
            let mut books = Vec::new();
            let mut at = T;
            for (later, stake, back, after, _) in &rounds[..=place] {
                at += later;
                books.push((at, *stake, *back));
                at += after;
            }
            for window in [Window::Day, Window::Week, Window::Month] {
                let from = now - window.ms();
                let since = |from: u64| books.iter().filter(move |(at, ..)| *at > from);
                let exact: i64 = since(from).map(|(_, stake, _)| stake).sum();
                let most: i64 = since(from - 10 * MINUTE).map(|(_, stake, _)| stake).sum();
                let counted = tally.stake(window, now).units();
                prop_assert!(exact <= counted && counted <= most, "{exact} {counted} {most}");
                // Of the rounds whose stake still counts, no more than what they gave back is set against what was staked.
                let backs: i64 = since(from - 10 * MINUTE).map(|(_, _, back)| back).sum();
                prop_assert!(tally.loss(window, now).units() >= counted - backs);
            }
        }
    }

    /// However long bets stand open, and whatever was lost at the table before: no part of a win outlives the first stake of its own round.
    #[test]
    fn a_win_never_outlives_the_first_stake_of_its_round(
        lost in prop::collection::vec(0..2 * HOUR, 0..6),
        later in 0..HOUR,
        raises in prop::collection::vec(1..20 * MINUTE, 0..6),
    ) {
        let (mut tally, mut now) = (Tally::new(), T);
        for after in lost {
            tally.staked(&table(1), money(1), now);
            now += after;
        }
        now += later;
        let first = now;
        tally.staked(&table(1), money(1), now);
        for after in raises {
            now += after;
            if now < first + Tally::BETS_MS {
                tally.staked(&table(1), money(1), now);
            }
        }
        tally.came_back(&table(1), money(1_000));
        tally.came_back(&table(1), money(1_000));
        // The win counts no more once its first stake does not; the stakes behind it still do.
        let gone = (first / (10 * MINUTE) + 1) * 10 * MINUTE;
        for window in [Window::Day, Window::Week, Window::Month] {
            prop_assert!(tally.loss(window, gone + window.ms()) >= money(0));
        }
        // The next stake is of another round, which has its own.
        let next = first + 3 * HOUR;
        tally.staked(&table(1), money(1), next);
        tally.came_back(&table(1), money(5));
        prop_assert_eq!(tally.loss(Window::Day, gone + Window::Day.ms()), tally.stake(Window::Day, gone + Window::Day.ms()) - money(5));
    }

    /// The end of the journal is enough to make the tally again.
    #[test]
    fn a_tally_that_is_made_again_from_the_end_says_the_same(
        rounds in prop::collection::vec((0..4 * DAY, 1..100_i64, 0..200_i64), 1..60),
        set in 1..500_u64,
        stake in 1..200_i64,
    ) {
        let (mut all, mut end) = (Tally::new(), Tally::new());
        let last = T + rounds.iter().map(|(later, ..)| later).sum::<u64>();
        let mut now = T;
        for (later, stake, back) in rounds {
            now += later;
            all.staked(&table(1), money(stake), now);
            all.came_back(&table(1), money(back));
            if now + Tally::LOOKS_BACK_MS >= last {
                end.staked(&table(1), money(stake), now);
                end.came_back(&table(1), money(back));
            }
        }
        for limit in Limit::ALL {
            let (least, most) = limit.bounds();
            let protection = with(limit, set.clamp(least, most));
            let ask = |tally| protection.may_bet(last, money(stake), tally);
            prop_assert_eq!(ask(&all), ask(&end));
        }
    }
}

#[test]
fn limits_out_of_bounds_are_refused_with_what_was_expected() {
    for limit in Limit::ALL {
        let (least, most) = limit.bounds();
        let wrong = [least.checked_sub(1), most.checked_add(1), Some(u64::MAX)];
        for value in wrong.into_iter().flatten() {
            let mut protection = Protection::default();
            let refused = protection.ask_limit(Setter::Player, limit, Some(value), T).unwrap_err();
            assert_eq!(refused, LimitRefused { limit, value });
            assert!(refused.to_string().contains("expected"), "{refused}");
            assert!(protection.is_empty());
        }
        for value in [least, most] {
            assert_eq!(with(limit, value).limit(limit, T), Some(value));
        }
        assert_eq!(Limit::of(limit.word()), Some(limit));
    }
}

#[test]
fn what_waits_is_taken_back_by_asking_for_what_holds() {
    let limit = Limit::Loss(Window::Day);
    let mut protection = with(limit, 100);
    assert_eq!(protection.ask_limit(Setter::Player, limit, None, T), Ok(Asked::From(T + DAY)));
    assert_eq!(protection.ask_limit(Setter::Player, limit, Some(100), T + HOUR), Ok(Asked::AsIs));
    assert_eq!(protection.limit(limit, T + 9 * DAY), Some(100));
    // Asking twice does not take longer; asking for something else does.
    protection.ask_limit(Setter::Player, limit, Some(200), T).unwrap();
    assert_eq!(protection.ask_limit(Setter::Player, limit, Some(200), T + HOUR), Ok(Asked::From(T + DAY)));
    assert_eq!(
        protection.ask_limit(Setter::Player, limit, Some(300), T + HOUR),
        Ok(Asked::From(T + HOUR + DAY))
    );
}

#[test]
fn the_house_and_the_player_do_not_loosen_what_the_other_set() {
    let limit = Limit::Stake(Window::Week);
    let mut protection = with(limit, 100);
    protection.ask_limit(Setter::House, limit, Some(50), T).unwrap();
    assert_eq!(protection.limit(limit, T), Some(50));
    protection.ask_limit(Setter::Player, limit, None, T).unwrap();
    assert_eq!(protection.limit(limit, T + 2 * DAY), Some(50));
    protection.ask_limit(Setter::House, limit, None, T).unwrap();
    assert_eq!(protection.limit(limit, T + 2 * DAY), None);
}

#[test]
fn a_self_exclusion_outlasts_the_house_and_money_may_not_come() {
    let mut protection = Protection::default();
    protection.go_away(Break::SelfExclusion, Until::Time(T + 30 * DAY), T).unwrap();
    assert_eq!(protection.house_lets_in(T), Err(AwayRefused::NotAway));
    protection.go_away(Break::HouseExclusion, Until::ForEver, T).unwrap();
    assert_eq!(protection.away(T).unwrap().kind, Break::HouseExclusion);
    protection.house_lets_in(T).unwrap();
    let Err(Stop::Away(away)) = protection.may_bet(T + 30 * DAY - 1, money(1), &Tally::new()) else {
        panic!()
    };
    assert_eq!((away.kind, away.until), (Break::SelfExclusion, Until::Time(T + 30 * DAY)));
    assert!(protection.may_bring_money(T).is_err());
    assert!(protection.may_bring_money(T + 30 * DAY).is_ok());
    assert!(protection.may_bet(T + 30 * DAY, money(1), &Tally::new()).is_ok());
}

#[test]
fn breaks_too_short_or_too_long_are_refused() {
    for (kind, until) in [
        (Break::CoolOff, Until::Time(T + HOUR - 1)),
        (Break::CoolOff, Until::Time(T + 42 * DAY + 1)),
        (Break::CoolOff, Until::ForEver),
        (Break::SelfExclusion, Until::Time(T + DAY - 1)),
        (Break::SelfExclusion, Until::Time(T - DAY)),
        (Break::HouseExclusion, Until::Time(T)),
    ] {
        assert_eq!(Protection::default().go_away(kind, until, T), Err(AwayRefused::Time(kind)));
    }
}

#[test]
fn playing_time_ends_with_a_break_and_a_check_with_a_word() {
    let mut tally = Tally::new();
    for minute in 0..=60 {
        tally.staked(&table(1), money(1), T + minute * MINUTE);
    }
    let now = T + 60 * MINUTE;
    let protection = with(Limit::PlayingTime, HOUR);
    let stop = protection.may_bet(now, money(1), &tally).unwrap_err();
    assert_eq!(stop.frees_ms(), Some(now + Tally::BREAK_MS));
    assert_eq!(protection.may_bet(now - 1, money(1), &tally), Ok(()));
    let protection = with(Limit::RealityCheck, 20 * MINUTE);
    let stop = protection.may_bet(now, money(1), &tally).unwrap_err();
    assert_eq!(stop, Stop::RealityCheck { playing_ms: HOUR, lost_today: money(61) });
    tally.acknowledged(now);
    assert_eq!(protection.may_bet(now + 10 * MINUTE, money(1), &tally), Ok(()));
    tally.staked(&table(1), money(1), now + 10 * MINUTE);
    assert!(protection.may_bet(now + 20 * MINUTE, money(1), &tally).is_err());
    // After a break nobody has played yet.
    assert_eq!(protection.may_bet(now + 26 * MINUTE, money(1), &tally), Ok(()));
}

/// What a player is up or down since they began is of what was staked since: also where a round that was lost just before the break may, for the limits, be the
/// one that now pays.
#[test]
fn what_one_is_up_counts_from_the_break() {
    let mut tally = Tally::new();
    tally.staked(&table(1), money(10), T);
    let now = T + 20 * MINUTE;
    tally.staked(&table(1), money(10), now);
    assert_eq!(tally.playing(now), Some((now, money(-10))));
    tally.came_back(&table(1), money(30));
    assert_eq!(tally.playing(now), Some((now, money(20))));
    // Of bets that are taken back nothing is lost.
    let later = now + 16 * MINUTE;
    tally.staked(&table(2), money(10), T + 19 * MINUTE);
    tally.staked(&table(2), money(100), later);
    tally.unstaked(&table(2), money(100));
    assert_eq!(tally.playing(later), Some((later, money(0))));
    // What another table pays of a stake from before the break is no win of this time.
    tally.staked(&table(3), money(10), later);
    let after = later + 20 * MINUTE;
    tally.staked(&table(2), money(5), after);
    tally.came_back(&table(3), money(50));
    assert_eq!(tally.playing(after), Some((after, money(-5))));
    // Nor are bets of before that lay through the break and are taken back together with those of after it.
    let again = after + 20 * MINUTE;
    tally.staked(&table(4), money(40), again - 16 * MINUTE);
    tally.staked(&table(4), money(10), again);
    tally.unstaked(&table(4), money(50));
    assert_eq!(tally.playing(again), Some((again, money(0))));
    tally.staked(&table(4), money(7), again);
    tally.unstaked(&table(4), money(3));
    assert_eq!(tally.playing(again), Some((again, money(-4))));
    // Nor is a push, or the stake that a win returns; what is won is.
    let last = again + 20 * MINUTE;
    tally.staked(&table(5), money(40), last - 16 * MINUTE);
    tally.staked(&table(5), money(10), last);
    tally.returned(&table(5), money(50));
    assert_eq!(tally.playing(last), Some((last, money(0))));
    tally.came_back(&table(5), money(10));
    assert_eq!(tally.playing(last), Some((last, money(10))));
}

/// From the postings of a round: what is held and not played, or sent back, was not staked; what is paid came back.
#[test]
fn the_tally_is_fed_with_the_postings_of_a_round() {
    let (ann, bob) = (Name::new("ann").unwrap(), Name::new("bob").unwrap());
    let wallet = |who: &Name| Account::Wallet(who.clone());
    let (layout, held) = (Account::Layout(table(1), 1), Account::Held(table(1), 1));
    let (bank, meter) = (Account::Bank(table(1)), Account::Meter(table(9)));
    let id = WagerId::from("ante");
    let mut tally = Tally::new();
    let mut take = |at, postings: &[(&Account, &Account, i64, Why)]| {
        let mut transaction = Transaction::new();
        for (from, to, amount, why) in postings {
            transaction.post((*from).clone(), (*to).clone(), money(*amount), why.clone());
        }
        tally.take_transaction(&ann, &transaction, at);
        (tally.stake(Window::Day, at).units(), tally.loss(Window::Day, at).units())
    };
    let (ann, bob) = (wallet(&ann), wallet(&bob));
    assert_eq!(take(T, &[(&Account::World, &ann, 5_000, Why::CashIn)]), (0, 0));
    let bet = [(&ann, &layout, 100, Why::Stake(id.clone())), (&ann, &held, 100, Why::Hold(id.clone()))];
    assert_eq!(take(T, &bet), (200, 200));
    assert_eq!(take(T, &[(&bob, &layout, 70, Why::Stake(id.clone()))]), (200, 200));
    assert_eq!(take(T, &[(&layout, &ann, 40, Why::StakeBack(id.clone()))]), (160, 160));
    assert_eq!(take(T, &[(&held, &ann, 100, Why::Release(id.clone()))]), (60, 60));
    let settled = [
        (&layout, &ann, 60, Why::Return(id.clone())),
        (&bank, &ann, 30, Why::Pay(id.clone())),
        (&meter, &ann, 500, Why::Award(id.clone())),
        (&bank, &bob, 30, Why::Pay(id.clone())),
    ];
    assert_eq!(take(T, &settled), (60, -530));
    assert_eq!(take(T, &[(&ann, &Account::World, 500, Why::CashOut)]), (60, -530));
}
