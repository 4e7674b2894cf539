//! Both engines from the same decks, for every built-in game.

use crate::exact::{Exact, FAR, Fate, NoFate};
use crate::{Chunk, NotAdded, Plan, Player, Prepared, Seat, Seed, Setup, Tally, play, run};
use core::sync::atomic::AtomicBool;
use std::sync::Arc;
use tercet_analysis::report::{Policy, RowKind};
use tercet_analysis::{Bet, StrategyCard};
use tercet_rules::{Amount, Game, Money, Stage, WagerId};

pub(crate) const GAMES: [&str; 5] = [
    "three-card-fortune",
    "three-card-fury",
    "three-card-pairs-plus",
    "three-card-poker",
    "three-card-shine",
];

pub(crate) fn game(id: &str) -> Arc<Game> {
    Arc::new(tercet_games::builtin_game(id).expect("a built-in game"))
}

/// Every wager at its least stake, or so many times it.
pub(crate) fn every_wager(game: &Game, times: i64) -> Bet {
    let stake = |no| {
        let wager = game.wager(no);
        let least = match &wager.amount {
            Amount::Fixed(fixed) => Some(*fixed),
            Amount::Free => wager.limits.as_ref().map(|limits| Money::from_units(limits.min.units() * times)),
            Amount::EqualTo(_) | Amount::Times(..) => None,
        };
        least.filter(|_| wager.stage != Stage::Decision).map(|least| (wager.id.clone(), least))
    };
    let wagers: Vec<(WagerId, Money)> = game.wager_nos().filter_map(stake).collect();
    Bet::new(game, &wagers).expect("a lawful bet")
}

pub(crate) fn seat<'a>(spot: u8, bet: Bet, policy: Policy<'a>) -> Seat<'a> {
    Seat { spot, player: format!("p{spot}"), bet, policy, errs: 0, bankroll: None, goal: None }
}

fn alike(prepared: &Prepared<'_>, chunk: Chunk, what: &str) {
    let stop = AtomicBool::new(false);
    assert!(prepared.is_compiled(), "{what}");
    let fast = play(prepared, chunk, Player::Fast, &stop);
    let slow = play(prepared, chunk, Player::Reference, &stop);
    assert_eq!(fast, slow, "{what}");
    assert_eq!(fast.rounds, chunk.rounds, "{what}");
}

/// Every wager of every game at one to seven spots, under every policy, with players who err.
#[test]
fn both_engines_come_to_the_same() {
    for id in GAMES {
        let game = game(id);
        for (number, policy) in (0..).zip([Policy::Best, Policy::PlayAll, Policy::MimicDealer]) {
            for spots in [1, 2, 7] {
                let seats = (1..=spots).map(|spot| Seat {
                    errs: if spot == 2 { 300_000 } else { 0 },
                    ..seat(spot, every_wager(&game, if spot == 3 { 2 } else { 1 }), policy)
                });
                let setup = Setup::new(Arc::clone(&game), seats.collect(), 1, None, None).unwrap();
                let chunk = Chunk { seed: Seed::from_number(number), number, rounds: 300 };
                alike(&Prepared::new(setup).unwrap(), chunk, &format!("{id} {policy:?} {spots}"));
            }
        }
    }
}

/// What is decided by a strategy that somebody wrote down, with players who err against it.
#[test]
fn both_engines_follow_a_strategy_file() {
    for (id, text) in [
        (
            "three-card-poker",
            "play: pair or better\nfold: Kd Qh 3c\nplay: K-7-2 or better, suited J-T-8\nfold: any",
        ),
        ("three-card-fury", "fold: four cards: two pair\nplay: pair or better\nfold: any"),
    ] {
        let game = game(id);
        let card = StrategyCard::parse(text, &game).unwrap();
        let seats = (1..=4).map(|spot| Seat {
            errs: if spot == 3 { 250_000 } else { 0 },
            ..seat(spot, every_wager(&game, 1), if spot == 4 { Policy::Best } else { Policy::Card(&card) })
        });
        let setup = Setup::new(Arc::clone(&game), seats.collect(), 1, None, None).unwrap();
        let prepared = Prepared::new(setup).unwrap();
        alike(&prepared, Chunk { seed: Seed::from_number(8), number: 1, rounds: 1_000 }, id);
        let figures = Exact::new(&prepared).beside(&played(&prepared, 8, 150_000));
        assert!(!figures.far, "{id} {figures:?}");
    }
}

