//! Several decks against every labelled card, dealt one by one, and against counts that combinatorics gives.

use super::*;
use crate::cells::Cell;
use crate::figures::Figures;
use crate::held::{HandClass, Held};
use crate::law::{Outcome, Play, plays};
use tercet_cards::{Card, binomial, naive, parse_cards};
use tercet_rules::{Amount, Hand, Money, Priced, Reads, WagerId, WagerNo, price};

fn game(name: &str) -> Game {
    if let Some(game) = tercet_games::builtin_game(name) {
        return game;
    }
    // A side bet on the dealer's colours, which no file has.
    let (file, of_dealer) = name.strip_suffix(" of the dealer's").map_or((name, false), |file| (file, true));
    let path = format!("{}/../../testdata/games/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("a game file");
    if of_dealer {
        text = text.replace("\"both-hands\"", "\"dealer\"");
    }
    tercet_games::load(&text).expect("a valid game")
}

fn bet(game: &Game, wagers: &[&str]) -> Bet {
    let stakes: Vec<_> =
        (0..).zip(wagers).map(|(i, id)| (WagerId::from(*id), Money::from_units(100 + 35 * i))).collect();
    let fixed = |no: WagerNo| match game.wager(no).amount {
        Amount::Fixed(stake) => Some(stake),
        Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => None,
    };
    let stake = |(id, stake): (WagerId, Money)| {
        let fixed = game.wager_no(id.as_str()).and_then(fixed);
        (id, fixed.unwrap_or(stake))
    };
    Bet::new(game, &stakes.into_iter().map(stake).collect::<Vec<_>>()).expect("a bet")
}

/// Every choice of three places below a number.
fn threes(places: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..places).flat_map(move |a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])))
}

/// One deal of a spot, looked at card by card.
fn dealt(spot: &Spot<'_>, play: Play, player: [Card; 3], dealer: [Card; 3]) -> Outcome {
    let game = spot.game;
    let rank = |cards| naive::rank_three(cards, game.ace);
    let cell =
        Cell { qualifies: game.qualifier.admits(rank(dealer)), versus: rank(player).cmp(&rank(dealer)) };
    let row = |of: LineOf| {
        let table = game.table(of);
        let read = if table.reads == Reads::Dealer { dealer } else { player };
        let hand = Hand::Three(read, rank(read));
        table.rows.iter().position(|row| {
            row.hand.as_ref().is_none_or(|test| test.holds(&hand)) && row.admits(cell.versus, cell.qualifies)
        })
    };
    let mut stakes = spot.bet.stakes().to_vec();
    if let (Play::Times(times), Some(no), Some(on)) = (play, game.play, game.decided_on()) {
        let on = spot.bet.stake(on).expect("what is decided on");
        stakes[no.index()] = Some(Money::from_units(on.units() * i64::from(times)));
    }
    let folded = play == Play::Fold;
    let priced = Priced { stakes: &stakes, folded, qualifies: cell.qualifies, meter: spot.meter };
    Outcome { ways: 1, play, lines: price(game, &priced, &row) }
}

