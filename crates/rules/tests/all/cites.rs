//! A line of a settlement names exactly the rulings that it stands on: those of which another reading would
//! change what becomes of it.
//!
//! Rounds are settled under every reading of every ruling, one ruling at a time. What is compared is all that a
//! line says of its money: the outcome, what comes back, what is won, and what a limit takes of it. So a line names
//! the rulings about other lines too, where those take from the same limit or the same meter.
//!
//! What has no line, and would have one under another reading, has a remark that names the ruling.
//!
//! Not asked here, because a settlement takes them as they were recorded: which wagers may stand (R9, R26),
//! who sits where (R27), what the table decides for a player who does not (R24) and what another table has left
//! of the meter (R20). Irregularities (R25) have a file of their own, `irregular.rs`.

use crate::common::{DOCS, GAMES};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tercet_cards::{Card, Rank, Suit, ThreeCategory, parse_cards};
use tercet_rules::{
    AggregateDoc, Amount, Cites, Cut, Decision, Game, GameDoc, Hand, LineOf, Money, Odds, Outcome, Pay,
    RoundRecord, Setting, Settlement, SpotRecord, SpotSettlement, TableLimits, WagerId, settle,
};

/// The same game with one ruling read otherwise.
struct Other {
    ruling: String,
    game: Game,
}

/// Every game under the readings of its file, and with one of them exchanged; as it is, and with limits that many
/// rounds reach. Each with the number of rounds to ask.
fn bases() -> Vec<(GameDoc, usize)> {
    let with_readings = |(doc, rounds): (GameDoc, usize)| {
        let others: Vec<GameDoc> = readings(&doc).map(|(_, doc)| doc).collect();
        others.into_iter().chain([doc]).map(move |doc| (doc, rounds))
    };
    let soon = DOCS.iter().filter_map(|doc| Some((limited(doc)?, ROUNDS / 5)));
    // Two hits on one meter are rare.
    let rounds = |doc: &GameDoc| if doc.meter.is_some() { 4 * ROUNDS } else { ROUNDS };
    DOCS.iter().map(|doc| (doc.clone(), rounds(doc))).chain(soon).flat_map(with_readings).collect()
}

/// The game with limits that are soon reached: its own lowered, or else one on all lines.
fn limited(doc: &GameDoc) -> Option<GameDoc> {
    let mut doc = doc.clone();
    let dollars = |dollars: i64| Money::from_units(100 * dollars + 1);
    for limit in &mut doc.aggregates {
        limit.most = Money::from_units(limit.most.units() / 20);
    }
    if doc.aggregates.is_empty() {
        let lines = Vec::new();
        let cut = Setting::Fixed(Cut::InOrderWithStakes);
        doc.aggregates.push(AggregateDoc { most: dollars(30), lines, cut, cites: Cites::default() });
    }
    doc.check().ok().map(|_| doc)
}

/// The game with each other reading of each ruling that it depends on, one at a time.
fn readings(doc: &GameDoc) -> impl Iterator<Item = (String, GameDoc)> {
    let switches = doc.rulings.iter().enumerate().filter(|(_, ruling)| doc.depends_on(&ruling.id));
    switches.flat_map(move |(i, ruling)| {
        let others = ruling.readings.iter().filter(|reading| reading.name != ruling.chosen);
        others.map(move |reading| {
            let mut doc = doc.clone();
            doc.rulings[i].chosen.clone_from(&reading.name);
            (ruling.id.to_string(), doc)
        })
    })
}

/// The game with other pays on its posted tables: another answer to R15 than the one in the file.
fn posted_otherwise(doc: &GameDoc) -> Option<GameDoc> {
    let mut other = doc.clone();
    let tables = other.wagers.iter_mut().map(|wager| &mut wager.pays);
    let tables = tables.chain(other.bonuses.iter_mut().map(|bonus| &mut bonus.pays));
    for row in tables.filter(|pays| pays.posted.is_some()).flat_map(|pays| &mut pays.rows) {
        if let Pay::Odds(odds) = row.pays {
            row.pays = Pay::Odds(Odds::new(odds.num() + 1, odds.den(), odds.basis()).unwrap());
        }
    }
    (other != *doc).then_some(other)
}

