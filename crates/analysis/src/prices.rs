//! What each kind of hand comes to in each world under each decision.

use crate::cells::{CELLS, Cell};
use crate::law::{Outcome, Play, Spot};
use crate::plan::{Asked, Plan};
use crate::worlds::World;
use tercet_rules::{LineOf, Money, Priced, price};

/// Prices by kind, world and decision, each found when it is first asked for.
pub(crate) struct Prices<'a> {
    spot: &'a Spot<'a>,
    plan: &'a Plan<'a>,
    plays: &'a [Play],
    kinds: &'a [Vec<u64>],
    worlds: &'a [World],
    /// By kind and world: whether it has been priced.
    known: Vec<bool>,
    /// By kind, decision and world: what the outcome is up or down, in units of money.
    net: Vec<i64>,
    /// By kind, decision and world: the place of the outcome, where it has been priced.
    place: Vec<u32>,
    /// By kind, decision and world: in how many deals.
    ways: Vec<u64>,
    /// Whether some net is so large that totals need more than 64 bits.
    wide: bool,
    outcomes: Vec<Outcome>,
}

// Mostly nothing matters but the cell, and a loop of known length is quicker: hence the arrays of cells below.

/// Nets below this add up to less than 2^63 over all dealer hands, of which there are fewer than 2^24, from eight decks too.
const NARROW: u64 = 1 << 39;

