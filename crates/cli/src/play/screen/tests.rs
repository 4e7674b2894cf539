use super::app::App;
use super::panels;
use crate::play::keys;
use crate::play::session::Session;
use crate::play::shoe::Shoe;
use crate::play::table::Table;
use crate::play::testing::{dollars, game, golden, table};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tercet_cards::{Card, Deck};

/// Presses keys: a character each; `<` and `>` are left and right, `^` is Tab, `~` Enter, `_` Page Down.
fn press(app: &mut App, pressed: &str) {
    for c in pressed.chars() {
        let code = match c {
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '^' => KeyCode::Tab,
            '~' => KeyCode::Enter,
            '_' => KeyCode::PageDown,
            c => KeyCode::Char(c),
        };
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        if let Some(act) = keys::act(&key, app.table.session.stage(), app.game()) {
            app.act(act);
        }
    }
}

fn buffer(app: &App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| panels::draw(frame, app)).unwrap();
    terminal.backend().buffer().clone()
}

/// The screen as text. No line says anything by colour or weight alone, so this is all there is to read.
fn frame(app: &App, width: u16, height: u16) -> String {
    let buffer = buffer(app, width, height);
    let line = |y| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}

fn both_sizes(app: &App, name: &str) {
    golden(&format!("screen-{name}-80x24.txt"), &frame(app, 80, 24));
    golden(&format!("screen-{name}-120x40.txt"), &frame(app, 120, 40));
}

#[test]
fn a_round_of_three_card_poker() {
    let mut app = App::new(table("three-card-poker", 1, 3, 32), false);
    both_sizes(&app, "poker-1-open");
    press(&mut app, "3p2b2o~");
    both_sizes(&app, "poker-2-bets");
    press(&mut app, " ");
    both_sizes(&app, "poker-3-deciding");
    press(&mut app, "p");
    both_sizes(&app, "poker-4-settled");
    press(&mut app, "w");
    both_sizes(&app, "poker-5-why");
    press(&mut app, "_");
    golden("screen-poker-6-why-2-80x24.txt", &frame(&app, 80, 24));
    press(&mut app, "s");
    both_sizes(&app, "poker-7-session");
    press(&mut app, "?");
    both_sizes(&app, "poker-8-help");
    press(&mut app, "? ");
    both_sizes(&app, "poker-9-same-bets");
    press(&mut app, "q");
    golden("screen-poker-10-leaving-80x24.txt", &frame(&app, 80, 24));
}

#[test]
fn a_round_of_three_card_fury_at_two_spots() {
    let mut app = App::new(table("three-card-fury", 2, 2, 9), false);
    press(&mut app, "2>2o1");
    both_sizes(&app, "fury-1-bets");
    press(&mut app, " ");
    both_sizes(&app, "fury-2-deciding");
    press(&mut app, "pf");
    both_sizes(&app, "fury-3-settled");
    press(&mut app, "w");
    both_sizes(&app, "fury-4-why");
}

/// With only an Ante the drawer opens on it or on its bonus and marks no row of a bet that was not made.
#[test]
fn no_row_of_a_bet_that_was_not_made_is_marked() {
    for seed in 0..60 {
        let mut app = App::new(table("three-card-poker", 1, 0, seed), false);
        // The chosen bet is another one than the one that lies.
        press(&mut app, "2p ");
        for pressed in ["", "p"] {
            press(&mut app, pressed);
            let screen = frame(&app, 120, 40);
            let top = screen.find("Pay table 1 of").or_else(|| screen.find("Pay table 2 of"));
            assert!(top.or_else(|| screen.find("Pay table 3 of")).is_some(), "seed {seed}\n{screen}");
            let marks = screen.matches('◂').count();
            let lines = app.table.session.own_settlements();
            let lines = lines.first().map_or(1, |(_, spot)| spot.lines.len());
            assert!(marks <= lines, "seed {seed}\n{screen}");
        }
    }
}