/// The game paid in other orders: other answers to R23 than the one in the file.
fn ordered_otherwise(doc: &GameDoc) -> Vec<(String, GameDoc)> {
    let mut others = Vec::new();
    if let Some(ruling) = &doc.reconcile.spots_cites.ruling {
        let mut other = doc.clone();
        other.reconcile.right_to_left = !doc.reconcile.right_to_left;
        others.push((ruling.to_string(), other));
    }
    if let Some(ruling) = &doc.reconcile.lines_cites.ruling {
        // Each line comes first in one of these, and last in another.
        for i in 1..doc.reconcile.lines.len() {
            let mut other = doc.clone();
            other.reconcile.lines.rotate_left(i);
            others.push((ruling.to_string(), other));
        }
    }
    others
}

fn others(doc: &GameDoc) -> Vec<Other> {
    let posted = posted_otherwise(doc).map(|doc| ("R15".to_owned(), doc));
    readings(doc)
        .chain(posted)
        .chain(ordered_otherwise(doc))
        .filter_map(|(ruling, doc)| Some(Other { ruling, game: doc.check().ok()? }))
        .collect()
}

/// Numbers that are the same in every run.
pub(crate) struct Dice(u64);

impl Default for Dice {
    fn default() -> Dice {
        Dice(0x9e37_79b9_7f4a_7c15)
    }
}

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).unwrap() % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Few ranks make ties, straights, trips and suited A-K-Q common.
const RANKS: [&[Rank]; 10] = [
    &[Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten],
    &[Rank::Ace, Rank::King, Rank::Queen],
    &[Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten],
    &[Rank::Ace, Rank::Two, Rank::Three, Rank::Four],
    &[Rank::Ace, Rank::King, Rank::Queen, Rank::Jack],
    &[Rank::King, Rank::Queen, Rank::Jack, Rank::Ten],
    &[Rank::Ace, Rank::Two, Rank::Three, Rank::King],
    &[Rank::Jack, Rank::Ten, Rank::Nine, Rank::Two],
    &[Rank::Queen, Rank::Six, Rank::Four, Rank::Five],
    &Rank::ALL,
];

fn dealt(dice: &mut Dice, ranks: &[Rank], hands: &[usize]) -> Vec<Vec<Card>> {
    let mut deck: Vec<Card> =
        ranks.iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(*rank, suit))).collect();
    // Sometimes of two suits where that is enough, for royal flushes of both hands together.
    let two = deck.iter().copied().filter(|card| matches!(card.suit(), Suit::Spades | Suit::Hearts));
    if ranks.len() * 2 >= hands.iter().sum() && dice.one_in(2) {
        deck = two.collect();
    }
    let mut all: Vec<Vec<Card>> = Vec::new();
    for count in hands {
        let mut hand: Vec<Card> = Vec::new();
        // Sometimes the dealer's hand, which is the first, is matched: the same ranks in other suits.
        if !all.is_empty() && dice.one_in(3) {
            for card in &all[0] {
                let alike = deck.iter().position(|other| other.rank() == card.rank() && hand.len() < *count);
                hand.extend(alike.map(|i| deck.remove(i)));
            }
        }
        // Sometimes of one suit.
        let suit = Suit::ALL[dice.below(4)];
        let suited = dice.one_in(2);
        while hand.len() < *count {
            let of_suit: Vec<usize> = (0..deck.len()).filter(|i| suited && deck[*i].suit() == suit).collect();
            let i = dice.below(if of_suit.is_empty() { deck.len() } else { of_suit.len() });
            hand.push(deck.remove(of_suit.get(i).copied().unwrap_or(i)));
        }
        all.push(hand);
    }
    all
}

fn stake(game: &Game, no: tercet_rules::WagerNo, dice: &mut Dice) -> Option<Money> {
    let wager = game.wager(no);
    match &wager.amount {
        Amount::Fixed(money) => Some(*money),
        Amount::Times(..) | Amount::EqualTo(_) => None,
        Amount::Free => {
            let Some(limits) = &wager.limits else { return Some(Money::from_units(100)) };
            let steps = (limits.max - limits.min).units() / limits.step.units();
            let step = match dice.below(3) {
                0 => 0,
                1 => steps,
                _ => i64::try_from(dice.below(1000)).unwrap() % (steps + 1),
            };
            Some(limits.min + Money::from_units(limits.step.units() * step))
        }
    }
}

