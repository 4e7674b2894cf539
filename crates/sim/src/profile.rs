//! What one way to bet and to decide comes to, worked out once for every hand.
//!
//! Nothing here knows a pay or the rank of a hand: every test is asked of every hand through [`tercet_rules`], every result is
//! priced by [`price_and_meter`], and every decision is that of a [`Law`]. What is left for each round is to look things up.

use crate::hands::{self, Index};
use crate::sixes::Sixes;
use std::collections::BTreeMap;
use tercet_analysis::report::Policy;
use tercet_analysis::{Bet, Law, Play, Spot};
use tercet_cards::{Card, CardSet, combinations};
use tercet_rules::{
    Game, Hand, Line, LineOf, MeterMove, Money, Outcome, Pay, Priced, Reads, Row, price_and_meter,
};

/// How often the player's hand is lower, equal or higher, and the dealer does not qualify or does.
pub(crate) const CELLS: usize = 6;
/// Marks a hand whose round is settled in full: it hits the meter or gives envy.
pub(crate) const RARE: u32 = 1 << 31;
/// The bits of an entry that hold the strength.
pub(crate) const STRENGTH: u32 = 0x3ff;
/// Results of one way to play; more would not fit beside a strength, and would fill the memory before.
const MOST_RESULTS: u32 = 1 << 18;

/// What the game makes of cards, whoever bets.
pub(crate) struct Cards {
    /// By index of the player's cards: the number of their strength.
    pub(crate) strength: Vec<u32>,
    /// By index of the dealer's cards: strength, and from bit 10 how far the results lie that they lead to: by whether they qualify,
    /// and by what the tables that read them see.
    pub(crate) dealer: Vec<u32>,
    dealer_kinds: Vec<Vec<Mask>>,
    /// What the tables that read both hands see.
    pub(crate) sixes: Sixes,
    /// How far the results of two such things lie from each other: as many things as the tables that read the dealer's cards see.
    pub(crate) of_six: u32,
    /// How far the results of a lower, an equal and a higher hand lie from each other.
    pub(crate) of_cell: u32,
}

/// Why the fast engine cannot play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooOdd;

impl Cards {
    /// # Errors
    ///
    /// If a row of six cards asks for more than the strength of the best five, or tables lead to too many results.
    pub(crate) fn of(game: &Game) -> Result<Cards, TooOdd> {
        let ranks: Vec<(CardSet, Hand)> = all(game.player.0, game);
        // The weakest hands of three cards are never the best three of four.
        let mut order: Vec<_> = all(3, game).iter().filter_map(|(_, hand)| three(hand)).collect();
        order.sort_unstable();
        order.dedup();
        let number = |hand: &Hand| {
            let place = three(hand).map_or(0, |rank| order.partition_point(|other| *other < rank));
            u32::try_from(place).expect("741 strengths")
        };
        let mut strength = vec![0; ranks.len()];
        for (cards, hand) in &ranks {
            strength[Index::of(*cards)] = number(hand);
        }
        let sixes = Sixes::of(game)?;
        let tables = reading(game, Reads::Dealer);
        let mut kinds = Kinds::default();
        let dealers = all(game.dealer.0, game);
        let mut seen = Vec::new();
        for (cards, hand) in &dealers {
            let qualifies = three(hand).is_some_and(|rank| game.qualifier.admits(rank));
            let kind = kinds.place(tables.iter().map(|of| mask(game, *of, hand)).collect());
            seen.push((Index::of(*cards), number(hand), qualifies, kind));
        }
        let of_six = u32::try_from(kinds.met.len()).map_err(|_| TooOdd)?;
        let of_cell = u32::try_from(sixes.kinds.len() * kinds.met.len()).map_err(|_| TooOdd)?;
        let mut dealer = vec![0; dealers.len()];
        for (index, number, qualifies, kind) in seen {
            let far = if qualifies { 3 * of_cell } else { 0 } + kind;
            dealer[index] = number | fits(far)? << 10;
        }
        Ok(Cards { strength, dealer, dealer_kinds: kinds.met, sixes, of_six, of_cell })
    }
}

