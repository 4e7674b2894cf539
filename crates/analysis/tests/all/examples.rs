//! The examples of the crate print what stands at their head.

#[path = "../../examples/ahead_after_a_session.rs"]
#[expect(dead_code, reason = "its main is for whoever runs it")]
mod ahead_after_a_session;
#[path = "../../examples/best_play.rs"]
#[expect(dead_code, reason = "its main is for whoever runs it")]
mod best_play;
#[path = "../../examples/edge_of_a_reading.rs"]
#[expect(dead_code, reason = "its main is for whoever runs it")]
mod edge_of_a_reading;
#[path = "../../examples/price_pay_table.rs"]
#[expect(dead_code, reason = "its main is for whoever runs it")]
mod price_pay_table;
#[path = "../../examples/sweep_pays.rs"]
#[expect(dead_code, reason = "its main is for whoever runs it")]
mod sweep_pays;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Answer = fn() -> Result<String, Box<dyn Error>>;

const EXAMPLES: [(&str, Answer); 5] = [
    ("price_pay_table", price_pay_table::answer),
    ("best_play", best_play::answer),
    ("edge_of_a_reading", edge_of_a_reading::answer),
    ("ahead_after_a_session", ahead_after_a_session::answer),
    ("sweep_pays", sweep_pays::answer),
];

#[test]
fn examples_print_what_they_say() {
    for (name, answer) in EXAMPLES {
        let file = directory().join(format!("{name}.rs"));
        let source = fs::read_to_string(file).expect("it is there");
        let said = source.lines().filter_map(|line| line.strip_prefix("//!     "));
        let said: String = said.map(|line| format!("{line}\n")).collect();
        assert_eq!(answer().expect(name), said, "{name}");
        assert!(source.contains(&format!("`cargo run -p tercet-analysis --example {name}`")), "{name}");
    }
}

/// None is left out, here or in the documentation of the crate.
#[test]
fn every_example_is_listed() {
    let there = fs::read_dir(directory()).expect("it is there").count();
    assert_eq!(there, EXAMPLES.len());
    let about = fs::read_to_string(directory().join("../src/lib.rs")).expect("it is there");
    for (name, _) in EXAMPLES {
        assert!(about.contains(&format!("`{name}`")), "{name}");
    }
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}
