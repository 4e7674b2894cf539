//! The live round, rule by rule: seats, bets, deal, decisions, reveal, reconcile, irregularities.

use crate::common::GAMES;
use std::sync::Arc;
use tercet_cards::{Card, Deck, parse_cards};
use tercet_rules::{
    Audience, By, Choice, Command, DealBy, DealerView, Event, Game, Money, Outcome, Phase, Reject, Round,
    SentBack, StaysFor, WagerId, view,
};

pub(crate) fn game(id: &str) -> Arc<Game> {
    Arc::clone(GAMES.iter().find(|game| game.id == *id).unwrap())
}

/// A built-in game with one ruling read another way.
pub(crate) fn under(id: &str, ruling: &str, reading: &str) -> Arc<Game> {
    let mut doc = tercet_games::builtin_doc(id).expect("a built-in game");
    tercet_games::variant::set_ruling(&mut doc, ruling, reading).expect("a reading of this game");
    Arc::new(doc.check().expect("the variant is valid"))
}

/// A deck with these cards on top and the others below, in order.
pub(crate) fn deck(top: &str) -> Deck {
    let mut cards = parse_cards(top).unwrap();
    cards.extend(Card::ALL.into_iter().filter(|card| !cards.contains(card)).collect::<Vec<_>>());
    Deck::from_cards(&cards).unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

pub(crate) struct Table(pub(crate) Round);

impl Table {
    fn open(game: &Arc<Game>, way: &str) -> Table {
        let way = game.ways.iter().position(|w| w.name == way).unwrap_or_else(|| panic!("a way `{way}`"));
        Table(Round::open(Arc::clone(game), way).unwrap())
    }

    /// Dealt in packets, so that the cards of a hand follow each other in the deck.
    pub(crate) fn new(game: &Arc<Game>) -> Table {
        let way = game.ways.iter().position(|way| way.by == DealBy::Packets).expect("a way with packets");
        Table(Round::open(Arc::clone(game), way).unwrap())
    }

    pub(crate) fn run(&mut self, command: &Command) -> Vec<Event> {
        self.0.run(command).unwrap_or_else(|reject| panic!("{command:?}: {reject}"))
    }

    pub(crate) fn refuse(&self, command: &Command) -> Reject {
        self.0.handle(command).expect_err("refused")
    }

    pub(crate) fn sit(&mut self, spot: u8, player: &str) {
        self.run(&Command::Sit { spot, player: player.into() });
    }

    pub(crate) fn bet(&mut self, spot: u8, wager: &str, amount: i64) {
        self.run(&bet(spot, wager, amount));
    }

    pub(crate) fn deal(&mut self, top: &str) -> Vec<Event> {
        self.run(&Command::CloseWagers);
        let meter = self.0.game().meter.as_ref().map(|meter| meter.start);
        self.run(&Command::Deal { deck: deck(top), meter })
    }

    fn hand(&self, spot: u8) -> Vec<Card> {
        let Phase::Deciding(dealt) = self.0.phase() else { panic!("cards are out") };
        dealt.hands.iter().find(|hand| hand.seat.spot == spot).unwrap().cards.clone()
    }

    fn dealer(&self) -> Vec<Card> {
        let Phase::Deciding(dealt) = self.0.phase() else { panic!("cards are out") };
        dealt.dealer.clone()
    }

    pub(crate) fn outcome(&self, spot: u8, wager: &str) -> Outcome {
        let Phase::Settled(_, settlement) = self.0.phase() else { panic!("settled") };
        let spot = settlement.spots.iter().find(|s| s.spot == spot).unwrap();
        spot.lines.iter().find(|line| line.id == *wager).unwrap().outcome
    }
}

pub(crate) fn bet(spot: u8, wager: &str, amount: i64) -> Command {
    Command::Place { spot, wager: WagerId::from(wager), amount: Money::from_units(amount) }
}

pub(crate) const PLAY: Choice = Choice::Play { times: 1 };

pub(crate) fn decide(spot: u8, choice: Choice) -> Command {
    Command::Decide { spot, choice }
}

/// 000.3.rotation: one card at a time from the dealer's left to right, in rotation, the dealer last.
#[test]
fn cards_are_dealt_in_rotation() {
    let mut table = Table::open(&game("three-card-fortune"), "by hand");
    for (spot, player) in [(5, "eve"), (2, "bob")] {
        table.sit(spot, player);
        table.bet(spot, "ante", 1000);
    }
    table.deal("2c 3c 4c 5c 6c 7c 8c 9c Tc");
    assert_eq!(table.hand(2), cards("2c 5c 8c"), "spot 2 is nearer the dealer's left");
    assert_eq!(table.hand(5), cards("3c 6c 9c"));
    assert_eq!(table.dealer(), cards("4c 7c Tc"));
}

/// 000.3.packets, 003.deal, 004.3: packets of three, left to right, the dealer's packet last.
#[test]
fn packets_are_dealt_with_the_dealer_last() {
    for id in ["three-card-fortune", "three-card-poker", "three-card-pairs-plus"] {
        let game = game(id);
        let mut table = Table::new(&game);
        for (spot, player) in [(7, "gil"), (1, "ann")] {
            table.sit(spot, player);
            table.bet(spot, "ante", 1000);
        }
        table.deal("2c 3c 4c 5c 6c 7c 8c 9c Tc");
        assert_eq!(table.hand(1), cards("2c 3c 4c"), "{id}");
        assert_eq!(table.hand(7), cards("5c 6c 7c"), "{id}");
        assert_eq!(table.dealer(), cards("8c 9c Tc"), "{id}");
    }
}

/// 002.2: three cards to the dealer first, then four to each player.
#[test]
fn fury_deals_the_dealer_first() {
    let mut table = Table::new(&game("three-card-fury"));
    for (spot, player) in [(3, "cat"), (6, "fay")] {
        table.sit(spot, player);
        table.bet(spot, "ante", 1000);
        table.bet(spot, "three-card-monster", 1000);
    }
    table.deal("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc");
    assert_eq!(table.dealer(), cards("2c 3c 4c"));
    assert_eq!(table.hand(3), cards("5c 6c 7c 8c"));
    assert_eq!(table.hand(6), cards("9c Tc Jc Qc"));
}

/// 000.2, 003.before, 003.prog.before, 004.2, 004.1: once "No more bets" is said, no wager is made or taken
/// back; and no card is dealt before it is said.
#[test]
fn no_wager_after_no_more_bets() {
    for id in ["three-card-fortune", "three-card-poker", "three-card-pairs-plus"] {
        let mut table = Table::new(&game(id));
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        let deal = Command::Deal { deck: deck(""), meter: None };
        assert!(
            matches!(table.refuse(&deal), Reject::WrongPhase { .. }),
            "{id}: dealt before bets were closed"
        );
        table.run(&Command::CloseWagers);
        for command in [
            bet(1, "ante", 500),
            Command::TakeBack { spot: 1, wager: WagerId::from("ante") },
            Command::Sit { spot: 2, player: "bob".into() },
            Command::Leave { spot: 1 },
        ] {
            assert!(matches!(table.refuse(&command), Reject::WrongPhase { .. }), "{id}: {command:?}");
        }
    }
    assert_eq!(Event::WageringClosed.say(&game("three-card-fortune")), "No more bets.");
}

/// 003.prog.accepted: the position shows at once that the progressive wager lies there, to everybody.
#[test]
fn an_accepted_wager_shows() {
    let mut table = Table::new(&game("three-card-poker"));
    table.sit(4, "dan");
    table.bet(4, "ante", 1000);
    table.bet(4, "progressive", 100);
    for audience in [Audience::Player("dan"), Audience::Player("ann"), Audience::Dealer, Audience::Spectator]
    {
        let seen = view(&table.0, audience);
        assert!(seen.spots[0].wagers.contains(&(WagerId::from("progressive"), Money::from_units(100))));
    }
}

/// 000.1.positions, R27=refused, R27=allowed: one player may bet two adjacent positions and no others,
/// unless the house allows it.
#[test]
fn two_adjacent_positions() {
    let fortune = game("three-card-fortune");
    let mut table = Table::new(&fortune);
    table.sit(3, "ann");
    assert!(matches!(
        table.refuse(&Command::Sit { spot: 5, player: "ann".into() }),
        Reject::Positions { .. }
    ));
    table.sit(4, "ann");
    assert!(matches!(
        table.refuse(&Command::Sit { spot: 5, player: "ann".into() }),
        Reject::Positions { .. }
    ));
    table.sit(5, "bob");

    let mut table = Table::new(&under("three-card-fortune", "R27", "allowed"));
    for spot in [1, 3, 7] {
        table.sit(spot, "ann");
    }
}

/// 000.4.decision, 000.play, 001.play, 002.3, 003.play, 004.4, 004.6: the decision is a Play wager equal to
/// the Ante, or a fold; once, after the cards are out.
#[test]
fn the_decision_is_play_or_fold() {
    for (id, others) in [
        ("three-card-fortune", None),
        ("three-card-shine", None),
        ("three-card-fury", Some("three-card-monster")),
        ("three-card-poker", None),
        ("three-card-pairs-plus", None),
    ] {
        let mut table = Table::new(&game(id));
        for spot in [1, 2] {
            table.sit(spot, &format!("player {spot}"));
            table.bet(spot, "ante", 700);
            if let Some(other) = others {
                table.bet(spot, other, 700);
            }
        }
        assert!(matches!(table.refuse(&decide(1, PLAY)), Reject::WrongPhase { .. }), "{id}");
        table.deal("");
        assert!(
            matches!(table.refuse(&decide(1, Choice::Play { times: 2 })), Reject::BadMultiple { .. }),
            "{id}"
        );
        assert!(matches!(table.refuse(&Command::Reveal), Reject::Undecided { .. }), "{id}");
        let played = table.run(&decide(1, PLAY));
        assert_eq!(
            played,
            [Event::Played { spot: 1, times: 1, amount: Money::from_units(700), by: By::Player }]
        );
        assert!(
            matches!(table.refuse(&decide(1, Choice::Fold)), Reject::NothingToDecide { spot: 1 }),
            "{id}"
        );
        table.run(&decide(2, Choice::Fold));
        table.run(&Command::Reveal);
    }
}

/// 000.4.tuck, 000.5, 004.5, 004.7: a fold with a live side bet keeps the cards under it; without one, the
/// cards and the forfeited wagers are collected before the dealer's hand is shown.
#[test]
fn folded_hands_are_collected_or_tucked() {
    let mut table = Table::new(&game("three-card-fortune"));
    for spot in [1, 2] {
        table.sit(spot, &format!("player {spot}"));
        table.bet(spot, "ante", 1000);
    }
    table.bet(2, "super-6-bonus", 500);
    table.deal("");
    table.run(&decide(1, Choice::Fold));
    table.run(&decide(2, Choice::Fold));
    let events = table.run(&Command::Reveal);
    let ante = vec![(WagerId::from("ante"), Money::from_units(1000))];
    let collected = |spot, under: Option<&str>| Event::Collected {
        spot,
        wagers: ante.clone(),
        stays_for: under.map(|id| StaysFor::Wager(WagerId::from(id))),
        corrects: false,
    };
    assert_eq!(events[0], collected(2, Some("super-6-bonus")));
    assert_eq!(events[1], collected(1, None));
    assert!(matches!(events[2], Event::Revealed(_)));
    table.run(&Command::Reconcile { meter: None });
    // 000.7.who: the folded hand with a live side bet is shown, the other is not.
    let seen = view(&table.0, Audience::Spectator);
    assert_eq!(seen.spots[0].cards, None);
    assert!(seen.spots[1].cards.is_some());
}

/// 000.6: the dealer's hand is arranged high to low, and announced as playing or not.
#[test]
fn the_dealer_announces_the_hand() {
    let say = |id: &str, dealer: &str| {
        let mut table = Table::new(&game(id));
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        table.deal(&format!("2c 2d 2h {dealer}"));
        table.run(&decide(1, PLAY));
        let events = table.run(&Command::Reveal);
        events.last().unwrap().say(table.0.game())
    };
    assert_eq!(say("three-card-fortune", "4c Qs 9d"), "Qs 9d 4c. Dealer plays: queen high.");
    assert_eq!(say("three-card-fortune", "4c Js 9d"), "Js 9d 4c. Dealer doesn't play: jack high.");
    assert_eq!(say("three-card-poker", "3c As 3d"), "As 3d 3c. Dealer plays: pair of threes.");
}

/// 004.3: players look only when all cards are out; until the showdown a player sees the own hand only.
/// 002.5, 004.9, 000.7.who: hands that played are shown to all when they are reconciled.
#[test]
fn hands_are_hidden_until_reconciled() {
    let mut table = Table::new(&game("three-card-pairs-plus"));
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        table.sit(spot, player);
        table.bet(spot, "ante", 1000);
    }
    table.deal("");
    let seen = view(&table.0, Audience::Player("ann"));
    assert!(seen.spots[0].cards.is_some() && seen.spots[1].cards.is_none());
    assert_eq!(seen.dealer, Some(DealerView::FaceDown(3)));
    assert!(view(&table.0, Audience::Dealer).spots.iter().all(|spot| spot.cards.is_none()));
    table.run(&decide(1, PLAY));
    table.run(&decide(2, PLAY));
    table.run(&Command::Reveal);
    assert!(view(&table.0, Audience::Player("ann")).spots[1].cards.is_none());
    table.run(&Command::Reconcile { meter: None });
    assert!(view(&table.0, Audience::Player("ann")).spots[1].cards.is_some());
}