/// The place of a result among those of a profile, if it fits beside a strength.
fn fits(place: u32) -> Result<u32, TooOdd> {
    if place < MOST_RESULTS { Ok(place) } else { Err(TooOdd) }
}

/// The strength of playing cards.
fn three(hand: &Hand) -> Option<tercet_cards::ThreeRank> {
    match hand {
        Hand::Three(_, rank) => Some(*rank),
        Hand::Four(..) | Hand::Six(..) => None,
    }
}

/// Every hand of so many cards, as it plays.
pub(crate) fn all(cards: u8, game: &Game) -> Vec<(CardSet, Hand)> {
    let playing = |set: CardSet| {
        let cards: Vec<Card> = set.iter().collect();
        Some((set, Hand::playing(&cards, game.ace)?))
    };
    combinations(CardSet::FULL, usize::from(cards)).filter_map(playing).collect()
}

/// The lines of a game whose tables read these cards.
pub(crate) fn reading(game: &Game, reads: Reads) -> Vec<LineOf> {
    game.reconcile.lines.iter().copied().filter(|of| game.table(*of).reads == reads).collect()
}

/// A bit for each row of a table: no file has more rows.
pub(crate) type Mask = u64;

/// A bit for each row of a table whose test of the hand holds.
pub(crate) fn mask(game: &Game, of: LineOf, hand: &Hand) -> Mask {
    let rows = &game.table(of).rows;
    let fits = rows.iter().map(|row| row.hand.as_ref().is_none_or(|test| test.holds(hand)));
    (0..).zip(fits).map(|(i, fits)| Mask::from(fits) << i).sum()
}

/// Sets of masks, each once.
#[derive(Default)]
pub(crate) struct Kinds {
    places: BTreeMap<Vec<Mask>, u32>,
    pub(crate) met: Vec<Vec<Mask>>,
}

impl Kinds {
    /// The place of a set, which is a new one if it was not met before.
    pub(crate) fn place(&mut self, masks: Vec<Mask>) -> u32 {
        if let Some(place) = self.places.get(&masks) {
            return *place;
        }
        let place = u32::try_from(self.met.len()).expect("fewer kinds than hands");
        self.met.push(masks.clone());
        self.places.insert(masks, place);
        place
    }
}

/// What one line of a result comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    /// The place of the line in reconcile order.
    pub(crate) line: usize,
    /// The place of what happened among [`falls`].
    pub(crate) fall: usize,
    pub(crate) staked: Money,
    pub(crate) won: Money,
    pub(crate) returned: Money,
}

impl Told {
    pub(crate) fn net(&self) -> Money {
        self.won + self.returned - self.staked
    }
}

/// How many things can happen to a line: a row for each of its table, no row, forfeited or void, not there.
#[must_use]
pub(crate) fn falls(game: &Game, of: LineOf) -> usize {
    game.table(of).rows.len() + 3
}

/// The place of what happened to a line among its [`falls`]; none of a line that is not there.
#[must_use]
pub(crate) fn fall(game: &Game, of: LineOf, line: Option<&Line>) -> usize {
    let rows = game.table(of).rows.len();
    match line {
        None => rows + 2,
        Some(line) if matches!(line.outcome, Outcome::Forfeit | Outcome::Void) => rows + 1,
        Some(line) => line.row.unwrap_or(rows),
    }
}

/// One way to bet and to decide.
pub(crate) struct Profile {
    pub(crate) plays: Vec<Play>,
    /// By index of the player's cards: strength, the place of the first result of its kind from bit 10, [`RARE`].
    pub(crate) hands: Vec<u32>,
    /// By kind: the place of the first result of the kind that is decided otherwise.
    pub(crate) other: Vec<u32>,
    /// By result: what its lines come to, without shares of the meter and envy.
    pub(crate) told: Vec<Vec<Told>>,
    /// By result: what they come to together.
    pub(crate) nets: Vec<i64>,
    /// Results of one kind.
    pub(crate) width: usize,
    bet: Bet,
    /// The tables of the bet that read the player's cards.
    own: Vec<LineOf>,
    /// By kind: what they see.
    kinds: Vec<Vec<Mask>>,
}

