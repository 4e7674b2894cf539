//! Rules of the documents that a settlement does not show: what is dealt and how, what may be bet and how
//! much, who is paid first, and what stands on the rule card. Each line names the rule it would see broken.

use tercet_cards::{Ace, Card, ThreeRank, parse_cards, rank_three};
use tercet_games::builtin_game;
use tercet_games::variant::set_ruling;
use tercet_rules::{
    Amount, Basis, Beyond, CardSection, DealBy, DealOrder, Due, EnvyHands, Game, Money, OnFold, OwnPositions,
    Pay, Reads, Stage, Wager,
};

fn game(id: &str) -> Game {
    builtin_game(id).expect("built in")
}

/// The game under another reading.
fn under(id: &str, ruling: &str, reading: &str) -> Game {
    let mut doc = tercet_games::builtin_doc(id).expect("built in");
    set_ruling(&mut doc, ruling, reading).expect("a reading");
    doc.check().expect("a game")
}

fn wager<'a>(game: &'a Game, id: &str) -> &'a Wager {
    game.wager(game.wager_no(id).expect("a wager"))
}

/// The strength of three cards in a game.
fn rank(game: &Game, cards: &str) -> ThreeRank {
    let cards: [Card; 3] = parse_cards(cards).expect("cards").try_into().expect("three");
    rank_three(cards, game.ace)
}

/// The limits of a wager in dollars.
fn limits(game: &Game, id: &str) -> [i64; 3] {
    let limits = wager(game, id).limits.as_ref().expect("limits");
    [limits.min, limits.max, limits.step].map(|money| money.units() / 100)
}

/// The wagers one of which a wager needs, group by group.
fn needs<'a>(game: &'a Game, id: &str) -> Vec<Vec<&'a str>> {
    let ids =
        |any_of: &[tercet_rules::WagerNo]| any_of.iter().map(|no| game.wager(*no).id.as_str()).collect();
    wager(game, id).needs.iter().map(|needs| ids(&needs.any_of)).collect()
}

fn on_fold(game: &Game, id: &str) -> OnFold {
    wager(game, id).on_fold.0
}

/// The ways to deal.
fn ways(game: &Game) -> Vec<(DealBy, DealOrder)> {
    game.ways.iter().map(|way| (way.by, way.order)).collect()
}

/// The lines of a spot in the order in which they are paid.
fn lines(game: &Game) -> Vec<&str> {
    game.reconcile.lines.iter().map(|line| game.line_id(*line).as_str()).collect()
}

/// A text of the rule card: the section it stands in and the words that it must hold.
fn assert_card(game: &Game, rule: &str, section: CardSection, words: &[&str]) {
    let stands = game.card.iter().any(|text| {
        text.rule.as_ref().is_some_and(|id| *id == *rule)
            && text.section == section
            && words.iter().all(|word| text.text.contains(word))
    });
    assert!(stands, "{}: no {section:?} text for {rule} with {words:?}", game.id);
}

/// Play is the decision, and it equals the Ante.
fn assert_play_equals_ante(game: &Game) {
    let play = wager(game, "play");
    assert_eq!(play.stage, Stage::Decision);
    assert_eq!(play.amount, Amount::Times(vec![1], game.wager_no("ante").expect("an Ante")));
    assert_eq!(game.decided_on(), game.wager_no("ante"));
}

/// The least hand that qualifies, and the best that does not.
fn assert_qualifier(game: &Game, least: &str, not: &str) {
    assert!(game.qualifier.admits(rank(game, least)), "{}: {least}", game.id);
    assert!(!game.qualifier.admits(rank(game, not)), "{}: {not}", game.id);
}

/// Straight flush, three of a kind, straight, flush, pair, high card; the ace in 3-2-A too.
fn assert_ranking(game: &Game) {
    let falling =
        ["As Ks Qs", "3s 2s As", "2s 2h 2d", "Qs Kh Ad", "3s 2h Ad", "Ks Qs Ts", "2s 2h 3d", "As Kh Jd"];
    assert!(falling.is_sorted_by(|a, b| rank(game, a) > rank(game, b)), "{}", game.id);
}

