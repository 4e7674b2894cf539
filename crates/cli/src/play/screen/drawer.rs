//! The drawer at the right: pay tables, reasons, the sitting, the keys. It pushes the table aside and never
//! covers it.

use super::app::{App, Drawer};
use super::theme::Theme;
use crate::play::lit::{self, Hit};
use crate::play::session::Stage;
use crate::play::wording::{self, signed};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use tercet_rules::{LineOf, Money, SpotView, words};

/// The title of the drawer, and its text for this width.
pub(crate) fn contents(app: &App, width: usize, height: usize, theme: Theme) -> (String, Vec<Line<'static>>) {
    match app.drawer {
        Drawer::Tables => tables(app, width, height, theme),
        Drawer::Why => ("Why".into(), whys(app, width, theme)),
        Drawer::Session => ("Session".into(), session(app, width, theme)),
        Drawer::Help => ("Help".into(), help(app, width, theme)),
    }
}

/// The pay table on top, and as many after it as there is room for.
fn tables(app: &App, width: usize, height: usize, theme: Theme) -> (String, Vec<Line<'static>>) {
    let game = app.game();
    let lines = &game.reconcile.lines;
    let view = app.table.session.view();
    let own: Vec<&SpotView> = view.spots.iter().filter(|spot| wording::is_own(spot)).collect();
    let top = app.pay_table();
    let title = format!("Pay table {} of {}", top + 1, lines.len());
    let mut text = Vec::new();
    for (i, of) in lines.iter().cycle().skip(top).take(lines.len()).enumerate() {
        let table = table(app, &own, *of, width, theme);
        if i > 0 && text.len() + 1 + table.len() > height {
            break;
        }
        if i > 0 {
            text.push(Line::default());
        }
        text.extend(table);
    }
    (title, text)
}

fn table(app: &App, own: &[&SpotView], of: LineOf, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let game = app.game();
    let table = game.table(of);
    let mut text = vec![Line::styled(game.line_name(of).to_owned(), theme.strong())];
    if let LineOf::Bonus(i) = of {
        let on = &game.wager(game.bonuses[i].on).name;
        text.extend(wrapped(&format!("paid on the amount of {on}"), width, "", theme.quiet()));
    }
    if let Some(reads) = wording::reads(game, table) {
        text.extend(wrapped(&format!("by {reads}"), width, "", theme.quiet()));
    }
    if table.closed {
        text.push(Line::raw("closed: no pays are posted"));
        return text;
    }
    let hit = |place: Hit| -> Vec<u8> {
        own.iter().filter(|spot| lit::hit(game, spot, of) == Some(place)).map(|spot| spot.spot).collect()
    };
    for (i, row) in table.rows.iter().enumerate() {
        let (when, pays) = (words::condition(row), wording::row_pays(row));
        text.extend(row_lines(app, &when, &pays, &hit(Hit::Row(i)), width, theme));
    }
    if let Some((pays, _)) = &table.otherwise {
        text.extend(row_lines(app, "anything else", &pays.to_string(), &hit(Hit::Otherwise), width, theme));
    }
    text
}

/// A row with its pay at the right; a row that was hit has a mark, and with two positions says whose.
fn row_lines(
    app: &App,
    when: &str,
    pays: &str,
    hit: &[u8],
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let several = app.table.session.positions().len() > 1;
    let spots: Vec<String> = hit.iter().map(u8::to_string).collect();
    let mark = match (hit.is_empty(), several) {
        (true, _) => String::new(),
        (false, false) => " ◂".into(),
        (false, true) => format!(" ◂{}", spots.join(",")),
    };
    let pays = format!("{pays}{mark}");
    let style = if hit.is_empty() { Style::new() } else { theme.chosen() };
    let mut words = split(when, width);
    let last = words.pop().unwrap_or_default();
    let mut lines: Vec<String> = words;
    let gap = width.saturating_sub(last.chars().count() + pays.chars().count());
    if gap >= 1 {
        lines.push(format!("{last}{}{pays}", " ".repeat(gap)));
    } else {
        lines.push(last);
        lines.extend(split(&pays, width).into_iter().map(|part| format!("{part:>width$}")));
    }
    lines.into_iter().map(|line| Line::styled(format!("{line:<width$}"), style)).collect()
}