/// 000.7.order, 000.7.lines, 004.9, R23=play-ante-sides: paid from the dealer's right, within a spot Play,
/// Ante, Ante Bonus, then the side bets.
#[test]
fn spots_are_paid_from_the_dealers_right() {
    for (id, sides) in [
        ("three-card-fortune", vec!["lucky-pairs", "super-6-bonus"]),
        ("three-card-shine", vec!["pair-xxx", "super-6-bonus"]),
        ("three-card-poker", vec!["pair-plus", "six-card-bonus", "progressive"]),
        ("three-card-pairs-plus", vec!["pairs-plus", "six-card-bonus"]),
    ] {
        let game = game(id);
        let mut table = Table::new(&game);
        for spot in [1, 4, 7] {
            table.sit(spot, &format!("player {spot}"));
            table.bet(spot, "ante", 1000);
            for side in &sides {
                table.bet(spot, side, if *side == "progressive" { 100 } else { 1000 });
            }
        }
        table.deal("2c 3c 4c");
        for spot in [4, 7, 1] {
            table.run(&decide(spot, PLAY));
        }
        table.run(&Command::Reveal);
        let events = table.run(&Command::Reconcile { meter: None });
        let said = events[0].say(&game);
        let order: Vec<&str> = said.lines().map(|line| line.split(':').next().unwrap()).collect();
        assert_eq!(order, ["Spot 7", "Spot 4", "Spot 1"], "{id}: {said}");
        let Event::Reconciled(settlement) = &events[0] else { panic!("reconciled") };
        let lines: Vec<&str> = settlement.spots[0].lines.iter().map(|line| line.id.as_str()).collect();
        let expected: Vec<&str> = ["play", "ante", "ante-bonus"].into_iter().chain(sides).collect();
        assert_eq!(lines, expected, "{id}");
    }
}

