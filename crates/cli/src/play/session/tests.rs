use super::*;
use crate::play::testing::{all_games, dollars, game};
use proptest::prelude::*;
use tercet_cards::Card;
use tercet_rules::Event;

fn sit(name: &str, positions: u8, others: u8) -> Session {
    Session::sit(game(name), dollars(500), positions, others).unwrap()
}

fn bet(session: &mut Session, wager: &str, amount: i64) -> Result<Vec<Event>, Refused> {
    let (spot, no) = (session.positions()[0], session.game().wager_no(wager).unwrap());
    session.bet(spot, no, Some(dollars(amount)))
}

fn stake(session: &Session, wager: &str) -> Option<Money> {
    let no = session.game().wager_no(wager).unwrap();
    session.bets().get(&session.positions()[0])?.get(&no).copied()
}

/// A refusal with this beginning, and nothing changed.
#[track_caller]
fn refused<T: std::fmt::Debug>(
    session: &mut Session,
    said: &str,
    act: impl FnOnce(&mut Session) -> Result<T, Refused>,
) {
    let before = session.clone();
    let refused = act(session).unwrap_err().to_string();
    assert_eq!(refused, said);
    assert_eq!(*session, before, "a refusal changes nothing");
}

/// A deck with these cards on top, in the order in which they are dealt.
fn stacked(top: &str) -> Deck {
    let top = tercet_cards::parse_cards(top).unwrap();
    let rest = Card::ALL.into_iter().filter(|card| !top.contains(card));
    Deck::from_cards(&top.iter().copied().chain(rest).collect::<Vec<_>>()).unwrap()
}

#[test]
fn the_player_sits_in_the_middle_and_house_players_from_the_dealers_left() {
    let session = sit("three-card-poker", 2, 4);
    assert_eq!(session.positions(), [3, 4]);
    let seats: Vec<(u8, String)> =
        session.view().spots.into_iter().map(|spot| (spot.spot, spot.player)).collect();
    let names: Vec<(u8, &str)> = seats.iter().map(|(spot, name)| (*spot, name.as_str())).collect();
    assert_eq!(names, [(1, "Ann"), (2, "Ben"), (3, YOU), (4, YOU), (5, "Cleo"), (6, "Dan")]);
}

#[test]
fn a_table_without_room_says_so() {
    let full = Session::sit(game("three-card-poker"), dollars(500), 2, 6).unwrap_err();
    assert!(full.ends_with("has 7 positions; 8 are asked for"), "{full}");
    let one = Session::sit(game("raise-1-2-3"), dollars(500), 2, 0).unwrap_err();
    assert_eq!(one, "with this spot the player holds 2 positions; at most 1 are allowed");
}

#[test]
fn a_bet_moves_money_from_the_bankroll_to_the_table_and_back() {
    let mut session = sit("three-card-poker", 1, 0);
    bet(&mut session, "ante", 10).unwrap();
    bet(&mut session, "ante", 25).unwrap();
    bet(&mut session, "pair-plus", 5).unwrap();
    assert_eq!((session.bankroll(), session.on_table()), (dollars(470), dollars(30)));
    let (spot, ante) = (session.positions()[0], session.game().wager_no("ante").unwrap());
    session.bet(spot, ante, None).unwrap();
    assert_eq!((session.bankroll(), session.on_table()), (dollars(495), dollars(5)));
    refused(&mut session, "Nothing lies on Ante", |session| session.bet(spot, ante, None));
}

#[test]
fn undo_goes_back_step_by_step_and_clear_is_a_step_too() {
    let mut session = sit("three-card-poker", 1, 0);
    refused(&mut session, "Nothing to undo", Session::undo);
    refused(&mut session, "No bets lie on the table", Session::clear);
    bet(&mut session, "ante", 10).unwrap();
    bet(&mut session, "pair-plus", 5).unwrap();
    session.clear().unwrap();
    assert_eq!(session.bankroll(), dollars(500));
    session.undo().unwrap();
    assert_eq!(session.on_table(), dollars(15));
    session.undo().unwrap();
    assert_eq!(session.on_table(), dollars(10));
    session.undo().unwrap();
    assert!(session.bets().is_empty());
    refused(&mut session, "Nothing to undo", Session::undo);
}

