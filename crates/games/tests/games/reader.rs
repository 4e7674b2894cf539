//! Texts that are no game files, or hardly: faults, never a panic.

use tercet_games::{LONGEST_FILE, builtin, load, load_bytes, utf8};

const POKER: usize = 3;

/// The first fault of a text: line, column, message.
fn first_fault(text: &str) -> (usize, usize, String) {
    let faults = load(text).expect_err("faulty");
    let rendered = faults.render("file", false);
    let first = &faults.list()[0];
    assert!(rendered.starts_with(&format!("error: {}", first.message)), "{rendered}");
    let (line, column) = first.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
    (line, column, first.message.clone())
}

#[test]
fn an_empty_file_lacks_everything() {
    let faults = load("").expect_err("no game");
    let missing: Vec<&str> = faults.list().iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(missing[..2], ["`id` is missing", "`name` is missing"]);
    assert_eq!(faults.list().len(), 9);
}

#[test]
fn every_beginning_of_a_file_is_refused_or_read_without_a_panic() {
    let text = builtin()[POKER].text;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(7) {
        if let Err(faults) = load(&text[..end]) {
            assert!(!faults.is_empty() && !faults.render("file", true).is_empty());
        }
    }
}

#[test]
fn a_file_without_one_of_its_lines_is_refused_or_read_without_a_panic() {
    let lines: Vec<&str> = builtin()[POKER].text.lines().collect();
    let mut refused = 0;
    for without in 0..lines.len() {
        let text: Vec<&str> =
            lines.iter().enumerate().filter(|(i, _)| *i != without).map(|(_, line)| *line).collect();
        if let Err(faults) = load(&text.join("\n")) {
            assert!(!faults.render("file", false).is_empty());
            refused += 1;
        }
    }
    assert!(refused > lines.len() / 3, "{refused} of {}", lines.len());
}

#[test]
fn a_file_with_a_sign_changed_is_refused_or_read_without_a_panic() {
    let text = builtin()[POKER].text;
    for (i, sign) in (0..text.len())
        .filter(|i| text.is_char_boundary(*i))
        .step_by(11)
        .zip(["\"", "[", "}", "=", "\0", "é", "\n", "#", "9", "\\", ",", "."].iter().cycle())
    {
        let end = (i + 1..=text.len()).find(|end| text.is_char_boundary(*end)).expect("an end");
        let changed = format!("{}{sign}{}", &text[..i], &text[end..]);
        if let Err(faults) = load(&changed) {
            assert!(!faults.render("file", false).is_empty());
        }
    }
}

#[test]
fn depth_does_no_harm() {
    let deep = 100_000;
    let texts = [
        format!("a = {}", "[".repeat(deep)),
        format!("a = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}1{}", "{ a = ".repeat(deep), " }".repeat(deep)),
        format!("{} = 1", vec!["a"; deep].join(".")),
        format!("[{}]", vec!["a"; deep].join(".")),
        format!("[[{}]]", vec!["a"; deep].join(".")),
        // As deep as the parser lets it be: keys of 79 parts in tables in tables.
        format!("{}1{}", format!("{} = {{ ", vec!["a"; 79].join(".")).repeat(79), " }".repeat(79)),
        format!("a = {{ {}1{} }}", format!("{} = {{ ", vec!["a"; 79].join(".")).repeat(79), " }".repeat(79)),
    ];
    for text in texts {
        load(&text).expect_err("no game");
    }
}

#[test]
fn size_is_limited() {
    let (_, _, message) = first_fault(&"#".repeat(10 << 20));
    assert_eq!(message, "this file is too long");
    load_bytes(&vec![0xff; 10 << 20]).expect_err("too long");
    let (line, column, message) = first_fault(&"\"".repeat(LONGEST_FILE));
    assert_eq!((line, column), (1, 1), "{message}");
}

#[test]
fn a_flood_of_faults_is_cut_short() {
    let faults = load(&"x\n".repeat(100_000)).expect_err("no game");
    assert_eq!(faults.list().len(), 100);
    assert!(faults.render("file", false).ends_with(&format!("and {} more", faults.more())));
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    let faults = utf8(b"id = \"a\"\nname = \"\xff\"").expect_err("no text");
    assert_eq!(
        faults.render("game.toml", false),
        "error: this is not UTF-8 text\n--> game.toml\n = help: byte 17, in line 2, begins no character; save the file as UTF-8"
    );
    assert!(load_bytes(builtin()[POKER].text.as_bytes()).is_ok());
}

#[test]
fn control_characters_are_found_before_they_reach_a_terminal() {
    let text = builtin()[POKER].text;
    for (found, message) in [
        ("\\u001b[31mred", "a text with a line end or another control character"),
        ("a\\nb", "a text with a line end or another control character"),
        ("\u{0}", "invalid `\"`-string"),
    ] {
        let changed = text.replacen("\"Three Card Poker\"", &format!("\"{found}\""), 1);
        let faults = load(&changed).expect_err("control characters");
        assert_eq!(faults.list()[0].place.as_ref().map(|place| place.line), Some(4), "{message}");
        assert!(!faults.render("file", false).contains(['\u{1b}', '\0']));
    }
}

#[test]
fn windows_line_ends_count_once() {
    let text = builtin()[POKER].text.replace('\n', "\r\n");
    assert!(load(&text).is_ok());
    let (line, column, message) = first_fault(&text.replace("spots     = 7", "spots     = 70"));
    assert_eq!((line, column, &*message), (31, 13, "70 spots"));
}

#[test]
fn the_order_of_the_file_is_kept() {
    let text = builtin()[POKER].text;
    let game = load(text).expect("a game");
    let ids: Vec<&str> = game.wagers.iter().map(|wager| wager.id.as_str()).collect();
    assert_eq!(ids, ["ante", "play", "pair-plus", "six-card-bonus", "progressive"]);
    let rulings: Vec<&str> = game.rulings.iter().map(|ruling| ruling.id.as_str()).take(5).collect();
    assert_eq!(rulings, ["R4", "R5", "R7", "R9", "R10"]);
}

#[test]
fn colour_is_an_option() {
    let faults = load("id = 3").expect_err("no game");
    assert!(faults.render("file", true).contains('\u{1b}'));
    assert!(!faults.render("file", false).contains('\u{1b}'));
    assert_eq!(faults.to_string(), faults.render("game file", false));
}
