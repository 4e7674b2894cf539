//! From the events of a round to the money that moves with them.

use crate::account::Account;
use crate::name::{Name, NameError};
use crate::posting::{Transaction, Why};
use alloc::vec::Vec;
use core::fmt;
use tercet_rules::{
    Contribution, Event, Game, LineOf, MeterMove, Money, Pay, Phase, Round, Rounding, Seat, SeatHand,
    Settlement, WagerId,
};

/// The accounts that the rounds of one table move money between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableBooks {
    /// The table: its bank, and its layout spot by spot.
    pub table: Name,
    /// The meter that its progressive wager feeds, alone or with other tables.
    pub meter: Option<Name>,
}

/// What a meter and its reserve hold when a command is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterNow {
    /// On the meter.
    pub meter: Money,
    /// Kept to start it again.
    pub reserve: Money,
}

impl MeterNow {
    /// What is on the meter once the progressive wagers of this round have given their part: what it shows at the deal, and
    /// what [`Command::Deal`](tercet_rules::Command::Deal) is told. Source: ruling R19.
    #[must_use]
    pub fn at_the_deal(self, round: &Round) -> Money {
        given(self, round).into_iter().fold(self.meter, |meter, share| meter + share.meter)
    }
}

/// What each progressive wager of the round gives to a meter that stands so, seat by seat. Source: ruling R19.
fn given(now: MeterNow, round: &Round) -> Vec<Contribution> {
    let Some(rules) = &round.game().meter else { return Vec::new() };
    let mut meter = now.meter;
    let stakes = seats(round).into_iter().filter_map(|seat| seat.stake(rules.wager));
    stakes
        .map(|stake| {
            let share = rules.contribution(meter, stake);
            meter += share.meter;
            share
        })
        .collect()
}

/// Why no money can be moved for the events of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProjectionError {
    /// A player of the round has a name that no account can have.
    Player(NameError),
    /// The round has a progressive wager, and the table no meter or nothing was said of what it holds.
    NoMeter,
    /// The cards were dealt with another meter than there is once this round has given its part (R19).
    OtherMeter {
        /// What was shown at the deal.
        shown: Money,
        /// What there is.
        expected: Money,
    },
    /// The meter was to be started and holds money, or starts with none.
    Started {
        /// What it holds.
        holds: Money,
    },
    /// The events are not of this round: they name a spot where nothing lies.
    NotThere {
        /// The spot.
        spot: u8,
    },
}

impl fmt::Display for ProjectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProjectionError::Player(error) => error.fmt(f),
            ProjectionError::NoMeter => {
                f.write_str("a wager on the meter was made, and this table has no meter")
            }
            ProjectionError::OtherMeter { shown, expected } => {
                write!(f, "a meter of {shown} at the deal; expected {expected}, this round's part included")
            }
            ProjectionError::Started { holds } => {
                write!(
                    f,
                    "a meter that holds {holds} was started; only one that holds nothing is, and not with nothing"
                )
            }
            ProjectionError::NotThere { spot } => write!(f, "no seat at spot {spot} in this round"),
        }
    }
}

impl core::error::Error for ProjectionError {}

