//! Records as other programs make them, past what a line of JSON or a command can say.

use crate::common::GAMES;
use tercet_cards::parse_cards;
use tercet_rules::{Code, Decision, Game, Money, RoundRecord, SpotRecord, TableLimits, WagerId};

fn game(id: &str) -> &'static Game {
    GAMES.iter().find(|game| game.id == *id).unwrap()
}

fn spot(spot: u8, cards: &str, wagers: &[(&str, i64)]) -> SpotRecord {
    let wagers = wagers.iter().map(|(id, units)| (WagerId::from(*id), Money::from_units(*units)));
    let cards = parse_cards(cards).unwrap();
    SpotRecord { spot, player: None, cards, wagers: wagers.collect(), decision: Some(Decision::Play) }
}

fn refused(game: &Game, spots: Vec<SpotRecord>) -> (Code, String) {
    let record = RoundRecord { dealer: parse_cards("Qs Td 4c").unwrap(), meter: None, spots };
    let refusal = record.check(game, TableLimits::Ignore).unwrap_err();
    (refusal.code, refusal.at)
}

/// A Play wager that no stake can be is a bad amount: of a game whose Play is up to three times the Ante.
#[test]
fn a_play_wager_can_be_too_large() {
    let max = Money::MAX_STAKE.units();
    let duel = game("raise-1-2-3");
    let hand = "As Ks 2d";
    for (ante, play, expected) in [
        (max, Some(max + 1), Code::BadAmount),
        (max, Some(i64::MAX), Code::BadAmount),
        (max + 1, None, Code::BadAmount),
        (max / 2 + 1, Some(max), Code::UnequalWagers),
        (max / 2, None, Code::MissingMultiple),
    ] {
        let wagers: Vec<_> = [("ante", ante)].into_iter().chain(play.map(|play| ("play", play))).collect();
        assert_eq!(refused(duel, vec![spot(1, hand, &wagers)]).0, expected, "{ante}, {play:?}");
    }
    // Where there is one multiple only, the record may leave the wager out.
    let mut doc = crate::common::DOCS.iter().find(|doc| doc.id == *"three-card-fortune").unwrap().clone();
    doc.wagers[1].amount = tercet_rules::AmountDoc::Times(vec![2], WagerId::from("ante"));
    let double = doc.check().unwrap();
    let code = refused(&double, vec![spot(1, hand, &[("ante", max / 2 + 1)])]);
    assert_eq!(code, (Code::BadAmount, "spots[0].wagers.ante".into()));
}

/// The second of two equal wagers is not taken for the first.
#[test]
fn a_wager_stands_once() {
    for wagers in [[("ante", 1000), ("ante", 1000)], [("ante", 1000), ("ante", 500)]] {
        let code = refused(game("three-card-fortune"), vec![spot(1, "As Ks 2d", &wagers)]);
        assert_eq!(code, (Code::UnexpectedWager, "spots[0].wagers.ante".into()));
    }
}

/// However much is wrong, the first fault in order of precedence is told, and telling it takes no longer.
#[test]
fn a_record_of_any_size_is_refused_at_once() {
    let spots: Vec<SpotRecord> = (0..200_000).map(|_| spot(9, "As Ks Qs", &[("ante", 0)])).collect();
    assert_eq!(refused(game("three-card-fortune"), spots), (Code::DuplicateCard, "spots[0].cards".into()));
}

/// A player has one name wherever it is asked for: envy (R17) and positions (R27) read the same.
#[test]
fn who_has_no_name_is_one_person_for_every_rule() {
    let poker = game("three-card-poker");
    let named = |spot: SpotRecord, name: Option<&str>| SpotRecord { player: name.map(String::from), ..spot };
    let remarks = |second: Option<&str>, seventh: Option<&str>| {
        let spots = vec![
            named(spot(2, "As Ks 2d", &[("ante", 500)]), second),
            named(spot(7, "Ah Kh 2c", &[("ante", 500)]), seventh),
        ];
        let record = RoundRecord { dealer: parse_cards("Qs Td 4c").unwrap(), meter: None, spots };
        let settlement = tercet_rules::settle(&record.check(poker, TableLimits::Ignore).unwrap());
        settlement.spots.iter().map(|spot| (spot.player.clone(), spot.remarks.len())).collect::<Vec<_>>()
    };
    let one = |name: &str| vec![(name.to_owned(), 1), (name.to_owned(), 1)];
    assert_eq!(remarks(Some("2"), Some("2")), one("2"));
    assert_eq!(remarks(None, Some("2")), one("2"));
    assert_eq!(remarks(Some(" "), Some("2")), one("2"));
    assert_eq!(remarks(Some("ann"), Some("ann")), one("ann"));
    assert_eq!(remarks(None, None), vec![("2".to_owned(), 0), ("7".to_owned(), 0)]);
}