/// Deals every labelled card of these decks, one by one.
fn compare_with_every_deal(name: &str, wagers: &[&str], decks: u8, cards: &str) {
    let game = game(name);
    let bet = bet(&game, wagers);
    let spot = Spot { game: &game, bet: &bet, meter: Some(Money::from_units(1_234_500)) };
    let one = parse_cards(cards).expect("cards");
    let labelled: Vec<Card> = (0..decks).flat_map(|_| one.iter().copied()).collect();
    let deck: CardSet = one.iter().copied().collect();
    let pack = Pack::new(Decks::new(decks).expect("1 to 8"), deck, 3);
    let odd = |class: &HandClass, plays: &[Play], _: &[i128]| {
        class.cards.iter().map(|card| card.rank().index()).sum::<usize>() % plays.len()
    };
    let alone = !bet.decides(&game) && wagers.len() == 1;
    for strategy in [Strategy::Best, Strategy::By(&odd)] {
        let what = format!("{name}, {wagers:?}, {decks} of {cards}");
        let counted = Law::of_pack(&spot, strategy, &pack).expect("three cards each");
        let symmetry = Plan::new(&game, &bet).symmetry_of_all().keeping(deck);
        let plays = plays(&game, &bet);
        let (mut outcomes, mut deals) = (Vec::new(), 0_u128);
        for mine in threes(labelled.len()) {
            let player = mine.map(|place| labelled[place]);
            let mut by_play: Vec<Vec<Outcome>> = vec![Vec::new(); plays.len()];
            for theirs in
                threes(labelled.len()).filter(|theirs| theirs.iter().all(|place| !mine.contains(place)))
            {
                let dealer = theirs.map(|place| labelled[place]);
                for (play, all) in plays.iter().zip(&mut by_play) {
                    all.push(dealt(&spot, *play, player, dealer));
                }
            }
            let net = |all: &Vec<Outcome>| all.iter().map(|one| i128::from(one.net().units())).sum();
            let values: Vec<i128> = by_play.iter().map(net).collect();
            let cards = Held::new(&player).expect("three cards");
            let taken = strategy.place(|| HandClass { cards, size: 1 }, &plays, &values);
            let first = symmetry.first_held(&cards);
            if let Some(decided) = counted.decided().find(|decided| decided.class.cards == first) {
                assert_eq!((decided.values, decided.play), (&values[..], plays[taken]), "{what}: {cards}");
            } else {
                assert!(alone, "{what}: {cards}");
            }
            let all = by_play.swap_remove(taken);
            deals += all.len() as u128;
            outcomes.extend(all);
        }
        let dealt = Law { deals, outcomes, ..counted.clone() };
        let unit = Money::from_units(100);
        for line in game.reconcile.lines.iter().map(|line| Some(*line)).chain([None]) {
            let of = |law: &Law| Figures::of(law, unit, |of| line.is_none_or(|line| line == of));
            let (counted, dealt) = (of(&counted), of(&dealt));
            if alone {
                // Counted over the player's hands alone.
                assert_eq!(counted.expectation().reduced(), dealt.expectation().reduced(), "{what}");
                assert_eq!(counted.variance().reduced(), dealt.variance().reduced(), "{what}");
            } else {
                assert_eq!(counted, dealt, "{what}");
            }
        }
    }
}

/// Doubles of all sorts: pairs and three of a kind of one suit, straights beside them.
#[test]
fn two_decks_are_every_deal() {
    let cards = "As Ks Qs Kd 2d";
    compare_with_every_deal("three-card-poker", &["ante", "pair-plus", "progressive"], 2, cards);
    compare_with_every_deal("three-card-poker", &["pair-plus"], 2, cards);
    compare_with_every_deal("three-card-shine", &["ante", "pair-xxx"], 2, cards);
    compare_with_every_deal("three-card-pairs-plus", &["ante", "pairs-plus"], 2, "3h 2h Ah As Qd");
    compare_with_every_deal("raise-1-2-3", &["ante"], 2, cards);
    compare_with_every_deal("qualifier-q64", &["ante"], 2, "Qs 6s 4s 4d Qd");
}

#[test]
fn three_decks_are_every_deal() {
    compare_with_every_deal("three-card-fortune", &["ante", "lucky-pairs"], 3, "As Ks Ad");
    compare_with_every_deal("three-card-poker", &["ante", "progressive"], 3, "As Ks Qs");
    compare_with_every_deal("two-meter-rows", &["ante", "progressive"], 3, "As Qh Qs");
}

/// Rows that name suits and colours, and tables of the dealer's own hand.
#[test]
fn suits_and_colours_of_doubles() {
    for decks in [2, 3] {
        compare_with_every_deal("pair-plus-mini-royal", &["ante", "pair-plus"], decks, "As Ks Qs");
        compare_with_every_deal("colour-bets", &["three-of-a-colour"], decks, "As Kh Qh");
        let of_dealer = "colour-bets of the dealer's";
        compare_with_every_deal(
            of_dealer,
            &["ante", "three-of-a-colour", "six-of-a-colour"],
            decks,
            "As Kh Qh",
        );
    }
}