impl TableBooks {
    /// The money that moves when the round, as it is before them, has these events, which one command gave.
    ///
    /// | event | money |
    /// |---|---|
    /// | `Placed` | the difference to what lay there, from the wallet to the layout or back; with the wager that Play is measured by, the least Play that it may require is held |
    /// | `Returned` | from the layout, and what was held for it, back to the wallet |
    /// | `Dealt` | from the bank to the meter and its reserve, for each progressive wager (R19): not before, or wagers that are sent back as bets close could fill a meter at the house's cost |
    /// | `Played` | from what is held, and if it is more from the wallet, to the layout |
    /// | `Folded` | what is held goes back to the wallet |
    /// | `Reconciled` | each stake to the bank or back, each pay from the bank, each share from the meter, envy from the bank; the meter is started again from its reserve and then from the house |
    /// | `Voided` | every stake and everything held goes back; what the round gave to the meter stays there, at the house's cost: a meter that was shown never goes down but by an award |
    ///
    /// `meter` is what the meter holds now; only the deal and the settlement ask for it, and only where the game has one.
    ///
    /// # Errors
    ///
    /// See [`ProjectionError`]. Whether the accounts hold the money is not asked here but by the books.
    pub fn project(
        &self,
        before: &Round,
        events: &[Event],
        meter: Option<MeterNow>,
    ) -> Result<Transaction, ProjectionError> {
        let game = before.game();
        let mut projection = Projection { books: self, game, transaction: Transaction::new(), meter };
        for event in events {
            match event {
                Event::Placed { spot, wager, amount } => {
                    projection.placed(seat(before, *spot)?, wager, *amount)?;
                }
                Event::Returned { spot, wager, amount, .. } => {
                    projection.returned(seat(before, *spot)?, wager, *amount)?;
                }
                Event::Dealt { meter: shown, .. } => projection.dealt(before, *shown)?,
                Event::Played { spot, amount, .. } => projection.played(hand(before, *spot)?, *amount)?,
                Event::Folded { spot, .. } => projection.release(&hand(before, *spot)?.seat)?,
                Event::Reconciled(settlement) => projection.reconciled(before, settlement)?,
                Event::Voided { returned, .. } => projection.voided(before, returned)?,
                Event::Seated { .. }
                | Event::Left { .. }
                | Event::WageringClosed
                | Event::Irregular { .. }
                | Event::Collected { .. }
                | Event::Revealed(_) => {}
            }
        }
        Ok(projection.transaction)
    }

    /// The money that starts a meter that holds nothing: from its reserve as far as that goes, and then from the house.
    /// Source: ruling R19.
    ///
    /// # Errors
    ///
    /// [`ProjectionError::NoMeter`] if the game or the table has none, [`ProjectionError::Started`] if there is nothing to start.
    pub fn start(&self, game: &Game, meter: MeterNow) -> Result<Transaction, ProjectionError> {
        let start = game.meter.as_ref().ok_or(ProjectionError::NoMeter)?.start;
        if meter.meter != Money::ZERO || start == Money::ZERO {
            return Err(ProjectionError::Started { holds: meter.meter });
        }
        let transaction = Transaction::new();
        let mut projection = Projection { books: self, game, transaction, meter: Some(meter) };
        projection.start(start)?;
        Ok(projection.transaction)
    }
}

/// The seats of a round, whatever it is doing.
fn seats(round: &Round) -> Vec<&Seat> {
    match round.phase() {
        Phase::Wagering { seats } | Phase::Closed { seats } => seats.iter().collect(),
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) | Phase::Settled(dealt, _) => {
            dealt.hands.iter().map(|hand| &hand.seat).collect()
        }
        Phase::Voided { .. } => Vec::new(),
    }
}

fn seat(round: &Round, spot: u8) -> Result<&Seat, ProjectionError> {
    seats(round).into_iter().find(|seat| seat.spot == spot).ok_or(ProjectionError::NotThere { spot })
}

fn hands(round: &Round) -> &[SeatHand] {
    match round.phase() {
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) | Phase::Settled(dealt, _) => &dealt.hands,
        Phase::Wagering { .. } | Phase::Closed { .. } | Phase::Voided { .. } => &[],
    }
}

fn hand(round: &Round, spot: u8) -> Result<&SeatHand, ProjectionError> {
    hands(round).iter().find(|hand| hand.seat.spot == spot).ok_or(ProjectionError::NotThere { spot })
}

/// What is held for the Play wager when so much lies on the wager it is measured by: the least it may be.
///
/// The least, and not the most: who can pay for the smallest Play cannot be forced to fold, and nobody is kept from an
/// Ante because the game would allow four times as much. A higher Play takes the rest from the wallet.
fn held(game: &Game, stake: Option<Money>) -> Money {
    let (Some(stake), Some(least)) = (stake, game.play_times().iter().min()) else { return Money::ZERO };
    stake.times(u64::from(*least), 1, Rounding::Down).0
}

/// The postings of one command, as they come together.
#[derive(Debug)]
struct Projection<'a> {
    books: &'a TableBooks,
    game: &'a Game,
    transaction: Transaction,
    meter: Option<MeterNow>,
}

