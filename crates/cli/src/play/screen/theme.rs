//! Styles. Colour says nothing alone: signs and words stand beside it, and without colour weight remains.

use ratatui::style::{Color, Modifier, Style};
use tercet_cards::Suit;
use tercet_rules::{Money, Outcome};

/// The styles of a screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    colour: bool,
}

impl Theme {
    pub(crate) fn new(colour: bool) -> Theme {
        Theme { colour }
    }

    fn in_colour(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The chosen row, or the row that was hit; a mark stands beside it.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn key(self) -> Style {
        self.in_colour(self.strong(), Color::Cyan)
    }

    pub(crate) fn refusal(self) -> Style {
        self.in_colour(self.strong(), Color::Yellow)
    }

    /// Four colours, so that suits are told apart at a glance.
    pub(crate) fn suit(self, suit: Suit) -> Style {
        match suit {
            Suit::Spades => self.strong(),
            Suit::Hearts => self.in_colour(self.strong(), Color::LightRed),
            Suit::Diamonds => self.in_colour(self.strong(), Color::LightBlue),
            Suit::Clubs => self.in_colour(self.strong(), Color::LightGreen),
        }
    }

    pub(crate) fn outcome(self, outcome: Outcome) -> Style {
        match outcome {
            Outcome::Win => self.in_colour(self.strong(), Color::Green),
            Outcome::Lose | Outcome::Forfeit => self.in_colour(Style::new(), Color::Red),
            Outcome::Push | Outcome::Void => self.in_colour(Style::new(), Color::Yellow),
        }
    }

    pub(crate) fn result(self, net: Money) -> Style {
        let outcome = match net.cmp(&Money::ZERO) {
            std::cmp::Ordering::Greater => Outcome::Win,
            std::cmp::Ordering::Equal => Outcome::Push,
            std::cmp::Ordering::Less => Outcome::Lose,
        };
        self.outcome(outcome)
    }
}