/// A round at one spot or two, of few ranks.
pub(crate) fn record(game: &Game, dice: &mut Dice) -> RoundRecord {
    let ranks = RANKS[dice.below(RANKS.len())];
    let player = usize::from(game.player.0);
    let hands = [usize::from(game.dealer.0), player, player];
    let seats = if ranks.len() * 4 >= hands.iter().sum() { 2 } else { 1 };
    let cards = dealt(dice, ranks, &hands[..=seats]);
    let same_player = dice.one_in(3);
    let spots = (1..=seats).map(|i| {
        let mut wagers: Vec<(WagerId, Money)> = Vec::new();
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            let wager = game.wager(no);
            if wager.table.closed || (wager.required.is_none() && dice.one_in(4)) {
                continue;
            }
            let amount = match &wager.amount {
                Amount::EqualTo(of) | Amount::Times(_, of) => {
                    wagers.iter().find(|(id, _)| *id == game.wager(*of).id).map(|(_, money)| *money)
                }
                Amount::Free | Amount::Fixed(_) => stake(game, no, dice),
            };
            wagers.extend(amount.map(|amount| (wager.id.clone(), amount)));
        }
        let on = game.decided_on().map(|on| game.wager(on).id.clone());
        let decides = on.and_then(|on| wagers.iter().find(|(id, _)| *id == on).cloned());
        let folds = dice.one_in(3);
        let decision = decides.as_ref().map(|_| if folds { Decision::Fold } else { Decision::Play });
        if let (Some((_, base)), Some(Decision::Play), Some(play)) = (decides, decision, game.play)
            && let Amount::Times(times, _) = &game.wager(play).amount
        {
            let times = i64::from(times[dice.below(times.len())]);
            wagers.push((game.wager(play).id.clone(), Money::from_units(base.units() * times)));
        }
        let player = same_player.then(|| "ann".to_owned());
        let spot = u8::try_from(i).unwrap();
        SpotRecord { spot, player, cards: cards[i].clone(), wagers, decision }
    });
    let spots = spots.collect();
    let meter = game
        .meter
        .as_ref()
        .map(|_| Money::from_units(100_001 + 50 * i64::try_from(dice.below(4000)).unwrap()));
    RoundRecord { dealer: cards[0].clone(), meter, spots }
}

/// What becomes of each line and envy pay of a settlement, by spot and name: outcome, returned, won, cut.
type Fates = BTreeMap<(u8, String), (Outcome, Money, Money, Money)>;

fn fates(settlement: &Settlement) -> Fates {
    let mut fates = Fates::new();
    for spot in &settlement.spots {
        for line in &spot.lines {
            let cut = line.limited.as_ref().map_or(Money::ZERO, |limited| limited.cut);
            fates.insert((spot.spot, line.id.to_string()), (line.outcome, line.returned, line.won, cut));
        }
        for envy in &spot.envy {
            let name = format!("envy from {}", envy.spot);
            fates.insert((spot.spot, name), (Outcome::Win, Money::ZERO, envy.won, Money::ZERO));
        }
    }
    fates
}

/// The rulings that each line and envy pay names, by spot and name.
fn named(settlement: &Settlement) -> BTreeMap<(u8, String), BTreeSet<String>> {
    let ids = |rulings: &[tercet_rules::RulingId]| rulings.iter().map(ToString::to_string).collect();
    let spots = settlement.spots.iter();
    spots
        .flat_map(|spot| {
            let lines = spot.lines.iter().map(|l| ((spot.spot, l.id.to_string()), ids(&l.rulings)));
            let envy = spot.envy.iter();
            let envy = envy.map(|e| ((spot.spot, format!("envy from {}", e.spot)), ids(&e.rulings)));
            lines.chain(envy).collect::<Vec<_>>()
        })
        .collect()
}

