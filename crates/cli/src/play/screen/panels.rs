//! The whole screen: where each panel stands, and the dealer's and the player's side of the table.

use super::app::{App, Drawer, Note};
use super::cards::{self, Size};
use super::theme::Theme;
use super::{bets, drawer, keybar};
use crate::play::session::Stage;
use crate::play::wording::{self, signed};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use tercet_cards::Card;
use tercet_rules::{DealerView, Money, SpotView, View};

/// The least that the table fits on.
const LEAST: (u16, u16) = (80, 24);

/// A line of the player's side is no wider than this, so that the eye finds its end.
const WIDEST: usize = 64;

/// Draws the table.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let theme = Theme::new(app.colour);
    if !fits(area.width, area.height) {
        return too_small(frame, app, area);
    }
    let view = app.table.session.view();
    let tall = area.height >= 34;
    let others: Vec<&SpotView> = view.spots.iter().filter(|spot| !wording::is_own(spot)).collect();
    let strip_lines = other_lines(app, &others, usize::from(area.width), tall, theme);
    let gap = u16::from(tall && !others.is_empty());
    let others_height = u16::try_from(strip_lines.len()).unwrap_or(6) + gap;
    let length = Constraint::Length;
    let rows = [length(1), length(others_height), Constraint::Min(0), length(2), length(2)];
    let [header, strip, body, note, keys] = Layout::vertical(rows).areas(area);
    let [felt, aside] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(drawer_width(app, area.width))])
            .areas(body);

    frame.render_widget(header_line(app, usize::from(area.width), theme), header);
    frame.render_widget(Paragraph::new(strip_lines), strip);
    let size = if tall { Size::Large } else { Size::Small };
    frame.render_widget(Paragraph::new(felt_lines(app, &view, felt, size, theme)), felt);
    draw_drawer(frame, app, aside, theme);
    frame.render_widget(Paragraph::new(note_line(&app.note, theme)).wrap(Wrap { trim: true }), note);
    frame.render_widget(Paragraph::new(keybar::lines(app, usize::from(area.width), theme)), keys);
}

/// Whether the table can be drawn in a window of this size.
pub(crate) fn fits(width: u16, height: u16) -> bool {
    width >= LEAST.0 && height >= LEAST.1
}

fn too_small(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let (width, height) = LEAST;
    let size = format!(
        "The table needs {width} columns and {height} rows; this window has {} and {}.",
        area.width, area.height
    );
    let question = if app.leaving {
        note_line(&app.note, Theme::new(app.colour))
    } else {
        Line::raw("Make it larger, or leave with Q and play with --plain.")
    };
    let text = vec![Line::raw(size), question];
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Pay tables need less room than sentences do; the player's cards always have theirs.
fn drawer_width(app: &App, width: u16) -> u16 {
    let wanted = match app.drawer {
        Drawer::Tables => (width * 3 / 8).clamp(29, 44),
        Drawer::Why | Drawer::Session | Drawer::Help => (width / 2).clamp(38, 60),
    };
    let hands = u16::try_from(app.table.session.positions().len()).unwrap_or(1);
    let felt = hands * (u16::from(app.game().player.0) * 5 + 1) + 1;
    wanted.min(width.saturating_sub(felt))
}

fn header_line(app: &App, width: usize, theme: Theme) -> Line<'static> {
    let session = &app.table.session;
    let round = session.tally().rounds + u64::from(session.stage() != Stage::Over);
    let meter = session.meter().map_or(String::new(), |meter| format!("  meter {meter}"));
    let left = format!("{}  round {round}{meter}", app.game().name);
    let on_table = session.on_table();
    let right = format!("on the table {on_table}  bankroll {}", session.bankroll());
    let gap = width.saturating_sub(left.chars().count() + right.chars().count());
    Line::styled(format!("{left}{}{right}", " ".repeat(gap.max(1))), theme.strong().patch(theme.chosen()))
}

/// The house players: in one line or two, or a line each where there is room.
fn other_lines(
    app: &App,
    others: &[&SpotView],
    width: usize,
    tall: bool,
    theme: Theme,
) -> Vec<Line<'static>> {
    let short = |spot: &&SpotView| format!("{} {} {}", spot.spot, spot.player, other_state(app, spot));
    if !tall {
        let lines = in_lines(&others.iter().map(short).collect::<Vec<_>>(), width);
        return lines.into_iter().map(|line| Line::styled(line, theme.quiet())).collect();
    }
    others
        .iter()
        .map(|spot| {
            let mut spans = vec![Span::raw(format!(" {} {:<6}", spot.spot, spot.player))];
            match &spot.cards {
                Some(open) => spans.extend(cards::short(open, theme)),
                None if spot.card_count > 0 => {
                    spans.push(Span::styled("░░ ".repeat(spot.card_count), theme.quiet()));
                }
                None => {}
            }
            let rank = spot.rank.map_or(String::new(), |rank| format!("{rank}  "));
            spans.push(Span::raw(format!(" {rank}{}", other_state(app, spot))));
            Line::from(spans)
        })
        .collect()
}

/// Texts side by side in at most two lines of this width; what has no room ends in an ellipsis.
fn in_lines(texts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        let full = lines.len() == MOST_OTHER_LINES;
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + text.chars().count() <= width => {
                line.push_str("  ");
                line.push_str(text);
            }
            Some(line) if full => {
                *line = bets::cut(&format!("{line}  {text}"), width);
                break;
            }
            _ => lines.push(if text.chars().count() > width { bets::cut(text, width) } else { text.clone() }),
        }
    }
    lines
}

