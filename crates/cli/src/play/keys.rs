//! The keys of the screen: what each one does in each stage of a round.
//!
//! A letter may mean one thing before the deal and another after it (P is Pair Plus, then Play), so the
//! screen always shows the keys of the stage with what they do.

use super::layout;
use super::session::Stage;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tercet_rules::{Game, WagerNo};

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Add the chip of this place to the chosen bet.
    Chip(usize),
    /// Add the last chip again.
    Again,
    /// Take the last chip off.
    Less,
    /// Take the chosen bet back.
    TakeBack,
    /// Choose another bet: so many rows down.
    Move(isize),
    /// Choose the other position.
    OtherSpot,
    /// Choose the bet of this letter.
    Choose(WagerNo),
    /// No more bets; deal.
    Deal,
    /// Undo the last change.
    Undo,
    /// Take all bets back.
    Clear,
    /// The same bets again.
    Rebet,
    /// Twice the bets.
    Double,
    /// Start the next round with no bets.
    NewBets,
    /// Play for the least, or for so many times.
    Play(Option<u8>),
    /// Fold.
    Fold,
    /// Show the pay table so many places on.
    Table(isize),
    /// Show or hide the reasons.
    Why,
    /// Show or hide how the sitting goes.
    Session,
    /// Show or hide the help.
    Help,
    /// Scroll the drawer by so many pages.
    Page(isize),
    /// Back to the pay tables; stay at the table.
    Back,
    /// Leave, after a question if bets are out.
    Quit,
    /// Leave at once (Ctrl-C).
    Abort,
}

/// Letters that mean something else while bets are made.
const TAKEN: &str = "cdnqrstuwx";

/// The letter that chooses each wager: the first of its name that is free.
pub(crate) fn letters(game: &Game) -> Vec<(WagerNo, Option<char>)> {
    let mut given = String::new();
    let mut letter = |no: WagerNo| {
        let name = game.wager(no).name.to_ascii_lowercase();
        let free =
            name.chars().find(|c| c.is_ascii_lowercase() && !TAKEN.contains(*c) && !given.contains(*c));
        given.extend(free);
        (no, free)
    };
    layout::open_wagers(game).map(&mut letter).collect()
}

/// What a key does in this stage; none if nothing.
pub(crate) fn act(key: &KeyEvent, stage: Stage, game: &Game) -> Option<Act> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Act::Abort);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let letter = if let KeyCode::Char(c) = key.code { Some(c.to_ascii_lowercase()) } else { None };
    let here = match stage {
        Stage::Betting => betting(key.code, letter, game),
        Stage::Deciding(_) => deciding(letter),
        Stage::Over => over(key.code, letter),
    };
    here.or_else(|| anywhere(key.code, letter))
}

fn betting(code: KeyCode, letter: Option<char>, game: &Game) -> Option<Act> {
    match (code, letter) {
        (KeyCode::Up, _) => Some(Act::Move(-1)),
        (KeyCode::Down, _) => Some(Act::Move(1)),
        (KeyCode::Left | KeyCode::Right, _) => Some(Act::OtherSpot),
        (KeyCode::Enter, _) | (_, Some('+')) => Some(Act::Again),
        (_, Some('-')) => Some(Act::Less),
        (KeyCode::Backspace | KeyCode::Delete, _) => Some(Act::TakeBack),
        (_, Some(' ')) => Some(Act::Deal),
        (_, Some('u')) => Some(Act::Undo),
        (_, Some('c')) => Some(Act::Clear),
        (_, Some('r')) => Some(Act::Rebet),
        (_, Some('d')) => Some(Act::Double),
        (_, Some(c)) if chip(c).is_some() => chip(c),
        (_, Some(c)) => letters(game).into_iter().find(|(_, l)| *l == Some(c)).map(|(no, _)| Act::Choose(no)),
        (_, None) => None,
    }
}

fn deciding(letter: Option<char>) -> Option<Act> {
    match letter? {
        'p' => Some(Act::Play(None)),
        'f' => Some(Act::Fold),
        c @ '1'..='9' => {
            c.to_digit(10).and_then(|n| u8::try_from(n).ok()).map(|times| Act::Play(Some(times)))
        }
        _ => None,
    }
}

fn over(code: KeyCode, letter: Option<char>) -> Option<Act> {
    match (code, letter) {
        (KeyCode::Enter, _) | (_, Some(' ' | 'r')) => Some(Act::Rebet),
        (_, Some('d')) => Some(Act::Double),
        (_, Some('n')) => Some(Act::NewBets),
        (_, Some(c)) => chip(c),
        (_, None) => None,
    }
}

fn anywhere(code: KeyCode, letter: Option<char>) -> Option<Act> {
    match (code, letter) {
        (KeyCode::Tab, _) | (_, Some('t')) => Some(Act::Table(1)),
        (KeyCode::BackTab, _) => Some(Act::Table(-1)),
        (KeyCode::PageDown, _) => Some(Act::Page(1)),
        (KeyCode::PageUp, _) => Some(Act::Page(-1)),
        (KeyCode::Esc, _) => Some(Act::Back),
        (_, Some('w')) => Some(Act::Why),
        (_, Some('s')) => Some(Act::Session),
        (_, Some('?')) | (KeyCode::F(1), _) => Some(Act::Help),
        (_, Some('q')) => Some(Act::Quit),
        (_, _) => None,
    }
}

fn chip(c: char) -> Option<Act> {
    let digit = c.to_digit(10).filter(|digit| *digit > 0)?;
    usize::try_from(digit).ok().map(|digit| Act::Chip(digit - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, stage: Stage) -> Option<Act> {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        act(&KeyEvent::new(code, KeyModifiers::NONE), stage, &game)
    }

    #[test]
    fn p_is_pair_plus_before_the_deal_and_play_after_it() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let pair_plus = game.wager_no("pair-plus").unwrap();
        assert_eq!(press(KeyCode::Char('p'), Stage::Betting), Some(Act::Choose(pair_plus)));
        assert_eq!(press(KeyCode::Char('P'), Stage::Deciding(4)), Some(Act::Play(None)));
        assert_eq!(press(KeyCode::Char('p'), Stage::Over), None);
    }

    #[test]
    fn a_slip_after_the_deal_neither_plays_nor_folds() {
        for code in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Backspace, KeyCode::Char('0')] {
            assert_eq!(press(code, Stage::Deciding(4)), None);
        }
    }

    #[test]
    fn every_open_wager_has_its_own_letter_and_none_means_two_things() {
        for file in tercet_games::builtin() {
            let game = tercet_games::builtin_game(file.id).unwrap();
            let mut letters: Vec<char> =
                letters(&game).into_iter().map(|(_, letter)| letter.unwrap()).collect();
            for letter in &letters {
                let key = KeyEvent::new(KeyCode::Char(*letter), KeyModifiers::NONE);
                assert!(matches!(act(&key, Stage::Betting, &game), Some(Act::Choose(_))), "{letter}");
            }
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), layout::open_wagers(&game).count(), "{}", file.id);
        }
    }

    #[test]
    fn control_c_leaves_and_other_control_keys_do_nothing() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let press = |c| act(&KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL), Stage::Betting, &game);
        assert_eq!(press('c'), Some(Act::Abort));
        assert_eq!(press('r'), None);
    }
}
