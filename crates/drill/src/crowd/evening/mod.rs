//! The evening itself: what happens when, and what is asked of whom.

mod cashier;
mod closing;
mod said;
mod steps;

use self::said::Message;
use super::felt::{Felt, floor_name, settings};
use super::people::{Player, floor};
use super::plan::{Fails, Outcome, Plan};
use crate::books::{Books, Wrong};
use crate::dice::Dice;
use crate::flaky::{Failing, Flaky};
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_ledger::{Account, Hash, Key, Name, Why};
use tercet_rules::Money;
use tercet_store::Memory;
use tercet_table::{Do, Settings, Status, Who};

/// Something that happens at its time.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Happens {
    /// A table looks at its clocks.
    Tick(usize),
    /// A player looks up.
    Wakes(usize),
    /// What somebody said arrives at a table.
    Arrives(Message),
    /// Somebody of the floor walks by a table.
    Floor(usize),
    /// A player goes to the cashier.
    Cashier(usize),
    /// The power is cut.
    Cut,
}

impl Happens {
    /// Whether it is asked of this table, and waits as long as a step of it is under way.
    fn waits_for(&self, table: usize) -> bool {
        match self {
            Happens::Tick(no) => *no == table,
            Happens::Arrives(message) => message.table == table,
            Happens::Wakes(_) | Happens::Floor(_) | Happens::Cashier(_) | Happens::Cut => false,
        }
    }
}

/// A second.
const SECOND: u64 = 1_000;

#[derive(Debug)]
pub(super) struct Evening {
    plan: Plan,
    dice: Dice,
    now_ms: u64,
    agenda: BTreeMap<(u64, u64), Happens>,
    /// How many things were put on the agenda, keys given out, and visits paid to the cashier.
    counted: [u64; 3],
    store: Flaky,
    books: Books,
    felts: Vec<Felt>,
    /// What a table can be set to.
    games: Vec<Settings>,
    players: Vec<Player>,
    /// What nobody has been given a last word on, by its hash and key.
    open: BTreeMap<(Hash, Key), Message>,
    /// Whether a step of a table is worked out, and others come before it is written.
    under_way: bool,
    outcome: Outcome,
}

impl Evening {
    /// The house before the first guest comes in.
    pub(super) fn begin(plan: &Plan) -> Result<Evening, Wrong> {
        let mut dice = Dice::new(plan.seed);
        let failing = match plan.failing {
            Fails::Never => Failing::Never,
            Fails::OneIn(bound) => Failing::OneIn(bound, Box::new(Dice::new(dice.below(u64::MAX)))),
            Fails::At(call, when) => Failing::At(call, when),
        };
        let mut evening = Evening {
            plan: *plan,
            dice,
            now_ms: 1_000_000,
            agenda: BTreeMap::new(),
            counted: [0; 3],
            store: Flaky::new(failing),
            books: Books::new(),
            felts: Vec::new(),
            games: settings()?,
            players: Vec::new(),
            open: BTreeMap::new(),
            under_way: false,
            outcome: Outcome::NOTHING,
        };
        evening.furnish()?;
        Ok(evening)
    }

    fn furnish(&mut self) -> Result<(), Wrong> {
        for meter in ["meter-1", "meter-2"] {
            let meter = Account::Meter(Name::new(meter).map_err(|error| error.to_string())?);
            self.cash(&Account::House, &meter, Money::from_units(1_000_000), Why::MeterStart)?;
        }
        for (no, game) in self.games.clone().iter().cycle().take(self.plan.tables).enumerate() {
            self.felts.push(Felt::new(no));
            self.say(no, Who::Floor(floor_name()), Do::Set(Box::new(game.clone())), 0);
            self.say(no, Who::Floor(floor_name()), Do::Turn(Status::Open, "good evening".into()), 5 * SECOND);
            self.at(6 * SECOND, Happens::Tick(no));
            self.at(60 * SECOND, Happens::Floor(no));
        }
        for no in 0..self.plan.players {
            let name = Name::new(&format!("p{no}")).map_err(|error| error.to_string())?;
            self.players.push(Player::new(name, no % self.plan.tables.max(1)));
            self.at(0, Happens::Cashier(no));
            let wakes = 6 * SECOND + self.dice.below(10 * SECOND);
            self.at(wakes, Happens::Wakes(no));
        }
        self.cut_later();
        Ok(())
    }