/// The most lines of house players where there is little room.
const MOST_OTHER_LINES: usize = 2;

/// What a house player bets, does, or has won.
pub(super) fn other_state(app: &App, spot: &SpotView) -> String {
    if let Some(net) = spot.net {
        return signed(net);
    }
    let staked: Money = spot.wagers.iter().map(|(_, amount)| *amount).sum();
    wording::decision(app.game(), spot).unwrap_or_else(|| format!("bets {staked}"))
}

/// The dealer's hand, the player's hands, the bets.
fn felt_lines(app: &App, view: &View, area: Rect, size: Size, theme: Theme) -> Vec<Line<'static>> {
    let width = usize::from(area.width).saturating_sub(1).min(WIDEST);
    let mut lines = dealer_lines(app, view, size, theme);
    if size == Size::Large {
        lines.push(Line::default());
    }
    let own: Vec<&SpotView> = view.spots.iter().filter(|spot| wording::is_own(spot)).collect();
    lines.extend(own_lines(app, &own, width, size, theme));
    if size == Size::Large {
        lines.push(Line::default());
    }
    let left = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(bets::lines(app, width, left, theme));
    lines
}

fn dealer_lines(app: &App, view: &View, size: Size, theme: Theme) -> Vec<Line<'static>> {
    let count = usize::from(app.game().dealer.0);
    let (call, cards): (String, Vec<Option<Card>>) = match &view.dealer {
        Some(DealerView::Open(dealer)) => {
            (format!("{}.", wording::dealer_call(dealer)), dealer.cards.iter().copied().map(Some).collect())
        }
        Some(DealerView::FaceDown(count)) => ("Dealer".into(), vec![None; *count]),
        None => ("Dealer".into(), Vec::new()),
    };
    let mut lines = vec![Line::styled(format!(" {call}"), theme.strong())];
    lines.extend(if cards.is_empty() {
        empty(count, size, theme)
    } else {
        cards::lines(&cards, size, theme)
    });
    lines
}

/// Where cards will lie.
fn empty(count: usize, size: Size, theme: Theme) -> Vec<Line<'static>> {
    let places = format!(" {} ", "·".repeat(size.columns() - 2)).repeat(count);
    let mut lines = vec![Line::default(); size.rows()];
    lines[size.rows() / 2] = Line::styled(format!(" {places}"), theme.quiet());
    lines
}

/// The player's hands, side by side if there are two: title, cards, what they make.
fn own_lines(app: &App, own: &[&SpotView], width: usize, size: Size, theme: Theme) -> Vec<Line<'static>> {
    let column = width / own.len().max(1);
    let mut rows: Vec<Vec<Span<'static>>> = vec![Vec::new(); size.rows() + 2];
    for spot in own {
        let active =
            own.len() > 1 && app.table.session.stage() != Stage::Over && spot.spot == app.chosen_spot();
        let mark = if active { "▸" } else { " " };
        let state = wording::decision(app.game(), spot).map_or(String::new(), |state| format!(": {state}"));
        let whose = if own.len() > 1 { "Spot" } else { "Your spot" };
        let title = bets::cut(&format!("{mark}{whose} {}{state}", spot.spot), column);
        let style = if active { theme.chosen() } else { theme.strong() };
        let made = spot.rank.map_or(String::new(), |rank| rank.to_string());
        // With two hands the bets end with a line of totals.
        let up = spot.net.filter(|_| own.len() == 1);
        let net = up.map_or(String::new(), |up| format!("  {}", signed(up)));
        let made = Span::styled(
            bets::cut(&format!(" {made}"), column.saturating_sub(net.chars().count())),
            theme.strong(),
        );
        let net = up.map(|up| Span::styled(net, theme.result(up)));
        let cards = match &spot.cards {
            Some(cards) => cards::lines(&cards.iter().copied().map(Some).collect::<Vec<_>>(), size, theme),
            None => empty(usize::from(app.game().player.0), size, theme),
        };
        rows[0].push(Span::styled(title, style));
        for (row, card) in rows[1..].iter_mut().zip(cards) {
            let gap = column.saturating_sub(card.width());
            row.extend(card.spans.into_iter().map(|span| span.patch_style(card.style)));
            row.push(Span::raw(" ".repeat(gap)));
        }
        rows[size.rows() + 1].push(made);
        rows[size.rows() + 1].extend(net);
    }
    rows.into_iter().map(Line::from).collect()
}

fn note_line(note: &Note, theme: Theme) -> Line<'static> {
    match note {
        Note::Said(text) => Line::styled(text.clone(), theme.strong()),
        Note::Refused(text) => Line::styled(format!("! {text}"), theme.refusal()),
    }
}

fn draw_drawer(frame: &mut Frame<'_>, app: &App, area: Rect, theme: Theme) {
    let block = Block::new().borders(Borders::LEFT);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let (width, height) =
        (usize::from(inner.width).saturating_sub(1), usize::from(inner.height).saturating_sub(1));
    let (title, text) = drawer::contents(app, width, height, theme);
    let pages = text.len().div_ceil(height.max(1)).max(1);
    let page = app.page.min(pages - 1);
    let pages =
        if pages > 1 { format!(", page {} of {pages} (PgUp, PgDn)", page + 1) } else { String::new() };
    let mut lines = vec![Line::styled(format!("{title}{pages}"), theme.quiet())];
    lines.extend(text.into_iter().skip(page * height).take(height));
    let [_, text_area] = Layout::horizontal([Constraint::Length(1), Constraint::Min(0)]).areas(inner);
    frame.render_widget(Paragraph::new(lines), text_area);
}