#[test]
fn rebet_and_double_are_whole_or_refused() {
    let mut session = sit("three-card-poker", 1, 0);
    refused(&mut session, "No bets to repeat yet", Session::rebet);
    refused(&mut session, "No bets to repeat yet", Session::double);
    bet(&mut session, "ante", 150).unwrap();
    bet(&mut session, "progressive", 1).unwrap();
    session.close().unwrap();
    // The player loses Ante and Play, and is left with $199.
    session.deal(stacked("2s 3d 5c As Ks Qs")).unwrap();
    session.decide(Choice::Play { times: 1 }).unwrap();
    assert_eq!(session.bankroll(), dollars(199));
    refused(&mut session, "That leaves you $48, and to play on the Ante you will need $150", Session::rebet);
    refused(&mut session, "That costs $301; you have $199", Session::double);
    bet(&mut session, "ante", 20).unwrap();
    bet(&mut session, "progressive", 1).unwrap();
    session.double().unwrap();
    assert_eq!(stake(&session, "ante"), Some(dollars(40)));
    assert_eq!(stake(&session, "progressive"), Some(dollars(1)), "always $1");
    session.undo().unwrap();
    assert_eq!(stake(&session, "ante"), Some(dollars(20)));
}

#[test]
fn double_beyond_the_limit_is_refused_by_the_table() {
    let mut session = sit("three-card-pairs-plus", 1, 0);
    bet(&mut session, "ante", 10).unwrap();
    refused(&mut session, "Ante of $20; the most is $10", Session::double);
}

#[test]
fn ante_and_three_card_monster_go_together() {
    let mut session = sit("three-card-fury", 1, 0);
    assert_eq!(bet(&mut session, "ante", 10).unwrap().len(), 2);
    assert_eq!(stake(&session, "three-card-monster"), Some(dollars(10)));
    bet(&mut session, "three-card-monster", 15).unwrap();
    assert_eq!(stake(&session, "ante"), Some(dollars(15)));
    bet(&mut session, "royal-family-bonus", 5).unwrap();
    let (spot, monster) = (session.positions()[0], session.game().wager_no("three-card-monster").unwrap());
    session.bet(spot, monster, None).unwrap();
    assert_eq!(session.on_table(), dollars(5), "the Ante cannot stay without it");
    refused(&mut session, "Spot 4: Ante is required at every spot", Session::close);
}

#[test]
fn an_ante_needs_the_money_for_its_play_wager() {
    let mut session = sit("three-card-poker", 1, 0);
    refused(&mut session, "That leaves you $200, and to play on the Ante you will need $300", |session| {
        bet(session, "ante", 300)
    });
    bet(&mut session, "ante", 250).unwrap();
    refused(&mut session, "That leaves you $249, and to play on the Ante you will need $250", |session| {
        bet(session, "pair-plus", 1)
    });
    // In 3 Card Fury the 3 Card Monster costs as much again.
    let mut fury = sit("three-card-fury", 1, 0);
    refused(&mut fury, "That leaves you $100, and to play on the Ante you will need $200", |session| {
        bet(session, "ante", 200)
    });
    bet(&mut fury, "ante", 166).unwrap();
}

#[test]
fn with_two_hands_the_second_keeps_its_play_money() {
    let mut session = Session::sit(game("raise-1-2-3"), dollars(100), 1, 0).unwrap();
    bet(&mut session, "ante", 40).unwrap();
    session.close().unwrap();
    session.deal(stacked("As Ks Qs")).unwrap();
    assert_eq!(session.play_costs(3), [(1, dollars(40)), (2, dollars(80)), (3, dollars(120))]);
    refused(&mut session, "Play costs $80; you have $60", |session| {
        session.decide(Choice::Play { times: 2 })
    });
    let mut two = Session::sit(game("three-card-poker"), dollars(40), 2, 0).unwrap();
    for spot in [3, 4] {
        let ante = two.game().wager_no("ante").unwrap();
        two.bet(spot, ante, Some(dollars(10))).unwrap();
    }
    assert_eq!(two.kept_for_play(), dollars(20));
    two.close().unwrap();
    two.deal(stacked("As Ks Qs 2d 3h 7c")).unwrap();
    two.decide(Choice::Play { times: 1 }).unwrap();
    assert_eq!((two.stage(), two.kept_for_play()), (Stage::Deciding(4), dollars(10)));
}

