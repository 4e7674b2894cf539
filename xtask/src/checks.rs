//! `check`, `tidy` and `test`: what must hold before a change is offered.

use crate::bench::BENCHMARKS;
use crate::steps::{Failure, Step, status};
use crate::{fuzz, pages, tidy, workspace};

/// The quick part: form, lints, tidy rules.
pub(crate) fn quick() -> Vec<Step> {
    vec![
        Step::cargo("fmt", &[], &["fmt", "--all", "--", "--check"]),
        Step::cargo("clippy", &[], &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        tidy_step(),
    ]
}

/// Everything: the quick part, the packages beside the workspace, the pages, the documentation, and every test, doctests and tidy tests among them.
pub(crate) fn everything() -> Vec<Step> {
    let mut steps = quick();
    steps.push(Step::new("beside", "cargo check --manifest-path FILE, for each", check_beside));
    steps.extend(pages::tests());
    steps.push(Step::cargo("doc", &[("RUSTDOCFLAGS", "-D warnings")], &["doc", "--workspace", "--no-deps"]));
    steps.push(Step::cargo("tests", &[], &["test", "--workspace", "--no-fail-fast"]));
    steps.push(pages::in_a_browser());
    steps
}

/// Whether the benchmarks and the fuzz targets, each a workspace of its own, still fit the crates that they use.
fn check_beside() -> Result<(), Failure> {
    let root = workspace::root();
    for manifest in BENCHMARKS.iter().map(|bench| bench.manifest).chain([fuzz::MANIFEST]) {
        let mut check = workspace::cargo();
        check.args(["check", "--locked", "--all-targets", "--manifest-path", manifest]);
        // Nothing is linked: with a library that is named, whichever, libFuzzer is not compiled, and no C++ compiler is needed.
        check.env("CUSTOM_LIBFUZZER_PATH", root.join(manifest));
        // One for all: most of what they need is the same.
        status(check.arg("--target-dir").arg(root.join("target/beside"))).map_err(|why| {
            let shows = format!("cargo check --manifest-path {manifest}");
            format!("{manifest} cannot be checked; `{shows}` shows why, and brings its Cargo.lock up to date\n{why}")
        })?;
    }
    Ok(())
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
