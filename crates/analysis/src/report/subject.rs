//! What is figured when pay tables are varied: the bet, the lines of it that count, and what figures are per.

use super::{Ask, AskError, Part, check, laws, stakes};
use crate::bet::Bet;
use crate::law::{head_of_main_bet, main_bet};
use tercet_rules::{Game, LineOf, Money, OnFold, WagerId, WagerNo};

/// A bet, and which of its lines are figured.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The bet that is decided on as a whole.
    pub(crate) bet: Bet,
    /// The lines that are figured.
    pub(crate) lines: Vec<LineOf>,
    /// The wagers that are figured, as a report has them.
    pub(crate) wagers: Vec<WagerNo>,
    /// What figures are per: the stake of the wager, or all stakes before the deal.
    pub(crate) stake: Money,
    /// Whether figures are those of the whole bet.
    pub(crate) together: bool,
}

impl Subject {
    /// The bet that was asked about; else the wager of these tables by itself, as a report figures it; else all wagers
    /// of these tables at one stake.
    ///
    /// # Errors
    ///
    /// As a report, and if a table has no part in the bet.
    pub(crate) fn of(ask: &Ask<'_>, tables: &[LineOf]) -> Result<Subject, AskError> {
        check(ask)?;
        let game = ask.game;
        let main = main_bet(game);
        let head = head_of_main_bet(game);
        let base = |of: &LineOf| game.wager_of(*of);
        if !ask.bets.is_empty() {
            let bet = stakes::mix(ask)?;
            let decides = bet.decides(game);
            let apart =
                |of: &&LineOf| bet.stake(base(of)).is_none() && !(decides && game.play == Some(base(of)));
            if let Some(of) = tables.iter().find(apart) {
                let message = format!("{} is varied and has no part in this bet", game.line_name(*of));
                return Err(AskError { part: Part::Bets, message });
            }
            return Ok(Subject::together(game, bet));
        }
        let mut seeds: Vec<WagerNo> = Vec::new();
        for of in tables {
            let wager = if main.contains(&base(of)) { head.unwrap_or(base(of)) } else { base(of) };
            if !seeds.contains(&wager) {
                seeds.push(wager);
            }
        }
        let [no] = seeds[..] else {
            let stake = seeds.iter().map(|no| stakes::alone(ask, *no)).max().unwrap_or(super::DOLLAR);
            return Ok(Subject::together(
                game,
                stakes::beside(game, &seeds, stake).map_err(|error| stakes::refused(&error))?,
            ));
        };
        let stake = stakes::alone(ask, no);
        let wagers = if head == Some(no) { main } else { vec![no] };
        let lines = laws::lines_of(game, &wagers);
        let folds = game.wager(no).on_fold.0 == OnFold::Forfeit;
        let bet = match head.filter(|_| game.decided_on().is_some()) {
            Some(head) if head == no => {
                stakes::beside(game, &[no], stake).map_err(|error| stakes::refused(&error))?
            }
            Some(head) if folds => {
                stakes::with_head(ask, head, no).map_err(|error| stakes::refused(&error))?
            }
            Some(_) | None => Bet::alone(game, no, stake),
        };
        let stake = bet.stake(no).unwrap_or(stake);
        Ok(Subject { bet, lines, wagers, stake, together: false })
    }

    fn together(game: &Game, bet: Bet) -> Subject {
        let stake = bet.stakes().iter().flatten().copied().sum();
        let wagers = game.wager_nos().filter(|no| bet.stake(*no).is_some()).collect();
        Subject { bet, lines: game.reconcile.lines.clone(), wagers, stake, together: true }
    }

    /// The stakes before the deal, in the order of the file.
    pub(crate) fn stakes(&self, game: &Game) -> Vec<(WagerId, Money)> {
        stakes::listed(game, &self.bet)
    }
}
