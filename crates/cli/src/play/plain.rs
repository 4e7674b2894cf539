//! The front end in lines: one thing said, one answer. For screen readers, scripts and pipes.

use super::Ended;
use super::layout;
use super::lit::{self, Hit};
use super::refused::Refused;
use super::session::Stage;
use super::table::{Done, NoDeal, Table};
use super::wording::{self, capital, listed, signed};
use std::io::{self, BufRead, Write};
use tercet_rules::{Choice, Event, Game, LineOf, Money, SpotView, WagerNo, words};

/// What can be said, and what it does.
const HELP: &[(&str, &str)] = &[
    ("bet BET AMOUNT", "make a bet of this amount in all, such as: bet ante 10"),
    ("off BET", "take a bet back"),
    ("clear", "take all bets back"),
    ("undo", "undo the last change of your bets"),
    ("rebet", "make the bets of the last round again"),
    ("double", "double every bet"),
    ("deal", "no more bets; the cards come out"),
    ("play", "play your hand; play 2 plays it for twice the bet, where the game allows it"),
    ("fold", "give up your hand"),
    ("why", "after a round: why each line came out as it did"),
    ("table BET", "the pay table of a bet; table alone lists them"),
    ("bets", "what lies on the table"),
    ("session", "how you are doing"),
    ("help", "this list"),
    ("quit", "leave the table"),
];

