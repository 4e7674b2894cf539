//! What the table says: events as they happen, results, reasons, pay tables, the sitting.

use super::Plain;
use crate::play::lit::{self, Hit};
use crate::play::session::Stage;
use crate::play::table::Done;
use crate::play::wording::{self, listed, signed};
use std::io;
use tercet_rules::words::capital;
use tercet_rules::{By, DealerHand, DealerView, Event, Game, LineOf, Money, SpotView, words};

/// What can be said, and what it does.
pub(super) const HELP: &[(&str, &str)] = &[
    ("bet BET AMOUNT", "make a bet of this amount in all, such as: bet ante 10"),
    ("off BET", "take a bet back"),
    ("clear", "take all bets back"),
    ("undo", "undo the last change of your bets"),
    ("rebet", "make the bets of the last round again"),
    ("double", "double every bet"),
    ("deal", "no more bets; the cards come out"),
    ("play", "play your hand; play 2 plays it for twice the bet, where the game allows it"),
    ("fold", "give up your hand"),
    ("cards", "your cards again, and what is to be decided"),
    ("why", "after a round: why each line came out as it did"),
    ("table BET", "the pay table of a bet; table alone lists them"),
    ("bets", "what lies on the table"),
    ("session", "how you are doing"),
    ("help", "this list"),
    ("quit", "leave the table"),
];

