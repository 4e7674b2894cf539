//! A table that is driven by hand: one step after the other, at a time that is made up.

use super::Driver;
use super::child::{Last, Orders, PLAYERS, TABLES, house_key, say, say_cards, secret};
use super::stops::Stops;
use super::wish::{What, Wish};
use crate::books::Wrong;
use crate::dice::Dice;
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::Name;
use tercet_rules::{Audience, DealerView};
use tercet_table::{Live, NotLive, Stage};

/// The one table.
const TABLE: &str = TABLES[0];

/// Plays until all rounds were played.
pub(super) fn play(orders: &Orders, stops: Stops, last: Last) -> Result<(), Wrong> {
    Evening::begin(orders, stops, last)?.play(orders.rounds)
}

struct Evening {
    live: Live<Stops>,
    dice: Dice,
    seed: u64,
    next: u64,
    now_ms: u64,
}

impl Evening {
    fn begin(orders: &Orders, stops: Stops, last: Last) -> Result<Evening, Wrong> {
        let now_ms = last.after_ms;
        let name = Name::new(TABLE).map_err(|error| error.to_string())?;
        let live = Live::open(&name, stops, house_key(), now_ms).map_err(|error| error.to_string())?;
        // Chance that no earlier child had.
        let dice = Dice::new(orders.seed ^ last.records << 32);
        let mut evening = Evening { live, dice, seed: orders.seed, next: orders.from, now_ms };
        for line in &orders.again {
            evening.wish_for(&line.parse()?)?;
        }
        Ok(evening)
    }

    fn wish(&mut self, who: &str, what: What) -> Result<(), Wrong> {
        let wish = Wish { number: self.next, table: TABLE.into(), who: who.into(), what };
        self.next += 1;
        self.wish_for(&wish)
    }

    fn wish_for(&mut self, wish: &Wish) -> Result<(), Wrong> {
        say(&format!("ask {wish}"));
        let chance = self.dice.bytes();
        match self.live.ask(&wish.ask()?, &wish.key(), self.now_ms, chance) {
            Ok(answer) => say(&format!("ok {} {}", wish.number, answer.receipt.seq)),
            Err(NotLive::Refused(refused)) => say(&format!("no {} {refused}", wish.number)),
            Err(other) => return Err(format!("{wish}: {other}")),
        }
        Ok(())
    }

    fn wait(&mut self, ms: u64) -> Result<(), Wrong> {
        self.now_ms += ms;
        let dice = &mut self.dice;
        self.live.tick(self.now_ms, || dice.bytes()).map(|_| ()).map_err(|error| error.to_string())
    }

    fn play(mut self, rounds: u64) -> Result<(), Wrong> {
        if self.live.table().settings().is_none() {
            self.wish("flo", What::Set(Driver::Hand))?;
        }
        if self.live.table().seats().is_empty() {
            self.wish("flo", What::Open)?;
            for (spot, player) in (1..).zip(PLAYERS) {
                self.wish(player, What::Sit(spot))?;
            }
        }
        loop {
            self.wait(0)?;
            match self.live.table().stage() {
                Some(Stage::Open) => self.bets()?,
                Some(Stage::Closed) => self.secrets()?,
                Some(Stage::Dealt) => self.decisions()?,
                Some(Stage::Over) if self.live.table().rounds() >= rounds => return Ok(()),
                Some(Stage::Over | Stage::Decided | Stage::Settled) | None => {}
            }
            self.wait(20_000)?;
        }
    }

    fn seats(&self) -> Vec<(u8, String)> {
        self.live.table().seats().iter().map(|(spot, player)| (*spot, player.to_string())).collect()
    }

    fn secret(&self, spot: u8) -> SeatSecret {
        secret(self.seed, TABLE, self.live.table().rounds(), spot)
    }

    fn bets(&mut self) -> Result<(), Wrong> {
        let context =
            self.live.table().view(Audience::Spectator).context.ok_or("a round without a context")?;
        for (spot, player) in self.seats() {
            if !self.dice.one_in(4) {
                let hash = seat_hash(&context, spot, &self.secret(spot));
                self.wish(&player, What::Swear(spot, *hash.bytes()))?;
            }
            for wager in ["ante", "pair-plus", "progressive"] {
                if wager == "ante" || self.dice.one_in(3) {
                    let units =
                        if wager == "progressive" { 100 } else { 100 * (1 + i64::from(self.dice.byte(40))) };
                    self.wish(&player, What::Place(spot, wager.into(), units))?;
                }
            }
        }
        Ok(())
    }

    fn secrets(&mut self) -> Result<(), Wrong> {
        for (spot, player) in self.seats() {
            if !self.dice.one_in(8) {
                let secret = *self.secret(spot).tell();
                self.wish(&player, What::Tell(spot, secret))?;
            }
        }
        Ok(())
    }

    fn decisions(&mut self) -> Result<(), Wrong> {
        self.tell_cards();
        for (spot, player) in self.seats() {
            if !self.dice.one_in(5) {
                let times = self.dice.byte(2);
                self.wish(&player, What::Decide(spot, times))?;
            }
        }
        Ok(())
    }

    /// Says which cards lie there, as the house sees them.
    fn tell_cards(&self) {
        let view = self.live.table().view(Audience::Audit);
        let Some(cards) = view.view else { return };
        for spot in &cards.spots {
            if let Some(cards) = &spot.cards {
                say_cards(TABLE, view.round, &spot.spot.to_string(), cards);
            }
        }
        if let Some(DealerView::Open(hand)) = &cards.dealer {
            say_cards(TABLE, view.round, "dealer", &hand.cards);
        }
    }
}
