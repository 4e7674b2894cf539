//! The player's bets: while they are made, while they are played, and as they were settled.

use super::app::App;
use super::theme::Theme;
use crate::play::keys;
use crate::play::layout;
use crate::play::session::Stage;
use crate::play::wording::{self, signed};
use ratatui::text::{Line, Span};
use tercet_rules::{LineOf, Money, Outcome, Pay, SpotView, WagerNo};

/// The bets as lines of at most this width and number.
pub(crate) fn lines(app: &App, width: usize, height: usize, theme: Theme) -> Vec<Line<'static>> {
    let view = app.table.session.view();
    let own: Vec<&SpotView> = view.spots.iter().filter(|spot| wording::is_own(spot)).collect();
    match app.table.session.stage() {
        Stage::Betting => being_made(app, width, height, theme),
        Stage::Deciding(_) => at_stake(app, &own, width, theme),
        Stage::Over => settled(app, &own, width, theme),
    }
}

/// Every bet there is, with its key, its stake and its limits; the chosen one is kept in sight.
fn being_made(app: &App, width: usize, height: usize, theme: Theme) -> Vec<Line<'static>> {
    let game = app.game();
    let bets = app.table.session.bets();
    let positions = app.table.session.positions();
    let letters = keys::letters(game);
    let limits = |no| layout::limits_words(game, no);
    let limits_width = letters.iter().map(|(no, _)| limits(*no).chars().count()).max().unwrap_or(0);
    let columns = STAKE * positions.len();
    let room = width.saturating_sub(5 + columns);
    let name = longest(app, letters.iter().map(|(no, _)| LineOf::Wager(*no)));
    let with_limits = room > name + limits_width;
    let name_width = if with_limits { room - limits_width - 1 } else { room };
    let first = (app.bet + 1).saturating_sub(height);
    let line = |(place, (no, letter)): (usize, (WagerNo, Option<char>))| {
        let chosen = place == app.bet;
        let mark = if chosen { "▸ " } else { "  " };
        let key = letter.map_or(' ', |letter| letter.to_ascii_uppercase());
        let mut spans = vec![
            Span::styled(format!(" {key} "), theme.key()),
            Span::raw(mark),
            Span::raw(cut(&game.wager(no).name, name_width)),
        ];
        for (i, spot) in positions.iter().enumerate() {
            let stake = bets.get(spot).and_then(|laid| laid.get(&no));
            let text = format!("{:>STAKE$}", stake.map_or("-".into(), Money::to_string));
            let style = if chosen && i == app.spot { theme.chosen() } else { theme.strong() };
            spans.push(Span::styled(text, style));
        }
        if with_limits {
            spans.push(Span::styled(format!(" {}", limits(no)), theme.quiet()));
        }
        Line::from(spans)
    };
    letters.into_iter().enumerate().skip(first).take(height).map(line).collect()
}

/// The width of a stake.
const STAKE: usize = 9;

/// What was bet, while hands are decided.
fn at_stake(app: &App, own: &[&SpotView], width: usize, theme: Theme) -> Vec<Line<'static>> {
    let game = app.game();
    let lines = game.reconcile.lines.iter().filter_map(|of| match of {
        LineOf::Wager(no) => Some(*no),
        LineOf::Bonus(_) => None,
    });
    let placed = lines.filter(|no| own.iter().any(|spot| wording::stake(spot, game, *no).is_some()));
    let name_width = width.saturating_sub(5 + STAKE * own.len()).min(26);
    let line = |no: WagerNo| {
        let mut spans = vec![Span::raw(format!("     {}", cut(&game.wager(no).name, name_width)))];
        for spot in own {
            let stake = wording::stake(spot, game, no).map_or("-".into(), |stake| stake.to_string());
            spans.push(Span::styled(format!("{stake:>STAKE$}"), theme.strong()));
        }
        Line::from(spans)
    };
    placed.map(line).collect()
}

/// The lines of the settlement in house order, envy after them.
fn settled(app: &App, own: &[&SpotView], width: usize, theme: Theme) -> Vec<Line<'static>> {
    if own.len() > 1 { side_by_side(app, own, width, theme) } else { one_spot(app, own, width, theme) }
}