impl Projection<'_> {
    fn wallet(seat: &Seat) -> Result<Account, ProjectionError> {
        Name::new(&seat.player).map(Account::Wallet).map_err(ProjectionError::Player)
    }

    fn layout(&self, spot: u8) -> Account {
        Account::Layout(self.books.table.clone(), spot)
    }

    fn bank(&self) -> Account {
        Account::Bank(self.books.table.clone())
    }

    fn post(&mut self, from: Account, to: Account, amount: Money, why: Why) {
        self.transaction.post(from, to, amount, why);
    }

    /// The wager that Play is measured by, and its id.
    fn decided_on(&self, seat: &Seat) -> Option<(WagerId, Option<Money>)> {
        let on = self.game.decided_on()?;
        Some((self.game.wager(on).id.clone(), seat.stake(on)))
    }

    fn placed(&mut self, seat: &Seat, wager: &WagerId, amount: Money) -> Result<(), ProjectionError> {
        let (wallet, layout) = (Projection::wallet(seat)?, self.layout(seat.spot));
        let lay = self.game.wager_no(wager.as_str()).and_then(|no| seat.stake(no));
        let was = lay.unwrap_or(Money::ZERO);
        if amount >= was {
            self.post(wallet, layout, amount - was, Why::Stake(wager.clone()));
        } else {
            self.post(layout, wallet, was - amount, Why::StakeBack(wager.clone()));
        }
        self.hold_again(seat, wager, Some(amount))
    }

    fn returned(&mut self, seat: &Seat, wager: &WagerId, amount: Money) -> Result<(), ProjectionError> {
        let (wallet, layout) = (Projection::wallet(seat)?, self.layout(seat.spot));
        self.post(layout, wallet, amount, Why::StakeBack(wager.clone()));
        self.hold_again(seat, wager, None)
    }

    /// Holds for Play what the stake asks for now, if Play is measured by this wager.
    fn hold_again(
        &mut self,
        seat: &Seat,
        wager: &WagerId,
        stake: Option<Money>,
    ) -> Result<(), ProjectionError> {
        let Some((on, was)) = self.decided_on(seat).filter(|(on, _)| on == wager) else { return Ok(()) };
        let (wallet, account) =
            (Projection::wallet(seat)?, Account::Held(self.books.table.clone(), seat.spot));
        let (was, now) = (held(self.game, was), held(self.game, stake));
        if now >= was {
            self.post(wallet, account, now - was, Why::Hold(on));
        } else {
            self.post(account, wallet, was - now, Why::Release(on));
        }
        Ok(())
    }

    /// What is held at a seat goes back to its player.
    fn release(&mut self, seat: &Seat) -> Result<(), ProjectionError> {
        if let Some((on, stake)) = self.decided_on(seat) {
            let (wallet, account) =
                (Projection::wallet(seat)?, Account::Held(self.books.table.clone(), seat.spot));
            self.post(account, wallet, held(self.game, stake), Why::Release(on));
        }
        Ok(())
    }

    /// Source: ruling R19.
    fn dealt(&mut self, before: &Round, shown: Option<Money>) -> Result<(), ProjectionError> {
        let Some(rules) = &self.game.meter else { return Ok(()) };
        let id = self.game.wager(rules.wager).id.clone();
        if let (Some(shown), Some(now)) = (shown, self.meter)
            && shown != now.at_the_deal(before)
        {
            return Err(ProjectionError::OtherMeter { shown, expected: now.at_the_deal(before) });
        }
        if seats(before).iter().all(|seat| seat.stake(rules.wager).is_none()) {
            return Ok(());
        }
        let (meter, reserve, now) = self.meter_accounts()?;
        for share in given(now, before) {
            self.post(self.bank(), meter.clone(), share.meter, Why::Contribution(id.clone()));
            self.post(self.bank(), reserve.clone(), share.reserve, Why::ToReserve(id.clone()));
        }
        Ok(())
    }

    fn meter_accounts(&self) -> Result<(Account, Account, MeterNow), ProjectionError> {
        let (Some(name), Some(now)) = (&self.books.meter, self.meter) else {
            return Err(ProjectionError::NoMeter);
        };
        Ok((Account::Meter(name.clone()), Account::Reserve(name.clone()), now))
    }

    fn played(&mut self, hand: &SeatHand, amount: Money) -> Result<(), ProjectionError> {
        let seat = &hand.seat;
        let Some(play) = self.game.play else { return Err(ProjectionError::NotThere { spot: seat.spot }) };
        let play = self.game.wager(play).id.clone();
        let (wallet, layout) = (Projection::wallet(seat)?, self.layout(seat.spot));
        let account = Account::Held(self.books.table.clone(), seat.spot);
        let holds = self.decided_on(seat).map_or(Money::ZERO, |(_, stake)| held(self.game, stake));
        let from_held = amount.min(holds);
        self.post(account, layout.clone(), from_held, Why::Stake(play.clone()));
        self.post(wallet, layout, amount - from_held, Why::Stake(play));
        Ok(())
    }

    fn reconciled(&mut self, before: &Round, settlement: &Settlement) -> Result<(), ProjectionError> {
        let mut awarded = Money::ZERO;
        for settled in settlement.in_paying_order(self.game) {
            let hand = hand(before, settled.spot)?;
            let (wallet, layout) = (Projection::wallet(&hand.seat)?, self.layout(settled.spot));
            for line in &settled.lines {
                let id = line.id.clone();
                let stake = match line.of {
                    LineOf::Wager(_) => line.stake,
                    LineOf::Bonus(_) => Money::ZERO,
                };
                self.post(layout.clone(), self.bank(), stake - line.returned, Why::Take(id.clone()));
                self.post(layout.clone(), wallet.clone(), line.returned, Why::Return(id.clone()));
                if let Some(Pay::Meter(_)) = line.pays {
                    let (meter, ..) = self.meter_accounts()?;
                    self.post(meter, wallet.clone(), line.won, Why::Award(id));
                    awarded += line.won;
                } else {
                    self.post(self.bank(), wallet.clone(), line.won, Why::Pay(id));
                }
            }
            for envy in &settled.envy {
                self.post(self.bank(), wallet.clone(), envy.won, Why::Envy(envy.spot));
            }
            if hand.decision.is_none() {
                self.release(&hand.seat)?;
            }
        }
        settlement.meter.map_or(Ok(()), |moved| self.meter_moved(moved, awarded))
    }

    /// What the meter paid beside the awards, and what it takes to start again.
    fn meter_moved(&mut self, moved: MeterMove, awarded: Money) -> Result<(), ProjectionError> {
        let start = moved.after + moved.paid - moved.before;
        let kept = moved.paid - awarded;
        if start == Money::ZERO && kept == Money::ZERO {
            return Ok(());
        }
        let (meter, ..) = self.meter_accounts()?;
        self.post(meter.clone(), self.bank(), kept, Why::Breakage);
        if start < Money::ZERO {
            // Shares that are rounded down can leave more than a very small meter starts with.
            self.post(meter, self.bank(), Money::ZERO - start, Why::Breakage);
        } else {
            self.start(start)?;
        }
        Ok(())
    }

    /// So much comes to the meter, from its reserve as far as that goes and then from the house.
    fn start(&mut self, amount: Money) -> Result<(), ProjectionError> {
        let (meter, reserve, now) = self.meter_accounts()?;
        let from_reserve = amount.min(now.reserve).max(Money::ZERO);
        self.post(reserve, meter.clone(), from_reserve, Why::MeterStart);
        self.post(Account::House, meter, amount - from_reserve, Why::MeterStart);
        Ok(())
    }

    fn voided(&mut self, before: &Round, returned: &[(u8, WagerId, Money)]) -> Result<(), ProjectionError> {
        for (spot, wager, amount) in returned {
            let (wallet, layout) = (Projection::wallet(seat(before, *spot)?)?, self.layout(*spot));
            self.post(layout, wallet, *amount, Why::StakeBack(wager.clone()));
        }
        for seat in seats(before) {
            let decided =
                hands(before).iter().any(|hand| hand.seat.spot == seat.spot && hand.decision.is_some());
            // Bets that the table sent back as it closed are not listed again: what was held for them is back already.
            let comes_back = returned.iter().any(|(spot, ..)| *spot == seat.spot);
            if comes_back && !decided {
                self.release(seat)?;
            }
        }
        Ok(())
    }
}