/// R24=fold: a player who does not decide in time is folded by the table, and the event says so.
#[test]
fn time_out_folds() {
    let mut table = Table::new(&game("three-card-poker"));
    table.sit(1, "ann");
    table.bet(1, "ante", 1000);
    table.bet(1, "pair-plus", 1000);
    table.deal("2c 2d 2h");
    let events = table.run(&Command::TimeOut { spot: 1 });
    assert_eq!(events, [Event::Folded { spot: 1, by: By::Table }]);
    assert!(events[0].say(table.0.game()).contains("the table decided"));
    table.run(&Command::Reveal);
    table.run(&Command::Reconcile { meter: None });
    assert_eq!(table.outcome(1, "ante"), Outcome::Forfeit);
    assert_eq!(table.outcome(1, "pair-plus"), Outcome::Win);
}

/// R24=play-made-hands: the table plays a pair or better, or a hand with a live wager on the own cards.
#[test]
fn time_out_plays_made_hands() {
    let game = under("three-card-poker", "R24", "play-made-hands");
    for (top, side, plays) in
        [("2c 2d 9h", None, true), ("2c 4d 9h", None, false), ("2c 4d 9h", Some("pair-plus"), true)]
    {
        let mut table = Table::new(&game);
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        if let Some(side) = side {
            table.bet(1, side, 1000);
        }
        table.deal(top);
        let events = table.run(&Command::TimeOut { spot: 1 });
        assert_eq!(matches!(events[0], Event::Played { by: By::Table, .. }), plays, "{top} {side:?}");
    }
}