/// Plays in lines until the player leaves or the input ends. `echo` repeats what was said, so that the
/// output of a script reads like a conversation.
pub(super) fn run(
    table: Table,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    echo: bool,
) -> Result<(), Ended> {
    let mut plain = Plain { table, out, leaving: false };
    plain.welcome()?;
    let mut line = Vec::new();
    loop {
        write!(plain.out, "> ")?;
        plain.out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(plain.out)?;
            plain.end_of_input()?;
            return Ok(());
        }
        let said = String::from_utf8_lossy(&line);
        let said = said.trim();
        if echo {
            writeln!(plain.out, "{said}")?;
        }
        if plain.hear(said)? == Next::Leave {
            return Ok(());
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

struct Plain<'o> {
    table: Table,
    out: &'o mut dyn Write,
    /// Quit was said while bets were out.
    leaving: bool,
}

impl Plain<'_> {
    fn welcome(&mut self) -> io::Result<()> {
        let session = &self.table.session;
        let game = session.game().clone();
        let spots: Vec<String> = session.positions().iter().map(u8::to_string).collect();
        let word = if spots.len() == 1 { "spot" } else { "spots" };
        let bankroll = session.bankroll();
        writeln!(self.out, "{}. You sit at {word} {} with {bankroll}.", game.name, listed(&spots, "and"))?;
        for player in session.view().spots.iter().filter(|spot| !wording::is_own(spot)) {
            writeln!(self.out, "{} sits at spot {}.", player.player, player.spot)?;
        }
        writeln!(self.out, "Bets:")?;
        for no in layout::open_wagers(&game) {
            let wager = game.wager(no);
            let limits = layout::limits_words(&game, no);
            writeln!(self.out, "  {}: {}, {limits}.", wager.id, wager.name)?;
        }
        if let Some(meter) = self.table.session.meter() {
            writeln!(self.out, "The meter stands at {meter}.")?;
        }
        writeln!(self.out, "Say help for what you can say.")
    }

    fn hear(&mut self, said: &str) -> Result<Next, Ended> {
        let words: Vec<&str> = said.split_whitespace().collect();
        let [verb, rest @ ..] = words.as_slice() else { return Ok(Next::Stay) };
        let verb = verb.to_ascii_lowercase();
        let was_leaving = std::mem::take(&mut self.leaving);
        match (verb.as_str(), rest) {
            ("bet", rest) => self.bet(rest)?,
            ("off", rest) => self.off(rest)?,
            ("clear", []) => self.change("Nothing lies on the table now", |table| table.session.clear())?,
            ("undo", []) => self.change("Undone", |table| table.session.undo())?,
            ("rebet", []) => self.change("The same bets lie there", |table| table.session.rebet())?,
            ("double", []) => self.change("Nothing changed", |table| table.session.double())?,
            ("deal", []) => self.deal()?,
            ("play", rest) => self.play(rest)?,
            ("fold", []) => self.decide(Choice::Fold)?,
            ("why", []) => self.why()?,
            ("table" | "tables", []) => self.tables()?,
            ("table", [bet]) => self.pay_table(bet)?,
            ("bets", []) => self.bets()?,
            ("session", []) => self.session()?,
            ("help" | "?", []) => self.help()?,
            ("quit" | "exit", []) => return self.quit(was_leaving),
            (verb, _) if HELP.iter().any(|(said, _)| said.split(' ').next() == Some(verb)) => {
                writeln!(self.out, "`{verb}` stands alone. Say help for what you can say.")?;
            }
            (verb, _) => writeln!(self.out, "I don't know `{verb}`. Say help for what you can say.")?,
        }
        Ok(Next::Stay)
    }

    /// `bet ante 10`, `bet ante 10 at 5`.
    fn bet(&mut self, words: &[&str]) -> io::Result<()> {
        let (words, spot) = match self.spot(words) {
            Ok(found) => found,
            Err(message) => return writeln!(self.out, "{message}"),
        };
        let [bet @ .., amount] = words else { return self.how_to_bet() };
        if bet.is_empty() {
            return self.how_to_bet();
        }
        let no = match self.wager(&bet.join(" ")) {
            Ok(no) => no,
            Err(message) => return writeln!(self.out, "{message}"),
        };
        match amount.parse::<Money>() {
            Ok(amount) => self.changed(|table| table.session.bet(spot, no, Some(amount))),
            Err(error) => writeln!(self.out, "{}.", capital(&error.to_string())),
        }
    }

    /// `off pair-plus`.
    fn off(&mut self, words: &[&str]) -> io::Result<()> {
        let found = self.spot(words).and_then(|(bet, spot)| Ok((self.wager(&bet.join(" "))?, spot)));
        match found {
            Ok((no, spot)) => self.changed(|table| table.session.bet(spot, no, None)),
            Err(message) => writeln!(self.out, "{message}"),
        }
    }

    /// The position that is meant: `at 5` at the end, or the first.
    fn spot<'w, 's>(&self, words: &'w [&'s str]) -> Result<(&'w [&'s str], u8), String> {
        let own = self.table.session.positions();
        let [rest @ .., "at", spot] = words else { return Ok((words, own[0])) };
        let wrong = || {
            let spots: Vec<String> = own.iter().map(u8::to_string).collect();
            format!("You sit at {}, not at `{spot}`.", listed(&spots, "and"))
        };
        let spot: u8 = spot.parse().map_err(|_| wrong())?;
        if own.contains(&spot) { Ok((rest, spot)) } else { Err(wrong()) }
    }

    /// The bet of this id or name; a beginning of one of its words is enough if no other bet has it.
    fn wager(&self, said: &str) -> Result<WagerNo, String> {
        let game = self.table.session.game();
        let plain = |text: &str| text.to_lowercase().replace([' ', '-', '\''], "");
        let wanted = plain(said);
        let texts =
            |no: &WagerNo| [game.wager(*no).id.as_str().replace('-', " "), game.wager(*no).name.clone()];
        // The whole name of any wager, for the table says best why Play cannot be bet.
        let exact = |no: &WagerNo| texts(no).iter().any(|text| plain(text) == wanted);
        let begins = |no: &WagerNo| {
            texts(no).iter().any(|text| {
                let words: Vec<&str> = text.split(' ').collect();
                (0..words.len()).any(|from| plain(&words[from..].concat()).starts_with(&wanted))
            })
        };
        if wanted.is_empty() {
            return Err(format!("Say which bet: {}.", listed(&self.ids(layout::open_wagers(game)), "or")));
        }
        if let Some(no) = game.wager_nos().find(exact) {
            return Ok(no);
        }
        let found: Vec<WagerNo> = layout::open_wagers(game).filter(begins).collect();
        match found.as_slice() {
            [one] => Ok(*one),
            [] => {
                let all = self.ids(layout::open_wagers(game));
                Err(format!("There is no bet `{said}` here; the bets are {}.", listed(&all, "and")))
            }
            several => {
                Err(format!("`{said}` could be {}.", listed(&self.ids(several.iter().copied()), "or")))
            }
        }
    }

    fn ids(&self, wagers: impl Iterator<Item = WagerNo>) -> Vec<String> {
        wagers.map(|no| self.table.session.game().wager(no).id.to_string()).collect()
    }

    fn how_to_bet(&mut self) -> io::Result<()> {
        let game = self.table.session.game();
        let first =
            layout::open_wagers(game).next().map_or(String::new(), |no| game.wager(no).id.to_string());
        writeln!(self.out, "Say bet, which one, and how much, such as: bet {first} 10.")
    }

    /// A change of one bet, with what goes with it.
    fn changed(&mut self, change: impl FnOnce(&mut Table) -> Result<Vec<Event>, Refused>) -> io::Result<()> {
        match change(&mut self.table) {
            Ok(events) => {
                let what = wording::bets_changed(&self.table.session, &events);
                let what = what
                    .map_or("That bet lies there already".into(), |what| what + wording::together(&events));
                writeln!(self.out, "{what}. {}", self.money())
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    /// A change of all bets.
    fn change(
        &mut self,
        unchanged: &str,
        change: impl FnOnce(&mut Table) -> Result<Vec<Event>, Refused>,
    ) -> io::Result<()> {
        match change(&mut self.table) {
            Ok(events) => {
                let what = wording::bets_changed(&self.table.session, &events);
                writeln!(self.out, "{}. {}", what.unwrap_or_else(|| unchanged.to_owned()), self.money())
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    fn refuse(&mut self, refused: &Refused) -> io::Result<()> {
        writeln!(self.out, "{}.", capital(&refused.to_string()))
    }

    /// `Bankroll $490, $10 on the table.`
    fn money(&self) -> String {
        let session = &self.table.session;
        match session.on_table() {
            Money::ZERO => format!("Bankroll {}.", session.bankroll()),
            on_table => format!("Bankroll {}, {on_table} on the table.", session.bankroll()),
        }
    }

    fn deal(&mut self) -> Result<(), Ended> {
        match self.table.deal() {
            Ok(done) => {
                self.tell(&done)?;
                Ok(())
            }
            Err(NoDeal::Refused(refused)) => Ok(self.refuse(&refused)?),
            Err(NoDeal::NoChance(no_chance)) => {
                writeln!(self.out, "No cards can be dealt; your stakes are returned. {}", self.money())?;
                writeln!(self.out, "{}", wording::goodbye(&self.table.session))?;
                Err(Ended::NoChance(no_chance))
            }
        }
    }

    /// `play`, `play 2`.
    fn play(&mut self, words: &[&str]) -> io::Result<()> {
        let Stage::Deciding(spot) = self.table.session.stage() else {
            return self.decide(Choice::Play { times: 1 });
        };
        let costs = self.table.session.play_costs(spot);
        let times = match words {
            [] => costs.first().map_or(Ok(1), |(times, _)| Ok(*times)),
            [times] => times.trim_end_matches(['x', 'X']).parse::<u8>().map_err(drop),
            [_, _, ..] => Err(()),
        };
        match times {
            Ok(times) if costs.iter().any(|(choice, _)| *choice == times) => {
                self.decide(Choice::Play { times })
            }
            Ok(_) | Err(_) => {
                let found = words.join(" ");
                let choices: Vec<String> = costs.iter().map(|(times, _)| format!("play {times}")).collect();
                writeln!(self.out, "`{found}` is no way to play; say {}.", listed(&choices, "or"))
            }
        }
    }

    fn decide(&mut self, choice: Choice) -> io::Result<()> {
        match self.table.decide(choice) {
            Ok(done) => self.tell(&done),
            Err(refused) => self.refuse(&refused),
        }
    }

    /// Says what happened, and what is to be decided next.
    fn tell(&mut self, done: &Done) -> io::Result<()> {
        for event in &done.events {
            self.tell_event(event)?;
        }
        if let Some(fault) = &done.log_fault {
            writeln!(self.out, "{fault}")?;
        }
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
            if own(&spot) {
                format!("You, spot {spot},")
            } else {
                player.unwrap_or_else(|| format!("Spot {spot}"))
            }
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
            Event::Revealed(dealer) => {
                let cards = wording::cards(&dealer.cards);
                writeln!(self.out, "Dealer's cards: {cards}. {}.", wording::dealer_call(dealer))
            }
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
        let mut spots: Vec<&SpotView> = view.spots.iter().collect();
        if game.reconcile.right_to_left {
            spots.reverse();
        }
        let mut net = Money::ZERO;
        for spot in spots {
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
        let rounds = self.table.session.tally().rounds;
        writeln!(self.out, "Round {rounds}: you are {}. {}", wording::up_or_down(net), self.money())
    }

    fn why(&mut self) -> io::Result<()> {
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

    fn tables(&mut self) -> io::Result<()> {
        let game = self.table.session.game().clone();
        writeln!(self.out, "Pay tables:")?;
        for of in &game.reconcile.lines {
            writeln!(self.out, "  {}: {}.", game.line_id(*of), game.line_name(*of))?;
        }
        Ok(())
    }

    fn pay_table(&mut self, said: &str) -> io::Result<()> {
        let session = &self.table.session;
        let game = session.game().clone();
        let bonus = game.reconcile.lines.iter().find(|of| game.line_id(**of) == said);
        let of = match bonus.copied().map_or_else(|| self.wager(said).map(LineOf::Wager), Ok) {
            Ok(of) => of,
            Err(message) => return writeln!(self.out, "{message}"),
        };
        let view = session.view();
        let table = game.table(of);
        let reads = wording::reads(&game, table.reads).map_or(String::new(), |reads| format!(", by {reads}"));
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

    fn bets(&mut self) -> io::Result<()> {
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

    fn session(&mut self) -> io::Result<()> {
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
        for (of, line) in &tally.lines {
            let (name, net) = (game.line_name(*of), signed(line.net));
            let wins = format!("{} won of {}", line.wins, line.times);
            match of {
                LineOf::Wager(_) => writeln!(self.out, "  {name}: {} staked, {wins}, {net}.", line.staked)?,
                LineOf::Bonus(_) => writeln!(self.out, "  {name}: paid {} times, {net}.", line.wins)?,
            }
        }
        if tally.envy > Money::ZERO {
            writeln!(self.out, "  Envy: {}.", signed(tally.envy))?;
        }
        Ok(())
    }

    fn help(&mut self) -> io::Result<()> {
        for (said, does) in HELP {
            writeln!(self.out, "  {said}: {does}.")?;
        }
        if let [first, second] = self.table.session.positions() {
            writeln!(
                self.out,
                "Your spots are {first} and {second}: bet ante 10 at {second}, off ante at {second}."
            )?;
        }
        Ok(())
    }

    fn quit(&mut self, sure: bool) -> Result<Next, Ended> {
        let on_table = self.table.session.on_table();
        if on_table > Money::ZERO && !sure {
            self.leaving = true;
            let what = match self.table.session.stage() {
                Stage::Betting | Stage::Over => "it comes back if you leave".to_owned(),
                Stage::Deciding(_) => {
                    format!("if you leave, the table decides for you{}", time_out(&self.game()))
                }
            };
            writeln!(self.out, "You have {on_table} on the table; {what}. Say quit again to leave.")?;
            return Ok(Next::Stay);
        }
        self.leave()?;
        Ok(Next::Leave)
    }

    fn end_of_input(&mut self) -> io::Result<()> {
        let betting = self.table.session.stage() == Stage::Betting;
        match self.table.session.on_table() {
            Money::ZERO => writeln!(self.out, "The input ended.")?,
            on_table if betting => {
                writeln!(self.out, "The input ended with {on_table} bet and no cards out.")?
            }
            on_table => writeln!(
                self.out,
                "The input ended with {on_table} on the table; the table decides for you{}.",
                time_out(&self.game())
            )?,
        }
        self.leave()
    }

    fn leave(&mut self) -> io::Result<()> {
        let done = self.table.leave();
        if let Some(back) = wording::bets_changed(&self.table.session, &done.events) {
            writeln!(self.out, "{back}.")?;
        } else {
            self.tell(&done)?;
        }
        writeln!(self.out, "{}", wording::goodbye(&self.table.session))
    }

    fn game(&self) -> std::sync::Arc<Game> {
        self.table.session.game().clone()
    }
}

/// What the time-out rule stands on: ` (ruling R24)`.
fn time_out(game: &Game) -> String {
    match game.timeout.1.to_string() {
        cites if cites.is_empty() => String::new(),
        cites => format!(" ({cites})"),
    }
}

fn table_decided(game: &Game, by: tercet_rules::By) -> String {
    match by {
        tercet_rules::By::Player => String::new(),
        tercet_rules::By::Table => format!("; the table decided{}", time_out(game)),
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

#[cfg(test)]
mod tests;
