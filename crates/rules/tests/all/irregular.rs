//! What a line names, and says, when something irregular happened: the policy for its own wager.

use crate::common::DOCS;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_cards::{Card, Deck, parse_cards};
use tercet_rules::{
    Audience, Choice, Command, Event, Game, GameDoc, Irregular, Line, Money, Outcome, Phase, Reading as _,
    Round, RulingId, Setting, Settlement, StaysFor, WagerId, view, words,
};

const EVENTS: [&str; 3] = ["exposed-card", "wrong-card-count", "foul-deck"];

/// Three Card Poker with a policy for each wager: some written down, some by a ruling of the house.
///
/// `rulings` are the readings of R25 and of X1; X1 is about Pair Plus alone.
fn doc(rulings: [&str; 2]) -> GameDoc {
    let mut doc = DOCS.iter().find(|doc| doc.id == *"three-card-poker").unwrap().clone();
    let mut own = doc.ruling(&RulingId::from("R25")).unwrap().clone();
    own.id = RulingId::from("X1");
    doc.rulings.push(own);
    for (id, reading) in ["R25", "X1"].into_iter().zip(rulings) {
        doc.rulings.iter_mut().find(|ruling| ruling.id == *id).unwrap().chosen = reading.into();
    }
    let by = |id: &str| Setting::ByRuling(RulingId::from(id));
    let policies = [
        (by("R25"), vec![("pair-plus", by("X1"))]),
        (Setting::Fixed(Irregular::Continue), vec![("ante", Setting::Fixed(Irregular::Forfeit))]),
        (by("R25"), vec![("progressive", Setting::Fixed(Irregular::Settle)), ("play", by("X1"))]),
    ];
    for (rule, (then, wagers)) in doc.irregular.iter_mut().zip(policies) {
        rule.then = then;
        rule.wagers = wagers.into_iter().map(|(id, policy)| (WagerId::from(id), policy)).collect();
    }
    doc
}

/// What was said and settled in a round with these irregularities, reported after the decisions; nothing if
/// it was void as a whole.
fn round(game: &Arc<Game>, fold: bool, events: &[&str]) -> (Vec<Event>, Option<Settlement>) {
    let (log, round) = reported(game, fold, events, &[]);
    let Phase::Settled(_, settlement) = round.phase() else { return (log, None) };
    (log, Some(settlement.clone()))
}

/// What was said since the decisions, and the round, where the last of these irregularities were reported only
/// once the dealer's hand was open.
fn reported(game: &Arc<Game>, fold: bool, early: &[&str], late: &[&str]) -> (Vec<Event>, Round) {
    let mut round = Round::open(Arc::clone(game), 0).unwrap();
    let mut run = |command| round.run(&command);
    for (spot, player) in [(1, "ann"), (2, "bob")] {
        run(Command::Sit { spot, player: player.into() }).unwrap();
        for (wager, amount) in
            [("ante", 1000), ("pair-plus", 500), ("six-card-bonus", 500), ("progressive", 100)]
        {
            let amount = Money::from_units(amount);
            run(Command::Place { spot, wager: WagerId::from(wager), amount }).unwrap();
        }
    }
    run(Command::CloseWagers).unwrap();
    // Spot 1 holds a suited A-K-Q, which gives envy.
    let mut cards: Vec<Card> = parse_cards("Ah Kh Qh 2s 2d 9c Ks 8d 4c").unwrap();
    cards.extend(Card::ALL.into_iter().filter(|card| !cards.contains(card)).collect::<Vec<_>>());
    run(Command::Deal { deck: Deck::from_cards(&cards).unwrap(), meter: Some(Money::from_units(100_000)) })
        .unwrap();
    for spot in [1, 2] {
        let choice = if fold { Choice::Fold } else { Choice::Play { times: 1 } };
        run(Command::Decide { spot, choice }).unwrap();
    }
    let mut log = Vec::new();
    let report = |event: &&str| Command::Report { event: (*event).into() };
    let last = [Command::Reconcile { meter: None }];
    for command in
        early.iter().map(report).chain([Command::Reveal]).chain(late.iter().map(report)).chain(last)
    {
        // Once all is void there is nothing more to report or to settle.
        log.extend(run(command).unwrap_or_default());
    }
    (log, round)
}

type Fates = BTreeMap<(u8, String), (Outcome, Money, Money)>;

