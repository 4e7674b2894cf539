//! The front end in lines: one thing said, one answer. For screen readers, scripts and pipes.

mod telling;

use super::Ended;
use super::layout;
use super::refused::Refused;
use super::session::Stage;
use super::table::{NoDeal, Table};
use super::wording::{self, listed};
use crate::line::{self, LONGEST, Read};
use std::io::{self, BufRead, Write};
use telling::HELP;
use tercet_rules::words::capital;
use tercet_rules::{Choice, Event, Game, Money, WagerNo, shown};

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
        match line::read(input, &mut line)? {
            Read::End => {
                writeln!(plain.out)?;
                plain.end_of_input()?;
                return Ok(());
            }
            Read::Cut => {
                writeln!(plain.out, "That line is longer than {LONGEST} bytes, so I did not listen to it.")?;
                continue;
            }
            Read::Whole => {}
        }
        let said = String::from_utf8_lossy(&line);
        // What is said is repeated, in whole or in part: it may not steer the terminal.
        let said = shown(&said.split_whitespace().collect::<Vec<_>>().join(" "), usize::MAX);
        if echo {
            writeln!(plain.out, "{said}")?;
        }
        if plain.hear(&said)? == Next::Leave {
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
            ("cards" | "hand", []) => self.cards()?,
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

    fn quit(&mut self, sure: bool) -> Result<Next, Ended> {
        let on_table = self.table.session.on_table();
        if on_table > Money::ZERO && !sure {
            self.leaving = true;
            let what = match self.table.session.stage() {
                Stage::Betting | Stage::Over => "it comes back if you leave".to_owned(),
                Stage::Deciding(_) => {
                    format!("if you leave, the table decides for you{}", wording::time_out(&self.game()))
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
                wording::time_out(&self.game())
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

#[cfg(test)]
mod tests;