#[test]
fn what_the_table_refuses_is_said_in_its_words() {
    let mut session = sit("three-card-poker", 1, 0);
    refused(&mut session, "Progressive of $5; the most is $1", |session| bet(session, "progressive", 5));
    refused(&mut session, "Play is made after the deal", |session| bet(session, "play", 5));
    refused(&mut session, "No bets lie on the table", Session::close);
    bet(&mut session, "progressive", 1).unwrap();
    refused(&mut session, "Spot 4: Progressive needs Ante or Pair Plus beside it", Session::close);
    refused(&mut session, "Not now: there is no hand to decide; make bets and deal", |session| {
        session.decide(Choice::Fold)
    });
    bet(&mut session, "ante", 5).unwrap();
    session.close().unwrap();
    session.deal(Deck::sorted()).unwrap();
    refused(&mut session, "Not now: the cards are out; play or fold", |session| bet(session, "ante", 5));
    refused(&mut session, "Not now: the cards are out; play or fold", Session::clear);
    refused(&mut session, "Not now: the cards are out; play or fold", Session::close);
    session.decide(Choice::Fold).unwrap();
    refused(&mut session, "Not now: the round is over; make new bets first", Session::close);
}

/// R24: who is gone while hands are open is timed out by the table; before the deal bets come back.
#[test]
fn leaving_loses_nothing_silently() {
    let mut session = sit("three-card-poker", 1, 0);
    bet(&mut session, "ante", 10).unwrap();
    let mut early = session.clone();
    assert!(matches!(early.leave().as_slice(), [Event::Returned { .. }]));
    assert_eq!(early.bankroll(), dollars(500));
    session.close().unwrap();
    let mut closed = session.clone();
    assert!(matches!(closed.leave().as_slice(), [Event::Voided { .. }]));
    assert_eq!((closed.bankroll(), closed.tally().rounds), (dollars(500), 0));
    session.deal(stacked("As Ks Qs")).unwrap();
    let events = session.leave();
    assert!(events.iter().any(|event| matches!(event, Event::Folded { by: tercet_rules::By::Table, .. })));
    assert_eq!(
        (session.stage(), session.bankroll(), session.on_table()),
        (Stage::Over, dollars(490), Money::ZERO)
    );
    assert!(session.leave().is_empty());
}

/// R19: each Progressive wager feeds the meter before the deal, and the meter after the round is the
/// settlement's.
#[test]
fn the_meter_grows_and_starts_again_after_a_full_hit() {
    let mut session = sit("three-card-poker", 1, 2);
    assert_eq!(session.meter(), Some(dollars(1_000)));
    bet(&mut session, "ante", 10).unwrap();
    bet(&mut session, "progressive", 1).unwrap();
    session.close().unwrap();
    session.deal(stacked("2c 3d 7h 2h 3c 7d As Ks Qs 2d 3h 7c")).unwrap();
    assert_eq!(session.meter(), Some(Money::from_units(100_052)), "Ben bets it too");
    session.decide(Choice::Play { times: 1 }).unwrap();
    assert_eq!(session.meter(), Some(dollars(1_000)));
    assert_eq!(session.view().meter_move.unwrap().paid, Money::from_units(100_052));
    let record = session.record().unwrap();
    assert_eq!((record.spots.len(), record.meter), (3, Some(Money::from_units(100_052))));
}

#[test]
fn house_players_bet_the_least_and_their_bets_always_stand() {
    for game in all_games() {
        let others = game.spots - 1;
        let mut session = Session::sit(game.clone(), dollars(5_000), 1, others.min(6)).unwrap();
        let (spot, main) = (session.positions()[0], layout::open_wagers(&game).next().unwrap());
        session.bet(spot, main, Some(layout::least(&game, main))).unwrap();
        let events = session.close().unwrap();
        assert!(matches!(events.as_slice(), [Event::WageringClosed]), "{}: {events:?}", game.name);
    }
}

