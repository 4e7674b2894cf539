use super::*;
use crate::play::record::Log;
use crate::play::session::Session;
use crate::play::shoe::Shoe;
use crate::play::testing::{all_games, dollars, game, golden, table};
use tercet_cards::{Card, Deck};

/// What the table says to these lines.
fn talk(table: Table, said: &str) -> (String, Result<(), Ended>) {
    let mut out = Vec::new();
    let ended = run(table, &mut said.as_bytes(), &mut out, true);
    (String::from_utf8(out).unwrap(), ended)
}

fn transcript(name: &str, positions: u8, others: u8, seed: u64, said: &[&str]) -> String {
    let (text, ended) = talk(table(name, positions, others, seed), &said.join("\n"));
    ended.unwrap();
    text
}

#[test]
fn three_card_poker() {
    let said = [
        "help",
        "bet ante 10",
        "bet pair plus 5",
        "bet six 5",
        "bet prog 1",
        "bets",
        "table pair-plus",
        "deal",
        "table pair-plus",
        "play",
        "why",
        "session",
        "rebet",
        "double",
        "undo",
        "deal",
        "fold",
        "rebet",
        "deal",
        "play",
        "table",
        "table ante-bonus",
        "quit",
    ];
    golden("plain-three-card-poker.txt", &transcript("three-card-poker", 1, 3, 32, &said));
}

/// Who only listens can hear the cards and the question again at any time, and nothing more than could be heard before.
#[test]
fn cards_can_be_heard_again() {
    for file in tercet_games::builtin().iter().map(|file| file.id) {
        let said = ["cards", "bet ante 10", "cards", "deal", "cards", "hand", "fold", "cards", "quit"];
        let text = transcript(file, 1, 0, 7, &said);
        let after: Vec<&str> = text.split("> ").collect();
        for early in [1, 3] {
            assert!(after[early].ends_with("\nNo cards are out.\n"), "{file}: {text}");
        }
        let lines = |part: &str| part.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let (dealt, again) = (lines(after[4]), lines(after[5]));
        assert!(again.len() == 2 && dealt.ends_with(&again), "{file}: {text}");
        assert_eq!(again, lines(after[6]), "{file}");
        let over = lines(after[8]);
        assert_eq!(over[0], again[0], "{file}: {text}");
        assert!(over[1].starts_with("Dealer's cards: ") && over.len() == 2, "{file}: {text}");
    }
}

#[test]
fn three_card_fury_at_two_spots() {
    let said = [
        "help",
        "bet ante 10",
        "bet royal 2 at 4",
        "bet monster 5 at 4",
        "off pair",
        "table bonus",
        "deal",
        "play",
        "fold",
        "why",
        "rebet",
        "deal",
        "fold",
        "play",
        "session",
        "quit",
    ];
    golden("plain-three-card-fury.txt", &transcript("three-card-fury", 2, 0, 9, &said));
}

#[test]
fn three_card_fortune() {
    let said =
        ["bet ante 10", "bet lucky 5", "bet super 5", "deal", "play", "why", "rebet", "deal", "fold", "quit"];
    golden("plain-three-card-fortune.txt", &transcript("three-card-fortune", 1, 0, 3, &said));
}

#[test]
fn three_card_shine() {
    let said = [
        "bet ante 10",
        "bet pair-xxx 5",
        "bet super 5",
        "deal",
        "play",
        "why",
        "rebet",
        "deal",
        "play",
        "quit",
    ];
    golden("plain-three-card-shine.txt", &transcript("three-card-shine", 1, 1, 12, &said));
}

#[test]
fn three_card_pairs_plus() {
    let said = [
        "bet ante 1",
        "bet ante 10",
        "bet pairs 5",
        "bet 6 5",
        "deal",
        "play",
        "why",
        "rebet",
        "deal",
        "play",
        "quit",
    ];
    golden("plain-three-card-pairs-plus.txt", &transcript("three-card-pairs-plus", 1, 0, 4, &said));
}

#[test]
fn a_play_wager_with_a_choice() {
    let said = ["bet ante 25", "deal", "play 7", "play x", "play 3", "rebet", "deal", "play", "quit"];
    golden("plain-raise-1-2-3.txt", &transcript("raise-1-2-3", 1, 1, 2, &said));
}

