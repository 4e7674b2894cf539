//! What reports say, against the laws they are made of: every game file, and some with parts replaced.

use super::told_apart::replaced;
use super::{GAME_FILES, METER, bet, game_file, game_text};
use tercet_analysis::report::{Ask, Figured, Part, State, exposed, report};
use tercet_analysis::{Bet, Figures, Fraction, Known, Law, Outcome, Spot, Strategy, main_bet};
use tercet_cards::{CardSet, parse_cards};
use tercet_rules::{Amount, Game, LineOf, Money, Stage, WagerId, WagerNo};

fn built_in(id: &str, changes: &[(&str, &str)]) -> Game {
    replaced(tercet_games::builtin_text(id).expect("it is built in"), changes)
}

/// Every game there is, and one with a bonus on a side bet that is due only when the dealer qualifies.
fn games() -> Vec<Game> {
    let built_in = tercet_games::builtin()
        .iter()
        .map(|file| tercet_games::builtin_game(file.id).expect("it is built in"));
    let mut games: Vec<Game> = built_in.chain(GAME_FILES.iter().map(|name| game_file(name))).collect();
    games.push(replaced(
        &game_text("half-pays"),
        &[
            (r#"paid_on = { wager = "play" }"#, r#"paid_on = { wager = "pair-plus" }"#),
            (r#""play", "ante", "play-bonus", "pair-plus""#, r#""play", "ante", "pair-plus", "play-bonus""#),
        ],
    ));
    games
}

/// The wagers before the deal that are open.
fn open(game: &Game) -> Vec<WagerNo> {
    let open = |no: &WagerNo| {
        let wager = game.wager(*no);
        wager.stage == Stage::BeforeDeal && !wager.table.closed
    };
    game.wager_nos().filter(open).collect()
}

fn figured(report: &tercet_analysis::report::Report, id: &str) -> Figured {
    let wager = report.wagers.iter().find(|wager| wager.id.as_str() == id).expect("a wager");
    match &wager.state {
        State::Open(figured) => (**figured).clone(),
        State::Closed(_) | State::OneDeck(_) => panic!("{id} is not open"),
    }
}

#[test]
fn the_fewest_cards_that_decide_decide_alike() {
    for game in games() {
        let main = main_bet(&game);
        for no in open(&game).into_iter().filter(|no| !main.contains(no)) {
            let stake = match game.wager(no).amount {
                Amount::Fixed(stake) => stake,
                Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => Money::from_units(700),
            };
            let bet = Bet::alone(&game, no, stake);
            let spot = Spot { game: &game, bet: &bet, meter: Some(METER) };
            let Some(short) = Law::of_hand(&spot) else { continue };
            let of = |law: &Law| {
                let figures = Figures::of(law, stake, |_| true);
                let share = |ways: u128| Fraction::new(ways.cast_signed(), law.deals.cast_signed());
                let outcomes: Vec<(Money, Fraction)> =
                    figures.outcomes.iter().map(|(net, ways)| (*net, share(*ways))).collect();
                (figures.expectation(), figures.variance(), share(figures.wins), outcomes)
            };
            let long = Law::of(&spot, Strategy::Best);
            assert_eq!(of(&short), of(&long), "{}: {}", game.id, game.wager(no).id);
        }
    }
}

/// The largest stakes, the largest meter and the longest pays that are figured, in odd numbers.
#[test]
fn nothing_overflows_within_the_limits() {
    use tercet_analysis::report::{MOST_METER, MOST_STAKE};
    for game in games() {
        let mut stakes: Vec<(WagerId, Money)> = Vec::new();
        for no in open(&game) {
            let stake = match game.wager(no).amount {
                Amount::Fixed(stake) => stake,
                Amount::Free => {
                    MOST_STAKE - Money::from_units(1 + 2 * i64::try_from(stakes.len()).expect("few wagers"))
                }
                Amount::EqualTo(_) | Amount::Times(..) => continue,
            };
            stakes.push((game.wager(no).id.clone(), stake));
        }
        let mut doc = tercet_games::read(&text(&game)).expect("it was read before");
        let odd = |odds: tercet_rules::Odds, i: u32| {
            tercet_rules::Odds::new(tercet_rules::Odds::MAX - 1 - 2 * i, 99_991 - 4 * i, odds.basis())
        };
        let long = |odds: tercet_rules::Odds, i: u32| {
            tercet_rules::Odds::new(tercet_rules::Odds::MAX - 1 - 2 * i, 1, odds.basis())
        };
        for pays in [odd as fn(_, _) -> _, long] {
            let tables = doc.wagers.iter_mut().map(|wager| &mut wager.pays);
            let tables = tables.chain(doc.bonuses.iter_mut().map(|bonus| &mut bonus.pays));
            for row in tables.flat_map(|table| (0..).zip(&mut table.rows)) {
                if let tercet_rules::Pay::Odds(odds) = row.1.pays {
                    row.1.pays = tercet_rules::Pay::Odds(pays(odds, row.0).expect("odds"));
                }
            }
            let game = doc.check().expect("a game");
            let cap = game.meter.as_ref().and_then(|meter| meter.cap);
            let meter = game.meter.as_ref().map(|_| cap.unwrap_or(MOST_METER));
            let ask = Ask { bets: &stakes, meter, ..Ask::of(&game) };
            let report = report(&ask).expect("within the limits");
            let total = report.total.expect("a bet");
            assert!(total.figures.variance() > Fraction::new(0, 1), "{}", game.id);
            for wager in &report.wagers {
                if let State::Open(figured) = &wager.state {
                    assert!(figured.figures.variance() > Fraction::new(0, 1), "{}: {}", game.id, wager.id);
                    assert!(figured.house_edge().is_finite() && figured.element_of_risk().is_finite());
                }
            }
        }
    }
}

/// The text that a game was made of.
fn text(game: &Game) -> String {
    tercet_games::builtin_text(game.id.as_str()).map_or_else(|| game_text(game.id.as_str()), str::to_owned)
}

/// 003.envy.who, R7=forfeit, R18=only-with-wager: whoever made the Progressive wager is paid and counts, folded or not, so that
/// the other hand alone decides what envy adds.
#[test]
fn a_fold_leaves_envy_alone() {
    let r7 = (r#"R7  = "stays""#, r#"R7  = "forfeit""#);
    let r18 = (r#"R18 = "any-hand""#, r#"R18 = "only-with-wager""#);
    let known = Known { dealer: CardSet::EMPTY, dead: parse_cards("Kd").unwrap().into_iter().collect() };
    for (known, envy) in [(Known::default(), (175, 22_100)), (known, (150, 20_825))] {
        for changes in [&[][..], &[r7], &[r18], &[r7, r18]] {
            let game = built_in("three-card-poker", changes);
            let ask = Ask { players: 5, known, ..Ask::of(&game) };
            let parts = figured(&report(&ask).unwrap(), "progressive").progressive.unwrap();
            let each = parts.per_other_player.unwrap().reduced();
            assert_eq!(each, Fraction::new(envy.0, envy.1).reduced(), "{changes:?}");
        }
    }
}

/// A wager that names suits and moves no decision is not said to move any.
#[test]
fn naming_a_suit_is_no_decision() {
    let game = built_in("three-card-poker", &[(r#"R7  = "stays""#, r#"R7  = "forfeit""#)]);
    let meter = Some(Money::from_units(1_000));
    let report = report(&Ask { meter, ..Ask::of(&game) }).unwrap();
    let added = figured(&report, "progressive").added.unwrap();
    assert_eq!(added.strategy, None);
}

/// What is added is the wager alone, and not what it needs beside it.
#[test]
fn adding_a_wager_does_not_add_what_it_needs() {
    let game = built_in(
        "three-card-poker",
        &[
            (r#"on_fold = { then = "stays", rule = "003.6cb.fold" }"#, r#"on_fold = { then = "forfeit" }"#),
            (
                r#"any_of = ["ante", "pair-plus"], rule = "003.6cb.requires""#,
                r#"any_of = ["pair-plus"], rule = "003.6cb.requires""#,
            ),
        ],
    );
    let six = figured(&report(&Ask::of(&game)).unwrap(), "six-card-bonus");
    let within = six.within.clone().unwrap();
    assert_eq!(within.len(), 3, "{within:?}");
    let law = |stakes: &[(WagerId, Money)]| {
        let bet = Bet::new(&game, stakes).unwrap();
        Law::of(&Spot { game: &game, bet: &bet, meter: None }, Strategy::Best)
    };
    let rest: Vec<_> = within.iter().filter(|(id, _)| id.as_str() != "six-card-bonus").cloned().collect();
    let (with, without) = (law(&within), law(&rest));
    assert_eq!(with.deals, without.deals);
    let gained = with.total(Outcome::net) - without.total(Outcome::net);
    let unit = i128::from(six.stake.units()) * with.deals.cast_signed();
    assert_eq!(six.added.unwrap().expectation, Fraction::new(gained, unit));
}

/// Of two limits each is said to cut where it does.
#[test]
fn each_limit_counts_its_own_cuts() {
    let game = game_file("half-pays");
    let no = |id: &str| game.wager_no(id).unwrap();
    let bet = bet(&game, &[no("ante"), no("pair-plus")]);
    let stakes = [("ante", 40_000), ("pair-plus", 10_000)];
    let stakes: Vec<_> = stakes.map(|(id, n)| (WagerId::from(id), Money::from_units(n))).into();
    assert!(bet.stake(no("ante")).is_some());
    let report = report(&Ask { bets: &stakes, ..Ask::of(&game) }).unwrap();
    let law = {
        let bet = Bet::new(&game, &stakes).unwrap();
        Law::of(&Spot { game: &game, bet: &bet, meter: None }, Strategy::Best)
    };
    let pair_plus = figured(&report, "pair-plus");
    let cut = |most: i64| -> u128 {
        let of = LineOf::Wager(no("pair-plus"));
        let line = |outcome: &&Outcome| {
            let line = outcome.lines.iter().find(|line| line.of == of);
            line.and_then(|line| line.limited.as_ref())
                .is_some_and(|limited| limited.most == Money::from_units(most))
        };
        law.outcomes.iter().filter(line).map(|outcome| outcome.ways).sum()
    };
    // The second limit is far above what the first lets through, so no line is cut by both.
    assert_eq!(pair_plus.limits, [cut(100_000), cut(500_000)]);
    assert!(pair_plus.limits[0] > 0 && pair_plus.limits[1] == 0, "{:?}", pair_plus.limits);
}

#[test]
fn no_meter_above_its_cap_makes_a_wager_even() {
    let capped = |cap: &str| {
        let start = r#"start  = "$1,000""#;
        built_in("three-card-poker", &[(start, &format!("{start}\ncap     = \"{cap}\""))])
    };
    let even = |game: &Game| {
        figured(&report(&Ask::of(game)).unwrap(), "progressive").progressive.unwrap().break_even_meter
    };
    let free = even(&tercet_games::builtin_game("three-card-poker").unwrap()).unwrap();
    assert_eq!(even(&capped("$1,000,000")), Some(free));
    assert_eq!(even(&capped("$1,001")), None);
}

#[test]
fn envy_is_not_dropped_beside_exposed_cards() {
    let game = tercet_games::builtin_game("three-card-poker").unwrap();
    let error = exposed(&Ask { players: 5, ..Ask::of(&game) }, 1, &mut |_, _| {}).unwrap_err();
    assert_eq!(error.part, Part::Players, "{error}");
}

/// Without a meter a share is that of the meter at its start, not nothing.
#[test]
fn a_spot_without_a_meter_has_the_one_at_the_start() {
    let game = tercet_games::builtin_game("three-card-poker").unwrap();
    let no = game.wager_no("progressive").unwrap();
    let bet = Bet::alone(&game, no, Money::from_units(100));
    let of = |meter| Law::of_hand(&Spot { game: &game, bet: &bet, meter }).unwrap().total(Outcome::net);
    assert_eq!(of(None), of(game.meter.as_ref().map(|meter| meter.start)));
}