/// The rows of Pair Plus, and what is left, from combinatorics: so many decks make so many hands of each kind.
#[test]
fn hands_are_as_many_as_combinatorics_says() {
    let game = game("three-card-poker");
    let bet = bet(&game, &["pair-plus"]);
    let spot = Spot { game: &game, bet: &bet, meter: None };
    for n in 1..=8_u64 {
        let decks = Decks::new(u8::try_from(n).unwrap()).unwrap();
        let law = Law::of_decks(&spot, Strategy::Best, decks).unwrap();
        let straight_flushes = 12 * 4 * n.pow(3);
        let straights = 12 * (4 * n).pow(3) - straight_flushes;
        let three_of_a_kind = 13 * binomial(4 * n, 3);
        // All of one suit, but for three of a rank and three in sequence.
        let flushes = 4 * (binomial(13 * n, 3) - 13 * binomial(n, 3)) - straight_flushes;
        // Two of a rank and one of another, but for those of one suit.
        let pairs = 13 * 12 * (binomial(4 * n, 2) * 4 * n - 4 * binomial(n, 2) * n);
        let figures = Figures::of(&law, Money::from_units(100), |_| true);
        let line = LineOf::Wager(game.wager_no("pair-plus").unwrap());
        let ways = |row: usize| figures.rows[&(line, Some(row))].0;
        let counted: Vec<u128> = (0..5).map(ways).collect();
        let expected = [straight_flushes, three_of_a_kind, straights, flushes, pairs].map(u128::from);
        assert_eq!(counted, expected, "{n}");
        assert_eq!(law.deals, u128::from(binomial(52 * n, 3)), "{n}");
    }
}

#[test]
fn deals_are_as_many_as_combinatorics_says() {
    let game = game("three-card-poker");
    let bet = bet(&game, &["ante", "pair-plus", "progressive"]);
    let spot = Spot { game: &game, bet: &bet, meter: Some(Money::from_units(100_000)) };
    for n in [1, 8] {
        let decks = Decks::new(u8::try_from(n).unwrap()).unwrap();
        let law = Law::of_decks(&spot, Strategy::Best, decks).unwrap();
        let deals = u128::from(binomial(52 * n, 3)) * u128::from(binomial(52 * n - 3, 3));
        assert_eq!(law.deals, deals, "{n}");
        let hands: u64 = law.decided().map(|decided| decided.class.size).sum();
        assert_eq!(hands, binomial(52 * n, 3), "{n}");
    }
}

#[test]
fn more_than_three_cards_are_refused() {
    let poker = game("three-card-poker");
    let six = OneDeckOnly::of(&poker, &bet(&poker, &["ante", "six-card-bonus"])).unwrap();
    assert!(six.words(&poker).starts_with("6 Card Bonus reads six cards;"), "{}", six.words(&poker));
    let fury = game("three-card-fury");
    let four = OneDeckOnly::of(&fury, &bet(&fury, &["ante"])).unwrap();
    assert_eq!(four, OneDeckOnly::Deals(4));
    assert_eq!(OneDeckOnly::of(&poker, &bet(&poker, &["ante", "pair-plus", "progressive"])), None);
}

#[test]
fn decks_are_one_to_eight() {
    for text in ["0", "9", "-1", "two", "", "1.5", "300"] {
        assert_eq!(text.parse::<Decks>(), Err(DecksError), "{text}");
    }
    for decks in 1..=8_u8 {
        assert_eq!(decks.to_string().parse::<Decks>(), Ok(Decks(decks)));
    }
}

/// One hand by itself is decided as it is among all of them, doubles and all.
#[test]
fn one_hand_agrees_with_the_count_of_all() {
    let game = game("three-card-poker");
    let bet = bet(&game, &["ante", "pair-plus"]);
    let spot = Spot { game: &game, bet: &bet, meter: None };
    for decks in [1, 2, 6] {
        let decks = Decks::new(decks).expect("1 to 8");
        let all = Law::of_decks(&spot, Strategy::Best, decks).expect("three cards");
        for decided in all.decided().step_by(397) {
            let cards = decided.class.cards;
            let law = Law::given_of_decks(&spot, Strategy::Best, cards, decks).expect("three cards");
            let one = law.decided().next().expect("one hand");
            assert_eq!((one.values, one.play), (decided.values, decided.play), "{cards}, {decks}");
        }
    }
}