/// What was said stays until the next key, not longer.
#[test]
fn a_message_goes_with_the_next_key() {
    for key in ["^", "?", "s", "<"] {
        let mut app = App::new(table("three-card-pairs-plus", 2, 0, 4), false);
        press(&mut app, " ");
        assert!(frame(&app, 80, 24).contains("! No bets lie on the table."));
        press(&mut app, key);
        assert!(frame(&app, 80, 24).contains("Make your bets."), "{key}\n{}", frame(&app, 80, 24));
    }
}

/// A full table in a small window: every house player stands there with what they bet and decide.
#[test]
fn six_house_players_have_room() {
    for name in ["three-card-poker", "three-card-shine", "three-card-fury"] {
        let mut app = App::new(table(name, 1, 6, 3), false);
        for pressed in ["", "2", " ", "p"] {
            press(&mut app, pressed);
            let screen = frame(&app, 80, 24);
            let view = app.table.session.view();
            for other in view.spots.iter().filter(|spot| !crate::play::wording::is_own(spot)) {
                let whole = format!("{} {} {}", other.spot, other.player, panels::other_state(&app, other));
                assert!(screen.contains(&whole), "{whole}\n{screen}");
            }
        }
    }
}

/// Two positions with any drawer at any size: what became of each line is a word, and no name is cut where it has room.
#[test]
fn outcomes_at_two_spots_are_words() {
    for game in crate::play::testing::all_games() {
        if game.positions.most < 2 {
            continue;
        }
        let session = Session::sit(game.clone(), dollars(5_000), 2, 0).unwrap();
        let mut app = App::new(Table::new(session, Shoe::new(Some(5)), None), false);
        press(&mut app, "1>1 fp");
        for drawer in ["", "w", "s", "?"] {
            press(&mut app, drawer);
            for (width, height) in [(80, 24), (120, 40)] {
                let screen = frame(&app, width, height);
                for (_, spot) in app.table.session.own_settlements() {
                    for line in &spot.lines {
                        let word = line.outcome.as_str();
                        let short = if word == "forfeit" { "fold" } else { word };
                        assert!(screen.contains(word) || screen.contains(short), "{word}\n{screen}");
                        let name = game.line_name(line.of);
                        assert!(width == 80 || screen.contains(name), "{name}\n{screen}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_play_wager_with_a_choice() {
    let mut app = App::new(table("raise-1-2-3", 1, 0, 2), false);
    press(&mut app, "2 ");
    golden("screen-raise-1-deciding-80x24.txt", &frame(&app, 80, 24));
    press(&mut app, "3");
    golden("screen-raise-2-settled-80x24.txt", &frame(&app, 80, 24));
}

#[test]
fn refusals_say_what_to_do() {
    let mut app = App::new(table("three-card-pairs-plus", 1, 0, 4), false);
    press(&mut app, " ");
    assert!(frame(&app, 80, 24).contains("! No bets lie on the table."));
    press(&mut app, "1");
    assert!(frame(&app, 80, 24).contains("Ante takes at least $2, so $2 lies there."));
    press(&mut app, "44");
    assert!(frame(&app, 80, 24).contains("! Ante of $12; the most is $10."), "{}", frame(&app, 80, 24));
    press(&mut app, "8");
    assert!(frame(&app, 80, 24).contains("! There is no chip 8 here."));
}

#[test]
fn a_small_window_asks_for_room() {
    let app = App::new(table("three-card-poker", 1, 0, 4), false);
    assert!(frame(&app, 60, 20).contains("needs 80 columns and 24 rows; this window"));
    // Nobody plays blind in it, but one can leave.
    let mut app = app;
    app.act_in(keys::Act::Chip(1), (60, 20));
    assert_eq!(app.table.session.bankroll(), dollars(500));
    app.act_in(keys::Act::Chip(1), (80, 24));
    app.act_in(keys::Act::Quit, (60, 20));
    assert!(frame(&app, 60, 20).contains("Q again leaves"));
    app.act_in(keys::Act::Quit, (60, 20));
    assert!(app.over);
    // Whatever the window, nothing panics.
    for (width, height) in [(1, 1), (80, 1), (80, 23), (79, 24), (300, 100), (80, 200)] {
        frame(&app, width, height);
    }
}

/// Every stage of every game at every size without a panic, with the header whole.
#[test]
fn every_game_can_be_drawn() {
    for game in crate::play::testing::all_games() {
        for positions in 1..=game.positions.most.min(2) {
            let session = Session::sit(game.clone(), dollars(5_000), positions, 3).unwrap();
            let mut app = App::new(Table::new(session, Shoe::new(Some(6)), None), true);
            for pressed in
                ["1", "^", ">1", "?", "?", " ", "f", "1", "p", "w", "s", " ", " ", "p", "f", "q", "q"]
            {
                press(&mut app, pressed);
                for (width, height) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
                    let text = frame(&app, width, height);
                    assert!(text.starts_with(&game.name), "{text}");
                    assert!(text.contains("Q quit"), "{text}");
                }
            }
            assert!(app.over);
        }
    }
}

/// What colour says is also said in words and signs: without colours the same text stands there.
#[test]
fn colour_adds_nothing_to_read() {
    for pressed in ["3p2", "3p2 ", "3p2 p"] {
        let [plain, coloured] = [false, true].map(|colour| {
            let mut app = App::new(table("three-card-poker", 1, 3, 32), colour);
            press(&mut app, pressed);
            frame(&app, 80, 24)
        });
        assert_eq!(plain, coloured);
    }
}

/// 000.3: face-down cards are not on the screen in any way: two deals that differ in nothing else give the same
/// frames, cell by cell, whatever the player turns to.
#[test]
fn hidden_cards_are_not_drawn() {
    let frames = |hidden: &str| -> Vec<Buffer> {
        // One card at a time: Ann, the player, the dealer. Ann plays both hands.
        let top = tercet_cards::parse_cards(hidden).unwrap();
        let rest = Card::ALL.into_iter().filter(|card| !top.contains(card));
        let deck = Deck::from_cards(&top.iter().copied().chain(rest).collect::<Vec<_>>()).unwrap();
        let session = Session::sit(game("three-card-poker"), dollars(500), 1, 1).unwrap();
        let mut app = App::new(Table::new(session, Shoe::Stacked(vec![deck]), None), true);
        press(&mut app, "2p1b1o1 ");
        let mut frames = Vec::new();
        for pressed in ["", "^", "^", "^", "^", "^", "^", "w", "s", "?", "q"] {
            press(&mut app, pressed);
            frames.push(buffer(&app, 80, 24));
            frames.push(buffer(&app, 120, 40));
        }
        frames
    };
    let game = game("three-card-poker");
    assert_eq!(game.ways[0].by, tercet_rules::DealBy::Packets, "the order of the cards below");
    assert_eq!(frames("Qs 5d 2h As Kd 7h 2c 3d 8s"), frames("Kc Kh Ks As Kd 7h Ah Ac Ad"));
}

#[test]
fn control_c_leaves_by_the_time_out_rule() {
    let mut app = App::new(table("three-card-poker", 1, 0, 8), false);
    press(&mut app, "2 ");
    app.act(keys::Act::Abort);
    assert!(app.over);
    let parting = app.leave();
    assert_eq!(parting[0], "Spot 4 folds (time ran out; the table decided).");
    assert_eq!(parting.last().unwrap(), "You leave with $495, down $5 after 1 round.");
}

#[test]
fn without_randomness_the_screen_ends_and_stakes_come_back() {
    let session = Session::sit(game("three-card-poker"), dollars(500), 1, 0).unwrap();
    let mut app = App::new(Table::new(session, Shoe::Stacked(Vec::new()), None), false);
    press(&mut app, "2 ");
    assert!(app.over && app.ended.is_some());
    assert_eq!(app.leave(), ["You leave with $500; no round was played."]);
}