impl Profile {
    /// Works everything out. `law` is that of the bet under the policy.
    ///
    /// # Errors
    ///
    /// If tables of many rows lead to too many results.
    pub(crate) fn of(game: &Game, cards: &Cards, bet: &Bet, law: &Law) -> Result<Profile, TooOdd> {
        let spot = Spot { game, bet, meter: None };
        let plays = law.plays.clone();
        let staked = |of: &LineOf| {
            let no = game.wager_of(*of);
            bet.stake(no).is_some() || (game.play == Some(no) && plays.len() > 1)
        };
        let lines: Vec<LineOf> = game.reconcile.lines.iter().copied().filter(staked).collect();
        let own: Vec<LineOf> = lines
            .iter()
            .copied()
            .filter(|of| matches!(game.table(*of).reads, Reads::Hand | Reads::AllFour))
            .collect();
        let gives = game.envy.as_ref().map(|envy| LineOf::Wager(envy.wager));
        let mut kinds = Kinds::default();
        let decided = law.hands(&spot);
        let mut hands = vec![0_u32; decided.len()];
        let (six, dealers) = (cards.sixes.kinds.len(), cards.dealer_kinds.len());
        let width = CELLS * six * dealers;
        for (set, play) in &decided {
            let held: Vec<Card> = set.iter().collect();
            let playing = Hand::playing(&held, game.ace).expect("three or four cards");
            let read = |of: &LineOf| match game.table(*of).reads {
                Reads::AllFour => Hand::all_four(&held, game.ace).expect("four cards"),
                Reads::Hand | Reads::BothHands | Reads::Dealer => playing,
            };
            let mut masks: Vec<Mask> = own.iter().map(|of| mask(game, *of, &read(of))).collect();
            let envies = gives.is_some_and(|of| {
                let row = game
                    .table(of)
                    .rows
                    .iter()
                    .find(|row| row.hand.as_ref().is_none_or(|test| test.holds(&playing)));
                row.is_some_and(|row| row.envy.is_some())
            });
            let hits = own.iter().any(|of| {
                let rows = &game.table(*of).rows;
                let fits = |row: &&Row| row.hand.as_ref().is_none_or(|test| test.holds(&read(of)));
                rows.iter().filter(fits).any(|row| matches!(row.pays, Pay::Meter(_)))
            });
            masks.push(Mask::from(envies || hits));
            let kind = kinds.place(masks) as usize;
            let place = plays.iter().position(|known| known == play).expect("a decision of this law");
            let first = (kind * plays.len() + place) * width;
            let first = u32::try_from(first).ok().filter(|first| *first < MOST_RESULTS).ok_or(TooOdd)?;
            let index = Index::of(*set);
            hands[index] = cards.strength[index] | first << 10 | if envies || hits { RARE } else { 0 };
        }
        let mut told = Vec::new();
        let mut other = Vec::new();
        for kind in 0..kinds.met.len() {
            for (place, play) in plays.iter().enumerate() {
                // A fold becomes the lowest play, and anything else a fold.
                let flipped = if plays.len() == 1 { 0 } else { usize::from(place == 0) };
                other.push(u32::try_from((kind * plays.len() + flipped) * width).expect("few results"));
                for cell in 0..CELLS {
                    for both in &cards.sixes.kinds {
                        for dealer in &cards.dealer_kinds {
                            let seen = Seen { own: (&own, &kinds.met[kind]), both, dealer };
                            told.push(told_of(game, &result(game, bet, (*play, cell), &seen, None).0));
                        }
                    }
                }
            }
        }
        let nets = told.iter().map(|lines| lines.iter().map(|told| told.net().units()).sum()).collect();
        Ok(Profile { plays, hands, other, told, nets, width, bet: bet.clone(), own, kinds: kinds.met })
    }

    /// The result if it had been decided otherwise.
    pub(crate) fn otherwise(&self, result: u32) -> u32 {
        let (decided, cell) = (result as usize / self.width, result as usize % self.width);
        self.other[decided] + u32::try_from(cell).expect("few results")
    }