/// The built-in game with one more row at the top of the table of six cards.
fn with_six_card_row(row: &str) -> Arc<Game> {
    let text = tercet_games::builtin_text("three-card-poker").expect("a built-in game");
    let first = "  { hand = \"royal flush\",     pays = \"1000 to 1\"";
    assert!(text.contains(first));
    let row = format!("  {{ hand = {row}, pays = \"7 to 1\", rule = \"003.6cb.royal\" }},\n{first}");
    Arc::new(tercet_games::load(&text.replacen(first, &row, 1)).unwrap_or_else(|_| panic!("{row}")))
}

/// Rows of six cards that ask for the cards themselves, and not for what the best five are worth, are left to the machine: colours,
/// six ranks, six ranks of a suit, and all of these in one row.
#[test]
fn rows_that_ask_for_six_cards_are_played_by_the_machine() {
    let low = "T98765432".chars();
    let pairs = low.clone().flat_map(|a| low.clone().map(move |b| (a, b)));
    let order = |card: char| low.clone().position(|other| other == card);
    let ranks = pairs.filter(|(a, b)| order(*a) < order(*b)).map(|(a, b)| format!("\"A-K-Q-J-{a}-{b}\""));
    let ranks: Vec<String> = ranks.collect();
    let ranks = ranks.join(", ");
    for (row, least) in [
        ("\"one colour\"".to_owned(), 50),
        // 36 patterns of 4^6 hands each are seven in a thousand.
        (format!("[{ranks}]"), 15),
        ("[\"suited A-K-Q-J-T-9\", \"9-8-6-4-3-2 of spades\"]".to_owned(), 0),
        (format!("[\"all black\", {ranks}]"), 50),
    ] {
        let prepared = prepared(&with_six_card_row(&row), 2);
        assert!(!prepared.is_compiled(), "{row}");
        let tally = played(&prepared, 6, 2_500);
        let figures = Exact::new(&prepared).beside(&tally);
        assert!(!figures.far, "{row} {figures:?}");
        let six = figures
            .lines
            .iter()
            .find(|line| line.falls.iter().any(|fall| fall.what == RowKind::Row(0)) && line.falls.len() > 7);
        let row_of = six.map(|line| line.falls[0]).expect("the row");
        assert!(row_of.hits >= least, "{row}: {row_of:?}");
        if least > 0 {
            let off = (row_of.hits as f64 - row_of.expected) / row_of.expected.sqrt();
            assert!(off.abs() < 4.0, "{row}: {row_of:?}");
        }
    }
}

