//! The second books: what everybody must have by what happened, kept without the ledger.

use std::collections::BTreeMap;
use tercet_rules::{Event, Game, LineOf, Pay, Settlement, WagerId};

/// Money in the smallest unit; less than nothing is owed.
type Units = i128;

/// Books kept in another way than those of the ledger, from what is announced at the tables and nothing else.
///
/// They know no postings and no transactions. They keep piles: chips at each place of the layout, what is put aside for Play, and
/// what everybody has. A settlement must find the very chips it speaks of.
#[derive(Clone, Default, Debug)]
pub struct Books {
    /// What each account has, under the name that the ledger gives it.
    has: BTreeMap<String, Units>,
    /// The chips at each spot of each table, wager by wager.
    chips: BTreeMap<(String, u8), BTreeMap<WagerId, Units>>,
    /// Whose chips lie at a spot.
    whose: BTreeMap<(String, u8), String>,
}

/// A table, as the books need it.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// Its name.
    pub table: &'a str,
    /// Its meter.
    pub meter: Option<&'a str>,
    /// What is played.
    pub game: &'a Game,
    /// Who sits where.
    pub seats: &'a BTreeMap<u8, String>,
}

/// Something that cannot be: the tables announced what these books do not have.
pub type Wrong = String;

impl Books {
    /// Nobody has anything.
    #[must_use]
    pub fn new() -> Books {
        Books::default()
    }

    /// Every account that has or owes something.
    pub fn all(&self) -> impl Iterator<Item = (&str, Units)> {
        self.has.iter().filter(|(_, units)| **units != 0).map(|(account, units)| (account.as_str(), *units))
    }

    /// What an account has.
    #[must_use]
    pub fn has(&self, account: &str) -> Units {
        self.has.get(account).copied().unwrap_or(0)
    }

    /// Money goes from one to another.
    pub fn give(&mut self, from: &str, to: &str, units: Units) {
        *self.has.entry(from.into()).or_default() -= units;
        *self.has.entry(to.into()).or_default() += units;
    }

    /// Something happened at a table.
    ///
    /// # Errors
    ///
    /// If it cannot have happened by these books.
    pub fn note(&mut self, at: At<'_>, event: &Event) -> Result<(), Wrong> {
        match event {
            Event::Placed { spot, wager, amount } => {
                let player = at.seats.get(spot).ok_or_else(|| format!("a bet at empty spot {spot}"))?;
                let place = (at.table.to_owned(), *spot);
                self.whose.insert(place.clone(), player.clone());
                let amount = Units::from(amount.units());
                let was = self.chips.entry(place).or_default().insert(wager.clone(), amount).unwrap_or(0);
                self.lay(at, *spot, amount - was)?;
                self.aside(at, *spot)
            }
            Event::Returned { spot, wager, amount, .. } => {
                self.pick_up(at, *spot, wager, Units::from(amount.units()))?;
                self.aside(at, *spot)
            }
            Event::Dealt { .. } => self.feed_meter(at),
            Event::Played { spot, amount, .. } => {
                let amount = Units::from(amount.units());
                let play = at.game.play.ok_or("Play in a game without it")?;
                let aside = held(at.table, *spot);
                let from_aside = self.has(&aside).min(amount);
                self.give(&aside, &layout(at.table, *spot), from_aside);
                self.lay(at, *spot, amount - from_aside)?;
                let place = (at.table.to_owned(), *spot);
                let wager = at.game.wager(play).id.clone();
                self.chips.entry(place).or_default().insert(wager, amount);
                Ok(())
            }
            Event::Folded { spot, .. } => self.hand_back_aside(at, *spot),
            Event::Reconciled(settlement) => self.settle(at, settlement),
            Event::Voided { returned, .. } => {
                for (spot, wager, amount) in returned {
                    self.pick_up(at, *spot, wager, Units::from(amount.units()))?;
                }
                for spot in 1..=at.game.spots {
                    self.hand_back_aside(at, spot)?;
                }
                self.cleared(at)
            }
            Event::Seated { .. }
            | Event::Left { .. }
            | Event::WageringClosed
            | Event::Irregular { .. }
            | Event::Collected { .. }
            | Event::Revealed(_) => Ok(()),
        }
    }

    fn wallet(&self, at: At<'_>, spot: u8) -> Result<String, Wrong> {
        let player = self.whose.get(&(at.table.to_owned(), spot));
        player.map(|player| format!("wallet/{player}")).ok_or_else(|| format!("nobody bet at spot {spot}"))
    }

    /// Chips from the player to the layout; back, if less than nothing.
    fn lay(&mut self, at: At<'_>, spot: u8, units: Units) -> Result<(), Wrong> {
        let wallet = self.wallet(at, spot)?;
        self.give(&wallet, &layout(at.table, spot), units);
        if self.has(&wallet) < 0 {
            return Err(format!("{wallet} has {} left", self.has(&wallet)));
        }
        Ok(())
    }

    /// Takes the whole stake of a wager off the layout, to its player.
    fn pick_up(&mut self, at: At<'_>, spot: u8, wager: &WagerId, units: Units) -> Result<(), Wrong> {
        let chips = self.chips.entry((at.table.to_owned(), spot)).or_default().remove(wager);
        if chips != Some(units) {
            return Err(format!("{units} of {wager} come back at spot {spot}, where {chips:?} lie"));
        }
        self.lay(at, spot, -units)
    }

