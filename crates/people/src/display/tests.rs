use super::*;
use proptest::prelude::*;

fn player(text: &str) -> Result<DisplayName, NameRefused> {
    DisplayName::new(text, false)
}

#[test]
fn names_of_all_the_world_are_taken() {
    for text in [
        "Ann",
        "Ann-Marie O'Hara",
        "J. R. 2",
        "Łukasz",
        "Zoë",
        "Nguyễn Văn A",
        "Ольга",
        "Γιώργος",
        "محمد",
        "דוד",
        "अनुराधा",
        "สมชาย",
        "山田 太郎",
        "やまだ",
        "김철수",
        "a",
        "7",
        "Mr_Pink",
    ] {
        let name = player(text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!(name.as_str(), text.nfkc().collect::<String>());
    }
}

#[test]
fn each_refusal_says_why() {
    for (text, why) in [
        ("", NameRefused::Length { graphemes: 0 }),
        ("aaaaaaaaaaaaaaaaaaaaa", NameRefused::Length { graphemes: 21 }),
        (" ann", NameRefused::Spaces),
        ("ann ", NameRefused::Spaces),
        ("a  nn", NameRefused::Spaces),
        ("\u{a0}ann", NameRefused::Spaces),
        ("...", NameRefused::NoLetter),
        ("ann\u{202e}", NameRefused::Character('\u{202e}')),
        ("a\u{200b}nn", NameRefused::Character('\u{200b}')),
        ("a\u{200d}nn", NameRefused::Character('\u{200d}')),
        ("ann\n", NameRefused::Character('\n')),
        ("ann\u{1b}[2J", NameRefused::Character('\u{1b}')),
        ("<b>", NameRefused::Character('<')),
        ("=1+1", NameRefused::Character('=')),
        ("@ann", NameRefused::Character('@')),
        ("ann😀", NameRefused::Character('😀')),
        ("ann♠", NameRefused::Character('♠')),
        ("q\u{301}\u{301}", NameRefused::Marks),
        ("q\u{301}\u{302}\u{303}\u{304}\u{306}", NameRefused::Marks),
        ("\u{301}q", NameRefused::Marks),
        ("q _\u{301}", NameRefused::Marks),
        ("Аnn", NameRefused::Scripts),
        ("annα", NameRefused::Scripts),
        ("Dealer", NameRefused::Staff),
        ("dea1er", NameRefused::Staff),
        ("DEALER 1", NameRefused::Staff),
        ("dealer7", NameRefused::Staff),
        ("d_e_a_l_e_r", NameRefused::Staff),
        ("the dealer", NameRefused::Staff),
        ("Dëaler", NameRefused::Staff),
        ("H0use", NameRefused::Staff),
        ("Tercet", NameRefused::Staff),
        ("ｄｅａｌｅｒ", NameRefused::Staff),
        ("АDМIN", NameRefused::Scripts),
    ] {
        let refused = player(text).expect_err(text);
        assert_eq!(refused, why, "{text:?}");
        let said = refused.to_string();
        assert!(said.contains("expected") && said.chars().all(is_harmless), "{said}");
    }
    assert!(matches!(player(&"a".repeat(1_000_000)), Err(NameRefused::Length { .. })));
    assert!(DisplayName::new("Dealer 1", true).is_ok());
}

#[test]
fn names_that_look_alike_have_one_skeleton() {
    for (one, other) in [
        ("Ann", "ann"),
        ("Ian", "lan"),
        ("ian", "lan"),
        ("Bob", "B0b"),
        ("marn", "mam"),
        ("АОРА", "AOPA"),
        ("Ann", "A_nn."),
        ("Boss", "Bos5"),
        ("Bob", "8ob"),
        ("Bob", "6ob"),
        ("Gina", "9ina"),
        ("Anna", "4nna"),
        ("Eve", "3ve"),
        ("Tom", "7om"),
        ("Zoe", "2oe"),
        ("Walter", "VValter"),
        ("Edward", "Edvvard"),
        ("Linda", "Lincla"),
        ("Zoe", "Zoë"),
        ("Jose", "José"),
        ("Nguyen", "Nguyễn"),
        ("Make", "Маке"),
        ("BOB", "ВОВ"),
        ("THEO", "ТНЕО"),
        ("KATE", "КАТЕ"),
        ("OPA", "ΟΡΑ"),
    ] {
        let (one, other) = (player(one).unwrap(), player(other).unwrap());
        assert_eq!(one.skeleton(), other.skeleton(), "{one} and {other}");
    }
    for (one, other) in [
        ("Ann", "Anne"),
        ("Player 6", "Player 8"),
        ("Ann6", "Ann8"),
        ("Ann2", "Ann3"),
        ("7", "T"),
        ("Clara", "Dara"),
        ("कि", "का"),
        ("สมชาย", "สมชย"),
    ] {
        let (one, other) = (player(one).unwrap(), player(other).unwrap());
        assert_ne!(one.skeleton(), other.skeleton(), "{one} and {other}");
    }
}

/// Every character there is: none stands in a name that steers, hides, or means something to a program.
#[test]
fn no_character_deceives() {
    for c in '\0'..=char::MAX {
        if let Ok(name) = player(&format!("q{c}")) {
            assert!(
                name.as_str().chars().all(|c| is_harmless(c) && !"<>&\"`=+@/\\;,|$%(){}[]".contains(c)),
                "{c:?}"
            );
            assert!(!name.skeleton().is_empty(), "{c:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_a_name_or_refused(text in "\\PC{0,24}") {
        if let Ok(name) = player(&text) {
            // What was taken once is taken again, and stays the same.
            prop_assert_eq!(player(name.as_str()), Ok(name));
        }
    }
}