/// Whatever a game file may hold can be played: tables of as many rows as a file may have, and such tables together
/// that lead to more results than can be looked up.
#[test]
fn large_tables_are_played() {
    let text = tercet_games::builtin_text("three-card-poker").expect("a built-in game");
    let first = "  { hand = \"straight flush\",  pays = \"40 to 1\"";
    assert!(text.contains(first));
    let letters: Vec<char> = "AKQJT98765432".chars().collect();
    let mut patterns = Vec::new();
    for a in 0..13 {
        for b in a + 1..13 {
            for c in b + 1..13 {
                patterns.push(format!("{}-{}-{}", letters[a], letters[b], letters[c]));
            }
        }
    }
    let rows = |many: usize| -> String {
        let row = |pattern: &String| {
            format!("  {{ hand = \"{pattern}\", pays = \"7 to 1\", rule = \"003.pp.flush\" }},\n")
        };
        patterns.iter().take(many).map(row).collect()
    };
    let game = tercet_games::load(&text.replacen(first, &format!("{}{first}", rows(58)), 1));
    let game = Arc::new(game.unwrap_or_else(|faults| panic!("{faults:?}")));
    let prepared = prepared(&game, 2);
    assert!(prepared.is_compiled());
    alike(
        &prepared,
        Chunk { seed: Seed::from_number(3), number: 0, rounds: 2_000 },
        "as many rows as a table may have",
    );
    let figures = Exact::new(&prepared).beside(&played(&prepared, 3, 100_000));
    assert!(!figures.far, "{figures:?}");

    // Such a table of the dealer's cards beside it makes too many results.
    let of_dealer = format!(
        "[wager.dealer-bet]\nname = \"Dealer Bet\"\nlimits = {{ min = \"$1\", max = \"$100\", step = \"$1\" }}\n\
         on_fold = {{ then = \"stays\" }}\nreads = \"dealer\"\nrows = [\n{}]\notherwise = {{ pays = \"lose\" }}\n\n[reconcile]",
        rows(60)
    );
    let more = text.replacen(first, &format!("{}{first}", rows(58)), 1);
    let more = more.replacen("[reconcile]", &of_dealer, 1).replacen(
        "\"pair-plus\",",
        "\"pair-plus\", \"dealer-bet\",",
        1,
    );
    let game = Arc::new(tercet_games::load(&more).unwrap_or_else(|faults| panic!("{faults:?}")));
    let prepared = self::prepared(&game, 2);
    assert!(!prepared.is_compiled());
    let figures = Exact::new(&prepared).beside(&played(&prepared, 3, 3_000));
    assert!(!figures.far, "{figures:?}");
}

/// Round by round, so that nothing is made up for by another round.
#[test]
fn both_engines_come_to_the_same_in_each_round() {
    for id in GAMES {
        let game = game(id);
        let seats = (1..=7).map(|spot| seat(spot, every_wager(&game, 1), Policy::Best)).collect();
        let prepared = Prepared::new(Setup::new(Arc::clone(&game), seats, 1, None, None).unwrap()).unwrap();
        for number in 0..150 {
            let chunk = Chunk { seed: Seed::from_number(9), number, rounds: 1 };
            alike(&prepared, chunk, &format!("{id} round {number}"));
        }
    }
}

fn prepared<'a>(game: &Arc<Game>, spots: u8) -> Prepared<'a> {
    let seats = (1..=spots).map(|spot| seat(spot, every_wager(game, 1), Policy::Best)).collect();
    Prepared::new(Setup::new(Arc::clone(game), seats, 1, None, None).unwrap()).unwrap()
}

fn played(prepared: &Prepared<'_>, seed: u64, rounds: u64) -> Tally {
    let chunk = Chunk { seed: Seed::from_number(seed), number: 0, rounds };
    play(prepared, chunk, Player::Fast, &AtomicBool::new(false))
}

/// Every wager of every game lies within four standard errors of its exact edge, and every row is hit as often as it should be.
#[test]
fn what_is_played_is_what_is_figured() {
    for id in GAMES {
        let prepared = prepared(&game(id), 7);
        let figures = Exact::new(&prepared).beside(&played(&prepared, 1, 150_000));
        assert!(!figures.far, "{id} {figures:?}");
        for line in &figures.lines {
            let edge = line.edge.expect("somebody bet it");
            assert!(edge.error.is_some_and(|error| error > 0.0), "{id} {line:?}");
            assert!(edge.distance().is_some_and(|distance| distance.abs() < FAR), "{id} {line:?}");
        }
    }
}

/// A bet of these wagers, in units.
fn bet_of(game: &Game, wagers: &[(&str, i64)]) -> Bet {
    let wagers: Vec<(WagerId, Money)> =
        wagers.iter().map(|(id, units)| (WagerId::from(*id), Money::from_units(*units))).collect();
    Bet::new(game, &wagers).unwrap()
}