/// R25=void: an exposed card, a wrong number of cards or a foul deck voids the round for everybody; every stake
/// returns.
#[test]
fn an_irregularity_voids_the_round() {
    for event in ["exposed-card", "wrong-card-count", "foul-deck"] {
        let mut table = Table::new(&game("three-card-poker"));
        for spot in [1, 2] {
            table.sit(spot, &format!("player {spot}"));
            table.bet(spot, "ante", 1000);
            table.bet(spot, "pair-plus", 500);
        }
        table.deal("");
        table.run(&decide(1, PLAY));
        let events = table.run(&Command::Report { event: event.into() });
        let Event::Voided { returned, .. } = &events[1] else { panic!("void: {events:?}") };
        let total: Money = returned.iter().map(|(_, _, amount)| *amount).sum();
        assert_eq!(total, Money::from_units(1000 + 500 + 1000 + 1000 + 500), "{event}");
        assert!(matches!(table.0.phase(), Phase::Voided { .. }));
    }
}

/// R25=continue: the round goes on, and the player still decides. R25=settle: the wager is settled as the cards
/// lie, with nothing more to decide. R25=forfeit: it is lost, with nothing to decide.
#[test]
fn an_irregularity_under_another_policy() {
    for (reading, decides, expected) in [
        ("continue", true, Outcome::Win),
        ("settle", false, Outcome::Win),
        ("forfeit", false, Outcome::Forfeit),
    ] {
        let mut table = Table::new(&under("three-card-poker", "R25", reading));
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        table.bet(1, "pair-plus", 500);
        table.deal("2c 2d 2h 9c 4d 3s");
        table.run(&Command::Report { event: "exposed-card".into() });
        let open = table.0.handle(&decide(1, PLAY)).is_ok();
        assert_eq!(open, decides, "R25={reading}");
        if decides {
            table.run(&decide(1, PLAY));
        }
        table.run(&Command::Reveal);
        table.run(&Command::Reconcile { meter: None });
        assert_eq!(table.outcome(1, "ante"), expected, "R25={reading}");
        assert_eq!(table.outcome(1, "pair-plus"), expected, "R25={reading}");
    }
}