impl<'a> Prices<'a> {
    /// Nothing priced yet.
    pub(crate) fn new(
        spot: &'a Spot<'a>,
        plan: &'a Plan<'a>,
        plays: &'a [Play],
        kinds: &'a [Vec<u64>],
        worlds: &'a [World],
    ) -> Prices<'a> {
        let rows = kinds.len() * worlds.len();
        let size = rows * plays.len();
        Prices {
            spot,
            plan,
            plays,
            kinds,
            worlds,
            known: vec![false; rows],
            net: vec![0; size],
            place: vec![0; size],
            ways: vec![0; size],
            wide: false,
            outcomes: Vec::new(),
        }
    }

    /// The total net of each decision over all dealer hands, which are counted by world.
    pub(crate) fn values(&mut self, kind: usize, counts: &[u32], values: &mut [i128]) {
        self.know(kind, counts);
        let width = self.worlds.len();
        let mut nets = &self.net[self.at(kind, 0, 0)..];
        for value in values {
            let (now, later) = nets.split_at(width);
            *value = if self.wide {
                now.iter().zip(counts).map(|(net, count)| i128::from(*net) * i128::from(*count)).sum()
            } else {
                i128::from(total(now, counts))
            };
            nets = later;
        }
    }

    /// Counts deals: the dealer hands in each world, once for each of `size` hands of the player.
    pub(crate) fn add(&mut self, kind: usize, counts: &[u32], play: usize, size: u64) {
        let at = self.at(kind, play, 0);
        for (ways, count) in self.ways[at..].iter_mut().zip(counts) {
            // Wrapping only to be quick: there are fewer than 2^47 deals, from eight decks too.
            *ways = ways.wrapping_add(u64::from(*count).wrapping_mul(size));
        }
    }

    /// Prices the worlds that any dealer hand is in.
    fn know(&mut self, kind: usize, counts: &[u32]) {
        let width = self.worlds.len();
        if news(&self.known[kind * width..][..width], counts) {
            for (world, _) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                if !self.known[kind * width + world] {
                    self.find(kind, world);
                }
            }
        }
    }

    /// The worlds that any dealer hand is in, each as the place of the outcome of a decision and how many hands.
    pub(crate) fn met(&mut self, kind: usize, play: usize, counts: &[u32]) -> Vec<(usize, u32)> {
        self.know(kind, counts);
        let places = &self.place[self.at(kind, play, 0)..];
        let all = places.iter().zip(counts).filter(|(_, count)| **count > 0);
        all.map(|(place, count)| (*place as usize, *count)).collect()
    }

    /// Every outcome that was priced, by place.
    pub(crate) fn all(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn at(&self, kind: usize, play: usize, world: usize) -> usize {
        (kind * self.plays.len() + play) * self.worlds.len() + world
    }

    /// Prices every decision.
    #[cold]
    fn find(&mut self, kind: usize, world: usize) {
        self.known[kind * self.worlds.len() + world] = true;
        for (place, play) in self.plays.iter().enumerate() {
            let at = self.at(kind, place, world);
            let outcome = self.price(kind, world, *play);
            self.net[at] = outcome.net().units();
            self.place[at] = u32::try_from(self.outcomes.len()).expect("few outcomes");
            self.wide |= self.net[at].unsigned_abs() >= NARROW;
            self.outcomes.push(outcome);
        }
    }

    fn price(&self, kind: usize, world: usize, play: Play) -> Outcome {
        let game = self.spot.game;
        let world = &self.worlds[world];
        let cell = Cell::ALL[world.cell];
        let mut stakes = self.spot.bet.stakes().to_vec();
        if let (Play::Times(times), Some(no), Some(on)) = (play, game.play, game.decided_on()) {
            stakes[no.index()] = self.spot.bet.stake(on).map(|stake| multiple(stake, times));
        }
        let row = |of: LineOf| {
            let first = |asked: &Asked<'_>, mask: u64| {
                let fits = mask & asked.admits(cell);
                (fits != 0).then(|| fits.trailing_zeros() as usize)
            };
            let groups = [
                (&self.plan.own, &self.kinds[kind]),
                (&self.plan.six, &world.six),
                (&self.plan.dealer, &world.dealer),
            ];
            groups.into_iter().find_map(|(tables, masks)| {
                let place = tables.iter().position(|asked| asked.of == of)?;
                Some(first(&tables[place], masks[place]))
            })?
        };
        let priced = Priced {
            stakes: &stakes,
            folded: play == Play::Fold,
            qualifies: cell.qualifies,
            meter: self.spot.meter.or_else(|| game.meter.as_ref().map(|meter| meter.start)),
        };
        Outcome { ways: 0, play, lines: price(game, &priced, &row) }
    }

    /// Every way a round came out.
    pub(crate) fn outcomes(mut self) -> Vec<Outcome> {
        for kind in 0..self.kinds.len() {
            for world in 0..self.worlds.len() {
                let places: Vec<usize> =
                    (0..self.plays.len()).map(|play| self.at(kind, play, world)).collect();
                if places.iter().all(|at| self.ways[*at] == 0) {
                    continue;
                }
                if !self.known[kind * self.worlds.len() + world] {
                    self.find(kind, world);
                }
                for at in places {
                    self.outcomes[self.place[at] as usize].ways = u128::from(self.ways[at]);
                }
            }
        }
        self.outcomes.retain(|outcome| outcome.ways > 0);
        self.outcomes
    }
}

/// Whether any dealer hand is in a world that is not known.
fn news(known: &[bool], counts: &[u32]) -> bool {
    let one = |known: bool, count: u32| !known & (count > 0);
    match (<&[bool; CELLS]>::try_from(known), <&[u32; CELLS]>::try_from(counts)) {
        (Ok(known), Ok(counts)) => (0..CELLS).fold(false, |news, i| news | one(known[i], counts[i])),
        _ => known.iter().zip(counts).any(|(known, count)| one(*known, *count)),
    }
}

/// The total of nets that are not wide.
fn total(nets: &[i64], counts: &[u32]) -> i64 {
    match (<&[i64; CELLS]>::try_from(nets), <&[u32; CELLS]>::try_from(counts)) {
        (Ok(nets), Ok(counts)) => (0..CELLS).fold(0, |sum, i| plus(sum, nets[i], counts[i])),
        _ => nets.iter().zip(counts).fold(0, |sum, (net, count)| plus(sum, *net, *count)),
    }
}

/// One more product; wrapping only to be quick, see [`NARROW`].
fn plus(sum: i64, net: i64, count: u32) -> i64 {
    sum.wrapping_add(net.wrapping_mul(i64::from(count)))
}

fn multiple(stake: Money, times: u8) -> Money {
    Money::from_units(stake.units() * i64::from(times))
}
