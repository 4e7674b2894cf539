//! Cards, drawn small (three rows) or large (five rows).

use super::theme::Theme;
use crate::play::wording;
use ratatui::text::{Line, Span};
use tercet_cards::Card;

/// How large cards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// Five columns, three rows.
    Small,
    /// Seven columns, five rows.
    Large,
}

impl Size {
    /// The rows of a card.
    pub(crate) const fn rows(self) -> usize {
        match self {
            Size::Small => 3,
            Size::Large => 5,
        }
    }

    /// The columns of a card.
    pub(crate) const fn columns(self) -> usize {
        match self {
            Size::Small => 5,
            Size::Large => 7,
        }
    }
}

/// A row of cards side by side, as lines; none is a card face down.
pub(crate) fn lines(cards: &[Option<Card>], size: Size, theme: Theme) -> Vec<Line<'static>> {
    let line = |row| {
        let margin = std::iter::once(Span::raw(" "));
        Line::from_iter(margin.chain(cards.iter().map(|card| span(*card, row, size, theme))))
    };
    (0..size.rows()).map(line).collect()
}

fn span(card: Option<Card>, row: usize, size: Size, theme: Theme) -> Span<'static> {
    let inner = size.columns() - 2;
    if row == 0 {
        return Span::raw(format!("╭{}╮", "─".repeat(inner)));
    }
    if row + 1 == size.rows() {
        return Span::raw(format!("╰{}╯", "─".repeat(inner)));
    }
    let Some(card) = card else {
        return Span::styled(format!("│{}│", "░".repeat(inner)), theme.quiet());
    };
    let face = match (size, row) {
        (Size::Small, _) => format!("{:<inner$}", wording::index(card)),
        (Size::Large, 1) => format!("{:<inner$}", wording::index(card)),
        (Size::Large, 2) => format!("{:^inner$}", card.suit().symbol()),
        (Size::Large, _) => format!("{:>inner$}", wording::index(card)),
    };
    Span::styled(format!("│{face}│"), theme.suit(card.suit()))
}

/// Cards in one line: `K♠ 9♦ 2♣`.
pub(crate) fn short(cards: &[Card], theme: Theme) -> Vec<Span<'static>> {
    let span = |card: &Card| [Span::styled(wording::index(*card), theme.suit(card.suit())), Span::raw(" ")];
    cards.iter().flat_map(span).collect()
}
