//! A player's sitting at a table: bankroll, bets, rounds. No input or output, no chance of its own.
//!
//! The session tells a [`Round`] what to do and follows its events; what wins and what it pays is the
//! round's affair. Both front ends, the screen and the plain lines, stand on this.
//!
//! ```text
//! Betting --close, deal--> Deciding --play or fold at each own spot--> Over --next--> Betting
//! ```

use super::house::{self, HousePlayer};
use super::layout::{self, Laid};
use super::refused::Refused;
use super::tally::Tally;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_cards::Deck;
use tercet_rules::{
    Audience, Choice, Command, Event, Game, Money, Phase, Round, RoundRecord, Settlement, SpotSettlement,
    SpotView, View, WagerNo, view,
};

/// The player's name at the table and in records.
pub(crate) const YOU: &str = "You";

/// The wagers of all the player's positions before the deal.
pub(crate) type Bets = BTreeMap<u8, Laid>;

/// A sitting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Session {
    round: Round,
    positions: Vec<u8>,
    house: Vec<HousePlayer>,
    bankroll: Money,
    meter: Option<Money>,
    undo: Vec<Bets>,
    last: Option<Bets>,
    tally: Tally,
}

/// What the player can do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Make bets.
    Betting,
    /// Play or fold at this position.
    Deciding(u8),
    /// Look at the result and go on.
    Over,
}

impl Session {
    /// Sits down with a bankroll at so many positions, among so many house players.
    ///
    /// The player sits in the middle of the table; the house players fill it from the dealer's left.
    ///
    /// # Errors
    ///
    /// A sentence, if the table has no room or the game allows no such positions.
    pub(crate) fn sit(
        game: Arc<Game>,
        bankroll: Money,
        positions: u8,
        others: u8,
    ) -> Result<Session, String> {
        if positions + others > game.spots {
            let (spots, wanted) = (game.spots, positions + others);
            return Err(format!("{} has {spots} positions; {wanted} are asked for", game.name));
        }
        let first = (game.spots - positions) / 2 + 1;
        let own: Vec<u8> = (first..first + positions).collect();
        let free = (1..=game.spots).filter(|spot| !own.contains(spot));
        let house = house::seat(&game, free.take(usize::from(others)));
        let meter = game.meter.as_ref().map(|meter| meter.start);
        let round = Round::open(game, 0).ok_or("the game has no way to deal")?;
        let (undo, last, tally) = (Vec::new(), None, Tally::default());
        let mut session = Session { round, positions: own, house, bankroll, meter, undo, last, tally };
        session.open().map_err(|refused| refused.to_string())?;
        Ok(session)
    }

    /// The game.
    pub(crate) fn game(&self) -> &Arc<Game> {
        self.round.game()
    }

    /// The player's positions.
    pub(crate) fn positions(&self) -> &[u8] {
        &self.positions
    }

    /// The player's money that is not on the table.
    pub(crate) fn bankroll(&self) -> Money {
        self.bankroll
    }

    /// The same with this on the meter, be it possible or not.
    #[cfg(test)]
    pub(crate) fn with_meter(self, meter: Money) -> Session {
        Session { meter: Some(meter), ..self }
    }

    /// What stands on the meter now.
    pub(crate) fn meter(&self) -> Option<Money> {
        self.meter
    }

    /// The results so far.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The round as the player may see it.
    pub(crate) fn view(&self) -> View {
        view(&self.round, Audience::Player(YOU))
    }

    /// What the player can do now.
    pub(crate) fn stage(&self) -> Stage {
        match self.round.phase() {
            Phase::Wagering { .. } | Phase::Closed { .. } => Stage::Betting,
            Phase::Deciding(_) | Phase::Revealed(..) => self.undecided().map_or(Stage::Over, Stage::Deciding),
            Phase::Settled(..) | Phase::Voided { .. } => Stage::Over,
        }
    }

    /// The wagers of the player before the deal; empty positions are left out.
    pub(crate) fn bets(&self) -> Bets {
        let seats = match self.round.phase() {
            Phase::Wagering { seats } | Phase::Closed { seats } => seats.as_slice(),
            Phase::Deciding(_) | Phase::Revealed(..) | Phase::Settled(..) | Phase::Voided { .. } => &[],
        };
        let own = seats.iter().filter(|seat| seat.player == YOU && seat.has_wagers());
        own.map(|seat| (seat.spot, seat.stakes(self.game()).collect())).collect()
    }

    /// The stakes of the player that lie on the table and may still be lost.
    pub(crate) fn on_table(&self) -> Money {
        if self.stage() == Stage::Over {
            return Money::ZERO;
        }
        let own = |spot: &SpotView| spot.wagers.iter().map(|(_, amount)| *amount).sum();
        self.view().spots.iter().filter(|spot| spot.player == YOU).map(own).sum()
    }

