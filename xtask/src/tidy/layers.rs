//! The crates of the workspace and what each may lean on: data, and nothing else.
//!
//! A new crate or a new arrow is written here and in docs/ARCHITECTURE.md first.

/// One crate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crate {
    pub(crate) package: &'static str,
    /// Its directory, from the root.
    pub(crate) directory: &'static str,
    /// Its layer: it leans on lower ones only.
    pub(crate) layer: u8,
    /// Exactly the crates of ours it depends on.
    pub(crate) uses: &'static [&'static str],
    /// Crates beside or above it that its tests may use; those below need no entry.
    pub(crate) tests_may_use: &'static [&'static str],
    /// A pure crate's dependencies from outside (often none); nothing said for the others.
    pub(crate) pure: Option<&'static [&'static str]>,
}

/// Every crate of the workspace, lowest first.
pub(crate) const CRATES: &[Crate] = &[
    Crate {
        package: "tercet-cards",
        directory: "crates/cards",
        layer: 0,
        uses: &[],
        tests_may_use: &[],
        pure: Some(&[]),
    },
    Crate {
        package: "tercet-rules",
        directory: "crates/rules",
        layer: 1,
        uses: &["tercet-cards"],
        // Its tests settle rounds of the built-in games.
        tests_may_use: &["tercet-games"],
        pure: Some(&[]),
    },
    Crate {
        package: "tercet-fair",
        directory: "crates/fair",
        layer: 1,
        uses: &["tercet-cards"],
        tests_may_use: &[],
        // Hashes are not ours to write: docs/decisions/0006-provable-shuffle.md.
        pure: Some(&["hkdf", "hmac", "sha2", "zeroize"]),
    },
    Crate {
        package: "tercet-games",
        directory: "crates/games",
        layer: 2,
        uses: &["tercet-cards", "tercet-rules"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-ledger",
        directory: "crates/ledger",
        layer: 2,
        uses: &["tercet-rules"],
        // Its tests play rounds of the built-in games.
        tests_may_use: &["tercet-games"],
        // Hashes, signatures and their text form, none of which anybody should write again.
        pure: Some(&["base64ct", "ed25519-dalek", "sha2"]),
    },
    Crate {
        package: "tercet-rulecard",
        directory: "crates/rulecard",
        layer: 2,
        uses: &["tercet-cards", "tercet-rules"],
        tests_may_use: &["tercet-games"],
        pure: None,
    },
    Crate {
        package: "tercet-sheets",
        directory: "crates/sheets",
        layer: 2,
        uses: &["tercet-rules"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-analysis",
        directory: "crates/analysis",
        layer: 2,
        uses: &["tercet-cards", "tercet-rules"],
        // Its tests count the deals of the built-in games.
        tests_may_use: &["tercet-games"],
        pure: None,
    },
    Crate {
        package: "tercet-sim",
        directory: "crates/sim",
        layer: 3,
        uses: &["tercet-analysis", "tercet-cards", "tercet-rules"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-store",
        directory: "crates/store",
        layer: 3,
        uses: &["tercet-ledger", "tercet-rules"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-sqlite",
        directory: "crates/sqlite",
        layer: 4,
        uses: &["tercet-store"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-people",
        directory: "crates/people",
        layer: 5,
        uses: &["tercet-ledger", "tercet-rules", "tercet-sqlite", "tercet-store"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-store-sqlite",
        directory: "crates/store-sqlite",
        layer: 5,
        uses: &["tercet-ledger", "tercet-rules", "tercet-sqlite", "tercet-store"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-protocol",
        directory: "crates/protocol",
        layer: 4,
        uses: &[
            "tercet-analysis",
            "tercet-cards",
            "tercet-fair",
            "tercet-ledger",
            "tercet-rules",
            "tercet-sim",
        ],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-report",
        directory: "crates/report",
        layer: 5,
        uses: &[
            "tercet-analysis",
            "tercet-cards",
            "tercet-games",
            "tercet-protocol",
            "tercet-rulecard",
            "tercet-rules",
            "tercet-sheets",
        ],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-table",
        directory: "crates/table",
        layer: 5,
        uses: &["tercet-fair", "tercet-games", "tercet-ledger", "tercet-rules", "tercet-store"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-pit",
        directory: "crates/pit",
        layer: 6,
        uses: &["tercet-ledger", "tercet-rules", "tercet-store", "tercet-table"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-audit",
        directory: "crates/audit",
        layer: 6,
        uses: &[
            "tercet-cards",
            "tercet-fair",
            "tercet-ledger",
            "tercet-protocol",
            "tercet-rules",
            "tercet-store",
            "tercet-table",
        ],
        tests_may_use: &[],
        pure: None,
    },
    // Players know what is published, and nothing else.
    Crate {
        package: "tercet-bots",
        directory: "crates/bots",
        layer: 5,
        uses: &["tercet-fair", "tercet-protocol"],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet-server",
        directory: "crates/server",
        layer: 7,
        uses: &[
            "tercet-analysis",
            "tercet-audit",
            "tercet-cards",
            "tercet-fair",
            "tercet-games",
            "tercet-ledger",
            "tercet-people",
            "tercet-pit",
            "tercet-protocol",
            "tercet-report",
            "tercet-rulecard",
            "tercet-rules",
            "tercet-sheets",
            "tercet-sqlite",
            "tercet-store",
            "tercet-store-sqlite",
            "tercet-table",
        ],
        tests_may_use: &[],
        pure: None,
    },
    // Drills break what runs live tables on purpose; nothing leans on them.
    Crate {
        package: "tercet-drill",
        directory: "crates/drill",
        layer: 7,
        uses: &[
            "tercet-audit",
            "tercet-cards",
            "tercet-fair",
            "tercet-games",
            "tercet-ledger",
            "tercet-pit",
            "tercet-rules",
            "tercet-store",
            "tercet-store-sqlite",
            "tercet-table",
        ],
        tests_may_use: &[],
        pure: None,
    },
    Crate {
        package: "tercet",
        directory: "crates/cli",
        layer: 8,
        uses: &[
            "tercet-analysis",
            "tercet-audit",
            "tercet-bots",
            "tercet-cards",
            "tercet-fair",
            "tercet-games",
            "tercet-ledger",
            "tercet-protocol",
            "tercet-report",
            "tercet-rulecard",
            "tercet-rules",
            "tercet-server",
            "tercet-sheets",
            "tercet-sim",
            "tercet-sqlite",
            "tercet-store",
            "tercet-store-sqlite",
            "tercet-table",
        ],
        tests_may_use: &[],
        pure: None,
    },
    // The front door of developers: it reads the tree as text and leans on no crate of ours.
    Crate { package: "xtask", directory: "xtask", layer: 0, uses: &[], tests_may_use: &[], pure: None },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_arrow_points_down_to_a_listed_crate() {
        for from in CRATES {
            for to in from.uses {
                let to = CRATES.iter().find(|row| row.package == *to).expect(to);
                assert!(to.layer < from.layer, "{} -> {}", from.package, to.package);
            }
            for to in from.tests_may_use {
                let to = CRATES.iter().find(|row| row.package == *to).expect(to);
                assert!(to.layer >= from.layer, "{}: tests may use {} anyway", from.package, to.package);
            }
        }
    }
}
