//! Best play for somebody who has seen one card of the dealer's.

use super::{signed, stakes};
use crate::bet::Bet;
use crate::cells::Cell;
use crate::fraction::Fraction;
use crate::law::main_bet;
use core::cmp::Ordering;
use std::collections::BTreeMap;
use tercet_cards::{Ace, Card, SuitClass, ThreeRank, binomial, rank_three, suit_classes};
use tercet_rules::{Amount, Game, Hand, LineOf, Money, Priced, Reads, price};

/// What one seen card of the dealer's is worth to the player, in the main bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// All deals, each counted once for every card of the dealer's that may be the one seen.
    pub deals: u128,
    /// The player's expectation per unit of the wager that is decided on, under best play.
    pub expectation: Fraction,
}

/// The main bet under best play when one card of the dealer's, any of them alike, is seen before the decision.
///
/// None where there is nothing to decide, where the dealer has four cards, and where the main bet reads more than the
/// player's cards and how they compare with the dealer's.
#[must_use]
pub fn dealer_card_seen(game: &Game, stake: Money) -> Option<Seen> {
    let on = game.decided_on()?;
    let main = main_bet(game);
    let lines = super::laws::lines_of(game, &main);
    let own = |line: &LineOf| matches!(game.table(*line).reads, Reads::Hand | Reads::AllFour);
    if game.dealer.0 != 3 || !lines.iter().all(own) {
        return None;
    }
    let bet = stakes::beside(game, &[on], stake).ok()?;
    let counts = SeenCounts::new(game.ace);
    let floor = game.qualifier.floor.as_ref().map_or(0, |floor| counts.below(floor.strength()));
    let mut prices = Prices { game, bet: &bet, lines: &lines, known: BTreeMap::new() };
    let mut sum = 0_i128;
    for class in suit_classes(usize::from(game.player.0)) {
        let cards: Vec<Card> = class.representative.iter().collect();
        let playing = Hand::playing(&cards, game.ace)?;
        let Hand::Three(_, rank) = playing else { return None };
        let strength = counts.number(rank);
        let all_four = Hand::all_four(&cards, game.ace);
        let nets = prices.of(&playing, all_four.as_ref());
        let seen = Card::ALL.into_iter().filter(|card| !class.representative.contains(*card));
        let best: i128 = seen.map(|card| counts.best(&cards, card, [floor, strength], nets)).sum();
        sum += best * i128::from(class.size);
    }
    let player = u64::from(game.player.0);
    let deals = u128::from(binomial(52, player)) * u128::from(binomial(52 - player, 3)) * 3;
    Some(Seen { deals, expectation: Fraction::over(sum, i128::from(stake.units()), signed(deals)) })
}

/// The net of each decision (outer) in each cell (inner).
type Nets = Vec<[i64; Cell::ALL.len()]>;

/// Nets by which rows of which tables hold for the hand.
struct Prices<'a> {
    game: &'a Game,
    bet: &'a Bet,
    lines: &'a [LineOf],
    known: BTreeMap<Vec<bool>, Nets>,
}

impl Prices<'_> {
    fn of(&mut self, playing: &Hand, all_four: Option<&Hand>) -> &Nets {
        let (game, bet) = (self.game, self.bet);
        let holds = |line: LineOf, row: usize| {
            let table = game.table(line);
            let hand = if table.reads == Reads::AllFour { all_four.unwrap_or(playing) } else { playing };
            table.rows[row].hand.as_ref().is_none_or(|test| test.holds(hand))
        };
        let rows =
            self.lines.iter().flat_map(|line| (0..game.table(*line).rows.len()).map(|row| (*line, row)));
        let key: Vec<bool> = rows.map(|(line, row)| holds(line, row)).collect();
        self.known.entry(key).or_insert_with(|| {
            let times = match game.play.map(|no| &game.wager(no).amount) {
                Some(Amount::Times(times, _)) => times.clone(),
                Some(Amount::EqualTo(_) | Amount::Free | Amount::Fixed(_)) | None => vec![1],
            };
            let decisions = core::iter::once(None).chain(times.into_iter().map(Some));
            decisions.map(|times| Cell::ALL.map(|cell| net(game, bet, times, cell, &holds))).collect()
        })
    }
}