#[test]
fn three_card_fortune() {
    let game = game("three-card-fortune");
    // 000.deck, 000.rank.order, 000.rank.ace: one pack, the order of the hands, the ace high but in 3-2-A.
    assert_eq!(game.pack.rule.as_ref().map(|id| id.as_str()), Some("000.deck"));
    assert_eq!(game.order.rule.as_ref().map(|id| id.as_str()), Some("000.rank.order"));
    assert_ranking(&game);
    assert_eq!(game.ace, Ace::HighAndLow);
    // 000.rank.high: the highest card decides, then the next, then the last.
    assert_card(&game, "000.rank.high", CardSection::Player, &["highest", "next", "last"]);
    assert!(rank(&game, "As 3h 2c") > rank(&game, "As Kh Jd"));
    assert!(
        ["As 9h 4c", "Ks Qh Tc", "Ks Qh 9c", "Ks Jh 9c"].is_sorted_by(|a, b| rank(&game, a) > rank(&game, b))
    );
    // 000.ways: three ways to play, each alone (R9=as-written), or with an Ante (R9=ante-needed).
    assert_card(
        &game,
        "000.ways",
        CardSection::Player,
        &["three ways", "Ante", "Lucky Pair's", "Super 6 Bonus"],
    );
    let ante_needed = under("three-card-fortune", "R9", "ante-needed");
    for id in ["ante", "lucky-pairs", "super-6-bonus"] {
        assert_eq!((&wager(&game, id).required, needs(&game, id).len()), (&None, 0), "{id}");
        assert_eq!(wager(&game, id).amount, Amount::Free);
        assert_eq!(needs(&ante_needed, id).len(), usize::from(id != "ante"), "{id}");
    }
    // 000.qualify: queen high.
    assert_qualifier(&game, "Qs 3h 2d", "Js Th 8d");
    // 000.play, 000.4.decision: Play equals the Ante, made after looking; or fold.
    assert_play_equals_ante(&game);
    assert_card(
        &game,
        "000.4.decision",
        CardSection::Player,
        &["Look at your cards", "equal to your Ante", "fold"],
    );
    // 000.fold, 000.4.tuck: a fold loses the Ante and nothing else.
    assert_eq!(on_fold(&game, "ante"), OnFold::Forfeit);
    assert_eq!(
        (on_fold(&game, "lucky-pairs"), on_fold(&game, "super-6-bonus")),
        (OnFold::Stays, OnFold::Stays)
    );
    assert_card(&game, "000.4.tuck", CardSection::Procedure, &["folds", "side bet", "tuck the cards"]);
    // 000.1.limits: the posted limits, R26=posted.
    for id in ["ante", "lucky-pairs", "super-6-bonus"] {
        assert_eq!(limits(&game, id), [1, 1000, 1], "{id}");
    }
    // 000.1.positions: two adjacent positions, others refused (R27=refused) or allowed (R27=allowed).
    assert_eq!(
        (game.positions.most, game.positions.adjacent, game.positions.beyond),
        (2, true, Beyond::Refused)
    );
    assert_eq!(under("three-card-fortune", "R27", "allowed").positions.beyond, Beyond::Allowed);
    // 000.2: "No more bets" before any card.
    assert_card(&game, "000.2", CardSection::Procedure, &["\"No more bets\"", "before dealing any card"]);
    // 000.3.rotation, 000.3.packets: by hand in rotation, from a shuffler in packets, the dealer last.
    assert_eq!((game.player.0, game.dealer.0), (3, 3));
    assert_eq!(
        ways(&game),
        [(DealBy::Rotation, DealOrder::DealerLast), (DealBy::Packets, DealOrder::DealerLast)]
    );
    // 000.5, 000.6, 000.7.who: what the dealer does when all have decided.
    assert_card(&game, "000.5", CardSection::Procedure, &["collect all forfeited wagers and their cards"]);
    assert_card(
        &game,
        "000.6",
        CardSection::Procedure,
        &["high to low", "\"Dealer doesn't play\"", "\"Dealer plays\""],
    );
    assert_card(
        &game,
        "000.7.who",
        CardSection::Procedure,
        &["every hand that played", "folded hand whose side bet stands"],
    );
    // 000.7.order, 000.7.lines: from the dealer's right; Play, Ante, Ante Bonus, Lucky Pair's, Super 6 Bonus.
    assert!(game.reconcile.right_to_left);
    assert_eq!(lines(&game), ["play", "ante", "ante-bonus", "lucky-pairs", "super-6-bonus"]);
}