/// Every line and envy pay.
fn fates(settlement: &Settlement) -> Fates {
    let spots = settlement.spots.iter().flat_map(|spot| {
        let line = |line: &Line| ((spot.spot, line.id.to_string()), (line.outcome, line.won, line.returned));
        let envy = spot
            .envy
            .iter()
            .map(|envy| ((spot.spot, format!("envy {}", envy.spot)), (Outcome::Win, envy.won, Money::ZERO)));
        spot.lines.iter().map(line).chain(envy).collect::<Vec<_>>()
    });
    spots.collect()
}

/// The same lines where the round is void as a whole: every stake comes back, and nothing else.
fn void(settlement: &Settlement) -> Fates {
    let spots = settlement.spots.iter().flat_map(|spot| {
        let staked = spot.lines.iter().filter(|line| line.stake > Money::ZERO);
        staked.map(|line| ((spot.spot, line.id.to_string()), (Outcome::Void, Money::ZERO, line.stake)))
    });
    spots.collect()
}

fn named(settlement: &Settlement) -> BTreeMap<(u8, String), Vec<String>> {
    let ids = |rulings: &[RulingId]| rulings.iter().map(ToString::to_string).collect();
    let spots = settlement.spots.iter().flat_map(|spot| {
        let lines = spot.lines.iter().map(|line| ((spot.spot, line.id.to_string()), ids(&line.rulings)));
        let envy = spot.envy.iter();
        let envy = envy.map(|envy| ((spot.spot, format!("envy {}", envy.spot)), ids(&envy.rulings)));
        lines.chain(envy).collect::<Vec<_>>()
    });
    spots.collect()
}

/// Every round of this file: both readings of each ruling, folded or not, with every list of events.
fn rounds(mut see: impl FnMut([&str; 2], bool, &[&str])) {
    let readings: Vec<&str> = Irregular::NAMES.iter().map(|(name, _)| *name).collect();
    for r25 in &readings {
        for x1 in &readings {
            for fold in [false, true] {
                for first in 0..EVENTS.len() {
                    see([r25, x1], fold, &EVENTS[first..=first]);
                    for second in (0..EVENTS.len()).filter(|second| *second != first) {
                        see([r25, x1], fold, &[EVENTS[first], EVENTS[second]]);
                    }
                }
            }
        }
    }
}

fn settled(rulings: [&str; 2], fold: bool, events: &[&str]) -> Option<Settlement> {
    round(&Arc::new(doc(rulings).check().unwrap()), fold, events).1
}

/// R25=void, R25=continue, R25=forfeit, R25=settle: a line names the ruling on irregularities exactly where
/// another reading of it would change the line; the ruling for its own wager, and not the event's.
#[test]
fn a_line_names_the_policy_of_its_own_wager() {
    let (mut lines, mut both) = (0, 0);
    rounds(|rulings, fold, events| {
        let Some(settlement) = settled(rulings, fold, events) else { return };
        let here = fates(&settlement);
        let deciding = |place: usize, key: &(u8, String)| {
            Irregular::NAMES.iter().any(|(reading, _)| {
                let mut other = rulings;
                other[place] = reading;
                let there = settled(other, fold, events);
                there.as_ref().map_or_else(|| void(&settlement), fates).get(key) != here.get(key)
            })
        };
        for (key, named) in named(&settlement) {
            lines += 1;
            let names = |ruling: &str| named.iter().any(|id| id == ruling);
            for (place, ruling) in ["R25", "X1"].into_iter().enumerate() {
                let what = format!("{key:?}, {ruling}: {rulings:?}, {events:?}, fold: {fold}, {named:?}");
                assert_eq!(names(ruling), deciding(place, &key), "{what}");
            }
            both += usize::from(names("R25") && names("X1"));
        }
    });
    assert!(lines > 500 && both > 0, "{lines} lines, {both} of which stand on both rulings");
}

/// Words follow what decided: a policy is never called a fold, nor a fold a policy.
#[test]
fn a_policy_is_not_called_a_fold() {
    let mut seen = [0, 0];
    rounds(|rulings, fold, events| {
        let game = Arc::new(doc(rulings).check().unwrap());
        let Some(settlement) = round(&game, fold, events).1 else { return };
        for spot in &settlement.spots {
            for line in spot.lines.iter().filter(|line| line.outcome == Outcome::Forfeit) {
                let no = game.wager_no(line.id.as_str()).unwrap();
                let policy = events.iter().any(|event| {
                    let rule = game.irregular.iter().find(|rule| rule.event == *event).unwrap();
                    rule.wagers[no.index()].0 == Irregular::Forfeit
                });
                let why = words::why(&game, &settlement, spot, line);
                assert_eq!(why.contains("policy for irregularities"), policy, "{why}");
                assert_eq!(why.contains("folded"), !policy, "{why}");
                seen[usize::from(policy)] += 1;
            }
        }
    });
    assert!(seen.iter().all(|seen| *seen > 50), "{seen:?}");
}