    /// The kind of hand and the decision that a result stands for.
    pub(crate) fn kind(&self, result: usize) -> usize {
        result / self.width
    }

    /// What a result comes to when the meter holds so much and no other spot is paid from it.
    pub(crate) fn with_meter(
        &self,
        game: &Game,
        cards: &Cards,
        result: usize,
        meter: Money,
    ) -> (Vec<Told>, Option<MeterMove>) {
        let kind = self.kind(result) / self.plays.len();
        let (cell, rest) = (result % self.width / (self.width / CELLS), result % (self.width / CELLS));
        let dealers = cards.dealer_kinds.len();
        let seen = Seen {
            own: (&self.own, &self.kinds[kind]),
            both: &cards.sixes.kinds[rest / dealers],
            dealer: &cards.dealer_kinds[rest % dealers],
        };
        let (lines, moved) = self::result(game, &self.bet, (self.play(result), cell), &seen, Some(meter));
        (told_of(game, &lines), moved)
    }

    /// The decision that a result stands for.
    pub(crate) fn play(&self, result: usize) -> Play {
        self.plays[result / self.width % self.plays.len()]
    }
}

/// What the tables of a bet see.
struct Seen<'s> {
    own: (&'s [LineOf], &'s [Mask]),
    both: &'s [Mask],
    dealer: &'s [Mask],
}

impl Seen<'_> {
    /// A bit for each row of a table whose test of the hand holds.
    fn mask(&self, game: &Game, of: LineOf) -> Mask {
        let at = |tables: &[LineOf], masks: &[Mask]| {
            tables.iter().position(|table| *table == of).map_or(0, |place| masks[place])
        };
        match game.table(of).reads {
            Reads::Hand | Reads::AllFour => at(self.own.0, self.own.1),
            Reads::BothHands => at(&reading(game, Reads::BothHands), self.both),
            Reads::Dealer => at(&reading(game, Reads::Dealer), self.dealer),
        }
    }
}

/// What the lines of a spot come to under a decision in a cell.
fn result(
    game: &Game,
    bet: &Bet,
    (play, cell): (Play, usize),
    seen: &Seen<'_>,
    meter: Option<Money>,
) -> (Vec<Line>, Option<MeterMove>) {
    let qualifies = cell >= 3;
    let versus = (cell % 3).cmp(&1);
    let mut stakes = bet.stakes().to_vec();
    if let (Play::Times(times), Some(no), Some(on)) = (play, game.play, game.decided_on()) {
        stakes[no.index()] = bet.stake(on).map(|stake| Money::from_units(stake.units() * i64::from(times)));
    }
    let row = |of: LineOf| {
        let mask = seen.mask(game, of);
        let fits = |(i, row): (usize, &Row)| mask >> i & 1 == 1 && row.admits(versus, qualifies);
        game.table(of).rows.iter().enumerate().position(fits)
    };
    let priced = Priced { stakes: &stakes, folded: play == Play::Fold, qualifies, meter };
    price_and_meter(game, &priced, &row)
}

/// What there is to tell of lines.
pub(crate) fn told_of(game: &Game, lines: &[Line]) -> Vec<Told> {
    let told = |line: &Line| Told {
        line: place_of(game, line.of),
        fall: fall(game, line.of, Some(line)),
        staked: line.stake,
        won: line.won,
        returned: line.returned,
    };
    lines.iter().map(told).collect()
}

/// The place of a line in reconcile order.
pub(crate) fn place_of(game: &Game, of: LineOf) -> usize {
    game.reconcile.lines.iter().position(|line| *line == of).expect("every line has its place")
}

/// The law of a bet under a policy; shares of the meter left out.
pub(crate) fn law(game: &Game, bet: &Bet, policy: Policy<'_>, meter: Option<Money>) -> Law {
    let spot = Spot { game, bet, meter };
    policy.with(game, |strategy| Law::of(&spot, strategy))
}

const _: () = assert!(hands::MOST_STRENGTHS <= STRENGTH as usize + 1);