/// Whether a line may name a ruling of which the game knows one reading only.
///
/// R10 in 002: the ruling itself names 002.11, which pushes every tie.
fn may_name(ruling: &str, game: &Game, spot: &SpotSettlement, line: &tercet_rules::Line) -> bool {
    let category = spot.rank.category();
    match ruling {
        "R10" => game.id == *"three-card-fury" && line.id == *"ante" && spot.versus.is_eq(),
        // A straight flush that ties fits the busted bonus and the push of a tie: the order decides.
        "R11" => spot.versus.is_eq() && category == ThreeCategory::StraightFlush,
        "R12" => {
            let made = matches!(category, ThreeCategory::Straight | ThreeCategory::Flush);
            spot.versus.is_lt() && made && line.outcome == Outcome::Lose
        }
        "R14" => fits(game, spot, line.of) > 1,
        "R19" => matches!(line.pays, Some(Pay::Meter(_))),
        _ => false,
    }
}

/// Rows of a table on four cards that fit the hand at a spot.
fn fits(game: &Game, spot: &SpotSettlement, of: LineOf) -> usize {
    let hand = Hand::all_four(&spot.cards, game.ace).unwrap();
    game.table(of).rows.iter().filter(|row| row.hand.as_ref().is_some_and(|test| test.holds(&hand))).count()
}

/// What is wrong with the rulings that the lines of one round name, in words.
fn wrong(game: &Game, others: &[Other], record: &RoundRecord) -> Vec<String> {
    let Ok(checked) = record.check(game, TableLimits::Apply) else { return Vec::new() };
    let settlement = settle(&checked);
    let named = named(&settlement);
    // What is not there and would be under another reading, as a remark names it.
    let mut missing: BTreeSet<(u8, String, &str)> = BTreeSet::new();
    // By line: the rulings of which another reading would change it.
    let mut deciding: BTreeMap<(u8, String), BTreeSet<&str>> = BTreeMap::new();
    let here = fates(&settlement);
    for other in others {
        let Ok(checked) = record.check(&other.game, TableLimits::Apply) else { continue };
        let there = fates(&settle(&checked));
        for (key, fate) in &here {
            if there.get(key) != Some(fate) {
                deciding.entry(key.clone()).or_default().insert(&other.ruling);
            }
        }
        for (spot, name) in there.into_keys().filter(|key| !here.contains_key(key)) {
            let what = match name.strip_prefix("envy from ") {
                Some(giver) => format!("envy pay for the hand at spot {giver}"),
                None => game.bonuses.iter().find(|bonus| bonus.id == *name.as_str()).unwrap().name.clone(),
            };
            missing.insert((spot, format!("No {what}; another reading pays it"), &other.ruling));
        }
    }
    let remarks = settlement.spots.iter().flat_map(|spot| {
        let remark = |remark: &tercet_rules::Remark| {
            (
                spot.spot,
                remark.text.clone(),
                remark.cites.ruling.as_ref().map_or(String::new(), ToString::to_string),
            )
        };
        spot.remarks.iter().map(remark).collect::<Vec<_>>()
    });
    // The others are about who sits where.
    let remarks: Vec<(u8, String, String)> = remarks.filter(|(_, text, _)| text.starts_with("No ")).collect();
    let mut found = Vec::new();
    let said: BTreeSet<(u8, String, &str)> =
        remarks.iter().map(|(spot, text, ruling)| (*spot, text.clone(), ruling.as_str())).collect();
    if said != missing || said.len() != remarks.len() {
        found.push(format!("remarks, {remarks:?} instead of {missing:?}"));
    }
    for (key, named) in &named {
        let deciding = deciding.get(key).cloned().unwrap_or_default();
        let has_others = |ruling: &str| others.iter().any(|other| other.ruling == ruling);
        for ruling in deciding.iter().filter(|ruling| !named.contains(**ruling)) {
            found.push(format!("{key:?} does not name {ruling}"));
        }
        for ruling in named.iter().filter(|ruling| !deciding.contains(ruling.as_str())) {
            let spot = settlement.spots.iter().find(|spot| spot.spot == key.0).unwrap();
            let line = spot.lines.iter().find(|line| line.id == *key.1.as_str());
            let may = !has_others(ruling) && line.is_some_and(|line| may_name(ruling, game, spot, line));
            if !may {
                found.push(format!("{key:?} names {ruling}, which decides nothing"));
            }
        }
    }
    for spot in settlement.spots.iter().filter(|_| game.source.is_some()) {
        let lines = spot.lines.iter().filter(|line| line.rule.is_none()).map(|line| line.id.to_string());
        let envy = spot.envy.iter().filter(|envy| envy.rule.is_none()).map(|_| "envy".to_owned());
        found.extend(lines.chain(envy).map(|id| format!("{id} of spot {} names no rule", spot.spot)));
    }
    found
}