#[test]
fn what_is_not_understood_is_said_and_changes_nothing() {
    let said = [
        "",
        "  ",
        "hello",
        "bet",
        "bet ante",
        "bet ante ten",
        "bet ante 1.005",
        "bet ante -5",
        "bet nothing 5",
        "bet p 5",
        "bet play 5",
        "bet bonus 5",
        "off bonus",
        "bet ante 5 at 9",
        "bet ante 5 at x",
        "off ante",
        "off",
        "deal",
        "deal now",
        "play",
        "fold",
        "undo",
        "rebet",
        "double",
        "clear",
        "why",
        "table nothing",
        "bet ante 2000",
        "bet ante 400",
        "bet progressive 2",
        "session",
        "bet ante 5",
        "bet ante 5",
        "quit",
        "bets",
        "quit",
        "quit",
    ];
    let text = transcript("three-card-poker", 1, 0, 1, &said);
    assert!(text.ends_with("You leave with $500; no round was played.\n"), "{text}");
    golden("plain-not-understood.txt", &text);
}

/// R24: the input ends in mid-round, and the table decides by its time-out rule and says so.
#[test]
fn input_that_ends_in_mid_round() {
    golden(
        "plain-input-ends.txt",
        &transcript("three-card-poker", 1, 0, 8, &["bet ante 10", "bet pair 5", "deal"]),
    );
    let betting = transcript("three-card-poker", 1, 0, 8, &["bet ante 10"]);
    let end = "The input ended with $10 bet and no cards out.\n$10 back from Ante.\nYou leave with $500; no round was played.\n";
    assert!(betting.ends_with(end), "{betting}");
    assert!(
        transcript("three-card-poker", 1, 0, 8, &[])
            .ends_with("The input ended.\nYou leave with $500; no round was played.\n")
    );
}

#[test]
fn a_bankroll_that_is_used_up_is_said() {
    let session = Session::sit(game("three-card-poker"), dollars(5), 1, 0).unwrap();
    let deck = tercet_cards::parse_cards("2c 4d 9h Ks Jd 7c").unwrap();
    let rest = Card::ALL.into_iter().filter(|card| !deck.contains(card));
    let deck = Deck::from_cards(&deck.iter().copied().chain(rest).collect::<Vec<_>>()).unwrap();
    let table = Table::new(session, Shoe::Stacked(vec![deck]), None);
    let (text, _) = talk(table, "bet pair 5\ndeal\nrebet\nquit\n");
    assert!(text.contains("Round 1: you are down $5. Bankroll $0. Your bankroll is used up.\n"), "{text}");
    assert!(text.contains("That costs $5; you have $0.\n"), "{text}");
    assert!(text.ends_with("You leave with $0, down $5 after 1 round.\n"), "{text}");
}

#[test]
fn input_that_is_no_text_is_not_understood() {
    let mut out = Vec::new();
    run(table("three-card-poker", 1, 0, 8), &mut &b"\xff\xfe\nquit\n"[..], &mut out, false).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("I don't know"));
}