/// 000.5, R25=void: from a folded spot the dealer collects what the settlement takes, and nothing that an
/// irregularity gives back, whenever it was reported: what was collected before is corrected. Cards that were
/// collected nobody sees any more.
#[test]
fn what_is_collected_is_what_is_lost_by_folding() {
    let mut corrected = 0;
    rounds(|rulings, fold, events| {
        let game = Arc::new(doc(rulings).check().unwrap());
        for late in 0..=events.len() {
            let (early, late) = events.split_at(events.len() - late);
            let (log, round) = reported(&game, fold, early, late);
            let what = format!("{rulings:?} {early:?} {late:?}");
            let mut collected = BTreeMap::new();
            for event in &log {
                let Event::Collected { spot, wagers, stays_for, corrects } = event else { continue };
                let before = collected.insert(*spot, (wagers, stays_for));
                assert_eq!(before.is_some(), *corrects, "{what}");
                // Cards that are gone stay gone.
                assert!(before.is_none_or(|(_, before)| before.is_some() || stays_for.is_none()), "{what}");
                assert_ne!(before, Some((wagers, stays_for)), "{what}");
                assert_eq!(event.say(&game).contains("corrected"), *corrects);
                corrected += usize::from(*corrects);
            }
            let Phase::Settled(_, settlement) = round.phase() else { continue };
            assert_eq!(collected.len(), if fold { settlement.spots.len() } else { 0 });
            let seen = view(&round, Audience::Spectator);
            for (i, spot) in settlement.spots.iter().enumerate() {
                let Some((wagers, stays_for)) = collected.get(&spot.spot) else { continue };
                let with = |outcome| spot.lines.iter().filter(move |line| line.outcome == outcome);
                let mut forfeited: Vec<String> = with(Outcome::Forfeit).map(|l| l.id.to_string()).collect();
                let mut taken: Vec<String> = wagers.iter().map(|(id, _)| id.to_string()).collect();
                forfeited.sort();
                taken.sort();
                assert_eq!(taken, forfeited, "{what}");
                if let Some(StaysFor::Wager(id)) = stays_for {
                    let lost = with(Outcome::Void).chain(with(Outcome::Forfeit)).any(|line| line.id == *id);
                    assert!(!lost, "{what}");
                }
                assert_eq!(seen.spots[i].cards.is_some(), stays_for.is_some(), "{what}");
            }
        }
    });
    assert!(corrected > 50, "{corrected} corrections");
}

/// A round that becomes void after the reveal gives back every stake, those that were collected too.
#[test]
fn a_void_after_the_reveal_returns_what_was_collected() {
    let game = Arc::new(doc(["void", "void"]).check().unwrap());
    let (log, round) = reported(&game, true, &[], &["exposed-card"]);
    assert!(matches!(round.phase(), Phase::Voided { dealer: Some(_), .. }));
    let Some(Event::Voided { returned, .. }) = log.last() else { panic!("void: {log:?}") };
    let all: Money = returned.iter().map(|(_, _, amount)| *amount).sum();
    assert_eq!(all, Money::from_units(2 * (1000 + 500 + 500 + 100)));
}

/// What is irregular is told as people say it: as it is reported, and as the reason of a round that is void for it.
#[test]
fn an_irregularity_is_told_in_words() {
    let mut doc = doc(["void", "void"]);
    for rule in &mut doc.irregular {
        (rule.then, rule.wagers) = (Setting::Fixed(Irregular::Void), Vec::new());
    }
    let game = Arc::new(doc.check().unwrap());
    for (event, words) in EVENTS.into_iter().zip(["exposed card", "wrong card count", "foul deck"]) {
        let (log, round) = reported(&game, false, &[event], &[]);
        let said: Vec<String> = log.iter().map(|event| event.say(&game)).collect();
        assert!(said.contains(&format!("Irregularity: {words}.")), "{said:?}");
        assert!(said.contains(&format!("The round is void: {words}. All stakes are returned.")), "{said:?}");
        assert_eq!(view(&round, Audience::Spectator).void.as_deref(), Some(words));
    }
}