#[test]
fn three_card_shine() {
    let game = game("three-card-shine");
    // 001.deck, 001.rank.order, 001.rank.ace, 001.rank.high: as 000.
    assert_eq!(game.pack.rule.as_ref().map(|id| id.as_str()), Some("001.deck"));
    assert_eq!(game.order.rule.as_ref().map(|id| id.as_str()), Some("001.rank.order"));
    assert_ranking(&game);
    assert_eq!(game.ace, Ace::HighAndLow);
    assert_card(&game, "001.rank.high", CardSection::Player, &["highest", "next", "last"]);
    // 001.ways: the Ante, the optional Pair XXX, the optional Super 6 Bonus.
    assert_card(&game, "001.ways", CardSection::Player, &["three ways", "Ante", "Pair XXX", "Super 6 Bonus"]);
    for id in ["ante", "pair-xxx", "super-6-bonus"] {
        assert_eq!((&wager(&game, id).required, needs(&game, id).len()), (&None, 0), "{id}");
        assert_eq!(limits(&game, id), [1, 1000, 1], "{id}, R26=posted");
    }
    // 001.qualify, 001.play, 001.fold.
    assert_qualifier(&game, "Qs 3h 2d", "Js Th 8d");
    assert_play_equals_ante(&game);
    assert_eq!(on_fold(&game, "ante"), OnFold::Forfeit);
    // 001.bonus.base, 001.bonus.when: paid on the Play wager, whatever the dealer holds.
    let bonus = &game.bonuses[0];
    assert_eq!((Some(bonus.on), bonus.due.0), (game.wager_no("play"), Due::Always));
    assert_card(&game, "001.bonus.base", CardSection::Player, &["Play Bonus", "amount in the Play spot"]);
    // R23=play-ante-sides: the order that the sheet does not give.
    assert!(game.reconcile.right_to_left);
    assert_eq!(lines(&game), ["play", "ante", "ante-bonus", "pair-xxx", "super-6-bonus"]);
}

#[test]
fn three_card_fury() {
    let game = game("three-card-fury");
    // 002.deck, 002.object: one pack; the best hand of three.
    assert_eq!(game.pack.rule.as_ref().map(|id| id.as_str()), Some("002.deck"));
    assert_card(&game, "002.object", CardSection::Player, &["best three-card hand", "beat the dealer"]);
    // 002.1.equal: Ante and 3 Card Monster are required and equal. 002.1.optional: the other bonus is optional.
    assert!(wager(&game, "ante").required.is_some() && wager(&game, "three-card-monster").required.is_some());
    let ante = game.wager_no("ante").expect("an Ante");
    assert_eq!(wager(&game, "three-card-monster").amount, Amount::EqualTo(ante));
    assert_eq!(wager(&game, "royal-family-bonus").required, None);
    assert_card(&game, "002.1.optional", CardSection::Player, &["optional"]);
    // 002.2: three to the dealer first, then four to each player.
    assert_eq!((game.player.0, game.dealer.0), (4, 3));
    assert_eq!(ways(&game), [(DealBy::Packets, DealOrder::DealerFirst)]);
    // 002.3: Play equals the Ante.
    assert_play_equals_ante(&game);
    // 002.4, R8=forfeit: a fold loses all three; R8=stays keeps one.
    for id in ["ante", "three-card-monster", "royal-family-bonus"] {
        assert_eq!(on_fold(&game, id), OnFold::Forfeit, "{id}");
    }
    assert_eq!(on_fold(&under("three-card-fury", "R8", "stays"), "royal-family-bonus"), OnFold::Stays);
    // 002.5, 002.13.regardless: best three of four play; the bonus counts all four.
    assert_card(&game, "002.5", CardSection::Procedure, &["best three of the player's four"]);
    assert_eq!(wager(&game, "three-card-monster").table.reads, Reads::Hand);
    assert_eq!(wager(&game, "royal-family-bonus").table.reads, Reads::AllFour);
    assert_card(&game, "002.13.regardless", CardSection::Player, &["all four", "whatever the dealer holds"]);
    // 002.6: king high.
    assert_qualifier(&game, "Ks 3h 2d", "Qs Jh 9d");
    // R13=ace-both, R13=ace-high.
    assert_eq!(game.ace, Ace::HighAndLow);
    assert_eq!(under("three-card-fury", "R13", "ace-high").ace, Ace::HighOnly);
    // R11=busted-first, R12=loses, R14=highest-row: rulings with one reading are named where they decide.
    let named = |id: &str, wager_id: &str| {
        let rows = &wager(&game, wager_id).table.rows;
        rows.iter().any(|row| row.cites.ruling.as_ref().is_some_and(|ruling| *ruling == *id))
    };
    assert!(named("R11", "three-card-monster") && named("R12", "three-card-monster"));
    assert!(named("R10", "ante"));
    let several = &wager(&game, "royal-family-bonus").table.several_rows;
    assert_eq!(several.ruling.as_ref().map(|ruling| ruling.as_str()), Some("R14"));
    // R23=play-ante-sides, R26=posted.
    assert_eq!(lines(&game), ["play", "ante", "three-card-monster", "royal-family-bonus"]);
    assert_eq!((limits(&game, "ante"), limits(&game, "royal-family-bonus")), ([1, 1000, 1], [1, 1000, 1]));
}