    /// Puts aside what Play may cost at least, or takes back what is too much.
    fn aside(&mut self, at: At<'_>, spot: u8) -> Result<(), Wrong> {
        let Some(on) = at.game.decided_on() else { return Ok(()) };
        let least = at.game.play_times().iter().min().copied().unwrap_or(0);
        let chips = self.chips.get(&(at.table.to_owned(), spot));
        let stake = chips.and_then(|chips| chips.get(&at.game.wager(on).id)).copied().unwrap_or(0);
        let wallet = self.wallet(at, spot)?;
        let aside = held(at.table, spot);
        let more = stake * Units::from(least) - self.has(&aside);
        self.give(&wallet, &aside, more);
        if self.has(&wallet) < 0 {
            return Err(format!("{wallet} has {} left after what is put aside", self.has(&wallet)));
        }
        Ok(())
    }

    fn hand_back_aside(&mut self, at: At<'_>, spot: u8) -> Result<(), Wrong> {
        let aside = held(at.table, spot);
        let units = self.has(&aside);
        if units != 0 {
            let wallet = self.wallet(at, spot)?;
            self.give(&aside, &wallet, units);
        }
        Ok(())
    }

    /// The part of each progressive wager, seat by seat (R19).
    fn feed_meter(&mut self, at: At<'_>) -> Result<(), Wrong> {
        let Some(rules) = &at.game.meter else { return Ok(()) };
        let name = at.meter.ok_or("a game with a meter at a table without")?;
        let (meter, reserve, bank) =
            (format!("meter/{name}"), format!("reserve/{name}"), format!("bank/{}", at.table));
        let wager = &at.game.wager(rules.wager).id;
        for spot in 1..=at.game.spots {
            let chips = self.chips.get(&(at.table.to_owned(), spot));
            let Some(stake) = chips.and_then(|chips| chips.get(wager)).copied() else { continue };
            let share = rules.contribution(money(self.has(&meter))?, money(stake)?);
            self.give(&bank, &meter, Units::from(share.meter.units()));
            self.give(&bank, &reserve, Units::from(share.reserve.units()));
        }
        Ok(())
    }

    fn settle(&mut self, at: At<'_>, settlement: &Settlement) -> Result<(), Wrong> {
        let bank = format!("bank/{}", at.table);
        let meter = format!("meter/{}", at.meter.unwrap_or("none"));
        let mut awards = 0;
        for spot in &settlement.spots {
            let wallet = self.wallet(at, spot.spot)?;
            let place = (at.table.to_owned(), spot.spot);
            for line in &spot.lines {
                if let LineOf::Wager(_) = line.of {
                    let stake = Units::from(line.stake.units());
                    let chips = self.chips.entry(place.clone()).or_default().remove(&line.id);
                    if chips != Some(stake) {
                        return Err(format!("{} of {stake} is settled, where {chips:?} lie", line.id));
                    }
                    let back = Units::from(line.returned.units());
                    self.give(&layout(at.table, spot.spot), &wallet, back);
                    self.give(&layout(at.table, spot.spot), &bank, stake - back);
                }
                let won = Units::from(line.won.units());
                let from_meter = matches!(line.pays, Some(Pay::Meter(_)));
                awards += if from_meter { won } else { 0 };
                self.give(if from_meter { &meter } else { &bank }, &wallet, won);
            }
            for envy in &spot.envy {
                self.give(&bank, &wallet, Units::from(envy.won.units()));
            }
            self.hand_back_aside(at, spot.spot)?;
        }
        if let Some(moved) = settlement.meter {
            self.settle_meter(
                at,
                [moved.before, moved.paid, moved.after].map(|money| money.units().into()),
                awards,
            )?;
        }
        self.cleared(at)
    }

    /// What the meter shows before and after must come about: what was paid and not won stays with the house, and what it needs to
    /// start again comes from its reserve, and then from the house.
    fn settle_meter(&mut self, at: At<'_>, moved: [Units; 3], awards: Units) -> Result<(), Wrong> {
        let [before, paid, after] = moved;
        let Some(name) = at.meter else { return Err("a meter moved at a table without".into()) };
        let (meter, reserve, bank) =
            (format!("meter/{name}"), format!("reserve/{name}"), format!("bank/{}", at.table));
        self.give(&meter, &bank, paid - awards);
        let start = after - (before - paid);
        if start < 0 {
            self.give(&meter, &bank, -start);
        } else {
            let kept = start.min(self.has(&reserve)).max(0);
            self.give(&reserve, &meter, kept);
            self.give("house", &meter, start - kept);
        }
        if self.has(&meter) < 0 {
            return Err(format!("{meter} is at {}", self.has(&meter)));
        }
        Ok(())
    }

    /// Once a round is over nothing lies on the layout.
    fn cleared(&mut self, at: At<'_>) -> Result<(), Wrong> {
        for spot in 1..=at.game.spots {
            let place = (at.table.to_owned(), spot);
            let chips = self.chips.remove(&place).unwrap_or_default();
            let left = self.has(&layout(at.table, spot)) + self.has(&held(at.table, spot));
            if !chips.is_empty() || left != 0 {
                return Err(format!("{chips:?} ({left}) still lie at spot {spot} of {}", at.table));
            }
            self.whose.remove(&place);
        }
        Ok(())
    }
}

fn layout(table: &str, spot: u8) -> String {
    format!("layout/{table}/{spot}")
}

fn held(table: &str, spot: u8) -> String {
    format!("held/{table}/{spot}")
}

fn money(units: Units) -> Result<tercet_rules::Money, Wrong> {
    i64::try_from(units).map(tercet_rules::Money::from_units).map_err(|_| format!("{units} is no money"))
}