impl Plain<'_> {
    /// Says what happened, and what is to be decided next.
    pub(super) fn tell(&mut self, done: &Done) -> io::Result<()> {
        for event in &done.events {
            self.tell_event(event)?;
        }
        if let Some(fault) = &done.log_fault {
            writeln!(self.out, "{fault}")?;
        }
        self.ask()
    }

    /// Says again what a player can see: the cards, and what is to be decided.
    pub(super) fn cards(&mut self) -> io::Result<()> {
        let view = self.table.session.view();
        let own: Vec<&SpotView> =
            view.spots.iter().filter(|spot| wording::is_own(spot) && spot.cards.is_some()).collect();
        if own.is_empty() {
            return writeln!(self.out, "No cards are out.");
        }
        for spot in own {
            writeln!(self.out, "Your cards at spot {}: {}.", spot.spot, hand(spot))?;
        }
        if let Some(DealerView::Open(dealer)) = &view.dealer {
            self.dealer(dealer)?;
        }
        self.ask()
    }

    fn dealer(&mut self, dealer: &DealerHand) -> io::Result<()> {
        let cards = wording::cards(&dealer.cards);
        writeln!(self.out, "Dealer's cards: {cards}. {}.", wording::dealer_call(dealer))
    }

    /// What is to be decided, if anything is.
    fn ask(&mut self) -> io::Result<()> {
        if let Stage::Deciding(spot) = self.table.session.stage() {
            let costs = self.table.session.play_costs(spot);
            let ways: Vec<String> = match costs.as_slice() {
                [(_, cost)] => vec![format!("play for {cost}")],
                costs => costs.iter().map(|(times, cost)| format!("play {times} for {cost}")).collect(),
            };
            let ways: Vec<String> = ways.into_iter().chain(["fold".into()]).collect();
            writeln!(self.out, "Spot {spot}: {}?", listed(&ways, "or"))?;
        }
        Ok(())
    }

    fn tell_event(&mut self, event: &Event) -> io::Result<()> {
        let session = &self.table.session;
        let game = session.game().clone();
        let own = |spot: &u8| session.positions().contains(spot);
        let view = session.view();
        let who = |spot: u8| {
            let player = view.spots.iter().find(|seen| seen.spot == spot).map(|seen| seen.player.clone());
            player.unwrap_or_else(|| format!("Spot {spot}"))
        };
        match event {
            Event::Dealt { .. } => {
                writeln!(self.out, "{}", event.say(&game))?;
                if let Some(meter) = session.meter() {
                    writeln!(self.out, "The meter stands at {meter}.")?;
                }
                for spot in view.spots.iter().filter(|spot| own(&spot.spot)) {
                    writeln!(self.out, "Your cards at spot {}: {}.", spot.spot, hand(spot))?;
                }
                Ok(())
            }
            Event::Played { spot, amount, by, .. } if own(spot) => {
                let by = table_decided(&game, *by);
                writeln!(self.out, "You play spot {spot} for {amount}{by}.")
            }
            Event::Folded { spot, by } if own(spot) => {
                writeln!(self.out, "You fold spot {spot}{}.", table_decided(&game, *by))
            }
            Event::Played { spot, amount, .. } => writeln!(self.out, "{} plays for {amount}.", who(*spot)),
            Event::Folded { spot, .. } => writeln!(self.out, "{} folds.", who(*spot)),
            Event::Collected { spot, .. } if !own(spot) => Ok(()),
            Event::Revealed(dealer) => self.dealer(dealer),
            Event::Reconciled(_) => self.results(),
            Event::Seated { .. }
            | Event::Left { .. }
            | Event::Placed { .. }
            | Event::Returned { .. }
            | Event::WageringClosed
            | Event::Irregular { .. }
            | Event::Collected { .. }
            | Event::Voided { .. } => writeln!(self.out, "{}", event.say(&game)),
        }
    }

    /// The settlement in house order.
    fn results(&mut self) -> io::Result<()> {
        let session = &self.table.session;
        let game = session.game().clone();
        let view = session.view();
        let order = game.reconcile.order(view.spots.iter().map(|spot| spot.spot));
        let mut net = Money::ZERO;
        for spot in order.into_iter().map(|i| &view.spots[i]) {
            let up = spot.net.unwrap_or_default();
            if !wording::is_own(spot) {
                writeln!(self.out, "{}, spot {}: {}, {}.", spot.player, spot.spot, hand(spot), signed(up))?;
                continue;
            }
            net += up;
            writeln!(self.out, "Your spot {}: {}.", spot.spot, made(spot))?;
            for line in &spot.lines {
                let stake =
                    if line.stake > Money::ZERO { format!("{}, ", line.stake) } else { String::new() };
                let odds = match wording::odds(line) {
                    odds if odds.is_empty() => odds,
                    odds => format!(" {odds}"),
                };
                let cut = line.limited.as_ref().map_or(String::new(), |limited| {
                    format!(", {} less: at most {} is paid together", limited.cut, limited.most)
                });
                let (name, outcome, net) = (game.line_name(line.of), line.outcome, signed(line.net()));
                writeln!(self.out, "  {name}: {stake}{outcome}{odds}, {net}{cut}.")?;
            }
            for envy in &spot.envy {
                writeln!(self.out, "  Envy for spot {}: {}.", envy.spot, signed(envy.won))?;
            }
            writeln!(self.out, "  In all: {}.", signed(up))?;
        }
        if let Some(meter) = view.meter_move.filter(|meter| meter.paid > Money::ZERO) {
            writeln!(self.out, "The meter paid {} and stands at {}.", meter.paid, meter.after)?;
        }
        let broke = wording::broke(&self.table.session);
        let rounds = self.table.session.tally().rounds;
        writeln!(self.out, "Round {rounds}: you are {}. {}{broke}", wording::up_or_down(net), self.money())
    }

    pub(super) fn why(&mut self) -> io::Result<()> {
        let session = &self.table.session;
        let several = session.positions().len() > 1;
        let settled = session.own_settlements();
        if settled.is_empty() {
            return writeln!(self.out, "There is nothing to explain before a round is settled.");
        }
        let mut text = String::new();
        for (settlement, spot) in settled {
            let at = if several { format!(" at spot {}", spot.spot) } else { String::new() };
            for why in wording::whys(session.game(), settlement, spot) {
                text.push_str(&format!("{}{at}. {}\n", why.what, why.text));
                for cite in why.stands_on {
                    text.push_str(&format!("  {cite}\n"));
                }
            }
        }
        write!(self.out, "{text}")
    }

    pub(super) fn tables(&mut self) -> io::Result<()> {
        let game = self.table.session.game().clone();
        writeln!(self.out, "Pay tables:")?;
        for of in &game.reconcile.lines {
            writeln!(self.out, "  {}: {}.", game.line_id(*of), game.line_name(*of))?;
        }
        Ok(())
    }

    pub(super) fn pay_table(&mut self, said: &str) -> io::Result<()> {
        let session = &self.table.session;
        let game = session.game().clone();
        let bonus = game.reconcile.lines.iter().find(|of| game.line_id(**of) == said);
        let of = match bonus.copied().map_or_else(|| self.wager(said).map(LineOf::Wager), Ok) {
            Ok(of) => of,
            Err(message) => return writeln!(self.out, "{message}"),
        };
        let view = session.view();
        let table = game.table(of);
        let reads = wording::reads(&game, table).map_or(String::new(), |reads| format!(", by {reads}"));
        writeln!(self.out, "{}{reads}:", game.line_name(of))?;
        if table.closed {
            return writeln!(self.out, "  No pay table is posted, so this bet is closed.");
        }
        let hit = |place: Hit| {
            let own = view.spots.iter().filter(|spot| wording::is_own(spot));
            let own = own.filter(|spot| lit::hit(&game, spot, of) == Some(place));
            let spots: Vec<String> = own.map(|spot| format!("spot {}", spot.spot)).collect();
            if spots.is_empty() {
                String::new()
            } else {
                format!(" (your hand at {})", listed(&spots, "and"))
            }
        };
        for (i, row) in table.rows.iter().enumerate() {
            let (when, pays) = (capital(&words::condition(row)), wording::row_pays(row));
            writeln!(self.out, "  {when}: {pays}{}.", hit(Hit::Row(i)))?;
        }
        match &table.otherwise {
            Some((pays, _)) => writeln!(self.out, "  Anything else: {pays}{}.", hit(Hit::Otherwise)),
            None => Ok(()),
        }
    }

    pub(super) fn bets(&mut self) -> io::Result<()> {
        let session = &self.table.session;
        let (view, game) = (session.view(), session.game().clone());
        if session.stage() == Stage::Over {
            writeln!(self.out, "The round is over. These were your bets; rebet makes them again.")?;
        }
        for spot in
            view.spots.iter().filter(|spot| session.stage() == Stage::Betting || wording::is_own(spot))
        {
            let bets: Vec<String> = spot
                .wagers
                .iter()
                .filter_map(|(id, amount)| Some((game.wager(game.wager_no(id.as_str())?), amount)))
                .map(|(wager, amount)| format!("{amount} on {}", wager.name))
                .collect();
            let bets = if bets.is_empty() { "nothing".into() } else { listed(&bets, "and") };
            let who = if wording::is_own(spot) { "yours" } else { spot.player.as_str() };
            writeln!(self.out, "Spot {}, {who}: {bets}.", spot.spot)?;
        }
        let money = self.money();
        writeln!(self.out, "{money}")?;
        match self.table.session.meter() {
            Some(meter) => writeln!(self.out, "The meter stands at {meter}."),
            None => Ok(()),
        }
    }

    pub(super) fn session(&mut self) -> io::Result<()> {
        let session = &self.table.session;
        let (tally, game) = (session.tally().clone(), session.game().clone());
        writeln!(
            self.out,
            "{}, {} staked: you are {}. {}",
            capital(&wording::rounds(tally.rounds)),
            tally.staked,
            wording::up_or_down(tally.net),
            self.money()
        )?;
        if let Some(best) = tally.best {
            writeln!(self.out, "Biggest win: {best}.")?;
        }
        for of in &game.reconcile.lines {
            let Some(line) = tally.lines.get(of) else { continue };
            let (name, net) = (game.line_name(*of), signed(line.net));
            let won = format!("{} won of {}", line.wins, line.times);
            match of {
                LineOf::Wager(_) => writeln!(self.out, "  {name}: {} staked, {won}, {net}.", line.staked)?,
                LineOf::Bonus(_) => writeln!(self.out, "  {name}: {} paid, {net}.", line.wins)?,
            }
        }
        if tally.envy > Money::ZERO {
            writeln!(self.out, "  Envy: {}.", signed(tally.envy))?;
        }
        Ok(())
    }

    pub(super) fn help(&mut self) -> io::Result<()> {
        for (said, does) in HELP {
            writeln!(self.out, "  {said}: {does}.")?;
        }
        if let [first, second] = self.table.session.positions() {
            writeln!(
                self.out,
                "Your spots are {first} and {second}: bet ante 10 at {second}, off ante at {second}. Without `at` spot {first} is meant."
            )?;
        }
        Ok(())
    }
}

fn table_decided(game: &Game, by: By) -> String {
    match by {
        By::Player => String::new(),
        By::Table => format!("; the table decided{}", wording::time_out(game)),
    }
}

/// The cards of a spot as far as they may be seen, and what they make.
fn hand(spot: &SpotView) -> String {
    match (&spot.cards, spot.rank) {
        (Some(cards), Some(rank)) => format!("{}: {rank}", wording::cards(cards)),
        (Some(_) | None, _) => "cards not shown".into(),
    }
}

fn made(spot: &SpotView) -> String {
    spot.rank.map_or_else(String::new, |rank| rank.to_string())
}