fn one_spot(app: &App, own: &[&SpotView], width: usize, theme: Theme) -> Vec<Line<'static>> {
    let game = app.game();
    let Some(spot) = own.first() else { return Vec::new() };
    let longest = longest(app, spot.lines.iter().map(|line| line.of));
    // Stake, outcome and result always; the odds where there is room, for the lit pay table has them too.
    let with_odds = width >= 2 + longest.min(14) + 8 + 8 + 11 + 9;
    let fixed = 2 + 8 + 8 + 9 + if with_odds { 11 } else { 0 };
    let name_width = width.saturating_sub(fixed).min(26);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for line in &spot.lines {
        let stake = if line.stake > Money::ZERO { line.stake.to_string() } else { String::new() };
        let odds = if with_odds { format!("{:<11}", short_odds(line)) } else { String::new() };
        lines.push(Line::from(vec![
            Span::styled(format!("{} ", wording::sign(line.outcome)), theme.outcome(line.outcome)),
            Span::raw(cut(game.line_name(line.of), name_width)),
            Span::raw(format!("{stake:>7} ")),
            Span::styled(format!("{:<8}", line.outcome), theme.outcome(line.outcome)),
            Span::raw(odds),
            Span::styled(format!("{:>9}", signed(line.net())), theme.outcome(line.outcome)),
        ]));
        if let Some(limited) = &line.limited {
            let text = format!("    {} less: at most {} together", limited.cut, limited.most);
            lines.push(Line::styled(text, theme.quiet()));
        }
    }
    for envy in &spot.envy {
        let name = cut(&format!("Envy, spot {}", envy.spot), name_width);
        let odds = if with_odds { " ".repeat(11) } else { String::new() };
        lines.push(Line::from(vec![
            Span::styled("+ ", theme.result(envy.won)),
            Span::raw(format!("{name}{:8}{:<8}{odds}", "", "win")),
            Span::styled(format!("{:>9}", signed(envy.won)), theme.result(envy.won)),
        ]));
    }
    lines
}

fn side_by_side(app: &App, own: &[&SpotView], width: usize, theme: Theme) -> Vec<Line<'static>> {
    let game = app.game();
    // The column is as wide as its widest result, and the outcome a short word where names would be cut for it.
    let results = own.iter().flat_map(|spot| {
        let envy = spot.envy.iter().map(|envy| envy.won).sum();
        let lines = spot.lines.iter().map(tercet_rules::Line::net);
        lines.chain([envy, spot.net.unwrap_or_default()]).map(|net| signed(net).chars().count())
    });
    let result = results.max().unwrap_or(0);
    let longest = longest(app, own.iter().flat_map(|spot| spot.lines.iter().map(|line| line.of)));
    let in_full = width >= longest + (3 + "forfeit".len() + result) * own.len();
    let word = if in_full { "forfeit".len() } else { 4 };
    let column = 3 + word + result;
    let name_width = width.saturating_sub(column * own.len()).min(longest.max("In all".len()));
    let cell = |outcome: Outcome, net: Money| {
        let said = if in_full { outcome.as_str() } else { short_outcome(outcome) };
        Span::styled(format!("  {said:<word$} {:>result$}", signed(net)), theme.outcome(outcome))
    };
    let nothing = || Span::raw(" ".repeat(column));
    let mut lines: Vec<Line<'static>> = Vec::new();
    for of in &game.reconcile.lines {
        let here = |spot: &&SpotView| spot.lines.iter().find(|line| line.of == *of).cloned();
        if own.iter().all(|spot| here(spot).is_none()) {
            continue;
        }
        let cells =
            own.iter().map(|spot| here(spot).map_or_else(nothing, |line| cell(line.outcome, line.net())));
        lines.push(Line::from_iter(
            [Span::raw(cut(game.line_name(*of), name_width))].into_iter().chain(cells),
        ));
    }
    if own.iter().any(|spot| !spot.envy.is_empty()) {
        let envy = |spot: &&SpotView| spot.envy.iter().map(|envy| envy.won).sum::<Money>();
        let cells = own.iter().map(|spot| match envy(spot) {
            Money::ZERO => nothing(),
            won => cell(Outcome::Win, won),
        });
        lines.push(Line::from_iter([Span::raw(cut("Envy", name_width))].into_iter().chain(cells)));
    }
    let totals = own.iter().map(|spot| {
        let up = spot.net.unwrap_or_default();
        Span::styled(format!("{:>column$}", signed(up)), theme.result(up))
    });
    lines.push(Line::from_iter(
        [Span::styled(cut("In all", name_width), theme.strong())].into_iter().chain(totals),
    ));
    lines
}

/// An outcome in at most four letters.
const fn short_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Push => "push",
        Outcome::Forfeit => "fold",
        Outcome::Void => "void",
    }
}

/// The odds of a win where there is little room: `500 for 1`, `100% meter`.
fn short_odds(line: &tercet_rules::Line) -> String {
    match line.pays {
        Some(Pay::Meter(share)) => format!("{share} meter"),
        Some(Pay::Fixed(..)) => "award".into(),
        Some(Pay::Lose | Pay::Push | Pay::Odds(_)) | None => wording::odds(line),
    }
}

fn longest(app: &App, lines: impl Iterator<Item = LineOf>) -> usize {
    lines.map(|of| app.game().line_name(of).chars().count()).max().unwrap_or(0)
}

/// A text of exactly this width: filled up, or cut with an ellipsis.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:<width$}");
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}