/// A player who errs, tables on one meter, and spots that differ, beside the exact figures too.
#[test]
fn odd_tables_are_what_is_figured() {
    let game = game("three-card-poker");
    let bet = |wagers: &[(&str, i64)]| bet_of(&game, wagers);
    let errs = Seat { errs: 100_000, ..seat(2, bet(&[("ante", 500), ("progressive", 100)]), Policy::Best) };
    let own = Seat {
        player: "p4".into(),
        ..seat(5, bet(&[("ante", 100), ("progressive", 100)]), Policy::MimicDealer)
    };
    let seats = vec![
        seat(1, bet(&[("ante", 1000), ("pair-plus", 300), ("progressive", 100)]), Policy::Best),
        errs,
        seat(3, bet(&[("pair-plus", 200), ("six-card-bonus", 100)]), Policy::Best),
        seat(4, bet(&[("ante", 100), ("progressive", 100)]), Policy::PlayAll),
        own,
    ];
    let setup = Setup::new(Arc::clone(&game), seats, 3, None, Some(Money::from_units(5_000_000))).unwrap();
    let prepared = Prepared::new(setup).unwrap();
    alike(&prepared, Chunk { seed: Seed::from_number(4), number: 2, rounds: 2_500 }, "odd tables");
    let tally = played(&prepared, 3, 300_000);
    let figures = Exact::new(&prepared).beside(&tally);
    assert!(!figures.far, "{figures:?}");
    assert!(tally.meter.hits > 10, "{:?}", tally.meter);
    assert!(tally.spots.iter().all(|spots| spots.meters == 0 || spots.envy > 0));
}

/// Whatever rule is broken, the figures say so: a pay that is one too high, a dealer who qualifies with less, an ace that is high
/// only, a wager that a fold does not forfeit.
#[test]
fn a_broken_rule_is_caught() {
    let right = game("three-card-poker");
    let text = tercet_games::builtin_text("three-card-poker").expect("a built-in game");
    for (is, broken) in [
        ("pays = \"3 to 1\",  rule = \"003.pp.flush\"", "pays = \"4 to 1\",  rule = \"003.pp.flush\""),
        ("qualifies = \"queen high or better\"", "qualifies = \"jack high or better\""),
        ("ace   = { is = \"ace-both\", rule", "ace   = { is = \"ace-high\", rule"),
        ("pays = \"5 to 1\",    rule = \"003.6cb.trips\"", "pays = \"6 to 1\",    rule = \"003.6cb.trips\""),
        (
            "on_fold = { then = \"forfeit\", rule = \"003.fold\" }",
            "on_fold = { then = \"stays\", rule = \"003.fold\" }",
        ),
    ] {
        assert!(text.contains(is), "{is}");
        let wrong = tercet_games::load(&text.replacen(is, broken, 1)).unwrap_or_else(|_| panic!("{broken}"));
        let wrong = Arc::new(wrong);
        let tally = played(&prepared(&wrong, 7), 5, 300_000);
        let prepared = prepared(&right, 7);
        let figures = Exact::new(&prepared).beside(&tally);
        assert!(figures.far, "{broken}");
    }
}

/// The sums of two chunks are those of both, and threads change nothing.
#[test]
fn chunks_add_up_on_any_number_of_threads() {
    let game = game("three-card-shine");
    let seats = vec![Seat {
        bankroll: Some(Money::from_units(3_000)),
        goal: Some(Money::from_units(6_000)),
        ..seat(4, every_wager(&game, 1), Policy::Best)
    }];
    let prepared = Prepared::new(Setup::new(Arc::clone(&game), seats, 2, Some(50), None).unwrap()).unwrap();
    let size = prepared.setup.chunk();
    let seed = Seed::from_number(11);
    let plan = Plan { seed, first: 5, rounds: size + 1_000, threads: 1, player: Player::Fast };
    let one = run(&prepared, plan, &AtomicBool::new(false), &mut |_| true);
    let three = run(&prepared, Plan { threads: 3, ..plan }, &AtomicBool::new(false), &mut |_| true);
    assert_eq!(one, three);
    let stop = AtomicBool::new(false);
    let alone = |number, rounds| play(&prepared, Chunk { seed, number, rounds }, Player::Fast, &stop);
    let mut sum = alone(6, 1_000);
    sum.merge(&alone(5, size)).unwrap();
    let twice = sum.clone();
    assert_eq!(sum.merge(&twice), Err(NotAdded::Twice(5)));
    assert_eq!(sum, twice, "nothing is added in part");
    assert_eq!(sum, one);
    assert!(one.spots[0].sessions.ruined > 0 && one.spots[0].sessions.reached > 0);
    // Whoever has left is not dealt in.
    assert!(one.rounds < plan.rounds);
}

