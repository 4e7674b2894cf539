//! The card parser.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tercet_cards::{Card, format_cards, parse_cards};

fuzz_target!(|text: &str| {
    match parse_cards(text) {
        Ok(cards) => {
            let written = format_cards(cards.iter().copied());
            assert_eq!(parse_cards(&written).as_ref(), Ok(&cards));
            assert_eq!(cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" "), written);
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.at), "the fault has a place in the text");
            assert!(error.to_string().len() < 200, "a message is short");
            assert!(parse_cards(&text[..error.at]).is_ok(), "before the fault all is well");
        }
    }
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(parse_cards(text), Ok(vec![card]));
    }
});
