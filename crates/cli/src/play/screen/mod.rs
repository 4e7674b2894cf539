//! The front end that fills the terminal.
//!
//! [`app`] holds what the player looks at and what a key does to it; the other files draw it, panel by
//! panel, from the view that the player is entitled to.

mod app;
mod bets;
mod cards;
mod drawer;
mod keybar;
mod panels;
mod theme;

#[cfg(test)]
mod tests;

use super::Ended;
use super::keys;
use super::table::Table;
use app::App;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use std::io::Write as _;

/// Plays on the whole terminal until the player leaves.
pub(super) fn run(table: Table, colour: bool) -> Result<(), Ended> {
    let mut app = App::new(table, colour);
    // From here on a panic gives the terminal back before it says anything.
    let mut terminal = ratatui::try_init()?;
    let played = play(&mut terminal, &mut app);
    let restored = ratatui::try_restore();
    // The window may be gone; the round is finished by the rules all the same.
    let parting = app.leave();
    played?;
    restored?;
    let mut out = std::io::stdout().lock();
    for line in parting {
        writeln!(out, "{line}")?;
    }
    app.ended.take().map_or(Ok(()), Err)
}

fn play(terminal: &mut DefaultTerminal, app: &mut App) -> Result<(), Ended> {
    while !app.over {
        terminal.draw(|frame| panels::draw(frame, app))?;
        if let Event::Key(key) = event::read()?
            && let Some(act) = keys::act(&key, app.table.session.stage(), app.game())
        {
            let size = terminal.size()?;
            app.act_in(act, (size.width, size.height));
        }
    }
    Ok(())
}