/// Every game, every reading in force, every other reading: each line names what decides it, and no more.
#[test]
fn lines_name_exactly_the_rulings_they_stand_on() {
    let mut failures: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut seen, mut missed): (BTreeSet<String>, BTreeSet<String>) = Default::default();
    for (doc, rounds) in bases() {
        let Ok(game) = doc.check() else { continue };
        let game = Arc::new(game);
        let others = others(&doc);
        let mut dice = Dice::default();
        for _ in 0..rounds {
            let record = record(&game, &mut dice);
            for wrong in wrong(&game, &others, &record) {
                let chosen: Vec<String> =
                    game.rulings.iter().map(|r| format!("{}={}", r.id, r.chosen)).collect();
                let name = wrong.split_once(',').map_or(&*wrong, |(_, rest)| rest);
                let what = format!("{}: {name}", game.id);
                let example = format!("{wrong}\n    {chosen:?}\n    {record:?}");
                failures.entry(what).or_insert((0, example)).0 += 1;
            }
            if let Ok(checked) = record.check(&game, TableLimits::Apply) {
                let settlement = settle(&checked);
                let remarks = settlement.spots.iter().flat_map(|spot| &spot.remarks);
                missed.extend(
                    remarks.filter_map(|remark| remark.cites.ruling.as_ref()).map(ToString::to_string),
                );
                seen.extend(named(&settlement).into_values().flatten());
            }
        }
    }
    let list: Vec<String> =
        failures.iter().map(|(what, (count, one))| format!("{count} times {what}\n  {one}")).collect();
    assert!(failures.is_empty(), "{}", list.join("\n"));
    // No ruling about money went unseen.
    let all = ["R1", "R2", "R4", "R5", "R6", "R7", "R8", "R10", "R11", "R12", "R13", "R14", "R15", "R16"];
    let all = all.iter().chain(&["R17", "R18", "R19", "R21", "R22", "R23"]);
    let unseen: Vec<_> = all.filter(|id| !seen.contains(**id)).collect();
    assert!(unseen.is_empty(), "no line named {unseen:?}");
    let unseen: Vec<_> =
        ["R2", "R4", "R15", "R17", "R18"].into_iter().filter(|id| !missed.contains(*id)).collect();
    assert!(unseen.is_empty(), "no remark named {unseen:?}");
}

/// The Ante Bonus after a fold, which R4 decides, would leave less of the limit to the lines that are paid after it.
#[test]
fn a_shortened_line_names_what_would_be_paid_before_it() {
    let game = GAMES.iter().find(|game| game.id == *"three-card-pairs-plus").unwrap();
    let wagers = ["ante", "pairs-plus", "six-card-bonus"];
    let spot = SpotRecord {
        spot: 1,
        player: None,
        cards: parse_cards("Ah Kh Qh").unwrap(),
        wagers: wagers.map(|id| (WagerId::from(id), Money::from_units(1_000))).to_vec(),
        decision: Some(Decision::Fold),
    };
    let record = RoundRecord { dealer: parse_cards("Jh Th 2c").unwrap(), meter: None, spots: vec![spot] };
    let settlement = settle(&record.check(game, TableLimits::Apply).unwrap());
    let six = settlement.spots[0].lines.iter().find(|line| line.id == *"six-card-bonus").unwrap();
    assert_eq!(
        (six.won, six.limited.as_ref().unwrap().cut),
        (Money::from_units(160_000), Money::from_units(40_000))
    );
    let named: Vec<String> = six.rulings.iter().map(ToString::to_string).collect();
    assert_eq!(named, ["R4", "R5", "R16", "R23"]);
}

/// Rounds of each game under each reading.
const ROUNDS: usize = 250;