fn net(game: &Game, bet: &Bet, times: Option<u8>, cell: Cell, holds: &dyn Fn(LineOf, usize) -> bool) -> i64 {
    let mut stakes = bet.stakes().to_vec();
    if let (Some(times), Some(play), Some(on)) = (times, game.play, game.decided_on()) {
        let on = bet.stake(on).map(|stake| Money::from_units(stake.units() * i64::from(times)));
        stakes[play.index()] = on;
    }
    let row = |line: LineOf| {
        let rows = &game.table(line).rows;
        (0..rows.len()).find(|i| rows[*i].admits(cell.versus, cell.qualifies) && holds(line, *i))
    };
    let priced = Priced { stakes: &stakes, folded: times.is_none(), qualifies: cell.qualifies, meter: None };
    price(game, &priced, &row).iter().map(|line| line.net().units()).sum()
}

/// How many dealer hands that hold a given card lie below each strength, by what else they hold.
struct SeenCounts {
    ace: Ace,
    /// The strengths in rising order.
    strengths: Vec<ThreeRank>,
    /// `one[rank][s]`: hands below strength `s` that hold a given card of this rank.
    one: Vec<Vec<i32>>,
    /// `two[kind][s]`: those that hold two given cards of this kind.
    two: Vec<Vec<i32>>,
}

impl SeenCounts {
    fn new(ace: Ace) -> SeenCounts {
        let classes: Vec<(SuitClass, [Card; 3])> = suit_classes(3)
            .map(|class| {
                let mut cards = class.representative.iter();
                (class, [(); 3].map(|()| cards.next().expect("three cards")))
            })
            .collect();
        let mut strengths: Vec<ThreeRank> =
            classes.iter().map(|(_, cards)| rank_three(*cards, ace)).collect();
        strengths.sort_unstable();
        strengths.dedup();
        let places = strengths.len() + 1;
        let mut counts =
            SeenCounts { ace, strengths, one: vec![vec![0; places]; 13], two: vec![vec![0; places]; 169] };
        for (class, cards) in classes {
            let size = i32::try_from(class.size).expect("at most 24");
            // One place up, so that the sums are of what lies below.
            let at = counts.number(rank_three(cards, ace)) + 1;
            for (i, a) in cards.iter().enumerate() {
                counts.one[a.rank().index()][at] += size;
                for b in &cards[..i] {
                    counts.two[kind(*a, *b)][at] += size;
                }
            }
        }
        for row in &mut counts.one {
            // Four cards of a rank share the hands counted for it.
            accumulate(row, 4);
        }
        for (kind, row) in counts.two.iter_mut().enumerate() {
            let share = match (kind / 13).cmp(&(kind % 13)) {
                Ordering::Equal => 6,
                Ordering::Less => 4,
                Ordering::Greater => 12,
            };
            accumulate(row, share);
        }
        counts
    }

    /// The number of strengths below one.
    fn below(&self, floor: ThreeRank) -> usize {
        self.strengths.partition_point(|strength| *strength < floor)
    }

    fn number(&self, strength: ThreeRank) -> usize {
        self.below(strength)
    }

    /// The value of the best decision over all dealer hands that hold the seen card and none of the player's.
    fn best(&self, player: &[Card], seen: Card, [floor, mine]: [usize; 2], nets: &Nets) -> i128 {
        let at = [floor, mine, mine + 1, self.strengths.len()];
        let mut below = at.map(|s| self.one[seen.rank().index()][s]);
        for (i, a) in player.iter().enumerate() {
            let two = &self.two[kind(seen, *a)];
            for (count, s) in below.iter_mut().zip(at) {
                *count -= two[s];
            }
            for b in &player[..i] {
                let strength = self.number(rank_three([seen, *a, *b], self.ace));
                for (count, s) in below.iter_mut().zip(at) {
                    *count += i32::from(strength < s);
                }
            }
        }
        let [floor_below, lower, up_to, all] = below;
        let equal = up_to - lower;
        // In the order of the cells: the dealer higher, equal, lower; first without, then with the qualifier.
        let cells = if mine < floor {
            [floor_below - up_to, equal, lower, all - floor_below, 0, 0]
        } else {
            [0, 0, floor_below, all - up_to, equal, lower - floor_below]
        };
        let value = |nets: &[i64; 6]| -> i128 {
            nets.iter().zip(cells).map(|(net, count)| i128::from(*net) * i128::from(count)).sum()
        };
        nets.iter().map(value).max().unwrap_or(0)
    }
}

fn accumulate(row: &mut [i32], share: i32) {
    let mut sum = 0;
    for count in row {
        sum += *count;
        *count = sum / share;
    }
}

/// The kind of two cards: their ranks, and for different ranks whether the suit is one.
fn kind(a: Card, b: Card) -> usize {
    let (high, low) = (a.rank().index().max(b.rank().index()), a.rank().index().min(b.rank().index()));
    if a.suit() == b.suit() { low * 13 + high } else { high * 13 + low }
}