#[test]
fn three_card_poker() {
    let game = game("three-card-poker");
    // 003.ways: Ante or Pair Plus or both; 6 Card Bonus and Progressive beside one of them.
    assert_card(&game, "003.ways", CardSection::Player, &["five ways to win"]);
    for id in ["ante", "pair-plus", "six-card-bonus", "progressive"] {
        assert_eq!(wager(&game, id).required, None, "{id}");
    }
    assert!(needs(&game, "ante").is_empty() && needs(&game, "pair-plus").is_empty());
    // 003.6cb.requires, 003.prog.before: a standard wager first (R9=as-written), or an Ante (R9=ante-needed).
    let ante_needed = under("three-card-poker", "R9", "ante-needed");
    for id in ["six-card-bonus", "progressive"] {
        assert_eq!(needs(&game, id), [["ante", "pair-plus"]], "{id}");
        assert_eq!(needs(&ante_needed, id), [["ante"]], "{id}");
    }
    assert_eq!(needs(&ante_needed, "pair-plus"), [["ante"]]);
    // 003.amounts, 003.6cb.minimum: each its own amount, each with the minimum of the table (R26=posted).
    for id in ["ante", "pair-plus", "six-card-bonus"] {
        assert_eq!((&wager(&game, id).amount, limits(&game, id)), (&Amount::Free, [1, 1000, 1]), "{id}");
    }
    // 003.prog.fixed: always $1.
    assert_eq!(wager(&game, "progressive").amount, Amount::Fixed(Money::from_units(100)));
    // 003.before: everything but Play before the deal.
    let before = game.wagers.iter().filter(|wager| wager.stage == Stage::BeforeDeal).count();
    assert_eq!((before, game.wagers.len()), (4, 5));
    assert_card(
        &game,
        "003.before",
        CardSection::Player,
        &["All wagers but Play", "before the cards are dealt"],
    );
    // 003.deal: three and three.
    assert_eq!((game.player.0, game.dealer.0), (3, 3));
    assert_eq!(ways(&game), [(DealBy::Packets, DealOrder::DealerLast)]);
    // 003.fold, 003.play.
    assert_eq!(on_fold(&game, "ante"), OnFold::Forfeit);
    assert_play_equals_ante(&game);
    assert_qualifier(&game, "Qs 3h 2d", "Js Th 8d");
    // 003.rank.straight, 003.rank.trips, 003.rank.ace: the order of the hands; 3-2-A is the lowest straight.
    assert_eq!(game.order.rule.as_ref().map(|id| id.as_str()), Some("003.rank.straight"));
    assert_card(
        &game,
        "003.rank.trips",
        CardSection::Player,
        &["Three of a kind ranks higher than a straight"],
    );
    assert_ranking(&game);
    assert!(rank(&game, "4s 3h 2d") > rank(&game, "3s 2h Ad"));
    // 003.6cb.best-five, 003.6cb.fold: both hands, after a fold too.
    assert_eq!(wager(&game, "six-card-bonus").table.reads, Reads::BothHands);
    assert_eq!(on_fold(&game, "six-card-bonus"), OnFold::Stays);
    // 003.prog.hand: the player's own cards, whatever the dealer holds.
    let progressive = &wager(&game, "progressive").table;
    assert_eq!(progressive.reads, Reads::Hand);
    assert!(progressive.rows.iter().all(|row| row.dealer.is_none() && row.player.is_empty()));
    // 003.prog.accepted, 003.prog.for-one: no stake comes back.
    assert_card(&game, "003.prog.accepted", CardSection::Procedure, &["Progressive wager has been accepted"]);
    assert_card(&game, "003.prog.for-one", CardSection::Player, &["original wager is not returned"]);
    assert!(progressive.rows.iter().all(|row| match row.pays {
        Pay::Odds(odds) => odds.basis() == Basis::For,
        Pay::Meter(_) => true,
        Pay::Lose | Pay::Push | Pay::Fixed(..) => false,
    }));
    // R19=house-meter: $1,000, 26 cents of each dollar, and again from $1,000. R20=first-settled stands on the card.
    let meter = game.meter.as_ref().expect("a meter");
    let contribution = meter.contribution(Money::from_units(100_000), Money::from_units(100));
    assert_eq!((meter.start.units(), contribution.meter.units()), (100_000, 26));
    assert_eq!((contribution.reserve.units(), contribution.house.units()), (0, 74));
    assert!(game.card.iter().any(|text| text.ruling.as_ref().is_some_and(|id| *id == "R20")));
    // 003.envy.who, 003.envy.multiple, 003.envy.not-own: on the card; R17=none, R17=paid, R18=any-hand, R18=only-with-wager.
    assert_card(
        &game,
        "003.envy.who",
        CardSection::Player,
        &["everybody else who made the Progressive wager"],
    );
    assert_card(&game, "003.envy.multiple", CardSection::Player, &["Several envy bonuses"]);
    assert_card(&game, "003.envy.not-own", CardSection::Player, &["own hand", "dealer's"]);
    let envy = |game: &Game| game.envy.as_ref().map(|envy| (envy.own_positions.0, envy.hands.0));
    assert_eq!(envy(&game), Some((OwnPositions::NotPaid, EnvyHands::Any)));
    assert_eq!(envy(&under("three-card-poker", "R17", "paid")), Some((OwnPositions::Paid, EnvyHands::Any)));
    let only = under("three-card-poker", "R18", "only-with-wager");
    assert_eq!(envy(&only), Some((OwnPositions::NotPaid, EnvyHands::OnlyWithWager)));
    // 003.help: the operator's texts have their place.
    assert_card(&game, "003.help", CardSection::Operator, &["help line", "minimum age"]);
    // R23=play-ante-sides: the Progressive last.
    assert!(game.reconcile.right_to_left);
    assert_eq!(lines(&game), ["play", "ante", "ante-bonus", "pair-plus", "six-card-bonus", "progressive"]);
}