/// Sessions of both engines end alike, with players who come and go.
#[test]
fn both_engines_see_the_same_sessions() {
    for id in GAMES {
        let game = game(id);
        let seats = (1..=5).map(|spot| Seat {
            bankroll: Some(Money::from_units(i64::from(spot) * 700 + 500)),
            goal: (spot % 2 == 0).then(|| Money::from_units(9_000)),
            ..seat(spot, every_wager(&game, 1), Policy::Best)
        });
        let setup = Setup::new(Arc::clone(&game), seats.collect(), 3, Some(40), None).unwrap();
        let prepared = Prepared::new(setup).unwrap();
        let stop = AtomicBool::new(false);
        let chunk = Chunk { seed: Seed::from_number(3), number: 1, rounds: 1_200 };
        let fast = play(&prepared, chunk, Player::Fast, &stop);
        assert_eq!(fast, play(&prepared, chunk, Player::Reference, &stop), "{id}");
        let sessions: u64 = fast.spots.iter().map(|spots| spots.sessions.count).sum();
        assert_eq!(sessions, 5 * 1_200 / 40, "{id}");
    }
}

/// Whoever stops is told what was played until then; what a no comes after is not told.
#[test]
fn what_is_stopped_is_told_so_far() {
    let prepared = prepared(&game("three-card-shine"), 1);
    let plan =
        Plan { seed: Seed::from_number(1), first: 0, rounds: u64::MAX, threads: 2, player: Player::Fast };
    let none = run(&prepared, plan, &AtomicBool::new(true), &mut |_| true);
    assert_eq!(none.rounds, 0);
    let two = run(&prepared, plan, &AtomicBool::new(false), &mut |so_far| so_far.batches < 1_025);
    assert_eq!(two.rounds, 2 * prepared.setup.chunk());
}

/// What cannot be played is refused with what was expected.
#[test]
fn a_setup_is_refused_with_its_reason() {
    let game = game("three-card-poker");
    let ante = |units| {
        let wagers = [(WagerId::from("ante"), Money::from_units(units))];
        seat(1, Bet::new(&game, &wagers).unwrap(), Policy::Best)
    };
    let refused = |seats: Vec<Seat<'static>>, tables, session, meter| {
        Setup::new(Arc::clone(&game), seats, tables, session, meter).unwrap_err().to_string()
    };
    let rich = |bankroll, goal| Seat {
        bankroll: Some(Money::from_units(bankroll)),
        goal: Some(Money::from_units(goal)),
        ..ante(1_000)
    };
    for (said, why) in [
        (refused(vec![], 1, None, None), "seats: nobody plays; expected 1 to 7 seats"),
        (refused(vec![ante(50)], 1, None, None), "bet: spot 1: Ante of $0.50; the least is $1"),
        (
            refused(vec![Seat { spot: 8, ..ante(100) }], 1, None, None),
            "seats: there is no spot 8; the table has 1 to 7",
        ),
        (refused(vec![ante(100), ante(200)], 1, None, None), "seats: spot 1 is taken twice"),
        (refused(vec![ante(100)], 0, None, None), "tables: 0 tables; expected 1 to 100"),
        (refused(vec![ante(100)], 1, Some(0), None), "session: expected 1 to 100000 rounds"),
        (
            refused(vec![rich(100, 200)], 1, None, None),
            "bankroll: a bankroll and a goal are for sessions; say how long they are",
        ),
        (
            refused(vec![rich(200, 200)], 1, Some(9), None),
            "goal: $2 is there from the start; expected more than the bankroll of $2",
        ),
        (
            refused(vec![ante(100)], 1, None, Some(Money::ZERO)),
            "meter: a meter of $0; expected $0.01 to $1,000,000,000",
        ),
    ] {
        assert_eq!(said, why);
    }
    let held = [1, 3].map(|spot| Seat { spot, player: "ann".into(), ..ante(100) });
    assert_eq!(
        refused(held.into(), 1, None, None),
        "seats: ann holds the spots [1, 3]; expected 2 neighbouring spots at most"
    );
}