/// R25=settle: one wager is settled as the cards lie while the rest of the round is void.
#[test]
fn one_wager_is_settled_while_the_rest_is_void() {
    let mut doc = tercet_games::builtin_doc("three-card-poker").unwrap();
    let policy = doc.irregular.iter_mut().find(|policy| policy.event == "exposed-card").unwrap();
    policy
        .wagers
        .push((WagerId::from("pair-plus"), tercet_rules::Setting::Fixed(tercet_rules::Irregular::Settle)));
    let mut table = Table::new(&Arc::new(doc.check().unwrap()));
    for spot in [1, 2] {
        table.sit(spot, &format!("player {spot}"));
        table.bet(spot, "ante", 1000);
    }
    table.bet(1, "pair-plus", 500);
    table.deal("2c 2d 2h 3c 3d 9h");
    table.run(&decide(1, PLAY));
    table.run(&Command::Report { event: "exposed-card".into() });
    // Nothing is left to decide for the other spot: its Ante is void.
    assert!(matches!(table.refuse(&decide(2, PLAY)), Reject::NothingToDecide { spot: 2 }));
    table.run(&Command::Reveal);
    table.run(&Command::Reconcile { meter: None });
    assert_eq!(table.outcome(1, "ante"), Outcome::Void);
    assert_eq!(table.outcome(1, "play"), Outcome::Void);
    assert_eq!(table.outcome(1, "pair-plus"), Outcome::Win);
    assert_eq!(table.outcome(2, "ante"), Outcome::Void);
}

/// R20=first-settled: two tables are dealt on one meter and both hit it; the first that is settled takes it
/// whole, the second takes what the meter then shows.
#[test]
fn two_tables_hit_one_meter() {
    let game = game("three-card-poker");
    let mut tables = [Table::new(&game), Table::new(&game)];
    let pool = Money::from_units(500_000);
    for table in &mut tables {
        table.sit(1, "ann");
        table.bet(1, "ante", 1000);
        table.bet(1, "progressive", 100);
        table.run(&Command::CloseWagers);
        table.run(&Command::Deal { deck: deck("As Ks Qs"), meter: Some(pool) });
        table.run(&decide(1, PLAY));
        table.run(&Command::Reveal);
    }
    let mut now = pool;
    let paid: Vec<Money> = tables
        .iter_mut()
        .map(|table| {
            table.run(&Command::Reconcile { meter: Some(now) });
            let Phase::Settled(dealt, settlement) = table.0.phase() else { panic!("settled") };
            let meter = settlement.meter.unwrap();
            assert_eq!(
                dealt.record(&game).unwrap().meter,
                Some(now),
                "the record says what it was settled from"
            );
            now = meter.after;
            meter.paid
        })
        .collect();
    let start = game.meter.as_ref().unwrap().start;
    assert_eq!(paid, [pool, start]);
    assert_eq!(now, start);
}