fn whys(app: &App, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let session = &app.table.session;
    let several = session.positions().len() > 1;
    let mut text = Vec::new();
    for (settlement, spot) in session.own_settlements() {
        for why in wording::whys(app.game(), settlement, spot) {
            let what = if several { format!("{}, spot {}", why.what, spot.spot) } else { why.what };
            text.push(Line::styled(what, theme.strong()));
            text.extend(wrapped(&why.text, width, "", Style::new()));
            for cite in why.stands_on {
                text.extend(wrapped(&cite, width, "  ", theme.quiet()));
            }
        }
    }
    if text.is_empty() {
        let nothing = "Once a round is settled, the rule and the reason behind each line stand here.";
        text.extend(wrapped(nothing, width, "", Style::new()));
    }
    text
}

fn session(app: &App, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let session = &app.table.session;
    let tally = session.tally();
    let row = |name: &str, value: String| {
        let gap = width.saturating_sub(name.chars().count() + value.chars().count()).max(1);
        Line::raw(format!("{name}{}{value}", " ".repeat(gap)))
    };
    let mut text = vec![
        row("Rounds", tally.rounds.to_string()),
        row("Staked", tally.staked.to_string()),
        row("Net", signed(tally.net)),
        row("Biggest win", tally.best.map_or("none yet".into(), |best| best.to_string())),
        Line::default(),
        Line::styled("Each bet: won of made, net", theme.strong()),
    ];
    for of in &app.game().reconcile.lines {
        if let Some(line) = tally.lines.get(of) {
            let count = match of {
                LineOf::Wager(_) => format!("{} of {}", line.wins, line.times),
                LineOf::Bonus(_) => format!("{} paid", line.wins),
            };
            text.push(row(app.game().line_name(*of), format!("{count}{:>10}", signed(line.net))));
        }
    }
    if tally.envy > Money::ZERO {
        text.push(row("Envy", signed(tally.envy)));
    }
    text
}

/// The keys of each stage, and those that always work.
const HELP: [(&str, &[(&str, &str)]); 4] = [
    (
        "Bets",
        &[
            ("letters ↑↓", "choose a bet"),
            ("←→", "your other spot"),
            ("1 to 9", "add the 1st to 9th chip"),
            ("Enter +", "the last chip again"),
            ("-", "take a chip off"),
            ("Del", "take the bet back"),
            ("U  C", "undo, clear all"),
            ("R  D", "rebet, double"),
            ("Space", "no more bets: deal"),
        ],
    ),
    ("Your hand", &[("P", "play, for the least"), ("1 to 9", "play so many times"), ("F", "fold")]),
    (
        "After the round",
        &[
            ("Space R", "the same bets"),
            ("D", "twice those"),
            ("N  1 to 9", "new bets"),
            ("W", "why, and back again"),
        ],
    ),
    (
        "Always",
        &[
            ("Tab", "the next pay table"),
            ("S", "how you are doing"),
            ("PgUp PgDn", "turn pages here"),
            ("Esc", "back to the tables"),
            ("Q", "leave the table"),
        ],
    ),
];

/// The keys, those of the stage first.
fn help(app: &App, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let now = match app.table.session.stage() {
        Stage::Betting => 0,
        Stage::Deciding(_) => 1,
        Stage::Over => 2,
    };
    let mut text = Vec::new();
    for (title, keys) in [now, 3, (now + 1) % 3, (now + 2) % 3].map(|section| HELP[section]) {
        text.push(Line::styled(title, theme.strong()));
        for (key, does) in keys {
            text.push(Line::from(vec![Span::styled(format!(" {key:<11}"), theme.key()), Span::raw(*does)]));
        }
    }
    text.push(Line::default());
    let odds = "A pay \"to 1\" comes with your stake; a pay \"for 1\" takes its place.";
    text.extend(wrapped(odds, width, "", theme.quiet()));
    text
}

/// Text in lines of at most this width, all but the first of a paragraph set in.
fn wrapped(text: &str, width: usize, indent: &str, style: Style) -> Vec<Line<'static>> {
    let room = width.saturating_sub(indent.len());
    split(text, room).into_iter().map(|line| Line::styled(format!("{indent}{line}"), style)).collect()
}

/// Splits a text between words; a word that is too long for a line is cut.
fn split(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut word = word.to_owned();
        while word.chars().count() > width.max(1) {
            let head: String = word.chars().take(width.max(1)).collect();
            word = word.chars().skip(width.max(1)).collect();
            lines.push(head);
        }
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
