//! The fast engine: a round is a few look-ups, and what it came to is counted and not added up.

use crate::hands::Index;
use crate::prepared::{Compiled, Habit, Layout, Prepared, record};
use crate::profile::{Profile, RARE, STRENGTH, told_of};
use crate::shuffler::PLACES;
use crate::tally::{SpotsTally, Tally};
use std::collections::BTreeMap;
use tercet_analysis::Play;
use tercet_cards::{Card, best_five_of_six};
use tercet_rules::{MeterMove, Money, TableLimits, settle};

/// One round to be played.
#[derive(Clone, Copy)]
pub(crate) struct Felt<'t> {
    pub(crate) layout: &'t Layout,
    pub(crate) deck: &'t [Card; PLACES],
    /// A bit for each seat whose decision is another than its policy says, by place in the layout.
    pub(crate) wrong: u64,
    /// The meter at the deal.
    pub(crate) meter: Option<Money>,
}

/// What a round did to the meter, if it was hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    pub(crate) paid: Money,
    pub(crate) after: Money,
}

/// What plays rounds and remembers what they came to.
pub(crate) trait Engine {
    /// Plays a round. `nets` is filled with what each seat is up, in units.
    fn round(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit>;

    /// What the seats of the last round decided, in the order of the layout.
    fn plays(&self, seats: &[usize]) -> Vec<Play>;

    /// What came to each line since this was last asked, then envy, then all; and hands by habit.
    fn batch(&mut self, nets: &mut [i128], hands: &mut [u64]);

    /// Adds all rounds to a tally.
    fn finish(self, tally: &mut Tally);
}

/// Counts results by looking them up. `CARDS` are dealt to each player; `SIX` says whether a table reads both hands.
pub(crate) struct Fast<'a, const CARDS: usize, const SIX: bool> {
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
    /// By place in the layout: the result of this round.
    results: Vec<u32>,
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

impl<'a, const CARDS: usize, const SIX: bool> Fast<'a, CARDS, SIX> {
    pub(crate) fn new(prepared: &'a Prepared<'a>, compiled: &'a Compiled) -> Fast<'a, CARDS, SIX> {
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
            results: vec![0; prepared.of_seat.len()],
            gifts: BTreeMap::new(),
        }
    }

    /// A round with a hand that hits the meter or gives envy: what its lines and envy come to beside what the results say.
    #[cold]
    fn rare(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit> {
        let seats = &felt.layout.seats;
        let entry = |(at, seat): (usize, &usize)| {
            let cards = felt.layout.hands[at];
            let rare = self.seats[*seat].hands[index::<CARDS>(felt.deck, cards)] & RARE != 0;
            rare.then_some(at)
        };
        let places: Vec<usize> = seats.iter().enumerate().filter_map(entry).collect();
        match places.as_slice() {
            [one] => self.one_rare(felt, *one, nets),
            _ => self.settled(felt, nets).0,
        }
    }

    /// With one such hand in the round nothing else bears on what it is paid and gives.
    fn one_rare(&mut self, felt: &Felt<'_>, at: usize, nets: &mut [i64]) -> Option<Hit> {
        let seats = &felt.layout.seats;
        let (profile, result) = (self.seats[seats[at]].profile, self.results[at] as usize);
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
        let plays = self.plays(seats);
        let record = record(setup, felt.layout, felt.deck, &plays, felt.meter);
        let checked = record.check(game, TableLimits::Ignore).expect("a lawful bet was dealt and decided");
        let settlement = settle(&checked);
        let mut gifts = Vec::new();
        for (at, spot) in settlement.spots.iter().enumerate() {
            let habit = self.prepared.of_seat[seats[at]];
            let known = &self.seats[seats[at]].profile.told[self.results[at] as usize];
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

/// The card at a place.
#[inline]
fn at(deck: &[Card; PLACES], place: u8) -> Card {
    deck[usize::from(place) % PLACES]
}

/// The index of the cards at these places.
#[inline]
fn index<const CARDS: usize>(deck: &[Card; PLACES], [a, b, c, d]: [u8; 4]) -> usize {
    if CARDS == 4 {
        Index::four([at(deck, a), at(deck, b), at(deck, c), at(deck, d)])
    } else {
        Index::three([at(deck, a), at(deck, b), at(deck, c)])
    }
}

impl<const CARDS: usize, const SIX: bool> Engine for Fast<'_, CARDS, SIX> {
    #[inline]
    fn round(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit> {
        let (deck, layout, cards) = (felt.deck, felt.layout, &self.compiled.cards);
        let dealer = if cards.dealer_has_four {
            cards.dealer[index::<4>(deck, layout.dealer)]
        } else {
            cards.dealer[index::<3>(deck, layout.dealer)]
        };
        let (dealers, qualifies, kind) = (dealer & STRENGTH, dealer >> 10 & 3, dealer >> 12);
        let (six_kinds, dealer_kinds) = (cards.six_count(), cards.dealer_count());
        let [d, e, f] = [0, 1, 2].map(|i: usize| at(deck, layout.dealer[i]));
        let mut seen = 0;
        for (place, ((seat, hand), told)) in
            layout.seats.iter().zip(&layout.hands).zip(&mut self.results).enumerate()
        {
            let seated = &self.seats[*seat];
            let entry = seated.hands[index::<CARDS>(deck, *hand)];
            seen |= entry;
            let strength = entry & STRENGTH;
            let mut first = (entry & !RARE) >> 10;
            if felt.wrong >> place & 1 == 1 {
                first = seated.profile.other[first as usize / seated.profile.width];
            }
            let cell = qualifies + u32::from(strength > dealers) + u32::from(strength >= dealers);
            let both = if SIX {
                let rank =
                    best_five_of_six([at(deck, hand[0]), at(deck, hand[1]), at(deck, hand[2]), d, e, f]);
                u32::from(cards.six[usize::from(rank.bits())])
            } else {
                0
            };
            let result = first + (cell * six_kinds + both) * dealer_kinds + kind;
            *told = result;
            let count = &mut self.now[seated.begins + result as usize];
            *count = count.wrapping_add(1);
            if let Some(net) = nets.get_mut(place) {
                *net = seated.profile.nets[result as usize];
            }
        }
        if seen & RARE == 0 { None } else { self.rare(felt, nets) }
    }

    fn plays(&self, seats: &[usize]) -> Vec<Play> {
        let play = |(seat, result): (&usize, &u32)| self.seats[*seat].profile.play(*result as usize);
        seats.iter().zip(&self.results).map(play).collect()
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