#[test]
fn chips_fit_the_limits() {
    let chips = |name: &str, wager: &str| -> Vec<String> {
        let game = game(name);
        let no = game.wager_no(wager).unwrap();
        layout::chips(&game, no).iter().map(Money::to_string).collect()
    };
    assert_eq!(chips("three-card-poker", "ante"), ["$1", "$5", "$25", "$100", "$500", "$1,000"]);
    assert_eq!(chips("three-card-pairs-plus", "ante"), ["$1", "$2", "$5", "$10"]);
    assert_eq!(chips("three-card-fury", "three-card-monster"), chips("three-card-fury", "ante"));
    assert_eq!(chips("three-card-poker", "progressive"), ["$1"]);
    assert_eq!(chips("raise-1-2-3", "ante"), ["$5", "$25", "$100", "$500"]);
}

/// One thing that a player may try.
#[derive(Clone, Debug)]
enum Try {
    Bet(usize, usize, i64),
    Off(usize, usize),
    Clear,
    Undo,
    Rebet,
    Double,
    Deal(u64),
    Play(u8),
    Fold,
    Leave,
    Void,
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let one = prop_oneof![
        6 => (0..2_usize, 0..5_usize, 1..4_000_i64).prop_map(|(spot, wager, amount)| Try::Bet(spot, wager, amount)),
        4 => (0..2_usize, 0..5_usize, 1..40_i64).prop_map(|(spot, wager, dollars)| Try::Bet(spot, wager, dollars * 100)),
        1 => (0..2_usize, 0..5_usize).prop_map(|(spot, wager)| Try::Off(spot, wager)),
        1 => Just(Try::Clear),
        2 => Just(Try::Undo),
        3 => Just(Try::Rebet),
        2 => Just(Try::Double),
        8 => any::<u64>().prop_map(Try::Deal),
        6 => (1..4_u8).prop_map(Try::Play),
        3 => Just(Try::Fold),
        1 => Just(Try::Leave),
        1 => Just(Try::Void),
    ];
    prop::collection::vec(one, 1..60)
}

fn attempt(session: &mut Session, attempt: &Try) -> Result<(), Refused> {
    let spot = |place: usize, session: &Session| session.positions()[place % session.positions().len()];
    let wager = |place: usize, session: &Session| {
        let all: Vec<WagerNo> = session.game().wager_nos().collect();
        all[place % all.len()]
    };
    match attempt {
        Try::Bet(at, no, amount) => {
            let (at, no) = (spot(*at, session), wager(*no, session));
            session.bet(at, no, Some(Money::from_units(*amount))).map(drop)
        }
        Try::Off(at, no) => session.bet(spot(*at, session), wager(*no, session), None).map(drop),
        Try::Clear => session.clear().map(drop),
        Try::Undo => session.undo().map(drop),
        Try::Rebet => session.rebet().map(drop),
        Try::Double => session.double().map(drop),
        Try::Deal(seed) => {
            session.close()?;
            let deck = crate::play::shoe::Shoe::new(Some(*seed)).deck().unwrap();
            session.deal(deck).map(drop)
        }
        Try::Play(times) => session.decide(Choice::Play { times: *times }).map(drop),
        Try::Fold => session.decide(Choice::Fold).map(drop),
        Try::Leave => {
            session.leave();
            Ok(())
        }
        Try::Void => session.void("a test").map(drop),
    }
}

proptest! {
    /// Whatever a player tries, in every game: the bankroll, what lies on the table and the results add up;
    /// the bankroll never falls below nothing; what is refused changes nothing; an open hand can be played.
    #[test]
    fn money_is_conserved(game in 0..16_usize, positions in 1..3_u8, others in 0..4_u8, tries in tries()) {
        let games = all_games();
        let game = games[game % games.len()].clone();
        let positions = positions.min(game.positions.most);
        let start = dollars(300);
        let mut session = Session::sit(game, start, positions, others).unwrap();
        for one in &tries {
            let before = session.clone();
            if attempt(&mut session, one).is_err() && !matches!(one, Try::Deal(_)) {
                prop_assert_eq!(&session, &before);
            }
            prop_assert_eq!(session.bankroll() + session.on_table(), start + session.tally().net);
            prop_assert!(session.bankroll() >= Money::ZERO);
            prop_assert!(session.bankroll() >= session.kept_for_play());
            let lines: Money = session.tally().lines.values().map(|line| line.net).sum();
            prop_assert_eq!(lines + session.tally().envy, session.tally().net);
        }
    }
}