#[test]
fn three_card_pairs_plus() {
    let game = game("three-card-pairs-plus");
    // 004.ante.required, 004.bonus.requires.
    assert!(wager(&game, "ante").required.is_some());
    assert_eq!(
        (needs(&game, "pairs-plus"), needs(&game, "six-card-bonus")),
        (vec![vec!["ante"]], vec![vec!["ante"]])
    );
    // 004.limits.ante, 004.limits.bonus: $2 to $10 with an equal Play; $1 to $10, independent of each other.
    assert_eq!(limits(&game, "ante"), [2, 10, 1]);
    for id in ["pairs-plus", "six-card-bonus"] {
        assert_eq!((&wager(&game, id).amount, limits(&game, id)), (&Amount::Free, [1, 10, 1]), "{id}");
    }
    // 004.1, 004.2: the deck first, then the wagers, then the deal.
    assert_card(&game, "004.1", CardSection::Procedure, &["Verify the deck", "before play"]);
    assert_card(&game, "004.2", CardSection::Player, &["All wagers but Play", "before the cards are dealt"]);
    // 004.3: three each, all at once.
    assert_eq!((game.player.0, game.dealer.0), (3, 3));
    assert_eq!(ways(&game), [(DealBy::Packets, DealOrder::DealerLast)]);
    // 004.4, 004.6: play or fold; Play equals the Ante.
    assert_card(&game, "004.4", CardSection::Player, &["Ante", "play or fold"]);
    assert_play_equals_ante(&game);
    // 004.5: a fold forfeits the Ante; bonus wagers stay live (R5=stays, R5=forfeit).
    assert_eq!(on_fold(&game, "ante"), OnFold::Forfeit);
    assert_eq!(
        (on_fold(&game, "pairs-plus"), on_fold(&game, "six-card-bonus")),
        (OnFold::Stays, OnFold::Stays)
    );
    assert_eq!(on_fold(&under("three-card-pairs-plus", "R5", "forfeit"), "pairs-plus"), OnFold::Forfeit);
    // 004.7: folded hands are cleared before the dealer's cards are shown; queen high.
    assert_card(
        &game,
        "004.7",
        CardSection::Procedure,
        &["clear the folded hands", "then show the dealer's cards"],
    );
    assert_qualifier(&game, "Qs 3h 2d", "Js Th 8d");
    // 004.9: right to left.
    assert!(game.reconcile.right_to_left);
    assert_eq!(lines(&game), ["play", "ante", "ante-bonus", "pairs-plus", "six-card-bonus"]);
    // 004.13, 004.14: each hand is checked; both hands together.
    assert_card(&game, "004.13", CardSection::Procedure, &["each player's hand", "Pairs Plus"]);
    assert_eq!(wager(&game, "six-card-bonus").table.reads, Reads::BothHands);
    // 004.ab.otherwise, R3=no-bonus: a flush or lower loses nothing by the bonus table.
    assert_card(&game, "004.ab.otherwise", CardSection::Player, &["flush or lower earns no Ante Bonus"]);
    assert!(game.bonuses[0].table.rows.iter().all(|row| row.pays.wins()));
    // R2=always, R2=dealer-qualifies.
    assert_eq!(game.bonuses[0].due.0, Due::Always);
    assert_eq!(
        under("three-card-pairs-plus", "R2", "dealer-qualifies").bonuses[0].due.0,
        Due::DealerQualifies
    );
    // 004.highest: one row of a table pays, and no row stands before one that pays more.
    assert_card(&game, "004.highest", CardSection::Player, &["Only the highest"]);
    // 004.aggregate: $2,000 for all lines of a hand.
    assert_eq!(game.aggregates[0].most, Money::from_units(200_000));
    assert_eq!(game.aggregates[0].lines.len(), game.reconcile.lines.len());
    // 004.equipment.
    let parts = ["layout", "52-card deck", "discard rack", "chips", "tray"];
    assert_card(&game, "004.equipment", CardSection::Equipment, &parts);
}

/// 000.bonus, 000.lucky-pairs, 000.super-6, 001.pair-xxx, 001.super-6, 001.bonus.when, 002.13.regardless,
/// 003.bonus, 003.pp.regardless, 004.8, 004.14: side bets and bonuses look at cards alone, not at how the hands
/// compare or whether the dealer qualifies; the one exception is 3 Card Monster.
#[test]
fn side_bets_ask_nothing_about_the_dealer() {
    for file in tercet_games::builtin() {
        let game = game(file.id);
        for of in &game.reconcile.lines {
            let id = game.line_id(*of).as_str();
            if !["ante", "play", "three-card-monster"].contains(&id) {
                let alone = |row: &tercet_rules::Row| row.dealer.is_none() && row.player.is_empty();
                assert!(game.table(*of).rows.iter().all(alone), "{}: {id}", file.id);
            }
        }
        // 000.bonus, 003.bonus, 004.11c: paid on the Ante. 001.bonus.base: on Play.
        for bonus in &game.bonuses {
            let on = if file.id == "three-card-shine" { "play" } else { "ante" };
            assert_eq!(game.wager(bonus.on).id, *on, "{}", file.id);
        }
    }
}