/// By chance alone a warning is as rare as is said: also of few rounds, and of a meter that is hit now and then.
#[test]
fn honest_rounds_do_not_warn() {
    let game = game("three-card-poker");
    let bet = |wagers: &[(&str, i64)]| bet_of(&game, wagers);
    for (wagers, rounds) in [
        (&[("ante", 500), ("pair-plus", 500)][..], 2_100),
        (&[("ante", 500), ("progressive", 100)], 20_000),
        (&[("ante", 500), ("six-card-bonus", 100)], 5_000),
    ] {
        for spots in [1, 5] {
            let seats = (1..=spots).map(|spot| seat(spot, bet(wagers), Policy::Best)).collect();
            let prepared =
                Prepared::new(Setup::new(Arc::clone(&game), seats, 1, None, None).unwrap()).unwrap();
            let exact = Exact::new(&prepared);
            let warns = (1..=60).filter(|seed| exact.beside(&played(&prepared, *seed, rounds)).far);
            assert_eq!(warns.collect::<Vec<u64>>(), [0_u64; 0], "{wagers:?} {spots}");
        }
    }
}

/// A row that is hit far too often is seen, however rare it is and whoever bets it.
#[test]
fn a_rare_row_that_is_hit_too_often_is_seen() {
    let game = game("three-card-poker");
    let bet = |id: &str| Bet::new(&game, &[(WagerId::from(id), Money::from_units(500))]).unwrap();
    let seats = vec![seat(1, bet("ante"), Policy::Best), seat(3, bet("pair-plus"), Policy::Best)];
    let prepared = Prepared::new(Setup::new(Arc::clone(&game), seats, 1, None, None).unwrap()).unwrap();
    let exact = Exact::new(&prepared);
    let mut tally = played(&prepared, 1, 1_500);
    let figures = exact.beside(&tally);
    assert!(!figures.far && figures.lines.iter().all(|line| line.fit.is_some()), "{figures:?}");
    // Thirty nothings become straight flushes, of which three are expected; the money stays.
    let place = game.reconcile.lines.iter().position(|of| game.line_id(*of).as_str() == "pair-plus");
    let falls = &mut tally.spots[1].lines[place.expect("a wager")].falls;
    let most = (0..falls.len()).max_by_key(|at| falls[*at]).expect("rows");
    falls[most] -= 30;
    falls[0] += 30;
    let figures = exact.beside(&tally);
    assert!(figures.far, "{figures:?}");
}

/// Sessions that were cut off do not count, and neither do those of the same time that ended early.
#[test]
fn sessions_that_were_cut_off_do_not_count() {
    let game = game("three-card-shine");
    let player =
        Seat { bankroll: Some(Money::from_units(1_000)), ..seat(2, every_wager(&game, 1), Policy::Best) };
    for tables in [1, 3] {
        let setup = Setup::new(Arc::clone(&game), vec![player.clone()], tables, Some(400), None).unwrap();
        let prepared = Prepared::new(setup).unwrap();
        for (rounds, whole) in [(399, 0), (400, 1), (950, 2)] {
            let rounds = rounds * u64::from(tables);
            let sessions = &played(&prepared, 1, rounds).spots[0].sessions;
            assert_eq!(sessions.count, whole * u64::from(tables), "{tables} {rounds}");
            assert!(whole == 0 || sessions.ruined > 0, "{sessions:?}");
            assert_eq!(sessions.ruin_times.iter().sum::<u64>(), sessions.ruined);
        }
    }
}

