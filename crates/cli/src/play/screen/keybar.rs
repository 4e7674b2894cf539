//! The keys at the foot of the screen: those of the stage, with what they do.

use super::app::{App, Drawer};
use super::theme::Theme;
use crate::play::layout;
use crate::play::session::Stage;
use ratatui::text::{Line, Span};

/// The two lines of keys.
pub(crate) fn lines(app: &App, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let session = &app.table.session;
    match session.stage() {
        Stage::Betting => vec![
            keys(&chips(app), theme),
            keys(
                &pairs(&[
                    ("Space", "deal"),
                    ("U", "undo"),
                    ("C", "clear"),
                    ("R", "rebet"),
                    ("D", "double"),
                    ("Tab", "tables"),
                    ("?", "help"),
                    ("Q", "quit"),
                ]),
                theme,
            ),
        ],
        Stage::Deciding(spot) => {
            let costs = session.play_costs(spot);
            let play: Vec<(String, String)> = match costs.as_slice() {
                [(_, cost)] => vec![("P".into(), format!("play {cost}"))],
                costs => costs
                    .iter()
                    .map(|(times, cost)| (times.to_string(), format!("play {times}x {cost}")))
                    .collect(),
            };
            // Far apart, so that the one is not hit for the other.
            let (fold, play) = (keys(&pairs(&[("F", "fold")]), theme), keys(&play, theme));
            let gap = width.saturating_sub(fold.width() + play.width());
            let mut spans = fold.spans;
            spans.push(Span::raw(" ".repeat(gap)));
            spans.extend(play.spans);
            vec![
                Line::from(spans),
                keys(&pairs(&[("Tab", "tables"), ("S", "session"), ("?", "help"), ("Q", "quit")]), theme),
            ]
        }
        Stage::Over => vec![
            keys(&pairs(&[("Space", "same bets"), ("D", "double them"), ("N", "new bets")]), theme),
            keys(
                &pairs(&[
                    ("W", if app.drawer == Drawer::Why { "hide why" } else { "why" }),
                    ("Tab", "tables"),
                    ("S", "session"),
                    ("?", "help"),
                    ("Q", "quit"),
                ]),
                theme,
            ),
        ],
    }
}

/// The chips of the chosen bet, and how to take them off again.
fn chips(app: &App) -> Vec<(String, String)> {
    let Some(no) = app.chosen() else { return Vec::new() };
    if let Some(fixed) = layout::fixed(app.game(), no) {
        let mut keys = vec![("Enter".to_owned(), format!("{fixed} on or off"))];
        keys.push(("↑↓".into(), "bet".into()));
        return keys;
    }
    let chips = layout::chips(app.game(), no);
    let mut keys: Vec<(String, String)> =
        chips.iter().enumerate().map(|(i, chip)| ((i + 1).to_string(), chip.to_string())).collect();
    keys.push(("-".into(), "less".into()));
    keys.push(("Del".into(), "off".into()));
    keys.push(("↑↓".into(), "bet".into()));
    if app.table.session.positions().len() > 1 {
        keys.push(("←→".into(), "spot".into()));
    }
    keys
}

fn pairs(keys: &[(&str, &str)]) -> Vec<(String, String)> {
    keys.iter().map(|(key, does)| ((*key).to_owned(), (*does).to_owned())).collect()
}

fn keys(keys: &[(String, String)], theme: Theme) -> Line<'static> {
    let mut spans = Vec::new();
    for (i, (key, does)) in keys.iter().enumerate() {
        if i > 0 {
            spans.push(Span::raw("  "));
        }
        spans.push(Span::styled(key.clone(), theme.key()));
        spans.push(Span::raw(format!(" {does}")));
    }
    Line::from(spans)
}
