//! What the operating system says of the program, where it says it in files.

/// Its memory, in bytes.
pub(super) fn memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// How many files and sockets it has open.
pub(super) fn files() -> Option<i64> {
    let count = std::fs::read_dir("/proc/self/fd").ok()?.count();
    // One of them is the folder that is read.
    i64::try_from(count.saturating_sub(1)).ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_program_has_memory_and_files() {
        assert!(super::memory().unwrap() > 1024 * 1024);
        assert!(super::files().unwrap() >= 3);
    }
}