/// Ruin, goals, how long it takes, and who is ahead, beside the exact chances: at one spot and at several, also of players who err.
#[test]
fn sessions_end_as_is_figured() {
    for id in GAMES {
        let game = game(id);
        let main = game.wager_nos().find(|no| game.decided_on() == Some(*no) || game.play.is_none());
        let main = game.wager(main.expect("a wager")).id.clone();
        let least = Money::from_units(1_000);
        let bet = Bet::new(&game, &[(main, least)]).unwrap();
        let player = |spot, bankroll: Option<i64>, goal: Option<i64>, errs| Seat {
            bankroll: bankroll.map(Money::from_units),
            goal: goal.map(Money::from_units),
            errs,
            ..seat(spot, bet.clone(), Policy::Best)
        };
        for seats in [
            vec![player(1, Some(12_000), Some(20_000), 0)],
            vec![
                player(1, None, None, 0),
                player(2, Some(9_000), None, 0),
                player(3, Some(9_000), None, 100_000),
            ],
        ] {
            let setup = Setup::new(Arc::clone(&game), seats, 2, Some(60), None).unwrap();
            let prepared = Prepared::new(setup).unwrap();
            let exact = Exact::new(&prepared);
            let figures = exact.beside(&played(&prepared, 4, 240_000));
            assert!(!figures.far, "{id} {figures:?}");
            assert_eq!(figures.fates.len(), prepared.setup.seats().len(), "{id}");
            for fate in &figures.fates {
                let ends = fate.beside.as_ref().unwrap_or_else(|why| panic!("{id} {why}"));
                assert!(fate.sessions == 4_000, "{id} {fate:?}");
                let near = |distance: Option<f64>| distance.is_some_and(|distance| distance.abs() < 4.0);
                assert!(ends.shares.iter().all(|share| near(share.distance)), "{id} {fate:?}");
                assert!(ends.rounds.is_none_or(|rounds| near(rounds.distance)), "{id} {fate:?}");
            }
            assert!(figures.total.is_some_and(|total| total.exact.is_some()), "{id}");
        }
    }
}

/// A rule that is broken by little shows in how sessions end; and where no exact chance applies, the reason is told.
#[test]
fn sessions_that_end_otherwise_are_seen_and_what_is_not_figured_is_told() {
    let right = game("three-card-poker");
    let text = tercet_games::builtin_text("three-card-poker").expect("a built-in game");
    let wrong =
        text.replacen("qualifies = \"queen high or better\"", "qualifies = \"jack high or better\"", 1);
    let wrong = Arc::new(tercet_games::load(&wrong).unwrap_or_else(|_| panic!("a game")));
    let of = |game: &Arc<Game>, wagers: &[(&str, i64)], spots| {
        let wagers: Vec<(WagerId, Money)> =
            wagers.iter().map(|(id, units)| (WagerId::from(*id), Money::from_units(*units))).collect();
        let bet = Bet::new(game, &wagers).unwrap();
        let seats = (1..=spots).map(|spot| Seat {
            bankroll: Some(Money::from_units(15_000)),
            ..seat(spot, bet.clone(), Policy::Best)
        });
        Prepared::new(Setup::new(Arc::clone(game), seats.collect(), 1, Some(100), None).unwrap()).unwrap()
    };
    let ante = [("ante", 1_000)];
    let tally = played(&of(&wrong, &ante, 1), 5, 2_000_000);
    let figures = Exact::new(&of(&right, &ante, 1)).beside(&tally);
    assert!(figures.fates.iter().any(Fate::is_far), "{:?}", figures.fates);
    let with_meter = [("ante", 1_000), ("progressive", 100)];
    for spots in [1, 3] {
        let prepared = of(&right, &with_meter, spots);
        let figures = Exact::new(&prepared).beside(&played(&prepared, 5, 10_000));
        assert!(figures.fates.iter().all(|fate| fate.beside == Err(NoFate::Meter)), "{:?}", figures.fates);
    }
}

/// Whoever could not pay for one round does not sit down.
#[test]
fn a_bankroll_covers_one_round() {
    let game = game("three-card-poker");
    let bet = Bet::new(&game, &[(WagerId::from("ante"), Money::from_units(500))]).unwrap();
    for (bankroll, said) in
        [(999, Some("bankroll: spot 1: $9.99; one round of its bet may cost $10")), (1_000, None)]
    {
        let seat = Seat { bankroll: Some(Money::from_units(bankroll)), ..seat(1, bet.clone(), Policy::Best) };
        let setup = Setup::new(Arc::clone(&game), vec![seat], 1, Some(9), None).unwrap();
        let refused = Prepared::new(setup).err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), said);
    }
}
