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
    /// By kind, world and decision: the place of the outcome, and what it is up or down in units of money.
    known: Vec<Option<(u32, i64)>>,
    /// By place: in how many deals.
    ways: Vec<u64>,
    outcomes: Vec<Outcome>,
}

impl<'a> Prices<'a> {
    /// Nothing priced yet.
    pub(crate) fn new(
        spot: &'a Spot<'a>,
        plan: &'a Plan<'a>,
        plays: &'a [Play],
        kinds: &'a [Vec<u64>],
        worlds: &'a [World],
    ) -> Prices<'a> {
        let known = vec![None; kinds.len() * worlds.len() * plays.len()];
        Prices { spot, plan, plays, kinds, worlds, known, ways: Vec::new(), outcomes: Vec::new() }
    }

    /// The total net of each decision over all dealer hands, which are counted by world.
    pub(crate) fn values(&mut self, kind: usize, counts: &[u32], values: &mut [i128]) {
        for (world, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            for (play, value) in values.iter_mut().enumerate() {
                *value += i128::from(self.get(kind, world, play).1) * i128::from(*count);
            }
        }
    }

    /// Counts deals: the dealer hands in each world, once for each of `size` hands of the player.
    pub(crate) fn add(&mut self, kind: usize, counts: &[u32], play: usize, size: u64) {
        for (world, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let place = self.get(kind, world, play).0;
            self.ways[place as usize] += u64::from(*count) * size;
        }
    }

    fn get(&mut self, kind: usize, world: usize, play: usize) -> (u32, i64) {
        let at = (kind * self.worlds.len() + world) * self.plays.len() + play;
        match self.known[at] {
            Some(found) => found,
            None => self.find(at, kind, world, play),
        }
    }

    #[cold]
    fn find(&mut self, at: usize, kind: usize, world: usize, play: usize) -> (u32, i64) {
        let outcome = self.price(kind, world, self.plays[play]);
        let place = u32::try_from(self.outcomes.len()).expect("few outcomes");
        let found = (place, outcome.net().units());
        self.outcomes.push(outcome);
        self.ways.push(0);
        self.known[at] = Some(found);
        found
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

fn multiple(stake: Money, times: u8) -> Money {
    Money::from_units(stake.units() * i64::from(times))
}
