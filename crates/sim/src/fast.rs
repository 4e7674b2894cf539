//! The fast engine: a round is a few look-ups, and what it came to is counted and not added up.

use crate::felt::{Drawn, Felt, record};
use crate::hands::Index;
use crate::prepared::{Compiled, Habit, Prepared};
use crate::profile::{Profile, RARE, STRENGTH, told_of};
use crate::shuffler::{LANES, Row, card};
use crate::tally::{SpotsTally, Tally};
use std::collections::BTreeMap;
use tercet_analysis::Play;
use tercet_cards::Card;
use tercet_rules::{MeterMove, Money, TableLimits, settle};

/// What a round did to the meter, if it was hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    pub(crate) paid: Money,
    pub(crate) after: Money,
}

/// What plays rounds and remembers what they came to.
pub(crate) trait Engine {
    /// Whether it looks at the order of the cards in a hand.
    const ORDERED: bool;

    /// Looks at the rounds that were drawn at once.
    fn look(&mut self, drawn: Drawn<'_>);

    /// Plays one of them. `nets` is filled with what each seat is up, in units.
    fn round(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit>;

    /// What the seats of the round that was just played decided, in the order of the layout.
    fn plays(&self, felt: &Felt<'_>) -> Vec<Play>;

    /// What came to each line since this was last asked, then envy, then all; and hands by habit.
    fn batch(&mut self, nets: &mut [i128], hands: &mut [u64]);

    /// Adds all rounds to a tally.
    fn finish(self, tally: &mut Tally);
}

/// Counts results by looking them up. `CARDS` are dealt to each player and `DEALER` to the dealer; `SIX` says whether a table reads
/// both hands.
pub(crate) struct Fast<'a, const CARDS: usize, const DEALER: usize, const SIX: bool> {
    prepared: &'a Prepared<'a>,
    compiled: &'a Compiled,
    /// By seat.
    seats: Vec<Seated<'a>>,
    /// By habit: where its results begin among all of them.
    begins: Vec<usize>,
    /// By result of all habits: since the last batch, and all before it.
    now: Vec<u32>,
    all: Vec<u64>,
    /// By habit, line and what is told of it: won and returned beside what the results say.
    beside: Vec<Vec<[i128; 2]>>,
    envy: Vec<i128>,
    /// Since the last batch: by line, then envy.
    beside_now: Vec<i128>,
    /// By seat: the results of the rounds that were drawn at once.
    results: Vec<[u32; LANES]>,
    /// By round: a bit for each seat whose hand hits the meter or gives envy.
    rare: [u32; LANES],
    /// Whether any seat errs.
    errs: bool,
    /// What a hand that gives envy gave, as it was settled once: by who is dealt in, the place in the layout, and the kind.
    gifts: BTreeMap<(Vec<usize>, usize, usize), Vec<Money>>,
}

/// What is looked up for a seat.
struct Seated<'a> {
    hands: &'a [u32],
    profile: &'a Profile,
    /// Where the results of its habit begin.
    begins: usize,
}

impl<'a, const CARDS: usize, const DEALER: usize, const SIX: bool> Fast<'a, CARDS, DEALER, SIX> {
    pub(crate) fn new(prepared: &'a Prepared<'a>, compiled: &'a Compiled) -> Self {
        let lines = prepared.game().reconcile.lines.len();
        let profiles = &compiled.profiles;
        let mut begins = Vec::new();
        let mut end = 0;
        for profile in profiles {
            begins.push(end);
            end += profile.told.len();
        }
        let seat = |habit: &usize| {
            let profile = &*profiles[*habit];
            Seated { hands: &profile.hands, profile, begins: begins[*habit] }
        };
        Fast {
            prepared,
            compiled,
            seats: prepared.of_seat.iter().map(seat).collect(),
            begins,
            now: vec![0; end],
            all: vec![0; end],
            beside: profiles.iter().map(|_| vec![[0; 2]; lines]).collect(),
            envy: vec![0; profiles.len()],
            beside_now: vec![0; lines + 1],
            results: vec![[0; LANES]; prepared.of_seat.len()],
            rare: [0; LANES],
            errs: prepared.errs(),
            gifts: BTreeMap::new(),
        }
    }