    /// Something happens in so many milliseconds.
    fn at(&mut self, in_ms: u64, what: Happens) {
        self.counted[0] += 1;
        self.agenda.insert((self.now_ms + in_ms, self.counted[0]), what);
    }

    /// It is so late now; what waited for a table is late, and sets no clock back.
    fn comes_to(&mut self, at_ms: u64) {
        self.now_ms = self.now_ms.max(at_ms);
    }

    fn cut_later(&mut self) {
        if self.plan.cuts > 0 {
            let later = SECOND + self.dice.below(2 * SECOND * self.plan.cuts);
            self.at(later, Happens::Cut);
        }
    }

    /// Until enough rounds were played and everybody has gone.
    pub(super) fn play(mut self, progress: &mut dyn FnMut(u64)) -> Result<(Outcome, Arc<Memory>), Wrong> {
        let here = |evening: &Evening, wrong| {
            format!("seed {}, at {} ms: {wrong}", evening.plan.seed, evening.now_ms)
        };
        let mut steps = 0_u64;
        while let Some(((at_ms, _), what)) = self.agenda.pop_first() {
            self.comes_to(at_ms);
            self.happens(what).map_err(|wrong| here(&self, wrong))?;
            steps += 1;
            if steps.is_multiple_of(1_024) {
                self.all_money_agrees().map_err(|wrong| here(&self, wrong))?;
                progress(self.rounds());
            }
        }
        self.closing().map_err(|wrong| here(&self, wrong))?;
        Ok((self.outcome, self.store.kept))
    }

    fn rounds(&self) -> u64 {
        self.felts.iter().map(Felt::rounds).sum()
    }

    /// Whether it is late, and no table is to open another round.
    fn late(&self) -> bool {
        self.rounds() >= self.plan.rounds
    }

    fn happens(&mut self, what: Happens) -> Result<(), Wrong> {
        match what {
            Happens::Tick(no) => self.tick(no),
            Happens::Arrives(message) => self.arrives(message),
            Happens::Wakes(no) => {
                self.wakes(no);
                Ok(())
            }
            Happens::Floor(no) => {
                self.floor(no);
                Ok(())
            }
            Happens::Cashier(no) => self.cashier(no),
            Happens::Cut => {
                self.outcome.cuts += 1;
                self.trace("cut");
                self.felts.iter_mut().for_each(Felt::cut);
                if !self.late() {
                    self.cut_later();
                }
                Ok(())
            }
        }
    }

    fn trace(&mut self, what: &str) {
        self.outcome.trace = Hash::of(&[&self.outcome.trace.0, &self.now_ms.to_be_bytes(), what.as_bytes()]);
    }

    fn wakes(&mut self, no: usize) {
        let late = self.late();
        let player = &mut self.players[no];
        let felt = &self.felts[player.table];
        if late && felt.is_empty_and_closed() {
            return;
        }
        let seen = match &felt.live {
            Some(live) if !self.dice.one_in(8) => live.table(),
            Some(_) | None => &felt.old_news,
        };
        let wishes = player.wishes(seen, &mut self.dice);
        let (mut table, who) = (player.table, Who::Player(player.name.clone()));
        let idle = wishes.is_empty() && seen.seats().values().all(|name| *name != player.name);
        if self.dice.one_in(if idle { 4 } else { 300 }) {
            // Another table is more fun. What is left behind waits for its owner, or for the floor.
            table = self.dice.place(self.felts.len());
            self.players[no].table = table;
        }
        for what in wishes {
            self.say(table, who.clone(), what, 0);
        }
        let asleep = if self.dice.one_in(30) { 90 * SECOND } else { 7 * SECOND };
        let wakes = SECOND + self.dice.below(asleep);
        self.at(wakes, Happens::Wakes(no));
        if self.dice.one_in(25) {
            self.at(0, Happens::Cashier(no));
        }
    }

    fn floor(&mut self, no: usize) {
        let felt = &self.felts[no];
        let closing = self.late();
        if closing && felt.is_empty_and_closed() {
            return;
        }
        let what = if closing {
            Do::Turn(Status::Closed, "good night".into())
        } else {
            floor(&felt.witness.table, &self.games, &mut self.dice)
        };
        self.say(no, Who::Floor(floor_name()), what, 0);
        let again = 30 * SECOND + self.dice.below(120 * SECOND);
        self.at(again, Happens::Floor(no));
    }
}
