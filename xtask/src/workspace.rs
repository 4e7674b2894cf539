//! Where the workspace lies and which cargo drives it.

use std::path::PathBuf;
use std::process::Command;

/// The root of the workspace: the directory above this package.
///
/// Cargo names the package at run time (`cargo run`, `cargo test`); a bare `target/debug/xtask` falls back
/// to the place it was built from.
pub fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.parent().map_or(package.clone(), PathBuf::from)
}

/// The cargo that runs us, so that a chosen toolchain stays chosen, ready to run at the root.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
