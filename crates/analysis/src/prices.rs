//! What each kind of hand comes to in each world under each decision.

use crate::cells::Cell;
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
    /// By kind, decision and world: what the outcome is up or down, in units of money.
    net: Vec<i64>,
    /// By kind, decision and world: the place of the outcome; [`UNKNOWN`] where it has not been priced.
    place: Vec<u32>,
    /// Whether some net is so large that totals need more than 64 bits.
    wide: bool,
    /// By place: in how many deals.
    ways: Vec<u64>,
    outcomes: Vec<Outcome>,
}

const UNKNOWN: u32 = u32::MAX;

/// Nets below this add up to less than 2^63 over all dealer hands, of which there are fewer than 2^18.
const NARROW: u64 = 1 << 45;

impl<'a> Prices<'a> {
    /// Nothing priced yet.
    pub(crate) fn new(
        spot: &'a Spot<'a>,
        plan: &'a Plan<'a>,
        plays: &'a [Play],
        kinds: &'a [Vec<u64>],
        worlds: &'a [World],
    ) -> Prices<'a> {
        let size = kinds.len() * worlds.len() * plays.len();
        Prices {
            spot,
            plan,
            plays,
            kinds,
            worlds,
            net: vec![0; size],
            place: vec![UNKNOWN; size],
            wide: false,
            ways: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The total net of each decision over all dealer hands, which are counted by world.
    pub(crate) fn values(&mut self, kind: usize, counts: &[u32], values: &mut [i128]) {
        for (world, _) in met(counts) {
            if self.place[self.at(kind, 0, world)] == UNKNOWN {
                self.find(kind, world);
            }
        }
        for (play, value) in values.iter_mut().enumerate() {
            let nets = self.net[self.at(kind, play, 0)..].iter().zip(counts);
            *value = if self.wide {
                nets.map(|(net, count)| i128::from(*net) * i128::from(*count)).sum()
            } else {
                i128::from(nets.map(|(net, count)| net * i64::from(*count)).sum::<i64>())
            };
        }
    }

    /// Counts deals: the dealer hands in each world, once for each of `size` hands of the player.
    pub(crate) fn add(&mut self, kind: usize, counts: &[u32], play: usize, size: u64) {
        for (world, count) in met(counts) {
            let at = self.at(kind, play, world);
            if self.place[at] == UNKNOWN {
                self.find(kind, world);
            }
            self.ways[self.place[at] as usize] += u64::from(count) * size;
        }
    }

    /// The worlds that any dealer hand is in, each with how many are and the place of the outcome of a decision.
    pub(crate) fn met(&mut self, kind: usize, play: usize, counts: &[u32]) -> Vec<(usize, u32)> {
        let mut all = Vec::new();
        for (world, count) in met(counts) {
            let at = self.at(kind, play, world);
            if self.place[at] == UNKNOWN {
                self.find(kind, world);
            }
            all.push((self.place[at] as usize, count));
        }
        all
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
        for (place, play) in self.plays.iter().enumerate() {
            let at = self.at(kind, place, world);
            let outcome = self.price(kind, world, *play);
            self.net[at] = outcome.net().units();
            self.place[at] = u32::try_from(self.outcomes.len()).expect("few outcomes");
            self.wide |= self.net[at].unsigned_abs() >= NARROW;
            self.outcomes.push(outcome);
            self.ways.push(0);
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
            meter: self.spot.meter,
        };
        Outcome { ways: 0, play, lines: price(game, &priced, &row) }
    }

    /// Every way a round came out.
    pub(crate) fn outcomes(self) -> Vec<Outcome> {
        let counted = self.outcomes.into_iter().zip(self.ways);
        let met = counted.filter(|(_, ways)| *ways > 0);
        met.map(|(outcome, ways)| Outcome { ways: u128::from(ways), ..outcome }).collect()
    }
}

/// The worlds that any dealer hand is in, with how many are.
fn met(counts: &[u32]) -> impl Iterator<Item = (usize, u32)> {
    counts.iter().copied().enumerate().filter(|(_, count)| *count > 0)
}

fn multiple(stake: Money, times: u8) -> Money {
    Money::from_units(stake.units() * i64::from(times))
}
