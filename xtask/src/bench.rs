//! `bench`: the benchmark programs, from one table.

use crate::steps::{Failure, Step};

/// One benchmark program: what it measures and how cargo runs it.
#[derive(Clone, Copy)]
pub(crate) struct Benchmark {
    pub(crate) name: &'static str,
    measures: &'static str,
    /// The manifest of its package, from the root of the workspace.
    pub(crate) manifest: &'static str,
    /// The words after `cargo`.
    cargo: &'static [&'static str],
    /// Whether it runs the program itself, which is then built before.
    needs_tercet: bool,
}

/// Every benchmark program of the repository; the tidy rule `benches` keeps the table complete.
pub(crate) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "analysis",
        measures: "the exact odds beside brute force, reports of the program, memory",
        manifest: "benches/analysis/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/analysis/Cargo.toml"],
        needs_tercet: false,
    },
    Benchmark {
        name: "echo",
        measures: "what a round trip costs the server, beside bare echoes of axum and of Node's ws",
        manifest: "benches/echo/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/echo/Cargo.toml"],
        needs_tercet: true,
    },
    Benchmark {
        name: "evaluators",
        measures: "hand evaluators against other public ones, hands a second",
        manifest: "benches/evaluators/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/evaluators/Cargo.toml"],
        needs_tercet: false,
    },
    Benchmark {
        name: "settle",
        measures: "recorded rounds settled a second, start of the program, memory",
        manifest: "benches/settle/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/settle/Cargo.toml"],
        needs_tercet: false,
    },
    Benchmark {
        name: "sim",
        measures: "simulated rounds a second, beside a plain shuffle with direct settlement",
        manifest: "benches/sim/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/sim/Cargo.toml"],
        needs_tercet: false,
    },
    Benchmark {
        name: "store",
        measures: "durable bets a second on SQLite, beside a plain journal that is appended to and synced",
        manifest: "benches/store/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/store/Cargo.toml"],
        needs_tercet: false,
    },
    Benchmark {
        name: "tables",
        measures: "thousands of live tables in one process: memory of an idle one, rounds a second",
        manifest: "benches/tables/Cargo.toml",
        cargo: &["run", "--release", "--manifest-path", "benches/tables/Cargo.toml"],
        needs_tercet: false,
    },
];

/// The table in words, for the help text.
pub(crate) fn list() -> String {
    BENCHMARKS.iter().map(|bench| format!("  {:<14} {}\n", bench.name, bench.measures)).collect()
}

/// The steps for one benchmark, or for all when none is named.
pub(crate) fn steps(name: Option<&str>) -> Result<Vec<Step>, Failure> {
    let chosen: Vec<&Benchmark> =
        BENCHMARKS.iter().filter(|bench| name.is_none_or(|name| bench.name == name)).collect();
    if chosen.is_empty() {
        return Err(format!(
            "no benchmark is named {}; there are:\n{}",
            name.unwrap_or("that"),
            list().trim_end()
        ));
    }
    let program = chosen.iter().any(|bench| bench.needs_tercet);
    let program =
        program.then(|| Step::cargo("program", &[], &["build", "--release", "--package", "tercet"]));
    Ok(program
        .into_iter()
        .chain(chosen.iter().map(|bench| Step::cargo(bench.name, &[], bench.cargo)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_benchmark_is_answered_with_the_list() {
        let words = steps(Some("no-such-benchmark")).err().unwrap();
        assert!(words.contains("no-such-benchmark") && words.contains("evaluators"), "{words}");
    }
}