#[test]
fn without_randomness_play_ends_and_stakes_come_back() {
    let session = Session::sit(game("three-card-poker"), dollars(500), 1, 0).unwrap();
    let (text, ended) =
        talk(Table::new(session, Shoe::Stacked(Vec::new()), None), "bet ante 10\ndeal\nbets\n");
    let end = "No cards can be dealt; your stakes are returned. Bankroll $500.\nYou leave with $500; no round was played.\n";
    assert!(text.ends_with(end), "{text}");
    let said = "the operating system gives no randomness (the shoe is empty); no cards were dealt and your stakes are returned";
    assert_eq!(ended.unwrap_err().to_string(), said);
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_is_said_at_once_and_play_goes_on() {
    let session = Session::sit(game("three-card-poker"), dollars(500), 1, 0).unwrap();
    let full = Log::open(std::path::Path::new("/dev/full"), true, session.game().id.clone());
    let table = Table::new(session, Shoe::new(Some(1)), Some(full.unwrap()));
    let (text, ended) = talk(table, "bet pair-plus 10\ndeal\nrebet\ndeal\nquit\n");
    ended.unwrap();
    assert_eq!(text.matches("This round is not recorded, and no later one will be.").count(), 1, "{text}");
    assert!(text.contains("Round 2:"));
}

/// 000.3: what lies face down is nowhere in the text, so that the text is the same whatever it is.
#[test]
fn hidden_cards_are_not_said() {
    let deck = |hidden: &str| {
        let top = tercet_cards::parse_cards(&format!("As Kd 7h {hidden}")).unwrap();
        let rest = Card::ALL.into_iter().filter(|card| !top.contains(card));
        Deck::from_cards(&top.iter().copied().chain(rest).collect::<Vec<_>>()).unwrap()
    };
    let text = |hidden: &str| {
        let session = Session::sit(game("three-card-poker"), dollars(500), 1, 0).unwrap();
        let table = Table::new(session, Shoe::Stacked(vec![deck(hidden)]), None);
        let said = "bet ante 10\nbet pair 5\nbet six 5\nbet prog 1\ndeal\nbets\ntable pair-plus\ntable six\ntable ante\nwhy\nsession\n";
        let (text, _) = talk(table, said);
        text.split_once("The input ended").unwrap().0.to_owned()
    };
    assert_eq!(text("2c 3d 8s"), text("Ah Ac Ad"));
}

/// A stream without line ends may not fill the memory, and what comes after it is heard.
#[test]
fn a_line_that_is_too_long_is_skipped_with_a_word() {
    let long = format!("bet ante 10{}\nsession\nquit\n", " ".repeat(3 << 20));
    let (text, ended) = talk(table("three-card-poker", 1, 0, 1), &long);
    ended.unwrap();
    assert!(
        text.contains("> That line is longer than 1048576 bytes, so I did not listen to it.\n> session\n")
    );
    assert!(text.ends_with("no round was played.\n") && text.len() < 2_000, "{} bytes", text.len());
}

/// Input that ends in a line that is too long ends like any other.
#[test]
fn a_line_without_an_end_ends_the_input() {
    let mut endless = io::BufReader::new(io::Read::take(io::repeat(b'x'), 5 << 20));
    let mut out = Vec::new();
    run(table("three-card-poker", 1, 0, 1), &mut endless, &mut out, true).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("so I did not listen to it.\n> \nThe input ended.\n"));
}

/// What the table says of a game at the beginning, with and without limits on its wagers.
#[test]
fn nothing_is_left_out_of_the_welcome() {
    let mut games = all_games();
    for file in tercet_games::builtin() {
        let mut doc = tercet_games::builtin_doc(file.id).unwrap();
        for wager in &mut doc.wagers {
            wager.limits = None;
        }
        games.extend(doc.check().ok().map(std::sync::Arc::new));
    }
    let count = games.len();
    for game in games {
        let name = game.name.clone();
        let session = Session::sit(game, dollars(500), 1, 0).unwrap();
        let (text, ended) = talk(Table::new(session, Shoe::new(Some(1)), None), "help\nquit\n");
        ended.unwrap();
        for hole in [", .", ": ,", "  .", ": .", " ,", ".."] {
            assert!(!text.contains(hole), "{name}: {text}");
        }
    }
    assert!(count > all_games().len() + 3, "{count} games");
}

/// Whatever is said, in whatever place: nothing that comes back steers the terminal.
#[test]
fn what_is_said_back_is_harmless() {
    let evil = "\u{1b}]0;x\u{7}\u{1b}[2J\u{202e}\u{9b}8m\r\u{0}";
    let said = [
        evil.to_owned(),
        format!("bet {evil} 10"),
        format!("bet ante {evil}"),
        format!("bet ante 10 at {evil}"),
        format!("off {evil}"),
        format!("table {evil}"),
        format!("play {evil}"),
        format!("bet ante 10\ndeal\nplay {evil}"),
        format!("clear {evil}\nquit {evil}"),
    ];
    let text = transcript("raise-1-2-3", 1, 0, 1, &said.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(text.chars().all(|c| tercet_rules::is_harmless(c) || c == '\n'), "{text:?}");
    assert!(text.contains("> \\u{1b}]0;x\\u{7}\\u{1b}[2J\\u{202e}"), "{text}");
}
