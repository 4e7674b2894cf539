//! `check`, `tidy` and `test`: what must hold before a change is offered.

use crate::steps::{Failure, Step};
use crate::{pages, tidy, workspace};

/// The quick part: form, lints, tidy rules.
pub(crate) fn quick() -> Vec<Step> {
    vec![
        Step::cargo("fmt", &[], &["fmt", "--all", "--", "--check"]),
        Step::cargo("clippy", &[], &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        tidy_step(),
    ]
}

/// Everything: the quick part, the pages, the documentation, and every test, doctests and tidy tests among them.
pub(crate) fn everything() -> Vec<Step> {
    let mut steps = quick();
    steps.extend(pages::tests());
    steps.push(Step::cargo("doc", &[("RUSTDOCFLAGS", "-D warnings")], &["doc", "--workspace", "--no-deps"]));
    steps.push(Step::cargo("tests", &[], &["test", "--workspace", "--no-fail-fast"]));
    steps.push(pages::in_a_browser());
    steps
}

/// The tidy rules over the tree as it lies there.
pub(crate) fn tidy_step() -> Step {
    Step::new("tidy", "cargo xtask tidy", run_tidy)
}

fn run_tidy() -> Result<(), Failure> {
    let tree = tidy::Tree::read(&workspace::root())?;
    let mut broken = 0;
    for rule in tidy::RULES {
        let findings = (rule.check)(&tree);
        if findings.is_empty() {
            eprintln!("  ok      {}: {}", rule.name, rule.says);
        } else {
            broken += 1;
            eprintln!("  BROKEN  {}: {}\n{}", rule.name, rule.says, tidy::list(&findings));
        }
    }
    if broken == 0 { Ok(()) } else { Err(format!("{broken} of {} tidy rules broken", tidy::RULES.len())) }
}