    /// What the bankroll must still hold so that each own hand can be played for the least Play wager.
    pub(crate) fn kept_for_play(&self) -> Money {
        let game = self.game();
        let Some((on, times)) = game.decided_on().zip(game.play_times().first()) else { return Money::ZERO };
        let least = |stake: Money| Money::from_units(stake.units() * i64::from(*times));
        match self.round.phase() {
            Phase::Wagering { seats } | Phase::Closed { seats } => {
                let own = seats.iter().filter(|seat| seat.player == YOU);
                own.filter_map(|seat| seat.stake(on)).map(least).sum()
            }
            Phase::Deciding(dealt) => {
                let own =
                    dealt.hands.iter().filter(|hand| hand.seat.player == YOU && dealt.undecided(game, hand));
                own.filter_map(|hand| hand.seat.stake(on)).map(least).sum()
            }
            Phase::Revealed(..) | Phase::Settled(..) | Phase::Voided { .. } => Money::ZERO,
        }
    }

    /// Sets a wager to this amount in all, with the wagers that go with it; nothing takes it back.
    ///
    /// After a round this opens the next one. Answers with what changed.
    pub(crate) fn bet(
        &mut self,
        spot: u8,
        no: WagerNo,
        amount: Option<Money>,
    ) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            next.open_if_over()?;
            let mut bets = next.bets();
            let laid = bets.entry(spot).or_default();
            match amount {
                Some(amount) => layout::lay(next.round.game(), laid, no, amount),
                None if laid.contains_key(&no) => layout::lift(next.round.game(), laid, no),
                None => return Err(Refused::NothingThere(next.game().wager(no).name.clone())),
            }
            next.change_to(&bets)
        })
    }

    /// Takes all bets back.
    pub(crate) fn clear(&mut self) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            if next.stage() == Stage::Betting && next.bets().is_empty() {
                return Err(Refused::NoBets);
            }
            next.change_to(&Bets::new())
        })
    }

    /// Undoes the last change of the bets.
    pub(crate) fn undo(&mut self) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            let before = next.undo.pop().ok_or(Refused::NothingToUndo)?;
            let older = next.undo.len();
            let events = next.change_to(&before)?;
            next.undo.truncate(older);
            Ok(events)
        })
    }

    /// Makes the bets of the last round again, all of them or none.
    pub(crate) fn rebet(&mut self) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            let last = next.last.clone().ok_or(Refused::NothingToRepeat)?;
            next.open_if_over()?;
            next.change_to(&last)
        })
    }

    /// Doubles every bet that can be doubled, all of them or none; where nothing lies, the bets of the last
    /// round.
    pub(crate) fn double(&mut self) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            let mut bets = next.bets();
            if bets.is_empty() {
                bets = next.last.clone().ok_or(Refused::NothingToRepeat)?;
            }
            next.open_if_over()?;
            for (no, amount) in bets.values_mut().flatten() {
                if layout::fixed(next.game(), *no).is_none() {
                    *amount += *amount;
                }
            }
            next.change_to(&bets)
        })
    }

    /// "No more bets", if the player's bets can stand.
    pub(crate) fn close(&mut self) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            if next.stage() != Stage::Betting {
                return Err(next.not_betting());
            }
            let bets = next.bets();
            if bets.is_empty() {
                return Err(Refused::NoBets);
            }
            let events = next.run(&Command::CloseWagers)?;
            for event in &events {
                if let Event::Returned { spot, because: Some(why), .. } = event
                    && next.positions.contains(spot)
                {
                    return Err(Refused::CannotStand { spot: *spot, message: why.to_string() });
                }
            }
            next.last = Some(bets);
            next.undo.clear();
            Ok(events)
        })
    }

    /// Deals from the top of this deck, after [`Session::close`]; the meter takes its contributions first.
    pub(crate) fn deal(&mut self, deck: Deck) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            let meter = next.meter_at_deal();
            let mut events = next.run(&Command::Deal { deck, meter })?;
            next.meter = meter;
            next.advance(&mut events)?;
            Ok(events)
        })
    }

    /// Plays (for so many times the Ante) or folds at the position whose turn it is.
    pub(crate) fn decide(&mut self, choice: Choice) -> Result<Vec<Event>, Refused> {
        self.step(|next| {
            let Stage::Deciding(spot) = next.stage() else {
                return Err(Refused::NotNow("there is no hand to decide; make bets and deal"));
            };
            let before = next.bankroll;
            let mut events = next.run(&Command::Decide { spot, choice })?;
            if next.bankroll < next.kept_for_play() {
                return Err(Refused::ShortForPlay {
                    cost: before - next.bankroll,
                    have: before,
                    kept: next.kept_for_play(),
                });
            }
            next.advance(&mut events)?;
            Ok(events)
        })
    }

    /// The Play wagers that can be made at a position now: the multiple and what it costs, as the round says.
    pub(crate) fn play_costs(&self, spot: u8) -> Vec<(u8, Money)> {
        let cost = |times: u8| {
            let choice = Choice::Play { times };
            let events = self.round.handle(&Command::Decide { spot, choice }).ok()?;
            events
                .iter()
                .find_map(|event| if let Event::Played { amount, .. } = event { Some(*amount) } else { None })
        };
        self.game().play_times().iter().filter_map(|times| Some((*times, cost(*times)?))).collect()
    }

    /// The player is gone: bets before the deal come back, and after it the table decides by its time-out
    /// rule (R24) and finishes the round.
    pub(crate) fn leave(&mut self) -> Vec<Event> {
        let left = self.step(|next| {
            let mut events = Vec::new();
            match next.round.phase() {
                Phase::Wagering { .. } => events.extend(next.change_to(&Bets::new())?),
                Phase::Closed { .. } => events.extend(next.void("the player left")?),
                Phase::Deciding(_) | Phase::Revealed(..) => {
                    while let Some(spot) = next.undecided() {
                        events.extend(next.run(&Command::TimeOut { spot })?);
                        next.advance(&mut events)?;
                    }
                }
                Phase::Settled(..) | Phase::Voided { .. } => {}
            }
            Ok(events)
        });
        left.unwrap_or_default()
    }

    /// Voids the round: every stake is returned.
    pub(crate) fn void(&mut self, reason: &str) -> Result<Vec<Event>, Refused> {
        self.step(|next| next.run(&Command::Void { reason: reason.into() }))
    }

    /// Opens the next round, with nothing on the player's positions.
    pub(crate) fn next(&mut self) -> Result<(), Refused> {
        self.step(Session::open_if_over)
    }

    /// The round as a record, once it is settled; nothing irregular is ever reported here.
    pub(crate) fn record(&self) -> Option<RoundRecord> {
        match self.round.phase() {
            Phase::Settled(dealt, _) => dealt.record(self.game()),
            Phase::Wagering { .. }
            | Phase::Closed { .. }
            | Phase::Deciding(_)
            | Phase::Revealed(..)
            | Phase::Voided { .. } => None,
        }
    }

    /// The settlement of the player's own positions, in the order they are paid, once the round is settled;
    /// beside each the settlement of the round, which explanations need.
    pub(crate) fn own_settlements(&self) -> Vec<(&Settlement, &SpotSettlement)> {
        let Phase::Settled(_, settlement) = self.round.phase() else { return Vec::new() };
        let spots = settlement.in_paying_order(self.game()).into_iter();
        spots.filter(|spot| self.positions.contains(&spot.spot)).map(|spot| (settlement, spot)).collect()
    }

    /// Tries something on a copy and keeps it if it was not refused.
    fn step<T>(&mut self, change: impl FnOnce(&mut Session) -> Result<T, Refused>) -> Result<T, Refused> {
        let mut next = self.clone();
        let done = change(&mut next)?;
        *self = next;
        Ok(done)
    }

    fn run(&mut self, command: &Command) -> Result<Vec<Event>, Refused> {
        let mut next = self.round.clone();
        let events = next.run(command).map_err(Refused::Table)?;
        for event in &events {
            self.book(event);
        }
        self.round = next;
        Ok(events)
    }

    /// Moves the player's money as the event says; the round is as it was before the command.
    fn book(&mut self, event: &Event) {
        let own = |spot: &u8| self.positions.contains(spot);
        match event {
            Event::Placed { spot, wager, amount } if own(spot) => {
                let bets = self.bets();
                let before = bets.get(spot).zip(self.game().wager_no(wager.as_str()));
                self.bankroll += before.and_then(|(laid, no)| laid.get(&no)).copied().unwrap_or_default();
                self.bankroll -= *amount;
            }
            Event::Returned { spot, amount, .. } if own(spot) => self.bankroll += *amount,
            Event::Played { spot, amount, .. } if own(spot) => self.bankroll -= *amount,
            Event::Reconciled(settlement) => {
                let own: Vec<&SpotSettlement> =
                    settlement.spots.iter().filter(|spot| own(&spot.spot)).collect();
                self.bankroll += own.iter().map(|spot| spot.won + spot.returned).sum();
                self.meter = settlement.meter.map_or(self.meter, |meter| Some(meter.after));
                self.tally.book(own.into_iter());
            }
            Event::Voided { returned, .. } => {
                self.bankroll +=
                    returned.iter().filter(|(spot, ..)| own(spot)).map(|(_, _, amount)| *amount).sum();
            }
            Event::Placed { .. }
            | Event::Returned { .. }
            | Event::Played { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::WageringClosed
            | Event::Dealt { .. }
            | Event::Folded { .. }
            | Event::Irregular { .. }
            | Event::Collected { .. }
            | Event::Revealed(_) => {}
        }
    }

    fn not_betting(&self) -> Refused {
        Refused::NotNow(match self.stage() {
            Stage::Deciding(_) => "the cards are out; play or fold",
            Stage::Betting | Stage::Over => "the round is over; make new bets first",
        })
    }

    fn open_if_over(&mut self) -> Result<(), Refused> {
        match self.stage() {
            Stage::Betting => Ok(()),
            Stage::Deciding(_) => Err(self.not_betting()),
            Stage::Over => self.open(),
        }
    }

    /// Opens a round: everybody sits down, the house players bet.
    fn open(&mut self) -> Result<(), Refused> {
        if let Some(round) = Round::open(self.game().clone(), 0) {
            self.round = round;
        }
        self.undo.clear();
        for spot in self.positions.clone() {
            self.run(&Command::Sit { spot, player: YOU.into() })?;
        }
        for player in self.house.clone() {
            let spot = player.spot;
            self.run(&Command::Sit { spot, player: player.name.into() })?;
            for (wager, amount) in player.bets {
                self.run(&Command::Place { spot, wager, amount })?;
            }
        }
        Ok(())
    }

    /// Makes the player's bets these, if the table takes them and the bankroll allows it.
    fn change_to(&mut self, bets: &Bets) -> Result<Vec<Event>, Refused> {
        if self.stage() != Stage::Betting {
            return Err(self.not_betting());
        }
        let (before, had, kept) = (self.bets(), self.bankroll, self.kept_for_play());
        let mut events = Vec::new();
        let none = Laid::new();
        for spot in self.positions.clone() {
            let (old, new) = (before.get(&spot).unwrap_or(&none), bets.get(&spot).unwrap_or(&none));
            for no in self.game().clone().wager_nos() {
                let wager = self.game().wager(no).id.clone();
                let command = match (old.get(&no), new.get(&no)) {
                    (Some(old), Some(new)) if old == new => continue,
                    (None, None) => continue,
                    (_, Some(amount)) => Command::Place { spot, wager, amount: *amount },
                    (Some(_), None) => Command::TakeBack { spot, wager },
                };
                events.extend(self.run(&command)?);
            }
        }
        let spent = had - self.bankroll;
        if self.bankroll < Money::ZERO {
            return Err(Refused::Short { cost: spent, have: had });
        }
        let play = self.kept_for_play();
        if (spent > Money::ZERO || play > kept) && self.bankroll < play {
            let on = self.game().decided_on().map_or(String::new(), |no| self.game().wager(no).name.clone());
            return Err(Refused::ShortLater { left: self.bankroll, play, on });
        }
        if !events.is_empty() {
            self.undo.push(before);
        }
        Ok(events)
    }

    /// The meter with the contributions of the wagers that lie there.
    fn meter_at_deal(&self) -> Option<Money> {
        let (meter, mut amount) = (self.game().meter.as_ref()?, self.meter?);
        if let Phase::Closed { seats } = self.round.phase() {
            for stake in seats.iter().filter_map(|seat| seat.stake(meter.wager)) {
                amount += meter.contribution(amount, stake).meter;
            }
        }
        Some(amount)
    }

    /// The position of the player that is to decide next.
    fn undecided(&self) -> Option<u8> {
        let Phase::Deciding(dealt) = self.round.phase() else { return None };
        let open =
            dealt.hands.iter().find(|hand| dealt.undecided(self.game(), hand) && hand.seat.player == YOU)?;
        Some(open.seat.spot)
    }

    /// Goes on until the player must decide: house players decide in turn, then the dealer's hand is opened
    /// and everything is paid.
    fn advance(&mut self, events: &mut Vec<Event>) -> Result<(), Refused> {
        while let Phase::Deciding(dealt) = self.round.phase() {
            let next = dealt.hands.iter().find(|hand| dealt.undecided(self.game(), hand));
            match next.map(|hand| (hand.seat.spot, hand.seat.player.clone())) {
                Some((_, player)) if player == YOU => return Ok(()),
                Some((spot, player)) => {
                    let seen = view(&self.round, Audience::Player(&player));
                    let own = seen.spots.iter().find(|view| view.spot == spot);
                    let choice = own.map_or(Choice::Fold, |own| house::choice(self.game(), own));
                    events.extend(self.run(&Command::Decide { spot, choice })?);
                }
                None => {
                    events.extend(self.run(&Command::Reveal)?);
                    events.extend(self.run(&Command::Reconcile { meter: None })?);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
