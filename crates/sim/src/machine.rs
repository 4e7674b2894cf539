//! The reference engine: every round is played through the machine of [`tercet_rules`], command by command.

use crate::fast::{Engine, Hit, hit};
use crate::felt::{Drawn, Felt, WAY};
use crate::prepared::Prepared;
use crate::profile::{fall, place_of};
use crate::setup::wagers;
use crate::tally::Tally;
use std::sync::Arc;
use tercet_analysis::Play;
use tercet_cards::{Card, CardSet};
use tercet_rules::{Choice, Command, Phase, Round, Settlement};

/// Plays real rounds.
pub(crate) struct Machine<'a> {
    prepared: &'a Prepared<'a>,
    /// A round with bets closed, for the seats it is for: they are the same in every round.
    closed: Option<(Vec<usize>, Round)>,
    /// What was decided in the last round.
    plays: Vec<Play>,
    tally: Tally,
    nets: Vec<i128>,
    hands: Vec<u64>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(prepared: &'a Prepared<'a>) -> Machine<'a> {
        let game = prepared.game();
        Machine {
            prepared,
            closed: None,
            plays: Vec::new(),
            tally: Tally::new(game, prepared.habits.len()),
            nets: vec![0; game.reconcile.lines.len() + 2],
            hands: vec![0; prepared.habits.len()],
        }
    }

    /// A round in which these seats have bet and nothing more can be.
    fn bets_closed(&self, seats: &[usize]) -> Round {
        let setup = &self.prepared.setup;
        let mut round = Round::open(Arc::clone(setup.game()), WAY).expect("a game has a way to deal");
        let mut run = |command: Command| {
            round.run(&command).expect("a lawful bet is taken");
        };
        for seat in seats.iter().map(|seat| &setup.seats()[*seat]) {
            run(Command::Sit { spot: seat.spot, player: seat.player.clone() });
            for (wager, amount) in wagers(setup.game(), &seat.bet) {
                run(Command::Place { spot: seat.spot, wager, amount });
            }
        }
        run(Command::CloseWagers);
        round
    }

    /// What a seat decides, an error included.
    fn decision(&self, habit: usize, cards: &[Card], wrong: bool) -> Play {
        let held: CardSet = cards.iter().copied().collect();
        let play = self.prepared.decision(habit, held);
        let lowest = self.prepared.game().play_times().first();
        match (play, wrong, lowest) {
            (Play::Fold, true, Some(lowest)) => Play::Times(*lowest),
            (Play::Times(_), true, _) => Play::Fold,
            (play, _, _) => play,
        }
    }

    fn add(&mut self, seats: &[usize], settlement: &Settlement, nets: &mut [i64]) {
        let game = self.prepared.game();
        for (at, spot) in settlement.spots.iter().enumerate() {
            let habit = self.prepared.of_seat[seats[at]];
            let tally = &mut self.tally.spots[habit];
            tally.hands += 1;
            self.hands[habit] += 1;
            for (place, of) in game.reconcile.lines.iter().enumerate() {
                let line = spot.lines.iter().find(|line| line.of == *of);
                let to = &mut tally.lines[place];
                to.falls[fall(game, *of, line)] += 1;
                if let Some(line) = line {
                    to.staked += i128::from(line.stake.units());
                    to.won += i128::from(line.won.units());
                    to.returned += i128::from(line.returned.units());
                    self.nets[place_of(game, line.of)] += i128::from(line.net().units());
                }
            }
            let envy: i64 = spot.envy.iter().map(|line| line.won.units()).sum();
            tally.envy += i128::from(envy);
            let lines = self.nets.len();
            self.nets[lines - 2] += i128::from(envy);
            if let Some(net) = nets.get_mut(at) {
                *net = spot.net().units();
            }
        }
    }
}

impl Engine for Machine<'_> {
    const ORDERED: bool = true;

    fn look(&mut self, _: Drawn<'_>) {}

    fn round(&mut self, felt: &Felt<'_>, nets: &mut [i64]) -> Option<Hit> {
        let seats = &felt.layout.seats;
        if self.closed.as_ref().is_none_or(|(of, _)| of != seats) {
            self.closed = Some((seats.clone(), self.bets_closed(seats)));
        }
        let mut round = self.closed.as_ref().map(|(_, round)| round.clone()).expect("bets were closed");
        let run = |round: &mut Round, command: Command| {
            round.run(&command).expect("the table does what the rules allow");
        };
        let deck = felt.deck(self.prepared.game());
        run(&mut round, Command::Deal { deck, meter: felt.meter });
        let Phase::Deciding(dealt) = round.phase() else { unreachable!("cards are out") };
        let decided: Vec<(u8, Play)> = dealt
            .hands
            .iter()
            .enumerate()
            .map(|(at, hand)| {
                let habit = self.prepared.of_seat[seats[at]];
                let wrong = felt.drawn.wrong[felt.lane] >> seats[at] & 1 == 1;
                (hand.seat.spot, self.decision(habit, &hand.cards, wrong))
            })
            .collect();
        self.plays = decided.iter().map(|(_, play)| *play).collect();
        for (spot, play) in decided {
            let choice = match play {
                Play::Nothing => continue,
                Play::Fold => Choice::Fold,
                Play::Times(times) => Choice::Play { times },
            };
            run(&mut round, Command::Decide { spot, choice });
        }
        run(&mut round, Command::Reveal);
        run(&mut round, Command::Reconcile { meter: None });
        let Phase::Settled(_, settlement) = round.phase() else { unreachable!("the round is over") };
        self.add(seats, settlement, nets);
        hit(settlement.meter)
    }

    fn plays(&self, _: &Felt<'_>) -> Vec<Play> {
        self.plays.clone()
    }

    fn batch(&mut self, nets: &mut [i128], hands: &mut [u64]) {
        let last = self.nets.len() - 1;
        self.nets[last] = self.nets[..last].iter().sum();
        nets.copy_from_slice(&self.nets);
        hands.copy_from_slice(&self.hands);
        self.nets.fill(0);
        self.hands.fill(0);
    }

    fn finish(self, tally: &mut Tally) {
        for (to, from) in tally.spots.iter_mut().zip(self.tally.spots) {
            (to.hands, to.lines, to.envy) = (from.hands, from.lines, from.envy);
        }
    }
}
