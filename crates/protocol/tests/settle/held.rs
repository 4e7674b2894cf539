//! Nothing of a built-in game can change unnoticed: each small change of a rule file makes some row fail.
//!
//! What no recorded round can show, because a settlement takes the round as it was recorded, is held by a
//! test of its own:
//!
//! | of a game file | held by |
//! |---|---|
//! | ways and order of the deal | `rules/tests/all/live.rs`, `games/tests/games/card_rules.rs` |
//! | the table's decision when time runs out (R24) | `rules/tests/all/live.rs` |
//! | policies for irregularities (R25) | `rules/tests/all/live.rs`, `rules/tests/all/irregular.rs` |
//! | spots paid from the dealer's right | `games/tests/games/card_rules.rs` (no round of the five pays otherwise for it) |
//! | what the meter is fed with | `games/tests/games/card_rules.rs` |
//! | rules and rulings of deals, limits, amounts and requirements, names, texts of the rule card | `games/tests/games/card_rules.rs`, the golden cards of `testdata/cards` |
//! | switches (`then = "R5"`) and their readings | rows with `rulings`, `games/tests/games/variants.rs` |

mod cells;
mod changes;

use crate::rows::wrong;
use crate::table::{Row, files, rows};
use changes::{changes, other_pay};
use std::collections::BTreeSet;
use tercet_rules::{GameDoc, PaysDoc, RuleId};

/// 002.12.*, 002.13.*, 003.pp.*, 003.6cb.*, 003.prog.*, 004.pp.*, 004.ab.*, 004.6cb.* and every grid: no pay,
/// hand, condition, order, limit, requirement or citation of a built-in game can be changed without a row of
/// `testdata/rounds` failing.
#[test]
fn everything_in_every_game_is_held_by_a_row() {
    let all: Vec<Row> = files().iter().flat_map(|file| rows(file)).collect();
    let mut unheld: Vec<String> = Vec::new();
    let mut tried = 0;
    for builtin in tercet_games::builtin() {
        let doc = tercet_games::builtin_doc(builtin.id).expect("a built-in game");
        let here: Vec<&Row> = all.iter().filter(|row| row.plays(builtin.id)).collect();
        for change in changes(&doc) {
            let mut changed = doc.clone();
            (change.make)(&mut changed);
            assert_ne!(changed, doc, "{} changes nothing", change.name);
            // A change that is no game any more is noticed before any round is settled.
            if changed.check().is_err() {
                continue;
            }
            tried += 1;
            if !here.iter().any(|row| !wrong(row, &*change.make).is_empty()) {
                unheld.push(format!("{}: {}", builtin.id, change.name));
            }
        }
    }
    assert!(tried > 700, "only {tried} changes were tried");
    assert!(unheld.is_empty(), "{} of {tried} changes go unnoticed:\n{}", unheld.len(), unheld.join("\n"));
}

/// Every rule that a row of a pay table stands on is held by a recorded round that names it: paid otherwise, it fails.
#[test]
fn a_row_that_names_a_rule_fails_when_the_rule_pays_otherwise() {
    let all: Vec<Row> = files().iter().flat_map(|file| rows(file)).collect();
    let mut unheld: Vec<String> = Vec::new();
    let mut tried = 0;
    for builtin in tercet_games::builtin() {
        let mut doc = tercet_games::builtin_doc(builtin.id).expect("a built-in game");
        let mut rules: BTreeSet<RuleId> = BTreeSet::new();
        tables(&mut doc, |pays| {
            let of_rows = pays.rows.iter().filter_map(|row| row.cites.rule.clone());
            rules.extend(of_rows.chain(pays.otherwise.iter().filter_map(|other| other.cites.rule.clone())));
        });
        for rule in rules {
            let otherwise = |doc: &mut GameDoc| {
                tables(doc, |pays| {
                    let rows = pays.rows.iter_mut().filter(|row| row.cites.rule.as_ref() == Some(&rule));
                    rows.for_each(|row| row.pays = other_pay(row.pays));
                    let other =
                        pays.otherwise.iter_mut().filter(|other| other.cites.rule.as_ref() == Some(&rule));
                    other.for_each(|other| other.value = other_pay(other.value));
                });
            };
            tried += 1;
            let names = |row: &&Row| {
                row.plays(builtin.id)
                    && row
                        .get::<Vec<String>>("holds")
                        .is_some_and(|holds| holds.iter().any(|held| rule == **held))
            };
            if !all.iter().filter(names).any(|row| !wrong(row, &otherwise).is_empty()) {
                unheld.push(format!("{}: {rule}", builtin.id));
            }
        }
    }
    assert!(tried > 50, "only {tried} rules were tried");
    assert!(
        unheld.is_empty(),
        "{} of {tried} rules are held by no row that names them:\n{}",
        unheld.len(),
        unheld.join("\n")
    );
}

/// Every pay table of a game.
fn tables(doc: &mut GameDoc, mut each: impl FnMut(&mut PaysDoc)) {
    doc.wagers.iter_mut().for_each(|wager| each(&mut wager.pays));
    doc.bonuses.iter_mut().for_each(|bonus| each(&mut bonus.pays));
}
