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
    assert_eq!(faults.list().len(), 10);
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

/// Characters that hide, turn or steer what is shown are refused where they stand: in names, in comments, as escapes.
#[test]
fn hidden_characters_are_refused_with_their_place() {
    let text = builtin()[POKER].text;
    for (c, name) in [
        ('\u{202E}', "202E"),
        ('\u{2066}', "2066"),
        ('\u{200F}', "200F"),
        ('\u{9B}', "009B"),
        ('\u{2028}', "2028"),
        ('\u{200B}', "200B"),
    ] {
        let raw = text.replacen("name    = \"Three", &format!("name    = \"Th{c}ree"), 1);
        assert_eq!(
            first_fault(&raw),
            (line_of(&raw, "name    = "), 14, format!("the hidden character U+{name}"))
        );
        let comment = format!("# a comment{c}\n{text}");
        assert_eq!(first_fault(&comment), (1, 12, format!("the hidden character U+{name}")));
        assert!(utf8(comment.as_bytes()).is_err(), "nor is it shown as a file");
        if !c.is_control() {
            let escape = text.replacen("name    = \"Three", &format!("name    = \"Th\\u{name}ree"), 1);
            let fault =
                (line_of(&escape, "name    = "), 11, format!("a text with the hidden character U+{name}"));
            assert_eq!(first_fault(&escape), fault);
        }
    }
    for escape in ["\\u001B[2J", "\\u009B", "\\n", "\\t", "\\u007F"] {
        let escape = text.replacen("name    = \"Three", &format!("name    = \"Th{escape}ree"), 1);
        let said = "a text with a line end or another control character".to_owned();
        assert_eq!(first_fault(&escape), (line_of(&escape, "name    = "), 11, said));
    }
    let marked = format!("\u{FEFF}{text}");
    assert!(load(&marked).is_ok(), "a byte order mark is no trouble");
}

/// The line that begins so, counted from 1.
fn line_of(text: &str, begins: &str) -> usize {
    1 + text.lines().position(|line| line.starts_with(begins)).expect("there is one")
}

/// Of a file made of nothing but what is not known the first hundred faults are said, the first of the file among them, and
/// the others counted. (Each of these takes a fifth of a second; help for keys that are only counted would take two.)
#[test]
fn of_a_hundred_thousand_unknown_keys_the_first_are_said_and_the_others_counted() {
    let lines = |line: &dyn Fn(usize) -> String| -> String { (0..80_000).map(line).collect() };
    for (text, first) in [
        (lines(&|i| format!("[a{i}]\n")), (1, 2)),
        (lines(&|i| format!("a{i} = 1\n")), (1, 1)),
        (format!("[wager.ante]\n{}", lines(&|i| format!("a{i} = 1\n"))), (2, 1)),
        (format!("[table]\n{}", lines(&|i| format!("a{i} = 1\n"))), (2, 1)),
    ] {
        let faults = load(&text).expect_err("no game");
        assert!(faults.list().len() == 100 && faults.more() > 79_000, "{}", faults.more());
        let unknown: Vec<_> =
            faults.list().iter().filter(|fault| fault.message.starts_with("unknown key `a")).collect();
        let place = unknown[0].place.as_ref().expect("a place");
        assert_eq!(((place.line, place.column), &*unknown[0].message), (first, "unknown key `a0`"));
        assert!(unknown.len() > 85 && unknown.iter().all(|fault| fault.help.is_some()), "{}", unknown.len());
    }
}