/// A folded hand with a bonus that stays is shown, for the bonus is paid on it (R4=stays).
#[test]
fn a_hand_that_is_paid_a_bonus_after_a_fold_is_shown() {
    let mut table = Table::new(&under("three-card-poker", "R4", "stays"));
    table.sit(1, "ann");
    table.bet(1, "ante", 1000);
    table.deal("2c 2d 2h");
    table.run(&decide(1, Choice::Fold));
    table.run(&Command::Reveal);
    table.run(&Command::Reconcile { meter: None });
    assert_eq!(table.outcome(1, "ante-bonus"), Outcome::Win);
    assert!(view(&table.0, Audience::Spectator).spots[0].cards.is_some());
}

/// 002.1.equal, 003.6cb.requires, 004.bonus.requires: when bets close, wagers that cannot stand come back
/// with the rule they break, and the others stay.
#[test]
fn wagers_that_cannot_stand_come_back() {
    let mut table = Table::new(&game("three-card-fury"));
    for spot in [1, 2, 3] {
        table.sit(spot, &format!("player {spot}"));
    }
    table.bet(1, "ante", 1000);
    table.bet(2, "ante", 1000);
    table.bet(2, "three-card-monster", 500);
    table.bet(3, "ante", 1000);
    table.bet(3, "three-card-monster", 1000);
    let events = table.run(&Command::CloseWagers);
    let spot_of = |event: &Event| {
        if let Event::Returned { spot, because: Some(_), .. } = event { Some(*spot) } else { None }
    };
    let back: Vec<u8> = events.iter().filter_map(spot_of).collect();
    assert_eq!(back, [1, 2, 2]);
    let Phase::Closed { seats } = table.0.phase() else { panic!("closed") };
    assert_eq!(seats.len(), 1);
    assert_eq!(seats[0].spot, 3);
}

/// Between "no more bets" and the deal the table may send a seat's wagers back; the last ones end the round.
#[test]
fn a_seat_may_be_sent_back_before_the_deal_and_not_after() {
    let mut table = Table::new(&game("three-card-poker"));
    let back = |spot| Command::SendBackWithheld { spot };
    for spot in [1, 2] {
        table.sit(spot, &format!("player {spot}"));
        table.bet(spot, "ante", 1000);
        table.bet(spot, "pair-plus", 500);
    }
    assert!(matches!(table.refuse(&back(1)), Reject::WrongPhase { .. }));
    table.run(&Command::CloseWagers);
    assert_eq!(table.refuse(&back(3)), Reject::SpotEmpty { spot: 3 });
    let events = table.run(&back(1));
    assert_eq!(events.len(), 2);
    for (event, stake) in events.iter().zip([1000, 500]) {
        let Event::Returned { spot: 1, amount, because: Some(SentBack::Withheld), .. } = event else {
            panic!("returned: {event:?}")
        };
        assert_eq!(amount.units(), stake);
        assert!(event.say(table.0.game()).contains("did not tell it"));
    }
    let Phase::Closed { seats } = table.0.phase() else { panic!("closed") };
    assert_eq!(seats.iter().map(|seat| seat.spot).collect::<Vec<_>>(), [2]);
    let mut other = table.0.clone();
    assert!(matches!(other.run(&back(2)).unwrap().last(), Some(Event::Voided { .. })));
    assert!(matches!(other.phase(), Phase::Voided { .. }));
    table.run(&Command::Deal { deck: deck(""), meter: None });
    assert!(matches!(table.refuse(&back(2)), Reject::WrongPhase { .. }));
}

/// The floor may void a round at any time before it is settled, with a reason; never after.
#[test]
fn the_floor_voids_a_round() {
    let mut table = Table::new(&game("three-card-poker"));
    table.sit(1, "ann");
    table.bet(1, "ante", 1000);
    let mut early = Round::open(Arc::clone(table.0.game()), 0).unwrap();
    assert!(early.run(&Command::Void { reason: "drill".into() }).is_ok());
    table.deal("");
    table.run(&decide(1, PLAY));
    table.run(&Command::Reveal);
    table.run(&Command::Reconcile { meter: None });
    assert!(matches!(table.refuse(&Command::Void { reason: "late".into() }), Reject::WrongPhase { .. }));
}