    /// A round with a hand that hits the meter or gives envy: what its lines and envy come to beside what the results say.
    #[cold]
    fn rare(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit> {
        let rare = self.rare[felt.lane];
        let seats = felt.layout.seats.iter().enumerate();
        let places: Vec<usize> =
            seats.filter(|(_, seat)| rare >> **seat & 1 == 1).map(|(place, _)| place).collect();
        match places.as_slice() {
            [one] => self.one_rare(felt, *one, nets),
            _ => self.settled(felt, nets).0,
        }
    }

    /// The result of a seat.
    fn result(&self, felt: &Felt<'_>, seat: usize) -> usize {
        self.results[seat][felt.lane] as usize
    }

    /// With one such hand in the round nothing else bears on what it is paid and gives.
    fn one_rare(&mut self, felt: &Felt<'_>, at: usize, nets: &mut [i64]) -> Option<Hit> {
        let seats = &felt.layout.seats;
        let (profile, result) = (self.seats[seats[at]].profile, self.result(felt, seats[at]));
        let key = (seats.clone(), at, profile.kind(result));
        let Some(gifts) = self.gifts.get(&key).cloned() else {
            let (hit, gifts) = self.settled(felt, nets);
            self.gifts.insert(key, gifts);
            return hit;
        };
        for (to, gift) in gifts.into_iter().enumerate().filter(|(_, gift)| *gift > Money::ZERO) {
            self.gift(self.prepared.of_seat[seats[to]], gift);
            nets.get_mut(to).into_iter().for_each(|net| *net += gift.units());
        }
        let habit = self.prepared.of_seat[seats[at]];
        let (told, moved) =
            profile.with_meter(self.prepared.game(), &self.compiled.cards, result, felt.meter?);
        let known = &profile.told[result];
        for (told, known) in told.iter().zip(known) {
            let net =
                self.paid_beside(habit, told.line, told.won - known.won, told.returned - known.returned);
            nets.get_mut(at).into_iter().for_each(|to| *to += net);
        }
        hit(moved)
    }

    /// Those who err decide otherwise.
    #[cold]
    fn err(&mut self, wrong: &[u64; LANES]) {
        for (seat, (seated, results)) in self.seats.iter().zip(&mut self.results).enumerate() {
            let profile = seated.profile;
            for (result, _) in results.iter_mut().zip(wrong).filter(|(_, wrong)| **wrong >> seat & 1 == 1) {
                *result = profile.otherwise(*result);
            }
        }
    }

    /// Envy for a seat.
    fn gift(&mut self, habit: usize, gift: Money) {
        self.envy[habit] += i128::from(gift.units());
        *self.beside_now.last_mut().expect("envy has a place") += i128::from(gift.units());
    }

    /// Something that the results do not say; what it comes to.
    fn paid_beside(&mut self, habit: usize, line: usize, won: Money, returned: Money) -> i64 {
        let (won, returned) = (won.units(), returned.units());
        self.beside[habit][line][0] += i128::from(won);
        self.beside[habit][line][1] += i128::from(returned);
        self.beside_now[line] += i128::from(won + returned);
        won + returned
    }

    /// Settles a round in full; also says what envy each seat was paid.
    fn settled(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> (Option<Hit>, Vec<Money>) {
        let (setup, game) = (&self.prepared.setup, self.prepared.game());
        let seats = &felt.layout.seats;
        let plays = self.plays(felt);
        let record = record(setup, felt, &plays);
        let checked = record.check(game, TableLimits::Ignore).expect("a lawful bet was dealt and decided");
        let settlement = settle(&checked);
        let mut gifts = Vec::new();
        for (at, spot) in settlement.spots.iter().enumerate() {
            let habit = self.prepared.of_seat[seats[at]];
            let known = &self.seats[seats[at]].profile.told[self.result(felt, seats[at])];
            for (told, known) in told_of(game, &spot.lines).iter().zip(known) {
                let net =
                    self.paid_beside(habit, told.line, told.won - known.won, told.returned - known.returned);
                nets.get_mut(at).into_iter().for_each(|to| *to += net);
            }
            let envy: Money = spot.envy.iter().map(|line| line.won).sum();
            self.gift(habit, envy);
            nets.get_mut(at).into_iter().for_each(|net| *net += envy.units());
            gifts.push(envy);
        }
        (hit(settlement.meter), gifts)
    }
}

/// What a hit did to the meter, if there was one.
pub(crate) fn hit(moved: Option<MeterMove>) -> Option<Hit> {
    let moved = moved.filter(|moved| moved.paid > Money::ZERO)?;
    Some(Hit { paid: moved.paid, after: moved.after })
}

impl<const CARDS: usize, const DEALER: usize, const SIX: bool> Engine for Fast<'_, CARDS, DEALER, SIX> {
    const ORDERED: bool = false;

    fn look(&mut self, drawn: Drawn<'_>) {
        let cards = &self.compiled.cards;
        let dealt = drawn.dealer::<DEALER>();
        let indexes = Index::all(dealt);
        let dealer = found(&indexes, &cards.dealer);
        let six = if SIX { Some(cards.sixes.dealer(&indexes)) } else { None };
        self.rare = [0; LANES];
        for (seat, (seated, results)) in self.seats.iter().zip(&mut self.results).enumerate() {
            let hand = drawn.hand::<CARDS>(seat);
            let indexes = Index::all(hand);
            let hands = found(&indexes, seated.hands);
            compare(&hands, &dealer, cards.of_cell, results);
            for (rare, hand) in self.rare.iter_mut().zip(&hands) {
                *rare |= (hand >> 31) << seat;
            }
            if let Some(six) = &six {
                for (lane, ((result, index), dealer)) in results.iter_mut().zip(&indexes).zip(six).enumerate()
                {
                    let kind = cards.sixes.kind(*dealer, *index, || six_cards(hand, dealt, lane));
                    *result = result.wrapping_add(kind.wrapping_mul(cards.of_six));
                }
            }
        }
        if self.errs {
            self.err(drawn.wrong);
        }
    }

    #[inline]
    fn round(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit> {
        for (place, seat) in felt.layout.seats.iter().enumerate() {
            let seated = &self.seats[*seat];
            let result = self.results[*seat][felt.lane % LANES] as usize;
            let count = &mut self.now[seated.begins + result];
            *count = count.wrapping_add(1);
            if let Some(net) = nets.get_mut(place) {
                *net = seated.profile.nets[result];
            }
        }
        if self.rare[felt.lane % LANES] & felt.layout.here == 0 { None } else { self.rare(felt, nets) }
    }

    fn plays(&self, felt: &Felt<'_>) -> Vec<Play> {
        let seats = felt.layout.seats.iter();
        seats.map(|seat| self.seats[*seat].profile.play(self.result(felt, *seat))).collect()
    }

    fn batch(&mut self, nets: &mut [i128], hands: &mut [u64]) {
        let lines = nets.len() - 2;
        nets.fill(0);
        for (habit, profile) in self.compiled.profiles.iter().enumerate() {
            let mut dealt = 0;
            let mut sums = vec![0_i64; lines];
            let results = self.begins[habit]..self.begins[habit] + profile.told.len();
            let counts = self.now[results.clone()].iter_mut().zip(&mut self.all[results]);
            for ((now, all), told) in counts.zip(&profile.told) {
                if *now == 0 {
                    continue;
                }
                dealt += u64::from(*now);
                for told in told {
                    sums[told.line] += told.net().units() * i64::from(*now);
                }
                *all += u64::from(core::mem::take(now));
            }
            hands[habit] = dealt;
            nets.iter_mut().zip(sums).for_each(|(net, sum)| *net += i128::from(sum));
        }
        for (net, beside) in nets.iter_mut().zip(&mut self.beside_now) {
            *net += core::mem::take(beside);
        }
        nets[lines + 1] = nets[..=lines].iter().sum();
    }

    fn finish(self, tally: &mut Tally) {
        for (habit, profile) in self.compiled.profiles.iter().enumerate() {
            let spots = &mut tally.spots[habit];
            let results = self.begins[habit]..self.begins[habit] + profile.told.len();
            for (told, count) in profile.told.iter().zip(&self.all[results]) {
                if *count == 0 {
                    continue;
                }
                spots.hands += count;
                for told in told {
                    let line = &mut spots.lines[told.line];
                    let times = i128::from(*count);
                    line.staked += i128::from(told.staked.units()) * times;
                    line.won += i128::from(told.won.units()) * times;
                    line.returned += i128::from(told.returned.units()) * times;
                    line.falls[told.fall] += count;
                }
            }
            for (line, [won, returned]) in spots.lines.iter_mut().zip(&self.beside[habit]) {
                line.won += won;
                line.returned += returned;
            }
            spots.envy += self.envy[habit];
            absent(spots);
        }
    }
}

/// What a table says of each hand.
#[inline]
fn found(indexes: &[u32; LANES], table: &[u32]) -> [u32; LANES] {
    let mut found = [0; LANES];
    for (found, index) in found.iter_mut().zip(indexes) {
        *found = table[*index as usize];
    }
    found
}

/// The results of hands against the dealer's.
#[inline]
fn compare(hands: &[u32; LANES], dealer: &[u32; LANES], of_cell: u32, results: &mut [u32; LANES]) {
    for ((result, hand), dealer) in results.iter_mut().zip(hands).zip(dealer) {
        let (strength, against) = (hand & STRENGTH, dealer & STRENGTH);
        let equal = if strength >= against { of_cell } else { 0 };
        let higher = if strength > against { of_cell } else { 0 };
        *result = ((hand & !RARE) >> 10).wrapping_add(dealer >> 10).wrapping_add(equal).wrapping_add(higher);
    }
}

/// The cards of a player and of the dealer; of a table that reads both, three and three.
#[cold]
fn six_cards(hand: &[Row], dealer: &[Row], lane: usize) -> [Card; 6] {
    let mut cards = hand.iter().chain(dealer).map(|row| card(row[lane]));
    core::array::from_fn(|_| cards.next().expect("three cards and three"))
}

/// Counts the hands of which a line says nothing.
fn absent(spots: &mut SpotsTally) {
    for line in &mut spots.lines {
        let here: u64 = line.falls.iter().sum();
        if let Some(last) = line.falls.last_mut() {
            *last += spots.hands - here;
        }
    }
}

/// How much a batch weighs in the figures of each line, of envy and of all.
pub(crate) fn weights(prepared: &Prepared<'_>, hands: &[u64]) -> Vec<i128> {
    let game = prepared.game();
    let sum = |unit: &dyn Fn(&Habit<'_>) -> Money| -> i128 {
        let each = |(habit, hands): (&Habit<'_>, &u64)| i128::from(unit(habit).units()) * i128::from(*hands);
        prepared.habits.iter().zip(hands).map(each).sum()
    };
    let mut weights: Vec<i128> =
        game.reconcile.lines.iter().map(|of| sum(&|habit| habit.unit(game, *of))).collect();
    let envied = game.envy.as_ref().map(|envy| envy.wager);
    weights.push(sum(&|habit| envied.and_then(|no| habit.bet.stake(no)).unwrap_or(Money::ZERO)));
    weights.push(sum(&|habit| habit.staked()));
    weights
}
